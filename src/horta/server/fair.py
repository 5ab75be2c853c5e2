"""A fair queue: a few places, and everybody who waits for one gets a turn.

Whoever waits belongs to an owner. Places go round the owners, so that somebody who asks sixty times
waits behind their own requests, not before those of others. An owner is two names: where they come
from, and who they are there; the places go round the first, and for each of them round the second.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

Waiting = deque["asyncio.Future[None]"]


class FairQueue:
    """Hands out places in turn: `async with queue.place(owner): …`."""

    def __init__(self, places: int) -> None:
        self._free = places
        self._waiting: OrderedDict[str, OrderedDict[str, Waiting]] = OrderedDict()

    def __len__(self) -> int:
        """Return how many wait."""
        return sum(len(one) for here in self._waiting.values() for one in here.values())

    @asynccontextmanager
    async def place(self, owner: str) -> AsyncIterator[None]:
        """Wait for a place and give it back; an owner is `where:who`."""
        await self._enter(owner)
        try:
            yield
        finally:
            self._leave()

    async def _enter(self, owner: str) -> None:
        if self._free:
            self._free -= 1
            return
        where, _, who = owner.partition(":")
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(where, OrderedDict()).setdefault(who, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # the place was given already
                self._leave()
            raise

    def _leave(self) -> None:
        while self._waiting:
            turn = self._next()
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1

    def _next(self) -> asyncio.Future[None]:
        # Whoever is served goes to the end of the ring, if they wait for more.
        where, here = self._waiting.popitem(last=False)
        who, waiting = here.popitem(last=False)
        turn = waiting.popleft()
        if waiting:
            here[who] = waiting
        if here:
            self._waiting[where] = here
        return turn

"""Comparing: from time to time, who sits where at a table is compared with the store.

Whoever writes there beside this process tells it, or ought to; a command of an operator in a file
of SQLite does not. So a table that somebody asks for is compared if that was not done for some
seconds. Whoever is first has all tables compared that somebody watches: that takes one look at the
store, where one for each would cost more than an action does.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Mapping

from horta.server.room import Room
from horta.server.store import Store

LOOK_AGAIN = 3.0
"""Seconds after which a table is compared when somebody asks for it."""


class Comparing:
    """Compares the tables of one process with the store."""

    def __init__(
        self,
        store: Store,
        rooms: Mapping[str, Room],
        on_change: Callable[[Room], Awaitable[None]],
        on_loss: Callable[[Room], None],
    ) -> None:
        self._store, self._rooms = store, rooms
        self._on_change, self._on_loss = on_change, on_loss
        self._all_compared = 0.0

    async def look(self, room: Room) -> None:
        """Compare a table, and all that are watched, unless it was done a moment ago."""
        now = time.monotonic()
        if now - room.compared < LOOK_AGAIN:
            return
        due = {room.id: room}
        if now - self._all_compared >= LOOK_AGAIN:
            self._all_compared = now
            due |= {one.id: one for one in self._rooms.values() if one.watchers}
        for one in due.values():
            one.compared = now
        found = await self._store.versions(list(due))
        for one in due.values():
            if one.id not in found:
                self._on_loss(one)
            elif found[one.id] != one.version:
                await self._on_change(one)

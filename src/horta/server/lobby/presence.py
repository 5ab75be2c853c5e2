"""Presence: whose players look at a table now, in whatever process they do.

Nobody is told of everybody who comes and goes. Who wants to know asks all processes, about several
tables at once if they like, and waits a moment for those who have something to say.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterator
from contextlib import contextmanager

from horta.server.ports.events import Told
from horta.server.rooms import Rooms

WHO, HERE = "who", "here"
"""Somebody wants to know who looks at tables, by their ids; and an answer: an id, and the seats."""
MOMENT = 0.4
"""Seconds that the others have to answer, at most."""


class Presence:
    """Knows who looks, and tells other processes."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms, self._events = rooms, rooms.store.events
        self._asked: list[dict[str, set[int]]] = []
        self._events.hear(WHO, self._on_who)
        self._events.hear(HERE, self._on_here)

    async def seats(self, table: str) -> set[int]:
        """Return the seats of a table whose players look at it now."""
        return (await self.at([table]))[table]

    async def at(self, tables: Collection[str]) -> dict[str, set[int]]:
        """Return, for each of some tables, the seats whose players look at it now."""
        looking = {table: self._here(table) for table in tables}
        wait = min(self._events.reach, MOMENT)
        if wait and looking:
            with self._asking(looking):
                self._events.tell(WHO, " ".join(looking))
                await asyncio.sleep(wait)
        return looking

    def _here(self, table: str) -> set[int]:
        room = self._rooms.here(table)
        return set() if room is None else room.watchers.seats()

    @contextmanager
    def _asking(self, looking: dict[str, set[int]]) -> Iterator[None]:
        self._asked.append(looking)
        try:
            yield
        finally:
            self._asked = [one for one in self._asked if one is not looking]

    def _on_who(self, told: Told) -> None:
        if told.here:
            return
        for table in told.about.split():
            if looking := self._here(table):
                self._events.tell(HERE, " ".join([table, *map(str, sorted(looking))]))

    def _on_here(self, told: Told) -> None:
        table, _, seats = told.about.partition(" ")
        for looking in self._asked:
            if table in looking:
                looking[table].update(map(int, seats.split()))

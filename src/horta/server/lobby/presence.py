"""Presence: whose players look at a table now, in whatever process they do.

Nobody is told of everybody who comes and goes. Who wants to know asks all processes, and waits a
moment for those who have something to say.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from horta.server.ports.events import Told
from horta.server.room import Room
from horta.server.rooms import Rooms

WHO, HERE = "who", "here"
"""Somebody wants to know who looks at a table, by its id; and an answer: its id, and the seats."""
MOMENT = 0.4
"""Seconds that the others have to answer, at most."""


class Presence:
    """Knows who looks, and tells other processes."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms, self._events = rooms, rooms.store.events
        self._asked: list[tuple[str, set[int]]] = []
        self._events.hear(WHO, self._on_who)
        self._events.hear(HERE, self._on_here)

    async def seats(self, room: Room) -> set[int]:
        """Return the seats of a table whose players look at it now."""
        looking, wait = room.watchers.seats(), min(self._events.reach, MOMENT)
        if wait:
            with self._asking(room.id) as elsewhere:
                self._events.tell(WHO, room.id)
                await asyncio.sleep(wait)
            looking |= elsewhere
        return looking

    @contextmanager
    def _asking(self, match_id: str) -> Iterator[set[int]]:
        asked = (match_id, set[int]())
        self._asked.append(asked)
        try:
            yield asked[1]
        finally:
            self._asked = [one for one in self._asked if one is not asked]

    def _on_who(self, told: Told) -> None:
        room = None if told.here else self._rooms.here(told.about)
        looking = set() if room is None else room.watchers.seats()
        if looking:
            self._events.tell(HERE, " ".join([told.about, *map(str, sorted(looking))]))

    def _on_here(self, told: Told) -> None:
        match_id, _, seats = told.about.partition(" ")
        for asked, found in self._asked:
            if asked == match_id:
                found.update(map(int, seats.split()))

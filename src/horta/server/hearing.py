"""Hearing: tables in memory follow what other processes have written.

Who is watched or has a bot to move is caught up at once, so that streams tell what was played
elsewhere and end where a link was taken back; any other table when somebody asks for it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence

from horta.server.database import StoreAway
from horta.server.ports.events import STEP, TABLE, Told
from horta.server.quiet import Quiet
from horta.server.room import Room
from horta.server.store import Store
from horta.server.stored import Entry, read_entries

AT_ONCE = 8
"""Tables that are caught up at the same time: after an outage they all are behind."""
AGAIN = 1.0
"""Seconds until a table is tried again that could not be caught up."""


class Hearing:
    """Listens for the tables of one process."""

    def __init__(
        self,
        store: Store,
        rooms: Mapping[str, Room],
        catch_up: Callable[[Room], Awaitable[None]],
        apply: Callable[[Room, Sequence[Entry]], None],
    ) -> None:
        self._rooms, self._catch_up, self._database = rooms, catch_up, store.database
        self._apply = apply
        self._places = asyncio.Semaphore(AT_ONCE)
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._quiet = Quiet()
        events = store.events
        self._unhear = [events.hear(STEP, self._on_step), events.hear(TABLE, self._on_table)]

    def close(self) -> None:
        """Hear no more."""
        for unhear in self._unhear:
            unhear()
        for task in self._tasks.values():
            task.cancel()

    def _on_step(self, told: Told) -> None:
        if not told.about:
            self._look_again(list(self._rooms.values()))
            return
        table, step, entries = read_entries(told.about)
        room = self._rooms.get(table)
        if room is None or told.here or room.step >= step:
            return
        follows = bool(entries) and entries[0].step == room.step + 1
        if follows and not room.behind and _is_waited_for(room):
            self._apply(room, entries)
        else:
            self._look_again([room])

    def _on_table(self, told: Told) -> None:
        room = self._rooms.get(told.about)
        if room is not None and not told.here:
            self._look_again([room])

    def _look_again(self, rooms: Iterable[Room]) -> None:
        for room in rooms:
            room.behind = True
            if _is_waited_for(room) and room.id not in self._tasks:
                task = asyncio.create_task(self._follow(room), name=f"horta follows {room.id}")
                self._tasks[room.id] = task

    async def _follow(self, room: Room) -> None:
        try:
            while room.behind:
                try:
                    async with self._places:
                        await self._catch_up(room)
                except StoreAway:
                    await self._database.reachable()
                    await asyncio.sleep(AGAIN)
                except Exception:
                    self._quiet.error("follow", "a table could not be caught up", trace=True)
                    return
        finally:
            del self._tasks[room.id]


def _is_waited_for(room: Room) -> bool:
    return bool(room.watchers) or room.thinking is not None

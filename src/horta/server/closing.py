"""Closing: the host ends a table before its game is over; what was played can be looked at."""

from __future__ import annotations

from horta.core.i18n import mark
from horta.server.keeping import CLOSE
from horta.server.room import HOST, NotAllowed, Room, Stale
from horta.server.rooms import Rooms
from horta.server.stored import Entry


async def close_table(rooms: Rooms, room: Room, step: int | None = None) -> None:
    """Close a table for good, at the step that its host has seen.

    It is an entry of the transcript: whoever plays at the same moment, in whatever process, is
    refused or was before it.
    """
    if room.over or room.closed is not None:
        raise NotAllowed(mark("this game is over already"))
    if step is not None and step != room.step:
        raise Stale(room.step)
    closing = Entry(room.step + 1, CLOSE, HOST, rooms.now())
    await rooms.submit(room, [closing], over=True)

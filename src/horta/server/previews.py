"""What an action would bring a seat and what it costs, as far as the seat can know.

It is played on a table that is dealt again from the seat's own view, so nothing that comes out of
it tells what the seat cannot see.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from horta.core.engine import engine
from horta.core.game import Json
from horta.core.picking import Step, way_to
from horta.server import untrusted
from horta.server.room import Room
from horta.server.workers import Workers

MOST = 40
"""Of so many options all are told at once; of more, each when somebody looks at it."""

SAID, ENTRY = 440, 160
"""Bytes of what is said of an option, and of each line, change and sign of it."""

NOTHING: Json = {"lines": {}, "points": 0, "changes": {}, "signs": {}}


def can_preview(room: Room, seat: int) -> bool:
    """Tell whether a seat has anything to choose now."""
    return room.match.to_play == seat and room.pending is None


async def of_action(workers: Workers, room: Room, seat: int, action: int, lang: str) -> Json:
    """Say what an action would bring a seat."""
    if not can_preview(room, seat) or action not in room.match.legal:
        return NOTHING
    return (await _brought(workers, room, seat, [(Step(action, ()),)], lang))[0]


async def of_set(workers: Workers, room: Room, seat: int, things: Sequence[int], lang: str) -> Json:
    """Say what a set would bring a seat, its things in any order; `IllegalAction` if none is it."""
    if not can_preview(room, seat):
        return NOTHING
    return (await _brought(workers, room, seat, [way_to(room.match, things)], lang))[0]


async def of_all(workers: Workers, room: Room, seat: int, lang: str) -> dict[int, Json]:
    """Say what each option would bring a seat, when there are few enough to tell them at once."""
    if not can_preview(room, seat) or len(room.match.legal) > MOST:
        return {}
    key = ("previews", seat, lang)
    if key not in room.drawn:
        step, legal = room.step, list(room.match.legal)
        ways = [(Step(action, ()),) for action in legal]
        found = dict(zip(legal, await _brought(workers, room, seat, ways, lang), strict=True))
        if room.step != step:  # the table has moved on meanwhile
            return {}
        room.drawn.keep(key, found, sum(map(size_of, found.values())))
    told: dict[int, Json] = room.drawn[key]
    return told


def size_of(found: Json) -> int:
    """Return the bytes of what is said of an option, nearly."""
    return SAID + ENTRY * (len(found["lines"]) + len(found["changes"]) + len(found["signs"]))


async def _brought(
    workers: Workers, room: Room, seat: int, ways: Sequence[Sequence[Step]], lang: str
) -> list[Json]:
    blobs = [room.match.redacted(seat).tobytes()]
    given = {"game": room.game.id, "seat": seat, "ways": ways, "seed": room.step, "lang": lang}
    if room.from_outside:
        told, _ = await workers.ask("preview", given, blobs, room.owner)
    elif engine(room.game).compiled:
        # It takes less time than the way to a thread and back, while all threads take turns.
        told, _ = untrusted.preview(given, blobs)
    else:
        told, _ = await asyncio.to_thread(untrusted.preview, given, blobs)
    return [{**one, "points": sum(one["lines"].values())} for one in told["found"]]

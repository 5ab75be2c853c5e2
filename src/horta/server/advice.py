"""Advice: what the seat to play can do, ranked, each with its reason."""

from __future__ import annotations

import asyncio
import functools

from horta.core.engine import engine
from horta.core.game import Hint
from horta.core.i18n import mark
from horta.server.room import NotAllowed, Room, Stale
from horta.server.rooms import Rooms
from horta.server.threads import Hangs
from horta.server.untrusted import SIMPLE_ADVICE
from horta.server.workers import GaveUp


async def advise(rooms: Rooms, room: Room, seat: int, lang: str) -> list[Hint]:
    """Rank what the seat to play can do, each with its reason; it is thought out once a step.

    The adviser is handed what the seat may know.
    """
    if not room.hints:
        raise NotAllowed(mark("hints are off: everyone at this table has to allow them"))
    if room.match.to_play != seat or room.pending is not None:
        raise NotAllowed(mark("hints are only for the player whose turn it is"))
    step, key = room.step, ("hints", seat, lang)
    if key not in room.drawn:
        room.drawn[key] = asyncio.create_task(_advice(rooms, room, seat, lang))
    try:
        found: list[Hint] = await asyncio.shield(room.drawn[key])
    except Exception:
        room.drawn.pop(key, None)  # who asks again gets another answer
        raise
    if room.step != step:
        raise Stale(room.step)
    return found


async def _advice(rooms: Rooms, room: Room, seat: int, lang: str) -> list[Hint]:
    what = (room.game.id, "hints")
    if room.from_outside or rooms.bots.is_hanging(what):
        given = {
            "game": room.game.id,
            "players": room.match.players,
            "options": room.header["options"],
            "seat": seat,
            "lang": lang,
        }
        told, _ = await rooms.workers.ask("advise", given, [room.match.table], room.owner)
        return [Hint(**hint) for hint in told["hints"]]
    how = {} if engine(room.game).compiled else SIMPLE_ADVICE
    ask = functools.partial(room.match.copy().hint, seat, lang, **how)
    try:
        return await rooms.bots.ask(room.owner, what, ask)
    except Hangs:
        raise GaveUp(mark("nobody has found a hint in time; play without one")) from None

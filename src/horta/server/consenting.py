"""Asking for consent to an undo, and answering; see `consent` for what holds."""

from __future__ import annotations

import contextlib

from horta.core.errors import HortaError, IllegalAction
from horta.core.i18n import mark
from horta.core.picking import is_within
from horta.server import seating
from horta.server.clocks.keeper import Clocks
from horta.server.consent import last_own, may_ask, others, pending
from horta.server.happenings import AGREED, ASKED, REFUSED
from horta.server.keeping import UNDO
from horta.server.room import NotAllowed, Room, Stale
from horta.server.rooms import Rooms
from horta.server.stored import Entry

PATIENCE = 5.0
"""Seconds that whoever hears the last agreement has to carry it out."""
NOBODY_ASKS = mark("nobody asks to take something back now")


async def ask(rooms: Rooms, room: Room, seat: int, step: int, to: int | None = None) -> None:
    """Ask all others whether actions may be taken back until `to` stand: the last own decision."""
    _check(room, step)
    standing = len(room.acted)
    to = last_own(room, seat) if to is None else to
    if to is None or not 0 <= to < standing or room.acted[to] != seat or is_within(room.match, to):
        raise IllegalAction(
            mark("{game}: you can ask to go back to a decision of your own"), game=room.game.title
        )
    if room.undo_floor(seat) <= to:
        raise NotAllowed(mark("you can take this back without asking"))
    if standing - to > room.undo_left(seat):
        raise NotAllowed(mark("so much has been taken back here that this must stand"))
    if not others(room, seat):
        raise NotAllowed(mark("nobody else is here who could agree"))
    if not may_ask(room, seat):
        raise NotAllowed(mark("this was asked already; somebody has to play first"))
    happens = room.happening(ASKED, seat, rooms.now(), standing - to)
    await seating.change(rooms, room, seat, room.seats[seat].epoch, happened=happens)


async def answer(
    rooms: Rooms, clocks: Clocks | None, room: Room, seat: int, *, step: int, agree: bool
) -> None:
    """Agree that something is taken back, or do not; with the last who agrees it is done."""
    _check(room, step)
    asked = pending(room)
    if asked is None:
        raise NotAllowed(NOBODY_ASKS)
    if seat not in asked.waiting:
        raise NotAllowed(mark("you are not asked, or have answered already"))
    happens = room.happening(AGREED if agree else REFUSED, seat, rooms.now())
    await seating.change(rooms, room, seat, room.seats[seat].epoch, happened=happens)
    await rooms.catch_up(room)  # another may have answered in another process
    await _take_back(rooms, clocks, room)


async def go_on(rooms: Rooms, clocks: Clocks | None, room: Room) -> None:
    """Take back what all have agreed to, where whoever was about to do it has died meanwhile.

    An agreement is written down before it is carried out; whoever looks at the table goes on.
    """
    if not room.happened or room.happened[-1].step != room.step:
        return
    asked = pending(room)
    agreed = [one.at for one in room.happened if one.kind == AGREED and one.step == room.step]
    if asked is None or asked.waiting or not agreed or rooms.now() - agreed[-1] < PATIENCE:
        return
    with contextlib.suppress(HortaError):
        await _take_back(rooms, clocks, room)


async def _take_back(rooms: Rooms, clocks: Clocks | None, room: Room) -> None:
    """Take back what is asked for, if nobody has to answer any more."""
    asked = pending(room)
    if asked is None or asked.waiting or room.closed is not None:
        return
    step, now = room.step, rooms.now()
    if clocks is not None and room.house_rules.pace and room.entries:
        # From the last move until now it was the others' time; who asked pays nothing for it.
        await clocks.stand_still(room, asked.seat, room.entries[-1].at, now)
    undone = [Entry(step + 1 + k, UNDO, asked.seat, now) for k in range(asked.number)]
    with contextlib.suppress(Stale):  # another has done it, or somebody has played on
        await rooms.submit(room, undone)


def _check(room: Room, step: int) -> None:
    if step != room.step:
        raise Stale(room.step)
    if room.closed is not None:
        raise room.closed
    if room.to_act is None:
        raise IllegalAction(mark("{game}: the game is over"), game=room.game.title)

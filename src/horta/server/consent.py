"""Consent: what the law of undo forbids can be taken back if all the others at the table agree.

Who asks names a decision of their own; everything since then goes back with it. The question
stands while nothing is played. Whoever has to act may play on, which is an answer too: the question
has lapsed. All of it stands in the log, and is read from there.
"""

from __future__ import annotations

from dataclasses import dataclass

from horta.core.picking import before_last
from horta.server.happenings import AGREED, ASKED, REFUSED, Happening
from horta.server.keeping import UNDO
from horta.server.room import Room


@dataclass(frozen=True)
class Asked:
    """A question that stands: who asks, how many actions would stand, who has not answered yet."""

    seat: int
    to: int
    number: int
    waiting: tuple[int, ...]


def others(room: Room, seat: int) -> list[int]:
    """Return the persons who have to agree; bots are not asked, and agree to nothing."""
    return [
        number
        for number, one in enumerate(room.seats)
        if number != seat and not one.bot and (one.joined or number in room.acted)
    ]


def pending(room: Room) -> Asked | None:
    """Return the question that stands."""
    asked: Happening | None = None
    agreed: set[int] = set()
    for one in room.happened:
        if one.step != room.step:
            continue
        if one.kind == ASKED:
            asked, agreed = one, set()
        elif one.kind == REFUSED:
            asked = None
        elif one.kind == AGREED:
            agreed.add(one.seat)
    if asked is None or room.to_act is None:
        return None
    waiting = tuple(seat for seat in others(room, asked.seat) if seat not in agreed)
    return Asked(asked.seat, asked.standing - asked.number, asked.number, waiting)


def may_ask(room: Room, seat: int | None) -> bool:
    """Tell whether a seat has played something that it can ask for, and has not asked yet."""
    if seat is None or room.to_act is None or seat not in room.acted:
        return False
    if room.undo_floor(seat) < len(room.acted) or room.house_rules.together:
        return False
    asked = any(one.kind == ASKED and one.step == room.step for one in room.happened)
    return not asked and bool(others(room, seat))


def last_own(room: Room, seat: int) -> int | None:
    """Return how many actions stood before the last real decision of a seat."""
    for number in reversed(range(len(room.acted))):
        if room.acted[number] == seat and len(room.match.back_to(number).legal) > 1:
            start = before_last(room.match.back_to(number + 1))
            return start if room.acted[start] == seat else number
    return None


def is_granted(room: Room, one: Happening) -> bool | None:
    """Tell how a question ended: granted or lapsed; None if it stands or was refused."""
    refused = any(each.kind == REFUSED and each.step == one.step for each in room.happened)
    if refused or room.step <= one.step:
        return None
    then = room.entries[one.step]
    return then.text == UNDO and then.seat == one.seat

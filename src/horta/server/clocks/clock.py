"""The clock of a table, read from its transcript: who has how much time left.

The transcript says when everything was played, and by whom; nothing else is counted. So a clock
survives a restart, another process reads the same, and what is taken back costs its time. The
clock starts with the first action of the game. A turn is whatever a seat does until another acts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from horta.server.clocks.pace import Pace
from horta.server.stored import Entry

OFF, UP, BACK, STILL = "off", "up", "back", "still"
"""A seat takes time off; its time was up; its player is back; what passed is not counted."""


@dataclass(frozen=True)
class Event:
    """Something about the time of a seat that the transcript does not tell."""

    seat: int
    kind: str
    since: float
    until: float


@dataclass(frozen=True)
class Clock:
    """How a seat that has to act stands with its time."""

    seat: int
    left: float
    """Seconds until the time is up, reserve included; less than 0 once it was."""
    turn: float
    """Seconds of the turn's own time that are left; then the reserve runs."""
    reserve: float
    due: float
    """When the time is up."""
    off: float
    """Until when it stands still, because its player takes time off; 0 if it runs."""


def reserves(
    pace: Pace,
    players: int,
    entries: Sequence[Entry],
    events: Sequence[Event],
    to_act: int | None,
) -> list[float]:
    """Return what every seat has in reserve after the turns that are over."""
    left = [float(pace.reserve)] * players
    turns = list(_turns(entries)) if entries else []
    if turns and turns[-1][0] == to_act:  # it goes on
        turns.pop()
    for seat, start, end in turns:
        left[seat] -= max(
            0.0, _spent(seat, _begin(seat, start, end, events), end, events) - pace.turn
        )
    out = {event.seat for event in events if event.kind == UP}
    return [0.0 if seat in out else max(0.0, rest) for seat, rest in enumerate(left)]


def read_clock(
    pace: Pace,
    players: int,
    entries: Sequence[Entry],
    events: Sequence[Event],
    *,
    to_act: int | None,
    now: float,
    begun: float | None = None,
) -> Clock | None:
    """Return the clock of the seat that has to act; None before the first action and at the end.

    Where somebody says when it has `begun`, the first turn counts too: nobody is waited for.
    """
    if to_act is None or (not entries and begun is None):
        return None
    *_, (last, start, end) = _turns(entries) if entries else [(-1, now, begun or now)]
    reserve = reserves(pace, players, entries, events, to_act)[to_act]
    begun = _begin(to_act, start if last == to_act else end, now, events)
    spent = _spent(to_act, begun, now, events)
    off = max(
        (one.until for one in _off(to_act, events) if one.since <= now < one.until), default=0
    )
    left = pace.turn + reserve - spent
    return Clock(to_act, left, pace.turn - spent, reserve, max(now, off) + left, off)


def off_left(pace: Pace, seat: int, events: Iterable[Event]) -> float:
    """Return how much time off a seat can still take."""
    return pace.off - sum(one.until - one.since for one in _off(seat, events))


def _turns(entries: Sequence[Entry]) -> Iterable[tuple[int, float, float]]:
    """Return who had each turn, when it began, and when something was last done in it."""
    seat, start, end = entries[0].seat, entries[0].at, entries[0].at
    for entry in entries[1:]:
        if entry.seat != seat:
            yield seat, start, end
            seat, start = entry.seat, end
        end = max(end, entry.at)
    yield seat, start, end


def _begin(seat: int, start: float, end: float, events: Iterable[Event]) -> float:
    """Return when a turn began, or when its player came back in the middle of it."""
    back = [one.since for one in events if (one.seat, one.kind) == (seat, BACK)]
    return max([start, *(at for at in back if start < at <= end)])


def _spent(seat: int, start: float, end: float, events: Iterable[Event]) -> float:
    still = [one for one in events if one.seat == seat and one.kind in (OFF, STILL)]
    away = sum(max(0.0, min(end, one.until) - max(start, one.since)) for one in still)
    return end - start - away


def _off(seat: int, events: Iterable[Event]) -> list[Event]:
    return [one for one in events if (one.seat, one.kind) == (seat, OFF)]

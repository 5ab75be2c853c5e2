"""Notes: what happened, told by the rules themselves.

A table has `notes: Array[Note] = of(N)` and `noted: i32`; a rule says
`note(table, Event.TOOK, seat, building)`. The ring holds the notes of the last steps; the host
reads those of each step from the tables before and after it, so nothing is collected while a game
is only simulated.
"""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

from horta.core.record import Array, i8, i16, i32, record, u8
from horta.core.rule import rule


@record
class Note:
    """One event: its kind, the seat it concerns (-1: nobody), and up to three numbers."""

    kind: u8
    seat: i8
    a: i16
    b: i16
    c: i16


class Noting(Protocol):
    """A table that keeps notes."""

    notes: Array[Note]
    noted: i32


class Event(NamedTuple):
    """A note, copied out of the table."""

    kind: int
    seat: int
    a: int
    b: int
    c: int


@rule
def note(table: Any, kind: int, seat: int, a: int = 0, b: int = 0, c: int = 0) -> None:
    """Append an event to the table's ring."""
    entry = table.notes[table.noted % len(table.notes)]
    entry.kind = kind
    entry.seat = seat
    entry.a = a
    entry.b = b
    entry.c = c
    table.noted += 1


@rule
def clear_notes(table: Any) -> None:
    """Forget everything that happened: a table that was played before is dealt anew."""
    table.noted = 0
    for k in range(len(table.notes)):
        entry = table.notes[k]
        entry.kind = 0
        entry.seat = 0
        entry.a = 0
        entry.b = 0
        entry.c = 0


def events(table: Noting, since: int) -> list[Event]:
    """Return the events noted after the first `since` ones."""
    ring = table.notes
    first = max(since, table.noted - len(ring))
    return [
        Event(entry.kind, entry.seat, entry.a, entry.b, entry.c)
        for entry in (ring[k % len(ring)] for k in range(first, table.noted))
    ]

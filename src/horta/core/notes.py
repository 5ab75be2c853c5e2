"""Notes: what happened, told by the rules themselves.

A table has `notes: Array[Note] = of(N)` and `noted: i32`; a rule says
`note(table, Event.TOOK, seat, building)`. The ring holds the notes of the last steps; the host
reads those of each step from the tables before and after it, so nothing is collected while a game
is only simulated.

No game has to count how much a step can tell at most. A step that tells more than the ring holds
is played once more, as it is written, on a copy of the table before it whose ring is long enough
(`with_room`): rules depend on nothing but the table and the action, so it tells the same again.
"""

from __future__ import annotations

import ctypes
from typing import Any, NamedTuple, Protocol, TypeVar, cast

import numpy as np

from horta.core.record import Array, Games, at, dtype_of, i8, i16, i32, record, u8
from horta.core.rule import rule

T = TypeVar("T")


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
def note(  # noqa: PLR0917 - rules call rules by place alone
    table: Any, kind: int, seat: int, a: int = 0, b: int = 0, c: int = 0
) -> None:
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


def lost(table: Noting, since: int) -> int:
    """Return how many of the events noted after the first `since` ones the ring has lost."""
    return max(0, table.noted - since - len(table.notes))


def has_ring(table: type) -> bool:
    """Tell whether a record has a ring of notes as rules write it."""
    fields = dtype_of(table).fields
    if fields is None or "notes" not in fields or "noted" not in fields:
        return False
    if fields["noted"][0] != np.dtype("i4"):
        return False
    ring = fields["notes"][0]
    return ring.base == dtype_of(Note) and len(ring.shape) == 1


def ring_of(table: type) -> tuple[int, int]:
    """Return where in a record its ring of notes begins and ends, in bytes; 0, 0 without one."""
    fields = dtype_of(table).fields
    if fields is None or not has_ring(table):
        return 0, 0
    ring, start = fields["notes"][:2]
    return start, start + ring.itemsize


def with_room(cls: type[T], games: Games, more: int) -> T:
    """Return a copy of a table for rules as they are written, with room for `more` notes.

    Nothing else is different; compiled rules cannot use it.
    """
    struct: Any = cls.__struct__  # type: ignore[attr-defined]
    narrow: Any = at(cls, games)
    length = len(narrow.notes) + more
    ring = Note.__struct__ * length  # type: ignore[attr-defined]
    members = [(name, ring if name == "notes" else kind) for name, kind in struct._fields_]
    wide: Any = type(struct.__name__, (ctypes.Structure,), {"_fields_": members})()
    for name, _ in members:
        if name != "notes":
            source, target = getattr(struct, name), getattr(type(wide), name)
            ctypes.memmove(
                ctypes.addressof(wide) + target.offset,
                ctypes.addressof(narrow) + source.offset,
                source.size,
            )
    for k in range(max(0, narrow.noted - len(narrow.notes)), narrow.noted):
        wide.notes[k % length] = narrow.notes[k % len(narrow.notes)]
    return cast(T, wide)

"""What is stored of a match: its entries, who sits where, and the tables that were kept."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from horta.core.game import Json
from horta.core.kept import Layout, layout_key
from horta.server.happenings import Happening
from horta.server.seats import Seat

SLICE = 200
"""Entries that are handed to the database at once."""


@dataclass(frozen=True)
class Entry:
    """One line of a transcript as it is stored: steps count from 1."""

    step: int
    text: str
    seat: int
    at: float
    kept: bytes | None = None
    """What it changed on the table; see `horta.core.kept`."""


def action_row(match_id: str, entry: Entry) -> Json:
    """Return an entry as its row holds it."""
    # By hand: `asdict` takes ten times as long, and a transcript may have thousands of entries.
    return {
        "match_id": match_id,
        "step": entry.step,
        "text": entry.text,
        "seat": entry.seat,
        "at": entry.at,
        "kept": entry.kept,
    }


@dataclass
class Stored:
    """A match as the store holds it."""

    id: str
    header: Json
    seats: list[Seat]
    settings: Json
    host_epoch: int
    over: bool
    rematch: str | None
    made: float
    entries: list[Entry]
    owner: str = ""
    """Whose match it is, as `where:who`; see `callers`."""
    first: bytes | None = None
    layout: Layout | None = None
    """The layout of the kept tables."""
    result: Json | None = None
    open: bool = False
    """Whether it begins in the lobby."""
    happened: tuple[Happening, ...] = ()
    """What happened at the table and is no action."""


def rated_row(match_id: str, header: Json) -> Json:
    """Return the row of a new table that counts for ratings; see `ratings`."""
    return {
        "match_id": match_id,
        "game": str(header["game"]),
        "players": int(header["players"]),
        "why": "",
        "ended": None,
    }


@dataclass(frozen=True)
class Standing:
    """What may change about a match besides its transcript."""

    seats: tuple[Seat, ...]
    host_epoch: int
    host_key: str
    rematch: str | None


Version = tuple[int, str | None, int]
"""Of a match: its host's epoch, its rematch, and the versions of all its seats together."""


def slices(entries: Sequence[Entry]) -> Iterator[Sequence[Entry]]:
    """Return entries in slices: between two of them others have their turn."""
    for first in range(0, len(entries), SLICE):
        yield entries[first : first + SLICE]


def kept_columns(stored: Stored) -> Json:
    """Return what is kept of a match beside its actions, as its row holds it."""
    return {
        "first": stored.first,
        "layout": None if stored.layout is None else layout_key(stored.layout),
        "result": stored.result,
    }


def owner_columns(owner: str) -> Json:
    """Return whose match it is, as its row holds it."""
    origin, _, who = owner.partition(":")
    return {"origin": origin or None, "owner": who if origin else None}


LONGEST_TOLD = 6000
"""Bytes of what is told of entries; PostgreSQL takes 8,000 in a notification."""


def write_entries(match_id: str, entries: Sequence[Entry]) -> str:
    """Tell which step a match has reached and, if it is short, how: `read_entries` reads it."""
    reached = f"{match_id}:{entries[-1].step}"
    told = json.dumps([[one.step, one.text, one.seat, one.at] for one in entries])
    return f"{reached} {told}" if len(told) <= LONGEST_TOLD else reached


def read_entries(told: str) -> tuple[str, int, list[Entry]]:
    """Return the match, the step that it has reached, and the entries, if they were told."""
    reached, _, entries = told.partition(" ")
    match_id, _, step = reached.rpartition(":")
    return match_id, int(step), [Entry(*one) for one in json.loads(entries or "[]")]

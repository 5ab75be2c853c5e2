"""Keeping: a match with everything that is kept of it, as the store and the workers hold it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from horta.core import kept
from horta.core.game import Json
from horta.core.match import Match

UNDO = "undo"
END = "end"
CLOSE = "close"
"""The host has closed the table; nothing follows."""
SIGNS = frozenset({UNDO, END, CLOSE})
"""Entries that are no actions."""
BEGAN = "began_under"
"""In a header: the version of the rules under which a match began, if it goes on under another."""


@dataclass(frozen=True)
class KeptMatch:
    """A match as it is kept: how it began, what was done, and the tables on the way."""

    header: Json
    """Its transcript without actions and result."""
    first: bytes
    """The table before the first action, packed."""
    entries: list[tuple[str, int]]
    """Each action, undo, end of a turn or of the table, with the seat that did it."""
    changes: list[bytes | None]
    """What each entry changed on the table; None where it does not stand any more."""
    result: Json | None
    """Scores, winners and score sheet, when the game is over."""

    def message(self) -> tuple[Json, list[bytes]]:
        """Return it as it goes over the wire."""
        content = {
            "header": self.header,
            "entries": self.entries,
            "kept": [change is not None for change in self.changes],
            "result": self.result,
        }
        return content, [self.first, *(change for change in self.changes if change is not None)]


def from_message(content: Json, blobs: Sequence[bytes]) -> KeptMatch:
    """Return a kept match as it came over the wire."""
    changes = iter(blobs[1:])
    return KeptMatch(
        content["header"],
        blobs[0],
        [(text, seat) for text, seat in content["entries"]],
        [next(changes) if stands else None for stands in content["kept"]],
        content["result"],
    )


def header_of(match: Match) -> Json:
    """Return the transcript of a match without actions and result."""
    transcript = match.transcript()
    return {key: transcript[key] for key in transcript if key not in ("actions", "result")}


def result_of(match: Match) -> Json | None:
    """Return how a match ended: its scores, winners and score sheet."""
    if not match.over:
        return None
    return {"scores": match.scores, "winners": match.winners, "sheet": match.sheet}


def kept_table(match: Match) -> bytes:
    """Return the table of a match as it is kept."""
    return kept.keep(match.table, match.scores)


def keep_match(match: Match, entries: Sequence[tuple[str, int]]) -> KeptMatch:
    """Return all that is kept of a match that these entries led to."""
    tables = [kept_table(match.back_to(number)) for number in range(len(match.actions) + 1)]
    changes: list[bytes | None] = [None] * len(entries)
    for number, entry in enumerate(standing([text for text, _ in entries])):
        changes[entry] = kept.difference(tables[number], tables[number + 1])
    return KeptMatch(
        header_of(match), kept.pack(tables[0]), list(entries), changes, result_of(match)
    )


def standing(texts: Sequence[str]) -> list[int]:
    """Return the places of the actions that were not taken back."""
    places: list[int] = []
    for place, text in enumerate(texts):
        if text == UNDO:
            places.pop()
        elif text not in SIGNS:
            places.append(place)
    return places


def tables_of(
    first: bytes, changes: Sequence[bytes | None], players: int
) -> tuple[list[bytes], list[list[int]]]:
    """Return the tables of the actions that stand, and the totals at each of them."""
    whole = [kept.unpack(first)]
    for change in changes:
        if change is None:
            raise kept.BadKept("a table is missing")
        whole.append(kept.follow(whole[-1], change))
    parts = [kept.part(one, players) for one in whole]
    return [table for table, _ in parts], [totals for _, totals in parts]

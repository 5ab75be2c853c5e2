"""Help at a decision: what can be done here, and what something new is, in a game's own words.

A game declares both beside its rules, in its module `help`, and a page shows them:

    WAYS = {
        Decision.TURN: (
            Way(mark("Lay your tile on any empty square."), ("PA-PH1-02",), ("tile",)),
            Way(mark("Nothing is built yet."), ("PA-PH1-05",)),
        ),
    }
    FIRSTS = (First("auction", mark("Your bid…"), ("B93-AUC-01",), spans=("bid",)),)

A way that names spans of actions explains those options; one without is good to know. `when`
keeps it to the tables that it is true of, so that texts follow editions and options.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

Says = Callable[[str], str]


@dataclass(frozen=True)
class Way:
    """Something that can be done at a decision, or is good to know there."""

    text: str
    rules: tuple[str, ...]
    """The rule that says so, by its id, in each of the books that the game follows, or in all."""
    spans: tuple[str, ...] = ()
    """The spans of actions that it explains; none: it is good to know."""
    when: Callable[[Any], bool] | None = None
    """Tells at which tables it is said; everywhere without it."""


@dataclass(frozen=True)
class First:
    """Something that is explained once, when it comes up for the first time."""

    name: str
    text: str
    rules: tuple[str, ...]
    spans: tuple[str, ...] = ()
    """It has come up when an action of these spans is offered to the visitor, …"""
    shows: tuple[str, ...] = ()
    """… or when something lies on the table whose name begins so."""
    when: Callable[[Any], bool] | None = None


@dataclass(frozen=True)
class Told:
    """A way, or something new, in the words of a visitor's language."""

    text: str
    rule: str
    """The rule that says so, by its id: a page links to it."""
    spans: tuple[str, ...] = ()
    shows: tuple[str, ...] = ()
    name: str = ""
    picture: str = ""
    """A small drawing that shows it, as SVG."""


def ways_told(ways: Iterable[Way], table: Any, say: Says, book: int = 0) -> list[Told]:
    """Return the ways that are true of a table, in words; `book` is the one that it follows."""
    return [
        Told(say(way.text), way.rules[min(book, len(way.rules) - 1)], way.spans)
        for way in ways
        if way.when is None or way.when(table)
    ]


def firsts_told(firsts: Iterable[First], table: Any, say: Says, book: int = 0) -> list[Told]:
    """Return what can come up at a table, in words."""
    return [
        Told(
            say(first.text),
            first.rules[min(book, len(first.rules) - 1)],
            first.spans,
            first.shows,
            first.name,
        )
        for first in firsts
        if first.when is None or first.when(table)
    ]

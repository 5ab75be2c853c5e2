"""What a table tells a person beside the drawing: why a thing cannot be chosen, and its rule.

A game says both by the names that its drawing gives to things (`data-target` for what can be
chosen at some time, `data-thing` for the rest). What the games share stands here.

A page says in words what a drawing shows, by the titles of its things. `data-card` marks a card or
a board: its effect is always said, and a choice among those marked `pick` is laid out large
(`place` marks those that are chosen where they lie). `data-absent` marks an empty place.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from horta.core.engine import engine
from horta.core.game import Game, Target
from horta.core.record import from_bytes

NAMED = re.compile(r'data-(?:target|thing)="([^"]+)"')
"""Finds the names of all things on a drawing."""

_NUMBERS = re.compile(r"-[0-9]+(?=-|$)")


def things(svg: str) -> list[str]:
    """Return the names of everything on a drawing, each once."""
    return list(dict.fromkeys(NAMED.findall(svg)))


def open_elements(targets: Iterable[Target]) -> set[str]:
    """Return every name that stands for a legal action: its place, its piece, what it covers."""
    names: set[str] = set()
    for target in targets:
        names.update((target.element, target.piece, *target.cells))
    return names - {""}


def names_open(game: Game, table: Any) -> set[str]:
    """Return every name that stands for a legal action at a table, by the rules that are ready.

    Compiled they take less time than to put one reason into words.
    """
    games, out = from_bytes(game.table, bytes(memoryview(table).cast("B"))), game.new_list()
    legal = out[: engine(game).legal(games, 0, out)].tolist()
    return open_elements(game.presentation.target(table, action) for action in legal)


_rules: dict[int, tuple[Mapping[str, str], dict[str, str]]] = {}
"""By table of rules: the table, and what was found in it. Each drawing asks for the same names."""
_MOST_NAMES = 4096


def rule_of(rules: Mapping[str, str], element: str) -> str:
    """Return the id of the rule for a thing: that of the longest prefix of its name.

    Seats and other numbers in a name are left out: `notable-0-solvay` is `notable-solvay`.
    `rules` is a constant of its game: what was found once is not looked for again.
    """
    known, found = _rules.setdefault(id(rules), (rules, {}))
    if known is rules and element in found:
        return found[element]
    name = _NUMBERS.sub("", element)
    prefix = max((one for one in rules if name.startswith(one)), key=len, default="")
    rule = rules.get(prefix, "")
    if known is rules and len(found) < _MOST_NAMES:
        found[element] = rule
    return rule

"""The rules of the things on a drawing: what a person is led to from each of them."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

from horta.core.game import Game
from horta.core.regions import NotingScene, Region, kept
from horta.server.pieces import Lines

JOINED = 1024
"""Collections of rules that are remembered: most tables show the same for many steps."""

NAMES = 4096
"""Things of a game of which the rule is remembered."""

_still: dict[tuple[str, str], dict[str, str]] = {}
"""By game and things: the rules of those that follow the same one whatever lies on the table."""
_always: dict[str, dict[str, str]] = {}
"""By game: the same thing by thing."""
_joined: dict[tuple[int, ...], tuple[Sequence[dict[str, str]], Lines]] = {}


def rules_on(game: Game, seen: Any, drawn: Sequence[Region]) -> dict[str, str]:
    """Return the id of the rule for each thing on a drawing; each region is asked for once."""
    return joined(rules_by_region(game, seen, drawn))


def rules_by_region(game: Game, seen: Any, drawn: Sequence[Region]) -> list[dict[str, str]]:
    """Return the same region by region; what a region read is the same stays the very same."""
    return [
        _rules_of(game, seen, number, region)
        for number, region in enumerate(drawn)
        if region.things
    ]


def _rules_of(game: Game, seen: Any, number: int, region: Region) -> dict[str, str]:
    place = (game.id, region.things_tag)  # a thing follows its rule however it looks
    found = _still.get(place)
    if found is None:
        look = functools.partial(_look, game, region.things, place)
        found = kept(seen, f"rules-{number}", look, region.things_tag)
    return found


def _look(game: Game, names: Sequence[str], place: tuple[str, str], seen: Any) -> dict[str, str]:
    always, found = _always.setdefault(game.id, {}), {}
    for name in names:
        rule = always.get(name)
        if rule is None:
            rule = _ask(game, name, seen, always)
        if rule:
            found[name] = rule
    if isinstance(seen, NotingScene) and not seen.fields:
        _still[place] = found
        while len(_still) > JOINED:
            del _still[next(iter(_still))]
    return found


def _ask(game: Game, name: str, seen: Any, always: dict[str, str]) -> str:
    """Return the rule of a thing; what did not look at the table says so once and for all."""
    if not isinstance(seen, NotingScene):
        return game.presentation.rule_of(seen.table, name)
    looked = seen.beside()
    rule = game.presentation.rule_of(looked.table, name)
    if not looked.fields and len(always) < NAMES:
        always[name] = rule
    seen.fields |= looked.fields
    return rule


def joined(parts: Sequence[dict[str, str]]) -> Lines:
    """Join dictionaries that nobody changes; what the same ones gave before is given again."""
    key = tuple(map(id, parts))
    known = _joined.get(key)
    if known is None:
        made = Lines()
        for part in parts:
            made.update(part)
        known = _joined[key] = (parts, made)  # as long as it is known, so are its parts' numbers
        while len(_joined) > JOINED:
            del _joined[next(iter(_joined))]
    return known[1]

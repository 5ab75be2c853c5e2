"""Owners: component tables as a careless or hostile owner would write them, for any game.

    python -m tests.hostile.owners bruxelles1897 200 7     # game, tables, seed

Ours are changed in a few places: numbers to their edges and beyond, lists shuffled, shortened and
doubled, names exchanged. What the game accepts is played to its end, and every table on the way is
looked at by `verify`; compiled with `HORTA_CHECK=1`, no rule may leave its bounds.
"""

from __future__ import annotations

import copy
import json
import random
import sys
from typing import Any

from horta.core import registry
from horta.core.engine import plain_engine
from horta.core.errors import HortaError
from horta.core.game import Game
from horta.core.record import Games

EDGES = (-(2**31), -129, -128, -2, -1, 0, 1, 2, 3, 5, 7, 12, 63, 99, 127, 128, 255, 32767, 2**31)
OPTIONS: dict[str, list[dict[str, Any]]] = {
    "paris": [{}, {"allow_flip": True, "postcards": "random", "fountain_cells": 2}],
    "bruxelles1897": [{}, {"force_effect": False, "vp_floor": 0}],
    "bruxelles1893": [
        {"edition": "2013", "strips": "random"},
        {},
        {"belle_epoque": True, "asymmetric": True},
    ],
}


def places(value: Any) -> list[tuple[Any, Any]]:
    """Return every place of a JSON value: what holds it, and its key or index."""
    found: list[tuple[Any, Any]] = []
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, one in items:
        found.append((value, key))
        if isinstance(one, dict | list):
            found += places(one)
    return found


def spoil(given: Any, rng: random.Random) -> Any:
    """Change a copy of component tables in one to three places."""
    made = copy.deepcopy(given)
    for _ in range(rng.randint(1, 3)):
        holder, key = rng.choice(places(made))
        holder[key] = changed(holder[key], made, rng)
    return made


def changed(value: Any, whole: Any, rng: random.Random) -> Any:
    """Return something else of the same kind, mostly."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        near = value + rng.choice((-2, -1, 1, 2))
        return near if rng.random() < 0.7 else rng.choice(EDGES)
    if isinstance(value, list):
        made = list(value)
        way = rng.randrange(4)
        if way == 0:
            rng.shuffle(made)
        elif way == 1 and made:
            made.pop(rng.randrange(len(made)))
        elif made:
            made.insert(rng.randrange(len(made) + 1), copy.deepcopy(rng.choice(made)))
        return made
    same = [held[k] for held, k in places(whole) if isinstance(held[k], type(value))]
    return copy.deepcopy(rng.choice(same))


def tables(game: Game, seed: int, wanted: int) -> list[tuple[int, Any, Games]]:
    """Return tables laid out with accepted components: players, what was given, the table."""
    rng = random.Random(seed)
    ours = json.loads(game.components().model_dump_json())
    found: list[tuple[int, Any, Games]] = []
    for _ in range(100 * wanted):
        if len(found) == wanted:
            return found
        given = spoil(ours, rng)
        options = rng.choice(OPTIONS[game.id])
        players = rng.randint(game.min_players, game.max_players)
        try:
            table = game.new_table(players, game.read_options(options), game.read_components(given))
        except HortaError:  # refused with words: that is what it should be
            continue
        found.append((players, given, table))
    raise AssertionError(f"{game.id}: hardly any changed components are accepted")


def play_plainly(game: Game, table: Games, seed: int, most: int = 3000) -> int:
    """Play a random game as the rules are written, and look at every table; return its steps."""
    rules, rng, out = plain_engine(game), random.Random(seed), game.new_list()
    sheet = game.new_sheet()
    rules.setup(table, 0, seed)
    for step in range(most):
        assert rules.check(table, 0) == 0
        count = rules.legal(table, 0, out)
        rules.score(table, 0, sheet)
        if rules.to_play(table, 0) < 0:
            return step
        assert count > 0
        rules.step(table, 0, int(out[rng.randrange(count)]))
    raise AssertionError(f"{game.id}: the game does not end")


def main() -> None:
    """Play what is accepted, compiled."""
    from horta.core.drivers import verify

    name, wanted, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    game = registry.game(name)
    for number, (players, given, table) in enumerate(tables(game, seed, wanted)):
        try:
            verify(game, table, first=number, n=3)
        except BaseException:
            print(f"{name}, {players} players, table {number}: {json.dumps(given)}")
            raise
    print(wanted)


if __name__ == "__main__":
    main()

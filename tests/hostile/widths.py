"""Widths: component tables and positions with the largest numbers that are accepted, for any game.

    HORTA_CHECK=1 HORTA_JIT=0 python -m tests.hostile.widths play bruxelles1893 20 7
    HORTA_CHECK=1 HORTA_JIT=0 python -m tests.hostile.widths mutants bruxelles1893 100 7
    HORTA_CHECK=1 HORTA_JIT=1 python -m tests.hostile.widths compare bruxelles1893 20 7

Every number of our component tables is raised as far as the game takes it, or lowered; then every
number of a position of a game with them. What is accepted is played to its end. As written, with
`HORTA_CHECK=1`, a number that outgrows its field is an error; compiled, every table is compared
with the one that the rules make as they are written. Mutants are those of `positions`.
"""

from __future__ import annotations

import copy
import json
import random
import sys
from typing import Any

import numpy as np

import horta
from horta.core import registry
from horta.core.engine import compiled_engine, plain_engine
from horta.core.errors import HortaError
from horta.core.game import Game

from .owners import OPTIONS, places
from .positions import MOST_STEPS, attack, is_number, play_on

LARGE = (32_767, 9_999, 999, 255, 136, 127, 120, 99, 63, 45, 30, 20, 12, 9, 6, 4)
SMALL = (-32_768, -128, -9, -1, 0, 1)


def accepts(game: Game, components: Any) -> bool:
    """Tell whether a game takes component tables."""
    try:
        game.read_components(components)
    except HortaError:
        return False
    return True


def numbers(value: Any) -> list[tuple[Any, Any]]:
    """Return every place of a JSON value in which a number stands."""
    return [(held, key) for held, key in places(value) if is_number(held[key])]


def push(value: Any, candidates: tuple[int, ...], good: Any, rng: random.Random) -> None:
    """Put into every place of a number the first candidate beyond it that is good."""
    found, up = numbers(value), candidates is LARGE
    rng.shuffle(found)
    for held, key in found:
        before = held[key]
        for candidate in candidates:
            held[key] = candidate
            if (candidate > before if up else candidate < before) and good(value):
                break
        else:
            held[key] = before


def heap(value: Any, good: Any) -> None:
    """Of lists whose sum is fixed, put everything into one place; make others as long as can be."""
    for held, key in places(value):
        before = held[key]
        if not (isinstance(before, list) and before and all(map(is_number, before))):
            continue
        held[key] = [sum(before)] + [0] * (len(before) - 1)
        if good(value):
            continue
        while True:
            held[key] = [*before, before[-1]]
            if not good(value):
                held[key] = before
                break
            before = held[key]


def extreme_components(game: Game, rng: random.Random) -> Any:
    """Return component tables at the edge of what the game takes."""
    made = json.loads(game.components().model_dump_json())

    def good(given: Any) -> bool:
        return accepts(game, given)

    if rng.random() < 0.5:
        heap(made, good)
    push(made, LARGE if rng.random() < 0.75 else SMALL, good, rng)
    return made


def extreme_match(game: Game, rng: random.Random) -> horta.Match:
    """Return a match with extreme components, at its start or from an extreme position."""
    options = rng.choice(OPTIONS[game.id])
    players = rng.randint(game.min_players, game.max_players)
    match = horta.start(
        game.id,
        players,
        rng.randrange(2**40),
        components=extreme_components(game, rng) if rng.random() < 0.7 else None,
        **options,
    )
    if rng.random() < 0.3:
        return match
    for _ in range(rng.randrange(80)):
        if len(match.legal) == 0:
            break
        match.play(rng.choice(match.legal))
    if match.over:
        match.undo()
    position = copy.deepcopy(match.position)

    def good(table: Any) -> bool:
        try:
            horta.resume(game.id, {**position, "table": table})
        except HortaError:
            return False
        return True

    push(position["table"], LARGE, good, rng)
    return horta.resume(game.id, position)


def compare(match: horta.Match, rng: random.Random) -> int:
    """Play a match to its end by both engines; return the steps. No byte may differ."""
    game = match.game
    plain, compiled = plain_engine(game), compiled_engine(game)
    one, two = match._table.copy(), match._table.copy()
    out, sheets = game.new_list(), (game.new_sheet(), game.new_sheet())
    for step in range(MOST_STEPS):
        count = compiled.legal(two, 0, out)
        legal = out[:count].tolist()
        assert out[: plain.legal(one, 0, out)].tolist() == legal, f"step {step}: other actions"
        plain.score(one, 0, sheets[0])
        compiled.score(two, 0, sheets[1])
        assert np.array_equal(*sheets), f"step {step}: another score"
        if plain.to_play(one, 0) < 0:
            return step
        action = rng.choice(legal)
        plain.step(one, 0, action)
        compiled.step(two, 0, action)
        assert one.tobytes() == two.tobytes(), f"step {step}: another table"
    raise AssertionError(f"{game.id}: the game does not end")


def main() -> None:
    """Play what is accepted."""
    how, name, wanted, seed = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    if how == "mutants":
        print(attack(name, seed, wanted).mutants)
        return
    game, rng = registry.game(name), random.Random(seed)
    for number in range(wanted):
        match = extreme_match(game, rng)
        try:
            (compare if how == "compare" else play_on)(match, rng)
        except BaseException:
            print(f"number {number}: {json.dumps(match.position)}")
            raise
    print(wanted)


if __name__ == "__main__":
    main()

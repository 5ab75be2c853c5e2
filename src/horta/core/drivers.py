"""Drivers: loops over whole games that work for every game, compiled.

The rules come in as function pointers, so a driver is compiled in a second, once for each game's
record, and cached; a rule is never compiled into it a second time. The loops release the GIL, so
threads run them side by side.

The choices of a random game come from dice of the driver's own, seeded by the number of the game:
the results do not depend on how the games are spread over threads.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from horta.core.cache import keep
from horta.core.dice import Dice, roll, seed_dice
from horta.core.engine import compiled_engine, games_type, signature
from horta.core.game import Game
from horta.core.record import Games, blank, dtype_of
from horta.core.rule import checked

CHOICES = 0x1893_1897_0000_0000
"""Keeps the dice of the choices apart from the dice of the deal with the same number."""

CHUNK = 256


def _playouts(
    setup: Any,
    legal: Any,
    step: Any,
    to_play: Any,
    score: Any,
    start: Any,
    games: Any,
    dice: Any,
    out: Any,
    sheet: Any,
    first: int,
    n: int,
    results: Any,
    lengths: Any,
) -> int:
    """Play `n` random games with the seeds `first`, `first` + 1, …; return the steps taken."""
    total = 0
    for k in range(n):
        games[0] = start[0]
        setup(games, 0, first + k)
        seed_dice(dice[0], (first + k) ^ CHOICES)
        steps = 0
        while to_play(games, 0) >= 0:
            count = legal(games, 0, out)
            step(games, 0, out[roll(dice[0], count)])
            steps += 1
        score(games, 0, sheet)
        results[k] = sheet
        lengths[k] = steps
        total += steps
    return total


def _verify(
    setup: Any,
    legal: Any,
    step: Any,
    to_play: Any,
    score: Any,
    check: Any,
    follows: Any,
    start: Any,
    games: Any,
    raw: Any,
    dice: Any,
    out: Any,
    sheet: Any,
    first: int,
    n: int,
    most_steps: int,
    place: Any,
) -> int:
    """Play `n` random games and look at every table; return 0 or what is wrong first.

    1: no legal action, or some after the end. 2: the list is not sorted. 3: a query changed the
    table. 4: two equal tables became different. 5: the game does not end. 6: too many notes in one
    step. 100 + k: invariant k. `place` tells the seed, the step and the action before it.
    """
    for k in range(n):
        games[0] = start[0]
        setup(games, 0, first + k)
        seed_dice(dice[0], (first + k) ^ CHOICES)
        place[0], place[1], place[2] = first + k, 0, -1
        while True:
            broken: int = check(games, 0)
            if broken != 0:
                return 100 + broken
            games[1] = games[0]
            games[2] = games[0]
            count = legal(games, 0, out)
            seat = to_play(games, 0)
            score(games, 0, sheet)
            for j in range(raw.shape[1]):
                if raw[0, j] != raw[1, j]:
                    return 3
            if (count == 0) != (seat < 0):
                return 1
            for j in range(1, count):
                if out[j - 1] >= out[j]:
                    return 2
            if seat < 0:
                break
            action = out[roll(dice[0], count)]
            noted = games[0].noted
            step(games, 0, action)
            step(games, 1, action)
            place[1] += 1
            place[2] = action
            for j in range(raw.shape[1]):
                if raw[0, j] != raw[1, j]:
                    return 4
            broken = follows(games, 2, 0)
            if broken != 0:
                return 100 + broken
            if games[0].noted - noted > len(games[0].notes):
                return 6
            if place[1] > most_steps:
                return 5
    return 0


def _advance(
    setup: Any,
    legal: Any,
    step: Any,
    to_play: Any,
    start: Any,
    games: Any,
    dice: Any,
    out: Any,
    rounds: int,
) -> int:
    """Take `rounds` random steps in every game of a batch; a game that is over begins anew."""
    for _ in range(rounds):
        for i in range(len(games)):
            if to_play(games, i) < 0:
                games[i] = start[0]
                setup(games, i, roll(dice[0], 1 << 31))
            count = legal(games, i, out)
            step(games, i, out[roll(dice[0], count)])
    return rounds * len(games)


def _copies(games: Any, n: int) -> int:
    """Copy table 0 over the others, `n` times in all."""
    last = len(games) - 1
    for k in range(n):
        games[1 + k % last] = games[0]
    return n


_DRIVERS: dict[str, tuple[Callable[..., int], tuple[str, ...], tuple[str, ...]]] = {
    "playouts": (
        _playouts,
        ("setup", "legal", "step", "to_play", "score"),
        ("games", "games", "dice", "out", "sheet", "int", "int", "results", "lengths"),
    ),
    "verify": (
        _verify,
        ("setup", "legal", "step", "to_play", "score", "check", "follows"),
        ("games", "games", "raw", "dice", "out", "sheet", "int", "int", "int", "lengths"),
    ),
    "advance": (
        _advance,
        ("setup", "legal", "step", "to_play"),
        ("games", "games", "dice", "out", "int"),
    ),
    "copies": (_copies, (), ("games", "int")),
}


def _types(game: Game) -> dict[str, Any]:
    import numba
    from numba import types

    return {
        "games": games_type(game),
        "dice": types.Array(numba.from_dtype(dtype_of(Dice)), 1, "C"),
        "out": types.Array(types.int32, 1, "C"),
        "sheet": types.Array(types.int32, 2, "C"),
        "results": types.Array(types.int32, 3, "C"),
        "lengths": types.Array(types.int64, 1, "C"),
        "raw": types.Array(types.uint8, 2, "C"),
        "int": types.int64,
    }


@functools.cache
def driver(name: str, game: Game) -> Callable[..., int]:
    """Return a compiled driver for a game, its rules bound to it."""
    import numba
    from numba import types

    function, entries, rest = _DRIVERS[name]
    kinds = _types(game)
    pointers = [types.FunctionType(signature(game, entry)) for entry in entries]
    dispatcher = numba.njit(nogil=True, boundscheck=checked())(function)
    keep(dispatcher, function)
    dispatcher.compile(types.int64(*pointers, *(kinds[kind] for kind in rest)))
    # Otherwise Numba would compile the rules into the driver again, for their own types.
    dispatcher.disable_compile()
    rules = [getattr(compiled_engine(game), entry) for entry in entries]
    return functools.partial(dispatcher, *rules)


def compile_for(game: Game) -> None:
    """Compile the drivers that play games; the others are compiled when something asks for them."""
    driver("playouts", game)
    driver("advance", game)


@dataclass
class Played:
    """The results of some random games, in the order of their seeds."""

    first: int
    sheets: NDArray[np.int32]
    """[game, seat, line]"""
    lengths: NDArray[np.int64]


def play_random(game: Game, start: Games, first: int, n: int) -> Played:
    """Play `n` random games from one prepared table, with the seeds `first`, `first` + 1, …."""
    lines = len(game.lines)
    results = np.zeros((n, game.max_players, lines), np.int32)
    lengths = np.zeros(n, np.int64)
    driver("playouts", game)(
        start,
        blank(game.table),
        blank(Dice),
        np.zeros(game.max_legal, np.int32),
        game.new_sheet(),
        first,
        n,
        results,
        lengths,
    )
    return Played(first, results, lengths)


def play_many(game: Game, start: Games, first: int, n: int, jobs: int = 1) -> Iterator[Played]:
    """Play `n` random games over threads; yield the results in order, chunk by chunk."""
    driver("playouts", game)
    chunks = [(first + k, min(CHUNK, n - k)) for k in range(0, n, CHUNK)]
    if jobs <= 1:
        for seed, count in chunks:
            yield play_random(game, start, seed, count)
        return
    with ThreadPoolExecutor(jobs) as pool:
        yield from pool.map(lambda chunk: play_random(game, start, *chunk), chunks)


class Broken(AssertionError):
    """A game broke one of its own invariants."""


def verify(game: Game, start: Games, first: int, n: int, most_steps: int = 10_000) -> int:
    """Play `n` random games and check every table on the way; return the steps taken.

    Raises `Broken` with the seed and the step when something is wrong.
    """
    games = np.concatenate([start, start, start])
    raw = games.view(np.uint8).reshape(3, games.dtype.itemsize)
    place = np.zeros(3, np.int64)
    problem = driver("verify", game)(
        start,
        games,
        raw,
        blank(Dice),
        np.zeros(game.max_legal, np.int32),
        game.new_sheet(),
        first,
        n,
        most_steps,
        place,
    )
    if problem:
        raise Broken(
            f"{game.id}, seed {place[0]}, step {place[1]}, after action {place[2]}: "
            + _problem(game, problem)
        )
    return int(place[1])


def _problem(game: Game, problem: int) -> str:
    if problem > 100:
        return f"invariant {problem - 100}: {game.telling.invariants()[problem - 100]}"
    return {
        1: "the list of legal actions is empty in a running game, or not empty after its end",
        2: "the list of legal actions is not sorted",
        3: "a query changed the table",
        4: "the same action made two equal tables different",
        5: "the game does not end",
        6: "more notes in one step than the ring can hold",
    }[problem]

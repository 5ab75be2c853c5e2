"""Drivers: loops over whole games that work for every game, compiled.

They are joined to a game by the binder (`core/binding.py`) and release the GIL, so threads run them
side by side.

The choices of a random game come from dice of the driver's own, seeded by the number of the game:
the results do not depend on how the games are spread over threads.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from horta.core.binding import bind
from horta.core.contract import Entry, IntPages, IntRows, Ints, Longs, RawRows, Tables
from horta.core.dice import Dice, DiceBatch, roll, seed_dice
from horta.core.engine import compiled_engine, engine
from horta.core.game import Game
from horta.core.outcome import settle_all, tie_breaks
from horta.core.record import Games, blank
from horta.core.rule import rule

CHOICES = 0x1893_1897_0000_0000
"""Keeps the dice of the choices apart from the dice of the deal with the same number."""

CHUNK = 256

INVARIANT = 100
"""Problems above this are broken invariants; see `verify_games`."""
MOST_STEPS = 10_000
"""A random game that takes more does not end; compiled, nothing else could stop it.

Random games of ours take some hundreds.
"""
LEFT = -1
"""In the place of the length of a game that was left before its end."""


class Moves(NamedTuple):
    """The rules of a game that goes on and on."""

    setup: Entry
    legal: Entry
    step: Entry
    to_play: Entry


class Play(NamedTuple):
    """The rules of a game with its result."""

    setup: Entry
    legal: Entry
    step: Entry
    to_play: Entry
    score: Entry


class Proof(NamedTuple):
    """The rules of a game that is looked at closely."""

    setup: Entry
    legal: Entry
    step: Entry
    to_play: Entry
    score: Entry
    check: Entry
    follows: Entry


class Desk(NamedTuple):
    """Where a driver plays."""

    start: Tables
    """One table, ready to be dealt."""
    games: Tables
    dice: DiceBatch
    """Of the choices."""
    out: Ints
    sheet: IntRows


def new_desk(game: Game, start: Games, games: Games) -> Desk:
    """Return a desk for some tables of a game."""
    return Desk(start, games, blank(Dice), game.new_list(), game.new_sheet())


def playouts(  # noqa: PLR0917 - a loop is compiled for its arguments one by one
    rules: Play, desk: Desk, first: int, n: int, results: IntPages, lengths: Longs
) -> int:
    """Play `n` random games with the seeds `first`, `first` + 1, …; return the steps taken.

    The length of a game that does not end, or in which nobody can go on, is `LEFT`.
    """
    games, dice, out, sheet = desk.games, desk.dice, desk.out, desk.sheet
    total = 0
    for k in range(n):
        games[0] = desk.start[0]
        rules.setup(games, 0, first + k)
        seed_dice(dice[0], (first + k) ^ CHOICES)
        steps = 0
        for _ in range(MOST_STEPS):
            count = rules.legal(games, 0, out) if rules.to_play(games, 0) >= 0 else 0
            if count == 0:
                break
            rules.step(games, 0, out[roll(dice[0], count)])
            steps += 1
        rules.score(games, 0, sheet)
        # Number by number: the text of the error of `results[k] = sheet` takes 4 s to compile.
        for seat in range(sheet.shape[0]):
            for line in range(sheet.shape[1]):
                results[k, seat, line] = sheet[seat, line]
        lengths[k] = steps if rules.to_play(games, 0) < 0 else LEFT
        total += steps
    return total


def verify_games(  # noqa: PLR0911, PLR0917 - a return for each thing that may be wrong; a loop
    rules: Proof, desk: Desk, raw: RawRows, first: int, n: int, most_steps: int, place: Longs
) -> int:
    """Play `n` random games and look at every table; return 0 or what is wrong first.

    1: no legal action, or some after the end. 2: the list is not sorted. 3: a query changed the
    table. 4: two equal tables became different. 5: the game does not end. INVARIANT + k: that one.
    `place` tells the seed, the step and the action before it. `raw` are the bytes of the tables.
    """
    games, dice, out = desk.games, desk.dice, desk.out
    for k in range(n):
        games[0] = desk.start[0]
        rules.setup(games, 0, first + k)
        seed_dice(dice[0], (first + k) ^ CHOICES)
        place[0], place[1], place[2] = first + k, 0, -1
        while True:
            broken: int = rules.check(games, 0)
            if broken != 0:
                return INVARIANT + broken
            games[1] = games[0]
            games[2] = games[0]
            count: int = rules.legal(games, 0, out)
            seat: int = rules.to_play(games, 0)
            rules.score(games, 0, desk.sheet)
            if differ(raw, 0, 1):
                return 3
            if (count == 0) != (seat < 0):
                return 1
            if not rises(out, count):
                return 2
            if seat < 0:
                break
            action = out[roll(dice[0], count)]
            rules.step(games, 0, action)
            rules.step(games, 1, action)
            place[1] += 1
            place[2] = action
            if differ(raw, 0, 1):
                return 4
            broken = rules.follows(games, 2, 0)
            if broken != 0:
                return INVARIANT + broken
            if place[1] > most_steps:
                return 5
    return 0


@rule
def differ(raw: RawRows, a: int, b: int) -> bool:
    """Tell whether two tables differ in a byte."""
    for k in range(raw.shape[1]):  # noqa: SIM110  (compiled)
        if raw[a, k] != raw[b, k]:
            return True
    return False


@rule
def rises(values: Ints, n: int) -> bool:
    """Tell whether each of the first n values is larger than the one before."""
    for k in range(1, n):  # noqa: SIM110  (compiled)
        if values[k - 1] >= values[k]:
            return False
    return True


def advance(rules: Moves, desk: Desk, rounds: int) -> int:
    """Take `rounds` random steps in every game of a batch; a game that is over begins anew."""
    games, dice, out = desk.games, desk.dice, desk.out
    for _ in range(rounds):
        for i in range(len(games)):
            if rules.to_play(games, i) < 0:
                games[i] = desk.start[0]
                rules.setup(games, i, roll(dice[0], 1 << 31))
            count = rules.legal(games, i, out)
            if count > 0:
                rules.step(games, i, out[roll(dice[0], count)])
    return rounds * len(games)


def copies(games: Tables, n: int) -> int:
    """Copy table 0 over the others, `n` times in all."""
    last = len(games) - 1
    for k in range(n):
        games[1 + k % last] = games[0]
    return n


def compile_for(game: Game) -> None:
    """Compile the drivers that play games; the others are compiled when something asks for them."""
    for loop in (playouts, advance):
        bind(loop, compiled_engine(game))


@dataclass
class Played:
    """The results of some random games, in the order of their seeds."""

    first: int
    sheets: NDArray[np.int32]
    """[game, seat, line]"""
    lengths: NDArray[np.int64]


def play_random(game: Game, start: Games, first: int, n: int) -> Played:
    """Play `n` random games from one prepared table, with the seeds `first`, `first` + 1, ….

    Raises `Broken` when one of them does not end.
    """
    lines = len(game.lines)
    results = np.zeros((n, game.max_players, lines), np.int32)
    lengths = np.zeros(n, np.int64)
    desk = new_desk(game, start, blank(game.table))
    bind(playouts, compiled_engine(game))(desk, first, n, results, lengths)
    left = np.flatnonzero(lengths == LEFT)
    if len(left):
        raise Broken(f"{game.id}, seed {first + left[0]}: {_problem(game, 5)}")
    return Played(first, results, lengths)


def settle(
    game: Game, sheets: NDArray[np.int32], players: int
) -> tuple[NDArray[np.int32], NDArray[np.float64]]:
    """Return the totals and the shares of the victory of many games, [game, seat] each."""
    totals = np.zeros((len(sheets), players), np.int32)
    shares = np.zeros((len(sheets), players))
    sheets = np.ascontiguousarray(sheets, np.int32)
    bind(settle_all, engine(game))(sheets, tie_breaks(game), players, totals, shares)
    return totals, shares


def play_many(game: Game, start: Games, first: int, n: int, jobs: int = 1) -> Iterator[Played]:
    """Play `n` random games over threads; yield the results in order, chunk by chunk."""
    bind(playouts, compiled_engine(game))
    chunks = [(first + k, min(CHUNK, n - k)) for k in range(0, n, CHUNK)]
    if jobs <= 1:
        for seed, count in chunks:
            yield play_random(game, start, seed, count)
        return
    with ThreadPoolExecutor(jobs) as pool:
        yield from pool.map(lambda chunk: play_random(game, start, *chunk), chunks)


class Broken(AssertionError):
    """A game broke one of its own invariants."""


def verify(game: Game, start: Games, first: int, n: int, most_steps: int = MOST_STEPS) -> int:
    """Play `n` random games and check every table on the way; return the steps taken.

    Raises `Broken` with the seed and the step when something is wrong.
    """
    games = np.concatenate([start, start, start])
    raw = games.view(np.uint8).reshape(3, games.dtype.itemsize)
    place = np.zeros(3, np.int64)
    check = bind(verify_games, compiled_engine(game))
    problem = check(new_desk(game, start, games), raw, first, n, most_steps, place)
    if problem:
        raise Broken(
            f"{game.id}, seed {place[0]}, step {place[1]}, after action {place[2]}: "
            + _problem(game, problem)
        )
    return int(place[1])


def _problem(game: Game, problem: int) -> str:
    if problem > INVARIANT:
        number = problem - INVARIANT
        return f"invariant {number}: {game.presentation.invariants()[number]}"
    return {
        1: "the list of legal actions is empty in a running game, or not empty after its end",
        2: "the list of legal actions is not sorted",
        3: "a query changed the table",
        4: "the same action made two equal tables different",
        5: "the game does not end",
    }[problem]

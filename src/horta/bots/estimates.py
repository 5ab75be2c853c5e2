"""What bots think of actions and tables on the way: rules for their compiled loops."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from horta.core.contract import Doubles, Entry, IntRows, Ints, Tables
from horta.core.dice import Dice, DiceBatch, seed_dice
from horta.core.game import Game
from horta.core.outcome import lead_of
from horta.core.record import at, blank, rows
from horta.core.rule import part, rule

WORST = -1e18
"""Less than any estimate."""


class Rules(NamedTuple):
    """The rules of a game that bots ask."""

    legal: Entry
    step: Entry
    to_play: Entry
    score: Entry
    redeal: Entry
    evaluate: Entry
    prior: Entry


class Scratch(NamedTuple):
    """Tables to try actions on, and paper to write on."""

    games: Tables
    dice: DiceBatch
    out: Ints
    worth: Doubles
    """Of the actions in `out`."""
    sheet: IntRows
    totals: Doubles
    shares: Doubles
    """Of the victory, by seat."""


def new_scratch(game: Game, tables: int, seed: int, *, compiled: bool) -> Scratch:
    """Return paper for a loop, and dice that begin with a seed.

    A list has a place for each action of the game (`core/offers.py`), and so has `worth`.
    """
    dice = blank(Dice)
    seed_dice(at(Dice, dice), seed)
    return Scratch(
        games=blank(game.table, tables),
        dice=rows(Dice, dice, compiled=compiled),
        out=game.new_list(),
        worth=np.zeros(len(game.actions)),
        sheet=game.new_sheet(),
        totals=np.zeros(game.max_players),
        shares=np.zeros(game.max_players),
    )


@rule
def squash(x: float) -> float:
    """Map a lead in units of its scale to a number between 0 and 1."""
    return 0.5 + 0.5 * x / (1.0 + abs(x))


@rule
def expect(totals: Any, players: int, scale: float, shares: Any) -> None:
    """Guess the shares of victory from estimates of the totals."""
    best = totals[0]
    for seat in range(1, players):
        best = max(best, totals[seat])
    total = 0.0
    for seat in range(players):
        shares[seat] = math.exp(3.0 * (totals[seat] - best) / scale)
        total += shares[seat]
    for seat in range(players):
        shares[seat] /= total


@part
def try_action(  # noqa: PLR0917 - a part of a loop takes what it uses of the loop
    rules: Any, scratch: Any, action: int, on: int, mover: int, players: int
) -> float:
    """Play an action of table 0 on another table; return the lead it is estimated to bring."""
    games = scratch.games
    games[on] = games[0]
    rules.step(games, on, action)
    rules.evaluate(games, on, scratch.totals)
    return lead_of(scratch.totals, players, mover)


@part
def weigh_actions(rules: Any, scratch: Any, n: int, players: int, has_prior: bool) -> None:
    """Write what each of the actions in `out` brings the seat to play at table 0."""
    games, out, worth = scratch.games, scratch.out, scratch.worth
    if has_prior:
        rules.prior(games, 0, out, n, worth)
        return
    mover = rules.to_play(games, 0)
    for k in range(n):
        worth[k] = try_action(rules, scratch, out[k], 1, mover, players)


@rule
def sample(worth: Any, n: int, temperature: float, luck: float) -> int:
    """Return an action by its worth: one that is worse by the temperature has 1/e of the chance."""
    top = worth[0]
    for k in range(1, n):
        top = max(top, worth[k])
    total = 0.0
    for k in range(n):
        chance = math.exp((worth[k] - top) / temperature)
        worth[k] = chance
        total += chance
    left = luck * total
    for k in range(n):
        left -= worth[k]
        if left < 0.0:
            return k
    return n - 1

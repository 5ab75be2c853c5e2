"""Rewards: what a finished game is worth to each seat.

| reward | of a seat | range |
|---|---|---|
| `win` | 1 for a victory, -1/(n - 1) for a defeat; k winners share: (n/k - 1)/(n - 1) | -1 to 1 |
| `rank` | seats that it beats less seats that beat it, in parts of n - 1 | -1 to 1 |
| `margin` | its total less the mean total of the others, in points | no bound |

All three add up to 0 over the seats, and for two players a tie is 0. Tie-breaks of the score sheet
count for `win` and `rank`. There is no reward before the game is over.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from horta.core.errors import BadOption
from horta.core.game import Game, Sheet
from horta.core.rule import rule


class Reward(IntEnum):
    """The kinds of rewards."""

    WIN = 0
    RANK = 1
    MARGIN = 2


REWARDS = tuple(kind.name.lower() for kind in Reward)
MOST_POINTS = 1000.0
"""No margin is larger; for conventions that ask for a bound."""


def read_reward(name: str) -> Reward:
    """Return a kind of reward by its name."""
    if name not in REWARDS:
        raise BadOption(f"there is no reward '{name}'; there are: {', '.join(REWARDS)}")
    return Reward(REWARDS.index(name))


def bounds(kind: Reward, players: int) -> tuple[float, float]:
    """Return the least and the largest reward."""
    if kind == Reward.MARGIN:
        return -MOST_POINTS, MOST_POINTS
    return (-1.0 / (players - 1) if kind == Reward.WIN else -1.0), 1.0


def point_lines(game: Game) -> NDArray[np.int64]:
    """Return 1 for each line of the sheet that adds to the total, 0 for a tie-break."""
    return np.array([0 if line.tie_break else 1 for line in game.lines], np.int64)


@rule
def total(sheet: Sheet, points: Any, seat: int) -> int:
    """Return the total of a seat."""
    value = 0
    for line in range(len(points)):
        if points[line]:
            value += int(sheet[seat, line])
    return value


@rule
def compare(sheet: Sheet, points: Any, a: int, b: int) -> int:
    """Return 1 when seat a is ahead of seat b, -1 when it is behind, 0 when nothing parts them."""
    one, two = total(sheet, points, a), total(sheet, points, b)
    if one != two:
        return 1 if one > two else -1
    for line in range(len(points)):
        if not points[line] and sheet[a, line] != sheet[b, line]:
            return 1 if sheet[a, line] > sheet[b, line] else -1
    return 0


@rule
def rewards_of(sheet: Sheet, points: Any, players: int, kind: int, out: Any) -> None:
    """Write the reward of every seat for a finished game."""
    winners = 0
    for seat in range(players):
        beats = 0
        beaten = 0
        others = 0
        for other in range(players):
            if other != seat:
                order = compare(sheet, points, seat, other)
                if order > 0:
                    beats += 1
                elif order < 0:
                    beaten += 1
                others += total(sheet, points, other)
        if kind == Reward.RANK:
            out[seat] = (beats - beaten) / (players - 1)
        elif kind == Reward.MARGIN:
            out[seat] = total(sheet, points, seat) - others / (players - 1)
        else:
            out[seat] = 1.0 if beaten == 0 else 0.0
            if beaten == 0:
                winners += 1
    if kind == Reward.WIN:
        for seat in range(players):
            out[seat] = (players * out[seat] / winners - 1.0) / (players - 1)

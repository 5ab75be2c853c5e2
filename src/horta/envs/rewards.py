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
from horta.core.outcome import compare, settle, tie_breaks
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


@rule
def rewards_of(  # noqa: PLR0917 - rules call rules by place alone
    sheet: Any, breaks: Any, players: int, kind: int, totals: Any, out: Any
) -> None:
    """Write the totals and the reward of every seat for a finished game."""
    settle(sheet, breaks, players, totals, out)
    if kind == Reward.WIN:
        winners = 0
        for seat in range(players):
            if out[seat] > 0.0:
                winners += 1
        for seat in range(players):
            won = 1.0 if out[seat] > 0.0 else 0.0
            out[seat] = (players * won / winners - 1.0) / (players - 1)
        return
    for seat in range(players):
        ahead = 0
        others = 0
        for other in range(players):
            if other != seat:
                ahead += compare(sheet, breaks, totals, seat, other)
                others += totals[other]
        if kind == Reward.RANK:
            out[seat] = ahead / (players - 1)
        else:
            out[seat] = totals[seat] - others / (players - 1)


def rewards_for(game: Game, sheet: Sheet, players: int, kind: Reward) -> NDArray[np.float64]:
    """Return the reward of every seat for a finished game."""
    out = np.zeros(players)
    rewards_of(sheet, tie_breaks(game), players, kind, np.zeros(players, np.int32), out)
    return out

"""Statistics of many games: scores, lengths, and how even the seats are."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from horta.core.game import Game


def wilson(wins: float, games: int, z: float = 1.96) -> tuple[float, float]:
    """Return the 95 % interval of a share of wins (Wilson's score interval)."""
    if games == 0:
        return 0.0, 1.0
    share = wins / games
    centre = share + z * z / (2 * games)
    spread = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    return max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale)


def winning_shares(game: Game, sheets: NDArray[np.int32], players: int) -> NDArray[np.float64]:
    """Return each seat's share of each victory: 1 for a win, 1/k for a win shared by k."""
    points = [k for k, line in enumerate(game.lines) if not line.tie_break]
    breaks = [k for k, line in enumerate(game.lines) if line.tie_break]
    keys = [sheets[:, :players, points].sum(axis=2), *(sheets[:, :players, k] for k in breaks)]
    alive = np.ones((len(sheets), players), bool)
    for key in keys:
        best = np.where(alive, key, np.iinfo(np.int32).min).max(axis=1, keepdims=True)
        alive &= key == best
    shares: NDArray[np.float64] = alive / alive.sum(axis=1, keepdims=True)
    return shares


@dataclass
class Tally:
    """Adds up the results of games as they come in."""

    game: Game
    players: int
    games: int = 0
    shares: NDArray[np.float64] = field(init=False)
    sheets: list[NDArray[np.int32]] = field(default_factory=list)
    lengths: list[NDArray[np.int64]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.shares = np.zeros(self.players)

    def add(self, sheets: NDArray[np.int32], lengths: NDArray[np.int64]) -> None:
        """Add the final sheets [game, seat, line] and lengths of some games."""
        self.games += len(sheets)
        self.shares += winning_shares(self.game, sheets, self.players).sum(axis=0)
        self.sheets.append(sheets[:, : self.players])
        self.lengths.append(lengths)

    @property
    def totals(self) -> NDArray[np.int32]:
        """The total of every seat in every game."""
        points = [k for k, line in enumerate(self.game.lines) if not line.tie_break]
        totals: NDArray[np.int32] = np.concatenate(self.sheets)[:, :, points].sum(axis=2)
        return totals

    @property
    def lines(self) -> dict[str, list[float]]:
        """The mean of every line of the sheet for every seat."""
        means = np.concatenate(self.sheets).mean(axis=0)
        return {line.name: means[:, k].tolist() for k, line in enumerate(self.game.lines)}

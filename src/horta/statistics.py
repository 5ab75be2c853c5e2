"""Statistics of many games: scores, lengths, and how even the seats are."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from horta.core.drivers import settle
from horta.core.game import Game

Z = 1.959963984540054
"""Of 95 % intervals."""


def wilson(share: float, n: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval of a share of `n` games."""
    if n == 0:
        return 0.0, 1.0
    middle = (share + Z * Z / (2 * n)) / (1 + Z * Z / n)
    half = Z / (1 + Z * Z / n) * math.sqrt(share * (1 - share) / n + Z * Z / (4 * n * n))
    return max(0.0, middle - half), min(1.0, middle + half)


@dataclass
class Tally:
    """Adds up the results of games as they come in."""

    game: Game
    players: int
    games: int = 0
    shares: NDArray[np.float64] = field(init=False)
    """Of the victories, added up by seat."""
    sheets: list[NDArray[np.int32]] = field(default_factory=list)
    lengths: list[NDArray[np.int64]] = field(default_factory=list)
    _totals: list[NDArray[np.int32]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.shares = np.zeros(self.players)

    def add(self, sheets: NDArray[np.int32], lengths: NDArray[np.int64]) -> None:
        """Add the final sheets [game, seat, line] and lengths of some games."""
        totals, shares = settle(self.game, sheets, self.players)
        self.games += len(sheets)
        self.shares += shares.sum(axis=0)
        self._totals.append(totals)
        self.sheets.append(sheets[:, : self.players])
        self.lengths.append(lengths)

    @property
    def totals(self) -> NDArray[np.int32]:
        """The total of every seat in every game."""
        return np.concatenate(self._totals)

    @property
    def lines(self) -> dict[str, list[float]]:
        """The mean of every line of the sheet for every seat."""
        means = np.concatenate(self.sheets).mean(axis=0)
        return {line.name: means[:, k].tolist() for k, line in enumerate(self.game.lines)}

"""Who won: totals, tie-breaks, shares of the victory and leads, from a score sheet.

Everybody asks here: matches, statistics, bots' playouts and rewards of environments. The rules run
compiled and as they are written. `breaks` tells for each line of the sheet whether it adds to the
total (0) or breaks ties (1).
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from horta.core.contract import DoubleRows, IntPages, IntRows, Longs
from horta.core.rule import rule

if TYPE_CHECKING:
    from horta.core.game import Game, Sheet


@functools.cache
def tie_breaks(game: Game) -> Longs:
    """Return for each line of the score sheet whether it breaks ties."""
    return np.array([line.tie_break for line in game.lines], np.int64)


@rule
def add_up(sheet: Any, breaks: Any, players: int, totals: Any) -> None:
    """Write the total of each seat."""
    for seat in range(players):
        totals[seat] = 0
        for line in range(len(breaks)):
            if not breaks[line]:
                totals[seat] += sheet[seat, line]


@rule
def compare(sheet: Any, breaks: Any, totals: Any, a: int, b: int) -> int:
    """Return 1 when seat a is ahead of seat b, -1 when it is behind, 0 when nothing parts them.

    The totals decide, then the lines of the tie-break in their order; the larger value is ahead.
    """
    if totals[a] != totals[b]:
        return 1 if totals[a] > totals[b] else -1
    for line in range(len(breaks)):
        if breaks[line] and sheet[a, line] != sheet[b, line]:
            return 1 if sheet[a, line] > sheet[b, line] else -1
    return 0


@rule
def settle(sheet: Any, breaks: Any, players: int, totals: Any, shares: Any) -> None:
    """Write the totals, and of each seat its share of the victory: 1/k of one that k share."""
    add_up(sheet, breaks, players, totals)
    best = 0
    for seat in range(1, players):
        if compare(sheet, breaks, totals, seat, best) > 0:
            best = seat
    winners = 0
    for seat in range(players):
        shares[seat] = 0.0
        if compare(sheet, breaks, totals, seat, best) == 0:
            shares[seat] = 1.0
            winners += 1
    for seat in range(players):
        shares[seat] /= winners


@rule
def lead_of(totals: Any, players: int, seat: int) -> float:
    """Return by how much a seat leads the best of the others."""
    best = -1e18
    for other in range(players):
        if other != seat and totals[other] > best:
            best = totals[other]
    return float(totals[seat] - best)


def settle_all(
    sheets: IntPages, breaks: Longs, players: int, totals: IntRows, shares: DoubleRows
) -> int:
    """Settle many games, a sheet each: a loop for the binder."""
    for k in range(len(sheets)):
        settle(sheets[k], breaks, players, totals[k], shares[k])
    return len(sheets)


@dataclass(frozen=True)
class Outcome:
    """How a game ended, or would end now."""

    totals: list[int]
    shares: list[float]
    """Of the victory, by seat."""

    @property
    def winners(self) -> list[int]:
        """The seats that share the victory."""
        return [seat for seat, share in enumerate(self.shares) if share > 0]


def outcome_of(game: Game, sheet: Sheet, players: int) -> Outcome:
    """Return the totals and shares of the victory that a score sheet gives."""
    totals, shares = [0] * players, [0.0] * players
    # A memoryview gives plain integers, and gives them sooner than NumPy.
    settle(memoryview(sheet), tie_breaks(game).tolist(), players, totals, shares)  # type: ignore[arg-type]
    return Outcome(totals, shares)


def leads(totals: Sequence[float]) -> list[float]:
    """Return by how much each seat leads the best of the others."""
    return [lead_of(totals, len(totals), seat) for seat in range(len(totals))]

"""From the share of victories that a search counts to a chance that can be trusted.

A search counts how often its playouts win, and players err less than playouts do: who leads wins
more often than it says. By how much lies beside the network, in `calibration.json`, for each
number of players, as games between strong bots have shown; `tools/calibration.py` fits and judges
it on different deals. A long search counts more steeply than the small trees of a review, so each
of the two has slopes of its own. The map is monotone and leaves a fair share as it is: no ranking
changes, and with two players the chances of both still add up to one.
"""

from __future__ import annotations

import functools
import json
from enum import StrEnum
from pathlib import Path

from horta.bots.net import network_file
from horta.core.game import Game

FILE = "calibration.json"
AS_COUNTED = 1.0
"""The slope where nothing is known."""


class Judge(StrEnum):
    """Who counted, by the name in the file."""

    HINTS = "players"
    """One search with the game's network: hints, and the explorer."""
    REVIEWS = "reviews"
    """The mean of the trees that weigh one action."""


def sharpened(share: float, players: int, slope: float) -> float:
    """Return a share with its odds, against those of a fair share, to the power of the slope."""
    if not 0.0 < share < 1.0:
        return share
    fair = 1.0 / (players - 1)
    odds: float = fair * (share / (1.0 - share) / fair) ** slope
    return odds / (1.0 + odds)


def steepness(share: float, players: int, slope: float) -> float:
    """Return by how much the sharpened share grows with the share: errors grow by as much."""
    if not 0.0 < share < 1.0:
        return 1.0
    chance = sharpened(share, players, slope)
    return slope * chance * (1.0 - chance) / (share * (1.0 - share))


def slope_of(game: Game, players: int, judge: Judge = Judge.HINTS) -> float:
    """Return the slope for a number of players; with a network of one's own nothing is known."""
    if game.network is None or network_file(game) != game.network:
        return AS_COUNTED
    return _slopes(game.network.with_name(FILE), judge).get(players, AS_COUNTED)


def calibrated(game: Game, players: int, share: float) -> float:
    """Return the chance to win of a seat whose search with the game's network counts a share."""
    return sharpened(share, players, slope_of(game, players))


@functools.cache
def _slopes(file: Path, judge: Judge) -> dict[int, float]:
    if not file.exists():
        return {}
    found = json.loads(file.read_text(encoding="utf-8")).get(judge, {})
    return {int(players): float(fit["slope"]) for players, fit in found.items()}

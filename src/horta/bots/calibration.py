"""From the share of victories that a search counts to a chance that can be trusted.

A search counts how often its playouts win, and players err less than playouts do: who leads wins
more often than it says. By how much lies beside the network, in `calibration.json`, for each
number of players, as games between strong bots have shown; `tools/calibration.py` fits and judges
it on different deals. The map is monotone and leaves a fair share as it is: no ranking changes,
and with two players the chances of both still add up to one.
"""

from __future__ import annotations

import functools
import json
from pathlib import Path

from horta.bots.net import network_file
from horta.core.game import Game

FILE = "calibration.json"
AS_COUNTED = 1.0
"""The slope where nothing is known."""


def sharpened(share: float, players: int, slope: float) -> float:
    """Return a share with its odds, against those of a fair share, to the power of the slope."""
    if not 0.0 < share < 1.0:
        return share
    fair = 1.0 / (players - 1)
    odds: float = fair * (share / (1.0 - share) / fair) ** slope
    return odds / (1.0 + odds)


def slope_of(game: Game, players: int) -> float:
    """Return the slope for a number of players; with a network of one's own nothing is known."""
    if game.network is None or network_file(game) != game.network:
        return AS_COUNTED
    return _slopes(game.network.with_name(FILE)).get(players, AS_COUNTED)


def calibrated(game: Game, players: int, share: float) -> float:
    """Return the chance to win of a seat whose search with the game's network counts a share."""
    return sharpened(share, players, slope_of(game, players))


@functools.cache
def _slopes(file: Path) -> dict[int, float]:
    if not file.exists():
        return {}
    found = json.loads(file.read_text(encoding="utf-8"))["players"]
    return {int(players): float(fit["slope"]) for players, fit in found.items()}

"""The parameters of the tree search, each with the range in which it may be tuned."""

from __future__ import annotations

import dataclasses
import functools
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from horta.bots import search
from horta.core.errors import HortaError
from horta.core.game import Game


def _number(default: float, low: float, high: float, column: int, *, log: bool = False) -> Any:
    return field(default=default, metadata={"low": low, "high": high, "column": column, "log": log})


@dataclass(frozen=True)
class Tuning:
    """How the tree search weighs what it finds.

    A playout's value for a seat is a mixture of its share of victory and of its margin over the
    best of the others, both between 0 and 1.
    """

    explore: float = _number(0.4, 0.05, 1.0, search.EXPLORE, log=True)
    """Weight of what was tried seldom (the constant of UCB)."""
    bias: float = _number(0.3, 0.0, 1.5, search.BIAS)
    """Weight of the game's own estimate of an action; it fades with the visits."""
    prior_scale: float = _number(4.0, 1.0, 12.0, search.PRIOR_SCALE, log=True)
    """How many points worse than the best an action is when its estimate counts 1/e."""
    widen: float = _number(2.0, 1.0, 8.0, search.WIDEN, log=True)
    """A node has this many children, times its visits to the power below."""
    widen_power: float = _number(0.4, 0.25, 0.6, search.WIDEN_POWER)
    """How fast a node gets more children."""
    expand_at: float = _number(2.0, 1.0, 4.0, search.EXPAND_AT)
    """How often a node is visited before it gets children."""
    heavy: float = _number(1.0, 0.6, 1.0, search.HEAVY)
    """The share of steps of a playout that follow estimates; the others are random."""
    loose: float = _number(1.2, 0.3, 8.0, search.LOOSE, log=True)
    """The temperature of playouts: an action worse by so many points has 1/e of the chance."""
    samples: float = _number(3.0, 1.0, 8.0, search.SAMPLES)
    """Without `judge`: how many random actions a step of a playout tries out."""
    depth: float = _number(0.0, 0.0, 60.0, search.DEPTH)
    """Steps of a playout before its table is evaluated; 0 plays to the end."""
    finish: float = _number(12.0, 0.0, 24.0, search.FINISH)
    """So many steps more while the same seat is to play: half a turn is hard to evaluate."""
    margin_weight: float = _number(0.4, 0.1, 0.9, search.MARGIN_WEIGHT)
    """The share of the margin in the value of a playout."""
    margin_scale: float = _number(12.0, 5.0, 40.0, search.MARGIN_SCALE, log=True)
    """A lead of this many points is half way to the best."""

    stretch: float = _number(0.1, 0.02, 1.0, search.STRETCH, log=True)
    """The least range of values in a tree that is stretched to 0 to 1."""

    def replace(self, **values: float) -> Tuning:
        """Return the same parameters but for some; each is checked against its range."""
        names = {each.name: each for each in dataclasses.fields(self)}
        for name, value in values.items():
            if name not in names:
                raise HortaError(f"mcts has no parameter '{name}'; it has {', '.join(names)}")
            low, high = names[name].metadata["low"], names[name].metadata["high"]
            if not low <= value <= high:
                raise HortaError(f"mcts: {name} is {low:g} to {high:g}, not {value:g}")
        return dataclasses.replace(self, **values)

    def numbers(self, game: Game) -> NDArray[np.float64]:
        """Return the parameters as the search takes them."""
        row = np.zeros(search.PARAMETERS)
        for each in dataclasses.fields(self):
            row[each.metadata["column"]] = getattr(self, each.name)
        row[search.JUDGED] = game.rules.judge is not None
        return row


STUDIES = Path(__file__).parent / "studies"
"""What `tune` found, a file for each game."""


@functools.cache
def tuning_of(game: Game) -> Tuning:
    """Return the parameters that a study found for a game, or the defaults."""
    file = STUDIES / f"{game.id}.json"
    if not file.exists():
        return Tuning()
    return Tuning().replace(**json.loads(file.read_text(encoding="utf-8"))["best"])

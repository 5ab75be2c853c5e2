"""The parameters of the tree search, each with the range in which it may be tuned."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Mapping
from typing import Annotated, Any, NamedTuple, get_args, get_type_hints

from horta.core.errors import HortaError
from horta.core.game import Game


class Range(NamedTuple):
    """Between which values a parameter may lie; `log`: it is tuned on a logarithmic scale."""

    low: float
    high: float
    log: bool = False


class Tuning(NamedTuple):
    """How the tree search weighs what it finds.

    A playout's value for a seat is a mixture of its share of victory and of its margin over the
    best of the others, both between 0 and 1.
    """

    explore: Annotated[float, Range(0.05, 1.0, log=True)] = 0.4
    """Weight of what was tried seldom (the constant of UCB)."""
    bias: Annotated[float, Range(0.0, 1.5)] = 0.3
    """Weight of the game's own estimate of an action; it fades with the visits."""
    prior_scale: Annotated[float, Range(1.0, 12.0, log=True)] = 4.0
    """How many points worse than the best an action is when its estimate counts 1/e."""
    widen: Annotated[float, Range(1.0, 8.0, log=True)] = 2.0
    """A node has this many children, times its visits to the power below."""
    widen_power: Annotated[float, Range(0.25, 0.6)] = 0.4
    """How fast a node gets more children."""
    expand_at: Annotated[float, Range(1.0, 4.0)] = 2.0
    """How often a node is visited before it gets children."""
    heavy: Annotated[float, Range(0.6, 1.0)] = 1.0
    """The share of steps of a playout that follow estimates; the others are random."""
    loose: Annotated[float, Range(0.3, 8.0, log=True)] = 1.2
    """The temperature of playouts: an action worse by so many points has 1/e of the chance."""
    samples: Annotated[float, Range(1.0, 8.0)] = 3.0
    """Without `prior`: how many random actions a step of a playout tries out."""
    depth: Annotated[float, Range(0.0, 60.0)] = 0.0
    """Steps of a playout before its table is evaluated; 0 plays to the end."""
    finish: Annotated[float, Range(0.0, 24.0)] = 12.0
    """So many steps more while the same seat is to play: half a turn is hard to evaluate."""
    margin_weight: Annotated[float, Range(0.1, 0.9)] = 0.4
    """The share of the margin in the value of a playout."""
    margin_scale: Annotated[float, Range(5.0, 40.0, log=True)] = 12.0
    """A lead of this many points is half way to the best."""
    stretch: Annotated[float, Range(0.02, 1.0, log=True)] = 0.1
    """The least range of values in a tree that is stretched to 0 to 1."""

    def replace(self, **values: float) -> Tuning:
        """Return the same parameters but for some; each is checked against its range."""
        check("mcts", Tuning, values)
        return self._replace(**values)


def check(bot: str, kind: Callable[..., Any], values: Mapping[str, float]) -> None:
    """Refuse parameters that a bot does not have, or that are out of their range."""
    known = ranges(kind)
    for name, value in values.items():
        if name not in known:
            raise HortaError(f"{bot} has no parameter '{name}'; it has {', '.join(known)}")
        low, high, _ = known[name]
        if not low <= value <= high:
            raise HortaError(f"{bot}: {name} is {low:g} to {high:g}, not {value:g}")


@functools.cache
def ranges(kind: Callable[..., Any] = Tuning) -> dict[str, Range]:
    """Return the range of each parameter of a kind."""
    hints = get_type_hints(kind, include_extras=True)
    return {name: get_args(hint)[1] for name, hint in hints.items()}


@functools.cache
def tuning_of(game: Game) -> Tuning:
    """Return the parameters that a study found for a game, or the defaults."""
    if game.tuning is None:
        return Tuning()
    return Tuning().replace(**json.loads(game.tuning.read_text(encoding="utf-8"))["best"])

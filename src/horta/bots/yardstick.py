"""The yardstick: a searching bot by name and version, to be measured against for ever.

    horta arena paris net:50ms yardstick-1:50ms -n 200

What `mcts` plays changes as its parameters are tuned and the games' estimates are improved, and a
share of victories against it then says less than it seems to. A yardstick does not change.
Version 1 is the tree search that the first networks were measured against. Its parameters stand
here; the estimates are the games' own, and `tests/bots/test_yardstick.py` holds what it thinks of
kept positions of every game: whoever changes an estimate leaves the old one to the yardstick.
"""

from __future__ import annotations

from typing import Final

from horta.bots.bot import Bot, InfoState
from horta.bots.mcts import MctsBot
from horta.bots.tuning import Tuning
from horta.core.errors import UnknownBot
from horta.core.game import Game

FIRST: Final = {
    "bruxelles1893": Tuning(
        explore=0.4,
        bias=0.3,
        prior_scale=4.0,
        widen=2.0,
        widen_power=0.4,
        expand_at=3.4,
        heavy=1.0,
        loose=1.5,
        samples=3.0,
        depth=28.0,
        finish=12.0,
        margin_weight=0.4,
        margin_scale=30.0,
        stretch=0.1,
    ),
    "bruxelles1897": Tuning(
        explore=0.6393,
        bias=0.8188,
        prior_scale=3.055,
        widen=1.909,
        widen_power=0.3379,
        expand_at=1.746,
        heavy=0.9816,
        loose=1.2,
        samples=3.0,
        depth=40.0,
        finish=12.0,
        margin_weight=0.7,
        margin_scale=25.0,
        stretch=0.1014,
    ),
    "paris": Tuning(
        explore=0.4,
        bias=0.3,
        prior_scale=4.0,
        widen=2.0,
        widen_power=0.4,
        expand_at=2.0,
        heavy=1.0,
        loose=1.2,
        samples=3.0,
        depth=0.0,
        finish=12.0,
        margin_weight=0.4,
        margin_scale=12.0,
        stretch=0.1,
    ),
}
"""The parameters of version 1, by game."""


def make_first(game: Game, players: int) -> Bot:
    """Make the yardstick of version 1; it takes a budget, but no parameters."""
    tuning = FIRST.get(game.id)
    if tuning is None:
        known = ", ".join(sorted(FIRST))
        raise UnknownBot(f"yardstick-1 does not know {game.title}; it measures {known}")
    return _First(game, players, tuning)


class _First(MctsBot):
    """Version 1 keeps its tree only where the same seat goes on, as the search did then."""

    def _way(self, before: InfoState, action: int, info: InfoState) -> tuple[int, ...] | None:
        if before.seat != info.seat or before.revealed or info.revealed:
            return None
        table = before.deal(before.seed)
        info.engine.step(table, 0, action)
        if info.engine.to_play(table, 0) != info.seat:
            return None
        info.engine.redact(table, 0, info.seat)
        return (action,) if table.tobytes() == info.table.tobytes() else None

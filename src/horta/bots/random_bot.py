"""The bot that does anything."""

from __future__ import annotations

from horta.bots.bot import Bot, Budget, InfoState
from horta.core.dice import Dice, roll, seed_dice
from horta.core.game import Game
from horta.core.record import at, blank


class RandomBot:
    """Plays every legal action with the same chance."""

    def choose(self, info: InfoState, budget: Budget) -> int:
        """Return a random action."""
        del budget
        dice = at(Dice, blank(Dice))
        seed_dice(dice, info.seed)
        return info.legal[roll(dice, len(info.legal))]


def make(game: Game, players: int) -> Bot:
    """Make a random bot."""
    del game, players
    return RandomBot()

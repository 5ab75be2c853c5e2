"""Bots: opponents for every game, and the arena that measures them.

import horta
from horta.bots import player, sight

match = horta.start("paris", seed=7)
bot = player("mcts:200ms", match.game, match.players)
match.play(bot.choose(sight(match)))
"""

from __future__ import annotations

from horta.bots.bot import Bot, Budget, Sight, Thinker, Thought, sight
from horta.bots.names import BotName, Player, UnknownBot, bots, parse, player

__all__ = [
    "Bot",
    "BotName",
    "Budget",
    "Player",
    "Sight",
    "Thinker",
    "Thought",
    "UnknownBot",
    "bots",
    "parse",
    "player",
    "sight",
]

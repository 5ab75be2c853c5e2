"""Bots: opponents for every game, and the arena that measures them.

import horta
from horta.bots import info_state, player

match = horta.start("paris", seed=7)
bot = player("mcts:200ms", match.game, match.players)
match.play(bot.choose(info_state(match)))
"""

from __future__ import annotations

from horta.bots.bot import Bot, BotFault, Budget, InfoState, Thinker, Thought, info_state
from horta.bots.names import BotName, Player, bots, parse, player
from horta.core.errors import UnknownBot

__all__ = [
    "Bot",
    "BotFault",
    "BotName",
    "Budget",
    "InfoState",
    "Player",
    "Thinker",
    "Thought",
    "UnknownBot",
    "bots",
    "info_state",
    "parse",
    "player",
]

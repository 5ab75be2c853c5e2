"""Levels for people: four named opponents, from apprentice to master; a game says who plays them.

`docs/bots.md` holds what the arena measured between them.
"""

from __future__ import annotations

from horta.core.game import Game
from horta.core.i18n import catalogue, mark

LEVELS = ("apprentice", "journeyman", "artisan", "master")
TITLES = (mark("Apprentice"), mark("Journeyman"), mark("Artisan"), mark("Master"))

USUAL = ("greedy:deals=1,answered=0", "mcts:50it", "mcts:250it", "mcts:1600it")
"""For games whose levels nobody has measured yet."""


def level(game: Game, name: str) -> str | None:
    """Return the bot that plays a level of a game, or None if the name is no level."""
    if name not in LEVELS:
        return None
    return (game.levels or USUAL)[LEVELS.index(name)]


def title(name: str, lang: str = "en") -> str:
    """Return the name of a level as people read it."""
    return catalogue("horta.bots", lang)(TITLES[LEVELS.index(name)])

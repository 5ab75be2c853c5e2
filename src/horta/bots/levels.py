"""Levels for people: four named opponents for each game, from apprentice to master.

Measured in the arena on paired deals, share of victories with its 95 % interval:

| game | match | games | share |
|---|---|---|---|
| Paris | journeyman against apprentice | 40 | 95.0 % (83.5 to 98.6) |
| Paris | artisan against journeyman | 60 | 73.3 % (61.0 to 82.9) |
| Paris | master against artisan | 38 | 92.1 % (79.2 to 97.3) |
"""

from __future__ import annotations

from horta.core.game import Game
from horta.core.words import catalogue, mark

LEVELS = ("apprentice", "journeyman", "artisan", "master")
TITLES = (mark("Apprentice"), mark("Journeyman"), mark("Artisan"), mark("Master"))

BY_GAME: dict[str, tuple[str, str, str, str]] = {
    "paris": ("greedy:deals=1,answered=0", "mcts:35it", "mcts:230it", "mcts:1600it"),
}
OTHERS = ("greedy:deals=1,answered=0", "mcts:50it", "mcts:170it", "mcts:1600it")
"""For games whose levels nobody has measured yet."""


def level(game: Game, name: str) -> str | None:
    """Return the bot that plays a level of a game, or None if the name is no level."""
    if name not in LEVELS:
        return None
    return BY_GAME.get(game.id, OTHERS)[LEVELS.index(name)]


def title(name: str, lang: str = "en") -> str:
    """Return the name of a level as people read it."""
    return catalogue("horta.bots", lang)(TITLES[LEVELS.index(name)])

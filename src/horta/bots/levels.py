"""Levels for people: four named opponents for each game, from apprentice to master.

`docs/bots.md` holds what the arena measured between them.
"""

from __future__ import annotations

from horta.core.game import Game
from horta.core.i18n import catalogue, mark

LEVELS = ("apprentice", "journeyman", "artisan", "master")
TITLES = (mark("Apprentice"), mark("Journeyman"), mark("Artisan"), mark("Master"))

BY_GAME: dict[str, tuple[str, str, str, str]] = {
    "paris": ("greedy:deals=1,answered=0", "mcts:75it", "mcts:320it", "mcts:1600it"),
    "bruxelles1897": ("mcts:25it", "mcts:100it", "mcts:400it", "mcts:1600it"),
    "bruxelles1893": ("mcts:25it", "mcts:70it", "mcts:230it", "mcts:1600it"),
}
OTHERS = ("greedy:deals=1,answered=0", "mcts:50it", "mcts:250it", "mcts:1600it")
"""For games whose levels nobody has measured yet."""


def level(game: Game, name: str) -> str | None:
    """Return the bot that plays a level of a game, or None if the name is no level."""
    if name not in LEVELS:
        return None
    return BY_GAME.get(game.id, OTHERS)[LEVELS.index(name)]


def title(name: str, lang: str = "en") -> str:
    """Return the name of a level as people read it."""
    return catalogue("horta.bots", lang)(TITLES[LEVELS.index(name)])

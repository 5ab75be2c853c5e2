"""Levels for people: seven named opponents, from apprentice to grandmaster.

A game says who plays them at each number of players: what is evenly spaced for two is not for four.
`docs/bots.md` holds what the arena measured between them.
"""

from __future__ import annotations

from horta.core.game import Game
from horta.core.i18n import catalogue, mark

LEVELS = (
    *("apprentice", "journeyman", "artisan", "connoisseur"),
    *("expert", "master", "grandmaster"),
)
TITLES = (
    *(mark("Apprentice"), mark("Journeyman"), mark("Artisan"), mark("Connoisseur")),
    *(mark("Expert"), mark("Master"), mark("Grandmaster")),
)

USUAL = (
    *("greedy:deals=1,answered=0", "mcts:15it", "mcts:40it", "mcts:130it"),
    *("mcts:400it", "mcts:1600it", "mcts:6400it"),
)
"""For games whose levels nobody has measured yet."""


def level(game: Game, name: str, players: int) -> str | None:
    """Return the bot that plays a level among so many players; None if the name is no level."""
    if name not in LEVELS:
        return None
    return game.levels.get(players, USUAL)[LEVELS.index(name)]


def title(name: str, lang: str = "en") -> str:
    """Return the name of a level as people read it."""
    return catalogue("horta.bots", lang)(TITLES[LEVELS.index(name)])

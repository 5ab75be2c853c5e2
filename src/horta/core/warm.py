"""Fill the compile cache of the games named on the command line (all games without a name)."""

from __future__ import annotations

import sys
from importlib.metadata import entry_points

from horta.core import cache, drivers, engine, registry
from horta.core.game import Game

GROUP = "horta.warm"
"""The entry-point group of functions that compile what a table needs besides the rules."""
LATER = "horta.warm_later"
"""The group of those that compile what no table waits for."""


def warm_rules(game_id: str) -> None:
    """Compile a game's rules and the drivers of random games, and save them."""
    game = registry.game(game_id)
    drivers.compile_for(game)
    engine.compiled_engine(game).complete()


def load_drivers(game: Game) -> None:
    """Load what a table needs besides the rules from the cache, or compile and save it."""
    for entry in entry_points(group=GROUP):
        entry.load()(game)


def warm(game_id: str) -> None:
    """Compile a game's rules and whatever drives it, and save all of it."""
    warm_rules(game_id)
    game = registry.game(game_id)
    load_drivers(game)
    # Only now: a table that switched over earlier would wait while its bots compile their search.
    engine.mark_ready(game)
    for entry in entry_points(group=LATER):
        entry.load()(game)


if __name__ == "__main__":
    for name in sys.argv[1:] or registry.games():
        warm(name)
    cache.prune()

"""Fill the compile cache of the games named on the command line (all games without a name)."""

from __future__ import annotations

import sys

from horta.core import cache, drivers, engine, registry


def warm(game_id: str) -> None:
    """Compile a game's rules and the drivers for it, and save both."""
    game = registry.game(game_id)
    drivers.compile_for(game)
    engine.compiled_engine(game)


if __name__ == "__main__":
    for name in sys.argv[1:] or registry.games():
        warm(name)
    cache.prune()

"""Write tests/envs/observations.json: a digest of the observations of one game of each kind.

    python -m tools.observations

A network is trained on what the numbers mean. When one of them changes its meaning after a
release, the game's observation needs a new version; then, and for a new game, the digests are
written anew.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
from pathlib import Path
from typing import Any

os.environ.setdefault("HORTA_JIT", "0")

import horta
from horta.core import registry
from horta.core.game import Game

VARIANTS: dict[str, list[dict[str, Any]]] = {
    "bruxelles1893": [
        {"edition": "2013"},
        {"edition": "2023"},
        {"edition": "2023", "belle_epoque": True, "asymmetric": True},
    ],
    "paris": [{"postcards": "random"}],
}
GOLDEN = Path(__file__).resolve().parent.parent / "tests" / "envs" / "observations.json"


def digest(game: Game) -> str:
    """Return the digest of what every seat sees in random games of every number of players."""
    found = hashlib.sha256()
    variants = VARIANTS.get(game.id, [{}])
    for players in range(game.min_players, game.max_players + 1):
        for options in variants:
            rng = random.Random(players)
            match = horta.start(game.id, players, players, **options)
            while not match.over:
                if len(match.actions) % 5 == 0:
                    for seat in range(players):
                        found.update(match.observe(seat).tobytes())
                match.play(rng.choice(match.legal))
    return found.hexdigest()


def main() -> None:
    """Write the digests of all games that have an observation."""
    games = [registry.game(name) for name in horta.games()]
    digests = {game.env_id: digest(game) for game in games if game.observation is not None}
    GOLDEN.write_text(json.dumps(digests, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

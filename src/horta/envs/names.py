"""The names of the environments, in Gymnasium's registry."""

from __future__ import annotations

from horta.core import registry
from horta.core.game import Game


def seen_games() -> list[Game]:
    """Return the games that have an observation."""
    games = [registry.game(name) for name in registry.games()]
    return [game for game in games if game.observation is not None]


def gym_id(game: Game) -> str:
    """Return Gymnasium's name of a game: `horta/Paris-v0`."""
    name, _, version = game.env_id.rpartition("-")
    return f"horta/{name.capitalize()}-{version}"


def register() -> None:
    """Give Gymnasium the names of all games, once."""
    import gymnasium

    for game in seen_games():
        name = gym_id(game)
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="horta.envs.single:SingleEnv",
                vector_entry_point="horta.envs.vector:VectorEnv",
                kwargs={"game": game.id},
                # The environment itself says when a step comes too early, too late or is illegal.
                order_enforce=False,
            )

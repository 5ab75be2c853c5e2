"""The registry: games by id, found through the entry-point group `horta.games`."""

from __future__ import annotations

import functools
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING

from horta.core.errors import UnknownGame

if TYPE_CHECKING:
    from horta.core.game import Game

GROUP = "horta.games"


@functools.cache
def _entries() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=GROUP)}


def games() -> list[str]:
    """Return the ids of all installed games."""
    return sorted(_entries())


@functools.cache
def game(game_id: str) -> Game:
    """Return a game by its id."""
    entry = _entries().get(game_id)
    if entry is None:
        raise UnknownGame(f"there is no game '{game_id}'; installed: {', '.join(games())}")
    try:
        found = entry.load()
    except Exception as problem:
        raise UnknownGame(f"the game '{game_id}' ({entry.value}) does not load: {problem}") from (
            problem
        )
    from horta.core.game import Game

    if not isinstance(found, Game) or found.id != game_id:
        raise UnknownGame(f"'{entry.value}' is not a game with the id '{game_id}'")
    return found

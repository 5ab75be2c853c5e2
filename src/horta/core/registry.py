"""The registry: games by id, found through the entry-point group `horta.games`."""

from __future__ import annotations

import functools
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING

from horta.core.errors import UnknownGame
from horta.core.i18n import mark
from horta.core.limits import cut

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
        raise UnknownGame(
            mark("there is no game '{game}'; installed: {known}"),
            game=cut(game_id),
            known=", ".join(games()),
        )
    try:
        found = entry.load()
    except Exception as problem:
        raise UnknownGame(
            mark("the game '{game}' ({place}) does not load: {problem}"),
            game=game_id,
            place=entry.value,
            problem=problem,
        ) from problem
    from horta.core.game import Game

    if not isinstance(found, Game) or found.id != game_id:
        raise UnknownGame(
            mark("'{place}' is not a game with the id '{game}'"), place=entry.value, game=game_id
        )
    return found

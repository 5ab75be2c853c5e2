"""The envelope of positions and transcripts: of which game, by which rules, for whom."""

from __future__ import annotations

from typing import Any

from horta.core.changes import is_older, tables_of_then
from horta.core.errors import HortaError
from horta.core.game import Components, Game, Json, Options
from horta.core.i18n import mark
from horta.core.limits import shown

FORMAT = 1
"""The version of the envelope."""


def write_header(game: Game, players: int, options: Options, components: Components) -> Json:
    """Return what stands before every position and every transcript."""
    return {
        "horta": FORMAT,
        "game": game.id,
        "rules_version": game.rules_version,
        "players": players,
        "options": options.model_dump(mode="json"),
        "components": components.model_dump(mode="json", exclude_defaults=True),
    }


def read_header(game: Game, given: Any, error: type[HortaError]) -> tuple[int, Options, Components]:
    """Return the players, options and components of a header, or raise `error` with its fault.

    A header of an older version of the rules is read as one of now, but with the tables of
    components that it was played with; see `horta.core.changes`.
    """
    if not isinstance(given, dict):
        raise error(mark("a JSON object is needed"))
    if given.get("horta") != FORMAT:
        raise error(
            mark("'horta': this has the format {given}, not {wanted}"),
            given=shown(given.get("horta")),
            wanted=FORMAT,
        )
    if given.get("game") != game.id:
        raise error(
            mark("'game': this is for {given}, not {wanted}"),
            given=shown(given.get("game")),
            wanted=repr(game.id),
        )
    version = given.get("rules_version")
    if version != game.rules_version and not is_older(game, version):
        raise error(
            mark(
                "'rules_version': this follows version {given} of the rules of {game}; "
                "they are at version {wanted} now"
            ),
            given=shown(version),
            game=game.title,
            wanted=game.rules_version,
        )
    players = given.get("players")
    if not isinstance(players, int) or isinstance(players, bool):
        raise error(mark("'players': a number is needed, not {given}"), given=shown(players))
    for name in ("options", "components"):
        if not isinstance(given.get(name, {}), dict):
            raise error(mark("'{name}': a JSON object is needed"), name=name)
    game.check_players(players)
    options = game.read_options(given.get("options", {}))
    tables = tables_of_then(game, version, dict(options), given.get("components", {}))
    return players, options, game.read_components(tables)

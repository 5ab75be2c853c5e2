"""An owner's component tables that the house plays with: files, each for the game that it fits."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from horta.core import registry
from horta.core.errors import BadComponents, HortaError
from horta.core.game import Json
from horta.core.i18n import mark
from horta.files import read_json


def read_owned(paths: Iterable[str]) -> dict[str, Json]:
    """Return the tables of some files by the game that they fit; `BadComponents` names a misfit."""
    owned: dict[str, Json] = {}
    for path in paths:
        game_id, tables = read_file(Path(path))
        owned[game_id] = tables
    return owned


def read_file(path: Path) -> tuple[str, Json]:
    """Read one file and find the game whose tables it holds."""
    given = read_json(path)
    if not isinstance(given, dict) or not given:
        raise BadComponents(
            mark("{path}: a JSON object with component tables is needed"), path=str(path)
        )
    fitting, problems = [], []
    for name in registry.games():
        game = registry.game(name)
        if not set(given) <= set(game.components.model_fields):
            continue
        try:
            game.read_components(given)
        except HortaError as problem:
            problems.append(problem)
        else:
            fitting.append(name)
    if len(fitting) == 1:
        return fitting[0], given
    if problems and not fitting:
        raise BadComponents(mark("{path}: {problem}"), path=str(path), problem=problems[0])
    raise BadComponents(
        mark("{path}: no game has these tables; see `horta components GAME --json`"),
        path=str(path),
    )

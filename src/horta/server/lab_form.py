"""Parameters that the form of the lab lets go through values: options, and tables of components."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from horta.core import limits
from horta.core.errors import BadJson, BadOption
from horta.core.game import Game
from horta.core.i18n import mark
from horta.server.i18n import words
from horta.server.option_fields import option_fields

MOST_VALUES = 12
BETWEEN = " · "


class Parameter(NamedTuple):
    """Something that can go through values: its path, its name, and the value of today."""

    path: str
    title: str
    today: str
    """As a line of the form."""


def parameters(game: Game, lang: str) -> dict[str, list[Parameter]]:
    """Return the parameters of a game, in groups by where they stand."""
    found: dict[str, list[Parameter]] = {}
    desk = game.presentation.desk(game.components(), lang)
    for path, value in _leaves(game.components().model_dump(mode="json"), ""):
        above = desk.title(path.partition(".")[0])
        made = Parameter(f"components.{path}", desk.title(path), line_of(value))
        found.setdefault(above, []).append(made)
    say = words(lang)
    today = game.read_options({}).model_dump(mode="json")
    for one in option_fields(game, lang):
        made = Parameter(f"options.{one['name']}", one["title"], line_of(today[one["name"]]))
        found.setdefault(say("Options"), []).append(made)
    return found


def parameter_title(game: Game, path: str, lang: str) -> str:
    """Return what a parameter is called."""
    for group, some in parameters(game, lang).items():
        for one in some:
            if one.path == path:
                return f"{group}{BETWEEN}{one.title}"
    return path


def line_of(value: Any) -> str:
    """Return a value as a line of the form: a list with commas between."""
    if isinstance(value, list):
        return ", ".join(str(one) for one in value)
    return value if isinstance(value, str) else json.dumps(value)


def read_values(game: Game, path: str, text: str) -> list[Any]:
    """Read one value of a parameter from each line."""
    known = {one.path: one for some in parameters(game, "en").values() for one in some}
    if path not in known:
        raise BadOption(mark("there is no parameter {name}"), name=limits.shown(path))
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if not lines or len(lines) > MOST_VALUES:
        raise BadOption(mark("1 to {most} values are needed, one in each line"), most=MOST_VALUES)
    part, _, inner = path.partition(".")
    held: Any = (game.components() if part == "components" else game.read_options({})).model_dump(
        mode="json"
    )
    for key in inner.split("."):
        held = held[key]
    return [_value(line, held) for line in lines]


def _value(line: str, today: Any) -> Any:
    """Return what a line stands for, as the value of today is written."""
    if isinstance(today, str):
        return line
    if not isinstance(today, list):
        return _plain(line)
    parts = line.strip("[]").replace(",", " ").split()
    return [part if today and isinstance(today[0], str) else _plain(part) for part in parts]


def _plain(text: str) -> Any:
    try:
        return limits.read_json(text)
    except BadJson:
        return text


def _leaves(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    """Yield the numbers and the plain lists of tables."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _leaves(inner, f"{path}.{key}" if path else key)
    elif isinstance(value, list):
        if all(isinstance(one, int | str) for one in value):
            yield path, value
    elif isinstance(value, int | str):
        yield path, value

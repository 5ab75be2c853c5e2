"""The options of a game as fields of a form, as lines for people, and read back.

A field is made from the option's JSON Schema: a switch, a list of values, a number that may be left
out, a choice of several things by name (the eight postcards of Paris), or a pattern of spaces
around a thing (those that its large lamp lights).
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from horta.core.errors import BadOption, Called
from horta.core.game import Game, Json
from horta.core.i18n import mark
from horta.server.i18n import words

PICK = "pick"
"""The value of a list that stands for the things ticked below it."""
PATTERN = "pattern"
"""The value of a list that stands for the spaces ticked below it."""
REACH = 4
"""How far from the middle a form offers spaces; the API takes those farther away, too."""


def option_fields(game: Game, lang: str = "en") -> list[Json]:
    """Return what a form shows of each option, in a language."""
    told = game.presentation.words(lang)
    seats = told.seats(game.max_players)
    fields = []
    for name, spec in game.options.model_json_schema().get("properties", {}).items():
        titles = {k: told.option(v) for k, v in spec.get("titles", {}).items()}
        if spec.get("of_seats"):
            titles |= {str(k): title for k, title in enumerate(seats)}
        field = _field(spec, titles, told.option)
        if field is not None:
            fields.append(
                {
                    "name": name,
                    "title": told.option(spec.get("title", name)),
                    "about": told.option(spec.get("description", "")),
                    "default": json.dumps(spec.get("default")),
                    "follows": bool(spec.get("follows")),
                    "of_seats": bool(spec.get("of_seats")),
                    **field,
                }
            )
    return fields


def _field(spec: Json, titles: Mapping[str, str], say: Callable[[str], str]) -> Json | None:
    """Return the kind of a field and what it offers; None for what no form can show."""
    values: list[Any] = []
    picks: list[tuple[str, str]] = []
    pattern = 0
    if spec.get("type") == "boolean":
        both = [("false", ""), ("true", "")]
        return {"kind": "switch", "values": both, "picks": [], "pattern": 0}
    for part in [spec, *spec.get("anyOf", [])]:
        if part.get("type") == "integer" and "enum" not in part and "const" not in part:
            return {
                "kind": "number",
                "least": part.get("minimum"),
                "most": part.get("maximum"),
                "values": [],
                "picks": [],
                "pattern": 0,
            }
        values += part.get("enum", [])
        values += [part["const"]] if "const" in part else []
        items = part.get("items", {}) if part.get("type") == "array" else {}
        picks += [(thing, say(thing)) for thing in items.get("enum", [])]
        if items.get("type") == "array":  # rays: each a list of spaces, from the middle outwards
            pattern = REACH
    if len(values) + bool(picks) + bool(pattern) <= 1:  # nothing to choose from
        return None
    shown = [(json.dumps(value), titles.get(str(value), str(value))) for value in values]
    return {"kind": "list", "values": shown, "picks": picks, "pattern": pattern}


def read_options(game: Game, given: Mapping[str, Any]) -> Json:
    """Read the options of a form; what it leaves to the game is left out here, too."""
    options: Json = {}
    for field in option_fields(game):
        name = field["name"]
        value = given.get(f"option-{name}")
        if value is None:
            continue
        if field["kind"] == "number":
            options[name] = _number(field["title"], str(value).strip())
        elif value == PICK and field["picks"]:
            known = [thing for thing, _ in field["picks"]]
            options[name] = [thing for thing in known if f"{name}-{thing}" in given]
        elif value == PATTERN and field["pattern"]:
            ticked = [
                one for one in around(field["pattern"]) if f"{name}-{one[0]}-{one[1]}" in given
            ]
            options[name] = rays(ticked)
        elif value in [one for one, _ in field["values"]]:
            options[name] = json.loads(value)
    return options


def of_rows(game: Game, options: Json, rows: Sequence[int]) -> Json:
    """Return options of a form with a row for each seat by the seats that are taken, in order."""
    named = dict(options)
    for field in option_fields(game):
        name, row = field["name"], options.get(field["name"])
        if not field["of_seats"] or not isinstance(row, int):
            continue
        if row not in rows:
            title = dict(field["values"])[json.dumps(row)]
            raise BadOption(
                mark("{name}: nobody sits at {seat}"),
                name=Called(name, field["title"]),
                seat=Called(str(row), title),
            )
        named[name] = rows.index(row)
    return named


def decided(game: Game, options: Json) -> Json:
    """Return every option as it is played, those that were left out included."""
    try:
        return game.read_options(options).model_dump(mode="json")
    except BadOption:  # kept from a time when the game had other options
        return options


def around(reach: int) -> list[tuple[int, int]]:
    """Return all spaces around the middle, row by row, as rows and columns from there."""
    side = range(-reach, reach + 1)
    return [(row, column) for row in side for column in side if (row, column) != (0, 0)]


def rays(spaces: Iterable[tuple[int, int]]) -> list[list[list[int]]]:
    """Put spaces that lie in one direction from the middle into one ray, the nearest first."""
    found: dict[tuple[int, int], list[list[int]]] = {}
    for row, column in spaces:
        by = math.gcd(row, column)
        found.setdefault((row // by, column // by), []).append([row, column])
    return [sorted(ray, key=lambda one: max(map(abs, one))) for ray in found.values()]


def _number(title: str, value: str) -> int | None:
    if not value:
        return None
    try:
        return int(value)
    except ValueError:
        raise BadOption(
            mark("{title}: a whole number is needed, or nothing"), title=title
        ) from None


def option_lines(game: Game, options: Mapping[str, Any], lang: str) -> list[tuple[str, str]]:
    """Say by which options a table plays: the title of each, and its value."""
    lines, say = [], words(lang)
    for field in option_fields(game, lang):
        value = options.get(field["name"], json.loads(field["default"]))
        titles = {**dict(field["picks"]), **{json.loads(k): v for k, v in field["values"]}}
        if isinstance(value, bool):
            said = say("yes") if value else say("no")
        elif isinstance(value, list):
            known = all(isinstance(one, str) and one in titles for one in value)
            said = ", ".join(titles[one] for one in value) if known else json.dumps(value)
            if field["pattern"]:
                said = f"{say('a custom pattern')}: {json.dumps(value)}"
        else:
            said = say("none") if value is None else titles.get(value, str(value))
        lines.append((field["title"], said))
    return lines

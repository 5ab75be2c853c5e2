"""The options of a game as fields of a form, as lines for people, and read back.

A field is made from the option's JSON Schema: a switch, a list of values, a number that may be left
out, or a choice of several things by name (the eight postcards of Paris).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from horta.core.errors import BadOption
from horta.core.game import Game, Json
from horta.core.i18n import mark
from horta.server.i18n import words

PICK = "pick"
"""The value of a list that stands for the things ticked below it."""


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
                    **field,
                }
            )
    return fields


def _field(spec: Json, titles: Mapping[str, str], say: Callable[[str], str]) -> Json | None:
    """Return the kind of a field and what it offers; None for what no form can show."""
    values: list[Any] = []
    picks: list[tuple[str, str]] = []
    if spec.get("type") == "boolean":
        return {"kind": "switch", "values": [("false", ""), ("true", "")], "picks": []}
    for part in [spec, *spec.get("anyOf", [])]:
        if part.get("type") == "integer" and "enum" not in part and "const" not in part:
            return {
                "kind": "number",
                "least": part.get("minimum"),
                "most": part.get("maximum"),
                "values": [],
                "picks": [],
            }
        values += part.get("enum", [])
        values += [part["const"]] if "const" in part else []
        things = part.get("items", {}).get("enum", []) if part.get("type") == "array" else []
        picks += [(thing, say(thing)) for thing in things]
    if len(values) + bool(picks) <= 1:  # nothing to choose from
        return None
    shown = [(json.dumps(value), titles.get(str(value), str(value))) for value in values]
    return {"kind": "list", "values": shown, "picks": picks}


def read_options(game: Game, given: Mapping[str, Any]) -> Json:
    """Read the options of a form; `given` has a list where several things were ticked."""
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
        elif value in [one for one, _ in field["values"]]:
            options[name] = json.loads(value)
    return options


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
        else:
            said = say("none") if value is None else titles.get(value, str(value))
        lines.append((field["title"], said))
    return lines

"""Component tables as fields of a form: made from their JSON Schema, read back, and checked.

A field is named by its path in the tables: `tracks.palace.2` is the third space of a track. Lists
of varying length are one text: numbers in a row, or one line for each entry.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from horta.core.desk import Desk
from horta.core.errors import HortaError
from horta.core.game import Game, Json
from horta.core.validation import sentence

LONGEST_FIELD = 400
"""Characters that one field of the form may hold."""
MOST_ENTRIES = 30
"""Entries of a list that the form shows although it should have fewer."""


@dataclass(frozen=True)
class Field:
    """A field of the form, or a group of them."""

    path: str
    title: str
    kind: str
    """group, row, number, choice, text, numbers or lines"""
    value: str = ""
    about: str = ""
    least: int | None = None
    most: int | None = None
    pattern: str = ""
    choices: Sequence[tuple[str, str]] = ()
    fields: Sequence[Field] = ()

    def leaves(self) -> list[Field]:
        """Return the fields that hold a value."""
        if self.kind in ("group", "row"):
            return [leaf for inner in self.fields for leaf in inner.leaves()]
        return [self]


class _Maker:
    """Makes the fields of one game's tables."""

    def __init__(self, game: Game, desk: Desk) -> None:
        self.schema = game.components.model_json_schema()
        self.desk = desk

    def made(self, values: Mapping[str, Any]) -> list[Field]:
        """Return a field for every table."""
        found = self.schema.get("properties", {})
        return [self.field(name, spec, values[name]) for name, spec in found.items()]

    def resolved(self, spec: Json) -> Json:
        while "$ref" in spec or "allOf" in spec:
            if "$ref" in spec:
                name = spec["$ref"].rpartition("/")[2]
                rest = {key: value for key, value in spec.items() if key != "$ref"}
                spec = {**self.schema["$defs"][name], **rest}
            else:
                spec = {**spec["allOf"][0], **{k: v for k, v in spec.items() if k != "allOf"}}
        return spec

    def field(self, path: str, spec: Json, value: Any) -> Field:
        spec = self.resolved(spec)
        title, about = self.desk.title(path), self.desk.titles.get(f"{path}?", "")
        if spec.get("type") == "object":
            inner = spec.get("properties", {})
            fields = [self.field(f"{path}.{name}", inner[name], value[name]) for name in inner]
            return Field(path, title, "group", about=about, fields=fields)
        if spec.get("type") == "array":
            return self.entries(path, spec, value, title, about)
        return self.leaf(path, spec, value, title, about)

    def entries(self, path: str, spec: Json, value: Any, title: str, about: str) -> Field:
        """Return a list: as many fields as it always has, or one text when its length varies."""
        each = spec.get("prefixItems") or [spec.get("items", {})] * len(value)
        inner = self.resolved(each[0]) if each else {}
        varies = "prefixItems" not in spec and spec.get("minItems") != spec.get("maxItems")
        if varies and inner.get("type") == "integer":
            return Field(path, title, "numbers", " ".join(map(str, value)), about)
        if varies and inner.get("type") == "string" and "enum" not in inner:
            return Field(path, title, "lines", "\n".join(value), about)
        fields = [
            self.field(f"{path}.{k}", one, value[k]) for k, one in enumerate(each[: len(value)])
        ]
        plain = all(one.kind not in ("group", "row") for one in fields)
        return Field(path, title, "row" if plain else "group", about=about, fields=fields)

    def leaf(self, path: str, spec: Json, value: Any, title: str, about: str) -> Field:
        if "enum" in spec:
            named = [(str(one), self.desk.title(str(one))) for one in spec["enum"]]
            return Field(path, title, "choice", str(value), about, choices=named)
        if spec.get("type") == "integer":
            least, most = spec.get("minimum"), spec.get("maximum")
            return Field(path, title, "number", str(value), about, least=least, most=most)
        return Field(path, title, "text", str(value), about, pattern=spec.get("pattern", ""))


def component_fields(game: Game, values: Mapping[str, Any], desk: Desk) -> list[Field]:
    """Return the fields for component tables, whole or not, as somebody filled them in."""
    ours = game.components().model_dump(mode="json")
    return _Maker(game, desk).made(_filled(ours, values))


def _filled(ours: Any, given: Any) -> Any:
    """Return our tables with what was given; what has another shape than ours is left out."""
    if isinstance(ours, dict):
        known = given if isinstance(given, dict) else {}
        return {name: _filled(ours[name], known.get(name, ours[name])) for name in ours}
    if isinstance(ours, list):
        if not isinstance(given, list) or not ours:
            return ours
        if len(given) != len(ours):
            fits = _plain(given) and _plain(ours) and len(given) <= MOST_ENTRIES
            return given if fits else ours
        return [_filled(one, other) for one, other in zip(ours, given, strict=True)]
    return given if isinstance(given, str | int | float) else ours


def _plain(values: list[Any]) -> bool:
    return all(isinstance(value, str | int) for value in values)


def read_fields(game: Game, given: Mapping[str, str]) -> Json:
    """Return the tables that a form describes; what it leaves out is as we have it.

    A number that is none stays the text that it is, so that the check can say so.
    """
    tables: Json = game.components().model_dump(mode="json")
    for top in component_fields(game, tables, Desk()):
        for leaf in top.leaves():
            if leaf.path in given:
                _put(tables, leaf.path.split("."), _value(leaf, given[leaf.path][:LONGEST_FIELD]))
    return tables


def _value(leaf: Field, text: str) -> Any:
    if leaf.kind == "numbers":
        return [_number(part) for part in text.replace(",", " ").split()]
    if leaf.kind == "lines":
        return [line.strip() for line in text.splitlines() if line.strip()]
    if leaf.kind == "number":
        return _number(text.strip())
    return text.strip()


def _number(text: str) -> int | str:
    try:
        return int(text) if text.isascii() else text
    except ValueError:
        return text


def _put(tables: Any, path: Sequence[str], value: Any) -> None:
    for part in path[:-1]:
        tables = tables[int(part) if isinstance(tables, list) else part]
    last = path[-1]
    tables[int(last) if isinstance(tables, list) else last] = value


def check_tables(game: Game, tables: Mapping[str, Any]) -> dict[str, HortaError]:
    """Return what does not fit in component tables, by the path where it lies."""
    try:
        game.components.model_validate(dict(tables))
    except ValidationError as wrong:
        found: dict[str, HortaError] = {}
        for one in wrong.errors(include_url=False):
            found.setdefault(".".join(map(str, one["loc"])), sentence(one))
        # A list whose entry is wrong is reported as too short besides: the entry says enough.
        return {
            path: problem
            for path, problem in found.items()
            if not any(other.startswith(f"{path}.") for other in found)
        }
    return {}


def changed_tables(game: Game, tables: Mapping[str, Any]) -> Json:
    """Return only what differs from our own tables; `BadComponents` if they do not fit."""
    return game.read_components(tables).model_dump(mode="json", exclude_defaults=True)


def as_text(tables: Mapping[str, Any]) -> str:
    """Return tables as the text of a file."""
    return json.dumps(tables, indent=2, ensure_ascii=False) + "\n"

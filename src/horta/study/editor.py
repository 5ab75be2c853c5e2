"""The position editor: a position by fields, changed one at a time, with what the rules say of it.

    made = fields(position)                              # every field with its kind and its range
    position = change(position, "seats.0.francs", "12")  # from the text that somebody typed
    position = move(position, "cell-b2", "cell-c1")      # what lies at one place goes to another
    fault(position)                                      # None, or the place and a sentence

Nothing here accepts a position: that is `horta.resume`, which `fault` asks. While it refuses, there
is a fault, and such a position can neither be kept nor played. Edits that need several steps may
pass through faulty positions on their way.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from horta.core import registry
from horta.core.errors import BadPosition, HortaError
from horta.core.game import Game, Json
from horta.core.i18n import mark
from horta.core.limits import shown
from horta.core.spots import Spot
from horta.core.transcripts import resume

NOT_READ = "not read"
SHORT = 100
"""Ranges of so many numbers may be chosen from."""
EMPTY: Json = {"integer": 0, "object": {}}
"""What stands for an entry that is not written down."""
LEFT_OUT = ("dice",)
"""What is no part of what lies on the table."""


@dataclass(frozen=True)
class Field:
    """One value of a position that can be changed."""

    path: str
    """Keys and numbers of entries, with dots between: `seats.0.francs`."""
    kind: str
    """number, flag, choice, text, list, or entries (a list whose entries have fields)."""
    value: str
    """As it stands in a form."""
    about: str = ""
    least: int | None = None
    most: int | None = None
    choices: tuple[str, ...] = ()
    """Where there are some: what can be chosen; "" for nothing."""
    filled: bool = True
    """Whether there must be a value."""


@dataclass(frozen=True)
class Fault:
    """Why a position is refused: where, if that is known, and the error that says it."""

    path: str
    problem: HortaError


# fields


def fields(position: Json) -> list[Field]:
    """Return the fields of a position in the order of its schema."""
    schema = _schema(position)
    return list(_fields(position["table"], schema, schema.get("$defs", {}), ""))


def _schema(position: Json) -> Json:
    return registry.game(str(position.get("game"))).presentation.schema()


def _fields(value: Any, schema: Json, known: Json, path: str) -> Iterator[Field]:
    schema, may_be_none = _plain(schema, known)
    about = str(schema.get("description", ""))
    if NOT_READ in about or path in LEFT_OUT:
        return
    if "properties" in schema:
        for key, part in schema["properties"].items():
            described = {"description": part.get("description", ""), **_plain(part, known)[0]}
            if isinstance(value, dict) and key in value and NOT_READ not in str(part):
                yield from _fields(value[key], {**part, **_about(described)}, known, _at(path, key))
    elif isinstance(schema.get("additionalProperties"), dict):
        inner, held = schema["additionalProperties"], value or {}
        keys = schema.get("propertyNames", {}).get("enum") or list(held)
        empty = EMPTY.get(str(_plain(inner, known)[0].get("type")))
        for key in keys:
            if key in held or empty is not None:
                yield from _fields(held.get(key, empty), inner, known, _at(path, key))
    elif schema.get("type") == "array" and isinstance(value, list):
        yield from _list(value, schema, known, path)
    elif not (may_be_none and value is None and schema.get("type") in ("array", "object")):
        yield _leaf(value, schema, path, about, may_be_none)


def _about(schema: Json) -> Json:
    return {"description": schema["description"]} if schema.get("description") else {}


def _list(value: list[Any], schema: Json, known: Json, path: str) -> Iterator[Field]:
    """Yield a list of plain values as one field, any other one by its entries."""
    items = _plain(schema.get("items", {}), known)[0]
    about = str(schema.get("description", ""))
    nested = "properties" in items or items.get("type") in ("array", "object")
    fixed = schema.get("minItems") is not None and schema["minItems"] == schema.get("maxItems")
    if not nested and not fixed:
        written = ", ".join("" if one is None else str(one) for one in value)
        choices = tuple(map(str, items.get("enum", ())))
        yield Field(path, "list", written, about, choices=choices)
        return
    if nested and not fixed and path != "seats":
        yield Field(path, "entries", str(len(value)), about)
    for number, one in enumerate(value):
        yield from _fields(one, schema["items"], known, _at(path, str(number)))


def _leaf(value: Any, schema: Json, path: str, about: str, may_be_none: bool) -> Field:
    written = "" if value is None else str(value)
    if schema.get("type") == "boolean":
        return Field(path, "flag", "yes" if value else "", about)
    if "enum" in schema or "const" in schema:
        listed = schema.get("enum", [schema.get("const")])
        choices = tuple(str(one) for one in listed)
        return Field(
            path, "choice", written, about, choices=("", *choices) if may_be_none else choices
        )
    if schema.get("type") == "integer":
        most = schema.get("maximum", schema.get("exclusiveMaximum", 1) - 1)
        return Field(
            *(path, "number", written, about, schema.get("minimum"), most or None),
            filled=not may_be_none,
        )
    return Field(path, "text", written, about)


def _plain(schema: Json, known: Json) -> tuple[Json, bool]:
    """Return a schema without references, and whether null fits it, too."""
    none = False
    while "$ref" in schema or "anyOf" in schema:
        if "$ref" in schema:
            schema = {
                **known[schema["$ref"].rpartition("/")[2]],
                **_about({"description": "", **schema}),
            }
            continue
        ways = [one for one in schema["anyOf"] if one.get("type") != "null"]
        none = none or len(ways) < len(schema["anyOf"])
        if len(ways) > 1 and all(_few(one) for one in ways):  # a seat or “neutral”, say
            listed = [value for one in ways for value in _few(one)]
            return {"enum": listed, **_about({"description": "", **schema})}, none
        schema = {**ways[0], **_about({"description": "", **schema})}
    return schema, none


def _few(schema: Json) -> list[Any]:
    """Return all values that fit a schema, if it names them or is a short range of numbers."""
    if "enum" in schema or "const" in schema:
        return list(schema.get("enum", [schema.get("const")]))
    if schema.get("type") == "integer" and "minimum" in schema:
        most = schema.get("maximum", schema.get("exclusiveMaximum", 0) - 1)
        return list(range(schema["minimum"], most + 1)) if most < SHORT else []
    return []


def _at(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key


# changes


def change(position: Json, path: str, text: str) -> Json:
    """Return a position with another value in one field; `BadPosition` if the text is no value."""
    schema = _schema(position)
    part, none = _schema_at(schema, path.split("."))
    return _with(position, path, _value(path, text, part, schema.get("$defs", {}), none))


def add_entry(position: Json, path: str) -> Json:
    """Return a position with one entry more in a list: like its last one, to be changed then."""
    held = get(position, path)
    if not isinstance(held, list) or not held:
        raise BadPosition(mark("'{place}': there is no entry to begin with"), place=path)
    return _with(position, path, [*held, copy.deepcopy(held[-1])])


def remove_entry(position: Json, path: str) -> Json:
    """Return a position without one entry of a list."""
    above, _, number = path.rpartition(".")
    held = get(position, above)
    if not isinstance(held, list) or not number.isdecimal() or int(number) >= len(held):
        raise _nowhere(path)
    return _with(position, above, [one for k, one in enumerate(held) if k != int(number)])


def get(position: Json, path: str) -> Any:
    """Return what stands in a field."""
    value = position["table"]
    for key in path.split("."):
        value = None if value is None else _step(value, key, path)
    return value


def _step(value: Any, key: str, path: str) -> Any:
    if isinstance(value, dict):
        return value.get(key)
    if isinstance(value, list) and key.isdecimal() and int(key) < len(value):
        return value[int(key)]
    raise _nowhere(path)


def _with(position: Json, path: str, value: Any) -> Json:
    made = {**position, "table": copy.deepcopy(position["table"])}
    *above, last = path.split(".")
    held: Any = made["table"]
    for key in above:
        if isinstance(held, dict) and held.get(key) is None:
            held[key] = {}  # what nobody has is not written down
        held = _step(held, key, path)
    if isinstance(held, list) and last.isdecimal() and int(last) < len(held):
        held[int(last)] = value
    elif isinstance(held, dict):
        held[last] = value
    else:
        raise _nowhere(path)
    return made


def _nowhere(path: str) -> BadPosition:
    return BadPosition(mark("'{place}': there is no such field"), place=shown(path))


def _schema_at(schema: Json, keys: list[str]) -> tuple[Json, bool]:
    known, none = schema.get("$defs", {}), False
    for key in keys:
        schema, none = _plain(schema, known)
        if key in schema.get("properties", {}):
            schema = schema["properties"][key]
        elif isinstance(schema.get("additionalProperties"), dict):
            schema = schema["additionalProperties"]
        elif schema.get("type") == "array" and key.isdecimal():
            schema = schema["items"]
        else:
            raise _nowhere(".".join(keys))
    schema, none = _plain(schema, known)
    return schema, none


def _value(path: str, text: str, schema: Json, known: Json, none: bool) -> Any:
    """Return the JSON that a text in a form stands for."""
    typed, kind = text.strip(), schema.get("type")
    if not typed and none and kind != "array":
        return None
    if kind == "boolean":
        return typed == "yes"
    if kind == "array":
        items, empty = _plain(schema.get("items", {}), known)
        parts = [one.strip() for one in typed.split(",")] if typed else []
        return [_value(path, one, items, known, empty) for one in parts]
    listed = schema.get("enum", [schema["const"]] if "const" in schema else [])
    for one in listed:
        if str(one) == typed:
            return one
    if kind == "integer":
        try:
            return int(typed)
        except ValueError:
            raise BadPosition(
                mark("'{place}': a whole number is needed (given: {given})"),
                place=path,
                given=shown(text),
            ) from None
    return typed


# moves


def spots(position: Json, names: list[str]) -> dict[str, Spot]:
    """Return what lies at places of the drawing: the fields that tell it."""
    find = getattr(registry.game(str(position.get("game"))).presentation, "spot", None)
    found = {name: find(name, position["table"]) for name in names} if find else {}
    return {name: spot for name, spot in found.items() if spot is not None}


def direct(position: Json, names: list[str]) -> dict[str, list[str]]:
    """Return which fields are set by hand at places of the drawing; an entry by its path alone."""
    shows = registry.game(str(position.get("game"))).presentation
    if not hasattr(shows, "direct"):
        return {}
    found = {name: list(shows.direct(name, position["table"])) for name in names}
    for name, spot in spots(position, names).items():
        if not found[name] and spot.path:
            at = spot.path.rpartition(".")[0] if spot.kind == "piece" else spot.path
            found[name] = [at or spot.path]
    return {name: paths for name, paths in found.items() if paths}


def move(position: Json, start: str, end: str) -> Json:
    """Return a position in which what lies at one place lies at another one.

    Cells change what they hold; of things that are counted one goes over; a card or a piece leaves
    one list for the other, or names its new place. `BadPosition` if the places do not go together.
    """
    known = spots(position, [start, end])
    one, other = known.get(start), known.get(end)
    if one is None or other is None or start == end:
        raise _no_way(start, end)
    if one.kind == other.kind == "cell":
        before, after = get(position, one.path), get(position, other.path)
        return _with(_with(position, one.path, after), other.path, before)
    if one.kind == other.kind == "count":
        left = int(get(position, one.path) or 0)
        if left < 1:
            raise BadPosition(mark("'{place}': there is nothing to move"), place=one.path)
        made = _with(position, one.path, left - 1)
        return _with(made, other.path, int(get(made, other.path) or 0) + 1)
    if one.kind == other.kind == "member":
        held, there = get(position, one.path), get(position, other.path)
        if one.name not in held:
            raise BadPosition(mark("'{place}': there is nothing to move"), place=one.path)
        made = _with(position, one.path, _without(held, one.name))
        return _with(made, other.path, [*(get(made, other.path) or there), one.name])
    if one.kind == "piece" and other.kind in ("piece", "place") and one.group == other.group:
        made = _with(position, one.path, other.name)
        return made if other.kind == "place" else _with(made, other.path, one.name)
    raise _no_way(start, end)


def _without(held: list[Any], name: str) -> list[Any]:
    at = held.index(name)
    return [*held[:at], *held[at + 1 :]]


def _no_way(start: str, end: str) -> BadPosition:
    return BadPosition(
        mark("nothing can be moved from {start} to {end}"), start=shown(start), end=shown(end)
    )


# the rules' word


def fault(position: Json) -> Fault | None:
    """Return why the rules refuse a position; None if they take it."""
    try:
        resume(str(position.get("game")), position)
    except HortaError as problem:
        return Fault(_place(problem), problem)
    return None


def _place(problem: HortaError) -> str:
    """Return the place that an error names, however deep inside it stands."""
    if "place" in problem.values:
        return str(problem.values["place"])
    inner = [value for value in problem.values.values() if isinstance(value, HortaError)]
    return _place(inner[0]) if inner else ""


def new_position(game: Game, seed: int) -> Json:
    """Return the position of a new game, to begin with."""
    from horta.core.transcripts import start

    return start(game.id, seed=seed).position

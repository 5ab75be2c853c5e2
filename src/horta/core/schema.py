"""JSON Schemas of what Horta writes: positions, views and transcripts, for each game."""

from __future__ import annotations

from typing import Any

from horta.core.envelope import FORMAT
from horta.core.game import Game, Json
from horta.core.seeds import MOST_SEED, PATTERN

DRAFT = "https://json-schema.org/draft/2020-12/schema"


def _hoist(schema: Json, prefix: str, into: Json) -> Json:
    """Move a schema's own definitions into a common place, under names of their own."""

    def renamed(part: Any) -> Any:
        if isinstance(part, dict):
            return {
                key: value.replace("#/$defs/", f"#/$defs/{prefix}")
                if key == "$ref"
                else renamed(value)
                for key, value in part.items()
            }
        return [renamed(item) for item in part] if isinstance(part, list) else part

    for name, definition in schema.get("$defs", {}).items():
        into[prefix + name] = renamed(definition)
    return {key: renamed(value) for key, value in schema.items() if key != "$defs"}


def _envelope(game: Game, title: str, definitions: Json) -> Json:
    integers = {"type": "array", "items": {"type": "integer"}}
    definitions["Integers"] = integers
    return {
        "$schema": DRAFT,
        "title": f"{game.title}: {title}",
        "type": "object",
        "properties": {
            "horta": {"const": FORMAT, "description": "version of this format"},
            "game": {"const": game.id},
            "rules_version": {"const": game.rules_version},
            "players": {
                "type": "integer",
                "minimum": game.min_players,
                "maximum": game.max_players,
            },
            "options": _hoist(game.options.model_json_schema(), "Options", definitions),
            "components": _hoist(game.components.model_json_schema(), "Components", definitions)
            | {"description": "the owner's own tables; empty: ours"},
        },
        "required": ["horta", "game", "rules_version", "players"],
        "additionalProperties": False,
        "$defs": definitions,
    }


def position_schema(game: Game) -> Json:
    """Return the schema of `match.position`."""
    definitions: Json = {}
    schema = _envelope(game, "position", definitions)
    schema["properties"]["table"] = _hoist(game.presentation.schema(), "", definitions)
    schema["required"].append("table")
    return schema


def view_schema(game: Game) -> Json:
    """Return the schema of `match.view(seat)`."""
    schema = position_schema(game)
    integers = {"$ref": "#/$defs/Integers"}
    schema["title"] = f"{game.title}: view"
    schema["properties"] |= {
        "seat": {"type": ["integer", "null"], "description": "the viewer; null: a spectator"},
        "names": {"type": "array", "items": {"type": "string"}},
        "to_play": {"type": ["integer", "null"], "description": "null: the game is over"},
        "sheet": {
            "type": "object",
            "description": "each line of the score sheet, as if the game ended now",
            "properties": {line.name: integers for line in game.lines},
            "required": [line.name for line in game.lines],
            "additionalProperties": False,
        },
        "scores": integers,
        "winners": integers | {"description": "empty while the game runs"},
    }
    schema["required"] += ["seat", "names", "to_play", "sheet", "scores", "winners"]
    return schema


def transcript_schema(game: Game) -> Json:
    """Return the schema of `match.transcript()`."""
    definitions: Json = {}
    schema = _envelope(game, "transcript", definitions)
    table = _hoist(game.presentation.schema(), "", definitions)
    integers = {"$ref": "#/$defs/Integers"}
    schema["properties"] |= {
        "seed": {
            "type": ["integer", "string", "null"],
            "minimum": 0,
            "maximum": MOST_SEED,
            "pattern": PATTERN,
            "description": "the seed of the deal: a number, or 128 bits in hexadecimal digits",
        },
        "position": {
            "anyOf": [table, {"type": "null"}],
            "description": "the table that the match began with, if it was not dealt",
        },
        "seats": {"type": "array", "items": {"type": "string"}, "description": "the players"},
        "actions": {
            "type": "array",
            "items": {"type": "string"},
            "description": "the texts of the actions in order; 'undo' takes the last one back",
        },
        "result": {
            "anyOf": [
                {
                    "type": "object",
                    "properties": {"scores": integers, "winners": integers},
                    "required": ["scores", "winners"],
                    "additionalProperties": False,
                },
                {"type": "null"},
            ],
            "description": "null while the game runs",
        },
    }
    schema["required"] += ["actions"]
    return schema

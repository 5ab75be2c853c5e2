"""Write docs/reference: the JSON Schemas and the action tables of every game, and of studies.

python tools/reference.py            # write them
python tools/reference.py --check    # change nothing; fail if they are out of date
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from horta.core import registry
from horta.core.game import Game
from horta.core.schema import position_schema, transcript_schema, view_schema
from horta.study.study import study_schema

ROOT = Path(__file__).resolve().parent.parent
REFERENCE = ROOT / "docs" / "reference"


def pages(game: Game) -> dict[str, str]:
    """Return the files of a game by their names."""
    schemas = {
        "position": position_schema(game),
        "view": view_schema(game),
        "transcript": transcript_schema(game),
        "components": game.components.model_json_schema(),
    }
    files = {
        f"{game.id}.{kind}.schema.json": json.dumps(schema, indent=1, ensure_ascii=False) + "\n"
        for kind, schema in schemas.items()
    }
    files[f"{game.id}.md"] = page(game)
    return files


def shared() -> dict[str, str]:
    """Return the files that are no game's own, by their names."""
    return {"study.schema.json": json.dumps(study_schema(), indent=1, ensure_ascii=False) + "\n"}


def page(game: Game) -> str:
    """Return the reference page of a game: options, actions, score sheet, components."""
    lines = [
        f"# {game.title}: reference",
        "",
        f"Id `{game.id}`, rules version {game.rules_version}, rules: "
        f"[docs/rules/{game.id}.md](../rules/{game.id}.md). Written by `tools/reference.py`.",
        "",
        "## Options",
        "",
        "| option | values | default | meaning | rules |",
        "|---|---|---|---|---|",
    ]
    for name, spec in game.options.model_json_schema()["properties"].items():
        default = json.dumps(spec.get("default"))
        lines.append(
            f"| `{name}` | {values(spec)} | `{default}` | {spec['description']} | {sources(spec)} |"
        )
    lines += [
        "",
        f"## Actions ({len(game.actions)})",
        "",
        "| span | from | to | text |",
        "|---|---|---|---|",
    ]
    for span in game.actions:
        form = " ".join((span.name, *(f"<{axis.name}>" for axis in span.axes)))
        lines.append(f"| `{span.name}` | {span.start} | {span.stop - 1} | `{form}` |")
    lines += ["", "The values of the axes, in the order of their numbers:", ""]
    axes = {axis.name: axis for span in game.actions for axis in span.axes}
    for axis in axes.values():
        lines.append(f"- **{axis.name}**: {', '.join(axis.values)}")
    lines += observation(game)
    lines += position(game)
    lines += ["", "## Score sheet", "", "| line | meaning | kind |", "|---|---|---|"]
    for line in game.lines:
        kind = "tie-break" if line.tie_break else "points"
        lines.append(f"| `{line.name}` | {line.title} | {kind} |")
    lines += ["", "## Components", "", "| table | degree | source | rules |", "|---|---|---|---|"]
    for name, origin in game.provenance.items():
        rules = ", ".join(origin.rules)
        lines.append(f"| `{name}` | {origin.degree} | {origin.source} | {rules} |")
    lines += ["", "## Schemas", ""]
    for kind in ("position", "view", "transcript", "components"):
        name = f"{game.id}.{kind}.schema.json"
        lines.append(f"- [{name}]({name})")
    return "\n".join(lines) + "\n"


def sources(spec: dict[str, Any]) -> str:
    """Return where the rules leave an option open: the ids of rules, and the ruling's number."""
    ruling = [f"ruling {spec['ruling']}"] if "ruling" in spec else []
    return ", ".join([*spec.get("rules", []), *ruling])


def values(spec: dict[str, Any]) -> str:
    """Return what an option can be: its values with their titles, or the kinds of JSON."""
    titles, told = spec.get("titles", {}), []
    for part in [spec, *spec.get("anyOf", [])]:
        found = part.get("enum") or ([part["const"]] if "const" in part else [])
        for value in found:
            title = titles.get(str(value))
            told.append(f"`{json.dumps(value)}`" + (f" ({title})" if title else ""))
        if not found and "type" in part:
            told.append("a list" if part["type"] == "array" else part["type"])
    return ", ".join(told)


def observation(game: Game) -> list[str]:
    """Return the table of the views of a game's observation."""
    if game.observation is None:
        return []
    lines = [
        "",
        f"## Observation `{game.env_id}` ({game.observation.size} numbers)",
        "",
        "One flat buffer of float32, the observing seat first and the others in turn order, and "
        "nothing that the seat cannot know. A change of meaning is a new version.",
        "",
        "| view | from | to | shape | range | meaning |",
        "|---|---|---|---|---|---|",
    ]
    for view in game.observation:
        shape = " × ".join(map(str, view.shape))
        lines.append(
            f"| `{view.name}` | {view.start} | {view.stop - 1} | {shape} "
            f"| {view.low:g} to {view.high:g} | {view.meaning} |"
        )
    return lines


def position(game: Game) -> list[str]:
    """Return the table of what a position says of the table, as the records declare it."""
    schema = game.presentation.schema()
    return [
        "",
        "## Position",
        "",
        "The table in a position or a view. What is not needed may be left out when a position is "
        "read. The schemas say it in full.",
        "",
        "| key | value | needed | meaning |",
        "|---|---|---|---|",
        *_keys(schema, schema.get("$defs", {}), ""),
    ]


def _keys(schema: dict[str, Any], known: dict[str, Any], inside: str) -> list[str]:
    """Return a row for every key of an object, each followed by the keys inside it."""
    lines = []
    for key, part in schema["properties"].items():
        needed = "yes" if key in schema.get("required", []) else ""
        kind, inner, mark = _kind(part, known)
        about = part.get("description") or (inner or {}).get("description", "")
        lines.append(f"| `{inside}{key}` | {kind} | {needed} | {about} |")
        if inner is not None:
            lines += _keys(inner, known, f"{inside}{key}{mark}.")
    return lines


def _kind(  # noqa: PLR0911 - one for each kind of JSON
    part: dict[str, Any], known: dict[str, Any]
) -> tuple[str, dict[str, Any] | None, str]:
    """Return the kind of JSON of a part, the object in it, and how to write that it is a list."""
    if "$ref" in part:
        return "object", known[part["$ref"].rpartition("/")[2]], ""
    if "anyOf" in part:
        ways = [_kind(one, known) for one in part["anyOf"]]
        chosen = next((way for way in ways if way[1] is not None), ways[0])
        return " or ".join(way[0] for way in ways), chosen[1], chosen[2]
    if "const" in part:
        return f"`{json.dumps(part['const'])}`", None, ""
    if "enum" in part:
        return "name" if part.get("type") == "string" else "number", None, ""
    if part.get("type") == "array":
        kind, inner, mark = _kind(part["items"], known)
        return f"list of {_many(kind)}", inner, f"[]{mark}"
    kinds = {"integer": "number", "boolean": "true or false", "string": "text"}
    kind = kinds.get(part["type"], part["type"])
    if "additionalProperties" in part and isinstance(part["additionalProperties"], dict):
        return f"{_many(_kind(part['additionalProperties'], known)[0])} by name", None, ""
    low, high = part.get("minimum"), part.get("maximum", part.get("exclusiveMaximum", 0) - 1)
    return (kind if low is None else f"{kind} {low} to {high}"), None, ""


def _many(kind: str) -> str:
    """Return the plural of a kind of JSON: its first word is the noun."""
    noun, space, more = kind.partition(" ")
    return f"{noun}s{space}{more}"


def main() -> int:
    """Write or check the files."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    check = parser.parse_args().check
    stale = False
    REFERENCE.mkdir(parents=True, exist_ok=True)
    files = shared()
    for name in registry.games():
        files |= pages(registry.game(name))
    for file, text in files.items():
        path = REFERENCE / file
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        stale = True
        if not check:
            path.write_text(text, encoding="utf-8")
        print(f"{path.relative_to(ROOT)}: {'out of date' if check else 'written'}")
    return int(check and stale)


if __name__ == "__main__":
    sys.exit(main())

"""The pages of the API reference: every public name with its signature and its docstring.

Docstrings of this project are Markdown, so they are taken as they are.
"""

from __future__ import annotations

import ast
import functools
import importlib
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from horta.core.rule import Rule

SHOWN: dict[str, str | None] = {
    # For everybody: all that these gather (`__all__`).
    **dict.fromkeys(("horta", "horta.bots", "horta.testing", "horta.review"), None),
    **dict.fromkeys(("horta.study", "horta.lab", "horta.corpus"), None),
    "horta.files": "read_match",
    "horta.lab.plots": "Plot",
    "horta.review.graph": "draw",
    "horta.review.telling": "tell",
    "horta.review.weighing": "estimate",
    # For makers of bots and agents.
    "horta.bots.arena": "Plan run",
    "horta.bots.tuning": "Range Tuning",
    "horta.envs": "",
    "horta.envs.batch": "Batch GameOver",
    "horta.envs.bot_games": "write_bot_games",
    "horta.envs.compact": "Coded Packed codes encode pack",
    "horta.envs.data": "card transcripts write_games",
    "horta.envs.memory": "pinned",
    "horta.envs.names": "gym_id seen_games",
    "horta.envs.openspiel": "load register",
    "horta.envs.pettingzoo": "HortaEnv",
    "horta.envs.rewards": "Reward",
    "horta.envs.single": "SingleEnv final_rewards",
    "horta.envs.spaces": "LegalDiscrete observation_space",
    "horta.envs.vector": "VectorEnv",
    # For makers of games: what a game is declared with and what its rules call.
    "horta.core": "",
    "horta.core.actions": "ActionSpace Axis Span",
    "horta.core.bits": "how_many lowest",
    "horta.core.changes": "Change",
    "horta.core.clearing": "clearing",
    "horta.core.desk": "Desk",
    "horta.core.dice": "Dice hide_dice pick roll seed_dice shuffle",
    "horta.core.drawing": "Fitted environment fit flow hips number outline regions render ripple "
    "width",
    "horta.core.drivers": "Broken Played play_many play_random verify",
    "horta.core.engine": "Engine engine",
    "horta.core.errors": "BadLesson Called NoLesson NoObservation",
    "horta.core.fields": "Group Rows counts each fixed flag hidden listed number one_of records "
    "seat some_of split told_in",
    "horta.core.flow": "Ask choose pair",
    "horta.core.game": "Components Game Hint Layout Line Options Presentation Provenance Rules "
    "Target Words option",
    "horta.core.guidance": "names_open open_elements rule_of things",
    "horta.core.help": "First Told Way firsts_told ways_told",
    "horta.core.i18n": "Catalogue mark",
    "horta.core.kinds": "Reading list_of",
    "horta.core.limits": "read_json read_name",
    "horta.core.notes": "Event Note clear_notes events note",
    "horta.core.observation": "Observation View empty parts put put_one share small_share "
    "write_bits write_parts write_small_parts",
    "horta.core.offers": "Offers listed offer offer_bits offer_run only_offer",
    "horta.core.outcome": "Outcome outcome_of",
    "horta.core.parts": "known",
    "horta.core.picks": "Pick",
    "horta.core.plain": "PlainPresentation",
    "horta.core.position": "Odd Position Strict dice",
    "horta.core.presentation": "BaseWords PackagePresentation",
    "horta.core.record": "Array at blank copy_table dtype_of from_bytes of record",
    "horta.core.regions": "Region Shown kept",
    "horta.core.registry": "game games",
    "horta.core.rematch": "LastGame NextGame one_seat_further",
    "horta.core.rows": "row_check",
    "horta.core.rule": "Rule lookup rule",
    "horta.core.scene": "Scene",
    "horta.core.spots": "Spot",
    "horta.core.terms": "Terms",
    "horta.core.traits": "Trait traits_of",
}
"""What is public, and has a page: by module the names, or None for all that it gathers.

All else is the inside of the house, and changes without a word."""


def modules() -> list[str]:
    """Return the names of all modules with a page."""
    return sorted(SHOWN)


def public(name: str) -> Iterator[tuple[str, Any]]:
    """Yield the public functions, rules and classes of a module."""
    module = importlib.import_module(name)
    names = SHOWN[name]
    for each in module.__all__ if names is None else names.split():
        thing = getattr(module, each)
        inner = bare(thing)
        if inspect.isfunction(inner) or inspect.isclass(inner):
            yield each, inner
        elif names is not None:
            raise TypeError(f"{name}.{each} is shown, and neither a function nor a class")


def bare(thing: Any) -> Any:
    """Return the function that a rule, or one whose answers are kept, is made of."""
    inner = thing.function if isinstance(thing, Rule) else thing
    return inspect.unwrap(inner) if callable(inner) else inner


@functools.cache
def examples() -> dict[str, str]:
    """Return the example of each name that has one: tests run them (`docs/examples.md`)."""
    text = (Path(__file__).parent.parent / "docs/examples.md").read_text(encoding="utf-8")
    return dict(re.findall(r"^### (\S+)\n+(.*?)\s*(?=^##|\Z)", text, re.M | re.S))


def page(name: str) -> str:
    """Return the page of a module."""
    module = importlib.import_module(name)
    parts = [f"# {name}", f"```{{py:module}} {name}\n```", inspect.getdoc(module) or ""]
    for each, thing in public(name):
        parts += [_entry(each, thing), examples()[f"{name}.{each}"]]
    return "\n\n".join(parts) + "\n"


def index(names: list[str]) -> str:
    """Return the page that leads to all modules."""
    listed = "\n".join(names)
    about = (
        "Start with [horta](horta.md), the small public face; "
        "[horta.core.game](horta.core.game.md) is the contract of a game, "
        "[horta.bots](horta.bots.md) that of a bot, and "
        "[horta.testing](horta.testing.md) the kit for makers of games. What is shown here is "
        "public, and the changelog tells what changes of it. What is not shown is the inside of "
        "the house."
    )
    return f"# API reference\n\n{about}\n\n```{{toctree}}\n:maxdepth: 1\n\n{listed}\n```\n"


def _entry(name: str, thing: Any) -> str:
    if not inspect.isclass(thing):
        return _directive("function", f"{name}{_signature(thing)}", inspect.getdoc(thing) or "")
    inside = [inspect.getdoc(thing) or ""]
    for member, value in vars(thing).items():
        if member.startswith("_") or member in getattr(thing, "__dataclass_fields__", {}):
            continue
        if isinstance(value, property | functools.cached_property):
            doc = inspect.getdoc(value.fget if isinstance(value, property) else value.func)
            inside.append(_directive("property", member, doc or "", 4))
        elif isinstance(value, classmethod | staticmethod) or inspect.isfunction(value):
            bare = getattr(value, "__func__", value)
            kind = type(value).__name__ if isinstance(value, classmethod | staticmethod) else ""
            doc = inspect.getdoc(bare) or ""
            told = f":{kind}:\n\n{doc}" if kind else doc
            inside.append(_directive("method", f"{member}{_signature(bare, bound=True)}", told, 4))
    signature = "" if issubclass(thing, BaseException) else _signature(thing)
    return _directive("class", f"{name}{signature}", "\n\n".join(inside), 5)


def _directive(kind: str, signature: str, text: str, colons: int = 4) -> str:
    fence = ":" * colons
    return f"{fence}{{py:{kind}}} {signature}\n{text}\n{fence}"


def _signature(thing: Any, *, bound: bool = False) -> str:
    """Return how something is called, in names and types; empty where Python does not know."""
    try:
        found = inspect.signature(thing)
    except (TypeError, ValueError):
        return "()"
    parameters = list(found.parameters.values())
    if bound and parameters:
        parameters = parameters[1:]
    plain = [each.replace(default=_default(each.default)) for each in parameters]
    text = str(found.replace(parameters=plain)).replace("'", "")
    try:
        ast.parse(f"def f{text}: pass")
    except SyntaxError:
        return "(" + ", ".join(each.name for each in parameters) + ")"
    return text


class _Shown:
    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return self.text


def _default(value: Any) -> Any:
    if value is inspect.Parameter.empty:
        return value
    simple = value is None or isinstance(value, bool | int | float)
    return _Shown(repr(value) if simple else "...")

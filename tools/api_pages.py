"""The pages of the API reference: every public name with its signature and its docstring.

Docstrings of this project are Markdown, so they are taken as they are.
"""

from __future__ import annotations

import ast
import functools
import importlib
import inspect
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from horta.core.rule import Rule

PACKAGES = ("horta.core", "horta.bots", "horta.envs", "horta.testing")
"""Of these every module has a page; what they gather (`__all__`) stands on the package's own."""
FACES = ("horta.review", "horta.study", "horta.lab")
"""Of these only what they gather has one."""
LEFT_OUT = ("horta.core.warm",)
"""Commands."""


def modules() -> list[str]:
    """Return the names of all modules with a page."""
    found = ["horta", *FACES]
    for package in PACKAGES:
        found.append(package)
        home: Any = importlib.import_module(package)
        found += [f"{package}.{one.name}" for one in pkgutil.iter_modules(home.__path__)]
    return [name for name in found if name not in LEFT_OUT]


def public(name: str) -> Iterator[tuple[str, Any]]:
    """Yield the functions, rules and classes of a module: its `__all__`, or what it defines."""
    module = importlib.import_module(name)
    gathered = getattr(module, "__all__", None)
    for each in gathered or sorted(vars(module)):
        thing = getattr(module, each)
        inner = thing.function if isinstance(thing, Rule) else thing
        is_named = inspect.isfunction(inner) or inspect.isclass(inner)
        own = getattr(inner, "__module__", "") == name and not each.startswith("_")
        if is_named and (gathered or own) and inspect.getdoc(inner):
            yield each, inner


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
        parts.append(_entry(each, thing))
        if example := examples().get(f"{name}.{each}"):
            parts.append(example)
    return "\n\n".join(parts) + "\n"


def index(names: list[str]) -> str:
    """Return the page that leads to all modules."""
    listed = "\n".join(names)
    about = (
        "Start with [horta](horta.md), the small public face; "
        "[horta.core.game](horta.core.game.md) is the contract of a game, "
        "[horta.bots](horta.bots.md) that of a bot, and "
        "[horta.testing](horta.testing.md) the kit for makers of games."
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

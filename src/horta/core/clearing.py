"""Clearing: a rule that puts a table back to where a deal begins, as its record declares it.

    clear = clearing(Table)                 # everything but what is `fixed()`
    clear_action = clearing(Table, "cell")  # some fields, or all fields of a group

What a field begins with is its `start` (`horta.core.fields`). The rule is written as source, one
statement for each field, since Numba compiles rules from plain statements; `clear.source` shows it.
"""

from __future__ import annotations

import functools
import linecache
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

import numpy as np

from horta.core.fields import KEEP, Field, Records, Silent
from horta.core.record import dtype_of, meanings_of
from horta.core.rule import Rule

T = TypeVar("T")


class Clearing(Rule[[T], None]):
    """The rule of `clearing`; it is written when it is first called or compiled."""

    def __init__(self, table: type[T], keys: tuple[str, ...]) -> None:
        self.table = table
        self.keys = keys
        self.__doc__ = "Put " + (", ".join(keys) or "everything") + " back to where a deal begins."

    def __repr__(self) -> str:
        return f"<rule clearing({', '.join((self.table.__name__, *map(repr, self.keys)))})>"

    @functools.cached_property
    def source(self) -> str:
        """The rule as it is written."""
        fields = meanings_of(self.table)
        chosen = {
            name: field
            for name, field in fields.items()
            if not self.keys or any(key in self.keys for key in _keys(name, field))
        }
        body = "".join(f"    {line}\n" for line in _clear_fields(self.table, chosen, "table"))
        return f"def clear(table):\n{body}"

    @functools.cached_property
    def function(self) -> Callable[[T], None]:  # type: ignore[override]
        """The rule as a function."""
        name = f"<{self!r}>"
        space: dict[str, Any] = {"__name__": self.table.__module__}
        linecache.cache[name] = len(self.source), None, self.source.splitlines(True), name
        exec(compile(self.source, name, "exec"), space)
        return space["clear"]  # type: ignore[no-any-return]


def clearing(table: type[T], *keys: str) -> Rule[[T], None]:
    """Return a rule that clears a table, or those of its fields and groups that are named."""
    known = {key for name, field in meanings_of(table).items() for key in _keys(name, field)}
    for key in keys:
        if key not in known:
            raise TypeError(f"{table.__name__} has no field and no group '{key}' to clear")
    return Clearing(table, keys)


def _keys(name: str, field: Field) -> Iterator[str]:
    """Yield what a field can be called by: its name, the part it is told in, its groups."""
    yield name
    if isinstance(field.kind, Silent):
        yield field.kind.key
    group = field.group
    while group is not None:
        yield group.key
        group = group.group


def _clear_fields(
    cls: type, fields: Mapping[str, Field], record: str, depth: int = 0
) -> Iterator[str]:
    """Yield the statements that clear fields of a record."""
    layout = dtype_of(cls)
    for name, field in fields.items():
        if field.start is not KEEP:
            inner = field.kind.cls if isinstance(field.kind, Records) else None
            yield from _clear(layout[name], f"{record}.{name}", field.start, inner, depth)


def _clear(
    layout: np.dtype[Any], name: str, start: Any, cls: type | None, depth: int
) -> Iterator[str]:
    """Yield the statements that clear a number, an array or a record by its layout."""
    if layout.subdtype is not None and isinstance(start, Sequence):
        for k, each in enumerate(start):
            yield f"{name}[{k}] = {int(each)}"
    elif layout.subdtype is not None:
        element, (length, *more) = layout.subdtype
        inner = np.dtype((element, tuple(more))) if more else element
        yield f"for k{depth} in range({length}):"
        for line in _clear(inner, f"{name}[k{depth}]", start, cls, depth + 1):
            yield "    " + line
    elif layout.names is None:
        yield f"{name} = {int(start)}"
    else:
        one = "_".join(re.findall("[a-z]+", name))
        yield f"{one} = {name}"
        if cls is not None:
            yield from _clear_fields(cls, meanings_of(cls), one, depth)
        else:
            for each in layout.names:
                if not each.startswith("_"):
                    yield from _clear(layout[each], f"{one}.{each}", 0, None, depth)

"""Parts: pieces of a drawing that are filled in once for the same values.

A template marks a part and names what it shows:

    {% part seat, say %}
    …
    {% endpart %}

What is inside may read nothing else but macros and constants. The text of a part is kept by these
values, for all tables and viewers: from step to step only what changed is filled in anew. Values
come from a scene, which knows no more than its viewer; so a part shows nobody what its values
do not say already.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from hashlib import blake2b
from typing import Any

from jinja2 import nodes
from jinja2.ext import Extension
from jinja2.parser import Parser
from markupsafe import Markup

from horta.core.memo import Memo

KEPT = 24 << 20
"""Characters of parts that are kept."""

memo: Memo[Markup] = Memo(KEPT)


class Parts(Extension):
    """The tag `part`."""

    tags = {"part"}  # noqa: RUF012 (as Jinja declares it)

    def parse(self, parser: Parser) -> nodes.Node:
        """Read a part: its values, and what is inside."""
        line = next(parser.stream).lineno
        values = [parser.parse_expression()]
        while parser.stream.skip_if("comma"):
            values.append(parser.parse_expression())
        body = parser.parse_statements(("name:endpart",), drop_needle=True)
        place = nodes.Const(f"{parser.filename or parser.name}:{line}")
        call = self.call_method("_fill", [place, nodes.Tuple(values, "load")])
        return nodes.CallBlock(call, [], [], body).set_lineno(line)

    def _fill(self, place: str, values: tuple[object, ...], caller: Callable[[], Markup]) -> Markup:
        return memo.get(key_of(place, values), caller)


class KnownDict(dict[str, Any]):
    """A dictionary that nobody changes any more; what tells it from others is worked out once."""

    @cached_property
    def told(self) -> str:
        """What stands for it in the key of a part."""
        return _short(dict.__repr__(self))


class KnownList(list[Any]):
    """The same for a list."""

    @cached_property
    def told(self) -> str:
        """What stands for it in the key of a part."""
        return _short(list.__repr__(self))


def _short(text: str) -> str:
    return blake2b(text.encode(), digest_size=16).hexdigest()


def known(value: Any) -> Any:
    """Return a dictionary or a list as one that nobody changes any more, all else as it is."""
    kind = type(value)
    return KnownDict(value) if kind is dict else KnownList(value) if kind is list else value


def key_of(place: str, values: tuple[object, ...]) -> bytes:
    """Return what a part is kept by: a digest, for the values may be longer than the part."""
    told = [
        value.told if isinstance(value, (KnownDict, KnownList)) else repr(value) for value in values
    ]
    return blake2b(f"{place}\0{told!r}".encode(), digest_size=16).digest()

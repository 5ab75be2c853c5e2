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

from collections.abc import Callable, Hashable
from functools import cached_property, lru_cache
from hashlib import blake2b
from typing import Any

from jinja2 import nodes
from jinja2.ext import Extension
from jinja2.parser import Parser
from markupsafe import Markup

from horta.core.memo import Memo

KEPT = 24 << 20
"""Characters of parts that are kept."""

KEYS = 4096
"""Keys of parts that are remembered by what stands for the values, where that is short."""

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

    def _fill(self, place: str, values: tuple[object, ...], caller: Callable[[], str]) -> Markup:
        return memo.get(key_of(place, values), lambda: Markup(caller()))


class KnownDict(dict[str, Any]):
    """A dictionary that nobody changes any more; what tells it from others is worked out once."""

    @cached_property
    def told(self) -> bytes:
        """What stands for it in the key of a part."""
        return _short(dict.__repr__(self))


class KnownList(list[Any]):
    """The same for a list."""

    @cached_property
    def told(self) -> bytes:
        """What stands for it in the key of a part."""
        return _short(list.__repr__(self))


_KNOWN = (KnownDict, KnownList)


def _short(text: str) -> bytes:
    return blake2b(text.encode(), digest_size=16).digest()


def known(value: Any) -> Any:
    """Return a dictionary or a list as one that nobody changes any more, all else as it is."""
    kind = type(value)
    return KnownDict(value) if kind is dict else KnownList(value) if kind is list else value


_SHORT = frozenset((int, float, bool, type(None), bytes))


def key_of(place: str, values: tuple[object, ...]) -> bytes:
    """Return what a part is kept by: a digest, for the values may be longer than the part."""
    told = [value.told if isinstance(value, _KNOWN) else value for value in values]
    if _SHORT.issuperset(map(type, told)):
        return _key_again(place, *told)
    return _digest(place, [value if type(value) is bytes else repr(value) for value in told])


@lru_cache(maxsize=KEYS, typed=True)
def _key_again(place: str, *told: Hashable) -> bytes:
    return _digest(place, list(told))


def _digest(place: str, told: list[Any]) -> bytes:
    return blake2b(f"{place}\0{told!r}".encode(), digest_size=16).digest()

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
from hashlib import blake2b

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


def key_of(place: str, values: tuple[object, ...]) -> bytes:
    """Return what a part is kept by: a digest, for the values may be longer than the part."""
    return blake2b(f"{place}\0{values!r}".encode(), digest_size=16).digest()

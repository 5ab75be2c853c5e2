"""Memory that a loop needs soon, asked for ahead: the processor fetches it while it works on.

    for i in range(len(games)):
        ask_for(games, i + 1, 0, games.itemsize)
        rules.step(games, i, actions[i])

Nothing is read or written, so a row behind the last one does no harm.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from horta.core.rule import Rule

LINE = 64
"""The bytes of a line of the cache, which is fetched as a whole."""


def _ask_for(rows: Any, i: int, start: int, stop: int) -> None:
    """Ask for the bytes of row i from one place up to another; uncompiled it does nothing."""


class _Asked(Rule[Any, Any]):
    """A rule whose compiled form is an instruction of the processor."""

    @property
    def form(self) -> Callable[..., Any]:
        """What is compiled."""
        return _form()


ask_for: Rule[[Any, int, int, int], None] = _Asked(_ask_for)


@functools.cache
def _form() -> Callable[..., Any]:
    """Return what is compiled for `ask_for`."""
    from llvmlite import ir
    from numba.core import cgutils, types
    from numba.extending import intrinsic

    byte, number = ir.IntType(8).as_pointer(), ir.IntType(32)
    kind = ir.FunctionType(ir.VoidType(), [byte, number, number, number])
    to_write, at_once, data = number(1), number(3), number(1)

    def prefetch(_: Any, rows: Any, _i: Any, _place: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:
            made = context.make_array(rows)(context, builder, given[0])
            row = builder.mul(given[1], builder.extract_value(made.strides, 0))
            place = builder.gep(builder.bitcast(made.data, byte), [builder.add(row, given[2])])
            fetch = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0i8")
            builder.call(fetch, [place, to_write, at_once, data])
            return context.get_dummy_value()

        return types.void(rows, types.int64, types.int64), generate

    touch = intrinsic(prefetch)

    def ask_for(rows: Any, i: int, start: int, stop: int) -> None:
        for place in range(start, stop, LINE):
            touch(rows, i, place)

    return ask_for

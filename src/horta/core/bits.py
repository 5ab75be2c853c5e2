"""Sets as the bits of one number: what a rule asks about them in one instruction of the processor.

for _ in range(SIDE):
    if spaces == 0:
        break
    space = lowest(spaces)
    spaces &= spaces - 1        # the rest of them
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from horta.core.rule import Rule

WORD = 64
"""The bits of a number of the compiled rules."""


def _lowest(bits: int) -> int:
    """Return the place of the lowest of some bits; there is at least one."""
    return (bits & -bits).bit_length() - 1


def _how_many(bits: int) -> int:
    """Return how many of the 64 bits of a number are set."""
    return (bits & ((1 << WORD) - 1)).bit_count()


class _Counted(Rule[Any, Any]):
    """A rule whose compiled form is an instruction of the processor."""

    @property
    def form(self) -> Callable[..., Any]:
        """What is compiled."""
        return forms()[self.function.__name__]


lowest: Rule[[int], int] = _Counted(_lowest)
how_many: Rule[[int], int] = _Counted(_how_many)


@functools.cache
def forms() -> dict[str, Callable[..., Any]]:
    """Return what is compiled for the rules of this module."""
    from numba.core import cgutils, types
    from numba.extending import intrinsic

    number = types.int64

    def cttz(_: Any, _bits: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:
            return builder.cttz(given[0], cgutils.false_bit)

        return number(number), generate

    def ctpop(_: Any, _bits: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:
            return builder.ctpop(given[0])

        return number(number), generate

    trailing, counted = intrinsic(cttz), intrinsic(ctpop)

    def lowest(bits: int) -> int:
        return trailing(bits)  # type: ignore[no-any-return]

    def how_many(bits: int) -> int:
        return counted(bits)  # type: ignore[no-any-return]

    return {"_lowest": lowest, "_how_many": how_many}

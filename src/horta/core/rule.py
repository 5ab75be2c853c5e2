"""Rules: plain Python functions over a record, which Numba can compile.

    @rule
    def pay(table: Table, seat: int, amount: int) -> None:
        table.seats[seat].francs -= amount

Called from Python, a rule runs as it is written. Called from a compiled rule, it is compiled with
it. So both forms live in one process: a table can begin uncompiled and switch over between two
steps. What a rule may use: records, integers, module constants, `lookup` tables, other rules.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Iterable
from typing import Any, Generic, ParamSpec, TypeVar

import numpy as np
from numpy.typing import NDArray

P = ParamSpec("P")
R = TypeVar("R")


def checked() -> bool:
    """Tell whether compiled rules check array bounds (`HORTA_CHECK=1`)."""
    return os.environ.get("HORTA_CHECK", "0") not in ("", "0")


class Rule(Generic[P, R]):
    """A rule function: call it, or let a compiled rule call it."""

    def __init__(self, function: Callable[P, R]) -> None:
        functools.update_wrapper(self, function)
        self.function = function

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """Run the rule as it is written."""
        return self.function(*args, **kwargs)

    def __repr__(self) -> str:
        return f"<rule {self.function.__module__}.{self.function.__qualname__}>"

    @functools.cached_property
    def dispatcher(self) -> Any:
        """The Numba form of this rule."""
        import numba

        return numba.njit(nogil=True, boundscheck=checked())(self.function)

    @property
    def _numba_type_(self) -> Any:
        # Numba asks every global it meets for its type; this makes a rule a compiled function.
        return self.dispatcher._numba_type_


def rule(function: Callable[P, R]) -> Rule[P, R]:
    """Declare a rule function; see the module's docstring."""
    return Rule(function)


def lookup(values: Iterable[Any]) -> NDArray[np.int64]:
    """Return a constant table for use in rules: 64-bit, so that both forms compute alike."""
    array = np.array(list(values), dtype=np.int64)
    array.flags.writeable = False
    return array

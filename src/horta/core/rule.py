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
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, ClassVar, Generic, ParamSpec, TypeVar

import numpy as np
from numpy.typing import NDArray

from horta.core.lowering import compilers

P = ParamSpec("P")
R = TypeVar("R")


def checked() -> bool:
    """Tell whether rules are watched (`HORTA_CHECK=1`).

    Compiled they check the bounds of arrays then, as written the widths of fields.
    """
    return os.environ.get("HORTA_CHECK", "0") not in ("", "0")


LOOP: Mapping[str, bool] = {"_nrt": False}
"""How loops are compiled: they make no arrays, so nobody counts references to those they are given.

Counting takes a quarter of the time of a step in a batch of games.
"""


ENTRY: Mapping[str, bool] = {"apart": True}
"""How the entries of an engine are compiled: the arrays that they are given do not overlap.

So what is read of a table need not be read again after each number that is written elsewhere.
"""


def jit(function: Callable[..., Any], how: Mapping[str, bool] = MappingProxyType({})) -> Any:
    """Return a function in Numba's form; it is compiled when types are given, or when called."""
    options = dict(how)
    apart = options.pop("apart", False)
    return _jit(function, compilers().entry if apart else compilers().outer, options)


def _jit(function: Callable[..., Any], compiler: Any, how: Mapping[str, bool]) -> Any:
    import numba

    return numba.njit(nogil=True, boundscheck=checked(), pipeline_class=compiler, **how)(function)


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

    @property
    def form(self) -> Callable[..., Any]:
        """What is compiled."""
        return self.function

    @functools.cached_property
    def dispatcher(self) -> Any:
        """The Numba form of this rule, to be called from Python."""
        return jit(self.form)

    @functools.cached_property
    def _inner(self) -> Any:
        """The Numba form of this rule within others."""
        return _jit(self.form, compilers().inner, {})

    @property
    def _numba_type_(self) -> Any:
        # Numba asks every global it meets for its type; this makes a rule a compiled function.
        return self._inner._numba_type_


def rule(function: Callable[P, R]) -> Rule[P, R]:
    """Declare a rule function; see the module's docstring."""
    return Rule(function)


class Part(Rule[P, R]):
    """A part of a loop: a rule whose source is put into the loop itself before it is compiled.

    For parts that take tuples of many arrays. To compile a function that takes them, and to pass
    them, would cost more than what most parts do.
    """

    @property
    def py_func(self) -> Callable[P, R]:
        """What Numba puts in the place of a call."""
        return self.function

    targetoptions: ClassVar[Mapping[str, str]] = {"inline": "always"}
    """Numba's word for it."""


def part(function: Callable[P, R]) -> Part[P, R]:
    """Declare a part of a loop."""
    return Part(function)


def reached(start: Rule[..., Any]) -> set[Rule[..., Any]]:
    """Return a rule and every rule that it calls by name, directly or through others."""
    found: set[Rule[..., Any]] = set()
    waiting = [start]
    while waiting:
        each = waiting.pop()
        if each not in found:
            found.add(each)
            names, known = each.function.__code__.co_names, each.function.__globals__
            waiting.extend(known[name] for name in names if isinstance(known.get(name), Rule))
    return found


def lookup(values: Iterable[Any]) -> NDArray[np.int64]:
    """Return a constant table for use in rules: 64-bit, so that both forms compute alike."""
    array = np.array(list(values), dtype=np.int64)
    array.flags.writeable = False
    return array

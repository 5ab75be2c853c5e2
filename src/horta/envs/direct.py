"""Compiled rules and loops, called without Numba's look at the types of their arguments.

That look takes longer than most rules: 0.7 µs a call, and 300 µs where rules are among the
arguments. Only for arguments of our own making, since nothing checks their types any more.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def entry_point(dispatcher: Any) -> Callable[..., Any]:
    """Return the compiled form of a function that was compiled for one signature."""
    (compiled,) = dispatcher.overloads.values()
    return compiled.entry_point  # type: ignore[no-any-return]


class Pointer:
    """A compiled rule that knows its address; a dispatcher looks it up in every call."""

    def __init__(self, dispatcher: Any) -> None:
        (compiled,) = dispatcher.overloads.values()
        name = compiled.fndesc.llvm_cfunc_wrapper_name
        self._address = int(compiled.library.get_pointer_to_function(name))
        self._kept = dispatcher

    def __wrapper_address__(self) -> int:
        return self._address

"""Widths: with `HORTA_CHECK=1`, rules that run as written cannot store a number that does not fit.

A field wraps around at its width, as a C struct does, and so a sum that outgrows its field would
go on as a wrong number. That none does is proved by running the rules with fields that refuse:
these are the ctypes of `horta.core.record`, with a look at every number before it is stored.
"""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np


def checked_struct(members: dict[str, np.dtype[Any]]) -> dict[str, Any]:
    """Return what makes a ctypes structure refuse numbers that do not fit its plain fields."""
    limits = {
        name: (int(np.iinfo(kind).min), int(np.iinfo(kind).max))
        for name, kind in members.items()
        if kind.kind in "iu"
    }

    def set_field(self: Any, name: str, value: Any) -> None:
        if name in limits:
            _check(f"{type(self).__name__}.{name}", value, *limits[name])
        ctypes.Structure.__setattr__(self, name, value)

    return {"__setattr__": set_field}


def checked_array(array: Any, kind: np.dtype[Any], name: str) -> Any:
    """Return the type of a ctypes array of numbers that refuses those that do not fit."""
    least, most = int(np.iinfo(kind).min), int(np.iinfo(kind).max)

    def set_item(self: Any, index: Any, value: Any) -> None:
        if not isinstance(index, slice):
            _check(f"{name}[{index}]", value, least, most)
        array.__setitem__(self, index, value)

    return type(array.__name__, (array,), {"__setitem__": set_item})


def _check(where: str, value: Any, least: int, most: int) -> None:
    if not least <= value <= most:
        raise OverflowError(f"{where} holds numbers from {least} to {most}, not {value}")

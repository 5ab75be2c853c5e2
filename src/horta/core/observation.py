"""Observations: what a seat may know as numbers for a network, in one flat buffer.

    OBSERVATION = Observation(
        0,
        View("hand", (8,), "the tile in hand, one of eight"),
        View("tokens", (2,), "action tokens left, of four: own, rival's"),
    )
    AT = OBSERVATION.starts     # the rule `observe` writes the hand from `AT.hand` on

A game declares its views once; the rule `observe(table, seat, out)` fills the buffer, the own seat
first and the others in turn order. A game for several numbers of players always has room for all
of them; the part of a seat that nobody holds stays zero.

`observe` writes on a buffer of zeros. To use one again for a game with the same players, options
and components, nobody needs to empty all of it: what is written whole every time, or never, can
stay. The rule `clear(table, out)` empties the rest, the views of which `observe` writes some places
now and others later; a game that has none of them does without it:

    clear_views = OBSERVATION.clearing("hand")

    @rule
    def clear(table: Table, out: Buffer) -> None:
        clear_views(out)

`horta.testing.check_game` proves that an observation does not depend on the one before it.

The version counts up when a number changes its meaning, so that a trained network is never fed
with something else than what it learnt from: the environments are named after it (`paris-v0`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from horta.core.errors import HortaError
from horta.core.i18n import mark
from horta.core.rule import Rule, rule

Buffer = NDArray[np.float32]
MOST_I8 = 127
MOST_I16 = 32_767


@dataclass(frozen=True)
class View:
    """A named part of the buffer."""

    name: str
    shape: tuple[int, ...]
    meaning: str
    low: float = 0.0
    high: float = 1.0
    start: int = field(default=-1, compare=False)
    unit: int = 1
    """Its numbers are whole numbers in parts of this one."""

    @property
    def size(self) -> int:
        """How many numbers the view has."""
        return math.prod(self.shape)

    @property
    def stop(self) -> int:
        """The first place after the view."""
        return self.start + self.size

    def of(self, buffer: Buffer) -> Buffer:
        """Return this part of a buffer, or of a batch of buffers, in its shape; not a copy."""
        return buffer[..., self.start : self.stop].reshape(*buffer.shape[:-1], *self.shape)


def parts(
    name: str, shape: tuple[int, ...], meaning: str, unit: int, most: int, *, least: int = 0
) -> View:
    """Declare a view of whole numbers from `least` to `most`, each divided by `unit`.

    The unit is about the largest number of an ordinary game, so that most values lie between 0
    and 1. Nothing is cut off: what is rare is larger than 1.
    """
    said = f"{meaning}; in parts of {unit}"
    return View(name, shape, said, least / unit, most / unit, unit=unit)


LINE = 16
"""The numbers of a line of the cache: to empty a gap that is shorter is quicker than to skip it."""

BYTE = 8
LAST_BYTE = (1 << BYTE) - 1
BITS = np.array([[k >> bit & 1 for bit in range(BYTE)] for k in range(1 << BYTE)], np.float32)
"""The bits of a byte as numbers, the lowest first: quicker to look up than to shift out."""

UNITS = 32
SHARES = np.array(
    [[k / max(unit, 1) for k in (*range(128), *range(-128, 0))] for unit in range(UNITS)],
    np.float32,
)
"""A number of 8 bits in parts of a unit: to look it up is quicker than to convert it."""

# A place in a buffer is never negative. Said to be so, by an unsigned number, it is written to
# without a look whether it counts from the end, and several at once.


@rule
def put(out: Buffer, place: int, value: float) -> None:
    """Write a number at a place."""
    out[np.uint64(place)] = value


@rule
def empty(out: Buffer, start: int, n: int) -> None:
    """Write zeros at n places."""
    place = np.uint64(start)
    for k in range(n):
        out[place + np.uint64(k)] = 0.0


@rule
def put_one(out: Buffer, start: int, which: int) -> None:
    """Write a 1 at one place of a view that is still empty, or none where `which` is negative.

    Without a branch: what is asked or held changes all the time, and nobody could guess it.
    """
    out[np.uint64(start + max(which, 0))] = which >= 0


@rule
def share(value: int, unit: int) -> float:
    """Return a number in parts of a unit, exact to the last digit of a float32.

    It multiplies, since to divide takes ten times as long.
    """
    return value * (1.0 / unit)


@rule
def small_share(value: int, unit: int) -> float:
    """Return a number of 8 bits in parts of a unit below `UNITS`, which is quicker still."""
    part: float = SHARES[unit, value & LAST_BYTE]
    return part


@rule
def write_bits(bits: int, n: int, start: int, out: Buffer) -> None:
    """Write n bits as numbers, the lowest first."""
    place = np.uint64(start)
    for k in range(n):
        byte = (bits >> (k & -BYTE)) & LAST_BYTE
        out[place + np.uint64(k)] = BITS[byte, k & (BYTE - 1)]


@rule
def write_parts(  # noqa: PLR0917 - rules call rules by place alone
    values: Any, first: int, n: int, unit: int, start: int, out: Buffer
) -> None:
    """Write n values from a place on, in parts of the unit."""
    part = 1.0 / unit  # one division, not n
    place = np.uint64(start)
    for k in range(n):
        out[place + np.uint64(k)] = values[first + k] * part


@rule
def write_small_parts(  # noqa: PLR0917 - rules call rules by place alone
    values: Any, first: int, n: int, unit: int, start: int, out: Buffer
) -> None:
    """Write n values of 8 bits from a place on, in parts of a unit below `UNITS`."""
    place = np.uint64(start)
    for k in range(n):
        out[place + np.uint64(k)] = SHARES[unit, values[first + k] & LAST_BYTE]


class Observation:
    """The views of a game's buffer, one after the other."""

    def __init__(self, version: int, *views: View) -> None:
        self.version = version
        self._views: dict[str, View] = {}
        start = 0
        for view in views:
            if view.name in self._views:
                raise ValueError(f"two views are called '{view.name}'")
            placed = replace(view, start=start)
            self._views[view.name] = placed
            start = placed.stop
        self.size = start

    @property
    def starts(self) -> Any:
        """Where each view begins: a named tuple of numbers, which rules can read."""
        starts = NamedTuple("Starts", [(name, int) for name in self._views])  # type: ignore[misc]
        return starts(*(view.start for view in self))

    def __getitem__(self, name: str) -> View:
        return self._views[name]

    def __iter__(self) -> Iterator[View]:
        return iter(self._views.values())

    def __len__(self) -> int:
        return self.size

    def new(self) -> Buffer:
        """Return an empty buffer."""
        return np.zeros(self.size, np.float32)

    def clearing(self, *names: str) -> Rule[[Buffer], None]:
        """Return a rule that empties these views of a buffer; see the module's docstring."""
        runs: list[list[int]] = []
        for view in sorted((self[name] for name in names), key=lambda view: view.start):
            if runs and view.start - runs[-1][1] < LINE:
                runs[-1][1] = view.stop
            else:
                runs.append([view.start, view.stop])
        # Written out, since a run whose length is known is emptied without a call.
        lines = ["def clear(out):"]
        for start, stop in runs:
            lines += [f"    for k in range({start}, {stop}):", "        out[k] = 0.0"]
        space: dict[str, Any] = {"__name__": __name__}
        exec(compile("\n".join(lines) + "\n", f"<clearing of {', '.join(names)}>", "exec"), space)
        function: Callable[[Buffer], None] = space["clear"]
        function.__doc__ = f"Empty {', '.join(names)}."
        return Rule(function)

    def check(self, buffer: Any) -> Buffer:
        """Return a buffer that `observe` can fill as it is, or refuse it: rules check no bounds."""
        if (
            not isinstance(buffer, np.ndarray)
            or (buffer.dtype, buffer.shape) != (np.dtype(np.float32), (self.size,))
            or not buffer.flags.c_contiguous
            or not buffer.flags.writeable
        ):
            raise HortaError(
                mark("an observation needs a buffer of {size} numbers, float32, in one piece"),
                size=self.size,
            )
        return buffer

    def split(self, buffer: Buffer) -> dict[str, Buffer]:
        """Return the views of a buffer, or of a batch of buffers, by name; nothing is copied."""
        return {view.name: view.of(buffer) for view in self}

    @property
    def low(self) -> Buffer:
        """The least value of each number."""
        return np.concatenate([np.full(view.size, view.low, np.float32) for view in self])

    @property
    def high(self) -> Buffer:
        """The largest value of each number."""
        return np.concatenate([np.full(view.size, view.high, np.float32) for view in self])

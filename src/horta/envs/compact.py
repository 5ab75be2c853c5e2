"""Rows that are mostly zero, without their zeros: smaller to keep and to send to a device.

    packed = pack(batch.observations, threads=4)   # a ninth to a fifth of the bytes remains
    packed.unpack()                                # exactly the same numbers

Nine of ten numbers of an observation are 0. What is left are three arrays: the numbers that are not
0, their places in their rows, and where each row begins. On a device the rows are filled in there:

    rows = torch.repeat_interleave(torch.arange(n), torch.from_numpy(np.diff(packed.starts)))
    out = torch.zeros(n, size)
    out[rows, torch.from_numpy(packed.places.astype(np.int64))] = torch.from_numpy(packed.values)

Some dozens of different numbers are all that observations of a game hold. So one byte can stand
for each of them, a code in the table of the game:

    coded = encode(batch.observations, codes("paris"), threads=4)   # half of that, and exact too

`Batch.listed` gives the legal actions in the same form.
"""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from horta.core import registry
from horta.core.binding import compiled, entry_point
from horta.core.engine import mode
from horta.core.errors import BadOption
from horta.core.rule import LOOP
from horta.envs.threads import Crew

Codes = NDArray[np.float32]
"""A table of 256 numbers: what each code stands for."""

OTHER = 255
"""The code of a number that the table does not hold: it stands in `others`."""

BITS = 14
"""A number is looked up in a list of 2 to this power, where each of the table has its own place."""

EIGHT = 8

BLOCK = 64
"""Each thread packs at least so many rows."""


class Packed(NamedTuple):
    """Rows of numbers without their zeros."""

    size: int
    """How many numbers a row has."""
    starts: NDArray[np.int64]
    """Where each row begins in `places` and `values`; behind the last one, their length."""
    places: NDArray[np.uint16]
    values: NDArray[Any]

    @property
    def nbytes(self) -> int:
        """The memory of the three arrays."""
        return self.starts.nbytes + self.places.nbytes + self.values.nbytes

    def unpack(self, out: NDArray[Any] | None = None) -> NDArray[Any]:
        """Return the rows again, exactly as they were; `out` is written on, if it is given."""
        n = len(self.starts) - 1
        if out is None:
            out = np.zeros((n, self.size), self.values.dtype)
        elif out.shape != (n, self.size) or out.dtype != self.values.dtype:
            raise BadOption(f"{n} rows of {self.size} {self.values.dtype} are needed to unpack")
        else:
            out[:] = 0
        out[np.repeat(np.arange(n), np.diff(self.starts)), self.places] = self.values
        return out


class Coded(NamedTuple):
    """Rows of numbers without their zeros, one byte for each number."""

    size: int
    starts: NDArray[np.int64]
    places: NDArray[np.uint16]
    codes: NDArray[np.uint8]
    """Places in `table`; `OTHER` for what it does not hold."""
    table: Codes
    others: NDArray[np.float32]
    """The numbers whose code is `OTHER`, in their order."""

    @property
    def nbytes(self) -> int:
        """The memory of the arrays, without the table, which all rows of a game share."""
        parts = self.starts, self.places, self.codes, self.others
        return sum(part.nbytes for part in parts)

    @property
    def values(self) -> NDArray[np.float32]:
        """What the codes stand for, as `Packed` has it."""
        values = self.table[self.codes]
        values[self.codes == OTHER] = self.others
        return values

    def unpack(self, out: NDArray[Any] | None = None) -> NDArray[Any]:
        """Return the rows again, exactly as they were; `out` is written on, if it is given."""
        return Packed(self.size, self.starts, self.places, self.values).unpack(out)


def pack(rows: NDArray[Any], *, threads: int = 1) -> Packed:
    """Return rows of numbers without their zeros; so many threads share the work."""
    spans = _spans(rows, threads)
    bits = _bits(rows)
    if mode() == "plain":
        return _as_written(rows, bits)
    starts, places = _places(bits, spans)
    values = np.empty(len(places), bits.dtype)
    take = _loop(take_values, bits.dtype)
    _share(lambda first, stop: take(bits, starts, places, values, first, stop), spans)
    return Packed(rows.shape[1], starts, places, values.view(rows.dtype))


def encode(rows: NDArray[np.float32], table: Codes, *, threads: int = 1) -> Coded:
    """Return rows of float32 without their zeros, with codes of a table (`codes`) for the rest."""
    if rows.dtype != np.float32:
        raise BadOption(f"codes stand for numbers of float32, not {rows.dtype}")
    spans, slots = _spans(rows, threads), _slots(table.tobytes())
    bits = _bits(rows)
    known = table.view(np.uint32)
    if mode() == "plain":
        packed = _as_written(rows, bits)
        starts, places, here = packed.starts, packed.places, packed.values.view(np.uint32)
        coded = slots.codes[here * slots.factor >> np.uint32(32 - BITS)]
        coded[known[coded] != here] = OTHER
    else:
        starts, places = _places(bits, spans)
        coded = np.empty(len(places), np.uint8)
        write, factor = _loop(write_codes, bits.dtype), int(slots.factor)
        _share(
            lambda first, stop: write(
                *(bits, starts, places, coded, known, slots.codes, factor, first, stop)
            ),
            spans,
        )
    at = np.flatnonzero(coded == OTHER)
    others = rows[np.searchsorted(starts, at, side="right") - 1, places[at]]
    return Coded(rows.shape[1], starts, places, coded, table, others)


@functools.cache
def codes(game: str) -> Codes:
    """Return the table of a game: what each code stands for.

    Code 0 is 0. Then come the whole numbers 1, -1, 2, -2, … in parts of the units of the views,
    the smaller unit first, each that a view can hold and no earlier code stands for; at most 254.
    What is left of the 256 is not a number. A table changes with the observation (`Game.env_id`).
    """
    views = list(registry.game(game).observation_spec)
    ends: dict[int, tuple[int, int]] = {}
    for view in views:
        low, high = ends.get(view.unit, (0, 0))
        low, high = min(low, round(view.low * view.unit)), max(high, round(view.high * view.unit))
        ends[view.unit] = low, high
    farthest = max(max(-low, high) for low, high in ends.values())
    wanted = (
        np.float32(count / unit)
        for k in range(1, farthest + 1)
        for count in (k, -k)
        for unit, (low, high) in sorted(ends.items())
        if low <= count <= high
    )
    found = {np.float32(0.0): 0}
    while len(found) < OTHER and (number := next(wanted, None)) is not None:
        found.setdefault(number, len(found))
    table = np.full(OTHER + 1, np.nan, np.float32)
    table[: len(found)] = list(found)
    table.flags.writeable = False
    return table


class Slots(NamedTuple):
    """Where to find the code of a number: at the highest bits of a product, all of them apart."""

    factor: np.uint32
    codes: NDArray[np.uint8]


@functools.lru_cache(maxsize=64)
def _slots(table: bytes) -> Slots:
    known = np.frombuffer(table, np.uint32)
    if len(known) != OTHER + 1:
        raise BadOption(f"a table of codes has {OTHER + 1} numbers, not {len(known)}")
    first: dict[int, int] = {}
    for code in np.flatnonzero(~np.isnan(known[:OTHER].view(np.float32))).tolist():
        first.setdefault(int(known[code]), code)
    numbers = np.array(list(first), np.uint32)
    factor = np.uint32(0x9E3779B1)  # odd; about one of seven keeps 255 numbers apart
    while True:
        places = numbers * factor >> np.uint32(32 - BITS)
        if len(np.unique(places)) == len(places):
            break
        factor = np.uint32((int(factor) * 5 + 2) & 0xFFFFFFFF)
    found = np.full(1 << BITS, OTHER, np.uint8)
    found[places] = list(first.values())
    return Slots(factor, found)


def _spans(rows: NDArray[Any], threads: int) -> list[tuple[int, int]]:
    """Share rows out to threads."""
    if rows.ndim != 2 or rows.shape[1] > np.iinfo(np.uint16).max + 1:  # noqa: PLR2004
        raise BadOption(f"two axes of at most 65536 columns can be packed, not {rows.shape}")
    if threads < 1:
        raise BadOption(f"rows are packed by at least 1 thread, not {threads}")
    n = len(rows)
    shares = max(1, min(threads, n // BLOCK))
    return list(pairwise(n * k // shares for k in range(shares + 1)))


def _bits(rows: NDArray[Any]) -> NDArray[Any]:
    """Return numbers as their bits: a negative zero is no zero then, and comes back as it was."""
    return np.ascontiguousarray(rows).view(np.dtype(f"u{rows.dtype.itemsize}"))


def _as_written(rows: NDArray[Any], bits: NDArray[Any]) -> Packed:
    """Pack without compiled loops."""
    n, size = rows.shape
    at, places = np.divmod(np.flatnonzero(bits), max(1, size))
    starts = np.zeros(n + 1, np.int64)
    np.cumsum(np.bincount(at, minlength=n), out=starts[1:])
    return Packed(size, starts, places.astype(np.uint16), rows[at, places])


def _places(
    bits: NDArray[Any], spans: list[tuple[int, int]]
) -> tuple[NDArray[np.int64], NDArray[np.uint16]]:
    """Return where the rows begin, and the places of what is not 0: count, then fill."""
    counts = np.empty(len(bits), np.int64)
    count, find = _loop(count_rows, bits.dtype), _loop(find_places, bits.dtype)
    _share(lambda first, stop: count(bits, counts, first, stop), spans)
    starts = np.zeros(len(bits) + 1, np.int64)
    np.cumsum(counts, out=starts[1:])
    places = np.empty(starts[-1], np.uint16)
    _share(lambda first, stop: find(bits, starts, places, first, stop), spans)
    return starts, places


# The loops, compiled for the bits of a kind of number. An index is unsigned, so that nobody asks
# whether it counts from the end.


def count_rows(bits: Any, counts: Any, first: int, stop: int) -> None:
    """Count what is not 0 in some rows."""
    for i in range(first, stop):
        found = 0
        for k in range(bits.shape[1]):
            found += bits[i, k] != 0
        counts[i] = found


def find_places(bits: Any, starts: Any, places: Any, first: int, stop: int) -> None:
    """Write the places of what is not 0 in some rows.

    Numbers are looked at by eights, since most of these are empty. In the others each place is
    written and then kept or written over: nobody could guess which. Behind the last one of a row
    nothing is written; there another thread has its first.
    """
    size = bits.shape[1]
    whole = size // EIGHT * EIGHT
    for i in range(first, stop):
        at, end = np.uint64(starts[i]), np.uint64(starts[i + 1])
        for begin in range(0, whole, EIGHT):
            some = bits[i, begin]
            for k in range(1, EIGHT):
                some |= bits[i, begin + k]
            if some != 0:
                for k in range(begin, begin + EIGHT):
                    if at == end:
                        break
                    places[at] = k
                    at += np.uint64(bits[i, k] != 0)
        for k in range(whole, size):
            if at == end:
                break
            places[at] = k
            at += np.uint64(bits[i, k] != 0)


def take_values(  # noqa: PLR0917 - a loop is compiled for its arguments one by one
    bits: Any, starts: Any, places: Any, values: Any, first: int, stop: int
) -> None:
    """Write what stands at the places of some rows."""
    for i in range(first, stop):
        for at in range(starts[i], starts[i + 1]):
            values[np.uint64(at)] = bits[i, np.uint64(places[np.uint64(at)])]


def write_codes(  # noqa: PLR0917 - a loop is compiled for its arguments one by one
    bits: Any,
    starts: Any,
    places: Any,
    coded: Any,
    known: Any,
    slots: Any,
    factor: int,
    first: int,
    stop: int,
) -> None:
    """Write the codes of what stands at the places of some rows."""
    for i in range(first, stop):
        for at in range(starts[i], starts[i + 1]):
            number = bits[i, np.uint64(places[np.uint64(at)])]
            code = slots[np.uint64((number * factor & 0xFFFFFFFF) >> (32 - BITS))]
            coded[np.uint64(at)] = code if known[np.uint64(code)] == number else OTHER


_LOOPS: dict[Callable[..., None], tuple[str, ...]] = {
    count_rows: ("bits", "i8"),
    find_places: ("bits", "i8", "u2"),
    take_values: ("bits", "i8", "u2", "own"),
    write_codes: ("bits", "i8", "u2", "u1", "known", "u1"),
}
"""The arrays that each loop takes: of which kind, those of the bits and of their own kind apart."""


@functools.cache
def _loop(loop: Callable[..., None], kind: np.dtype[Any]) -> Callable[..., None]:
    """Return a loop, compiled for bits of a kind; the cache keeps it."""
    import numba
    from numba import types

    own = numba.from_dtype(kind)
    named = {
        "bits": types.Array(own, 2, "C", readonly=True),
        "own": types.Array(own, 1, "C"),
        "known": types.Array(own, 1, "C", readonly=True),
    }
    arrays = [
        named[name] if name in named else types.Array(numba.from_dtype(np.dtype(name)), 1, "C")
        for name in _LOOPS[loop]
    ]
    numbers = [types.uint64] if loop is write_codes else []
    signature = types.void(*arrays, *numbers, types.int64, types.int64)
    return entry_point(compiled(loop, signature, LOOP))


def compile_loops() -> None:
    """Compile what packs observations."""
    for loop in _LOOPS:
        _loop(loop, np.dtype(np.uint32))


_own = threading.local()


def _share(work: Callable[[int, int], None], spans: list[tuple[int, int]]) -> None:
    """Have as many threads as there are spans work at one each."""
    if len(spans) == 1:
        work(*spans[0])
        return
    # Of each thread that calls its own: whose work a crew does, it answers.
    crews: dict[int, Crew] = vars(_own).setdefault("crews", {})
    if len(spans) not in crews:
        crews[len(spans)] = Crew(len(spans))
    crews[len(spans)].run(lambda k: work(*spans[k]), len(spans))

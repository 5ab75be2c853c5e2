"""Kept tables: every table of a match as it was, small enough to be stored with its action.

Rules and records change; a match that was played shall be shown for ever. So beside its actions a
match keeps its tables: the bytes of the first record, and for every action the difference to the
record before it, which is some fifty bytes when compressed. The totals of the seats lie behind each
record, since the rules that counted them may be gone, too. The layout of the record is kept as
well, so that later records can take over, field by field, what they still have.

    layout = layout_of(game.table)              # plain JSON; `layout_key` names it
    first = pack(keep(table, totals))
    change = difference(before, after)          # of two kept tables
    after = follow(before, change)
    table = convert(game.table, layout, data, game.new_table(...))
"""

from __future__ import annotations

import functools
import hashlib
import json
import zlib
from collections.abc import Sequence
from typing import Any

import numpy as np

from horta.core.errors import HortaError
from horta.core.i18n import mark
from horta.core.record import Games, dtype_of

Layout = dict[str, Any]
"""`size` and `fields`: each with its name, type (or the fields of a record), shape and place."""

TOTAL = np.dtype("<i4")
RUNS_MEMORY = 4
"""How much zlib remembers of what it packs, by its own measure: for runs a little is enough."""
LARGEST = 1 << 16
"""Bytes of a kept table; the largest record today has 2,600."""


class BadKept(HortaError):
    """What was kept of a match is damaged, or of another layout than it says."""


# tables


def keep(table: bytes, totals: Sequence[int]) -> bytes:
    """Return a table with the totals of its seats behind it."""
    return table + np.asarray(totals, TOTAL).tobytes()


def part(kept: bytes, players: int) -> tuple[bytes, list[int]]:
    """Return the table and the totals of a kept table."""
    place = len(kept) - players * TOTAL.itemsize
    return kept[:place], np.frombuffer(kept, TOTAL, offset=place).tolist()


def pack(kept: bytes) -> bytes:
    """Compress a kept table."""
    return zlib.compress(kept, 9)


def unpack(packed: bytes) -> bytes:
    """Return a kept table from its compressed form; `BadKept` if it is damaged."""
    unpacking = zlib.decompressobj()
    try:
        kept = unpacking.decompress(packed, LARGEST)
    except zlib.error as problem:
        raise BadKept(mark("what was kept of this game is damaged")) from problem
    if not unpacking.eof:
        raise BadKept(mark("what was kept of this game is damaged"))
    return kept


def difference(before: bytes, after: bytes) -> bytes:
    """Return what changed from one kept table to the next, compressed; `follow` undoes it."""
    # It is nearly all zeros: to look for nothing but runs takes a tenth of the time, and finds all.
    packing = zlib.compressobj(9, zlib.DEFLATED, zlib.MAX_WBITS, RUNS_MEMORY, zlib.Z_RLE)
    return packing.compress(_differ(before, after)) + packing.flush()


def follow(before: bytes, change: bytes) -> bytes:
    """Return the kept table that follows another by what changed."""
    return _differ(before, unpack(change))


def _differ(one: bytes, other: bytes) -> bytes:
    if len(one) != len(other):
        raise BadKept(mark("what was kept of this game is damaged"))
    size = len(one)
    return (int.from_bytes(one, "little") ^ int.from_bytes(other, "little")).to_bytes(
        size, "little"
    )


# layouts


def layout_of(table: type) -> Layout:
    """Return how a record lies in memory, as plain JSON."""
    return _layout(dtype_of(table))


@functools.cache
def _layout(dtype: np.dtype[Any]) -> Layout:
    assert dtype.fields is not None
    fields = []
    for name, (kind, offset, *_) in dtype.fields.items():
        element, shape = kind.subdtype or (kind, ())
        fields.append(
            {
                "name": name,
                "type": element.str if element.fields is None else _layout(element),
                "shape": list(shape),
                "at": offset,
            }
        )
    return {"size": dtype.itemsize, "fields": fields}


def layout_key(layout: Layout) -> str:
    """Return the name of a layout: equal layouts have equal names."""
    text = json.dumps(layout, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def dtype_from(layout: Layout) -> np.dtype[Any]:
    """Return NumPy's type of a layout."""
    names, formats, offsets = [], [], []
    for field in layout["fields"]:
        kind = field["type"]
        element = dtype_from(kind) if isinstance(kind, dict) else np.dtype(kind)
        names.append(field["name"])
        formats.append((element, tuple(field["shape"])) if field["shape"] else element)
        offsets.append(field["at"])
    made = {"names": names, "formats": formats, "offsets": offsets, "itemsize": layout["size"]}
    return np.dtype(made)  # type: ignore[call-overload, no-any-return]


def convert(layout: Layout, data: bytes, into: Games) -> Games:
    """Pour a table of an old layout into one of now, field by field, and return it.

    Fields are matched by their names. What the new record does not know is left out, what the old
    one did not have stays as it is in `into`; of arrays that grew or shrank, the common part goes
    over. A number that is too large for its field becomes the largest that fits.
    """
    old = dtype_from(layout)
    if len(data) != old.itemsize:
        raise BadKept(mark("what was kept of this game is damaged"))
    _pour(np.frombuffer(data, old), into)
    return into


def _pour(old: Any, new: Any) -> None:
    known = set(old.dtype.names)
    for name in new.dtype.names:
        if name.startswith("_") or name not in known:  # gaps begin with an underscore
            continue
        source, target = old[name], new[name]
        if source.ndim != target.ndim or (source.dtype.names is None) != (
            target.dtype.names is None
        ):
            continue
        common = tuple(slice(min(a, b)) for a, b in zip(source.shape, target.shape, strict=True))
        if target.dtype.names is not None:
            _pour(source[common], target[common])
        else:
            least, most = np.iinfo(target.dtype).min, np.iinfo(target.dtype).max
            target[common] = np.clip(source[common].astype(np.int64), least, most)

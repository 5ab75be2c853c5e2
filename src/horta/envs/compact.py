"""Rows that are mostly zero, without their zeros: smaller to keep and to send to a device.

    packed = pack(batch.observations)       # a ninth to a fifth of the bytes remains
    packed.unpack()                         # exactly the same numbers

Nine of ten numbers of an observation are 0. What is left are three arrays: the numbers that are not
0, their places in their rows, and where each row begins. On a device the rows are filled in there:

    rows = torch.repeat_interleave(torch.arange(n), torch.from_numpy(np.diff(packed.starts)))
    out = torch.zeros(n, size)
    out[rows, torch.from_numpy(packed.places.astype(np.int64))] = torch.from_numpy(packed.values)

`Batch.listed` gives the legal actions in the same form.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from horta.core.errors import BadOption


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


def pack(rows: NDArray[Any]) -> Packed:
    """Return rows of numbers without their zeros."""
    if rows.ndim != 2 or rows.shape[1] > np.iinfo(np.uint16).max + 1:  # noqa: PLR2004
        raise BadOption(f"two axes of at most 65536 columns can be packed, not {rows.shape}")
    n, size = rows.shape
    # A negative zero is no zero here: what comes back has the same bits.
    unsigned = np.dtype(f"u{rows.dtype.itemsize}")
    found = np.flatnonzero(np.ascontiguousarray(rows).view(unsigned))
    at, places = np.divmod(found, size)
    starts = np.zeros(n + 1, np.int64)
    np.cumsum(np.bincount(at, minlength=n), out=starts[1:])
    return Packed(size, starts, places.astype(np.uint16), rows[at, places])

"""The memory of a batch: blocks of arrays, and pages that are written in turn."""

from __future__ import annotations

import contextlib
import math
import mmap
import sys
from collections.abc import Callable
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from horta.core.errors import BadOption

LINE = 64
"""The bytes of a line of the cache."""

LARGE = 2 << 20
"""The bytes of a large page of memory."""

SMALL = 1 << 12
"""And of a usual one."""

Allocate = Callable[[int], NDArray[np.uint8]]
"""Gives memory of so many bytes."""


def zeros(size: int) -> NDArray[np.uint8]:
    """Return memory of zeros, in large pages where it fills some: a step is 2 to 3 % quicker."""
    if size < LARGE or not hasattr(mmap, "MADV_HUGEPAGE"):
        return np.zeros(size, np.uint8)
    room = mmap.mmap(-1, size + LARGE, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    with contextlib.suppress(OSError):  # a kernel without large pages
        room.madvise(mmap.MADV_HUGEPAGE)
    made = np.frombuffer(room, np.uint8)
    begin = -made.ctypes.data % LARGE
    return made[begin : begin + size]


def pinned(size: int) -> NDArray[np.uint8]:
    """Return pinned memory of PyTorch's, which a device reads without a copy on the way.

    ```python
    batch = Batch("paris", 4096, allocate=pinned)
    torch.from_dlpack(batch.observations).to("cuda", non_blocking=True)
    ```
    """
    try:
        import torch
    except ImportError:
        torch = None
    if torch is None or not torch.cuda.is_available():
        raise BadOption("pinned memory needs PyTorch and a device of CUDA; leave `allocate` out")
    room: NDArray[np.uint8] = torch.empty(size, dtype=torch.uint8, pin_memory=True).numpy()
    return room


def block(allocate: Allocate, *wanted: tuple[tuple[int, ...], Any]) -> list[NDArray[Any]]:
    """Return arrays of zeros that lie one after the other in one block of memory."""
    sizes = [math.prod(shape) * np.dtype(kind).itemsize for shape, kind in wanted]
    places = [0, *accumulate((size + LINE - 1) // LINE * LINE for size in sizes)]
    room = allocate(places[-1] + LINE)
    if room.dtype != np.uint8 or room.shape != (places[-1] + LINE,) or not room.flags.writeable:
        raise BadOption(f"allocate must return {places[-1] + LINE} bytes, as uint8")
    if allocate is not zeros:
        room[:] = 0
    begin = -room.ctypes.data % LINE
    return [
        room[begin + place : begin + place + size].view(kind).reshape(shape)
        for place, size, (shape, kind) in zip(places, sizes, wanted, strict=False)
    ]


def sparse(rows: int, columns: int) -> NDArray[np.int32]:
    """Return an array of zeros of which only the pages are ever in memory that something wrote on.

    A list of legal actions has room for all of them and is short: large pages would bring in the
    rest of it.
    """
    kind = np.dtype(np.int32)
    room = mmap.mmap(-1, rows * columns * kind.itemsize)
    if hasattr(mmap, "MADV_NOHUGEPAGE"):
        with contextlib.suppress(OSError):  # a kernel without large pages
            room.madvise(mmap.MADV_NOHUGEPAGE)
    return np.frombuffer(room, kind).reshape(rows, columns)


class Page(NamedTuple):
    """What is shown of the games after one step."""

    observations: NDArray[np.float32]
    masks: NDArray[np.int8]
    legals: NDArray[np.int32]
    counts: NDArray[np.int64]


class Pages:
    """Pages that are written in turn; one that somebody still holds, or looks into, is left alone.

    Where everybody lets go of a step before the one after the next, two or three pages go round,
    and nothing is ever copied. Python counts who holds an object; where it does not count exactly,
    every step gets a new page.
    """

    KEPT = 4
    """So many pages are remembered; who holds more of them pays for new ones."""

    def __init__(self, make: Callable[[], Page]) -> None:
        self._make = make
        self._pages: list[Page] = []
        counts = getattr(sys, "_is_gil_enabled", lambda: True)
        self._can_count = sys.implementation.name == "cpython" and counts()
        self._idle = _holders(self._new())

    def _new(self) -> Page:
        page = self._make()
        self._pages = [*self._pages[1 - self.KEPT :], page]
        return self._pages[-1]

    def next(self) -> Page:
        """Return a page to write on that nobody holds: whoever shows a page holds it."""
        for page in self._pages:
            if self._can_count and _holders(page) == self._idle:
                return page
        return self._new()


def _holders(page: Page) -> tuple[int, ...]:
    """Count who holds the arrays of a page, and the memory that they and views of them lie in."""
    observations, masks = page.observations, page.masks
    return (
        sys.getrefcount(observations),
        sys.getrefcount(masks),
        sys.getrefcount(observations.base),
        sys.getrefcount(masks.base),
    )

"""Buckets: how fast one address may ask, counted by all processes of a house together.

Each process counts for itself. Who uses a bucket up quickly is told to the others in portions, and
they take as much out of theirs: ordinary visitors cause no event, and whoever hops from process to
process gets no more than a portion of each on top. No address is told, only a digest of it.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import blake2s

from horta.server.ports.events import Events, Told

USED = "used"
"""Requests that an address has sent elsewhere: `number key`."""
PORTION = 16
"""Requests that are told at once,"""
FULL_ENOUGH = 0.75
"""of a bucket that is fuller than this nothing is told."""
MOST_ADDRESSES = 10_000


@dataclass
class Bucket:
    """What one address may still send."""

    left: float
    at: float
    untold: int = 0


class Buckets:
    """The buckets of all addresses."""

    def __init__(
        self, rate: float, burst: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate, self._burst, self._clock = rate, float(burst), clock
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()
        self._events: Events | None = None

    def join(self, events: Events) -> None:
        """Count together with all other processes, once the house is open."""
        if self._events is None:
            self._events = events
            events.hear(USED, self._on_used)

    def take(self, address: str) -> float:
        """Take one request out; return the seconds to wait if there is none left."""
        key = blake2s(address.encode(), digest_size=12).hexdigest()
        bucket = self._filled(key)
        if bucket.left < 1:
            return (1 - bucket.left) / self._rate
        bucket.left -= 1
        bucket.untold += 1
        if bucket.untold >= PORTION and bucket.left < FULL_ENOUGH * self._burst:
            # What has filled up again since needs not be told.
            used = int(min(bucket.untold, self._burst - bucket.left))
            bucket.untold = 0
            if self._events is not None:
                self._events.tell(USED, f"{used} {key}")
        return 0.0

    def _filled(self, key: str) -> Bucket:
        now = self._clock()
        bucket = self._buckets.pop(key, None) or Bucket(self._burst, now)
        bucket.left = min(self._burst, bucket.left + (now - bucket.at) * self._rate)
        bucket.at = now
        self._buckets[key] = bucket
        while len(self._buckets) > MOST_ADDRESSES:
            self._buckets.popitem(last=False)
        return bucket

    def _on_used(self, told: Told) -> None:
        number, _, key = told.about.partition(" ")
        if not told.here and key:
            bucket = self._filled(key)
            bucket.left = max(0.0, bucket.left - int(number))

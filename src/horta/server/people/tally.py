"""A tally: how often somebody has tried something lately, in all processes of a house together.

A try is told to the others as it is counted, by a digest of who tries.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Hashable
from hashlib import blake2s

from horta.server.people.errors import TooManyTries
from horta.server.people.store import Clock
from horta.server.ports.events import Events, Told

TRIED = "tried"
"""Somebody has tried something elsewhere: `what who`."""
MOST_COUNTED = 10_000


class Tally:
    """Counts tries in a window of time, for each who tries and for all together."""

    def __init__(
        self,
        clock: Clock,
        most: int,
        seconds: float,
        most_of_all: int,
        *,
        shared: tuple[Events, str] | None = None,
    ) -> None:
        """Count for one process, or `shared` by events, under a name, with all others."""
        self._clock, self._most, self._seconds, self._all = clock, most, seconds, most_of_all
        self._shared = shared
        if shared is not None:
            shared[0].hear(TRIED, self._on_tried)
        self._tries: OrderedDict[Hashable, deque[float]] = OrderedDict()

    def allows(self, who: Hashable) -> bool:
        """Count one more try, unless there were too many; return whether there were not."""
        now, everybody = self._clock(), ("everybody",)
        if self._shared is not None:
            who = blake2s(repr(who).encode(), digest_size=12).hexdigest()
        tried = [self._lately(one, now) for one in (who, everybody)]
        if len(tried[0]) >= self._most or len(tried[1]) >= self._all:
            return False
        for one in tried:
            one.append(now)
        if self._shared is not None:
            events, name = self._shared
            events.tell(TRIED, f"{name} {who}")
        return True

    def _on_tried(self, told: Told) -> None:
        name, _, who = told.about.partition(" ")
        if self._shared is not None and name == self._shared[1] and not told.here:
            now = self._clock()
            for one in (who, ("everybody",)):
                self._lately(one, now).append(now)

    def check(self, who: Hashable) -> None:
        """Count one more try; `TooManyTries` if there were too many."""
        if not self.allows(who):
            raise TooManyTries

    def _lately(self, who: Hashable, now: float) -> deque[float]:
        found = self._tries.setdefault(who, deque())
        self._tries.move_to_end(who)
        while found and found[0] <= now - self._seconds:
            found.popleft()
        while len(self._tries) > MOST_COUNTED:
            self._tries.popitem(last=False)
        return found

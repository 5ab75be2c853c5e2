"""A tally: how often somebody has tried something lately, in all processes of a house together.

A try is told to the others as it is counted, by a digest of who tries.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Hashable, Iterator
from contextlib import contextmanager, suppress
from hashlib import blake2s

from horta.server.people.errors import TooManyTries
from horta.server.people.store import Clock
from horta.server.ports.events import Events, Told

TRIED = "tried"
"""Somebody has tried something elsewhere: `what who`."""
MOST_COUNTED = 10_000
EVERYBODY = ("everybody",)
"""Under which the tries of all together are counted."""


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
        if self._counted(who) is None:
            return False
        self._tell(who)
        return True

    @contextmanager
    def trying(self, who: Hashable) -> Iterator[None]:
        """Try something that counts if it fails; `TooManyTries` if there were too many.

        While it is tried it counts here, so that many at once are no way around the bound.
        """
        now = self._counted(who)
        if now is None:
            raise TooManyTries
        try:
            yield
        except BaseException:
            self._tell(who)
            raise
        for one in self._tried(who, now):
            with suppress(ValueError):  # it was so long that the try is forgotten
                one.remove(now)

    def _counted(self, who: Hashable) -> float | None:
        """Count one more try here, and return when it was; None if there were too many."""
        now = self._clock()
        mine, all_of_them = self._tried(who, now)
        if len(mine) >= self._most or len(all_of_them) >= self._all:
            return None
        mine.append(now)
        all_of_them.append(now)
        return now

    def _tried(self, who: Hashable, now: float) -> list[deque[float]]:
        return [self._lately(one, now) for one in (self._named(who), EVERYBODY)]

    def _named(self, who: Hashable) -> Hashable:
        if self._shared is None:
            return who
        return blake2s(repr(who).encode(), digest_size=12).hexdigest()

    def _tell(self, who: Hashable) -> None:
        if self._shared is not None:
            events, name = self._shared
            events.tell(TRIED, f"{name} {self._named(who)}")

    def _on_tried(self, told: Told) -> None:
        name, _, who = told.about.partition(" ")
        if self._shared is not None and name == self._shared[1] and not told.here:
            now = self._clock()
            for one in (who, EVERYBODY):
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

"""A tally: how often somebody has tried something lately."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Hashable

from horta.server.people.errors import TooManyTries
from horta.server.people.store import Clock

MOST_COUNTED = 10_000


class Tally:
    """Counts tries in a window of time, for each who tries and for all together."""

    def __init__(self, clock: Clock, most: int, seconds: float, most_of_all: int) -> None:
        self._clock, self._most, self._seconds, self._all = clock, most, seconds, most_of_all
        self._tries: OrderedDict[Hashable, deque[float]] = OrderedDict()

    def allows(self, who: Hashable) -> bool:
        """Count one more try, unless there were too many; return whether there were not."""
        now, everybody = self._clock(), ("everybody",)
        tried = [self._lately(one, now) for one in (who, everybody)]
        if len(tried[0]) >= self._most or len(tried[1]) >= self._all:
            return False
        for one in tried:
            one.append(now)
        return True

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

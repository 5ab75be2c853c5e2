"""Watchers: who listens at a table, and who still finds a place.

The places for spectators are counted; a seat always gets in. When all places are taken, whoever
holds the most of them gives way to somebody who holds fewer.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from horta.core.errors import HortaError
from horta.core.i18n import mark

SEAT_STREAMS = 12
"""Streams of one seat: windows and devices; the oldest is closed for one more."""


class Crowded(HortaError):
    """Too many people look at a table."""


@dataclass(eq=False)
class Watcher:
    """Somebody who listens."""

    seat: int | None
    """The seat that is theirs for good; a spectator has none."""
    caller: str
    """Where they come from."""
    news: asyncio.Event = field(default_factory=asyncio.Event)
    closed: bool = False
    seats: tuple[int, ...] = ()
    """All seats that they hold, on one screen."""

    def close(self) -> None:
        """Take the place back."""
        self.closed = True
        self.news.set()


class Watchers:
    """All who listen at one table, the oldest first."""

    def __init__(self) -> None:
        self._all: dict[Watcher, None] = {}

    def __len__(self) -> int:
        return len(self._all)

    def __iter__(self) -> Iterator[Watcher]:
        return iter(list(self._all))

    def seats(self) -> set[int]:
        """Return the seats whose players are looking now, at this process."""
        own = {one.seat for one in self._all if one.seat is not None and one.seat >= 0}
        return own.union(*(one.seats for one in self._all))

    def wake(self) -> None:
        """Tell everybody that there is news."""
        for watcher in self._all:
            watcher.news.set()

    def close(self) -> None:
        """Send everybody away."""
        for watcher in list(self._all):
            self.leave(watcher)
            watcher.close()

    def check(self, seat: int | None, caller: str, most: int) -> None:
        """Refuse somebody for whom there is no place (`Crowded`)."""
        if seat is None:
            self._who_gives_way(caller, most)

    def enter(
        self, seat: int | None, caller: str, most: int, news: asyncio.Event | None = None
    ) -> Watcher:
        """Give somebody a place; `most` is the number of places for spectators.

        Who listens at several tables brings one `news` for all of them.
        """
        if seat is None:
            leaving = self._who_gives_way(caller, most)
        else:
            mine = [one for one in self._all if one.seat == seat]
            leaving = mine[0] if len(mine) >= SEAT_STREAMS else None
        if leaving is not None:
            self.leave(leaving)
            leaving.close()
        watcher = Watcher(seat, caller, news or asyncio.Event())
        self._all[watcher] = None
        return watcher

    def leave(self, watcher: Watcher) -> None:
        """Forget somebody."""
        self._all.pop(watcher, None)

    def _who_gives_way(self, caller: str, most: int) -> Watcher | None:
        spectators = [one for one in self._all if one.seat is None]
        if len(spectators) < most:
            return None
        held = Counter(one.caller for one in spectators)
        if held:
            greedy, places = held.most_common(1)[0]
            if places > held[caller] + 1:
                return next(one for one in spectators if one.caller == greedy)
        raise Crowded(mark("too many people are watching this table"))

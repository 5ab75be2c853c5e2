"""Memory: what the tables weigh, in bytes, and which of them leave when it is too much.

A table in memory is a cache of what the store holds, and what was drawn of it is a cache of the
table. So what was drawn goes first, of the tables that nobody has looked at for longest; then these
tables themselves. A table that somebody watches, or where a bot thinks, stays.
"""

from __future__ import annotations

import sys
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, MutableMapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from horta.server.room import Room

GRACE = 30.0
"""Seconds that a table stays after a request for it: so long may its answer take."""
ENOUGH = 0.9
"""How much of the limit may be left when tables have gone, so that they do not go one by one."""
ROOM, ENTRY, EVENT = 12_000, 360, 110
"""Bytes of a table without its match and drawings; of a line of its transcript; of an event."""


def size_of(value: Any) -> int:
    """Return the bytes of a value made of texts, numbers, lists and dictionaries."""
    size = sys.getsizeof(value)
    if isinstance(value, dict):  # its keys are the same few words everywhere
        inside: Iterable[Any] = value.values()
    elif isinstance(value, (list, tuple)):
        inside = value
    else:
        return size
    for one in inside:
        size += size_of(one) if isinstance(one, (dict, list, tuple)) else sys.getsizeof(one)
    return size


class Drawn(MutableMapping[Any, Any]):
    """What was rendered for the current step of a table, and how many bytes it holds."""

    def __init__(self) -> None:
        self._found: OrderedDict[Any, tuple[Any, int]] = OrderedDict()
        self.size = 0
        self.on_change: Callable[[], None] | None = None

    def __getitem__(self, key: Any) -> Any:
        return self._found[key][0]

    def __setitem__(self, key: Any, value: Any) -> None:
        self.keep(key, value, size_of(value))

    def keep(self, key: Any, value: Any, size: int) -> None:
        """Keep something whose bytes are known: to count them takes long where there are many."""
        self.size += size - self._found.get(key, (None, 0))[1]
        self._found[key] = (value, size)
        self._changed()

    def __delitem__(self, key: Any) -> None:
        self.size -= self._found.pop(key)[1]
        self._changed()

    def __iter__(self) -> Iterator[Any]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)

    def trim(self, most: int) -> None:
        """Forget the oldest until so many are left."""
        while len(self._found) > most:
            self.size -= self._found.popitem(last=False)[1][1]
        self._changed()

    def clear(self) -> None:
        """Forget everything."""
        if self._found:
            self._found.clear()
            self.size = 0
            self._changed()

    def _changed(self) -> None:
        if self.on_change is not None:
            self.on_change()


class Ledger:
    """Knows what each table in memory weighs, and what all of them do."""

    def __init__(self, most: int) -> None:
        self.most = most
        """Bytes that the tables may hold."""
        self.total = 0
        self._weights: dict[str, int] = {}
        self._not_before = 0.0

    def weigh(self, room: Room) -> None:
        """Write down what a table weighs now."""
        weight = room.weight
        self.total += weight - self._weights.get(room.id, 0)
        self._weights[room.id] = weight

    def enter(self, room: Room) -> None:
        """Take a table in; from now on it is weighed whenever something is drawn."""
        room.drawn.on_change = lambda: self.weigh(room)
        self.weigh(room)

    def strike(self, room: Room) -> None:
        """Forget a table."""
        room.drawn.on_change = None
        self.total -= self._weights.pop(room.id, 0)

    def make_space(self, rooms: OrderedDict[str, Room]) -> None:
        """Let tables go until they weigh little enough; `rooms` begins with the longest unseen."""
        if self.total <= self.most or time.monotonic() < self._not_before:
            return
        idle = [room for room in rooms.values() if not is_in_use(room)]
        for room in idle:
            if self._is_light:
                return
            room.drawn.clear()
        for room in idle:
            if self._is_light:
                return
            del rooms[room.id]
            self.strike(room)
        for room in rooms.values():
            if self._is_light:
                return
            room.drawn.clear()
        # All that is left is in use; to look again at once would be in vain.
        self._not_before = time.monotonic() + 1.0

    @property
    def _is_light(self) -> bool:
        return self.total <= ENOUGH * self.most


def is_in_use(room: Room) -> bool:
    """Tell whether somebody watches a table, thinks at it, or has just asked for it."""
    return (
        bool(room.watchers) or room.thinking is not None or time.monotonic() - room.looked < GRACE
    )

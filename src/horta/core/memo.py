"""Memo: what was made from the same values before, kept while there is room for it.

Whatever is remembered depends on its key alone. So one memo serves all tables and all who look at
them: a key is made of what its viewer may know, and who has the key knows what it stands for.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T", bound=str)


class Memo(Generic[T]):
    """Texts by what they were made from; the longest unused go when there are too many bytes."""

    def __init__(self, most: int) -> None:
        self.most = most
        """Characters that all texts may have together."""
        self.size = 0
        self.made = 0
        """How many texts had to be made so far."""
        self._found: OrderedDict[Hashable, T] = OrderedDict()
        self._lock = Lock()  # drawings are made in threads, too

    def __len__(self) -> int:
        return len(self._found)

    def keys(self) -> list[Hashable]:
        """Return the keys of what is kept, the longest unused first."""
        with self._lock:
            return list(self._found)

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return the text of a key, from memory if it is there."""
        with self._lock:
            found = self._found.get(key)
            if found is not None:
                self._found.move_to_end(key)
                return found
        made = make()
        with self._lock:
            self.made += 1
            before = self._found.pop(key, None)
            self.size += len(made) - (0 if before is None else len(before))
            self._found[key] = made
            while self.size > self.most:
                self.size -= len(self._found.popitem(last=False)[1])
        return made

    def find(self, key: Hashable) -> T | None:
        """Return the text of a key if it is there."""
        with self._lock:
            found = self._found.get(key)
            if found is not None:
                self._found.move_to_end(key)
            return found

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._found.clear()
            self.size = 0

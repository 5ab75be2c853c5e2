"""Quotas: how many tables one visitor, and one address, may have open at a time.

A table is open until its game is over; one that nobody has touched for a day does not count.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

from horta.core.errors import HortaError
from horta.core.i18n import mark
from horta.server.allowances import bounds
from horta.server.callers import where
from horta.server.settings import Settings
from horta.server.store import Store

DAY = 24 * 3600.0


class TooManyTables(HortaError):
    """A visitor has more tables open than allowed."""


class Quotas:
    """Counts the open tables of every visitor."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        self._settings = settings
        self._coming: Counter[str] = Counter()
        """Tables that are being put up from each address; the store does not know them yet."""
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def place(self, owner: str) -> AsyncIterator[None]:
        """Keep a place for a new table while it is put up; `TooManyTables` if there is none.

        One visitor puts up one table after the other, and one address in one process at a time:
        so many at once cannot be miscounted.
        """
        origin = where(owner)
        turn = self._turns.setdefault(owner, asyncio.Lock())
        async with turn, self._store.database.alone(f"tables of {origin}"):
            self._coming[origin] += 1
            try:
                tables = await self._store.open_tables(origin, time.time() - DAY)
                most, most_there = await bounds(
                    self._store.database, self._settings, "tables", owner
                )
                self._check(tables[owner] + 1, most)
                self._check(tables.total() + self._coming[origin], most_there)
                yield
            finally:
                self._coming[origin] -= 1
                if not self._coming[origin]:
                    del self._coming[origin]

    def _check(self, tables: int, most: int) -> None:
        if tables > most:
            raise TooManyTables(
                mark("{most} tables are open from here already; end some, or come back tomorrow"),
                most=most,
            )

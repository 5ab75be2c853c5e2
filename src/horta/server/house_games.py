"""The house's own games: those that are over, and that every person at the table lets count.

What was told of a game is kept in memory and nowhere else. Who agrees is asked of the store again
and again: where somebody has thought better of it, the game is gone with the next look.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter

from horta.core.errors import HortaError
from horta.corpus import Corpus, SetUp, Told, tell
from horta.server.database import StoreAway
from horta.server.rooms import Rooms

MOST = 2000
"""So many games count, the latest."""
AT_ONCE = 25
"""So many are read for one visitor; the next one finds the others."""
EVERY = 5.0
"""Seconds between two looks at who agrees; another process may have been told."""


class HouseGames:
    """The games of one house that count."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._told: dict[str, Told | None] = {}
        self._looked = float("-inf")
        self._looking = asyncio.Lock()
        self.corpus = Corpus()
        self.games: Counter[SetUp] = Counter()

    def look_again(self) -> None:
        """Ask anew who agrees, whenever somebody looks next."""
        self._looked = float("-inf")

    async def look(self) -> None:
        """Count what is new, and forget what counts no longer."""
        async with self._looking:
            now = time.monotonic()
            if now - self._looked < EVERY:
                return
            try:
                ids = await self._rooms.store.counted(MOST)
            except StoreAway:  # what is known here is all that can be told now
                return
            gone = self._told.keys() - set(ids)
            new = [each for each in ids if each not in self._told]
            for each in gone:
                del self._told[each]
            for each in new[:AT_ONCE]:
                self._told[each] = await self._tell(each)
            if gone or new:
                await asyncio.to_thread(self._count)
            if len(new) <= AT_ONCE:
                self._looked = now

    async def _tell(self, table: str) -> Told | None:
        """Return what was chosen in a game; None where it cannot count."""
        try:
            room = await self._rooms.get(table)
        except HortaError:  # of a game that is gone, or of rules that nobody has any more
            return None
        if not room.over or not room.may_count or room.notice is not None:
            return None
        return await asyncio.to_thread(tell, room.match.copy())

    def _count(self) -> None:
        known = [told for told in self._told.values() if told is not None]
        corpus = Corpus()
        corpus.count(*known)
        self.corpus, self.games = corpus, Counter(told.set_up for told in known)

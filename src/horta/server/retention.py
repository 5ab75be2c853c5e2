"""Retention: tables go when the house has kept them as long as it says, with all that is theirs.

Nothing goes unless a setting says so (`HORTA_KEEP_DAYS`, `HORTA_KEEP_IDLE_DAYS`; for persons, whom
`leaving.let_go` deletes, `HORTA_KEEP_PERSON_DAYS`). Once an hour the house looks what is due, and
lets it go a few tables at a time, so that whoever plays does not wait.
A table that somebody looks at, in whatever process, stays until nobody does, and one whose clock
runs is not idle. To look is a job: of several processes one has it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, delete, or_, select, update

from horta.core.game import Json
from horta.server.contests.store import ContestStore
from horta.server.database import Database
from horta.server.people.store import Clock
from horta.server.ports.events import TABLE, Told
from horta.server.ports.jobs import Jobs
from horta.server.quiet import log
from horta.server.review_jobs import Reviews
from horta.server.rooms import Rooms
from horta.server.rows import ClockRow, HeldRow, MatchRow, RatedRow

EVERY = 3600.0
"""Seconds between two looks at what is due."""
AT_ONCE = 20
"""Tables that go in one transaction,"""
PAUSE = 0.2
"""and the seconds until the next one."""
RETENTION = "retention"
LEAVING, STAYING = "leaving", "staying"
"""Tables that are about to go, told by who lets them go; and each that somebody uses elsewhere."""
DAY = 24 * 3600.0
OWNERS_KEPT = 30 * DAY
"""Seconds after which it is forgotten whose a table was that nobody has played at."""


async def remove_tables(
    database: Database, ids: Sequence[str], which: ColumnElement[bool] | None = None
) -> list[str]:
    """Remove tables that fit a condition and all that hangs on them; return those that went.

    Seats, actions, reviews, branches and clocks go by their keys. A table whose rematch has gone
    may have another.
    """
    found = select(MatchRow.id).where(MatchRow.id.in_(ids))
    found = found if which is None else found.where(which)

    def write(connection: Connection) -> list[str]:
        # Locked where there may be another writer: what is played meanwhile waits, or was seen.
        gone = [str(one) for one in connection.execute(found.with_for_update()).scalars()]
        if gone:
            earlier = update(MatchRow).where(MatchRow.rematch.in_(gone))
            connection.execute(earlier.values(rematch=None))
            connection.execute(delete(HeldRow).where(HeldRow.thing.in_(gone)))
            # What is settled stays: a rating does not change when its games are gone.
            never = (RatedRow.match_id.in_(gone), RatedRow.ended.is_(None))
            connection.execute(delete(RatedRow).where(*never))
            connection.execute(delete(MatchRow).where(MatchRow.id.in_(gone)))
        return gone

    removed: list[str] = await database.transact(write)
    return removed


class Retention:
    """Keeps what the house has said: looks once an hour, and when it is asked to."""

    def __init__(self, rooms: Rooms, reviews: Reviews, now: Clock, jobs: Jobs) -> None:
        self._rooms, self._reviews, self._now = rooms, reviews, now
        self._database, self._settings = rooms.store.database, rooms.settings
        self._events = rooms.store.events
        self._looking = asyncio.Lock()
        self._staying: set[str] = set()
        self.also: list[Callable[[], Coroutine[Any, Any, None]]] = []
        """What else is to be let go of, at each look."""
        self._events.hear(LEAVING, self._on_leaving)
        self._events.hear(STAYING, lambda told: self._staying.add(told.about))
        jobs.does(RETENTION, self._job, every=EVERY)

    async def _job(self, asked: Json) -> None:
        await self.look()

    def _on_leaving(self, told: Told) -> None:
        """Say which of the tables that are to go are in use here."""
        if told.here:
            return
        for one in told.about.split():
            if self._rooms.is_looked_at(one) or self._reviews.is_attended(one):
                self._events.tell(STAYING, one)

    async def _in_use_elsewhere(self, ids: Sequence[str]) -> set[str]:
        """Ask all other processes which of these tables somebody uses there."""
        self._staying.clear()
        self._events.tell(LEAVING, " ".join(ids))
        await asyncio.sleep(self._events.reach)
        return set(self._staying) if self._events.is_hearing else set(ids)

    async def look(self) -> tuple[int, int]:
        """Let everything go that is due; return how many finished and how many idle tables."""
        async with self._looking:
            await self._rooms.store.forget_owners(self._now() - OWNERS_KEPT)
            finished = await self._let_go(self._settings.keep_days, MatchRow.over.is_(True))
            idle = await self._let_go(self._settings.keep_idle_days, self._is_idle())
            if self._settings.keep_days:
                before = self._now() - self._settings.keep_days * DAY
                await ContestStore(self._database).forget(before)
            for let_go in self.also:
                await let_go()
        if finished or idle:
            log.warning("%d finished and %d idle tables were kept long enough", finished, idle)
        return finished, idle

    def _is_idle(self) -> ColumnElement[bool]:
        runs = MatchRow.over.is_(False)
        if not self._settings.clocks:
            return runs
        return and_(runs, ~select(ClockRow.look).where(ClockRow.match_id == MatchRow.id).exists())

    async def _let_go(self, days: int, kind: ColumnElement[bool]) -> int:
        """Let the tables of a kind go that nobody has played at for so many days; 0: none."""
        if not days:
            return 0
        due = and_(kind, MatchRow.touched < self._now() - days * DAY)
        gone, last = 0, ("", float("-inf"))
        while True:
            known = await self._next(due, *last)
            if not known:
                return gone
            gone += await self._step([one[0] for one in known], due)
            last = known[-1]
            await asyncio.sleep(PAUSE)

    async def _next(self, due: Any, after: str, at: float) -> list[tuple[str, float]]:
        """Return the next tables that are due; those that somebody looks at are passed over."""
        row = MatchRow
        beyond = or_(row.touched > at, and_(row.touched == at, row.id > after))
        asked = select(row.id, row.touched).where(due, beyond)
        async with self._database.connect() as connection:
            found = await connection.execute(asked.order_by(row.touched, row.id).limit(AT_ONCE))
            return [(str(one[0]), float(one[1])) for one in found]

    async def _step(self, ids: Sequence[str], due: ColumnElement[bool]) -> int:
        elsewhere = await self._in_use_elsewhere(ids)
        free = [one for one in ids if one not in elsewhere and not self._reviews.is_attended(one)]
        with self._rooms.leaving(free) as leaving:
            gone = await remove_tables(self._database, leaving, due) if leaving else []
        for one in gone:
            self._reviews.forget(one)
            self._events.tell(TABLE, one)
        return len(gone)

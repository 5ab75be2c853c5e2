"""Who waits for a review, in the store: so that whoever works on it knows, in whatever process.

A row says until when somebody is known to wait; it is renewed as long as they do. Reviews under way
are those whose row has not run out: they are counted for the whole house. It also says why a review
stands still.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, select, update
from sqlalchemy.dialects.postgresql import insert as insert_postgresql
from sqlalchemy.dialects.sqlite import insert as insert_sqlite

from horta.core.errors import HortaError
from horta.core.i18n import mark
from horta.server import wire
from horta.server.allowances import bounds
from horta.server.database import Database
from horta.server.review_rows import ReviewWaitRow
from horta.server.settings import Settings

ROW = ReviewWaitRow
KEPT = 3600.0
"""Seconds after which it is forgotten who waited for a review that is not whole."""


class TooManyReviews(HortaError):
    """A visitor has more reviews under way than allowed."""


@dataclass(frozen=True)
class Wait:
    """That somebody waits for a review, and what they are told of it."""

    caller: str
    """For whom it is made, as `where:who`."""
    until: float
    problem: HortaError | None = None
    """Why it does not go on now, if it does not."""
    stopped: float = 0.0
    """When it was given up, if it was."""


class ReviewWaits:
    """Those who wait for the reviews of a house at one depth."""

    def __init__(self, database: Database, settings: Settings, depth: str) -> None:
        self._database, self._settings, self._depth = database, settings, depth
        self._insert: Any = insert_sqlite if database.is_sqlite else insert_postgresql

    def _which(self, match_id: str) -> tuple[Any, ...]:
        return ROW.match_id == match_id, ROW.depth == self._depth

    async def begin(self, match_id: str, caller: str, seconds: float) -> None:
        """Say that somebody waits for so long, and that it is to be tried again if it was given up.

        Where nobody else waits for it already, it counts as theirs; `TooManyReviews` if there are
        too many.
        """
        origin, _, who = caller.partition(":")
        most, most_there = await bounds(self._database, self._settings, "reviews", caller)

        def write(connection: Connection) -> None:
            self._database.in_turn(connection, f"reviews of {origin}")
            now = time.time()
            connection.execute(delete(ROW).where(ROW.until < now - KEPT))
            live = connection.execute(
                select(ROW.match_id, ROW.depth, ROW.origin, ROW.owner)
                .where(ROW.until > now)
                .where((ROW.origin == origin) | (ROW.match_id == match_id))
            ).all()
            if any((one.match_id, one.depth) == (match_id, self._depth) for one in live):
                whose: dict[str, Any] = {}
            else:
                there = [one.owner for one in live if one.origin == origin]
                _check(there.count(who), most)
                _check(len(there), most_there)
                whose = {"origin": origin, "owner": who}
            given = {"until": now + seconds, "problem": None, "stopped": 0.0}
            key = {"match_id": match_id, "depth": self._depth, "origin": origin, "owner": who}
            row = self._insert(ROW).values({**key, **given})
            connection.execute(
                row.on_conflict_do_update(
                    index_elements=["match_id", "depth"], set_={**given, **whose}
                )
            )

        await self._database.transact(write)

    async def renew(self, match_id: str, seconds: float) -> bool:
        """Say that somebody still waits; False if nobody was known to any more."""
        now = time.time()
        change = update(ROW).where(*self._which(match_id), ROW.until > now)

        def write(connection: Connection) -> bool:
            return bool(connection.execute(change.values(until=now + seconds)).rowcount)

        renewed: bool = await self._database.transact(write)
        return renewed

    async def get(self, match_id: str) -> Wait | None:
        """Return who waits for a review, or did; None if nobody does, or it is whole."""
        found = await self._database.look(
            lambda connection: (
                connection.execute(select(ROW.__table__).where(*self._which(match_id)))
                .mappings()
                .first()
            )
        )
        if found is None:
            return None
        problem = None if found["problem"] is None else wire.read_error(found["problem"])
        caller = f"{found['origin']}:{found['owner']}"
        return Wait(caller, found["until"], problem, found["stopped"])

    async def say(self, match_id: str, problem: HortaError | None, *, stop: bool = False) -> None:
        """Tell those who wait why it does not go on; `stop` if it will not before they ask."""
        said = None if problem is None else wire.write_error(problem)
        change = update(ROW).where(*self._which(match_id))
        change = change.values(problem=said, stopped=time.time() if stop else 0.0)
        await self._database.transact(lambda connection: connection.execute(change))

    async def end(self, match_id: str) -> None:
        """Say that a review is whole: nobody waits any more."""
        gone = delete(ROW).where(*self._which(match_id))
        await self._database.transact(lambda connection: connection.execute(gone))


def _check(reviews: int, most: int) -> None:
    if reviews >= most:
        raise TooManyReviews(
            mark("{most} reviews are under way from here already; wait for one of them"),
            most=most,
        )

"""Reviews in the store: which steps of a match are decisions, and what was found of each.

A decision is one row, written once: whoever judged it second, after a restart or in another
process, found the same and changes nothing.
"""

from __future__ import annotations

import json
import time
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, select
from sqlalchemy.dialects.postgresql import insert as insert_postgresql
from sqlalchemy.dialects.sqlite import insert as insert_sqlite

from horta.core.errors import BadFile
from horta.core.game import Game
from horta.review import Decision
from horta.review.written import read_decision, write_decision
from horta.server.database import Database
from horta.server.review_rows import JudgedRow, ReviewRow

KINDS: tuple[type[ReviewRow] | type[JudgedRow], ...] = (ReviewRow, JudgedRow)


@dataclass(frozen=True)
class Kept:
    """What the store has of a review."""

    steps: list[int]
    found: dict[int, Decision]


class ReviewStore:
    """The reviews of a database, all at one depth."""

    def __init__(self, database: Database, depth: str) -> None:
        self._database, self.depth = database, depth
        self._insert: Any = insert_sqlite if database.is_sqlite else insert_postgresql

    async def load(
        self, match_id: str, game: Game, players: int, known: Iterable[int] = ()
    ) -> Kept | None:
        """Return what is kept of a review; None if there is nothing, or nothing that can be read.

        Decisions that are known already are left out. A game that knows an action no more has
        changed since: then the review is made anew.
        """
        judged = (JudgedRow.match_id == match_id, JudgedRow.depth == self.depth)
        unknown = select(JudgedRow.found).where(*judged, JudgedRow.step.not_in(list(known)))

        def look(connection: Connection) -> tuple[Any, list[Any]]:
            steps = connection.execute(self._steps(match_id)).scalar_one_or_none()
            return steps, list(connection.execute(unknown).scalars())

        steps, packed = await self._database.look(look)
        if steps is None:
            return None
        try:
            found = [
                read_decision(game, players, json.loads(zlib.decompress(one))) for one in packed
            ]
        except (BadFile, ValueError, zlib.error):
            await self.forget(match_id)
            return None
        return Kept([int(step) for step in steps], {one.step: one for one in found})

    async def judged(self, match_id: str) -> tuple[list[int], set[int]] | None:
        """Return the steps that are decisions, and those that are judged; None if it is unknown."""

        def look(connection: Connection) -> tuple[Any, set[int]]:
            steps = connection.execute(self._steps(match_id)).scalar_one_or_none()
            which = (JudgedRow.match_id == match_id, JudgedRow.depth == self.depth)
            return steps, set(connection.execute(select(JudgedRow.step).where(*which)).scalars())

        steps, judged = await self._database.look(look)
        return None if steps is None else ([int(step) for step in steps], judged)

    def _steps(self, match_id: str) -> Any:
        which = (ReviewRow.match_id == match_id, ReviewRow.depth == self.depth)
        return select(ReviewRow.steps).where(*which)

    async def begin(self, match_id: str, steps: list[int]) -> None:
        """Write down which steps of a match are decisions."""
        row = {"match_id": match_id, "depth": self.depth, "steps": steps, "made": time.time()}
        await self._add(ReviewRow, row)

    async def keep(self, match_id: str, game: Game, decision: Decision) -> None:
        """Write down what was found of a decision."""
        packed = zlib.compress(json.dumps(write_decision(game, decision)).encode())
        key = {"match_id": match_id, "depth": self.depth, "step": decision.step}
        await self._add(JudgedRow, {**key, "found": packed})

    async def forget(self, match_id: str) -> None:
        """Forget the review of a match."""

        def remove(connection: Connection) -> None:
            for rows in KINDS:
                which = (rows.match_id == match_id, rows.depth == self.depth)
                connection.execute(delete(rows).where(*which))

        await self._database.transact(remove)

    async def _add(self, rows: type[ReviewRow] | type[JudgedRow], row: dict[str, Any]) -> None:
        statement = self._insert(rows).values(row).on_conflict_do_nothing()
        await self._database.transact(lambda connection: connection.execute(statement))

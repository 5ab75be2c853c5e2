"""Runs of the lab in the store, so that a house that opens again goes on where it was.

A run is changed only from the version that was seen last: a house that takes one over leaves the
other one nothing to write.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Connection, delete, select, update

from horta.core.game import Json
from horta.server.database import Database
from horta.server.rows import LabRow

KEPT = 200
"""Runs that are kept at most; the oldest go first."""


@dataclass(frozen=True)
class Kept:
    """A run as it is kept."""

    id: str
    owner: str
    experiment: Json
    state: str
    problem: Json | None
    rows: bytes
    played: int
    version: int = 0


class LabStore:
    """The runs of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, run: Kept) -> None:
        """Keep a new run; the oldest that are over make room for it."""

        def write(connection: Connection) -> None:
            connection.execute(LabRow.__table__.insert(), [_row(run)])  # type: ignore[attr-defined]
            newest = select(LabRow.id).order_by(LabRow.touched.desc()).limit(KEPT)
            known = list(connection.execute(newest).scalars())
            connection.execute(delete(LabRow).where(LabRow.id.not_in(known)))

        await self._database.transact(write)

    async def change(self, run: Kept) -> Kept | None:
        """Keep a run as it is now; None if somebody else has taken it over."""

        def write(connection: Connection) -> bool:
            values = {**_row(run), "version": run.version + 1}
            which = (LabRow.id == run.id, LabRow.version == run.version)
            return bool(connection.execute(update(LabRow).where(*which).values(values)).rowcount)

        done: bool = await self._database.transact(write)
        return replace(run, version=run.version + 1) if done else None

    async def load(self, run_id: str) -> Kept | None:
        """Return a run, if it is kept."""
        found = await self._look(LabRow.id == run_id)
        return found[0] if found else None

    async def in_states(self, states: Sequence[str]) -> list[Kept]:
        """Return the runs in some states, the oldest first."""
        return await self._look(LabRow.state.in_(states))

    async def _look(self, which: Any) -> list[Kept]:
        def look(connection: Connection) -> list[Any]:
            wanted = select(LabRow.__table__).where(which).order_by(LabRow.touched)
            return list(connection.execute(wanted).mappings())

        names = Kept.__dataclass_fields__
        rows = await self._database.look(look)
        return [Kept(**{name: row[name] for name in names}) for row in rows]


def _row(run: Kept) -> Json:
    return {**run.__dict__, "touched": time.time()}

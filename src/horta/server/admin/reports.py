"""Reports: what players have reported, for the operator to look at and settle."""

from __future__ import annotations

from typing import Any

from sqlalchemy import select, update

from horta.core.game import Json
from horta.server.admin.desk import Desk, NotThere
from horta.server.rows import ReportRow

OPEN, SETTLED = "open", "settled"

ROW: Any = ReportRow.__table__
SHORT = ("id", "state", "at", "match_id", "name", "text", "by_name", "why")
LONG = (*SHORT, "said", "seat", "person", "by_seat", "by_person")


async def listed(desk: Desk, *, every: bool = False, most: int = 50) -> list[Json]:
    """Return the reports that nobody has settled, or all, the newest first."""
    which = [] if every else [ReportRow.state == OPEN]
    asked = _asked(SHORT).where(*which).order_by(ReportRow.at.desc(), ReportRow.id.desc())
    async with desk.store.database.connect() as connection:
        return [_told(row) for row in await connection.execute(asked.limit(most))]


async def one(desk: Desk, number: int) -> Json:
    """Return a report with all that was kept of it."""
    async with desk.store.database.connect() as connection:
        row = (await connection.execute(_asked(LONG).where(ReportRow.id == number))).first()
    if row is None:
        raise NotThere(f"there is no report {number}")
    return _told(row)


async def settle(desk: Desk, number: int) -> bool:
    """Settle a report; False if somebody else has already."""
    await one(desk, number)
    which = (ReportRow.id == number, ReportRow.state == OPEN)
    async with desk.store.database.begin() as connection:
        done = await connection.execute(update(ReportRow).where(*which).values(state=SETTLED))
    return bool(done.rowcount)


def _asked(names: tuple[str, ...]) -> Any:
    return select(*(ROW.c[name] for name in names))


def _told(row: Any) -> Json:
    told = dict(row._mapping)
    return {("table" if name == "match_id" else name): value for name, value in told.items()}

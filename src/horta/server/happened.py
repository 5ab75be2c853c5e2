"""Happenings in the database: they are written beside a change of a seat, and read as a whole."""

from __future__ import annotations

from dataclasses import asdict, fields

from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from horta.server.database import Database
from horta.server.happenings import MOST, Happening
from horta.server.rows import HappeningRow

COLUMNS = tuple(getattr(HappeningRow, field.name) for field in fields(Happening))


async def write_happening(connection: AsyncConnection, match_id: str, one: Happening) -> None:
    """Write down what happened at a table."""
    row = {"match_id": match_id, **asdict(one)}
    await connection.execute(insert(HappeningRow).values(row))


async def happenings(connection: AsyncConnection, match_id: str) -> tuple[Happening, ...]:
    """Return what happened at a table and is no action, the latest last."""
    asked = select(*COLUMNS).where(HappeningRow.match_id == match_id)
    found = await connection.execute(asked.order_by(HappeningRow.id.desc()).limit(MOST))
    return tuple(reversed([Happening(*one) for one in found]))


async def happenings_of(database: Database, match_id: str) -> tuple[Happening, ...]:
    """Return the same by a connection of its own."""
    async with database.connect() as connection:
        return await happenings(connection, match_id)

"""Tables, as an operator sees and ends them. No seed, no key and nothing hidden is told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Select, func, select

from horta.core.game import Json
from horta.server.admin.desk import Desk, NotThere
from horta.server.keeping import CLOSE
from horta.server.lobby.listing import leave_lobby
from horta.server.ports.events import TABLE
from horta.server.retention import DAY, remove_tables
from horta.server.room import HOST
from horta.server.rows import ActionRow, HeldRow, LobbyRow, MatchRow, SeatRow
from horta.server.stored import Entry
from horta.server.writing import StaleStep

RUNNING, OVER, OPEN = "running", "over", "open"
STATES = (RUNNING, OVER, OPEN)
"""Whether a game goes on, has ended, or its table is in the lobby."""


@dataclass(frozen=True)
class Wanted:
    """Which tables to list; what is not given does not matter."""

    game: str | None = None
    state: str | None = None
    person: str | None = None
    idle_days: float = 0
    """Nobody has played there for so long."""
    most: int = 50


async def listed(desk: Desk, wanted: Wanted) -> list[Json]:
    """Return tables, those that were played at last first."""
    which: list[ColumnElement[bool]] = []
    if wanted.game:
        which.append(MatchRow.game == wanted.game)
    if wanted.state in (RUNNING, OVER):
        which.append(MatchRow.over.is_(wanted.state == OVER))
    if wanted.state == OPEN:
        which.append(select(LobbyRow.since).where(LobbyRow.match_id == MatchRow.id).exists())
    if wanted.person:
        held = select(HeldRow.thing).where(HeldRow.person == wanted.person)
        which.append(MatchRow.id.in_(held))
    if wanted.idle_days:
        which.append(MatchRow.touched < desk.now() - wanted.idle_days * DAY)
    return await _told(desk, _asked().where(*which).limit(wanted.most))


async def one(desk: Desk, table: str) -> Json:
    """Return what there is to know of a table, with its seats."""
    found = await _told(desk, _asked().where(MatchRow.id == table))
    if not found:
        raise NotThere(f"there is no table '{table}'")
    columns = (SeatRow.seat, SeatRow.name, SeatRow.bot, SeatRow.joined)
    asked = select(*columns).where(SeatRow.match_id == table).order_by(SeatRow.seat)
    async with desk.store.database.connect() as connection:
        seats = [dict(row._mapping) for row in await connection.execute(asked)]
        about = select(MatchRow.header, MatchRow.rematch).where(MatchRow.id == table)
        header, rematch = (await connection.execute(about)).one()
    return {
        **found[0],
        "rules": header.get("rules_version"),
        "options": header.get("options"),
        "rematch": rematch,
        "seats": seats,
    }


def _asked() -> Select[Any]:
    steps = select(func.count()).where(ActionRow.match_id == MatchRow.id).scalar_subquery()
    lobby = select(LobbyRow.match_id).where(LobbyRow.match_id == MatchRow.id).scalar_subquery()
    columns = (MatchRow.id, MatchRow.game, MatchRow.over, MatchRow.made, MatchRow.touched)
    return select(*columns, steps.label("steps"), lobby.label("lobby")).order_by(
        MatchRow.touched.desc(), MatchRow.id
    )


async def _told(desk: Desk, asked: Select[Any]) -> list[Json]:
    async with desk.store.database.connect() as connection:
        found = (await connection.execute(asked)).all()
    return [
        {
            "id": row[0],
            "game": row[1],
            "state": OVER if row[2] else RUNNING,
            "lobby": row[6] is not None,
            "steps": row[5],
            "made": row[3],
            "touched": row[4],
        }
        for row in found
    ]


async def close(desk: Desk, table: str) -> Json:
    """End a running game for good: what was played can be looked at, and nobody plays on.

    It is the next entry of the transcript: who plays at the same moment was before it, or is
    refused. Closing what is over changes nothing.
    """
    while True:
        now = await one(desk, table)
        if now["state"] == OVER:
            return now
        entry = Entry(now["steps"] + 1, CLOSE, HOST, desk.now())
        try:
            await desk.store.append(table, [entry], over=True)
        except StaleStep:  # somebody has played meanwhile
            continue
        await leave_lobby(desk.store.database, table)


async def remove(desk: Desk, tables: list[str]) -> list[str]:
    """Delete tables with all that is theirs; return those that there were."""
    gone = await remove_tables(desk.store.database, tables)
    async with desk.store.database.begin() as connection:
        await connection.run_sync(desk.store.events.put, TABLE, gone)
    return gone

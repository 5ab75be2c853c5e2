"""The list of open tables: a row for each, which goes when its host takes the table out.

A table is shown while it has a free seat, runs, and was touched within a day. All of that is asked
of the store, and no table is loaded for it: nothing that is hidden at a table comes this way.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, and_, delete, or_, select, update
from sqlalchemy.dialects.postgresql import insert as insert_postgresql
from sqlalchemy.dialects.sqlite import insert as insert_sqlite

from horta.core.game import Json
from horta.server.database import Database
from horta.server.rows import LobbyRow, MatchRow, RatedRow, SeatRow
from horta.server.seats import Seat

SHOWN = 12
"""Tables on one page."""
MOST_PAGES = 1000
KEPT = 24 * 3600.0
"""Seconds after which a table is no longer shown that nobody has touched."""

FREE = and_(SeatRow.bot == "", SeatRow.joined.is_(False))
"""A seat where somebody is awaited."""
SEAT = (SeatRow.match_id, SeatRow.name, SeatRow.bot, SeatRow.joined)


@dataclass(frozen=True)
class OpenTable:
    """A table as the lobby knows it; its seats tell names, bots and who has sat down alone."""

    id: str
    game: str
    options: Json
    changed: Json
    """An owner's component tables that it is laid with."""
    settings: Json
    rated: bool
    """Whether it counts for ratings."""
    dealt: str
    since: float
    seats: tuple[Seat, ...]


class Listing:
    """The open tables of a house."""

    def __init__(self, database: Database, now: Callable[[], float]) -> None:
        self._database, self.now = database, now

    async def open(self, table: str) -> None:
        """Put a table on the list; one that stands there already stays where it is."""
        insert: Any = insert_sqlite if self._database.is_sqlite else insert_postgresql
        moment = self.now()
        row = {"match_id": table, "since": moment, "touched": moment}
        again = {"touched": moment}
        async with self._database.begin() as connection:
            await connection.execute(
                insert(LobbyRow)
                .values(row)
                .on_conflict_do_update(index_elements=["match_id"], set_=again)
            )

    async def close(self, table: str) -> None:
        """Take a table off the list."""
        await leave_lobby(self._database, table)

    async def touch(self, table: str) -> None:
        """Write down that somebody has sat down at a table: it stays for another day."""
        which = LobbyRow.match_id == table
        async with self._database.begin() as connection:
            await connection.execute(update(LobbyRow).where(which).values(touched=self.now()))

    async def is_open(self, table: str) -> bool:
        """Tell whether a table stands on the list, with a free seat or without."""
        asked = select(LobbyRow.match_id).where(LobbyRow.match_id == table)
        async with self._database.connect() as connection:
            return (await connection.execute(asked)).first() is not None

    async def shows(self, table: str) -> bool:
        """Tell whether somebody can take a seat at a table from the lobby."""
        asked = _listed(self.now()).where(MatchRow.id == table)
        async with self._database.connect() as connection:
            return (await connection.execute(asked)).first() is not None

    async def page(self, number: int, games: Collection[str]) -> tuple[list[OpenTable], bool]:
        """Return a page of open tables, the newest first, and whether another follows."""
        asked = (
            _listed(self.now())
            .where(MatchRow.game.in_(games))
            .order_by(LobbyRow.since.desc(), MatchRow.id)
            .offset((number - 1) * SHOWN)
            .limit(SHOWN + 1)
        )
        async with self._database.connect() as connection:
            found = (await connection.execute(asked)).all()
            shown = found[:SHOWN]
            which = SeatRow.match_id.in_([row.id for row in shown])
            seats: dict[str, list[Seat]] = {row.id: [] for row in shown}
            sitting = select(*SEAT).where(which).order_by(SeatRow.match_id, SeatRow.seat)
            for table, name, bot, joined in await connection.execute(sitting):
                seats[table].append(Seat(name, bot, joined=joined))
        tables = [_table(row, seats[row.id]) for row in shown]
        return tables, len(found) > SHOWN


async def leave_lobby(database: Database, table: str) -> None:
    """Let nobody sit down at a table any more who has no invitation."""
    async with database.begin() as connection:
        await connection.execute(delete(LobbyRow).where(LobbyRow.match_id == table))


def _listed(now: float) -> Any:
    """Ask for the tables that the lobby shows."""
    free = select(SeatRow.seat).where(SeatRow.match_id == MatchRow.id, FREE).exists()
    lately: ColumnElement[bool] = or_(MatchRow.touched > now - KEPT, LobbyRow.touched > now - KEPT)
    return (
        select(
            *(MatchRow.id, MatchRow.game, MatchRow.header, MatchRow.settings),
            *(LobbyRow.since, RatedRow.why),
        )
        .join(LobbyRow, LobbyRow.match_id == MatchRow.id)
        .outerjoin(RatedRow, RatedRow.match_id == MatchRow.id)
        .where(MatchRow.over.is_(False), free, lately)
    )


def _table(row: Any, seats: list[Seat]) -> OpenTable:
    """Return what everybody may know of a table; its seed stays behind."""
    header: Json = row.header
    dealt = "imported" if row.settings.get("imported") else str(header.get("dealt", "drawn"))
    return OpenTable(
        row.id,
        row.game,
        dict(header.get("options") or {}),
        dict(header.get("components") or {}),
        row.settings,
        row.why == "",
        dealt,
        row.since,
        tuple(seats),
    )

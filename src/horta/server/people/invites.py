"""Invitations by name: a person finds on their page which seats wait for them.

A name is no address: everybody in the house who has it is invited, and whoever comes first takes
the seat. The host is not told whether there is such a person. An invitation holds as long as the
link of its seat would: it is void when the seat is taken, taken back, or given to a bot.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import and_, delete, func, select
from sqlalchemy.dialects.postgresql import insert as insert_postgresql
from sqlalchemy.dialects.sqlite import insert as insert_sqlite

from horta.server.database import Database
from horta.server.people.store import Clock
from horta.server.rows import InvitationRow, MatchRow, PersonRow, SeatRow

MOST_CALLED = 5
"""Persons of one name who are invited, those who came to the house first."""
SHOWN = 20

HOLDS = and_(
    SeatRow.match_id == InvitationRow.match_id,
    SeatRow.seat == InvitationRow.seat,
    SeatRow.epoch == InvitationRow.epoch,
    SeatRow.bot == "",
    SeatRow.joined.is_(False),
)
"""The seat still waits for whom it was offered to."""


@dataclass(frozen=True)
class Invitation:
    """A seat that waits for a person; `names` are those who sit there already."""

    table: str
    seat: int
    epoch: int
    game: str
    since: float
    names: tuple[str, ...] = ()


class Invites:
    """The invitations of a house."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database, self._clock = database, clock

    async def invite(self, table: str, seat: int, epoch: int, name: str, by: str | None) -> None:
        """Invite whoever is called so, but not who invites, to a seat."""
        called = select(PersonRow.id).where(func.lower(PersonRow.name) == name.lower())
        called = called.where(PersonRow.id != (by or "")).order_by(PersonRow.made)
        insert: Any = insert_sqlite if self._database.is_sqlite else insert_postgresql
        async with self._database.begin() as connection:
            found = (await connection.execute(called.limit(MOST_CALLED))).scalars().all()
            for person in found:
                row = {
                    **{"match_id": table, "seat": seat, "person": person},
                    **{"epoch": epoch, "since": self._clock()},
                }
                again = {"epoch": epoch, "since": row["since"]}
                keys = ["match_id", "seat", "person"]
                inviting = insert(InvitationRow).values(row)
                await connection.execute(
                    inviting.on_conflict_do_update(index_elements=keys, set_=again)
                )

    async def of(self, person: str) -> list[Invitation]:
        """Return the seats that wait for a person, the latest first."""
        row = InvitationRow
        asked = (
            select(row.match_id, row.seat, row.epoch, MatchRow.game, row.since)
            .join(SeatRow, HOLDS)
            .join(MatchRow, MatchRow.id == row.match_id)
            .where(row.person == person, MatchRow.over.is_(False))
            .order_by(row.since.desc())
            .limit(SHOWN)
        )
        async with self._database.connect() as connection:
            found = (await connection.execute(asked)).all()
            sits = (SeatRow.match_id.in_([one[0] for one in found]), SeatRow.joined.is_(True))
            who = select(SeatRow.match_id, SeatRow.name).where(*sits).order_by(SeatRow.seat)
            names: dict[str, list[str]] = {}
            for table, name in await connection.execute(who):
                names.setdefault(table, []).extend([name] if name else [])
        return [Invitation(*one, tuple(names.get(one[0], ()))) for one in found]

    async def forget(self, person: str, table: str, seat: int) -> None:
        """Let an invitation go: it was accepted, or declined."""
        row = InvitationRow
        which = (row.person == person, row.match_id == table, row.seat == seat)
        async with self._database.begin() as connection:
            await connection.execute(delete(row).where(*which))

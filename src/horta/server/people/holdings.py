"""Holdings: the keys that a person holds, wherever they are signed in.

They are what a guest's cookies hold: seats and the host's rights, each with its epoch, and studies.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import and_, delete, select, update
from sqlalchemy.dialects.postgresql import insert as insert_postgresql
from sqlalchemy.dialects.sqlite import insert as insert_sqlite

from horta.core.game import Json
from horta.server.branch_store import forget_grower
from horta.server.people.store import Clock, Remembered
from horta.server.rows import HappeningRow, HeldRow, MatchRow, ReportRow, SeatRow, StudyRow
from horta.server.store import Store
from horta.server.tokens import Claim

STUDY = "study "
"""What the name of a study begins with, where that of a table is the table's id."""


@dataclass(frozen=True)
class HeldTable:
    """A table at which a person holds something."""

    id: str
    game: str
    over: bool
    made: float


class Holdings:
    """The keys of all persons."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self.database, self._clock = store.database, clock
        self._known = Remembered(store.events)

    async def hold(self, person: str, claims: Iterable[Claim]) -> None:
        """Give a person keys; of one seat the latest counts."""
        rows = [
            {
                "person": person,
                "thing": claim.table,
                "seat": claim.seat,
                "epoch": claim.epoch,
                "since": self._clock(),
            }
            for claim in claims
        ]
        insert: Any = insert_sqlite if self.database.is_sqlite else insert_postgresql
        given = insert(HeldRow)
        keep = given.on_conflict_do_update(
            index_elements=["person", "thing", "seat"], set_={"epoch": given.excluded.epoch}
        )
        if rows:
            async with self.database.begin() as connection:
                await connection.execute(keep, rows)
                await self._known.change(connection)
        self._known.clear()

    async def drop(self, person: str, thing: str, seat: int) -> None:
        """Take a key from a person."""
        which = (HeldRow.person == person, HeldRow.thing == thing, HeldRow.seat == seat)
        async with self.database.begin() as connection:
            await connection.execute(delete(HeldRow).where(*which))
            await self._known.change(connection)
        self._known.clear()

    async def of(self, person: str, thing: str) -> tuple[Claim, ...]:
        """Return the keys that a person holds to one thing."""
        now = self._clock()
        found = self._known.fresh((person, thing), now)
        if found is not None:
            held: tuple[Claim, ...] = found[1]
            return held
        claims = tuple(await self._claims(HeldRow.person == person, HeldRow.thing == thing))
        # Who holds nothing may sit down by another process, and come here before it is heard of.
        return self._known.learn((person, thing), now, claims) if claims else claims

    async def things(self, person: str) -> list[str]:
        """Return the names of everything that a person holds a key to."""
        return sorted({claim.table for claim in await self._claims(HeldRow.person == person)})

    async def running(self, person: str) -> list[Claim]:
        """Return the keys of a person to games that are not over."""
        runs = select(MatchRow.id).where(MatchRow.id == HeldRow.thing, MatchRow.over.is_(False))
        return await self._claims(HeldRow.person == person, runs.exists())

    async def _claims(self, *which: Any) -> list[Claim]:
        async with self.database.connect() as connection:
            found = await connection.execute(
                select(HeldRow.thing, HeldRow.seat, HeldRow.epoch).where(*which)
            )
            return [Claim(*row) for row in found]

    async def tables(self, person: str, most: int | None = None) -> list[HeldTable]:
        """Return the tables of a person: those that run first, then the latest."""
        held = select(HeldRow.thing).where(HeldRow.person == person)
        async with self.database.connect() as connection:
            found = await connection.execute(
                select(MatchRow.id, MatchRow.game, MatchRow.over, MatchRow.made)
                .where(MatchRow.id.in_(held))
                .order_by(MatchRow.over, MatchRow.touched.desc())
                .limit(most)
            )
            return [HeldTable(*row) for row in found]

    async def studies(self, person: str) -> list[tuple[str, Json]]:
        """Return the studies of a person."""
        claims = await self._claims(HeldRow.person == person, HeldRow.thing.startswith(STUDY))
        ids = [claim.table.removeprefix(STUDY) for claim in claims]
        async with self.database.connect() as connection:
            found = await connection.execute(
                select(StudyRow.id, StudyRow.body).where(StudyRow.id.in_(ids))
            )
            return [(row[0], row[1]) for row in found]

    async def give_up(self, person: str, owners: Sequence[str]) -> None:
        """Leave the games of a person without a name, take the studies away, forget whose it was.

        `owners` is how the person is told apart in `matches`, by every key of the house.
        """
        mine = and_(
            HeldRow.person == person,
            HeldRow.thing == SeatRow.match_id,
            HeldRow.seat == SeatRow.seat,
            HeldRow.epoch == SeatRow.epoch,
        )
        # A rematch to which the person has not come yet keeps a place under the same name.
        next_ones = (
            select(MatchRow.rematch)
            .join(HeldRow, HeldRow.thing == MatchRow.id)
            .where(HeldRow.person == person, MatchRow.rematch.is_not(None))
        )
        held = select(HeldRow.thing).where(HeldRow.person == person)
        nobody = {"name": "", "version": SeatRow.version + 1}
        studies = [study_id for study_id, _ in await self.studies(person)]
        async with self.database.begin() as connection:
            found = await connection.execute(select(SeatRow.name).join(HeldRow, mine))
            names = {str(row[0]) for row in found}
            awaited = (SeatRow.joined.is_(False), SeatRow.bot == "", SeatRow.name.in_(names))
            there = SeatRow.match_id.in_(next_ones)
            await connection.execute(update(SeatRow).where(there, *awaited).values(**nobody))
            told = (HappeningRow.match_id.in_(held), HappeningRow.name.in_(names))
            await connection.execute(update(HappeningRow).where(*told).values(name=""))
            reports = update(ReportRow).where(ReportRow.by_person == person)
            await connection.execute(reports.values(by_name=""))
            sits = select(HeldRow.thing).where(mine).exists()
            await connection.execute(update(SeatRow).where(sits).values(**nobody))
            await connection.execute(delete(StudyRow).where(StudyRow.id.in_(studies)))
            await connection.execute(
                update(MatchRow).where(MatchRow.owner.in_(owners)).values(origin=None, owner=None)
            )
            await connection.run_sync(forget_grower, owners)
            await self._known.change(connection)
        self._known.clear()

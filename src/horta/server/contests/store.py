"""Tournaments in the store: every step is a conditional update, which may be tried twice.

A tournament is open, then it runs, then it is over or was called off. What a round needs is written
in one transaction with the number of the round: of two who begin the same one, the second changes
nothing. The results of tables are copied here, so they stay when the games are deleted.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.dialects.postgresql import insert as insert_postgresql
from sqlalchemy.dialects.sqlite import insert as insert_sqlite

from horta.core.errors import HortaError
from horta.core.game import Json
from horta.core.i18n import mark
from horta.core.seeds import draw_seed
from horta.server.contests.pairing import Company
from horta.server.contests.rows import (
    ContestRoundRow,
    ContestRow,
    ContestTableRow,
    EntrantRow,
)
from horta.server.contests.scoring import Done, Round
from horta.server.database import Database
from horta.server.rows import MatchRow, PersonRow

OPEN, RUNNING, OVER, OFF = "open", "running", "over", "off"
MOST_ENTRANTS = 256
"""Who may take part if no setting says otherwise,"""
OF_ALL = 10_000
"""and whatever it says."""
MOST_OPEN = 5
"""Tournaments of one host that are open or run."""
LISTED = 50


class NoContest(HortaError):
    """There is no tournament of this name, or none in the house."""


class TooManyContests(HortaError):
    """A host has more tournaments under way than allowed."""


class NotNow(HortaError):
    """A tournament is not in the state for that."""


@dataclass(frozen=True)
class Contest:
    """A tournament; see `rows.ContestRow` for what its columns mean."""

    id: str
    title: str
    game: str
    players: int
    options: Json
    system: str
    rounds: int
    pace: str
    hours: float
    bot: str
    rated: bool
    listed: bool
    state: str
    round: int
    host: str | None
    made: float
    begins: float | None
    ended: float | None


@dataclass(frozen=True)
class Entrant:
    """Somebody who takes part; a person without a name has left the house."""

    number: int
    person: str | None
    bot: str
    left: bool
    name: str

    @property
    def plays(self) -> bool:
        """Whether there is somebody who plays on."""
        return not self.left and bool(self.person or self.bot)


@dataclass(frozen=True)
class RoundOf:
    """A round: its deal, who has a bye, and when it began and ended."""

    number: int
    seed: str
    byes: tuple[int, ...]
    begun: float
    ended: float | None


@dataclass(frozen=True)
class TableOf:
    """A table of a round."""

    id: str
    round: int
    number: int
    seats: tuple[int, ...]
    result: Json | None

    def done(self) -> Done | None:
        """Return what was reached there, when it is over."""
        if self.result is None:
            return None
        winners, scores = self.result["winners"], self.result["scores"]
        shares = [1 / len(winners) if seat in winners else 0.0 for seat in range(len(scores))]
        return Done(self.seats, tuple(scores), tuple(shares))


CONTEST = tuple(getattr(ContestRow, field.name) for field in fields(Contest))
TABLE = (
    *(ContestTableRow.match_id, ContestTableRow.round, ContestTableRow.number),
    *(ContestTableRow.seats, ContestTableRow.result),
)


class ContestStore:
    """The tournaments of a house."""

    def __init__(self, database: Database, most: int = MOST_ENTRANTS) -> None:
        """Keep tournaments with so many entrants at most."""
        self.database, self.most = database, min(most, OF_ALL)

    # what is read

    async def find(self, contest_id: str) -> Contest:
        """Return a tournament; `NoContest` if there is none."""
        async with self.database.connect() as connection:
            asked = select(*CONTEST).where(ContestRow.id == contest_id)
            row = (await connection.execute(asked)).first()
        if row is None:
            raise NoContest(mark("there is no such tournament; perhaps the link is incomplete"))
        return Contest(*row)

    async def listed(self, person: str | None) -> list[Contest]:
        """Return the tournaments that everybody sees and those of a person, the newest first."""
        mine = select(EntrantRow.contest).where(EntrantRow.person == (person or ""))
        seen = ContestRow.listed.is_(True) | ContestRow.id.in_(mine)
        if person is not None:
            seen |= ContestRow.host == person
        asked = select(*CONTEST).where(seen, ContestRow.state != OFF)
        async with self.database.connect() as connection:
            found = await connection.execute(asked.order_by(ContestRow.made.desc()).limit(LISTED))
            return [Contest(*row) for row in found]

    async def under_way(self) -> list[str]:
        """Return the tournaments that something may have to be done for."""
        asked = select(ContestRow.id).where(ContestRow.state.in_((OPEN, RUNNING)))
        async with self.database.connect() as connection:
            return [str(one) for one in (await connection.execute(asked)).scalars()]

    async def entrants(self, contest_id: str) -> list[Entrant]:
        """Return who takes part, or has."""
        row = EntrantRow
        asked = (
            select(row.number, row.person, row.bot, row.left, PersonRow.name)
            .outerjoin(PersonRow, PersonRow.id == row.person)
            .where(row.contest == contest_id)
            .order_by(row.number)
        )
        async with self.database.connect() as connection:
            return [
                Entrant(number, person, bot, left, name or "")
                for number, person, bot, left, name in await connection.execute(asked)
            ]

    async def rounds(self, contest_id: str) -> list[RoundOf]:
        """Return the rounds that have begun."""
        row = ContestRoundRow
        asked = select(row.number, row.seed, row.byes, row.begun, row.ended)
        asked = asked.where(row.contest == contest_id).order_by(row.number)
        async with self.database.connect() as connection:
            return [
                RoundOf(number, seed, tuple(byes), begun, ended)
                for number, seed, byes, begun, ended in await connection.execute(asked)
            ]

    async def tables(self, contest_id: str, number: int | None = None) -> list[TableOf]:
        """Return the tables of a round, or of all."""
        asked = select(*TABLE).where(ContestTableRow.contest == contest_id)
        if number is not None:
            asked = asked.where(ContestTableRow.round == number)
        order = asked.order_by(ContestTableRow.round, ContestTableRow.number)
        async with self.database.connect() as connection:
            return [
                TableOf(table, at, k, tuple(seats), result)
                for table, at, k, seats, result in await connection.execute(order)
            ]

    async def past(self, contest_id: str) -> list[Round]:
        """Return the rounds that have ended, as they are counted."""
        rounds = await self.rounds(contest_id)  # first: what has ended then, has all its results
        return counted(rounds, await self.tables(contest_id))

    async def is_sealed(self, table: str) -> bool:
        """Tell whether the deal of a table is still played elsewhere."""
        asked = (
            select(ContestRoundRow.ended)
            .join(
                ContestTableRow,
                (ContestTableRow.contest == ContestRoundRow.contest)
                & (ContestTableRow.round == ContestRoundRow.number),
            )
            .where(ContestTableRow.match_id == table)
        )
        async with self.database.connect() as connection:
            row = (await connection.execute(asked)).first()
        return row is not None and row[0] is None

    # before it begins

    async def add(self, one: Contest) -> None:
        """Keep a new tournament; `TooManyContests` if its host has enough."""
        mine = (ContestRow.host == one.host, ContestRow.state.in_((OPEN, RUNNING)))
        async with self.database.begin() as connection:
            asked = select(func.count()).select_from(ContestRow).where(*mine)
            if (await connection.execute(asked)).scalar_one() >= MOST_OPEN:
                raise TooManyContests(
                    mark("you hold {most} tournaments already; end one first"), most=MOST_OPEN
                )
            await connection.execute(insert(ContestRow).values(**vars(one)))

    async def enter(self, contest_id: str, person: str | None, bot: str, now: float) -> bool:
        """Let somebody take part while it is open; a person who does so already changes nothing."""

        def write(connection: Connection) -> bool:
            state = connection.execute(
                select(ContestRow.state).where(ContestRow.id == contest_id).with_for_update()
            ).scalar()
            if state != OPEN:
                return False
            row = EntrantRow
            mine = connection.execute(
                select(row.number, row.person, row.left).where(row.contest == contest_id)
            ).all()
            for number, known, left in mine:
                if person is not None and known == person:
                    which = (row.contest == contest_id, row.number == number)
                    if left:
                        connection.execute(update(row).where(*which).values(left=False))
                    return True
            if len(mine) >= self.most:
                return False
            number = 1 + max((one[0] for one in mine), default=0)
            connection.execute(insert(row), [_entrant(contest_id, number, person, bot, now)])
            return True

        done: bool = await self.database.transact(write)
        return done

    async def leave(self, contest_id: str, number: int) -> None:
        """Let somebody play no further round; before it begins, nothing of them is left."""
        which = (EntrantRow.contest == contest_id, EntrantRow.number == number)
        is_open = (ContestRow.id == contest_id, ContestRow.state == OPEN)
        async with self.database.begin() as connection:
            if (await connection.execute(select(ContestRow.id).where(*is_open))).first():
                await connection.execute(delete(EntrantRow).where(*which))
            else:
                await connection.execute(update(EntrantRow).where(*which).values(left=True))

    async def change(self, contest_id: str, before: str, **changes: Any) -> bool:
        """Change a tournament that is in a state; tell whether it was."""
        which = (ContestRow.id == contest_id, ContestRow.state == before)
        async with self.database.begin() as connection:
            done = await connection.execute(update(ContestRow).where(*which).values(**changes))
        return done.rowcount > 0

    # while it runs

    async def plan(
        self,
        contest: Contest,
        number: int,
        companies: Sequence[Company],
        byes: Sequence[int],
        *,
        bots: Sequence[int],
        now: float,
    ) -> bool:
        """Begin a round: its deal, its tables and new bots, all at once; False if it has begun."""
        add: Any = insert_sqlite if self.database.is_sqlite else insert_postgresql
        made = {
            "contest": contest.id,
            "number": number,
            "seed": draw_seed(),
            "byes": list(byes),
            "begun": now,
            "ended": None,
        }
        tables = [
            {
                "match_id": secrets.token_urlsafe(9),
                "contest": contest.id,
                "round": number,
                "number": k,
                "seats": list(company),
                "result": None,
            }
            for k, company in enumerate(companies, 1)
        ]

        def write(connection: Connection) -> bool:
            first = add(ContestRoundRow).values(made).on_conflict_do_nothing()
            if not connection.execute(first).rowcount:
                return False
            rows = [_entrant(contest.id, one, None, contest.bot, now) for one in bots]
            if rows:
                connection.execute(insert(EntrantRow), rows)
            connection.execute(insert(ContestTableRow), tables)
            which = ContestRow.id == contest.id
            connection.execute(update(ContestRow).where(which).values(round=number))
            return True

        done: bool = await self.database.transact(write)
        return done

    async def gather(self, contest_id: str) -> None:
        """Copy the results of tables that are over."""

        def write(connection: Connection) -> None:
            row = ContestTableRow
            due = connection.execute(
                select(row.match_id, MatchRow.result)
                .join(MatchRow, MatchRow.id == row.match_id)
                .where(row.contest == contest_id, row.result.is_(None), MatchRow.over.is_(True))
            ).all()
            for table, result in due:
                kept = {name: result[name] for name in ("scores", "winners")} if result else None
                which = (row.match_id == table, row.result.is_(None))
                connection.execute(update(row).where(*which).values(result=kept))

        await self.database.transact(write)

    async def end_round(self, contest_id: str, number: int, now: float) -> None:
        """End a round: its deal is no secret any more."""
        row = ContestRoundRow
        which = (row.contest == contest_id, row.number == number, row.ended.is_(None))
        async with self.database.begin() as connection:
            await connection.execute(update(row).where(*which).values(ended=now))

    async def exported(self, person: str) -> list[Json]:
        """Return the tournaments that a person holds or takes part in, for their file."""
        mine = select(EntrantRow.contest).where(EntrantRow.person == person)
        asked = select(*CONTEST).where((ContestRow.host == person) | ContestRow.id.in_(mine))
        async with self.database.connect() as connection:
            found = [Contest(*row) for row in await connection.execute(asked)]
        return [
            {"id": one.id, "title": one.title, "game": one.game, "state": one.state,
             "host": one.host == person, "made": one.made}
            for one in found
        ]  # fmt: skip

    async def forget(self, before: float) -> int:
        """Delete tournaments that ended before a time; return how many went."""
        async with self.database.begin() as connection:
            done = await connection.execute(delete(ContestRow).where(ContestRow.ended < before))
        return done.rowcount


def counted(rounds: Sequence[RoundOf], tables: Sequence[TableOf]) -> list[Round]:
    """Return the rounds that have ended, as they are counted; the tables were read after them."""
    found = []
    for one in rounds:
        if one.ended is not None:
            mine = [table.done() for table in tables if table.round == one.number]
            found.append(Round(tuple(table for table in mine if table is not None), one.byes))
    return found


def _entrant(contest: str, number: int, person: str | None, bot: str, now: float) -> Json:
    return {
        "contest": contest,
        "number": number,
        "person": person,
        "bot": bot,
        "since": now,
        "left": False,
    }

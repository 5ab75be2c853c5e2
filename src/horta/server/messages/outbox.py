"""The outbox: one row for each way, person, table and turn.

A row is made once, however often a turn is looked at, and stays until the turn is over: so nobody
is told twice. Who sends it first moves its time on, by an update that only one can win; if that one
dies, the time comes again. While a player is looking, the time is moved on by whichever process
sees that.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from typing import Any

from sqlalchemy import ColumnElement, and_, delete, or_, select, tuple_, update

from horta.server.database import Database
from horta.server.messages.rows import MessageRow, SeenRow
from horta.server.messages.ways import MAIL
from horta.server.people.store import added
from horta.server.rows import MatchRow

LEASE = 120.0
"""Seconds after which somebody else sends what nobody has finished sending."""
AT_ONCE = 100


@dataclass(frozen=True)
class Waiting:
    """A message about a turn."""

    way: str
    target: str
    match_id: str
    seat: int
    turn: int
    person: str | None
    due: float
    tries: int = 0
    done: bool = False


ROW = tuple(getattr(MessageRow, one.name) for one in fields(Waiting))
KEY = ("way", "target", "match_id", "seat", "turn")


def _is(one: Waiting) -> ColumnElement[bool]:
    return and_(*(getattr(MessageRow, name) == getattr(one, name) for name in KEY))


class Outbox:
    """All messages that wait, or were sent about a turn that goes on."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # what is seen

    async def seen(self, now: float) -> float:
        """Return until when actions have been looked at; who has never looked begins now."""
        async with self._database.begin() as connection:
            await added(self._database, connection, SeenRow, {"id": 1, "until": now})
            return float((await connection.execute(select(SeenRow.until))).scalar_one())

    async def saw(self, until: float) -> None:
        """Remember that everything before has been looked at."""
        later = (SeenRow.id == 1, SeenRow.until < until)
        async with self._database.begin() as connection:
            await connection.execute(update(SeenRow).where(*later).values(until=until))

    async def moved(self, since: float, wanted: ColumnElement[bool]) -> list[tuple[str, float]]:
        """Return the running tables at which somebody acted since then, the earliest first."""
        row = MatchRow
        asked = select(row.id, row.touched).where(row.over.is_(False), row.touched >= since, wanted)
        async with self._database.connect() as connection:
            found = await connection.execute(asked.order_by(row.touched))
            return [(str(one[0]), float(one[1])) for one in found]

    # rows

    async def turn(self, match_id: str, seat: int, turn: int, rows: Iterable[Waiting]) -> None:
        """Say which turn a table is at: what was about another goes, and new rows come."""
        other = or_(MessageRow.seat != seat, MessageRow.turn != turn)
        async with self._database.begin() as connection:
            await connection.execute(
                delete(MessageRow).where(MessageRow.match_id == match_id, other)
            )
            for row in rows:
                await added(self._database, connection, MessageRow, vars(row))

    async def no_turn(self, match_id: str) -> None:
        """Forget all messages about a table at which nobody has to act."""
        async with self._database.begin() as connection:
            await connection.execute(delete(MessageRow).where(MessageRow.match_id == match_id))

    async def due(self, now: float) -> list[Waiting]:
        """Return what is to be sent now."""
        asked = select(*ROW).where(MessageRow.done.is_(False), MessageRow.due <= now)
        return await self._read(asked.order_by(MessageRow.due).limit(AT_ONCE))

    async def soon(self, until: float) -> list[Waiting]:
        """Return everything that will be sent before then."""
        asked = select(*ROW).where(MessageRow.done.is_(False), MessageRow.due <= until)
        return await self._read(asked)

    async def mails(self, person: str, now: float) -> list[Waiting]:
        """Return everything that a letter to a person is about now."""
        mine = (MessageRow.person == person, MessageRow.way == MAIL)
        waits = (MessageRow.done.is_(False), MessageRow.due <= now)
        return await self._read(select(*ROW).where(*mine, *waits).order_by(MessageRow.due))

    async def _read(self, asked: Any) -> list[Waiting]:
        async with self._database.connect() as connection:
            return [Waiting(*row) for row in await connection.execute(asked)]

    async def claim(self, rows: Sequence[Waiting], now: float) -> list[Waiting]:
        """Return those of some rows that are ours to send now: nobody else has taken them."""
        mine = []
        async with self._database.begin() as connection:
            for row in rows:
                free = (_is(row), MessageRow.due == row.due, MessageRow.done.is_(False))
                taken = update(MessageRow).where(*free).values(due=now + LEASE, tries=row.tries + 1)
                if (await connection.execute(taken)).rowcount:
                    mine.append(row)
        return mine

    async def put_off(self, rows: Sequence[Waiting], until: float, *, tried: bool = False) -> None:
        """Look at rows again later; unless they were `tried`, that does not count as a try."""
        for row in rows:
            tries = row.tries + 1 if tried else row.tries
            await self._change(row, due=until, tries=tries)

    async def finish(self, rows: Sequence[Waiting]) -> None:
        """Send rows no more: they were sent, or are given up."""
        for row in rows:
            await self._change(row, done=True)

    async def _change(self, row: Waiting, **changes: Any) -> None:
        async with self._database.begin() as connection:
            await connection.execute(update(MessageRow).where(_is(row)).values(**changes))

    async def drop(self, row: Waiting) -> None:
        """Forget a message that nobody waits for any more."""
        async with self._database.begin() as connection:
            await connection.execute(delete(MessageRow).where(_is(row)))

    async def hold(self, seats: Sequence[tuple[str, int]], until: float) -> None:
        """Put off what waits for players who are looking now."""
        which = tuple_(MessageRow.match_id, MessageRow.seat).in_(seats)
        waits = (MessageRow.done.is_(False), MessageRow.due < until, which)
        async with self._database.begin() as connection:
            await connection.execute(update(MessageRow).where(*waits).values(due=until))

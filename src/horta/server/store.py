"""The store: a match is its transcript, and the primary key (match, step) is the arbiter.

Every accepted action is one row. The second answer to the same step meets the key of the first
and is refused; nothing is locked. What waits is committed together (`writing`).

Every seat is a row too, and so is what a match itself may change: the host, and the rematch. They
change by conditional updates, which name the state that they were meant for.
"""

from __future__ import annotations

import functools
import secrets
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict, fields
from typing import Any

from sqlalchemy import and_, bindparam, func, or_, select, update
from sqlalchemy.dialects.postgresql import insert as insert_postgresql
from sqlalchemy.dialects.sqlite import insert as insert_sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from horta.core.game import Json
from horta.core.kept import Layout, layout_key
from horta.server import direct, review_rows  # noqa: F401  (rows of every house)
from horta.server.database import Database
from horta.server.happened import happenings, write_happening
from horta.server.happenings import Happening
from horta.server.messages import rows as message_rows  # noqa: F401
from horta.server.migrating import migrate
from horta.server.ports.events import TABLE
from horta.server.ports.listening import events_over
from horta.server.rows import (
    ActionRow,
    ClockRow,
    LayoutRow,
    LobbyRow,
    MatchRow,
    RatedRow,
    SeatRow,
    SecretRow,
)
from horta.server.seats import Seat
from horta.server.settings import Settings
from horta.server.stored import (
    Entry,
    Standing,
    Stored,
    Version,
    action_row,
    kept_columns,
    owner_columns,
    rated_row,
    slices,
)
from horta.server.writing import Job, Writer

SEAT = tuple(getattr(SeatRow, field.name) for field in fields(Seat))
"""The columns of a seat, in the order of its fields."""

# Every table that somebody looks at is asked for these again and again: they are built once.
_STANDING = select(MatchRow.host_epoch, MatchRow.host_key, MatchRow.rematch).where(
    MatchRow.id == bindparam("table")
)
_VERSIONS = select(
    MatchRow.id,
    MatchRow.host_epoch,
    MatchRow.rematch,
    select(func.sum(SeatRow.version)).where(SeatRow.match_id == MatchRow.id).scalar_subquery(),
).where(MatchRow.id.in_(bindparam("tables", expanding=True)))
_SEATS = select(*SEAT).where(SeatRow.match_id == bindparam("table")).order_by(SeatRow.seat)


class Store:
    """The database, opened with `async with Store(url) as store`."""

    def __init__(
        self,
        url: str,
        seconds: float = Settings.database_seconds,
        prepare: Callable[[Any], None] | None = None,
    ) -> None:
        """Name a database; whoever opens it has it migrated, or looked at as they `prepare` it."""
        self.database = Database(url, prepare or migrate, seconds)
        self.events = events_over(self.database)
        self._writer = Writer(self.database, self.events)
        self._layouts: dict[str, Layout] = {}

    async def __aenter__(self) -> Store:
        await self.database.open()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._writer.close()
        await self.database.close()

    # what is written

    async def append(
        self, match_id: str, entries: Sequence[Entry], *, over: bool, result: Json | None = None
    ) -> None:
        """Add entries to a transcript; `StaleStep` when the first step is taken already."""
        await self._writer.write(Job(match_id, entries, over, result))

    async def add(self, stored: Stored, follows: str | None = None) -> str:
        """Add a match with the entries it has already; return the id of the match that stands.

        A match that `follows` another is its rematch. There is only one: when another stands
        already, that one's id is returned, and nothing is added.
        """
        row = {
            "id": stored.id,
            "game": str(stored.header["game"]),
            "header": stored.header,
            "settings": stored.settings,
            "host_epoch": stored.host_epoch,
            "host_key": "",
            "over": stored.over,
            "rematch": stored.rematch,
            "made": stored.made,
            "touched": stored.made,
            **owner_columns("" if stored.over else stored.owner),
            **kept_columns(stored),
        }
        seats = [
            {"match_id": stored.id, "seat": number, **asdict(seat)}
            for number, seat in enumerate(stored.seats)
        ]
        async with self.database.begin() as connection:
            if follows is not None:
                first = await connection.execute(
                    update(MatchRow)
                    .where(MatchRow.id == follows, MatchRow.rematch.is_(None))
                    .values(rematch=stored.id)
                )
                if first.rowcount == 0:
                    found = await connection.execute(
                        select(MatchRow.rematch).where(MatchRow.id == follows)
                    )
                    return str(found.scalar_one())
                await connection.run_sync(self.events.put, TABLE, [follows])
            await self._know_layout(connection, stored.layout)
            clocks = [{"match_id": stored.id, "look": stored.made}]
            clocks = clocks if stored.settings.get("pace") and not stored.over else []
            lobby = [{"match_id": stored.id, "since": stored.made, "touched": stored.made}]
            lobby = lobby if stored.open else []
            rated = [rated_row(stored.id, stored.header)] if stored.settings.get("rated") else []
            kinds = ((MatchRow, [row]), (SeatRow, seats), (ClockRow, clocks), (LobbyRow, lobby))
            for table, rows in (*kinds, (RatedRow, rated)):
                if rows:
                    await connection.execute(table.__table__.insert(), rows)  # type: ignore[attr-defined]
            for entries in slices(stored.entries):
                rows = [action_row(stored.id, entry) for entry in entries]
                await connection.execute(ActionRow.__table__.insert(), rows)  # type: ignore[attr-defined]
        return stored.id

    async def forget_owners(self, before: float) -> None:
        """Forget whose the matches are that nobody has touched since then."""
        async with self.database.begin() as connection:
            await self._forget_owners(
                connection, and_(MatchRow.touched < before, MatchRow.origin.is_not(None))
            )

    async def _forget_owners(self, connection: AsyncConnection, which: Any) -> None:
        await connection.execute(update(MatchRow).where(which).values(**owner_columns("")))

    async def change_seat(
        self,
        match_id: str,
        number: int,
        *,
        held: int | None = None,
        host: int | None = None,
        in_lobby: bool = False,
        fresh: bool = False,
        happened: Happening | None = None,
        **changes: Any,
    ) -> Seat | None:
        """Change a seat and return it as it stands then; only what is named changes.

        None when its epoch is not `held`, that of the host not `host`, or the match is no longer
        `in_lobby`. `fresh` counts the seat's epoch up: whatever key it had is void. What `happened`
        by it is written down with it.
        """
        changes["version"] = SeatRow.version + 1
        if fresh:
            changes["epoch"] = SeatRow.epoch + 1
        which = [SeatRow.match_id == match_id, SeatRow.seat == number]
        if held is not None:
            which.append(SeatRow.epoch == held)
        if host is not None:
            is_host = (MatchRow.id == match_id, MatchRow.host_epoch == host)
            which.append(select(MatchRow.id).where(*is_host).exists())
        if in_lobby:
            which.append(select(LobbyRow.since).where(LobbyRow.match_id == match_id).exists())
        async with self.database.begin() as connection:
            changed = await connection.execute(
                update(SeatRow).where(*which).values(**changes).returning(*SEAT)
            )
            row = changed.first()
            if row is not None and happened is not None:
                await write_happening(connection, match_id, happened)
            if row is not None:
                await connection.run_sync(self.events.put, TABLE, [match_id])
        return None if row is None else Seat(*row)

    async def keep(self, stored: Stored) -> None:
        """Write down anew what is kept of a match that is in the store already."""
        actions: Any = ActionRow.__table__
        values = {"header": stored.header, **kept_columns(stored)}
        async with self.database.begin() as connection:
            await self._know_layout(connection, stored.layout)
            await connection.execute(
                update(MatchRow).where(MatchRow.id == stored.id).values(**values)
            )
            which = (actions.c.match_id == stored.id) & (actions.c.step == bindparam("step_"))
            for entries in slices(stored.entries):
                rows = [{"step_": entry.step, "kept": entry.kept} for entry in entries]
                await connection.execute(actions.update().where(which), rows)

    async def _know_layout(self, connection: AsyncConnection, layout: Layout | None) -> None:
        if layout is None or layout_key(layout) in self._layouts:
            return
        insert: Any = insert_sqlite if self.database.is_sqlite else insert_postgresql
        row = {"key": layout_key(layout), "layout": layout}
        await connection.execute(insert(LayoutRow).values(row).on_conflict_do_nothing())

    async def _layout(self, connection: AsyncConnection, key: str | None) -> Layout | None:
        if key is not None and key not in self._layouts:
            found = await connection.execute(select(LayoutRow.layout).where(LayoutRow.key == key))
            layout = found.scalar_one_or_none()
            if layout is None:
                return None
            self._layouts[key] = layout
        return None if key is None else self._layouts[key]

    async def change_host(self, match_id: str, held: int, key: str) -> bool:
        """Count the host's epoch up if it is `held`: the host's old keys are void."""
        async with self.database.begin() as connection:
            changed = await connection.execute(
                update(MatchRow)
                .where(MatchRow.id == match_id, MatchRow.host_epoch == held)
                .values(host_epoch=held + 1, host_key=key)
            )
            await connection.run_sync(self.events.put, TABLE, [match_id])
        return changed.rowcount > 0

    # what is read

    async def load(self, match_id: str) -> Stored | None:
        """Return a match with its transcript."""
        async with self.database.connect() as connection:
            found = await connection.execute(select(MatchRow).where(MatchRow.id == match_id))
            row = found.mappings().first()
            if row is None:
                return None
            return Stored(
                id=row["id"],
                header=row["header"],
                seats=await self._seats(connection, match_id),
                settings=row["settings"],
                host_epoch=row["host_epoch"],
                over=row["over"],
                rematch=row["rematch"],
                made=row["made"],
                entries=await self._entries(connection, match_id, 0),
                owner=f"{row['origin']}:{row['owner']}" if row["origin"] else "",
                first=row["first"],
                layout=await self._layout(connection, row["layout"]),
                result=row["result"],
                happened=await happenings(connection, match_id),
            )

    async def standing(self, match_id: str) -> Standing | None:
        """Return who sits where, the host's epoch and the rematch of a match."""
        async with self.database.connect() as connection:
            row = (await connection.execute(_STANDING, {"table": match_id})).first()
            seats = await self._seats(connection, match_id)
        return None if row is None else Standing(tuple(seats), *row)

    async def versions(self, ids: Sequence[str]) -> dict[str, Version]:
        """Return of matches, as far as they are there, what is another with every new standing."""
        if self.database.is_direct:
            work = functools.partial(direct.versions, ids=ids)
            return await self.database.directly(work, writes=False)
        async with self.database.connect() as connection:
            rows = await connection.execute(_VERSIONS, {"tables": ids})
            return {row[0]: (row[1], row[2], row[3]) for row in rows}

    async def _seats(self, connection: AsyncConnection, match_id: str) -> list[Seat]:
        found = await connection.execute(_SEATS, {"table": match_id})
        return [Seat(*row) for row in found]

    async def entries(self, match_id: str, since: int) -> list[Entry]:
        """Return the entries after the first `since` ones."""
        async with self.database.connect() as connection:
            return await self._entries(connection, match_id, since)

    async def _entries(self, connection: AsyncConnection, match_id: str, since: int) -> list[Entry]:
        found = await connection.execute(
            select(ActionRow.step, ActionRow.text, ActionRow.seat, ActionRow.at, ActionRow.kept)
            .where(ActionRow.match_id == match_id, ActionRow.step > since)
            .order_by(ActionRow.step)
        )
        return [Entry(*row) for row in found]

    async def open_tables(self, origin: str, since: float) -> Counter[str]:
        """Count the matches that run and were touched since then, by owner, for one address."""
        async with self.database.connect() as connection:
            found = await connection.execute(
                select(MatchRow.owner, func.count())
                .where(
                    MatchRow.origin == origin,
                    MatchRow.over.is_(False),
                    MatchRow.touched > since,
                )
                .group_by(MatchRow.owner)
            )
            return Counter({f"{origin}:{owner}": count for owner, count in found})

    async def counted(self, most: int) -> list[str]:
        """Return the finished matches that count in the explorer, the latest first.

        Every person agrees. A bot agrees where no person sat before.
        """
        against = and_(SeatRow.match_id == MatchRow.id, SeatRow.counted.is_(False))
        person = or_(SeatRow.bot == "", SeatRow.epoch > 0)
        async with self.database.connect() as connection:
            found = await connection.execute(
                select(MatchRow.id)
                .where(
                    MatchRow.over.is_(True), ~select(SeatRow.seat).where(against, person).exists()
                )
                .order_by(MatchRow.touched.desc())
                .limit(most)
            )
            return [str(row[0]) for row in found]

    async def there(self, ids: Sequence[str]) -> set[str]:
        """Return those of some matches that are still kept."""
        asked = select(MatchRow.id).where(MatchRow.id.in_(ids))
        async with self.database.connect() as connection:
            return {str(row[0]) for row in await connection.execute(asked)}

    async def count(self) -> int:
        """Return the number of matches."""
        async with self.database.connect() as connection:
            found = await connection.execute(select(func.count()).select_from(MatchRow))
            return int(found.scalar_one())

    async def secret(self) -> str:
        """Return the key that signs tokens; the first caller draws it."""
        found = await self._drawn_secret()
        if found is None:
            insert: Any = insert_sqlite if self.database.is_sqlite else insert_postgresql
            async with self.database.begin() as connection:
                drawn = {"id": 1, "value": secrets.token_urlsafe(48)}
                await connection.execute(insert(SecretRow).values(drawn).on_conflict_do_nothing())
            found = await self._drawn_secret()
        assert found is not None
        return found

    async def _drawn_secret(self) -> str | None:
        async with self.database.connect() as connection:
            found = await connection.execute(select(SecretRow.value).where(SecretRow.id == 1))
            return found.scalar_one_or_none()

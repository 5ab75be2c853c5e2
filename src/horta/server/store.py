"""The store: a match is its transcript, and the primary key (match, step) is the arbiter.

Every accepted action is one row. The second answer to the same step meets the key of the first
and is refused; nothing is locked. One writer gathers what waits and commits it together, so a
hundred tables share one flush to the disk, and an action counts as accepted only after it.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Float,
    ForeignKey,
    Integer,
    String,
    delete,
    event,
    func,
    select,
    update,
)
from sqlalchemy.dialects.postgresql import insert as insert_postgresql
from sqlalchemy.dialects.sqlite import insert as insert_sqlite
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from horta.core.game import Json
from horta.server.settings import async_url


class Base(DeclarativeBase):
    """The tables of the database."""


class MatchRow(Base):
    """A match: what its transcript begins with, and who sits where."""

    __tablename__ = "matches"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    game: Mapped[str] = mapped_column(String(64), index=True)
    header: Mapped[Json] = mapped_column(JSON)
    """The transcript without its actions: game, options, seed, or the position it starts from."""
    seats: Mapped[list[Json]] = mapped_column(JSON)
    settings: Mapped[Json] = mapped_column(JSON)
    host_epoch: Mapped[int] = mapped_column(Integer, default=0)
    over: Mapped[bool] = mapped_column(Boolean, default=False)
    rematch: Mapped[str | None] = mapped_column(String(32), nullable=True)
    made: Mapped[float] = mapped_column(Float)
    touched: Mapped[float] = mapped_column(Float, index=True)


class ActionRow(Base):
    """One entry of a match: an action, an undo, or the end of a turn."""

    __tablename__ = "actions"

    match_id: Mapped[str] = mapped_column(
        String(32), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True
    )
    step: Mapped[int] = mapped_column(Integer, primary_key=True)
    text: Mapped[str] = mapped_column(String(200))
    seat: Mapped[int] = mapped_column(Integer)
    at: Mapped[float] = mapped_column(Float)


class SecretRow(Base):
    """The key that signs seat tokens, when no setting gives one."""

    __tablename__ = "secrets"

    id: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    value: Mapped[str] = mapped_column(String(128))


@dataclass(frozen=True)
class Entry:
    """One line of a transcript as it is stored: steps count from 1."""

    step: int
    text: str
    seat: int
    at: float


@dataclass
class Stored:
    """A match as the store holds it."""

    id: str
    header: Json
    seats: list[Json]
    settings: Json
    host_epoch: int
    over: bool
    rematch: str | None
    made: float
    entries: list[Entry]


class StaleStep(Exception):
    """Another answer to this step is in the store already."""


@dataclass
class _Job:
    match_id: str
    entries: Sequence[Entry]
    over: bool
    done: asyncio.Future[None]


class Store:
    """The database, opened with `async with Store(url) as store`."""

    def __init__(self, url: str) -> None:
        self.url = async_url(url)
        self.engine: AsyncEngine
        self._jobs: asyncio.Queue[_Job | None] = asyncio.Queue()
        self._writer: asyncio.Task[None] | None = None

    @property
    def is_sqlite(self) -> bool:
        """Whether the store is a file of SQLite."""
        return make_url(self.url).get_backend_name() == "sqlite"

    async def __aenter__(self) -> Store:
        self.engine = self._open()
        async with self.engine.begin() as connection:
            await connection.run_sync(migrate)
        self._writer = asyncio.create_task(self._write(), name="horta store writer")
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._jobs.put(None)
        if self._writer is not None:
            await self._writer
        await self.engine.dispose()

    def _open(self) -> AsyncEngine:
        if not self.is_sqlite:
            return create_async_engine(self.url, pool_pre_ping=True)
        name = make_url(self.url).database
        if name and name != ":memory:":
            Path(name).parent.mkdir(parents=True, exist_ok=True)
        engine = create_async_engine(self.url, connect_args={"timeout": 30})

        @event.listens_for(engine.sync_engine, "connect")
        def set_up(connection: Any, _: object) -> None:
            cursor = connection.cursor()
            cursor.execute("PRAGMA journal_mode=WAL")
            # FULL: an accepted action survives a power cut too; the writer shares the cost.
            cursor.execute("PRAGMA synchronous=FULL")
            cursor.execute("PRAGMA foreign_keys=ON")
            cursor.close()

        return engine

    # what is written

    async def append(self, match_id: str, entries: Sequence[Entry], *, over: bool) -> None:
        """Add entries to a transcript; `StaleStep` when the first step is taken already."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        await self._jobs.put(_Job(match_id, entries, over, done))
        await done

    async def _write(self) -> None:
        stopping = False
        while not stopping:
            jobs: list[_Job] = []
            first = await self._jobs.get()
            if first is None:
                return
            jobs.append(first)
            while not self._jobs.empty():
                job = self._jobs.get_nowait()
                if job is None:
                    stopping = True
                else:
                    jobs.append(job)
            await self._settle(jobs)

    async def _settle(self, jobs: list[_Job]) -> None:
        try:
            stale = await self._commit(jobs)
        except Exception as problem:
            if len(jobs) > 1:  # one bad job must not take the others down
                for job in jobs:
                    await self._settle([job])
            elif not jobs[0].done.done():
                jobs[0].done.set_exception(problem)
            return
        for job in jobs:
            if job.done.done():  # the request was cut off; the action stands all the same
                continue
            if id(job) in stale:
                job.done.set_exception(StaleStep())
            else:
                job.done.set_result(None)

    async def _commit(self, jobs: list[_Job]) -> set[int]:
        stale: set[int] = set()
        touched: dict[str, bool] = {}
        async with self.engine.begin() as connection:
            for job in jobs:
                if await self._insert(connection, job):
                    touched[job.match_id] = job.over
                else:
                    stale.add(id(job))
            now = time.time()
            for match_id, over in touched.items():
                values = {"touched": now, "over": over}
                await connection.execute(
                    update(MatchRow).where(MatchRow.id == match_id).values(**values)
                )
        return stale

    async def _insert(self, connection: AsyncConnection, job: _Job) -> bool:
        insert: Any = insert_sqlite if self.is_sqlite else insert_postgresql
        for entry in job.entries:
            # Steps are taken without gaps, so only the first entry can meet another's key.
            row = {
                "match_id": job.match_id,
                "step": entry.step,
                "text": entry.text,
                "seat": entry.seat,
                "at": entry.at,
            }
            done = await connection.execute(insert(ActionRow).values(row).on_conflict_do_nothing())
            if done.rowcount == 0:
                return False
        return True

    async def add(self, stored: Stored) -> None:
        """Add a match with the entries it has already."""
        row = {
            "id": stored.id,
            "game": str(stored.header["game"]),
            "header": stored.header,
            "seats": stored.seats,
            "settings": stored.settings,
            "host_epoch": stored.host_epoch,
            "over": stored.over,
            "rematch": stored.rematch,
            "made": stored.made,
            "touched": stored.made,
        }
        async with self.engine.begin() as connection:
            await connection.execute(MatchRow.__table__.insert().values(**row))  # type: ignore[attr-defined]
            if stored.entries:
                rows = [
                    {
                        "match_id": stored.id,
                        "step": e.step,
                        "text": e.text,
                        "seat": e.seat,
                        "at": e.at,
                    }
                    for e in stored.entries
                ]
                await connection.execute(ActionRow.__table__.insert(), rows)  # type: ignore[attr-defined]

    async def update(self, match_id: str, **values: Any) -> None:
        """Change who sits where, the settings, or the link to a rematch."""
        async with self.engine.begin() as connection:
            await connection.execute(
                update(MatchRow).where(MatchRow.id == match_id).values(**values)
            )

    async def remove(self, match_id: str) -> None:
        """Forget a match."""
        async with self.engine.begin() as connection:
            await connection.execute(delete(ActionRow).where(ActionRow.match_id == match_id))
            await connection.execute(delete(MatchRow).where(MatchRow.id == match_id))

    # what is read

    async def load(self, match_id: str) -> Stored | None:
        """Return a match with its transcript."""
        async with self.engine.connect() as connection:
            found = await connection.execute(select(MatchRow).where(MatchRow.id == match_id))
            row = found.mappings().first()
            if row is None:
                return None
            return Stored(
                id=row["id"],
                header=row["header"],
                seats=row["seats"],
                settings=row["settings"],
                host_epoch=row["host_epoch"],
                over=row["over"],
                rematch=row["rematch"],
                made=row["made"],
                entries=await self._entries(connection, match_id, 0),
            )

    async def entries(self, match_id: str, since: int) -> list[Entry]:
        """Return the entries after the first `since` ones."""
        async with self.engine.connect() as connection:
            return await self._entries(connection, match_id, since)

    async def _entries(self, connection: AsyncConnection, match_id: str, since: int) -> list[Entry]:
        found = await connection.execute(
            select(ActionRow.step, ActionRow.text, ActionRow.seat, ActionRow.at)
            .where(ActionRow.match_id == match_id, ActionRow.step > since)
            .order_by(ActionRow.step)
        )
        return [Entry(*row) for row in found]

    async def unfinished(self, limit: int) -> list[str]:
        """Return the matches that are not over, the last touched first."""
        async with self.engine.connect() as connection:
            found = await connection.execute(
                select(MatchRow.id)
                .where(MatchRow.over.is_(False))
                .order_by(MatchRow.touched.desc())
                .limit(limit)
            )
            return [row[0] for row in found]

    async def count(self) -> int:
        """Return the number of matches."""
        async with self.engine.connect() as connection:
            found = await connection.execute(select(func.count()).select_from(MatchRow))
            return int(found.scalar_one())

    async def secret(self) -> str:
        """Return the key that signs tokens; the first caller draws it."""
        insert: Any = insert_sqlite if self.is_sqlite else insert_postgresql
        async with self.engine.begin() as connection:
            drawn = {"id": 1, "value": secrets.token_urlsafe(48)}
            await connection.execute(insert(SecretRow).values(drawn).on_conflict_do_nothing())
        async with self.engine.connect() as connection:
            found = await connection.execute(select(SecretRow.value).where(SecretRow.id == 1))
            return str(found.scalar_one())


def migrate(connection: Any) -> None:
    """Bring the tables of a database up to date."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    with contextlib.redirect_stdout(None):
        command.upgrade(config, "head")

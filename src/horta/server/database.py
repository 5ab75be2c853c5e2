"""The database: how it is opened and reached, and what is told while it is away.

Every transaction of the store goes through here. When the database cannot be reached, all that want
it are told so at once (`StoreAway`), one line goes to the log, and one task tries again until it is
back. A database that answers but takes nothing (a full disk) is told the same way, write by write,
and reading goes on.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sqlite3
import stat
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from horta.core.errors import HortaError
from horta.core.i18n import mark
from horta.server.quiet import Quiet, log
from horta.server.settings import async_url, data_folder
from horta.server.trouble import Trouble, reason, trouble, without_values

FIRST_WAIT, LONGEST_WAIT = 0.25, 5.0
"""Seconds between two attempts to reach a database that is away."""
MIGRATING = 600.0
"""Seconds that PostgreSQL may take for one statement of a migration."""
JOURNAL_ATTEMPTS, JOURNAL_WAIT = 50, 0.01
"""How often to turn on a file's journal, and the seconds between."""
WRITES = "horta_writes"
MOST_ALONE = 4
"""Connections that a process holds for what it does `alone`; each needs another beside it."""

_IN_TURN = text("SELECT pg_advisory_xact_lock(hashtextextended(:name, 0))")

T = TypeVar("T")


class StoreAway(HortaError):
    """The database cannot be reached now, or does not take what is written."""

    retry_after = 5
    """Seconds after which to ask again."""

    def __init__(self) -> None:
        super().__init__(
            mark("the tables cannot be reached at the moment; nothing is lost, try again soon")
        )


class Database:
    """A database by its URL; `open` never fails because it is away."""

    def __init__(self, url: str, prepare: Callable[[Any], None], seconds: float) -> None:
        """Name a database; `seconds` is what it may take for a connection, a statement, a lock."""
        self.url = async_url(url)
        self.seconds = seconds
        self._prepare = prepare
        self._engine: AsyncEngine | None = None
        self._file_engine: Engine | None = None
        """Of a file of SQLite: the same without asyncio, for the thread that writes."""
        self._lines: dict[bool, Any] = {}
        """Of such a file, too: the connection that actions are written by, and one that reads."""
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="write")
        self._reader = ThreadPoolExecutor(1, thread_name_prefix="read")
        self._alone = asyncio.Semaphore(MOST_ALONE)
        self._reachable = asyncio.Event()
        self._seeking: asyncio.Task[None] | None = None
        self._quiet = Quiet()

    @property
    def is_sqlite(self) -> bool:
        """Whether it is a file of SQLite."""
        return make_url(self.url).get_backend_name() == "sqlite"

    @property
    def is_reachable(self) -> bool:
        """Whether the last that was heard of it is good."""
        return self._reachable.is_set()

    async def reachable(self) -> None:
        """Wait until it can be reached."""
        await self._reachable.wait()

    # opening and closing

    async def open(self) -> None:
        """Reach the database and bring its tables up to date; if it is away, go on trying."""
        try:
            await self._attempt()
        except Exception as problem:
            if trouble(problem) is None:
                raise
            self._lost(problem)

    async def close(self) -> None:
        """Let go of the database."""
        if self._seeking is not None:
            self._seeking.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._seeking
        self._thread.shutdown()
        self._reader.shutdown()
        if self._file_engine is not None:
            for line in self._lines.values():
                line.close()
            self._file_engine.dispose()
        if self._engine is not None:
            await self._engine.dispose()

    async def _attempt(self) -> None:
        if self._engine is None:
            self._engine = self._made_sqlite() if self.is_sqlite else self._made(self.seconds)
        # A migration may take its time; a server that hangs is noticed when it is connected to.
        engine = self._engine if self.is_sqlite else self._made(MIGRATING, poolclass=NullPool)
        try:
            async with _writing(engine).begin() as connection:
                await connection.run_sync(self._prepare)
        except Exception as problem:
            without_values(problem)
            raise
        if self.is_sqlite:
            keep_private(self.file)
            if self.file is not None and self._file_engine is None:
                url = make_url(self.url).set(drivername="sqlite")
                how = {"timeout": self.seconds, "check_same_thread": False}
                made = create_engine(url, hide_parameters=True, connect_args=how)
                self._file_engine = _set_up_sqlite(made).execution_options(**{WRITES: True})
        self._reachable.set()

    @property
    def file(self) -> Path | None:
        """Where SQLite keeps it; None if it is no file."""
        if not self.is_sqlite:
            return None
        name = make_url(self.url).database
        plain = name and name != ":memory:" and not name.startswith("file:")
        return Path(str(name)) if plain else None

    def _made(self, seconds: float, **how: Any) -> AsyncEngine:
        pool = how or {"pool_pre_ping": True, "pool_timeout": self.seconds}
        # Values stay out of messages: they hold seeds and keys.
        return create_async_engine(
            self.url,
            hide_parameters=True,
            connect_args={"timeout": self.seconds, "command_timeout": seconds},
            **pool,
        )

    def _made_sqlite(self) -> AsyncEngine:
        make_private(self.file)
        engine = create_async_engine(
            self.url, hide_parameters=True, connect_args={"timeout": self.seconds}
        )
        _set_up_sqlite(engine.sync_engine)
        return engine

    # transactions

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[AsyncConnection]:
        """Run a transaction that writes; it is committed at the end."""
        async with self._reached() as engine, _writing(engine).begin() as connection:
            yield connection

    async def transact(self, work: Callable[[Connection], T]) -> T:
        """Do some work in a transaction that writes; it is committed at the end.

        A file of SQLite is written by a thread of its own, all of the work at one go: one way there
        and back for a transaction, where a coroutine needs one for every statement.
        """
        async with self._reached() as engine:
            if self._file_engine is not None:
                loop = asyncio.get_running_loop()
                return await loop.run_in_executor(self._thread, _done_in, self._file_engine, work)
            async with _writing(engine).begin() as connection:
                return await connection.run_sync(work)

    async def look(self, work: Callable[[Connection], T]) -> T:
        """Do some reading at one go; of a file of SQLite, too, in one way there and back."""
        async with self._reached() as engine:
            if self._file_engine is not None:
                reading = self._file_engine.execution_options(**{WRITES: False})
                loop = asyncio.get_running_loop()
                return await loop.run_in_executor(self._reader, _done_in, reading, work)
            async with engine.connect() as connection:
                return await connection.run_sync(work)

    @property
    def is_direct(self) -> bool:
        """Whether there is a file that `directly` can reach."""
        return self._file_engine is not None

    async def directly(self, work: Callable[[sqlite3.Cursor], T], *, writes: bool) -> T:
        """Do some work in a transaction of a file of SQLite, in the driver's own words.

        For what every action needs: to put a statement into words takes longer than to do it.
        """
        async with self._reached():
            loop = asyncio.get_running_loop()
            thread = self._thread if writes else self._reader
            return await loop.run_in_executor(thread, self._done_directly, work, writes)

    def _done_directly(self, work: Callable[[sqlite3.Cursor], T], writes: bool) -> T:
        assert self._file_engine is not None
        line: Any = self._lines.pop(writes, None) or self._file_engine.raw_connection()
        try:
            cursor = line.cursor()
            cursor.execute("BEGIN IMMEDIATE" if writes else "BEGIN")
            found = work(cursor)
            cursor.execute("COMMIT")
            cursor.close()
        except BaseException:
            with contextlib.suppress(Exception):
                line.rollback()  # at once: who keeps the error keeps the connection, and its lock
            line.invalidate()
            raise
        self._lines[writes] = line
        return found

    @asynccontextmanager
    async def connect(self) -> AsyncIterator[AsyncConnection]:
        """Run a transaction that reads."""
        async with self._reached() as engine, engine.connect() as connection:
            yield connection

    @asynccontextmanager
    async def alone(self, name: str) -> AsyncIterator[None]:
        """Do something while no other process does anything under this name.

        For one process alone (SQLite) there is nothing to wait for: whoever asks keeps order there.
        """
        if self.is_sqlite:
            yield
            return
        async with self._alone, self.connect() as connection:
            await connection.execute(_IN_TURN, {"name": name})
            yield

    def in_turn(self, connection: Connection, name: str) -> None:
        """Let a transaction wait for all others that came under this name, in any process.

        What it counts from then on stays true until it is committed. A file of SQLite has one
        writer at a time as it is.
        """
        if not self.is_sqlite:
            connection.execute(_IN_TURN, {"name": name})

    @asynccontextmanager
    async def _reached(self) -> AsyncIterator[AsyncEngine]:
        if self._engine is None or not self._reachable.is_set():
            raise StoreAway
        try:
            yield self._engine
        except Exception as problem:
            found = trouble(problem)
            if found is None:
                without_values(problem)
                raise
            if found is Trouble.LOST:
                self._lost(problem)
            else:
                self._quiet.error(
                    "refused",
                    "the database does not do its work (%s); visitors are asked to wait",
                    reason(problem),
                )
            raise StoreAway from problem

    # while it is away

    def _lost(self, problem: BaseException) -> None:
        self._reachable.clear()
        self._quiet.error(
            "lost", "the database is away (%s); visitors are asked to wait", reason(problem)
        )
        if self._seeking is None or self._seeking.done():
            self._seeking = asyncio.create_task(self._seek(), name="horta database")

    async def _seek(self) -> None:
        wait = FIRST_WAIT
        while not self._reachable.is_set():
            await asyncio.sleep(wait)
            wait = min(2 * wait, LONGEST_WAIT)
            try:
                await self._attempt()
            except Exception as problem:
                if trouble(problem) is None:
                    self._quiet.error("unfit", "the database does not fit", trace=True)
        if self._quiet.forget("lost"):
            log.warning("the database is back")


def _done_in(engine: Engine, work: Callable[[Connection], T]) -> T:
    with engine.begin() as connection:
        return work(connection)


def _set_up_sqlite(engine: Engine) -> Engine:
    """Have the connections of an engine set up as the house wants them."""

    @event.listens_for(engine, "connect")
    def set_up(connection: Any, _: object) -> None:
        # The driver would commit before each change of a table's form; we begin ourselves, so
        # that a migration that meets a full disk leaves nothing behind.
        connection.isolation_level = None
        cursor = connection.cursor()
        _keep_journal(cursor)
        # FULL: an accepted action survives a power cut too; the writer shares the cost.
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.execute("PRAGMA foreign_keys=ON")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begin(connection: Any) -> None:
        # Who will write takes the lock first: two that read and then write would both fail.
        writes = connection.get_execution_options().get(WRITES)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def _keep_journal(cursor: Any) -> None:
    """Have a file of SQLite write ahead; try again where two that start at once both turn it on.

    SQLite refuses the second of them at once, however long it was told to wait for a lock.
    """
    for attempt in range(JOURNAL_ATTEMPTS, 0, -1):
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError:
            if attempt == 1:
                raise
            time.sleep(JOURNAL_WAIT)


def _writing(engine: AsyncEngine) -> AsyncEngine:
    return engine.execution_options(**{WRITES: True})


# a file that holds the key of the house


def make_private(file: Path | None) -> None:
    """Make the folder and the file of a database so that only their owner may read them."""
    if file is None:
        return
    if not file.parent.exists():
        file.parent.mkdir(parents=True, mode=0o700)
    with contextlib.suppress(FileExistsError):
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    keep_private(file)


def keep_private(file: Path | None) -> None:
    """Close a database's file, and what SQLite lays beside it, to all but their owner."""
    if file is None:
        return
    paths = [file, *(file.with_name(file.name + end) for end in ("-wal", "-shm", "-journal"))]
    if file.parent == data_folder():  # any other folder may hold other things
        paths.append(file.parent)
    for path in paths:
        try:
            mode = stat.S_IMODE(path.stat().st_mode)
            if mode & 0o077:
                path.chmod(mode & 0o700)
        except FileNotFoundError:
            continue
        except OSError as problem:
            log.warning("%s cannot be closed to others: %s", path, problem)

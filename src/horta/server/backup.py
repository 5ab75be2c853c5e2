"""Backups: a copy of everything the house keeps, taken while people play, and put back.

A backup is a file of SQLite with the same tables as the house, whatever database that is in: so it
moves a house from SQLite to PostgreSQL too. It is read in one transaction, as the database was
at one moment; whoever plays meanwhile is not held up. It holds keys and seeds: keep it as you
keep the database.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import func, insert, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from horta.core.errors import BadFile, HortaError
from horta.server import review_rows
from horta.server.contests import rows as contest_rows
from horta.server.database import Database, StoreAway, keep_private, make_private
from horta.server.messages import rows as message_rows
from horta.server.migrating import NO_HOUSE, is_current, migrate
from horta.server.rows import MatchRow
from horta.server.trouble import reason

SLICE = 500
"""Rows that are carried at once."""
PATIENCE = 60.0
"""Seconds that the database may take for a statement of a backup."""


class NoBackup(Exception):
    """A file does not hold a house."""


EVERY_ROOM = (contest_rows, message_rows, review_rows)
"""Rooms with tables of their own: those of a room that nobody has loaded would be left out."""
TABLES: tuple[Any, ...] = tuple(MatchRow.metadata.sorted_tables)


def backup(database: str, file: Path) -> int:
    """Write everything that a database holds to a new file; return the number of matches."""
    return asyncio.run(_backup(database, file))


def restore(database: str, file: Path) -> int:
    """Put a backup into an empty database; return the number of matches.

    It is all or nothing: what goes wrong leaves the database empty. A backup of an older version is
    brought up to date on the way; the file itself stays as it is.
    """
    return asyncio.run(_restore(database, file))


async def _backup(database: str, file: Path) -> int:
    if file.exists():
        raise BadFile(f"{file} exists; name a new file")
    beside = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        make_private(beside)
        async with (
            _open(database, is_current, there=True) as house,
            _snapshot(house) as source,
            _open(f"sqlite:///{beside}", migrate) as copy,
            copy.begin() as target,
        ):
            matches = await _carry(source, target)
        _settle(beside)
        keep_private(beside)
        # Unlike a plain renaming, a link fails if somebody else has made the file meanwhile.
        os.link(beside, file)
    except StoreAway as problem:
        why = "it is away" if problem.__cause__ is None else reason(problem.__cause__)
        raise HortaError(
            f"the database cannot be read, or {file} not be written ({why}); nothing was kept"
        ) from None
    except FileExistsError:
        raise BadFile(f"{file} exists; name a new file") from None
    except OSError as problem:
        raise BadFile(f"{file} cannot be written: {problem.strerror}") from None
    finally:
        _remove(beside)
    return matches


async def _restore(database: str, file: Path) -> int:
    # The file may be of an older version: a copy is brought up to date, never the original.
    beside = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        make_private(beside)
        shutil.copyfile(file, beside)
        _check_file(beside)
        async with (
            _open(f"sqlite:///{beside}", migrate) as copy,
            _snapshot(copy) as source,
            _open(database, migrate) as house,
            house.begin() as target,
        ):
            if (await target.execute(select(func.count()).select_from(MatchRow))).scalar_one():
                raise HortaError("the database holds tables already; restore into an empty one")
            for table in TABLES:  # a key that an idle server has drawn gives way to the house's own
                await target.execute(table.delete())
            return await _carry(source, target)
    except (NoBackup, SQLAlchemyError):
        raise BadFile(f"{file} is no backup of Horta, or it is damaged") from None
    except OSError as problem:
        raise BadFile(f"{file} cannot be read: {problem.strerror}") from None
    finally:
        _remove(beside)


def _check_file(file: Path) -> None:
    """Refuse a file that SQLite cannot read through, or whose rows belong to nothing."""
    with (
        contextlib.closing(sqlite3.connect(file)) as connection,
        contextlib.suppress(sqlite3.DatabaseError),
    ):
        whole = connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        stray = connection.execute("PRAGMA foreign_key_check").fetchone() is not None
        marked = "select 1 from sqlite_master where name = 'alembic_version'"
        if whole and not stray and connection.execute(marked).fetchone() is not None:
            return
    raise NoBackup


@asynccontextmanager
async def _open(url: str, prepare: Any, *, there: bool = False) -> AsyncIterator[Database]:
    """Open a database; nobody waits for one that is away, and what must be there is not made."""
    database = Database(url, prepare, PATIENCE)
    if there and database.file is not None and not database.file.exists():
        raise HortaError(NO_HOUSE)
    try:
        await database.open()
        if not database.is_reachable:
            raise StoreAway
        yield database
    finally:
        await database.close()


@asynccontextmanager
async def _snapshot(database: Database) -> AsyncIterator[AsyncConnection]:
    """Read a database as it is at one moment."""
    async with database.connect() as connection:
        if not database.is_sqlite:
            await connection.exec_driver_sql(
                "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY"
            )
        yield connection


async def _carry(source: AsyncConnection, target: AsyncConnection) -> int:
    """Copy all rows of all tables; return the number of matches."""
    matches = 0
    for table in TABLES:
        streamed = await source.stream(select(table))
        async for rows in streamed.partitions(SLICE):
            await target.execute(insert(table), [dict(row._mapping) for row in rows])
            matches += len(rows) if table is MatchRow.__table__ else 0
    return matches


def _settle(file: Path) -> None:
    """Leave one file: what SQLite has written beside it goes in, and it no longer writes beside."""
    with contextlib.closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")


def _remove(file: Path) -> None:
    for end in ("", "-wal", "-shm", "-journal"):
        with contextlib.suppress(OSError):
            file.with_name(file.name + end).unlink()

"""Trouble with a database: whose fault it is, and how it is told without what is in its rows."""

from __future__ import annotations

import enum
import re
import sqlite3

from sqlalchemy import exc

STATEMENT = re.compile(r"[A-Z]+( (INTO|FROM|TABLE))?( [A-Z_]+)?", re.IGNORECASE)
"""What a statement does, and to which table."""


ORPHANS = ("23503", "SQLITE_CONSTRAINT_FOREIGNKEY")
"""How PostgreSQL and SQLite name a row that belongs to one that there is not."""


class Trouble(enum.Enum):
    """What is wrong with the database, as far as it is not the fault of what was asked."""

    LOST = "lost"
    """It cannot be reached at all."""
    REFUSED = "refused"
    """It can be reached and does not do what is asked: a full disk, a lock, a shutdown."""


# SQLite names its faults by number; the others (an unknown table, a constraint) are our own.
_SQLITE_LOST = {sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_NOTADB}
_SQLITE_REFUSED = {
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_INTERRUPT,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_PROTOCOL,
}
# PostgreSQL by classes of SQLSTATE: connection, authorisation, no such database; resources,
# operator's intervention, system, a standby that only reads, and transactions to be tried again.
_STATES_LOST = ("08", "28", "3D", "57P")
_STATES_REFUSED = ("53", "57", "58", "25006", "40")


def trouble(problem: BaseException) -> Trouble | None:
    """Tell what an exception says about the database; None when it is none of its fault."""
    if isinstance(problem, exc.TimeoutError):  # all connections are taken
        return Trouble.REFUSED
    if isinstance(problem, OSError):
        return Trouble.LOST
    if isinstance(problem, exc.DBAPIError):
        return _of_driver(problem)
    if isinstance(problem, sqlite3.Error):
        return _of_sqlite(getattr(problem, "sqlite_errorcode", 0) & 0xFF)
    state = getattr(problem, "sqlstate", None)
    return _of_state(state) if isinstance(state, str) else None


def _of_driver(problem: exc.DBAPIError) -> Trouble | None:
    if isinstance(getattr(problem.orig, "__cause__", None), ValueError):
        return None  # a value that the driver cannot send
    if problem.connection_invalidated or isinstance(problem, exc.InterfaceError):
        return Trouble.LOST
    return trouble(problem.orig) if problem.orig is not None else None


def _of_sqlite(code: int) -> Trouble | None:
    if code in _SQLITE_LOST:
        return Trouble.LOST
    return Trouble.REFUSED if code in _SQLITE_REFUSED else None


def _of_state(state: str) -> Trouble | None:
    if state.startswith(_STATES_LOST):
        return Trouble.LOST
    return Trouble.REFUSED if state.startswith(_STATES_REFUSED) else None


def reason(problem: BaseException) -> str:
    """Say in one line why a database failed, without the statement and its values."""
    cause = getattr(problem, "orig", None) or problem
    said = (str(cause).splitlines() or [""])[0]
    return said.removeprefix(f"{type(cause)}: ") or type(cause).__name__


class StoreFault(Exception):
    """The database refuses what it was asked: a fault of ours, told without what it was about."""

    orphan = False
    """Whether a row belongs to one that there is not, or no longer."""


def without_values(problem: BaseException) -> None:
    """Raise a `StoreFault` in the place of a database's error that is a fault of ours.

    Whatever is in a row may be in its message (PostgreSQL quotes the row that does not fit, a
    driver the value), and messages go to the log: names, seeds and keys do not belong there. What
    kind of error it is, and in what kind of statement, is enough to find the fault.
    """
    if trouble(problem) is not None or not _is_of_database(problem):
        return
    cause = getattr(problem, "orig", None) or problem
    cause = getattr(cause, "__cause__", None) or cause
    words = [type(cause).__name__]
    state = getattr(cause, "sqlstate", None) or getattr(cause, "sqlite_errorname", None)
    if isinstance(state, str):
        words.append(f"({state})")
    statement = getattr(problem, "statement", None)
    found = STATEMENT.match(statement) if isinstance(statement, str) else None
    if found is not None:
        words.append(f"in {found[0]}")
    fault = StoreFault(" ".join(words))
    fault.orphan = state in ORPHANS
    raise fault from None


def _is_of_database(problem: BaseException) -> bool:
    drivers = ("asyncpg", "sqlite3", "aiosqlite")
    driver = type(problem).__module__.partition(".")[0]
    return isinstance(problem, exc.SQLAlchemyError) or driver in drivers

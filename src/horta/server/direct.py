"""What every action writes and every look at a table reads, in SQLite's own words.

The store says the same through SQLAlchemy where there is no file of SQLite. There a statement takes
several times as long to be put into words as to be carried out, and these few are carried out more
often than all others together.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from sqlite3 import Cursor
from typing import Any, Protocol

from horta.core.game import Json
from horta.server.stored import Entry, Version

_INSERT = "INSERT INTO actions (match_id, step, text, seat, at, kept) VALUES (?, ?, ?, ?, ?, ?)"
_IF_FREE = f"{_INSERT} ON CONFLICT DO NOTHING"
_TOUCH = "UPDATE matches SET touched = ?, over = ? WHERE id = ?"
_FORGET_OWNER = "UPDATE matches SET origin = NULL, owner = NULL WHERE id = ?"
_ENDED = "UPDATE matches SET result = ? WHERE id = ?"
_VERSIONS = """SELECT id, host_epoch, rematch,
(SELECT sum(version) FROM seats WHERE match_id = id) FROM matches WHERE id IN """
_AT_ONCE = 500


class Job(Protocol):
    """Entries that are to be added to a transcript."""

    match_id: str
    entries: Sequence[Entry]
    over: bool
    result: Json | None


def write(cursor: Cursor, jobs: Sequence[Job]) -> list[int]:
    """Add the entries of jobs, one after the other; return the numbers of those that found room."""
    written = []
    for number, job in enumerate(jobs):
        first, *rest = [_row(job.match_id, entry) for entry in job.entries]
        if cursor.execute(_IF_FREE, first).rowcount != 1:
            continue  # another answer to this step is there already
        if rest:
            cursor.executemany(_INSERT, rest)
        cursor.execute(_TOUCH, (job.entries[-1].at, job.over, job.match_id))
        if job.over:
            cursor.execute(_FORGET_OWNER, (job.match_id,))
        if job.result is not None:
            cursor.execute(_ENDED, (json.dumps(job.result), job.match_id))
        written.append(number)
    return written


def _row(match_id: str, entry: Entry) -> tuple[Any, ...]:
    return match_id, entry.step, entry.text, entry.seat, entry.at, entry.kept


def versions(cursor: Cursor, ids: Sequence[str]) -> dict[str, Version]:
    """Return of matches what tells that somebody sits there who did not; see `Store.versions`."""
    found: dict[str, Version] = {}
    for first in range(0, len(ids), _AT_ONCE):
        some = ids[first : first + _AT_ONCE]
        asked = f"{_VERSIONS}({', '.join('?' * len(some))})"
        found |= {row[0]: row[1:] for row in cursor.execute(asked, some)}
    return found

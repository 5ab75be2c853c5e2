"""Writing: what was played goes into the store, all that waits in one commit.

A hundred tables share one flush to the disk, and an action counts as accepted only after it.
"""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, bindparam
from sqlalchemy.dialects.postgresql import insert as insert_postgresql
from sqlalchemy.dialects.sqlite import insert as insert_sqlite

from horta.core.game import Json
from horta.server import direct
from horta.server.database import Database, StoreAway
from horta.server.ports.events import STEP, Events
from horta.server.rows import ActionRow, MatchRow
from horta.server.stored import Entry, action_row, owner_columns, write_entries
from horta.server.trouble import StoreFault

ACTIONS: Any = ActionRow.__table__
MATCHES: Any = MatchRow.__table__
_WHICH = MATCHES.c.id == bindparam("id_")
TOUCH = MATCHES.update().where(_WHICH).values(touched=bindparam("touched"), over=bindparam("over"))
ENDED = MATCHES.update().where(_WHICH).values(result=bindparam("result"))
"""What every action writes is put into words once."""


class StaleStep(Exception):
    """Another answer to this step is in the store already, or the table has gone."""


@dataclass
class Job:
    """Entries that are to be added to a transcript."""

    match_id: str
    entries: Sequence[Entry]
    over: bool
    result: Json | None
    done: asyncio.Future[None] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )


class Writer:
    """Commits what waits; what comes meanwhile waits for the next time."""

    def __init__(self, database: Database, events: Events) -> None:
        self._database, self._events = database, events
        self._waiting: list[Job] = []
        self._writing: asyncio.Task[None] | None = None
        insert: Any = insert_sqlite if database.is_sqlite else insert_postgresql
        self._if_free = (
            insert(ACTIONS).on_conflict_do_nothing().returning(ACTIONS.c.match_id, ACTIONS.c.step)
        )

    async def write(self, job: Job) -> None:
        """Write a job down; `StaleStep` when its first step is taken already."""
        self._waiting.append(job)
        if self._writing is None:
            self._writing = asyncio.create_task(self._write(), name="horta store writer")
        await job.done

    async def close(self) -> None:
        """Wait until all is written."""
        if self._writing is not None:
            await self._writing

    async def _write(self) -> None:
        try:
            while self._waiting:
                jobs, self._waiting = self._waiting, []
                await self._settle(jobs)
        finally:
            self._writing = None

    async def _settle(self, jobs: list[Job]) -> None:
        try:
            stale = await self._commit(jobs)
        except StoreAway:  # for all of them alike
            for job in jobs:
                if not job.done.done():
                    job.done.set_exception(StoreAway())
            return
        except Exception as problem:
            if len(jobs) > 1:  # one bad job must not take the others down
                for job in jobs:
                    await self._settle([job])
            elif not jobs[0].done.done():
                # Who looks again finds out that the table has gone.
                gone = isinstance(problem, StoreFault) and problem.orphan
                jobs[0].done.set_exception(StaleStep() if gone else problem)
            return
        for job in jobs:
            if job.done.done():  # the request was cut off; the action stands all the same
                continue
            if id(job) in stale:
                job.done.set_exception(StaleStep())
            else:
                job.done.set_result(None)

    async def _commit(self, jobs: list[Job]) -> set[int]:
        """Write jobs in one transaction; return those whose step was taken already."""
        if self._database.is_direct:
            work = functools.partial(direct.write, jobs=jobs)
            found = set(await self._database.directly(work, writes=True))
            return {id(job) for number, job in enumerate(jobs) if number not in found}
        # Of one match only the first answer can be right, and of several entries only the first
        # can meet another's key: such jobs go one after the other, all others in one statement.
        together: dict[str, Job] = {}
        alone: list[Job] = []
        for job in jobs:
            if len(job.entries) == 1 and job.match_id not in together:
                together[job.match_id] = job
            else:
                alone.append(job)

        def write(connection: Connection) -> list[Job]:
            written = self._insert(connection, list(together.values()))
            for job in alone:
                written += self._insert(connection, [job])
            if written:
                self._touch(connection, written)
                steps = [write_entries(job.match_id, job.entries) for job in written]
                self._events.put(connection, STEP, steps)
            return written

        done = {id(job) for job in await self._database.transact(write)}
        return {id(job) for job in jobs if id(job) not in done}

    def _insert(self, connection: Connection, jobs: list[Job]) -> list[Job]:
        """Insert the entries of jobs; return the jobs whose steps were free."""
        rows = [action_row(job.match_id, entry) for job in jobs for entry in job.entries[:1]]
        if not rows:
            return []
        free = {tuple(row) for row in connection.execute(self._if_free, _one_or_all(rows))}
        written = [job for job in jobs if (job.match_id, job.entries[0].step) in free]
        rest = [action_row(job.match_id, entry) for job in written for entry in job.entries[1:]]
        if rest:
            connection.execute(ACTIONS.insert(), rest)
        return written

    def _touch(self, connection: Connection, jobs: list[Job]) -> None:
        """Write down of matches that something was played, and how they ended."""
        values = [
            {"id_": job.match_id, "touched": job.entries[-1].at, "over": job.over} for job in jobs
        ]
        connection.execute(TOUCH, _one_or_all(values))
        ended = [job.match_id for job in jobs if job.over]
        if ended:
            which = MATCHES.c.id.in_(ended)
            connection.execute(MATCHES.update().where(which).values(**owner_columns("")))
        results = [
            {"id_": job.match_id, "result": job.result} for job in jobs if job.result is not None
        ]
        if results:
            connection.execute(ENDED, results)


def _one_or_all(rows: list[Json]) -> Any:
    """Return rows as a statement takes them; a single one is sent without further ado."""
    return rows[0] if len(rows) == 1 else rows

"""Jobs over PostgreSQL, by Procrastinate: a queue in the database, for any number of processes.

A job is a row, taken by one worker at a time. A worker says every few seconds that it lives; the
jobs of one that has fallen silent are taken up again. When the database was away, a worker begins
anew under another name, so that nothing it had in hand is left behind.
"""

from __future__ import annotations

import asyncio
import contextlib
import datetime
import logging
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator
from typing import Any

from sqlalchemy import text
from sqlalchemy.engine import make_url

from horta.core.errors import BadOption
from horta.core.i18n import mark
from horta.server.database import Database, StoreAway
from horta.server.ports.jobs import FAREWELL, Job, Jobs, LocalJobs
from horta.server.settings import Settings

AT_ONCE = 64
"""Jobs that a process has in hand; those who think wait there in a fair queue."""
ALIVE, SILENT = 1.0, 5.0
"""Seconds between two signs of life of a worker, and after how many its jobs are taken up again."""
POLL = 2.0
"""Seconds between two looks for jobs whose time has come."""
WAIT = 1.0
"""Seconds until a worker begins again whose database was away."""
MOST_CONNECTIONS = 4
DUE = (
    "SELECT count(*) FROM procrastinate_jobs WHERE status = 'todo' "
    "AND (scheduled_at IS NULL OR scheduled_at <= now())"
)
KEPT_HOURS = 72
"""Hours after which jobs are forgotten that ended in no good way."""
log = logging.getLogger("horta.server")


def check_queue(settings: Settings) -> None:
    """Refuse settings by which nobody could do what is to be done, before anything starts."""
    from importlib.util import find_spec

    if settings.database.startswith("sqlite"):
        if not settings.jobs:
            raise BadOption(mark("HORTA_JOBS=0 needs PostgreSQL: SQLite is for one process"))
    elif find_spec("procrastinate") is None:
        raise BadOption(
            mark("PostgreSQL needs the library procrastinate: pip install horta[house]")
        )


def jobs_over(database: Database, settings: Settings, clock: Callable[[], float]) -> Jobs:
    """Return the jobs of a house over a database."""
    if database.is_sqlite:
        return LocalJobs(clock)
    return QueuedJobs(database, clock, works=bool(settings.jobs))


def conninfo(url: str) -> str:
    """Return the address of a database as libpq reads it."""
    made = make_url(url).set(drivername="postgresql")
    if "ssl" in made.query:  # asyncpg's word for it
        made = made.update_query_dict({"sslmode": str(made.query["ssl"])})
        made = made.difference_update_query(["ssl"])
    return made.render_as_string(hide_password=False)


class QueuedJobs(Jobs):
    """The jobs of a house of many processes; whether this one `works` is a setting."""

    def __init__(
        self, database: Database, clock: Callable[[], float], *, works: bool, at_once: int = AT_ONCE
    ) -> None:
        import procrastinate

        super().__init__(clock)
        for name, level in (("procrastinate", logging.CRITICAL), ("psycopg", logging.ERROR)):
            logging.getLogger(name).setLevel(level)  # what matters of it is told here
        self._database, self._works, self._at_once = database, works, at_once
        self._connector = procrastinate.PsycopgConnector(
            conninfo=conninfo(database.url),
            min_size=1,
            max_size=MOST_CONNECTIONS,
            timeout=database.seconds,
            kwargs={"connect_timeout": max(2, int(database.seconds))},
        )
        self._app = procrastinate.App(connector=self._connector)
        self._is_open = False
        self._opening = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Begin to work, if this process does."""
        if not self._works:
            return
        for name in self._work:
            self._app.task(name=name, queue=name, retry=_again())(self._doing(name))
        await super().open()
        self._task = asyncio.create_task(self._run(), name="horta jobs")

    async def close(self) -> None:
        """Stop working; what is not done is done again by another."""
        await super().close()
        if self._task is not None:
            self._task.cancel()
            # Over a database that hangs it would wait for what it asked there.
            await asyncio.wait({self._task}, timeout=2 * FAREWELL)
        if self._is_open:
            with contextlib.suppress(Exception):
                await asyncio.wait_for(self._app.close_async(), FAREWELL)

    async def count(self) -> None:
        """Count anew what is `due`, in the whole house."""
        async with self._database.connect() as connection:
            self.due = int((await connection.execute(text(DUE))).scalar_one())

    def _doing(self, name: str) -> Callable[..., Awaitable[None]]:
        async def do(args: dict[str, Any], key: str, attempt: int) -> None:
            await self._do(Job(name, args, key, attempt=attempt))

        return do

    async def _offer(self, name: str, seconds: float) -> None:
        """Offer a job that comes again and again: first now, then for the next beat of all.

        It is offered half-way between two beats: there it waits once, whoever comes first or late.
        """
        at: float | None = None
        while True:
            with contextlib.suppress(StoreAway):
                await self._put(Job(name, key=f"every {name}", at=at))
            now = time.time()
            await asyncio.sleep(seconds - (now - seconds / 2) % seconds)
            at = (time.time() // seconds + 1) * seconds

    async def _put(self, job: Job) -> None:
        from procrastinate import exceptions

        at = job.at
        due = None if at is None else datetime.datetime.fromtimestamp(at, datetime.UTC)
        how: dict[str, Any] = {"lock": job.key, "queueing_lock": job.key} if job.key else {}
        if job.name in self._rhythms:  # a clock goes before a thousand bots
            how["priority"] = 1
        try:
            await self._reach()
            task = self._app.configure_task(
                job.name, queue=job.name, schedule_at=due, allow_unknown=True, **how
            )
            await task.defer_async(args=job.args, key=job.key, attempt=job.attempt)
        except exceptions.AlreadyEnqueued:
            pass
        except (exceptions.ConnectorException, OSError, TimeoutError) as problem:
            raise StoreAway from problem

    async def _reach(self) -> None:
        """Open the connections to the queue, once the database can be reached."""
        import psycopg

        if not self._database.is_reachable:
            raise StoreAway
        async with self._opening:
            if not self._is_open:
                try:
                    await self._app.open_async()
                except BaseException as problem:
                    # Connections that could not be opened cannot be opened again: others are made.
                    await self._app.close_async()
                    if isinstance(problem, psycopg.Error):
                        raise StoreAway from problem
                    raise
                self._is_open = True

    # working

    async def _run(self) -> None:
        """Work until the house closes, however often the database goes away."""
        while True:
            try:
                await self._database.reachable()
                await self._reach()
                await self._work_on()
            except asyncio.CancelledError:
                raise
            except Exception as problem:
                self._quiet.error("worker", "jobs wait a moment (%s)", type(problem).__name__)
            await asyncio.sleep(WAIT)

    async def _work_on(self) -> None:
        """Be a worker, under names of its own, until the database goes away."""
        from procrastinate.manager import JobManager

        # Others are for those who know how they are done.
        common = [name for name in self._work if name not in self._apart]
        workers = [self._worker(common, self._at_once)]
        workers += [self._worker([name], most) for name, most in self._apart.items()]

        def stop() -> None:
            for worker in workers:
                worker.stop()

        self._app.job_manager = _manager(self._connector, stop)
        working = [asyncio.create_task(one.run(), name="horta worker") for one in workers]
        rescue = asyncio.create_task(self._rescue(JobManager(self._connector)), name="horta rescue")
        try:
            await asyncio.wait(working, return_when=asyncio.FIRST_COMPLETED)
            stop()
            await asyncio.gather(*working)
        finally:
            for task in (*working, rescue):
                task.cancel()
            await asyncio.gather(*working, rescue, return_exceptions=True)

    def _worker(self, queues: list[str], at_once: int) -> Any:
        from procrastinate.worker import Worker

        return Worker(
            self._app,
            queues=queues,
            name="horta",
            concurrency=at_once,
            fetch_job_polling_interval=POLL,
            shutdown_graceful_timeout=FAREWELL,
            delete_jobs="successful",
            install_signal_handlers=False,
            update_heartbeat_interval=ALIVE,
            stalled_worker_timeout=SILENT,
        )

    async def _rescue(self, manager: Any) -> None:
        """Have the jobs of workers that have fallen silent done again."""
        rounds = 0
        while True:
            with contextlib.suppress(Exception):  # the worker itself notices and begins anew
                await manager.prune_stalled_workers(SILENT)
                stalled = await manager.get_stalled_jobs(seconds_since_heartbeat=SILENT)
                await _take_up(manager, stalled)
                if rounds % 1000 == 0:
                    await manager.delete_old_jobs(
                        KEPT_HOURS,
                        include_failed=True,
                        include_cancelled=True,
                        include_aborted=True,
                    )
                rounds += 1
            await asyncio.sleep(ALIVE)


async def _take_up(manager: Any, stalled: Iterable[Any]) -> None:
    from procrastinate import exceptions
    from procrastinate.jobs import Status

    for job in stalled:
        log.warning("the job %s is taken up again: its worker has gone", job.task_name)
        try:
            await manager.retry_job(job, retry_at=datetime.datetime.now(datetime.UTC))
        except exceptions.UniqueViolation:  # another with its key waits already
            await manager.finish_job(job, Status.FAILED, delete_job=True)
        except exceptions.ConnectorException:  # somebody else was faster
            continue


def _again() -> Any:
    from procrastinate import retry

    class Again(retry.BaseRetryStrategy):
        """Does again what was cut off: a worker that ends, a database that is away."""

        def get_retry_decision(self, *, exception: BaseException, job: Any) -> Any:
            later = datetime.datetime.now(datetime.UTC) + datetime.timedelta(seconds=WAIT)
            return retry.RetryDecision(retry_at=later)

    return Again()


def _manager(connector: Any, on_trouble: Callable[[], None]) -> Any:
    from procrastinate.manager import JobManager

    class Manager(JobManager):
        """Has the worker begin anew where the end of a job could not be written down.

        Else the job would be in hand for good: its worker lives, and knows it no longer.
        """

        async def finish_job(self, *given: Any, **more: Any) -> None:
            with _noticed(on_trouble):
                await super().finish_job(*given, **more)

        async def retry_job(self, *given: Any, **more: Any) -> None:
            with _noticed(on_trouble):
                await super().retry_job(*given, **more)

    return Manager(connector)


@contextlib.contextmanager
def _noticed(on_trouble: Callable[[], None]) -> Iterator[None]:
    try:
        yield
    except Exception:
        on_trouble()
        raise


def apply_schema(connection: Any) -> None:
    """Bring the tables of the queue up to date, inside the transaction of the migrations."""
    from importlib import resources

    from sqlalchemy.util import await_only

    try:
        from procrastinate.schema import SchemaManager
    except ImportError:  # a house without it cannot open; a backup can be made all the same
        return
    folder = resources.files("procrastinate") / "sql" / "migrations"
    known = sorted(one.name for one in folder.iterdir() if one.name.endswith(".sql"))
    connection.execute(text("CREATE TABLE IF NOT EXISTS horta_queue (version text NOT NULL)"))
    at = connection.execute(text("SELECT max(version) FROM horta_queue")).scalar()
    scripts = (
        [SchemaManager.get_schema()]
        if at is None
        else [(folder / name).read_text(encoding="utf-8") for name in known if name > at]
    )
    raw = connection.connection.driver_connection
    for script in scripts:
        await_only(raw.execute(script))
    if scripts:
        connection.execute(text("INSERT INTO horta_queue VALUES (:at)"), {"at": known[-1]})

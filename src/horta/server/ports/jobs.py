"""Jobs: what must be done, by whoever is free, once.

A job has a name, by which a process knows how it is done, and arguments. Of jobs with the same key
at most one waits and at most one runs, in all processes together; who asks for another while one
waits asks for nothing new. A job that fails is tried again, later each time; one whose process is
killed is done again by another. So whatever a job does must be the same if it is done twice.

A house that is one process keeps its jobs in memory: what must survive its end is a row of the
database, and a job that comes again and again (`every`) looks at it.
"""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import itertools
import time
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from horta.core.game import Json
from horta.server.database import StoreAway
from horta.server.quiet import Quiet

Work = Callable[[Json], Awaitable[None]]
"""Does a job by its arguments; it is called again if it raises."""

FAREWELL = 2.0
"""Seconds that a house that closes waits for what is under way."""
ATTEMPTS = 8
"""How often a job is tried."""
FIRST_WAIT, LONGEST_WAIT = 1.0, 300.0
"""Seconds before a job that failed is tried again."""
LOOK = 1.0
"""Seconds between two looks at the clock of the house, while something is due later."""


@dataclass(frozen=True)
class Job:
    """Something that must be done."""

    name: str
    args: Json = field(default_factory=dict)
    key: str = ""
    at: float | None = None
    """When, in seconds since 1970; None: as soon as somebody is free."""
    attempt: int = 1


class Jobs(ABC):
    """The jobs of a house."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._work: dict[str, Work] = {}
        self._rhythms: dict[str, float] = {}
        self._apart: dict[str, int] = {}
        self._offering: list[asyncio.Task[None]] = []
        self._quiet = Quiet()
        self.due = 0
        """How many jobs were due when they were last counted, and nobody had begun them."""

    def does(
        self, name: str, work: Work, *, every: float | None = None, apart: int | None = None
    ) -> None:
        """Say how jobs of a name are done here, while the house opens and before `open`.

        One that is done `every` so many seconds is done when the house opens, and then again and
        again, by one process each time. Jobs that take long are done `apart`, so many at once in
        each process: however many of them there are, no other job waits for them.
        """
        self._work[name] = work
        if every is not None:
            self._rhythms[name] = every
        if apart is not None:
            self._apart[name] = apart

    async def defer(
        self, name: str, args: Json | None = None, *, at: float | None = None, key: str = ""
    ) -> None:
        """Have something done, at once or at a time; `StoreAway` if it cannot be written down."""
        await self._put(Job(name, args or {}, key, at))

    async def open(self) -> None:
        """Begin to work, if this process does."""
        for name, seconds in self._rhythms.items():
            offering = self._offer(name, seconds)
            self._offering.append(asyncio.create_task(offering, name=f"horta every {name}"))

    async def close(self) -> None:
        """Stop working; what is not done is done again, by another or when the house opens."""
        for task in self._offering:
            task.cancel()
        if self._offering:
            await asyncio.wait(self._offering, timeout=FAREWELL)

    @abstractmethod
    async def count(self) -> None:
        """Count anew what is `due`."""

    @abstractmethod
    async def _put(self, job: Job) -> None:
        """Write a job down, unless one with its key waits already."""

    async def _offer(self, name: str, seconds: float) -> None:
        """Offer a job that comes again and again: first now, then in its rhythm."""
        while True:
            with contextlib.suppress(StoreAway):
                await self._put(Job(name, key=f"every {name}"))
            await asyncio.sleep(seconds)

    async def _do(self, job: Job) -> None:
        """Do a job; one that fails is written down to be tried again."""
        try:
            await self._work[job.name](job.args)
        except Exception as problem:
            away = isinstance(problem, StoreAway)
            if not away:
                self._quiet.error(("job", job.name), "the job %s failed", job.name, trace=True)
            if job.name in self._rhythms or (job.attempt >= ATTEMPTS and not away):
                return
            wait = min(FIRST_WAIT * 2 ** (job.attempt - 1), LONGEST_WAIT)
            at, attempt = self._clock() + wait, job.attempt + (not away)
            await self._put(Job(job.name, job.args, job.key, at, attempt))


class LocalJobs(Jobs):
    """The jobs of a house that is one process, in memory."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        super().__init__(clock)
        self._waiting: dict[str, Job] = {}
        """By key, those that have not begun."""
        self._running: set[str] = set()
        self._blocked: dict[str, Job] = {}
        """Those that are due while another with their key runs."""
        self._later: list[tuple[float, int, Job]] = []
        self._numbers = itertools.count()
        self._tasks: set[asyncio.Task[None]] = set()
        self._alarm: asyncio.Task[None] | None = None
        self._closed = False

    async def count(self) -> None:
        """Count anew what is `due`: those that wait for another with their key."""
        self.due = len(self._blocked)

    async def close(self) -> None:
        """Forget what is not done."""
        self._closed = True
        await super().close()
        running = [*self._tasks, *([self._alarm] if self._alarm is not None else [])]
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)

    async def _put(self, job: Job) -> None:
        if self._closed or job.key in self._waiting:
            return
        if job.key:
            self._waiting[job.key] = job
        if job.at is None or job.at <= self._clock():
            self._begin(job)
            return
        heapq.heappush(self._later, (job.at, next(self._numbers), job))
        if self._alarm is None:
            self._alarm = asyncio.create_task(self._wait(), name="horta jobs")

    async def _wait(self) -> None:
        while self._later:
            # The clock may be one that a test moves on: nobody sleeps for long by another.
            await asyncio.sleep(max(0.0, min(self._later[0][0] - self._clock(), LOOK)))
            self.look()
        self._alarm = None

    def look(self) -> None:
        """Begin what is due by now."""
        while self._later and self._later[0][0] <= self._clock():
            self._begin(heapq.heappop(self._later)[2])

    def _begin(self, job: Job) -> None:
        if job.key and job.key in self._running:
            self._blocked[job.key] = job
            return
        if job.key:
            del self._waiting[job.key]
            self._running.add(job.key)
        task = asyncio.create_task(self._do(job), name=f"horta job {job.name}")
        self._tasks.add(task)
        task.add_done_callback(lambda done: self._ended(done, job))

    def _ended(self, task: asyncio.Task[None], job: Job) -> None:
        self._tasks.discard(task)
        if job.key:
            self._running.discard(job.key)
            following = self._blocked.pop(job.key, None)
            if following is not None and not self._closed:
                self._begin(following)
        if not task.cancelled():
            task.exception()

    async def settle(self) -> None:
        """Wait until nothing is due or under way any more."""
        self.look()
        while self._tasks:
            await asyncio.wait(self._tasks)
            self.look()

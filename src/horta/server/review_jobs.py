"""Reviews: a game is judged decision by decision, as long as somebody waits for it.

To judge is a job of the house (`review_work`), done by whichever process works. Whoever looks at a
review has it asked for here, again and again while they do, and hears how it goes on: by an event
as each decision is kept in the store. A review pauses when nobody looks at it, and goes on where it
was when somebody does: after a minute, after a restart, or in another process.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
import time
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from horta.core.errors import HortaError
from horta.core.i18n import mark
from horta.review import Decision, Review, Weighed
from horta.review.reviewing import depth_of
from horta.server.callers import where
from horta.server.database import StoreAway
from horta.server.ports.events import REVIEW, Told
from horta.server.ports.jobs import Jobs
from horta.server.review_store import ReviewStore
from horta.server.review_waits import ReviewWaits
from horta.server.review_work import Interrupted, ReviewWork, check_reviewable
from horta.server.room import NotAllowed, Room
from horta.server.rooms import Rooms
from horta.server.watchers import Watcher, Watchers
from horta.server.workers import Workers

log = logging.getLogger("horta.server")

ASK_AGAIN, ASKED = 4.0, 12.0
"""Seconds until somebody is said to wait still, and for how long they are then taken to."""
FIRST_WAIT = 0.5
"""Seconds until it is asked for again when the store was away."""
AGAIN = 30.0
"""Seconds after which a review that was interrupted is tried again, if somebody looks."""
REMEMBERED = 24
"""Reviews in memory; the others come back from the store."""


@dataclass(eq=False)
class Job:
    """The review of one match, as far as it is known here."""

    room: Room
    depth: str
    owner: str
    steps: list[int] | None = None
    """The steps that are decisions; None until they are known."""
    found: dict[int, Decision] = field(default_factory=dict)
    tried: dict[tuple[int, int], Weighed] = field(default_factory=dict)
    """What was found of actions that somebody tried since, by step and action."""
    problem: HortaError | None = None
    """Why it does not go on now, if it does not."""
    stopped: float = 0.0
    """When it was given up, if it was."""
    watchers: Watchers = field(default_factory=Watchers)
    looked: float = field(default_factory=time.monotonic)
    task: asyncio.Task[None] | None = None
    """Asks for it, as long as somebody waits."""
    heard: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when it has come further."""
    opening: asyncio.Lock = field(default_factory=asyncio.Lock)
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def done(self) -> bool:
        """Whether every decision has been judged."""
        return self.steps is not None and len(self.found) == len(self.steps)

    @property
    def working(self) -> bool:
        """Whether it is being worked on, or waits for its turn."""
        return self.task is not None

    def review(self) -> Review:
        """Return what has been found so far."""
        match = self.room.match
        result = tuple(match.outcome.shares) if self.done else ()
        decisions = [self.found[step] for step in sorted(self.found)]
        return Review(match.game.id, match.players, self.depth, 0, result, decisions, self.drawn)

    @functools.cached_property
    def drawn(self) -> tuple[int, ...]:
        """The steps whose action made something drawn or come to light, for some viewer."""
        room = self.room
        return tuple(
            step
            for step in range(len(room.acted))
            if any(
                event.kind in room.game.reveals
                for told in room.told.values()
                for event in told[step + 1]
            )
        )

    async def news(self, patience: float) -> None:
        """Wait until something changes, or for so many seconds."""
        event = self._news
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(event.wait(), patience)

    def tell(self, problem: HortaError | None = None) -> None:
        """Wake everybody who waits for news."""
        self.problem = problem
        event, self._news = self._news, asyncio.Event()
        event.set()


class Reviews:
    """All reviews that somebody looks at here."""

    def __init__(self, rooms: Rooms, jobs: Jobs) -> None:
        self.settings = settings = rooms.settings
        depth_of(settings.review_depth)  # a wrong name is told when the house opens
        self.workers = Workers(
            replace(
                settings,
                workers=settings.review_workers,
                workers_ready=0,
                work_seconds=settings.review_seconds,
                # It may be kept waiting for the processor as long as tables are busy.
                work_patience=20 * settings.review_seconds,
            ),
            settings.review_nice,
        )
        database = rooms.store.database
        self._store = ReviewStore(database, settings.review_depth)
        self._waits = ReviewWaits(database, settings, settings.review_depth)
        self._work = ReviewWork(rooms, jobs, self.workers)
        self._reachable = database.reachable
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        rooms.store.events.hear(REVIEW, self._on_news)

    async def close(self) -> None:
        """Stop; what was found is in the store."""
        for job in self._jobs.values():
            if job.task is not None:
                job.task.cancel()
        await self.workers.close()

    @property
    def under_way(self) -> int:
        """How many reviews are being worked on here, or waited for."""
        waited = {name for name, job in self._jobs.items() if job.working}
        return len(waited | self._work.serving)

    async def open(self, room: Room, caller: str) -> Job:
        """Return the review of a finished game, and go on with it if it is not whole yet."""
        check_reviewable(room)
        job = self._jobs.setdefault(room.id, Job(room, self.settings.review_depth, caller))
        self._jobs.move_to_end(room.id)
        job.looked = time.monotonic()
        async with job.opening:
            if not job.working and not job.done:
                await self._catch_up(job)
                await self._go_on(job, caller)
        self._forget_the_oldest()
        return job

    def _forget_the_oldest(self) -> None:
        idle = [
            name
            for name, job in self._jobs.items()
            if not (job.working or len(job.watchers) or job.opening.locked())
        ]
        for name in idle[:-REMEMBERED]:
            del self._jobs[name]

    async def weigh_too(self, job: Job, step: int, action: int, caller: str) -> Decision:
        """Return a decision in which an action is weighed that the review did not weigh.

        It waits in the queue of the reviews. A house that judges nothing leaves it unweighed.
        """
        decision = job.found[step]
        if decision.way(action) is not None or not self.settings.review_workers:
            return decision
        if (step, action) not in job.tried:
            made = await self._work.weigh_too(
                job.room, decision, action, depth=job.depth, owner=caller
            )
            job.tried[step, action] = made.ways[-1]
        return replace(decision, ways=(*decision.ways, job.tried[step, action]))

    def check_place(self, job: Job, caller: str) -> None:
        """Refuse somebody for whom there is no place among those who wait (`Crowded`)."""
        job.watchers.check(None, where(caller), self.settings.most_watchers)

    @contextmanager
    def watch(self, job: Job, caller: str) -> Iterator[Watcher]:
        """Wait for a review: as long as somebody does, it goes on."""
        watcher = job.watchers.enter(None, where(caller), self.settings.most_watchers)
        try:
            yield watcher
        finally:
            job.watchers.leave(watcher)
            job.looked = time.monotonic()

    def _attention(self, job: Job) -> float:
        """Return for how many seconds somebody will be there, as far as it is known here."""
        if len(job.watchers):
            return ASKED
        return min(ASKED, self.settings.review_attention - (time.monotonic() - job.looked))

    def is_attended(self, match_id: str) -> bool:
        """Tell whether somebody waits here for the review of a match, or it is worked on here."""
        if match_id in self._work.serving:
            return True
        job = self._jobs.get(match_id)
        return job is not None and (job.working or job.opening.locked() or self._attention(job) > 0)

    def forget(self, match_id: str) -> None:
        """Forget the review of a match that has gone."""
        self._jobs.pop(match_id, None)

    def check_open(self) -> None:
        """Refuse to work where no process is there for it."""
        if not self.settings.review_workers:
            raise NotAllowed(mark("this house reviews no games; `horta review` does it at home"))

    # asking, and hearing how it goes on

    async def _go_on(self, job: Job, caller: str) -> None:
        if job.done or (job.problem is not None and time.time() - job.stopped < AGAIN):
            return
        self.check_open()
        await self._waits.begin(job.room.id, caller, max(self._attention(job), FIRST_WAIT))
        job.owner, job.problem, job.stopped = caller, None, 0.0
        job.task = asyncio.create_task(self._run(job), name=f"review of {job.room.id}")

    def _on_news(self, told: Told) -> None:
        for job in self._jobs.values() if not told.about else [self._jobs.get(told.about)]:
            if job is not None:
                job.heard.set()

    async def _run(self, job: Job) -> None:
        try:
            await self._ask(job)
        except HortaError as problem:
            job.problem = problem
        except Exception:
            log.exception("the review of %s is not asked for any more", job.room.id)
            job.problem, job.stopped = Interrupted(), time.time()
        finally:
            job.task = None
            job.tell(job.problem)

    async def _ask(self, job: Job) -> None:
        """Ask for a review until it is whole, or given up, or nobody waits for it."""
        while not (job.done or job.stopped):
            left = self._attention(job)
            if left <= 0:
                return
            try:
                if not await self._waits.renew(job.room.id, left):
                    await self._waits.begin(job.room.id, job.owner, left)
                await self._work.ask(job.room.id, job.depth)
                await self._hear(job, time.monotonic() + min(ASK_AGAIN, left / 2))
            except StoreAway as problem:
                job.tell(problem)
                await asyncio.sleep(FIRST_WAIT)
                await self._reachable()

    async def _hear(self, job: Job, until: float) -> None:
        """Follow a review, until it is time to ask again."""
        while not (job.done or job.stopped):
            await self._catch_up(job)
            left = until - time.monotonic()
            if left <= 0:
                return
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(job.heard.wait(), left)

    async def _catch_up(self, job: Job) -> None:
        """Look up how far a review has come."""
        job.heard.clear()
        room, before = job.room, (job.steps is None, len(job.found), job.problem is None)
        kept = await self._store.load(room.id, room.game, room.match.players, job.found)
        if kept is not None:
            job.steps = kept.steps
            job.found.update(kept.found)
        wait = None if job.done else await self._waits.get(room.id)
        problem = None if wait is None else wait.problem
        job.stopped = 0.0 if wait is None else wait.stopped
        if (job.steps is None, len(job.found), problem is None) != before:
            job.tell(problem)

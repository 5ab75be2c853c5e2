"""Reviews as jobs: a game is judged decision by decision, as long as somebody waits for it.

A process of its own looks at the decisions, at the lowest priority, so tables and bots go first.
What was found is kept in the store at once. A review pauses when nobody looks at it, and goes on
where it was when somebody does: after a minute or after a restart.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from horta.core.engine import engine, mode
from horta.core.errors import BadFile, HortaError
from horta.core.i18n import mark
from horta.review import Decision, Review
from horta.review.reviewing import depth_of
from horta.review.written import read_decision
from horta.server.callers import where
from horta.server.database import StoreAway
from horta.server.review_store import ReviewStore
from horta.server.room import NotAllowed, Room
from horta.server.settings import Settings
from horta.server.store import Store
from horta.server.watchers import Crowded, Watcher, Watchers
from horta.server.workers import GaveUp, Workers

log = logging.getLogger("horta.server")

FIRST_WAIT, LONGEST_WAIT = 0.5, 10.0
"""Seconds between two attempts to go on, when the store or a worker is away."""
ATTEMPTS = 3
"""How often a decision is tried whose process dies over it."""
AGAIN = 30.0
"""Seconds after which a review that was interrupted is tried again, if somebody looks."""
REMEMBERED = 24
"""Reviews in memory; the others come back from the store."""

Write = Callable[[], Awaitable[None]]


class TooManyReviews(HortaError):
    """A visitor has more reviews under way than allowed."""


@dataclass(eq=False)
class Job:
    """The review of one match, as far as it has come."""

    room: Room
    depth: str
    owner: str
    steps: list[int] | None = None
    """The steps that are decisions; None until they are known."""
    found: dict[int, Decision] = field(default_factory=dict)
    unkept: set[int] = field(default_factory=set)
    """Steps that were judged while the store was away."""
    problem: HortaError | None = None
    """Why it does not go on now, if it does not."""
    stopped: float = -AGAIN
    """When it was interrupted last."""
    watchers: Watchers = field(default_factory=Watchers)
    looked: float = field(default_factory=time.monotonic)
    task: asyncio.Task[None] | None = None
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
        return Review(match.game.id, match.players, self.depth, 0, result, decisions)

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
    """All reviews of a house, and the processes that work on them."""

    def __init__(self, store: Store, settings: Settings) -> None:
        depth_of(settings.review_depth)  # a wrong name is told when the house opens
        self.settings = settings
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
        self._store = ReviewStore(store.database, settings.review_depth)
        self._reachable = store.database.reachable
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._opening: dict[str, asyncio.Lock] = {}

    async def close(self) -> None:
        """Stop; what was found is in the store."""
        for job in self._jobs.values():
            if job.task is not None:
                job.task.cancel()
        await self.workers.close()

    @property
    def under_way(self) -> int:
        """How many reviews are being worked on, or wait for their turn."""
        return sum(job.working for job in self._jobs.values())

    async def open(self, room: Room, caller: str) -> Job:
        """Return the review of a finished game, and go on with it if it is not whole yet."""
        check_reviewable(room)
        if room.id not in self._jobs:
            async with self._opening.setdefault(room.id, asyncio.Lock()):
                if room.id not in self._jobs:
                    await self._load(room, caller)
            self._opening.pop(room.id, None)
        job = self._jobs[room.id]
        self._jobs.move_to_end(room.id)
        self._go_on(job, caller)
        job.looked = time.monotonic()
        return job

    async def _load(self, room: Room, caller: str) -> None:
        job = Job(room, self.settings.review_depth, caller)
        kept = await self._store.load(room.id, room.game, room.match.players)
        if kept is not None:
            job.steps, job.found = kept.steps, kept.found
        self._jobs[room.id] = job
        for name in [one for one, job in self._jobs.items() if not job.working][:-REMEMBERED]:
            del self._jobs[name]

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

    def _is_attended(self, job: Job) -> bool:
        waited = time.monotonic() - job.looked
        return bool(len(job.watchers)) or waited < self.settings.review_attention

    def is_attended(self, match_id: str) -> bool:
        """Tell whether somebody waits for the review of a match, or it is being worked on."""
        job, opening = self._jobs.get(match_id), self._opening.get(match_id)
        if opening is not None and opening.locked():
            return True
        return job is not None and (job.working or self._is_attended(job))

    def forget(self, match_id: str) -> None:
        """Forget the review of a match that has gone."""
        self._jobs.pop(match_id, None)

    def _go_on(self, job: Job, caller: str) -> None:
        if job.working or (job.done and not job.unkept):
            return
        if job.problem is not None and time.monotonic() - job.stopped < AGAIN:
            return
        self.check_open()
        self._check_quota(caller)
        job.owner = caller
        job.problem = None
        job.task = asyncio.create_task(self._run(job), name=f"review of {job.room.id}")

    def check_open(self) -> None:
        """Refuse to work where no process is there for it."""
        if not self.settings.review_workers:
            raise NotAllowed(mark("this house reviews no games; `horta review` does it at home"))

    def _check_quota(self, caller: str) -> None:
        owners = Counter(job.owner for job in self._jobs.values() if job.working)
        here = sum(n for owner, n in owners.items() if where(owner) == where(caller))
        for reviews, most in (
            (owners[caller], self.settings.open_reviews),
            (here, self.settings.address_reviews),
        ):
            if reviews >= most:
                raise TooManyReviews(
                    mark("{most} reviews are under way from here already; wait for one of them"),
                    most=most,
                )

    # the work

    async def _run(self, job: Job) -> None:
        try:
            await self._work(job)
        except GaveUp as problem:
            log.warning("the review of %s stops: %s", job.room.id, problem)
            job.problem = Interrupted()
        except HortaError as problem:
            job.problem = problem
        except Exception:
            log.exception("the review of %s failed", job.room.id)
            job.problem = Interrupted()
        finally:
            job.task, job.stopped = None, time.monotonic()
            job.tell(job.problem)

    async def _work(self, job: Job) -> None:
        if not await self._wait_for_rules(job):
            return
        if job.steps is None:
            steps = await self._survey(job)
            if not await self._stored(job, lambda: self._store.begin(job.room.id, steps)):
                return
            job.steps = steps
            job.tell()
        for step in job.steps:
            if step not in job.found:
                if not self._is_attended(job):
                    return
                job.found[step] = await self._judge(job, step)
                job.unkept.add(step)
                job.tell()
            if step in job.unkept:
                if not await self._stored(job, self._keeping(job, job.found[step])):
                    return
                job.unkept.discard(step)

    async def _wait_for_rules(self, job: Job) -> bool:
        """Wait until the rules are compiled, if they are to be: as written they take hours."""
        while mode() != "plain" and not engine(job.room.game).compiled:
            if not self._is_attended(job):
                return False
            if job.problem is None:
                job.tell(HortaError(mark("the review begins as soon as the rules are compiled")))
            await asyncio.sleep(1)
        return True

    async def _survey(self, job: Job) -> list[int]:
        match = job.room.match
        given = {"game": match.game.id}
        told, _ = await self.workers.ask("survey", given, match.tables[:-1], job.owner)
        return [int(step) for step in told["steps"]]

    async def _judge(self, job: Job, step: int) -> Decision:
        match = job.room.match
        given = {
            "game": match.game.id,
            "players": match.players,
            "options": job.room.header["options"],
            "step": step,
            "action": match.actions[step],
            "depth": job.depth,
        }
        for left in reversed(range(ATTEMPTS)):
            try:
                told, _ = await self.workers.ask("judge", given, [match.tables[step]], job.owner)
                return read_decision(match.game, match.players, told)
            except BadFile:
                raise GaveUp("a worker told lies") from None
            except (GaveUp, Crowded):
                if not left:
                    raise
            await asyncio.sleep(FIRST_WAIT)
        raise AssertionError

    def _keeping(self, job: Job, decision: Decision) -> Write:
        return lambda: self._store.keep(job.room.id, job.room.game, decision)

    async def _stored(self, job: Job, write: Write) -> bool:
        """Write something down, however long the store is away; False if nobody waits any more."""
        wait = FIRST_WAIT
        while True:
            try:
                await write()
            except StoreAway as problem:
                job.tell(problem)
                if not self._is_attended(job):
                    return False
                await asyncio.sleep(wait)
                wait = min(2 * wait, LONGEST_WAIT)
            else:
                if job.problem is not None:
                    job.tell()
                return True


class Interrupted(HortaError):
    """A review cannot go on."""

    def __init__(self) -> None:
        super().__init__(
            mark("the review was interrupted; what was found is kept. Look again later")
        )


def check_reviewable(room: Room) -> None:
    """Refuse to judge a game that is not over, or that the rules of now cannot play."""
    if room.closed is not None:
        raise room.closed
    if not room.over:
        raise NotAllowed(mark("a game can be reviewed once it is over"))

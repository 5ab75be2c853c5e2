"""The work on reviews: a job of the house, by whichever process has it.

A process of its own looks at the decisions, at the lowest priority, so tables and bots go first.
What was found is kept in the store at once and told to all who wait. Each review has its turn of
some seconds and then gives way to the next one; one that nobody waits for any more pauses. A review
whose process is killed goes on elsewhere from what the store has.
"""

from __future__ import annotations

import asyncio
import logging
import time

from horta.core.engine import engine, mode
from horta.core.errors import BadFile, HortaError
from horta.core.game import Json
from horta.core.i18n import mark
from horta.review import Decision
from horta.review.reviewing import depth_of
from horta.review.written import read_decision, write_decision
from horta.server.contests.seal import check_open
from horta.server.database import StoreAway
from horta.server.ports.events import REVIEW
from horta.server.ports.jobs import Jobs
from horta.server.review_store import ReviewStore
from horta.server.review_waits import ReviewWaits
from horta.server.room import NoTable, NotAllowed, Room
from horta.server.rooms import Rooms
from horta.server.watchers import Crowded
from horta.server.workers import GaveUp, Workers

log = logging.getLogger("horta.server")

REVIEWS = "reviews"
"""The job of judging a match; its key is the match, so one process has it."""
TURN = 10.0
"""Seconds after which a review gives way to others, once a decision is judged."""
FIRST_WAIT, LONGEST_WAIT = 0.5, 10.0
"""Seconds between two attempts to go on, when the store or a worker is away."""
ATTEMPTS = 3
"""How often a decision is tried whose process dies over it."""
COMPILING = 1.0
"""Seconds between two looks whether the rules are compiled."""


class Interrupted(HortaError):
    """A review cannot go on."""

    def __init__(self) -> None:
        super().__init__(
            mark("the review was interrupted; what was found is kept. Look again later")
        )


class _Sitting:
    """One turn at the review of a match."""

    def __init__(self, room: Room, store: ReviewStore, waits: ReviewWaits, owner: str) -> None:
        self.room, self.store, self.waits, self.owner = room, store, waits, owner
        self.end = time.monotonic() + TURN

    async def goes_on(self) -> bool:
        """Tell whether somebody waits, and nobody else has a turn now."""
        if time.monotonic() > self.end:
            return False
        wait = await self.waits.get(self.room.id)
        return wait is not None and wait.until > time.time()


class ReviewWork:
    """Works on reviews, if this process does."""

    def __init__(self, rooms: Rooms, jobs: Jobs, workers: Workers) -> None:
        self._rooms, self._jobs, self._workers = rooms, jobs, workers
        self._settings, self._database = rooms.settings, rooms.store.database
        self._events = rooms.store.events
        self.serving: set[str] = set()
        """The matches that are being judged here."""
        if rooms.settings.review_workers:
            # Two for each process: while one is written down, another is judged.
            jobs.does(REVIEWS, self._serve, apart=2 * rooms.settings.review_workers)

    async def ask(self, match_id: str, depth: str) -> None:
        """Have the review of a match gone on with, by whoever works."""
        asked = {"table": match_id, "depth": depth}
        await self._jobs.defer(REVIEWS, asked, key=f"review {match_id} {depth}")

    async def _serve(self, asked: Json) -> None:
        """Judge decisions of a match, until all are, its turn is over, or nobody waits."""
        match_id, depth = str(asked["table"]), str(asked["depth"])
        waits = ReviewWaits(self._database, self._settings, depth)
        wait = await waits.get(match_id)
        if wait is None or wait.stopped or wait.until < time.time():
            return
        self.serving.add(match_id)
        try:
            depth_of(depth)
            room = await self._rooms.hold(match_id)
            check_reviewable(room)
            sitting = _Sitting(room, ReviewStore(self._database, depth), waits, wait.caller)
            if not await self._work(sitting):
                await self.ask(match_id, depth)
        except NoTable:
            return
        except StoreAway:
            raise  # it is tried again when it is back
        except Exception as problem:
            if await self._rooms.store.there([match_id]):  # else it was deleted meanwhile
                await self._stop(waits, match_id, problem)
        finally:
            self.serving.discard(match_id)
            self._events.tell(REVIEW, match_id)

    async def _stop(self, waits: ReviewWaits, match_id: str, problem: Exception) -> None:
        """Write down why a review does not go on."""
        if isinstance(problem, GaveUp):
            log.warning("the review of %s stops: %s", match_id, problem)
            problem = Interrupted()
        elif not isinstance(problem, HortaError):
            log.exception("the review of %s failed", match_id)
            problem = Interrupted()
        await waits.say(match_id, problem, stop=True)

    async def _work(self, sitting: _Sitting) -> bool:
        """Judge; False if it is to be gone on with later."""
        if not await self._rules_are_there(sitting):
            return False
        match_id, store = sitting.room.id, sitting.store
        known = await store.judged(match_id)
        if known is None:
            steps, judged = await self._survey(sitting), set[int]()
            await store.begin(match_id, steps)
            self._events.tell(REVIEW, match_id)
        else:
            steps, judged = known
        for step in steps:
            if step not in judged:
                if not await sitting.goes_on():
                    return False
                await self._keep(sitting, await self._judge(sitting, step))
                self._events.tell(REVIEW, match_id)
        await sitting.waits.end(match_id)
        return True

    async def _rules_are_there(self, sitting: _Sitting) -> bool:
        """Wait until the rules are compiled, if they are to be: as written they take hours."""
        told, match_id = False, sitting.room.id
        while mode() != "plain" and not engine(sitting.room.game).compiled:
            if not told:
                why = HortaError(mark("the review begins as soon as the rules are compiled"))
                await sitting.waits.say(match_id, why)
                self._events.tell(REVIEW, match_id)
                told = True
            await asyncio.sleep(COMPILING)
            if not await sitting.goes_on():
                return False
        wait = await sitting.waits.get(match_id)
        if wait is not None and wait.problem is not None:
            await sitting.waits.say(match_id, None)
        return True

    async def weigh_too(
        self, room: Room, decision: Decision, action: int, *, depth: str, owner: str
    ) -> Decision:
        """Return a decision with one more of its actions weighed, the last of its ways."""
        match = room.match
        given = {
            **_place_of(room),
            "decision": write_decision(match.game, decision),
            "action": action,
            "depth": depth,
        }
        tables = [match.tables[decision.step]]
        told, _ = await self._workers.ask("weigh_too", given, tables, owner)
        return _read(room, told)

    async def _survey(self, sitting: _Sitting) -> list[int]:
        match = sitting.room.match
        given = {"game": match.game.id}
        told, _ = await self._workers.ask("survey", given, match.tables[:-1], sitting.owner)
        return [int(step) for step in told["steps"]]

    async def _judge(self, sitting: _Sitting, step: int) -> Decision:
        match = sitting.room.match
        given = {
            **_place_of(sitting.room),
            "step": step,
            "action": match.actions[step],
            "depth": sitting.store.depth,
        }
        tables = [match.tables[step]]
        for left in reversed(range(ATTEMPTS)):
            try:
                told, _ = await self._workers.ask("judge", given, tables, sitting.owner)
                return _read(sitting.room, told)
            except (GaveUp, Crowded):
                if not left:
                    raise
            await asyncio.sleep(FIRST_WAIT)
        raise AssertionError

    async def _keep(self, sitting: _Sitting, decision: Decision) -> None:
        """Write down what was found, however long the store is away."""
        wait = FIRST_WAIT
        while True:
            try:
                await sitting.store.keep(sitting.room.id, sitting.room.game, decision)
            except StoreAway:
                await asyncio.sleep(wait)
                wait = min(2 * wait, LONGEST_WAIT)
                await self._database.reachable()
            else:
                return


def _place_of(room: Room) -> Json:
    """Return what a worker has to know of a game to stand at a table of it."""
    match = room.match
    return {"game": match.game.id, "players": match.players, "options": room.header["options"]}


def _read(room: Room, told: Json) -> Decision:
    try:
        return read_decision(room.match.game, room.match.players, told)
    except BadFile:
        raise GaveUp("a worker told lies") from None


def check_reviewable(room: Room) -> None:
    """Refuse to judge a game that is not over, or that the rules of now cannot play."""
    if room.closed is not None:
        raise room.closed
    check_open(room)
    if not room.over:
        raise NotAllowed(mark("a game can be reviewed once it is over"))

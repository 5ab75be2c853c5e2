"""Thinking: bots choose their actions, in threads, each table in its turn.

A bot plays while somebody sits or watches at its table, and pauses otherwise. A bot that crashes
is written down once and a simpler one moves in its place; one that takes too long is given up, and
thinks in a worker from then on, which can be ended. When the store is away, the move is kept and
tried again. So no table comes to a stop.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import random
import secrets
import time
from collections.abc import Callable, Hashable, Iterator
from typing import TYPE_CHECKING, TypeVar

from horta.core.errors import HortaError
from horta.core.game import Json
from horta.server.database import StoreAway
from horta.server.fair import FairQueue
from horta.server.meter import Meter
from horta.server.opponents import RANDOM, Choice, Choose, Opponent, opponent, opponents
from horta.server.ports.jobs import Jobs
from horta.server.quiet import Quiet
from horta.server.room import NoTable, Room, Stale
from horta.server.threads import Threads
from horta.server.workers import GaveUp, Workers

if TYPE_CHECKING:
    from horta.server.rooms import Rooms

T = TypeVar("T")
BOTS = "bots"
"""The job of playing for the bots of a table; its key is the table, so one process has it."""
ASK_AGAIN, ASKED = 4.0, 10.0
"""Seconds until somebody asks again for a bot to move, and for how long one who was asked plays."""

FIRST_WAIT, LONGEST_WAIT = 0.25, 10.0
"""Seconds between two attempts to have a move stored."""
MOST_SEATED = 16
"""Bots that remember their match; a tree of the strongest takes up to 15 MB."""
CRASHES = 600.0
"""Seconds until the same crash of the same bot is written down again."""


class Thinking:
    """The bots of all tables."""

    def __init__(
        self,
        rooms: Rooms,
        jobs: Jobs,
        workers: Workers,
        meter: Meter | None = None,
    ) -> None:
        self.settings = settings = rooms.settings
        self._meter = meter or Meter()
        self._workers = workers
        self._rooms, self._jobs = rooms, jobs
        self._store_reachable = rooms.store.database.reachable
        jobs.does(BOTS, self._serve)
        self._threads = Threads(settings.bot_seconds)
        self._seated: dict[tuple[str, int, str], Choose] = {}
        """Bots with what they remember of their match, the longest idle first."""
        self._benched: dict[tuple[str, str], float] = {}
        """Until when a bot is not asked, since it went past the limits of a worker too."""
        self._queue = FairQueue(settings.bot_threads)
        self._quiet = Quiet(CRASHES)
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    @property
    def waiting(self) -> int:
        """How many wait for their turn to think."""
        return len(self._queue)

    def close(self) -> None:
        """Stop all bots; nobody thinks any more."""
        self._closed = True
        for task in self._tasks:
            task.cancel()

    async def ask(self, owner: str, what: Hashable, work: Callable[[], T]) -> T:
        """Think something out in a thread, when the owner's turn has come; see `Threads.run`."""
        async with self._queue.place(owner):
            return await self._threads.run(what, work)

    def is_hanging(self, what: Hashable) -> bool:
        """Tell whether this was given up in a thread: then it belongs into a worker."""
        return self._threads.is_hanging(what)

    def nudge(self, room: Room) -> None:
        """Let a bot think if it is its turn and somebody is there."""
        if room.thinking is None and not self._closed and self._has_to_think(room):
            task = asyncio.create_task(self._ask(room), name=f"bots at {room.id}")
            room.thinking = task
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def _has_to_think(self, room: Room) -> bool:
        seat = room.to_act
        if seat is None or not room.seats[seat].bot or room.stuck == room.step:
            return False
        return self._is_attended(room)

    def _is_attended(self, room: Room) -> bool:
        return self._attention(room) > 0

    def _attention(self, room: Room) -> float:
        """Return for how many seconds somebody will be there, as far as it is known here.

        A tournament goes on whether somebody looks or not.
        """
        if room.watchers or room.house_rules.contest:
            return ASKED
        return min(ASKED, self.settings.attention - (time.monotonic() - room.looked))

    async def _ask(self, room: Room) -> None:
        """Ask for the moves of bots until a person has to act, or nobody is there.

        It is asked again and again: whoever thinks goes on as long as they hear of it.
        """
        try:
            while self._has_to_think(room):
                try:
                    asked = {"table": room.id, "until": time.time() + self._attention(room)}
                    await self._jobs.defer(BOTS, asked, key=f"bots {room.id}")
                except StoreAway:
                    await asyncio.sleep(FIRST_WAIT)
                    await self._store_reachable()
                    continue
                await self._wait(room, time.monotonic() + ASK_AGAIN)
        finally:
            room.thinking = None

    async def _wait(self, room: Room, until: float) -> None:
        """Wait until no bot has to think any more, or it is time to ask again."""
        while self._has_to_think(room) and (left := until - time.monotonic()) > 0:
            room.moved.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(room.moved.wait(), left)

    async def _serve(self, asked: Json) -> None:
        """Play for the bots of a table until a person has to act, or nobody asks any more."""
        try:
            room = await self._rooms.hold(str(asked["table"]))
        except NoTable:
            return
        # Whoever asks may look in another process.
        left = min(ASKED, asked["until"] - time.time())
        room.looked = max(room.looked, time.monotonic() - self.settings.attention + left)
        task = asyncio.current_task()
        if room.thinking is None:
            room.thinking = task
        try:
            while self._has_to_think(room):
                await self._turn(room)
        except NothingLeft:
            room.stuck = room.step
            room.moved.set()  # who asks need not ask again
            self._quiet.error(
                ("stuck", room.id), "no action at the table %s can be carried out", room.id
            )
        finally:
            if room.thinking is task:
                room.thinking = None

    async def _turn(self, room: Room) -> None:
        """Make one move, however long the store is away."""
        seat, step = room.to_act, room.step
        assert seat is not None
        bot, started = room.seats[seat].bot, time.monotonic()
        wait, action = FIRST_WAIT, None
        barred: set[int] = set()
        while (room.to_act, room.step, room.seats[seat].bot) == (seat, step, bot):
            if action is None:
                action = await self._choose(room, seat, barred)
                if action is None:
                    return
                pause = self.settings.bot_pause - (time.monotonic() - started)
                if pause > 0:
                    await asyncio.sleep(pause)
                continue  # the host may have given the seat to a person meanwhile
            try:
                await self._rooms.play(room, seat, step, action)
            except (Stale, StoreAway):
                if room.step != step:
                    return  # another process was faster
                await asyncio.sleep(wait)
                wait = min(2 * wait, LONGEST_WAIT)
                await self._store_reachable()
            except Exception:
                self._quiet.error(
                    ("play", room.game.id), "a bot's action at %s failed", room.id, trace=True
                )
                barred.add(action)
                action = None

    async def _choose(self, room: Room, seat: int, barred: set[int]) -> int | None:
        """Return an action for a bot's seat; None if nobody is there any more."""
        legal = [action for action in room.match.legal if action not in barred]
        if not legal:
            raise NothingLeft
        if len(legal) == 1:
            return legal[0]
        seen = room.match.redacted(seat)
        named = room.seats[seat].bot
        for bot in self._bots_at_hand(room, seat):
            asked = Choice(room.game, room.match.players, seen, seat, legal, secrets.randbits(60))
            try:
                async with self._queue.place(room.owner):
                    if not self._is_attended(room):
                        return None
                    with self._meter.thinking.labels(room.game.id, bot.spec).time():
                        action = await self._thought(room, bot, asked)
            except Exception as problem:
                self._crashed(room, bot.spec, type(problem).__name__)
                action = -1
            if action in legal:
                room.failing[seat] = "" if bot.spec == named else named
                return action
            if action >= 0:
                self._crashed(room, bot.spec, "")
        room.failing[seat] = named
        return random.choice(legal)

    async def _thought(self, room: Room, bot: Opponent, asked: Choice) -> int:
        """Let a bot think: here, or in a worker if it may hang."""
        who = (room.game.id, bot.spec)
        if not room.from_outside and not self._threads.is_hanging(who):
            return await self._sitting(room, bot, asked)
        try:
            return await self._elsewhere(room, bot, asked)
        except GaveUp:
            if not room.from_outside:
                self._benched[who] = time.monotonic() + CRASHES
            raise

    async def _sitting(self, room: Room, bot: Opponent, asked: Choice) -> int:
        """Let the bot think that has sat there from the start: it goes on from what it knows."""
        place = (room.id, asked.seat, bot.spec)
        chooser = self._seated.pop(place, None) or bot.sit()
        who = (room.game.id, bot.spec)
        action = int(await self._threads.run(who, functools.partial(chooser, asked)))
        # Whoever fails or hangs is not asked again: somebody new sits down in that seat.
        self._seated[place] = chooser
        if len(self._seated) > MOST_SEATED:
            del self._seated[next(iter(self._seated))]
        return action

    async def _elsewhere(self, room: Room, bot: Opponent, asked: Choice) -> int:
        # Thousands of tables that nobody has tried follow from one that came from outside.
        given = {
            "game": room.game.id,
            "bot": bot.spec,
            "players": asked.players,
            "seat": asked.seat,
            "legal": asked.legal,
            "seed": asked.seed,
        }
        told, _ = await self._workers.ask("choose", given, [asked.seen.tobytes()], room.owner)
        return int(told["action"])

    def _bots_at_hand(self, room: Room, seat: int) -> Iterator[Opponent]:
        """Return the bot of a seat, and who moves in its place should it fail."""
        named = room.seats[seat].bot
        found = []
        try:
            found.append(opponent(room.game, named))
        except HortaError:  # it was taken away since the table was put up
            self._crashed(room, named, "")
        simplest = opponents(room.game)[0]
        if simplest.spec != named:
            found.append(simplest)
        now = time.monotonic()
        for bot in found:
            if self._benched.get((room.game.id, bot.spec), now) <= now:
                yield bot
        yield RANDOM

    def _crashed(self, room: Room, bot: str, how: str) -> None:
        self._quiet.error(
            ("crash", room.game.id, bot, how),
            "the bot %s of %s failed at the table %s; a simpler one moves in its place",
            bot,
            room.game.id,
            room.id,
            trace=bool(how),
        )


class NothingLeft(Exception):
    """Every legal action of a table has failed."""

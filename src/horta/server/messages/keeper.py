"""The keeper of the messages: sees whose turn has begun, and tells those who are not looking.

A look is a job that can be done by anybody, at any time and twice: it reads from the store at which
tables somebody acted since the last look, writes a row for everyone who wants to hear of it, and
sends the rows whose time has come. What a process that died had seen or begun, the next look finds.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import Sequence

from horta.core.errors import HortaError
from horta.core.game import Json
from horta.server.database import StoreAway
from horta.server.messages.choices import DIGEST, OFF, Choices
from horta.server.messages.outbox import Outbox, Waiting
from horta.server.messages.senders import Given, Senders
from horta.server.messages.told import Turn, turn_at
from horta.server.messages.ways import MAIL, Ways
from horta.server.people.house import People
from horta.server.people.store import Clock, Person
from horta.server.ports.jobs import Jobs
from horta.server.quiet import Quiet
from horta.server.room import NoTable, Room
from horta.server.rooms import Rooms

JOB = "messages"
EVERY = 5.0
"""Seconds between two looks."""
MARGIN = 120.0
"""Seconds by which what was written late, or by another machine's clock, is not missed."""
SAW_EVERY = 30.0
"""How exactly it is written down how far we have seen."""
MOST_KNOWN = 10_000
SENT_AT_ONCE = 8
TIDY_EVERY = 3600.0
WAITS = (60.0, 300.0, 1800.0, 7200.0, 6 * 3600.0)
"""Seconds after each try that failed; then a message is given up."""


class Messages:
    """Tells players of their turns."""

    def __init__(
        self, rooms: Rooms, people: People | None, jobs: Jobs, keys: tuple[str, ...], now: Clock
    ) -> None:
        self._rooms, self._people, self._now = rooms, people, now
        self._settings, database = rooms.settings, rooms.store.database
        self._database = database
        self.ways, self.outbox = Ways(database, now), Outbox(database)
        mailer = None if people is None else people.mailer
        self.senders = Senders(self._settings, keys, self.ways, mailer, now)
        self._base = self._settings.address.rstrip("/")
        self._known: OrderedDict[str, float] = OrderedDict()
        self._saw = self._tidied = float("-inf")
        self._quiet = Quiet()
        self._looking = asyncio.Lock()
        self._few = asyncio.Semaphore(SENT_AT_ONCE)
        jobs.does(JOB, self._work, every=EVERY)
        self._task = asyncio.create_task(self._keep_looking(), name="horta messages held")

    async def close(self) -> None:
        """Stop looking who looks, and let what is under way go out."""
        self._task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._task
        await self.senders.close()

    async def _work(self, _: Json) -> None:
        await self.look()

    async def look(self) -> None:
        """Do all that is to be done now; whoever asks waits for a look under way."""
        async with self._looking:
            await self._see()
            await self.hold()
            await self._send()
            if self._now() - self._tidied > TIDY_EVERY:
                self._tidied = self._now()
                await self.ways.tidy()

    # whose turn has begun

    async def _see(self) -> None:
        now = self._now()
        since = await self.outbox.seen(now) - MARGIN
        for match_id, touched in await self.outbox.moved(since, self.ways.wanted()):
            if self._known.get(match_id) == touched:
                continue
            try:
                await self._write_down(match_id)
            except StoreAway:
                raise
            except Exception:  # one table must not keep the messages of all others back
                self._quiet.error("seen", "a turn could not be looked at", trace=True)
            self._known[match_id] = touched
            self._known.move_to_end(match_id)
        while len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)
        if now - self._saw > SAW_EVERY:
            await self.outbox.saw(now)
            self._saw = now

    async def _write_down(self, match_id: str) -> None:
        """Write a row for everyone who wants to hear of the turn that a table is at."""
        room = await self._room(match_id)
        seat = None if room is None else room.to_act
        if room is None or seat is None or room.seats[seat].bot or room.closed:
            await self.outbox.no_turn(match_id)
            return
        turn, rows = turn_of(room, seat), []
        listeners = await self.ways.listeners(room.id, seat, room.seats[seat].epoch)
        if turn and listeners:  # whoever has just acted on another seat is there already
            before = room.entries[turn - 1].seat
            epoch = room.seats[before].epoch
            there = set(await self.ways.listeners(room.id, before, epoch))
            listeners = [one for one in listeners if one not in there]
        began = room.entries[turn - 1].at if turn else room.made
        for one in listeners:
            choices = await self._choices(one.person)
            later = began + self._settings.messages_seconds
            is_digest = one.way == MAIL and choices.mail == DIGEST
            due = choices.mail_due(began) if is_digest else choices.awake(later)
            rows.append(Waiting(one.way, one.target, room.id, seat, turn, one.person, due))
        await self.outbox.turn(room.id, seat, turn, rows)

    async def _choices(self, person: str | None) -> Choices:
        return Choices() if person is None else await self.ways.choices(person)

    async def _room(self, match_id: str) -> Room | None:
        """Return a table as it stands; None if its game cannot be played here now."""
        try:
            room = await self._rooms.get(match_id)
            await self._rooms.catch_up(room)
        except (StoreAway, NoTable) as problem:
            if isinstance(problem, StoreAway):
                raise
            return None
        except HortaError:
            return None
        return room

    # who is looking

    async def _keep_looking(self) -> None:
        while True:
            try:
                await self.hold()
            except StoreAway:
                await self._database.reachable()
            except Exception:
                self._quiet.error("held", "messages could not be held back", trace=True)
            await asyncio.sleep(EVERY)

    async def hold(self) -> None:
        """Put off what waits for players who are looking now, by what this process knows.

        Each process does this for its own visitors, well before anybody would send it.
        """
        waiting = await self.outbox.soon(self._now() + 4 * EVERY)
        looking = {
            (room.id, seat)
            for room in self._rooms
            if len(room.watchers)
            for seat in room.watchers.seats()
        }
        seats = sorted({(one.match_id, one.seat) for one in waiting} & looking)
        if seats:
            await self.outbox.hold(seats, self._now() + self._settings.messages_seconds)

    # sending

    async def _send(self) -> None:
        due = await self.outbox.due(self._now())
        # What goes to one target goes one after the other: a daily letter is about all of it.
        by_target: dict[tuple[str, str], list[Waiting]] = {}
        for one in due:
            by_target.setdefault((one.way, one.target), []).append(one)

        async def in_turn(rows: Sequence[Waiting]) -> None:
            async with self._few:
                for row in rows:
                    await self._send_one(row)

        done = await asyncio.gather(*map(in_turn, by_target.values()), return_exceptions=True)
        for problem in done:
            if isinstance(problem, StoreAway):
                raise problem
            if isinstance(problem, BaseException):
                self._quiet.error(("send", type(problem)), "a message failed: %r", problem)

    async def _send_one(self, row: Waiting) -> None:
        """Send a message, with whatever else a daily letter is about."""
        person, choices = await self._person(row.person), await self._choices(row.person)
        if row.person is not None and (
            person is None or (row.way == MAIL and (choices.mail == OFF or person.mail is None))
        ):
            await self.outbox.drop(row)
            return
        now = self._now()
        awake = choices.awake(now)
        if awake > now:
            await self.outbox.put_off([row], awake)
            return
        rows = [row]
        if row.way == MAIL and choices.mail == DIGEST:
            rows = await self.outbox.mails(row.target, now)
        mine = await self.outbox.claim(rows, now)
        told: list[tuple[Waiting, Turn]] = []
        lang = await self.senders.language(row, person)
        for one in mine:
            turn = await self._turn(one, lang)
            if turn is None:
                await self.outbox.drop(one)
            else:
                told.append((one, turn))
        if told:
            sent = await self.senders.send(row, person, lang, [turn for _, turn in told])
            await self._settle([one for one, _ in told], sent)

    async def _person(self, person: str | None) -> Person | None:
        if person is None or self._people is None:
            return None
        return await self._people.persons.find(person)

    async def _turn(self, row: Waiting, lang: str) -> Turn | None:
        """Return what a message tells; None if the turn is over, or the seat no longer theirs."""
        room = await self._room(row.match_id)
        if room is None or room.closed or room.to_act != row.seat or room.seats[row.seat].bot:
            return None
        if turn_of(room, row.seat) != row.turn:
            return None
        listeners = await self.ways.listeners(room.id, row.seat, room.seats[row.seat].epoch)
        if not any((one.way, one.target) == (row.way, row.target) for one in listeners):
            return None
        return turn_at(room, row.seat, lang, self._base)

    async def _settle(self, rows: Sequence[Waiting], sent: Given) -> None:
        """Write down how sending went."""
        tries = max(row.tries for row in rows)
        if sent.again and tries < len(WAITS):
            wait = max(WAITS[tries], sent.wait)
            await self.outbox.put_off(rows, self._now() + wait, tried=True)
            return
        if sent.why:
            way = rows[0].way
            self._quiet.error((way, sent.why), "a message by %s was given up (%s)", way, sent.why)
        await self.outbox.finish(rows)


def turn_of(room: Room, seat: int) -> int:
    """Return the step after which the turn of a seat began: the last that another seat has done."""
    for entry in reversed(room.entries):
        if entry.seat != seat:
            return entry.step
    return 0

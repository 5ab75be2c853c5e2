"""The keeper of the clocks: looks at tables when their time may be up, and does what was agreed.

A row of the store says when a table is to be looked at next. No turn can be up sooner than the
time of a turn from now, so a look each so often is enough, and an action writes nothing. To look
is a job: of several processes one has it, and what it does is the same if it is done twice.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

from sqlalchemy import delete, select, update
from sqlalchemy.dialects.postgresql import insert as insert_postgresql
from sqlalchemy.dialects.sqlite import insert as insert_sqlite

from horta.core.errors import HortaError
from horta.core.game import Json
from horta.core.i18n import mark
from horta.server import happenings, seating
from horta.server.clocks.clock import (
    BACK,
    OFF,
    STILL,
    UP,
    Clock,
    Event,
    off_left,
    read_clock,
    reserves,
)
from horta.server.clocks.pace import BOT, Pace
from horta.server.database import StoreAway
from horta.server.opponents import opponents
from horta.server.people.store import Clock as Time
from horta.server.ports.jobs import Jobs
from horta.server.room import NoTable, NotAllowed, Room
from horta.server.rooms import Rooms
from horta.server.rows import ClockEventRow, ClockRow

EVERY = 5.0
"""Seconds between two looks at what is due."""
AT_ONCE, ALONE = 1000, 50
"""Tables of one look; of so many one process takes care itself, the others are jobs for all."""
CLOCKS, CLOCK = "clocks", "clock"
LEASE = 60.0
"""Seconds after which a look that nobody has finished is done again."""
EVENT = (ClockEventRow.seat, ClockEventRow.kind, ClockEventRow.since, ClockEventRow.until)


class Clocks:
    """The clocks of all tables."""

    def __init__(self, rooms: Rooms, now: Time, jobs: Jobs) -> None:
        self._rooms, self._database, self._now = rooms, rooms.store.database, now
        self._jobs = jobs
        self._looking = asyncio.Lock()
        jobs.does(CLOCKS, lambda _: self.look(), every=EVERY)
        jobs.does(CLOCK, self._one)

    # what is known

    async def events(self, room: Room) -> list[Event]:
        """Return what is known of a table's time besides its transcript."""
        asked = select(*EVENT).where(ClockEventRow.match_id == room.id).order_by(EVENT[2])
        async with self._database.connect() as connection:
            return [Event(*row) for row in await connection.execute(asked)]

    async def clock(self, room: Room) -> Clock | None:
        """Return the clock of the person who has to act; bots have none."""
        seat = room.to_act
        if not room.house_rules.pace or seat is None or room.seats[seat].bot or room.closed:
            return None
        pace, events = Pace.read(room.house_rules.pace), await self.events(room)
        begun = room.made if room.house_rules.contest else None
        return read_clock(
            *(pace, room.match.players, room.entries, events),
            to_act=seat,
            now=self._now(),
            begun=begun,
        )

    async def reserves(self, room: Room) -> list[float]:
        """Return what every seat has in reserve."""
        pace, events = Pace.read(room.house_rules.pace), await self.events(room)
        return reserves(pace, room.match.players, room.entries, events, room.to_act)

    async def off_left(self, room: Room, seat: int) -> float:
        """Return how much time off a seat can still take."""
        return off_left(Pace.read(room.house_rules.pace), seat, await self.events(room))

    # what players do

    async def take_off(self, room: Room, seat: int, seconds: float) -> None:
        """Let a seat's clock stand still for a while, from now on."""
        events, now = await self.events(room), self._now()
        if any(one.kind == OFF and one.seat == seat and one.until > now for one in events):
            raise NotAllowed(mark("you have time off already"))
        if seconds > off_left(Pace.read(room.house_rules.pace), seat, events):
            raise NotAllowed(mark("you do not have so much time off left"))
        await self._note(room, Event(seat, OFF, now, now + seconds))

    async def end_off(self, room: Room, seat: int) -> None:
        """Let a seat's clock run again; what is left of its time off is kept."""
        now = self._now()
        which = (
            ClockEventRow.match_id == room.id,
            ClockEventRow.seat == seat,
            ClockEventRow.kind == OFF,
            ClockEventRow.until > now,
        )
        async with self._database.begin() as connection:
            await connection.execute(update(ClockEventRow).where(*which).values(until=now))
            await self._next(connection, room.id, now)

    async def come_back(self, room: Room, seat: int, held: int) -> None:
        """Let a player go on in whose place a bot has played since the time was up."""
        events = await self.events(room)
        up = any((one.seat, one.kind) == (seat, UP) for one in events)
        if not up or Pace.read(room.house_rules.pace).then != BOT:
            raise NotAllowed(mark("this seat cannot be taken back"))
        await self._note(room, Event(seat, BACK, self._now(), self._now()))
        back = room.happening(happenings.BACK, seat, self._now())
        await seating.change(self._rooms, room, seat, held, bot="", happened=back)

    async def stand_still(self, room: Room, seat: int, since: float, until: float) -> None:
        """Let a span of time count for nothing in a turn that a seat takes up again."""
        await self._note(room, Event(seat, STILL, since, until))

    async def _note(self, room: Room, event: Event) -> None:
        """Write something down, and have the table looked at."""
        insert: Any = insert_sqlite if self._database.is_sqlite else insert_postgresql
        row = insert(ClockEventRow).values({"match_id": room.id, **vars(event)})
        noted = row.on_conflict_do_nothing()
        if event.kind == STILL:  # who was to take something back may have died before that
            key = ("match_id", "seat", "kind", "since")
            longer = {"until": row.excluded.until}
            noted = row.on_conflict_do_update(index_elements=key, set_=longer)
        async with self._database.begin() as connection:
            await connection.execute(noted)
            known = insert(ClockRow).values(match_id=room.id, look=self._now())
            await connection.execute(known.on_conflict_do_nothing())
            await self._next(connection, room.id, self._now())

    async def _next(self, connection: Any, match_id: str, look: float) -> None:
        which = ClockRow.match_id == match_id
        await connection.execute(update(ClockRow).where(which).values(look=look))

    # what is due

    async def look(self) -> None:
        """Look at every table whose time may be up; whoever asks waits for a look under way."""
        async with self._looking:
            await self._look()

    async def _look(self) -> None:
        now = self._now()
        async with self._database.connect() as connection:
            asked = select(ClockRow.match_id, ClockRow.look).where(ClockRow.look <= now)
            due = list(await connection.execute(asked.order_by(ClockRow.look).limit(AT_ONCE)))
        for number, (match_id, look) in enumerate(due):
            mine = (ClockRow.match_id == match_id, ClockRow.look == look)
            async with self._database.begin() as connection:
                claimed = update(ClockRow).where(*mine).values(look=now + LEASE)
                if not (await connection.execute(claimed)).rowcount:
                    continue
            if number < ALONE:
                await self._one({"table": match_id})
            else:
                await self._jobs.defer(CLOCK, {"table": match_id}, key=f"clock {match_id}")

    async def _one(self, asked: Json) -> None:
        """Look at one table, and write down when to look again."""
        match_id = str(asked["table"])
        later = await self._look_at(match_id)
        async with self._database.begin() as connection:
            if later is None:
                await connection.execute(delete(ClockRow).where(ClockRow.match_id == match_id))
            else:
                await self._next(connection, match_id, later)

    async def _look_at(self, match_id: str) -> float | None:
        """Do what is due at a table; return when to look again, or None if nothing can be due."""
        try:
            room = await self._rooms.hold(match_id)
            await self._rooms.catch_up(room)
        except (StoreAway, NoTable) as problem:
            if isinstance(problem, StoreAway):
                raise
            return None
        except HortaError:  # a game that cannot be played here now
            return self._now() + 3600
        if room.over or room.closed or all(seat.bot for seat in room.seats):
            return None
        clock, now = await self.clock(room), self._now()
        if clock is None:
            return now + Pace.read(room.house_rules.pace).turn
        if clock.due > now:
            return min(clock.due, now + Pace.read(room.house_rules.pace).turn)
        await self._time_up(room, clock)
        return self._now()

    async def _time_up(self, room: Room, clock: Clock) -> None:
        """Give the seat to a bot, as everybody was told before."""
        pace, held, step = Pace.read(room.house_rules.pace), room.seats[clock.seat].epoch, room.step
        # First of all that it was up: who is put out by a process that dies can come back.
        await self._note(room, Event(clock.seat, UP, clock.due, clock.due))
        if room.step != step:  # something was played at the last moment, and stands
            await self._forget_up(room, clock)
            return
        kind = happenings.UP if pace.then == BOT else happenings.OUT
        changes: dict[str, Any] = {"bot": opponents(room.game)[0].spec}
        changes["happened"] = room.happening(kind, clock.seat, clock.due)
        if pace.then != BOT:
            changes |= {"fresh": True, "joined": False, "key": "", **seating.AGREED_TO_NOTHING}
        with contextlib.suppress(NotAllowed):  # the host has changed the seat meanwhile
            await seating.change(self._rooms, room, clock.seat, held, **changes)

    async def put_out(self, room: Room, seat: int) -> None:
        """Have a bot play a seat to the end, as if its time were up by that rule."""
        now, held = self._now(), room.seats[seat].epoch
        await self._note(room, Event(seat, UP, now, now))
        changes: dict[str, Any] = {"bot": opponents(room.game)[0].spec}
        changes["happened"] = room.happening(happenings.OUT, seat, now)
        changes |= {"fresh": True, "joined": False, "key": "", **seating.AGREED_TO_NOTHING}
        await seating.change(self._rooms, room, seat, held, **changes)

    async def _forget_up(self, room: Room, clock: Clock) -> None:
        which = (
            ClockEventRow.match_id == room.id,
            ClockEventRow.seat == clock.seat,
            ClockEventRow.kind == UP,
            ClockEventRow.since == clock.due,
        )
        async with self._database.begin() as connection:
            await connection.execute(delete(ClockEventRow).where(*which))

"""The director: begins rounds, seats people, and ends rounds, until a tournament is over.

`advance` does whatever is due now, by conditional updates: it may be called at any time, by any
process, twice at once, and after a process was killed in the middle of it. A job calls it when a
table has ended, and every few seconds for all tournaments that are under way.
"""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import replace
from typing import TYPE_CHECKING

from horta.core.errors import HortaError
from horta.core.game import Json
from horta.core.i18n import mark
from horta.server.clocks.pace import HOUR
from horta.server.contests.pairing import SWISS, Past, pair, rounds_needed
from horta.server.contests.scoring import standings
from horta.server.contests.store import (
    OFF,
    OPEN,
    OVER,
    RUNNING,
    Contest,
    ContestStore,
    Entrant,
    NotNow,
    TableOf,
)
from horta.server.people.store import Clock
from horta.server.room import DRAWN, HouseRules, Room
from horta.server.seats import Seat
from horta.server.tokens import Claim
from horta.server.trouble import StoreFault

if TYPE_CHECKING:
    from horta.server.house import House

JOB, EVERY = "contests", 10.0
"""Looks at every tournament that is under way, every so many seconds."""
ONE = "contest"
"""Looks at one of them."""


class Contests:
    """The tournaments of a house, and who runs them."""

    def __init__(self, house: House, now: Clock) -> None:
        self._house, self.now = house, now
        self.store = ContestStore(house.store.database, house.settings.entrants)
        house.jobs.does(JOB, self._look, every=EVERY)
        house.jobs.does(ONE, self._look_at)
        house.rooms.on_end.append(self.ended)

    async def ended(self, room: Room) -> None:
        """Have a tournament looked at, one of whose tables is over."""
        if room.house_rules.contest:
            await self._ask(room.house_rules.contest)

    async def _ask(self, contest: str) -> None:
        await self._house.jobs.defer(ONE, {"contest": contest}, key=f"{ONE} {contest}")

    async def _look(self, _: Json) -> None:
        for contest in await self.store.under_way():  # each by itself: none waits for another
            await self._ask(contest)

    async def _look_at(self, args: Json) -> None:
        await self.advance(str(args["contest"]))

    # what is due

    async def advance(self, contest_id: str) -> None:
        """Do whatever is due for a tournament now."""
        contest = await self.store.find(contest_id)
        if contest.state == OPEN:
            if contest.host is None:  # its host has left the house
                await self.call_off(contest)
            elif contest.begins is not None and contest.begins <= self.now():
                with contextlib.suppress(NotNow):  # too few have come: it waits
                    await self.begin(contest)
            return
        if contest.state != RUNNING:
            return
        if contest.round == 0:
            await self._next_round(contest)
            return
        tables = await self._play_round(contest)
        if all(table.result is not None for table in tables):
            await self.store.end_round(contest.id, contest.round, self.now())
            await self._next_round(contest)

    async def begin(self, contest: Contest) -> None:
        """Begin: nobody enters any more, and the first round is dealt."""
        playing = [one for one in await self.store.entrants(contest.id) if one.plays]
        fill = -len(playing) % contest.players if contest.bot else 0
        if len(playing) + fill < max(2, contest.players) or not any(one.person for one in playing):
            raise NotNow(
                mark("a tournament begins with a full table at least, and one person"),
            )
        rounds = contest.rounds or rounds_needed(
            len(playing) + fill, contest.players, contest.system
        )
        if not await self.store.change(contest.id, OPEN, state=RUNNING, rounds=rounds):
            raise NotNow(mark("this tournament has begun already"))
        await self.advance(contest.id)

    async def call_off(self, contest: Contest) -> None:
        """Call a tournament off that has not begun."""
        if not await self.store.change(contest.id, OPEN, state=OFF, ended=self.now()):
            raise NotNow(mark("this tournament has begun already"))

    async def withdraw(self, contest: Contest, number: int) -> None:
        """Let an entrant play no further round; a bot plays the one under way to its end."""
        await self.store.leave(contest.id, number)
        if contest.state == RUNNING:
            for table in await self.store.tables(contest.id, contest.round):
                if table.result is None and number in table.seats:
                    room = await self._room(table.id)
                    if room is not None:
                        await self._put_out(room, table.seats.index(number))

    # rounds

    async def _next_round(self, contest: Contest) -> None:
        number = contest.round + 1
        entrants = await self.store.entrants(contest.id)
        playing = [one.number for one in entrants if one.plays]
        persons = [one for one in entrants if one.plays and one.person]
        fill = -len(playing) % contest.players if contest.bot else 0
        if number > contest.rounds or len(playing) + fill < contest.players or not persons:
            await self.store.change(contest.id, RUNNING, state=OVER, ended=self.now())
            return
        last = max(one.number for one in entrants)
        bots = list(range(last + 1, last + 1 + fill))
        past, rounds = Past(), await self.store.past(contest.id)
        for one in rounds:
            past.add([table.seats for table in one.tables], one.byes)
        if contest.system == SWISS and rounds:
            order = [one.entrant for one in standings([*playing, *bots], rounds)]
        else:
            order = [*playing, *bots]
        companies, byes = await asyncio.to_thread(
            pair, order, contest.players, contest.system, past
        )
        await self.store.plan(contest, number, companies, byes, bots=bots, now=self.now())
        await self._play_round(replace(contest, round=number))

    async def _play_round(self, contest: Contest) -> list[TableOf]:
        """Have all tables of the round played: set what is not there yet, and see what is over."""
        await self.store.gather(contest.id)
        tables = await self.store.tables(contest.id, contest.round)
        (round_,) = [
            one for one in await self.store.rounds(contest.id) if one.number == contest.round
        ]
        entrants = {one.number: one for one in await self.store.entrants(contest.id)}
        late = contest.hours and self.now() >= round_.begun + contest.hours * HOUR
        for table in tables:
            if table.result is not None:
                continue
            room = await self._room(table.id)
            if room is None:
                room = await self._set(contest, table, round_.seed, entrants)
            await self._seat_persons(room, table, entrants)
            if late:
                for seat, one in enumerate(room.seats):
                    if not one.bot:
                        await self._put_out(room, seat)
        return tables

    async def _room(self, table: str) -> Room | None:
        """Return a table of a round; to ask for it lets its bots play on."""
        found = await self._house.store.there([table])
        return await self._house.rooms.get(table) if found else None

    async def _set(
        self, contest: Contest, table: TableOf, seed: str, entrants: dict[int, Entrant]
    ) -> Room:
        """Set a table of a round, with the deal of the round; it may be there already."""
        from horta.server.new_tables import deal  # it knows the house, which knows this module

        match = await deal(
            self._house,
            contest.game,
            contest.players,
            seed,
            components={},
            options=contest.options,
            known=True,
        )
        seats = [
            Seat(one.name, one.bot, epoch=0 if one.bot else 1, joined=True)
            for one in (entrants[number] for number in table.seats)
        ]
        rules = HouseRules(
            pace=contest.pace,
            rated=contest.rated and self._house.ratings is not None,
            contest=contest.id,
        )
        try:
            return await self._house.rooms.make(
                match, seats, rules, about={"dealt": DRAWN}, table_id=table.id
            )
        except StoreFault:  # another process was faster
            return await self._house.rooms.get(table.id)

    async def _seat_persons(self, room: Room, table: TableOf, entrants: dict[int, Entrant]) -> None:
        """Give everybody the key of their seat; who has left the house is played for by a bot."""
        people = self._house.people
        assert people is not None  # there are no tournaments without persons
        for seat, number in enumerate(table.seats):
            one, now = entrants[number], room.seats[seat]
            if one.bot or now.bot:
                continue
            if one.person is None or one.left:
                await self._put_out(room, seat)
            elif not await people.holdings.of(one.person, room.id):
                await people.holdings.hold(one.person, [Claim(room.id, seat, now.epoch)])

    async def _put_out(self, room: Room, seat: int) -> None:
        clocks = self._house.clocks
        assert clocks is not None  # nor without clocks
        with contextlib.suppress(HortaError):
            await clocks.put_out(room, seat)

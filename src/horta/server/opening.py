"""Opening the house: all that serves visitors and does the work, and its end in good order."""

from __future__ import annotations

import asyncio
import contextlib
import functools
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from horta.server.callers import Callers
from horta.server.chat.talk import Talk
from horta.server.clocks.keeper import Clocks
from horta.server.contests.director import Contests
from horta.server.database import StoreAway
from horta.server.explorer import Explorer
from horta.server.house import House, games
from horta.server.house_games import HouseGames
from horta.server.keys import keys_of
from horta.server.lab_runs import LabRuns
from horta.server.lobby.listing import Listing
from horta.server.lobby.presence import Presence
from horta.server.messages.keeper import Messages
from horta.server.meter import Meter
from horta.server.owned import read_owned
from horta.server.people import leaving
from horta.server.people.house import People
from horta.server.people.store import Clock
from horta.server.plans.keeper import Plans
from horta.server.ports.queue import jobs_over
from horta.server.quotas import Quotas
from horta.server.ratings.book import Ratings
from horta.server.retention import Retention
from horta.server.review_jobs import Reviews
from horta.server.rooms import Rooms
from horta.server.settings import Settings
from horta.server.store import Store
from horta.server.tokens import Tokens
from horta.server.workers import Workers

LATER = 0.25
"""Seconds between two attempts to open a house whose store is away."""


class Opening:
    """What a house is made of before its store can be reached."""

    def __init__(self, settings: Settings, store: Store, clock: Clock, meter: Meter) -> None:
        self._settings, self._store, self._clock, self._meter = settings, store, clock, meter
        self._owned, self._explorer = read_owned(settings.components), Explorer(settings.corpus)
        self._workers = Workers(settings)
        self._workers.warm_up()
        self._lab = LabRuns(settings, store.database)
        self._jobs = jobs_over(store.database, settings, clock)

    async def house(self) -> House:
        """Make the house; `StoreAway` if the store cannot be reached now."""
        settings, store, clock = self._settings, self._store, self._clock
        keys = await keys_of(settings, store)
        rooms = Rooms(store, self._workers, settings, jobs=self._jobs, meter=self._meter, now=clock)
        reviews = Reviews(rooms, self._jobs)
        people = People(store, keys, settings, clock) if settings.persons else None
        made = House(
            settings,
            store,
            self._workers,
            rooms,
            Tokens(*keys),
            games(),
            Callers(*keys),
            Quotas(store, settings),
            reviews,
            self._owned,
            self._explorer,
            HouseGames(rooms),
            self._lab,
            store.events,
            self._jobs,
            Retention(rooms, reviews, clock, self._jobs),
            Plans(rooms, self._jobs, clock),
            people,
            Clocks(rooms, clock, self._jobs) if settings.clocks else None,
            Listing(store.database, clock) if settings.lobby else None,
            Talk(rooms, clock) if settings.chat else None,
            Messages(rooms, people, self._jobs, keys, clock) if settings.messages else None,
        )
        if people is not None:
            made.retention.also.append(functools.partial(_let_go, made, people))
        if settings.lobby:
            made.presence = Presence(rooms)
        if settings.ratings:
            made.ratings = Ratings(store.database, self._jobs)
            rooms.on_end.append(made.ratings.ended)
        if settings.tournaments:
            made.contests = Contests(made, clock)
        await store.events.open()
        await self._jobs.open()
        with contextlib.suppress(StoreAway):
            await self._lab.take_up()
        return made

    async def close(self, house: House | None) -> None:
        """Close the house, if it has opened, and all that it was to be made of."""
        await self._jobs.close()
        await self._store.events.close()
        if house is not None:
            await house.close()
        await self._lab.close()
        await self._workers.close()


async def _let_go(house: House, people: People) -> None:
    await people.persons.tidy()
    await leaving.let_go(house, people, house.settings.keep_person_days, people.clock())


@asynccontextmanager
async def opened(
    settings: Settings, clock: Clock, meter: Meter, enter: Callable[[House], None]
) -> AsyncIterator[None]:
    """Open the house and `enter` it: at once, or as soon as its store can be reached."""
    async with Store(settings.database, settings.database_seconds) as store:
        opening, house = Opening(settings, store, clock, meter), None

        async def try_to_open() -> bool:
            nonlocal house
            with contextlib.suppress(StoreAway):
                house = await opening.house()
                enter(house)
            return house is not None

        async def open_later() -> None:
            while not await try_to_open():
                await asyncio.sleep(LATER)
                await store.database.reachable()

        later: asyncio.Task[None] | None = None
        if not await try_to_open():
            later = asyncio.create_task(open_later(), name="horta house")
        try:
            yield
        finally:
            if later is not None:
                later.cancel()
            await opening.close(house)

"""The desk of whoever runs the house: it is opened over the database, beside running servers.

Everything that is changed there is changed as the house itself does it, by conditional updates:
servers that run notice, and nothing that a player does at the same moment is lost or doubled.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import TypeVar

from horta.core.errors import HortaError
from horta.server.callers import Callers
from horta.server.database import StoreAway
from horta.server.keys import keys_of
from horta.server.migrating import NO_HOUSE, is_current
from horta.server.people.holdings import Holdings
from horta.server.people.store import Clock, Digests, Persons
from horta.server.ports.jobs import LocalJobs
from horta.server.rooms import Rooms
from horta.server.settings import Settings
from horta.server.store import Store
from horta.server.workers import Workers

PATIENCE = 30.0
"""Seconds that the database may take for a statement."""
AWAY = "the database cannot be reached, or does not take what is written; nothing was changed"

T = TypeVar("T")


class NotThere(HortaError):
    """What was named does not exist."""


@dataclass(frozen=True)
class Desk:
    """What the work of an operator needs of a house."""

    settings: Settings
    store: Store
    rooms: Rooms
    """Tables are opened as a server would, but no bot thinks here."""
    callers: Callers
    persons: Persons
    holdings: Holdings
    now: Clock


@asynccontextmanager
async def at_desk(url: str | None, now: Clock) -> AsyncIterator[Desk]:
    """Open a database that holds a house of this very version; it is neither made nor migrated."""
    settings = replace(Settings.read(), bot_threads=0, workers_ready=0, database_seconds=PATIENCE)
    settings = replace(settings, database=url or settings.database)
    store = Store(settings.database, PATIENCE, is_current)
    file = store.database.file
    if file is not None and not file.exists():
        raise HortaError(NO_HOUSE)
    async with store:
        if not store.database.is_reachable:
            raise HortaError(AWAY)
        keys, workers = await keys_of(settings, store), Workers(settings)
        jobs = LocalJobs(now)
        rooms = Rooms(store, workers, settings, jobs=jobs, now=now)
        persons = Persons(store, Digests(*keys), now)
        try:
            yield Desk(settings, store, rooms, Callers(*keys), persons, Holdings(store, now), now)
        finally:
            await jobs.close()
            await rooms.close()
            await workers.close()


def work(url: str | None, task: Callable[[Desk], Awaitable[T]], now: Clock) -> T:
    """Do something at the desk; a database that is away is told in a sentence."""

    async def do() -> T:
        async with at_desk(url, now) as desk:
            return await task(desk)

    try:
        return asyncio.run(do())
    except StoreAway:
        raise HortaError(AWAY) from None

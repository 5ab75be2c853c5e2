"""The application: routes, guards, and words for whatever goes wrong."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

import horta
from horta.core.errors import HortaError
from horta.server import (
    about,
    api,
    desk,
    editor_pages,
    exercises,
    explore_pages,
    explorer_pages,
    help_pages,
    lab_pages,
    lesson_pages,
    live,
    operators,
    pages,
    picks,
    problems,
    replay_pages,
    review_api,
    review_pages,
    rule_pages,
    seat_api,
    seat_pages,
    study_edits,
    study_pages,
    study_rooms,
    table_pages,
)
from horta.server.addresses import Behind, Networks, Proxies
from horta.server.callers import Callers
from horta.server.clocks import pages as clock_pages
from horta.server.clocks.keeper import Clocks
from horta.server.compression import Compression
from horta.server.database import StoreAway
from horta.server.explorer import Explorer
from horta.server.guard import Headers, Limits
from horta.server.house import House
from horta.server.house_games import HouseGames
from horta.server.lab_runs import LabRuns
from horta.server.lobby import api as lobby_api
from horta.server.lobby import pages as lobby_pages
from horta.server.lobby.listing import Listing
from horta.server.meter import Meter
from horta.server.operators import Inside, Measured
from horta.server.owned import read_owned
from horta.server.people.house import People, check_persons
from horta.server.people.known import Knowing
from horta.server.people.store import Clock
from horta.server.quiet import quieten
from horta.server.quotas import Quotas
from horta.server.retention import Retention
from horta.server.review_jobs import Reviews
from horta.server.rooms import Rooms, games
from horta.server.settings import Settings
from horta.server.static_files import ADDRESS, files
from horta.server.store import Store
from horta.server.tokens import Tokens
from horta.server.workers import Workers

AT_TABLE = "/t/{table_id}/api"
"""Where the pages find what the API offers of a table."""
LATER = 0.25
"""Seconds between two attempts to open a house whose store is away."""


@asynccontextmanager
async def opened(
    app: FastAPI, settings: Settings, store: Store, clock: Clock
) -> AsyncIterator[None]:
    """Open the house; while its store is away, all that need it are told to wait."""
    app.state.house = None
    owned, explorer = read_owned(settings.components), Explorer(settings.corpus)
    workers = Workers(settings)
    workers.warm_up()
    lab = LabRuns(settings, store.database)

    async def open_house() -> None:
        secret = settings.secret or await store.secret()
        rooms, reviews = (
            Rooms(store, workers, settings, app.state.meter, clock),
            Reviews(store, settings),
        )
        app.state.house = House(
            settings,
            store,
            workers,
            rooms,
            Tokens(secret),
            games(),
            Callers(secret),
            Quotas(store, settings),
            reviews,
            owned,
            explorer,
            HouseGames(rooms),
            lab,
            Retention(rooms, reviews, clock),
            People(store, secret, settings, clock) if settings.persons else None,
            Clocks(rooms, clock) if settings.clocks else None,
            Listing(store.database, clock) if settings.lobby else None,
        )
        app.state.meter.registry.register(Inside(app.state.house))
        with contextlib.suppress(StoreAway):
            await lab.take_up()

    async def open_later() -> None:
        while app.state.house is None:
            await asyncio.sleep(LATER)
            await store.database.reachable()
            with contextlib.suppress(StoreAway):
                await open_house()

    later: asyncio.Task[None] | None = None
    try:
        await open_house()
    except StoreAway:
        later = asyncio.create_task(open_later(), name="horta house")
    try:
        yield
    finally:
        if later is not None:
            later.cancel()
        if app.state.house is not None:
            await app.state.house.close()
        await lab.close()
        await workers.close()


def _offer(app: FastAPI) -> None:
    """Offer the API of tables, to programs and to pages."""
    app.include_router(api.first_router, prefix=AT_TABLE, include_in_schema=False)
    app.include_router(api.house_router)
    for routes in (api.router, picks.router, seat_api.router, review_api.router):
        app.include_router(routes, prefix="/api/tables/{table_id}")
        # The same routes again for the pages, whose cookies go to no other address.
        app.include_router(routes, prefix=AT_TABLE, include_in_schema=False)
    app.include_router(seat_api.key_router, prefix="/api/tables/{table_id}")
    app.include_router(lobby_api.router)


def create_app(settings: Settings | None = None, clock: Clock = time.time) -> FastAPI:
    """Return the application; the store opens when it starts. The clock is that of the house."""
    chosen = settings or Settings.read()
    check_persons(chosen)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        quieten()
        async with (
            Store(chosen.database, chosen.database_seconds) as store,
            opened(app, chosen, store, clock),
        ):
            yield

    app = FastAPI(
        title="Horta",
        version=horta.__version__,
        description="Tables, views, legal actions and events of the Belle Époque board games. "
        "What is refused is told in the language of `lang` in the address (en, fr, de) or of "
        "`Accept-Language`, else in English.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.state.meter = Meter()
    app.state.readers = Networks(chosen.metrics, "HORTA_METRICS")
    _offer(app)
    for room in (
        *(pages, about, desk, lesson_pages, seat_pages, table_pages, help_pages),
        *(replay_pages, review_pages, exercises, explore_pages, rule_pages),
        *(study_pages, study_edits, editor_pages, study_rooms, explorer_pages),
        *(lab_pages, live, operators),
    ):
        app.include_router(room.router, include_in_schema=False)
    if chosen.persons:
        from horta.server.people import pages as people_pages
        from horta.server.people import sign_in

        for ways in (sign_in, people_pages):
            app.include_router(ways.router, include_in_schema=False)
    if chosen.clocks:
        app.include_router(clock_pages.router, include_in_schema=False)
    if chosen.lobby:
        app.include_router(lobby_pages.router, include_in_schema=False)
    app.mount(ADDRESS, files(), name="static")
    if chosen.persons:
        app.add_middleware(Knowing)
    app.add_middleware(Compression)
    app.add_middleware(Limits, settings=chosen)
    app.add_middleware(Headers)
    app.add_middleware(Measured, meter=app.state.meter, tells=bool(chosen.log_requests))
    app.add_middleware(Behind, proxies=Proxies(chosen.proxies))
    app.add_exception_handler(HortaError, problems.on_horta_error)
    app.add_exception_handler(RequestValidationError, problems.on_bad_form)
    app.add_exception_handler(HTTPException, problems.on_http)
    return app

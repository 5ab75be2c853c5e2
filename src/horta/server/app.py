"""The application: routes, guards, and words for whatever goes wrong."""

from __future__ import annotations

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
from horta.server.chat import api as chat_api
from horta.server.clocks import pages as clock_pages
from horta.server.compression import Compression
from horta.server.contests import api as contests_api
from horta.server.guard import Headers, Limits
from horta.server.house import House
from horta.server.lobby import api as lobby_api
from horta.server.lobby import pages as lobby_pages
from horta.server.messages import pages as message_pages
from horta.server.messages.house import check_messages
from horta.server.meter import Meter
from horta.server.opening import opened
from horta.server.operators import Inside, Measured
from horta.server.people.house import check_persons
from horta.server.people.known import Knowing
from horta.server.people.store import Clock
from horta.server.plans import api as plans_api
from horta.server.ports.queue import check_queue
from horta.server.quick import Quick
from horta.server.quiet import quieten
from horta.server.ratings import api as ratings_api
from horta.server.ratings import pages as ratings_pages
from horta.server.settings import Settings
from horta.server.static_files import ADDRESS, files

AT_TABLE = "/t/{table_id}/api"
"""Where the pages find what the API offers of a table."""


def _offer(app: FastAPI) -> None:
    """Offer the API of tables, to programs and to pages."""
    app.include_router(api.house_router)
    for routes in (
        api.router,
        picks.router,
        seat_api.router,
        review_api.router,
        chat_api.router,
        plans_api.router,
    ):
        app.include_router(routes, prefix="/api/tables/{table_id}")
        # The same routes again for the pages, whose cookies go to no other address.
        app.include_router(routes, prefix=AT_TABLE, include_in_schema=False)
    app.include_router(seat_api.key_router, prefix="/api/tables/{table_id}")
    app.include_router(lobby_api.router)
    app.include_router(ratings_api.router)
    app.include_router(contests_api.router)


def _offer_pages(app: FastAPI, chosen: Settings) -> None:
    """Offer what people see."""
    for room in (
        *(pages, about, desk, lesson_pages, seat_pages, table_pages, help_pages),
        *(replay_pages, review_pages, exercises, explore_pages, rule_pages),
        *(study_pages, study_edits, editor_pages, study_rooms, explorer_pages),
        *(lab_pages, live, operators),
    ):
        app.include_router(room.router, include_in_schema=False)
    if chosen.persons:
        from horta.server.people import invited, sign_in
        from horta.server.people import pages as people_pages

        for ways in (sign_in, people_pages, invited):
            app.include_router(ways.router, include_in_schema=False)
    if chosen.clocks:
        app.include_router(clock_pages.router, include_in_schema=False)
    if chosen.lobby:
        app.include_router(lobby_pages.router, include_in_schema=False)
    if chosen.messages:
        for one in (message_pages.guests, *([message_pages.router] if chosen.persons else [])):
            app.include_router(one, include_in_schema=False)
    if chosen.ratings:
        app.include_router(ratings_pages.router, include_in_schema=False)
    if chosen.tournaments:
        from horta.server.contests import pages as contest_pages

        app.include_router(contest_pages.router, include_in_schema=False)


def create_app(settings: Settings | None = None, clock: Clock = time.time) -> FastAPI:
    """Return the application; the store opens when it starts. The clock is that of the house."""
    chosen = settings or Settings.read()
    check_persons(chosen)
    check_queue(chosen)
    check_messages(chosen)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        quieten()
        app.state.house = None  # all that need it are told to wait

        def enter(house: House) -> None:
            app.state.house = house
            app.state.meter.registry.register(Inside(house))

        async with opened(chosen, clock, app.state.meter, enter):
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
    app.state.installable = bool(chosen.messages)
    shown = {"lobby": chosen.lobby, "contests": chosen.tournaments, "ratings": chosen.ratings}
    app.state.rooms = [room for room, is_open in shown.items() if is_open]
    app.state.readers = Networks(chosen.metrics, "HORTA_METRICS")
    _offer(app)
    _offer_pages(app, chosen)
    app.mount(ADDRESS, files(), name="static")
    app.add_middleware(Quick)
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

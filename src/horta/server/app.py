"""The application: routes, guards, and words for whatever goes wrong."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException

import horta
from horta.core.errors import HortaError
from horta.server import api, pages, problems, rule_pages, seat_pages, table_pages
from horta.server.guard import Headers, Limits
from horta.server.house import House
from horta.server.rooms import Rooms, games
from horta.server.settings import Settings
from horta.server.store import Store
from horta.server.tokens import Tokens

STATIC = Path(__file__).parent / "static"


def create_app(settings: Settings | None = None) -> FastAPI:
    """Return the application; the store opens when it starts."""
    chosen = settings or Settings()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with Store(chosen.database) as store:
            rooms = Rooms(store, chosen)
            tokens = Tokens(chosen.secret or await store.secret())
            app.state.house = House(chosen, store, rooms, tokens, games())
            try:
                yield
            finally:
                await rooms.close()

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
    app.include_router(api.house_router)
    app.include_router(api.router, prefix="/api/tables/{table_id}")
    # The same routes again for the pages, whose cookies go to no other address.
    app.include_router(api.router, prefix="/t/{table_id}/api", include_in_schema=False)
    for room in (pages, seat_pages, table_pages, rule_pages):
        app.include_router(room.router, include_in_schema=False)
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    app.add_middleware(Limits, settings=chosen)
    app.add_middleware(Headers)
    app.add_exception_handler(HortaError, problems.on_horta_error)
    app.add_exception_handler(RequestValidationError, problems.on_bad_form)
    app.add_exception_handler(HTTPException, problems.on_http)
    return app

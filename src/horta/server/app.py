"""The application: routes, guards, and words for whatever goes wrong."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException

import horta
from horta.core.errors import HortaError, UnknownGame
from horta.server import api, pages
from horta.server.guard import Headers, Limits
from horta.server.house import House
from horta.server.rooms import NoTable, NotAllowed, Rooms, Stale, games
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
        description="Tables, views, legal actions and events of the Belle Époque board games.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.include_router(api.house_router)
    app.include_router(api.router, prefix="/api/tables/{table_id}")
    # The same routes again for the pages, whose cookies go to no other address.
    app.include_router(api.router, prefix="/t/{table_id}/api", include_in_schema=False)
    app.include_router(pages.router, include_in_schema=False)
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    app.add_middleware(Limits, settings=chosen)
    app.add_middleware(Headers)
    app.add_exception_handler(HortaError, _on_horta_error)
    app.add_exception_handler(RequestValidationError, _on_bad_form)
    app.add_exception_handler(HTTPException, _on_http)
    return app


def _answer(request: Request, status: int, words: str, **more: Any) -> Response:
    if "/api" not in request.url.path and "text/html" in request.headers.get("accept", ""):
        return pages.problem(request, status, words)
    return JSONResponse({"error": words, **more}, status_code=status)


async def _on_horta_error(request: Request, problem: Exception) -> Response:
    if isinstance(problem, Stale):
        return _answer(request, 409, str(problem), step=problem.step)
    status = 422
    if isinstance(problem, NoTable | UnknownGame):
        status = 404
    elif isinstance(problem, NotAllowed):
        status = 403
    return _answer(request, status, str(problem))


async def _on_bad_form(request: Request, problem: Exception) -> Response:
    assert isinstance(problem, RequestValidationError)
    first = problem.errors()[0]
    place = ".".join(str(part) for part in first["loc"])
    # An address that cannot name anything is not found; everything else does not fit.
    status = 404 if first["loc"][:1] == ("path",) else 422
    return _answer(request, status, f"{place}: {first['msg']}")


async def _on_http(request: Request, problem: Exception) -> Response:
    assert isinstance(problem, HTTPException)
    words = {404: "there is nothing at this address", 405: "this cannot be done here"}
    answer = _answer(request, problem.status_code, words.get(problem.status_code, problem.detail))
    for name, value in (problem.headers or {}).items():
        answer.headers[name] = value
    return answer

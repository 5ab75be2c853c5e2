"""Watched: a worker tells how it is to whoever watches over it, and serves nobody else."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

import uvicorn
from fastapi import FastAPI

from horta.core.errors import BadOption, HortaError
from horta.core.i18n import mark
from horta.server import operators, problems
from horta.server.addresses import Networks
from horta.server.house import House
from horta.server.meter import Meter
from horta.server.settings import Settings

MOST_PORTS = 65535


def watched(settings: Settings, meter: Meter) -> FastAPI:
    """Return what answers for a worker: whether it is well, and what it counts."""
    app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)
    app.state.house, app.state.meter = None, meter
    app.state.readers = Networks(settings.metrics, "HORTA_METRICS")
    app.include_router(operators.router)
    app.add_exception_handler(HortaError, problems.on_horta_error)
    return app


def enter_watched(app: FastAPI, house: House) -> None:
    """Let it answer for a house that has opened."""
    app.state.house = house
    app.state.meter.registry.register(operators.Inside(house))


def place_of(settings: Settings) -> tuple[str, int] | None:
    """Return the host and the port where a worker answers; None if it does not."""
    if not settings.worker_address:
        return None
    host, _, port = settings.worker_address.rpartition(":")
    if not host or not port.isdigit() or int(port) > MOST_PORTS:
        raise BadOption(
            mark("{name}: '{value}' is not an address and a port"),
            name="HORTA_WORKER_ADDRESS",
            value=settings.worker_address,
        )
    return host.strip("[]"), int(port)


class Beside(uvicorn.Server):
    """A web server beside something else, whose own affair signals are."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave signals alone."""
        yield


@asynccontextmanager
async def answering(settings: Settings, app: FastAPI) -> AsyncIterator[None]:
    """Answer where the settings say, as long as this is open."""
    place = place_of(settings)
    if place is None:
        yield
        return
    host, port = place
    config = uvicorn.Config(
        app, host=host, port=port, lifespan="off", ws="none", log_config=None, access_log=False
    )
    server = Beside(config)
    task = asyncio.create_task(server.serve(), name="horta watched")
    try:
        yield
    finally:
        server.should_exit = True
        with contextlib.suppress(asyncio.CancelledError, SystemExit):
            await task

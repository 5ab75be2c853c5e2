"""For operators: whether the house is well, and what it counts.

`/healthz` says that the process answers, `/readyz` that it can serve (its store can be reached),
and `/metrics` tells the counts in the words of Prometheus, to those addresses that `HORTA_METRICS`
names and to nobody else. Routes are told by the names of what they hold, so no count holds a table
or a token.
"""

from __future__ import annotations

import contextlib
import functools
import time
from collections.abc import Iterator
from typing import Any

from fastapi import APIRouter, Request, Response
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from sqlalchemy import text
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from horta.server.addresses import Networks
from horta.server.database import StoreAway
from horta.server.house import House
from horta.server.journal import Request as Told
from horta.server.journal import journal
from horta.server.meter import Meter

router = APIRouter()

STATIC = "/static/"


class Inside:
    """What is in the house at this moment: it is counted when somebody asks."""

    def __init__(self, house: House) -> None:
        self._house = house

    def collect(self) -> Iterator[Any]:
        """Return the gauges."""
        rooms = list(self._house.rooms)
        yield GaugeMetricFamily("horta_tables", "Tables in memory", value=len(rooms))
        yield GaugeMetricFamily(
            "horta_streams",
            "Open event streams of tables",
            value=sum(len(room.watchers) for room in rooms),
        )
        waiting = GaugeMetricFamily(
            "horta_waiting", "Pieces of work that wait for their turn", labels=["queue"]
        )
        waiting.add_metric(["bots"], self._house.rooms.bots.waiting)
        waiting.add_metric(["checks"], self._house.workers.waiting)
        waiting.add_metric(["reviews"], self._house.reviews.workers.waiting)
        waiting.add_metric(["jobs"], self._house.jobs.due)
        yield waiting
        yield GaugeMetricFamily(
            "horta_reviews", "Reviews under way", value=self._house.reviews.under_way
        )
        yield GaugeMetricFamily(
            "horta_store_reachable",
            "Whether the last that was heard of the database is good",
            value=self._house.store.database.is_reachable,
        )


class Measured:
    """Times every request, gives it an id, and writes a line about it if that is asked for."""

    def __init__(self, app: ASGIApp, meter: Meter, tells: bool) -> None:
        self.app = app
        self._took = functools.cache(
            meter.requests.labels
        )  # to find one takes longer than to count
        self._tells = tells

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began = time.perf_counter()

        async def timed(message: Message) -> None:
            if message["type"] == "http.response.start":
                took = time.perf_counter() - began
                route, status = _route(scope), str(message["status"])
                self._took(scope["method"], route, status).observe(took)
                if self._tells:
                    journal.info("%s %s %s %.1f ms", scope["method"], route, status, 1e3 * took)
                message["headers"] = [*message["headers"], (b"x-request-id", told.id.encode())]
            await send(message)

        with Told(dict(scope["headers"]).get(b"x-request-id", b"")) as told:
            await self.app(scope, receive, timed)


def _route(scope: Scope) -> str:
    """Return an address with the names of what it holds; what leads nowhere is told as one."""
    if scope["path"].startswith(STATIC):
        return STATIC
    if scope.get("route") is None:
        return "none"
    names = {str(value): f"{{{name}}}" for name, value in scope.get("path_params", {}).items()}
    return "/".join(names.get(part, part) for part in scope["path"].split("/"))


@router.get("/healthz")
async def healthz() -> dict[str, str]:
    """Say that this process answers."""
    return {"status": "ok"}


@router.get("/readyz")
async def readyz(request: Request) -> dict[str, str]:
    """Say whether visitors can be served: the house is open and its store answers."""
    house: House | None = request.app.state.house
    if house is None:
        raise StoreAway
    async with house.store.database.connect() as connection:
        await connection.execute(text("SELECT 1"))
    return {"status": "ok"}


@router.get("/metrics")
async def metrics(request: Request) -> Response:
    """Tell the counts to who may read them; for all others there is nothing here."""
    readers: Networks = request.app.state.readers
    if request.client is None or not readers.holds(request.client.host):
        return Response(status_code=404)
    house: House | None = request.app.state.house
    if house is not None:
        with contextlib.suppress(StoreAway):  # then it is told what was known before
            await house.jobs.count()
    meter: Meter = request.app.state.meter
    return Response(generate_latest(meter.registry), media_type=CONTENT_TYPE_LATEST)

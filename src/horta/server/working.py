"""Run a worker: the work of a house over PostgreSQL, and no pages."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import time
from collections.abc import Callable
from dataclasses import replace

from horta.core.errors import BadOption
from horta.core.i18n import mark
from horta.server.house import House
from horta.server.journal import set_up
from horta.server.meter import Meter
from horta.server.opening import opened
from horta.server.people.house import check_persons
from horta.server.ports.queue import check_queue
from horta.server.quiet import quieten
from horta.server.run import tend_memory
from horta.server.settings import Settings
from horta.server.watched import answering, enter_watched, place_of, watched


def work(database: str | None = None, *, announce: Callable[[str], None] = print) -> None:
    """Work until interrupted; settings are those of the house."""
    settings = replace(Settings.read(), jobs=1)
    if database:
        settings = replace(settings, database=database)
    if settings.database.startswith("sqlite"):
        raise BadOption(
            mark("`horta worker` needs PostgreSQL; over SQLite `horta play` does the work itself")
        )
    check_queue(settings)
    check_persons(settings)
    place_of(settings)
    set_up(settings.log)
    tend_memory()
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_work(settings, announce))


async def _work(settings: Settings, announce: Callable[[str], None]) -> None:
    quieten()
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # Windows ends it its own way
            asyncio.get_running_loop().add_signal_handler(number, stop.set)

    def enter(house: House) -> None:
        enter_watched(told, house)
        announce("The worker is ready (Ctrl+C ends)")

    meter = Meter()
    told = watched(settings, meter)
    async with opened(settings, time.time, meter, enter), answering(settings, told):
        await stop.wait()

"""Run the server: pages, API and store in one process."""

from __future__ import annotations

import gc
import socket
import threading
import time
import webbrowser
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from horta.server.invitations import announced
from horta.server.owned import read_owned
from horta.server.settings import Settings

if TYPE_CHECKING:
    import uvicorn

LOCAL = "127.0.0.1"
COLLECTS = (20_000, 1, 10_000)
"""How many objects more than before, and rounds, until Python looks for garbage.

To look through what is new takes as long as it is much, and everybody waits. A step leaves no
circles behind (`core.templates.let_go`), nor does a connection, so there is little to find: seldom.
What has stayed once is looked through a second time, after the next round already, since a request
that failed just then may be among it; ten rounds at once were the longest waits of the house.
"""


def free_port(host: str, wanted: int) -> int:
    """Return the wanted port, or a free one near it when somebody else uses it."""
    for port in (*range(wanted, wanted + 20), 0):
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as door:
            door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                door.bind((host, port))
            except OSError:
                continue
            return int(door.getsockname()[1])
    raise OSError(f"no port is free at {host}")


def tend_memory() -> None:
    """Let Python look through all tables for garbage seldom: everybody waits meanwhile.

    What a step leaves behind is freed at once; what refers to itself in circles, as a request that
    has failed may do, is found among what is new.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTS)


def configured(settings: Settings, host: str, port: int) -> uvicorn.Config:
    """Return the web server's own configuration for our application."""
    import uvicorn

    from horta.server.app import create_app
    from horta.server.journal import set_up
    from horta.server.protocol import guarded

    set_up(settings.log)
    tend_memory()
    return uvicorn.Config(
        create_app(settings),
        host=host,
        port=port,
        http=guarded(settings),
        ws="none",
        log_config=None,  # see `journal`
        log_level="warning",
        access_log=False,  # addresses hold tokens, and whoever came is nobody's business
        server_header=False,
        proxy_headers=False,  # our own reading of them trusts nobody unasked: see `addresses`
        timeout_keep_alive=settings.idle_seconds,
        timeout_graceful_shutdown=3,
    )


def serve(
    host: str = LOCAL,
    port: int = 1893,
    *,
    open_browser: bool = True,
    database: str | None = None,
    path: str = "/",
    say: Callable[[str], None] = print,
    exact_port: bool = False,
    components: Sequence[Path] = (),
) -> None:
    """Serve until interrupted; opens a browser at the first page when it is ready."""
    import uvicorn

    settings = Settings.read()
    if database:
        settings = replace(settings, database=database)
    if components:
        read_owned(map(str, components))  # what does not fit is said before anything starts
        settings = replace(settings, components=tuple(map(str, components)))
    port = port if exact_port else free_port(host, port)
    if not settings.address:
        settings = replace(settings, address=announced(host, port))
    shown = "localhost" if host in (LOCAL, "0.0.0.0", "::") else host
    link = f"http://{shown}:{port}{path}"
    server = uvicorn.Server(configured(settings, host, port))

    def announce() -> None:
        while not server.started:
            if server.should_exit:
                return
            time.sleep(0.05)
        say(f"The table is set: {link} (Ctrl+C ends)")
        if settings.address:
            say(f"Others come by {settings.address}")
        if open_browser:
            webbrowser.open(link)

    threading.Thread(target=announce, daemon=True).start()
    server.run()

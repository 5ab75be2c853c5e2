"""The protocol: HTTP for visitors who are slow, or who send without end.

The parser waits for as long as a visitor likes and keeps whatever is sent. Here the headers and
the body of a request have to come in time, headers have a largest size, and an address may hold so
many connections and no more. An answer has all the time it needs, as long as somebody takes it: a
stream of events is never cut.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any, ClassVar

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from horta.server.addresses import Proxies, counted_as
from horta.server.settings import Settings
from horta.server.sse import LISTENING

TOO_SLOW, TOO_LARGE = 408, 431


class GuardedProtocol(HttpToolsProtocol):
    """A connection; make the class for a server with `guarded`."""

    settings: ClassVar[Settings]
    proxies: ClassVar[Proxies]
    open: ClassVar[Counter[str]]
    """The connections of each address."""

    _visitor = ""
    _deadline: asyncio.TimerHandle | None = None
    _stalled: asyncio.TimerHandle | None = None
    _in_head = False
    _head = 0
    _busy = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a visitor in, unless they hold too many connections already."""
        super().connection_made(transport)
        host = self.client[0] if self.client else ""
        if host and not self.proxies.trusts(host):
            self._visitor = counted_as(host)
            self.open[self._visitor] += 1
            if self.open[self._visitor] > self.settings.connections:
                transport.abort()
                return
        self._expect(self.settings.head_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a visitor."""
        self._expect(None)
        self._take_note_of_reading()
        if self._visitor:
            self.open[self._visitor] -= 1
            if not self.open[self._visitor]:
                del self.open[self._visitor]
        super().connection_lost(exc)

    # what is received, in the order in which it comes

    def data_received(self, data: bytes) -> None:
        """Read on; headers must not grow without end."""
        if self.transport.is_closing():
            return
        super().data_received(data)
        if self._in_head:
            self._head += len(data)
            if self._head > self.settings.largest_head:
                self._refuse(TOO_LARGE, "The headers are too large.")
        elif not self._busy and self._deadline is None:
            # Something that is no request has stopped the clock of an idle connection.
            self._expect(self.settings.head_seconds)

    def on_message_begin(self) -> None:
        """Start the clock for the headers; for the first ones it runs since the connection."""
        super().on_message_begin()
        self._in_head, self._head = True, 0
        if self._deadline is None:
            self._expect(self.settings.head_seconds)

    def on_headers_complete(self) -> None:
        """Start the clock for the body."""
        self._in_head, self._busy = False, True
        self._expect(self.settings.body_seconds)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Stop the clock: it is our turn."""
        self._expect(None)
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        self._busy = bool(self.pipeline)
        super().on_response_complete()

    def shutdown(self) -> None:
        """Hang up on who listens when the server ends: they would stay, and ask the next one."""
        super().shutdown()
        cycle = self.cycle
        if (
            cycle is not None
            and not cycle.response_complete
            and cycle.scope["state"].get(LISTENING)
        ):
            self.transport.close()

    # time

    def _expect(self, seconds: float | None) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
        if seconds is not None:
            self._deadline = self.loop.call_later(seconds, self._is_late)

    def _is_late(self) -> None:
        self._deadline = None
        self._refuse(TOO_SLOW, "The request did not come in time.")

    def pause_writing(self) -> None:
        """Start the clock for a visitor who takes nothing of what is sent to them."""
        super().pause_writing()
        if self._stalled is None:
            self._stalled = self.loop.call_later(self.settings.stall_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        """Stop it."""
        self._take_note_of_reading()
        super().resume_writing()

    def _take_note_of_reading(self) -> None:
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None

    def _refuse(self, status: int, message: str) -> None:
        """Say why, if nothing was said yet, and hang up."""
        if self.transport.is_closing():
            return
        answering = self.cycle is not None and self.cycle.response_started
        if not answering or self.cycle.response_complete:
            said = message.encode("ascii")
            head = b"content-type: text/plain; charset=utf-8\r\nconnection: close\r\n"
            length = b"content-length: " + str(len(said)).encode() + b"\r\n\r\n"
            self.transport.write(STATUS_LINE[status] + head + length + said)
        self.transport.close()


def guarded(settings: Settings) -> type[GuardedProtocol]:
    """Return the protocol with the limits of a server."""
    values: dict[str, Any] = {
        "settings": settings,
        "proxies": Proxies(settings.proxies),
        "open": Counter(),
    }
    return type("Guarded", (GuardedProtocol,), values)

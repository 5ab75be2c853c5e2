"""Compression: answers are packed on their way out, a stream of events message by message.

What changes keys is asked for by POST and stays as it is, and so do the pages that show them: a
packed answer that holds a secret beside words that somebody else chose tells by its length how
much the two have in common.
"""

from __future__ import annotations

import re
import zlib

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

GZIP = 16
"""What zlib adds to the size of its window when it writes gzip."""
LEVEL, STREAM_LEVEL = 4, 1
"""What is sent once is packed well; a stream's messages are small already, and there are many."""
WINDOW, SMALLEST_WINDOW = 15, 9
"""The logarithm of zlib's window: that of a short answer need not be larger than the answer."""
MEMORY, LESS_MEMORY = 8, 5
SHORT = 1 << 13
"""Bytes of an answer that needs less memory to be packed; to clear it takes longer than to pack."""
STREAM_WINDOW, STREAM_MEMORY = 14, 6
"""A stream keeps its window for as long as it lives: 96 KB for each that listens."""
SMALLEST = 600
"""Bytes of an answer that is worth packing."""
PACKED = ("text/", "application/json", "image/svg+xml", "application/javascript")
EVENTS = "text/event-stream"
LIVE = "/live"
"""How the addresses end that are asked by POST and answer with a stream."""
WITH_KEYS = re.compile(r"/(seats|join)(/|$)")


def takes_gzip(headers: Headers) -> bool:
    """Tell whether somebody can unpack gzip."""
    for one in headers.get("accept-encoding", "").lower().split(","):
        name, _, rest = one.strip().partition(";")
        if name in ("gzip", "*"):
            return rest.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False


class Compression:
    """Packs the answers of an application for those who can unpack them."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on."""
        if (
            scope["type"] != "http"
            or not (scope["method"] == "GET" or scope["path"].endswith(LIVE))
            or WITH_KEYS.search(scope["path"])
            or not takes_gzip(Headers(scope=scope))
        ):
            await self.app(scope, receive, send)
            return
        await self.app(scope, receive, Packer(send).send)


class Packer:
    """Packs one answer."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._start: Message | None = None
        self._packs: zlib._Compress | None = None
        self._flushes = False

    async def send(self, message: Message) -> None:
        """Send a message on, packed if its answer is."""
        if message["type"] == "http.response.start":
            if MutableHeaders(raw=message["headers"]).get("content-type", "").startswith(EVENTS):
                self._choose(message, None)  # who listens hears at once that the line is open
                await self._send(message)
            else:
                self._start = message  # it waits for the body, which says how long the answer is
            return
        if message["type"] != "http.response.body":
            await self._send(message)
            return
        body, more = message.get("body", b""), message.get("more_body", False)
        if self._start is not None:
            start, self._start = self._start, None
            self._choose(start, None if more else len(body))
            if self._packs is not None and not more:
                body = self._packs.compress(body) + self._packs.flush()
                self._packs = None
                MutableHeaders(raw=start["headers"])["content-length"] = str(len(body))
            await self._send(start)
        if self._packs is not None:
            body = self._packed(body, more)
        await self._send({**message, "body": body})

    def _packed(self, body: bytes, more: bool) -> bytes:
        assert self._packs is not None
        packed = self._packs.compress(body)
        if not more:
            return packed + self._packs.flush()
        if self._flushes and body:  # whoever listens waits for exactly this
            packed += self._packs.flush(zlib.Z_SYNC_FLUSH)
        return packed

    def _choose(self, start: Message, length: int | None) -> None:
        """Decide whether the answer is packed, and say so in its head."""
        headers = MutableHeaders(raw=start["headers"])
        kind = headers.get("content-type", "").partition(";")[0]
        if "content-encoding" in headers or not kind.startswith(PACKED):
            return
        headers.add_vary_header("accept-encoding")
        if start["status"] in (204, 206, 304) or (length is not None and length < SMALLEST):
            return
        headers["content-encoding"] = "gzip"
        self._flushes = kind == EVENTS
        window, memory = (STREAM_WINDOW, STREAM_MEMORY) if self._flushes else (WINDOW, MEMORY)
        if length is not None and length < SHORT:
            window, memory = max(SMALLEST_WINDOW, length.bit_length()), LESS_MEMORY
        level = STREAM_LEVEL if self._flushes else LEVEL
        self._packs = zlib.compressobj(level, zlib.DEFLATED, GZIP + window, memory)
        if length is None and "content-length" in headers:
            del headers["content-length"]

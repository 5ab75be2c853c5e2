"""Compression: answers are packed on their way out; streams of events pack themselves (`sse`).

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
LEVEL = 4
WINDOW, SMALLEST_WINDOW = 15, 9
"""The logarithm of zlib's window: that of a short answer need not be larger than the answer."""
MEMORY, LESS_MEMORY = 8, 5
SHORT = 1 << 13
"""Bytes of an answer that needs less memory to be packed; to clear it takes longer than to pack."""
SMALLEST = 600
"""Bytes of an answer that is worth packing."""
PACKED = ("text/", "application/json", "image/svg+xml", "application/javascript")
EVENTS = "text/event-stream"
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
            or scope["method"] != "GET"
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

    async def send(self, message: Message) -> None:
        """Send a message on, packed if its answer is."""
        if message["type"] == "http.response.start":
            headers = MutableHeaders(raw=message["headers"])
            if headers.get("content-type", "").startswith(EVENTS):
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
            body = self._packs.compress(body) + (b"" if more else self._packs.flush())
        await self._send({**message, "body": body})

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
        window, memory = WINDOW, MEMORY
        if length is not None and length < SHORT:
            window, memory = max(SMALLEST_WINDOW, length.bit_length()), LESS_MEMORY
        self._packs = zlib.compressobj(LEVEL, zlib.DEFLATED, GZIP + window, memory)
        if length is None and "content-length" in headers:
            del headers["content-length"]

"""Server-sent events: an answer that goes on for as long as somebody listens.

What is told is packed event by event, each for itself. So a listener costs no memory for what was
said before, the same few kilobytes serve to pack for all of them, and no event tells by its length
what it has in common with another.
"""

from __future__ import annotations

import asyncio
import struct
import threading
import zlib
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from horta.server.compression import takes_gzip

PING = 20.0
"""Seconds of silence after which a stream says that it is still there."""
STILL_THERE = b": ping\n\n"
LISTENING = "horta.listening"
"""In the state of a request: its answer never ends by itself; see `protocol`."""

_HEAD, _END = b"\x1f\x8b\x08\0\0\0\0\0\0\xff", b"\x03\0"
"""What a file of gzip begins with, and the empty block that is its last."""
_TAIL = struct.Struct("<II")
_LEVEL, _WINDOW, _MEMORY = 1, 14, 6
"""A message is small, and there are many."""

_of_thread = threading.local()


def event(data: str, kind: str = "", name: str = "") -> bytes:
    """Return an event of one line, with what kind it is, and the name that says where it stands."""
    head = f"id: {name}\n" * bool(name) + f"event: {kind}\n" * bool(kind)
    return f"{head}data: {data}\n\n".encode()


def packed(said: bytes) -> bytes:
    """Return blocks of `deflate` that stand for themselves."""
    packs: Any = getattr(_of_thread, "packs", None)
    # Should anything go wrong on the way, nobody else must be sent what is left within.
    _of_thread.packs = None
    if packs is None:
        packs = zlib.compressobj(_LEVEL, zlib.DEFLATED, -_WINDOW, _MEMORY)
    found: bytes = packs.compress(said) + packs.flush(zlib.Z_FULL_FLUSH)
    _of_thread.packs = packs
    return found


class EventStream(Response):
    """Tells events to whoever has asked, until there are no more or nobody listens."""

    media_type = "text/event-stream"

    def __init__(self, events: AsyncGenerator[bytes, None]) -> None:
        super().__init__(headers={"cache-control": "no-store", "x-accel-buffering": "no"})
        del self.headers["content-length"]
        self._events = events

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Tell the events; whatever happens, their source is closed in the end."""
        packs = takes_gzip(Headers(scope=scope))
        self.headers.add_vary_header("accept-encoding")
        if packs:
            self.headers["content-encoding"] = "gzip"
        scope.setdefault("state", {})[LISTENING] = True
        start = {"type": "http.response.start", "status": 200, "headers": self.raw_headers}
        await send(start)  # who listens hears at once that the line is open
        line = PackedLine(send) if packs else Line(send)
        tasks = [asyncio.create_task(self._tell(line)), asyncio.create_task(_hung_up(receive))]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            line.close()
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)
        for task in tasks:
            if not task.cancelled():
                task.result()

    async def _tell(self, line: Line) -> None:
        async with aclosing(self._events) as events:
            async for one in events:
                await line.say(one)
        await line.end()


async def _hung_up(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


class Line:
    """An open line to somebody who listens."""

    def __init__(self, send: Send) -> None:
        self._send, self._loop = send, asyncio.get_running_loop()
        self._spoke = self._loop.time()
        self._timer = self._loop.call_later(PING, self._look)
        self._pinging: asyncio.Task[None] | None = None

    async def say(self, said: bytes) -> None:
        """Send an event."""
        self._spoke = self._loop.time()
        body = self.written(said)
        await self._send({"type": "http.response.body", "body": body, "more_body": True})

    async def end(self) -> None:
        """Say that nothing more will come."""
        self.close()
        await self._send({"type": "http.response.body", "body": self.ending(), "more_body": False})

    def close(self) -> None:
        """Say nothing any more."""
        self._timer.cancel()
        if self._pinging is not None:
            self._pinging.cancel()

    def written(self, said: bytes) -> bytes:
        """Return an event as it is sent."""
        return said

    def ending(self) -> bytes:
        """Return what comes after the last one."""
        return b""

    def _look(self) -> None:
        silent = self._loop.time() - self._spoke
        if silent >= PING:
            self._pinging = self._loop.create_task(self.say(STILL_THERE))
            silent = 0.0
        self._timer = self._loop.call_later(PING - silent, self._look)


class PackedLine(Line):
    """An open line to somebody who can unpack gzip."""

    _begun = False
    _sum = _size = 0

    def written(self, said: bytes) -> bytes:
        """Return an event as it is sent."""
        self._sum, self._size = zlib.crc32(said, self._sum), self._size + len(said)
        head = b"" if self._begun else _HEAD
        self._begun = True
        return head + packed(said)

    def ending(self) -> bytes:
        """Return what comes after the last one."""
        head = b"" if self._begun else _HEAD
        return head + _END + _TAIL.pack(self._sum, self._size & 0xFFFFFFFF)

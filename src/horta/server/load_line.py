"""A connection of the load benchmark: HTTP by hand, so that the load costs less than its server."""

from __future__ import annotations

import asyncio
import json
import zlib
from typing import Any

HOST = "127.0.0.1"
OK = 200


class Line:
    """One connection that stays open."""

    def __init__(self, port: int) -> None:
        self.port = port

    async def __aenter__(self) -> Line:
        self.reader, self.writer = await asyncio.open_connection(HOST, self.port)
        return self

    async def __aexit__(self, *_: object) -> None:
        self.writer.close()

    async def ask(self, method: str, path: str, token: str = "", form: Any = None) -> Any:
        """Send a request and return the JSON of the answer."""
        status, body = await self.text(method, path, token, form)
        return status, json.loads(body)

    async def text(self, method: str, path: str, token: str = "", form: Any = None) -> Any:
        """Send a request and return the text of the answer."""
        self.send(method, path, token, form, packed=True)
        status, headers = await self.head()
        body = await self.reader.readexactly(int(headers["content-length"]))
        packed = headers.get("content-encoding") == "gzip"
        return status, (zlib.decompress(body, 31) if packed else body).decode()

    def send(
        self, method: str, path: str, token: str = "", form: Any = None, packed: bool = False
    ) -> None:
        """Send a request."""
        body = b"" if form is None else json.dumps(form).encode()
        key = f"authorization: Bearer {token}\r\n" if token else ""
        key += "accept-encoding: gzip\r\n" if packed else ""
        head = (
            f"{method} {path} HTTP/1.1\r\nhost: {HOST}\r\n{key}content-type: application/json\r\n"
        )
        self.writer.write(f"{head}content-length: {len(body)}\r\n\r\n".encode() + body)

    async def head(self) -> tuple[int, dict[str, str]]:
        """Read the head of an answer."""
        raw = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        pairs = (line.split(": ", 1) for line in raw[1:] if ": " in line)
        return int(raw[0].split()[1]), {name.lower(): value for name, value in pairs}

    async def chunk(self) -> bytes:
        """Read a chunk of an answer that comes in chunks; the last one is empty."""
        size = int(await self.reader.readline(), 16)
        return (await self.reader.readexactly(size + 2))[:-2]


def check(status: int, told: Any) -> None:
    """Stop when the server refuses something."""
    if status != OK:
        raise RuntimeError(f"refused with {status}: {told}")

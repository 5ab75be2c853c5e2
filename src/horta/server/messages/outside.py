"""Outside: requests to addresses that visitors have given, and to nothing inside our own network.

A name is looked up once. Every address that it has must be one of the public Internet, or of a
network that the operator named; the line goes to one of those very addresses, so that a name which
means something else a moment later leads nowhere. Nothing is followed, and of an answer no more
than its head is read.
"""

from __future__ import annotations

import asyncio
import ipaddress
import re
import socket
import ssl
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import SplitResult, urlsplit

import h11

from horta.core.errors import HortaError
from horta.core.i18n import mark
from horta.server.addresses import Address, Networks

SECONDS = 10.0
"""Seconds for all of it: looking the name up, the line, and the head of the answer."""
LARGEST_HEAD = 16 << 10
LONGEST_URL = 1000
PLAIN = re.compile(r"[!-~]+")
"""What an address is written with: no spaces, no control characters, nothing but ASCII."""
TRANSLATED = ipaddress.IPv6Network("64:ff9b::/96")
"""How networks without IPv4 write the addresses of the others (RFC 6052)."""
EMBEDDED = (TRANSLATED, *map(ipaddress.IPv6Network, ("64:ff9b:1::/48", "::/96")))
"""Networks whose addresses end with one of IPv4 that they stand for."""
LONGEST_WAIT = 5
"""Digits of the seconds that an answer may ask us to wait."""

Resolve = Callable[[str, int], Awaitable[Sequence[str]]]


class BadAddress(HortaError):
    """An address to which nothing is sent from here."""


class NoAnswer(Exception):
    """Nobody has answered, or not in time; another time somebody may."""


@dataclass(frozen=True)
class Answer:
    """How a request was answered."""

    status: int
    wait: float
    """Seconds after which to try again, if the answer asks for that; else 0."""


async def resolve(host: str, port: int) -> Sequence[str]:
    """Return every address of a host, as the system knows it."""
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(one[4][0]) for one in found))


def is_public(text: str) -> bool:
    """Tell whether an address is one of the public Internet, whatever it is wrapped in."""
    try:
        found: Address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return False
    if isinstance(found, ipaddress.IPv6Address):
        inner = [found.ipv4_mapped, found.sixtofour, *(found.teredo or ())]
        if any(found in network for network in EMBEDDED):
            inner.append(ipaddress.IPv4Address(int(found) & 0xFFFFFFFF))
        if any(one is not None and not is_public(str(one)) for one in inner):
            return False
        if found.ipv4_mapped is not None or found in TRANSLATED:
            return True
        if found.is_site_local:
            return False
    return found.is_global and not (found.is_multicast or found.is_reserved)


def read_url(given: str) -> SplitResult:
    """Read the address of a webhook or a push service; `BadAddress` if it is none."""
    text = given.strip()
    try:
        parts = urlsplit(text)
        fits = parts.hostname and (parts.port is None or parts.port > 0)
    except ValueError:
        fits = False
    if not fits or len(text) > LONGEST_URL or not PLAIN.fullmatch(text):
        raise BadAddress(mark("this is no address of the web"))
    if parts.scheme not in ("https", "http") or "@" in parts.netloc:
        raise BadAddress(mark("an address that begins with https:// is needed"))
    return parts


class Outside:
    """Sends requests to the outside."""

    def __init__(
        self, allowed: Networks, find: Resolve = resolve, seconds: float = SECONDS
    ) -> None:
        self._allowed, self._find, self._seconds = allowed, find, seconds
        self._tls = ssl.create_default_context()

    async def post(self, url: str, headers: Mapping[str, str], body: bytes) -> Answer:
        """Send something; `BadAddress` where nothing may go, `NoAnswer` where nobody answers."""
        parts = read_url(url)
        try:
            async with asyncio.timeout(self._seconds):
                return await self._post(parts, headers, body)
        except (OSError, TimeoutError, h11.ProtocolError, UnicodeError) as problem:
            raise NoAnswer(type(problem).__name__) from None

    async def _post(self, parts: SplitResult, headers: Mapping[str, str], body: bytes) -> Answer:
        host, secure = parts.hostname or "", parts.scheme == "https"
        port = parts.port or (443 if secure else 80)
        addresses = await self.checked(host, port, secure)
        reader, writer = await self._line(addresses, port, host if secure else None)
        try:
            return await _talk(reader, writer, parts, headers, body)
        finally:
            writer.close()

    async def checked(self, host: str, port: int, secure: bool) -> Sequence[str]:
        """Return the addresses of a host; `BadAddress` if one of them is not for us to reach."""
        found = await self._find(host, port)
        if not found:
            raise OSError("no address")
        for one in found:
            if self._allowed.holds(one):
                continue
            if not secure:
                raise BadAddress(mark("an address that begins with https:// is needed"))
            if not is_public(one):
                raise BadAddress(mark("this address is not one of the public Internet"))
        return found

    async def _line(
        self, addresses: Sequence[str], port: int, name: str | None
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Open a line to the first address that takes it; the certificate is that of the name."""
        how: dict[str, Any] = {} if name is None else {"ssl": self._tls, "server_hostname": name}
        for one in addresses[:-1]:
            try:
                return await asyncio.open_connection(one, port, limit=LARGEST_HEAD, **how)
            except OSError:
                continue
        return await asyncio.open_connection(addresses[-1], port, limit=LARGEST_HEAD, **how)


async def _talk(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    parts: SplitResult,
    headers: Mapping[str, str],
    body: bytes,
) -> Answer:
    """Send a request and read the head of its answer."""
    talk = h11.Connection(h11.CLIENT, max_incomplete_event_size=LARGEST_HEAD)
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    asked = h11.Request(
        method="POST",
        target=target,
        headers=[
            ("Host", parts.netloc),
            ("Content-Length", str(len(body))),
            ("Connection", "close"),
            ("User-Agent", "Horta"),
            *headers.items(),
        ],
    )
    for part in (asked, h11.Data(data=body), h11.EndOfMessage()):
        writer.write(talk.send(part) or b"")
    await writer.drain()
    while True:
        event = talk.next_event()
        if event is h11.NEED_DATA:
            talk.receive_data(await reader.read(LARGEST_HEAD))
        elif isinstance(event, h11.Response):
            return Answer(event.status_code, _wait(event))
        elif not isinstance(event, h11.InformationalResponse):
            raise OSError("no answer")


def _wait(answer: h11.Response) -> float:
    given = next((value for name, value in answer.headers if name == b"retry-after"), b"")
    return float(given) if given.isdigit() and len(given) <= LONGEST_WAIT else 0.0

"""Addresses: where a request comes from, also behind proxies, and who counts as one visitor.

A proxy says for whom it speaks (`X-Forwarded-For`), and so can anybody else. The list is read from
its right end, where the nearest proxy wrote, and only as far as the writers are trusted. A browser
says which site's page sent it here.
"""

from __future__ import annotations

import functools
import ipaddress
from collections.abc import Mapping, Sequence
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Receive, Scope, Send

from horta.core.errors import BadOption
from horta.core.i18n import mark

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
Address = ipaddress.IPv4Address | ipaddress.IPv6Address

KNOWN = 4096
"""Addresses of which it is remembered whom they count as."""
MOST_HOPS = 16
"""Proxies that a request may have passed; what claims more is not followed further."""
HOME_PREFIX = 64
"""An IPv6 visitor owns a whole network of this size."""


def read_address(text: str) -> Address | None:
    """Read an address as proxies write it: bare, with a port, or in brackets."""
    text = text.strip().strip('"')
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        found = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    mapped = found.ipv4_mapped if isinstance(found, ipaddress.IPv6Address) else None
    return mapped or found


@functools.lru_cache(maxsize=KNOWN)
def counted_as(host: str) -> str:
    """Return whom an address counts as: itself, or for IPv6 the network that one visitor owns."""
    found = read_address(host)
    if found is None:
        return host
    if isinstance(found, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((found, HOME_PREFIX), strict=False))
    return str(found)


def read_networks(given: Sequence[str], name: str) -> tuple[Network, ...]:
    """Read the addresses and networks that a setting names."""
    try:
        return tuple(ipaddress.ip_network(one, strict=False) for one in given)
    except ValueError:
        raise BadOption(
            mark("{name}: '{value}' is not a list of addresses or networks"),
            name=name,
            value=", ".join(given),
        ) from None


def is_foreign(headers: Mapping[bytes, bytes]) -> bool:
    """Tell whether a browser was sent here by another site's page.

    Browsers say so themselves (`Sec-Fetch-Site`), older ones by `Origin`. What gives an order and
    sends neither is no browser, and carries no visitor's cookies.
    """
    site = headers.get(b"sec-fetch-site", b"").decode("latin-1")
    if site:
        return site not in ("same-origin", "none")
    origin = headers.get(b"origin", b"").decode("latin-1")
    if origin:
        return urlsplit(origin).netloc != headers.get(b"host", b"").decode("latin-1")
    return False


class Networks:
    """Addresses and networks that a setting names."""

    def __init__(self, given: Sequence[str], name: str) -> None:
        self._networks = read_networks(given, name)

    def holds(self, host: str) -> bool:
        """Tell whether an address is among them."""
        if not self._networks:
            return False
        found = read_address(host)
        return found is not None and any(found in network for network in self._networks)


class Proxies:
    """The proxies that are trusted."""

    def __init__(self, given: Sequence[str]) -> None:
        self._networks = Networks(given, "HORTA_PROXIES")

    def trusts(self, host: str) -> bool:
        """Tell whether an address is a trusted proxy's."""
        return self._networks.holds(host)

    def visitor(self, peer: str, forwarded: str) -> str:
        """Return the address of the visitor: the last one that no trusted proxy has."""
        if not self.trusts(peer):
            return peer
        visitor = peer
        for hop in reversed(forwarded.split(",")[-MOST_HOPS:]):
            found = read_address(hop)
            if found is None:
                break
            visitor = str(found)
            if not self.trusts(visitor):
                break
        return visitor


class Behind:
    """Puts the visitor's address and scheme into a request that a trusted proxy passed on."""

    def __init__(self, app: ASGIApp, proxies: Proxies) -> None:
        self.app = app
        self.proxies = proxies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on."""
        client = scope.get("client")
        if scope["type"] == "http" and client and self.proxies.trusts(client[0]):
            given = {b"x-forwarded-for": "", b"x-forwarded-proto": ""}
            for name, value in scope["headers"]:
                if name in given:
                    said = value.decode("latin-1")
                    given[name] = f"{given[name]},{said}" if given[name] else said
            visitor = self.proxies.visitor(client[0], given[b"x-forwarded-for"])
            scheme = given[b"x-forwarded-proto"].rpartition(",")[2].strip().lower()
            scope = {**scope, "client": (visitor, 0 if visitor != client[0] else client[1])}
            if scheme in ("http", "https"):
                scope["scheme"] = scheme
        await self.app(scope, receive, send)

"""Invitations: by which address others reach the house.

Whoever plays on the machine of the server asks at `localhost`, and a link that says so leads every
other machine to itself.
"""

from __future__ import annotations

import ipaddress
import socket

from fastapi import Request

from horta.server.settings import Settings

ANYWHERE = ("0.0.0.0", "::", "")
ELSEWHERE = ("192.0.2.1", 9)
"""An address of nobody (RFC 5737): asking the way there tells our own, and sends nothing."""


def is_own(host: str | None) -> bool:
    """Tell whether a name leads every machine to itself."""
    if not host or host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def own_address() -> str:
    """Return the address of this machine in its network; nothing if it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as door:
        try:
            door.connect(ELSEWHERE)
            found = str(door.getsockname()[0])
        except OSError:
            return ""
    return "" if is_own(found) or found in ANYWHERE else found


def announced(host: str, port: int) -> str:
    """Return the link of a server that listens at a host and port, for others; nothing if none."""
    found = own_address() if host in ANYWHERE else "" if is_own(host) else host
    if ":" in found:
        found = f"[{found}]"
    return f"http://{found}:{port}" if found else ""


def base_link(request: Request, settings: Settings) -> str:
    """Return how links begin that others are given."""
    asked = str(request.base_url).rstrip("/")
    return settings.address.rstrip("/") or asked if is_own(request.url.hostname) else asked


def is_closed(request: Request, settings: Settings) -> bool:
    """Tell whether the links that we know lead nowhere but to this machine."""
    return is_own(request.url.hostname) and not settings.address

"""Known: which person asks, and what they hold where they ask.

This stands before all routes of a house with persons. While the store is away everybody is a guest:
tables in memory can still be looked at.
"""

from __future__ import annotations

import contextlib
import re
from dataclasses import dataclass, replace
from typing import Any

from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from horta.core.i18n import LANGUAGES, mark
from horta.server.addresses import is_foreign
from horta.server.database import StoreAway
from horta.server.people.holdings import STUDY
from horta.server.people.house import People
from horta.server.people.store import Device, Person
from horta.server.room import NotAllowed
from horta.server.tokens import Claim

COOKIE = "horta-person"
KNOWN, OPEN = "horta.known", "horta.persons"
THEMES = ("auto", "light", "dark")
TABLE = re.compile(r"/t/([A-Za-z0-9_-]{6,32})(?:/|$)")
IN_STUDY = re.compile(r"/studies/([A-Za-z0-9_-]{6,32})(?:/|$)")


@dataclass(frozen=True)
class Known:
    """A person who asks, and what they hold where they ask."""

    person: Person
    device: Device
    held: tuple[Claim, ...] = ()


class Knowing:
    """Finds out which person asks."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        scope[OPEN] = True
        house = scope["app"].state.house
        token = Request(scope).cookies.get(COOKIE, "")
        if house is None or not token:
            await self.app(scope, receive, send)
            return
        with contextlib.suppress(StoreAway):
            scope[KNOWN] = await _known(house.people, token, Request(scope))
        await self.app(scope, receive, send)


async def _known(people: People, token: str, request: Request) -> Known | None:
    found = await people.persons.known(token)
    if found is None:
        return None
    person, device = found
    path, chosen = request.url.path, _chosen(request, person)
    if chosen:
        await people.persons.change(person.id, **chosen)
        person = replace(person, **chosen)
    table, study = TABLE.match(path), IN_STUDY.match(path)
    thing = table[1] if table else STUDY + study[1] if study else ""
    held = await people.holdings.of(person.id, thing) if thing else ()
    return Known(person, device, held)


def _chosen(request: Request, person: Person) -> dict[str, Any]:
    """Return the language and the theme that the menu of a page was used to choose.

    A link of another site chooses for the page that it leads to alone.
    """
    if (
        is_foreign(dict(request.headers.raw))
        or request.method != "GET"
        or "text/html" not in request.headers.get("accept", "")
    ):
        return {}
    given = {name: request.query_params.get(name) for name in ("lang", "theme")}
    known = {"lang": LANGUAGES, "theme": THEMES}
    return {
        name: value
        for name, value in given.items()
        if value in known[name] and value != getattr(person, name)
    }


def known_here(request: Request) -> Known | None:
    """Return the person who asks, with the device and the keys; None is a guest."""
    found: Known | None = request.scope.get(KNOWN)
    return found


def person_here(request: Request) -> Person | None:
    """Return the person who asks; None is a guest."""
    found = known_here(request)
    return None if found is None else found.person


def held_here(request: Request) -> tuple[Claim, ...]:
    """Return the keys that the person holds to the table or study that the address names."""
    found = known_here(request)
    return () if found is None else found.held


def must_be_known(request: Request) -> Known:
    """Return the person who asks; guests are refused."""
    found = known_here(request)
    if found is None:
        raise NotAllowed(mark("sign in first"))
    return found

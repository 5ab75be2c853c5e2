"""Live: one stream for all tables that a browser shows.

Browsers open few connections to one host, so a stream for each tab would leave the seventh waiting.
A browser asks for all its tables at once, names the pieces that it has of each, and is told
whatever differs; whenever a table comes, goes or changes its seat, it asks anew. A table's cookie
goes to that table's addresses only: here a pass that its page was given takes its place. A browser
with one table asks under that table's address, so that a proxy can tell which process serves it.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections.abc import AsyncGenerator, Mapping, Sequence
from typing import Annotated

from fastapi import APIRouter, Response
from pydantic import BaseModel, Field

from horta.core import limits
from horta.core.errors import HortaError
from horta.server.bodies import CheckedRoute
from horta.server.callers import where
from horta.server.contests.seal import check_seal
from horta.server.i18n import told
from horta.server.pieces import Piece, message
from horta.server.room import HOST, SPECTATOR, NoTable, NotAllowed, Room
from horta.server.sse import EventStream, event
from horta.server.table_pages import state_pieces
from horta.server.tokens import Visitor
from horta.server.visits import CallerHere, HouseHere
from horta.server.watchers import Crowded, Watcher

ADDRESS = "/live"
MOST_TABLES, MOST_PIECES = 48, 200

router = APIRouter(route_class=CheckedRoute)

Tag = Annotated[str, Field(max_length=64)]


class Wanted(BaseModel):
    """A table that a browser shows."""

    key: str = Field(max_length=64)
    """What the browser calls this page."""
    id: str = Field(pattern=limits.TABLE_ID)
    pass_: str = Field("", alias="pass", max_length=4000)
    seat: int | None = Field(None, ge=0, lt=limits.MOST_SEATS)
    lang: str = Field("en", pattern="^(en|fr|de)$")
    have: dict[Tag, Tag] = Field(default_factory=dict, max_length=MOST_PIECES)
    """The tags of the pieces that it has."""


class LiveForm(BaseModel):
    """All tables that a browser shows."""

    tables: list[Wanted] = Field(min_length=1, max_length=MOST_TABLES)


class Page:
    """One page of a browser, and what it has been sent."""

    def __init__(self, wanted: Wanted, room: Room, visitor: Visitor) -> None:
        self.wanted, self.room, self.visitor = wanted, room, visitor
        held = visitor.seats(room)
        self.held = tuple(held)
        self._watched = held[0] if len(held) == 1 else None
        self.place = held[0] if held else HOST if visitor.is_host(room) else SPECTATOR
        self.watcher: Watcher | None = None
        self._sent: tuple[int, int] | None = None
        self._pieces: Mapping[str, Piece] = {}
        self._talked = room.talked

    def talk(self) -> str | None:
        """Return that something was said since the last call; a spectator is not told."""
        if self._talked == self.room.talked:
            return None
        self._talked = self.room.talked
        return None if self.place is SPECTATOR else self.signal("chat")

    def signal(self, kind: str, **more: object) -> str:
        """Return a message that is no state."""
        return json.dumps({"key": self.wanted.key, "kind": kind, **more})

    def news(self) -> str | None:
        """Return what the page has not got yet; None if it has everything."""
        room, wanted = self.room, self.wanted
        if self._watched is not None and self._watched not in self.visitor.seats(room):
            self.leave()
            return self.signal("gone")
        now = (room.step, room.revision)
        if now == self._sent:
            return None
        old, have = self._pieces, wanted.have if self._sent is None else {}
        self._sent = now
        self._pieces = state_pieces(room, self.visitor, wanted.seat, wanted.lang, old)
        return message(wanted.key, old, self._pieces, have)

    def leave(self) -> None:
        """Give the place at the table back."""
        if self.watcher is not None:
            self.room.watchers.leave(self.watcher)
            self.room.looked = time.monotonic()
            self.watcher = None


async def told_to(
    pages: Sequence[Page], early: Sequence[str], origin: str, most: int
) -> AsyncGenerator[bytes, None]:
    """Tell the pages of a browser what happens, until it goes."""
    news = asyncio.Event()
    try:
        for page in pages:
            # Others may have come since; who asks again finds out.
            with contextlib.suppress(Crowded):
                page.watcher = page.room.watchers.enter(page.place, origin, most, news)
                page.watcher.seats = page.held
        for said in early:
            yield event(said)
        while any(page.watcher for page in pages):
            news.clear()
            for page in pages:
                if page.watcher is None:
                    continue
                if page.watcher.closed:
                    page.watcher = None
                    yield event(page.signal("crowded"))
                    continue
                for said_now in (page.news(), page.talk()):
                    if said_now is not None:
                        yield event(said_now)
            await news.wait()
    finally:
        for page in pages:
            page.leave()


@router.post(ADDRESS)
@router.post("/t/{table_id}" + ADDRESS)
async def live(house: HouseHere, caller: CallerHere, form: LiveForm) -> Response:
    """Send what the tables of a browser show, whenever it changes."""
    most, origin = house.settings.most_watchers, where(caller)
    pages, early = [], []
    for wanted in form.tables:
        try:
            room = await house.rooms.get(wanted.id)
            page = Page(wanted, room, house.tokens.watcher(room.id, wanted.pass_))
            await check_seal(house.store.database, room, page.visitor)
            room.watchers.check(page.place, origin, most)
        except (NoTable, Crowded, NotAllowed) as problem:
            kind = "crowded" if isinstance(problem, Crowded) else "refused"
            early.append(refusal(wanted, kind, problem))
        else:
            pages.append(page)
    return EventStream(told_to(pages, early, origin, most))


def refusal(wanted: Wanted, kind: str, problem: HortaError) -> str:
    """Say why a page is told nothing."""
    return json.dumps({"key": wanted.key, "kind": kind, "why": told(problem, wanted.lang)})

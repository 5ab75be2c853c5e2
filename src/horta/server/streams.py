"""Streams: what happens at a table, sent to whoever is looking as it happens."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import AsyncGenerator

from fastapi import Response

from horta.server import views
from horta.server.callers import where
from horta.server.house import House
from horta.server.room import HOST, SPECTATOR, Room
from horta.server.sse import EventStream, event
from horta.server.tokens import Visitor
from horta.server.watchers import Crowded


class Teller:
    """Turns the changes of a room into events for one watcher."""

    def news(self) -> list[bytes]:
        """Return the events since the last call."""
        raise NotImplementedError


class EntryStream(Teller):
    """Tells entries as JSON, for clients of the API."""

    def __init__(self, room: Room, viewer: int | None, lang: str, since: int) -> None:
        self.room, self.viewer, self.lang = room, viewer, lang
        self.sent, self.revision, self.talked = since, room.revision, room.talked

    def news(self) -> list[bytes]:
        """Return the entries since the last call."""
        room = self.room
        found = []
        for data in views.entry_events(room, self.viewer, self.lang, self.sent):
            data["to_act"], data["over"] = room.to_act, room.over
            found.append(event(json.dumps(data), "entry", str(data["step"])))
        if self.revision != room.revision:
            summary = views.summary(room, self.viewer, self.lang)
            found.append(event(json.dumps(summary), "table", str(room.step)))
        if self.talked != room.talked and self.viewer is not None:
            found.append(event("{}", "chat", str(room.step)))
        self.sent, self.revision, self.talked = room.step, room.revision, room.talked
        return found


def watch(
    house: House, room: Room, visitor: Visitor, teller: Teller, *, viewer: int | None, caller: str
) -> Response:
    """Answer with a stream of events; it ends when the watcher's link is taken back."""
    most, origin = house.settings.most_watchers, where(caller)
    held = visitor.seats(room) or ([HOST] if visitor.is_host(room) else [])
    place = held[0] if held else SPECTATOR
    room.watchers.check(place, origin, most)

    async def told() -> AsyncGenerator[bytes, None]:
        # Others may have come since: then this stream ends, and who asks again is told why.
        with contextlib.suppress(Crowded):
            watcher = room.watchers.enter(place, origin, most)
            try:
                while not watcher.closed:
                    watcher.news.clear()
                    if viewer is not None and viewer not in visitor.seats(room):
                        yield event("{}", "gone")
                        return
                    for one in teller.news():
                        yield one
                    await watcher.news.wait()
            finally:
                room.watchers.leave(watcher)
                room.looked = time.monotonic()

    return EventStream(told())

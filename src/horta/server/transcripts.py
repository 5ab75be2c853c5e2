"""Transcripts at the server: a room from what the store holds, and entries from a transcript."""

from __future__ import annotations

import time
from collections.abc import Callable

from horta.core import transcripts as matches
from horta.core.game import Json
from horta.core.match import Match
from horta.server.room import UNDO, HouseRules, Room
from horta.server.store import Entry, Stored


def rebuild(stored: Stored) -> Room:
    """Return a room as its transcript tells."""
    match = matches.replay({**stored.header, "actions": [], "result": None})
    room = Room(
        id=stored.id,
        match=match,
        seats=stored.seats,
        house_rules=HouseRules(**stored.settings),
        host_epoch=stored.host_epoch,
        rematch=stored.rematch,
        made=stored.made,
        header=stored.header,
        owner=stored.owner,
    )
    for entry in stored.entries:
        room.apply(entry)
    return room


def entries_of(record: Json) -> tuple[Match, list[Entry]]:
    """Check a transcript and return its match at the start, and its entries."""
    whole = matches.replay(record)
    start = matches.replay({**record, "actions": [], "result": None})
    twin, entries = start.copy(), []
    now = time.time()
    for k, text in enumerate(whole.record()["actions"]):
        seat = twin.to_play
        entries.append(Entry(k + 1, text, -1 if seat is None else seat, now))
        if text == UNDO:
            twin.undo()
        else:
            twin.play(twin.parse(text))
    return start, entries


def history(room: Room, each: Callable[[int, Match], None]) -> None:
    """Play the actions that stand again, and show each table on the way."""
    match = matches.replay({**room.header, "actions": [], "result": None})
    each(0, match)
    for k, action in enumerate(room.match.actions, 1):
        match.play(action)
        each(k, match)

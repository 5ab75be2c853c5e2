"""Transcripts at the server: a room from what the store holds of it."""

from __future__ import annotations

import time
from dataclasses import fields

from horta.core import registry
from horta.core.envelope import read_header
from horta.core.errors import BadTranscript
from horta.core.game import Json
from horta.core.kept import layout_of
from horta.core.match import UNDO as TAKEN_BACK
from horta.core.match import Match
from horta.server.keeping import CLOSE, END, SIGNS, UNDO, KeptMatch, standing, tables_of
from horta.server.room import HouseRules, Room, closed_by_host
from horta.server.stored import Entry, Stored


def read_house_rules(settings: Json) -> HouseRules:
    """Return the house rules of a table; what another version wrote there stays as it is."""
    known = {field.name for field in fields(HouseRules)}
    return HouseRules(**{name: value for name, value in settings.items() if name in known})


def is_kept(stored: Stored) -> bool:
    """Tell whether the tables of a match were kept, as the rules of now write them."""
    game = registry.game(str(stored.header["game"]))
    return (
        stored.first is not None
        and stored.layout == layout_of(game.table)
        and stored.header.get("rules_version") == game.rules_version
    )


def stored_entries(match: KeptMatch) -> list[Entry]:
    """Return the entries of a kept match as the store holds them, all of this moment."""
    now, both = time.time(), zip(match.entries, match.changes, strict=True)
    return [
        Entry(step, text, seat, now, change) for step, ((text, seat), change) in enumerate(both, 1)
    ]


def rebuild(stored: Stored) -> Room:
    """Return a room from the tables that were kept of it; no rule is asked what follows."""
    match, totals = recall(stored)
    room, entries = room_of(stored, match, totals), stored.entries
    if entries and entries[-1].text not in SIGNS:
        seat = room.acted[-1]
        room.pending = seat if room.waits_for_end(match, seat) else None
    if entries and entries[-1].text == CLOSE:
        room.closed = closed_by_host()
    return room


def room_of(stored: Stored, match: Match, totals: list[list[int]]) -> Room:
    """Return the room of a stored match, as its tables were kept."""
    places = standing([entry.text for entry in stored.entries])
    return Room(
        id=stored.id,
        match=match,
        seats=stored.seats,
        house_rules=read_house_rules(stored.settings),
        host_epoch=stored.host_epoch,
        rematch=stored.rematch,
        made=stored.made,
        header=stored.header,
        owner=stored.owner,
        entries=[Entry(one.step, one.text, one.seat, one.at) for one in stored.entries],
        acted=[stored.entries[place].seat for place in places],
        totals=totals,
        happened=stored.happened,
    )


def recall(stored: Stored) -> tuple[Match, list[list[int]]]:
    """Return the match of what was kept, and the totals at each of its tables."""
    header, texts = stored.header, [entry.text for entry in stored.entries]
    game = registry.game(str(header["game"]))
    given = read_header(game, header, BadTranscript)
    places = standing(texts)
    assert stored.first is not None
    changes = [stored.entries[place].kept for place in places]
    tables, totals = tables_of(stored.first, changes, given[0])
    match = Match(
        game, *given, header.get("seed"), position=header.get("position"), table=tables[0]
    )
    numbers = {text: match.parse(text) for text in set(texts) - SIGNS} | {UNDO: TAKEN_BACK}
    match.recall(
        [numbers[texts[place]] for place in places],
        tables,
        [numbers[text] for text in texts if text not in (END, CLOSE)],
    )
    return match, totals

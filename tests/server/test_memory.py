"""Memory: tables are weighed in bytes, and the right ones leave."""

from __future__ import annotations

import gc
import random
import tracemalloc

import pytest

from horta.core import regions
from horta.core import transcripts as matches
from horta.server import memory, pieces, previews, views
from horta.server.room import HouseRules, Room, Seat
from horta.server.store import Entry

from .conftest import Sitting

GAMES = [("paris", 2), ("bruxelles1897", 4), ("bruxelles1893", 5)]


def played(game, players, steps, draw):
    match, choice = matches.start(game, players, 7), random.Random(1)
    seats = [Seat() for _ in range(players)]
    room = Room(id=f"{game}", match=match, seats=seats, house_rules=HouseRules())
    for k in range(steps):
        action = choice.choice(match.legal)
        room.apply(Entry(k + 1, match.text(action), match.to_play or 0, 0.5 + k))
    if draw:
        for seat in (None, 0):
            views.drawing(room, seat, "en")
    return room


@pytest.mark.parametrize("draw", [False, True])
@pytest.mark.parametrize(("game", "players"), GAMES)
def test_a_table_weighs_what_it_holds(game, players, draw):
    played(game, players, 30, draw)  # so that caches do not count
    regions.forget()
    gc.collect()
    tracemalloc.start()
    try:
        rooms = []
        for _ in range(2):
            rooms.append(played(game, players, 30, draw))
            regions.forget()  # two tables that look the same would share what is drawn of them
        gc.collect()
        real = tracemalloc.get_traced_memory()[0] / len(rooms)
    finally:
        tracemalloc.stop()
    assert 0.8 * real < rooms[0].weight < 1.5 * real


def test_what_is_weighed_at_a_glance_weighs_nearly_what_it_holds():
    text = {"lines": {"lit": 2, "group": -1}, "points": 1, "changes": {"Reserve": 3}, "signs": {}}
    empty = {"lines": {}, "points": 0, "changes": {}, "signs": {}}
    for told in (text, empty):
        assert 0.9 < previews.size_of(told) / memory.size_of(told) < 1.5
    made = {str(n): pieces.Piece.of("x" * 500 * n) for n in range(20)}
    assert 0.9 < pieces.size_of(made) / memory.size_of(made) < 1.2


def test_what_is_taken_back_weighs_nothing():
    room = played("paris", 2, 10, False)
    before = (room.events, room.match.weight)
    action = room.match.legal[0]
    room.apply(Entry(11, room.match.text(action), 0, 0.0))
    assert room.events > before[0]
    room.apply(Entry(12, "undo", 0, 0.0))
    assert room.events == before[0]


def test_who_saw_the_same_shares_it():
    room = played("bruxelles1893", 5, 30, False)
    lists = {id(news) for told in room.told.values() for news in told}
    assert len(lists) < 2 * 31  # not one for each of six viewers


def test_drawings_are_counted_as_they_come_and_go():
    drawn = memory.Drawn()
    changes = []
    drawn.on_change = lambda: changes.append(drawn.size)
    drawn["a"] = "x" * 1000
    drawn["b"] = {"svg": "y" * 2000, "actions": [{"label": "z" * 500}] * 2}
    assert 4000 < drawn.size < 6000
    drawn["a"] = "x"
    drawn.trim(1)
    assert list(drawn) == ["b"]
    del drawn["b"]
    assert drawn.size == 0
    assert changes[-1] == 0
    assert "b" not in drawn


# in a house


@pytest.fixture
def house(client, monkeypatch):
    """The rooms and their ledger, in a house where a request is over when it is answered."""
    monkeypatch.setattr(memory, "GRACE", 0.0)
    rooms = client.app.state.house.rooms
    return rooms, rooms._ledger


def test_the_ledger_knows_every_table(client, house, choice):
    rooms, ledger = house
    sittings = [Sitting(client, seed=k) for k in range(4)]
    for sitting in sittings:
        sitting.play_random(choice, 3)
        sitting.get("/drawing.svg", 0)
        sitting.show()
    assert ledger.total == sum(room.weight for room in rooms)
    assert ledger.total > 4 * 100_000


def test_what_was_drawn_goes_first_and_then_who_was_not_seen_for_longest(client, house, choice):
    rooms, ledger = house
    sittings = [Sitting(client, seed=k) for k in range(6)]
    for sitting in sittings:
        sitting.play_random(choice, 3)
        sitting.get("/drawing.svg", 0)
    bare = sum(room.weight - room.drawn.size for room in rooms)
    ledger.most = 2 * bare
    sittings[-1].show()
    assert len(list(rooms)) == 6  # all are there, but not all that was drawn of them
    drawn = [room.id for room in rooms if room.drawn]
    assert sittings[0].id not in drawn
    assert ledger.total <= ledger.most
    ledger.most = bare // 2
    sittings[-1].show()
    left = [room.id for room in rooms]
    assert 0 < len(left) <= 3
    assert left == [sitting.id for sitting in sittings][-len(left) :]
    assert ledger.total == sum(room.weight for room in rooms) <= ledger.most
    for sitting in sittings:  # and all of them come back
        assert sitting.show()["step"] == 3


def test_a_table_that_is_watched_or_thought_about_stays(client, house):
    rooms, ledger = house
    sittings = [Sitting(client, seed=k) for k in range(4)]
    watched, thinking = (rooms._rooms[sittings[k].id] for k in (0, 1))
    watched.watchers.enter(None, "somebody", 1)
    thinking.thinking = object()
    ledger.most = 1
    sittings[3].show()
    assert {room.id for room in rooms} >= {watched.id, thinking.id}
    assert sittings[2].id not in {room.id for room in rooms}
    thinking.thinking = None


def test_a_table_stays_while_its_answer_may_be_on_the_way(client, house, monkeypatch):
    rooms, ledger = house
    monkeypatch.setattr(memory, "GRACE", 1e6)
    sittings = [Sitting(client, seed=k) for k in range(4)]
    ledger.most = 1
    sittings[3].show()
    assert len(list(rooms)) == 4

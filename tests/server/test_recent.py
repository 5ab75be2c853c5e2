"""What has happened since a seat's last turn: its words, and what is marked on the drawing."""

from __future__ import annotations

import pytest

import horta
from horta.server import views
from horta.server.recent import MOST_MARKED, MOST_TOLD, recent

from .conftest import Sitting


def room_of(client, sitting):
    return next(room for room in client.app.state.house.rooms if room.id == sitting.id)


def shown(room, seat):
    return recent(room, seat, views.log(room, seat, "en"), views.regions(room, seat, "en"))


@pytest.mark.parametrize("game", horta.games())
def test_a_seat_is_told_what_the_others_did_since_its_last_turn(client, choice, game):
    sitting = Sitting(client, game=game, seed=3)
    room = room_of(client, sitting)
    told = marked = 0
    for _ in range(60):
        sitting.play_random(choice, 1)
        if room.over:
            break
        for seat in range(room.match.players):
            found, acted = shown(room, seat), room.acted
            since = max((k for k, who in enumerate(acted) if who == seat), default=-1) + 1
            expected = [
                (acted[k], views.log(room, seat, "en")[k + 1]["lines"])
                for k in range(since, len(acted))
            ]
            expected = [one for one in expected if one[1]][-MOST_TOLD:]
            assert [(one["seat"], one["lines"]) for one in found["told"]] == expected
            drawing = views.drawing(room, seat, "en")
            assert len(found["marks"]) <= MOST_MARKED
            for mark in found["marks"]:
                assert mark["seat"] != seat
                assert all(f'="{name}"' in drawing for name in mark["names"])
            told += bool(found["told"])
            marked += bool(found["marks"])
    assert told
    assert marked


def test_a_spectator_is_told_the_last_move(client, choice):
    sitting = Sitting(client, game="paris", seed=3)
    room = room_of(client, sitting)
    assert shown(room, None) == {"told": [], "marks": []}
    sitting.play_random(choice, 5)
    found = shown(room, None)
    assert [one["seat"] for one in found["told"]] == [room.acted[-1]]
    assert [mark["seat"] for mark in found["marks"]] == [room.acted[-1]]


def test_the_page_tells_it_before_the_board(client, choice):
    sitting = Sitting(client, game="paris", seed=3)
    sitting.play_random(choice, 4)
    html = client.get(f"/t/{sitting.id}?lang=de").text
    assert 'id="part-recent"' in html
    assert html.index('class="recent"') < html.index('id="board"')

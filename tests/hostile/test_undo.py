"""Who plays and takes back for ever does not fill the database: what is undone has a measure."""

from __future__ import annotations

import pytest
from tests.server.conftest import Sitting

from horta.core.i18n import LANGUAGES
from horta.server import room, rooms

AT_ALL, FOR_EACH = 8, 5
"""Less than what is allowed, so that the end of it comes sooner."""
MOST = AT_ALL + FOR_EACH


@pytest.fixture(autouse=True)
def soon(monkeypatch):
    assert room.UNDONE_AT_ALL > AT_ALL
    assert room.UNDONE_FOR_EACH > FOR_EACH
    monkeypatch.setattr(room, "UNDONE_AT_ALL", AT_ALL)
    for module in (room, rooms):
        monkeypatch.setattr(module, "UNDONE_FOR_EACH", FOR_EACH)


def back_and_forth(sitting, seat):
    """Play the same action and take it back until it must stand; return how often it went back."""
    for undone in range(MOST + 1):
        now = sitting.show(seat)
        action = sitting.get("/actions", seat).json()["actions"][0]["action"]
        played = sitting.post("/actions", seat, step=now["step"], action=action)
        assert played.status_code == 200, played.text
        shown = sitting.show(seat)
        assert shown["to_act"] == seat, "the turn is not ended yet"
        if shown["undo_to"] == shown["standing"]:
            return undone
        answer = sitting.post("/undo", seat, step=shown["step"])
        assert answer.status_code == 200, answer.text
    return pytest.fail("it goes on for ever")


def test_taking_back_has_an_end_and_the_game_goes_on(client, choice):
    sitting = Sitting(client, game="bruxelles1897", players=2, seed=4, confirm=True)
    seat = sitting.show()["to_act"]
    assert back_and_forth(sitting, seat) == MOST
    before = sitting.show(seat)
    said = set()
    for lang in LANGUAGES:
        headers = {"authorization": f"Bearer {sitting.keys[seat]}"}
        refused = client.post(
            f"{sitting.base}/undo",
            json={"step": before["step"]},
            headers=headers,
            params={"lang": lang},
        )
        assert refused.status_code == 422
        assert str(FOR_EACH) in refused.json()["error"]
        said.add(refused.json()["error"])
    assert len(said) == 3
    assert sitting.show(seat) == before
    now = before
    while now["to_act"] == seat:
        now = sitting.play_random(choice, 1)
    assert back_and_forth(sitting, 1 - seat) == MOST, "everybody has his own measure"
    assert sitting.play_random(choice)["over"]


def test_each_action_that_stands_gives_some_more(client, choice):
    sitting = Sitting(client, game="bruxelles1897", players=2, seed=4, confirm=True)
    seat = sitting.show()["to_act"]
    back_and_forth(sitting, seat)
    for _ in range(200):
        sitting.play_random(choice, 1)
        now = sitting.show()
        if now["to_act"] == seat and not now["ends_turn"]:
            break
    assert back_and_forth(sitting, seat) >= FOR_EACH


def test_what_was_taken_back_counts_after_a_restart_too(client):
    sitting = Sitting(client, game="bruxelles1897", players=2, seed=4, confirm=True)
    seat = sitting.show()["to_act"]
    back_and_forth(sitting, seat)
    client.app.state.house.rooms._rooms.clear()
    now = sitting.show(seat)
    assert now["undo_to"] == now["standing"]
    assert sitting.post("/undo", seat, step=now["step"]).status_code == 422

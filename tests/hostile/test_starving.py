"""One visitor with sixty tables of bots: another person's bot answers all the same.

The bots of these tests think only when they are let, so what is asserted is the order in which they
are served, never a time.
"""

from __future__ import annotations

import threading
import time

import pytest
from starlette.testclient import TestClient
from tests.server.conftest import bearer, settings_for

from horta.server import opponents
from horta.server.app import create_app

HANG = 60
TABLES = 60


class Gate:
    """A bot that thinks only when it is let, and writes down where it thinks."""

    def __init__(self):
        self.permits = threading.Semaphore(0)
        self.served = []

    def choose(self, asked):
        self.permits.acquire()
        self.served.append(asked.game.id)
        return asked.legal[0]

    def let(self, times):
        for _ in range(times):
            self.permits.release()


@pytest.fixture
def gate(monkeypatch):
    made = Gate()
    bot = opponents.Opponent("gated", lambda lang: "Gated", made.choose)
    monkeypatch.setattr(opponents, "_levels", lambda game: [bot])
    yield made
    made.let(10**4)  # no thread waits for ever


@pytest.fixture
def two(tmp_path, gate):
    """Two visitors at one house with one thread for its bots."""
    app = create_app(settings_for(tmp_path, bot_threads=1))
    with TestClient(app, client=("203.0.113.1", 1)) as one:
        other = TestClient(app, client=("203.0.113.2", 1))
        other.portal = one.portal  # the same event loop
        yield one, other
        gate.let(10**4)


def put_up(client, game, seats, **form):
    answer = client.post("/api/tables", json={"game": game, "seats": seats, **form})
    assert answer.status_code == 201, answer.text
    return answer.json()


def until(found, what):
    end = time.monotonic() + HANG
    while time.monotonic() < end:
        answer = found()
        if answer:
            return answer
        time.sleep(0.01)
    return pytest.fail(f"it hangs: {what}")


def test_sixty_tables_of_bots_do_not_keep_a_person_waiting(two, gate):
    greedy, person = two
    for _ in range(TABLES):
        put_up(greedy, "bruxelles1897", [{"bot": "gated"}] * 4)
    options = {"starting_player": 0}
    made = put_up(person, "paris", [{}, {"bot": "gated"}], options=options, seed=4)
    base, key = f"/api/tables/{made['id']}", bearer(made["seats"][0]["token"])

    def asked():
        listed = person.get(f"{base}/actions", headers=key).json()
        return listed if listed["actions"] else None

    for _ in range(6):
        listed = until(asked, "the bot stands still")
        form = {"step": listed["step"], "action": listed["actions"][0]["action"]}
        before = len(gate.served)
        assert person.post(f"{base}/actions", headers=key, json=form).status_code == 200
        # The bot of another table thinks already, and another one was next: then it is our turn.
        while "paris" not in gate.served[before:]:
            assert len(gate.served) - before <= 2, "others were served again and again"
            count = len(gate.served)
            gate.let(1)
            until(lambda n=count: len(gate.served) > n, "nobody thinks")
            if person.get(base).json()["to_act"] == 0:  # a forced move needs no thinking
                break


def test_bots_pause_where_nobody_looks_and_go_on_when_somebody_does(two, gate):
    client, _ = two
    made = put_up(client, "bruxelles1897", [{"bot": "gated"}] * 4)
    rooms = client.app.state.house.rooms
    room = next(iter(rooms))
    until(lambda: room.thinking is not None, "the bot does not begin")
    room.looked = -1e9  # everybody went home long ago
    gate.let(1)
    until(lambda: room.thinking is None, "the bots play on for nobody")
    step = room.step
    assert step >= 1
    gate.let(5)
    assert room.step == step
    shown = client.get(f"/api/tables/{made['id']}").json()  # somebody looks
    assert shown["step"] == step
    until(lambda: room.step >= step + 5, "the bots do not go on")


def test_bots_play_on_where_somebody_watches(two, gate):
    client, _ = two
    put_up(client, "bruxelles1897", [{"bot": "gated"}] * 4)
    room = next(iter(client.app.state.house.rooms))
    room.watchers.enter(None, "somebody", 1)
    room.looked = -1e9
    gate.let(5)
    until(lambda: room.step >= 5, "the bots do not play for who watches")


def test_a_pause_gives_the_place_to_others(two, gate):
    """Sixty tables that nobody looks at any more cost nothing, not even one turn each."""
    greedy, person = two
    for _ in range(TABLES):
        put_up(greedy, "bruxelles1897", [{"bot": "gated"}] * 4)
    for room in greedy.app.state.house.rooms:
        room.looked = -1e9
    made = put_up(person, "paris", [{"bot": "gated"}] * 2, seed=4)
    room = greedy.app.state.house.rooms._rooms[made["id"]]
    gate.let(20)
    until(lambda: room.step >= 10, "the bots stand still")
    assert gate.served.count("bruxelles1897") <= 1

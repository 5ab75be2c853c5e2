"""A bot that never answers: its thread is lost, and nothing else."""

from __future__ import annotations

import threading
import time

import httpx
import pytest
from starlette.testclient import TestClient
from tests.server import conftest
from tests.server.conftest import Server, Sitting, bearer, make_table, settings_for

from horta.core.match import Match
from horta.server import opponents
from horta.server.app import create_app

HANG = 120
"""Seconds after which a test says that something hangs; nothing is measured by it."""


class Sleeper:
    """A bot that does not answer before it is woken."""

    def __init__(self):
        self.asleep, self.awake = 0, threading.Event()

    def choose(self, asked):
        self.asleep += 1
        self.awake.wait()
        return asked.legal[0]


@pytest.fixture
def sleeper(monkeypatch):
    made = Sleeper()
    bots = [
        opponents.Opponent("quick", lambda lang: "Quick", lambda asked: asked.legal[0]),
        opponents.Opponent("sleeper", lambda lang: "Sleeper", made.choose),
    ]
    monkeypatch.setattr(opponents, "_levels", lambda game: bots)
    yield made
    made.awake.set()


@pytest.fixture
def client(tmp_path, sleeper):
    settings = settings_for(tmp_path, bot_threads=1, bot_seconds=0.3)
    with TestClient(create_app(settings)) as made:
        yield made


def until(found, what):
    end = time.monotonic() + HANG
    while time.monotonic() < end:
        answer = found()
        if answer:
            return answer
        time.sleep(0.02)
    return pytest.fail(f"it hangs: {what}")


def shown(client, made):
    return client.get(f"/api/tables/{made['id']}").json()


def test_a_bot_that_never_answers_does_not_stop_its_table_or_another(client, sleeper, caplog):
    """One thread for all bots: the other table gets it as soon as the first bot is given up."""
    stuck = make_table(client, "bruxelles1897", seats=[{"bot": "sleeper"}] * 2, seed=3)
    until(lambda: sleeper.asleep, "the bot does not begin")
    other = make_table(client, seats=[{"bot": "quick"}] * 2, seed=3)
    until(lambda: shown(client, other)["over"], "the other table waits for the thread")
    until(lambda: shown(client, stuck)["over"], "nobody moves in its place")
    assert sleeper.asleep == 1, "no second thread is lost to the same bot"
    assert [seat["fails"] for seat in shown(client, stuck)["seats"]] == [True, True]
    assert [seat["fails"] for seat in shown(client, other)["seats"]] == [False, False]
    assert caplog.text.count("the bot sleeper of bruxelles1897 failed") <= 3


def test_the_seat_says_so_and_the_host_can_replace_the_bot(client, sleeper):
    form = {"seats": [{"bot": "sleeper"}, {}], "seed": 3, "options": {"starting_player": 0}}
    made = make_table(client, "paris", **form)
    until(lambda: shown(client, made)["seats"][0]["fails"], "the seat does not say so")
    for lang, said in (("en", "does not answer"), ("fr", "répond pas"), ("de", "antwortet nicht")):
        assert said in client.get(f"/t/{made['id']}", params={"lang": lang}).text
    host = bearer(made["host"])
    seats = client.get(f"/t/{made['id']}/seats", headers=host, params={"lang": "en"})
    assert "does not answer" in seats.text
    path = f"/api/tables/{made['id']}/seats/0"
    assert client.put(path, json={"bot": "quick"}, headers=host).status_code == 200
    seat = shown(client, made)["seats"][0]
    assert (seat["bot"], seat["fails"]) == ("quick", False)


def test_a_bot_that_comes_back_is_asked_again(client, sleeper):
    made = make_table(client, "bruxelles1897", seats=[{"bot": "sleeper"}, {}], seed=3)
    room = client.app.state.house.rooms._rooms[made["id"]]
    bots = client.app.state.house.rooms.bots
    until(lambda: room.fails(0) or room.to_act == 1, "nobody moves")
    if sleeper.asleep:
        assert bots.is_hanging(("bruxelles1897", "sleeper"))
    sleeper.awake.set()
    until(lambda: not bots.is_hanging(("bruxelles1897", "sleeper")), "it is not forgiven")


def test_hints_that_are_never_found_take_one_thread(client, sleeper, monkeypatch):
    asked = []

    def hint(self, *args, **options):
        asked.append(args)
        sleeper.awake.wait()
        return []

    monkeypatch.setattr(Match, "hint", hint)
    sitting = Sitting(client, seats=[{}, {"bot": "random"}], seed=3)
    until(lambda: shown(client, sitting.made)["to_act"] == 0, "the bot stands still")
    refused = sitting.get("/hints", 0)
    assert refused.status_code == 422
    assert "in time" in refused.json()["error"]
    assert sitting.get("/hints", 0).status_code == 200, "a worker finds some"
    assert len(asked) == 1


HANGING = """
import sys, time
from horta.server import opponents
def choose(*args):
    while True:
        time.sleep(3600)
bot = opponents.Opponent("sleeper", lambda lang: "Sleeper", choose)
opponents._levels = lambda game: [bot]
"""


def test_a_house_ends_although_a_bot_hangs(tmp_path, monkeypatch):
    monkeypatch.setattr(conftest, "RUN", HANGING + conftest.RUN)
    server = Server(f"sqlite:///{tmp_path}/tables.sqlite", HORTA_BOT_SECONDS=300).start()
    try:
        with httpx.Client(base_url=server.link, timeout=HANG) as client:
            made = make_table(client, seats=[{"bot": "sleeper"}] * 2, seed=3)
            room = f"/api/tables/{made['id']}"
            assert client.get(room).json()["step"] == 0
            time.sleep(0.2)
            assert client.get(room).json()["step"] == 0, "the bot thinks"
        server.process.terminate()
        assert server.process.wait(HANG) is not None
    finally:
        server.stop()

"""Bots: whatever happens to one, its table does not come to a stop."""

from __future__ import annotations

import logging
import time

import pytest
from starlette.testclient import TestClient

import horta
from horta.bots.levels import LEVELS
from horta.bots.mcts import MctsBot
from horta.core import registry
from horta.core.match import Match
from horta.server import opponents, thinking
from horta.server.app import create_app

from .conftest import Sitting, make_table, settings_for

HANG = 120
BOTS = [{"bot": "clumsy"}, {"bot": "clumsy"}]


def play_out(client, made):
    """Look on until the game is over."""
    end = time.monotonic() + HANG
    while time.monotonic() < end:
        shown = client.get(f"/api/tables/{made['id']}").json()
        if shown["over"]:
            return shown
        time.sleep(0.02)
    return pytest.fail(f"the bots stand still at step {shown['step']}")


@pytest.fixture
def clumsy(monkeypatch):
    """Let a bot of our own choose: `clumsy(choose)`."""

    def seat(choose):
        bot = opponents.Opponent("clumsy", lambda lang: "Clumsy", choose)
        monkeypatch.setattr(opponents, "_levels", lambda game: [bot])

    return seat


def test_a_bot_that_crashes_is_written_down_once_and_another_moves(client, clumsy, caplog):
    crashes = []

    def choose(asked):
        crashes.append(asked.seat)
        raise ZeroDivisionError("clumsy")

    clumsy(choose)
    with caplog.at_level(logging.ERROR, "horta.server"):
        shown = play_out(client, make_table(client, seats=BOTS, seed=3))
    assert shown["over"]
    assert len(crashes) > 10
    lines = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert len(lines) == 1
    assert lines[0].exc_info[0] is ZeroDivisionError


def test_a_bot_that_cheats_does_not_stop_the_table(client, clumsy):
    clumsy(lambda asked: 10**6)
    assert play_out(client, make_table(client, seats=BOTS, seed=3))["over"]


def test_a_bot_that_is_gone_is_replaced(tmp_path, clumsy, monkeypatch):
    settings = settings_for(tmp_path)
    with TestClient(create_app(settings)) as client:
        clumsy(lambda asked: asked.legal[0])
        sitting = Sitting(client, seats=[{}, {"bot": "clumsy"}], seed=3)
    monkeypatch.setattr(opponents, "_levels", lambda game: [])
    with TestClient(create_app(settings)) as client:
        again = Sitting(client, sitting.made)
        again.keys[1] = None
        for _ in range(8):
            end = time.monotonic() + HANG
            while not (listed := again.get("/actions", 0).json())["actions"]:
                assert time.monotonic() < end, "the bot stands still"
            form = {"step": listed["step"], "action": listed["actions"][0]["action"]}
            assert again.post("/actions", 0, **form).status_code == 200


def test_an_action_that_fails_is_not_tried_for_ever(client, clumsy, monkeypatch):
    """As if the rules had a defect that only some actions meet."""
    clumsy(lambda asked: asked.legal[0])
    play, failed = Match.play, []

    def defect(self, action):
        if len(self.legal) > 1 and action == self.legal[0]:
            failed.append(action)
            raise ZeroDivisionError("a defect of the rules")
        play(self, action)

    monkeypatch.setattr(Match, "play", defect)
    sitting = Sitting(client, seats=[{}, {"bot": "clumsy"}], seed=3)
    for _ in range(6):
        end = time.monotonic() + HANG
        while not (listed := sitting.get("/actions", 0).json())["actions"]:
            assert time.monotonic() < end, "the bot stands still"
        form = {"step": listed["step"], "action": listed["actions"][-1]["action"]}
        assert sitting.post("/actions", 0, **form).status_code == 200
    assert failed


def test_a_bot_sits_at_its_seat_for_the_whole_match(client, monkeypatch):
    sat, asked = [], []

    def seated():
        number = len(sat)
        sat.append(number)

        def choose(turn):
            asked.append((number, turn.seat))
            return turn.legal[-1]

        return choose

    bot = opponents.Opponent("clumsy", lambda lang: "Clumsy", pytest.fail, seated)
    monkeypatch.setattr(opponents, "_levels", lambda game: [bot])
    play_out(client, make_table(client, seats=BOTS, seed=3))
    assert len(asked) > 10
    assert len(sat) == 2
    assert len(set(asked)) == 2  # each of the two has its own seat


def test_a_bot_that_fails_leaves_its_seat_to_a_new_one(client, monkeypatch):
    sat = []

    def seated():
        sat.append(0)

        def choose(asked):
            sat[-1] += 1
            if sat[-1] > 3:
                raise ZeroDivisionError
            return asked.legal[0]

        return choose

    bot = opponents.Opponent("clumsy", lambda lang: "Clumsy", pytest.fail, seated)
    monkeypatch.setattr(opponents, "_levels", lambda game: [bot])
    assert play_out(client, make_table(client, seats=BOTS, seed=3))["over"]
    assert len(sat) > 2


def test_only_so_many_bots_remember_their_match(client, monkeypatch):
    monkeypatch.setattr(thinking, "MOST_SEATED", 3)
    made = 0

    def seated():
        nonlocal made
        made += 1
        return lambda asked: asked.legal[-1]

    bot = opponents.Opponent("clumsy", lambda lang: "Clumsy", pytest.fail, seated)
    monkeypatch.setattr(opponents, "_levels", lambda game: [bot])
    for seed in range(3):
        play_out(client, make_table(client, seats=BOTS, seed=seed))
    assert made >= 6
    assert len(client.app.state.house.rooms.bots._seated) <= 3


def test_a_bot_that_sits_goes_on_from_its_tree(monkeypatch):
    """Whoever sits for a whole match keeps what it thought; somebody new each time does not."""
    played = dict.fromkeys(LEVELS, "mcts:6it")
    monkeypatch.setattr("horta.bots.names.level", lambda game, name, players: played.get(name))
    kept = []
    reuse = MctsBot._reuse

    def spied(bot, *terms):
        kept.append(bool(found := reuse(bot, *terms)))
        return found

    monkeypatch.setattr(MctsBot, "_reuse", spied)
    game = registry.game("bruxelles1897")
    bot = opponents.opponent(game, opponents.opponents(game)[0].spec)
    for sits in (True, False):
        kept.clear()
        match = horta.start("bruxelles1897", 2, 4)
        choosers = [bot.sit(), bot.sit()]
        for step in range(16):
            seat, legal = match.to_play, match.legal
            asked = opponents.Choice(game, 2, match.redacted(seat), seat, legal, step)
            match.play(choosers[seat](asked) if sits else bot.choose(asked))
        assert len(kept) > 8
        assert any(kept) == sits

"""Old games outlive new rules: they go on where they hold, and are shown where they do not."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys

import httpx
import pytest
from sqlalchemy import text
from tests.thirdparty import forget, install_pebbles, with_rules

import horta
from horta.core import kept
from horta.core.record import Array, at, blank, i8, i16, i32, of, record
from horta.server.store import Store

from .conftest import SLOW, Server, Sitting


@pytest.fixture
def installed(tmp_path, monkeypatch):
    folder = tmp_path / "installed"
    folder.mkdir()
    install_pebbles(folder, monkeypatch)
    yield
    forget()


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request, tmp_path):
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/tables.sqlite"
    return request.getfixturevalue("postgres")


class Era:
    """A server at a time when the rules of pebbles had a certain version, or of now."""

    def __init__(self, url, rules):
        self.server = Server(url, **({} if rules is None else with_rules(rules)))

    def __enter__(self):
        self.server.start()
        self.client = httpx.Client(base_url=self.server.link, timeout=SLOW)
        return self.client

    def __exit__(self, *_):
        self.client.close()
        self.server.stop()


def play(sitting, numbers):
    """Play actions by their numbers, each by whom it is up to."""
    for number in numbers:
        now = sitting.show()
        answer = sitting.post("/actions", now["to_act"], step=now["step"], action=number)
        assert answer.status_code == 200, answer.text
    return sitting


WHOLE = (2, 2, 2, 2, 2)
"""Fifteen pebbles, three by three."""
SMALL = (1, 0, 1, 1)


def finished(client, seed=5):
    sitting = Sitting(client, game="pebbles", seed=seed)
    play(sitting, WHOLE)
    assert sitting.show()["over"]
    return sitting


@pytest.mark.usefixtures("installed")
class TestOldGames:
    def test_a_game_that_still_holds_goes_on_and_says_so(self, url):
        with Era(url, 1) as client:
            made = play(Sitting(client, game="pebbles", seed=5), SMALL).made
        with Era(url, 2) as client:  # the record lies differently in memory
            old = Sitting(client, made)
            shown = old.show(0)
            assert shown["view"]["table"]["heap"] == 15 - 7
            assert shown["step"] == 4
            assert "version 1" in shown["notice"]
            assert "lies differently" in shown["notice"]
            assert [one["lines"] for one in old.get("/log", 0).json()][1:] == [
                ["First takes 2"],
                ["Second takes 1"],
                ["First takes 2"],
                ["Second takes 2"],
            ]
            play(old, (1, 1))
            assert "version 1" in client.get(f"/t/{old.id}").text
        with Era(url, 2) as client:  # and comes back from what was kept anew
            old = Sitting(client, made)
            assert old.show()["step"] == 6
            assert "version 1" in old.show()["notice"]
            play(old, (1, 1))
            assert old.show()["over"]

    def test_a_game_that_does_not_hold_is_shown_and_names_the_rule(self, url):
        with Era(url, 1) as client:
            sitting = finished(client)
            end, log = sitting.show(), sitting.get("/log").json()
            sheet = sitting.get("/sheet").json()
            frames = [sitting.get(f"/replay/{k}").json() for k in range(6)]
            record = sitting.get("/transcript").json()
        for rules in (3, 4):
            with Era(url, rules) as client:
                old = Sitting(client, sitting.made)
                shown = old.show()
                assert shown["over"]
                assert "PEB-02: three pebbles cannot be taken any more" in shown["notice"]
                assert "action 1 of" in shown["notice"]
                assert shown["view"]["table"] == end["view"]["table"]
                assert old.get("/log").json() == log
                assert old.get("/sheet").json()["totals"] == sheet["totals"]
                assert old.get("/sheet").json()["lines"] == sheet["lines"]
                assert old.get("/sheet").json()["winners"] == sheet["winners"]
                again = [old.get(f"/replay/{k}").json() for k in range(6)]
                assert [one["svg"] for one in again] == [one["svg"] for one in frames]
                assert [one["scores"] for one in again] == [one["scores"] for one in frames]
                assert old.get("/transcript").json()["actions"] == record["actions"]
                assert old.get("/transcript").json()["rules_version"] == 1
                page = client.get(f"/t/{old.id}", headers={"accept": "text/html"})
                assert "PEB-02" in page.text
                assert client.get(f"/t/{old.id}/replay?number=3").status_code == 200
                assert old.post("/rematch", 0).status_code == 422
        with Era(url, 2) as client:  # and under rules by which it holds, it is a game like others
            assert Sitting(client, sitting.made).show()["view"]["table"] == end["view"]["table"]

    def test_a_result_that_would_be_another_is_shown_as_it_was(self, url):
        with Era(url, 3) as client:
            sitting = Sitting(client, game="pebbles", seed=5)
            play(sitting, (1, 1, 1, 1, 1, 1, 1, 0))
            totals = sitting.get("/sheet").json()["totals"]
        with Era(url, 4) as client:  # every action is legal, but a pebble is two points
            old = Sitting(client, sitting.made)
            assert "PEB-03: a pebble is two points" in old.show()["notice"]
            assert old.get("/sheet").json()["totals"] == totals

    def test_a_game_in_the_middle_is_closed_and_keeps_its_secrets(self, url):
        with Era(url, 1) as client:
            made = play(Sitting(client, game="pebbles", seed=5), (2, 1)).made
            lucky = Sitting(client, made).show(0)["view"]["table"]["lucky"]
        with Era(url, 3) as client:
            old = Sitting(client, made)
            shown = old.show()
            assert not shown["over"]
            assert shown["to_act"] is None
            assert "PEB-02" in shown["notice"]
            assert shown["view"]["table"]["lucky"] == [-1, -1]
            assert old.show(0)["view"]["table"]["lucky"] == lucky
            answer = old.post("/actions", 0, step=2, action=0)
            assert answer.status_code == 422
            assert "PEB-02" in answer.json()["error"]
            assert old.get("/actions", 0).json()["actions"] == []
            assert old.get("/transcript").status_code == 403
            assert old.get("/replay/1").status_code == 403
            assert old.get("/replay/1", **{"from": "0"}).status_code == 403
            assert str(lucky[0]) not in old.get("/replay/1", **{"from": "none"}).json()["log"]
            spectator = old.get("/replay/1", **{"from": "none"}).json()
            assert "[-1, -1]" in spectator["svg"]
            assert spectator["scores"] == [3, 0]
            mine = old.get("/replay/1", 0, **{"from": "0"}).json()
            assert str(lucky) in mine["svg"]
            assert client.get(f"/t/{old.id}").status_code == 200
            assert client.get(f"/t/{old.id}/replay").status_code == 200
        with Era(url, 2) as client:  # nothing was lost: under other rules it goes on
            assert Sitting(client, made).show()["to_act"] == 0

    def test_older_rules_meet_a_table_of_newer_ones(self, url):
        with Era(url, 4) as client:
            made = play(Sitting(client, game="pebbles", seed=5), (1, 1)).made
        with Era(url, 1) as client:
            shown = Sitting(client, made).show()
            assert "version 4" in shown["notice"]
            assert shown["view"]["table"]["heap"] == 11

    def test_unknown_settings_and_bots_are_kept_and_ignored(self, url):
        with Era(url, 1) as client:
            sitting = Sitting(client, game="pebbles", seed=5)
        ask(url, 'update matches set settings = \'{"confirm": false, "candles": 3}\'')
        ask(url, "update seats set bot = 'gone-bot' where seat = 1")
        with Era(url, 1) as client:
            shown = Sitting(client, sitting.made).show(0)
            assert shown["seats"][1]["bot_title"] == "gone-bot"
            play(Sitting(client, sitting.made), (1,))
        assert "candles" in str(ask(url, "select settings from matches"))

    def test_transcripts_of_older_rules_are_taken_or_name_the_rule(self, url):
        with Era(url, 1) as client:
            held = play(Sitting(client, game="pebbles", seed=5), (1, 0)).made["id"]
            assert held
            record = finished(client).get("/transcript").json()
        small = {**record, "actions": ["take 2", "take 1"], "result": None}
        with Era(url, 3) as client:
            answer = client.post("/api/transcripts", json={"transcript": record})
            assert answer.status_code == 422
            assert "PEB-02: three pebbles cannot be taken" in answer.json()["error"]
            answer = client.post("/api/transcripts", json={"transcript": small})
            assert answer.status_code == 201
            assert "version 1" in Sitting(client, answer.json()).show()["notice"]


def test_a_table_of_before_keeps_the_boards_of_before(tmp_path):
    """Versions 2 and 3 of Bruxelles 1893 changed boards that were reconstructed; see `Change`."""
    url = f"sqlite:///{tmp_path}/tables.sqlite"
    with Era(url, None) as client:
        old = Sitting(client, game="bruxelles1893", players=2, seed=5, options={"asymmetric": True})
        for board in ("gauchie", "horta"):
            seat = old.show()["to_act"]
            listed = old.get("/actions", seat).json()
            chosen = next(one for one in listed["actions"] if one["text"] == f"board {board}")
            old.post("/actions", seat, step=listed["step"], action=chosen["action"])
            listed = old.get("/actions", seat).json()
            action = listed["actions"][0]["action"]
            old.post("/actions", seat, step=listed["step"], action=action)
        assert levels(old)["gauchie"]["palace"] == 1
        assert levels(old)["horta"]["architect"] == 1
    ask(url, "update matches set header = json_set(header, '$.rules_version', 1)")
    for _ in range(2):  # played again, and then as it was kept anew
        with Era(url, None) as client:
            again = Sitting(client, old.made)
            assert levels(again)["gauchie"]["palace"] == 2
            assert levels(again)["horta"]["architect"] == 2
            assert again.show()["notice"] == "", "nothing is different for it"
    assert '"rules_version": 3' in str(ask(url, "select header from matches"))


def levels(sitting):
    """Return the levels of all by their boards."""
    seats = sitting.show()["view"]["table"]["seats"]
    return {seat["architect"]: seat["levels"] for seat in seats}


def ask(url, statement):
    """Ask the database something, or change it."""

    async def run():
        async with Store(url) as store, store.database.begin() as connection:
            found = await connection.execute(text(statement))
            return found.all() if found.returns_rows else None

    return asyncio.run(run())


REPLAY = """
import json, sys, horta
try:
    print(horta.replay(json.loads(sys.argv[1])).scores)
except horta.BadTranscript as problem:
    print(problem)
"""


@pytest.mark.usefixtures("installed")
def test_python_takes_older_transcripts_too():
    match = horta.start("pebbles", seed=5)
    match.play(2)
    given = [sys.executable, "-c", REPLAY, json.dumps(match.transcript())]
    said = {
        rules: subprocess.run(
            given,
            env={**os.environ, **with_rules(rules), "HORTA_JIT": "0"},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for rules in (2, 3)
    }
    assert said[2].strip() == str(match.scores)
    assert "PEB-02: three pebbles cannot be taken any more" in said[3]


def test_a_game_says_what_each_version_of_its_rules_changed():
    from dataclasses import replace

    game = horta.core.registry.game("paris")
    with pytest.raises(TypeError, match="what version 2 of the rules changed"):
        replace(game, rules_version=2)


# kept tables


def test_kept_tables_come_back_and_damage_is_noticed():
    one, other = kept.keep(b"abcdef", [3, -4]), kept.keep(b"abXdef", [3, 70_000])
    assert kept.part(other, 2) == (b"abXdef", [3, 70_000])
    step = kept.difference(one, other)
    assert kept.follow(one, step) == other
    for broken in (b"", step[:-3], b"nonsense", kept.pack(b"short")):
        with pytest.raises(kept.BadKept):
            kept.follow(one, broken)


@record
class OldSeat:
    francs: i8
    lost: i8


@record
class Old:
    seats: Array[OldSeat] = of(2)
    count: i32
    row: Array[i8] = of(4)
    gone: i16


@record
class NewSeat:
    honour: i8
    francs: i32


@record
class New:
    row: Array[i16] = of(3)
    count: i8
    fresh: i16
    seats: Array[NewSeat] = of(3)
    gone: Array[i8] = of(2)


def test_a_table_is_poured_from_one_layout_into_another():
    games = blank(Old)
    table = at(Old, games)
    table.seats[1].francs, table.count, table.gone = 7, 1000, 5
    for k in range(4):
        table.row[k] = -k
    layout = json.loads(json.dumps(kept.layout_of(Old)))
    into = blank(New)
    at(New, into).fresh = 9
    new = at(New, kept.convert(layout, games.tobytes(), into))
    assert [seat.francs for seat in new.seats] == [0, 7, 0]
    assert new.count == 127  # the largest that fits
    assert list(new.row) == [0, -1, -2]
    assert new.fresh == 9
    assert list(new.gone) == [0, 0]
    assert kept.layout_key(layout) == kept.layout_key(kept.layout_of(Old))
    assert kept.layout_key(layout) != kept.layout_key(kept.layout_of(New))


@pytest.mark.parametrize("game", horta.games())
def test_a_layout_gives_the_same_record(game):
    table = horta.core.registry.game(game).table
    match = horta.start(game, seed=3)
    layout = json.loads(json.dumps(kept.layout_of(table)))
    assert kept.convert(layout, match.table, blank(table)).tobytes() == match.table

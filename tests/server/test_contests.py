"""Tournaments: from the announcement to the last round, whatever happens on the way."""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
import time
from contextlib import contextmanager

import httpx
import pytest
from starlette.testclient import TestClient

from horta.core.errors import BadOption
from horta.server.app import create_app
from horta.server.backup import backup, restore
from horta.server.contests.director import Contests
from horta.server.contests.seal import SEALED
from horta.server.contests.store import ContestStore

from .authenticator import Authenticator
from .conftest import SLOW, Server, settings_for
from .test_people import BASE, Club, Hours, begin
from .test_ratings import end, known, play

NAMES = ("Ada", "Bob", "Eve", "Zoé")
FORM = {"pace": "live", "live-turn": "3", "live-reserve": "0", "players": "2"}


@contextmanager
def opened(folder, hours=None, **changes):
    hours = hours or Hours()
    on = dict.fromkeys(("persons", "clocks", "ratings", "lobby", "tournaments"), 1)
    app = create_app(
        settings_for(folder, **{**on, "address": BASE, "attention": 0, **changes}), hours
    )
    with TestClient(app, base_url=BASE) as door:
        yield Club(door, None, hours, folder / "tables.sqlite")


@pytest.fixture
def club(tmp_path):
    with opened(tmp_path) as made:
        yield made


def announce(device, game="paris", **form):
    answer = device.post(f"/contests/new/{game}", data={**FORM, **form})
    assert answer.status_code == 303, answer.text
    return answer.headers["location"].removeprefix("/contests/")


def order(device, contest, what, **form):
    return device.post(f"/contests/{contest}/{what}", data=form).status_code


def shown(device, contest, lang="en"):
    answer = device.get(f"/api/contests/{contest}", params={"lang": lang})
    assert answer.status_code == 200, answer.text
    return answer.json()


def advance(club, contest):
    club.door.portal.call(club.app.state.house.contests.advance, contest)


def four(club, **form):
    """Announce a tournament that four persons take part in."""
    people = [known(club, name) for name in NAMES]
    contest = announce(people[0], **form)
    for one in people[1:]:
        assert order(one, contest, "enter") == 303
    return people, contest


def tables(device, contest):
    return shown(device, contest)["results"][-1]["tables"]


# a house without tournaments


def test_without_the_setting_there_is_nothing_of_it(client):
    assert "tournament" not in client.get("/").text.lower()
    for way in ("/contests", "/contests/new/paris", "/contests/abcdef", "/api/contests"):
        assert client.get(way).status_code == 404


def test_tournaments_need_persons_and_clocks(tmp_path):
    with pytest.raises(BadOption, match="HORTA_PERSONS"):
        create_app(settings_for(tmp_path, tournaments=1))
    with pytest.raises(BadOption, match="HORTA_CLOCKS"):
        create_app(settings_for(tmp_path, tournaments=1, persons=1))


# before it begins


def test_a_tournament_is_announced_and_entered(club):
    ada, bob, guest = known(club, "Ada"), known(club, "Bob"), club.device()
    contest = announce(ada, title="Cup", listed="0", begins="2", hours="5", rounds="3")
    told = shown(guest, contest)
    assert (told["title"], told["state"], told["rounds"]) == ("Cup", "open", 3)
    assert [one["name"] for one in told["entrants"]] == ["Ada"]
    assert contest not in guest.get("/contests").text  # by its link alone
    assert contest in ada.get("/contests").text
    assert order(guest, contest, "enter") == 403
    for _ in range(2):  # a second click changes nothing
        assert order(bob, contest, "enter") == 303
    assert [one["name"] for one in shown(guest, contest)["entrants"]] == ["Ada", "Bob"]
    assert order(bob, contest, "leave") == 303
    assert [one["name"] for one in shown(guest, contest)["entrants"]] == ["Ada"]
    assert order(bob, contest, "enter") == 303
    for lang, word in (("en", "Take part"), ("fr", "participer"), ("de", "teilnehmen")):
        assert word in bob.get(f"/contests/{contest}?lang={lang}").text
    assert announce(ada) in guest.get("/contests").text


def test_a_tournament_is_as_large_as_the_house_says(tmp_path):
    with opened(tmp_path, entrants=2) as club:
        ada, bob, eve = (club.device() for _ in range(3))
        for device, name in ((ada, "Ada"), (bob, "Bob"), (eve, "Eve")):
            begin(device, Authenticator(), name)
        contest = announce(ada)
        assert order(bob, contest, "enter") == 303
        assert order(eve, contest, "enter") == 409


def test_only_who_holds_it_gives_orders(club):
    ada, bob, guest = known(club, "Ada"), known(club, "Bob"), club.device()
    contest = announce(ada)
    order(bob, contest, "enter")
    for what in ("begin", "off", "bots", "entrants/1/remove"):
        for one in (bob, guest):
            assert order(one, contest, what, bot="apprentice") == 403
    assert shown(ada, contest)["state"] == "open"
    foreign = {"sec-fetch-site": "cross-site", "origin": "https://elsewhere.example"}
    refused = ada.post(f"/contests/{contest}/begin", headers=foreign)
    assert refused.status_code == 403
    assert order(ada, contest, "entrants/2/remove") == 303
    assert [one["name"] for one in shown(ada, contest)["entrants"]] == ["Ada"]
    assert order(ada, contest, "bots", bot="random") == 422
    assert order(ada, contest, "bots", bot="nobody") == 422
    assert order(ada, contest, "bots", bot="apprentice") == 303
    assert order(ada, contest, "off") == 303
    assert shown(ada, contest)["state"] == "off"
    for what in ("begin", "off", "enter", "entrants/1/remove"):
        assert order(ada, contest, what) == 409


@pytest.mark.parametrize(
    "wrong",
    [
        {"pace": ""}, {"pace": "live", "live-turn": "x"}, {"players": "9"}, {"players": "-1"},
        {"rounds": "100"}, {"rounds": "1e3"}, {"hours": "9999"}, {"bot": "random"},
        {"bot": "x" * 99}, {"title": "x" * 50}, {"title": "a\u202eb"}, {"begins": "²"},
    ],
    ids=lambda one: "-".join(f"{k}" for k in one),
)  # fmt: skip
def test_what_does_not_fit_is_refused_with_the_form_as_it_was(club, wrong):
    ada = known(club, "Ada")
    answer = ada.post("/contests/new/paris", data={**FORM, "rounds": "7", **wrong})
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert 'action="/contests/new/paris"' in answer.text
    assert club.rows("contests") == []


def test_hostile_addresses_and_numbers(club):
    ada = known(club, "Ada")
    for way in ("x", "..%2f..", "' or 1=1 --", "a" * 40, "abcdefgh"):
        for prefix in ("/contests/", "/api/contests/"):
            assert ada.get(prefix + way).status_code == 404
    contest = announce(ada, title="<script>alert(1)</script>"[:40])
    assert "<script>alert" not in ada.get(f"/contests/{contest}").text
    assert order(ada, contest, "entrants/0/remove") in (404, 422)
    assert order(ada, contest, "entrants/99/remove") == 303  # nobody there
    for _ in range(4):
        announce(ada)
    assert ada.post("/contests/new/paris", data=FORM).status_code == 429


# rounds


def test_all_tables_of_a_round_have_the_same_deal_and_nobody_sees_it(club):
    (ada, bob, eve, zoe), contest = four(club)
    assert order(ada, contest, "begin") == 303
    told = shown(ada, contest)
    assert (told["state"], told["round"], told["rounds"]) == ("running", 1, 3)
    first, second = told["results"][0]["tables"]
    seeds = {json.loads(row[2])["seed"] for row in club.rows("matches")}
    assert len(seeds) == 1
    people = dict(zip(NAMES, (ada, bob, eve, zoe), strict=True))
    mine = [people[seat["name"]] for seat in first["seats"]]
    others = [people[seat["name"]] for seat in second["seats"]]
    for k, one in enumerate(mine):
        now = one.get(f"/t/{first['id']}/summary").json()
        assert now["seat"] == k
        assert now["rated"]
    table, (seed,) = f"/t/{first['id']}", seeds
    sealed = (table, f"{table}/summary", f"{table}/state", f"{table}/api/log", f"{table}/replay",
              f"{table}/api/transcript", f"{table}/api/sheet", f"{table}/api/drawing.svg",
              f"{table}/api/replay", f"{table}/review", f"{table}/explore", f"{table}/pace",
              f"/api/tables/{first['id']}")  # fmt: skip
    for one in (*others, club.device()):
        for way in sealed:
            answer = one.get(way)
            assert answer.status_code == 403, way
            assert seed not in answer.text
    body = {"tables": [{"key": "k", "id": first["id"]}]}
    with others[0].stream("POST", "/live", json=body) as stream:
        said = next(line for line in stream.iter_lines() if line.startswith("data"))
    assert json.loads(said[6:])["why"] == SEALED
    everything = json.dumps(told) + ada.get(f"/contests/{contest}/export.json").text
    assert seed not in everything

    # a table that is over stays sealed, and its score is a secret, while the other plays on
    play(mine, first["id"])
    advance(club, contest)
    told = shown(ada, contest)
    assert [one["over"] for one in told["results"][0]["tables"]] == [True, False]
    assert all(seat["score"] is None for seat in told["results"][0]["tables"][0]["seats"])
    for way in (f"{table}/api/transcript", f"{table}/replay", f"{table}/review"):
        assert mine[0].get(way).status_code == 403
    assert mine[0].get(table).status_code == 200
    taken = json.loads(mine[0].get("/you/export.json").text)
    assert "transcript" not in taken["tables"][0]
    assert taken["contests"][0]["id"] == contest
    assert mine[0].get(f"/explorer/paris?table={first['id']}").status_code == 403

    end(club, second["id"])
    advance(club, contest)
    told = shown(ada, contest)
    assert told["round"] == 2
    assert told["results"][0]["seed"] == seed
    for one in (*others, club.device()):
        for way in (table, f"{table}/replay", f"{table}/api/transcript"):
            assert one.get(way).status_code == 200, way
    assert told["results"][1]["seed"] is None
    assert len({json.loads(row[2])["seed"] for row in club.rows("matches")}) == 2


def run_to_the_end(club, contest, device, points=((30, 20), (25, 10))):
    for _ in range(20):
        told = shown(device, contest)
        if told["state"] != "running":
            return told
        for k, table in enumerate(told["results"][-1]["tables"]):
            if not table["over"]:
                end(club, table["id"], points[k % len(points)])
        club.hours.now += 60
        advance(club, contest)
    raise AssertionError("it does not end")


def test_a_round_may_end_while_its_tournament_is_told(club, monkeypatch):
    people, contest = four(club)
    order(people[0], contest, "begin")
    first, second = tables(people[0], contest)
    end(club, first["id"])
    club.door.portal.call(club.app.state.house.contests.store.gather, contest)
    read, late = ContestStore.rounds, [second["id"]]

    async def rounds(store, contest_id):
        found = await read(store, contest_id)
        while late:
            await asyncio.to_thread(end, club, late.pop())
            await club.app.state.house.contests.advance(contest_id)
        return found

    monkeypatch.setattr(ContestStore, "rounds", rounds)
    assert len(shown(people[0], contest)["results"]) == 1
    assert not late
    told = shown(people[0], contest)
    assert [one["over"] for one in told["results"]] == [True, False]


def test_a_round_robin_runs_to_its_end_and_everybody_has_met(club):
    people, contest = four(club)
    order(people[0], contest, "begin")
    told = run_to_the_end(club, contest, people[0])
    assert told["state"] == "over"
    met = {
        frozenset(seat["name"] for seat in table["seats"])
        for one in told["results"]
        for table in one["tables"]
    }
    assert len(met) == 6
    assert [one["place"] for one in told["standings"]] == sorted(
        one["place"] for one in told["standings"]
    )
    assert sum(one["points"] for one in told["standings"]) == 4 * 3 * 50
    for lang, word in (("en", "Standings"), ("fr", "Classement"), ("de", "Stand")):
        page = people[1].get(f"/contests/{contest}?lang={lang}").text
        assert word in page
        assert f"/t/{told['results'][0]['tables'][0]['id']}/replay" in page
        most = f"{told['standings'][0]['points']:.1f}"
        assert f"<strong>{most if lang == 'en' else most.replace('.', ',')}</strong>" in page
    file = json.loads(people[1].get(f"/contests/{contest}/export.json?lang=en").text)
    assert file["horta"] == "contest"
    assert file["standings"] == told["standings"]


def test_advance_can_be_called_twice_at_once_by_two_houses(tmp_path):
    with opened(tmp_path) as club:
        people, contest = four(club)
        order(people[0], contest, "begin")
        other = Contests(club.app.state.house, club.hours)
        for _ in range(3):
            for table in tables(people[0], contest):
                end(club, table["id"])

            async def both():
                here = club.app.state.house.contests
                await asyncio.gather(*(one.advance(contest) for one in (here, other, here)))

            club.door.portal.call(both)
        told = shown(people[0], contest)
        assert told["state"] == "over"
        assert [one["number"] for one in told["results"]] == [1, 2, 3]
        assert len(club.rows("matches")) == len(club.rows("contest_tables")) == 6


def test_empty_seats_are_filled_by_bots_or_somebody_has_a_bye(club):
    ada, bob, eve = (known(club, name) for name in NAMES[:3])
    for bot in ("", "apprentice"):
        contest = announce(ada, bot=bot, system="swiss", rounds="2")
        for one in (bob, eve):
            order(one, contest, "enter")
        order(ada, contest, "begin")
        (first,) = shown(ada, contest)["results"]
        assert len(first["byes"]) == (0 if bot else 1)
        assert len(first["tables"]) == (2 if bot else 1)
        for name in (seat["name"] for table in first["tables"] for seat in table["seats"]):
            assert name in NAMES or name == "Apprentice 4"
    alone = announce(ada)
    assert order(ada, alone, "begin") == 409


def test_a_tournament_begins_by_itself(club):
    people, contest = four(club, begins="2")
    advance(club, contest)
    assert shown(people[0], contest)["state"] == "open"
    club.hours.now += 2 * 3600
    advance(club, contest)
    assert shown(people[0], contest)["state"] == "running"
    assert order(people[0], contest, "begin") == 409


# absent people


def test_whoever_never_comes_is_played_for_by_the_rule_of_the_clock(club):
    people, contest = four(club, rounds="1", **{"then": "out"})
    order(people[0], contest, "begin")
    (first, second) = tables(people[0], contest)
    house = club.app.state.house
    club.hours.now += 181
    club.door.portal.call(house.clocks.look)  # nobody has acted: the time is up all the same
    seats = [row for row in club.rows("seats") if row[3]]
    assert len(seats) == 2  # of each table who had to act
    assert {row[0] for row in seats} == {first["id"], second["id"]}


def test_when_the_time_of_a_round_is_up_bots_play_its_tables_to_the_end(club):
    people, contest = four(club, rounds="1", hours="1")
    order(people[0], contest, "begin")
    club.hours.now += 3601
    advance(club, contest)
    assert all(row[3] for row in club.rows("seats"))
    assert {row[2] for row in club.rows("clock_events")} == {"up"}
    for _ in range(600):  # they play on although nobody looks
        advance(club, contest)
        if shown(people[0], contest)["state"] == "over":
            break
        time.sleep(0.5)
    told = shown(people[0], contest)
    assert told["state"] == "over"
    assert all(
        seat["score"] is not None for one in told["results"][0]["tables"] for seat in one["seats"]
    )
    # it counts for those who stayed away
    club.door.portal.call(club.app.state.house.ratings.ledger.settle)
    (kind,) = people[0].get("/api/ratings").json()
    assert {one["name"] for one in kind["ratings"]} == set(NAMES)


def test_whoever_withdraws_or_leaves_the_house_is_played_for_and_then_passed_over(club):
    people, contest = four(club)
    ada, bob, eve, _ = people
    order(ada, contest, "begin")
    assert order(bob, contest, "leave") == 303
    assert eve.post("/you/delete").status_code in (200, 303)
    told = run_to_the_end(club, contest, ada)
    assert told["state"] == "over"
    later = [one for one in told["results"] if one["number"] > 1]
    assert all(
        {"Bob"}.isdisjoint(s["name"] for t in one["tables"] for s in t["seats"]) for one in later
    )
    assert "Eve" not in json.dumps(told)
    assert "Somebody who has left" in json.dumps(told)


# the end of a process, a backup, and what is deleted


def test_a_house_that_is_opened_again_goes_on_where_it_was(tmp_path):
    hours = Hours()
    with opened(tmp_path, hours) as club:
        people, contest = four(club)
        keys = [dict(one.cookies) for one in people]
        order(people[0], contest, "begin")
        first, second = tables(people[0], contest)
        end(club, first["id"])
    with sqlite3.connect(tmp_path / "tables.sqlite") as line:  # it died before this one was set
        line.execute("pragma foreign_keys = on")
        line.execute("delete from matches where id = ?", (second["id"],))
        for table, name in (("held", "thing"), ("rated", "match_id")):
            line.execute(f"delete from {table} where {name} = ?", (second["id"],))
    with opened(tmp_path, hours) as club:
        people = [club.device() for _ in keys]
        for one, key in zip(people, keys, strict=True):
            one.cookies.update(key)
        club.door.portal.call(club.app.state.house.jobs.settle)
        first, again = tables(people[0], contest)
        assert again["id"] == second["id"]
        at = {seat["name"]: k for k, seat in enumerate(again["seats"])}
        for name, one in zip(NAMES, people, strict=True):
            status = one.get(f"/t/{again['id']}/summary").status_code
            assert status == (200 if name in at else 403)
        assert first["over"]
        assert run_to_the_end(club, contest, people[0])["state"] == "over"


def test_backups_hold_tournaments_and_results_outlive_the_games(tmp_path):
    with opened(tmp_path, keep_days=30) as club:
        people, contest = four(club)
        order(people[0], contest, "begin")
        before = run_to_the_end(club, contest, people[0])
        backup(f"sqlite:///{club.database}", tmp_path / "copy")
        house = club.app.state.house
        with sqlite3.connect(club.database) as line:
            line.execute("delete from matches")
        assert shown(people[0], contest) == before
        page = people[0].get(f"/contests/{contest}").text
        assert "/replay" not in page
        club.hours.now += 31 * 86400
        club.door.portal.call(house.retention.look)
        assert people[0].get(f"/contests/{contest}").status_code == 404
        assert club.rows("entrants") == []
    other = tmp_path / "other"
    other.mkdir()
    restore(f"sqlite:///{other}/tables.sqlite", tmp_path / "copy")
    with opened(other) as club:
        assert shown(club.device(), contest) == before


def test_a_tournament_of_persons_and_bots_is_played_over_a_real_server_that_is_killed(tmp_path):
    """Two persons, two bots, two rounds; the server dies in the middle of the first."""
    on = {f"HORTA_{one}": 1 for one in ("PERSONS", "CLOCKS", "RATINGS", "TOURNAMENTS")}
    server = Server(f"sqlite:///{tmp_path}/tables.sqlite", HORTA_ATTENTION=0, **on)
    server.environment["HORTA_ADDRESS"] = server.link
    server.start()
    people = []
    try:
        for name in NAMES[:2]:
            one = httpx.Client(base_url=server.link, timeout=SLOW, headers={"accept": "text/html"})
            begin(one, Authenticator(server.link), name)
            people.append(one)
        ada, bob = people
        contest = announce(ada, rounds="2", system="swiss")
        assert order(bob, contest, "enter") == 303
        for _ in range(2):
            assert order(ada, contest, "bots", bot="apprentice") == 303
        assert order(ada, contest, "begin") == 303
        killed = False
        for _ in range(4000):
            told = shown(ada, contest)
            if told["state"] == "over":
                break
            moved = [play_one(one, contest) for one in people]
            if not killed and sum(moved):
                server.kill()
                server.start()
                killed = True
            if not any(moved):
                time.sleep(0.2)
        assert killed
        assert told["state"] == "over"
        assert [len(one["tables"]) for one in told["results"]] == [2, 2]
        assert sum(one["points"] for one in told["standings"]) == pytest.approx(4 * 2 * 50)
    finally:
        for one in people:
            one.close()
        server.stop()


def play_one(device, contest):
    """Play at one's table as long as it is one's turn; tell whether something was done."""
    page, done = device.get(f"/contests/{contest}").text, False
    for table in set(re.findall(r'href="/t/([\w-]+)">', page)):
        listed = device.get(f"/t/{table}/api/actions").json()
        while listed.get("actions"):
            form = {"step": listed["step"], "action": listed["actions"][0]["action"]}
            assert device.post(f"/t/{table}/api/actions", json=form).status_code == 200
            listed, done = device.get(f"/t/{table}/api/actions").json(), True
    return done

"""Undo by consent: asked, agreed to by all others, refused, or lapsed; in the log, clocks fair."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from horta.server.app import create_app
from horta.server.clocks.clock import STILL, Event, read_clock, reserves
from horta.server.clocks.pace import Pace
from horta.server.database import StoreAway
from horta.server.room import UNDONE_AT_ALL

from .conftest import Sitting, bearer, settings_for
from .test_clocks import played
from .test_people import Hours


def seated(client, players=2, game="paris", **form):
    made = Sitting(client, game=game, players=players, seed=1893, **form)
    for seat in range(players):
        made.join(seat, name="ABCDE"[seat])
    return made


def act(table):
    now = table.show()
    seat = now["to_act"]
    listed = table.get("/actions", seat).json()
    chosen = listed["actions"][0]["action"]
    answer = table.post("/actions", seat, step=now["step"], action=chosen)
    assert answer.status_code == 200, answer.text
    return seat


def until_another_is_to_play(table):
    """Play until the word has passed; return who played."""
    seat = act(table)
    while table.show()["to_act"] == seat:
        act(table)
    return seat


def ask(table, who, **form):
    return table.post("/undo/ask", who, step=table.show()["step"], **form)


def reply(table, who, agree, step=None):
    step = table.show()["step"] if step is None else step
    return table.post("/undo/answer", who, step=step, agree=agree)


def told(table):
    rows = table.get("/log").json()
    return [line for row in rows if row["kind"] == "table" for line in row["lines"]]


@pytest.fixture
def table(client):
    return seated(client)


def test_what_cannot_be_taken_back_alone_goes_back_when_the_other_agrees(table):
    asker = until_another_is_to_play(table)
    other = 1 - asker
    before = table.show(asker)
    assert table.post("/undo", asker, step=before["step"]).status_code == 403
    assert (before["may_ask"], before["asked"]) == (True, None)
    assert ask(table, asker).status_code == 200
    number = table.show(other)["asked"]["number"]
    assert table.show(other)["asked"] == {"seat": asker, "number": number, "waiting": [other]}
    assert reply(table, other, True).status_code == 200
    after = table.show(asker)
    assert after["to_act"] == asker
    assert after["standing"] == before["standing"] - number
    assert after["asked"] is None
    name = "AB"[asker]
    assert told(table) == [
        f"{name} asks to take back what was played ({number}).",
        "It is taken back.",
        f"{'AB'[other]} agrees.",
    ]
    until_another_is_to_play(table)


def test_one_who_does_not_agree_is_enough(client):
    table = seated(client, 3, "bruxelles1897")
    asker = until_another_is_to_play(table)
    first, second = (seat for seat in range(3) if seat != asker)
    standing = table.show()["standing"]
    assert ask(table, asker).status_code == 200
    assert reply(table, first, True).status_code == 200
    assert table.show()["asked"]["waiting"] == [second]
    assert reply(table, first, True).status_code == 403, "nobody answers twice"
    assert reply(table, asker, True).status_code == 403, "nor for oneself"
    assert reply(table, second, False).status_code == 200
    now = table.show(asker)
    assert (now["standing"], now["asked"], now["may_ask"]) == (standing, None, False)
    assert told(table)[-1] == f"{'ABC'[second]} does not agree."
    assert ask(table, asker).status_code == 403, "each step is asked about once"
    assert reply(table, second, True).status_code == 403, "what was refused is refused"


def test_it_lapses_when_somebody_plays(table):
    asker = until_another_is_to_play(table)
    step = table.show()["step"]
    assert ask(table, asker).status_code == 200
    act(table)
    assert reply(table, 1 - asker, True, step).status_code == 409
    assert table.show()["asked"] is None
    assert told(table)[-1] == "The question has lapsed."
    assert reply(table, 1 - asker, True).status_code == 403


def test_what_others_have_played_since_goes_back_with_it(table):
    asker = until_another_is_to_play(table)
    before = table.show()["standing"]
    act(table)
    first = next(
        row["action"]
        for row in table.get("/log").json()
        if row["kind"] == "action" and row["seat"] == asker
    )
    own = ask(table, asker, to=first - 1)
    assert own.status_code == 200, own.text
    assert table.show()["asked"]["number"] == table.show()["standing"] - (first - 1)
    assert reply(table, 1 - asker, True).status_code == 200
    now = table.show()
    assert (now["to_act"], now["standing"]) == (asker, first - 1)
    assert now["standing"] < before


@pytest.mark.parametrize("to", [-1, 99, 10**7, "x", None])
def test_only_a_decision_of_ones_own_can_be_asked_for(table, to):
    asker = until_another_is_to_play(table)
    other_than_own = 1 - asker
    assert ask(table, other_than_own).status_code == 422, "who has played nothing"
    if to is not None:
        assert ask(table, asker, to=to).status_code == 422
    act(table)
    last = table.show()["standing"] - 1
    assert ask(table, asker, to=last).status_code == 422, "it is the other's"
    assert table.show()["asked"] is None


def test_what_may_be_taken_back_alone_needs_no_consent(client):
    table = seated(client, game="bruxelles1893")
    for _ in range(40):
        seat = act(table)
        now = table.show(seat)
        if now["undo_to"] < now["standing"]:
            assert not now["may_ask"]
            assert ask(table, seat, to=now["undo_to"]).status_code == 403
            return
    pytest.fail("no action could be taken back")


def test_bots_and_strangers_agree_to_nothing(client):
    table = Sitting(client, seats=[{}, {"bot": "random"}], seed=1893)
    table.join(0, name="A")
    act(table) if table.show()["to_act"] == 0 else None
    assert not table.show(0)["may_ask"]
    assert ask(table, 0).status_code in (403, 409, 422)
    two = seated(client)
    asker = until_another_is_to_play(two)
    ask(two, asker)
    step = two.show()["step"]
    for headers in ({}, bearer(two.made["host"]), bearer(table.keys[0])):
        form = {"step": step, "agree": True}
        answer = client.post(f"{two.base}/undo/answer", json=form, headers=headers)
        assert answer.status_code == 403
        answer = client.post(f"{two.base}/undo/ask", json={"step": step}, headers=headers)
        assert answer.status_code == 403
    assert two.show()["asked"]["waiting"] == [1 - asker]


def test_there_is_an_end_to_it(table):
    asker = until_another_is_to_play(table)
    room = table.client.portal.call(table.client.app.state.house.rooms.get, table.id)
    room.entries += [type(room.entries[0])(0, "undo", asker, 0.0)] * (UNDONE_AT_ALL + 10_000)
    answer = ask(table, asker)
    assert answer.status_code == 403
    assert "taken back" in answer.json()["error"]


def test_a_question_outlives_the_process_and_reaches_others(tmp_path):
    app, other = (create_app(settings_for(tmp_path)) for _ in range(2))
    with (
        TestClient(app, base_url="http://horta.test") as here,
        TestClient(other, base_url="http://horta.test") as there,
    ):
        table = seated(here)
        asker = until_another_is_to_play(table)
        elsewhere = Sitting(there, made=table.made)
        elsewhere.keys = table.keys
        elsewhere.show()
        assert ask(table, asker).status_code == 200
        room = there.portal.call(other.state.house.rooms.get, table.id)
        room.compared = float("-inf")
        assert elsewhere.show()["asked"]["seat"] == asker
        assert reply(elsewhere, 1 - asker, True).status_code == 200
        assert elsewhere.show()["to_act"] == asker
    with TestClient(create_app(settings_for(tmp_path)), base_url="http://horta.test") as later:
        table.client = later
        assert table.show()["to_act"] == asker
        assert "It is taken back." in told(table)


def test_what_was_agreed_to_is_done_where_a_process_has_died_before_it(tmp_path, monkeypatch):
    hours, settings = Hours(), settings_for(tmp_path, clocks=1)

    async def dies(*_):
        raise StoreAway

    with TestClient(create_app(settings, hours), base_url="http://horta.test") as client:
        table = seated(client, pace="600+100+0:bot")
        asker = until_another_is_to_play(table)
        hours.now += 40
        ask(table, asker)
        with monkeypatch.context() as death:
            death.setattr(client.app.state.house.rooms, "submit", dies)
            assert reply(table, 1 - asker, True).status_code == 503
        assert table.show()["asked"]["waiting"] == []  # perhaps it lives, and is about to do it
    hours.now += 400
    with TestClient(create_app(settings, hours), base_url="http://horta.test") as later:
        table.client = later
        assert table.show()["asked"] is None
        assert table.show()["to_act"] == asker
        assert told(table)[-1] == f"{'AB'[1 - asker]} agrees."
        reserves = later.get(f"/t/{table.id}/pace").json()["reserves"]
        assert [one["reserve"] for one in reserves] == [100, 100]  # nobody pays for the wait


# clocks


def test_the_time_of_the_others_counts_for_nobody():
    pace = Pace(60, 100)
    moves = [(0, 0), (1, 50), (1, 200)]  # seat 1 asks at 70, and takes back at 200
    still = Event(1, STILL, 50.0, 200.0)
    found = read_clock(pace, 2, played(*moves), [still], to_act=1, now=205.0)
    assert (found.turn, found.reserve, found.off) == (5.0, 100.0, 0)
    assert reserves(pace, 2, played(*moves, (0, 210)), [still], 1) == [100, 100]


def test_who_is_allowed_to_take_back_goes_on_with_the_time_they_had(tmp_path):
    hours = Hours()
    app = create_app(settings_for(tmp_path, clocks=1, attention=10**9), hours)
    with TestClient(app, base_url="http://horta.test") as client:
        table = seated(client, pace="600+100+0:bot")
        act(table)
        hours.now += 30
        asker = until_another_is_to_play(table)
        way = f"/t/{table.id}/pace"
        hours.now += 500
        ask(table, asker)
        hours.now += 50
        left = client.get(way).json()["clock"]
        assert (left["seat"], round(left["turn"])) == (1 - asker, 50), "it runs for who has to act"
        assert reply(table, 1 - asker, True).status_code == 200
        left = client.get(way).json()["clock"]
        assert left["seat"] == asker
        assert round(left["turn"]) in (570, 600)
        assert [one["reserve"] for one in client.get(way).json()["reserves"]] == [100, 100]

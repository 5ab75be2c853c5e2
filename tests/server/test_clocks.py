"""Clocks: time for a turn, a reserve, time off, and what was agreed for when it is up."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from contextlib import contextmanager

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

import horta
from horta.core.errors import BadOption
from horta.server.app import create_app
from horta.server.clocks.clock import BACK, OFF, UP, Event, off_left, read_clock, reserves
from horta.server.clocks.keeper import Clocks
from horta.server.clocks.pace import DAY, LONGEST, SHORTEST, Pace, read_choice, told_time
from horta.server.ports.jobs import LocalJobs
from horta.server.stored import Entry

from .conftest import Sitting, bearer, make_table, settings_for
from .test_people import Hours

PACE = Pace(60, 100)


# the pace


@given(
    st.integers(SHORTEST, LONGEST),
    st.integers(0, LONGEST),
    st.integers(0, LONGEST),
    st.sampled_from(["bot", "out"]),
)
def test_a_pace_is_read_as_it_is_written(turn, reserve, off, then):
    pace = Pace(turn, reserve, off, then)
    assert Pace.read(str(pace)) == pace


@pytest.mark.parametrize(
    "text",
    ["", "60", "60+0", "60+0+0", "60+0+0:never", "9+0+0:bot", "-60+0+0:bot", "99999999+0+0:bot",
     "60+99999999+0:bot", "６０+0+0:bot", "60+0+0:bot "],
)  # fmt: skip
def test_what_is_no_pace_is_refused(text):
    with pytest.raises(BadOption):
        Pace.read(text)


def test_the_form_of_a_table_is_read():
    form = {"pace": "letters", "letters-turn": "24", "letters-reserve": "72", "letters-off": "7"}
    assert read_choice(form) == f"{24 * 3600}+{72 * 3600}+{7 * DAY}:bot"
    live = {"pace": "live", "live-turn": "3", "live-reserve": "15", "then": "out"}
    assert read_choice(live) == "180+900+0:out"
    assert read_choice({"pace": "", "live-turn": "x"}) == ""
    for wrong in ("", "x", "-1", "1.5", "99999", "0"):
        with pytest.raises(BadOption):
            read_choice({**live, "live-turn": wrong})


def test_times_are_told_in_units_that_fit():
    told = [told_time(seconds, "en") for seconds in (45, 180, 3600, 86400, 3 * 86400)]
    assert told == ["45 s", "3 min", "1 h", "24 h", "3 days"]


def test_time_runs_short_in_the_last_fifth_of_a_turn():
    turns = {10: 5, 30: 15, 60: 20, 120: 24, 2 * DAY: 34560}
    assert {turn: Pace(turn, 3600).short for turn in turns} == turns


# the clock of a transcript


def played(*moves):
    """Return a transcript: who acted, and when."""
    return [Entry(number, "x", seat, float(at)) for number, (seat, at) in enumerate(moves, 1)]


def clock(moves, now, to_act, *events, pace=PACE):
    return read_clock(pace, 2, played(*moves), events, to_act=to_act, now=float(now))


def test_the_clock_starts_with_the_first_action():
    assert clock([], 10**6, 0) is None
    found = clock([(0, 1000)], 1010, 1)
    assert (found.seat, found.turn, found.reserve, found.left, found.due) == (1, 50, 100, 150, 1160)


def test_a_turn_takes_from_the_reserve_what_is_beyond_its_time():
    moves = [(0, 0), (1, 80), (0, 100), (1, 130)]  # seat 1: 80 s, of which 20 beyond; then 30 s
    assert reserves(PACE, 2, played(*moves), [], 0) == [100, 80]
    assert clock(moves, 130, 0).left == 160
    later = clock([*moves, (0, 140)], 240, 1)
    assert (later.turn, later.reserve, later.left, later.due) == (-40, 80, 40, 280)


def test_a_turn_goes_on_while_the_same_seat_acts():
    moves = [(0, 0), (1, 50), (1, 70)]
    found = clock(moves, 100, 1)
    assert (found.turn, found.left) == (-40, 60)
    assert reserves(PACE, 2, played(*moves, (0, 110)), [], 1) == [100, 90]


def test_time_off_stands_still_and_is_counted():
    off = Event(1, OFF, 20.0, 520.0)
    pace = Pace(60, 100, 600)
    found = clock([(0, 0)], 300, 1, off, pace=pace)
    assert (found.off, found.turn, found.due) == (520, 40, 520 + 140)
    after = clock([(0, 0)], 540, 1, off, pace=pace)
    assert (after.off, after.turn, after.due) == (0, 20, 660)
    assert off_left(pace, 1, [off]) == 100
    assert off_left(pace, 0, [off]) == 600
    assert clock([(0, 0)], 300, 1, Event(0, OFF, 20.0, 520.0), pace=pace).turn == -240  # another's


def test_who_is_back_has_the_time_of_a_turn_and_no_reserve():
    up, back = Event(1, UP, 160.0, 160.0), Event(1, BACK, 500.0, 500.0)
    found = clock([(0, 0)], 510, 1, up, back)
    assert (found.turn, found.reserve, found.due) == (50, 0, 560)


# a house


@contextmanager
def opened(folder, hours, **changes):
    app = create_app(settings_for(folder, clocks=1, attention=10**9, **changes), hours)
    with TestClient(app, base_url="http://horta.test") as made:
        yield made


@pytest.fixture
def hours():
    return Hours()


@pytest.fixture
def house(tmp_path, hours):
    with opened(tmp_path, hours) as made:
        yield made


def sit(client, pace="60+100+0:bot"):
    """Put up a table for two with a clock; both sit down, and the first acts."""
    table = Sitting(client, pace=pace, seed=1893)
    for seat in range(2):
        table.join(seat, name="AB"[seat])
    act(table)
    return table


def act(table):
    now = table.show()
    action = table.get("/actions", now["to_act"]).json()["actions"][0]["action"]
    answer = table.post("/actions", now["to_act"], step=now["step"], action=action)
    assert answer.status_code == 200, answer.text
    return table.show()["to_act"]


def look(client):
    """Let the keeper of the clocks look, as it does every few seconds."""
    client.portal.call(client.app.state.house.clocks.look)


def pace_of(table, who=None):
    headers = {} if who is None else bearer(table.keys[who])
    answer = table.client.get(f"/t/{table.id}/pace", headers=headers)
    assert answer.status_code == 200, answer.text
    return answer.json()


def order(table, way, who, **form):
    headers = {} if who is None else bearer(table.keys[who])
    found = table.client.post(
        f"/t/{table.id}/pace/{way}", data=form, headers=headers, follow_redirects=False
    )
    return found.status_code


def bots(table):
    return [seat["bot"] for seat in table.show()["seats"]]


def late(table, hours):
    """Let the time of whoever has to act run out; return who it is."""
    found = pace_of(table)["clock"]
    hours.now = found["due"] + 1
    look(table.client)
    return found["seat"]


def test_there_are_no_clocks_until_they_are_switched_on(client):
    refused = client.post("/api/tables", json={"game": "paris", "pace": "60+0+0:bot"})
    assert "no clocks" in refused.json()["error"]
    assert 'name="pace"' not in client.get("/new/paris").text
    made = make_table(client)
    assert client.get(f"/t/{made['id']}/pace").status_code == 404


def test_a_bot_plays_on_when_the_time_is_up_until_the_player_is_back(house, hours):
    table = sit(house)
    seat = pace_of(table)["clock"]["seat"]
    hours.now += 159
    look(house)
    assert bots(table) == ["", ""]  # not a second too early
    hours.now += 2
    look(house)
    assert bots(table)[seat]
    assert not bots(table)[1 - seat]
    told = pace_of(table, seat)
    assert told["back"] == seat
    assert pace_of(table, 1 - seat)["back"] is None
    assert order(table, "back", 1 - seat, seat=seat) == order(table, "back", None, seat=seat) == 403
    assert order(table, "back", seat, seat=seat) == 303
    assert bots(table) == ["", ""]
    assert order(table, "back", seat, seat=seat) == 403
    assert pace_of(table, seat)["reserves"][seat]["reserve"] == 0
    look(house)
    assert bots(table) == ["", ""]
    while table.show()["to_act"] != seat:
        act(table)
    hours.now += 61  # from now on there is the time of a turn, and nothing more
    look(house)
    assert bots(table)[seat]


def test_a_seat_that_is_out_stays_out_and_scores(house, hours):
    table = sit(house, "60+0+0:out")
    seat = late(table, hours)
    assert bots(table)[seat]
    assert pace_of(table, seat)["back"] is None
    assert order(table, "back", seat, seat=seat) == 403
    other = late_or_over(table, hours, 1 - seat)
    assert other["over"]
    result = table.get("/transcript").json()["result"]
    assert len(result["scores"]) == 2


def late_or_over(table, hours, seat):
    """Play to the end with whoever is left."""
    for _ in range(2000):
        now = table.show()
        if now["over"]:
            return now
        if now["to_act"] == seat:
            act(table)
    pytest.fail("the game did not end")


def test_time_off_stops_the_clock_of_who_takes_it(house, hours):
    table = sit(house, f"3600+0+{3 * DAY}:bot")
    seat = pace_of(table)["clock"]["seat"]
    assert pace_of(table, seat)["off"] == 3
    assert order(table, "off", 1 - seat, seat=seat, days=1) == 403
    assert order(table, "off", None, seat=seat, days=1) == 403
    assert order(table, "off", seat, seat=seat, days=4) == 403
    assert order(table, "off", seat, seat=seat, days=2) == 303
    assert order(table, "off", seat, seat=seat, days=1) == 403  # one after the other
    hours.now += 1.5 * DAY
    look(house)
    assert bots(table) == ["", ""]
    assert pace_of(table)["clock"]["off"] == pytest.approx(hours.now + DAY / 2)
    assert order(table, "on", seat, seat=seat) == 303
    assert pace_of(table, seat)["off"] == 1
    hours.now += 3599
    look(house)
    assert bots(table) == ["", ""]
    hours.now += 2
    look(house)
    assert bots(table)[seat]


def test_clocks_survive_a_restart(tmp_path, hours):
    with opened(tmp_path, hours) as house:
        table = sit(house)
        before = pace_of(table)["clock"]
    hours.now += 50
    with opened(tmp_path, hours) as house:
        table.client = house
        after = pace_of(table)["clock"]
        assert after["due"] == before["due"]
        assert after["left"] == before["left"] - 50
    hours.now += 200
    with opened(tmp_path, hours) as house:
        table.client = house
        look(house)
        assert bots(table)[before["seat"]]


def test_of_two_who_look_at_once_one_does_it(house, hours):
    table = sit(house)
    hours.now += 1000
    keeper = house.app.state.house.clocks

    async def both():
        # of another process, as it were
        other = Clocks(house.app.state.house.rooms, hours, LocalJobs(hours))
        await asyncio.gather(keeper.look(), other.look(), keeper.look(), other.look())

    house.portal.call(both)
    room = next(room for room in house.app.state.house.rooms if room.id == table.id)
    events = house.portal.call(keeper.events, room)
    assert [event.kind for event in events] == [UP]


def test_a_table_without_persons_or_without_end_is_looked_at_no_more(house, hours):
    table = sit(house, "60+0+0:out")
    file = house.app.state.house.store.database.file
    late(table, hours)
    for _ in range(2000):
        now = table.show()
        if now["over"] or not bots(table)[now["to_act"]]:
            break
    if not table.show()["over"]:
        late(table, hours)
        assert all(bots(table))
    look(house)
    look(house)
    with sqlite3.connect(file) as connection:
        assert connection.execute("select * from clocks").fetchall() == []


def test_the_transcript_is_what_it_would_be_without_a_clock(house, hours):
    table = sit(house)
    plain = Sitting(house, seed=1893)
    act(plain)
    for _ in range(20):
        hours.now += 30
        act(table)
        act(plain)
    rooms = {room.id: room for room in house.app.state.house.rooms}
    one, two = (rooms[each.id].match.transcript() for each in (table, plain))
    assert one == two
    assert horta.replay(one).scores == rooms[plain.id].match.scores


def test_everybody_is_told_before(house):
    form = {"pace": "live", "live-turn": "3", "live-reserve": "15", "then": "out"}
    form |= {"who0": "person", "who1": "person", "where": "online"}
    made = house.post("/new/paris", data=form, follow_redirects=False)
    table = made.headers["location"].split("/")[2]
    link = re.search(r"/join/([\w.-]+)", house.get(f"/t/{table}/seats").text)[1]
    for lang, told, end in (
        ("en", "3 min a turn, 15 min in reserve", "the seat is out"),
        ("fr", "3 min par tour", "la place est hors jeu"),
        ("de", "3 Min. pro Zug", "scheidet der Platz aus"),
    ):
        for way in (f"/t/{table}/join/{link}", f"/t/{table}"):
            guest = TestClient(house.app, base_url="http://horta.test")
            guest.portal = house.portal
            page = guest.get(way, params={"lang": lang}).text
            assert told in page, way
            assert end in page, way
    wrong = house.post("/new/paris", data={**form, "live-turn": "x"})
    assert wrong.status_code == 422
    assert 'value="15"' in wrong.text  # what was filled in stands


def test_a_rematch_has_the_same_clock(house, hours):
    table = sit(house, "60+0+0:bot")
    while not table.show()["over"]:
        act(table)
    answer = table.post("/rematch", 0)
    assert answer.status_code in (200, 201), answer.text
    again = answer.json()["id"]
    assert house.get(f"/t/{again}/pace").json()["told"] == "1 min a turn"


def test_the_same_over_postgresql(tmp_path, postgres, hours):
    with opened(tmp_path, hours, database=postgres) as house:
        table = sit(house, f"60+0+{DAY}:bot")
        seat = pace_of(table)["clock"]["seat"]
        assert order(table, "off", seat, seat=seat, days=1) == 303
        assert order(table, "on", seat, seat=seat) == 303
        assert late(table, hours) == seat
        assert bots(table)[seat]
        assert order(table, "back", seat, seat=seat) == 303

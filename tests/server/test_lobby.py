"""The lobby: which tables stand there, who sits down, and what is refused."""

from __future__ import annotations

import json
import re
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest
from starlette.testclient import TestClient

from horta.server.app import create_app
from horta.server.lobby.listing import SHOWN
from horta.server.lobby.told import told_age

from .conftest import Sitting, bearer, make_table, settings_for
from .test_people import Hours


@contextmanager
def opened(folder, hours, **changes):
    app = create_app(settings_for(folder, **{"lobby": 1, **changes}), hours)
    with TestClient(app, base_url="http://horta.test", follow_redirects=False) as made:
        yield made


@pytest.fixture
def hours():
    return Hours()


@pytest.fixture
def house(tmp_path, hours):
    with opened(tmp_path, hours) as made:
        yield made


def listed(client, **params):
    answer = client.get("/api/lobby", params=params)
    assert answer.status_code == 200, answer.text
    return answer.json()


def ids(client):
    return [one["id"] for one in listed(client)["tables"]]


def sit(client, table, **form):
    return client.post(f"/api/tables/{table}/lobby", json=form)


def change(client, made, wanted):
    answer = client.put(
        f"/api/tables/{made['id']}/lobby", json={"open": wanted}, headers=bearer(made["host"])
    )
    return answer.status_code


def put_up(client, game="paris", **form):
    """Put up a table by the form of the page; return its id."""
    answer = client.post(f"/new/{game}", data={"who0": "person", "who1": "person", **form})
    assert answer.status_code == 303, answer.text
    return re.match(r"/t/([^/]+)", answer.headers["location"])[1]


# a house without a lobby


def test_without_the_setting_there_is_nothing_of_it(client):
    for way in ("/", "/new/paris"):
        assert "lobby" not in client.get(way).text.lower()
    table = put_up_here(client)
    assert "lobby" not in client.get(f"/t/{table}/seats").text.lower()
    for way in ("/lobby", f"/t/{table}/lobby", "/api/lobby"):
        assert client.get(way).status_code == 404
    assert client.post(f"/t/{table}/lobby").status_code == 404
    assert sit(client, table).status_code == 404
    refused = client.post("/api/tables", json={"game": "paris", "open": True})
    assert refused.status_code == 422
    assert "no lobby" in refused.json()["error"]


def put_up_here(client):
    client.follow_redirects = False
    table = put_up(client)
    client.follow_redirects = True
    return table


# what stands there


def test_a_table_is_by_invitation_unless_its_host_opens_it(house):
    put_up(house)
    assert ids(house) == []
    table = put_up(house, open="1", name0="Ada")
    (shown,) = listed(house)["tables"]
    assert shown["id"] == table
    assert (shown["game"], shown["title"]) == ("paris", "Paris: La Cité de la Lumière")
    assert shown["seats"][0] == {
        **{"name": "Ada", "bot_title": "", "free": False, "looking": False}
    }
    assert shown["seats"][1]["free"]
    assert (shown["options"], shown["pace"], shown["dealt"]) == ([], "", "drawn")
    assert shown["age"] == "just opened"
    page = house.get("/lobby").text
    assert "Ada" in page
    assert f'href="/t/{table}/lobby"' in page
    assert 'href="/lobby"' in house.get("/").text
    assert 'name="open" value="1" checked' in house.get("/new/paris?open=1").text
    assert 'name="open" value="1" checked' not in house.get("/new/paris").text


def test_options_and_pace_are_told_in_words(tmp_path, hours):
    with opened(tmp_path, hours, clocks=1) as house:
        seats = [{"name": "Ada"}, {}, {"bot": "random"}]
        make_table(
            house, "bruxelles1893", seats=seats, open=True, confirm=True, explorer=True,
            pace="180+900+0:bot", seed=7,
        )  # fmt: skip
        (shown,) = listed(house)["tables"]
        assert shown["options"] == ["End turns yourself", "Explorer allowed"]
        assert shown["pace"] == "3 min a turn, 15 min in reserve"
        assert shown["dealt"] == "chosen"
        assert [one["bot_title"] for one in shown["seats"]] == ["", "", "Random"]
        for lang in ("fr", "de"):
            told = listed(house, lang=lang)["tables"][0]
            assert told["pace"] != shown["pace"]
            assert told["options"] != shown["options"]
            page = house.get(f"/lobby?lang={lang}").text
            assert told["pace"] in page
            assert told["options"][0] in page
        invited = house.get(f"/t/{shown['id']}/lobby?lang=en").text
        assert "a bot plays on until the player is back" in invited
        assert "Somebody chose the seed" in invited


def test_an_option_that_is_not_the_usual_one_is_told(house):
    schema = house.get("/api/games/bruxelles1893").json()["options"]["properties"]
    name = next(k for k, one in schema.items() if one.get("type") == "boolean")
    made = {name: not schema[name].get("default")}
    make_table(house, "bruxelles1893", open=True, options=made)
    (told,) = listed(house)["tables"][0]["options"]
    assert told.startswith(f"{schema[name]['title']}: ")


def test_the_newest_come_first_in_small_pages(house, hours):
    made = []
    for _ in range(SHOWN + 2):
        hours.now += 60
        made.append(make_table(house, open=True)["id"])
    first, second = listed(house), listed(house, page=2)
    assert [one["id"] for one in first["tables"]] == made[:1:-1]
    assert [one["id"] for one in second["tables"]] == made[1::-1]
    assert (first["more"], second["more"]) == (True, False)
    assert second["tables"][-1]["age"] == f"open for {SHOWN + 1} min"
    assert 'rel="next" href="/lobby?page=2"' in house.get("/lobby").text
    page = house.get("/lobby?page=2").text
    assert 'rel="prev" href="/lobby?page=1"' in page
    assert 'rel="next"' not in page
    for wrong in ("0", "-1", "x", "99999999"):
        assert house.get("/lobby", params={"page": wrong}).status_code == 422
        assert house.get("/api/lobby", params={"page": wrong}).status_code == 422


def test_ages_are_told_in_their_largest_unit():
    told = [told_age(one, "en") for one in (-5, 59, 61, 3599, 3601, 86399, 3 * 86400 + 5)]
    assert told == [
        "just opened", "just opened", "open for 1 min", "open for 59 min", "open for 1 h",
        "open for 23 h", "open for 3 days",
    ]  # fmt: skip


def test_nothing_secret_comes_with_it(house):
    made = make_table(house, open=True, seed=18931893)
    sat = sit(house, made["id"], name="Bob", key="a key of one's own").json()
    told = json.dumps(listed(house)) + house.get("/lobby").text
    for secret in (
        "18931893", '"seed"', "epoch", "a key of", made["host"], sat["token"],
        *(one["token"] for one in made["seats"]),
    ):  # fmt: skip
        assert secret not in told
    fields = {"id", "game", "title", "seats", "options", "pace", "rated", "dealt"}
    fields |= {"since", "age"}
    assert set(listed(house)["tables"][0]) == fields


def test_names_are_text(house):
    make_table(house, open=True, seats=[{"name": "<b onclick=x>"}, {}])
    page = house.get("/lobby").text
    assert "<b onclick" not in page
    assert "&lt;b onclick=x&gt;" in page


# sitting down


def test_who_clicks_sits_down_with_a_name(house):
    table = put_up(house, open="1", name0="Ada")
    house.cookies.clear()
    form = house.get(f"/t/{table}/lobby").text
    assert "Ada" in form
    key = re.search(r'name="key" value="([^"]+)"', form)[1]
    answer = house.post(f"/t/{table}/lobby", data={"name": "Bob", "key": key})
    assert answer.headers["location"] == f"/t/{table}"
    shown = house.get(f"/t/{table}/summary").json()
    assert (shown["seat"], shown["seats"][1]["name"]) == (1, "Bob")
    assert ids(house) == []  # it is full
    # whoever sits there already goes on to the table
    assert house.get(f"/t/{table}/lobby").headers["location"] == f"/t/{table}"
    assert house.post(f"/t/{table}/lobby", data={"name": "Eve"}).status_code == 303
    # the answer was lost, and the same request comes again
    house.cookies.clear()
    again = house.post(f"/t/{table}/lobby", data={"name": "Bob", "key": key})
    assert again.status_code == 303
    assert house.get(f"/t/{table}/summary").json()["seat"] == 1


def test_the_host_does_not_take_a_second_seat(house):
    table = put_up(house, open="1")
    assert house.post(f"/t/{table}/lobby", data={"name": "Ada"}).status_code == 303
    assert ids(house) == [table]


def test_of_many_who_click_at_once_each_seat_gets_one(house):
    made = make_table(house, open=True, players=2)
    with ThreadPoolExecutor(6) as clicks:
        answers = list(clicks.map(lambda k: sit(house, made["id"], name=f"P{k}"), range(6)))
    assert sorted(one.status_code for one in answers) == [200, 200, 409, 409, 409, 409]
    seats = [one.json() for one in answers if one.status_code == 200]
    assert sorted(one["seat"] for one in seats) == [0, 1]
    for one in seats:
        shown = house.get(f"/api/tables/{made['id']}", headers=bearer(one["token"])).json()
        assert (shown["seat"], shown["seats"][one["seat"]]["name"]) == (one["seat"], one["name"])
    refused = next(one for one in answers if one.status_code == 409)
    assert "has just been taken" in refused.json()["error"]


def test_another_process_that_knows_an_older_state_gives_no_seat_twice(tmp_path, hours):
    with opened(tmp_path, hours) as one, opened(tmp_path, hours) as other:
        made = make_table(one, open=True, players=2)
        assert other.get(f"/api/tables/{made['id']}").status_code == 200  # it is in memory there
        assert sit(one, made["id"]).json()["seat"] == 0
        assert sit(other, made["id"]).json()["seat"] == 1
        assert sit(one, made["id"]).status_code == 409


def test_who_comes_too_late_is_told_on_the_page_of_the_lobby(house):
    other = make_table(house, open=True)["id"]
    made = make_table(house, open=True)
    for _ in range(2):
        sit(house, made["id"])
    for answer in (
        house.get(f"/t/{made['id']}/lobby"),
        house.post(f"/t/{made['id']}/lobby", data={"name": "Bob"}),
    ):
        assert answer.status_code == 409
        assert 'role="alert"' in answer.text
        assert "has just been taken" in answer.text
        assert f'href="/t/{other}/lobby"' in answer.text
    french = house.get(f"/t/{made['id']}/lobby?lang=fr").text
    assert "vient d’être prise" in french


def test_an_invitation_and_the_lobby_lead_to_the_same_seats(house):
    table = Sitting(house, open=True)
    table.join(0, name="Ada")
    assert sit(house, table.id, name="Bob").json()["seat"] == 1
    assert table.post("/join", 1, name="Eve").status_code == 403  # her link came too late


def test_who_has_a_seat_takes_no_other(house):
    table = Sitting(house, open=True)
    table.join(0)
    answer = table.post("/lobby", 0)
    assert answer.status_code == 403
    assert "already" in answer.json()["error"]


def test_bad_names_and_tables_are_refused(house):
    made = make_table(house, open=True)
    assert sit(house, made["id"], name="x" * 100).status_code == 422
    assert house.post(f"/t/{made['id']}/lobby", data={"name": "x" * 100}).status_code == 422
    assert sit(house, made["id"], nonsense=1).status_code == 422
    for way in ("/t/nothing1/lobby", "/api/tables/nothing1/lobby"):
        assert house.post(way, json={}).status_code == 404
    assert len([one for one in listed(house)["tables"][0]["seats"] if one["free"]]) == 2


# leaving the lobby


def test_the_host_takes_a_table_out_and_puts_it_back(house):
    table = put_up(house, open="1")
    assert "Take the table out of the lobby" in house.get(f"/t/{table}/seats").text
    away = house.post(f"/t/{table}/lobby/open", data={"open": ""})
    assert away.headers["location"] == f"/t/{table}/seats"
    assert ids(house) == []
    assert "By invitation only" in house.get(f"/t/{table}/seats").text
    host = dict(house.cookies)
    house.cookies.clear()
    refused = house.post(f"/t/{table}/lobby", data={"name": "Bob"})
    assert refused.status_code == 409
    assert "not open to everybody" in refused.text
    assert house.post(f"/t/{table}/lobby/open", data={"open": "1"}).status_code == 403
    assert ids(house) == []
    for name, value in host.items():
        house.cookies.set(name, value)
    house.post(f"/t/{table}/lobby/open", data={"open": "1"})
    house.post(f"/t/{table}/lobby/open", data={"open": "1"})
    assert ids(house) == [table]


def test_only_the_host_opens_a_table_in_the_api(house):
    made = make_table(house)
    way = f"/api/tables/{made['id']}/lobby"
    for who in ({}, bearer(made["seats"][0]["token"])):
        assert house.put(way, json={"open": True}, headers=who).status_code == 403
    assert house.put(way, json={"open": True}, headers=bearer("x")).status_code == 403
    assert ids(house) == []
    assert change(house, made, True) == 200
    assert ids(house) == [made["id"]]
    assert change(house, made, False) == 200
    assert ids(house) == []


def test_no_other_site_gives_orders(house):
    table = put_up(house, open="1")
    for foreign in ({"sec-fetch-site": "cross-site"}, {"origin": "https://evil.test"}):
        for way in (f"/t/{table}/lobby", f"/t/{table}/lobby/open"):
            assert house.post(way, data={"name": "Eve"}, headers=foreign).status_code == 403
    assert ids(house) == [table]


def test_a_seat_that_is_taken_back_is_for_whom_the_host_invites(house):
    made = make_table(house, open=True, players=2)
    sit(house, made["id"], name="Bob")
    way = f"/api/tables/{made['id']}/seats"
    house.post(f"{way}/1/revoke", headers=bearer(made["host"]))  # nobody sat there: just a link
    assert ids(house) == [made["id"]]
    house.post(f"{way}/0/revoke", headers=bearer(made["host"]))
    assert ids(house) == []
    assert sit(house, made["id"]).status_code == 409
    assert change(house, made, True) == 200
    assert sit(house, made["id"]).json()["seat"] == 0


def test_a_bot_fills_a_table(house):
    made = make_table(house, open=True, players=2)
    sit(house, made["id"])
    seat = f"/api/tables/{made['id']}/seats/1"
    house.put(seat, json={"bot": "random"}, headers=bearer(made["host"]))
    assert ids(house) == []
    house.put(seat, json={"bot": ""}, headers=bearer(made["host"]))
    assert ids(house) == [made["id"]]


def test_a_table_that_nobody_touches_leaves_after_a_day(house, hours):
    made = make_table(house, open=True, seats=[{}, {}, {}], game="bruxelles1893")
    hours.now += 23 * 3600
    sit(house, made["id"])  # somebody came: it stays for another day
    hours.now += 23 * 3600
    assert ids(house) == [made["id"]]
    hours.now += 2 * 3600
    assert ids(house) == []
    assert sit(house, made["id"]).status_code == 409
    assert change(house, made, True) == 200  # its host still waits
    assert ids(house) == [made["id"]]


def test_a_game_that_is_over_leaves_and_does_not_come_back(house, choice):
    table = Sitting(house, open=True, seed=1893)
    table.play_random(choice)  # by the links of the seats: nobody ever sat down
    assert ids(house) == []
    assert sit(house, table.id).status_code == 409
    assert change(house, table.made, True) == 403


def test_a_table_around_one_screen_is_not_listed(house):
    table = put_up(house, open="1", where="together")
    assert ids(house) == []
    assert house.post(f"/t/{table}/lobby/open", data={"open": "1"}).status_code == 403
    assert f"/t/{table}/lobby" not in house.get(f"/t/{table}/seats").text


def test_a_rematch_is_among_the_same_people(house, choice):
    table = Sitting(house, open=True, seed=1893)
    for seat in range(2):
        table.join(seat)
    table.play_random(choice)
    answer = table.post("/rematch", 0)
    assert answer.status_code == 201, answer.text
    assert ids(house) == []


def test_the_lobby_outlives_the_process(tmp_path, hours):
    with opened(tmp_path, hours) as house:
        table = make_table(house, open=True)["id"]
    with opened(tmp_path, hours) as house:
        assert ids(house) == [table]


# who is there


@pytest.mark.parametrize("lobby", [0, 1])
def test_the_host_sees_who_is_looking_now(tmp_path, hours, lobby):
    with opened(tmp_path, hours, lobby=lobby) as house:
        table = put_up(house)
        room = house.portal.call(house.app.state.house.rooms.get, table)
        invitation = house.get(f"/t/{table}/api/seats").json()["seats"][1]["token"]
        joined = house.post(f"/api/tables/{table}/join", json={}, headers=bearer(invitation))
        assert joined.status_code == 200
        seats = f"/t/{table}/seats"
        assert "looking now" not in house.get(seats).text
        room.watchers.enter(None, "a spectator", 64)
        assert "looking now" not in house.get(seats).text
        watcher = room.watchers.enter(1, "somewhere", 64)
        assert ("looking now" in house.get(seats).text) == bool(lobby)
        room.watchers.leave(watcher)
        assert "looking now" not in house.get(seats).text


def test_players_see_who_is_looking_and_so_does_the_lobby(tmp_path, hours):
    with opened(tmp_path, hours) as house:
        made = make_table(house, open=True, seats=[{}, {}, {}], game="bruxelles1897")
        table, keys = made["id"], [one["token"] for one in made["seats"]]
        for number in (0, 1):
            joined = house.post(f"/api/tables/{table}/join", json={}, headers=bearer(keys[number]))
            keys[number] = joined.json()["token"]
        room = house.portal.call(house.app.state.house.rooms.get, table)
        here = f"/t/{table}/here"
        assert house.get(here).status_code == 403  # a spectator is not told
        assert house.get(here, headers=bearer(keys[0])).json() == {"seats": []}
        room.watchers.enter(None, "a spectator", 64)
        watcher = room.watchers.enter(1, "somewhere", 64)
        for key in (keys[0], made["host"]):
            assert house.get(here, headers=bearer(key)).json() == {"seats": [1]}
        assert [one["looking"] for one in listed(house)["tables"][0]["seats"]] == [
            *(False, True, False)
        ]
        assert house.get("/lobby").text.count("looking now") == 1
        room.watchers.leave(watcher)
        assert "looking now" not in house.get("/lobby").text

"""Quotas: so many open tables for a visitor, and nothing kept that names him."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
from starlette.testclient import TestClient

from horta.server.app import create_app
from horta.server.callers import COOKIE, Callers

from .conftest import SLOW, Server, Sitting, make_table, settings_for

ADDRESS = "203.0.113.77"


@pytest.fixture
def house(tmp_path):
    settings = settings_for(tmp_path, open_tables=3, address_tables=5, proxies=("10.0.0.1",))
    with TestClient(
        create_app(settings), client=("10.0.0.1", 1), base_url="https://horta.test"
    ) as made:
        made.headers["x-forwarded-for"] = ADDRESS
        yield made


def put_up(client, address=ADDRESS, **params):
    headers = {"x-forwarded-for": address}
    return client.post("/api/tables", json={"game": "paris"}, headers=headers, params=params)


def test_a_visitor_has_so_many_tables_and_no_more(house):
    assert [put_up(house).status_code for _ in range(4)] == [201, 201, 201, 429]
    for lang, said in (("en", "3 tables are open"), ("fr", "3 tables"), ("de", "3 Tische")):
        assert said in put_up(house, lang=lang).json()["error"]
    assert put_up(house, "203.0.113.78").status_code == 201  # somebody else
    page = house.post("/play/paris", headers={"accept": "text/html"}, follow_redirects=False)
    assert page.status_code == 429
    form = house.post("/new/paris", data={"who0": "person", "who1": "person"})
    assert form.status_code == 429


def test_a_finished_game_gives_its_place_back(house, choice):
    sittings = [Sitting(house, make_table(house, seed=k)) for k in range(3)]
    assert put_up(house).status_code == 429
    assert sittings[0].play_random(choice)["over"]
    assert put_up(house).status_code == 201


def test_transcripts_and_rematches_count_too(house, choice):
    sitting = Sitting(house, make_table(house, seed=1))
    assert sitting.play_random(choice)["over"]
    record = sitting.get("/transcript").json()
    running = {**record, "actions": record["actions"][:3], "result": None}
    codes = [house.post("/api/transcripts", json={"transcript": running}) for _ in range(4)]
    assert [answer.status_code for answer in codes] == [201, 201, 201, 429]
    again = sitting.post("/rematch", 0)
    assert again.status_code == 429


def test_browsers_at_one_address_have_their_own_places_up_to_a_limit(house):
    def browser():
        house.cookies.clear()
        assert COOKIE in house.get("/").cookies

    codes = []
    for _ in range(3):
        browser()
        for _ in range(2):
            codes.append(house.post("/play/paris", follow_redirects=False).status_code)
    assert codes == [303] * 5 + [429]  # two each, but no more than five in all
    house.cookies.clear()


def test_the_cookie_is_signed_and_goes_nowhere_else(house):
    cookie = house.get("/").headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "secure" in cookie
    callers = Callers("secret")
    mine = callers.new_cookie()
    assert callers.knows(mine)
    assert not callers.knows(mine[:-2] + "xx")
    assert not callers.knows("x" * 10_000)
    assert not Callers("another").knows(mine)
    nobody = callers.owner(ADDRESS)
    assert nobody.endswith(":")
    assert callers.owner(ADDRESS, mine[:-2] + "xx") == nobody
    assert callers.owner(ADDRESS, mine).startswith(nobody)
    assert callers.owner(ADDRESS, mine) != nobody


def test_nothing_that_is_kept_names_a_visitor(house, tmp_path, choice):
    house.get("/")
    made = make_table(house, seed=5)
    base = sqlite3.connect(tmp_path / "tables.sqlite")

    def kept():
        return base.execute(
            "select origin, owner from matches where id = ?", [made["id"]]
        ).fetchone()

    origin, _ = kept()
    assert len(origin) == 16
    assert ADDRESS not in "\n".join(base.iterdump())
    assert house.cookies[COOKIE] not in "\n".join(base.iterdump())
    assert origin != Callers("another key").owner(ADDRESS).partition(":")[0]
    assert Sitting(house, made).play_random(choice)["over"]
    assert kept() == (None, None)  # forgotten with the last action
    base.close()


def test_owners_are_known_again_after_a_restart_and_forgotten_after_a_month(tmp_path):
    settings = settings_for(tmp_path, open_tables=2)
    with TestClient(create_app(settings)) as client:
        made = [make_table(client) for _ in range(2)]
        owner = client.app.state.house.rooms._rooms[made[0]["id"]].owner
    assert owner
    with sqlite3.connect(tmp_path / "tables.sqlite") as base:
        base.execute(
            "update matches set touched = touched - 40 * 86400 where id = ?", [made[1]["id"]]
        )
    with TestClient(create_app(settings)) as client:
        rooms = client.app.state.house.rooms
        client.get(f"/api/tables/{made[0]['id']}")
        client.get(f"/api/tables/{made[1]['id']}")
        assert rooms._rooms[made[0]["id"]].owner == owner
        assert rooms._rooms[made[1]["id"]].owner == ""
        assert client.post("/api/tables", json={"game": "paris"}).status_code == 201
        assert client.post("/api/tables", json={"game": "paris"}).status_code == 429


def test_many_at_once_are_counted_right(tmp_path):
    server = Server(f"sqlite:///{tmp_path}/tables.sqlite", HORTA_OPEN_TABLES=7).start()
    try:
        with (
            httpx.Client(base_url=server.link, timeout=SLOW) as client,
            ThreadPoolExecutor(20) as pool,
        ):
            ask = lambda _: client.post("/api/tables", json={"game": "paris"}).status_code  # noqa: E731
            codes = list(pool.map(ask, range(20)))
    finally:
        server.stop()
    assert sorted(codes) == [201] * 7 + [429] * 13

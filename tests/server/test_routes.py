"""Every route of a house with everything switched on: who may, no foreign orders, no secrets.

That every route is known here is held by `test_house.py`.
"""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from types import SimpleNamespace

import pytest
from starlette.testclient import TestClient

from horta.server.app import create_app
from horta.server.people.known import COOKIE as PERSON_KEY

from . import routes
from .authenticator import Authenticator
from .conftest import bearer, make_table, settings_for
from .reviewing import short_game
from .routes import AUTHOR, HOST, LINK, OWNER, PERSON, SEAT, WAYS
from .test_lab import FORM
from .test_people import Hours, begin
from .test_studies import send, written

BASE = "https://horta.test"
SECRET = "a-secret-of-the-house-that-nobody-may-see"
SEED = "18931897c0ffee00aa55aa5518971893"
MAIL = "ada.lovelace@analytical.example"
REFUSED = (401, 403, 404)
FOREIGN = {"sec-fetch-site": "cross-site", "origin": "https://elsewhere.example"}
NEVER_ENDS = re.compile(r"/(events|live|news)$")
"""Streams: they go on for as long as somebody listens."""
BY_ITSELF = (
    *("clocks", "lab_runs", "sessions", "reviews", "judged", "review_waits"),
    *("messages", "messages_seen"),
)
"""Tables that the house writes without being asked, or by being looked at."""


class World:
    """A house, somebody who holds everything in it, and a stranger."""

    def __init__(self, door, file, hours):
        self.door, self.file, self.hours = door, file, hours
        self.ada = self.person()
        study = send(self.ada, written().to_json()).headers["location"]
        begun = self.ada.post("/lab/bruxelles1897", data=FORM, follow_redirects=False)
        self.study = study.removeprefix("/studies/")
        self.run = begun.headers["location"].removeprefix("/lab/runs/")
        self.lesson = re.search(r'"/learn/paris/([\w-]+)', self.ada.get("/learn/paris").text)[1]
        ended = self.ada.post("/api/transcripts", json={"transcript": short_game()}).json()
        self.over = SimpleNamespace(id=ended["id"], seat=ended["seats"][0]["token"])
        self.table = self.new_table()

    def client(self, **headers):
        made = TestClient(self.door.app, base_url=BASE, follow_redirects=False)
        made.headers.update({"accept": "text/html", **headers})
        made.portal = self.door.portal  # one loop serves all of them, as in a real house
        return made

    def person(self):
        """Return the browser of a new person, who has a mail address, too."""
        made = self.client()
        begin(made, Authenticator(BASE), "Ada")
        with closing(sqlite3.connect(self.file)) as line, line:
            which = "rowid = (select max(rowid) from persons)"
            line.execute(f"update persons set mail = id || ? where {which}", (MAIL,))
        self.hours.now += 10  # what a process knows of a person is good for a few seconds
        return made

    def new_table(self):
        """Put up a table of two persons, with a clock, in the lobby; the first sits there."""
        made = make_table(self.ada, seed=SEED, open=True, pace="3600+0+604800:bot")
        base = f"/api/tables/{made['id']}"
        first = made["seats"][self.ada.get(base).json()["to_act"]]
        joined = self.ada.post(base + "/join", json={}, headers=bearer(first["token"]))
        return SimpleNamespace(
            id=made["id"],
            host=made["host"],
            invited=[one["token"] for one in made["seats"]],
            seat=joined.json()["token"],
            number=first["seat"],
            action=self.ada.get(base + "/actions", headers=bearer(joined.json()["token"])).json()[
                "actions"
            ][0]["action"],
        )

    def rows(self, table):
        with closing(sqlite3.connect(self.file)) as line:
            return line.execute(f"select * from {table}").fetchall()

    def kept(self):
        """Return everything that the house keeps because of what somebody asks."""
        with closing(sqlite3.connect(self.file)) as line:
            names = line.execute("select name from sqlite_master where type = 'table'").fetchall()
            return {
                name: line.execute(f"select * from {name}").fetchall()
                for (name,) in names
                if name not in BY_ITSELF
            }

    def secrets(self, table):
        """Return what no stranger may read in any answer."""
        kept = self.kept()
        return [
            *(SECRET, SEED, str(int(SEED, 16)), MAIL, *self.ada.cookies.values()),
            *(table.host, table.seat, *table.invited),
            *(row[0] for row in self.rows("sessions")),
            *(row[2] for row in kept["passkeys"]),
            *(row[0] for row in kept["tickets"]),
        ]

    def address(self, path, way, table):
        values = {
            "game_id": "paris",
            "table_id": self.over.id if way.at_end else table.id,
            "study_id": self.study,
            "run_id": self.run,
            "name": self.lesson,
            "digest": self.rows("sessions")[-1][0],
            "passkey": self.rows("passkeys")[-1][0],
            **dict.fromkeys(("number", "step"), str(1 - table.number)),  # nobody's turn there
            **dict.fromkeys(("token", "ticket", "key", "browser", "hook"), "x" * 20),
        }
        missing = [
            one for one in re.findall(r"{(\w+)}", path) if one not in {**values, **way.names}
        ]
        assert not missing, f"{path}: add {missing} to `World.address`, or as `names` of the route"
        return re.sub(r"{(\w+)}", lambda one: str({**values, **way.names}[one[1]]), path)

    def ask(self, client, route, way, table, **headers):
        """Send the request of a way."""
        method, _, path = route.partition(" ")
        values = {routes.LEGAL: table.action, routes.MINE: table.number}

        def filled(given):
            return {name: values.get(value, value) for name, value in given.items()}

        sent = {"data": filled(way.form)} if way.json is None else {"json": way.json}
        if way.json and routes.LEGAL in way.json.values():
            sent = {"json": filled(way.json)}
        if method == "GET":
            sent = {"params": filled(way.query)}
        address = self.address(path, way, table)
        return client.request(method, address, headers=headers, **sent)


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    folder = tmp_path_factory.mktemp("world")
    settings = settings_for(folder, **routes.everything_on(secret=SECRET, lab_games=6))
    hours = Hours()
    with TestClient(create_app(settings, hours), base_url=BASE) as door:
        yield World(door, folder / "tables.sqlite", hours)


def test_no_other_site_gives_an_order(world):
    """Whatever is no GET is refused before it is read, with all the keys that a browser has."""
    before, orders = world.kept(), 0
    for route, way in WAYS.items():
        if route.startswith("GET "):
            continue
        orders += 1
        key = world.table.host if way.who == HOST else world.table.seat
        answer = world.ask(world.ada, route, way, world.table, **FOREIGN, **bearer(key))
        assert answer.status_code == 403, route
        assert "another site" in answer.text, route
    assert orders > 60
    assert world.kept() == before


def test_looking_changes_nothing_and_strangers_are_told_no_secret(world):
    """What a page of another site may have a browser ask for is harmless."""
    before, looked = world.kept(), 0
    hidden = world.secrets(world.table)
    for route, way in WAYS.items():
        if not route.startswith("GET ") or NEVER_ENDS.search(route):
            continue
        looked += 1
        world.ask(world.ada, route, way, world.table, **bearer(world.table.host))
        told = world.ask(world.client(), route, way, world.table)
        said = told.text + str(told.headers)
        assert not [one for one in hidden if one in said], route
        assert world.kept() == before, route
        assert told.status_code != 500, route
    assert looked > 60


RESTRICTED = sorted(
    route for route, way in WAYS.items() if way.who in (SEAT, HOST, PERSON, AUTHOR, OWNER)
)


@pytest.mark.parametrize("route", RESTRICTED)
def test_a_stranger_is_refused_without_a_trace_and_who_may_is_not(world, route):
    way, table = WAYS[route], world.new_table()
    holder = world.person() if way.who == PERSON else world.ada
    key = {SEAT: (world.over if way.at_end else table).seat, HOST: table.host}.get(way.who)
    before = world.kept()
    refused = world.ask(world.client(), route, way, table)
    assert refused.status_code in REFUSED, (refused.status_code, refused.text[:300])
    assert world.kept() == before
    sent = str(refused.request.url)
    assert not [one for one in world.secrets(table) if one in refused.text and one not in sent]
    # one who holds something else here is a stranger, too
    if way.who == HOST:
        answer = world.ask(world.client(), route, way, table, **bearer(table.seat))
        assert answer.status_code in REFUSED
        assert world.kept() == before
    if way.proved:
        return  # it takes more than a request, and is told there
    may = world.ask(holder, route, way, table, **(bearer(key) if key else {}))
    assert may.status_code != 500
    # Whatever else may be wrong: who they are is not.
    assert (may.status_code, said_in(may)) != (refused.status_code, said_in(refused))


def said_in(answer):
    """Return why something was refused, without what stands around it on a page."""
    found = re.search(r'class="problem[^"]*"[^>]*>(.*?)</', answer.text, re.S)
    return found[1] if found else answer.text


@pytest.mark.parametrize("route", sorted(route for route, way in WAYS.items() if way.who == LINK))
def test_a_key_that_was_guessed_opens_nothing(world, route):
    before = world.kept()
    refused = world.ask(world.client(), route, WAYS[route], world.table)
    assert refused.status_code in (*REFUSED, 410, 422), (refused.status_code, refused.text[:300])
    assert PERSON_KEY not in refused.cookies
    assert world.kept() == before

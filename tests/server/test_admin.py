"""`horta admin` beside a house that runs, over either database."""

from __future__ import annotations

import asyncio
import json
import re
import secrets
import time
from contextlib import contextmanager

import pytest
from sqlalchemy import insert
from starlette.testclient import TestClient
from typer.testing import CliRunner

from horta.cli import app as commands
from horta.core.errors import HortaError
from horta.server import comparing
from horta.server.app import create_app
from horta.server.people import store as people_store
from horta.server.rows import ReportRow
from horta.server.store import Store

from .authenticator import Authenticator
from .conftest import Sitting, bearer, make_table, settings_for
from .test_people import BASE, begin, is_known, play, seat_at
from .test_studies import send, written

SECRET = "a-secret-that-no-command-prints"
SEED = "18931897c0ffee00aa55aa5518971893"


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request, tmp_path):
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/tables.sqlite"
    return request.getfixturevalue("postgres")


class House:
    """A house that runs, and the commands of its operator."""

    def __init__(self, door, url):
        self.door, self.url = door, url

    def browser(self, address="203.0.113.9"):
        made = TestClient(
            self.door.app, base_url=BASE, follow_redirects=False, client=(address, 5000)
        )
        made.headers["accept"] = "text/html"
        made.portal = self.door.portal
        return made

    def admin(self, *words, status=0, **how):
        done = CliRunner().invoke(commands, ["admin", *words, "--database", self.url], **how)
        if status is not None:
            assert done.exit_code == status, (done.output, done.exception)
        assert SECRET not in done.output
        assert SEED not in done.output
        return done

    def told(self, *words):
        return json.loads(self.admin(*words, "--json").stdout)

    def refused(self, *words):
        problem = self.admin(*words, status=None).exception
        assert isinstance(problem, HortaError), problem
        return str(problem)


@contextmanager
def opened(folder, url, **changes):
    how = {"persons": 1, "lobby": 1, "address": BASE, "secret": SECRET, "database": url, **changes}
    with TestClient(create_app(settings_for(folder, **how)), base_url=BASE) as door:
        yield House(door, url)


@pytest.fixture
def house(tmp_path, url, monkeypatch):
    monkeypatch.setenv("HORTA_SECRET", SECRET)
    # another process hears of a change when it looks again, which it does every few seconds
    monkeypatch.setattr(comparing, "LOOK_AGAIN", 0.0)
    monkeypatch.setattr(people_store, "LOOK_AGAIN", 0.0)
    with opened(tmp_path, url) as made:
        yield made


def test_tables_are_listed_shown_and_closed_while_people_play(house, choice):
    sitting = Sitting(house.door, seed=SEED, open=True)
    listed = house.told("tables", "list", "--game", "paris", "--limit", "100000")
    mine = next(one for one in listed if one["id"] == sitting.id)
    assert (mine["state"], mine["lobby"], mine["steps"]) == ("running", True, 0)
    for words, there in (
        (("--state", "running"), True),
        (("--state", "open"), True),
        (("--state", "over"), False),
        (("--game", "bruxelles1897"), False),
        (("--idle", "1"), False),
    ):
        found = house.told("tables", "list", *words, "--limit", "100000")
        assert (sitting.id in [one["id"] for one in found]) == there, words
    sitting.play_random(choice, 1)
    shown = house.told("tables", "show", sitting.id)
    assert shown["steps"] >= 1
    assert [one["seat"] for one in shown["seats"]] == [0, 1]
    assert not {"key", "epoch", "header", "seed", "host_key"} & {*shown, *shown["seats"][0]}
    for token in (*sitting.keys, sitting.made["host"]):
        assert token not in json.dumps(shown)
    # somebody has to say that it is meant
    assert house.admin("tables", "close", sitting.id, input="n\n", status=1)
    assert not sitting.show()["over"]
    seat = sitting.show()["to_act"]
    ready = sitting.get("/actions", seat).json()
    order = {"step": ready["step"], "action": ready["actions"][0]["action"]}
    house.admin("tables", "close", sitting.id, "--yes")
    assert sitting.post("/actions", seat, **order).status_code in (409, 422)
    closed = house.told("tables", "show", sitting.id)
    assert (closed["state"], closed["lobby"]) == ("over", False)
    assert closed["steps"] == shown["steps"] + 1
    refused = sitting.post("/actions", seat, **{**order, "step": closed["steps"]})
    assert refused.status_code == 422
    assert "closed" in refused.json()["error"]
    house.admin("tables", "close", sitting.id, "--yes")  # once more changes nothing
    assert house.told("tables", "show", sitting.id)["steps"] == closed["steps"]


def test_tables_are_deleted_and_players_are_told(house, monkeypatch):
    sitting, other = Sitting(house.door, seed=SEED), Sitting(house.door)
    seat = sitting.show()["to_act"]
    listed = sitting.get("/actions", seat).json()
    monkeypatch.setattr(comparing, "LOOK_AGAIN", 3600.0)  # the process has just looked
    house.admin("tables", "delete", sitting.id, "--yes")
    answer = sitting.post("/actions", seat, step=0, action=listed["actions"][0]["action"])
    assert answer.status_code in (404, 409), answer.text
    monkeypatch.setattr(comparing, "LOOK_AGAIN", 0.0)
    assert sitting.get().status_code == 404
    assert other.get().status_code == 200
    gone = house.admin("tables", "delete", sitting.id, "--yes", status=1)
    assert "0 of 1" in gone.output
    assert "no table" in house.refused("tables", "show", sitting.id)
    for dashed in ("-yes-0123456", "--0123456789"):  # ids are random: these are no options
        assert "no table" in house.refused("tables", "show", dashed)
        assert "no person" in house.refused("persons", "show", dashed)


def test_persons_are_listed_shown_signed_out_and_deleted(house):
    laptop, phone = house.browser(), house.browser()
    begin(laptop, key := Authenticator(), name="Ada [bold]")
    table = play(laptop)
    asked = phone.post("/you/sign-in/ask").json()
    phone.post("/you/sign-in/answer", data={"answer": key.get(asked)})
    assert seat_at(phone, table) is not None
    listed = house.told("persons", "list", "--name", "ada [")
    ada = max(listed, key=lambda one: one["made"])
    assert (ada["name"], ada["devices"], ada["passkeys"]) == ("Ada [bold]", 2, 1)
    assert "Ada [bold]" in house.admin("persons", "list").stdout
    shown = house.told("persons", "show", ada["id"])
    assert (shown["running"], len(shown["devices"]), len(shown["passkeys"])) == (1, 2, 1)
    assert not re.search(r"[0-9a-f]{40}", json.dumps(shown))  # no digest
    assert [one["id"] for one in house.told("tables", "list", "--person", ada["id"])] == [table]
    # one device is ended, by its number in the list, then all
    house.admin("persons", "end", ada["id"], "--device", "1", "--yes")
    assert [is_known(laptop), is_known(phone)].count(True) == 1
    assert "no device 2" in house.refused("persons", "end", ada["id"], "--device", "2", "--yes")
    house.admin("persons", "end", ada["id"], "--yes")
    assert not is_known(laptop)
    assert not is_known(phone)
    assert seat_at(laptop, table) is None
    house.admin("persons", "delete", ada["id"], "--yes")
    assert "no person" in house.refused("persons", "show", ada["id"])
    assert "no person" in house.refused("persons", "show", "nobody@nowhere.example")
    seats = house.told("tables", "show", table)["seats"]
    assert all(one["bot"] for one in seats)  # where a game runs, a bot plays on
    assert all(one["name"] != "Ada [bold]" for one in seats)


def test_quotas_are_shown_set_and_reset(tmp_path, url, monkeypatch):
    monkeypatch.setenv("HORTA_SECRET", SECRET)
    monkeypatch.setenv("HORTA_OPEN_TABLES", "2")
    address = f"198.51.{time.time_ns() // 1000 % 250}.{time.time_ns() % 250}"
    with opened(tmp_path, url, open_tables=2, address_tables=3, studies=1) as house:
        guest = house.browser(address)
        guest.get("/")
        assert [guest.post("/play/paris").status_code for _ in "abc"] == [303, 303, 429]
        [here] = house.told("quotas", "show", "--address", address)
        assert (here["is"], here["tables"].split("/")[0]) == ("address", "2")
        everybody = house.told("quotas", "show", "--limit", "100000")
        visitor = next(
            one["who"] for one in everybody if (one["is"], one["tables"]) == ("visitor", "2/2")
        )
        house.admin("quotas", "set", "tables", "4", "--visitor", visitor)
        assert [guest.post("/play/paris").status_code for _ in "ab"] == [303, 429]  # the address
        house.admin("quotas", "set", "tables", "9", "--address", address)
        assert [guest.post("/play/paris").status_code for _ in "ab"] == [303, 429]
        [mine] = house.told("quotas", "show", "--visitor", visitor)
        assert mine["tables"] == "4/4"
        house.admin("quotas", "reset", "--visitor", visitor, "--yes")
        assert [guest.post("/play/paris").status_code for _ in "abc"] == [303, 303, 429]
        # studies, and a person
        begin(guest, Authenticator(), name="Ada")
        ada = house.told("persons", "list", "--limit", "1")[0]["id"]
        assert send(guest, written().to_json()).status_code == 303
        assert send(guest, written().to_json()).status_code == 429
        house.admin("quotas", "set", "studies", "2", "--person", ada)
        assert send(guest, written().to_json()).status_code == 303
        [hers] = house.told("quotas", "show", "--person", ada)
        assert hers["studies"] == "2/2"
        assert "name one of" in house.refused("quotas", "reset", "--yes")
        assert "not one of" in house.refused("quotas", "set", "horses", "1", "--person", ada)


def report(url, table):
    """Write down what a player has reported."""
    row = {
        "match_id": table, "message": secrets.randbits(30),  # other tests share this database
        "seat": 0, "name": "Eve", "text": "[red]rude", "said": 1.0,
        "by_seat": 1, "by_name": "Ann", "why": "It hurts.", "at": 2.0, "state": "open",
    }  # fmt: skip

    async def write():
        async with Store(url) as store, store.database.begin() as connection:
            done = await connection.execute(insert(ReportRow).values(row).returning(ReportRow.id))
            return done.scalar_one()

    return asyncio.run(write())


def test_reports_are_listed_shown_and_settled(house):
    table = make_table(house.door)["id"]
    number = report(house.url, table)
    listed = house.told("reports", "list")
    assert [one["text"] for one in listed if one["id"] == number] == ["[red]rude"]
    assert "[red]rude" in house.admin("reports", "list").stdout
    shown = house.told("reports", "show", str(number))
    assert (shown["table"], shown["why"], shown["by_name"]) == (table, "It hurts.", "Ann")
    assert "is settled" in house.admin("reports", "settle", str(number)).output
    assert "already" in house.admin("reports", "settle", str(number)).output
    assert number not in [one["id"] for one in house.told("reports", "list")]
    assert number in [one["id"] for one in house.told("reports", "list", "--all")]
    assert "no report" in house.refused("reports", "show", "999999")


def test_what_cannot_be_done_is_told_in_a_sentence(tmp_path, monkeypatch):
    monkeypatch.delenv("HORTA_SECRET", raising=False)
    nowhere = House(None, f"sqlite:///{tmp_path}/none.sqlite")
    assert "no house of Horta" in nowhere.refused("tables", "list")
    assert not (tmp_path / "none.sqlite").exists()
    away = House(None, "postgresql://horta@127.0.0.1:9/none")
    assert "cannot be reached" in away.refused("tables", "list")
    with opened(tmp_path, f"sqlite:///{tmp_path}/tables.sqlite") as house:
        assert "not one of running" in house.refused("tables", "list", "--state", "asleep")
        sitting = Sitting(house.door)
        assert sitting.post("/join", 0, name="Ann").status_code == 200
        assert (
            bearer(sitting.keys[0])["authorization"][7:] not in house.admin("tables", "list").output
        )

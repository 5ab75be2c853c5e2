"""The key of the house is changed while people play: nobody loses a seat, a study or a device."""

from __future__ import annotations

import itertools
import sqlite3
from contextlib import closing, contextmanager

from starlette.testclient import TestClient

from horta.server.app import create_app
from horta.server.callers import COOKIE as VISITOR
from horta.server.callers import Callers
from horta.server.people.known import COOKIE as PERSON
from horta.server.tokens import Claim, Tokens, Visitor

from .authenticator import Authenticator
from .conftest import bearer, make_table, settings_for
from .test_people import BASE, begin, is_known, play, seat_at
from .test_studies import send, written


@contextmanager
def house(folder, secret, *accepted):
    how = {"persons": 1, "address": BASE, "secret": secret, "accepted_secrets": accepted}
    with TestClient(create_app(settings_for(folder, **how)), base_url=BASE) as door:
        yield door


def browser(door, cookies=()):
    made = TestClient(door.app, base_url=BASE, follow_redirects=False)
    made.headers["accept"] = "text/html"
    made.portal = door.portal
    for one in cookies:
        made.cookies.jar.set_cookie(one)
    return made


def jar(client):
    return list(client.cookies.jar)


def edits(client, study):
    return f'action="{study}/about"' in client.get(study).text


def test_whoever_comes_while_both_keys_are_good_stays(tmp_path):
    with house(tmp_path, "old") as door:
        guest, ada, absent = browser(door), browser(door), browser(door)
        guest.get("/")
        table, lost = play(guest), play(absent)
        study = send(guest, written().to_json()).headers["location"]
        begin(ada, Authenticator())
        hers = play(ada)
        code = ada.post("/you/code").text.partition("you-code")[2]
        code = code.partition("<strong>")[2].partition("</strong>")[0]
        assert len(code.replace(" ", "").replace("-", "")) == 8
    with house(tmp_path, "new", "old") as door:
        guest, ada = browser(door, jar(guest)), browser(door, jar(ada))
        number = guest.cookies.get(VISITOR)
        assert seat_at(guest, table) is not None
        assert edits(guest, study)
        guest.get("/")
        guest.get(f"/t/{table}")
        assert guest.cookies.get(VISITOR) != number
        assert is_known(ada)
        assert seat_at(ada, hers) is not None
        phone = browser(door)
        assert phone.post("/you/code/use", data={"code": code}).status_code == 303
        assert is_known(phone)
        # ending a device works by its new name
        listed = ada.get("/you").text.split('action="/you/devices/')[1:]
        assert len(listed) == 2
    with house(tmp_path, "new") as door:
        guest, ada, absent = (browser(door, jar(one)) for one in (guest, ada, absent))
        assert seat_at(guest, table) is not None
        assert edits(guest, study)
        kept = guest.cookies.get(VISITOR)
        guest.get("/")
        assert guest.cookies.get(VISITOR) == kept
        assert is_known(ada)
        assert seat_at(ada, hers) is not None
        # who has not come meanwhile is a stranger
        assert seat_at(absent, lost) is None
        assert not is_known(browser(door, [one for one in jar(absent) if one.name != PERSON]))


def test_a_key_that_is_not_accepted_opens_nothing(tmp_path):
    with house(tmp_path, "old") as door:
        guest, ada = browser(door), browser(door)
        table = play(guest)
        begin(ada, Authenticator())
    with house(tmp_path, "new") as door:
        assert seat_at(browser(door, jar(guest)), table) is None
        assert not is_known(browser(door, jar(ada)))


def test_servers_that_are_restarted_one_by_one_read_each_others_tokens(tmp_path):
    """First all accept the new key, then all sign by it: at no time is one not understood."""
    steps = (("old",), ("old", "new"), ("new", "old"), ("new",))
    for before, after in itertools.pairwise(steps):
        for one, other in ((before, after), (after, before)):
            token = Tokens(*one).sign("table", 0, 1)
            assert Tokens(*other).read(token) == Claim("table", 0, 1)
            assert Callers(*other).renewed(Callers(*one).new_cookie())
    assert Tokens("new").read(Tokens("old").sign("table", 0, 1)) is None


def test_a_pass_is_good_by_either_key(tmp_path):
    with house(tmp_path, "old") as door:
        made = make_table(door)
        room = door.portal.call(door.app.state.house.rooms.get, made["id"])
        given = Tokens("old").watching(room, Visitor((Claim(room.id, 0, 0),)))
        assert Tokens("new", "old").watcher(room.id, given).seats(room) == [0]
        assert Tokens("new").watcher(room.id, given).seats(room) == []


def test_from_the_key_in_the_database_to_ones_own(tmp_path):
    with house(tmp_path, "") as door:
        made = make_table(door)
    for accepted, seat in ((("database",), 0), ((), None)):
        with house(tmp_path, "mine", *accepted) as door:
            answer = door.get(
                f"/api/tables/{made['id']}", headers=bearer(made["seats"][0]["token"])
            )
            assert answer.json().get("seat") == seat
            assert answer.status_code == (200 if accepted else 403)


def test_who_is_deleted_is_forgotten_by_every_key(tmp_path):
    with house(tmp_path, "old") as door:
        ada = browser(door)
        begin(ada, Authenticator())
        play(ada)
    with house(tmp_path, "new", "old") as door:
        ada = browser(door, jar(ada))
        play(ada)
        assert ada.post("/you/delete").status_code == 303
    with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as line:
        assert line.execute("select owner from matches").fetchall() == [(None,), (None,)]

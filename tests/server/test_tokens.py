"""Seat tokens: signed, unguessable, revocable by the host; a spectator has none."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from horta.server.app import create_app
from horta.server.room import HOST
from horta.server.tokens import Tokens

from .conftest import Sitting, bearer, make_table, settings_for


def test_a_token_reads_back_and_nothing_else_does():
    tokens = Tokens("a secret")
    token = tokens.sign("table", 1, 0)
    claim = tokens.read(token)
    assert (claim.table, claim.seat, claim.epoch) == ("table", 1, 0)
    assert tokens.read("") is None
    assert tokens.read(token[:-1]) is None
    assert Tokens("another secret").read(token) is None
    _, tail = token.split(".")
    other = tokens.sign("table", 0, 0)
    assert tokens.read(f"{other.split('.')[0]}.{tail}") is None  # another seat's claim
    assert len(tail) >= 43  # 256 bits


def test_only_what_may_be_a_token_is_remembered():
    """Whoever sends long ones would fill the memory of the house."""
    tokens = Tokens("a secret")
    study = tokens.sign("study " + "x" * 24, HOST, 9)
    for token in (study, "x" * 60_000, "y" * 60_000):
        assert (tokens.read(token) is None) == (token != study)
    assert tokens._known.cache_info().currsize == 1


@pytest.mark.parametrize("change", [lambda t: t[:-2] + "xx", lambda t: "x" + t, lambda t: ""])
def test_a_forged_token_is_refused(sitting, change):
    headers = bearer(change(sitting.keys[0]))
    answer = sitting.client.get(sitting.base, headers=headers)
    assert answer.status_code == 403


def test_a_token_opens_its_own_table_only(client):
    one, two = Sitting(client, seed=1), Sitting(client, seed=1)
    seat = one.show()["to_act"]
    headers = bearer(one.keys[seat])
    assert client.get(two.base, headers=headers).json()["seat"] is None  # there, a spectator
    action = one.get("/actions", seat).json()["actions"][0]["action"]
    form = {"step": 0, "action": action}
    assert client.post(f"{two.base}/actions", headers=headers, json=form).status_code == 403


def test_the_host_takes_a_link_back(client):
    sitting = Sitting(client, seed=2)
    host, old = sitting.made["host"], sitting.keys[1]
    path = f"{sitting.base}/seats/1/revoke"
    assert client.post(path, headers=bearer(old)).status_code == 403  # not the host
    assert client.post(path).status_code == 403
    new = client.post(path, headers=bearer(host)).json()["token"]
    assert new != old
    assert client.get(sitting.base, headers=bearer(old)).json()["seat"] is None
    assert client.get(sitting.base, headers=bearer(new)).json()["seat"] == 1
    assert client.get(f"/join/{old}").status_code == 403
    assert client.post(f"/join/{old}").status_code == 403
    assert client.get(f"/join/{new}").status_code == 200
    assert client.post(f"{sitting.base}/seats/7/revoke", headers=bearer(host)).status_code == 403


def test_the_host_is_no_player_by_that(client):
    sitting = Sitting(client, seed=2)
    shown = client.get(sitting.base, headers=bearer(sitting.made["host"])).json()
    assert shown["seat"] is None
    assert client.get(f"/join/{sitting.made['host']}").status_code == 403


def test_the_host_gives_a_seat_to_a_bot_and_back(client):
    sitting = Sitting(client, seed=2)
    host = bearer(sitting.made["host"])
    seat = 1 - sitting.show()["to_act"]
    path = f"{sitting.base}/seats/{seat}"
    assert client.put(path, json={"bot": "random"}).status_code == 403
    assert client.put(path, headers=host, json={"bot": "random"}).json()["bot"] == "random"
    assert sitting.get("", seat).json()["seat"] is None  # its old key opens nothing now
    assert client.put(path, headers=host, json={"bot": "", "name": "Ann"}).json()["name"] == "Ann"
    assert sitting.get("", seat).json()["seat"] is None  # who comes after a bot is invited anew
    shown = client.get(f"{sitting.base}/seats", headers=host).json()["seats"][seat]
    sitting.keys[seat] = shown["token"]
    assert sitting.get("", seat).json()["seat"] == seat


def test_a_name_is_taken_without_tricks(sitting):
    for trick in ("Ann\x00", "Ann\x07", "Ann \u202e"):
        assert sitting.post("/name", 0, name=trick).status_code == 422
    named = sitting.post("/name", 0, name="  <b>Ann</b> ")
    assert named.status_code == 200
    assert named.json()["name"] == "<b>Ann</b>"
    page = sitting.client.get(f"/t/{sitting.id}", headers={"accept": "text/html"}).text
    assert "<b>Ann</b>" not in page
    assert "&lt;b&gt;Ann&lt;/b&gt;" in page
    assert sitting.post("/name", 0, name="x" * 41).status_code == 422
    assert sitting.post("/name", None, name="Eve").status_code == 403


def test_tokens_survive_a_restart(tmp_path):
    settings = settings_for(tmp_path)
    with TestClient(create_app(settings)) as client:
        made = make_table(client, seed=3)
    with TestClient(create_app(settings)) as client:
        for seat in made["seats"]:
            shown = client.get(f"/api/tables/{made['id']}", headers=bearer(seat["token"])).json()
            assert shown["seat"] == seat["seat"]


def test_a_given_secret_signs(tmp_path):
    settings = settings_for(tmp_path, secret="mine")
    with TestClient(create_app(settings)) as client:
        made = make_table(client)
    claim = Tokens("mine").read(made["host"])
    assert claim.seat == HOST

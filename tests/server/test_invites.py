"""Invitations by name: they wait on a person's page, and hold as long as the seat is free."""

from __future__ import annotations

import pytest

from .authenticator import Authenticator
from .conftest import Sitting, bearer
from .test_people import begin
from .test_people import club as club  # noqa: PLC0414 - a fixture


@pytest.fixture
def people(club):
    """A host, who is a person, and two others of the house."""
    devices = {}
    for name in ("Ada", "Bob", "Carol"):
        devices[name] = club.device()
        begin(devices[name], Authenticator(), name)
    return devices


def put_up(device):
    return Sitting(device, players=2, seed=1893)


def invite(table, name, seat=1, token=None):
    headers = bearer(token or table.made["host"])
    way = f"{table.base}/seats/{seat}/invite"
    return table.client.post(way, json={"name": name}, headers=headers)


def waits(device, table):
    return f"/you/invitations/{table.id}/1/accept" in device.get("/you").text


def accept(device, table, way="accept"):
    return device.post(f"/you/invitations/{table.id}/1/{way}", follow_redirects=False)


def test_a_person_finds_the_invitation_and_sits_down(people, club):
    table = put_up(people["Ada"])
    table.join(0, name="Ada")
    assert invite(table, "bob").status_code == 204
    assert waits(people["Bob"], table)
    assert "with Ada" in people["Bob"].get("/you").text
    assert not waits(people["Carol"], table)
    assert 'id="invitations"' not in people["Carol"].get("/you").text
    answer = accept(people["Bob"], table)
    assert (answer.status_code, answer.headers["location"]) == (303, f"/t/{table.id}")
    club.hours.now += 10
    shown = people["Bob"].get(f"/t/{table.id}/api").json()
    assert (shown["seat"], shown["seats"][1]["name"]) == (1, "Bob")
    assert not waits(people["Bob"], table)
    assert not club.rows("invitations")


def test_nobody_learns_whether_there_is_such_a_person(people):
    table = put_up(people["Ada"])
    there, nobody = invite(table, "Bob"), invite(table, "Nobody")
    assert (there.status_code, there.content) == (nobody.status_code, nobody.content)
    own = invite(table, "Ada")
    assert own.status_code == 204
    assert not waits(people["Ada"], table), "who invites is not invited"


def test_of_two_with_one_name_the_first_takes_the_seat(people, club):
    other = club.device()
    begin(other, Authenticator(), "Bob")
    table = put_up(people["Ada"])
    invite(table, "Bob")
    assert waits(people["Bob"], table)
    assert waits(other, table)
    assert accept(other, table).status_code == 303
    assert not waits(people["Bob"], table)
    assert accept(people["Bob"], table).status_code == 403


@pytest.mark.parametrize("how", ["revoke", "bot", "join", "close"])
def test_it_is_void_when_the_seat_waits_no_longer(people, how):
    table = put_up(people["Ada"])
    invite(table, "Bob")
    assert waits(people["Bob"], table)
    host = bearer(table.made["host"])
    if how == "revoke":
        table.client.post(f"{table.base}/seats/1/revoke", headers=host)
    elif how == "bot":
        table.client.put(f"{table.base}/seats/1", json={"bot": "random"}, headers=host)
    elif how == "join":
        table.join(1, name="Carol")
    else:
        table.client.post(f"{table.base}/close", json={"step": 0}, headers=host)
    assert not waits(people["Bob"], table)
    assert accept(people["Bob"], table).status_code == 403


def test_it_can_be_declined(people):
    table = put_up(people["Ada"])
    invite(table, "Bob")
    assert accept(people["Bob"], table, "decline").status_code == 303
    assert not waits(people["Bob"], table)
    assert accept(people["Bob"], table).status_code == 403


def test_only_the_host_invites_and_only_who_is_invited_sits_down(people, club):
    table = put_up(people["Ada"])
    assert invite(table, "Bob", token=table.keys[0]).status_code == 403
    assert people["Carol"].post(f"/t/{table.id}/seats/1/invite", data={"name": "Carol"}).is_error
    assert invite(table, "Bob").status_code == 204
    assert accept(people["Carol"], table).status_code == 403
    assert accept(club.device(), table).status_code == 403
    foreign = {"sec-fetch-site": "cross-site"}
    way = f"/you/invitations/{table.id}/1/accept"
    assert people["Bob"].post(way, headers=foreign).status_code == 403
    assert waits(people["Bob"], table)


@pytest.mark.parametrize("name", ["", "   ", "x" * 41, "a\u202eb", 1, None])
def test_what_is_no_name_is_refused(people, name):
    table = put_up(people["Ada"])
    assert invite(table, name).status_code == 422


def test_a_seat_that_waits_for_nobody_is_refused(people):
    table = put_up(people["Ada"])
    table.join(1, name="Carol")
    assert invite(table, "Bob").status_code == 403
    assert invite(table, "Bob", seat=7).status_code == 403


def test_there_is_an_end_to_inviting(people):
    table = put_up(people["Ada"])
    answers = [invite(table, "Nobody").status_code for _ in range(31)]
    assert answers[-2:] == [204, 429]


def test_a_house_of_guests_knows_nobody_by_name(client):
    table = put_up(client)
    assert invite(table, "Bob").status_code == 403
    assert client.post(f"/t/{table.id}/seats/1/invite", data={"name": "Bob"}).status_code == 404


def test_it_goes_with_the_person_and_the_hosts_page_offers_it(people, club):
    made = people["Ada"].post("/new/paris", data={"who0": "person", "who1": "person"})
    club.hours.now += 10
    seats = f"{made.headers['location'].removesuffix('/seats')}/seats"
    page = people["Ada"].get(f"{seats}?invited=1").text
    assert "Invite by name" in page
    assert "whoever comes first takes the seat" in page
    table = put_up(people["Ada"])
    invite(table, "Bob")
    people["Bob"].post("/you/delete")
    assert not club.rows("invitations")

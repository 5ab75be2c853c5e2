"""Seats: a link is an invitation, and who sits down holds a key that nobody else was given."""

from __future__ import annotations

import asyncio
import contextlib
import re
import time

import pytest
from markupsafe import escape
from starlette.testclient import TestClient

from horta.core.i18n import LANGUAGES
from horta.server import comparing, invitations, seating
from horta.server import tokens as tokens_module
from horta.server.app import create_app
from horta.server.room import HOST

from .conftest import Sitting, bearer, make_table, settings_for

HTML = {"accept": "text/html"}
TAKEN = {
    "en": "somebody has already taken this seat; ask the host for a link of your own",
    "fr": "quelqu’un a déjà pris cette place\u202f; demandez à l’hôte un lien pour vous",
    "de": "auf diesem Platz sitzt schon jemand; bitten Sie die Tischleitung um einen eigenen Link",
}


def seat_of(client, table, token):
    return client.get(f"/api/tables/{table}", headers=bearer(token)).json()["seat"]


def new_table(client, game="paris", **form):
    """Make a table by the form, as its host, and return its id."""
    answer = client.post(f"/new/{game}", data={"where": "online", **form}, follow_redirects=False)
    assert answer.status_code == 303
    return answer.headers["location"].split("/")[2]


def links(client, table):
    """The links that the seats page shows its host."""
    html = client.get(f"/t/{table}/seats", headers=HTML).text
    return re.findall(r'value="http://horta.test(/join/[^"]+)"', html)


def host_link(client, table):
    html = client.get(f"/t/{table}/seats", headers=HTML).text
    return re.search(r'value="http://horta.test(/t/[^"]+/host/[^"]+)"', html).group(1)


class Device:
    """A browser of its own: the client with other cookies."""

    def __init__(self, client):
        self.client, self.jar = client, []

    def __enter__(self):
        self.before = list(self.client.cookies.jar)
        self.client.cookies.clear()
        for cookie in self.jar:
            self.client.cookies.jar.set_cookie(cookie)
        return self.client

    def __exit__(self, *_):
        self.jar = list(self.client.cookies.jar)
        self.client.cookies.clear()
        for cookie in self.before:
            self.client.cookies.jar.set_cookie(cookie)


# invitations


def test_who_joins_gets_a_key_that_the_host_never_had(client):
    sitting = Sitting(client, seed=4)
    invitation = sitting.keys[1]
    assert seat_of(client, sitting.id, invitation) == 1  # until somebody joins
    joined = sitting.join(1, name="Bob")
    assert (joined["seat"], joined["name"]) == (1, "Bob")
    assert joined["token"] != invitation
    assert seat_of(client, sitting.id, joined["token"]) == 1
    assert seat_of(client, sitting.id, invitation) is None  # a spectator like any other
    assert client.get(f"/join/{invitation}").status_code == 403
    assert client.post(f"/join/{invitation}", data={"name": "Eve"}).status_code == 403
    assert sitting.show()["seats"][1]["name"] == "Bob"
    seats = client.get(f"{sitting.base}/seats", headers=bearer(sitting.made["host"])).json()
    assert seats["seats"][1] == {
        "seat": 1, "name": "Bob", "bot": "", "joined": True, "token": None, "link": None,
    }  # fmt: skip
    assert seats["seats"][0]["token"] == sitting.keys[0]


def test_the_pages_give_the_host_no_key_of_a_player(client):
    table = new_table(client, name0="Ann")
    (link,) = links(client, table)
    with Device(client):
        sat = client.post(link, data={"name": "Bob"}, headers=HTML, follow_redirects=False)
        key = sat.cookies[f"horta-{table}"]
        assert key not in link
        assert seat_of(client, table, key) == 1
    html = client.get(f"/t/{table}/seats", headers=HTML).text
    assert links(client, table) == []
    assert key not in html
    invitation = link.removeprefix("/join/")
    assert seat_of(client, table, invitation) is None
    # nor can he sit down beside the player
    assert client.post(f"/t/{table}/seats/1/sit", headers=HTML).status_code == 403
    assert client.get(f"/t/{table}/api").json()["seat"] == 0


@pytest.mark.parametrize("lang", LANGUAGES)
def test_who_comes_second_hears_why(client, lang):
    sitting = Sitting(client, seed=4)
    invitation = sitting.keys[1]
    sitting.join(1)
    answers = [
        client.get(f"/join/{invitation}", params={"lang": lang}, headers=HTML),
        client.post(f"/join/{invitation}", params={"lang": lang}, headers=HTML),
        client.post(
            f"{sitting.base}/join", params={"lang": lang}, headers=bearer(invitation), json={}
        ),
    ]
    assert [answer.status_code for answer in answers] == [403] * 3
    assert str(escape(TAKEN[lang])) in answers[0].text
    assert str(escape(TAKEN[lang])) in answers[1].text
    assert answers[2].json()["error"] == TAKEN[lang]


def test_a_second_click_on_the_link_leads_to_the_table(client):
    table = new_table(client)
    (link,) = links(client, table)
    with Device(client):
        html = client.get(link, headers=HTML).text
        form = {"name": "Bob", "key": re.search(r'name="key" value="([^"]+)"', html).group(1)}
        action = re.search(r'action="(/t/[^"]+)"', html).group(1)
        assert client.post(action, data=form, headers=HTML).status_code == 200
        key = client.cookies[f"horta-{table}"]
        again = client.get(link, headers=HTML)  # the link again, from the chat it came by
        assert again.status_code == 200
        assert again.url.path == f"/t/{table}"
        back = client.post(action, data={"name": "Bobby"}, headers=HTML)  # the form of another tab
        assert back.url.path == f"/t/{table}"
        assert client.cookies[f"horta-{table}"] == key
        assert seat_of(client, table, key) == 1


def test_a_second_click_on_the_button_is_the_same_person(client):
    """The first answer is lost with its cookie; the second brings the same key."""
    table = new_table(client)
    (link,) = links(client, table)
    with Device(client):
        html = client.get(link, headers=HTML).text
        form = {"name": "Bob", "key": re.search(r'name="key" value="([^"]+)"', html).group(1)}
        action = re.search(r'action="(/t/[^"]+)"', html).group(1)
        keys = []
        for _ in range(2):
            client.cookies.clear()
            sat = client.post(action, data=form, headers=HTML, follow_redirects=False)
            assert sat.status_code == 303
            keys.append(sat.cookies[f"horta-{table}"])
        assert keys[0] == keys[1]
        assert seat_of(client, table, keys[1]) == 1
    with Device(client):  # who does not have that form is somebody else
        assert client.post(action, data={**form, "key": "guessed"}).status_code == 403
        assert client.post(action, data={"name": "Eve"}).status_code == 403


def test_the_same_request_by_the_api_is_no_second_person(client):
    sitting = Sitting(client, seed=4)
    headers = bearer(sitting.keys[1])
    forms = [{"name": "Bob", "key": "a long random text"}] * 2 + [{"key": "another"}, {}]
    answers = [client.post(f"{sitting.base}/join", headers=headers, json=f) for f in forms]
    assert [answer.status_code for answer in answers] == [200, 200, 403, 403]
    assert answers[0].json() == answers[1].json()


def test_a_token_is_exchanged_again(client):
    sitting = Sitting(client, seed=4)
    first = sitting.join(0, name="Ann")["token"]
    second = sitting.join(0)["token"]
    assert seat_of(client, sitting.id, first) is None
    assert seat_of(client, sitting.id, second) == 0
    assert sitting.show()["seats"][0]["name"] == "Ann"


def test_only_a_seat_can_be_joined(client):
    sitting, other = Sitting(client, seed=4), Sitting(client, seed=4)
    for token in (sitting.made["host"], other.keys[0], "nonsense", ""):
        answer = client.post(f"{sitting.base}/join", headers=bearer(token), json={})
        assert answer.status_code == 403
    assert client.post(f"{sitting.base}/join", json={}).status_code == 403
    # the pages have the same routes with a cookie, but not those that change keys
    assert client.post(f"/t/{sitting.id}/api/join", json={}).status_code == 404


def test_the_host_takes_a_seat_back_and_invites_again(client):
    sitting = Sitting(client, seed=4)
    host = bearer(sitting.made["host"])
    first = sitting.join(1, name="Bob")["token"]
    made = client.post(f"{sitting.base}/seats/1/revoke", headers=host).json()
    assert seat_of(client, sitting.id, first) is None
    assert not made["joined"]
    sitting.keys[1] = made["token"]
    assert sitting.join(1, name="Cleo")["name"] == "Cleo"
    assert sitting.post("/name", 1, name="Cléo").json()["name"] == "Cléo"
    sitting.keys[1] = first
    assert sitting.post("/name", 1, name="Bob").status_code == 403
    assert sitting.post("/hints", 1, allow=True).status_code == 403


def test_a_bot_and_who_follows_it_have_keys_of_their_own(client):
    sitting = Sitting(client, seed=4)
    host = bearer(sitting.made["host"])
    seat = 1 - sitting.show()["to_act"]
    path = f"{sitting.base}/seats/{seat}"
    keys = [sitting.keys[seat], sitting.join(seat, name="Bob")["token"]]
    sitting.post("/hints", seat, allow=True)
    client.put(path, headers=host, json={"bot": "random", "name": "Bob"})
    assert client.get(f"{sitting.base}/seats", headers=host).json()["seats"][seat]["token"] is None
    client.put(path, headers=host, json={"bot": "", "name": ""})
    shown = client.get(f"{sitting.base}/seats", headers=host).json()["seats"][seat]
    keys.append(shown["token"])
    sitting.keys[seat] = shown["token"]
    assert not shown["joined"]
    assert not sitting.show()["seats"][seat]["hints"]  # the new player has not agreed to hints
    keys.append(sitting.join(seat, name="Cleo")["token"])
    assert len(set(keys)) == 4
    assert [seat_of(client, sitting.id, key) for key in keys] == [None, None, None, seat]


def test_an_order_for_a_seat_that_has_changed_is_refused(client):
    """The host's page is old: meanwhile somebody sat down on the seat that he gives to a bot."""
    table = new_table(client)
    (link,) = links(client, table)
    with Device(client):
        client.post(link, data={"name": "Bob"}, headers=HTML)
    stale = {"bot": "random", "epoch": 0}
    answer = client.post(f"/t/{table}/seats/1/bot", data=stale, headers=HTML)
    assert answer.status_code == 409
    assert "has changed in the meantime" in answer.text
    assert client.get(f"/api/tables/{table}").json()["seats"][1]["bot"] == ""
    late = client.post(f"/t/{table}/seats/1/sit", data={"epoch": 0}, headers=HTML)
    assert late.status_code == 403


def test_the_host_plays_a_free_seat_here_too(client):
    table = new_table(client)
    (link,) = links(client, table)
    assert client.post(f"/t/{table}/seats/1/sit", headers=HTML).url.path == f"/t/{table}"
    held = client.cookies[f"horta-{table}"]
    assert len(held.split("~")) == 3
    assert client.post(f"/t/{table}/seats/1/sit", headers=HTML).status_code == 200  # once more
    assert client.get(link, headers=HTML).url.path == f"/t/{table}"  # it is his own now
    with Device(client):
        assert client.get(link, headers=HTML).status_code == 403


def test_a_cookie_keeps_no_dead_keys(client):
    table = new_table(client)
    for _ in range(40):
        client.post(f"/t/{table}/seats/0/revoke", headers=HTML)
        client.post(f"/t/{table}/seats/0/sit", headers=HTML)
        assert client.get(f"/t/{table}/api").json()["seat"] == 0
    assert len(client.cookies[f"horta-{table}"].split("~")) == 2


# the host's rights


def test_the_rights_of_the_host_move_to_another_device(client):
    table = new_table(client)
    link, phone = host_link(client, table), Device(client)
    with phone:
        assert client.get(f"/t/{table}/seats").status_code == 403
        asked = client.get(link, headers=HTML)
        assert asked.status_code == 200
        assert "set-cookie" not in asked.headers  # only who asks for it becomes the host
        key = re.search(r'name="key" value="([^"]+)"', asked.text).group(1)
        kept = []
        for _ in range(2):  # a second click, and the first answer is lost
            client.cookies.clear()
            moved = client.post(link, data={"key": key}, headers=HTML, follow_redirects=False)
            assert moved.headers["location"] == f"/t/{table}/seats"
            kept.append(moved.cookies[f"horta-{table}"])
        assert kept[0] == kept[1]
        assert client.get(f"/t/{table}/seats", headers=HTML).status_code == 200
        assert client.get(link, headers=HTML).url.path == f"/t/{table}/seats"  # is the host
    assert client.get(f"/t/{table}/seats", headers=HTML).status_code == 403  # the old device
    assert client.get(f"/t/{table}/api").json()["seat"] == 0  # keeps its seat
    assert client.get(link, headers=HTML).status_code == 403  # the link works once
    assert client.post(link, headers=HTML).status_code == 403
    with phone:
        assert client.get(f"/t/{table}/seats", headers=HTML).status_code == 200


def test_the_host_takes_the_rights_from_all_others(client):
    table = new_table(client)
    link, copied = host_link(client, table), client.cookies[f"horta-{table}"].split("~")[-1]
    html = client.get(f"/t/{table}/seats", headers=HTML).text
    key = re.search(r'name="key" value="([^"]+)"', html).group(1)
    before = client.cookies[f"horta-{table}"]
    client.post(f"/t/{table}/host", data={"key": key}, headers=HTML)
    after = client.cookies[f"horta-{table}"]
    client.cookies.set(f"horta-{table}", before, domain="horta.test", path=f"/t/{table}")
    client.post(f"/t/{table}/host", data={"key": key}, headers=HTML)  # the answer was lost
    assert sorted(client.cookies[f"horta-{table}"].split("~")) == sorted(after.split("~"))
    assert client.get(f"/t/{table}/seats", headers=HTML).status_code == 200
    with Device(client):
        assert client.get(link, headers=HTML).status_code == 403
        assert client.post(link, headers=HTML).status_code == 403
        assert client.post(f"/t/{table}/host", headers=HTML).status_code == 403
        stolen = client.get(f"/api/tables/{table}/seats", headers=bearer(copied))
        assert stolen.status_code == 403


def test_the_rights_of_the_host_move_by_the_api(client):
    made = make_table(client, seed=4)
    path = f"/api/tables/{made['id']}"
    shown = client.get(f"{path}/seats", headers=bearer(made["host"])).json()
    link = shown["host_link"].rsplit("/", 1)[1]
    assert client.get(f"{path}/seats", headers=bearer(link)).status_code == 403  # no key by itself
    assert client.get(path, headers=bearer(link)).json()["seat"] is None
    new = client.post(f"{path}/host", headers=bearer(link), json={}).json()["host"]
    assert client.get(f"{path}/seats", headers=bearer(new)).status_code == 200
    assert client.get(f"{path}/seats", headers=bearer(made["host"])).status_code == 403
    for old in (link, made["host"], made["seats"][0]["token"]):
        assert client.post(f"{path}/host", headers=bearer(old), json={}).status_code == 403
    newer = client.post(f"{path}/host", headers=bearer(new), json={}).json()["host"]
    assert client.get(f"{path}/seats", headers=bearer(new)).status_code == 403
    assert client.get(f"{path}/seats", headers=bearer(newer)).status_code == 200


def test_the_link_of_the_host_does_not_wait_for_ever(client, monkeypatch):
    table = new_table(client)
    link = host_link(client, table)
    now = time.time()
    monkeypatch.setattr(tokens_module.time, "time", lambda: now + 3700)
    with Device(client):
        assert client.get(link, headers=HTML).status_code == 403
        assert client.post(link, headers=HTML).status_code == 403
        token = bearer(link.rsplit("/", 1)[1])
        assert client.post(f"/api/tables/{table}/host", headers=token, json={}).status_code == 403


def test_a_link_of_the_host_is_for_its_own_table(client):
    one, two = new_table(client), new_table(client)
    token = host_link(client, one).rsplit("/", 1)[1]
    with Device(client):
        assert client.get(f"/t/{two}/host/{token}", headers=HTML).status_code == 403
        assert client.post(f"/t/{two}/host/{token}", headers=HTML).status_code == 403
        assert client.get(f"/join/{token}", headers=HTML).status_code == 403


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_pages_of_seats_speak(client, lang):
    titles = {"en": "The host's rights", "fr": "Les droits de l’hôte", "de": "Die Tischleitung"}
    becomes = {"en": "Become the host", "fr": "Devenir l’hôte", "de": "Tischleitung übernehmen"}
    table = new_table(client)
    html = client.get(f"/t/{table}/seats", params={"lang": lang}, headers=HTML).text
    assert str(escape(titles[lang])) in html
    link = host_link(client, table)
    with Device(client):
        html = client.get(link, params={"lang": lang}, headers=HTML).text
        assert str(escape(becomes[lang])) in html


def test_old_tokens_of_the_host_read_as_before(client):
    """Tokens of tables that were made before seats had keys of their own."""
    house = client.app.state.house
    claim = house.tokens.read(house.tokens.sign("table", HOST, 3))
    assert (claim.table, claim.seat, claim.epoch, claim.expired) == ("table", HOST, 3, False)


# several processes


def two_houses(tmp_path):
    settings = settings_for(tmp_path)
    return TestClient(create_app(settings)), TestClient(create_app(settings))


def test_another_process_learns_of_a_seat_when_it_is_asked_next(tmp_path, monkeypatch):
    monkeypatch.setattr(comparing, "LOOK_AGAIN", 0.0)
    one, two = two_houses(tmp_path)
    with one, two:
        here = Sitting(one, seed=4)
        there = Sitting(two, here.made)
        assert [there.show(seat)["seat"] for seat in (0, 1)] == [0, 1]  # in memory there
        new = one.post(f"{here.base}/seats/1/revoke", headers=bearer(here.made["host"])).json()
        assert there.show(1)["seat"] is None
        there.keys[1] = new["token"]
        there.join(1, name="Bob")
        assert here.show()["seats"][1]["name"] == "Bob"
        moved = two.post(f"{here.base}/host", headers=bearer(here.made["host"]), json={}).json()
        assert one.get(f"{here.base}/seats", headers=bearer(here.made["host"])).status_code == 403
        assert one.get(f"{here.base}/seats", headers=bearer(moved["host"])).status_code == 200


def test_no_order_about_a_seat_is_carried_out_by_a_void_key(tmp_path, monkeypatch):
    """Also before the other process has looked again."""
    monkeypatch.setattr(comparing, "LOOK_AGAIN", 1e9)
    one, two = two_houses(tmp_path)
    with one, two:
        here = Sitting(one, seed=4)
        there = Sitting(two, here.made)
        there.show()
        host = bearer(here.made["host"])
        new = one.post(f"{here.base}/seats/1/revoke", headers=host).json()["token"]
        assert there.post("/name", 1, name="Eve").status_code == 403
        assert there.show(1)["seat"] is None  # it has learned by that
        here.keys[1] = new
        here.join(1, name="Bob")
        stale = two.put(f"{here.base}/seats/1", headers=host, json={"bot": "random"})
        assert stale.status_code == 409
        assert here.show()["seats"][1]["bot"] == ""
        one.post(f"{here.base}/host", headers=host, json={})  # and the host is another device now
        epoch = there.client.app.state.house.rooms._rooms[here.id].seats[1].epoch
        assert two.post(f"{here.base}/seats/1/revoke", headers=host).status_code == 403
        assert one.get(f"{here.base}", headers=bearer(here.keys[1])).json()["seat"] == 1
        assert there.client.app.state.house.rooms._rooms[here.id].seats[1].epoch == epoch


def test_a_request_that_is_cut_off_still_takes_the_link_back(client):
    """What the store has accepted, the table knows, also when nobody waits for the answer."""
    sitting = Sitting(client, seed=4)
    house = client.app.state.house

    async def cut_off():
        room = await house.rooms.get(sitting.id)
        asked = asyncio.create_task(seating.take_back(house.rooms, room, 1))
        await asyncio.sleep(0)
        asked.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await asked
        await asyncio.gather(*house.rooms._tasks)

    client.portal.call(cut_off)
    assert seat_of(client, sitting.id, sitting.keys[1]) is None


@pytest.mark.parametrize("own", ["localhost", "127.0.0.1", "[::1]"])
def test_an_invitation_names_an_address_that_others_can_reach(tmp_path, own):
    """Whoever asks at localhost hands out the address of the machine in its network."""
    settings = settings_for(tmp_path, address="http://192.168.0.7:1893")
    for base in (f"http://{own}:1893", "http://horta.example"):
        with TestClient(create_app(settings), base_url=base) as client:
            table = new_table(client, name0="Ann")
            html = client.get(f"/t/{table}/seats", headers=HTML).text
            links = re.findall(r'<input readonly value="([^"]+)"', html)
            assert len(links) > 1
            wanted = base if "example" in base else "http://192.168.0.7:1893"
            assert all(link.startswith(wanted + "/") for link in links)
            assert "--host" not in html


def test_a_closed_house_says_how_to_let_others_in(tmp_path):
    for base, told in (("http://localhost:1893", True), ("http://horta.example", False)):
        with TestClient(create_app(settings_for(tmp_path)), base_url=base) as client:
            table = new_table(client, name0="Ann")
            html = client.get(f"/t/{table}/seats", headers=HTML).text
            assert ("horta play --host 0.0.0.0" in html) == told


def test_a_server_knows_its_own_address(monkeypatch):
    monkeypatch.setattr(invitations, "own_address", lambda: "192.168.0.7")
    assert invitations.announced("0.0.0.0", 80) == "http://192.168.0.7:80"
    assert invitations.announced("::", 80) == "http://192.168.0.7:80"
    assert invitations.announced("10.0.0.3", 80) == "http://10.0.0.3:80"
    assert invitations.announced("fd00::1", 80) == "http://[fd00::1]:80"
    for closed in ("127.0.0.1", "localhost", "::1"):
        assert invitations.announced(closed, 80) == ""
    monkeypatch.setattr(invitations, "own_address", lambda: "")
    assert invitations.announced("0.0.0.0", 80) == ""

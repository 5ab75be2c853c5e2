"""Messages: who is not looking hears of a turn once, by the way they chose, and nothing secret."""

from __future__ import annotations

import asyncio
import email
import email.policy
import json
import re
import sqlite3
import time
from contextlib import ExitStack, contextmanager

import httpx
import pytest
from starlette.testclient import TestClient

from horta.core.errors import BadOption
from horta.server.app import create_app
from horta.server.backup import backup, restore
from horta.server.messages.keeper import WAITS
from horta.server.messages.outbox import LEASE
from horta.server.messages.told import for_room, hello, letter_about, push_message, turn_at
from horta.server.messages.ways import MOST_AT_SEAT, MOST_BROWSERS
from horta.server.quiet import without_tokens
from horta.server.settings import Settings

from .authenticator import Authenticator, Letters
from .conftest import SLOW, Server, free_port, settings_for
from .receiving import NEAR, VAPID, Keys, Service, is_signed
from .test_people import BASE, Club, Hours, begin, sign_in
from .test_secrets import dealt_again, played

MINUTE, DAY = 60.0, 24 * 3600.0


class Players(Club):
    """A house whose players hear of their turns."""

    def __init__(self, *about, service, rooms):
        super().__init__(*about)
        self.service, self.rooms = service, rooms
        self.messages = self.app.state.house.messages

    def look(self, seconds=0.0):
        """Let time pass, and do what is due."""
        self.hours.now += seconds
        self.door.portal.call(self.messages.look)

    def call(self, work, *args):
        return self.door.portal.call(work, *args)

    def letters_now(self):
        found = []
        for to, raw in self.letters.taken:
            message = email.message_from_bytes(raw, policy=email.policy.default)
            found.append((to, message, message.get_content().replace("\r\n", "\n")))
        return found


@contextmanager
def opened(folder, hours=None, **changes):
    with ExitStack() as stack:
        letters, service, rooms = (
            stack.enter_context(one) for one in (Letters(), Service(), Service())
        )
        hours, file = hours or Hours(), folder / "tables.sqlite"
        how = {
            "persons": 1, "messages": 1, "address": BASE, "smtp_url": letters.url,
            "vapid_key": VAPID, "messages_networks": NEAR, "attention": 10**9,
        }  # fmt: skip
        app = create_app(settings_for(folder, **{**how, **changes}), hours)
        with TestClient(app, base_url=BASE) as door:
            yield Players(door, letters, hours, file, service=service, rooms=rooms)


@pytest.fixture
def club(tmp_path):
    with opened(tmp_path) as made:
        yield made


def person(club, name="Ada", mail=None):
    """Return a device on which somebody is known, perhaps with a mail address."""
    device = club.device()
    key = begin(device, Authenticator(), name)
    if mail:
        number = len(club.letters.taken)
        device.post("/you/mail", data={"mail": mail})
        link = club.letters.letter(number)[2].removeprefix(BASE)
        assert device.post(link).status_code == 303
        club.letters.taken.clear()
    device.passkey = key
    return device


def choose(device, **changes):
    form = {"mail": "", "digest_at": "08:00", "quiet_from": "", "quiet_until": "", "zone": "UTC"}
    answer = device.post("/you/messages", data={**form, **changes})
    assert answer.status_code == 303, answer.text


class Table:
    """A table of two browsers; whoever is to act may act."""

    def __init__(self, host, friend, game="paris"):
        self.devices = [host, friend]
        form = {"who0": "person", "who1": "person", "where": "online"}
        self.id = host.post(f"/new/{game}", data=form).headers["location"].split("/")[2]
        seats = host.get(f"/t/{self.id}/seats").text
        mine = host.get(f"/t/{self.id}/summary").json()["seat"]
        if mine is None:  # the host sits down too
            answer = host.post(f"/t/{self.id}/seats/0/sit", data={"epoch": 0})
            assert answer.status_code == 303
            seats = host.get(f"/t/{self.id}/seats").text
        link = re.findall(r"/join/([\w.-]+)", seats)[0]
        friend.post(f"/t/{self.id}/join/{link}", data={"name": ""})
        found = [one.get(f"/t/{self.id}/summary").json()["seat"] for one in self.devices]
        self.seats = [0, 1] if host is friend else found
        assert sorted(self.seats) == [0, 1]

    def to_act(self):
        """Return whose turn it is: 0, the host, or 1, the friend."""
        return self.seats.index(self.devices[0].get(f"/t/{self.id}/api").json()["to_act"])

    def act(self):
        """Let whoever is to act play a whole turn; return whose turn it is then."""
        who = self.to_act()
        device = self.devices[who]
        while self.to_act() == who:
            listed = device.get(f"/t/{self.id}/api/actions").json()
            form = {"step": listed["step"], "action": listed["actions"][0]["action"]}
            assert device.post(f"/t/{self.id}/api/actions", json=form).status_code == 200
        return self.to_act()

    def until(self, who):
        """Play on until it is somebody's turn, and another's just before."""
        self.act()
        while self.to_act() != who:
            self.act()


def ring(device, table, keys, endpoint):
    answer = device.post(f"/t/{table}/bell", data={"answer": keys.subscription(endpoint)})
    assert answer.status_code == 204, answer.text


# switched off


def test_a_house_shows_nothing_of_it_until_it_is_switched_on(client):
    for way in ("/sw.js", "/manifest.webmanifest", "/stop/x"):
        assert client.get(way).status_code == 404
    assert client.post("/bell/off", data={"answer": "{}"}).status_code == 404
    table = client.post("/play/paris").url.path
    for page in ("/", table):
        text = client.get(page).text
        assert "manifest" not in text
        assert "data-key" not in text
    assert client.post(f"{table}/bell").status_code == 404


# push


def test_a_guest_hears_of_a_turn_once_with_the_browser_closed(club):
    host, guest, keys = club.device(), club.device(), Keys()
    table = Table(host, guest)
    assert 'data-key="' in guest.get(f"/t/{table.id}").text
    assert 'data-key="' not in club.device().get(f"/t/{table.id}").text  # a spectator
    ring(guest, table.id, keys, f"{club.service.url}/send/x?key=1")
    table.until(1)
    club.look()
    assert club.service.came == []  # they may be about to look
    club.look(MINUTE)
    [(path, headers, body)] = club.service.came
    assert path == "/send/x?key=1"
    assert is_signed(headers)
    assert (headers["Content-Encoding"], headers["TTL"]) == ("aes128gcm", "86400")
    said = keys.read(body)
    assert set(said) == {"title", "body", "to", "stop", "stop_title", "lang"}
    assert (said["title"], said["to"]) == ("It is your turn", f"/t/{table.id}")
    assert said["body"].startswith("Paris: La Cité de la Lumière, with ")
    for _ in range(3):
        club.look(MINUTE)
    assert len(club.service.came) == 1
    table.until(1)  # another turn, another message
    club.look()
    club.look(MINUTE)
    assert len(club.service.came) == 2
    # one click, with nothing but the link
    assert club.device().post(said["stop"]).status_code == 200
    assert club.rows("push_browsers") == club.rows("push_seats") == []
    table.until(1)
    club.look(MINUTE)
    club.look(MINUTE)
    assert len(club.service.came) == 2


def test_who_acts_in_time_hears_nothing(club):
    host, guest, keys = club.device(), club.device(), Keys()
    table = Table(host, guest)
    ring(guest, table.id, keys, f"{club.service.url}/x")
    table.until(1)
    club.look()
    table.act()
    club.look(MINUTE)
    assert club.service.came == []
    assert club.rows("messages") == []


def test_who_looks_hears_nothing_until_they_look_away(club):
    host, guest, keys = club.device(), club.device(), Keys()
    table = Table(host, guest)
    ring(guest, table.id, keys, f"{club.service.url}/x")
    room = club.call(club.app.state.house.rooms.get, table.id)
    watcher = room.watchers.enter(table.seats[1], "there", 10)
    table.until(1)
    club.look()
    for _ in range(30):
        club.look(10.0)
    assert club.service.came == []
    room.watchers.leave(watcher)
    club.look(MINUTE)
    club.look(MINUTE)  # the house may have seen them a moment before they left
    assert len(club.service.came) == 1


def test_who_looks_by_way_of_another_process_is_known_to_look(club, tmp_path):
    host, guest, keys = club.device(), club.device(), Keys()
    table = Table(host, guest)
    ring(guest, table.id, keys, f"{club.service.url}/x")
    with opened(tmp_path, club.hours) as other:
        room = other.call(other.app.state.house.rooms.get, table.id)
        watcher = room.watchers.enter(table.seats[1], "there", 10)
        table.until(1)
        club.look()
        for _ in range(30):
            other.call(other.messages.hold)  # as each process does, every few seconds
            club.look(5.0)
        assert club.service.came == []
        room.watchers.leave(watcher)
        club.look(MINUTE)
        other.look(MINUTE)
        assert len(club.service.came) == 1


def test_one_table_that_fails_keeps_no_other_back(club, monkeypatch, caplog):
    host, guest, keys = club.device(), club.device(), Keys()
    tables = [Table(host, guest) for _ in range(2)]
    for table in tables:
        ring(guest, table.id, keys, f"{club.service.url}/x")
        table.until(1)
    real = club.messages._room

    async def broken(match_id):
        if match_id == tables[0].id:
            raise ZeroDivisionError
        return await real(match_id)

    monkeypatch.setattr(club.messages, "_room", broken)
    club.look()
    club.look(MINUTE)
    [(_, _, body)] = club.service.came
    assert keys.read(body)["to"] == f"/t/{tables[1].id}"
    assert "a turn could not be looked at" in caplog.text


def test_who_holds_both_seats_is_there_already(club):
    device = person(club)
    keys = Keys()
    table = Table(device, device)
    ring(device, table.id, keys, f"{club.service.url}/x")
    table.act()
    club.look()
    club.look(MINUTE)
    assert club.service.came == []


def test_a_person_hears_on_every_device_until_it_is_signed_out(club):
    ada, guest = person(club), club.device()
    phone = club.device("Mozilla/5.0 (iPhone) Safari/605")
    sign_in(phone, ada.passkey)
    keys = [Keys(), Keys()]
    for number, device in enumerate((ada, phone)):
        answer = keys[number].subscription(f"{club.service.url}/{number}")
        assert device.post("/you/messages/browsers", data={"answer": answer}).status_code == 200
    table = Table(ada, guest)
    table.until(0)
    club.look()
    club.look(MINUTE)
    came = {path: body for path, _, body in club.service.came}
    assert set(came) == {"/0", "/1"}
    assert all(keys[number].read(came[f"/{number}"])["to"] == f"/t/{table.id}" for number in (0, 1))
    # A change that lets somebody else in is no secret of one device.
    asked = ada.post("/you/passkeys/new").json()
    form = {"answer": Authenticator().create(asked)}
    assert ada.post("/you/passkeys/made", data=form).status_code == 200
    wait_for(lambda: len(club.service.came) == 3)
    path, _, body = club.service.came.pop()
    told = keys[1].read(body)
    assert (path, told["to"]) == ("/1", "/you")
    assert "passkey signs in as Ada" in told["body"]
    assert ada.post("/you/others/end").status_code == 303
    table.until(0)
    club.look()
    club.look(MINUTE)
    assert sorted(path for path, _, _ in club.service.came) == ["/0", "/0", "/1"]


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(club, status):
    host, guest, keys = club.device(), club.device(), Keys()
    table = Table(host, guest)
    ring(guest, table.id, keys, f"{club.service.url}/x")
    club.service.status = status
    table.until(1)
    club.look()
    club.look(MINUTE)
    assert len(club.service.came) == 1
    assert club.rows("push_browsers") == club.rows("push_seats") == club.rows("messages") == []


def test_a_service_in_trouble_is_tried_again_later_each_time_and_then_no_more(club, caplog):
    host, guest, keys = club.device(), club.device(), Keys()
    table = Table(host, guest)
    ring(guest, table.id, keys, f"{club.service.url}/secret")
    club.service.status = 503
    table.until(1)
    club.look()
    club.look(MINUTE)
    for number, wait in enumerate(WAITS, 1):
        assert len(club.service.came) == number
        club.look(wait - 1)
        assert len(club.service.came) == number
        club.look(1)
    assert len(club.service.came) == len(WAITS) + 1
    for _ in range(3):
        club.look(DAY)
    assert len(club.service.came) == len(WAITS) + 1
    assert "a message by push was given up (503)" in caplog.text
    assert "secret" not in caplog.text
    # and one that asks for more time gets it
    table.until(1)
    club.service.headers = {"Retry-After": "600"}
    club.look()
    club.look(MINUTE)
    assert len(club.service.came) == len(WAITS) + 2
    club.look(599)
    assert len(club.service.came) == len(WAITS) + 2
    club.service.status = 201
    club.look(1)
    assert len(club.service.came) == len(WAITS) + 3
    club.look(DAY)
    assert len(club.service.came) == len(WAITS) + 3


def test_nothing_is_lost_and_nothing_told_twice_over_a_restart(tmp_path):
    hours, keys = Hours(), Keys()
    with opened(tmp_path, hours) as club:
        host, guest = club.device(), club.device()
        table = Table(host, guest)
        ring(guest, table.id, keys, f"{club.service.url}/x")
        table.until(1)  # and nobody has looked since
        jar = dict(guest.cookies), dict(host.cookies)
        endpoint = club.service.url
    hours.now += 600
    with opened(tmp_path, hours) as club:
        with sqlite3.connect(club.database) as connection:  # the service of now
            moved = "update push_browsers set endpoint = ?"
            connection.execute(moved, (f"{club.service.url}/x",))
        assert endpoint not in club.service.url
        club.look()
        assert len(club.service.came) == 1
        assert jar[0]
    with opened(tmp_path, hours) as club:
        club.look()
        club.look(DAY)
        assert club.service.came == []


def test_what_was_played_before_a_crash_is_told_after_it_once(postgres):
    keys, port = Keys(), free_port()
    with Service() as service, ExitStack() as stack:
        how = {
            "MESSAGES": 1, "MESSAGES_SECONDS": 5, "MESSAGES_NETWORKS": NEAR[0],
            "VAPID_KEY": VAPID, "ADDRESS": f"http://localhost:{port}",
        }  # fmt: skip
        server = Server(postgres, port, **{f"HORTA_{name}": value for name, value in how.items()})
        server.start()
        stack.callback(server.stop)
        html = {"accept": "text/html"}
        host, guest = (
            stack.enter_context(httpx.Client(base_url=server.link, headers=html, timeout=SLOW))
            for _ in range(2)
        )
        table = Table(host, guest, "bruxelles1897")
        ring(guest, table.id, keys, f"{service.url}/x")
        table.until(1)
        server.kill()
        server.start()
        told = wait_for(lambda: [body for _, _, body in service.came])
        assert keys.read(told[0])["to"] == f"/t/{table.id}"
        time.sleep(6)  # the next look, at which a second one would go out
        assert len(service.came) == 1


def wait_for(what):
    """Wait for something that another process does."""
    end = time.monotonic() + SLOW
    while not what() and time.monotonic() < end:
        time.sleep(0.1)
    return what()


def test_of_two_who_send_at_once_one_does_and_what_is_left_undone_is_done_later(club):
    host, guest, keys = club.device(), club.device(), Keys()
    table = Table(host, guest)
    ring(guest, table.id, keys, f"{club.service.url}/x")
    table.until(1)
    club.look()
    outbox = club.messages.outbox
    club.hours.now += MINUTE
    [row] = club.call(outbox.due, club.hours.now)
    assert club.call(outbox.claim, [row], club.hours.now) == [row]
    assert club.call(outbox.claim, [row], club.hours.now) == []  # the other process comes late
    club.look()
    assert club.service.came == []
    club.look(LEASE)  # the one that had it has died
    assert len(club.service.came) == 1

    async def at_once():
        await asyncio.gather(*(club.messages._send() for _ in range(5)))

    table.until(1)
    club.look()
    club.hours.now += MINUTE
    club.call(at_once)
    assert len(club.service.came) == 2


def test_a_browser_moves_its_messages_and_only_it_can(club):
    host, guest, keys, other = club.device(), club.device(), Keys(), Keys()
    table = Table(host, guest)
    ring(guest, table.id, keys, f"{club.service.url}/old")
    old, new = f"{club.service.url}/old", f"{club.service.url}/new"
    stranger = {"old": other.subscription(old), "new": other.subscription(new)}
    assert club.device().post("/bell/moved", data=stranger).status_code == 422
    assert club.device().post("/bell/off", data={"answer": other.subscription(old)}).is_success
    moved = {"old": keys.subscription(old), "new": keys.subscription(new)}
    assert club.device().post("/bell/moved", data=moved).status_code == 204
    table.until(1)
    club.look()
    club.look(MINUTE)
    assert [path for path, _, _ in club.service.came] == ["/new"]
    assert club.device().post("/bell/off", data={"answer": keys.subscription(new)}).is_success
    assert club.rows("push_browsers") == []


def test_nobody_has_us_send_to_many(club):
    host, guest, ada = club.device(), club.device(), person(club)
    table = Table(host, guest)
    answers = [Keys().subscription(f"{club.service.url}/{number}") for number in range(30)]
    for device, way, most in (
        (guest, f"/t/{table.id}/bell", MOST_AT_SEAT),
        (ada, "/you/messages/browsers", MOST_BROWSERS),
    ):
        before = len(club.rows("push_browsers"))
        told = [device.post(way, data={"answer": one}).status_code for one in answers[: most + 2]]
        assert [status in (200, 204) for status in told] == [True] * most + [False] * 2
        assert told[-1] == 409
        assert device.post(way, data={"answer": answers[0]}).is_success  # known already
        answers = answers[::-1]
        assert len(club.rows("push_browsers")) == before + most


def test_a_link_that_was_taken_back_tells_nothing_more(club):
    host, guest, keys = club.device(), club.device(), Keys()
    table = Table(host, guest)
    ring(guest, table.id, keys, f"{club.service.url}/x")
    table.until(1)
    club.look()
    assert host.post(f"/t/{table.id}/seats/{table.seats[1]}/revoke").status_code == 303
    club.look(MINUTE)
    assert club.service.came == []


@pytest.mark.parametrize(
    "answer",
    ["", "{}", "[]", "x", '{"endpoint": "https://x.example/1"}',
     '{"endpoint": "https://x.example/1", "keys": {"p256dh": "BA", "auth": "AA"}}',
     '{"endpoint": "https://x.example/1", "keys": {"p256dh": 1, "auth": 2}}',
     '{"endpoint": "file:///etc/passwd", "keys": null}'],
)  # fmt: skip
def test_what_is_no_place_for_messages_is_refused(club, answer):
    device = club.device()
    table = device.post("/play/paris").headers["location"]
    refused = device.post(f"{table}/bell", data={"answer": answer})
    assert refused.status_code == 422
    assert club.rows("push_browsers") == []
    assert club.device().post(f"{table}/bell", data={"answer": answer}).status_code in (403, 422)


# mail


def test_a_letter_comes_at_once_and_one_click_stops_it(club):
    ada, guest = person(club, mail="ada@example.org"), club.device()
    ada.get("/?lang=fr")
    choose(ada, mail="now")
    table = Table(ada, guest)
    table.until(0)
    club.look()
    club.look(MINUTE)
    [(to, message, said)] = club.letters_now()
    assert to == "ada@example.org"
    assert message["Subject"] == "À vous de jouer\u202f: Paris: La Cité de la Lumière"
    assert f"{BASE}/t/{table.id}\n" in said
    stop = re.search(r"https?://\S+/stop/\S+", said)[0]
    assert message["List-Unsubscribe"] == f"<{stop}>"
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert message["Auto-Submitted"] == "auto-generated"
    club.look(DAY)
    assert len(club.letters.taken) == 1
    # a program that looks at links stops nothing; a mail program that is asked to does
    way = stop.removeprefix(BASE)
    stranger = club.device()
    assert stranger.get(way).status_code == 200
    assert club.rows("message_choices")[0][1] == "now"
    done = stranger.post(way, data={"List-Unsubscribe": "One-Click"})
    assert done.status_code == 200
    assert club.rows("message_choices")[0][1] == ""
    table.until(0)
    club.look()
    club.look(DAY)
    assert len(club.letters.taken) == 1
    assert stranger.post(way).status_code == 200  # again changes nothing
    assert without_tokens(way) == "/stop/…"


def test_a_link_that_we_did_not_sign_stops_nothing(club):
    ada = person(club, mail="ada@example.org")
    choose(ada, mail="now")
    for token in ("x", "x" * 5000, "WyJtYWlsIiwieCJd.AAAA"):
        assert club.device().get(f"/stop/{token}").status_code == 403
        assert club.device().post(f"/stop/{token}").status_code == 403
    assert club.rows("message_choices")[0][1] == "now"


def test_one_letter_a_day_tells_of_all_tables_where_it_is_still_their_turn(club):
    ada, guest = person(club, mail="ada@example.org"), club.device()
    choose(ada, mail="digest", digest_at="08:00", zone="Europe/Brussels")
    tables = [Table(ada, guest) for _ in range(3)]
    for table in tables:
        table.until(0)
    club.look()
    club.look(MINUTE)
    assert club.letters.taken == []
    tables[2].act()  # played in time
    to_eight = (7 * 3600 - club.hours.now) % DAY  # in winter it is 7 in UTC
    club.look(to_eight - 1)
    assert club.letters.taken == []
    club.look(1)
    [(_, message, said)] = club.letters_now()
    assert message["Subject"] == "It is your turn at 2 tables"
    assert [table.id in said for table in tables] == [True, True, False]
    club.look(DAY)
    club.look(DAY)
    assert len(club.letters.taken) == 1


def test_a_mail_server_that_is_away_loses_nothing(club, monkeypatch):
    ada, guest = person(club, mail="ada@example.org"), club.device()
    choose(ada, mail="now")
    table = Table(ada, guest)
    table.until(0)
    club.look()
    names = []
    real = club.messages.senders._mailer.post

    async def away(to, subject, text, headers, name):
        names.append(name)
        if len(names) == 1:
            raise OSError
        await real(to, subject, text, headers, name)

    monkeypatch.setattr(club.messages.senders._mailer, "post", away)
    club.look(MINUTE)
    assert club.letters.taken == []
    club.look(WAITS[0])
    [(_, message, _)] = club.letters_now()
    assert names[0] == names[1]  # the same letter, should both have come
    assert message["Message-ID"] == f"<{names[0]}@horta.test>"


def test_another_choice_holds_for_what_waits(club):
    ada, guest = person(club, mail="ada@example.org"), club.device()
    choose(ada, mail="digest")
    table = Table(ada, guest)
    table.until(0)
    club.look()
    choose(ada, mail="now")
    club.look(MINUTE)
    assert len(club.letters.taken) == 1
    choose(ada, mail="digest")
    table.until(0)
    club.look()
    choose(ada, mail="")
    club.look(2 * DAY)
    assert len(club.letters.taken) == 1


# quiet hours


def test_nothing_comes_in_quiet_hours_and_it_comes_when_they_are_over(club):
    ada, guest, keys = person(club, mail="ada@example.org"), club.device(), Keys()
    choose(ada, mail="now", quiet_from="22:00", quiet_until="07:30", zone="America/New_York")
    answer = keys.subscription(f"{club.service.url}/x")
    assert ada.post("/you/messages/browsers", data={"answer": answer}).status_code == 200
    midnight = (5 * 3600 - club.hours.now) % DAY  # there, in winter
    club.hours.now += midnight
    table = Table(ada, guest)
    table.until(0)
    club.look()
    club.look(7.5 * 3600 - 1)
    assert (club.letters.taken, club.service.came) == ([], [])
    club.look(1)
    assert (len(club.letters.taken), len(club.service.came)) == (1, 1)


def test_choices_that_do_not_fit_are_told(club):
    ada = person(club)
    good = {"mail": "now", "digest_at": "08:00", "zone": "UTC"}
    for wrong, said in (
        ({"mail": "often"}, "at once"),
        ({"digest_at": "25:00"}, "25:00"),
        ({"quiet_from": "x", "quiet_until": "07:00"}, "'x'"),
        ({"zone": "Mars/Olympus"}, "Mars/Olympus"),
        ({"zone": "../../etc/passwd"}, "time zone"),
    ):
        answer = ada.post("/you/messages", data={**good, **wrong})
        assert answer.status_code == 422, wrong
        assert said in answer.text.replace("&#39;", "'")
    assert club.rows("message_choices") == []


# chat rooms


def test_a_chat_room_hears_of_a_turn_and_can_stop_it(club):
    ada, guest = person(club, "<!channel> Ada @everyone"), club.device()
    url = f"{club.rooms.url}/hooks/secret"
    assert ada.post("/you/messages/hooks", data={"url": url}).status_code == 303
    [(path, headers, greeting)] = club.rooms.came
    assert (path, headers["Content-Type"]) == ("/hooks/secret", "application/json")
    assert "channel Ada everyone" in json.loads(greeting)["text"]
    page = ada.get("/you").text
    assert "/hooks/secret" not in page
    table = Table(ada, guest)
    table.until(0)
    club.look()
    club.look(MINUTE)
    said = json.loads(club.rooms.came[1][2])["text"]
    assert said.startswith("channel Ada everyone, it is your turn: Paris: La Cité de la Lumière\n")
    assert f"{BASE}/t/{table.id}\n" in said
    stop = re.search(r"/stop/\S+", said)[0]
    assert club.device().post(stop).status_code == 200
    assert club.rows("hooks") == []


def test_a_room_that_is_not_there_is_not_kept(club):
    ada = person(club)
    for status in (302, 404, 500):
        club.rooms.status, club.rooms.headers = status, {"Location": f"{club.service.url}/inside"}
        answer = ada.post("/you/messages/hooks", data={"url": f"{club.rooms.url}/x"})
        assert answer.status_code == 422
        assert "nothing was kept" in answer.text
    assert club.service.came == []  # nothing is followed
    assert club.rows("hooks") == []
    club.rooms.status = 200
    for number in range(5):
        good = ada.post("/you/messages/hooks", data={"url": f"{club.rooms.url}/{number}"})
        assert good.status_code == 303
    assert ada.post("/you/messages/hooks", data={"url": f"{club.rooms.url}/6"}).status_code == 409


def test_nobody_touches_what_is_anothers(club):
    ada, eve = person(club), person(club, "Eve")
    keys = Keys()
    answer = keys.subscription(f"{club.service.url}/x")
    ada.post("/you/messages/browsers", data={"answer": answer})
    ada.post("/you/messages/hooks", data={"url": f"{club.rooms.url}/x"})
    before = club.rows("push_browsers"), club.rows("hooks")
    browser, hook = before[0][0][0], before[1][0][0]
    assert eve.post(f"/you/messages/browsers/{browser}/remove").status_code == 303
    assert eve.post(f"/you/messages/hooks/{hook}/remove").status_code == 303
    assert (club.rows("push_browsers"), club.rows("hooks")) == before
    assert ada.post(f"/you/messages/browsers/{browser}/remove").status_code == 303
    assert ada.post(f"/you/messages/hooks/{hook}/remove").status_code == 303
    assert club.rows("push_browsers") == club.rows("hooks") == []


# no secrets


@pytest.mark.parametrize("game", ["paris", "bruxelles1893", "bruxelles1897"])
def test_no_message_depends_on_what_anybody_cannot_know(game):
    room = played(game, 7, 12)
    seat = room.to_act
    for lang in ("en", "fr", "de"):
        told = everything_told(room, seat, lang)
        for viewer in room.viewers:
            for seed in range(3):
                assert everything_told(dealt_again(room, viewer, seed), seat, lang) == told
        assert str(room.header.get("seed", "no seed")) not in json.dumps(told)


def everything_told(room, seat, lang):
    turn, stop = turn_at(room, seat, lang, BASE), f"{BASE}/stop/x"
    return [
        push_message(turn, lang, stop),
        letter_about([turn, turn], lang, stop),
        for_room(turn, "Ada", lang, stop),
        hello("Ada", lang, stop),
    ]


def test_messages_are_made_of_names_and_the_game_alone(club):
    """Whoever adds to a message what the table shows meets this test."""
    ada, guest, keys = person(club, mail="ada@example.org"), club.device(), Keys()
    choose(ada, mail="now")
    answer = keys.subscription(f"{club.service.url}/x")
    ada.post("/you/messages/browsers", data={"answer": answer})
    ada.post("/you/messages/hooks", data={"url": f"{club.rooms.url}/x"})
    table = Table(ada, guest)
    table.until(0)
    club.look()
    club.look(MINUTE)
    other = guest.get(f"/t/{table.id}/summary").json()["seats"][table.seats[1]]["name"]
    link = rf"{BASE}/t/{table.id}"
    stop = rf"{BASE}/stop/[\w.-]+"
    game = "Paris: La Cité de la Lumière"
    assert re.fullmatch(
        rf"It is your turn\.\n\n{game}, with {other}\n{link}\n\n"
        rf"No more mails about turns: {stop}",
        club.letters_now()[0][2].strip(),
    )
    assert re.fullmatch(
        rf"Ada, it is your turn: {game}\n{link}\nStop this: {stop}",
        json.loads(club.rooms.came[1][2])["text"],
    )
    assert keys.read(club.service.came[0][2])["body"] == f"{game}, with {other}"


# what is kept


def everything(club):
    """Keep something of every kind."""
    ada, guest, keys = person(club, mail="ada@example.org"), club.device(), (Keys(), Keys())
    choose(ada, mail="digest", zone="Europe/Brussels")
    answer = keys[0].subscription(f"{club.service.url}/ada")
    ada.post("/you/messages/browsers", data={"answer": answer})
    ada.post("/you/messages/hooks", data={"url": f"{club.rooms.url}/x"})
    table = Table(ada, guest)
    ring(guest, table.id, keys[1], f"{club.service.url}/guest")
    table.until(0)
    club.look()
    return ada, guest, table


KEPT = ("message_choices", "push_browsers", "push_seats", "hooks", "messages", "messages_seen")


def test_backups_take_it_along(tmp_path):
    with opened(tmp_path) as club:
        everything(club)
        kept = {one: club.rows(one) for one in KEPT}
        assert all(kept.values())
        backup(f"sqlite:///{club.database}", tmp_path / "house.backup")
    restore(f"sqlite:///{tmp_path}/again.sqlite", tmp_path / "house.backup")
    with sqlite3.connect(tmp_path / "again.sqlite") as connection:
        assert {one: connection.execute(f"select * from {one}").fetchall() for one in KEPT} == kept


def test_everything_comes_along_and_goes_with_the_person(club):
    ada, _, table = everything(club)
    turns = ada.get("/you/export.json").json()["person"]["turns"]
    assert (turns["mail"], turns["zone"]) == ("digest", "Europe/Brussels")
    assert turns["browsers"][0]["endpoint"] == f"{club.service.url}/ada"
    assert turns["hooks"][0]["url"] == f"{club.rooms.url}/x"
    assert ada.post("/you/delete").status_code == 303
    assert club.rows("message_choices") == club.rows("hooks") == club.rows("messages") == []
    assert [row[2] for row in club.rows("push_browsers")] == [f"{club.service.url}/guest"]
    assert club.rows("push_seats")[0][1] == table.id


def test_it_goes_with_the_table(tmp_path):
    with opened(tmp_path, keep_idle_days=7) as club:
        everything(club)
        rooms = club.app.state.house.rooms
        for room in rooms:
            room.looked = float("-inf")
        club.hours.now += 8 * DAY
        club.call(club.app.state.house.retention.look)
        assert club.rows("matches") == club.rows("push_seats") == club.rows("messages") == []
        club.look()
        assert (
            len(club.rows("push_browsers")) == 1
        )  # the person's; a guest's has nothing to hear of


# the app


def test_the_house_can_be_installed(club):
    device = club.device()
    home = device.get("/").text
    way = re.search(r'rel="manifest" href="([^"]+)"', home)[1]
    told = device.get(way, params={"lang": "de"})
    assert told.headers["content-type"] == "application/manifest+json"
    about = told.json()
    assert (about["display"], about["start_url"], about["lang"]) == ("standalone", "/", "de")
    for icon in about["icons"]:
        answer = device.get(icon["src"])
        assert answer.headers["content-type"] == "image/png"
        width, height = (int.from_bytes(answer.content[at : at + 4], "big") for at in (16, 20))
        assert icon["sizes"] == f"{width}x{height}"
    worker = device.get("/sw.js")
    assert worker.headers["content-type"].startswith("text/javascript")
    assert "script-src 'self'" in worker.headers["content-security-policy"]


def test_settings_that_cannot_work_are_told_without_what_they_hold(monkeypatch):
    with pytest.raises(BadOption, match="HORTA_ADDRESS"):
        create_app(Settings(messages=1, persons=1))
    with pytest.raises(BadOption, match="HORTA_PERSONS"):
        create_app(Settings(messages=1, address=BASE))
    for key in ("opensesame", "AA", "A" * 43, "ä"):
        with pytest.raises(BadOption, match="HORTA_VAPID_KEY") as told:
            create_app(Settings(messages=1, address=BASE, vapid_key=key))
        assert key not in str(told.value)
    with pytest.raises(BadOption, match="HORTA_MESSAGES_NETWORKS"):
        create_app(Settings(messages=1, persons=1, address=BASE, messages_networks=("home",)))
    monkeypatch.setattr("horta.server.messages.house.find_spec", lambda name: None)
    with pytest.raises(BadOption, match="py_vapid"):
        create_app(Settings(messages=1, persons=1, address=BASE))


def test_the_same_over_postgresql(tmp_path, postgres):
    with opened(tmp_path, database=postgres) as club:
        ada, _, _ = everything(club)
        choose(ada, mail="now", zone="UTC")
        club.look(MINUTE)
        assert len(club.letters.taken) == 1
        assert [path for path, _, _ in club.service.came] == ["/ada"]
        assert len(club.rooms.came) == 2
        club.look(DAY)
        assert (len(club.letters.taken), len(club.service.came), len(club.rooms.came)) == (1, 1, 2)
        assert ada.post("/you/delete").status_code == 303

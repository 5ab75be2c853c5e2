"""Persons: who is known on several devices, by passkey, link or code, and what they hold there."""

from __future__ import annotations

import json
import logging
import re
import smtplib
import sqlite3
from contextlib import contextmanager, suppress

import pytest
from starlette.testclient import TestClient

from horta.core.errors import BadOption
from horta.server.app import create_app
from horta.server.people import mail
from horta.server.people import pages as people_pages
from horta.server.people import sign_in as sign_in_room
from horta.server.people.devices import device_title
from horta.server.people.errors import TooManyTries
from horta.server.people.known import COOKIE
from horta.server.people.tally import Tally
from horta.server.quiet import without_tokens
from horta.server.settings import Settings

from .authenticator import PRESENT, Authenticator, Letters
from .conftest import settings_for

BASE = "http://horta.test"
HTML = {"accept": "text/html"}


class Hours:
    """The time of a house, which a test moves on."""

    def __init__(self):
        self.now = 1_800_000_000.0

    def __call__(self):
        return self.now


class Club:
    """A house with persons, its devices, its letters and its clock."""

    def __init__(self, door, letters, hours, database):
        self.door, self.app = door, door.app
        self.letters, self.hours, self.database = letters, hours, database

    def device(self, agent="Mozilla/5.0 (X11; Linux x86_64) Chrome/130", address="203.0.113.1"):
        """Return another browser, with no cookies yet."""
        return self.opened(
            headers={"user-agent": agent, **HTML}, client=(address, 50000), follow_redirects=False
        )

    def opened(self, base_url=BASE, **how):
        made = TestClient(self.app, base_url=base_url, **how)
        made.portal = self.door.portal  # one loop serves all of them, as in a real house
        return made

    def rows(self, table):
        with sqlite3.connect(self.database) as connection:
            return connection.execute(f"select * from {table}").fetchall()


@contextmanager
def opened(folder, database=None, **changes):
    with Letters() as letters:
        hours, file = Hours(), folder / "tables.sqlite"
        how = {"persons": 1, "address": BASE, "smtp_url": letters.url, **changes}
        if database:
            how["database"] = database
        app = create_app(settings_for(folder, **how), hours)
        with TestClient(app, base_url=BASE) as door:
            yield Club(door, letters, hours, file)


@pytest.fixture
def club(tmp_path):
    with opened(tmp_path) as made:
        yield made


def begin(device, authenticator, name="Ada"):
    """Keep a person by a passkey."""
    asked = device.post("/you/passkeys/new", data={"name": name})
    assert asked.status_code == 200, asked.text
    made = device.post("/you/passkeys/made", data={"answer": authenticator.create(asked.json())})
    assert made.status_code == 200, made.text
    return authenticator


def sign_in(device, authenticator, status=200):
    asked = device.post("/you/sign-in/ask").json()
    answer = device.post("/you/sign-in/answer", data={"answer": authenticator.get(asked)})
    assert answer.status_code == status, answer.text
    return answer


def is_known(device):
    return 'action="/you/name"' in device.get("/you").text


def play(device, game="paris"):
    """Begin a table against a bot; return its id."""
    answer = device.post(f"/play/{game}")
    assert answer.status_code == 303, answer.text
    return answer.headers["location"].removeprefix("/t/")


def seat_at(device, table):
    return device.get(f"/t/{table}/summary").json()["seat"]


# switched off


def test_a_house_shows_nothing_of_it_until_it_is_switched_on(client):
    for way in ("/you", "/you/export.json", "/you/delete"):
        assert client.get(way).status_code == 404
    assert client.post("/you/sign-in/ask").status_code == 404
    page = client.get("/", headers={"cookie": f"{COOKIE}=x"}).text
    assert "/you" not in page


# a person on two devices


def test_name_look_and_tables_follow_to_another_device(club):
    one, two = club.device(), club.device()
    key = begin(one, Authenticator(), "  Ada   Lovelace ")
    one.get("/?lang=de&theme=dark")
    table = play(one)
    assert f"horta-{table}" not in one.cookies  # the person holds the seat, not the browser
    sign_in(two, key)
    foreign = {"headers": {"sec-fetch-site": "cross-site"}}
    assert 'lang="fr"' in two.get("/?lang=fr&theme=light", **foreign).text  # for this page alone
    home = two.get("/").text
    assert 'lang="de"' in home
    assert 'class="dark"' in home
    assert "Ada Lovelace" in home
    assert table in home
    seat = seat_at(two, table)
    assert seat is not None
    assert two.get(f"/t/{table}/summary").json()["seats"][seat]["name"] == "Ada Lovelace"
    assert seat_at(club.device(), table) is None
    # and the other device plays on
    for _ in range(400):
        now = two.get(f"/t/{table}/api").json()
        if now["to_act"] == seat or now["over"]:
            break
    listed = two.get(f"/t/{table}/api/actions").json()
    form = {"step": listed["step"], "action": listed["actions"][0]["action"]}
    assert two.post(f"/t/{table}/api/actions", json=form).status_code == 200
    assert two.get("/new/paris").text.count('value="Ada Lovelace"') == 1


def test_a_person_joins_a_table_of_friends_and_its_rematch_is_theirs(club):
    host, friend, phone = club.device(), club.device(), club.device()
    key = begin(friend, Authenticator(), "Grace")
    made = host.post("/new/paris", data={"who0": "person", "who1": "person", "where": "online"})
    table = made.headers["location"].split("/")[2]
    link = re.search(r"/join/([\w.-]+)", host.get(f"/t/{table}/seats").text)[1]
    form = friend.get(f"/t/{table}/join/{link}").text
    assert 'value="Grace"' in form
    assert friend.post(f"/t/{table}/join/{link}", data={"name": "Grace"}).status_code == 303
    sign_in(phone, key)
    assert seat_at(phone, table) == seat_at(friend, table) is not None


# passkeys


def test_a_challenge_is_good_once_and_for_five_minutes(club):
    device, key = club.device(), Authenticator()
    begin(device, key)
    asked = device.post("/you/sign-in/ask").json()
    answer = {"answer": key.get(asked)}
    assert device.post("/you/sign-in/answer", data=answer).status_code == 200
    assert device.post("/you/sign-in/answer", data=answer).status_code == 403
    late = device.post("/you/sign-in/ask").json()
    club.hours.now += 301
    assert device.post("/you/sign-in/answer", data={"answer": key.get(late)}).status_code == 403
    sign_in(device, key)


def test_an_answer_that_is_not_right_opens_nothing(club):
    device, key = club.device(), Authenticator()
    begin(device, key)
    sign_in(club.device(), Authenticator(), 403)  # a key of nobody
    key.origin = "https://elsewhere.test"
    sign_in(club.device(), key, 403)
    key.origin = BASE
    key.flags = PRESENT  # without finger, face or PIN
    sign_in(club.device(), key, 403)
    key.flags |= 4
    sign_in(club.device(), key)
    key.count = 0  # a copy of the key, which does not know how often the other was used
    sign_in(club.device(), key, 403)
    forged = Authenticator()
    forged.id = key.id
    forged.count = 50
    sign_in(club.device(), forged, 403)
    for answer in ("", "{}", "[]", "null", '{"response": {"clientDataJSON": "e30"}}', "[" * 5000):
        for way in ("/you/sign-in/answer", "/you/passkeys/made"):
            assert device.post(way, data={"answer": answer}).status_code in (403, 422)


def test_the_question_for_a_new_key_does_not_sign_in_and_the_other_way_round(club):
    device, key = club.device(), Authenticator()
    begin(device, key)
    new = club.device().post("/you/passkeys/new", data={"name": "Eve"}).json()
    answer = key.get({"rpId": "horta.test", "challenge": new["challenge"]})
    assert club.device().post("/you/sign-in/answer", data={"answer": answer}).status_code == 403
    asked = club.device().post("/you/sign-in/ask").json()
    made = Authenticator().create({"rp": {"id": "horta.test"}, "challenge": asked["challenge"]})
    assert club.device().post("/you/passkeys/made", data={"answer": made}).status_code == 403
    assert len(club.rows("persons")) == 1


def test_a_question_is_answered_by_who_was_asked(club):
    """Whoever asked as a guest cannot give the key to a person who has signed in since."""
    device, other = club.device(), club.device()
    key = begin(other, Authenticator())
    asked = device.post("/you/passkeys/new", data={"name": "Eve"}).json()
    sign_in(device, key)
    answer = device.post("/you/passkeys/made", data={"answer": Authenticator().create(asked)})
    assert answer.status_code == 403
    assert len(club.rows("passkeys")) == 1


def test_a_second_key_and_the_only_way_in_stays(club):
    device = club.device()
    begin(device, Authenticator())
    first = re.search(r"/you/passkeys/([\w-]+)/remove", device.get("/you").text)[1]
    assert "only way" in device.post(f"/you/passkeys/{first}/remove").text
    second = begin(device, Authenticator())
    assert len(club.rows("passkeys")) == 2
    assert device.post(f"/you/passkeys/{first}/remove").status_code == 303
    sign_in(club.device(), second)
    stranger = club.device()
    begin(stranger, Authenticator(), "Eve")
    begin(stranger, Authenticator(), "Eve")
    left = re.search(r"/you/passkeys/([\w-]+)/remove", device.get("/you").text)[1]
    stranger.post(f"/you/passkeys/{left}/remove")  # somebody else's
    assert device.get("/you").text.count("/remove") == 1


# mail


def test_a_link_by_mail_makes_a_person_and_signs_in_once(club):
    device = club.device()
    sent = device.post(
        "/you/mail", data={"mail": "  Ada@Example.org "}, headers={"host": "evil.test"}
    )
    to, subject, link, said = club.letters.letter()
    assert (to, subject) == ("ada@example.org", "Your link to Horta")
    assert link.startswith(BASE + "/you/link/")  # never by the address that somebody asked with
    assert "evil" not in said
    way = link.removeprefix(BASE)
    for _ in range(2):  # to look at it does nothing
        assert "ada@example.org" in device.get(way).text
    assert device.post(way, data={"name": " "}).status_code == 422  # and a bad name uses nothing up
    assert device.post(way, data={"name": "Ada"}).headers["location"] == "/you"
    assert is_known(device)
    assert device.get(way).status_code == device.post(way, data={"name": "Eve"}).status_code == 403
    # whoever is known gets the same answer, and the same letter
    again = club.device().post("/you/mail", data={"mail": "ada@example.org"})
    assert (again.status_code, again.text) == (sent.status_code, sent.text)
    known = club.letters.letter(1)
    assert known[3].replace(known[2], "") == said.replace(link, "")
    other = club.device()
    assert other.post(known[2].removeprefix(BASE)).status_code == 303
    assert len(club.rows("persons")) == 1
    assert is_known(other)


def test_a_link_is_good_for_a_quarter_of_an_hour(club):
    device = club.device()
    device.post("/you/mail", data={"mail": "ada@example.org"})
    way = club.letters.letter()[2].removeprefix(BASE)
    club.hours.now += 901
    assert device.get(way).status_code == device.post(way, data={"name": "Ada"}).status_code == 403
    assert not club.rows("persons")


def test_an_address_is_proved_by_the_person_who_gave_it(club):
    device, other = club.device(), club.device()
    begin(device, Authenticator())
    begin(other, Authenticator(), "Eve")
    other.post("/you/mail", data={"mail": "ada@example.org"})
    way = club.letters.letter()[2].removeprefix(BASE)
    assert device.get(way).status_code == device.post(way).status_code == 403
    assert club.device().post(way).status_code == 403
    assert other.post(way).status_code == 303
    device.post("/you/mail", data={"mail": "ada@example.org"})
    taken = device.post(club.letters.letter(1)[2].removeprefix(BASE))
    assert taken.status_code == 409
    assert other.post("/you/mail/remove").status_code == 303
    assert [row[4] for row in club.rows("persons")] == [None, None]


def test_nobody_is_flooded_with_letters(club):
    device = club.device()
    for _ in range(9):
        assert device.post("/you/mail", data={"mail": "ada@example.org"}).status_code == 200
    assert device.post("/you/mail", data={"mail": "bob@example.org"}).status_code == 200
    club.letters.letter(3)
    assert sorted(to for to, _ in club.letters.taken) == ["ada@example.org"] * 3 + [
        "bob@example.org"
    ]
    assert device.post("/you/mail", data={"mail": "eve@example.org"}).status_code == 429
    elsewhere = club.device(address="203.0.113.2")
    assert elsewhere.post("/you/mail", data={"mail": "eve@example.org"}).status_code == 200
    club.hours.now += 901
    assert device.post("/you/mail", data={"mail": "ada@example.org"}).status_code == 200


def test_a_change_that_lets_others_in_is_told_to_the_address_of_before(club):
    device, letters = club.device(), club.letters

    def proves(mail):
        number = len(letters.taken)
        device.post("/you/mail", data={"mail": mail})
        assert device.post(letters.letter(number)[2].removeprefix(BASE)).status_code == 303

    begin(device, Authenticator())
    proves("ada@example.org")
    device.get("/?lang=de")
    asked = device.post("/you/passkeys/new").json()
    answer = Authenticator().create(asked)
    assert device.post("/you/passkeys/made", data={"answer": answer}).status_code == 200
    to, subject, link, said = letters.letter(1)
    assert (to, subject, link) == (
        "ada@example.org",
        "Ihr Konto bei Horta wurde geändert",
        f"{BASE}/you",
    )
    assert "neuer Passkey als Ada" in said
    proves("eve@example.org")
    assert letters.letter(3)[0] == "ada@example.org"
    assert "andere Mailadresse" in letters.letter(3)[3]
    proves("eve@example.org")  # nothing new: nobody is told
    assert device.post("/you/delete").status_code == 303
    to, _, _, said = letters.letter(5)
    assert to == "eve@example.org"
    assert "Ada wurde bei" in said
    assert len(letters.taken) == 6


@pytest.mark.parametrize(
    "given",
    ["", "ada", "a@b@c", "a b@c", "ada@example.org\nBcc: eve@example.org", "<a@b>", "x" * 300],
)
def test_what_is_no_address_is_refused(club, given):
    assert club.device().post("/you/mail", data={"mail": given}).status_code == 422
    assert not club.letters.taken


# codes


def test_a_code_adds_a_device_once_and_for_ten_minutes(club):
    device, phone = club.device(), club.device("Mozilla/5.0 (iPhone) Version/18 Safari/605")
    begin(device, Authenticator())
    code = shown_code(device)
    assert phone.post("/you/code/use", data={"code": f" {code.lower()} "}).status_code == 303
    assert is_known(phone)
    assert "Safari, iPhone" in device.get("/you").text
    assert club.device().post("/you/code/use", data={"code": code}).status_code == 403
    late = shown_code(device)
    club.hours.now += 601
    assert club.device().post("/you/code/use", data={"code": late}).status_code == 403
    old, new = shown_code(device), shown_code(device)
    assert club.device().post("/you/code/use", data={"code": old}).status_code == 403
    assert club.device().post("/you/code/use", data={"code": new}).status_code == 303


def shown_code(device):
    return re.search(r"<strong>([A-Z2-9]{4}-[A-Z2-9]{4})</strong>", device.post("/you/code").text)[
        1
    ]


def test_codes_cannot_be_guessed_by_trying(club):
    thief, device = club.device(), club.device(address="203.0.113.2")
    begin(device, Authenticator())
    tries = [
        thief.post("/you/code/use", data={"code": f"AAAA{k:04}"}).status_code for k in range(12)
    ]
    assert tries == [403] * 10 + [429] * 2
    code = shown_code(device)
    assert thief.post("/you/code/use", data={"code": code}).status_code == 429
    assert (
        club.device(address="203.0.113.3").post("/you/code/use", data={"code": code}).status_code
        == 303
    )


def test_right_codes_are_no_tries(club):
    device, school = club.device(), "203.0.113.2"
    begin(device, Authenticator())
    for _ in range(12):  # all from one address
        form = {"code": shown_code(device)}
        assert club.device(address=school).post("/you/code/use", data=form).status_code == 303


def test_strangers_with_many_addresses_shut_the_door_for_nobody(club):
    device, people = club.device(address="203.0.113.2"), club.app.state.house.people
    begin(device, Authenticator())
    device.post("/you/mail", data={"mail": "ada@example.org"})
    device.post(club.letters.letter()[2].removeprefix(BASE))
    for k in range(300):  # as by so many addresses
        with suppress(KeyError), people.codes.trying(f"stranger {k}"):
            raise KeyError
        people.mails.check(f"stranger {k}")
        people.first_letters.allows(f"nobody{k}@example.org")
    assert not people.first_letters.allows("eve@example.org")
    form = {"code": shown_code(device)}
    assert club.device().post("/you/code/use", data=form).status_code == 303
    assert club.device().post("/you/mail", data={"mail": "ada@example.org"}).status_code == 200
    assert club.letters.letter(1)[0] == "ada@example.org"


def test_a_try_counts_while_it_is_made_and_when_it_fails():
    tally = Tally(Hours(), most=1, seconds=10, most_of_all=9)
    with tally.trying("a"), pytest.raises(TooManyTries), tally.trying("a"):
        pass
    with pytest.raises(KeyError), tally.trying("a"):
        raise KeyError
    with pytest.raises(TooManyTries), tally.trying("a"):
        pass


def test_a_tally_counts_for_each_and_for_all():
    hours = Hours()
    tally = Tally(hours, most=2, seconds=10, most_of_all=3)
    assert [tally.allows(who) for who in "aaabcd"] == [True, True, False, True, False, False]
    hours.now += 10
    assert tally.allows("a")


# what is kept


def test_nothing_that_signs_in_is_kept_as_it_is(club):
    device = club.device()
    begin(device, Authenticator())
    code = shown_code(device)
    club.device().post("/you/mail", data={"mail": "bob@example.org"})
    ticket = club.letters.letter()[2].rpartition("/")[2]
    asked = device.post("/you/sign-in/ask").json()
    files = b"".join(path.read_bytes() for path in club.database.parent.glob("tables.sqlite*"))
    for secret in (device.cookies[COOKIE], code.replace("-", ""), ticket, asked["challenge"]):
        assert secret.encode() not in files
    assert len(club.rows("tickets")) == 3
    club.hours.now += 3600
    device.post("/you/code")
    assert len(club.rows("tickets")) == 1  # what is over is swept out


def test_no_address_that_signs_in_is_logged():
    for way in ("link", "address"):
        assert without_tokens(f"GET /you/{way}/secret failed") == f"GET /you/{way}/… failed"


def test_a_letter_that_cannot_be_sent_is_told_without_whose_it_was(tmp_path, caplog):
    with opened(tmp_path, smtp_url="smtp://ada:opensesame@127.0.0.1:9") as club:
        with caplog.at_level(logging.ERROR):
            assert (
                club.device().post("/you/mail", data={"mail": "ada@example.org"}).status_code == 200
            )
            with TestClient(club.app):  # closing the house waits for letters
                pass
        for secret in ("example.org", "opensesame", "/you/link/"):
            assert secret not in caplog.text


def test_no_letter_goes_to_another_machine_in_clear(monkeypatch):
    message = mail.letter("horta@horta.test", "ada@example.org", "Your link", "secret")
    with Letters() as letters:
        server = mail.Server.read(letters.url)
        mail.deliver(server, message)
        assert len(letters.taken) == 1  # on this machine itself
        monkeypatch.setattr(mail, "is_own", lambda host: False)
        with pytest.raises(smtplib.SMTPNotSupportedError):
            mail.deliver(server, message)
        assert len(letters.taken) == 1


# devices


def test_devices_are_listed_and_ended(club):
    one, two = club.device(), club.device("Mozilla/5.0 (Android 15) Firefox/140")
    key = begin(one, Authenticator())
    sign_in(two, key)
    table = play(one)
    seat = seat_at(one, table)
    watching = re.search(r'"pass": "([\w=-]+)"', two.get(f"/t/{table}").text)[1]
    page = one.get("/you").text
    assert "Chrome, Linux" in page
    assert "Firefox, Android" in page
    ends = re.findall(r"/you/devices/([0-9a-f]{64})/end", page)
    own = re.search(
        r"this one</strong></span>\s*<form method=\"post\" action=\"/you/devices/(\w+)", page
    )[1]
    other = next(digest for digest in ends if digest != own)
    assert one.post(f"/you/devices/{other}/end").headers["location"] == "/you"
    assert not is_known(two)
    assert seat_at(two, table) is None
    # what its open page could still watch by is void, and the person's own device plays on
    house = club.app.state.house
    room = next(room for room in house.rooms if room.id == table)
    assert house.tokens.watcher(table, watching).seats(room) == []
    assert seat_at(one, table) == seat
    stranger = club.device()
    begin(stranger, Authenticator(), "Eve")
    stranger.post(f"/you/devices/{own}/end")  # somebody else's
    assert is_known(one)
    sign_in(two, key)
    assert one.post("/you/others/end").status_code == 303
    assert is_known(one)
    assert not is_known(two)
    gone = one.post(f"/you/devices/{own}/end")
    assert gone.headers["location"] == "/"
    assert COOKIE not in one.cookies


def test_a_device_that_nobody_uses_is_signed_out(club):
    device = club.device()
    begin(device, Authenticator())
    for _ in range(3):
        club.hours.now += 100 * 24 * 3600
        assert is_known(device)
    club.hours.now += 181 * 24 * 3600
    assert not is_known(device)


def test_devices_are_named_by_what_they_say():
    assert (
        device_title("Mozilla/5.0 (Windows NT 10.0) Chrome/130 Safari/537 Edg/130")
        == "Edge, Windows"
    )
    assert device_title("curl/8") == ""


# what a browser held before


def test_the_tables_of_a_guest_come_along_when_asked(club):
    device, other = club.device(), club.device()
    table = play(device)
    seat = seat_at(device, table)
    key = begin(device, Authenticator())
    sign_in(other, key)
    assert seat_at(other, table) is None
    assert other.post(f"/t/{table}/keep").status_code == 204  # who holds nothing brings nothing
    assert seat_at(other, table) is None
    assert device.post(f"/t/{table}/keep").status_code == 204
    assert f"horta-{table}" not in device.cookies
    assert seat_at(other, table) == seat_at(device, table) == seat
    assert club.device().post(f"/t/{table}/keep").status_code == 403


def test_a_study_follows_its_author(club):
    device, other = club.device(), club.device()
    key = begin(device, Authenticator())
    study = device.post("/studies", data={"game": "paris", "title": "Lamps"}).headers["location"]
    assert not [name for name in device.cookies if name.startswith("horta-study")]
    sign_in(other, key)
    for one, status in ((device, 303), (other, 303), (club.device(), 403)):
        assert one.post(study + "/about", data={"title": "Lights"}).status_code == status
    guest = club.device()
    own = guest.post("/studies", data={"game": "paris"}).headers["location"]
    sign_in(guest, key)
    assert guest.post(own + "/keep").status_code == 204
    told = other.get("/you/export.json").json()
    assert {f"/studies/{one['id']}" for one in told["studies"]} == {study, own}


# everything in one file


def finish(device, table):
    """Play a table to its end, as whoever holds all of it."""
    for _ in range(3000):
        now = device.get(f"/t/{table}/api").json()
        if now["over"]:
            return
        listed = device.get(f"/t/{table}/api/actions", params={"seat": now["to_act"]}).json()
        form = {
            "step": listed["step"],
            "action": listed["actions"][0]["action"],
            "seat": now["to_act"],
        }
        assert device.post(f"/t/{table}/api/actions", json=form).status_code == 200
    pytest.fail("the game did not end")


def together(device):
    form = {"who0": "person", "name0": "Ada", "who1": "person", "name1": "Bob", "where": "together"}
    return device.post("/new/paris", data=form).headers["location"].removeprefix("/t/")


def explored(club, table):
    """Keep a tree at a table that the only person here began, and somebody else grew too."""
    [(person, *_)] = club.rows("persons")
    who = club.app.state.house.callers.person(person)
    nodes = [
        {"id": 1, "after": 0, "name": "mine", "by": who},
        {"id": 2, "after": 1, "name": "another's", "by": "x"},
    ]
    with sqlite3.connect(club.database) as connection:
        values = (table, 1, "all", json.dumps(nodes), 1, 0.0, "", who)
        connection.execute(
            "insert into branches (match_id, step, known, nodes, version, touched, origin, owner)"
            " values (?, ?, ?, ?, ?, ?, ?, ?)",
            values,
        )


def test_everything_comes_in_one_file_and_nothing_hidden(club):
    device = club.device()
    begin(device, Authenticator())
    ended, running = together(device), play(device)
    finish(device, ended)
    explored(club, ended)
    passes = device.put(f"/t/{running}/api/plans", json={"passes": True})
    assert passes.status_code == 200, passes.text
    answer = device.get("/you/export.json")
    assert "attachment" in answer.headers["content-disposition"]
    told = answer.json()
    assert told["person"]["name"] == "Ada"
    assert [one["title"] for one in told["person"]["devices"]] == ["Chrome, Linux"]
    tables = {one["id"]: one for one in told["tables"]}
    assert tables.keys() == {ended, running}
    assert tables[ended]["transcript"]["seats"] == ["Ada", "Bob"]
    assert "transcript" not in tables[running]
    assert "seed" not in json.dumps(tables[running])
    assert [one["passes"] for one in tables[running]["plans"]] == [True]
    [branch] = told["branches"]
    assert (branch["table"], [one["name"] for one in branch["nodes"]]) == (ended, ["mine"])
    statuses = [device.get("/you/export.json").status_code for _ in range(6)]
    assert statuses[-1] == 429


# the end


def test_who_goes_leaves_games_without_a_name_and_nothing_else(club):
    device, friend = club.device(), club.device()
    key = begin(device, Authenticator(), "Ada")
    ended = together(device)
    finish(device, ended)
    explored(club, ended)
    study = device.post("/studies", data={"game": "paris"}).headers["location"]
    form = {"who0": "person", "name0": "Ada", "who1": "person", "where": "online"}
    running = device.post("/new/paris", data=form).headers["location"].split("/")[2]
    link = re.search(r"/join/([\w.-]+)", device.get(f"/t/{running}/seats").text)[1]
    friend.post(f"/t/{running}/join/{link}", data={"name": "Bob"})
    assert device.get("/you/delete").status_code == 200
    assert is_known(device)  # it was only asked
    assert device.post("/you/delete").headers["location"] == "/"
    for table in ("persons", "passkeys", "sessions", "tickets", "held", "studies"):
        assert not club.rows(table)
    files = club.rows("seats")
    assert not [row for row in files if "Ada" in row]
    assert not any(row for row in club.rows("matches") if row[11])
    [tree] = club.rows("branches")
    assert json.loads(tree[3]) == [
        {"id": 1, "after": 0, "by": ""},
        {"id": 2, "after": 1, "name": "another's", "by": "x"},
    ]
    assert tree[4:] == (2, 0.0, "", "")  # changed once, and whose it was is forgotten
    sign_in(club.device(), key, 403)
    assert friend.get(study).status_code == 404
    club.hours.now += 10
    seats = friend.get(f"/t/{running}/summary").json()["seats"]
    assert seats[0]["bot"]
    assert seats[1]["name"] == "Bob"
    assert seat_at(friend, running) == 1
    assert not is_known(device)


# every route


def routes():
    """Every way that there is, with something in the place of what it names."""
    return [
        (method, re.sub(r"{(\w+)}", lambda found: EXAMPLES[found[1]], route.path))
        for room in (sign_in_room, people_pages)
        for route in room.router.routes
        for method in route.methods
    ]


EXAMPLES = {
    "digest": "0" * 64,
    "passkey": "abcdefgh",
    "ticket": "x",
    "table_id": "",
    "study_id": "abcdefgh",
}
FOR_GUESTS = {
    "/you/passkeys/new", "/you/passkeys/made", "/you/sign-in/ask", "/you/sign-in/answer",
    "/you/mail", "/you/code/use", "/you", "/you/link/x",
}  # fmt: skip


def test_no_other_site_gives_orders_and_no_guest_acts_for_a_person(club):
    guest, person = club.device(), club.device()
    begin(person, Authenticator())
    EXAMPLES["table_id"] = play(guest)
    found = routes()
    assert len(found) >= 20
    before = [club.rows(table) for table in ("persons", "passkeys", "sessions", "tickets", "held")]
    for method, way in found:
        if method == "POST":
            for foreign in ({"sec-fetch-site": "cross-site"}, {"origin": "https://evil.test"}):
                assert person.post(way, headers=foreign).status_code == 403, way
        if way not in FOR_GUESTS:
            assert guest.request(method, way).status_code == 403, way
    after = [club.rows(table) for table in ("persons", "passkeys", "sessions", "tickets", "held")]
    assert after == before
    assert is_known(person)


def test_a_cookie_that_is_not_ours_is_a_guest(club):
    for value in ("x", "x" * 5000, ""):
        assert not is_known_with(club, value)


def is_known_with(club, value):
    answer = club.device().get("/you", headers={"cookie": f"{COOKIE}={value}"})
    return 'action="/you/name"' in answer.text


def test_the_cookie_is_closed_to_scripts_and_to_plain_lines(club):
    for scheme, secure in (("http", False), ("https", True)):
        device = club.opened(f"{scheme}://horta.test")
        asked = device.post("/you/passkeys/new", data={"name": "Ada"}).json()
        key = Authenticator(origin=f"{scheme}://horta.test")
        made = device.post("/you/passkeys/made", data={"answer": key.create(asked)})
        said = made.headers["set-cookie"].lower()
        assert "httponly" in said
        assert "samesite=lax" in said
        assert ("secure" in said) is secure


# settings


def test_settings_that_cannot_work_are_told_without_what_they_hold(monkeypatch):
    with pytest.raises(BadOption, match="HORTA_ADDRESS"):
        create_app(Settings(persons=1, smtp_url="smtps://ada:opensesame@mail.test"))
    for url in (
        "mail.test",
        "http://ada:opensesame@mail.test",
        "smtp://:opensesame@",
        "smtp://a:b@c:d",
    ):
        with pytest.raises(BadOption, match="HORTA_SMTP_URL") as told:
            create_app(Settings(persons=1, address=BASE, smtp_url=url))
        assert "opensesame" not in str(told.value)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(BadOption, match="webauthn"):
        create_app(Settings(persons=1))


# PostgreSQL, and a store that is away


def test_the_same_over_postgresql(tmp_path, postgres):
    with opened(tmp_path, database=postgres) as club:
        one, two = club.device(), club.device()
        key = begin(one, Authenticator())
        table = play(one)
        sign_in(two, key)
        assert seat_at(two, table) is not None
        assert two.post("/you/code").status_code == 200
        assert one.post("/you/others/end").status_code == 303
        assert seat_at(one, table) is not None
        assert one.get("/you/export.json").json()["tables"][0]["id"] == table
        assert one.post("/you/delete").status_code == 303
        assert not is_known(one)
        sign_in(two, key, 403)

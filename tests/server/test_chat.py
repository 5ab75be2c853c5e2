"""Talk at a table: who says and reads what, whom nobody has to read, and what is reported."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing, contextmanager

import pytest
from starlette.testclient import TestClient

from horta.server.app import create_app
from horta.server.chat.phrases import PHRASES
from horta.server.chat.talk import BURST, BURST_SECONDS, LONGEST, MOST, BadMessage, read_text
from horta.server.live import Page, Wanted
from horta.server.streams import EntryStream
from horta.server.tokens import Visitor

from .authenticator import Authenticator
from .conftest import Sitting, bearer, settings_for
from .test_people import Hours, begin


@contextmanager
def opened(folder, hours=None, **changes):
    app = create_app(settings_for(folder, chat=1, **changes), hours or Hours())
    with TestClient(app, base_url="https://horta.test") as made:
        yield made


@pytest.fixture
def hours():
    return Hours()


@pytest.fixture
def house(tmp_path, hours):
    with opened(tmp_path, hours) as made:
        yield made


@pytest.fixture
def table(house):
    return seated(house)


def seated(client):
    made = Sitting(client, seed=1893)
    for seat, name in enumerate(("Alice", "Bob")):
        made.join(seat, name=name)
    return made


def said(table, who, **params):
    answer = table.get("/chat", who, **params)
    assert answer.status_code == 200, answer.text
    return [(one["name"], one["text"]) for one in answer.json()["messages"]]


def say(table, who, **form):
    answer = table.post("/chat", who, **form)
    assert answer.status_code == 201, answer.text
    return answer.json()["id"]


def other_browser(client):
    made = TestClient(client.app, base_url="https://horta.test")
    made.portal = client.portal
    return made


def rows(client, name):
    file = client.app.state.house.settings.database.removeprefix("sqlite:///")
    with closing(sqlite3.connect(file)) as line:
        line.row_factory = sqlite3.Row
        return [dict(row) for row in line.execute(f"select * from {name}")]


def room_of(table):
    return table.client.portal.call(table.client.app.state.house.rooms.get, table.id)


def test_nobody_talks_until_it_is_switched_on(client):
    table = seated(client)
    assert table.get("/chat", 0).status_code == 404
    assert table.post("/chat", 0, text="Hello").status_code == 404
    assert 'id="chat"' not in client.get(f"/t/{table.id}").text


def test_players_read_what_players_say_and_spectators_do_not(table):
    say(table, 0, text="Hello  there")
    say(table, 1, phrase="luck")
    assert said(table, 0) == said(table, 1) == [("Alice", "Hello there"), ("Bob", "Good luck!")]
    host = table.client.get(f"{table.base}/chat", headers=bearer(table.made["host"]))
    assert len(host.json()["messages"]) == 2
    assert not any(one["own"] for one in host.json()["messages"])
    for order in (table.get("/chat"), table.post("/chat", text="I watch")):
        assert order.status_code == 403
    hosts_own = {"headers": bearer(table.made["host"]), "json": {"text": "As the host"}}
    assert table.client.post(f"{table.base}/chat", **hosts_own).status_code == 403
    own = [one["own"] for one in table.get("/chat", 1).json()["messages"]]
    assert own == [False, True]
    assert "Hello there" not in table.client.get(f"/t/{table.id}").text


def test_a_phrase_is_read_in_the_language_of_the_reader(table):
    for key in PHRASES:
        say(table, 0, phrase=key) if key in ("hello", "thanks") else None
    read = {lang: said(table, 1, lang=lang) for lang in ("en", "fr", "de")}
    assert read["en"] == [("Alice", "Hello!"), ("Alice", "Thank you!")]
    assert len({str(one) for one in read.values()}) == 3
    for lang in ("fr", "de"):
        offered = table.get("/chat", 1, lang=lang).json()["phrases"]
        assert {one["key"] for one in offered} == set(PHRASES)
        assert not {one["text"] for one in offered} & set(PHRASES.values())


@pytest.mark.parametrize(
    "form",
    [{}, {"text": ""}, {"text": "   "}, {"text": "x" * (LONGEST + 1)}, {"text": "a\u202eb"},
     {"text": "a\x00b"}, {"text": "a\u200bb"}, {"phrase": "nonsense"}, {"text": 1}, {"text": None},
     {"phrase": "hello", "text": "both"}, {"text": "x", "seat": 99}, {"text": "x", "more": 1}],
)  # fmt: skip
def test_what_does_not_fit_is_refused_with_a_sentence(table, form):
    answer = table.post("/chat", 0, **form)
    assert answer.status_code == 422
    assert answer.json()["error"]
    assert said(table, 0) == []


def test_nobody_speaks_for_another(table):
    assert table.post("/chat", 0, text="I am Bob", seat=1).status_code == 403
    assert said(table, 0) == []


def test_it_is_text_whatever_it_holds(table):
    nasty = '<script>alert(1)</script> & "quotes" \' {name}'
    say(table, 0, text=nasty)
    assert said(table, 1)[0][1] == nasty
    assert table.get("/chat", 1).headers["content-type"] == "application/json"
    assert read_text("👩\u200d🎨 ça  va ?") == "👩\u200d🎨 ça va ?"
    with pytest.raises(BadMessage):
        read_text("\u2066x")


def test_who_talks_without_end_is_asked_to_wait(table, hours):
    for number in range(BURST):
        say(table, 0, text=f"{number}")
    assert table.post("/chat", 0, text="and on").status_code == 429
    say(table, 1, text="I may")
    hours.now += BURST_SECONDS + 1
    say(table, 0, text="again")


def test_a_table_takes_so_much_and_no_more(table):
    room = room_of(table)
    file = table.client.app.state.house.settings.database.removeprefix("sqlite:///")
    row = (room.id, 0, "", None, "A", 1.0, "", "x")
    with closing(sqlite3.connect(file)) as line, line:
        line.executemany(
            "insert into chat (match_id, seat, key, person, name, at, phrase, text) "
            "values (?, ?, ?, ?, ?, ?, ?, ?)",
            [row] * MOST,
        )
    assert table.post("/chat", 0, text="one more").status_code == 403
    assert len(table.get("/chat", 1).json()["messages"]) == 200


def test_a_muted_player_is_not_read_and_is_not_told(table):
    say(table, 1, text="Spam")
    mute = {"other": 1, "muted": True}
    headers = bearer(table.keys[0])
    way = f"{table.base}/chat/muted"
    assert table.client.put(way, json=mute, headers=headers).status_code == 204
    assert table.client.put(way, json=mute, headers=headers).status_code == 204
    assert said(table, 0) == []
    assert table.get("/chat", 0).json()["muted"] == [1]
    assert said(table, 1) == [("Bob", "Spam")]
    assert table.get("/chat", 1).json()["muted"] == []
    own = table.client.put(way, json={"other": 0, "muted": True}, headers=headers)
    assert own.status_code == 403
    unmute = {"other": 1, "muted": False}
    assert table.client.put(way, json=unmute, headers=headers).status_code == 204
    assert said(table, 0) == [("Bob", "Spam")]


def test_who_sits_there_later_is_not_muted_and_has_said_nothing(table):
    say(table, 1, text="Spam")
    headers = bearer(table.keys[0])
    mute = {"other": 1, "muted": True}
    table.client.put(f"{table.base}/chat/muted", json=mute, headers=headers)
    host = bearer(table.made["host"])
    made = table.client.post(f"{table.base}/seats/1/revoke", headers=host).json()
    assert table.post("/chat", 1, text="Still here?").status_code == 403, "the seat is gone"
    table.keys[1] = made["token"]
    table.join(1, name="Carol")
    say(table, 1, text="Hello")
    assert said(table, 0) == [("Carol", "Hello")]
    assert table.get("/chat", 0).json()["muted"] == []
    assert [one["own"] for one in table.get("/chat", 1).json()["messages"]] == [False, True]


def test_a_message_is_reported_to_the_house_once(table):
    number = say(table, 1, text="Something bad")
    for _ in range(2):
        answer = table.post(f"/chat/{number}/report", 0, why="  it  hurts ")
        assert answer.status_code == 204
    [report] = rows(table.client, "reports")
    told = {name: report[name] for name in ("text", "name", "by_name", "why", "state", "seat")}
    assert told == {
        **{"text": "Something bad", "name": "Bob", "by_name": "Alice"},
        **{"why": "it hurts", "state": "open", "seat": 1},
    }
    assert table.post(f"/chat/{number}/report", 1).status_code == 403, "one's own"
    assert table.post(f"/chat/{number + 1}/report", 0).status_code == 404
    assert table.post(f"/chat/{number}/report", None).status_code == 403
    assert table.post(f"/chat/{number}/report", 0, why="x" * 301).status_code == 422
    other = seated(table.client)
    assert other.post(f"/chat/{number}/report", 0).status_code == 404, "of another table"
    assert len(rows(table.client, "reports")) == 1


def test_it_is_kept_with_the_game_and_goes_with_it(tmp_path, hours):
    with opened(tmp_path, hours, keep_idle_days=1) as client:
        table = seated(client)
        number = say(table, 0, text="Kept")
        table.post(f"/chat/{number}/report", 1)
        headers = bearer(table.keys[1])
        mute = {"other": 0, "muted": True}
        client.put(f"{table.base}/chat/muted", json=mute, headers=headers)
    with opened(tmp_path, hours, keep_idle_days=1) as client:
        table.client = client
        assert said(table, 0) == [("Alice", "Kept")]
    hours.now += 2 * 86400
    with opened(tmp_path, hours, keep_idle_days=1) as client:
        client.portal.call(client.app.state.house.retention.look)
        assert [rows(client, one) for one in ("matches", "chat", "mutes", "reports")] == [[]] * 4


def test_a_person_takes_along_what_they_said_and_it_goes_with_them(tmp_path, hours):
    with opened(tmp_path, hours, persons=1, address="https://horta.test") as client:
        begin(client, Authenticator("https://horta.test"), "Ada")
        table = Sitting(client, seed=1893)
        client.post(f"/t/{table.id}/join/{table.keys[0]}", data={"name": "Ada"})
        other = Sitting(other_browser(client), made=table.made)
        other.join(1, name="Bob")
        hours.now += 10
        way = f"/t/{table.id}/api/chat"
        for seat, form in ((0, {"text": "From Ada"}), (0, {"phrase": "nice"})):
            assert client.post(way, json={**form, "seat": seat}).status_code == 201
        told = json.loads(client.get("/you/export.json").text)
        assert [one["text"] for one in told["said"]] == ["From Ada", "Nice move!"]
        assert {one["table"] for one in told["said"]} == {table.id}
        number = say(other, 1, text="From Bob")
        assert client.post(f"{way}/{number}/report", json={"why": "it hurts"}).status_code == 204
        [reported] = client.get("/you/export.json").json()["reported"]
        assert (reported["table"], reported["why"]) == (table.id, "it hurts")
        client.post("/you/delete")
        assert [one["text"] for one in rows(client, "chat")] == ["From Bob"]
        [report] = rows(client, "reports")
        assert (report["by_name"], report["by_person"], report["name"]) == ("", None, "Bob")


def test_what_was_said_as_a_guest_comes_and_goes_with_who_keeps_the_table(tmp_path, hours):
    with opened(tmp_path, hours, persons=1, address="https://horta.test") as client:
        table = Sitting(client, seed=1893)
        other = Sitting(other_browser(client), made=table.made)
        other.join(1, name="Bob")
        client.post(f"/t/{table.id}/join/{table.keys[0]}", data={"name": "Zeb"})
        way = f"/t/{table.id}/api/chat"
        number = client.post(way, json={"text": "As a guest"}).json()["id"]
        theirs = say(other, 1, text="From Bob")
        assert other.post(f"/chat/{number}/report", 1, why="x").status_code == 204
        assert client.post(f"{way}/{theirs}/report", json={"why": "y"}).status_code == 204
        begin(client, Authenticator("https://horta.test"), "Ada")
        assert client.get("/you/export.json").json()["said"] == []
        assert client.post(f"/t/{table.id}/keep").status_code == 204
        told = client.get("/you/export.json").json()
        assert [one["text"] for one in told["said"]] == ["As a guest"]
        assert [one["why"] for one in told["reported"]] == ["y"]
        client.post("/you/delete")
        assert [one["text"] for one in rows(client, "chat")] == ["From Bob"]
        [report] = rows(client, "reports")  # the copy of Zeb's words has gone with them
        assert (report["text"], report["by_name"], report["by_person"]) == ("From Bob", "", None)


# how it arrives


def test_a_page_is_told_that_there_is_more_and_a_spectator_is_not(table):
    room, tokens = room_of(table), table.client.app.state.house.tokens
    wanted = Wanted(key="a", id=table.id)
    player = Page(wanted, room, Visitor((tokens.read(table.keys[0]),)))
    watcher = Page(wanted, room, Visitor())
    stream = EntryStream(room, 0, "en", room.step)
    outside = EntryStream(room, None, "en", room.step)
    assert player.talk() is None
    say(table, 1, text="Hello")
    assert json.loads(player.talk()) == {"key": "a", "kind": "chat"}
    assert player.talk() is None
    assert watcher.talk() is None
    assert [b"event: chat\n" in one for one in stream.news()] == [True]
    assert outside.news() == []
    assert stream.news() == []


def test_another_process_hears_of_it(tmp_path):
    with opened(tmp_path) as here, opened(tmp_path) as there:
        table = seated(here)
        other = Sitting(there, made=table.made)
        other.keys = table.keys
        assert said(other, 0) == []
        say(table, 0, text="Hello")
        assert said(other, 1) == [("Alice", "Hello")]
        house = there.app.state.house
        room = there.portal.call(house.rooms.get, table.id)
        before = room.talked
        house.events.tell("chat", table.id)
        house.events.tell("chat", "")
        assert room.talked == before + 2


def test_talk_changes_nothing_of_the_table(table):
    room = room_of(table)
    before = (room.step, room.revision)
    say(table, 0, text="Hello")
    assert (room.step, room.revision) == before, "no page is drawn anew"


def test_the_same_over_postgresql(tmp_path, postgres):
    with opened(tmp_path, database=postgres) as client:
        table = seated(client)
        number = say(table, 0, text="Hello")
        assert said(table, 1) == [("Alice", "Hello")]
        assert table.post(f"/chat/{number}/report", 1).status_code == 204
        headers = bearer(table.keys[1])
        for _ in range(2):
            mute = {"other": 0, "muted": True}
            answer = client.put(f"{table.base}/chat/muted", json=mute, headers=headers)
            assert answer.status_code == 204
        assert said(table, 1) == []

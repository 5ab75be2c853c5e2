"""One stream for all tables of a browser: it sends what changed, once, to those who may see it."""

from __future__ import annotations

import json
import random
import re
import zlib

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

import horta
from horta.server import pieces
from horta.server.pieces import Piece, changes, cut, follow, join, message

from .conftest import Sitting, bearer

WAIT = 60
LIMIT = 15_000
"""Bytes that an action may cost a viewer, packed as they are sent."""


class Pages:
    """A browser with some pages, which reads the stream as the script does."""

    def __init__(self, link, tables, path="/live"):
        self.client = httpx.Client(base_url=link, timeout=WAIT)
        self.texts = {one["key"]: {} for one in tables}
        self.tags = {one["key"]: dict(one.get("have", {})) for one in tables}
        request = self.client.build_request("POST", path, json={"tables": tables})
        self.answer = self.client.send(request, stream=True)
        assert self.answer.status_code == 200, self.answer.read()
        self.bytes = 0
        self._lines = self._read()

    def _read(self):
        unpack, rest = zlib.decompressobj(31), b""
        for packed in self.answer.iter_raw():
            self.bytes += len(packed)
            *lines, rest = (rest + unpack.decompress(packed)).split(b"\n")
            yield from lines

    def next(self):
        """Return the next message, after taking over what it brings."""
        for line in self._lines:
            if line.startswith(b"data: "):
                said = json.loads(line[6:])
                texts = self.texts[said["key"]]
                for name, (tag, new) in said.get("pieces", {}).items():
                    texts[name] = new if isinstance(new, str) else follow(texts[name], new)
                    assert Piece.of(texts[name]).tag == tag
                    self.tags[said["key"]][name] = tag
                for name in said.get("gone", ()):
                    texts.pop(name, None)
                return said
        return None

    def until(self, key, step):
        """Return the state of a page when it has reached a step."""
        while True:
            said = self.next()
            assert said is not None, "the stream ended"
            if said["key"] == key and said["kind"] == "state":
                state = join(self.texts[key])
                if state["step"] >= step:
                    return state

    def close(self):
        self.answer.close()
        self.client.close()


def data_of(live, table, seat):
    """Return what the page of a seat brings for its script."""
    html = live.get(f"/t/{table.id}", headers=bearer(table.keys[seat])).text
    return json.loads(re.search(r'id="data">(.*?)</script>', html, re.S)[1])


def page_of(live, table, seat):
    """Return a table as the page of a seat asks for it."""
    data = data_of(live, table, seat)
    return {"key": f"{table.id}-{seat}", "id": table.id, "pass": data["pass"]}


@pytest.fixture
def table(live):
    return Sitting(live, seed=17)


# pieces


lines = st.lists(st.sampled_from(["a", "b", "c", "", "dd"]), max_size=12).map("\n".join)


@given(old=lines, new=lines)
def test_changes_lead_from_any_text_to_any_other(old, new):
    said = changes(old, new)
    assert follow(old, said) == new
    assert follow(old, json.loads(json.dumps(said))) == new


@pytest.mark.parametrize("game", horta.games())
def test_a_state_put_together_again_is_the_same(client, game):
    table = Sitting(client, game=game, seed=5)
    table.play_random(random.Random(2), 6)
    state = client.get(f"/t/{table.id}/state").json()
    texts = {name: piece.text for name, piece in cut(state).items()}
    assert join(texts) == state


def test_a_piece_that_has_not_changed_is_the_same_one(client):
    table = Sitting(client, seed=5)
    first = cut(client.get(f"/t/{table.id}/state").json())
    table.play_random(random.Random(2), 1)
    second = cut(client.get(f"/t/{table.id}/state").json(), first)
    same = [name for name in first if second.get(name) is first[name]]
    assert "svg/1" in same  # style, gradients and patterns
    assert len(same) > len(first) / 3
    said = json.loads(message("x", first, second, {}))
    assert set(said["pieces"]) == set(second) - set(same)


def test_the_same_change_is_written_once_for_all(client):
    table = Sitting(client, seed=5)
    first = cut(client.get(f"/t/{table.id}/state").json())
    table.play_random(random.Random(2), 1)
    second = cut(client.get(f"/t/{table.id}/state").json(), first)
    message("x", first, second, {})
    made = pieces._written.made
    message("y", first, second, {})
    assert pieces._written.made == made


def test_of_what_is_short_or_one_line_no_change_is_looked_for():
    long = "\n".join(f"line {k} of a piece that is long enough" for k in range(20))
    first = {"a": Piece.of("short\n1"), "b": Piece.of("x" * 900), "c": Piece.of(long)}
    second = {"a": Piece.of("short\n2"), "b": Piece.of("y" * 900), "c": Piece.of(f"{long}!")}
    said = json.loads(message("x", first, second, {}))["pieces"]
    assert (said["a"][1], said["b"][1]) == (second["a"].text, second["b"].text)
    assert said["c"][1] == [[0, 19], second["c"].text.split("\n")[-1]]


# the stream


@pytest.mark.parametrize("game", horta.games())
def test_every_step_brings_every_page_up_to_date(server, live, choice, game):
    table = Sitting(live, game=game, seed=17)
    wanted = [page_of(live, table, seat) for seat in (0, 1)]
    spectator = {"key": "nobody", "id": table.id}
    browsers = [Pages(server.link, [one]) for one in (*wanted, spectator)]
    for browser in browsers:
        browser.until(next(iter(browser.texts)), 0)
    for step in range(1, 9):
        before = [browser.bytes for browser in browsers]
        table.play_random(choice, 1)
        for number, browser in enumerate(browsers):
            (key,) = browser.texts
            shown = browser.until(key, step)
            headers = bearer(table.keys[number]) if number < 2 else {}
            assert shown == live.get(f"/t/{table.id}/state", headers=headers).json()
            assert browser.bytes - before[number] <= LIMIT
    for browser in browsers:
        browser.close()


def test_the_answer_to_an_action_holds_no_picture(live, table):
    seat = table.show()["to_act"]
    listed = table.get("/actions", seat).json()
    answer = table.post("/actions", seat, step=0, action=listed["actions"][0]["action"])
    assert answer.json() == {"step": 1}


def test_who_has_everything_is_sent_nothing_and_after_a_gap_what_differs(server, live, table):
    wanted = page_of(live, table, 0)
    first = Pages(server.link, [wanted])
    first.until(wanted["key"], 0)
    first.close()
    again = Pages(server.link, [{**wanted, "have": first.tags[wanted["key"]]}])
    assert again.next()["pieces"] == {}
    again.close()
    table.play_random(random.Random(1), 3)  # while nobody listens
    last = Pages(server.link, [{**wanted, "have": first.tags[wanted["key"]]}])
    said = last.next()
    assert "json/" in said["pieces"]
    assert "svg/1" not in said["pieces"]
    last.texts[wanted["key"]] = {**first.texts[wanted["key"]], **last.texts[wanted["key"]]}
    state = live.get(f"/t/{table.id}/state", headers=bearer(table.keys[0])).json()
    assert join(last.texts[wanted["key"]]) == state
    last.close()


def test_a_page_is_not_sent_again_what_it_came_with(server, live, table, choice):
    data, key = data_of(live, table, 0), bearer(table.keys[0])
    state = live.get(f"/t/{table.id}/state", headers=key).json()
    lines = {name: count for name, (_, count) in data["pieces"].items()}
    drawn = sum(count for name, count in lines.items() if name.startswith("svg/"))
    assert drawn == len(state["svg"].split("\n"))
    for name, html in state["parts"].items():
        assert lines[f"part/{name}"] == len(html.split("\n"))
    assert lines["json/actions"] == len(state["actions"])
    page = {**page_of(live, table, 0), "have": {n: tag for n, (tag, _) in data["pieces"].items()}}
    pages = Pages(server.link, [page])
    assert pages.next()["pieces"] == {}
    pages.close()
    table.play_random(choice, 1)
    pages = Pages(server.link, [page])
    said = pages.next()["pieces"]
    assert 0 < len(said) < len(data["pieces"])
    assert all(isinstance(text, str) for _, text in said.values())
    pages.close()


def test_one_stream_follows_twelve_tables(server, live, choice):
    tables = [Sitting(live, seed=seed) for seed in range(12)]
    browser = Pages(server.link, [page_of(live, table, 1) for table in tables])
    for table in reversed(tables):
        table.play_random(choice, 1)
        assert browser.until(f"{table.id}-1", 1)["seat"] == 1
    browser.close()


def test_a_single_table_can_be_followed_at_its_own_address(server, live, table, choice):
    wanted = page_of(live, table, 1)
    browser = Pages(server.link, [wanted], path=f"/t/{table.id}/live")
    table.play_random(choice, 1)
    assert browser.until(wanted["key"], 1)["seat"] == 1
    browser.close()


# who may see what


def test_a_pass_opens_its_own_table_and_nothing_else(server, live, table):
    other = Sitting(live, seed=18)
    mine = page_of(live, table, 0)
    forged = [
        {**mine, "key": "other table", "id": other.id},
        {**mine, "key": "broken", "pass": mine["pass"][:-8]},
        {**mine, "key": "token", "pass": table.keys[1]},
        {**mine, "key": "nothing", "pass": ""},
        {**mine, "key": "odd", "pass": "é" * 9},
    ]
    browser = Pages(server.link, [mine, *forged])
    seats = {}
    for _ in range(6):
        said = browser.next()
        seats[said["key"]] = join(browser.texts[said["key"]])["seat"]
    assert seats.pop(mine["key"]) == 0
    assert set(seats.values()) == {None}
    browser.close()
    answer = live.get(f"{table.base}/actions", headers=bearer(mine["pass"]))
    assert answer.status_code == 403  # it plays nothing


def test_two_passes_of_a_page_have_nothing_in_common(live, table):
    one, two = (page_of(live, table, 0)["pass"] for _ in range(2))
    assert len(one) == len(two)
    assert sum(a == b for a, b in zip(one, two, strict=True)) < len(one) / 4


def test_a_stranger_is_sent_no_secret_of_a_seat(server, live, table):
    browser = Pages(server.link, [{"key": "x", "id": table.id}])
    shown = browser.until("x", 0)
    assert shown["actions"] == []
    assert 'data-target="hand"' not in shown["svg"] or "Hidden tile" in shown["svg"]
    assert shown == live.get(f"/t/{table.id}/state").json()
    browser.close()


def test_a_seat_whose_link_is_taken_back_is_told_so_and_the_others_go_on(server, live, choice):
    table, other = Sitting(live, seed=17), Sitting(live, seed=18)
    wanted = [page_of(live, table, 1), page_of(live, other, 1)]
    browser = Pages(server.link, wanted)
    browser.next()
    browser.next()
    live.post(f"{table.base}/seats/1/revoke", headers=bearer(table.made["host"]))
    assert browser.next() == {"key": wanted[0]["key"], "kind": "gone"}
    table.play_random(choice, 0)
    other.play_random(choice, 1)
    assert browser.next()["key"] == wanted[1]["key"]
    browser.close()


def test_a_table_that_does_not_exist_is_refused_and_the_others_are_shown(server, live, table):
    browser = Pages(server.link, [{"key": "a", "id": "x" * 12}, {"key": "b", "id": table.id}])
    said = browser.next()
    assert (said["key"], said["kind"]) == ("a", "refused")
    assert said["why"]
    assert browser.next()["key"] == "b"
    browser.close()


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"tables": []},
        {"tables": [{"id": "x" * 12}]},
        {"tables": [{"key": "a", "id": "../etc"}]},
        {"tables": [{"key": "a", "id": "x" * 12, "seat": -1}]},
        {"tables": [{"key": "a", "id": "x" * 12}] * 100},
    ],
)
def test_what_makes_no_sense_is_refused(client, form):
    assert client.post("/live", json=form).status_code == 422


def test_two_windows_of_a_seat_stay_equal(server, live, table, choice):
    wanted = page_of(live, table, 0)
    windows = [Pages(server.link, [wanted]) for _ in range(2)]
    for window in windows:
        window.next()
    table.play_random(choice, 6)
    one, two = (window.until(wanted["key"], 6) for window in windows)
    assert one == two
    for window in windows:
        window.close()

"""The explorer of the house: its pages, what they say, and what they refuse."""

from __future__ import annotations

import random
import re

import pytest
from starlette.testclient import TestClient

import horta
from horta.core import registry
from horta.core.errors import BadFile
from horta.corpus.building import build
from horta.corpus.explorer import open_corpus
from horta.server.app import create_app

from .conftest import settings_for
from .reviewing import put_up, short_game

HTML = {"accept": "text/html"}


@pytest.fixture(scope="module")
def digests(tmp_path_factory):
    """Two small corpora of Paris."""
    folder = tmp_path_factory.mktemp("corpora")
    for name, options in (("first", {}), ("random", {"postcards": "random"})):
        for _ in build(folder / f"{name}.parquet", "paris", 3, "random", options=options, jobs=0):
            pass
    return tuple(str(folder / f"{name}.parquet") for name in ("first", "random"))


@pytest.fixture
def client(tmp_path, digests):
    app = create_app(settings_for(tmp_path, corpus=digests))
    with TestClient(app, base_url="http://horta.test") as made:
        yield made


def page(client, address, status=200):
    answer = client.get(address, headers=HTML)
    assert answer.status_code == status, answer.text
    return answer.text


def links(html):
    return [
        one.replace("&amp;", "&") for one in re.findall(r'class="explored" href="([^"]+)"', html)
    ]


def test_a_walk_goes_from_choice_to_choice_and_back(client):
    assert "6 games of bots in 2 set-ups" in page(client, "/explorer")
    html = page(client, "/explorer/paris")
    match = horta.start("paris", 2, 1)
    assert "3 games of random" in html
    assert len(links(html)) == len(match.legal)
    assert "few games" in html
    second = page(client, links(html)[0])
    assert 'class="trail"' in second
    back = re.search(r'<ol class="trail"><li><a href="([^"]+)"', second)[1].replace("&amp;", "&")
    assert links(page(client, back)) == links(html)


def test_filters_choose_the_set_up_and_the_nearest_is_named(client):
    html = page(client, "/explorer/paris?o-postcards=%22random%22")
    assert "selected>a random eight" in html
    assert "this is the nearest" not in html
    assert "this is the nearest" in page(client, "/explorer/paris?players=3")
    assert "a random eight</option>" in page(client, "/explorer/paris?o-postcards=%22none%22")


def test_a_board_of_the_seat_is_a_filter_of_its_own(tmp_path):
    """What seats with one architect's board chose is counted apart."""
    corpus = tmp_path / "boards.parquet"
    how = {"options": {"asymmetric": True}, "jobs": 0}
    for _ in build(corpus, "bruxelles1893", 8, "random", **how):
        pass
    counts = next(iter(open_corpus(corpus).set_ups.values()))
    assert len(counts.boards) > 1
    app = create_app(settings_for(tmp_path, corpus=(str(corpus),)))
    with TestClient(app, base_url="http://horta.test") as client:
        address, mixed = "/explorer/bruxelles1893?lang=en", 0
        for _ in range(6):
            html = page(client, address)
            offered = re.search(r'<select name="board">(.*?)</select>', html, re.S)[1]
            assert re.findall(r'value="(\w+)"', offered) == counts.boards
            shares = [decisions(client, html, board) for board in counts.boards]
            # Nobody has a board while boards are chosen.
            assert sum(shares) in (0, decisions(client, html, ""))
            mixed += sum(shares) > max(shares)
            address = links(html)[0]
        assert mixed


def decisions(client, html, board):
    """Return how many decisions of the widest level are told of a board, on the page of another."""
    at = re.search(r'class="levels".*?href="([^"]*level=like[^"]*)"', html, re.S)[1]
    told = page(client, f"{at.replace('&amp;', '&')}&board={board}")
    assert not board or f'value="{board}" selected' in told
    found = re.search(r'level=like[^>]*>[^<]*<span class="quiet">\((\d+)\)', told)
    return 0 if found is None else int(found[1])


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/explorer/nothing", 404),
        ("/explorer/paris?played=99999", 422),
        ("/explorer/paris?played=1..2", 422),
        ("/explorer/paris?level=deep", 422),
        ("/explorer/paris?deal=-1", 422),
        ("/explorer/paris?table=abcdefghijkl", 404),
        ("/explorer/bruxelles1897", 403),
    ],
)
def test_what_makes_no_sense_is_refused_with_a_sentence(client, address, status):
    assert "That did not work" in page(client, address, status)


def finished(client, game="paris", **options):
    """Put up a game that is over; return its table."""
    match, choice = horta.start(game, 2, 5, **options), random.Random(5)
    while not match.over:
        match.play(choice.choice(match.legal))
    made = client.post("/api/transcripts", json={"transcript": match.transcript()}).json()
    return made["id"]


def test_a_replay_leads_to_its_step_in_the_explorer(client):
    table = finished(client, allow_flip=True)
    replay = page(client, f"/t/{table}/replay?number=2")
    assert 'action="/explorer/paris"' in replay
    assert f'name="table" value="{table}"' in replay
    html = page(client, f"/explorer/paris?table={table}&step=2")
    assert "played in this game" in html
    assert "These games were set otherwise: Mirroring: no." in html
    assert f"/t/{table}/replay?number=2" in html
    assert "The game is over" in page(client, f"/explorer/paris?table={table}&step=900")
    page(client, f"/explorer/bruxelles1893?table={table}", 403)


def test_a_game_from_outside_is_not_played_on_by_the_house(client):
    table = put_up(client, short_game())
    assert "of their own" in page(client, f"/explorer/paris?table={table}", 403)


def test_a_game_that_runs_cannot_be_explored_by_its_table(client):
    made = client.post("/api/tables", json={"game": "paris"}).json()
    page(client, f"/explorer/paris?table={made['id']}", 403)


def test_a_corpus_that_is_not_there_is_named_when_the_house_opens(tmp_path):
    app = create_app(settings_for(tmp_path, corpus=(str(tmp_path / "no.parquet"),)))
    with pytest.raises(BadFile, match="HORTA_CORPUS: there is no file"), TestClient(app):
        pass


def test_numbers_are_written_as_the_language_writes_them(client):
    assert re.search(r'class="scored"[^>]*><b>\d+\.\d</b>', page(client, "/explorer/paris?lang=en"))
    assert re.search(r'class="scored"[^>]*><b>\d+,\d</b>', page(client, "/explorer/paris?lang=fr"))


# beside the table


def table_with_explorer(client, **more):
    """Put up a table that allows the explorer; return it with a person in every seat."""
    made = client.post("/api/tables", json={"game": "paris", "explorer": True, **more}).json()
    return made["id"], [seat["token"] for seat in made["seats"]]


def beside(client, table, token, seat=None):
    return client.get(
        f"/t/{table}/explorer",
        headers={"authorization": f"Bearer {token}"} if token else {},
        params={} if seat is None else {"seat": seat},
    )


def test_who_decides_is_shown_what_bots_did_and_nobody_else(client):
    table, tokens = table_with_explorer(client, seed=8)
    summary = client.get(f"/api/tables/{table}/summary").json()
    assert summary["explorer"] is True
    mine = summary["to_act"]
    answer = beside(client, table, tokens[mine])
    assert answer.status_code == 200
    assert "3 games of random" in answer.text
    assert "href" not in answer.text
    rows = [re.sub(r"\s+", " ", one) for one in re.findall(r"<tr.*?</tr>", answer.text, re.S)]
    match = horta.start("paris", 2, 8)
    assert sum(match.label(action) in row for row in rows for action in match.legal) >= 76
    assert beside(client, table, tokens[1 - mine]).status_code == 403
    assert beside(client, table, None).status_code == 403


def test_a_table_allows_the_explorer_only_if_it_was_set_so(client):
    made = client.post("/api/tables", json={"game": "paris"}).json()
    tokens = [seat["token"] for seat in made["seats"]]
    assert {beside(client, made["id"], token).status_code for token in tokens} == {403}
    html = page(client, f"/t/{made['id']}")
    assert "explorer_panel" not in html
    assert re.search(r"<dt>Explorer allowed</dt><dd>no</dd>", html)
    table, _ = table_with_explorer(client)
    html = page(client, f"/t/{table}")
    assert re.search(r"<dt>Explorer allowed</dt><dd>yes</dd>", html)
    assert 'id="explorer"' in html


def test_the_form_for_a_table_has_the_rule_and_it_is_off(client):
    html = page(client, "/new/paris")
    assert re.search(r'name="explorer"\s*>', html)
    form = {"who0": "person", "who1": "person", "where": "together", "explorer": "on"}
    answer = client.post("/new/paris", data=form, headers=HTML)
    assert 'id="explorer"' in answer.text


def test_of_an_owners_tables_nothing_is_told(client):
    tiles = registry.game("paris").components().model_dump(mode="json")["tiles"]
    tiles["orange"][:2] = reversed(tiles["orange"][:2])
    table, tokens = table_with_explorer(client, components={"tiles": tiles})
    mine = client.get(f"/api/tables/{table}/summary").json()["to_act"]
    assert "Nothing was counted" in beside(client, table, tokens[mine]).text


def test_a_rematch_keeps_the_rule(client):
    table, tokens = table_with_explorer(client)
    play_out(client, table, tokens)
    again = client.post(f"/api/tables/{table}/rematch", headers=person(tokens[0])).json()
    assert client.get(f"/api/tables/{again['id']}/summary").json()["explorer"] is True


# the house's own games


def person(token):
    return {"authorization": f"Bearer {token}"}


def play_out(client, table, tokens, seed=3):
    """Play a table of persons to its end, each choice at random."""
    choice = random.Random(seed)
    while not (now := client.get(f"/api/tables/{table}/summary").json())["over"]:
        token = person(tokens[now["to_act"]])
        legal = client.get(f"/api/tables/{table}/actions", headers=token).json()["actions"]
        played = {"step": now["step"], "action": choice.choice(legal)["action"]}
        client.post(f"/api/tables/{table}/actions", headers=token, json=played)


def agree(client, table, token, allow=True):
    address = f"/api/tables/{table}/counted"
    answer = client.post(address, headers=person(token), json={"allow": allow})
    assert answer.status_code == 200, answer.text
    return answer.json()["counted"]


def of_this_house(client, address="/explorer/paris"):
    """Return how many games of this house the explorer has counted."""
    found = re.search(r"(\d+) games of this house", page(client, f"{address}?lang=en"))
    return 0 if found is None else int(found[1])


def test_a_game_counts_when_all_persons_agree_and_only_as_long(client):
    made = client.post("/api/tables", json={"game": "paris"}).json()
    table, tokens = made["id"], [seat["token"] for seat in made["seats"]]
    assert "data-counted >" in client.get(f"/t/{table}", headers=person(tokens[0])).text
    assert agree(client, table, tokens[0]) is True
    play_out(client, table, tokens)
    assert of_this_house(client) == 0
    agree(client, table, tokens[1])
    assert of_this_house(client) == 1
    html = page(client, "/explorer/paris")
    assert html.count('data-title="this house: played"') > 10
    assert re.search(
        r'data-title="this house: played"><b>(50|100) %</b> <small>[12] of [12]<', html
    )
    assert agree(client, table, tokens[0], False) is False
    assert of_this_house(client) == 0
    assert "this house" not in page(client, "/explorer/paris")


def test_bots_agree_unless_they_took_a_persons_seat(client):
    seats = [{"name": "Zoe"}, {"bot": "random"}]
    made = client.post("/api/tables", json={"game": "paris", "seats": seats}).json()
    agree(client, made["id"], made["seats"][0]["token"])
    left = client.post("/api/tables", json={"game": "paris"}).json()
    agree(client, left["id"], left["seats"][0]["token"])
    bot = {"bot": "random"}
    client.put(f"/api/tables/{left['id']}/seats/1", headers=person(left["host"]), json=bot)
    for one in (made, left):
        token, choice = person(one["seats"][0]["token"]), random.Random(1)
        while not (now := client.get(f"/api/tables/{one['id']}/summary").json())["over"]:
            legal = client.get(f"/api/tables/{one['id']}/actions", headers=token).json()["actions"]
            if legal:
                played = {"step": now["step"], "action": choice.choice(legal)["action"]}
                client.post(f"/api/tables/{one['id']}/actions", headers=token, json=played)
    assert of_this_house(client) == 1


def test_what_was_not_dealt_here_does_not_count(client):
    table = finished(client)
    assert of_this_house(client) == 0
    assert "data-counted" not in page(client, f"/t/{table}")
    made = client.post("/api/tables", json={"game": "paris", "seed": 4}).json()
    tokens = [seat["token"] for seat in made["seats"]]
    assert "data-counted" not in client.get(f"/t/{made['id']}", headers=person(tokens[0])).text
    for token in tokens:
        agree(client, made["id"], token)
    play_out(client, made["id"], tokens)
    assert of_this_house(client) == 0


def test_who_comes_to_a_seat_has_agreed_to_nothing(client):
    made = client.post("/api/tables", json={"game": "paris"}).json()
    table, token = made["id"], made["seats"][0]["token"]
    agree(client, table, token)
    joined = client.post(f"/api/tables/{table}/join", headers=person(token), json={"name": "Zoe"})
    assert joined.status_code == 200
    assert client.get(f"/api/tables/{table}/summary").json()["seats"][0]["counted"] is False
    refused = client.post(f"/api/tables/{table}/counted", json={"allow": True})
    assert refused.status_code == 403

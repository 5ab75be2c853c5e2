"""Exploring: a finished game is played on from any step; branches grow where they are played."""

from __future__ import annotations

import json
from contextlib import contextmanager

import pytest
from starlette.testclient import TestClient

import horta
from horta.bots.bot import info_state
from horta.core.match import Match
from horta.server.app import create_app

from .conftest import make_table, settings_for
from .reviewing import put_up, short_game
from .test_picks import two_cubes

HTML = {"accept": "text/html"}
LEFT = 12


@pytest.fixture
def client(tmp_path):
    settings = settings_for(tmp_path, review_nice=0)
    with TestClient(create_app(settings), base_url="http://horta.test") as made:
        yield made


@pytest.fixture
def table(client):
    return put_up(client, short_game(left=LEFT))


def act(client, table, tree, do="go", **more):
    """Do something at a node; return the answer, which holds the tree as it is then."""
    body = {key: tree[key] for key in ("step", "known", "node") if key in tree}
    answer = client.post(f"/t/{table}/explore/at", json={**body, "do": do, **more})
    assert answer.status_code == 200, answer.text
    return {**body, **answer.json()}


def test_branches_grow_are_named_and_taken_back(client, table):
    start = act(client, table, {"step": 2})
    actions = [one["action"] for one in start["state"]["actions"]]
    assert len(actions) > 1
    first = act(client, table, start, "play", action=actions[0])
    assert first["node"]
    assert first["labels"][str(first["nodes"][0]["id"])]
    again = act(client, table, {**first, "node": 0}, "play", action=actions[0])
    assert again["nodes"] == first["nodes"], "the same action again is the same branch"
    other = act(client, table, {**first, "node": 0}, "play", action=actions[1])
    at_root = [one["action"] for one in other["nodes"] if one["after"] == 0]
    assert len(at_root) == 2
    branch = next(one["id"] for one in other["nodes"] if one["action"] == at_root[1])
    named = act(client, table, {**other, "node": branch}, "name", name="The safe way")
    assert [one.get("name") for one in named["nodes"] if one["id"] == branch] == ["The safe way"]
    promoted = act(client, table, named, "promote")
    assert promoted["nodes"][0]["id"] == branch
    back = act(client, table, {**promoted, "node": other["node"]}, "back")
    assert back["node"] != other["node"]
    removed = act(client, table, {**promoted, "node": branch}, "remove")
    assert removed["node"] == 0
    assert at_root[1] not in [one["action"] for one in removed["nodes"]]


def test_what_is_illegal_or_no_tree_is_refused_and_nothing_is_lost(client, table):
    start = act(client, table, {"step": 2})
    for wrong in (
        {"do": "play", "action": 10**6},
        {"node": 7},
        {"do": "pick", "things": [1, 2]},
        {"do": "remove"},
        {"known": "nothing"},
    ):
        answer = client.post(f"/t/{table}/explore/at", json={"step": 2, **wrong})
        assert answer.status_code == 422, wrong
        assert answer.json()["error"]
    assert act(client, table, {"step": 2})["state"]["svg"] == start["state"]["svg"]
    shown = client.get(f"/api/tables/{table}").json()
    assert (shown["over"], shown["standing"]) == (True, LEFT), "the game itself stays as it was"


def test_a_bot_plays_on_to_the_end_by_what_its_seat_knows(client, table):
    tree = act(client, table, {"step": LEFT - 4})
    for _ in range(30):
        if tree["to_play"] is None:
            break
        tree = act(client, table, tree, "bot", bot="random")
    assert tree["state"]["over"]
    assert tree["nodes"]


def test_nobody_explores_a_game_that_is_not_over_but_who_brought_it(client):
    running = make_table(client, seed=1)["id"]
    for path in (f"/t/{running}/explore", f"/t/{running}/explore?known=all"):
        assert client.get(path).status_code == 403
    match = horta.start("paris", seed=5)
    for _ in range(6):
        match.play(match.legal[0])
    for given in (match.position, match.transcript()):
        file = {"position": ("p.json", json.dumps(given), "application/json")}
        answer = client.post("/explore", files=file, headers=HTML, follow_redirects=False)
        assert answer.status_code == 303, answer.text
        link = answer.headers["location"]
        assert client.get(link, headers=HTML).status_code == 200
        stranger = TestClient(client.app, base_url="http://horta.test")
        assert stranger.get(link).status_code == 403
    for bad in ("[]", "nonsense", json.dumps({"game": "chess"}), json.dumps({"game": "paris"})):
        answer = client.post("/explore", data={"text": bad}, headers=HTML)
        assert answer.status_code in (404, 422), bad


def bring(client, match):
    """Bring a position to explore, and return its table."""
    file = {"position": ("p.json", json.dumps(match.position), "application/json")}
    answer = client.post("/explore", files=file, headers=HTML, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"].split("/")[2]


def test_exploring_with_what_the_seat_knows_shows_nothing_else(client):
    """Two games that differ in what the seat cannot know look the same, before and after."""
    match = horta.replay(short_game("bruxelles1897", left=40, seed=3)).back_to(0)
    info = info_state(match)
    shown = []
    for seed in (5, 6):
        table = info.deal(seed).tobytes()
        twin = Match(
            *(match.game, match.players, match.options, match.components, None), table=table
        )
        brought = bring(client, twin)
        start = act(client, brought, {"step": 0, "known": "seat"})
        after = act(client, brought, start, "play", action=match.legal[0])
        shown.append((table, start["state"]["svg"], after["state"]["svg"], after["labels"]))
    (one, *first), (two, *second) = shown
    assert one != two, "the games differ"
    assert first == second


def test_the_search_knows_the_true_deal_only_with_everything_revealed(client):
    match = horta.replay(short_game("bruxelles1897", left=30, seed=3)).back_to(0)
    info, told = info_state(match), {"seat": [], "all": []}
    for seed in (5, 6):
        twin = Match(
            *(match.game, match.players, match.options, match.components, None),
            table=info.deal(seed).tobytes(),
        )
        brought = bring(client, twin)
        for known, found in told.items():
            asked = {"step": 0, "known": known, "iterations": 24}
            answer = client.post(f"/t/{brought}/explore/opinion", json=asked)
            assert answer.status_code == 200, answer.text
            ways = answer.json()["ways"]
            found.append([(one["action"], one["visits"], one["lead"]) for one in ways])
    assert told["seat"][0] == told["seat"][1], "it looks at what the seat knows"
    assert told["all"][0] != told["all"][1], "it looks at what really lies there"


@contextmanager
def somebody_else(client):
    """Ask as another visitor of the same house."""
    mine = dict(client.cookies)
    client.cookies.clear()
    client.get("/explore", headers=HTML)
    yield
    client.cookies.clear()
    client.cookies.update(mine)


def test_whoever_may_explore_sees_the_same_tree_and_takes_nothing_from_others(client, table):
    assert client.get("/explore", headers=HTML).status_code == 200, "a browser gets its number"
    start = act(client, table, {"step": 2})
    actions = [one["action"] for one in start["state"]["actions"]]
    mine = act(client, table, start, "play", action=actions[0])
    first = mine["nodes"][0]["id"]
    act(client, table, {**mine, "node": first}, "name", name="Mine")
    with somebody_else(client):
        seen = act(client, table, {"step": 2})
        assert next((one["id"], one.get("name")) for one in seen["nodes"]) == (first, "Mine")
        assert all("by" not in one for one in seen["nodes"]), "nobody is named"
        for wrong in ({"do": "remove"}, {"do": "name", "name": "Theirs"}):
            body = {"step": 2, "node": first, **wrong}
            answer = client.post(f"/t/{table}/explore/at", json=body)
            assert answer.status_code == 403, answer.text
        theirs = act(client, table, {"step": 2}, "play", action=actions[1])
        assert len(theirs["nodes"]) > len(mine["nodes"])
        branch = next(
            one["id"] for one in theirs["nodes"] if not one["after"] and one["id"] > first
        )
        act(client, table, {**theirs, "node": branch}, "remove")
        assert f"/t/{table}/" not in client.get("/explore", headers=HTML).text
    linked = client.get(f"/t/{table}/explore?step=2&node={first}", headers=HTML).text
    assert f'"node": {first}' in linked or f'"node":{first}' in linked
    listed = client.get("/explore", headers=HTML).text
    assert f"/t/{table}/explore?step=2&amp;known=seat" in listed
    act(client, table, {"step": 2, "node": first}, "remove")
    assert f"/t/{table}/" not in client.get("/explore", headers=HTML).text


def test_a_visitor_begins_so_many_trees_and_no_more(tmp_path):
    settings = settings_for(tmp_path, trees=1)
    with TestClient(create_app(settings), base_url="http://horta.test") as client:
        table = put_up(client, short_game(left=LEFT))
        action = act(client, table, {"step": 2})["state"]["actions"][0]["action"]
        kept = act(client, table, {"step": 2}, "play", action=action)
        again = {"step": 2, "known": "all", "do": "play", "action": action}
        answer = client.post(f"/t/{table}/explore/at", json=again)
        assert answer.status_code == 429
        act(client, table, {**kept, "node": kept["nodes"][0]["id"]}, "remove")
        assert client.post(f"/t/{table}/explore/at", json=again).status_code == 200


def test_sets_are_picked_at_once_and_taken_back_as_one_and_told_what_they_bring(client):
    table = bring(client, two_cubes())
    start = act(client, table, {"step": 0})
    sets = start["state"]["picks"]["sets"]
    assert len(sets) == 6, "two of three kinds"
    place = {"step": 0, "known": "seat", "node": 0}
    whole = client.post(f"/t/{table}/explore/worth", json={**place, "things": sets[0][::-1]})
    assert whole.json()["changes"], "cubes come"
    single = {**place, "action": start["state"]["actions"][0]["action"]}
    assert client.post(f"/t/{table}/explore/worth", json=single).json()["changes"]
    told = client.post(f"/t/{table}/explore/worth", json=place).json()["previews"]
    assert len(told) == len(start["state"]["actions"])
    picked = act(client, table, start, "pick", things=sets[0][::-1])
    assert len(picked["nodes"]) >= 2
    assert act(client, table, picked, "back")["node"] == 0


def test_a_tree_becomes_a_study(client, table):
    tree = act(client, table, {"step": 2})
    actions = [one["action"] for one in tree["state"]["actions"]]
    for action in actions[:2]:
        tree = act(client, table, {**tree, "node": 0}, "play", action=action)
    form = {"step": 2, "known": "seat"}
    answer = client.post(f"/t/{table}/explore/study", data=form, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    study = client.get(f"{answer.headers['location']}/file.json").json()
    kept = study["chapters"][0]["tree"]["nodes"]
    assert [one["action"] for one in kept] == [one["action"] for one in tree["nodes"]]


def test_everything_revealed_goes_on_as_the_game_went(client):
    transcript = short_game("bruxelles1897", left=30, seed=3)
    table, match = put_up(client, transcript), horta.replay(transcript)
    tree = act(client, table, {"step": 1, "known": "all"}, "play", action=match.actions[1])
    assert tree["state"]["totals"] == match.back_to(1 + len(tree["nodes"])).scores
    played = [match.text(action) for action in match.actions[1 : 1 + len(tree["nodes"])]]
    assert [one["action"] for one in tree["nodes"]] == played


@pytest.mark.compiled
@pytest.mark.parametrize("known", ["seat", "all"])
def test_the_search_tells_what_it_thinks_the_longer_the_more(client, table, known):
    tree = {"step": 3, "known": known, "node": 0}
    visits = []
    for iterations in (100, 400):
        answer = client.post(f"/t/{table}/explore/opinion", json={**tree, "iterations": iterations})
        assert answer.status_code == 200, answer.text
        ways = answer.json()["ways"]
        assert ways
        assert all(way["label"] and 0 <= way["win"] <= 1 for way in ways)
        visits.append(max(way["visits"] for way in ways))
    assert visits[1] > visits[0]
    over = client.post(f"/t/{table}/explore/opinion", json={**tree, "step": LEFT})
    assert over.status_code == 422

"""Hints at the table: to one person alone at once, among several people when all of them agree."""

from __future__ import annotations

import horta

from .conftest import Sitting


def against_a_bot(client, **form):
    made = Sitting(client, game="paris", seats=[{}, {"bot": "random"}], **form)
    while made.show()["to_act"] != 0:
        pass
    return made


def test_one_person_alone_gets_hints_with_reasons(client):
    table = against_a_bot(client, seed=5, options={"starting_player": 0})
    assert table.show(0)["hints"] is True
    told = table.get("/hints", 0, lang="de").json()
    assert told["step"] == table.show()["step"]
    legal = {one["action"]: one for one in table.get("/actions", 0, lang="de").json()["actions"]}
    assert 1 <= len(told["hints"]) <= 5
    for hint in told["hints"]:
        known = legal[hint["action"]]
        assert (hint["label"], hint["target"]) == (known["label"], known["target"])
        assert hint["why"].endswith(".")
    best = table.post("/actions", 0, step=told["step"], action=told["hints"][0]["action"])
    assert best.status_code == 200


def test_a_hint_changes_nothing(client):
    table = against_a_bot(client, seed=6, options={"starting_player": 0})
    before = table.show(0)
    first, again = (table.get("/hints", 0).json() for _ in range(2))
    assert first == again
    assert table.show(0) == before


def test_among_people_all_have_to_agree(client):
    table = Sitting(client, game="paris", seed=7)
    seat = table.show()["to_act"]
    refused = table.get("/hints", seat)
    assert refused.status_code == 403
    assert "allow" in refused.json()["error"]
    assert table.post("/hints", seat, allow=True).json()["hints"] is True
    assert table.get("/hints", seat).status_code == 403
    assert table.show(seat)["hints"] is False
    assert table.post("/hints", 1 - seat, allow=True).status_code == 200
    assert table.show(seat)["hints"] is True
    assert table.get("/hints", seat).json()["hints"]
    table.post("/hints", 1 - seat, allow=False)
    assert table.get("/hints", seat).status_code == 403


def test_hints_are_for_the_seat_that_chooses_now(client):
    table = Sitting(client, game="paris", seed=8)
    seat = table.show()["to_act"]
    for one in (0, 1):
        table.post("/hints", one, allow=True)
    assert table.get("/hints", 1 - seat).status_code == 403
    assert table.get("/hints").status_code == 403  # a spectator
    assert table.post("/hints", allow=True).status_code == 403
    assert table.post("/hints", seat, allow="perhaps").status_code == 422


def test_every_game_gives_hints(client):
    for game in horta.games():
        few = horta.start(game).players
        seats = [{}] + [{"bot": "random"}] * (few - 1)
        table = Sitting(client, game=game, seats=seats, seed=9)
        while table.show()["to_act"] != 0:
            pass
        if len(table.get("/actions", 0).json()["actions"]) > 1:
            assert table.get("/hints", 0).json()["hints"][0]["why"]


def test_the_page_offers_the_button_only_where_hints_are_given(client):
    alone = client.post("/play/paris", follow_redirects=True)
    table = alone.url.path
    state = client.get(f"{table}/state").json()
    while not state["mine"]:
        state = client.get(f"{table}/state").json()
    assert "data-hint" in state["parts"]["question"]
    assert "data-allow" not in state["parts"]["seats"]
    form = {"who0": "person", "who1": "person", "where": "together"}
    both = client.post("/new/paris", data=form, follow_redirects=True)
    state = client.get(f"{both.url.path}/state").json()
    seat = state["seat"] if state["seat"] is not None else state["curtain"]
    state = client.get(f"{both.url.path}/state", params={"seat": seat}).json()
    assert "data-hint" not in state["parts"]["question"]
    assert 'data-allow="true"' in state["parts"]["seats"]

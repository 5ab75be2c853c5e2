"""Sets that are picked at once: all of them or nothing, in any order, and taken back as one."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import horta
from horta.core.picking import picking

from .conftest import Sitting


def two_cubes(seed=5):
    """A match in which somebody has just been asked for two cubes of any kind."""
    for number in range(seed, seed + 200):
        choice = random.Random(number)
        match = horta.start("bruxelles1893", players=3, seed=number, edition="2023")
        while not match.over and len(match.actions) < 60:
            found = picking(match)
            if found and "cube stone" in map(match.text, found.items):
                return match
            match.play(choice.choice(match.legal))
    raise AssertionError("nobody takes cubes")


def sit(client, match, **form):
    """Play a match up to the same point at a table."""
    given = {"players": match.players, "options": {"edition": "2023"}, "seed": match.seed, **form}
    sitting = Sitting(client, game="bruxelles1893", **given)
    for action in match.actions:
        now = sitting.show()
        if now["ends_turn"]:
            now["step"] = sitting.post("/end", now["to_act"], step=now["step"]).json()["step"]
            now["to_act"] = sitting.show()["to_act"]
        answer = sitting.post("/actions", now["to_act"], step=now["step"], action=action)
        assert answer.status_code == 200, answer.text
    return sitting, match.to_play


@pytest.fixture
def asked(client):
    return sit(client, two_cubes())


def cubes(sitting, seat):
    return sitting.show(seat)["view"]["table"]["seats"][seat]["cubes"]


def test_a_set_is_picked_in_any_order_and_at_once(asked):
    sitting, seat = asked
    before, step = Counter(cubes(sitting, seat)), sitting.show()["step"]
    shown = sitting.get("/picks", seat).json()
    assert shown["step"] == step
    texts = {one["action"]: one["text"] for one in shown["things"]}
    assert list(texts.values()) == ["cube wood", "cube iron", "cube stone"]
    assert all(one["label"] and one["target"]["element"] for one in shown["things"])
    assert len(shown["sets"]) == 6, "two of three kinds"
    assert Counter(map(len, shown["sets"])) == {2: 6}, "what the rules add by themselves is shown"
    answer = sitting.post("/picks", seat, step=step, things=["cube stone", "cube wood"])
    assert answer.status_code == 200, answer.text
    assert answer.json() == {"step": step + 2}
    assert Counter(cubes(sitting, seat)) - before == Counter(wood=1, stone=1)


def test_a_set_that_the_rules_complete_by_themselves_is_one_step(asked):
    sitting, seat = asked
    before, step = Counter(cubes(sitting, seat)), sitting.show()["step"]
    answer = sitting.post("/picks", seat, step=step, things=["cube stone"] * 2)
    assert answer.json() == {"step": step + 1}
    assert Counter(cubes(sitting, seat)) - before == Counter(stone=2)


def test_only_the_seat_that_is_asked_sees_and_picks(asked):
    sitting, seat = asked
    step, other = sitting.show()["step"], (seat + 1) % 3
    for who in (None, other):
        nothing = {"step": step, "things": [], "sets": [], "others": []}
        assert sitting.get("/picks", who).json() == nothing
        answer = sitting.post("/picks", who, step=step, things=["cube wood", "cube stone"])
        assert answer.status_code == 403
    assert sitting.show()["step"] == step


def test_what_is_no_set_or_comes_too_late_changes_nothing(asked):
    sitting, seat = asked
    step, before = sitting.show()["step"], sitting.show(seat)["view"]
    for wrong in ([], ["cube wood"], ["cube wood"] * 3, ["cube wood", "pass"], [0, 10**6]):
        answer = sitting.post("/picks", seat, step=step, things=wrong)
        assert answer.status_code == 422, wrong
        assert "cannot be picked together" in answer.json()["error"]
    answer = sitting.post("/picks", seat, step=step, things=["cube marble", "cube wood"])
    assert answer.status_code == 422
    for stale in (step - 1, step + 1):
        answer = sitting.post("/picks", seat, step=stale, things=["cube wood", "cube stone"])
        assert (answer.status_code, answer.json()["step"]) == (409, step)
    assert (sitting.show()["step"], sitting.show(seat)["view"]) == (step, before)


def test_a_set_is_taken_back_as_one(client):
    match = two_cubes()
    sitting, seat = sit(client, match, confirm=True)
    before = sitting.show(seat)
    sitting.post("/picks", seat, step=before["step"], things=["cube stone", "cube wood"])
    now = sitting.show(seat)
    assert now["standing"] == before["standing"] + 2
    assert now["undo_last"] == before["standing"], "not half of it"
    answer = sitting.post("/undo", seat, step=now["step"], to=now["undo_last"])
    assert answer.status_code == 200, answer.text
    assert sitting.show(seat)["view"] == before["view"]
    log = sitting.get("/log", seat).json()
    assert log[-1]["action"] == before["standing"]


def test_the_log_does_not_lead_back_into_the_middle_of_a_set(client):
    match = two_cubes()
    sitting, seat = sit(client, match, confirm=True)
    now = sitting.show(seat)
    sitting.post("/picks", seat, step=now["step"], things=["cube stone", "cube wood"])
    back = {one["action"]: one["back"] for one in sitting.get("/log", seat).json()}
    assert back[now["standing"]] is True
    assert back[now["standing"] + 1] is False


def test_a_preview_tells_what_a_set_brings(client):
    """Bruxelles 1897 counts the types of material that pay for a house."""
    for seed in range(200):
        choice = random.Random(seed)
        match = horta.start("bruxelles1897", players=2, seed=seed)
        while not match.over:
            found = picking(match)
            if found and match.text(found.items[0]).startswith("pay"):
                break
            match.play(choice.choice(match.legal))
        if not match.over:
            break
    given = {"transcript": match.transcript()}
    made = client.post("/api/transcripts", json=given).json()
    sitting, seat = Sitting(client, made), match.to_play
    shown = sitting.get("/picks", seat).json()
    step = shown["step"]
    for one in shown["sets"]:
        answer = sitting.get("/picks/preview", seat, thing=one[::-1])
        assert answer.status_code == 200, answer.text
        assert answer.json()["points"] != 0, "a house counts"
    before = sitting.get("/sheet", seat).json()["totals"][seat]
    told = sitting.get("/picks/preview", seat, thing=shown["sets"][-1]).json()["points"]
    answer = sitting.post("/picks", seat, step=step, things=shown["sets"][-1])
    assert answer.status_code == 200, answer.text
    assert sitting.get("/sheet", seat).json()["totals"][seat] - before == told


def test_a_table_from_outside_is_picked_at_too(client):
    """Its rules are tried elsewhere first, step by step."""
    match = horta.resume("bruxelles1893", two_cubes().position)
    made = client.post("/api/transcripts", json={"transcript": match.transcript()})
    assert made.status_code == 201, made.text
    sitting, seat = Sitting(client, made.json()), match.to_play
    step = sitting.show()["step"]
    things = [match.parse("cube stone"), match.parse("cube wood")]
    told = sitting.get("/picks/preview", seat, thing=things)
    assert told.status_code == 200, told.text
    assert sitting.get("/picks/preview", seat, thing=[1, 2]).status_code == 422
    answer = sitting.post("/picks", seat, step=step, things=things)
    assert answer.json() == {"step": step + 2}


def test_a_hint_tells_whole_sets(asked):
    """Advice where a set is asked for is a set, which can be picked as it is told."""
    sitting, seat = asked
    for one in range(3):
        sitting.post("/hints", one, allow=True)
    shown = sitting.get("/picks", seat).json()
    told = sitting.get("/hints", seat).json()
    assert told["hints"]
    for hint in told["hints"]:
        assert hint["things"] in shown["sets"]
        assert hint["things"][0] == hint["action"]
    best = told["hints"][0]["things"]
    answer = sitting.post("/picks", seat, step=told["step"], things=best)
    assert answer.status_code == 200, answer.text

"""A replay: its course in words, its rounds, and the scores behind its slider."""

from __future__ import annotations

import random
import re

import pytest

import horta
from horta.server.chart import backdrop, dash

from .conftest import Sitting

CHAPTERS = {
    "paris": ["Phase 1", "Phase 2"],
    "bruxelles1897": [f"Round {k}" for k in range(1, 5)],
    "bruxelles1893": ["Setup", *(f"Round {k}" for k in range(1, 6))],
}


def finished(game, seed=11):
    match, choice = horta.start(game, seed=seed), random.Random(7)
    while not match.over:
        match.play(choice.choice(match.legal))
    return match


def put_up(client, match):
    made = client.post("/api/transcripts", json={"transcript": match.transcript()}).json()
    return Sitting(client, made)


@pytest.mark.parametrize("game", CHAPTERS)
def test_the_course_names_the_rounds_and_tells_every_step(client, game):
    match = finished(game)
    sitting = put_up(client, match)
    course = sitting.get("/replay").json()
    assert [one["name"] for one in course["chapters"]] == CHAPTERS[game]
    begins = [one["number"] for one in course["chapters"]]
    assert begins[0] == 0
    assert begins == sorted(set(begins))
    assert [step["number"] for step in course["steps"]] == list(range(len(match.actions) + 1))
    assert all(step["lines"] for step in course["steps"])
    for number in (0, 1, len(match.actions) // 2, len(match.actions)):
        frame = sitting.get(f"/replay/{number}").json()
        assert frame["log"] == course["steps"][number]["lines"]
        assert frame["actor"] == course["steps"][number]["seat"]
    seats = {step["seat"] for step in course["steps"][1:]}
    assert seats == set(range(match.players))


def test_rounds_are_named_in_every_language(client):
    sitting = put_up(client, finished("bruxelles1893"))
    for lang, first, names in (("fr", "Mise en place", "Manche"), ("de", "Aufbau", "Runde")):
        found = [one["name"] for one in sitting.get("/replay", lang=lang).json()["chapters"]]
        assert found == [first, *(f"{names} {k}" for k in range(1, 6))]


def test_nobody_reads_of_a_choice_that_only_another_made(client):
    """A choice on the way is told to who made it, and to who sees everything."""
    sitting = put_up(client, finished("bruxelles1893"))
    told = {
        who: sitting.get("/replay", **{"from": who}).json()["steps"] for who in ("all", "0", "none")
    }
    chosen = [step for step in told["all"] if step["choice"]]
    assert {step["seat"] for step in chosen} == {0, 1}
    for step in chosen:
        mine, seen = told["0"][step["number"]], told["none"][step["number"]]
        assert seen["lines"] == []
        assert mine["lines"] == (step["lines"] if step["seat"] == 0 else [])


def test_the_course_is_told_when_the_game_is_over(sitting, choice):
    assert sitting.get("/replay").status_code == 403
    sitting.play_random(choice, 5)
    assert sitting.get("/replay", 0, **{"from": "0"}).status_code == 403
    sitting.play_random(choice)
    assert sitting.get("/replay").status_code == 200
    assert sitting.get("/replay", **{"from": "7"}).status_code == 403


def test_the_backdrop_has_a_line_for_each_seat_and_a_rule_for_each_round():
    scores = [[0, 0, 0], [0, 2, -1], [0, 2, -1], [0, 2, -1], [4, 2, -1]]
    svg = str(backdrop(scores, 4, [0, 2]))
    lines = re.findall(r'<polyline class="line seat-(\d)" points="([^"]+)"', svg)
    assert [int(seat) for seat, _ in lines] == [0, 1, 2]
    # from 4 points at the top to -1 at the foot, and no point where nothing bends
    assert lines[0][1] == "0,77.6 750,77.6 1000,4"
    assert lines[2][1].endswith("1000,96")
    assert svg.count('class="chapter"') == 1
    assert 'd="M500 0V100"' in svg
    assert len({dash(seat) for seat in range(5)}) == 5


def test_a_backdrop_without_scores_has_rules_alone():
    svg = str(backdrop([], 10, [0, 5]))
    assert "polyline" not in svg
    assert 'd="M500 0V100"' in svg

"""Exercises: what somebody tries is answered by what the search finds of it, not by a list."""

from __future__ import annotations

import random
import re
from dataclasses import asdict, replace
from html import unescape
from types import SimpleNamespace

import pytest
from starlette.testclient import TestClient

import horta
from horta.review import Decision, Estimate, Weighed
from horta.review.telling import likely, tell_at
from horta.server import review_views
from horta.server.app import create_app
from horta.server.exercises import is_right, kindly
from horta.server.review_lines import LineEnds, stand

from .conftest import settings_for
from .reviewing import put_up, short_game
from .test_reviews import HANG, is_whole, wait

pytestmark = pytest.mark.compiled


@pytest.fixture
def client(tmp_path):
    settings = settings_for(
        tmp_path, review_depth="glance", review_nice=1, review_seconds=HANG, work_patience=HANG
    )
    with TestClient(create_app(settings), base_url="http://horta.test") as made:
        yield made


def test_an_action_that_the_review_did_not_weigh_is_weighed_when_it_is_tried(client):
    table = put_up(client, short_game(left=12))
    wait(client, table, is_whole)
    job = client.app.state.house.reviews._jobs[table]
    most = max(job.found.values(), key=lambda one: one.choices)
    step, weighed = most.step, [one.action for one in most.ways]
    legal = job.room.match.back_to(step).legal
    assert len(legal) > len(weighed)
    other = next(action for action in legal if action not in weighed)

    def attempt(action):
        form = {"chapter": 0, "moment": 0, "played": [], "tables": "", "action": action}
        return client.post(f"/t/{table}/review/find/{step}/at", json=form)

    told = attempt(other).json()
    found = job.tried[step, other]
    assert found.action == other
    decision = replace(most, ways=(*most.ways, found))
    assert ("guide" in told) is is_right(decision, other)
    assert job.found[step] == most, "the review itself stays as it was"
    # One that is as good as the best is right, though the review never named it.
    equal = replace(most.best, action=other)
    job.tried[step, other] = equal
    right = attempt(other).json()
    assert right["guide"]["moment"] == 1
    assert job.room.match.back_to(step).label(other) in right["guide"]["html"]
    # One that is surely worse is not, and what it would cost is told.
    shares = tuple(Estimate(one.mean - 0.4, 0.001) for one in most.best.chances)
    worse = replace(equal, value=Estimate(equal.value.mean - 1.0, 0.001), chances=shares)
    job.tried[step, other] = worse
    assert "would cost about" in attempt(other).json()["answer"]
    check_lines(client, table, most)
    refused = attempt(max(legal) + 1)
    assert refused.status_code == 422
    assert refused.json()["error"]
    assert (step, max(legal) + 1) not in job.tried


def check_lines(client, table, decision):
    """What might follow is shown on the table as it is told, as far as it goes."""
    base = f"/t/{table}/review/at/{decision.step}"
    html = unescape(client.get(base).json()["html"])
    way = max(range(len(decision.ways)), key=lambda one: len(decision.ways[one].play))
    steps = re.findall(rf'data-line="{way}" data-number="(\d+)"[^>]*>([^<]*)<', html)
    assert len(steps) > 2
    drawings = []
    for number, said in steps:
        shown = client.get(f"{base}/line?way={way}&number={number}").json()
        assert shown["said"].endswith(said)
        assert shown["svg"].startswith("<svg")
        drawings.append(shown["svg"])
    assert len(set(drawings)) == len(drawings)
    beyond = len(decision.ways[way].play) + 1
    refused = client.get(f"{base}/line?way={way}&number={beyond}")
    assert "ends before" in refused.json()["error"]
    assert client.get(f"{base}/line?way=99&number=1").json()["error"]


def test_what_might_follow_is_shown_as_the_seat_that_decided_would_see_it():
    match = horta.start("bruxelles1897", 2, seed=5)
    choice = random.Random(5)
    for _ in range(30):
        match.play(choice.choice(match.legal))
    seat, play, twin = match.to_play, [], match.copy()
    while twin.to_play is not None and len(play) < 3:
        play.append(twin.legal[0])
        twin.play(twin.legal[0])
    told = likely(match, play)
    for number in range(2, 2 + len(told)):
        assert stand(match, play[:number], seat, "en")["said"] == told[number - 2]
    with pytest.raises(LineEnds):
        stand(match, [play[0], 10**6], seat, "en")


@pytest.mark.parametrize(
    ("lost", "error", "told"),
    [
        (0.2, 0.01, "That would cost about 20% of the victory."),
        (0.03, 0.005, "Not bad, but it would cost about 3% of the victory."),
        (0.03, 0.02, "something a little better"),
        (0.0, 0.01, "something a little better"),
    ],
)
def test_no_more_is_said_of_an_attempt_than_can_be_told(lost, error, told):
    def way(action, value, share):
        shares = (Estimate(share, error), Estimate(1 - share, error))
        return Weighed(action, Estimate(value, 0.001), Estimate(0.0, 0.1), shares, (), (action,))

    ways = (way(1, 0.9, 0.6), way(2, 0.5, 0.6 - lost), way(3, 0.1, 0.1))
    decision = Decision(0, 0, 9, ways, rank=2)
    assert not is_right(decision, 2)
    assert told in kindly(decision, 2, "en")
    assert "was played; it cost about 50% of the victory." in kindly(decision, 3, "en")
    assert "liked other actions better" in kindly(decision, 4, "en")


@pytest.mark.parametrize(
    ("chance", "points", "shown", "hidden"),
    [
        (Estimate(0.5, 0.05), Estimate(4.5, 0.1), "−4.5 points", "%"),
        (Estimate(0.3, 0.005), Estimate(4.5, 3.0), "−20%", "point"),
    ],
)
def test_a_cost_is_shown_only_in_what_can_be_told(chance, points, shown, hidden):
    """In the list, in the panel and in an exercise: of the victory, or in points, or both."""
    match = horta.start("paris", seed=1)
    worse, better = match.legal[:2]
    sure = Estimate(0.5, 0.001)
    seat = match.to_play

    def way(action, value, chance, points):
        shares = (chance, Estimate(1 - chance.mean, chance.error))
        shares = shares if seat == 0 else shares[::-1]
        return Weighed(action, value, points, shares, (), (action,))

    ways = (
        way(better, Estimate(0.6, 0.001), sure, points),
        way(worse, sure, chance, Estimate(0.0, 0.1)),
    )
    decision = Decision(0, seat, 9, ways, rank=1)
    room = SimpleNamespace(match=match, id="T")
    assert review_views.row_of(room, decision, "en")["cost"] == shown
    told = asdict(tell_at(match, decision))
    panel = review_views.full(room, decision, told, "en")["html"]
    costs = panel.partition('<dl class="costs">')[2].partition("</dl>")[0]
    assert ("Chance to win" in costs, "Points" in costs) == ("%" in shown, "points" in shown)
    assert hidden not in kindly(decision, worse, "en")
    assert "it cost about" in kindly(decision, worse, "en")
    unsure = replace(ways[1], chances=(Estimate(0.4, 0.1),) * 2, points=Estimate(3.0, 3.0))
    nothing = replace(decision, ways=(ways[0], unsure))
    assert kindly(nothing, worse, "en") == "That is what was played. Try another."
    assert review_views.cost_words(nothing, "en") == {}

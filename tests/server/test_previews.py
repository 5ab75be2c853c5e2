"""Previews: what an option brings and costs is what it then brings and costs."""

from __future__ import annotations

import random

import pytest

import horta
from horta.core.record import at
from horta.server.previews import MOST

from .conftest import Sitting, bearer

GAMES = horta.games()


def held(match, seat, lang="en"):
    return match.game.presentation.holdings(at(match.game.table, match.redacted(seat)), seat, lang)


@pytest.mark.parametrize("game", GAMES)
def test_all_options_are_told_at_once_and_true(client, game):
    """Whatever the preview says of an option, playing it does."""
    choice = random.Random(4)
    sitting = Sitting(client, game=game, seed=6)
    match = next(room.match for room in client.app.state.house.rooms if room.id == sitting.id)
    told = costs = points = 0
    for number in range(120):
        now = sitting.show()
        if now["over"]:
            break
        seat = now["to_act"]
        if not number % 8 and len(match.legal) <= MOST:
            found = sitting.get("/previews", seat).json()
            assert found["step"] == now["step"]
            assert {int(one) for one in found["previews"]} == set(match.legal)
            one = choice.choice(match.legal)
            single = sitting.get("/preview", seat, action=one).json()
            assert found["previews"][str(one)] == single
        action = choice.choice(match.legal)
        one = sitting.get("/preview", seat, action=action).json()
        before, scores = held(match, seat), match.scene(seat).scores
        sitting.post("/actions", seat, step=now["step"], action=action)
        after = held(match, seat)
        if any(event.kind in match.game.reveals for event in match.news(seat)):
            continue  # what came to light nobody could know
        changes = {name: after[name] - before[name] for name in before}
        assert one["changes"] == {name: by for name, by in changes.items() if by}
        assert one["points"] == match.scene(seat).scores[seat] - scores[seat]
        told += 1
        costs += any(change < 0 for change in one["changes"].values())
        points += one["points"] != 0
    assert told > 10
    assert costs
    assert points


@pytest.mark.parametrize("game", GAMES)
def test_holdings_have_names_in_every_language(game):
    match = horta.start(game, seed=2)
    names = [list(held(match, 0, lang)) for lang in ("en", "fr", "de")]
    assert len({len(one) for one in names}) == 1
    assert all(len(set(one)) == len(one) for one in names)
    assert names[0] != names[1]
    assert names[0] != names[2]


def test_previews_are_for_the_seat_to_play(client):
    sitting = Sitting(client, game="bruxelles1897", seed=2)
    seat = sitting.show()["to_act"]
    assert sitting.get("/previews", seat).json()["previews"]
    assert sitting.get("/previews", 1 - seat).json()["previews"] == {}
    assert sitting.get("/previews").status_code == 403
    answer = client.get(
        f"{sitting.base}/previews?seat={seat}", headers=bearer(sitting.keys[1 - seat])
    )
    assert answer.status_code == 403


def test_many_options_are_told_one_by_one(client):
    sitting = Sitting(client, game="paris", seed=1893)
    seat = sitting.show()["to_act"]
    listed = sitting.get("/actions", seat).json()["actions"]
    assert len(listed) > MOST
    assert sitting.get("/previews", seat).json()["previews"] == {}
    told = sitting.get("/preview", seat, action=listed[0]["action"]).json()
    assert set(told) == {"lines", "points", "changes", "signs"}

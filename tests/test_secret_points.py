"""A game may have points that its players cannot see: nothing that they are shown tells them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from horta.core import registry
from horta.core.match import Match
from horta.core.rule import rule


@rule
def score_hands(table, sheet):
    """Count the tile in hand, which the rival cannot see."""
    sheet[:, :] = 0
    for s in range(2):
        if table.seats[s].hand >= 0:  # neither empty nor hidden
            sheet[s, 0] = 100 + table.seats[s].hand


@pytest.fixture
def match(monkeypatch):
    monkeypatch.setenv("HORTA_JIT", "0")
    paris = registry.game("paris")
    game = replace(paris, id="secret", rules=replace(paris.rules, score=score_hands))
    return Match(game, 2, game.read_options({}), game.read_components({}), seed=7)


def test_the_truth_counts_everything(match):
    assert all(points >= 100 for points in match.scores)


@pytest.mark.parametrize("seat", [0, 1])
def test_a_view_counts_what_its_seat_knows(match, seat):
    view = match.view(seat)
    assert view["scores"][seat] == match.scores[seat]
    assert view["scores"][1 - seat] == 0
    assert view["sheet"]["lit"][1 - seat] == 0
    assert match.view()["scores"] == [0, 0]


def test_the_server_counts_what_a_seat_knows(match):
    pytest.importorskip("fastapi")
    from horta.server import views
    from horta.server.room import HouseRules, Room, Seat

    room = Room("table", match, [Seat(joined=True) for _ in range(2)], HouseRules())
    for seat in (0, 1):
        shown = views.sheet(room, seat, "en")
        assert shown["totals"][seat] == match.scores[seat]
        assert shown["totals"][1 - seat] == 0
    assert views.sheet(room, None, "en")["totals"] == [0, 0]

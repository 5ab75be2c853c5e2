"""Yardsticks from outside: they play whole games by the arena, and without a fault."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.bots.tables import after

from horta.bots import info_state, player
from horta.bots.arena import Plan, run

FLAT, ISMCTS = "tools/outside.py:flat:3ms-cpu", "tools/outside.py:ismcts:3ms-cpu"


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("game", "options"),
    [("paris", {}), ("bruxelles1893", {"edition": "2013", "strips": "random"})],
)
def test_they_play_each_other(game, options):
    plan = Plan(game, (FLAT, ISMCTS), 2, options=options)
    results = list(run(plan, jobs=0))
    assert [result.faults for result in results] == [[], []]
    assert sum(sum(map(Fraction, result.shares)) for result in results) == 2


@pytest.mark.compiled
def test_flat_gives_every_action_as_many_games(monkeypatch):
    from horta.bots.mcts import TreeSearch

    games: dict[int, int] = {}
    grow = TreeSearch.grow

    def count(tree, iterations):
        games[tree.only] = games.get(tree.only, 0) + iterations
        grow(tree, iterations)

    monkeypatch.setattr(TreeSearch, "grow", count)
    match = after("paris", 4, 6)
    chosen = player(FLAT, match.game, match.players).choose(info_state(match))
    assert chosen in match.legal
    assert set(games) == set(match.legal)
    assert len(set(games.values())) == 1

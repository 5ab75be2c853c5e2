"""The yardstick stays what it is: what it thought of some positions is kept here.

When a line differs since an estimate or the search was improved, the yardstick keeps the old one
(a copy that it alone uses), and the improvement gets the next version. Only a correction of the
rules, or a change of what is legal in these positions, is a reason to tell a line again.
"""

from __future__ import annotations

import tomllib
from importlib.metadata import EntryPoint
from pathlib import Path
from types import SimpleNamespace

import pytest
from tests.bots.tables import GAMES, after

from horta.bots import Budget, UnknownBot, info_state
from horta.bots.yardstick import FIRST, make_first
from horta.core import registry

KEPT = [
    (
        ("paris", 3, 6, 2, {}),
        [("choose U6", 5, 10.8), ("choose T5", 3, 12.0), ("tile B2 0", 1, 2.0)],
    ),
    (
        ("paris", 4, 24, 2, {}),
        [("put e2 0", 3, -11.333), ("put a1 0", 3, -15.0), ("put c1 0", 2, -15.5)],
    ),
    (("bruxelles1897", 3, 10, 2, {}), [("send a13", 10, 0.951), ("send a24", 2, -1.858)]),
    (
        ("bruxelles1897", 4, 70, 4, {}),
        [("take b3", 5, 13.181), ("take b1", 3, 13.105), ("take c2", 2, 4.651)],
    ),
    (
        ("bruxelles1893", 3, 30, 2, {"edition": "2013"}),
        [("place d3", 3, 19.24), ("place b2", 3, 15.895), ("place d1", 2, 22.007)],
    ),
    (
        ("bruxelles1893", 4, 120, 5, {"edition": "2013"}),
        [("bid 2", 4, 8.312), ("bid 3", 4, 5.909), ("bid 1", 2, -3.235)],
    ),
    (
        ("bruxelles1893", 5, 80, 3, {"edition": "2023", "belle_epoque": True, "asymmetric": True}),
        [("brussels park", 3, 16.709), ("place c2", 3, 16.726), ("place c4", 2, 14.695)],
    ),
]


def thoughts(game, seed, steps, players, options):
    """Return the three actions that it thinks best, each with its visits and its margin."""
    match = after(game, seed, steps, players, **options)
    while len(match.legal) == 1:
        match.play(match.legal[0])
    found = make_first(match.game, players).think(info_state(match, seed=1), Budget(iterations=12))
    return [(match.text(one.action), one.visits, round(one.margin, 3)) for one in found[:3]]


@pytest.mark.parametrize(("position", "kept"), KEPT)
def test_it_thinks_what_it_thought(position, kept):
    for found, told in zip(thoughts(*position), kept, strict=True):
        assert found[:2] == told[:2]
        assert found[2] == pytest.approx(told[2], abs=0.002)


def test_it_measures_every_game_of_the_house():
    assert set(GAMES) <= set(FIRST)


def test_it_takes_no_parameters_and_knows_no_other_game():
    game = registry.game("paris")
    with pytest.raises(TypeError):
        make_first(game, 2, explore=0.5)
    stranger = SimpleNamespace(id="stranger", title="A Stranger")
    with pytest.raises(UnknownBot, match="does not know A Stranger"):
        make_first(stranger, 2)


def test_the_bots_that_the_package_declares_are_there():
    """By the declaration itself: what is installed may be older than the source."""
    root = Path(__file__).parents[2]
    declared = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    makers = declared["project"]["entry-points"]["horta.bots"]
    assert makers["yardstick-1"] == "horta.bots.yardstick:make_first"
    for name, value in makers.items():
        assert callable(EntryPoint(name, value, "horta.bots").load())

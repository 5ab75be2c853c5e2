"""An owner's component tables, however strange, lead no rule out of its bounds."""

from __future__ import annotations

import pytest

import horta
from horta.core import registry

from .children import MORE, child
from .crowded import MOST, play
from .owners import play_plainly, tables


def test_paris_offers_as_many_builds_as_there_are():
    assert play() == MOST


@pytest.mark.compiled
@pytest.mark.parametrize("check", ["0", "1"])
def test_paris_compiled_survives_more_builds_than_anybody_counted(check):
    assert child("tests.hostile.crowded", HORTA_JIT="1", HORTA_CHECK=check) == str(MOST)


@pytest.mark.parametrize("name", horta.games())
def test_changed_components_are_refused_or_can_be_played(name):
    game = registry.game(name)
    for number, (_, _, table) in enumerate(tables(game, seed=1893, wanted=4)):
        play_plainly(game, table, number)


@pytest.mark.long
@pytest.mark.compiled
@pytest.mark.parametrize("name", horta.games())
def test_no_rule_leaves_its_bounds_whatever_the_components(name):
    tries, checked = str(30 * MORE), {"HORTA_JIT": "1", "HORTA_CHECK": "1"}
    assert child("tests.hostile.owners", name, tries, "7", **checked) == tries

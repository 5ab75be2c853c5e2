"""An owner's component tables, however strange, lead no rule out of its bounds."""

from __future__ import annotations

import pytest

from .children import child
from .crowded import MOST, play


def test_paris_offers_as_many_builds_as_there_are():
    assert play() == MOST


@pytest.mark.compiled
@pytest.mark.parametrize("check", ["0", "1"])
def test_paris_compiled_survives_more_builds_than_anybody_counted(check):
    assert child("tests.hostile.crowded", HORTA_JIT="1", HORTA_CHECK=check) == str(MOST)

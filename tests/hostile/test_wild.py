"""What Hypothesis makes of components, positions and transcripts does no harm to compiled rules."""

from __future__ import annotations

import pytest

import horta

from .children import MORE, child


@pytest.mark.long
@pytest.mark.compiled
@pytest.mark.parametrize("name", horta.games())
def test_what_hypothesis_makes_is_refused_or_can_be_played(name):
    checked = {"HORTA_JIT": "1", "HORTA_CHECK": "1"}
    assert child("tests.hostile.wild", name, str(200 * MORE), **checked) == "good"

"""Materials (B93-MAT, B93E2-MAT)."""

from __future__ import annotations

import itertools

import pytest
from b93_study import EDITIONS, Study, asked, do, options, seat


def take(study):
    match = do(study.match(), "place d1", "bid 1")
    return do(match, "perform") if asked(match) == "perform" else match


@pytest.mark.rule("B93-MAT-01", "B93E2-MAT-01")
@pytest.mark.parametrize("edition", EDITIONS)
def test_two_noble_cubes_of_free_choice_each_pair_once(edition):
    pairs = []
    match = take(Study(edition, 3))
    for first in options(match, "cube"):
        after = do(match.copy(), f"cube {first}")
        if asked(after) != "cube":
            pairs.append((first, first))
            assert seat(after, 0)["cubes"][first] == 2
            continue
        pairs += [(first, second) for second in options(after, "cube")]
    kinds = ("wood", "iron", "stone")
    assert pairs == list(itertools.combinations_with_replacement(kinds, 2))


@pytest.mark.rule("B93-MAT-02", "B93E2-MAT-02")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_short_supply(edition):
    match = take(Study(edition, 3).seat(1, cubes={"wood": 10, "iron": 9}))
    assert options(match, "cube") == ["iron", "stone"]
    do(match, "cube iron")
    assert seat(match, 0)["cubes"]["stone"] == 1, "the second one is forced"
    match = take(Study(edition, 3).seat(1, cubes={"wood": 10, "iron": 10, "stone": 9}))
    assert seat(match, 0)["cubes"]["stone"] == 1
    assert match.to_play == 1
    study = Study(edition, 3).seat(1, cubes={"wood": 10, "iron": 10, "stone": 10})
    match = do(study.match(), "place d1", "bid 1")
    assert match.to_play == 1
    assert any("cannot carry out the action (materials)" in line for line in match.log())


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_single_stone_can_be_part_of_every_pair(edition):
    match = take(Study(edition, 3).seat(1, cubes={"iron": 10, "stone": 9}))
    assert options(match, "cube") == ["wood"] or asked(match) == "cube"
    # Wood comes first in the order, so wood and stone is offered, two stones are not.
    assert options(match, "cube") in (["wood"], ["wood", "stone"])

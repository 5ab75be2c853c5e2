"""Secondary actions of the owners of houses (B93-SEC, B93E2-FREE)."""

from __future__ import annotations

import pytest
from b93_study import EDITIONS, Study, asked, do, options, points, seat, table


def placed(study, space):
    """Seat 0 places there; the action is skipped or carried out in the first way."""
    match = do(study.match(), f"place {space}", "bid 1")
    while match.to_play == 0 and not match.over and asked(match) != "turn":
        do(match, "decline" if asked(match) == "perform" else options(match)[0])
    return match


@pytest.mark.rule("B93-SEC-01", "B93E2-FREE-01")
@pytest.mark.example("OX-32")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_owner_profits_even_if_the_action_is_skipped_or_impossible(edition):
    study = Study(edition, 3).put("c2", house=1).put("e1", house=1).put("e2", house=1)
    match = placed(study, "c2")
    assert points(match, 1) == 3
    assert match.sheet["owner"][1] == 3


@pytest.mark.rule("B93-SEC-02", "B93E2-FREE-01")
@pytest.mark.parametrize("edition", EDITIONS)
def test_nobody_profits_from_his_own_assistant(edition):
    match = placed(Study(edition, 3).put("c2", house=0).put("e1", house=0), "c2")
    assert points(match, 0) == 0


@pytest.mark.rule("B93-SEC-03", "B93-BRU-08", "B93E2-BRU-08", "B93E2-FREE-01")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_park_and_neutrals_trigger_nothing(edition):
    study = Study(edition, 3).put("d1", house=1).put("e1", house=1)
    match = do(study.match(), "brussels park", "copy materials", "cube wood", "cube wood")
    assert match.to_play == 1
    assert asked(match) == "turn"
    assert sum(seat(match, 1)["cubes"].values()) == 0
    two = Study(edition, 2, crest=None).set(decision="crest", neutrals=0).put("c3", house=1)
    two.stock_card = 4
    match = do(two.match(), "crest 2-2")
    assert "c3" not in options(match, "neutral")


@pytest.mark.rule("B93-SEC-04", "B93E2-FREE-02")
@pytest.mark.parametrize("edition", EDITIONS)
def test_workshop_a_black_work(edition):
    match = placed(Study(edition, 3).put("a1", house=1), "a1")
    assert seat(match, 1)["works"]["black"] == 1
    assert table(match)["workshop"]["stacks"]["black"] == 5
    study = Study(edition, 3).put("a1", house=1).seat(2, works={"black": 6})
    assert seat(placed(study, "a1"), 1)["works"]["black"] == 0


@pytest.mark.rule("B93-SEC-04", "B93-ATL-03")
def test_first_edition_an_empty_black_pile_is_rebuilt():
    study = Study("2013", 3).put("a1", house=1).seat(2, works={"black": 5})
    study.shop(["black", "blue", "green"], ["brown"])
    match = placed(study, "a1")
    assert seat(match, 1)["works"]["black"] == 1
    assert table(match)["workshop"]["shop"] == [["green"], ["brown"]]
    assert table(match)["workshop"]["pile"][-1] == "blue", "under the pile (ruling R20)"
    # The rebuild is done in full even when it brings no black work.
    study.seat(2, works={"black": 6}).shop(["blue", "green"], ["brown"])
    match = placed(study, "a1")
    assert seat(match, 1)["works"]["black"] == 0
    assert table(match)["workshop"]["shop"] == [["green"], ["brown"]]


@pytest.mark.rule("B93-SEC-05", "B93E2-FREE-03")
@pytest.mark.parametrize("edition", EDITIONS)
def test_sale_a_point_for_each_work(edition):
    study = Study(edition, 3).put("c3", house=1).seat(1, works={"blue": 2, "black": 1})
    assert points(placed(study, "c3"), 1) == 3


@pytest.mark.rule("B93-SEC-06", "B93E2-FREE-04")
@pytest.mark.parametrize("edition", EDITIONS)
def test_theatre_one_upright_notable_may_be_activated(edition):
    study = Study(edition, 3).put("c1", house=1)
    study.seat(1, notables=["brugmann", "maeterlinck"], tilted=["brugmann"])
    match = placed(study, "c1")
    assert match.to_play == 1
    assert options(match) == ["decline", "activate maeterlinck"]
    used = do(match.copy(), "activate maeterlinck")
    assert points(used, 1) == 5
    assert seat(used, 1)["tilted"] == ["brugmann", "maeterlinck"]
    assert asked(used) == "turn"
    assert used.to_play == 1
    do(match, "decline")
    assert seat(match, 1)["tilted"] == ["brugmann"]
    study.seat(1, tilted=["brugmann", "maeterlinck"])
    assert asked(placed(study, "c1")) == "turn"


@pytest.mark.rule("B93-SEC-06")
@pytest.mark.parametrize("edition", EDITIONS)
def test_theatre_solvay_of_the_owner_asks_the_owner(edition):
    study = Study(edition, 3).put("c1", house=1)
    study.seat(1, notables=["brugmann", "solvay"], cubes={"joker": 1})
    match = do(placed(study, "c1"), "activate solvay")
    assert match.to_play == 1
    do(match, "solvay exchange", "cube wood", "cube stone")
    assert seat(match, 1)["cubes"] == {"wood": 1, "iron": 0, "stone": 1, "glass": 0, "joker": 0}
    assert asked(match) == "turn"


@pytest.mark.rule("B93-SEC-07")
def test_first_edition_the_cube_may_be_declined():
    match = placed(Study("2013", 3).put("d1", house=1), "d1")
    assert options(match) == ["decline", "cube wood", "cube iron", "cube stone"]
    do(match, "decline")
    assert sum(seat(match, 1)["cubes"].values()) == 0
    assert asked(match) == "turn"


@pytest.mark.rule("B93E2-FREE-05")
def test_second_edition_the_cube_must_be_taken():
    match = placed(Study("2023", 3).put("d1", house=1), "d1")
    assert options(match) == ["cube wood", "cube iron", "cube stone"]
    do(match, "cube iron")
    assert seat(match, 1)["cubes"]["iron"] == 1


@pytest.mark.rule("B93-SEC-07", "B93E2-FREE-05")
@pytest.mark.parametrize("edition", EDITIONS)
def test_without_cubes_the_owner_gets_nothing(edition):
    study = Study(edition, 3).put("d1", house=1)
    study.seat(2, cubes={"wood": 10, "iron": 10, "stone": 10})
    match = placed(study, "d1")
    assert asked(match) == "turn"
    assert match.to_play == 1


@pytest.mark.rule("B93-SEC-08", "B93E2-FREE-06")
@pytest.mark.parametrize("edition", EDITIONS)
def test_construction_a_point_for_each_own_house(edition):
    study = Study(edition, 3).put("c2", house=1).put("e5", house=1).put("e4", house=2)
    assert points(placed(study, "c2"), 1) == 2


@pytest.mark.rule("B93-SEC-09")
def test_a_secondary_action_triggers_no_other_one():
    study = Study("2013", 4).put("c1", house=1).put("a1", house=2).put("d1", house=3)
    match = do(placed(study, "c1"), "activate brugmann")
    assert seat(match, 1)["money"] == 10
    assert [seat(match, s)["money"] for s in (2, 3)] == [5, 5]
    assert asked(match) == "turn"

"""Glass and pavilions, and the cards that help to pay (BE-ACT-20..34, BE-CARD-09, BE-CARD-10)."""

from __future__ import annotations

import pytest
from b93_belle import act, belle, closing, cubes, owner_of, payments
from b93_study import Study, asked, do, options, points, seat, table

from horta.core.record import at
from horta.games.bruxelles1893.construction import can_build
from horta.games.bruxelles1893.payments import demand
from horta.games.bruxelles1893.pieces import PAVILIONS
from horta.games.bruxelles1893.table import EVERY_SPACE

WOOD, ANY, STONE, FRANCS, GLASS, IRON, EMPTY = range(7)  # places of the ring


def yard(*cards, branches=(WOOD, STONE), money=1, owner=None, **given):
    """Seat 0 is about to build; his money is spent on the bid unless there is more."""
    study = belle(*cards, owner=owner, **given).set(branches=list(branches))
    return study.seat(0, money=money)


def paying(study, *texts):
    return act(study.match(), "a3", *texts)


# Glass


@pytest.mark.rule("BE-ACT-20")
def test_the_material_action_gives_glass():
    match = act(belle(owner=None).match(), "d1", "cube glass")
    assert seat(match, 0)["cubes"] == cubes(glass=2), "pairs are taken in order, so glass twice"
    match = act(belle(owner=None).match(), "d1", "cube stone")
    assert options(match) == ["cube stone", "cube glass"]
    match = act(Study().match(), "d1")
    assert options(match) == ["cube wood", "cube iron", "cube stone"], "not in the base game"


@pytest.mark.rule("BE-ACT-20")
def test_solvay_and_the_owner_of_a_house_may_take_glass():
    """Ruling R-44."""
    study = belle(owner=None).set(theatre=["solvay", "buls", "albert", "empain"])
    match = act(study.match(), "c1", "take 0")
    assert options(match) == ["cube wood", "cube iron", "cube stone", "cube glass"]
    study = belle(owner=None).put("d1", house=0).set(turn=1, to_play=1)
    match = act(study.match(), "d1", "cube wood", "cube wood")
    assert match.to_play == 0
    assert options(match) == ["cube wood", "cube iron", "cube stone", "cube glass"]
    do(match, "cube glass")
    assert seat(match, 0)["cubes"] == cubes(glass=1)


@pytest.mark.rule("BE-ACT-20")
def test_glass_alone_keeps_the_material_action_possible():
    study = belle(owner=None).seat(1, cubes={"wood": 10, "iron": 10})
    study.seat(2, cubes={"stone": 10, "glass": 9})
    match = act(study.match(), "d1")
    assert seat(match, 0)["cubes"] == cubes(glass=1)


@pytest.mark.rule("BE-ACT-21")
def test_glass_pays_where_the_compass_shows_it():
    study = yard(branches=(GLASS, WOOD)).seat(0, cubes={"glass": 1, "wood": 1, "joker": 1})
    found = payments(paying(study), "house")
    assert set(found) == {
        (("glass", 1), ("wood", 1)),
        (("glass", 1), ("joker", 1)),
        (("joker", 1), ("wood", 1)),
    }
    study = yard(branches=(ANY, WOOD)).seat(0, cubes={"glass": 1, "wood": 1})
    assert set(payments(paying(study), "house")) == {(("glass", 1), ("wood", 1))}
    study = yard(branches=(STONE, WOOD)).seat(0, cubes={"glass": 2, "wood": 1})
    assert paying(study).to_play == 1, "glass is not wanted here"


@pytest.mark.rule("BE-ACT-21")
def test_glass_that_is_left_scores():
    study = belle(owner=None, played=5).seat(0, cubes={"glass": 3, "wood": 1, "joker": 2})
    assert closing(study.match()).sheet["cubes"][0] == 4


# Pavilions


@pytest.mark.rule("BE-ACT-30", "BE-ACT-31", "BE-ACT-32")
@pytest.mark.example("E14")
def test_a_pavilion_beside_the_third_row():
    study = yard(16, 17, 18, 19, 20).seat(0, cubes={"wood": 1, "stone": 1, "glass": 2})
    match = paying(study, "build pavilion-3")
    assert seat(match, 0)["cubes"] == cubes()
    assert table(match)["supply"]["glass"] == 10
    assert options(match) == ["branch 0", "branch 1"]
    do(match, "branch 1")
    assert owner_of(match, 18) == 0
    assert [p["owner"] for p in table(match)["belle"]["pavilions"]] == [None, None, 0, None, None]
    lying = table(match)
    assert [lying["ring"][k] for k in lying["branches"]] == ["wood", "francs"]
    assert (seat(match, 0)["built"], points(match, 0)) == (1, 5)
    assert all(entry["house"] is None for entry in lying["board"])


@pytest.mark.rule("BE-ACT-31")
@pytest.mark.parametrize(
    ("glass", "targets"),
    [
        (0, ["house", "pavilion-1", "pavilion-5"]),
        (1, ["house", "pavilion-1", "pavilion-2", "pavilion-4", "pavilion-5"]),
        (2, ["house", "pavilion-1", "pavilion-2", "pavilion-3", "pavilion-4", "pavilion-5"]),
    ],
)
def test_the_glass_of_each_pavilion(glass, targets):
    study = yard(money=30).seat(0, cubes={"wood": 1, "stone": 1, "glass": glass, "joker": 5})
    assert options(paying(study), "build") == targets, "neither jokers nor francs stand for it"
    after = cubes(wood=1, stone=1, glass=glass, joker=5)
    for target, more in zip(targets[1:], [0, 1, 2, 1, 0], strict=False) if glass == 2 else ():
        match = paying(study, f"build {target}", "pay wood", "pay stone")
        assert seat(match, 0)["cubes"] == {**after, "wood": 0, "stone": 0, "glass": 2 - more}


@pytest.mark.rule("BE-ACT-31", "BE-ACT-21")
@pytest.mark.example("X32")
def test_a_glass_cube_pays_one_thing():
    study = yard(branches=(GLASS, WOOD)).seat(0, cubes={"glass": 2, "wood": 1, "joker": 1})
    match = paying(study)
    assert options(match, "build") == [
        "house",
        "pavilion-1",
        "pavilion-2",
        "pavilion-3",
        "pavilion-4",
        "pavilion-5",
    ]
    third = do(match.copy(), "build pavilion-3", "branch 0")
    assert seat(third, 0)["cubes"] == cubes()
    assert points(third, 0) == 0, "wood and the joker, so no 5 points"
    house = payments(match, "house")
    gained = {key: points(do(end, "branch 0", "site e5"), 0) for key, end in house.items()}
    assert gained == {
        (("glass", 1), ("wood", 1)): 5,
        (("glass", 1), ("joker", 1)): 0,
        (("joker", 1), ("wood", 1)): 0,
    }


@pytest.mark.rule("BE-ACT-31")
def test_glass_of_the_pavilion_does_not_touch_the_bonus():
    study = yard().seat(0, cubes={"wood": 1, "joker": 1, "glass": 1})
    match = paying(study, "build pavilion-2", "branch 0")
    assert points(match, 0) == 0
    study = yard().seat(0, cubes={"wood": 1, "stone": 1, "glass": 1})
    match = paying(study, "build pavilion-2", "branch 0")
    assert points(match, 0) == 5
    study = yard(branches=(GLASS, EMPTY)).seat(0, cubes={"glass": 2})
    assert options(paying(study), "build") == ["house", "pavilion-1", "pavilion-5"]


@pytest.mark.rule("BE-ACT-30")
@pytest.mark.parametrize(
    ("built", "units", "gained"),
    [(0, 2, 5), (1, 2, 5), (2, 3, 5), (3, 3, 5), (4, 4, 10), (5, 4, 10)],
)
def test_a_pavilion_is_the_next_building_of_the_board(built, units, gained):
    """Ruling R-45: with both bonuses."""
    study = yard(16, 17, branches=(STONE, EMPTY)).seat(0, cubes={"stone": 9})
    for space in ("e1", "e2", "e3", "e4", "e5")[: max(0, built - 1)]:
        study.put(space, house=0)
    if built:
        study.pavilion(1, 0)
    match = paying(study, "build pavilion-5", "branch 0")
    assert seat(match, 0)["cubes"]["stone"] == 9 - units
    assert seat(match, 0)["built"] == built + 1
    assert points(match, 0) == gained


@pytest.mark.rule("BE-ACT-30")
def test_six_buildings_are_all():
    study = yard().seat(0, cubes={"wood": 5, "stone": 5}).pavilion(1, 0)
    for space in ("e1", "e2", "e3", "e4", "e5"):
        study.put(space, house=0)
    match = paying(study)
    assert match.to_play == 1
    assert seat(match, 0)["built"] == 6


@pytest.mark.rule("BE-ACT-32")
def test_one_pavilion_beside_each_row_and_several_for_a_player():
    study = yard().pavilion(1, 0).pavilion(5, 1).seat(0, cubes={"wood": 1, "stone": 1, "glass": 2})
    match = paying(study)
    assert options(match, "build") == ["house", "pavilion-2", "pavilion-3", "pavilion-4"]
    do(match, "build pavilion-4", "branch 0")
    assert [p["owner"] for p in table(match)["belle"]["pavilions"]] == [0, None, None, 0, 1]


@pytest.mark.rule("BE-ACT-30", "BE-ACT-32")
def test_the_last_free_pavilion_keeps_construction_possible_on_a_full_board():
    match = yard().seat(0, cubes={"wood": 1, "stone": 1}).match()
    now = at(match.game.table, match._table)
    now.houses = EVERY_SPACE
    for k in range(PAVILIONS - 1):
        now.pavilion[k] = 1
    assert can_build(now, 0, demand(now), 0)
    now.pavilion[PAVILIONS - 1] = 1
    assert not can_build(now, 0, demand(now), 0)


@pytest.mark.rule("BE-ACT-32")
def test_the_power_is_there_at_once():
    study = yard(1, money=9).seat(0, cubes={"wood": 1, "stone": 1}, works={"blue": 2})
    match = paying(study, "build pavilion-1", "branch 0", "pass", "pass")
    act(match, "a1", "work green", "card 1")
    assert seat(match, 0)["money"] == 7 + 3


@pytest.mark.rule("BE-ACT-33")
def test_pavilions_count_when_a_rival_builds():
    study = belle(owner=None).put("a3", house=0).put("e5", house=0).pavilion(2, 0)
    match = act(study.set(turn=1, to_play=1).match(), "a3")
    assert points(match, 0) == 3


@pytest.mark.rule("BE-ACT-34", "BE-END-04")
def test_a_pavilion_counts_at_the_end_and_gives_no_secondary_action():
    study = belle(owner=None, played=5).pavilion(1, 0).put("e5", house=0)
    study.seat(0, tracks={"architect": 4})
    assert closing(study.match()).sheet["buildings"][0] == 16
    study = belle(owner=None).pavilion(1, 0).set(turn=1, to_play=1)
    match = act(study.match(), "a1", "work blue")
    assert seat(match, 0)["works"]["black"] == 0
    assert match.to_play == 2


# Card 9


@pytest.mark.rule("BE-CARD-09")
@pytest.mark.example("X33")
@pytest.mark.parametrize(
    ("owned", "money", "paid"),
    [
        ({"iron": 1}, 3, (("francs", 3), ("iron", 1))),
        ({"wood": 1, "iron": 1}, 2, None),
        ({"wood": 1, "joker": 1}, 2, (("joker", 1), ("wood", 1))),
    ],
)
def test_card_9_replaces_one_cube(owned, money, paid):
    study = yard(9, owner=0, branches=(WOOD, FRANCS), money=money + 1).seat(0, cubes=owned)
    match = paying(study)
    if paid is None:
        assert match.to_play == 1, "iron cannot stand for 3 FB"
        return
    do(match, "card 9", "build house", "branch 1", "site e5")
    spent = dict(paid)
    left = {kind: count - spent.get(kind, 0) for kind, count in cubes(**owned).items()}
    assert seat(match, 0)["cubes"] == left
    assert seat(match, 0)["money"] == money - spent.get("francs", 0)
    assert points(match, 0) == 5


@pytest.mark.rule("BE-CARD-09")
def test_card_9_has_two_modes():
    """Ruling R-50."""
    study = yard(9, owner=0).seat(0, cubes={"wood": 2, "iron": 1, "joker": 1})
    match = paying(study, "card 9")
    assert options(match) == ["mode substitution", "mode pardon"]
    other = payments(do(match.copy(), "mode substitution"), "house")
    gained = {key: points(do(end, "branch 0", "site e5"), 0) for key, end in other.items()}
    assert gained == {
        (("wood", 2),): 5,  # a wood for the stone
        (("iron", 1), ("wood", 1)): 5,
        (("iron", 1), ("joker", 1)): 0,  # the joker is not forgiven here
    }
    pardon = payments(do(match.copy(), "mode pardon"), "house")
    gained = {key: points(do(end, "branch 0", "site e5"), 0) for key, end in pardon.items()}
    assert gained == {(("joker", 1), ("wood", 1)): 5}
    plain = payments(do(paying(study), "decline"), "house")
    gained = {key: points(do(end, "branch 0", "site e5"), 0) for key, end in plain.items()}
    assert gained == {(("joker", 1), ("wood", 1)): 0}


@pytest.mark.rule("BE-CARD-09")
def test_card_9_pardons_exactly_one_joker():
    study = yard(9, owner=0).seat(0, cubes={"joker": 2})
    match = paying(study)
    assert asked(match) == "target", "two jokers: the card is not offered"
    study = yard(9, owner=0).seat(0, cubes={"wood": 1, "joker": 1})
    match = paying(study, "card 9")
    assert asked(match) == "target", "no substitution is possible"


@pytest.mark.rule("BE-CARD-09", "BE-CG-03")
def test_card_9_may_make_a_building_possible():
    study = yard(9, owner=0).seat(0, cubes={"iron": 1, "stone": 1})
    match = paying(study)
    assert options(match) == ["decline", "card 9"]
    left = do(match.copy(), "decline")
    assert left.to_play == 1
    assert seat(left, 0)["cubes"] == cubes(iron=1, stone=1)
    do(match, "card 9", "build house", "branch 0", "site e5")
    assert points(match, 0) == 5
    assert seat(match, 0)["built"] == 2
    study = yard(9, owner=0).seat(0, cubes={"iron": 2})
    assert paying(study).to_play == 1, "two cubes would have to be replaced"


@pytest.mark.rule("BE-CARD-09", "BE-ACT-31")
def test_card_9_does_not_stand_for_the_glass_of_a_pavilion():
    study = yard(9, owner=0).seat(0, cubes={"wood": 2, "stone": 1, "iron": 1, "glass": 1})
    match = paying(study, "card 9")
    assert options(match, "build") == [
        "house",
        "pavilion-2",
        "pavilion-4",
        "pavilion-5",
    ], "the third takes two"


@pytest.mark.rule("BE-CARD-09", "BE-CARD-10", "BE-ACT-31")
@pytest.mark.example("X23")
def test_both_cards_and_two_glass():
    study = yard(9, 10, owner=0).seat(0, cubes={"wood": 1, "stone": 1, "iron": 1, "glass": 2})
    match = paying(study, "card 9", "build pavilion-3", "branch 0")
    assert options(match) == ["decline", "card 10"]
    assert points(match, 0) == 5
    do(match, "card 10")
    assert points(match, 0) == 8
    assert seat(match, 0)["cubes"] == cubes()
    assert seat(match, 0)["built"] == 3


# Card 10


@pytest.mark.rule("BE-CARD-10")
@pytest.mark.parametrize(
    ("branches", "owned", "money", "texts", "gained"),
    [
        ((WOOD, STONE), {"wood": 1, "stone": 1}, 1, (), 5 + 2),
        ((WOOD, STONE), {"wood": 1, "joker": 1}, 1, (), 0 + 2),
        ((WOOD, FRANCS), {"wood": 1}, 4, (), 5 + 1),
    ],
)
def test_card_10_scores_for_cubes_of_the_compass(branches, owned, money, texts, gained):
    """Ruling R-51: francs are no cubes."""
    study = yard(10, owner=0, branches=branches, money=money).seat(0, cubes=owned)
    match = paying(study, "build house", "branch 1", "site e5", "card 10")
    assert points(match, 0) == gained


@pytest.mark.rule("BE-CARD-10")
def test_card_10_sleeps_without_a_cube():
    study = yard(10, owner=0, branches=(EMPTY, FRANCS), money=7)
    match = paying(study, "build house", "branch 0", "site e5")
    assert (asked(match), match.to_play) == ("turn", 1)
    assert points(match, 0) == 5

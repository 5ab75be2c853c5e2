"""The theatre and its notables (B93-THE, B93-NOT, B93E2-NOB)."""

from __future__ import annotations

import pytest
from b93_study import EDITIONS, Study, asked, do, finish_round, options, points, seat, table


def hire(study, *texts):
    match = do(study.match(), "place c1", "bid 1")
    if study.edition == "2013":
        do(match, "perform")
    return do(match, *texts)


def activated(study, name, *texts):
    """Use an own notable in the Grand-Place, as the only one."""
    study.seat(0, notables=["brugmann", name], tilted=["brugmann"])
    return do(study.match(), "brussels grand-place", f"activate {name}", *texts)


@pytest.mark.rule("B93-THE-01", "B93E2-NOB-01")
@pytest.mark.example("BX-09")
@pytest.mark.parametrize("edition", EDITIONS)
def test_places_cost_0_to_3_and_must_be_affordable(edition):
    for money, prices in ((1, ["0"]), (2, ["0", "1"]), (3, ["0", "1", "2"])):
        match = do(Study(edition, 3).seat(0, money=money).match(), "place c1")
        if asked(match) == "bid":
            do(match, "bid 1")
        if edition == "2013":
            do(match, "perform")
        if money == 1:
            assert seat(match, 0)["cubes"]["joker"] == 2, "only the free one, taken at once"
        else:
            assert options(match, "take") == prices
    match = hire(Study(edition, 3), "take 3")
    assert seat(match, 0)["money"] == 5 - 1 - 3


@pytest.mark.rule("B93-THE-02", "B93-THE-03", "B93E2-NOB-02", "B93E2-NOB-03", "B93E2-NOB-05")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_effect_comes_at_once_then_keep_tilted_or_discard(edition):
    match = hire(Study(edition, 3), "take 1")
    assert seat(match, 0)["levels"]["town_hall"] == 2
    assert options(match) == ["keep", "discard"]
    kept = do(match.copy(), "keep")
    assert seat(kept, 0)["notables"] == ["brugmann", "buls"]
    assert seat(kept, 0)["tilted"] == ["buls"]
    do(kept, "pass", "pass", "brussels grand-place")
    assert options(kept, "activate") == ["brugmann"], "not twice in a round"
    gone = do(match, "discard")
    assert seat(gone, 0)["notables"] == ["brugmann"]
    assert table(gone)["discards"]["buls"] == 1


@pytest.mark.rule("B93-THE-02", "B93-NOT-06", "B93E2-NOB-26")
@pytest.mark.example("X30")
@pytest.mark.parametrize("edition", EDITIONS)
def test_an_impossible_effect_is_no_obstacle(edition):
    study = Study(edition, 3).set(theatre=["buls", "vandervelde", "albert", "solvay"])
    study.seat(0, justice=0)
    match = hire(study, "take 1")
    assert seat(match, 0)["money"] == 3
    assert seat(match, 0)["reserve"] == 6
    assert options(match) == ["keep", "discard"]


@pytest.mark.rule("B93-THE-04", "B93-THE-06", "B93E2-NOB-06")
@pytest.mark.parametrize("edition", EDITIONS)
def test_kept_notables_stay_and_have_no_limit(edition):
    names = ["brugmann", "buls", "albert", "van_de_velde", "vandervelde", "maeterlinck", "solvay"]
    study = Study(edition, 3).seat(0, notables=names)
    match = hire(study, "take 0", "keep")
    assert len(seat(match, 0)["notables"]) == 8
    assert not any(text.startswith("discard") for text in options(match))
    assert match.sheet["unpaid"][0] < 0, "they must be paid at the end"


@pytest.mark.rule("B93-THE-05", "B93E2-NOB-04")
@pytest.mark.example("OX-35")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_second_card_of_a_character_works_but_must_be_discarded(edition):
    study = Study(edition, 3).seat(0, notables=["brugmann", "buls"])
    match = hire(study, "take 1")
    assert match.to_play == 1, "discarding was the only option"
    assert seat(match, 0)["levels"]["town_hall"] == 2
    assert seat(match, 0)["tilted"] == []
    assert table(match)["discards"]["buls"] == 1


@pytest.mark.rule("B93-THE-07", "B93E2-NOB-07")
@pytest.mark.example("X28")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_others_close_the_gap_and_a_new_card_comes_at_3(edition):
    study = Study(edition, 3).set(theatre=["solvay", "albert", "buls", "empain"])
    study.deck = ["maeterlinck", "vandervelde"]
    match = hire(study, "take 1", "keep")
    assert table(match)["theatre"] == ["solvay", "buls", "empain", "maeterlinck"]
    finish_round(match)
    assert table(match)["theatre"][:3] == ["buls", "empain", "maeterlinck"]


@pytest.mark.rule("B93-THE-08")
def test_first_edition_an_empty_pile_takes_the_discards_at_once():
    study = Study("2013", 3)
    study.deck = ["maeterlinck"]
    match = hire(study, "take 0", "keep")
    lying = table(match)
    assert lying["theatre"][3] == "maeterlinck"
    assert lying["deck_size"] == 21 - 4 - 1
    assert sum(lying["discards"].values()) == 0


@pytest.mark.rule("B93E2-NOB-08")
def test_second_edition_an_empty_pile_takes_the_discards_when_a_card_is_needed():
    study = Study("2023", 3)
    study.deck = ["maeterlinck"]
    match = hire(study, "take 0", "keep")
    assert table(match)["deck_size"] == 0
    assert sum(table(match)["discards"].values()) == 16
    do(match, "place a2", "bid 1", "take 0", "discard")
    assert table(match)["deck_size"] == 16
    assert sum(table(match)["discards"].values()) == 0


@pytest.mark.rule("B93-THE-09", "B93E2-NOB-08", "B93-THE-10", "B93E2-NOB-01")
@pytest.mark.parametrize("edition", EDITIONS)
def test_without_any_card_a_place_stays_empty(edition):
    study = Study(edition, 5).set(theatre=["solvay", "albert", None, None])
    others = ["empain", "buls", "van_de_velde", "vandervelde", "maeterlinck"]
    study.seat(0, notables=["brugmann"])
    for s in (1, 2, 3):
        study.seat(s, notables=["brugmann", *others])
    study.seat(1, notables=["brugmann", *others, "solvay", "albert"])
    study.seat(2, notables=["brugmann", *others, "solvay", "albert"])
    match = hire(study)
    assert options(match, "take") == ["0", "1"]
    do(match, "take 0", "cube wood", "keep")
    assert table(match)["theatre"] == ["albert", None, None, None]


@pytest.mark.rule("B93-NOT-01", "B93-BRU-10", "B93E2-NOB-05")
@pytest.mark.parametrize("edition", EDITIONS)
def test_an_activated_notable_is_tilted_and_needs_to_be_upright(edition):
    match = activated(Study(edition, 3), "maeterlinck")
    assert seat(match, 0)["tilted"] == ["brugmann", "maeterlinck"]
    match = do(Study(edition, 3).seat(0, tilted=["brugmann"]).match(), "brussels grand-place")
    assert match.to_play == 1, "nobody upright: nothing to choose"


@pytest.mark.rule("B93-NOT-02", "B93E2-NOB-20")
@pytest.mark.parametrize("edition", EDITIONS)
def test_brugmann_pays_5(edition):
    match = do(Study(edition, 3).match(), "brussels grand-place", "activate brugmann")
    assert seat(match, 0)["money"] == 10


@pytest.mark.rule("B93-NOT-08", "B93E2-NOB-21")
@pytest.mark.parametrize("edition", EDITIONS)
def test_empain_brings_two_jokers_or_what_is_left(edition):
    match = activated(Study(edition, 3), "empain")
    assert seat(match, 0)["cubes"]["joker"] == 2
    match = activated(Study(edition, 3).seat(1, cubes={"joker": 14}), "empain")
    assert seat(match, 0)["cubes"]["joker"] == 1


@pytest.mark.rule("B93-NOT-03", "B93E2-NOB-22")
@pytest.mark.parametrize("edition", EDITIONS)
def test_solvay_gives_one_cube_or_two_for_a_joker(edition):
    match = activated(Study(edition, 3), "solvay")
    assert options(match) == ["cube wood", "cube iron", "cube stone"], "no joker: no question"
    match = activated(Study(edition, 3).seat(0, cubes={"joker": 1}), "solvay")
    assert options(match) == ["solvay one", "solvay exchange"]
    do(match, "solvay exchange", "cube iron", "cube iron")
    assert seat(match, 0)["cubes"] == {"wood": 0, "iron": 2, "stone": 0, "glass": 0, "joker": 0}
    assert table(match)["supply"]["joker"] == 15
    # Rulings R49 and R-12: the exchange needs two cubes in the supply.
    study = Study(edition, 3).seat(0, cubes={"joker": 1})
    study.seat(1, cubes={"wood": 10, "iron": 10, "stone": 9})
    match = activated(study, "solvay")
    assert seat(match, 0)["cubes"]["stone"] == 1
    assert seat(match, 0)["cubes"]["joker"] == 1
    study.seat(1, cubes={"stone": 10})
    match = activated(study, "solvay")
    assert match.to_play == 1, "nothing to take"


@pytest.mark.rule("B93-NOT-04", "B93-NOT-05", "B93-NOT-09", "B93E2-NOB-23", "B93E2-NOB-24")
@pytest.mark.rule("B93E2-NOB-25")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("name", "track", "value"),
    [("buls", "town_hall", 2), ("albert", "palace", 2), ("van_de_velde", "architect", 2)],
)
def test_three_notables_move_a_disc(edition, name, track, value):
    match = activated(Study(edition, 3), name)
    assert seat(match, 0)["levels"][track] == value
    assert sum(seat(match, 0)["tracks"].values()) == 1


@pytest.mark.rule("B93-NOT-06", "B93E2-NOB-26")
@pytest.mark.parametrize("edition", EDITIONS)
def test_vandervelde_frees_an_assistant_for_this_round(edition):
    match = activated(Study(edition, 3), "vandervelde")
    assert (seat(match, 0)["justice"], seat(match, 0)["reserve"]) == (1, 5)


@pytest.mark.rule("B93-NOT-07", "B93E2-NOB-27")
@pytest.mark.parametrize("edition", EDITIONS)
def test_maeterlinck_brings_5_points(edition):
    match = activated(Study(edition, 3), "maeterlinck")
    assert points(match, 0) == 5
    assert match.sheet["maeterlinck"][0] == 5


@pytest.mark.rule("B93-NOT-10", "B93E2-NOB-28")
@pytest.mark.parametrize("edition", EDITIONS)
def test_steps_at_the_end_of_a_track_are_lost(edition):
    study = Study(edition, 3).seat(0, tracks={"architect": 5})
    assert seat(study.match(), 0)["levels"]["architect"] == 10
    match = activated(study, "van_de_velde")
    assert seat(match, 0)["tracks"]["architect"] == 5
    assert seat(match, 0)["tilted"] == ["brugmann", "van_de_velde"], "ruling R48"

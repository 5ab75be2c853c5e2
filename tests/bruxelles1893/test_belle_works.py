"""White works (BE-ACT-13..19)."""

from __future__ import annotations

import pytest
from b93_belle import act, belle, closing
from b93_study import Study, asked, do, options, points, seat, table

ODD = {"grid": {"francs": (5, 3, 1, 0, 1, 3, 5), "points": (5, 3, 1, 0, 1, 3, 5)}}


def studio(works=None, white=None, **given):
    """Seat 0 has these works, some of them white."""
    study = belle(owner=None, **given)
    return study.seat(0, works=works or {}, belle={"white": white or {}})


def shop(match):
    return table(match)["workshop"]["shop"]


def stacks(match):
    return table(match)["workshop"]["stacks"]


@pytest.mark.rule("BE-ACT-13")
def test_privat_livemont_creates_a_white_work():
    study = belle(owner=None).set(theatre=["privat_livemont", "buls", "albert", "solvay"])
    match = act(study.match(), "c1", "take 0")
    assert options(match) == ["work blue", "work brown", "work yellow", "work green"]
    do(match, "work yellow")
    assert seat(match, 0)["belle"]["white"] == {"blue": 0, "brown": 0, "yellow": 1, "green": 0}
    assert sum(seat(match, 0)["works"].values()) == 0
    assert stacks(match)["yellow"] == 5
    assert options(match) == ["keep", "discard"]


@pytest.mark.rule("BE-ACT-13")
def test_privat_livemont_finds_only_what_the_stacks_hold():
    study = belle(owner=None).set(theatre=["privat_livemont", "buls", "albert", "solvay"])
    study.seat(1, works={"blue": 6, "brown": 6}).seat(2, works={"green": 5, "yellow": 6})
    match = act(study.match(), "c1", "take 0")
    assert seat(match, 0)["belle"]["white"]["green"] == 1, "the only one left"
    study.seat(2, works={"green": 6})
    match = act(study.match(), "c1", "take 0")
    assert options(match) == ["keep", "discard"], "black works do not count: no effect"
    assert sum(seat(match, 0)["belle"]["white"].values()) == 0


@pytest.mark.rule("BE-ACT-13")
@pytest.mark.parametrize("owner", [False, True])
def test_privat_livemont_in_the_grand_place_and_for_an_owner(owner):
    study = belle(owner=None).seat(0, notables=["brugmann", "privat_livemont"])
    if owner:
        study.put("c1", house=0).set(turn=1, to_play=1)
        match = act(study.match(), "c1", "take 0", "keep")
        assert match.to_play == 0
    else:
        match = do(study.match(), "brussels grand-place")
    do(match, "activate privat_livemont", "work blue")
    assert seat(match, 0)["belle"]["white"]["blue"] == 1
    assert asked(match) == "turn"
    assert match.to_play == (2 if owner else 1)


@pytest.mark.rule("BE-ACT-15")
def test_white_works_move_the_cursor_like_others():
    """Ruling R-39."""
    match = act(studio({"blue": 1}, {"green": 1, "blue": 1}).match(), "b1", "sell blue")
    assert len(options(match, "cursor")) == 21, "three works, three steps"
    match = act(studio({"blue": 1}).match(), "b1")
    assert len(options(match, "cursor")) == 5


@pytest.mark.rule("BE-ACT-15")
def test_white_works_count_for_the_owner_of_a_sale():
    """Ruling R-39, FREE-03."""
    study = studio({"blue": 1}, {"green": 2}).put("b1", house=0).set(turn=1, to_play=1)
    match = act(study.match(), "b1")
    assert points(match, 0) == 3


@pytest.mark.rule("BE-ACT-15", "BE-END-02")
def test_white_works_bring_nothing_at_the_end():
    study = studio({"blue": 2}, {"green": 3}, played=5)
    match = closing(study.match())
    assert match.over
    assert match.sheet["works"][0] == 2


@pytest.mark.rule("BE-ACT-16")
def test_a_white_work_is_sold_under_any_colour_that_is_not_in_the_shop():
    """Ruling R-40: also as black, and whatever is printed on it."""
    match = act(studio({"blue": 1}, {"green": 1}).shop(["green"], ["yellow"]).match(), "b1")
    assert options(match) == ["sell blue", "sell white"]
    do(match, "sell white")
    assert options(match) == ["as blue", "as brown", "as black"]
    do(match, "as black")
    assert asked(match) == "cursor"


@pytest.mark.rule("BE-ACT-16", "BE-ACT-15")
def test_the_seller_chooses_among_printed_colours():
    match = act(studio({}, {"green": 1, "blue": 2}).match(), "b1")
    assert options(match) == ["white blue", "white green"], "nothing else can be sold"
    do(match, "white blue", "as brown", "cursor 3-3")
    assert seat(match, 0)["belle"]["white"] == {"blue": 1, "brown": 0, "yellow": 0, "green": 1}
    assert shop(match) == [["white-blue"], []]


@pytest.mark.rule("BE-ACT-16")
@pytest.mark.example("X10")
def test_a_white_work_sells_for_half():
    # The example counts grid cells from 1: its centre (2, 5) is our 1-4.
    study = studio({}, {"green": 1}).set(cursor="1-4")
    match = act(study.match(), "b1", "as brown", "cursor 1-4")
    assert (seat(match, 0)["money"], points(match, 0)) == (4 + 3, 2)
    study = studio({"brown": 1}).set(cursor="1-4")
    match = act(study.match(), "b1", "cursor 1-4")
    assert (seat(match, 0)["money"], points(match, 0)) == (4 + 6, 4)


@pytest.mark.rule("BE-ACT-16")
@pytest.mark.parametrize(
    ("name", "gained"), [("blue", (2, 2)), ("brown", (2, 0)), ("black", (1, 1))]
)
def test_both_halves_are_rounded_down(name, gained):
    """Ruling R-41."""
    study = studio({}, {"green": 1}, components=ODD).set(cursor="1-1")
    match = act(study.match(), "b1", f"as {name}", "cursor 1-1")
    assert (seat(match, 0)["money"] - 4, points(match, 0)) == gained


@pytest.mark.rule("BE-ACT-17")
def test_a_white_work_in_the_shop_blocks_white_alone():
    """Ruling R-42."""
    study = studio({"green": 1, "brown": 1, "blue": 1}, {"blue": 2}).shop(["white-green"], ["blue"])
    match = act(study.match(), "b1")
    assert options(match) == ["sell brown", "sell green"], "neither white nor blue"
    match = act(studio({}, {"blue": 1}).shop(["white-green"]).match(), "b1")
    assert (asked(match), match.to_play) == ("turn", 1), "nothing can be sold"
    match = act(studio({}, {"blue": 1}).shop(["green"], ["black"]).match(), "b1")
    assert options(match) == ["as blue", "as brown", "as yellow"]


@pytest.mark.rule("BE-ACT-18")
def test_a_white_work_leaves_the_shop_for_the_stack_of_its_colour():
    study = studio({"blue": 1}).shop(["white-green"], ["yellow"])
    match = act(study.match(), "b1", "cursor 3-3")
    assert options(match) == ["shop left", "shop right"]
    assert stacks(match)["green"] == 5
    do(match, "shop left")
    assert shop(match) == [["blue"], ["yellow"]]
    assert stacks(match)["green"] == 6
    assert stacks(match)["blue"] == 5


@pytest.mark.rule("BE-ACT-17", "BE-ACT-18")
def test_a_white_work_may_not_even_replace_a_white_one():
    study = studio({"brown": 1}, {"blue": 1}).shop(["white-green"], ["yellow"])
    match = act(study.match(), "b1")
    assert asked(match) == "cursor", "brown is all there is"
    do(match, "cursor 3-3", "shop right")
    assert shop(match) == [["white-green"], ["brown"]]


@pytest.mark.rule("BE-ACT-19")
@pytest.mark.example("X11")
def test_white_is_one_more_colour_when_passing():
    """Ruling R-43: 1 FB for all of them."""
    study = studio({"black": 1, "blue": 1}, {"green": 1, "yellow": 1}, played=3)
    study.seat(0, exhibits=2).seat(2, exhibits=0)
    match = do(study.match(), "pass")
    assert seat(match, 0)["money"] == 5 + 6
    study.seat(0, exhibits=0).seat(2, exhibits=2).set(turn=2, to_play=2)
    match = do(study.match(), "pass", "pass")
    assert seat(match, 0)["money"] == 5 + 3


@pytest.mark.rule("BE-ACT-19")
def test_six_colours_at_most():
    colours = dict.fromkeys(("blue", "brown", "yellow", "green", "black"), 1)
    study = studio(colours, {"blue": 3}).set(turn=2, to_play=2)
    match = do(study.match(), "pass", "pass")
    assert seat(match, 0)["money"] == 5 + 6
    base = Study().seat(0, works=colours).set(turn=2, to_play=2)
    assert seat(do(base.match(), "pass", "pass"), 0)["money"] == 5 + 5

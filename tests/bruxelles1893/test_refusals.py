"""Why something cannot be chosen in Bruxelles 1893, in the words of its rule."""

from __future__ import annotations

import pytest
from b93_study import EDITIONS, Study, do, fresh, options

from horta.core.record import at


def why(match, element):
    table = at(match.game.table, match.seen(match.to_play))
    return match.game.telling.refusals(table, "en").get(element, "")


def rule(match, element):
    table = at(match.game.table, match.seen(match.to_play))
    return match.game.telling.rule_of(table, element)


@pytest.mark.parametrize("edition", EDITIONS)
def test_spaces_lie_in_the_zone_and_hold_one_assistant(edition):
    match = Study(edition, 3, crest="2-2").match()
    assert why(match, "space-a1") == "a1 lies outside the zone."
    assert why(match, "space-c3") == ""
    do(match, "place c3", "bid 1")
    while match.to_play == 0:
        match.play(match.legal[0])
    assert why(match, "space-c3") == "An assistant stands there: Ochre."


@pytest.mark.parametrize("edition", EDITIONS)
def test_placing_takes_a_franc_and_places_in_brussels_take_assistants(edition):
    study = Study(edition, 3, crest="2-2", played=4)
    match = study.seat(0, money=0, justice=6).seat(1, justice=6).match()
    assert why(match, "space-c3") == "You have no francs to bid."
    assert why(match, "place-market") == ""
    do(match, "brussels market")
    assert why(match, "space-c3") == ""
    assert why(match, "place-market") == "Needs 2 assistants; you have 1."
    assert why(match, "place-exchange") == ""


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_crests_are_those_of_the_stock_card(edition):
    match = fresh(edition)
    while not options(match, "crest"):
        match.play(match.legal[0])
    named = options(match, "crest")
    assert len(named) == 2
    for row in range(1, 5):
        crest = f"{row}-{row}"
        said = "" if crest in named else "The stock card does not name this crest."
        assert why(match, f"crest-{crest}") == said


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_park_says_which_actions_fail(edition):
    match = Study(edition, 3).seat(0, money=0).match()
    do(match, "brussels park")
    held = options(match, "copy")
    assert "construction" not in held
    said = "You cannot pay your next house, or there is no room for it."
    assert why(match, "copy-construction") == said
    assert why(match, "copy-materials") == ""


def test_the_shop_keeps_its_colours_from_being_sold():
    works = {"blue": 1, "green": 1, "yellow": 1}
    match = Study("2023", 3).seat(0, works=works).shop(left=("blue",)).match()
    do(match, "brussels park", "copy sale")
    assert options(match, "sell") == ["yellow", "green"]
    assert why(match, "own-0-blue") == "This colour is in the shop."
    assert why(match, "own-0-brown") == "You have no work of this colour."
    assert why(match, "own-0-green") == ""
    do(match, "sell green")
    assert why(match, "grid-1-1") == "The cursor cannot reach this: 4 steps, and you have 3."
    assert why(match, "grid-3-3") == ""


@pytest.mark.parametrize("edition", EDITIONS)
def test_notables_of_the_theatre_have_a_price(edition):
    match = Study(edition, 3).seat(0, money=1).match()
    do(match, "brussels park", "copy theatre")
    assert why(match, "theatre-0") == why(match, "theatre-1") == ""
    assert why(match, "theatre-2") == "Costs 2 FB; you have 1."
    assert rule(match, "theatre-2").startswith("B93-NOT-" if edition == "2013" else "B93E2-NOB-2")


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_house_needs_a_space_for_itself(edition):
    study = Study(edition, 3, crest="2-2").seat(0, cubes={"joker": 4}).put("a1", house=1)
    match = do(study.match(), "brussels park", "copy construction")
    while not options(match, "site"):
        match.play(match.legal[-1])
    assert why(match, "space-a1") == "A house stands there."
    assert why(match, "space-b1") == ""


def test_a_space_has_the_rule_of_its_action():
    match = Study("2023", 3).match()
    svg = match.svg(0)
    found = set()
    for space in ("a1", "b1", "c1", "d1", "e1"):
        found.add(rule(match, f"space-{space}"))
    assert found == {
        "B93E2-WRK-01",
        "B93E2-SAL-01",
        "B93E2-NOB-01",
        "B93E2-MAT-01",
        "B93E2-BLD-01",
    }
    assert "Take a work of a colour of your choice." in svg
    assert "Draw works, one and one more" in Study("2013", 3).match().svg(0)
    assert "Between four assistants: who has most of them gains VP" in svg


def test_the_compass_says_what_pays():
    # The branches show wood and stone; the first house costs two units.
    study = Study("2023", 3).seat(0, money=2, cubes={"iron": 2, "stone": 1, "joker": 2})
    match = do(study.match(), "brussels park", "copy construction")
    assert options(match, "pay") == ["stone", "joker"]
    assert why(match, "cube-0-iron") == "The compass does not ask for this."
    assert why(match, "money-0") == "The compass does not ask for this."
    assert why(match, "cube-0-wood") == "You have none of these."
    assert why(match, "cube-0-stone") == ""


@pytest.mark.parametrize("edition", EDITIONS)
def test_jokers_are_no_material_of_the_action(edition):
    match = do(Study(edition, 3).match(), "brussels park", "copy materials")
    assert why(match, "supply-joker") == "Jokers cannot be taken here."
    assert why(match, "supply-iron") == ""
    do(match, "cube iron")
    assert why(match, "supply-wood").startswith("You have passed this kind over")


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_notable_acts_once_a_round(edition):
    study = Study(edition, 3).seat(0, notables=["brugmann", "buls", "albert"], tilted=["buls"])
    match = do(study.match(), "brussels grand-place")
    assert why(match, "notable-0-buls") == "This notable has acted in this round."
    assert why(match, "notable-0-solvay") == "You do not have this notable."
    assert why(match, "notable-0-albert") == ""


@pytest.mark.parametrize("edition", EDITIONS)
def test_cards_belong_to_who_won_them(edition):
    study = Study(edition, 3).put("a1", figure=0, bid=2).put("b1", figure=1, bid=2)
    match = study.match()
    while not options(match, "prize"):
        match.play(match.parse("pass") if "pass" in options(match) else match.legal[0])
    assert why(match, f"prize-{'ab'[match.to_play]}") == ""
    assert why(match, "prize-c") == "You did not win this card."


def test_a_bid_comes_before_anything_else():
    match = do(Study("2023", 3).match(), "place c3")
    assert why(match, "space-b2") == why(match, "place-market") == "First bid for c3."
    assert rule(match, "bid-1") == "B93E2-ACT-04"

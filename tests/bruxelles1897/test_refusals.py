"""Why something cannot be chosen in Bruxelles 1897, in the words of its rule."""

from __future__ import annotations

import pytest

import horta
from horta.core.record import at

from .tables import EMPTY, do, seat, stand

CARDS = """
money   horta   house-a expo
0a13/3  1a24/4  .       yellow
.       .       .       WW
"""


def why(match: horta.Match, element: str) -> str:
    table = at(match.game.table, match.redacted(match.to_play))
    return match.game.presentation.refusals(table, "en").get(element, "")


def rule(match: horta.Match, element: str) -> str:
    table = at(match.game.table, match.redacted(match.to_play))
    return match.game.presentation.rule_of(table, element)


def test_cells_say_what_is_missing():
    match = stand(CARDS, seat(4), seat(), seat())
    assert why(match, "cell-a1") == ""
    assert why(match, "cell-a2") == "An Architect stands there: Ochre."
    assert why(match, "cell-b2") == "An Architect stands there: Blue."
    assert why(match, "cell-c2") == "There is no card there."
    poor = stand(CARDS, seat(0), seat(), seat())
    assert why(poor, "cell-a1") == "You cannot pay any of your Architects; you have 0 FB."
    idle = stand(CARDS, seat(4, hand=""), seat(), seat())
    assert why(idle, "cell-a1") == "You have no Architect in hand."


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ("a1", "B97-ANV-08"),
        ("b1", "B97-NOB-01"),
        ("c1", "B97-ANV-09"),
        ("d1", "B97-EXH-01"),
        ("a2", "B97-ANV-03"),
        ("d2", "B97-ANV-06"),
        ("d3", "B97-ANV-07"),
        ("c2", "B97-ANV-01"),
    ],
)
def test_a_cell_has_the_rule_of_its_card(cell, expected):
    assert rule(stand(CARDS, seat(4), seat(), seat()), f"cell-{cell}") == expected


def test_brussels_asks_for_architects_and_nobles():
    match = stand(EMPTY, seat(hand="a13", brugmann="tilted"), seat(exchange="a13"), seat())
    assert why(match, "place-exchange") == "Needs 2 Architects; you have 1 in hand."
    assert why(match, "place-hall") == "None of your nobles is upright."
    assert why(match, "place-cinquantenaire") == ""
    assert why(match, "noble-0-brugmann") == "Nobles act at City Hall."


def test_a_side_must_be_in_hand_and_paid():
    match = do(stand(CARDS, seat(3, hand="a13 a24"), seat(), seat()), "take b1")
    assert why(match, "side-0-a24/4") == "Costs 4 FB; you have 3."
    assert why(match, "side-0-a25/2") == "You have no such Architect in hand."
    assert why(match, "side-0-a13/3") == ""


def test_the_cinquantenaire_says_what_it_cannot_do():
    match = stand(EMPTY, seat(hand="a13", materials="WW", houses="a b"), seat(), seat())
    do(match, "visit cinquantenaire")
    assert why(match, "pile-money") == "You have no artwork to sell."
    assert why(match, "pile-houses") == "Symbols for a house: 3; your material has 2."
    assert why(match, "pile-artworks") == ""


def test_artworks_are_owned_and_shown_once():
    match = stand(CARDS, seat(4, artworks="red blue"), seat(artworks="red green"), seat())
    do(match, "take d1", "place a13/1", "exhibit red")
    assert match.to_play == 1
    assert why(match, "held-1-red") == "This colour has been exhibited already."
    assert why(match, "held-1-yellow") == "You have no artwork of this colour."
    assert why(match, "held-1-green") == ""


def test_the_drawing_says_what_bonuses_tracks_and_sides_do():
    match = do(stand(CARDS, seat(4), seat(), seat()), "take b1")
    svg = match.svg(0)
    assert "Every round: Architecture +1. In the last round also: 2 VP for" in svg
    assert "Prestige · VP for each coat of arms that you lead." in svg
    assert "1/3 · Pay 3 FB; it counts 3 in the column." in svg
    assert "a2 · Ochre, Architect 1/3 · counts 3 in column a" in svg

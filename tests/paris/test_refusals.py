"""Why something cannot be chosen in Paris, in the words of its rule."""

from __future__ import annotations

import pytest

import horta
from horta.core.record import at
from paris.boards import A, stand


def why(match: horta.Match, element: str) -> str:
    table = at(match.game.table, match.redacted(match.to_play))
    return match.game.presentation.refusals(table, "en").get(element, "")


def rule(match: horta.Match, element: str) -> str:
    table = at(match.game.table, match.redacted(match.to_play))
    return match.game.presentation.rule_of(table, element)


def do(match: horta.Match, *texts: str) -> horta.Match:
    for text in texts:
        match.play(match.parse(text))
    return match


def test_phase_1_has_no_postcards_and_every_building_is_taken_once():
    match = horta.start("paris", seed=3)
    assert why(match, "postcard-LEV") == "Postcards are used in phase 2."
    assert why(match, "building-I3") == ""
    assert rule(match, "building-I3") == "PA-PH1-04"
    first = match.game.presentation.words("en").seats(2)[match.to_play]
    do(match, "choose I3")
    assert why(match, "building-I3") == f"{first} has taken it."
    do(match, "tile A1 0")
    assert why(match, "building-I3") == "You have already taken it."
    assert why(match, "space-a1") == "There is already a tile there."
    assert why(match, "square-A2") == ""


def test_spaces_say_what_stands_there_or_whose_they_are():
    match = stand(A, "O 0 1 2", "B painter 7", orange="I3 U6")
    assert why(match, "space-a1") == "A building stands there."
    assert why(match, "space-h1") == "The painter is already there."
    assert why(match, "space-b2") == "A lamp stands there."
    assert why(match, "space-e1") == "Not your colour."
    assert why(match, "space-a3") == ""
    assert rule(match, "space-a3") == "PA-PH2-02"


def test_rights_open_lamps_and_the_rivals_colour():
    match = stand(A, "O MET", "O CHA", orange="I3")
    assert why(match, "space-b2") == ""
    assert why(match, "space-e1") == ""
    assert why(match, "space-h1") == "None of your buildings fits over this space."


def test_buildings_and_postcards_say_who_has_them():
    match = stand(A, "O LAM declined", "B SAC", "B 60 61 62", orange="I3", blue="U6")
    assert why(match, "postcard-LAM") == "Already used by Orange."
    assert why(match, "postcard-SAC") == "Already used by Blue."
    assert why(match, "postcard-LEV") == ""
    assert why(match, "building-I3") == ""
    assert why(match, "building-U6") == "Blue has taken it."
    assert why(match, "building-X5") == "It is on the site: only Lévitation can fetch it."
    assert rule(match, "postcard-SAC") == "PA-SAC-01"


def test_without_tokens_or_room_there_is_nothing_to_do():
    match = stand(A, orange="I3", tokens=(0, 4))
    assert why(match, "postcard-LEV") == "You have no action tokens left."
    tight = stand("obobobob\nbobobobo\n" * 4, orange="I3")
    assert why(tight, "building-I3") == "This building fits nowhere."
    assert why(tight, "space-a1") == "None of your buildings fits over this space."
    assert why(stand(A), "space-a1") == "You have no building in your reserve."


@pytest.mark.parametrize(
    ("card", "space", "said"),
    [
        ("LAM", "a5", "Mixed is not enough: it must be your own colour."),
        ("LAM", "b2", "A lamp stands there."),
        ("LAM", "e1", "Not your colour."),
        ("LAM", "a1", ""),
        ("FON", "a5", ""),
        ("GRA", "a1", "The large lamp needs a free lamp space."),
        ("GRA", "b2", ""),
        ("BOU", "a1", "None of your buildings is beside it."),
    ],
)
def test_a_special_piece_has_its_own_ground(card, space, said):
    match = stand(A, "B 60 61 62", orange="I3", open_cards=card)
    do(match, f"activate {card}")
    assert why(match, f"space-{space}") == said
    assert why(match, "building-I3").startswith("First finish")


def test_levitation_asks_for_a_building_first_and_for_one_that_fits():
    match = do(stand(A, orange="I3", open_cards="LEV"), "activate LEV")
    assert why(match, "building-X5") == "First give one of your own buildings."
    assert why(match, "building-I3") == ""
    do(match, "choose I3")
    assert why(match, "building-I3") == "You are giving it away."
    assert why(match, "building-O4") == ""


def test_the_drawing_says_what_a_postcard_and_a_building_do():
    svg = stand(A, "O LAM declined", orange="I3").svg(0)
    assert "Lampadaire · Orange · unused · Place a lamp on your colour." in svg
    assert (
        "<title>the I of 3 · 3 spaces: worth 3 points for each lamp that lights it.</title>" in svg
    )
    assert "a5 · mixed · Both players build here." in svg

"""Exhibition (EXH)."""

from __future__ import annotations

import pytest

from bruxelles1897.tables import do, holds, mine, offers, seat, stand, table, vp

RULE = pytest.mark.rule
EXAMPLE = pytest.mark.example

GRID = "expo . . .\n. . . .\n. . . ."
GRID_4 = GRID + "\n. . . ."
OPEN = ("take a1", "place a13/1")


def show(*artworks, passed=(), turn=0):
    """One player for each holding; the one on turn opens an exhibition."""
    players = [
        seat(artworks=given, passed=passed.index(s) + 1 if s in passed else 0)
        for s, given in enumerate(artworks)
    ]
    match = stand(GRID_4 if len(players) == 4 else GRID, *players, turn=turn)
    return do(match, *OPEN)


def points(match, players=3):
    return [mine(match, s)["points"]["exhibitions"] for s in range(players)]


@EXAMPLE("B-3")
@RULE("B97-EXH-01", "B97-EXH-03", "B97-EXH-04", "B97-EXH-05", "B97-EXH-08")
def test_the_exhibition_of_the_book():
    match = show("red", "yellow red blue", "", "")
    assert (match.to_play, offers(match)) == (0, ["exhibit red", "decline"])
    do(match, "exhibit red")
    assert (match.to_play, offers(match)) == (1, ["exhibit yellow", "exhibit blue", "decline"])
    do(match, "exhibit yellow")
    assert (match.to_play, offers(match)) == (1, ["exhibit blue", "decline"])
    do(match, "exhibit blue")
    assert points(match, 4) == [2, 4, 0, 0]
    assert table(match)["decision"] == "turn"
    assert match.to_play == 1, "the turn goes on behind the opener"
    assert holds(match, 0) == {"red": 1}
    assert holds(match, 1) == {"yellow": 1, "red": 1, "blue": 1}
    assert table(match)["expo_holder"] == 0
    do(match, "pass", "pass", "pass", "pass")
    assert table(match)["first"] == 0


@RULE("B97-EXH-01")
def test_the_expo_card_may_be_taken_without_an_artwork():
    match = show("", "", "")
    assert table(match)["expo_holder"] == 0
    assert table(match)["decision"] == "turn"
    assert points(match) == [0, 0, 0]


@EXAMPLE("O-17")
@RULE("B97-EXH-03", "B97-EXH-04", "B97-EXH-07")
def test_shared_colours():
    match = show("yellow", "yellow green", "yellow green blue")
    do(match, "exhibit yellow")
    assert (match.to_play, offers(match)) == (1, ["exhibit green", "decline"])
    do(match, "exhibit green")
    assert (match.to_play, offers(match)) == (2, ["exhibit blue", "decline"])
    do(match, "exhibit blue")
    assert points(match) == [2, 2, 2]
    assert table(match)["decision"] == "turn"


@EXAMPLE("O-18")
@RULE("B97-EXH-02", "B97-PAS-02")
def test_a_passed_player_takes_no_part():
    match = show("yellow", "yellow green red", "yellow green blue red", passed=(1,))
    do(match, "exhibit yellow")
    assert match.to_play == 2
    do(match, "exhibit green", "exhibit blue", "exhibit red")
    assert points(match) == [2, 0, 6]
    assert table(match)["decision"] == "turn"


@EXAMPLE("O-18")
@RULE("B97-EXH-01", "B97-EXH-03")
def test_opened_without_an_artwork():
    match = show("", "yellow blue", "green red")
    order = []
    for text in ("exhibit yellow", "exhibit green", "exhibit blue", "exhibit red"):
        order.append(match.to_play)
        do(match, text)
    assert order == [1, 2, 1, 2]
    assert points(match) == [0, 4, 4]
    assert table(match)["expo_holder"] == 0


@RULE("B97-EXH-03")
def test_the_opener_has_the_first_go_then_clockwise():
    match = show("yellow green", "blue", "red", turn=1)
    order = []
    while table(match)["decision"] == "expo":
        order.append(match.to_play)
        match.play(match.legal[0])
    assert order == [1, 2, 0, 0]
    assert points(match) == [4, 2, 2]


@RULE("B97-EXH-06")
def test_declining_is_final():
    match = show("yellow green", "blue", "red")
    do(match, "decline", "exhibit blue", "exhibit red")
    assert table(match)["decision"] == "turn", "yellow and green stay unseen"
    assert points(match) == [0, 2, 2]
    match = show("yellow green", "blue green", "red")
    do(match, "exhibit yellow", "decline", "exhibit red", "exhibit green")
    assert points(match) == [4, 0, 2]


@RULE("B97-EXH-07")
def test_it_closes_when_all_four_colours_are_shown():
    match = show("yellow green blue red", "yellow green blue red", "yellow")
    do(match, "exhibit red", "exhibit blue", "exhibit yellow", "exhibit green")
    assert points(match) == [4, 2, 2]
    assert table(match)["decision"] == "turn"
    assert table(match)["under_way"]["exhibited"] == []
    assert not table(match)["under_way"]["exhibition"]


@RULE("B97-EXH-05")
def test_who_has_no_free_colour_is_passed_over_for_good():
    match = show("yellow", "yellow", "green yellow")
    do(match, "exhibit yellow")
    assert match.to_play == 2
    do(match, "exhibit green")
    assert table(match)["decision"] == "turn"
    assert points(match) == [2, 0, 2]


@RULE("B97-EXH-03", "B97-EXH-04")
def test_artworks_are_neither_discarded_nor_marked():
    match = show("red red", "", "")
    do(match, "exhibit red")
    assert holds(match, 0) == {"red": 2}
    assert points(match) == [2, 0, 0], "each colour once"
    assert vp(match, 0) == 2
    do(match, "pass", "pass")
    assert table(match)["expo_holder"] == 0, "until Maintenance"


@RULE("B97-EXH-08", "B97-END-05")
def test_in_round_4_the_card_scores():
    match = stand(GRID, seat(), seat(passed=1), seat(passed=2), round_no=4)
    do(match, *OPEN, "pass")
    assert match.over
    assert match.sheet["expo"] == [2, 0, 0]

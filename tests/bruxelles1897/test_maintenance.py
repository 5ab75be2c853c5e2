"""Rounds and Maintenance (MNT)."""

from __future__ import annotations

from collections import Counter

import pytest

import horta
from bruxelles1897.tables import (
    EMPTY,
    EMPTY_4,
    do,
    holds,
    last_pass,
    mine,
    offers,
    seat,
    stand,
    table,
)

RULE = pytest.mark.rule


@RULE("B97-MNT-01", "B97-MNT-02", "B97-ACT-01")
def test_a_game_has_four_rounds():
    match = horta.start("bruxelles1897", 3, 5)
    for number in (1, 2, 3, 4):
        assert table(match)["round"] == number
        assert table(match)["decision"] == "turn"
        do(match, "pass", "pass", "pass")
    assert match.over
    assert table(match)["round"] == 4, "nothing is maintained after round 4"
    told = [
        line for line in match.log() if line.startswith(("Round", "All have passed", "The game"))
    ]
    assert [line.split(".")[0] for line in told] == [
        "Round 1",
        "All have passed",
        "Round 2",
        "All have passed",
        "Round 3",
        "All have passed",
        "Round 4",
        "All have passed",
        "The game is over",
    ]


@pytest.mark.example("O-25")
@RULE("B97-MNT-03", "B97-EXH-08")
def test_the_next_first_player():
    players = [seat() for _ in range(4)]
    match = last_pass(EMPTY_4, *players, first=3)
    assert table(match)["first"] == match.to_play == table(match)["turn"] == 0
    players = [seat() for _ in range(4)]
    match = last_pass(EMPTY_4, *players, first=3, expo_holder=1)
    assert table(match)["first"] == match.to_play == table(match)["turn"] == 1
    assert table(match)["expo_holder"] is None, "the card goes back"


@RULE("B97-MNT-03", "B97-MAJ-05")
def test_an_expo_holder_takes_over_only_in_maintenance():
    """In the majorities the old first player is asked first."""
    match = last_pass(
        "0a13/1 . . .\n1a13/1 . . .\n. . . .",
        seat(prison="a24 a25"),
        seat(prison="a24 a25"),
        seat(),
        first=2,
        expo_holder=1,
        bonus=("prison", "nobility", "prestige", "architecture"),
    )
    assert (table(match)["decision"], match.to_play) == ("free", 0)
    do(match, "free a24")
    assert match.to_play == 1


@RULE("B97-MNT-04", "B97-MNT-06", "B97-BXL-14", "B97-MAJ-11", "B97-MNT-09")
def test_architects_come_back_and_nobles_stand_up():
    match = last_pass(
        "0a13/3 0a24/4 red .\n1a13/1 . . .\n. . . .",
        seat(
            7,
            prison="a25",
            hall="a13",
            exchange="a13",
            nobles="horta",
            tilted="buls",
            brugmann="tilted",
            artworks="blue",
            materials="WM",
            houses="a c",
            levels=(2, 3, 4),
        ),
        seat(3, exchange="a13 a13", cinquantenaire="a24", prison="a25"),
        seat(2, hall="a13 a13"),
        bonus=("nobility", "architecture", "prestige", "prison"),
    )
    do(match, "jail a13")
    assert table(match)["round"] == 2
    first, second, third = (mine(match, s) for s in range(3))
    assert first["hand"] == {"a13": 4, "a24": 2}
    assert first["prison"] == {"a25": 1}
    assert second["prison"] == {"a25": 1, "a13": 1}, "the busiest in Brussels"
    assert second["hand"] == {"a13": 3, "a24": 2}
    assert third["hand"] == {"a13": 4, "a24": 2, "a25": 1}
    assert all(mine(match, s)["brussels"] == {} for s in range(3))
    assert all(mine(match, s)["passed"] == 0 for s in range(3))
    assert table(match)["used"] == {}
    assert first["upright"] == ["brugmann", "horta", "buls"]
    assert first["tilted"] == []
    assert first["francs"] == 8, "kept, and 1 for the pass"
    assert holds(match, 0) == {"blue": 1, "WM": 1, "house-a": 1, "house-c": 1}
    assert first["tracks"] == {"architecture": 3, "nobility": 4, "prestige": 4}
    assert not any(
        str(thing)[0] in "012" for row in table(match)["grid"] for thing in row if thing
    ), "no Architect is left in the grid"


@RULE("B97-MNT-05", "B97-MNT-07")
def test_cards_left_in_the_grid_are_discarded_before_the_new_deal():
    for dice in range(5):
        match = last_pass(
            "yellow yellow WW horta\nexpo money house-b .\n. . . .",
            seat(),
            seat(),
            seat(),
            dice=dice,
        )
        whole = table(match)
        seen = Counter(whole["discards"]) + Counter(x for row in whole["grid"] for x in row if x)
        seen += Counter(whole["piles"])
        assert seen["yellow"] == 3, "no card is lost"
        assert sum(seen[c] for c in ("WW", "BB", "MM", "WB", "WM", "BM")) == 12
        assert whole["discards"].get("yellow", 0) >= 2, "the piles had cards enough"
        assert whole["piles"].get("yellow", 0) <= 1
        assert sum(x == "expo" for row in whole["grid"] for x in row) <= 1


@RULE("B97-MNT-07")
def test_cards_of_the_old_grid_may_return_but_undealt_ones_not():
    """Two artworks lie in the old grid, one in the pile, nobody has another for the taking."""
    for dice in range(8):
        match = last_pass(
            "yellow yellow . .\n. . . .\n. . . .",
            seat(artworks="green green green blue blue"),
            seat(artworks="red red red blue"),
            seat(),
            dice=dice,
        )
        whole = table(match)
        in_grid = sum(x == "yellow" for row in whole["grid"] for x in row)
        assert whole["piles"].get("yellow", 0) == 0
        assert whole["discards"].get("yellow", 0) == 3 - in_grid, "undealt: on the discard"
        assert in_grid >= 1 or whole["discards"]["yellow"] == 3


@RULE("B97-MNT-08")
def test_bonus_cards_are_laid_out_anew():
    orders = set()
    for dice in range(20):
        match = last_pass(EMPTY, seat(), seat(), seat(), dice=dice)
        assert sorted(table(match)["bonus"]) == ["architecture", "nobility", "prestige", "prison"]
        orders.add(tuple(table(match)["bonus"]))
    assert len(orders) > 5


@RULE("B97-MNT-04", "B97-MNT-07")
def test_neutral_architects_return_in_every_round():
    match = last_pass("0a13/1 . . .\n. . . .\n. . . .", seat(), seat())
    grid = table(match)["grid"]
    assert grid[2][0] == grid[2][3] == "neutral"
    assert sum(x == "neutral" for row in grid for x in row) == 2
    assert sum(x is not None for row in grid for x in row) == 12


@RULE("B97-MNT-06", "B97-NOB-03", "B97-NOB-05")
def test_a_tilted_noble_can_act_again_in_the_next_round():
    match = stand(
        EMPTY,
        seat(brugmann="tilted"),
        seat(passed=1),
        seat(passed=2),
    )
    assert "visit hall" not in offers(match)
    do(match, "pass")
    assert table(match)["round"] == 2
    do(match, "pass", "pass")
    assert "visit hall" in offers(match)

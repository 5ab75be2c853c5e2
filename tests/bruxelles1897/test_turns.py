"""Turns and passing (ACT, PAS)."""

from __future__ import annotations

import random

import pytest

import horta
from bruxelles1897.tables import (
    EMPTY,
    EMPTY_4,
    do,
    mine,
    offers,
    seat,
    stand,
    table,
)

RULE = pytest.mark.rule

GRID = "money red WW house-a\nhorta . . .\n. . . ."


@RULE("B97-ACT-01")
def test_turns_go_round_clockwise_from_the_first_player():
    match = horta.start("bruxelles1897", 4, 3)
    first = table(match)["first"]
    order = []
    for _ in range(6):
        order.append((match.to_play - first) % 4)
        do(match, "visit exchange" if len(order) == 1 else "pass")
        while table(match)["decision"] != "turn":
            match.play(match.legal[0])
        if len(order) == 5:
            break
    assert order[:4] == [0, 1, 2, 3]


@RULE("B97-ACT-01", "B97-PAS-02")
def test_passed_players_are_left_out_and_one_may_play_on_alone():
    match = stand(GRID, seat(), seat(), seat(passed=1))
    do(match, "take a1", "place a13/1")
    assert match.to_play == 1
    do(match, "pass")
    assert match.to_play == 0
    do(match, "take b1", "place a13/1")
    assert match.to_play == 0, "several turns running"
    do(match, "take c1", "place a13/1")
    assert match.to_play == 0
    assert table(match)["round"] == 1
    do(match, "pass")
    assert table(match)["round"] == 2


@RULE("B97-ACT-02", "B97-ACT-03")
def test_a_turn_is_one_action_and_pass_is_always_among_them():
    match = stand(GRID, seat(4), seat(4), seat(4))
    assert offers(match) == [
        "take a1",
        "take b1",
        "take c1",
        "take d1",
        "take a2",
        "visit exchange",
        "visit hall",
        "visit cinquantenaire",
        "pass",
    ]
    do(match, "take b1", "place a13/1")
    assert match.to_play == 1, "one action, then the next player"
    for kind in ("visit exchange", "visit hall"):
        match = stand(EMPTY, seat(), seat(), seat())
        do(match, kind, "send a13")
        assert match.to_play == 1


@RULE("B97-ACT-03")
def test_a_player_without_a_legal_action_passes_by_himself():
    match = stand(GRID, seat(), seat(0, hand=""), seat())
    do(match, "take b1", "place a13/1")
    assert match.to_play == 2
    assert mine(match, 1)["passed"] == 1
    assert mine(match, 1)["francs"] == 3
    assert "Blue passes and gains 3 FB." in match.log()


@RULE("B97-ACT-03")
def test_with_architects_but_nothing_to_do_he_passes_too():
    match = stand(
        GRID,
        seat(),
        seat(0, hand="a13", brugmann="tilted"),
        seat(0, exchange="a13", cinquantenaire="a13"),
    )
    do(match, "take b1", "place a13/1")
    assert mine(match, 1)["passed"] == 1, "no francs, no second Architect for Brussels"


@RULE("B97-ACT-04")
def test_everything_in_front_of_the_players_is_open():
    match = stand(GRID, seat(5, artworks="red"), seat(6, materials="WM"), seat(7, nobles="buls"))
    truth = match.position["table"]
    for viewer in (None, 0, 1, 2):
        view = match.view(viewer)["table"]
        assert view["seats"] == truth["seats"]
        assert view["grid"] == truth["grid"]
        assert view["piles"] == truth["piles"]
        assert view["discards"] == truth["discards"]


@RULE("B97-ACT-05", "B97-NOB-06")
def test_a_freed_architect_can_be_placed_in_the_same_round():
    match = stand(
        "vandervelde red . .\n. . . .\n. . . .",
        seat(hand="a13 a13"),
        seat(passed=1),
        seat(passed=2),
    )
    do(match, "take a1", "place a13/1", "free a25", "dismiss")
    assert mine(match, 0)["hand"] == {"a13": 1, "a25": 1}
    do(match, "take b1")
    assert offers(match)[-2:] == ["place a25/2", "place a25/5"]
    do(match, "place a25/5")
    assert table(match)["grid"][0][1] == "0 a25/5"


@pytest.mark.example("O-11")
@RULE("B97-PAS-01")
def test_pass_income():
    match = stand(EMPTY_4, *(seat(10) for _ in range(4)), turn=1)
    do(match, "pass")
    assert mine(match, 1)["francs"] == 13
    do(match, "visit exchange", "send a13", "visit hall", "send a13", "pass")
    assert mine(match, 0)["francs"] == 11
    do(match, "pass", "pass")
    assert [mine(match, s)["francs"] for s in range(4)] == [11, 13, 16, 15], "5 and 4 were earned"


@RULE("B97-PAS-01")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_income_of_a_round_is_n_plus_2(players):
    match = horta.start("bruxelles1897", players, 1)
    before = sum(mine(match, s)["francs"] for s in range(players))
    do(match, *["pass"] * players)
    assert sum(mine(match, s)["francs"] for s in range(players)) == before + players + 2


@RULE("B97-PAS-02", "B97-PAS-03")
def test_a_passed_player_still_counts_in_the_majorities():
    match = stand(
        "0a13/1 0a13/1 . .\n0a13/1 1a13/1 . .\n. . . .",
        seat(),
        seat(passed=1),
        seat(passed=2),
        bonus=("architecture", "nobility", "prestige", "prison"),
    )
    do(match, "pass")
    assert mine(match, 0)["tracks"]["architecture"] == 2
    assert mine(match, 1)["tracks"]["nobility"] == 2, "1 : 1 in the second column"
    assert mine(match, 0)["hand"] == {"a13": 4, "a24": 2, "a25": 1}


@RULE("B97-PAS-03")
def test_architects_not_placed_stay_in_hand():
    match = stand(EMPTY, seat(), seat(), seat())
    before = mine(match, 0)["hand"]
    do(match, "pass")
    assert mine(match, 0)["hand"] == before
    assert mine(match, 0)["prison"] == {}
    assert [mine(match, s)["passed"] for s in range(3)] == [1, 0, 0]
    do(match, "pass")
    assert [mine(match, s)["passed"] for s in range(3)] == [1, 2, 0]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_turn_leaves_nothing_under_way(players):
    """Whoever is on turn finds the table as the first player found it: equal tables are equal."""
    fresh = table(horta.start("bruxelles1897", players, 1))["under_way"]
    for seed in range(4):
        match, choice = horta.start("bruxelles1897", players, seed), random.Random(seed)
        while not match.over:
            if table(match)["decision"] == "turn":
                assert table(match)["under_way"] == fresh
            match.play(choice.choice(match.legal))

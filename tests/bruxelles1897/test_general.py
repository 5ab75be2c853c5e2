"""Money, piles and tracks (GEN)."""

from __future__ import annotations

from collections import Counter

import pytest

from bruxelles1897.tables import EMPTY, do, holds, mine, offers, seat, stand, table

RULE = pytest.mark.rule


def holder_without(*cards):
    left = Counter(
        ["WW", "WW", "BB", "BB", "MM", "MM", "WB", "WB", "WM", "WM", "BM", "BM"]
    ) - Counter(cards)
    return " ".join(left.elements())


def hankar(pile, discards, dice=1):
    """The same with exactly these cards in pile and discard, the others with seat 1."""
    match = stand(
        EMPTY,
        seat(nobles="hankar", brugmann="tilted"),
        seat(materials=holder_without(*pile.split(), *discards.split())),
        seat(),
        discards=discards,
        dice=dice,
    )
    return do(match, "visit hall", "send a13")


@pytest.mark.example("O-09")
@RULE("B97-GEN-03", "B97-NOB-07")
def test_hankar_and_a_thin_pile():
    seconds = set()
    for dice in range(12):
        match = hankar("WW", "BB MM", dice)
        drawn = table(match)["under_way"]["drawn"]
        assert drawn[0] == "WW", "the pile first, then the reshuffled discard"
        seconds.add(drawn[1])
        assert offers(match) == ["pick first", "pick second"]
        left = "MM" if drawn[1] == "BB" else "BB"
        assert table(match)["piles"].get(left) == 1
        assert sum(table(match)["piles"].get(c, 0) for c in ("WW", "BB", "MM")) == 1
        assert not {"WW", "BB", "MM"} & set(table(match)["discards"])
        do(match, "pick second")
        assert holds(match, 0) == {drawn[1]: 1}
        assert table(match)["discards"] == {"WW": 1}
        assert mine(match, 0)["tilted"] == ["brugmann", "hankar"]
    assert seconds == {"BB", "MM"}


@pytest.mark.example("O-09")
@RULE("B97-GEN-04", "B97-NOB-07")
def test_hankar_with_a_single_card_or_none():
    match = hankar("WW", "")
    assert holds(match, 0) == {"WW": 1}, "kept without a question"
    assert table(match)["discards"] == {}
    match = hankar("", "")
    assert holds(match, 0) == {}
    assert mine(match, 0)["tilted"] == ["brugmann", "hankar"]
    assert match.to_play == 1


@RULE("B97-GEN-03")
def test_a_pile_is_not_renewed_before_a_card_is_wanted():
    match = hankar("WW BB", "MM")
    do(match, "pick first")
    assert set(table(match)["discards"]) & {"WW", "BB", "MM"}, (
        "the pile is empty, no card is wanted"
    )
    assert not set(table(match)["piles"]) & {"WW", "BB", "MM"}
    assert (
        sum(
            table(match)["discards"][c] for c in ("WW", "BB", "MM") if c in table(match)["discards"]
        )
        == 2
    )


@RULE("B97-GEN-03")
def test_a_draw_is_fair_among_the_cards_of_the_pile():
    firsts = Counter()
    for dice in range(300):
        match = hankar("WW WW BB MM", "", dice * 7919)
        firsts[tuple(sorted(table(match)["under_way"]["drawn"]))] += (
            1 if len(table(match)["under_way"]["drawn"]) == 2 else 0
        )
    forced = 300 - sum(firsts.values())
    assert 25 < forced < 80, "WW WW: 1 of 6 pairs, taken by the engine"
    assert 60 < firsts["BB", "WW"] < 140, "2 of 6"
    assert 60 < firsts["MM", "WW"] < 140
    assert 25 < firsts["BB", "MM"] < 80, "1 of 6"


@RULE("B97-GEN-06")
def test_discards_go_to_their_own_deck():
    match = stand(
        "money house-a red WW\nhorta . . .\n. . . .",
        seat(artworks="blue"),
        seat(),
        seat(),
    )
    do(match, "take a1", "place a13/1", "pass", "pass")
    assert table(match)["discards"] == {"blue": 1}, "the artwork; money is not counted"
    do(match, "take b1", "place a13/1")
    assert table(match)["discards"] == {"blue": 1, "house-a": 1}


@pytest.mark.example("O-24")
@RULE("B97-GEN-07")
def test_the_end_of_a_track():
    for noble, track in (("horta", 0), ("albert", 1), ("buls", 2)):
        levels = [3, 3, 3]
        levels[track] = 5
        match = stand(
            EMPTY, seat(nobles=noble, brugmann="tilted", levels=tuple(levels)), seat(), seat()
        )
        do(match, "visit hall", "send a13")
        assert tuple(mine(match, 0)["tracks"].values()) == tuple(levels)
        assert mine(match, 0)["points"] == {"construction": 0, "exhibitions": 0, "arms": 0}
        levels[track] = 4
        match = stand(
            EMPTY, seat(nobles=noble, brugmann="tilted", levels=tuple(levels)), seat(), seat()
        )
        do(match, "visit hall", "send a13")
        assert list(mine(match, 0)["tracks"].values())[track] == 5


@RULE("B97-GEN-08")
def test_cards_may_be_held_in_any_number():
    match = stand(
        "red WW . .\n. . . .\n. . . .",
        seat(artworks="red red blue blue blue yellow green", materials="WW BB BB MM MM WB"),
        seat(),
        seat(),
    )
    do(match, "take a1", "place a13/1", "pass", "pass", "take b1", "place a13/1")
    assert holds(match, 0)["red"] == 3
    assert holds(match, 0)["WW"] == 2

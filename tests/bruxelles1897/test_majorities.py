"""Majorities (MAJ)."""

from __future__ import annotations

import pytest

from bruxelles1897.tables import (
    EMPTY,
    EMPTY_4,
    do,
    last_pass,
    mine,
    offers,
    seat,
    stand,
    table,
)

RULE = pytest.mark.rule
EXAMPLE = pytest.mark.example

ARCHITECTURE_FIRST = ("architecture", "nobility", "prestige", "prison")
PRISON_FIRST = ("prison", "nobility", "prestige", "architecture")


def levels(match, track, players=3):
    return [mine(match, s)["tracks"][track] for s in range(players)]


def arms(match, players=3):
    return [mine(match, s)["points"]["arms"] for s in range(players)]


@RULE("B97-MAJ-01")
@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_columns_then_coats_of_arms_then_brussels_in_every_round(number):
    match = last_pass(
        "0a13/1 0a13/3 . .\n0a24/2 1a13/1 . .\n. . . .",
        seat(exchange="a13"),
        seat(),
        seat(),
        round_no=number,
        bonus=("prestige", "nobility", "architecture", "prison"),
    )
    told = match.log()
    heads = [line.split()[0] for line in told]
    first_column, crest, brussels = (heads.index(w) for w in ("Column", "Coat", "Brussels:"))
    assert first_column < crest < brussels
    assert mine(match, 0)["tracks"]["prestige"] == 2
    assert mine(match, 0)["points"]["arms"] == 2
    assert mine(match, 0)["prison"] == {"a13": 1}


@EXAMPLE("B-6")
@RULE("B97-MAJ-02", "B97-MAJ-04")
def test_a_tie_in_a_column():
    match = last_pass(
        "0a24/2 . . .\n0a24/2 . . .\n1a24/4 . . .", seat(), seat(), seat(), bonus=ARCHITECTURE_FIRST
    )
    assert levels(match, "architecture") == [2, 2, 1]
    assert levels(match, "nobility") == [1, 1, 1], "empty columns have no winner"


@RULE("B97-MAJ-02")
def test_the_highest_sum_wins_not_the_most_cards():
    match = last_pass(
        "0a13/1 1a13/3 . .\n0a13/1 2a24/2 . .\n1a25/5 2a24/2 . .",
        seat(),
        seat(),
        seat(),
        bonus=ARCHITECTURE_FIRST,
    )
    assert levels(match, "architecture") == [1, 2, 1]
    assert levels(match, "nobility") == [1, 1, 2]
    assert levels(match, "prestige") == [1, 1, 1]


@RULE("B97-MAJ-02")
def test_a_later_seat_can_take_the_lead_and_another_can_join_it():
    match = last_pass(
        "0a13/1 0a13/1 . .\n1a13/3 1a13/3 . .\n2a13/3 2a24/4 . .\n3a13/1 3a24/4 . .",
        seat(),
        seat(),
        seat(),
        seat(),
        bonus=ARCHITECTURE_FIRST,
    )
    assert levels(match, "architecture", 4) == [1, 2, 2, 1]
    assert levels(match, "nobility", 4) == [1, 1, 2, 2]


@EXAMPLE("O-12")
@RULE("B97-MAJ-03")
@pytest.mark.parametrize(
    ("column", "expected"),
    [
        (("0a24/2", "1a13/1"), [2, 1]),
        (("0a13/1", "1a13/1"), [1, 1]),
        (("0a13/1", "0a13/1"), [2, 1]),
        (("0a24/2", "1a24/2"), [2, 2]),
        (("0a13/1", "1a13/3"), [1, 2]),
    ],
)
def test_neutral_cards_in_a_column(column, expected):
    match = last_pass(
        f"{column[0]} . . .\n{column[1]} . . .\nN . . N",
        seat(),
        seat(),
        bonus=("architecture", "nobility", "prestige", "prison"),
    )
    assert levels(match, "architecture", 2) == expected
    told = next(line for line in match.log() if line.startswith("Column d"))
    assert told == "Column d (free a prisoner): neutral 2. Majority: nobody."


@RULE("B97-MAJ-04", "B97-MAJ-05")
def test_a_prisoner_of_the_winners_choice():
    match = last_pass(
        "0a13/1 . . .\n1a13/1 . . .\n. . . .",
        seat(prison="a24 a25"),
        seat(prison="a13 a25"),
        seat(),
        first=1,
        bonus=PRISON_FIRST,
    )
    assert (match.to_play, offers(match)) == (1, ["free a13", "free a25"]), "first player first"
    do(match, "free a13")
    assert (match.to_play, offers(match)) == (0, ["free a24", "free a25"])
    do(match, "free a25")
    assert mine(match, 0)["prison"] == {"a24": 1}
    assert mine(match, 1)["prison"] == {"a25": 1}
    assert table(match)["round"] == 2


@RULE("B97-MAJ-04", "B97-GEN-07")
def test_bonuses_without_effect():
    match = last_pass(
        "0a13/1 0a13/1 . .\n. . . .\n. . . .",
        seat(levels=(1, 5, 1)),
        seat(),
        seat(),
        bonus=PRISON_FIRST,
    )
    told = match.log()
    assert "Ochre has no prisoner to free." in told
    assert "Ochre: Nobility is on its last space and stays at 5." in told
    assert table(match)["round"] == 2


@RULE("B97-MAJ-05")
def test_columns_are_settled_from_left_to_right():
    match = last_pass(
        "0a13/1 . . 1a13/1\n. . . .\n. . . .",
        seat(prison="a24 a25"),
        seat(prison="a24 a25"),
        seat(),
        first=1,
        bonus=("nobility", "architecture", "prestige", "prison"),
    )
    assert match.to_play == 1
    assert mine(match, 0)["tracks"]["nobility"] == 2
    columns = [line.split()[1] for line in match.log() if line.startswith("Column")]
    assert columns == ["a", "b", "c", "d"]


@EXAMPLE("B-7")
@RULE("B97-MAJ-06", "B97-MAJ-07")
def test_coats_of_arms_of_the_book():
    """Around a1 Benoit has most cards, around b1 both are level, around c1 one is missing."""
    match = last_pass(
        "0a13/1 0a13/1 1a13/1 .\n1a13/1 0a13/1 1a13/3 .\n. 1a24/2 . .",
        seat(levels=(1, 1, 2)),
        seat(levels=(1, 1, 3)),
        seat(),
        bonus=("architecture", "nobility", "prison", "prestige"),
    )
    assert arms(match) == [4, 3, 0], "+2 and +2 for Benoit, +3 for Fabrice"
    told = [line for line in match.log() if line.startswith("Coat")]
    assert told == [
        "Coat of arms a1–b2: Ochre 3, Blue 1. Ochre +2 VP.",
        "Coat of arms b1–c2: Ochre 2, Blue 2. Ochre +2 VP, Blue +3 VP.",
    ]


@RULE("B97-MAJ-06")
def test_a_block_counts_only_with_four_architects():
    for hole in ("a1", "b1", "a2", "b2"):
        cells = {"a1": "0a13/1", "b1": "0a13/1", "a2": "0a13/1", "b2": "0a13/1"}
        cells[hole] = "."
        match = last_pass(
            f"{cells['a1']} {cells['b1']} . .\n{cells['a2']} {cells['b2']} . .\n. . . .",
            seat(),
            seat(),
            seat(),
        )
        assert arms(match) == [0, 0, 0]
        cells[hole] = "red"
        match = last_pass(
            f"{cells['a1']} {cells['b1']} . .\n{cells['a2']} {cells['b2']} . .\n. . . .",
            seat(),
            seat(),
            seat(),
        )
        assert arms(match) == [0, 0, 0], "an Action card is no Architect"


@RULE("B97-MAJ-06")
def test_every_two_by_two_block_is_a_coat_of_arms():
    full = {
        3: "0a13/1 0a13/1 1a13/1 1a13/1\n0a13/1 0a13/1 1a13/1 1a13/1\n2a13/1 2a13/1 2a13/1 2a13/1",
        4: "0a13/1 0a13/1 1a13/1 1a13/1\n0a13/1 0a13/1 1a13/1 1a13/1\n"
        "2a13/1 2a13/1 3a13/1 3a13/1\n2a13/1 2a13/1 3a13/1 3a13/1",
    }
    for players, blocks in ((3, 6), (4, 9)):
        match = last_pass(
            full[players],
            *(seat() for _ in range(players)),
            round_no=4,
            bonus=("architecture", "nobility", "prison", "prestige"),
        )
        told = [line for line in match.log() if line.startswith("Coat")]
        assert len(told) == blocks
        assert len({line.split(":")[0] for line in told}) == blocks
    assert arms(match, 4) == [4, 8, 4, 8], "four blocks each; two have Prestige 2"


@RULE("B97-MAJ-07")
def test_most_cards_win_and_values_are_forgotten():
    match = last_pass(
        "0a13/1 0a13/1 . .\n1a25/5 2a24/4 . .\n. . . .",
        seat(levels=(1, 1, 4)),
        seat(levels=(1, 1, 5)),
        seat(levels=(1, 1, 3)),
        bonus=("architecture", "nobility", "prison", "prestige"),
    )
    assert arms(match) == [4, 0, 0], "2-1-1: the largest share"


@EXAMPLE("O-13")
@RULE("B97-MAJ-08", "B97-MAJ-03")
def test_neutral_cards_in_a_coat_of_arms():
    match = last_pass(
        ". . . .\n0a13/1 1a25/5 . .\nN 0a13/1 . N",
        seat(levels=(1, 1, 3)),
        seat(levels=(1, 1, 4)),
        bonus=("architecture", "nobility", "prison", "prestige"),
    )
    assert arms(match, 2) == [3, 0]
    told = next(line for line in match.log() if line.startswith("Coat"))
    assert told == "Coat of arms a2–b3: Ochre 2, Blue 1, neutral 1. Ochre +3 VP."


@EXAMPLE("O-14")
@RULE("B97-MAJ-07")
def test_four_on_a_level():
    match = last_pass(
        "0a13/1 1a13/1 . .\n2a13/1 3a13/1 . .\n. . . .\n. . . .",
        seat(levels=(1, 1, 1)),
        seat(levels=(1, 1, 2)),
        seat(levels=(1, 1, 3)),
        seat(levels=(1, 1, 1)),
        bonus=("architecture", "nobility", "prison", "prestige"),
    )
    assert arms(match, 4) == [1, 2, 3, 1]


@EXAMPLE("O-15")
@RULE("B97-MAJ-07", "B97-MAJ-01")
def test_the_prestige_bonus_comes_before_the_coats_of_arms():
    match = last_pass(
        "0a13/1 0a13/1 . .\n0a13/1 1a13/1 . .\n. . . .",
        seat(),
        seat(),
        seat(),
        bonus=("prestige", "nobility", "prison", "architecture"),
    )
    assert levels(match, "prestige") == [2, 1, 1]
    assert arms(match) == [2, 0, 0]


@EXAMPLE("B-8")
@RULE("B97-MAJ-09", "B97-MAJ-10")
def test_the_busiest_in_brussels_loses_one_to_prison():
    match = last_pass(
        EMPTY,
        seat(exchange="a13 a24", hall="a25"),
        seat(exchange="a13", hall="a13"),
        seat(hall="a13"),
    )
    assert (table(match)["decision"], match.to_play) == ("jail", 0)
    assert offers(match) == ["jail a13", "jail a24", "jail a25"]
    told = next(line for line in match.log() if line.startswith("Brussels"))
    assert told == "Brussels: Ochre 3, Blue 2, Green 1. One Architect to prison: Ochre."
    do(match, "jail a24")
    assert mine(match, 0)["prison"] == {"a24": 1}
    assert mine(match, 1)["prison"] == mine(match, 2)["prison"] == {}
    assert mine(match, 0)["hand"] == {"a13": 4, "a24": 1, "a25": 1}


@EXAMPLE("O-16")
@RULE("B97-MAJ-09", "B97-MAJ-11")
def test_brussels_tie_and_nobody():
    match = last_pass(
        EMPTY_4,
        seat(exchange="a13 a13 a13", prison="a24 a25"),
        seat(hall="a13 a13 a13", prison="a24 a25"),
        seat(prison="a24 a25"),
        seat(cinquantenaire="a13", prison="a24 a25"),
    )
    assert [sum(mine(match, s)["prison"].values()) for s in range(4)] == [3, 3, 2, 2]
    match = last_pass(EMPTY_4, *(seat(prison="a24 a25") for _ in range(4)))
    assert [sum(mine(match, s)["prison"].values()) for s in range(4)] == [2, 2, 2, 2]
    assert "Brussels: no Architect, nobody goes to prison." in match.log()


@RULE("B97-MAJ-10")
def test_several_leaders_choose_clockwise_from_the_first_player():
    match = last_pass(
        EMPTY,
        seat(exchange="a13 a24", hall="a25"),
        seat(exchange="a13", hall="a24 a13", cinquantenaire=""),
        seat(cinquantenaire="a13"),
        first=1,
    )
    assert match.to_play == 1
    do(match, "jail a24")
    assert match.to_play == 0, "the tie is not counted again after the first has paid"
    do(match, "jail a25")
    assert mine(match, 0)["prison"] == {"a25": 1}
    assert mine(match, 1)["prison"] == {"a24": 1}
    assert mine(match, 2)["prison"] == {}


@RULE("B97-MAJ-10")
def test_the_prisoner_comes_from_brussels_only():
    match = last_pass(
        "0a24/2 . . .\n. . . .\n. . . .",
        seat(cinquantenaire="a13", hall="a13"),
        seat(exchange="a13"),
        seat(),
        round_no=4,
    )
    assert mine(match, 0)["prison"] == {"a13": 1}, "neither from the grid nor from the hand"
    assert mine(match, 0)["brussels"] == {"cinquantenaire": {"a13": 1}}


@RULE("B97-MAJ-09")
def test_the_neutral_colour_plays_no_part_in_brussels():
    match = last_pass(EMPTY, seat(exchange="a13"), seat())
    assert mine(match, 0)["prison"] == {"a13": 1}
    assert mine(match, 1)["prison"] == {}


@RULE("B97-MAJ-11")
def test_the_prison_is_never_full():
    match = last_pass(EMPTY, seat(exchange="a13", prison="a13 a13 a13 a24 a24 a25"), seat(), seat())
    assert mine(match, 0)["prison"] == {"a13": 4, "a24": 2, "a25": 1}
    assert mine(match, 0)["hand"] == {}


@RULE("B97-MAJ-01", "B97-MAJ-11")
def test_release_comes_before_new_imprisonment():
    match = last_pass(
        "0a13/1 . . .\n. . . .\n. . . .",
        seat(exchange="a13", prison="a25"),
        seat(),
        seat(),
        bonus=PRISON_FIRST,
    )
    assert mine(match, 0)["prison"] == {"a13": 1}
    assert mine(match, 0)["hand"] == {"a13": 3, "a24": 2, "a25": 1}


def test_a_match_in_the_middle_of_a_majority_can_be_resumed():
    match = stand(
        "0a13/1 . . .\n1a13/1 . . .\n. . . .",
        seat(prison="a24 a25", passed=1),
        seat(prison="a13 a25", passed=2),
        seat(passed=3),
        first=1,
        bonus=PRISON_FIRST,
        phase="majority",
        decision="free",
        to_play=1,
        under_way={"column": 1, "waiting": [0]},
    )
    do(match, "free a13", "free a24")
    assert table(match)["round"] == 2

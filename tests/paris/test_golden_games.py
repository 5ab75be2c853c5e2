"""Chapter 11.4: two complete games, move by move, from the stacks that the page lists."""

from __future__ import annotations

import re
from collections import defaultdict

import pytest

import horta
from horta.games.paris.table import Event
from paris.boards import (
    CARDS,
    NAMES,
    dealt,
    moves,
    parts,
    piece_at,
    play,
    postcard,
    reserves,
    seat,
    skips,
    stand,
    table,
)

pytestmark = pytest.mark.long

GOLD_1 = """
B T9/2; O K4; B T12/1; O K11; B T0/1; O T14/3; B T10/0; O K7; B T11/3; O T4/0; B T15/2; O T5/1;
B T1/3; O K1; B T2/2; O T13/0; B K10; O T6/0; B K8; O T7/2; B K6; O T8/1; B pass; O T3/0;
B A:LEV; B G8; B N0; B B0@47/1; O B1@32/3; B B10@11/0; O A:CHA; B A:SAC; O B4@17/0; B A:BOU;
B S@6/2; O A:MET; B A:LAM; B S@24/0; O A:JAR; O S@15/1; B (skip); O B11@26/2; B (skip); O A:PEI;
O S@8/0; B (skip); O (skip)
"""

GOLD_2 = """
O K11; B K0; O T15/1; B K6; O T9/2; B K1; O T11/1; B T12/3; O T8/3; B K4; O T5/1; B T13/2;
O T7/1; B T10/3; O T4/1; B T0/0; O K7; B T3/0; O T6/0; B T14/2; O K2; B T2/0; O pass; B T1/2;
O A:FON; O S@51/0; B A:LEV; B G6; B N8; B B8@5/1; O B11@27/3; B B0@48/0; O A:BOU; O S@54/0;
B B1@11/3; O A:MOU; O S@30/0; B A:CHA; O A:MET; B B4@0/1; O B2@17/0; B A:PEN; B S@61/3; O (skip);
B A:GRA; B S@39/0; O (skip); B (skip)
"""

CITY_2 = """
mbboLbbb
boLbbmbo
booLbobm
oLmomooo
LbbobbbL
oooomomo
bbmoobom
ombLLbbo
"""


def replay(match: horta.Match, game: str) -> horta.Match:
    """Play a listed game; each entry names who moves, and where a skip must have happened."""
    expected = 0
    for entry in game.replace("\n", " ").split(";"):
        who, code = entry.split()
        if code == "(skip)":
            expected += 1
            assert f"{ {'O': 'Orange', 'B': 'Blue'}[who] } can do nothing and is skipped." in (
                match.log()
            )
            continue
        assert skips(match) == expected, f"before {entry}"
        assert match.to_play == "OB".index(who)
        play(match, code)
    assert skips(match) == expected
    assert match.over
    return match


@pytest.fixture(scope="module")
def gold_1():
    return replay(dealt("5 3 4 1 2 6 7 0", "5 3 2 0 6 1 7 4", 1), GOLD_1)


@pytest.fixture(scope="module")
def gold_2():
    cards = ["LEV", "MET", "CHA", "BOU", "MOU", "FON", "PEN", "GRA"]
    return replay(dealt("1 7 3 2 6 4 5 0", "0 3 4 1 7 2 6 5", 0, postcards=cards), GOLD_2)


@pytest.mark.example("GOLD-1")
@pytest.mark.rule("PA-PH1-02", "PA-PH1-12", "PA-PH2-17")
def test_gold_1_the_city(gold_1):
    assert table(gold_1)["board"] == [
        "bbbobobo",
        "oLbbbmmo",
        "LobmoLmo",
        "bmoooboL",
        "ooboobbm",
        "boLbmbLb",
        "oLmoLoob",
        "mbobobbm",
    ]
    assert table(gold_1)["first_done"] == 1


@pytest.mark.example("GOLD-1")
def test_gold_1_the_pieces(gold_1):
    assert piece_at(gold_1, "V3") == (0, {32, 33, 41})
    assert piece_at(gold_1, "S4") == (0, {17, 25, 26, 34})
    assert piece_at(gold_1, "L6") == (0, {28, 36, 44, 50, 51, 52})
    assert piece_at(gold_1, "I3") == (1, {47, 55, 63})
    assert piece_at(gold_1, "U6") == (1, {11, 12, 13, 14, 19, 22, 6})
    garden = postcard(gold_1, "JAR")
    assert (garden["holder"], garden["space"], garden["facing"]) == (0, "h2", 1)
    assert [card["holder"] for card in table(gold_1)["postcards"]] == [1, 0, 0, 1, 0, 0, 1, 1]
    assert {card["state"] for card in table(gold_1)["postcards"]} == {"used"}
    assert [seat(gold_1, s)["chimneys"] for s in (0, 1)] == [3, 5]
    assert [seat(gold_1, s)["reserve"] for s in (0, 1)] == [["T5"], ["P5"]]
    assert "W5" in table(gold_1)["site"]


@pytest.mark.example("GOLD-1")
@pytest.mark.rule("PA-SCO-12")
def test_gold_1_the_score(gold_1):
    assert parts(gold_1, 0) == {"lit": 39, "group": 7, "unbuilt": -3, "painter": 6}
    assert parts(gold_1, 1) == {"lit": 10, "group": 7}
    assert gold_1.scores == [49, 17]
    assert gold_1.sheet["visible"] == [12, 16]
    assert gold_1.winners == [0]
    assert skips(gold_1) == 4


@pytest.mark.example("GOLD-1", "GOLD-2")
@pytest.mark.rule("PA-MET-01", "PA-MET-02", "PA-CHA-01", "PA-CHA-02")
def test_gold_games_tell_which_rights_were_used(gold_1, gold_2):
    assert [line for line in gold_1.log() if "uses" in line] == [
        "Orange uses Chartier on c5.",
        "Orange uses Métropolitain on e7.",
    ]
    assert [line for line in gold_2.log() if "uses" in line] == [
        "Blue uses Chartier on b2.",
        "Orange uses Métropolitain on b4.",
    ]


def told(match, kind):
    """Return the seat and the numbers of every event of a kind."""
    return [tuple(event[1:]) for _, event in match.events() if event.kind == kind]


@pytest.mark.example("GOLD-1")
def test_gold_1_is_told_in_full(gold_1):
    """Every move of the list is an event with its seat and its numbers."""
    stacks = [iter((5, 3, 4, 1, 2, 6, 7, 0)), iter((5, 3, 2, 0, 6, 1, 7, 4))]
    expected = defaultdict(list)
    card = -1
    for entry in GOLD_1.replace("\n", " ").split(";"):
        who, code = entry.split()
        s, kind = "OB".index(who), code[0]
        numbers = [int(number) for number in re.findall(r"\d+", code)]
        if kind == "A":
            numbers = [card := CARDS.index(code[2:])]
        elif kind == "S":
            numbers.insert(0, card)
        elif kind == "T":
            numbers.insert(1, next(stacks[s]))
        expected[kind].append((s, *numbers, 0, 0, 0)[:4])
    codes = {
        "T": Event.LAID,
        "K": Event.TOOK,
        "p": Event.PASSED,
        "A": Event.ACTIVATED,
        "G": Event.GAVE,
        "N": Event.GOT,
        "B": Event.BUILT,
        "S": Event.PUT,
        "(": Event.SKIPPED,
    }
    for kind, moves_told in expected.items():
        assert told(gold_1, codes[kind]) == moves_told
    left = [left for _, left, _, _ in told(gold_1, Event.DREW)]
    assert sorted(left, reverse=True) == [k for k in range(6, -1, -1) for _ in "ob"]
    assert told(gold_1, Event.PHASE_2) == [(1, 0, 0, 0)]
    assert told(gold_1, Event.DECLINED) == []
    assert told(gold_1, Event.ENDED) == [(-1, 0, 0, 0)]
    rights = [(0, CARDS.index("CHA"), 34, 0), (0, CARDS.index("MET"), 52, 0)]
    assert told(gold_1, Event.USED_RIGHT) == rights


@pytest.mark.example("GOLD-2")
def test_gold_2_the_city_and_the_pieces(gold_2):
    assert table(gold_2)["board"] == CITY_2.split()
    assert table(gold_2)["first_done"] == 0
    assert piece_at(gold_2, "L6") == (0, {27, 35, 43, 44, 45, 46, 54})
    assert piece_at(gold_2, "O4") == (0, {17, 18, 25, 26})
    assert piece_at(gold_2, "W5") == (1, {5, 13, 14, 22, 23})
    assert piece_at(gold_2, "I3") == (1, {48, 49, 50})
    assert piece_at(gold_2, "V3") == (1, {11, 12, 20})
    assert piece_at(gold_2, "S4") == (1, {1, 2, 8, 9})
    spots = {card["card"]: (card["space"], card["facing"]) for card in table(gold_2)["postcards"]}
    assert spots == {
        "LEV": (None, 0),
        "MET": (None, 0),
        "CHA": (None, 0),
        "BOU": ("g7", 0),
        "MOU": ("g4", 0),
        "FON": ("d7", 0),
        "PEN": ("f8", 3),
        "GRA": ("h5", 0),
    }


@pytest.mark.example("GOLD-2")
@pytest.mark.rule("PA-SCO-12")
def test_gold_2_the_score(gold_2):
    assert parts(gold_2, 0) == {
        "lit": 15,
        "group": 11,
        "unbuilt": -3,
        "fountain": 3,
        "dancer": 8,
    }
    assert parts(gold_2, 1) == {"lit": 23, "group": 8, "statue": 7}
    assert gold_2.scores == [34, 38]
    assert gold_2.sheet["visible"] == [13, 11]
    assert gold_2.winners == [1]
    assert skips(gold_2) == 3


@pytest.mark.example("GOLD-1", "GOLD-2")
def test_gold_games_can_be_written_down_and_played_again(gold_1, gold_2):
    for match in (gold_1, gold_2):
        again = horta.replay(match.transcript())
        assert again.position == match.position
        assert again.transcript()["result"] == {"scores": match.scores, "winners": match.winners}


@pytest.mark.example("GOLD-2")
@pytest.mark.rule("PA-PH2-02")
@pytest.mark.parametrize(
    ("s", "allow_flip", "counts"),
    [
        (0, False, (16, 26, 3, 11, 6, 13, 5, 6, 3, 1, 5, 3)),
        (0, True, (16, 26, 3, 11, 11, 27, 10, 6, 3, 1, 5, 7)),
        (1, False, (11, 21, 2, 6, 3, 10, 3, 4, 2, 0, 1, 1)),
        (1, True, (11, 21, 2, 6, 6, 17, 4, 4, 2, 0, 1, 2)),
    ],
)
def test_plain_placements_in_the_empty_city_of_gold_2(s, allow_flip, counts):
    match = stand(CITY_2, to_play=s, allow_flip=allow_flip, **reserves(s, " ".join(NAMES)))
    placed = [b for b, _, _ in moves(match, "build")]
    assert tuple(placed.count(b) for b in range(12)) == counts
    assert sum(counts) == {(0, 0): 98, (0, 1): 126, (1, 0): 64, (1, 1): 76}[s, allow_flip]

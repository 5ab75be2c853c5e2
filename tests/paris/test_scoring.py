"""PackagePresentation 6 and 7: scoring and the tie-break."""

from __future__ import annotations

import random

import pytest

import horta
from horta.core.engine import plain_engine
from paris.boards import (
    CARDS,
    MIXED,
    NAMES,
    SIDES,
    A,
    of_seat,
    parts,
    play,
    reserves,
    stand,
    swap,
    until_over,
)
from paris.reference import Reading

ONE_LAMP = "mmmmmmmm\n" * 3 + "mmmLmmmm\n" + "mmmmmmmm\n" * 4  # on 27


@pytest.mark.rule("PA-SCO-01")
def test_nobody_has_won_before_the_end():
    running = stand(A, "O 0 1 2")
    assert running.scores == [6, 0]
    assert running.view()["winners"] == []
    ended = stand(A, "O 0 1 2", over=True)
    assert ended.scores == [6, 0]
    assert ended.view()["winners"] == [0]


@pytest.mark.rule("PA-SCO-02", "PA-DEF-05")
@pytest.mark.parametrize(
    ("spaces", "lit"),
    [
        ("19 11 3", True),  # north of the lamp
        ("28 29 30", True),  # east
        ("35 43 51", True),  # south
        ("26 25 24", True),  # west
        ("18 17 16", False),  # the corners
        ("20 21 22", False),
        ("34 33 32", False),
        ("36 37 38", False),
        ("11 3 10", False),  # two steps away
        ("29 30 31", False),
        ("43 51 50", False),
        ("25 24 16", False),
    ],
)
@pytest.mark.parametrize("s", [0, 1])
def test_a_lamp_lights_its_four_neighbours(spaces, lit, s):
    match = stand(ONE_LAMP, *swap(s, f"O {spaces}"))
    assert match.sheet["lit"] == ([3, 0] if s == 0 else [0, 3]) if lit else [0, 0]


@pytest.mark.rule("PA-SCO-02")
@pytest.mark.parametrize(
    ("lamp", "spaces"),
    [(8, "5 6 7"), (7, "8 9 10"), (0, "56 57 58"), (63, "7 15 23"), (56, "55 54 53")],
)
def test_light_does_not_leave_the_board(lamp, spaces):
    letters = ["m"] * 64
    letters[lamp] = "L"
    grid = "\n".join("".join(letters[8 * r : 8 * r + 8]) for r in range(8))
    assert stand(grid, f"O {spaces}").sheet["lit"] == [0, 0]


@pytest.mark.rule("PA-SCO-02", "PA-SCO-06", "PA-FON-02", "PA-BOU-02")
def test_the_first_space_is_a_space_like_any_other():
    grid = "oLmmmmmm\n" + "ommmmmmm\n" + "mmmmmmmm\n" * 6
    assert stand(grid, "O I3 0 8 16").sheet["lit"] == [3, 0]
    assert stand(MIXED, "O I3 0 8 16", "O V3 1 2 10").sheet["group"] == [6, 0]
    assert stand(MIXED, "O I3 0 8 16", "O fountain 1").sheet["fountain"] == [3, 0]
    assert stand(MIXED, "O I3 1 2 3", "O fountain 0").sheet["fountain"] == [3, 0]
    annexe = stand(grid, "O I3 8 16 24", "O annexe 0 S")
    assert annexe.sheet["group"] == [4, 0]
    assert annexe.sheet["lit"] == [4, 0]
    assert stand(grid, "O lamp 0", "O I3 8 9 10").sheet["lit"] == [6, 0]
    large = stand("Lmmmmmmm\n" + "mmmmmmmm\n" * 7, "O large 0", "O I3 2 3 4")
    assert large.sheet["lit"] == [3, 0]


@pytest.mark.rule("PA-SCO-02")
def test_size_times_lamps():
    grid = "LLLLmmmm\n" + "mmmmmmmm\n" * 7
    assert stand(grid, "O I3 8 9 10").scores[0] == 3 * 3 + 3
    assert stand(grid, "O U6 8 9 10 11 16 19").scores[0] == 6 * 4 + 6
    assert stand(grid, "O I3 3 11 19", "O MET used").scores[0] == 3 * 1 + 3
    assert stand(grid, "B P5 9 10 16 17 18").scores[1] == 5 * 2 + 5


@pytest.mark.rule("PA-SCO-03")
def test_a_lamp_counts_once_for_a_building():
    assert stand(ONE_LAMP, "O V3 18 19 26").sheet["lit"] == [3, 0]
    round_it = {"U6": "XXX/X../XX."}
    assert stand(ONE_LAMP, "O U6 18 19 20 26 34 35", shapes=round_it).sheet["lit"] == [6, 0]


@pytest.mark.rule("PA-SCO-04", "PA-DEF-05")
def test_a_lamp_counts_for_several_buildings_of_both():
    match = stand(ONE_LAMP, "O 3 11 19", "O 24 25 26", "B O4 28 29 36 37", "B T4 35 42 43 44")
    assert match.sheet["lit"] == [6, 8]


@pytest.mark.rule("PA-SCO-05")
def test_in_the_dark_a_building_scores_nothing():
    match = stand(ONE_LAMP, "O L6 0 1 2 8 16 24")
    assert parts(match, 0) == {"group": 6}


@pytest.mark.rule("PA-SCO-06")
@pytest.mark.parametrize("s", [0, 1])
def test_the_largest_group_counts(s):
    pieces = ("O I3 0 1 2", "O V3 3 10 11", "O O4 12 13 20 21", "O U6 40 41 42 43 48 51")
    match = stand(MIXED, *swap(s, *pieces))
    assert match.sheet["group"][s] == 3 + 3 + 4
    assert match.sheet["group"][1 - s] == 0
    fewer = stand(MIXED, *swap(s, *pieces[:2], pieces[3]))
    assert fewer.sheet["group"][s] == 6
    longer = stand(MIXED, *swap(s, pieces[3], pieces[0]))
    assert longer.sheet["group"][s] == 6


@pytest.mark.rule("PA-SCO-06")
def test_a_chain_is_one_group():
    """The first and the last touch only through those between, in whatever order they come."""
    chain = ["O L6 0 1 2 8 16 24", "O I3 3 4 5", "O U6 6 14 22 30 7 31", "O O4 38 39 46 47"]
    for k in range(4):
        pieces = chain[k:] + chain[:k]
        shapes = {"U6": "XX/X./X./XX"}
        match = stand(MIXED, *pieces, shapes=shapes)
        assert match.sheet["group"] == [6 + 3 + 6 + 4, 0]


@pytest.mark.rule("PA-SCO-06")
def test_the_largest_of_three_groups_counts_wherever_its_buildings_stand_in_the_list():
    long = dict.fromkeys(("P5", "T5", "W5", "X5"), "XXXXX") | {"V3": "XXX"}
    first = ("O I3 0 1 2", "O T5 8 9 10 11 12")
    second = ("O P5 24 25 26 27 28", "O W5 32 33 34 35 36")
    third = ("O V3 48 49 50", "O X5 56 57 58 59 60")
    match = stand(MIXED, *first, *second, *third, shapes=long)
    assert match.sheet["group"] == [10, 0]


@pytest.mark.rule("PA-SCO-07")
def test_one_building_is_a_group_and_none_is_nothing():
    assert stand(MIXED, "B X5 1 8 9 10 17").sheet["group"] == [0, 5]
    assert stand(MIXED).sheet["group"] == [0, 0]


@pytest.mark.rule("PA-SCO-08")
@pytest.mark.parametrize(
    "between",
    ["B garden 3 11", "O painter 3", "O dancer 3", "O lamp 3", "O fountain 3", "O statue 3 S"],
)
def test_nothing_else_joins_a_group(between):
    grid = MIXED if between[0] == "B" else "mmmommmm\n" + "mmmmmmmm\n" * 7
    match = stand(grid, "O I3 0 1 2", "O O4 4 5 12 13", between)
    assert match.sheet["group"][0] == 4


@pytest.mark.rule("PA-SCO-08")
def test_the_large_lamp_joins_nothing():
    grid = "mmmLmmmm\n" + "mmmmmmmm\n" * 7
    match = stand(grid, "O I3 0 1 2", "O O4 4 5 12 13", "O large 3")
    assert match.sheet["group"] == [4, 0]


@pytest.mark.rule("PA-SCO-09")
@pytest.mark.parametrize("s", [0, 1])
@pytest.mark.parametrize("count", [0, 1, 2, 5, 12])
def test_every_unbuilt_building_costs_three(s, count):
    reserve = " ".join(NAMES[12 - count :])
    match = stand(MIXED, **{("orange", "blue")[s]: reserve})
    assert match.sheet["unbuilt"][s] == -3 * count
    assert match.sheet["unbuilt"][1 - s] == 0


@pytest.mark.rule("PA-SCO-10")
@pytest.mark.parametrize("s", [0, 1])
def test_the_holder_of_the_token_scores(s):
    grid = of_seat(s, "oooooooo\n" * 7 + "LLmmmmmm\n")
    pieces = swap(s, "O painter 0", "O dancer 7", "O fountain 62", "O statue 16 S")
    match = stand(grid, *pieces, to_play=1 - s, **reserves(s, "", "I3"))
    mine, other = parts(match, s), parts(match, 1 - s)
    assert mine == {"painter": 4, "dancer": 64 - 3, "statue": 3 * 2 + 2}
    assert other == {"unbuilt": -3}


@pytest.mark.rule("PA-SCO-10", "PA-PH2-12")
@pytest.mark.parametrize("card", ["PEI", "MOU", "FON", "PEN"])
def test_a_declined_card_scores_nothing(card):
    match = stand(A, "O 0 1 2", f"O {card} declined")
    assert parts(match, 0) == {"lit": 3, "group": 3}
    assert parts(match, 1) == {}
    activated = play(stand(A, "O 0 1 2", open_cards=card), f"A:{card}")
    assert parts(activated, 0) == {"lit": 3, "group": 3}  # the piece is not on the board yet


@pytest.mark.rule("PA-SCO-11")
def test_the_total_is_the_sum_and_may_be_negative():
    pieces = ("O 0 1 2", "O painter 19", "O dancer 16", "O fountain 10", "O statue 48 N")
    match = stand(A, *pieces[:4], orange="X5 U6", blue="L6 W5", to_play=1)
    assert match.sheet["lit"] == [3, 0]
    assert match.sheet["group"] == [3, 0]
    assert match.sheet["unbuilt"] == [-6, -6]
    assert match.sheet["painter"] == [8, 0]
    assert match.sheet["fountain"] == [3, 0]
    dancer = match.sheet["dancer"][0]
    assert match.scores == [3 + 3 - 6 + 8 + 3 + dancer, -6]


@pytest.mark.rule("PA-SCO-12")
def test_the_higher_total_wins():
    assert stand(A, "O 0 1 2", "B 28 29 30", over=True).winners == [0]
    assert stand(A, "O 24 25 26", "B 5 6 7", over=True).winners == [1]
    assert stand(A, "O 0 1 2", "B X5 20 27 28 29 36", "B CHA used", over=True).winners == [1]


# Tie-break


@pytest.mark.rule("PA-TIE-01", "PA-TIE-02", "PA-TIE-03")
def test_visible_spaces_break_a_tie():
    assert stand(A, over=True).winners == [0, 1]
    match = stand(A, "O lamp 0", over=True)
    assert match.scores == [0, 0]
    assert match.sheet["visible"] == [25, 26]
    assert match.winners == [1]
    match = stand(A, "B lamp 7", over=True)
    assert match.sheet["visible"] == [26, 25]
    assert match.winners == [0]


@pytest.mark.rule("PA-TIE-02")
@pytest.mark.parametrize(
    ("piece", "visible"),
    [
        ("O painter 18", 25),
        ("O dancer 18", 25),
        ("O statue 18 N", 25),
        ("O lamp 18", 25),
        ("O fountain 18", 25),
        ("O fountain 35", 26),
        ("O large 9", 26),
        ("O garden 32 33", 26),
        ("O garden 24 32", 25),
    ],
)
def test_a_space_with_any_piece_is_not_visible(piece, visible):
    assert stand(A, piece).sheet["visible"] == [visible, 26]


@pytest.mark.rule("PA-TIE-02")
def test_a_rival_on_a_space_hides_it_and_mixed_and_lamps_do_not_count():
    match = stand(A, "B I3 3 4 5", "B CHA used")
    assert match.sheet["visible"] == [25, 24]
    assert stand(MIXED).sheet["visible"] == [0, 0]
    assert stand("LLLLLLLL\n" * 8).sheet["visible"] == [0, 0]
    assert stand("oooooooo\n" * 8).sheet["visible"] == [64, 0]


# The whole sheet


def random_city(dice):
    letters = dice.choices("obmL", (6, 6, 5, 3), k=64)
    return "\n".join("".join(letters[8 * r : 8 * r + 8]) for r in range(8))


OPTIONS = [
    {},
    {"fountain_cells": 2, "large_lamp_rays": "diamond"},
    {"statue_neighbours": "all", "large_lamp_rays": "ring"},
    {"allow_flip": True, "large_lamp_rays": "lines"},
    {"fountain_cells": 2, "large_lamp_rays": [[[1, 1], [2, 2]], [[-1, 2]], [[0, -1]]]},
]


@pytest.mark.rule("PA-SCO-02", "PA-SCO-06", "PA-SCO-09", "PA-SCO-10", "PA-TIE-02")
@pytest.mark.parametrize("seed", range(25))
def test_the_sheet_is_that_of_the_page(seed):
    """Random cities and random play; after every step the sheet is worked out by other means."""
    dice = random.Random(seed)
    cards = dice.sample(CARDS, 8)
    names = dice.sample(NAMES, 9)
    match = stand(
        random_city(dice),
        orange=" ".join(names[:4]),
        blue=" ".join(names[4:8]),
        to_play=seed % 2,
        open_cards=" ".join(cards),
        **OPTIONS[seed % len(OPTIONS)],
    )
    for _ in until_over(match):
        # Effects are declined seldom, so that many pieces come to stand.
        willing = [move for move in match.legal if match.text(move) != "decline"]
        match.play(dice.choice(willing or match.legal))
        assert match.sheet == Reading(match).sheet()


# Invariant 18: colours, turns and mirrors

CITY = """
mbboLbbb
boLbbmbo
booLbobm
oLmomooo
LbbobbbL
oooomomo
bbmoobom
ombLLbbo
"""
STANDING = (
    "O 27 35 43 44 45 46",
    "O annexe 54 N",
    "O 17 18 25 26",
    "O MET used",
    "O dancer 30",
    "O fountain 51",
    "B 5 13 14 22 23",
    "B 48 49 50",
    "B 11 12 20",
    "B 1 2 8 9",
    "B CHA used",
    "B statue 61 W",
    "B large 39",
)


def transform(pieces, space, side):
    """Move pieces and turn their facings."""
    moved = []
    for piece in pieces:
        words = [str(space(int(word))) if word.isdigit() else word for word in piece.split()]
        words = [
            SIDES[side(SIDES.index(word))] if len(word) == 1 and word in SIDES and k else word
            for k, word in enumerate(words)
        ]
        moved.append(" ".join(words))
    return moved


def city_of(space):
    letters = dict(enumerate("".join(CITY.split())))
    moved = {space(k): letter for k, letter in letters.items()}
    return "\n".join("".join(moved[8 * r + c] for c in range(8)) for r in range(8))


def quarter(space):
    row, column = divmod(space, 8)
    return 8 * column + 7 - row


def mirrored(space):
    row, column = divmod(space, 8)
    return 8 * row + 7 - column


@pytest.fixture(scope="module")
def standing():
    match = stand(CITY, *STANDING, orange="T5", tokens=(0, 1), to_play=1)
    assert match.scores == [34, 38]
    return match


def test_exchanging_the_colours_exchanges_the_scores(standing):
    grid = CITY.translate(str.maketrans("ob", "bo"))
    match = stand(grid, *swap(1, *STANDING), blue="T5", tokens=(1, 0))
    assert match.sheet == {line: values[::-1] for line, values in standing.sheet.items()}


def test_a_quarter_turn_keeps_the_scores(standing):
    pieces, grid = STANDING, CITY
    for turn in range(1, 5):
        pieces = transform(pieces, quarter, lambda side: (side + 1) % 4)

        def turned(space, times=turn):
            for _ in range(times):
                space = quarter(space)
            return space

        grid = city_of(turned)
        match = stand(grid, *pieces, orange="T5", tokens=(0, 1), to_play=1)
        assert match.sheet == standing.sheet
    assert grid.split() == CITY.split()


def test_a_mirror_image_keeps_the_scores(standing):
    pieces = transform(STANDING, mirrored, lambda side: -side % 4)
    match = stand(city_of(mirrored), *pieces, orange="T5", tokens=(0, 1), to_play=1)
    assert match.sheet == standing.sheet


@pytest.mark.rule("PA-SCO-11")
def test_a_used_sheet_is_written_anew():
    match = stand(A, "O 0 1 2", "B painter 4", orange="U6")
    sheet = match.game.new_sheet()
    sheet[:, :] = 77
    plain_engine(match.game).score(match.redacted(None), 0, sheet)
    assert dict(zip(match.sheet, sheet.T.tolist(), strict=True)) == match.sheet


def test_the_lines_of_the_sheet():
    match = horta.start("paris", seed=1)
    assert list(match.sheet) == [
        "lit",
        "group",
        "unbuilt",
        "painter",
        "dancer",
        "fountain",
        "statue",
        "visible",
    ]
    assert [line.tie_break for line in match.game.lines] == [False] * 7 + [True]

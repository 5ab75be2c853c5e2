"""Final scoring and tie-break (END, TIE)."""

from __future__ import annotations

import pytest

from bruxelles1897.tables import EMPTY, do, last_pass, mine, seat, stand, table

RULE = pytest.mark.rule
EXAMPLE = pytest.mark.example

# Below columns a to d: the lower halves houses, nobles, artworks, money.
BONUS = ("architecture", "nobility", "prestige", "prison")


def final(player, wins="", round_no=4, options=None, **rest):
    """The last round ends; seat 0 alone stands in the named columns.

    His markers are raised by their columns only as the position says, since the francs of his
    pass and the upper halves come before the scoring.
    """
    row = " ".join("0a13/1" if column in wins else "." for column in "abcd")
    return last_pass(
        f"{row}\n. . . .\n. . . .",
        player,
        seat(0),
        seat(0),
        round_no=round_no,
        bonus=BONUS,
        options=options or {},
        **rest,
    )


def total(match, s=0):
    return match.scores[s]


def settled(francs, **rest):
    """A player who will have so many francs after his last pass, which brings 1."""
    return seat(francs - 1, **rest)


@EXAMPLE("O-19")
@RULE("B97-END-02", "B97-END-06")
def test_wages():
    player = settled(5, nobles="horta albert buls", points=20)
    match = final(player, wins="bd")
    assert match.over
    assert match.sheet["wages"][0] == -3
    assert match.sheet["bonus_nobles"][0] == 6
    assert match.sheet["bonus_money"][0] == 0
    assert total(match) == 23
    assert mine(match, 0)["francs"] == 1
    assert mine(match, 0)["upright"] == ["brugmann", "horta", "albert"], "the lowest row leaves"
    assert table(match)["discards"]["buls"] == 1


@EXAMPLE("O-20")
@RULE("B97-END-06")
def test_limit_of_the_money_bonus():
    match = final(settled(13), wins="d")
    assert match.sheet["bonus_money"][0] == 15
    assert mine(match, 0)["francs"] == 13, "the money is not spent"
    for francs, points in ((1, 0), (2, 3), (3, 3), (9, 12), (10, 15), (11, 15)):
        assert final(settled(francs), wins="d").sheet["bonus_money"][0] == points


@EXAMPLE("O-21")
@RULE("B97-END-01", "B97-END-03", "B97-END-04", "B97-END-05", "B97-END-06")
def test_a_full_scoring():
    player = settled(
        9,
        nobles="horta albert",
        houses="a a b c",
        materials="WW BM",
        levels=(2, 1, 1),
        points=31,
    )
    match = final(player, wins="ad", expo_holder=0)
    sheet = {name: values[0] for name, values in match.sheet.items()}
    assert mine(match, 0)["levels"]["architecture"] == 3, "the upper half came first"
    assert mine(match, 0)["francs"] == 5
    assert sheet["houses"] == 12
    assert sheet["material"] == 2
    assert sheet["expo"] == 2
    assert sheet["bonus_houses"] == 6
    assert sheet["bonus_money"] == 6
    assert sheet["wages"] == 0
    assert total(match) == 59


@EXAMPLE("O-22")
@RULE("B97-END-06", "B97-END-07")
def test_all_four_columns():
    player = settled(
        10,
        nobles="horta albert buls",
        houses="a a b",
        materials="WM",
        artworks="yellow red red blue",
        levels=(3, 1, 1),
        points=40,
    )
    match = final(player, wins="abcd")
    sheet = {name: values[0] for name, values in match.sheet.items()}
    assert sheet["houses"] == 12
    assert sheet["material"] == 1
    assert sheet["bonus_houses"] == 4
    assert sheet["bonus_money"] == 6
    assert sheet["bonus_nobles"] == 8
    assert sheet["bonus_artworks"] == 6
    assert total(match) == 77


@EXAMPLE("O-23")
@RULE("B97-END-02", "B97-END-08")
def test_below_zero():
    player = settled(1, nobles="horta albert", houses="a", points=4)
    player["francs"] = 0
    match = final(player)
    assert mine(match, 0)["francs"] == 1, "one franc pays nobody"
    assert total(match) == -1


@RULE("B97-END-08")
def test_a_floor_under_the_wages():
    for floor, points in ((0, 1), (2, 3), (-1, 0), (-9, -1), (None, -1), (50, 51)):
        match = final(
            seat(0, nobles="horta albert", houses="a", points=4), options={"vp_floor": floor}
        )
        assert total(match) == points, floor
        assert sum(
            match.sheet[line.name][0] for line in match.game.lines if not line.tie_break
        ) == total(match)


@RULE("B97-END-02")
@pytest.mark.parametrize(
    ("francs", "paid"), [(1, 0), (2, 1), (3, 1), (4, 2), (6, 3), (9, 4), (10, 5), (12, 5)]
)
def test_wages_are_paid_as_far_as_possible(francs, paid):
    match = final(settled(francs, nobles="horta albert buls vandervelde", tilted="hankar"))
    assert mine(match, 0)["francs"] == francs - 2 * paid
    assert match.sheet["wages"][0] == -3 * (5 - paid)
    left = mine(match, 0)["upright"] + mine(match, 0)["tilted"]
    order = ["brugmann", "horta", "albert", "buls", "vandervelde", "hankar"]
    assert sorted(left, key=order.index) == order[: paid + 1]
    assert mine(match, 0)["unpaid"] == 5 - paid
    thrown = table(match)["discards"]
    assert [noble for noble in order[1:] if thrown.get(noble)] == order[paid + 1 :]


@RULE("B97-END-02")
def test_refusing_wages_would_never_have_helped():
    """Ruling R-29: paying as many as possible is the best choice in every case."""
    for francs in range(60):
        for nobles in range(6):
            for money in (0, 1):
                for bonus in (0, 1):

                    def worth(paid, francs=francs, nobles=nobles, money=money, bonus=bonus):
                        left = francs - 2 * paid
                        points = -3 * (nobles - paid) + bonus * 2 * (paid + 1)
                        return points + money * 3 * min(5, left // 2)

                    most = min(nobles, francs // 2)
                    assert worth(most) == max(worth(paid) for paid in range(most + 1))


@RULE("B97-END-01")
def test_the_majorities_of_round_4_come_first():
    match = last_pass(
        "0a13/1 0a13/1 . .\n0a13/1 1a13/1 . .\n. . . .",
        seat(0, exchange="a13"),
        seat(0),
        seat(0),
        round_no=4,
        bonus=("prestige", "nobility", "architecture", "prison"),
    )
    assert match.over
    assert match.sheet["arms"] == [2, 0, 0]
    assert match.sheet["prisoners"] == [-1, 0, 0]
    assert match.sheet["bonus_artworks"] == [0, 0, 0]
    assert match.sheet["bonus_nobles"] == [2, 2, 0], "level in column b"


@RULE("B97-END-03")
def test_houses_times_architecture():
    for level in range(1, 6):
        match = final(settled(1, houses="a b d d d", levels=(level, 1, 1)))
        assert match.sheet["houses"][0] == 5 * level


@RULE("B97-END-04")
def test_material_scores_by_card():
    match = final(settled(1, materials="WW WW BM"))
    assert match.sheet["material"] == [3, 0, 0]


@RULE("B97-END-05")
def test_expo_scores_for_its_holder_only():
    assert final(seat(0), expo_holder=1).sheet["expo"] == [0, 2, 0]
    assert final(seat(0)).sheet["expo"] == [0, 0, 0]


@RULE("B97-END-06", "B97-MAJ-03")
def test_tied_players_all_score_the_lower_half_in_full():
    match = last_pass(
        "0a13/1 . . .\n1a13/1 . . .\n. . . .",
        seat(0, houses="a b"),
        seat(0, houses="c"),
        seat(0, houses="d"),
        round_no=4,
        bonus=BONUS,
    )
    assert match.sheet["bonus_houses"] == [4, 2, 0]


@RULE("B97-END-06")
def test_neutral_cards_block_the_lower_half_too():
    match = last_pass(
        "0a13/1 . . .\n. . . .\nN . . N",
        seat(0, houses="a b"),
        seat(0),
        round_no=4,
        bonus=BONUS,
    )
    assert match.sheet["bonus_houses"][:2] == [0, 0]


@RULE("B97-END-07")
def test_different_means_colours_and_kinds():
    match = final(settled(1, artworks="red red red blue", houses="a a a a"), wins="ac", round_no=4)
    assert match.sheet["bonus_artworks"][0] == 4
    assert match.sheet["bonus_houses"][0] == 2


@RULE("B97-END-09")
def test_nothing_else_brings_points():
    match = final(settled(30, artworks="red blue yellow", levels=(5, 5, 5), prison=""))
    assert total(match) == 0


@RULE("B97-TIE-01")
def test_most_points_win():
    match = last_pass(EMPTY, seat(0, points=3), seat(0, points=5), seat(0), round_no=4)
    assert match.winners == [1]


@EXAMPLE("O-26")
@RULE("B97-TIE-01", "B97-TIE-02", "B97-TIE-03", "B97-TIE-04")
def test_tie_break():
    def end(a, b):
        return last_pass(EMPTY, a, b, seat(0, prison="a13 a13 a13"), round_no=4)

    a = {"points": 50, "prison": "a25", "levels": (3, 2, 2)}
    match = end(seat(0, **a), seat(0, points=50, prison="a24 a25", levels=(5, 5, 5)))
    assert match.scores[:2] == [50, 50]
    assert match.winners == [0]
    match = end(seat(0, **a), seat(0, points=50, prison="a25", levels=(3, 3, 2)))
    assert match.winners == [1]
    assert match.sheet["levels"] == [7, 8, 3]
    assert match.sheet["prisoners"] == [-1, -1, -3]
    a["levels"] = (2, 3, 3)
    match = end(seat(0, **a), seat(0, points=50, prison="a24", levels=(3, 3, 2)))
    assert match.winners == [0, 1], "8 each"


@RULE("B97-TIE-04", "B97-TIE-05")
def test_the_keys_rank_everybody():
    match = last_pass(
        EMPTY,
        seat(0, points=5, prison="a25"),
        seat(0, points=5, prison="a24 a25", levels=(5, 5, 5)),
        seat(0, points=7, prison="a13 a24 a25"),
        round_no=4,
    )
    sheet = match.sheet
    keys = [(match.scores[s], sheet["prisoners"][s], sheet["levels"][s]) for s in range(3)]
    assert sorted(range(3), key=lambda s: keys[s], reverse=True) == [2, 0, 1]
    assert match.winners == [2], "points before prisoners"


def test_the_sheet_is_valid_at_any_time():
    match = stand(
        "0a13/1 . . .\n. . . .\n. . . .",
        seat(5, nobles="horta albert buls", houses="a b", points=9),
        seat(),
        seat(),
        bonus=BONUS,
    )
    sheet = {name: values[0] for name, values in match.sheet.items()}
    assert sheet["construction"] + sheet["arms"] == 9
    assert sheet["wages"] == -3, "5 francs pay two of three"
    assert sheet["houses"] == 2
    assert sheet["bonus_houses"] == 4, "the column as it stands"
    assert mine(match, 0)["francs"] == 5, "nothing is paid yet"


def test_money_and_nobles_as_if_the_game_ended_now():
    match = stand(
        ". 0a13/1 . 0a13/1\n. . . .\n. . . .",
        seat(7, nobles="horta albert buls"),
        seat(),
        seat(),
        bonus=BONUS,
    )
    assert match.sheet["bonus_nobles"][0] == 8
    assert match.sheet["bonus_money"][0] == 0, "7 - 6 = 1"
    do(match, "visit exchange", "send a13")
    assert match.sheet["bonus_money"][0] == 9

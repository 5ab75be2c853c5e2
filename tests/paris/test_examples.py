"""Chapter 11: the worked examples, each as the page gives it."""

from __future__ import annotations

import pytest

from paris.boards import (
    NAMES,
    A,
    builds,
    choices,
    dealt,
    fits,
    kinds,
    moves,
    openings,
    parts,
    play,
    put_spaces,
    puts,
    reserves,
    seat,
    skips,
    stand,
    table,
)

# The book's example and W20

BOOK = """
bbbbbmob
bombLbmo
bmobbLmo
obmbbbbo
booLmLob
oooomoLo
Loboombm
oobooLbL
"""
BOOK_PIECES = (
    "O U6 9 10 18 26 33 34",
    "O L6 41 42 43 44 52 60",
    "O annexe 40 E",
    "O garden 45 53",
    "O SAC",
    "O LEV declined",
    "B W5 4 5 13 14 22",
    "B T4 11 19 20 27",
    "B L4 28 29 30 36",
    "B V3 54 55 62",
    "B I3 0 1 2",
    "B painter 7",
    "B MET",
    "B LAM declined",
)


def book(*cards: str, **given):
    return stand(BOOK, *BOOK_PIECES, *cards, orange="S4 P5", blue="O4", **given)


@pytest.mark.example("book", "W20")
@pytest.mark.rule("PA-SCO-02", "PA-SCO-06", "PA-SCO-09", "PA-SCO-11", "PA-SCO-12", "PA-SAC-01")
def test_book_and_w20_score():
    match = book("B MOU declined", over=True)
    assert parts(match, 0) == {"lit": 33, "group": 15}
    assert parts(match, 1) == {"lit": 43, "group": 13, "unbuilt": -3, "painter": 4}
    assert match.scores == [48, 57]
    assert match.winners == [1]
    assert match.sheet["visible"] == [12, 8]
    assert [seat(match, s)["chimneys"] for s in (0, 1)] == [4, 2]


@pytest.mark.example("W20")
@pytest.mark.rule("PA-PH2-18")
def test_w20_is_the_end():
    match = book(to_play=1, tokens=(0, 1), open_cards="MOU")
    assert openings(match) == ["MOU"]
    assert kinds(match) == {"activate"}
    play(match, "A:MOU", "decline")
    assert match.over
    assert match.scores == [48, 57]


@pytest.mark.example("W20")
@pytest.mark.rule("PA-PH2-16", "PA-CHA-04")
def test_w20_with_chartier_is_not_the_end():
    match = book("B CHA", to_play=1, tokens=(0, 0))
    assert kinds(match) == {"pass", "build"}
    assert len(builds(match, "O4")) == 1
    pieces = [piece.replace("O LEV", "B LEV") for piece in BOOK_PIECES]
    match = stand(BOOK, *pieces, "O CHA", orange="S4 P5", blue="O4", tokens=(0, 0))
    assert kinds(match) == {"pass", "build"}
    assert len(builds(match, "S4")) == 1
    assert builds(match, "P5") == []


# Small boards on grid A: id, pieces, the parts of orange's score, the parts of blue's

W06 = ("O 24 25 32 33", "O 40 41 42", "O garden 11 19", "O annexe 18 E", "B 34 35 36")
W08A = ("O L4 17 18 26 34", "O 48 49 50")
W12A = ("O large 9", "O 11 19 27")
W13 = ("O 3 11 19", "O L4 24 25 26 32", "O lamp 2")
W14A = (*W13, "O dancer 0")
W14B = (*W14A, "O painter 8")
W15 = ("O fountain 33", "O 16 17 24 25", "O 40 41 42", "O garden 3 11", "O annexe 2 E")

SMALL = [
    ("W01", ["O 0 1 2"], {"lit": 3, "group": 3}, {}),
    ("W02", ["O 0 1 8"], {"lit": 3, "group": 3}, {}),
    ("W03", ["O 0 1 2", "O 16 17 18"], {"lit": 6, "group": 3}, {}),
    ("W04", ["O 18 19 26 27"], {"group": 4}, {}),
    ("W05", ["O 35 36 37"], {"lit": 6, "group": 3}, {}),
    ("W05", ["B 35 36 37"], {}, {"lit": 6, "group": 3}),
    ("W06", W06, {"lit": 3, "group": 7}, {"lit": 6, "group": 3}),
    ("W08a", W08A, {"lit": 4, "group": 4}, {}),
    ("W08b", [*W08A, "O annexe 42 N"], {"lit": 10, "group": 8}, {}),
    ("W08c", [*W08A, "O annexe 42 S"], {"lit": 8, "group": 8}, {}),
    ("W09", ["B garden 36 37", "B 28 29 30"], {}, {"lit": 2, "group": 5}),
    ("W09b", ["O garden 41 42", "O annexe 50 N"], {"lit": 3, "group": 3}, {}),
    ("W10", ["O 41 42 43", "O 49 50 51", "O MET used"], {"lit": 3, "group": 6}, {}),
    ("W11", ["O lamp 18", "O 26 27 34 35", "O 0 1 2"], {"lit": 11, "group": 4}, {}),
    ("W12a", W12A, {"lit": 3, "group": 3}, {}),
    ("W12a", W12A[1:], {"group": 3}, {}),
    ("W12b", [*W12A, "O 2 3 10"], {"lit": 3, "group": 6}, {}),
    ("W12c", [*W12A, "O painter 10"], {"lit": 3, "group": 3, "painter": 8}, {}),
    ("W13", [*W13, "O painter 0"], {"lit": 3, "group": 4, "painter": 4}, {}),
    ("W14a", W14A, {"lit": 3, "group": 4, "dancer": 8}, {}),
    ("W14b", W14B, {"lit": 3, "group": 4, "dancer": 7, "painter": 4}, {}),
    ("W14c", [*W14B, "B large 9"], {"lit": 10, "group": 4, "dancer": 2, "painter": 4}, {}),
    (
        "W15",
        [*W15, "B 34 35 36"],
        {"lit": 7, "group": 4, "fountain": 6},
        {"lit": 6, "group": 3},
    ),
    (
        "W15b",
        ["O L4 17 18 26 34", "O annexe 42 N", "O fountain 41"],
        {"lit": 10, "group": 5, "fountain": 3},
        {},
    ),
    ("W16a", ["O statue 18 N"], {"statue": 12}, {}),
    ("W16b", ["O statue 18 N", "O 25 26 27"], {"statue": 8, "group": 3}, {}),
    ("W16c", ["O statue 18 N", "O 3 10 11"], {"lit": 3, "group": 3}, {}),
    ("W16d", ["O statue 0 E"], {"statue": 5}, {}),
    ("W16e", ["O statue 18 N", "B large 9"], {"statue": 11}, {}),
]


@pytest.mark.parametrize(
    ("pieces", "orange", "blue"),
    [pytest.param(*row[1:], id=row[0], marks=pytest.mark.example(row[0])) for row in SMALL],
)
def test_small_boards(pieces, orange, blue):
    match = stand(A, *pieces)
    assert parts(match, 0) == orange
    assert parts(match, 1) == blue
    assert match.scores == [sum(orange.values()), sum(blue.values())]


@pytest.mark.example("W07")
@pytest.mark.rule("PA-SCO-09", "PA-SCO-11", "PA-SAC-01", "PA-SAC-02")
def test_w07_unbuilt():
    assert stand(A, *W06, orange="T4 S4", blue="L4").scores == [4, 6]
    assert stand(A, *W06, "O SAC", orange="T4 S4", blue="L4").scores == [10, 6]
    assert stand(A, blue="T4 S4").scores == [0, -6]


@pytest.mark.example("W16d")
@pytest.mark.rule("PA-PEN-04")
def test_w16d_a_statue_in_the_corner_faces_inwards():
    match = play(stand(A, open_cards="PEN"), "A:PEN")
    assert [facing for space, facing in puts(match) if space == 0] == [1, 2]


@pytest.mark.example("W17", "W18")
@pytest.mark.rule("PA-TIE-01", "PA-TIE-02", "PA-TIE-03")
@pytest.mark.parametrize(
    ("blue", "visible", "winners"), [("36 37 38", [23, 26], [1]), ("5 6 7", [23, 23], [0, 1])]
)
def test_w17_w18_equal_totals(blue, visible, winners):
    match = stand(A, "O 0 1 2", f"B {blue}", over=True)
    assert match.scores == [6, 6]
    assert match.sheet["visible"] == visible
    assert match.winners == winners
    assert match.view()["winners"] == winners


@pytest.mark.example("W19")
@pytest.mark.rule("PA-MET-03", "PA-CHA-04", "PA-CHA-05")
@pytest.mark.parametrize(
    ("rights", "count"),
    [([], 36), (["O MET"], 44), (["O CHA"], 42), (["O MET", "O CHA"], 52)],
)
def test_w19_builds_of_i3(rights, count):
    found = builds(stand(A, *rights, orange="I3"), "I3")
    assert len(found) == count
    if not rights:
        level = [spaces for spaces in found if max(spaces) - min(spaces) == 2]
        assert len(level) == 17


# Legality on grid A, orange to move


@pytest.mark.example("legality")
@pytest.mark.rule("PA-PH2-02", "PA-MET-03", "PA-CHA-04", "PA-CHA-05")
@pytest.mark.parametrize(
    ("spaces", "allowed"),
    [
        ((2, 3, 4), {"CHA", "both"}),
        ((8, 9, 10), {"MET", "both"}),
        ((42, 43, 44), set()),
        ((36, 44, 52), {"both"}),
        ((28, 36, 44), {"both"}),
        ((3, 4, 5), set()),
        ((35, 36, 37), {"none", "MET", "CHA", "both"}),
    ],
)
def test_legality_of_i3(spaces, allowed):
    rights = {"none": [], "MET": ["O MET"], "CHA": ["O CHA"], "both": ["O MET", "O CHA"]}
    found = {
        name for name, held in rights.items() if fits(stand(A, *held, orange="I3"), "I3", *spaces)
    }
    assert found == allowed


@pytest.mark.example("legality")
@pytest.mark.rule("PA-PEI-01", "PA-FON-01", "PA-GRA-01", "PA-PEN-01", "PA-JAR-01", "PA-BOU-03")
def test_legality_of_special_pieces():
    def after(card, *pieces):
        return play(stand(A, *pieces, open_cards=card), f"A:{card}")

    painter = put_spaces(after("PEI"))
    assert len(painter) == 26
    assert not {35, 9} & set(painter)
    fountain = put_spaces(after("FON"))
    assert len(fountain) == 34
    assert 35 in fountain
    assert puts(after("GRA")) == [(9, 0), (14, 0), (43, 0), (44, 0)]
    assert len(puts(after("PEN"))) == 89
    assert len(puts(after("JAR"))) == 49
    assert kinds(after("BOU")) == {"decline"}
    annexe = puts(after("BOU", *W08A))
    assert len(annexe) == 13
    assert {(42, 0), (42, 2)} <= set(annexe)
    assert [facing for space, facing in annexe if space == 25] == [0]


LEV_GRID = """
obooLbbb
oboobbbb
bbbbbbbb
bbbbbbbb
bbbbbbbb
bbbbbbbb
bbbbbbbb
bbbbbbbb
"""
OTHERS = "I3 V3 T4 S4 L4 P5 T5 W5 L6"


@pytest.mark.example("legality")
@pytest.mark.rule("PA-LEV-01", "PA-LEV-03", "PA-LEV-04")
def test_legality_of_levitation():
    match = stand(LEV_GRID, orange="U6", blue=OTHERS, open_cards="LEV")
    assert table(match)["site"] == ["O4", "X5"]
    play(match, "A:LEV")
    assert kinds(match) == {"choose", "decline"}
    assert choices(match) == ["U6"]
    play(match, "G:U6")
    assert choices(match) == ["O4"]
    assert kinds(match) == {"choose"}
    play(match, "N:O4")
    assert moves(match, "build") == [(NAMES.index("O4"), 2, 0)]
    assert len(match.legal) == 1
    empty = stand(LEV_GRID, orange="U6", blue=f"{OTHERS} O4 X5", open_cards="LEV")
    assert table(empty)["site"] == []
    assert kinds(play(empty, "A:LEV")) == {"decline"}


@pytest.mark.example("legality")
@pytest.mark.rule("PA-PH2-02", "PA-DEF-08")
@pytest.mark.parametrize(
    ("s", "allow_flip", "counts"),
    [
        (0, False, (36, 67, 15, 47, 23, 49, 42, 34, 33, 8, 28, 25)),
        (0, True, (36, 67, 15, 47, 47, 98, 85, 34, 33, 8, 28, 48)),
        (1, False, (36, 67, 15, 47, 24, 49, 43, 34, 33, 8, 28, 23)),
        (1, True, (36, 67, 15, 47, 47, 98, 85, 34, 33, 8, 28, 48)),
    ],
)
def test_plain_placements_on_grid_a(s, allow_flip, counts):
    match = stand(A, to_play=s, allow_flip=allow_flip, **reserves(s, " ".join(NAMES)))
    placed = [b for b, _, _ in moves(match, "build")]
    assert tuple(placed.count(b) for b in range(12)) == counts
    assert len(placed) == (546 if allow_flip else 407)


# Turn order


@pytest.mark.example("W21")
@pytest.mark.rule("PA-PH1-01", "PA-PH1-08", "PA-PH1-11", "PA-PH1-12")
def test_w21_who_is_done_first_begins_phase_2():
    match = dealt("0 1 2 3 4 5 6 7", "0 1 2 3 4 5 6 7", 0)
    blue = ["K0", "K1", "K2", "K3", "K4", "T13/0", "T14/0", "T15/0"]
    for turn in range(1, 17):
        assert match.to_play == (turn + 1) % 2
        play(match, f"T{turn // 2}/0" if turn % 2 else blue[turn // 2 - 1])
    for turn in range(17, 27):
        assert table(match)["phase"] == 1
        assert match.to_play == (turn + 1) % 2
        if turn % 2:
            assert kinds(match) == {"pass", "choose"}
            play(match, "pass")
        else:
            play(match, f"T{turn // 2 - 1}/0")
    assert len(match.actions) == 26
    assert table(match)["phase"] == 2
    assert match.to_play == 0


BARE = "bbbbbbbb\n" * 7 + "oobbbbbb\n"


@pytest.mark.example("W22")
@pytest.mark.rule("PA-PH2-17", "PA-PH2-18")
def test_w22_a_player_with_nothing_to_do_is_skipped():
    match = stand(BARE, orange="I3", to_play=1, tokens=(0, 3), open_cards="SAC PEI LAM")
    orange = "Orange can do nothing and is skipped."
    blue = "Blue can do nothing and is skipped."
    play(match, "A:LAM", "decline")
    assert match.log()[-1] == orange
    assert match.to_play == 1
    play(match, "A:SAC")
    assert match.log()[-1] == orange
    assert skips(match) == 2
    assert match.to_play == 1
    play(match, "A:PEI", "decline")
    assert match.log()[-3:] == [orange, blue, "The game is over."]
    assert skips(match) == 4
    assert match.over


@pytest.mark.example("W23")
@pytest.mark.rule("PA-PH2-16", "PA-PH2-18")
def test_w23_a_right_is_never_an_obligation():
    grid = "bbbbbbbb\n" * 7 + "oLobbbbb\n"
    match = stand(grid, "O MET", orange="I3", tokens=(0, 0))
    assert kinds(match) == {"build", "pass"}
    assert builds(match, "I3") == [{56, 57, 58}]
    play(match, "pass")
    assert match.over
    assert match.log()[-2:] == ["Blue can do nothing and is skipped.", "The game is over."]

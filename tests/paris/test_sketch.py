"""The sketch for terminals: the board in characters, and what lies beside it."""

from __future__ import annotations

import pytest

import horta
from horta.games.paris.table import is_free
from paris.boards import A, stand
from paris.test_drawing import GAMES, tables


def shown(match: horta.Match) -> list[str]:
    """What the sketch shows on each space."""
    rows = match.sketch().splitlines()[1:9]
    return [row[3 + 3 * k : 6 + 3 * k].strip() for row in rows for k in range(8)]


@pytest.mark.rule("PA-FON-03", "PA-JAR-02")
@pytest.mark.parametrize(
    ("pieces", "spaces", "sign"),
    [
        (["O fountain 24"], [24], "fo"),
        (["O fountain 24 25"], [24, 25], "fo"),
        (["O fountain 24 32"], [24, 32], "fo"),
        (["O garden 32 33"], [32, 33], "ja"),
        (["O garden 32 33", "O annexe 24 S"], [24, 32, 33], "ja"),
        (["O I3 0 1 2", "O annexe 8 N"], [0, 1, 2, 8], "OO"),
        (["B I3 4 5 6"], [4, 5, 6], "BB"),
        (["O painter 8"], [8], "pe"),
        (["O statue 18 N"], [18], "p↑"),
        (["O statue 18 E", "O painter 8"], [18], "p→"),
        (["O statue 18 S"], [18], "p↓"),
        (["O statue 18 W"], [18], "p←"),
    ],
)
def test_a_piece_is_shown_on_every_space_that_it_covers(pieces, spaces, sign):
    cells = 2 if "fountain" in pieces[0] and len(spaces) == 2 else 1
    found = shown(stand(A, *pieces, fountain_cells=cells))
    assert [space for space, text in enumerate(found) if text == sign] == spaces


def test_no_two_pieces_have_one_sign():
    pieces = [
        "O painter 8",
        "O statue 18 E",
        "O large 9",
        "B fountain 36",
        "B dancer 4",
        "B lamp 5",
    ]
    signs = shown(stand(A, *pieces))
    found = [signs[int(piece.split()[2])] for piece in pieces]
    assert len(set(found)) == len(pieces)


@pytest.mark.rule("PA-PEN-01")
def test_the_list_of_postcards_tells_which_sign_is_whose():
    lines = stand(A, "O statue 18 E", "B painter 5").sketch().splitlines()
    told = {line.split()[0]: line.split("  ")[-2:] for line in lines if line.startswith("  P")}
    assert told == {"PEN": ["[Orange]", "p→ c3"], "PEI": ["[Blue]", "pe f1"]}


def test_what_looks_free_is_free():
    covered = 0
    for match in tables(range(2 * len(GAMES)), every=5):
        table = match.scene().table
        for space, text in enumerate(shown(match)):
            assert is_free(table, space) == (text in tuple("obmL."))
            covered += not is_free(table, space)
    assert covered > 1000

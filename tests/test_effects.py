"""What cards, tiles and boards do, in words that follow the options of a table."""

from __future__ import annotations

from typing import Any

import pytest

import horta
from horta.core.i18n import LANGUAGES
from horta.core.record import at
from horta.games.bruxelles1893.boards import BOARD_ROWS
from horta.games.bruxelles1893.pieces import Architect, Tile
from horta.games.bruxelles1893.words import words


def deal(players: int, **options: Any) -> Any:
    """Return a dealt table of Bruxelles 1893."""
    match = horta.start("bruxelles1893", players=players, seed=3, **options)
    return at(match.game.table, match.redacted(0))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("players", "passes", "pairs"),
    [(2, "3 ", "4 "), (3, "3 ", "5 "), (4, "5 ", "6 "), (5, "5 ", "7 ")],
)
def test_tiles_name_their_points(players: int, passes: str, pairs: str, lang: str) -> None:
    """Tiles 7 and 9 depend on the players, tile 10 on what is printed (BE-TILE-07, 09, 10)."""
    said = words(lang)
    assert said.tile(Tile.PASSES_SCORE, players).startswith(passes)
    assert said.tile(Tile.NEIGHBOURS, players).startswith(pairs)
    table = deal(players, belle_epoque=True)
    assert " 15 " in said.tile(Tile.PORTRAIT, players, table)
    changed = deal(players, belle_epoque=True, components={"tracks": {"portrait": 17}})
    assert " 17 " in said.tile(Tile.PORTRAIT, players, changed)


def test_gauchie_names_colours_and_cubes() -> None:
    """Iron, wood, stone; and glass, or a joker without the expansion (AS-08)."""
    for lang, glass, joker in (
        ("en", "glass", "joker"),
        ("fr", "verre", "joker"),
        ("de", "Glas", "Joker"),
    ):
        said = words(lang)
        with_glass, without = (said.board(Architect.GAUCHIE, belle) for belle in (True, False))
        assert glass in with_glass
        assert joker not in with_glass
        assert joker in without
        assert glass not in without
    for one in ("iron with yellow", "wood with brown", "stone with blue", "glass with green"):
        assert one in words("en").board(Architect.GAUCHIE, True)
    assert len({words("en").board(row.architect, True) for row in BOARD_ROWS}) == len(BOARD_ROWS)


def test_cards_9_and_22_say_what_they_take() -> None:
    """A joker forgiven keeps the 5 VP; another turn takes another figure (BE-CARD-09, 22)."""
    for lang, points, figure in (
        ("en", "does not cost you the 5 VP", "one more figure"),
        ("fr", "ne vous coûte pas les 5 PV", "il vous en faut encore une"),
        ("de", "kostet Sie die 5 SP nicht", "eine weitere Figur"),
    ):
        assert points in words(lang).card(8)
        assert figure in words(lang).card(21)


@pytest.mark.parametrize(
    ("options", "there", "missing"),
    [
        ({"edition": "2013"}, "1 FB more, and 2 Manneken", "1 to 5 FB"),
        ({"edition": "2023"}, "1 to 5 FB more, 1 for each time", "1 FB more, and"),
        ({"edition": "2023"}, "End: VP for each of your houses.", "houses and pavilions"),
        ({"belle_epoque": True}, "End: VP for each of your houses and pavilions.", "your houses."),
    ],
)
def test_the_drawing_follows_edition_and_expansion(
    options: dict[str, Any], there: str, missing: str
) -> None:
    """Passing first brings 1 to 5 FB in 2023 (PASS-04); pavilions are buildings (BE-END-04)."""
    svg = horta.start("bruxelles1893", players=3, seed=3, **options).svg(0)
    assert there in svg
    assert missing not in svg


@pytest.mark.parametrize(
    ("options", "there"),
    [
        ({}, "2 points per free side"),
        ({"statue_neighbours": "all"}, "1 per corner, covered or not"),
        ({}, "Place the fountain on your colour or mixed."),
        ({"fountain_cells": 2}, "Place the fountain on two spaces"),
    ],
)
def test_postcards_follow_the_options(options: dict[str, Any], there: str) -> None:
    """The statue's neighbours and the fountain's spaces are options (PA-PEN-03, PA-FON-03)."""
    cards = ["MOU", "FON", "PEN", "GRA", "MET", "CHA", "JAR", "BOU"]
    assert there in horta.start("paris", seed=3, postcards=cards, **options).svg(0)

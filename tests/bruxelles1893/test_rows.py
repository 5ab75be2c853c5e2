"""Cards, tiles, notables and boards are rows, and a row that lacks something is refused at once."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest

from horta.games.bruxelles1893 import boards, cards, notables, tiles
from horta.games.bruxelles1893.boards import BOARD_ROWS
from horta.games.bruxelles1893.cards import CARD_ROWS
from horta.games.bruxelles1893.notables import NOTABLE_ROWS
from horta.games.bruxelles1893.pictures import check_pictures
from horta.games.bruxelles1893.pieces import Card, Notable, Tile
from horta.games.bruxelles1893.reasons import REASONS
from horta.games.bruxelles1893.table import NOTHING, Decision
from horta.games.bruxelles1893.windows import Window

KINDS = [
    (cards.check_rows, CARD_ROWS),
    (tiles.check_rows, tiles.TILE_ROWS),
    (notables.check_rows, NOTABLE_ROWS),
    (boards.check_rows, BOARD_ROWS),
]


def spoilt(rows, at, **changes):
    return (*rows[:at], replace(rows[at], **changes), *rows[at + 1 :])


@pytest.mark.parametrize(("check", "rows"), KINDS)
def test_every_thing_has_its_row(check, rows):
    check(rows)
    with pytest.raises(TypeError, match="are not those of"):
        check(rows[:-1])
    with pytest.raises(TypeError, match="are not those of"):
        check((*rows[1:], rows[0]))


@pytest.mark.parametrize(
    ("changes", "lacks"),
    [
        ({"effect": ""}, "effect"),
        ({"moment": ""}, "moment"),
        ({"sign": ""}, "sign"),
        ({"lacks": ""}, "lacks"),
        ({"does": None}, "does or asks"),
        ({"window": Window.COMPASS}, "window"),
    ],
)
def test_a_card_that_lacks_something_is_named(changes, lacks):
    rows = spoilt(CARD_ROWS, Card.WORKS_PAY, **changes)
    with pytest.raises(TypeError, match=f"card WORKS_PAY: the row lacks {lacks}"):
        cards.check_rows(rows)


@pytest.mark.parametrize(
    ("changes", "lacks"),
    [
        ({"effect": ""}, "effect"),
        ({"sign": ""}, "sign"),
        ({"points": None}, "points or changes"),
        ({"changes": tiles.raised}, "points or changes"),
    ],
)
def test_a_tile_that_lacks_something_is_named(changes, lacks):
    rows = spoilt(tiles.TILE_ROWS, Tile.WHITES_SCORE, **changes)
    with pytest.raises(TypeError, match=f"tile WHITES_SCORE: the row lacks {lacks}"):
        tiles.check_rows(rows)


@pytest.mark.parametrize(
    ("notable", "changes", "lacks"),
    [
        (Notable.BULS, {"title": ""}, "title"),
        (Notable.BULS, {"effect": ""}, "effect"),
        (Notable.BULS, {"step": NOTHING}, "one gain, step or rule"),
        (Notable.BULS, {"francs": 1}, "one gain, step or rule"),
        (Notable.NAGELMACKERS, {"does": None}, "one gain, step or rule"),
        (Notable.NAGELMACKERS, {"worth": 0}, "worth"),
    ],
)
def test_a_notable_that_lacks_something_is_named(notable, changes, lacks):
    rows = spoilt(NOTABLE_ROWS, notable, **changes)
    with pytest.raises(TypeError, match=f"notable {notable.name}: the row lacks {lacks}"):
        notables.check_rows(rows)


def test_a_notable_without_a_cost_is_named(monkeypatch):
    fields = {name: None for name in notables.Costs.model_fields if name != "buls"}
    monkeypatch.setattr(notables, "Costs", SimpleNamespace(model_fields=fields))
    with pytest.raises(TypeError, match=r"notable BULS: the row lacks cost \(in components.py\)"):
        notables.check_rows(NOTABLE_ROWS)


@pytest.mark.parametrize(
    ("changes", "lacks"),
    [
        ({"title": ""}, "title"),
        ({"effect": ""}, "effect"),
        ({"other": "nothing"}, "other"),
        ({"printed": "nothing"}, r"printed \(in components.py\)"),
        ({"act": ""}, "act"),
        ({"sign": ""}, "sign"),
        ({"ability": None}, "ability"),
    ],
)
def test_a_board_that_lacks_something_is_named(changes, lacks):
    rows = spoilt(BOARD_ROWS, 2, **changes)
    with pytest.raises(TypeError, match=f"board HORTA: the row lacks {lacks}"):
        boards.check_rows(rows)


NOBODY = SimpleNamespace(name="NOBODY")


@pytest.mark.parametrize(
    ("kind", "at", "changes", "message"),
    [
        (0, 0, {"moment": "noon"}, "card WORKS_PAY: nothing is drawn for noon"),
        (0, 0, {"sign": "coin:1 / wrok"}, "card WORKS_PAY: nothing is drawn for wrok"),
        (1, 3, {"sign": "wrok ×4"}, "tile FOUR_WORKS: nothing is drawn for wrok"),
        (2, 0, {"act": "noon"}, "board HANKAR: nothing is drawn for noon"),
        (2, 0, {"sign": "bakc"}, "board HANKAR: nothing is drawn for bakc"),
        (2, 0, {"architect": NOBODY}, "board NOBODY: nothing is drawn for arch-nobody"),
        (3, 0, {"notable": NOBODY}, "notable NOBODY: nothing is drawn for face-nobody"),
    ],
)
def test_a_row_without_a_picture_is_named(kind, at, changes, message):
    kinds = [CARD_ROWS, tiles.TILE_ROWS, BOARD_ROWS, NOTABLE_ROWS]
    check_pictures(*kinds)
    kinds[kind] = spoilt(kinds[kind], at, **changes)
    with pytest.raises(TypeError, match=message):
        check_pictures(*kinds)


def test_what_a_card_lacks_can_be_said():
    assert {row.lacks for row in CARD_ROWS} <= set(REASONS)


def test_a_question_of_cards_is_asked_by_one_card():
    asked = [question for row in CARD_ROWS for question in row.asks]
    assert len(asked) == len(set(asked))
    alone = [d for d in Decision if Decision.MARKET_OUT <= d <= Decision.DOUBLE]
    assert set(alone) <= set(asked)

"""A postcard is one row, and a row that lacks something is refused at once."""

from __future__ import annotations

from dataclasses import replace

import pytest

from horta.games.paris.cards import POSTCARD_ROWS, Stands, check_rows
from horta.games.paris.components import Card
from horta.games.paris.table import NOTHING


def spoilt(card, **changes):
    return tuple(replace(row, **changes) if row.card == card else row for row in POSTCARD_ROWS)


@pytest.mark.parametrize(
    ("card", "changes", "lacks"),
    [
        (Card.FON, {"title": ""}, "title"),
        (Card.FON, {"effect": ""}, "effect"),
        (Card.FON, {"called": ""}, "called"),
        (Card.FON, {"stands": Stands.NOWHERE}, "stands"),
        (Card.FON, {"piece": NOTHING}, "piece"),
    ],
)
def test_a_row_that_lacks_something_is_named(card, changes, lacks):
    with pytest.raises(TypeError, match=f"postcard {card.name}: the row lacks {lacks}"):
        check_rows(spoilt(card, **changes))


def test_every_postcard_has_its_row():
    check_rows(POSTCARD_ROWS)
    with pytest.raises(TypeError, match="not those of Card"):
        check_rows(POSTCARD_ROWS[:-1])

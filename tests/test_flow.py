"""Decisions as pairs of rules, and actions encoded and decoded by rules."""

from __future__ import annotations

import numba
import pytest

from horta.core.actions import ActionSpace, Axis, Span
from horta.core.flow import Ask, choose, pair
from horta.core.record import Array, at, blank, dtype_of, i8, of, record
from horta.core.rule import rule

SPACE = ActionSpace(
    Span("pass"),
    Span("bid", Axis("francs", 9)),
    Span("tile", Axis("square", 16), Axis("turn", 4)),
    Span("build", Axis("building", 5), Axis("space", 12), Axis("way", 8)),
)


@record
class Little:
    decision: i8
    done: Array[i8] = of(3)


@rule
def list_first(table, out):
    out[0] = 7
    return 1


@rule
def answer_first(table, action) -> None:
    table.done[0] = action


@rule
def list_second(table, out):
    out[0] = 8
    out[1] = 9
    return 2


@rule
def answer_second(table, action) -> None:
    table.done[1] = action


@rule
def finish(table) -> None:
    table.done[2] += 1


ASKED = (Ask(3, list_first, answer_first), Ask(5, list_second, answer_second))
offered, answered = pair(ASKED, __name__)
proceed = choose("proceed", [(9, finish)], __name__)


def test_the_half_that_fits_the_decision_is_called():
    games = blank(Little)
    table, out = at(Little, games), [0, 0]
    table.decision = 3
    assert (offered(table.decision, table, out), out) == (1, [7, 0])
    answered(table.decision, table, 7)
    table.decision = 5
    assert (offered(table.decision, table, out), out) == (2, [8, 9])
    answered(table.decision, table, 8)
    table.decision = 9
    proceed(table.decision, table)
    assert list(table.done) == [7, 8, 1]


def test_what_is_not_listed_offers_and_does_nothing():
    table = at(Little, blank(Little))
    table.decision = 4
    assert offered(table.decision, table, [0]) == 0
    answered(table.decision, table, 1)
    proceed(table.decision, table)
    assert list(table.done) == [0, 0, 0]


def test_a_decision_stands_once():
    with pytest.raises(TypeError, match="3 stands twice"):
        pair((*ASKED, Ask(3, list_second, answer_second)), __name__)


def test_halves_take_the_same():
    with pytest.raises(TypeError, match=r"finish.* takes \['table'\], others"):
        choose("odd", [(1, list_first), (2, finish)], __name__)


def test_the_chain_compiles():
    @numba.njit
    def both(games, out):
        table = games[0]
        n = offered(table.decision, table, out)
        answered(table.decision, table, out[n - 1])
        return n

    import numpy as np

    games = np.zeros(1, dtype_of(Little))
    games["decision"] = 5
    assert both(games, np.zeros(2, np.int32)) == 2
    assert games["done"][0].tolist() == [0, 9, 0]


@pytest.mark.parametrize("span", [span for span in SPACE if span.axes], ids=lambda span: span.name)
def test_rules_encode_and_decode_as_the_span_does(span):
    encode, decode = span.encoder(), span.decoder()

    @numba.njit
    def there(action):
        return decode(action)

    for action in range(span.start, span.stop, 7):
        values = span.decode(action)
        assert encode(*values) == action
        found = decode(action)
        assert (found if isinstance(found, tuple) else (found,)) == values
        assert there(action) == found


def test_a_span_without_a_place_has_no_rules():
    with pytest.raises(ValueError, match="belongs to no action space"):
        Span("alone", Axis("x", 2)).encoder()
    with pytest.raises(ValueError, match="one to three axes"):
        SPACE["pass"].decoder()

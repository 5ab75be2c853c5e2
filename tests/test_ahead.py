"""Memory that a loop asks for ahead of its use."""

from __future__ import annotations

import numpy as np
import pytest

from horta.core import registry
from horta.core.ahead import ask_for
from horta.core.notes import ring_of
from horta.core.record import dtype_of

GAMES = ("paris", "bruxelles1897", "bruxelles1893")


@pytest.mark.parametrize("game_id", GAMES)
def test_the_ring_of_a_table_lies_where_its_notes_do(game_id):
    """What a batch asks for ahead leaves the ring out, and only it."""
    table = registry.game(game_id).table
    start, stop = ring_of(table)
    bytes_of = np.zeros(dtype_of(table).itemsize, np.uint8)
    record = bytes_of.view(dtype_of(table))
    record["notes"].view(np.uint8)[...] = 1
    assert np.flatnonzero(bytes_of).tolist() == list(range(start, stop))


def test_a_record_without_notes_has_no_ring():
    from horta.core.dice import Dice

    assert ring_of(Dice) == (0, 0)


@pytest.mark.compiled
def test_to_ask_changes_nothing_wherever_it_is():
    """Also before the first row, behind the last one, and where there is no memory at all."""
    rows = np.arange(600, dtype=np.float32).reshape(3, 200)
    before = rows.tobytes()
    for i in (-1, 0, 2, 3, 1 << 40):
        ask_for(rows, i, 0, 800)
        ask_for.dispatcher(rows, i, 0, 800)
    assert rows.tobytes() == before

"""Records: three faces of one block of memory."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from horta.core.record import (
    Array,
    at,
    blank,
    copy_table,
    dtype_of,
    from_bytes,
    i8,
    i16,
    i32,
    i64,
    of,
    record,
    u8,
)


@record
class Purse:
    francs: i16
    works: Array[i8] = of(5)


@record
class Table:
    to_play: i8
    purses: Array[Purse] = of(3)
    deep: Array[Array[u8]] = of(2, 3)
    big: i64
    small: i8


def test_fields_are_plain_integers_in_shared_memory():
    games = blank(Table, 2)
    table = at(Table, games, 1)
    table.purses[2].francs = -7
    table.purses[2].works[4] = 3
    table.deep[1][2] = 250
    assert (table.purses[2].francs, table.purses[2].works[4], table.deep[1][2]) == (-7, 3, 250)
    assert type(table.purses[2].francs) is int
    assert games[1]["purses"][2]["francs"] == -7
    assert games[1]["deep"][1, 2] == 250
    assert not games[:1].tobytes().strip(b"\0"), "table 0 is untouched"


@given(st.integers(-(10**6), 10**6))
def test_fields_wrap_around_at_their_width(value):
    table = at(Table, blank(Table))
    table.to_play = value
    assert table.to_play == (value + 128) % 256 - 128


def test_every_byte_belongs_to_a_field():
    # otherwise NumPy would not copy it, and equal tables could have different bytes
    def covered(dtype):
        return (
            sum(
                covered(field.base) * int(np.prod(field.shape or (1,)))
                for field in (dtype.fields[name][0] for name in dtype.names)
            )
            if dtype.names
            else dtype.itemsize
        )

    assert covered(dtype_of(Table)) == dtype_of(Table).itemsize
    assert dtype_of(Table).itemsize % 8 == 0


def test_copies_are_equal_byte_for_byte():
    games = blank(Table)
    games.view(np.uint8)[:] = np.arange(games.dtype.itemsize)
    assert games.copy().tobytes() == games.tobytes()
    assert np.repeat(games, 3)[2:].tobytes() == games.tobytes()


def test_a_copied_table_is_equal_and_apart():
    games = blank(Table, 2)
    games.view(np.uint8)[:] = np.arange(2 * games.dtype.itemsize) % 251
    before = games.tobytes()
    for twin in (copy_table(games), from_bytes(Table, before)):
        assert twin.dtype == games.dtype
        assert twin.flags.aligned
        assert twin.tobytes() == before, "every byte, gaps between fields too"
        at(Table, twin, 1).big = 7
        assert at(Table, twin, 1).big == 7
        assert games.tobytes() == before
        assert not np.shares_memory(games, twin)
    one = copy_table(games[1:])
    assert one.tobytes() == before[games.dtype.itemsize :], "one table out of a batch"


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({"__annotations__": {"x": int}}, "neither a number type nor a record"),
        ({"__annotations__": {"_x": i8}}, "underscore"),
        ({"__annotations__": {"x": i8}, "x": of(3)}, r"needs Array"),
        ({"__annotations__": {"x": i32}, "x": 3}, "no default"),
    ],
)
def test_wrong_declarations_are_named(body, message):
    with pytest.raises(TypeError, match=message):
        record(type("Wrong", (), {"__module__": __name__, **body}))


def test_of_needs_lengths():
    with pytest.raises(TypeError, match="at least 1"):
        of(0)

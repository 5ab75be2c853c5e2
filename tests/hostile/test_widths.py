"""No number outgrows its field, whatever components and positions are accepted."""

from __future__ import annotations

import pytest

import horta
from horta.core.record import Array, at, blank, i8, i16, of, record, u8
from horta.core.rule import rule

from .children import MORE, child


@pytest.mark.parametrize("name", horta.games())
def test_no_number_outgrows_its_field(name):
    watched = {"HORTA_JIT": "0", "HORTA_CHECK": "1"}
    tries = str(3 * MORE)
    assert child("tests.hostile.widths", "play", name, tries, "1893", **watched) == tries


@pytest.mark.parametrize("name", horta.games())
def test_no_number_of_a_mutant_outgrows_its_field(name):
    watched = {"HORTA_JIT": "0", "HORTA_CHECK": "1"}
    assert child("tests.hostile.widths", "mutants", name, "100", "1897", **watched) == "100"


@pytest.mark.long
@pytest.mark.compiled
@pytest.mark.parametrize("name", horta.games())
def test_compiled_rules_compute_the_largest_numbers_as_written(name):
    watched = {"HORTA_JIT": "1", "HORTA_CHECK": "1"}
    tries = str(8 * MORE)
    assert child("tests.hostile.widths", "compare", name, tries, "7", **watched) == tries


@rule
def earn(table, francs):
    """Give francs, and count the gifts of this kind."""
    table.purse.francs += francs
    table.gifts[francs % 2] += 100


def make(monkeypatch, check):
    """A table whose record is made with `HORTA_CHECK` or without."""
    monkeypatch.setenv("HORTA_CHECK", check)

    @record
    class Purse:
        """What a player has."""

        francs: i16

    monkeypatch.setitem(globals(), "Purse", Purse)

    @record
    class Table:
        """What lies on the table."""

        purse: Purse
        gifts: Array[i8] = of(2)
        rows: Array[Array[u8]] = of(2, 2)

    return at(Table, blank(Table))


def test_watched_fields_refuse_what_does_not_fit(monkeypatch):
    table = make(monkeypatch, "1")
    earn(table, 32_767)
    with pytest.raises(OverflowError, match=r"Purse\.francs .* from -32768 to 32767, not 32768"):
        earn(table, 1)
    assert table.purse.francs == 32_767
    with pytest.raises(OverflowError, match=r"Table\.gifts\[1\] .* from -128 to 127, not 200"):
        earn(table, -1)
    with pytest.raises(OverflowError, match=r"Table\.rows\[1\] .* from 0 to 255, not -1"):
        table.rows[0][1] = -1
    table.rows[0][1] = 255
    assert list(table.gifts) == [0, 100]


def test_unwatched_fields_wrap_around(monkeypatch):
    table = make(monkeypatch, "0")
    earn(table, 32_767)
    earn(table, 1)
    assert (table.purse.francs, table.gifts[1]) == (-32_768, -56)

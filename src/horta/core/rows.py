"""Rows: everything that differs between cards, tiles or boards, one row each, checked at import."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import IntEnum
from operator import attrgetter
from typing import Any, Protocol


class Row(Protocol):
    """A row that knows what it lacks."""

    def missing(self) -> list[str]:
        """Return the names of the parts that are missing."""


def row_check(what: str, kinds: Sequence[IntEnum], key: str) -> Callable[[Sequence[Any]], None]:
    """Return the check for rows of one sort, for example `"postcard"`, `list(Card)` and `"card"`.

    Every kind has a row, in order, whose field `key` names it. A row that lacks something is
    refused: a thing that would play to the end without its picture or its points is a defect.
    """
    named = attrgetter(key)

    def check_rows(rows: Sequence[Row]) -> None:
        if [named(row) for row in rows] != list(kinds):
            of = type(kinds[0]).__name__
            raise TypeError(f"the rows of each {what} are not those of {of}: {list(kinds)}")
        for row in rows:
            if lacks := ", ".join(row.missing()):
                raise TypeError(f"{what} {named(row).name}: the row lacks {lacks}")

    return check_rows

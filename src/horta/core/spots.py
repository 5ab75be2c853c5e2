"""Spots: which fields of a position tell what lies at a place of the drawing.

A game whose pieces can be moved in the position editor has a module `spots` with two functions;
both take the name of a place and the table of a position as JSON. `spot(place, table)` returns the
spot, or None where nothing can be moved. `direct(place, table)` returns the paths of the fields
that are set there by hand (money, tracks, piles); the path of an entry stands for all its fields.
"""

from __future__ import annotations

from typing import NamedTuple


class Spot(NamedTuple):
    """What lies at a place: by which field, and how that changes when it moves."""

    kind: str
    """cell (the field holds what lies there), count (how many of a kind lie there), member (a list
    names what lies there), piece (the field of an entry names the place where it lies), or place (a
    free place for such a piece)."""
    path: str
    """The field: `seats.0.cubes.wood`."""
    name: str = ""
    """Of a member its name; of a piece and a place the name of the place."""
    group: str = ""
    """A piece moves to places of its own group only."""

"""What choices of Paris have in common from deal to deal, for the explorer (`horta.corpus`)."""

from __future__ import annotations

from horta.core.i18n import Catalogue, mark
from horta.games.paris.moves import ACTIONS
from horta.games.paris.table import Decision, Table
from horta.games.paris.words import BUILDING, LABELS

SIDE = 4
"""Squares in a row of phase 1."""
EDGES = (0, SIDE - 1)
SQUARES = ("tile middle", "tile edge", "tile corner")
"""By how many of its coordinates lie on the rim: by symmetry a square is one of three sorts."""
SORTS = dict(
    zip(
        SQUARES,
        (mark("a tile in the middle"), mark("a tile at the edge"), mark("a tile in a corner")),
        strict=True,
    )
)


def moment(table: Table) -> str:
    """Name the decision of the moment; the phase is part of its name."""
    return Decision(table.decision).name.lower()


def sort(table: Table, action: int) -> str:
    """Name what an action is, whatever tile is in hand: where on the board, which building."""
    kind, values = ACTIONS.decode(action)
    if kind == "tile":
        row, column = divmod(values[0], SIDE)
        return SQUARES[(row in EDGES) + (column in EDGES)]
    if kind == "build":
        return ACTIONS.text(action).rsplit(maxsplit=2)[0]
    return kind if kind == "put" else ACTIONS.text(action)


def board(table: Table, seat: int) -> str:
    """Everybody has the same."""
    return ""


def called(name: str, say: Catalogue) -> str:
    """Return what a sort is called; a later one by its name, or as its action is."""
    kind, _, thing = name.partition(" ")
    if kind == "choose":
        return say(LABELS["take"], building=say(BUILDING, letter=thing[0], size=thing[1:]))
    if kind == "pass":
        return say(LABELS["pass"])
    return say(SORTS[name]) if name in SORTS else name

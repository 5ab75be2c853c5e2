"""What choices of Paris have in common from deal to deal, for the explorer (`horta.corpus`)."""

from __future__ import annotations

from horta.games.paris.moves import ACTIONS
from horta.games.paris.table import Decision, Table

SIDE = 4
"""Squares in a row of phase 1."""
EDGES = (0, SIDE - 1)
SQUARES = ("tile middle", "tile edge", "tile corner")
"""By how many of its coordinates lie on the rim: by symmetry a square is one of three sorts."""


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

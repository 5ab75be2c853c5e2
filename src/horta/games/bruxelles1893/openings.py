"""What choices of Bruxelles 1893 have in common from deal to deal, for the explorer."""

from __future__ import annotations

from horta.games.bruxelles1893.moves import ACTIONS, SHOWN
from horta.games.bruxelles1893.pieces import ACT_NAMES, BOARD_NAMES, NOTABLE_NAMES, ROW_NAMES
from horta.games.bruxelles1893.table import Decision, Table

ON_SPACES = ("neutral", "place", "site", "figure")


def moment(table: Table) -> str:
    """Name the decision of the moment, with its round."""
    return f"{table.round_number} {Decision(table.decision).name.lower()}"


def sort(table: Table, action: int) -> str:
    """Name what an action is: a space counts by its action, a notable by name, a prize by use.

    Crests and columns are all alike, since what lies around them differs from deal to deal.
    """
    kind, values = ACTIONS.decode(action)
    if kind in ON_SPACES:
        return f"{kind} {ACT_NAMES[table.act[values[0]]]}"
    if kind == "take":
        notable = table.shown if values[0] == SHOWN else table.theatre[values[0]]
        return f"take {NOTABLE_NAMES[notable]}" if notable >= 0 else "take"
    if kind in ("keep", "discard") and table.notable >= 0:
        return f"{kind} {NOTABLE_NAMES[table.notable]}"
    if kind == "prize":
        return f"prize {('power', *ROW_NAMES)[values[1]]}"
    return kind if kind in ("crest", "column") else ACTIONS.text(action)


def board(table: Table, seat: int) -> str:
    """Name the architect's board of a seat; empty where all have the same."""
    architect = table.seats[seat].architect
    return BOARD_NAMES[architect - 1] if architect > 0 else ""

"""What choices of Bruxelles 1897 have in common from deal to deal, for the explorer."""

from __future__ import annotations

from horta.games.bruxelles1897.components import (
    CARD_NAMES,
    HOUSE_START,
    MATERIAL_START,
    NOBLE_START,
)
from horta.games.bruxelles1897.moves import ACTIONS
from horta.games.bruxelles1897.table import Decision, Table


def moment(table: Table) -> str:
    """Name the decision of the moment, with its round."""
    return f"{table.round_no} {Decision(table.decision).name.lower()}"


def sort(table: Table, action: int) -> str:
    """Name what an action is: a card counts by its kind, and not by the cell that it lies in."""
    kind, values = ACTIONS.decode(action)
    if kind == "take":
        return f"take {_card(table.card[values[0]])}"
    if kind == "pick":
        return f"pick {CARD_NAMES[table.drawn[values[0]]]}"
    if kind in ("keep", "dismiss"):
        return f"{kind} {CARD_NAMES[table.at_hand]}"
    return ACTIONS.text(action)


def _card(card: int) -> str:
    """Name the kind of a card; nobles differ, and so do the cards that are in no deck."""
    if card < MATERIAL_START:
        return "artwork"
    if card < HOUSE_START:
        return "material"
    return "house" if card < NOBLE_START else CARD_NAMES[card]


def board(table: Table, seat: int) -> str:
    """Everybody has the same."""
    return ""

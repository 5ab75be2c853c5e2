"""What choices of Bruxelles 1897 have in common from deal to deal, for the explorer."""

from __future__ import annotations

from horta.core.i18n import Catalogue, mark
from horta.games.bruxelles1897.components import (
    CARD_NAMES,
    DEED_NAMES,
    HOUSE_START,
    KIND_NAMES,
    KIND_TITLES,
    MATERIAL_START,
    NOBLE_START,
    PLACE_NAMES,
    SIDE_NAMES,
    SIDE_VALUES,
)
from horta.games.bruxelles1897.moves import ACTIONS
from horta.games.bruxelles1897.table import Decision, Table
from horta.games.bruxelles1897.words import (
    CARD_TITLES,
    DECK_TITLES,
    DEED_TITLES,
    LABELS,
    PLACE_TITLES,
)

TITLES = {
    **dict(zip(("artwork", "material", "house"), DECK_TITLES, strict=False)),
    **dict(zip(CARD_NAMES, CARD_TITLES, strict=True)),
    **dict(zip(DEED_NAMES, DEED_TITLES, strict=True)),
    **dict(zip(PLACE_NAMES, PLACE_TITLES, strict=True)),
}
SIDE = mark("an Architect {kind}, showing {value}")
PASS = mark("pass")
NAMED = ("take", "pick", "visit", "perform")
"""Sorts whose second word alone says what they are."""


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


def called(name: str, say: Catalogue) -> str:
    """Return what a sort is called; a later one by its name, or as its action is."""
    kind, _, thing = name.partition(" ")
    if kind == "place":
        side = SIDE_NAMES.index(thing)
        return say(SIDE, kind=KIND_TITLES[side // 2], value=SIDE_VALUES[side])
    if kind == "send":
        return say(LABELS["send"], kind=KIND_TITLES[KIND_NAMES.index(thing)])
    if kind == "pass":
        return say(PASS)
    return say(TITLES[thing]) if kind in NAMED and thing in TITLES else name

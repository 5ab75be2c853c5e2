"""The action space of Bruxelles 1897, as in `docs/rules/bruxelles1897.md`: 69 actions.

The actions of one decision lie side by side, so a decision's options are the bits of one number,
counted from the decision's first action.
"""

from __future__ import annotations

from horta.core.actions import ActionSpace, Axis, Span
from horta.core.offers import Offers, offer_bits
from horta.core.rule import lookup, rule
from horta.games.bruxelles1897.components import (
    CELL_NAMES,
    COLOUR_NAMES,
    DEED_NAMES,
    KIND_NAMES,
    MATERIAL_NAMES,
    NOBLE_NAMES,
    PLACE_NAMES,
    SIDE_NAMES,
)
from horta.games.bruxelles1897.table import Decision

_kind = Axis("architect", KIND_NAMES)
_colour = Axis("colour", COLOUR_NAMES)

ACTIONS = ActionSpace(
    Span("take", Axis("cell", CELL_NAMES)),  # TURN
    Span("visit", Axis("place", PLACE_NAMES)),
    Span("pass"),
    Span("place", Axis("side", SIDE_NAMES)),  # ARCH
    Span("send", _kind),  # BXARCH
    Span("perform", Axis("action", DEED_NAMES)),  # CINQ
    Span("pick", Axis("card", ("first", "second"))),  # PICK
    Span("pay", Axis("material", MATERIAL_NAMES)),  # MAT
    Span("done"),
    Span("forgo-house"),
    Span("sell", _colour),  # ART
    Span("forgo-sale"),
    Span("keep"),  # KEEP
    Span("dismiss"),
    Span("activate", Axis("noble", NOBLE_NAMES)),  # HALL
    Span("stop"),
    Span("free", _kind),  # FREE
    Span("exhibit", _colour),  # EXPO
    Span("decline"),
    Span("jail", _kind),  # JAIL
)

_FIRST_SPANS = {
    Decision.TURN: "take",
    Decision.ARCH: "place",
    Decision.BXARCH: "send",
    Decision.CINQ: "perform",
    Decision.PICK: "pick",
    Decision.MAT: "pay",
    Decision.ART: "sell",
    Decision.KEEP: "keep",
    Decision.HALL: "activate",
    Decision.FREE: "free",
    Decision.EXPO: "exhibit",
    Decision.JAIL: "jail",
}

FIRST = lookup(ACTIONS[name].start for name in _FIRST_SPANS.values())
"""The first action of each decision."""

# Options, counted from the first action of their decision.
VISIT = ACTIONS["visit"].start
PASS = ACTIONS["pass"].start
DONE = ACTIONS["done"].start - ACTIONS["pay"].start
FORGO_HOUSE = ACTIONS["forgo-house"].start - ACTIONS["pay"].start
FORGO_SALE = ACTIONS["forgo-sale"].start - ACTIONS["sell"].start
KEEP = 0
DISMISS = 1
STOP = ACTIONS["stop"].start - ACTIONS["activate"].start
DECLINE = ACTIONS["decline"].start - ACTIONS["exhibit"].start

# A turn is the first decision: its options and its actions are the same.
visit_action = ACTIONS["visit"].encoder()
cell_of = ACTIONS["take"].decoder()
place_of = ACTIONS["visit"].decoder()


@rule
def list_options(decision: int, bits: int, out: Offers) -> int:
    """List the options of a decision, given as bits, as its actions."""
    return offer_bits(out, 0, int(FIRST[decision]), bits)


@rule
def option_of(decision: int, action: int) -> int:
    """Return which option of a decision an action is."""
    return int(action - FIRST[decision])

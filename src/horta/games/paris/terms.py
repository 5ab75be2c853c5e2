"""What the fields of a position are called, for the position editor."""

from __future__ import annotations

from horta.core.i18n import mark
from horta.core.terms import Terms
from horta.games.paris.cards import CARD_TITLES
from horta.games.paris.components import Card
from horta.games.paris.moves import SQUARE_NAMES

FIELDS = {
    "phase": mark("Phase"),
    "decision": mark("Question"),
    "to_play": mark("Whose turn"),
    "starter": mark("First player"),
    "first_done": mark("First to lay all tiles"),
    "idle": mark("Passes in a row"),
    "card": mark("Postcard in use"),
    "transit": mark("Building on its way"),
    "site": mark("Site"),
    "squares": mark("Tiles on the board"),
    "hand": mark("Tile in hand"),
    "stack": mark("Stack"),
    "stack_size": mark("Tiles in the stack"),
    "unseen": mark("Hidden tiles"),
    "reserve": mark("Reserve"),
    "tokens": mark("Action tokens"),
    "chimneys": mark("Chimneys"),
    "postcards": mark("Postcards"),
    "postcards.#.card": mark("Postcard"),
    "state": mark("State"),
    "holder": mark("Whose token"),
    "space": mark("Space"),
    "facing": mark("Direction"),
    "buildings": mark("Buildings"),
    "building": mark("Building"),
    "owner": mark("Owner"),
    "anchor": mark("Corner"),
    "orientation": mark("Turn"),
}

VALUES = {
    "decision=p1_turn": mark("a tile or a building"),
    "decision=p2_turn": mark("build or a postcard"),
    "decision=lev_give": mark("what to give away"),
    "decision=lev_get": mark("what to get"),
    "decision=lev_place": mark("where to build it"),
    "decision=special": mark("where to place the piece"),
    "decision=over": mark("The game is over"),
    "open": mark("still to use"),
    "used": mark("used"),
    "declined": mark("left unused"),
    "held": mark("a right to come"),
    **{card.name: CARD_TITLES[card] for card in Card},
}

TERMS = Terms(
    FIELDS,
    VALUES,
    {"squares": SQUARE_NAMES},
    frozenset({"to_play", "starter", "first_done", "holder", "owner"}),
)

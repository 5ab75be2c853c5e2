"""Windows: the moments in which cards of Belle Époque and powers of boards may act (BE-CG).

A window is a stage of the flow. A chapter opens it with `enter(table, Window.…)`, and `AFTER` says
what follows when nobody wants to act any more; without the expansion and the variant that follows
at once. In an open window the flow asks each seat that has something to use, in order, again and
again until it declines: so the owner orders the cards (BE-CG-06; `card_windows.py`). The rows of
`cards.py` give every card its window.
"""

from __future__ import annotations

from horta.core.notes import note
from horta.core.rule import lookup, rule
from horta.games.bruxelles1893.pieces import PAVILIONS
from horta.games.bruxelles1893.table import NOTHING, Decision, Event, Source, Table
from horta.games.bruxelles1893.vocabulary import Window

__all__ = ["Window"]


FOLLOWS = {
    Window.ROUND: Decision.REVEAL,
    Window.CREST: Decision.CREST,
    Window.PLACED: Decision.PREPARE,
    Window.SALE: Decision.ATTEMPT,
    Window.PRICE: Decision.CURSOR,
    Window.THEATRE: Decision.ATTEMPT,
    Window.DISCARD: Decision.REFILL,
    Window.COMPASS: Decision.PLAN,
    Window.CONSTRUCTION: Decision.ATTEMPT,
    Window.WORKSHOP_DONE: Decision.OWNER,
    Window.SALE_DONE: Decision.OWNER,
    Window.THEATRE_DONE: Decision.OWNER,
    Window.MATERIALS_DONE: Decision.OWNER,
    Window.CONSTRUCTION_DONE: Decision.OWNER,
    Window.MARKET_DONE: Decision.EXTRA,
    Window.EXCHANGE_DONE: Decision.EXTRA,
    Window.PARK_DONE: Decision.EXTRA,
    Window.GRAND_PLACE_DONE: Decision.EXTRA,
    Window.EXTRA: Decision.TURN_DONE,
    Window.COLUMNS: Decision.SYMBOLS,
    Window.SYMBOLS: Decision.FIRST_PLAYER,
    Window.CRESTS: Decision.MAJORITIES,
    Window.CRESTS_DONE: Decision.BRUSSELS,
    Window.BRUSSELS: Decision.JUSTICE,
    Window.VISIT: Decision.ROUND_DONE,
    Window.UPRIGHT: Decision.TIDY,
    Window.LAST_NOTABLE: Decision.CLEAR,
}

AFTER = lookup(FOLLOWS[window] for window in Window)
# In these only the player whose turn it is is asked.
IN_TURN = lookup(Window.PLACED <= window <= Window.EXTRA for window in Window)


@rule
def enter(table: Table, window: int) -> None:
    """Open a window; without expansion and variant go on at once."""
    if table.windows:
        table.window = window
        table.asked = 0
        table.decision = Decision.WINDOWS
    else:
        table.decision = AFTER[window]


@rule
def slot_of(table: Table, card: int) -> int:
    """Return the pavilion that a card belongs to, or NOTHING."""
    for slot in range(PAVILIONS):
        if table.card[slot] == card:
            return slot
    return NOTHING


@rule
def is_ready(table: Table, s: int, card: int) -> bool:
    """Tell whether a player owns a card and has not used it this round (BE-CG-01)."""
    if not table.belle_epoque:
        return False
    slot = slot_of(table, card)
    return slot != NOTHING and table.pavilion[slot] == s and table.card_used[slot] == 0


@rule
def cards_of(table: Table, s: int) -> int:
    """Count the cards of a player, face-down ones included (BE-CG-07)."""
    count = 0
    for slot in range(PAVILIONS):
        count += table.pavilion[slot] == s
    return count


@rule
def score_points(table: Table, s: int, points: int) -> None:
    """Score points by a card."""
    table.seats[s].earned[Source.CARDS] += points
    note(table, Event.POINTS, s, points, Source.CARDS)


@rule
def gain_francs(table: Table, s: int, francs: int) -> None:
    """Gain francs by a card or a board."""
    table.seats[s].money += francs
    note(table, Event.FRANCS, s, francs)

"""An open window: who is asked, what he may use in it, and the use of a card (BE-CG).

`windows.py` opens the windows, `cards.py` gives every card its own.
"""

from __future__ import annotations

from horta.core.bits import lowest
from horta.core.notes import note
from horta.core.offers import Offers, offer
from horta.core.rule import rule
from horta.games.bruxelles1893.cards import ASKS, WINDOW_OF, WITH_ACTION, carry_out_card, needs_of
from horta.games.bruxelles1893.construction import can_build
from horta.games.bruxelles1893.moves import DECLINE, offer_card, offer_turn
from horta.games.bruxelles1893.payments import demand
from horta.games.bruxelles1893.pieces import PAVILIONS
from horta.games.bruxelles1893.table import NOTHING, NOWHERE, Decision, Event, Table, in_order
from horta.games.bruxelles1893.variant import turns_first
from horta.games.bruxelles1893.windows import AFTER, IN_TURN, Window


@rule
def proceed_window(table: Table) -> None:
    """Ask the next seat that has something to use, or close the window (BE-CG-06, ruling R-05)."""
    window = table.window
    if IN_TURN[window]:
        table.to_play = table.turn
        if table.asked == 0 and options_of(table, table.turn) != 0:
            table.decision = Decision.WINDOW
            return
    else:
        for k in range(table.asked, table.players):
            s = in_order(table, k)
            if usable(table, s) != 0:
                table.asked = k
                table.to_play = s
                table.decision = Decision.WINDOW
                return
        table.to_play = table.first
    table.window = NOTHING
    table.asked = 0
    table.decision = AFTER[window]


@rule
def options_of(table: Table, s: int) -> int:
    """Return what a player may use in the open window: cards, or Saintenoy's turns."""
    if table.window == Window.COMPASS:
        return turns_first(table, s)
    return usable(table, s)


@rule
def usable(table: Table, s: int) -> int:
    """Return the cards that a player may use in the open window, one bit each."""
    bits = 0
    if table.belle_epoque:
        ready = ready_cards(table, s)
        for _ in range(PAVILIONS):
            if ready == 0:
                break
            card = lowest(ready)
            ready &= ready - 1
            if can_use(table, s, card):
                bits |= 1 << card
    return bits


@rule
def ready_cards(table: Table, s: int) -> int:
    """Return the cards of the open window that a player owns and has not used, one bit each."""
    cards = 0
    for slot in range(PAVILIONS):  # without a branch, since nobody could guess it
        owned = table.pavilion[slot] == s and table.card_used[slot] == 0
        card = int(table.card[slot])
        cards |= int(owned and WINDOW_OF[card] == table.window) << card
    return cards


@rule
def may_decline(table: Table) -> bool:
    """Tell whether the window may be left: always, but for a building that is promised.

    In the park Saintenoy must turn a branch if only that makes the copied construction possible
    (B93E2-BRU-09); after a turn that needs card 9 the card must follow (ruling R-71).
    """
    if table.window == Window.COMPASS and table.space == NOWHERE:
        return can_build(table, table.turn, demand(table), 0)
    if table.window == Window.CONSTRUCTION and table.turned_first:
        return can_build(table, table.turn, demand(table), 0)
    return True


@rule
def list_window(table: Table, out: Offers) -> int:
    """List what may be used, or decline (BE-CG-02)."""
    n = 0
    if may_decline(table):
        n = offer(out, n, DECLINE)
    bits = options_of(table, table.to_play)
    if table.window == Window.COMPASS:
        return offer_turn(out, n, bits)
    return offer_card(out, n, bits)


@rule
def decline_window(table: Table) -> None:
    """Use nothing more in this window."""
    table.asked += 1
    table.decision = Decision.WINDOWS


# A card


@rule
def can_use(table: Table, s: int, card: int) -> bool:
    """Tell whether a card can act in its window."""
    if WITH_ACTION[card] and table.space == NOWHERE:
        return False
    return bool(needs_of(card, table, s))


@rule
def use_card(table: Table, card: int) -> None:
    """Turn a card face down for its effect (BE-CG-01, BE-CARD-01..32)."""
    s = table.to_play
    for slot in range(PAVILIONS):
        if table.card[slot] == card:
            table.card_used[slot] = 1
    note(table, Event.CARD, s, card)
    table.decision = ASKS[card]
    carry_out_card(card, table, s)

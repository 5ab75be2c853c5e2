"""Windows: the moments in which cards of Belle Époque and powers of boards may act (BE-CG).

A window is a stage of the flow. A chapter opens it with `enter(table, Window.…)`, and `AFTER` says
what follows when nobody wants to act any more; without the expansion and the variant that follows
at once. `STANDS` gives every card its window. In an open window the flow asks each seat that has
something to use, in order, again and again until it declines: so the owner orders the cards
(BE-CG-06). `cards.py` says when a card can be used and what it does.
"""

from __future__ import annotations

from enum import IntEnum

from horta.core.notes import note
from horta.core.rule import lookup, rule
from horta.games.bruxelles1893.components import PAVILIONS
from horta.games.bruxelles1893.table import NOTHING, Decision, Event, Source, Table
from horta.games.bruxelles1893.vocabulary import Window

__all__ = ["Window"]


class Card(IntEnum):
    """The 32 Belle Époque cards, by what they do; the printed number is one more."""

    WORKS_PAY = 0
    TURN_UP = 1
    MORE_STEPS = 2
    CLEAR_SHOP = 3
    DISCARD_SCORES = 4
    NEW_FACES = 5
    JOKERS = 6
    TRADE_JOKER = 7
    SUBSTITUTE = 8
    CUBES_SCORE = 9
    CROWD_PAYS = 10
    WEALTH_SCORES = 11
    ONE_MORE = 12
    DISMISS = 13
    WITHDRAW = 14
    WORKS_SCORE = 15
    BARTER = 16
    WHITE_WORK = 17
    TRAVELLER = 18
    ANY_CREST = 19
    HOUSE_SCORES = 20
    EXTRA_TURN = 21
    LAST_NOTABLE = 22
    UPRIGHT_SCORE = 23
    OTHER_COLUMN = 24
    MORE_SYMBOLS = 25
    DOUBLE = 26
    CRESTS_PAY = 27
    RECALL = 28
    TRAVELLERS_SCORE = 29
    CARDS_SCORE = 30
    CARDS_PAY = 31


STANDS = {
    Card.WORKS_PAY: Window.WORKSHOP_DONE,
    Card.TURN_UP: Window.WORKSHOP_DONE,
    Card.MORE_STEPS: Window.PRICE,
    Card.CLEAR_SHOP: Window.SALE,
    Card.DISCARD_SCORES: Window.DISCARD,
    Card.NEW_FACES: Window.THEATRE,
    Card.JOKERS: Window.MATERIALS_DONE,
    Card.TRADE_JOKER: Window.MATERIALS_DONE,
    Card.SUBSTITUTE: Window.CONSTRUCTION,
    Card.CUBES_SCORE: Window.CONSTRUCTION_DONE,
    Card.CROWD_PAYS: Window.EXCHANGE_DONE,
    Card.WEALTH_SCORES: Window.EXCHANGE_DONE,
    Card.ONE_MORE: Window.GRAND_PLACE_DONE,
    Card.DISMISS: Window.GRAND_PLACE_DONE,
    Card.WITHDRAW: Window.PARK_DONE,
    Card.WORKS_SCORE: Window.PARK_DONE,
    Card.BARTER: Window.MARKET_DONE,
    Card.WHITE_WORK: Window.MARKET_DONE,
    Card.TRAVELLER: Window.ROUND,
    Card.ANY_CREST: Window.CREST,
    Card.HOUSE_SCORES: Window.PLACED,
    Card.EXTRA_TURN: Window.EXTRA,
    Card.LAST_NOTABLE: Window.LAST_NOTABLE,
    Card.UPRIGHT_SCORE: Window.UPRIGHT,
    Card.OTHER_COLUMN: Window.COLUMNS,
    Card.MORE_SYMBOLS: Window.SYMBOLS,
    Card.DOUBLE: Window.CRESTS,
    Card.CRESTS_PAY: Window.CRESTS_DONE,
    Card.RECALL: Window.BRUSSELS,
    Card.TRAVELLERS_SCORE: Window.BRUSSELS,
    Card.CARDS_SCORE: Window.VISIT,
    Card.CARDS_PAY: Window.VISIT,
}

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

WINDOW_OF = lookup(STANDS[card] for card in Card)
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

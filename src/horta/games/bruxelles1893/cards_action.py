"""Belle Époque cards 1 to 10: with an action on a space (BE-CG-03, BE-CARD-01..10).

A card has a rule for what it needs and one for what it does, if its row in `cards.py` does not say
everything; below them stands what it asks. Whatever a card asks ends by setting the stage WINDOWS
again, so that the next card of the same window may follow.
"""

from __future__ import annotations

from horta.core.notes import note
from horta.core.offers import Offers, offer
from horta.core.rule import rule
from horta.games.bruxelles1893.construction import can_build
from horta.games.bruxelles1893.materials import ask_cubes, gain_cubes
from horta.games.bruxelles1893.moves import DECLINE, drop_action, mode_action, shop_action
from horta.games.bruxelles1893.payments import PARDON, SUBSTITUTION, demand
from horta.games.bruxelles1893.pieces import BACK, COLOURS, Kind
from horta.games.bruxelles1893.table import (
    NOTHING,
    By,
    Decision,
    Event,
    Table,
    nobles_left,
    shop_top,
    white_works,
    works_of,
)
from horta.games.bruxelles1893.table import SHOP as SHOP_ROOM
from horta.games.bruxelles1893.theatre import PRICES, refill
from horta.games.bruxelles1893.windows import gain_francs, score_points

MORE_STEPS = 2
DISCARD_POINTS = 3
MORE_JOKERS = 2


# Cards 1 and 2: after the workshop


@rule
def has_works(table: Table, s: int) -> bool:
    """Tell whether a player owns a work (BE-CARD-01, BE-CARD-16)."""
    return works_of(table, s) > 0


@rule
def works_pay(table: Table, s: int) -> None:
    """Card 1: 1 FB for each work."""
    gain_francs(table, s, works_of(table, s))


@rule
def has_white(table: Table, s: int) -> bool:
    """Tell whether a player owns a white work (BE-CARD-02)."""
    return white_works(table, s) > 0


# Cards 3 and 4: the sale


@rule
def more_steps(table: Table, s: int) -> None:
    """Card 3: two more steps of the cursor."""
    table.more_steps = MORE_STEPS


@rule
def can_clear_shop(table: Table, s: int) -> bool:
    """Tell whether a work of the shop may go (BE-CARD-04)."""
    return can_clear(table, s, 0) or can_clear(table, s, 1)


@rule
def can_clear(table: Table, s: int, side: int) -> bool:
    """Card 4 removes a work only if a sale is possible then (BE-CARD-04)."""
    top = shop_top(table, side)
    if top == NOTHING:
        return False
    other = shop_top(table, 1 - side)
    for colour in range(COLOURS):
        if table.seats[s].works[colour] > 0 and colour != other:
            return True
    return white_works(table, s) > 0 and other < BACK


@rule
def list_market_out(table: Table, out: Offers) -> int:
    """List the works that card 4 may send back (BE-CARD-04)."""
    n = 0
    for side in range(2):
        if can_clear(table, table.to_play, side):
            n = offer(out, n, shop_action(side))
    return n


@rule
def clear_side(table: Table, side: int) -> None:
    """Send a work of the shop back to its stack; the left side stays filled first (R-49)."""
    work = int(table.shop[SHOP_ROOM * side])
    table.stacks[work % BACK] += 1
    note(table, Event.RETURNED, table.to_play, work % BACK)
    if side == 0 and table.shop_size[1] > 0:
        table.shop[0] = table.shop[SHOP_ROOM]
        side = 1
    table.shop[SHOP_ROOM * side] = NOTHING
    table.shop_size[side] = 0
    table.decision = Decision.WINDOWS


# Cards 5 and 6: the theatre


@rule
def discard_scores(table: Table, s: int) -> None:
    """Card 5: 3 VP for the notable that is discarded."""
    score_points(table, s, DISCARD_POINTS)


@rule
def has_cast(table: Table, s: int) -> bool:
    """Tell whether a notable stands in the theatre (BE-CARD-06, BE-CARD-23)."""
    return table.theatre[0] != NOTHING


@rule
def ask_drops(table: Table, s: int) -> None:
    """Card 6: nobody is chosen yet."""
    table.dropping = 0


@rule
def list_drops(table: Table, out: Offers) -> int:
    """List the notables that card 6 may discard, each set once; stop after one (BE-CARD-06)."""
    n = 0
    if table.dropping != 0:
        n = offer(out, n, DECLINE)
    for price in range(PRICES):
        if table.theatre[price] != NOTHING and table.dropping >> price == 0:
            n = offer(out, n, drop_action(price))
    return n


@rule
def drop_notable(table: Table, price: int) -> None:
    """Choose a notable to discard."""
    table.dropping |= 1 << price


@rule
def new_faces(table: Table) -> None:
    """Discard the chosen notables, slide the rest right and refill (BE-CARD-06)."""
    kept = 0
    for price in range(PRICES):
        notable = table.theatre[price]
        table.theatre[price] = NOTHING
        if notable == NOTHING:
            continue
        if (table.dropping >> price) & 1:
            table.discards[notable] += 1
            note(table, Event.DISCARDED, table.to_play, notable)
        else:
            table.theatre[kept] = notable
            kept += 1
    table.dropping = 0
    refill(table)
    table.decision = Decision.WINDOWS


# Cards 7 and 8: materials


@rule
def jokers_left(table: Table, s: int) -> bool:
    """Tell whether the supply has jokers (BE-CARD-07)."""
    return table.supply[Kind.JOKER] > 0


@rule
def take_jokers(table: Table, s: int) -> None:
    """Card 7: two jokers."""
    gain_cubes(table, s, Kind.JOKER, MORE_JOKERS)


@rule
def can_trade_joker(table: Table, s: int) -> bool:
    """Tell whether a joker can be given for a noble cube (BE-CARD-08)."""
    return table.seats[s].cubes[Kind.JOKER] > 0 and nobles_left(table) > 0


@rule
def trade_joker(table: Table, s: int) -> None:
    """Card 8: give a joker, take a noble cube."""
    table.seats[s].cubes[Kind.JOKER] -= 1
    table.supply[Kind.JOKER] += 1
    note(table, Event.GAVE, s, Kind.JOKER)
    ask_cubes(table, 1, By.CARD)


# Cards 9 and 10: construction


@rule
def can_substitute(table: Table, s: int) -> bool:
    """Tell whether the card makes a building possible, in either of its modes (BE-CARD-09)."""
    return can_build(table, s, demand(table), SUBSTITUTION) or can_build(
        table, s, demand(table), PARDON
    )


@rule
def list_modes(table: Table, out: Offers) -> int:
    """List the modes of card 9 in which something can be built (BE-CARD-09)."""
    n = 0
    for mode in range(SUBSTITUTION, PARDON + 1):
        if can_build(table, table.to_play, demand(table), mode):
            n = offer(out, n, mode_action(mode - SUBSTITUTION))
    return n


@rule
def choose_mode(table: Table, mode: int) -> None:
    """Announce how card 9 is used (BE-CARD-09)."""
    table.mode = mode + SUBSTITUTION
    note(table, Event.MODE, table.to_play, mode)
    table.decision = Decision.WINDOWS


@rule
def cubes_were_paid(table: Table, s: int) -> bool:
    """Tell whether the compass took cubes (BE-CARD-10)."""
    return table.cubes_paid > 0


@rule
def cubes_score(table: Table, s: int) -> None:
    """Card 10: 1 VP for each cube that the compass took."""
    score_points(table, s, int(table.cubes_paid))

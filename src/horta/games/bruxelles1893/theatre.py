"""The theatre and its notables (B93-THE, B93-NOT, B93E2-NOB)."""

from __future__ import annotations

from horta.core.dice import shuffle
from horta.core.notes import note
from horta.core.offers import Offers, offer
from horta.core.rule import rule
from horta.games.bruxelles1893.materials import ask_cubes, gain_cubes
from horta.games.bruxelles1893.moves import (
    DISCARD,
    KEEP,
    SHOWN,
    SOLVAY_EXCHANGE,
    SOLVAY_ONE,
    take_action,
)
from horta.games.bruxelles1893.notables import (
    CUBES_OF,
    FRANCS_OF,
    JOKERS_OF,
    POINTS_OF,
    STEP_OF,
    act_of,
)
from horta.games.bruxelles1893.pieces import NOTABLES, Architect, Kind, Track
from horta.games.bruxelles1893.table import (
    NOBODY,
    NOTHING,
    By,
    Decision,
    Event,
    Source,
    Table,
    level,
    nobles_left,
)
from horta.games.bruxelles1893.tracks import release, step_forward
from horta.games.bruxelles1893.windows import Window, enter

PRICES = 4  # places of the theatre: the place's number is its price


@rule
def can_hire(table: Table) -> bool:
    """Tell whether a notable shows; the last one is free (B93-THE-10, B93E2-NOB-01)."""
    return table.theatre[0] != NOTHING


@rule
def begin_theatre(table: Table) -> None:
    """Ask for a notable; Hankar first shows the top of the pile (AS-06, ruling R-69)."""
    if table.seats[table.turn].architect == Architect.HANKAR:
        table.shown = draw_notable(table)
        if table.shown != NOTHING:
            note(table, Event.SHOWED, table.turn, table.shown)
    table.decision = Decision.THEATRE


@rule
def list_theatre(table: Table, out: Offers) -> int:
    """List the places that the player can pay (B93-THE-01, B93E2-NOB-01, AS-06)."""
    n = 0
    for price in range(PRICES):
        if table.theatre[price] != NOTHING and price <= table.seats[table.turn].money:
            n = offer(out, n, take_action(price))
    if table.shown != NOTHING:
        n = offer(out, n, take_action(SHOWN))
    return n


@rule
def hire(table: Table, price: int) -> None:
    """Pay the place and take the card; its effect follows (B93-THE-01, 02, B93E2-NOB-01, 02)."""
    table.by = By.ACTION
    if price == SHOWN:
        table.notable = table.shown
        table.shown = NOTHING
        note(table, Event.HIRED, table.turn, table.notable, 0)
        return
    table.seats[table.turn].money -= price
    table.notable = table.theatre[price]
    # The others close the gap now; the new card comes when this one is kept or discarded.
    for k in range(price, PRICES - 1):
        table.theatre[k] = table.theatre[k + 1]
    table.theatre[PRICES - 1] = NOTHING
    note(table, Event.HIRED, table.turn, table.notable, price)


@rule
def carry_out(table: Table) -> None:
    """Carry out the effect of `table.notable` for the seat to play (B93-NOT, B93E2-NOB-20..27)."""
    s, notable = table.to_play, table.notable
    seat = table.seats[s]
    table.decision = Decision.EFFECT_DONE
    if FRANCS_OF[notable] > 0:
        seat.money += FRANCS_OF[notable]
        note(table, Event.FRANCS, s, FRANCS_OF[notable])
    elif JOKERS_OF[notable] > 0:
        gain_cubes(table, s, Kind.JOKER, JOKERS_OF[notable])
    elif CUBES_OF[notable] > 0:
        if nobles_left(table) > 0:
            table.decision = Decision.SOLVAY
    elif STEP_OF[notable] == Track.RELEASE:
        release(table, s)
    elif STEP_OF[notable] != NOTHING:
        before = level(table, s, Track.PALACE)
        step_forward(table, s, STEP_OF[notable])
        if table.by == By.GRAND_PLACE and table.rulings.limit_rises:
            table.left += level(table, s, Track.PALACE) - before  # rulings R36 and R-75
    elif POINTS_OF[notable] > 0:
        seat.earned[Source.NOTABLES] += POINTS_OF[notable]
        note(table, Event.POINTS, s, POINTS_OF[notable], Source.NOTABLES)
    else:
        act_of(notable, table, s)


@rule
def list_solvay(table: Table, out: Offers) -> int:
    """One noble cube, or two for a joker (B93-NOT-03, B93E2-NOB-22, rulings R49 and R-12)."""
    n = offer(out, 0, SOLVAY_ONE)
    if table.seats[table.to_play].cubes[Kind.JOKER] > 0 and nobles_left(table) >= 2:
        n = offer(out, n, SOLVAY_EXCHANGE)
    return n


@rule
def use_solvay(table: Table, exchange: int) -> None:
    """Take one cube, or give a joker for two."""
    s = table.to_play
    if exchange:
        table.seats[s].cubes[Kind.JOKER] -= 1
        table.supply[Kind.JOKER] += 1
        note(table, Event.EXCHANGED, s)
    ask_cubes(table, 1 + exchange, By.SOLVAY)


@rule
def list_keep(table: Table, out: Offers) -> int:
    """Keep the card unless a copy is owned, or discard it (B93-THE-03, 05, B93E2-NOB-03, 04)."""
    n = 0
    if (table.seats[table.turn].notables >> table.notable) & 1 == 0:
        n = offer(out, n, KEEP)
    return offer(out, n, DISCARD)


@rule
def keep_or_discard(table: Table, action: int) -> None:
    """Keep the card tilted, or discard it; then refill (B93-THE-03..07, B93E2-NOB-03..07)."""
    s, notable = table.turn, table.notable
    if action == KEEP:
        table.seats[s].notables |= 1 << notable
        table.seats[s].tilted |= 1 << notable
        note(table, Event.KEPT, s, notable)
        table.decision = Decision.REFILL
    else:
        table.discards[notable] += 1
        note(table, Event.DISCARDED, s, notable)
        enter(table, Window.DISCARD)
    table.notable = NOTHING


@rule
def close_gap(table: Table) -> None:
    """Refill the theatre after a notable was hired (B93-THE-07, B93E2-NOB-07)."""
    refill(table)
    table.decision = Decision.ACTION_DONE


@rule
def refill(table: Table) -> None:
    """Reveal cards on the empty places while there are any (B93-THE-07..09, B93E2-NOB-07, 08)."""
    for price in range(PRICES):
        if table.theatre[price] == NOTHING:
            table.theatre[price] = next_notable(table)
            if table.theatre[price] == NOTHING:
                return
            note(table, Event.REVEALED, NOBODY, table.theatre[price])


@rule
def next_notable(table: Table) -> int:
    """Take the card that Hankar showed and left, or the top of the pile (AS-06)."""
    if table.shown == NOTHING:
        return draw_notable(table)
    notable = int(table.shown)
    table.shown = NOTHING
    return notable


@rule
def draw_notable(table: Table) -> int:
    """Draw a notable; an empty pile takes the discards (rulings R24, R-11)."""
    if table.deck_size == 0:
        reshuffle(table)
    if table.deck_size == 0:
        return NOTHING
    table.deck_size -= 1
    notable = int(table.deck[table.deck_size])
    table.deck[table.deck_size] = NOTHING
    if table.deck_size == 0 and table.edition.reshuffles_at_once:
        reshuffle(table)
    return notable


@rule
def reshuffle(table: Table) -> None:
    """Shuffle the discards into a new pile (B93-THE-08, B93E2-NOB-08)."""
    n = 0
    for notable in range(NOTABLES):
        for _ in range(table.discards[notable]):
            table.deck[n] = notable
            n += 1
        table.discards[notable] = 0
    table.deck_size = n
    shuffle(table.dice, table.deck, 0, n)
    if n > 0:
        note(table, Event.RESHUFFLED, NOBODY)


@rule
def shift_theatre(table: Table) -> None:
    """Discard the free card and slide the others right (B93-EOR-05, B93E2-EOR-05)."""
    if table.theatre[0] == NOTHING:
        return
    table.discards[table.theatre[0]] += 1
    note(table, Event.DISCARDED, NOBODY, table.theatre[0])
    for k in range(PRICES - 1):
        table.theatre[k] = table.theatre[k + 1]
    table.theatre[PRICES - 1] = NOTHING

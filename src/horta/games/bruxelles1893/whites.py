"""White works: created, sold under another colour, turned up again (BE-ACT-13..19)."""

from __future__ import annotations

from horta.core.notes import note
from horta.core.offers import Offers, offer
from horta.core.rule import rule
from horta.games.bruxelles1893.moves import as_action, white_action
from horta.games.bruxelles1893.pieces import BACK, COLOURED, COLOURS
from horta.games.bruxelles1893.table import Decision, Event, Table, shop_top
from horta.games.bruxelles1893.windows import Window, enter


@rule
def create_white(table: Table, s: int, colour: int) -> None:
    """Take a coloured work and lay it white side up (BE-ACT-13, BE-CARD-18)."""
    table.stacks[colour] -= 1
    table.seats[s].white[colour] += 1
    note(table, Event.WHITE_WORK, s, colour)


@rule
def list_whites(table: Table, out: Offers) -> int:
    """List the own white works by their printed colours (BE-ACT-15)."""
    n = 0
    for colour in range(COLOURED):
        if table.seats[table.to_play].white[colour] > 0:
            n = offer(out, n, white_action(colour))
    return n


@rule
def choose_white(table: Table, colour: int) -> None:
    """Sell a white work, or turn it up with card 2 (BE-ACT-16, BE-CARD-02)."""
    if table.window == Window.WORKSHOP_DONE:
        seat = table.seats[table.to_play]
        seat.white[colour] -= 1
        seat.works[colour] += 1
        note(table, Event.TURNED_UP, table.to_play, colour)
        table.decision = Decision.WINDOWS
    else:
        table.sold = BACK + colour
        table.decision = Decision.SELL_AS


@rule
def list_names(table: Table, out: Offers) -> int:
    """List the colours that the shop does not show (BE-ACT-16, ruling R-40)."""
    n = 0
    for colour in range(COLOURS):
        if shop_top(table, 0) != colour and shop_top(table, 1) != colour:
            n = offer(out, n, as_action(colour))
    return n


@rule
def name_colour(table: Table, colour: int) -> None:
    """Name the colour at whose price a white work is sold (BE-ACT-16)."""
    table.sold_as = colour
    enter(table, Window.PRICE)

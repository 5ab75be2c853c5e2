"""The sale (B93-SAL, B93E2-SAL)."""

from __future__ import annotations

from horta.core.notes import note
from horta.core.offers import Offers, offer
from horta.core.rule import rule
from horta.games.bruxelles1893.moves import WHITE_SALE, cursor_action, sell_action, shop_action
from horta.games.bruxelles1893.pieces import BACK, COLOURS, SIDE, SPACES
from horta.games.bruxelles1893.table import (
    NOTHING,
    Decision,
    Event,
    Source,
    Table,
    shop_top,
    tint,
    white_works,
    works_of,
)
from horta.games.bruxelles1893.table import SHOP as SHOP_ROOM
from horta.games.bruxelles1893.variant import strauven_sells
from horta.games.bruxelles1893.windows import Window, enter


@rule
def can_sell_colour(table: Table, s: int, colour: int) -> bool:
    """A work can be sold if the shop does not show its colour (B93-SAL-01, B93E2-SAL-01)."""
    return (
        table.seats[s].works[colour] > 0
        and shop_top(table, 0) != colour
        and shop_top(table, 1) != colour
    )


@rule
def can_sell(table: Table, s: int) -> bool:
    """Tell whether a player has anything to sell (B93-SAL-02, B93E2-SAL-01)."""
    sellable = 0
    for colour in range(COLOURS):
        sellable += can_sell_colour(table, s, colour)
    return sellable > 0 or can_sell_white(table, s)


@rule
def can_sell_white(table: Table, s: int) -> bool:
    """A white work can be sold while none lies in the shop (BE-ACT-16, 17, ruling R-42)."""
    return white_works(table, s) > 0 and shop_top(table, 0) < BACK and shop_top(table, 1) < BACK


@rule
def list_sales(table: Table, out: Offers) -> int:
    """List the colours to sell (B93-SAL-05, ruling R23: first the work, then the cursor)."""
    n = 0
    for colour in range(COLOURS):
        if can_sell_colour(table, table.turn, colour):
            n = offer(out, n, sell_action(colour))
    if can_sell_white(table, table.turn):
        n = offer(out, n, sell_action(WHITE_SALE))
    return n


@rule
def choose_sale(table: Table, colour: int) -> None:
    """Choose the work to sell; of white ones, which (B93E2-SAL-01, BE-ACT-16)."""
    if colour == WHITE_SALE:
        table.decision = Decision.WHITE
        return
    table.sold = colour
    table.sold_as = colour
    enter(table, Window.PRICE)


@rule
def list_cursors(table: Table, out: Offers) -> int:
    """As many steps as works owned, or fewer (B93-SAL-03, 04, B93E2-SAL-02, 03, ruling R22)."""
    steps = works_of(table, table.turn) + table.more_steps
    row, column = table.cursor // SIDE, table.cursor % SIDE
    n = 0
    for k in range(SPACES):
        if abs(k // SIDE - row) + abs(k % SIDE - column) <= steps:
            n = offer(out, n, cursor_action(k))
    return n


@rule
def move_cursor(table: Table, centre: int) -> None:
    """Move the cursor; a full shop asks which work makes room (B93-SAL-07, B93E2-SAL-04)."""
    table.cursor = centre
    if table.shop_size[0] > 0 and table.shop_size[1] > 0:
        table.decision = Decision.SHOP
    else:
        put_in_shop(table, 1 if table.shop_size[0] > 0 else 0)


@rule
def list_shop(table: Table, out: Offers) -> int:
    """List the two sides of the shop."""
    return offer(out, offer(out, 0, shop_action(0)), shop_action(1))


@rule
def put_in_shop(table: Table, side: int) -> None:
    """Lay the work in the shop and take its price (B93-SAL-06, 07, B93E2-SAL-04..07)."""
    seat, work = table.seats[table.turn], table.sold
    size = int(table.shop_size[side])
    if size > 0:
        gone = tint(table, table.shop[SHOP_ROOM * side + size - 1] % BACK)
        if table.edition.shop_covers:
            note(table, Event.COVERED, table.turn, gone)
        else:
            note(table, Event.RETURNED, table.turn, gone)
    if size > 0 and not table.edition.shop_covers:
        # BE-ACT-18: a white work goes to the stack of its printed colour.
        table.stacks[table.shop[SHOP_ROOM * side] % BACK] += 1
        size = 0
    table.shop[SHOP_ROOM * side + size] = work
    table.shop_size[side] = size + 1
    francs, points = price(table, table.sold_as, work >= BACK, table.cursor)
    seat.money += francs
    seat.earned[Source.SALE] += points
    if work >= BACK:
        seat.white[work - BACK] -= 1
        note(table, Event.SOLD_WHITE, table.turn, table.sold_as, francs, points)
    else:
        seat.works[work] -= 1
        note(table, Event.SOLD, table.turn, tint(table, work), francs, points)
    strauven_sells(table, table.turn)
    table.sold = NOTHING
    table.sold_as = NOTHING
    table.more_steps = 0
    table.decision = Decision.ACTION_DONE


@rule
def price(table: Table, colour: int, is_white: bool, cursor: int) -> tuple[int, int]:
    """Return francs and points of a colour, halved for a white work (SAL-05, BE-ACT-16, R-41)."""
    row = cursor // SIDE + 1 + table.printed.corner_row[colour]
    column = cursor % SIDE + 1 + table.printed.corner_column[colour]
    francs, points = int(table.printed.francs[row]), int(table.printed.points[column])
    if is_white:
        return francs // 2, points // 2
    return francs, points

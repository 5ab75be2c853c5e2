"""Phase 1: lay a tile, or take a building (PA-PH1)."""

from __future__ import annotations

from horta.core.notes import note
from horta.core.offers import Offers, offer, offer_bits
from horta.core.rule import lookup, rule
from horta.games.paris.components import SIDE, SQUARES, TILES
from horta.games.paris.moves import PASS, offer_choose, tile_action
from horta.games.paris.setup import draw
from horta.games.paris.table import NOBODY, Event, Table

TURNS = 4
ALL_TURNS = (1 << TURNS) - 1
# Which corner of the printed face lies at TL, TR, BL, BR after each clockwise turn.
TURNED = lookup([0, 1, 2, 3, 2, 0, 3, 1, 3, 2, 1, 0, 1, 3, 0, 2])


@rule
def list_turn_1(table: Table, out: Offers) -> int:
    """Lay the tile in hand, or take a building; pass only with an empty hand (PA-PH1-02..10)."""
    seat = table.seats[table.to_play]
    n = 0
    if seat.hand < 0:
        n = offer(out, n, PASS)
    else:
        ways = 0
        for square in range(SQUARES):  # without a branch, since nobody could guess it
            ways |= (ALL_TURNS * int(table.square_tile[square] < 0)) << (TURNS * square)
        n = offer_bits(out, n, tile_action(0, 0), ways)
    return offer_choose(out, n, table.site)


@rule
def lay_tile(table: Table, s: int, tile: int, square: int, turn: int) -> None:
    """Put a seat's tile on a square (PA-PH1-02)."""
    table.square_tile[square] = TILES * s + tile
    table.square_turn[square] = turn
    table.seats[s].laid += 1
    row, column = 2 * (square // 4), 2 * (square % 4)
    for corner in range(4):
        base = table.printed.faces[4 * (TILES * s + tile) + TURNED[4 * turn + corner]]
        table.colour[SIDE * base + row + corner // 2] |= 1 << (column + corner % 2)


@rule
def play_tile(table: Table, square: int, turn: int) -> None:
    """Lay the tile in hand and draw the next one (PA-PH1-02, 03)."""
    s = table.to_play
    seat = table.seats[s]
    tile = seat.hand
    lay_tile(table, s, tile, square, turn)
    note(table, Event.LAID, s, square, tile, turn)
    draw(table, s)
    if seat.hand >= 0:
        note(table, Event.DREW, s, seat.in_stack)
    if seat.laid == TILES and table.first_done == NOBODY:
        table.first_done = s


@rule
def take(table: Table, building: int) -> None:
    """Take a building from the site into the reserve (PA-PH1-04)."""
    table.site &= ~(1 << building)
    table.seats[table.to_play].reserve |= 1 << building
    note(table, Event.TOOK, table.to_play, building)


@rule
def all_laid(table: Table) -> bool:
    """Phase 1 ends when the 16th tile lies (PA-PH1-11)."""
    return table.seats[0].laid + table.seats[1].laid == SQUARES

"""Who may see what (PA-INF): only the tile in hand and the order of the stacks are hidden."""

from __future__ import annotations

from horta.core.dice import hide_dice, seed_dice, shuffle
from horta.core.rule import rule
from horta.games.paris.components import SEATS, SQUARES, TILES
from horta.games.paris.setup import draw
from horta.games.paris.table import HIDDEN, NOTHING, SEEN_BY_ALL, SEEN_BY_SEAT, Table

ALL_TILES = (1 << TILES) - 1


@rule
def redact(table: Table, viewer: int) -> None:
    """Blank what a seat cannot know; -1 is a spectator (PA-INF-01..03)."""
    table.seen_by = SEEN_BY_SEAT + viewer
    hide_dice(table.dice)
    for s in range(SEATS):
        seat = table.seats[s]
        for k in range(seat.in_stack):
            seat.stack[k] = HIDDEN
        if s != viewer and seat.hand != NOTHING:
            seat.hand = HIDDEN


@rule
def unseen(table: Table, viewer: int, s: int) -> int:
    """Return the tiles of a seat whose place the viewer cannot know, one bit each (PA-INF-04)."""
    laid = 0
    for square in range(SQUARES):
        tile = table.square_tile[square]
        laid |= int(tile >= 0) << max(tile, 0)  # without a branch, since nobody could guess it
    tiles = ~(laid >> (TILES * s)) & ALL_TILES
    if s == viewer and table.seats[s].hand >= 0:
        tiles &= ~(1 << table.seats[s].hand)
    return tiles


@rule
def redeal(table: Table, viewer: int, seed: int) -> None:
    """Resample what a seat cannot know, uniformly, and re-seed the dice (PA-INF-01, 02, 04).

    It looks at nothing that `redact` would blank, so it works on a redacted table as well.
    """
    table.seen_by = SEEN_BY_ALL
    seed_dice(table.dice, seed)
    for s in range(SEATS):
        seat = table.seats[s]
        tiles = unseen(table, viewer, s)
        n = 0
        for tile in range(TILES):
            if (tiles >> tile) & 1:
                seat.stack[n] = tile
                n += 1
        seat.in_stack = n
        shuffle(table.dice, seat.stack, 0, n)
        if s != viewer and n > 0:
            draw(table, s)

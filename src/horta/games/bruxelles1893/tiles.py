"""The end-game tiles: assistants sent to them, and what they bring (BE-ACT-01..05, BE-TILE).

Some tiles score by themselves (`tile_points`). Others change a line of the score sheet, and stand
there: the seventh space of tile 10 in `tracks.py`, the free notables of tile 12 in `closing.py`.
"""

from __future__ import annotations

from enum import IntEnum

from horta.core.notes import note
from horta.core.offers import Offers, offer
from horta.core.rule import lookup, rule
from horta.games.bruxelles1893.components import ROWS, SIDE, SPACES, TILES, Track
from horta.games.bruxelles1893.moves import DECLINE, ROW, TILE
from horta.games.bruxelles1893.table import (
    NOWHERE,
    SOURCES,
    Decision,
    Event,
    Source,
    Table,
    has_tile,
    white_works,
)


class Tile(IntEnum):
    """The twelve tiles, by what they bring; the printed number is one more."""

    SCORE_SHARE = 0
    RAISED_ROW = 1
    TOWN_HALL_PAYS = 2
    FOUR_WORKS = 3
    PALACE_SCORES = 4
    ONE_HOUSE = 5
    PASSES_SCORE = 6
    BUILDINGS_MORE = 7
    NEIGHBOURS = 8
    PORTRAIT = 9
    WHITES_SCORE = 10
    NOTABLES_FREE = 11


SHARE = 7
RAISE = 2
TOWN_HALL_FRANCS = 3
MORE_WORKS = 4
PALACE_POINTS = 2
BUILDING_POINTS = 2
WHITE_POINTS = 3
# By the number of players.
PASS_POINTS = lookup([0, 0, 3, 3, 5, 5])
NEIGHBOUR_POINTS = lookup([0, 0, 4, 5, 6, 7])


@rule
def free_tiles(table: Table) -> int:
    """Return the open tiles without an assistant, one bit each."""
    tiles = int(table.tiles)
    for s in range(table.players):
        tiles &= ~table.seats[s].tiles
    return tiles


@rule
def ask_tile(table: Table) -> None:
    """After placing on a tile space another assistant may go to an open tile (BE-ACT-01, 03).

    The placement is what counts, not the action (ruling R-37); the park places nobody there
    (BE-ACT-06).
    """
    table.decision = Decision.EXTRA
    if table.space == NOWHERE or (table.printed.cross >> table.space) & 1 == 0:
        return
    if table.seats[table.turn].reserve > 0 and free_tiles(table) != 0:
        table.to_play = table.turn
        table.decision = Decision.TILE


@rule
def list_tiles(table: Table, out: Offers) -> int:
    """List the free open tiles, or decline (BE-ACT-01)."""
    n = offer(out, 0, DECLINE)
    free = free_tiles(table)
    for tile in range(TILES):
        if (free >> tile) & 1:
            n = offer(out, n, TILE + tile)
    return n


@rule
def take_tile(table: Table, tile: int) -> None:
    """Send an assistant to a tile, for the rest of the game (BE-ACT-02)."""
    seat = table.seats[table.turn]
    seat.reserve -= 1
    seat.tiles |= 1 << tile
    note(table, Event.TILE, table.turn, tile)
    table.decision = Decision.EXTRA


@rule
def leave_tiles(table: Table) -> None:
    """Send nobody."""
    note(table, Event.LEFT_TILES, table.turn)
    table.decision = Decision.EXTRA


# The end of the game


@rule
def tile_francs(table: Table, s: int) -> int:
    """Return what tile 3 pays: 3 FB for each space of the Town Hall track (R-66)."""
    if not has_tile(table, s, Tile.TOWN_HALL_PAYS):
        return 0
    return int(TOWN_HALL_FRANCS * (table.seats[s].step[Track.TOWN_HALL] + 1))


@rule
def resolve_tiles(table: Table) -> None:
    """Pay francs and ask for a line before notables are paid (BE-END-01, BE-TILE-02, 03)."""
    table.decision = Decision.PAYMENT
    if not table.belle_epoque:
        return
    for s in range(table.players):
        francs = tile_francs(table, s)
        if francs > 0:
            table.seats[s].money += francs
            note(table, Event.FRANCS, s, francs)
    table.tiles_done = 1
    for s in range(table.players):
        if has_tile(table, s, Tile.RAISED_ROW):
            table.to_play = s
            table.decision = Decision.ROW


@rule
def list_rows(table: Table, out: Offers) -> int:
    """List the four lines."""
    n = 0
    for row in range(ROWS):
        n = offer(out, n, ROW + row)
    return n


@rule
def choose_row(table: Table, row: int) -> None:
    """Raise the multiplier of a line by 2 (BE-TILE-02)."""
    table.row_chosen = row
    note(table, Event.ROW, table.to_play, row)
    table.decision = Decision.PAYMENT


@rule
def raised(table: Table, s: int, row: int) -> int:
    """Return what tile 2 adds to the multiplier of a line, once it is chosen."""
    return RAISE if table.row_chosen == row and has_tile(table, s, Tile.RAISED_ROW) else 0


@rule
def buildings_of(table: Table, s: int) -> int:
    """Count the buildings at the end; tile 6 is one more (BE-TILE-06, ruling R-65)."""
    return int(table.seats[s].built) + has_tile(table, s, Tile.ONE_HOUSE)


@rule
def neighbours(table: Table, s: int) -> int:
    """Count the pairs of own houses side by side (BE-TILE-09)."""
    count = 0
    for k in range(SPACES):
        if table.house[k] == s:
            if k % SIDE < SIDE - 1:
                count += table.house[k + 1] == s
            if k + SIDE < SPACES:
                count += table.house[k + SIDE] == s
    return count


@rule
def tile_points(table: Table, s: int) -> int:
    """Score the tiles that bring points of their own (BE-TILE-01, 05, 07, 08, 09, 11)."""
    seat = table.seats[s]
    if seat.tiles == 0:
        return 0
    points = 0
    if has_tile(table, s, Tile.SCORE_SHARE):
        # The score before anything else of the end, so before unpaid notables.
        scored = 0
        for source in range(SOURCES):
            if source != Source.UNPAID:
                scored += seat.earned[source]
        points += scored // SHARE
    if has_tile(table, s, Tile.PALACE_SCORES):
        points += PALACE_POINTS * (seat.step[Track.PALACE] + 1)
    if has_tile(table, s, Tile.PASSES_SCORE):
        points += PASS_POINTS[table.players] * seat.exhibits
    if has_tile(table, s, Tile.BUILDINGS_MORE):
        points += BUILDING_POINTS * buildings_of(table, s)
    if has_tile(table, s, Tile.NEIGHBOURS):
        points += NEIGHBOUR_POINTS[table.players] * neighbours(table, s)
    if has_tile(table, s, Tile.WHITES_SCORE):
        points += WHITE_POINTS * white_works(table, s)
    return int(points)

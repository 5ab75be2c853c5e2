"""The score sheet (B93-END-03..11, B93E2-END-04..13)."""

from __future__ import annotations

from horta.core.game import Line, Sheet
from horta.core.rule import rule
from horta.games.bruxelles1893.closing import cost_of, may_stay_unpaid
from horta.games.bruxelles1893.pieces import (
    ASSISTANTS,
    ASSISTANTS_FREE,
    FRANCS_A_POINT,
    NOBLES,
    NOTABLES,
    TOKEN_POINTS,
    UNPAID_POINTS,
    Row,
    Tile,
    Track,
)
from horta.games.bruxelles1893.table import (
    BASE_SOURCES,
    NOTHING,
    Source,
    Table,
    assistants_on_tiles,
    coloured_works,
    has_tile,
    level,
)
from horta.games.bruxelles1893.tiles import (
    RAISE,
    buildings_of,
    raised,
    tile_francs,
    tile_points,
    tile_works,
)

LINES = (
    Line("sales", "Sales"),
    Line("owner", "Own houses used by others"),
    Line("construction", "Construction"),
    Line("maeterlinck", "Maeterlinck"),
    Line("crests", "Crests"),
    Line("unpaid", "Unpaid notables"),
    Line("buildings", "Buildings"),
    Line("money", "Money"),
    Line("works", "Works"),
    Line("notables", "Notables"),
    Line("assistants", "Assistants"),
    Line("cubes", "Noble cubes"),
    Line("token", "Manneken-Pis"),
    Line("cards", "Belle Époque cards"),
    Line("visit", "Visits to the pavilions"),
    Line("tiles", "End-game tiles"),
)
BUILDINGS, MONEY, WORKS, NOTABLES_LINE, ASSISTANTS_LINE, CUBES, TOKEN = range(6, 13)
CARDS, VISITS, TILES = range(13, 16)
BELLE_LINES = frozenset({"cards", "visit", "tiles"})


def idle_lines(table: Table) -> frozenset[str]:
    """Return the lines that cannot count: without Belle Époque its own are empty."""
    return frozenset() if table.belle_epoque else BELLE_LINES


@rule
def score(table: Table, sheet: Sheet) -> None:
    """Fill in the sheet as if the game ended now; victory is shared by the tied (R47, END-13)."""
    sheet[:, :] = 0
    for s in range(table.players):
        score_seat(table, s, sheet)


@rule
def score_seat(table: Table, s: int, sheet: Sheet) -> None:
    """Fill in a player's row (B93-END-03..10, B93E2-END-04..12, BE-END-01..04)."""
    seat = table.seats[s]
    for source in range(BASE_SOURCES):
        sheet[s, source] = seat.earned[source]
    sheet[s, BUILDINGS] = buildings_of(table, s) * level(table, s, Track.ARCHITECT)
    unpaid = 0 if seat.settled else best_unpaid(table, s)
    lost, kept = 0, 0
    for notable in range(NOTABLES):
        lost += (unpaid >> notable) & 1
        kept += ((seat.notables & ~unpaid) >> notable) & 1
    paid = 0 if seat.settled else cost_of(table, s, seat.notables & ~unpaid)
    sheet[s, Source.UNPAID] += UNPAID_POINTS * lost
    francs = (money_at_end(table, s) - paid) // FRANCS_A_POINT
    works = coloured_works(table, s)  # white works count nothing here: BE-END-02
    free = ASSISTANTS - seat.justice - ASSISTANTS_FREE
    if table.belle_epoque:
        works += tile_works(table, s)
        if not table.rulings.tiles_count:
            free -= assistants_on_tiles(table, s)  # BE-END-03, ruling R-63
        sheet[s, CARDS] = seat.earned[Source.CARDS]
        sheet[s, VISITS] = seat.earned[Source.VISIT]
        sheet[s, TILES] = tile_points(table, s)
    free = max(0, free)
    sheet[s, MONEY] = francs * multiplier(table, s, Row.MONEY)
    sheet[s, WORKS] = works * multiplier(table, s, Row.WORKS)
    sheet[s, NOTABLES_LINE] = kept * multiplier(table, s, Row.NOTABLES)
    sheet[s, ASSISTANTS_LINE] = free * multiplier(table, s, Row.ASSISTANTS)
    if table.row_chosen == NOTHING and has_tile(table, s, Tile.RAISED_ROW):
        raise_best(s, francs, works, kept, free, sheet)
    for kind in range(NOBLES):
        sheet[s, CUBES] += seat.cubes[kind]
    if table.token == s:
        sheet[s, TOKEN] = TOKEN_POINTS


@rule
def multiplier(table: Table, s: int, row: int) -> int:
    """Return the multiplier of a line (B93-BON-07, B93E2-CLO-34, B93E2-END-12)."""
    return int(table.boards[s].base + table.seats[s].symbols[row]) + raised(table, s, row)


@rule
def raise_best(s: int, francs: int, works: int, kept: int, free: int, sheet: Sheet) -> None:
    """Tile 2 is not used yet: raise the line that gains most as things stand (BE-TILE-02)."""
    best = max(francs, works, kept, free)
    if francs == best:
        sheet[s, MONEY] += RAISE * best
    elif works == best:
        sheet[s, WORKS] += RAISE * best
    elif kept == best:
        sheet[s, NOTABLES_LINE] += RAISE * best
    else:
        sheet[s, ASSISTANTS_LINE] += RAISE * best


@rule
def money_at_end(table: Table, s: int) -> int:
    """Return a player's money, with the francs that tile 3 has yet to pay (BE-TILE-03)."""
    money = int(table.seats[s].money)
    return money if table.tiles_done else money + tile_francs(table, s)


@rule
def best_unpaid(table: Table, s: int) -> int:
    """Return what a player would best leave unpaid if the game ended now, one bit each."""
    seat = table.seats[s]
    notables = int(seat.notables)
    money = money_at_end(table, s)
    if cost_of(table, s, notables) <= money:
        return 0
    best, found = -1000, 0
    unpaid = notables
    for _ in range(1 << NOTABLES):
        if unpaid <= 0:
            break
        if may_stay_unpaid(table, s, money, unpaid):
            kept = notables & ~unpaid
            worth = (money - cost_of(table, s, kept)) // FRANCS_A_POINT
            worth *= multiplier(table, s, Row.MONEY)
            for notable in range(NOTABLES):
                worth += UNPAID_POINTS * ((unpaid >> notable) & 1)
                worth += multiplier(table, s, Row.NOTABLES) * ((kept >> notable) & 1)
            if worth > best:
                best, found = worth, unpaid
        unpaid = (unpaid - 1) & notables
    return found

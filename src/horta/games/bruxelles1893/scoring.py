"""The score sheet (B93-END-03..11, B93E2-END-04..13)."""

from __future__ import annotations

from horta.core.game import Line, Sheet
from horta.core.rule import rule
from horta.games.bruxelles1893.closing import cost_of, may_stay_unpaid
from horta.games.bruxelles1893.components import (
    ASSISTANTS,
    ASSISTANTS_FREE,
    FRANCS_A_POINT,
    NOBLES,
    NOTABLES,
    TOKEN_POINTS,
    UNPAID_POINTS,
    Row,
    Track,
)
from horta.games.bruxelles1893.table import SOURCES, Source, Table, level, works_of

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
)
BUILDINGS, MONEY, WORKS, NOTABLES_LINE, ASSISTANTS_LINE, CUBES, TOKEN = range(6, 13)


@rule
def score(table: Table, sheet: Sheet) -> None:
    """Fill in the sheet as if the game ended now; victory is shared by the tied (R47, END-13)."""
    sheet[:, :] = 0
    for s in range(table.players):
        score_seat(table, s, sheet)


@rule
def score_seat(table: Table, s: int, sheet: Sheet) -> None:
    """Fill in a player's row (B93-END-03..10, B93E2-END-04..12)."""
    seat = table.seats[s]
    for source in range(SOURCES):
        sheet[s, source] = seat.earned[source]
    sheet[s, BUILDINGS] = seat.built * level(table, s, Track.ARCHITECT)
    unpaid = 0 if seat.settled else best_unpaid(table, s)
    lost, kept = 0, 0
    for notable in range(NOTABLES):
        lost += (unpaid >> notable) & 1
        kept += ((seat.notables & ~unpaid) >> notable) & 1
    paid = 0 if seat.settled else cost_of(table, seat.notables & ~unpaid)
    sheet[s, Source.UNPAID] += UNPAID_POINTS * lost
    francs = (seat.money - paid) // FRANCS_A_POINT
    sheet[s, MONEY] = francs * multiplier(table, s, Row.MONEY)
    sheet[s, WORKS] = works_of(table, s) * multiplier(table, s, Row.WORKS)
    sheet[s, NOTABLES_LINE] = kept * multiplier(table, s, Row.NOTABLES)
    free = max(0, ASSISTANTS - seat.justice - ASSISTANTS_FREE)
    sheet[s, ASSISTANTS_LINE] = free * multiplier(table, s, Row.ASSISTANTS)
    for kind in range(NOBLES):
        sheet[s, CUBES] += seat.cubes[kind]
    if table.token == s:
        sheet[s, TOKEN] = TOKEN_POINTS


@rule
def multiplier(table: Table, s: int, row: int) -> int:
    """Return the multiplier of a line (B93-BON-07, B93E2-CLO-34, B93E2-END-12)."""
    return int(table.boards[s].base + table.seats[s].symbols[row])


@rule
def best_unpaid(table: Table, s: int) -> int:
    """Return what a player would best leave unpaid if the game ended now, one bit each."""
    seat = table.seats[s]
    notables = int(seat.notables)
    if cost_of(table, notables) <= seat.money:
        return 0
    best, found = -1000, 0
    unpaid = notables
    while unpaid > 0:
        if may_stay_unpaid(table, s, unpaid):
            kept = notables & ~unpaid
            worth = (seat.money - cost_of(table, kept)) // FRANCS_A_POINT
            worth *= multiplier(table, s, Row.MONEY)
            for notable in range(NOTABLES):
                worth += UNPAID_POINTS * ((unpaid >> notable) & 1)
                worth += multiplier(table, s, Row.NOTABLES) * ((kept >> notable) & 1)
            if worth > best:
                best, found = worth, unpaid
        unpaid = (unpaid - 1) & notables
    return found

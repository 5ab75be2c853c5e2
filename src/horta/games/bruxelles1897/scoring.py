"""Final scoring and tie-break (END, TIE).

The sheet is valid at any time: points gained so far, and the final scoring on the table as it
lies, with the columns as they stand. Majorities that are still to be counted are not anticipated.
"""

from __future__ import annotations

from horta.core.game import Line, Sheet
from horta.core.i18n import mark
from horta.core.notes import note
from horta.core.rule import rule
from horta.games.bruxelles1897.art_nouveau import owned_colours
from horta.games.bruxelles1897.components import (
    COLUMNS,
    EXPO_POINTS,
    HOUSE_START,
    HOUSES,
    MOST_PURSES,
    NOBLE_START,
    NOBLES,
    PER_COLOUR,
    PER_HOUSE_KIND,
    PER_NOBLE,
    PER_PURSE,
    PURSE,
    TRACKS,
    UNPAID,
    WAGE,
    Lower,
    Noble,
    Track,
)
from horta.games.bruxelles1897.majorities import column_winners
from horta.games.bruxelles1897.table import (
    NOBODY,
    Event,
    Phase,
    Table,
    bits_in,
    houses,
    in_prison,
    level,
    material_cards,
)

LINES = (
    Line("construction", mark("Construction")),
    Line("exhibitions", mark("Exhibitions")),
    Line("arms", mark("Coats of arms")),
    Line("wages", mark("Unpaid nobles")),
    Line("houses", mark("Houses")),
    Line("material", mark("Material cards")),
    Line("expo", mark("Expo card")),
    Line("bonus_houses", mark("Bonus: houses")),
    Line("bonus_nobles", mark("Bonus: nobles")),
    Line("bonus_artworks", mark("Bonus: artworks")),
    Line("bonus_money", mark("Bonus: money")),
    Line("prisoners", mark("Fewest prisoners"), tie_break=True),
    Line("levels", mark("Sum of levels"), tie_break=True),
)
(
    CONSTRUCTION_LINE,
    EXHIBITIONS_LINE,
    ARMS_LINE,
    WAGES_LINE,
    HOUSES_LINE,
    MATERIAL_LINE,
    EXPO_LINE,
    BONUS_LINE,  # and the three after it, in the order of `Lower`
) = range(8)
PRISONERS_LINE = BONUS_LINE + COLUMNS
LEVELS_LINE = PRISONERS_LINE + 1


@rule
def score(table: Table, sheet: Sheet) -> None:
    """Fill in the sheet as if the game ended now (END-01..09, TIE-01..05)."""
    sheet[:, :] = 0
    for s in range(table.printed.players):
        seat = table.seats[s]
        sheet[s, CONSTRUCTION_LINE] = seat.built
        sheet[s, EXHIBITIONS_LINE] = seat.shown
        sheet[s, ARMS_LINE] = seat.arms
        sheet[s, WAGES_LINE] = wages(table, s)
        sheet[s, HOUSES_LINE] = houses(table, s) * level(table, s, Track.ARCHITECTURE)
        sheet[s, MATERIAL_LINE] = material_cards(table, s)
        if table.expo == s:
            sheet[s, EXPO_LINE] = EXPO_POINTS
        sheet[s, PRISONERS_LINE] = -in_prison(table, s)
        for track in range(TRACKS):
            sheet[s, LEVELS_LINE] += level(table, s, track)
    for column in range(COLUMNS):
        winners = column_winners(table, column)
        lower = table.printed.lower[table.bonus[column]]
        for s in range(table.printed.players):
            if (winners >> s) & 1:
                sheet[s, BONUS_LINE + lower] = lower_half(table, s, lower)


@rule
def hired(table: Table, s: int) -> int:
    """Count the nobles who ask for wages: all but Brugmann (END-02)."""
    return bits_in(table.seats[s].nobles & ~(1 << Noble.BRUGMANN))


@rule
def unpaid(table: Table, s: int) -> int:
    """Count the nobles that the player cannot pay; at the end they have left (END-02)."""
    if table.phase == Phase.OVER:
        return int(table.seats[s].unpaid)
    return max(0, hired(table, s) - table.seats[s].francs // WAGE)


@rule
def wages(table: Table, s: int) -> int:
    """Lose 3 points for each unpaid noble, down to the floor if there is one (END-02, 08)."""
    seat = table.seats[s]
    before = seat.built + seat.shown + seat.arms
    return max(before - UNPAID * unpaid(table, s), int(table.printed.floor)) - before


@rule
def francs_left(table: Table, s: int) -> int:
    """Return the francs after wages (END-06)."""
    francs = int(table.seats[s].francs)
    if table.phase == Phase.OVER:
        return francs
    return francs - WAGE * (hired(table, s) - unpaid(table, s))


@rule
def nobles_left(table: Table, s: int) -> int:
    """Count the nobles after wages, Brugmann included (END-06)."""
    nobles = bits_in(table.seats[s].nobles)
    return nobles if table.phase == Phase.OVER else nobles - unpaid(table, s)


@rule
def lower_half(table: Table, s: int, lower: int) -> int:
    """Return the points of the lower half of a Bonus card (END-06, 07)."""
    if lower == Lower.NOBLES:
        return PER_NOBLE * nobles_left(table, s)
    if lower == Lower.MONEY:
        return PER_PURSE * min(MOST_PURSES, francs_left(table, s) // PURSE)
    if lower == Lower.ARTWORKS:
        return PER_COLOUR * bits_in(owned_colours(table, s))
    kinds = 0
    for card in range(HOUSE_START, HOUSE_START + HOUSES):
        if table.seats[s].cards[card] > 0:
            kinds += 1
    return PER_HOUSE_KIND * kinds


@rule
def end_game(table: Table) -> None:
    """Pay the wages and discard who is not paid, the last of the table first (END-02)."""
    for s in range(table.printed.players):
        seat = table.seats[s]
        leaving = unpaid(table, s)
        paid = hired(table, s) - leaving
        seat.francs -= WAGE * paid
        seat.unpaid = leaving
        for noble in range(NOBLES - 1, Noble.BRUGMANN, -1):
            if leaving > 0 and (seat.nobles >> noble) & 1:
                seat.nobles &= ~(1 << noble)
                seat.tilted &= ~(1 << noble)
                table.discard[NOBLE_START + noble - 1] += 1
                leaving -= 1
        note(table, Event.WAGES, s, paid, seat.unpaid)
    table.phase = Phase.OVER
    note(table, Event.ENDED, NOBODY)

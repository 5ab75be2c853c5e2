"""What a position of Bruxelles 1897 is worth, for bots and hints.

`evaluate` estimates the final totals: what is on the score sheet for good, what houses, material,
artworks, nobles, levels and francs may still bring in the rounds that are left, and the
majorities of this round as they stand.
"""

from __future__ import annotations

from typing import Any

from horta.core.rule import rule
from horta.games.bruxelles1897.art_nouveau import TYPES
from horta.games.bruxelles1897.components import (
    COLOURS,
    COLUMNS,
    EXPO_POINTS,
    MATERIAL_START,
    MATERIALS,
    NOBLES,
    Track,
    Upper,
)
from horta.games.bruxelles1897.scoring import lower_half, wages
from horta.games.bruxelles1897.table import (
    Decision,
    Phase,
    Table,
    bits_in,
    houses,
    in_brussels,
    in_hand,
    in_prison,
    level,
    material_cards,
    rows,
)
from horta.games.bruxelles1897.weights import (
    CRESTS,
    IDLE,
    MATERIAL,
    NOBILITY,
    NOBLE,
    PRISONER,
    SHOW,
    best_other,
    chance,
    crest_share,
    effect,
    fame,
    homes,
    is_open_expo,
    open_cells,
    purse,
    release,
    rounds_left,
    step_up,
    sums,
)


@rule
def evaluate(table: Table, values: Any) -> None:
    """Estimate the final totals of all seats."""
    players = int(table.printed.players)
    for s in range(players):
        seat = table.seats[s]
        total = float(seat.built + seat.shown + seat.arms)
        if table.expo == s and rounds_left(table) == 0:
            total += EXPO_POINTS
        if table.phase == Phase.OVER:
            total += wages(table, s) + houses(table, s) * level(table, s, Track.ARCHITECTURE)
            values[s] = total + material_cards(table, s)
        else:
            values[s] = total + belongings(table, s)
    for column in range(COLUMNS):
        add_column(table, column, values)
    if table.phase == Phase.ACTION:
        add_crests(table, values)


@rule
def belongings(table: Table, s: int) -> float:
    """Return what a player has and may still make of it."""
    left = rounds_left(table)
    seat = table.seats[s]
    worth = homes(table, s) * fame(table, s) + purse(table, s)
    worth += CRESTS * left * (level(table, s, Track.PRESTIGE) + 0.3 * left)
    worth += material_worth(table, s)
    colours = 0
    spare = 0
    for colour in range(COLOURS):
        if seat.cards[colour] > 0:
            colours += 1
            spare += seat.cards[colour] - 1
    shows = left + (0.9 if is_open_expo(table) and seat.passed == 0 else 0.0)
    worth += colours * SHOW * shows + min(spare, 2) * (0.7 if left > 0 else 0.2)
    for noble in range(NOBLES):
        if (seat.nobles >> noble) & 1:
            worth += left * (0.5 * NOBLE + 0.12 * effect(table, s, noble))
            if left >= 0 and (seat.tilted >> noble) & 1 == 0 and table.phase == Phase.ACTION:
                worth += 0.25 * effect(table, s, noble)
    worth += NOBILITY * left * min(level(table, s, Track.NOBILITY), bits_in(int(seat.nobles)) + 1)
    worth -= PRISONER * left * in_prison(table, s)
    if table.phase == Phase.ACTION:
        if seat.passed == 0:
            worth += IDLE * min(in_hand(table, s), 1 + int(seat.francs))
        if left > 0:
            worth -= 0.5 * PRISONER * left * is_busiest(table, s)
    if table.expo == s and left > 0:
        worth += 0.4
    return worth


@rule
def material_worth(table: Table, s: int) -> float:
    """Return what a player's Material cards are worth: a point each, or part of a house."""
    have = material_cards(table, s)
    worth = 0.8 * have if table.phase == Phase.ACTION else float(have)
    if rounds_left(table) > 0 or (table.phase == Phase.ACTION and table.seats[s].passed == 0):
        need = (houses(table, s) + 2) // 2
        useful = min(have, need + 2)
        soon = 1.0 if rounds_left(table) > 0 else 0.5
        types = 0
        for kind in range(MATERIALS):
            if table.seats[s].cards[MATERIAL_START + kind] > 0:
                types |= TYPES[kind]
        worth += soon * (MATERIAL * 0.7 * useful + 0.2 * bits_in(types))
    return worth


@rule
def is_busiest(table: Table, s: int) -> int:
    """Tell whether a player would send an Architect to prison now (MAJ-09)."""
    mine = in_brussels(table, s)
    if mine == 0:
        return 0
    for other in range(table.printed.players):
        if in_brussels(table, other) > mine:
            return 0
    return 1


@rule
def add_column(table: Table, column: int, values: Any) -> None:
    """Add what a column may still give to every seat; its upper half is given in order."""
    packed = sums(table, column)
    free = open_cells(table, column)
    given = table.phase != Phase.ACTION and table.column >= column
    for s in range(table.printed.players):
        mine = (packed >> (8 * s)) & 255
        p = chance(mine, best_other(table, packed, s), free)
        if p <= 0.0:
            continue
        if rounds_left(table) == 0:
            values[s] += p * lower_half(table, s, table.printed.lower[table.bonus[column]])
        if given:
            if table.phase == Phase.MAJORITY and table.column == column:
                # Whoever still waits for the bonus of this column gets it.
                if (table.waiting >> s) & 1 or (
                    table.to_play == s and table.decision == Decision.FREE
                ):
                    values[s] += upper_worth(table, s, column)
        elif table.phase != Phase.OVER:
            values[s] += p * upper_worth(table, s, column)


@rule
def upper_worth(table: Table, s: int, column: int) -> float:
    """Return what the upper half of the Bonus card below a column is worth."""
    upper = table.bonus[column]
    return release(table, s) if upper == Upper.PRISON else step_up(table, s, upper)


@rule
def add_crests(table: Table, values: Any) -> None:
    """Add what the coats of arms of this round may bring."""
    for row in range(rows(table) - 1):
        for column in range(COLUMNS - 1):
            for s in range(table.printed.players):
                share = crest_share(table, s, COLUMNS * row + column, 0)
                if share > 0.0:
                    values[s] += share * (level(table, s, Track.PRESTIGE) + 0.3)

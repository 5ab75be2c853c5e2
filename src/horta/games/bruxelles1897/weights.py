"""What things of Bruxelles 1897 are worth to a player, for `evaluation.py` and `prior.py`.

All values are in points. The weights were found by playing the bots against each other; they are
no rules.
"""

from __future__ import annotations

from horta.core.rule import lookup, rule
from horta.games.bruxelles1897.components import (
    BRUGMANN,
    COLUMNS,
    PER_NOBLE,
    ROUNDS,
    SIDE_VALUES,
    UNPAID,
    WAGE,
    Card,
    Lower,
    Noble,
    Track,
    Upper,
)
from horta.games.bruxelles1897.scoring import hired, lower_half
from horta.games.bruxelles1897.table import (
    NEUTRAL,
    NOBODY,
    NOTHING,
    Phase,
    Table,
    houses,
    in_prison,
    level,
    material_cards,
    rows,
)

VALUE = lookup(SIDE_VALUES)
OWNERS = NEUTRAL + 1

FRANC = 0.62  # a franc while there is something to pay with it
LAST_FRANC = 0.3  # a franc in the last round, beyond wages and the money bonus
MORE_HOUSES = 0.85  # houses that a player still builds in a round
RISE = 0.4  # levels of Architecture that a player still gains in a round
CRESTS = 2.0  # coats of arms that a player still wins in a round
NOBILITY = 0.7  # a level of Nobility, in each round to come
NOBLE = 1.3  # a noble to call, in each round to come
PRISONER = 1.1  # an Architect in prison, in each round to come
SHOW = 0.8  # a colour to exhibit, in each round to come
MATERIAL = 1.1  # a material beyond its point at the end, while it can still be used
IDLE = 0.35  # an Architect in hand who can still be paid


# What things are worth to a player


@rule
def rounds_left(table: Table) -> int:
    """Count the rounds after this one."""
    return ROUNDS - int(table.round_no)


@rule
def franc(table: Table) -> float:
    """Return what a franc is worth now."""
    return FRANC if rounds_left(table) > 0 else LAST_FRANC


@rule
def homes(table: Table, s: int) -> float:
    """Return how many houses a player may have at the end."""
    return houses(table, s) + MORE_HOUSES * rounds_left(table) + 0.4


@rule
def fame(table: Table, s: int) -> float:
    """Return the Architecture level that a player may have at the end."""
    return level(table, s, Track.ARCHITECTURE) + RISE * rounds_left(table)


@rule
def step_up(table: Table, s: int, track: int) -> float:
    """Return what one more level on a track is worth."""
    if table.seats[s].track[track] + 1 >= table.printed.spaces[track]:
        return 0.0
    left = rounds_left(table)
    if track == Track.ARCHITECTURE:
        return homes(table, s)
    if track == Track.PRESTIGE:
        # Coats of arms of this round are counted with the level of their moment.
        return CRESTS * left + (CRESTS if table.phase == Phase.ACTION else 0.0)
    return NOBILITY * left


@rule
def effect(table: Table, s: int, noble: int) -> float:
    """Return what it is worth to use a noble once."""
    if noble == Noble.BRUGMANN:
        return BRUGMANN * franc(table)
    if noble == Noble.HORTA:
        return step_up(table, s, Track.ARCHITECTURE)
    if noble == Noble.ALBERT:
        return step_up(table, s, Track.NOBILITY)
    if noble == Noble.BULS:
        return step_up(table, s, Track.PRESTIGE)
    if noble == Noble.HANKAR:
        return supply(table, s) + 0.3
    return release(table, s)


@rule
def release(table: Table, s: int) -> float:
    """Return what it is worth to free a prisoner."""
    if in_prison(table, s) == 0:
        return 0.0
    return PRISONER * rounds_left(table) + (0.8 if table.phase == Phase.ACTION else 0.1)


@rule
def supply(table: Table, s: int) -> float:
    """Return what one more Material card is worth."""
    have = material_cards(table, s)
    need = (houses(table, s) + 2) // 2  # cards for the next house
    worth = 1.0
    if rounds_left(table) > 0 or table.phase == Phase.ACTION:
        if have < need:
            worth += MATERIAL + 0.3
        elif have < need + 2:
            worth += 0.7 * MATERIAL
        if rounds_left(table) == 0:
            worth -= 0.5
    return worth


@rule
def keeping(table: Table, s: int, noble: int) -> float:
    """Return what it is worth to keep a noble: his calls to come and a bonus, less his wage."""
    left = rounds_left(table)
    worth = left * (0.5 * NOBLE + 0.12 * effect(table, s, noble)) - WAGE * 0.5 * franc(table)
    if left == 0:
        paid = table.seats[s].francs >= WAGE * (hired(table, s) + 1)
        worth = -0.3 if paid else -float(UNPAID)
    return worth + 0.6 * PER_NOBLE * lead(table, s, column_with(table, Lower.NOBLES), 0)


@rule
def column_with(table: Table, lower: int) -> int:
    """Return the column above the Bonus card with a lower half, in the last round; or NOTHING."""
    if rounds_left(table) == 0:
        for column in range(COLUMNS):
            if table.printed.lower[table.bonus[column]] == lower:
                return column
    return NOTHING


@rule
def purse(table: Table, s: int) -> float:
    """Return what a player's francs are worth, wages at the end included."""
    francs = int(table.seats[s].francs)
    due = WAGE * hired(table, s)
    left = rounds_left(table)
    if left > 0:
        # Nobles still have time to be paid; the first francs are the dearest.
        own = FRANC * francs + 0.25 * min(francs, 4)
        return own - due * (0.5 - 0.1 * left) * FRANC
    unpaid = max(0, hired(table, s) - francs // WAGE)
    worth = LAST_FRANC * max(0, francs - due) if table.phase == Phase.ACTION else 0.0
    if table.seats[s].passed > 0:
        worth = 0.0
    return worth - UNPAID * unpaid


# Majorities as they stand


@rule
def sums(table: Table, column: int) -> int:
    """Return the sums of all colours in a column, eight bits each, the neutral one last."""
    packed = 0
    for row in range(rows(table)):
        cell = COLUMNS * row + column
        owner = table.owner[cell]
        if owner != NOBODY:
            packed += VALUE[table.side[cell]] << (8 * owner)
    return int(packed)


@rule
def best_other(table: Table, packed: int, s: int) -> int:
    """Return the highest sum of another colour."""
    best = 0
    for owner in range(OWNERS):
        if owner != s:
            best = max(best, (packed >> (8 * owner)) & 255)
    return best


@rule
def open_cells(table: Table, column: int) -> int:
    """Count the cells of a column that can still be taken."""
    count = 0
    if table.phase == Phase.ACTION:
        for row in range(rows(table)):
            if table.card[COLUMNS * row + column] != NOTHING:
                count += 1
    return count


@rule
def chance(mine: int, other: int, free: int) -> float:
    """Guess the chance to win a column from the own sum and the highest of the others."""
    if free == 0:
        return 1.0 if mine > 0 and mine >= other else 0.0
    ahead = mine - other
    if ahead >= 0:
        if mine == 0:
            return 0.25
        return min(0.95, 0.62 + 0.09 * ahead)
    return max(0.03, 0.3 + 0.07 * ahead)


@rule
def lead(table: Table, s: int, column: int, more: int) -> float:
    """Return the chance to win a column with `more` added to the own sum."""
    if column == NOTHING:
        return 0.0
    packed = sums(table, column)
    mine = ((packed >> (8 * s)) & 255) + more
    return chance(mine, best_other(table, packed, s), open_cells(table, column))


@rule
def stake(table: Table, s: int, column: int) -> float:
    """Return what a column's Bonus card is worth to a player who wins it."""
    upper = table.bonus[column]
    worth = release(table, s) if upper == Upper.PRISON else step_up(table, s, upper)
    if rounds_left(table) == 0:
        worth += lower_half(table, s, table.printed.lower[upper])
    return worth


@rule
def crest_share(table: Table, s: int, cell: int, added: int) -> float:
    """Return the share of a coat of arms, named by its top left cell, that a player may expect.

    With `added`, the player takes one of its free cells.
    """
    mine, others, free = added, 0, -added
    packed = 0
    for k in range(4):
        owner = table.owner[cell + COLUMNS * (k // 2) + k % 2]
        if owner == NOBODY:
            free += 1
        elif owner == s:
            mine += 1
        else:
            packed += 1 << (4 * owner)
    for owner in range(table.printed.players):
        others = max(others, (packed >> (4 * owner)) & 15)
    if free == 0:
        return 1.0 if mine >= others else 0.0
    if table.phase != Phase.ACTION or mine + free < others or mine == 0:
        return 0.0
    done = 0.75 if free == 1 else 0.5 if free == 2 else 0.3
    return done if mine >= others else 0.35 * done


@rule
def is_open_expo(table: Table) -> bool:
    """Tell whether the Expo card can still be taken in this round."""
    for cell in range(COLUMNS * rows(table)):
        if table.card[cell] == Card.EXPO:
            return table.phase == Phase.ACTION
    return False

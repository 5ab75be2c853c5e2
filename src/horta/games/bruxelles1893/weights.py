"""What things of Bruxelles 1893 are worth to a player, for `evaluation.py` and `prior.py`.

All values are in points. The weights were found by playing the bots against each other; they are
no rules. The editions differ in what can happen, not in what it is worth, so one set serves both.
"""

from __future__ import annotations

from horta.core.rule import lookup, rule
from horta.games.bruxelles1893.acts import can_act
from horta.games.bruxelles1893.closing import cost_of
from horta.games.bruxelles1893.notables import (
    CUBES_OF,
    FRANCS_OF,
    JOKERS_OF,
    POINTS_OF,
    STEP_OF,
    WORTH_OF,
)
from horta.games.bruxelles1893.payments import ALLOWED, demand
from horta.games.bruxelles1893.pieces import (
    ASSISTANTS,
    ASSISTANTS_FREE,
    COLOURS,
    CRESTS,
    FRANCS_A_POINT,
    FRANCS_A_UNIT,
    HOUSES,
    NOBLES,
    NOTABLES,
    POWERS,
    ROUNDS,
    ROWS,
    SIDE,
    SPACES,
    STEPS,
    TOP_ROW,
    TOP_ROW_FROM,
    UNPAID_POINTS,
    WITHOUT_JOKER,
    Act,
    Kind,
    Row,
    Track,
)
from horta.games.bruxelles1893.sale import can_sell_colour
from horta.games.bruxelles1893.scoring import LINES, multiplier
from horta.games.bruxelles1893.table import (
    NOTHING,
    ZONES,
    Decision,
    Table,
    assistants_on_tiles,
    coloured_works,
    level,
    upright,
    works_of,
)
from horta.games.bruxelles1893.tiles import tile_works
from horta.games.bruxelles1893.tracks import last_step
from horta.games.bruxelles1893.weights_belle import best_pavilion

SHEET_LINES = len(LINES)

# A hundredth of a point for a franc, by the rounds that are left; in the last one a little more
# than the money line gives.
FRANC = lookup([25, 60, 75, 85, 90])

MORE_HOUSES = 0.75  # buildings that a player still builds in a round
RISE = 0.55  # steps on the Architect track that a player still gains in a round
CREST_WINS = 0.7  # crests that a player still wins in a round
PALACE = 0.8  # a level of the Palace, in each round to come
CALLED = 1.6  # a notable to activate, in each round to come
HELD = 1.5  # an assistant at Justice, in each round to come
CUBE_USE = 0.9  # a cube beyond its point at the end, while it can still be built with
JOKER = 1.1  # a joker, while it can still be built with
TO_SELL = 2.6  # a work beyond its multiplier, while it can still be sold
SAVED = 0.8  # of a franc that is kept, since some are spent after all
INCOME = 0.3  # of the money line, in a round to come: quarters of what is left over
THRIFT = 0.25  # more of it for each symbol under the line: whoever has them saves
MOST_SAVED = 1.3  # at the most
IDLE = 0.5  # an assistant in reserve who can still be paid


def _openness(space: int) -> int:
    """How many of the sixteen zones hold a space."""
    return sum((int(ZONES[crest]) >> space) & 1 for crest in range(CRESTS))


OPEN = lookup(_openness(space) for space in range(SPACES))


# What things are worth to a player


@rule
def rounds_left(table: Table) -> int:
    """Count the rounds after this one."""
    return min(ROUNDS - 1, ROUNDS - int(table.round_number))


@rule
def in_turns(table: Table) -> bool:
    """Tell whether players still take turns in this round."""
    return table.decision < Decision.PRIZE


@rule
def franc(table: Table, s: int) -> float:
    """Return what a franc is worth now."""
    left = rounds_left(table)
    worth = max(float(FRANC[left]) / 100.0, saved_franc(table, s))
    if left <= 1:
        worth = max(worth, multiplier(table, s, Row.MONEY) / float(FRANCS_A_POINT))
        if left == 0 and table.seats[s].money < cost_of(table, s, table.seats[s].notables):
            worth = max(worth, 1.2)  # the notables want to be paid
    return worth


@rule
def saved_franc(table: Table, s: int) -> float:
    """Return what a franc is worth that is kept until the end."""
    return SAVED * multiplier(table, s, Row.MONEY) / float(FRANCS_A_POINT)


@rule
def homes(table: Table, s: int) -> float:
    """Return how many buildings a player may have at the end."""
    return min(float(HOUSES), table.seats[s].built + MORE_HOUSES * rounds_left(table) + 0.3)


@rule
def step_up(table: Table, s: int, track: int) -> float:
    """Return what one more step on a track, or a release from Justice, is worth."""
    left = rounds_left(table)
    if track == Track.RELEASE:
        if table.seats[s].justice == 0:
            return 0.0
        return multiplier(table, s, Row.ASSISTANTS) + HELD * left
    step = int(table.seats[s].step[track])
    if step >= last_step(table, s, track):
        return 0.0
    at = (STEPS + 1) * track + step
    rise = float(table.boards[s].levels[at + 1] - table.boards[s].levels[at])
    if track == Track.ARCHITECT:
        return rise * homes(table, s)
    if track == Track.TOWN_HALL:
        return rise * (CREST_WINS * left + (0.8 if table.decision < Decision.OVER else 0.0))
    return rise * PALACE * left


@rule
def counted(table: Table, s: int, row: int) -> float:
    """Return how much a line of the own board may count at the end."""
    left = rounds_left(table)
    seat = table.seats[s]
    if row == Row.MONEY:
        over = max(0.0, (seat.money - cost_of(table, s, seat.notables)) / float(FRANCS_A_POINT))
        symbols = multiplier(table, s, Row.MONEY) - 1
        return SAVED * over + left * min(MOST_SAVED, INCOME + THRIFT * symbols)
    if row == Row.WORKS:
        works = float(coloured_works(table, s))
        return works * (0.9 if left > 0 else 1.0) + tile_works(table, s) + 0.4 * left
    kept = 0
    if row == Row.NOTABLES:
        for notable in range(NOTABLES):
            kept += (seat.notables >> notable) & 1
        return kept + 0.6 * left
    free = ASSISTANTS - ASSISTANTS_FREE - seat.justice
    if not table.rulings.tiles_count:
        free -= assistants_on_tiles(table, s)
    return max(0.0, float(free)) + 0.2 * left


@rule
def effect(table: Table, s: int, notable: int) -> float:
    """Return what it is worth to use a notable once."""
    if FRANCS_OF[notable] > 0:
        return float(FRANCS_OF[notable]) * franc(table, s)
    if JOKERS_OF[notable] > 0:
        return float(JOKERS_OF[notable]) * joker(table, s)
    if CUBES_OF[notable] > 0:
        worth = cube(table, s)
        if table.seats[s].cubes[Kind.JOKER] > 0:
            worth = max(worth, 2.0 * worth - joker(table, s))
        return worth
    if STEP_OF[notable] != NOTHING:
        return step_up(table, s, int(STEP_OF[notable]))
    if POINTS_OF[notable] > 0:
        return float(POINTS_OF[notable])
    return float(WORTH_OF[notable]) / 100.0


@rule
def keeping(table: Table, s: int, notable: int) -> float:
    """Return what it is worth to keep a notable: uses to come and his line, less his cost."""
    left = rounds_left(table)
    cost = table.printed.cost[notable]
    worth = left * (0.35 * CALLED + 0.25 * effect(table, s, notable))
    worth += multiplier(table, s, Row.NOTABLES)
    if left == 0:
        money = table.seats[s].money - cost_of(table, s, table.seats[s].notables)
        if money < cost:
            return float(UNPAID_POINTS)
        return worth - cost * multiplier(table, s, Row.MONEY) / float(FRANCS_A_POINT)
    return worth - 0.4 * cost


@rule
def builds_on(table: Table, s: int) -> bool:
    """Tell whether a player may still build."""
    return table.seats[s].built < HOUSES and (
        rounds_left(table) > 0 or (in_turns(table) and not table.seats[s].passed)
    )


@rule
def cube(table: Table, s: int) -> float:
    """Return what one more noble cube is worth."""
    return 1.0 + (CUBE_USE if builds_on(table, s) and rounds_left(table) > 0 else 0.0)


@rule
def joker(table: Table, s: int) -> float:
    """Return what one more joker is worth."""
    if not builds_on(table, s):
        return 0.0
    have = int(table.seats[s].cubes[Kind.JOKER])
    worth = JOKER if rounds_left(table) > 0 else 0.5
    return worth if have < 4 else 0.4 * worth


@rule
def house(table: Table, s: int) -> float:
    """Return what the next building is worth, its price aside."""
    left = rounds_left(table)
    worth = level(table, s, Track.ARCHITECT) + RISE * 1.8 * left + 0.5 * left
    return worth + top_row(table, s, 1.0) - top_row(table, s, 0.0)


@rule
def top_row(table: Table, s: int, more: float) -> float:
    """Return what the fifth and sixth buildings still bring at once, with some more built now."""
    built = table.seats[s].built + more
    coming = min(float(HOUSES), built + MORE_HOUSES * rounds_left(table))
    made = max(0.0, built - max(TOP_ROW_FROM - 1.0, float(table.seats[s].built)))
    return TOP_ROW * (made + max(0.0, coming - max(TOP_ROW_FROM - 1.0, built)))


@rule
def without_joker(table: Table, s: int) -> bool:
    """Guess whether the next building can be paid without jokers."""
    allowed = ALLOWED[demand(table)]
    units = 0
    for kind in range(NOBLES):
        if (allowed >> kind) & 1:
            units += table.seats[s].cubes[kind]
    if (allowed >> Kind.FRANCS) & 1:
        units += table.seats[s].money // FRANCS_A_UNIT
    return bool(units >= table.boards[s].cost[min(HOUSES - 1, int(table.seats[s].built))])


@rule
def power(table: Table, s: int, card: int) -> float:
    """Return what the powers of a prize are worth."""
    worth = 0.0
    for k in range(POWERS):
        count = table.printed.powers[POWERS * card + k]
        if count > 0:
            step = step_up(table, s, k)
            worth = max(worth, step) if table.printed.choice[card] else worth + count * step
    return worth


@rule
def best_row(table: Table, s: int) -> float:
    """Return how much the line with the most to multiply may count at the end."""
    best = 0.0
    for row in range(ROWS):
        if (table.seats[s].rows_used >> row) & 1 == 0:
            best = max(best, counted(table, s, row))
    return best


@rule
def prize(table: Table, s: int, card: int) -> float:
    """Return what it is worth to win a prize: its power, or its symbols under a line."""
    worth = power(table, s, card)
    symbols = table.printed.symbols[card]
    if symbols > 0:
        worth = max(worth, symbols * best_row(table, s))
    mp = table.printed.mp[card]
    return worth + mp * (0.35 if rounds_left(table) > 0 else 1.2)


# The sale


@rule
def price(table: Table, colour: int, steps: int, worth: float) -> float:
    """Return the best that a work of a colour can bring within some steps of the cursor.

    `worth` is what a franc is worth to the seller.
    """
    row, column = int(table.cursor) // SIDE, int(table.cursor) % SIDE
    best = 0.0
    for r in range(SIDE):
        left = steps - abs(r - row)
        if left < 0:
            continue
        francs = worth * table.printed.francs[r + 1 + table.printed.corner_row[colour]]
        points = 0
        for c in range(SIDE):
            if abs(c - column) <= left:
                points = max(
                    points, int(table.printed.points[c + 1 + table.printed.corner_column[colour]])
                )
        best = max(best, francs + points)
    return best


@rule
def keep_work(table: Table, s: int, colour: int) -> float:
    """Return what a work is worth to a player who keeps it."""
    left = rounds_left(table)
    worth = float(multiplier(table, s, Row.WORKS))
    if left > 0:
        worth += 0.6 * TO_SELL
    if table.seats[s].works[colour] == 1:
        worth += franc(table, s) * (left + (1.0 if not table.seats[s].passed else 0.0))
    return worth


@rule
def best_sale(table: Table, s: int) -> float:
    """Return what the best sale brings, less the work."""
    steps = works_of(table, s)
    worth_of_franc = franc(table, s)
    best = 0.0
    for colour in range(COLOURS):
        if can_sell_colour(table, s, colour):
            worth = price(table, colour, steps, worth_of_franc) - keep_work(table, s, colour)
            best = max(best, worth)
    return best


# Actions of the board


@rule
def act_worth(table: Table, s: int, act: int) -> float:
    """Return what it is worth to carry an action out."""
    if not can_act(table, s, act):
        return 0.0
    left = rounds_left(table)
    if act == Act.WORKSHOP:
        worth = multiplier(table, s, Row.WORKS) + (TO_SELL if left > 0 else 0.4)
        missing = 0
        for colour in range(COLOURS - 1):
            missing += table.seats[s].works[colour] == 0
        return worth + missing * 0.22 * (left + 1) * franc(table, s)
    if act == Act.SALE:
        return best_sale(table, s)
    if act == Act.THEATRE:
        return best_notable(table, s)
    if act == Act.MATERIALS:
        return 2.0 * cube(table, s) + 0.3
    units = int(table.boards[s].cost[min(HOUSES - 1, int(table.seats[s].built))])
    worth = house(table, s)
    if table.belle_epoque:
        worth += best_pavilion(table, s, left, False)
    if without_joker(table, s):
        return worth + WITHOUT_JOKER - units * (1.0 + 0.4 * (left > 0))
    return worth - units * 0.6


@rule
def best_notable(table: Table, s: int) -> float:
    """Return what the best notable of the theatre is worth."""
    best = 0.0
    for place in range(4):
        if table.theatre[place] != NOTHING and place <= table.seats[s].money:
            best = max(best, notable_worth(table, s, place))
    return best


@rule
def notable_worth(table: Table, s: int, place: int) -> float:
    """Return what the notable at a place of the theatre is worth."""
    shown = place >= len(table.theatre)  # the card that Hankar shows is free
    notable = int(table.shown if shown else table.theatre[place])
    worth = effect(table, s, notable) - (0.0 if shown else place * franc(table, s))
    if (table.seats[s].notables >> notable) & 1 == 0:
        worth += max(0.0, keeping(table, s, notable))
    return worth


@rule
def grand_place(table: Table, s: int) -> float:
    """Add up the best notables that the Palace lets a player activate."""
    usable = upright(table, s)
    calls = level(table, s, Track.PALACE)
    total = 0.0
    for _ in range(NOTABLES):
        if calls <= 0 or usable <= 0:
            break
        best, most = 0, -1.0
        for notable in range(NOTABLES):
            if (usable >> notable) & 1:
                worth = effect(table, s, notable)
                if worth > most:
                    best, most = notable, worth
        total += most
        usable &= ~(1 << best)
        calls -= 1
    return total

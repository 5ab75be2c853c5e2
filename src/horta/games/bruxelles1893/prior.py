"""What an action of Bruxelles 1893 is worth, without carrying it out, for bots and hints.

Playouts ask at every step, so what several actions share is worked out once.
"""

from __future__ import annotations

from typing import Any

from horta.core.game import Legal
from horta.core.rule import rule
from horta.games.bruxelles1893.acts import ACTS
from horta.games.bruxelles1893.brussels import assistants_needed
from horta.games.bruxelles1893.construction import turned
from horta.games.bruxelles1893.exchange import stock_value
from horta.games.bruxelles1893.moves import (
    BRUSSELS,
    DECLINE,
    KEEP,
    PASS,
    PERFORM,
    SOLVAY_ONE,
    branch_of,
    centre_of,
    colour_of,
    copied,
    crest_of,
    cube_of,
    francs_of,
    neutral_of,
    notable_of,
    payment_of,
    place_of,
    power_of,
    price_of,
    prize_of,
    sale_of,
    site_of,
    space_of,
    unpaid_of,
)
from horta.games.bruxelles1893.payments import ALLOWED, demand, units_owned
from horta.games.bruxelles1893.pieces import (
    COLOURS,
    CRESTS,
    FRANCS_A_UNIT,
    GRID,
    MARKET_JOKERS,
    NOBLES,
    ROUNDS,
    SIDE,
    SPACES,
    TOKEN_POINTS,
    UNIT_KINDS,
    WITHOUT_JOKER,
    Act,
    Kind,
    Place,
    Row,
    Track,
)
from horta.games.bruxelles1893.prior_belle import best_tile, value_belle
from horta.games.bruxelles1893.scoring import multiplier
from horta.games.bruxelles1893.table import (
    AROUND_BITS,
    NOBODY,
    ZONES,
    Decision,
    Table,
    level,
    works_of,
)
from horta.games.bruxelles1893.weights import (
    HELD,
    OPEN,
    act_worth,
    builds_on,
    counted,
    cube,
    effect,
    franc,
    grand_place,
    in_turns,
    joker,
    keep_work,
    keeping,
    notable_worth,
    power,
    price,
    prize,
    rounds_left,
    step_up,
)
from horta.games.bruxelles1893.weights_standing import (
    SUM_BITS,
    best_other,
    chance,
    crest_share,
    is_busiest,
    room,
    sums,
)


@rule
def prior(table: Table, actions: Legal, n: int, worth: Any) -> None:
    """Estimate what each action of the decision brings the seat to play."""
    decision = table.decision
    s = int(table.to_play)
    if decision == Decision.TURN:
        value_turn(table, s, actions, n, worth)
        return
    if decision == Decision.BID:
        value_bids(table, s, actions, n, worth)
        return
    for k in range(n):
        worth[k] = value_one(table, s, decision, int(actions[k]), n)


@rule
def value_one(table: Table, s: int, decision: int, action: int, n: int) -> float:
    """Estimate one action of the smaller decisions."""
    if decision == Decision.PERFORM:
        return act_worth(table, s, int(table.acting)) + 0.3 if action == PERFORM else 0.0
    if decision in (Decision.WORK, Decision.START_WORK):
        return value_work(table, s, colour_of(action))
    if decision == Decision.SELL:
        colour = sale_of(action)
        if colour >= COLOURS:
            return 1.0  # a white work
        return price(table, colour, works_of(table, s), franc(table, s)) - keep_work(
            table, s, colour
        )
    if decision == Decision.CURSOR:
        return value_cursor(table, s, centre_of(action))
    if decision == Decision.THEATRE:
        return notable_worth(table, s, price_of(action))
    if decision == Decision.KEEP:
        return keeping(table, s, int(table.notable)) if action == KEEP else 0.0
    if decision == Decision.SOLVAY:
        return 0.0 if action == SOLVAY_ONE else cube(table, s) - joker(table, s)
    if decision == Decision.CUBE:
        return -1.0 if action == DECLINE else value_cube(table, s, cube_of(action))
    if decision == Decision.PAY:
        return value_payment(table, s, payment_of(action))
    if decision == Decision.BRANCH:
        return value_branch(table, s, branch_of(action))
    if decision == Decision.SITE:
        return value_site(table, s, site_of(action))
    if decision == Decision.PARK:
        return 0.0 if action == DECLINE else act_worth(table, s, copied(action)) + 0.2
    if decision in (Decision.GRAND_PLACE, Decision.OWNER_NOTABLE):
        return 0.0 if action == DECLINE else effect(table, s, notable_of(action)) + 0.05
    if decision == Decision.PRIZE:
        column, use = prize_of(action)
        return value_prize(table, s, column, use)
    if decision == Decision.POWER:
        return step_up(table, s, power_of(action))
    if decision == Decision.UNPAID:
        return 0.5 * table.printed.cost[unpaid_of(action)]
    if decision == Decision.NEUTRAL:
        return value_neutral(table, s, neutral_of(action))
    if decision == Decision.CREST:
        return value_crest(table, s, crest_of(action))
    return value_belle(table, s, decision, action)


@rule
def value_turn(table: Table, s: int, actions: Legal, n: int, worth: Any) -> None:
    """A space by its action and its place in auctions and crests; Brussels by what it gives."""
    cost = franc(table, s)
    acts, columns = 0, 0
    for k in range(n):
        action = int(actions[k])
        if action == PASS:
            worth[k] = value_pass(table, cost)
        elif action < BRUSSELS:
            space = space_of(action)
            acts |= 1 << table.act[space]
            columns |= 1 << (space % SIDE)
            owner = table.house[space]
            worth[k] = -cost
            if owner >= 0:
                worth[k] += 0.2 if owner == s else -0.4
        else:
            worth[k] = value_place(table, s, place_of(action))
    for act in range(ACTS):
        if (acts >> act) & 1:
            value = act_worth(table, s, act)
            for k in range(n):
                space = space_of(int(actions[k]))
                if 0 <= space < SPACES and table.act[space] == act:
                    worth[k] += value
    for column in range(SIDE):
        if (columns >> column) & 1:
            value = value_column(table, s, column, cost)
            if value > 0.0:
                for k in range(n):
                    space = space_of(int(actions[k]))
                    if 0 <= space < SPACES and space % SIDE == column:
                        worth[k] += value
    if acts != 0:
        value_crests(table, s, actions, n, worth)
        if table.belle_epoque:
            value_tiles(table, s, actions, n, worth)


@rule
def value_tiles(table: Table, s: int, actions: Legal, n: int, worth: Any) -> None:
    """Add what the best free tile brings to the spaces that lead to one."""
    if table.printed.cross & table.zone & ~table.figures == 0:
        return
    value = best_tile(table, s)
    for k in range(n):
        space = space_of(int(actions[k]))
        if 0 <= space < SPACES and (table.printed.cross >> space) & 1:
            worth[k] += value


@rule
def value_pass(table: Table, cost: float) -> float:
    """To be the first to pass brings a franc and symbols; the income comes in any case."""
    if table.first_out != NOBODY:
        return 0.0
    return cost + (1.2 if rounds_left(table) > 0 else 0.4 * TOKEN_POINTS)


@rule
def value_column(table: Table, s: int, column: int, cost: float) -> float:
    """Return what it is worth to take part in an auction; the bid follows, a reasonable one."""
    card = int(table.prize[column])
    if card < 0:
        return 0.0
    packed = sums(table, column)
    mine = (packed >> (SUM_BITS * s)) & ((1 << SUM_BITS) - 1)
    other = best_other(table, packed, s)
    free = room(table, column)
    lead = min(int(table.seats[s].money), max(1, other - mine + 1))
    gain = chance(mine + lead, other, free) - chance(mine, other, free)
    return gain * prize(table, s, card) - cost * (lead - 1)


@rule
def value_crests(table: Table, s: int, actions: Legal, n: int, worth: Any) -> None:
    """Add what one more assistant around each crest brings."""
    hall = level(table, s, Track.TOWN_HALL) + 0.3
    within = int(table.zone | table.figures)
    free = int(table.zone & ~table.figures)
    for crest in range(CRESTS):
        around = int(AROUND_BITS[crest])
        if around & within == around and around & free != 0:
            gain = crest_share(table, s, crest, 1) - crest_share(table, s, crest, 0)
            if gain > 0.0:
                for k in range(n):
                    space = space_of(int(actions[k]))
                    if 0 <= space < SPACES and (around >> space) & 1:
                        worth[k] += hall * gain


@rule
def value_place(table: Table, s: int, place: int) -> float:
    """Return what a place in Brussels is worth."""
    seat = table.seats[s]
    needed = assistants_needed(table, place)
    left = rounds_left(table)
    # Without money for the board there is no better use for assistants.
    scarce = 0.9 if seat.money > seat.reserve else 0.5 if seat.money > 1 else 0.15
    value = -scarce * needed
    if is_busiest(table, s, needed):
        value -= 0.45 * (HELD * left + multiplier(table, s, Row.ASSISTANTS))
    if place == Place.MARKET:
        return value + MARKET_JOKERS * joker(table, s)
    if place == Place.EXCHANGE:
        value += stock_value(table) * franc(table, s)
        return value + (0.8 if seat.money < 3 and left > 0 else 0.0)
    if place == Place.PARK:
        best = 0.0
        for act in range(ACTS):
            best = max(best, act_worth(table, s, act))
        return value + best
    return value + grand_place(table, s)


@rule
def value_bids(table: Table, s: int, actions: Legal, n: int, worth: Any) -> None:
    """A bid costs its francs and helps to win the column."""
    cost = franc(table, s)
    column = int(table.space) % SIDE
    packed = sums(table, column)
    mine = (packed >> (SUM_BITS * s)) & ((1 << SUM_BITS) - 1)
    other = best_other(table, packed, s)
    free = room(table, column) - 1
    stake = prize(table, s, int(table.prize[column])) if table.prize[column] >= 0 else 0.0
    money = int(table.seats[s].money)
    reserve = int(table.seats[s].reserve)
    for k in range(n):
        francs = francs_of(int(actions[k]))
        value = stake * chance(mine + francs, other, free) - cost * francs
        # The other assistants want to be paid too.
        if money - francs < reserve - 1:
            value -= 0.5 * min(francs - 1, reserve - 1 - money + francs)
        worth[k] = value


@rule
def value_work(table: Table, s: int, colour: int) -> float:
    """A colour that the player does not have brings income; one that can be sold brings more."""
    value = 0.0
    if table.seats[s].works[colour] == 0:
        value += (rounds_left(table) + 1.0) * franc(table, s)
        if rounds_left(table) == ROUNDS:
            value = 0.0
    return value + 0.5 * can_sell_soon(table, colour)


@rule
def can_sell_soon(table: Table, colour: int) -> int:
    """Tell whether the shop does not show a colour."""
    for side in range(2):
        size = int(table.shop_size[side])
        if size > 0 and table.shop[len(table.shop) // 2 * side + size - 1] == colour:
            return 0
    return 1


@rule
def value_cursor(table: Table, s: int, centre: int) -> float:
    """Return what the work being sold brings with the cursor there."""
    row = centre // SIDE + 1 + table.printed.corner_row[table.sold_as]
    column = centre % SIDE + 1 + table.printed.corner_column[table.sold_as]
    value = table.printed.points[column] + franc(table, s) * table.printed.francs[row]
    # A cursor near the middle leaves little to those who have few works.
    away = abs(centre // SIDE - GRID // 2 + 1) + abs(centre % SIDE - GRID // 2 + 1)
    return float(value) - 0.05 * away


@rule
def value_cube(table: Table, s: int, kind: int) -> float:
    """Take what the compass asks for now, or will ask for next."""
    allowed = ALLOWED[demand(table)]
    value = 1.0
    if builds_on(table, s):
        if (allowed >> kind) & 1:
            value += 0.8
            if table.seats[s].cubes[kind] == 0:
                value += 0.5
        for branch in range(2):
            if table.ring[turned(table, branch, 1)] == kind:
                value += 0.3
        value -= 0.15 * table.seats[s].cubes[kind]
    return value


@rule
def value_payment(table: Table, s: int, kind: int) -> float:
    """Pay without jokers where that is possible; otherwise with as many as there are."""
    if kind == Kind.FRANCS:
        worth = -FRANCS_A_UNIT * franc(table, s)
        if table.rulings.francs_spoil and table.paid[Kind.FRANCS] + table.paid[Kind.JOKER] == 0:
            worth -= WITHOUT_JOKER
        return worth
    allowed = ALLOWED[demand(table)]
    units = 0
    for k in range(UNIT_KINDS):
        units += table.paid[k]
        if k != Kind.JOKER and (allowed >> k) & 1:
            units += units_owned(table, s, k, 0)
    clean = units >= table.units and table.paid[Kind.JOKER] == 0
    if kind == Kind.JOKER:
        return -float(WITHOUT_JOKER) if clean else -0.2
    return -1.0 - (0.4 if rounds_left(table) > 0 else 0.0)


@rule
def value_branch(table: Table, s: int, branch: int) -> float:
    """Turn the branch so that the own cubes fit better than those of the others."""
    face = table.ring[turned(table, branch, 1)]
    gone = table.ring[table.branch[branch]]
    value = 0.0
    for other in range(table.players):
        weight = 1.0 if other == s else -0.7 / (table.players - 1)
        for kind in range(NOBLES):
            fits = (face == kind) - (gone == kind) + (face == Kind.ANY) - (gone == Kind.ANY)
            value += 0.3 * weight * fits * table.seats[other].cubes[kind]
    return value


@rule
def value_site(table: Table, s: int, space: int) -> float:
    """Build where others will come, on an action that pays its owner well."""
    act = table.act[space]
    gain = 1.0
    if act == Act.WORKSHOP:
        gain = 2.2
    elif act == Act.SALE:
        gain = 0.8 * works_of(table, s)
    elif act == Act.THEATRE:
        gain = 1.8 if table.seats[s].notables != 0 else 0.2
    elif act == Act.CONSTRUCTION:
        gain = 0.8 * (table.seats[s].built + 1)
    now = 0.4 if (table.zone >> space) & 1 and in_turns(table) else 0.0
    return gain * (0.03 * float(OPEN[space]) * rounds_left(table) + now)


@rule
def value_prize(table: Table, s: int, column: int, use: int) -> float:
    """The power of a prize, or its symbols times what the line may count."""
    card = int(table.prize[column])
    if use == 0:
        return power(table, s, card)
    return float(table.printed.symbols[card]) * counted(table, s, use - 1)


@rule
def value_neutral(table: Table, s: int, space: int) -> float:
    """A neutral assistant takes an action away: one that the rival wants more."""
    other = (s + 1) % table.players
    act = int(table.act[space])
    return 0.15 * (act_worth(table, other, act) - act_worth(table, s, act))


@rule
def value_crest(table: Table, s: int, crest: int) -> float:
    """Open spaces with own buildings, since others come there."""
    value = 0.0
    for space in range(SPACES):
        if (ZONES[crest] >> space) & 1 and table.house[space] >= 0:
            value += 0.5 if table.house[space] == s else -0.25
    return value

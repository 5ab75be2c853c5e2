"""Construction: houses, pavilions and the compass (B93-CON, B93-CPS, B93E2-BLD, BE-ACT-30..34).

`payments.py` says what the compass asks for and how it can be paid.
"""

from __future__ import annotations

from horta.core.notes import note
from horta.core.offers import Offers, offer
from horta.core.rule import rule
from horta.games.bruxelles1893.moves import branch_action, build_action, offer_pay, offer_site
from horta.games.bruxelles1893.payments import PARDON, demand, payable_by
from horta.games.bruxelles1893.pieces import (
    FRANCS_A_UNIT,
    HOUSES,
    PAVILIONS,
    TOP_ROW,
    TOP_ROW_FROM,
    UNIT_KINDS,
    WITHOUT_JOKER,
    Kind,
)
from horta.games.bruxelles1893.table import NOBODY, Decision, Event, Source, Table, free_sites

HOUSE = 0  # as a target; pavilion k is target k


@rule
def glass_of(table: Table, target: int) -> int:
    """Return the glass of a target beyond the compass (BE-ACT-31)."""
    return int(table.printed.glass[target - 1]) if target > 0 else 0


@rule
def can_reach(table: Table, s: int, target: int, row: int, mode: int) -> bool:
    """A target must be free, and both parts of its price payable (BE-ACT-30, 31, ruling R-16)."""
    held = glass_of(table, target)
    if target == HOUSE:
        if free_sites(table) == 0:
            return False
    elif table.pavilion[target - 1] != NOBODY or held > table.seats[s].cubes[Kind.GLASS]:
        return False
    units = int(table.boards[s].cost[table.seats[s].built])
    return payable_by(table, s, row, units, units, held, mode) != 0


@rule
def can_build(table: Table, s: int, row: int, mode: int) -> bool:
    """A tile, a site and a payment are needed (B93-CON-01, 14, B93E2-BLD-07, ruling R-16)."""
    if table.seats[s].built >= HOUSES:
        return False
    if can_reach(table, s, HOUSE, row, mode):
        return True
    if table.belle_epoque:
        for target in range(1, PAVILIONS + 1):
            if can_reach(table, s, target, row, mode):
                return True
    return False


@rule
def begin_construction(table: Table) -> None:
    """Ask for the payment of the next tile of the own board (B93-CON-02, B93E2-BLD-01)."""
    table.units = table.boards[table.turn].cost[table.seats[table.turn].built]
    table.target = HOUSE
    table.decision = Decision.TARGET if table.belle_epoque else Decision.PAY


@rule
def list_targets(table: Table, out: Offers) -> int:
    """A house, or a pavilion that can be completed (BE-ACT-30)."""
    n = 0
    for target in range(PAVILIONS + 1):
        if can_reach(table, table.turn, target, demand(table), table.mode):
            n = offer(out, n, build_action(target))
    return n


@rule
def choose_target(table: Table, target: int) -> None:
    """Choose what is built; the payment follows."""
    table.target = target
    if target > 0:
        note(table, Event.TARGET, table.turn, target - 1)
    table.decision = Decision.PAY


@rule
def units_due(table: Table) -> int:
    """Count the units that are still to be paid."""
    due = int(table.units)
    for kind in range(UNIT_KINDS):
        due -= table.paid[kind]
    return due


@rule
def list_payments(table: Table, out: Offers) -> int:
    """List the kinds of the next unit (B93-CON-03..08, B93E2-CPS-03..06)."""
    bits = payable_by(
        table,
        table.turn,
        demand(table),
        int(table.units),
        units_due(table),
        glass_of(table, table.target),
        table.mode,
    )
    return offer_pay(out, 0, bits)


@rule
def pay_unit(table: Table, kind: int) -> None:
    """Pay a unit to the supply; the last one brings the points (B93-CON-04, 09, B93E2-BLD-02)."""
    seat = table.seats[table.turn]
    if kind == Kind.FRANCS:
        seat.money -= FRANCS_A_UNIT
    else:
        seat.cubes[kind] -= 1
        table.supply[kind] += 1
    table.paid[kind] += 1
    note(table, Event.PAID, table.turn, kind)
    if units_due(table) == 0:
        pay_glass(table)
        table.decision = Decision.BRANCH


@rule
def pay_glass(table: Table) -> None:
    """Pay the glass of a pavilion: neither jokers nor francs will do (BE-ACT-31)."""
    glass = glass_of(table, table.target)
    if glass > 0:
        table.seats[table.turn].cubes[Kind.GLASS] -= glass
        table.supply[Kind.GLASS] += glass
        note(table, Event.GLASS, table.turn, glass)


@rule
def turned(table: Table, branch: int, way: int) -> int:
    """Return the place one step on (1) or back (-1), over glass under the arrow (CPS-03, 07)."""
    place = (table.branch[branch] + way) % table.ring_size
    if table.arrow and table.ring[place] == Kind.GLASS:
        place = (place + way) % table.ring_size
    return int(place)


@rule
def list_branches(table: Table, out: Offers) -> int:
    """List the branches that do not end on the other one (B93-CPS-03, 04, B93E2-CPS-08)."""
    n = 0
    for branch in range(2):
        if turned(table, branch, 1) != table.branch[1 - branch]:
            n = offer(out, n, branch_action(branch))
    return n


@rule
def turn_branch(table: Table, branch: int) -> None:
    """Turn one branch by one place (B93-CON-11, B93E2-BLD-05)."""
    table.branch[branch] = turned(table, branch, 1)
    note(table, Event.TURNED, table.turn, branch, table.ring[table.branch[branch]])
    if table.target == HOUSE:
        table.decision = Decision.SITE
    else:
        build_pavilion(table, table.target - 1)


@rule
def list_sites(table: Table, out: Offers) -> int:
    """List the free spaces, inside and outside the zone (B93-CON-12, B93E2-BLD-06)."""
    return offer_site(out, 0, free_sites(table))


@rule
def build(table: Table, space: int) -> None:
    """Place the tile and score at once (B93-CON-12, B93E2-BLD-06)."""
    table.house[space] = table.turn
    table.houses |= 1 << space
    points = finish_building(table)
    note(table, Event.BUILT, table.turn, space, table.seats[table.turn].built, points)


@rule
def build_pavilion(table: Table, pavilion: int) -> None:
    """Place the tile beside a row and take the card there (BE-ACT-30, 32, ruling R-45)."""
    table.pavilion[pavilion] = table.turn
    points = finish_building(table)
    note(table, Event.PAVILION, table.turn, pavilion, table.seats[table.turn].built, points)
    note(table, Event.TOOK_CARD, table.turn, table.card[pavilion])


@rule
def finish_building(table: Table) -> int:
    """Score a building at once (B93-CON-10, 13, B93E2-BLD-03, 04) and clear the payment."""
    seat = table.seats[table.turn]
    seat.built += 1
    # Card 9 forgives the one joker of its pardon (BE-CARD-09).
    clean = table.paid[Kind.JOKER] == 0 or table.mode == PARDON
    if table.rulings.francs_spoil and table.paid[Kind.FRANCS] > 0:
        clean = False  # ruling R-15
    points = WITHOUT_JOKER if clean else 0
    if seat.built >= TOP_ROW_FROM:
        points += TOP_ROW
    seat.earned[Source.CONSTRUCTION] += points
    table.cubes_paid = 0
    for kind in range(UNIT_KINDS):
        if kind != Kind.FRANCS:
            table.cubes_paid += table.paid[kind]
        table.paid[kind] = 0
    table.units = 0
    table.target = HOUSE
    table.mode = 0
    table.decision = Decision.ACTION_DONE
    return points

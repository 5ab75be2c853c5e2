"""Construction and the compass (B93-CON, B93-CPS, B93E2-BLD, B93E2-CPS).

A payment is asked unit by unit, in the fixed order of kinds, and only what can still be completed
is offered: so each distinct payment is reached in exactly one way.
"""

from __future__ import annotations

from horta.core.game import Legal
from horta.core.notes import note
from horta.core.rule import lookup, rule
from horta.games.bruxelles1893.components import (
    FRANCS_A_UNIT,
    HOUSES,
    NOBLES,
    TOP_ROW,
    TOP_ROW_FROM,
    UNIT_KINDS,
    WITHOUT_JOKER,
    Kind,
)
from horta.games.bruxelles1893.exchange import list_spaces
from horta.games.bruxelles1893.moves import BRANCH, PAY, SITE
from horta.games.bruxelles1893.table import Decision, Event, Source, Table, free_sites

FACES = len(Kind)
NOBLE_BITS = (1 << NOBLES) - 1
FRANCS_BIT = 1 << Kind.FRANCS
JOKER_BIT = 1 << Kind.JOKER


def _demand(one: int, other: int, any_pays_francs: bool) -> tuple[int, int, int]:
    """What two branches ask for: the kinds allowed, and two groups that may not pay it all.

    A group is what cannot stand for the compulsory unit of a branch; jokers can stand for every
    unit (B93-CON-08, B93E2-CPS-06).
    """
    free = NOBLE_BITS | (FRANCS_BIT if any_pays_francs else 0)
    if Kind.ANY in (one, other):
        face = other if one == Kind.ANY else one
        if face == Kind.EMPTY:
            return free | JOKER_BIT, 0, 0
        unit = 1 << face
        # Only without francs under "any" can francs not stand for the "any" branch.
        alone = unit if face == Kind.FRANCS and not any_pays_francs else 0
        return free | unit | JOKER_BIT, free & ~unit, alone
    if Kind.EMPTY in (one, other):
        return (1 << (other if one == Kind.EMPTY else one)) | JOKER_BIT, 0, 0
    return 1 << one | 1 << other | JOKER_BIT, 1 << one, 1 << other


_DEMANDS = [
    _demand(one, other, any_pays_francs) if one != other else (0, 0, 0)
    for any_pays_francs in (False, True)
    for one in range(FACES)
    for other in range(FACES)
]
ALLOWED = lookup(demand[0] for demand in _DEMANDS)
GROUP_1 = lookup(demand[1] for demand in _DEMANDS)
GROUP_2 = lookup(demand[2] for demand in _DEMANDS)


@rule
def demand(table: Table) -> int:
    """Return which row of the tables above the compass points at."""
    one, other = table.ring[table.branch[0]], table.ring[table.branch[1]]
    return int(FACES * (FACES * table.edition.any_pays_francs + one) + other)


@rule
def units_owned(table: Table, s: int, kind: int) -> int:
    """Count the units of a kind that a player can pay."""
    if kind == Kind.FRANCS:
        return int(table.seats[s].money) // FRANCS_A_UNIT
    return int(table.seats[s].cubes[kind])


@rule
def payable(table: Table, s: int, units: int, due: int) -> int:
    """Return with which kinds the next of `due` units can be paid, one bit each.

    `units` is the whole price, `table.paid` what was paid of it. A kind qualifies if the player
    has it, and he can pay the rest with this kind and those behind it.
    """
    row = demand(table)
    allowed, group_1, group_2 = ALLOWED[row], GROUP_1[row], GROUP_2[row]
    room_1, room_2 = units - 1, units - 1
    first = 0
    for kind in range(UNIT_KINDS):
        paid = int(table.paid[kind])
        if paid > 0:
            first = kind
            room_1 -= paid if (group_1 >> kind) & 1 else 0
            room_2 -= paid if (group_2 >> kind) & 1 else 0
    free, in_1, in_2, bits = 0, 0, 0, 0
    for kind in range(UNIT_KINDS - 1, first - 1, -1):
        owned = units_owned(table, s, kind)
        if (allowed >> kind) & 1 and owned > 0:
            room = due
            if (group_1 >> kind) & 1:
                in_1 += owned
                room = room_1
            elif (group_2 >> kind) & 1:
                in_2 += owned
                room = room_2
            else:
                free += owned
            if room > 0 and free + min(in_1, room_1) + min(in_2, room_2) >= due:
                bits |= 1 << kind
    return bits


@rule
def can_build(table: Table, s: int) -> bool:
    """A tile, a site and a payment are needed (B93-CON-01, 14, B93E2-BLD-07, ruling R-16)."""
    built = table.seats[s].built
    if built >= HOUSES or free_sites(table) == 0:
        return False
    units = int(table.boards[s].cost[built])
    return payable(table, s, units, units) != 0


@rule
def begin_construction(table: Table) -> None:
    """Ask for the payment of the next tile of the own board (B93-CON-02, B93E2-BLD-01)."""
    table.units = table.boards[table.turn].cost[table.seats[table.turn].built]
    table.decision = Decision.PAY


@rule
def units_due(table: Table) -> int:
    """Count the units that are still to be paid."""
    due = int(table.units)
    for kind in range(UNIT_KINDS):
        due -= table.paid[kind]
    return due


@rule
def list_payments(table: Table, out: Legal) -> int:
    """List the kinds of the next unit (B93-CON-03..08, B93E2-CPS-03..06)."""
    bits = payable(table, table.turn, int(table.units), units_due(table))
    n = 0
    for kind in range(UNIT_KINDS):
        if (bits >> kind) & 1:
            out[n] = PAY + kind
            n += 1
    return n


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
        table.decision = Decision.BRANCH


@rule
def turned(table: Table, branch: int) -> int:
    """Return the place one step clockwise, over glass under the arrow (CPS-03, B93E2-CPS-07)."""
    place = (table.branch[branch] + 1) % table.ring_size
    if table.arrow and table.ring[place] == Kind.GLASS:
        place = (place + 1) % table.ring_size
    return int(place)


@rule
def list_branches(table: Table, out: Legal) -> int:
    """List the branches that do not end on the other one (B93-CPS-03, 04, B93E2-CPS-08)."""
    n = 0
    for branch in range(2):
        if turned(table, branch) != table.branch[1 - branch]:
            out[n] = BRANCH + branch
            n += 1
    return n


@rule
def turn_branch(table: Table, branch: int) -> None:
    """Turn one branch by one place (B93-CON-11, B93E2-BLD-05)."""
    table.branch[branch] = turned(table, branch)
    note(table, Event.TURNED, table.turn, branch, table.ring[table.branch[branch]])
    table.decision = Decision.SITE


@rule
def list_sites(table: Table, out: Legal) -> int:
    """List the free spaces, inside and outside the zone (B93-CON-12, B93E2-BLD-06)."""
    return list_spaces(free_sites(table), SITE, out, 0)


@rule
def build(table: Table, space: int) -> None:
    """Place the tile and score at once (B93-CON-10, 12, 13, B93E2-BLD-03, 04, 06)."""
    seat = table.seats[table.turn]
    seat.built += 1
    table.house[space] = table.turn
    table.houses |= 1 << space
    points = WITHOUT_JOKER if table.paid[Kind.JOKER] == 0 else 0
    if seat.built >= TOP_ROW_FROM:
        points += TOP_ROW
    seat.earned[Source.CONSTRUCTION] += points
    for kind in range(UNIT_KINDS):
        table.paid[kind] = 0
    table.units = 0
    note(table, Event.BUILT, table.turn, space, seat.built, points)
    table.decision = Decision.ACTION_DONE

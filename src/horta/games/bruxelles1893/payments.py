"""Payments: what the compass asks for, and how it can be paid (B93-CON, B93E2-CPS, BE-CARD-09).

A payment is asked unit by unit, in the fixed order of kinds, and only what can still be completed
is offered: so each distinct payment is reached in exactly one way.
"""

from __future__ import annotations

from horta.core.rule import lookup, rule
from horta.games.bruxelles1893.pieces import FRANCS_A_UNIT, NOBLES, UNIT_KINDS, Kind
from horta.games.bruxelles1893.table import NOTHING, Table

FACES = len(Kind)
NOBLE_BITS = (1 << NOBLES) - 1
FRANCS_BIT = 1 << Kind.FRANCS
JOKER_BIT = 1 << Kind.JOKER

# Modes of payment: as the compass says, or with card 9.
SUBSTITUTION = 1
PARDON = 2

BITS = 4
FULL = (1 << BITS) - 1
MOST_UNITS = 6


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
    return demand_at(table, table.branch[0], table.branch[1])


@rule
def demand_at(table: Table, place: int, other: int) -> int:
    """Return which row of the tables above two places of the ring make."""
    one, two = table.ring[place], table.ring[other]
    return int(FACES * (FACES * table.edition.any_pays_francs + one) + two)


@rule
def units_owned(table: Table, s: int, kind: int, held: int) -> int:
    """Count the units of a kind that a player can pay; glass for a pavilion is held back."""
    if kind == Kind.FRANCS:
        return int(table.seats[s].money) // FRANCS_A_UNIT
    cubes = int(table.seats[s].cubes[kind])
    return cubes - held if kind == Kind.GLASS else cubes


@rule
def payable(table: Table, s: int, row: int, units: int, due: int, held: int) -> int:
    """Return with which kinds the next of `due` units can be paid, one bit each.

    `units` is the whole price, `table.paid` what was paid of it. A kind qualifies if the player
    has it, and can pay the rest with this kind and those behind it.
    """
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
        owned = units_owned(table, s, kind, held)
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
def payable_by(table: Table, s: int, row: int, units: int, due: int, held: int, mode: int) -> int:
    """Return with which kinds the next unit can be paid in a mode of payment, one bit each."""
    if mode == 0:
        return payable(table, s, row, units, due, held)
    return payable_by_card(table, s, row, units, held, mode)


# Payments with card 9 (BE-CARD-09, ruling R-50). A payment is packed: four bits for each kind.


def _payments(units: int, kinds: int) -> list[list[int]]:
    """Every way to pay some units with some kinds, as counts."""
    if kinds == 1:
        return [[units]]
    return [
        [count, *rest]
        for count in range(units, -1, -1)
        for rest in _payments(units - count, kinds - 1)
    ]


_BY_UNITS = [
    [sum(count << (BITS * kind) for kind, count in enumerate(counts)) for counts in made]
    for made in (_payments(units, UNIT_KINDS) for units in range(MOST_UNITS + 1))
]
PAYMENTS = lookup(payment for made in _BY_UNITS for payment in made)
FIRST_PAYMENT = lookup(sum(len(made) for made in _BY_UNITS[:k]) for k in range(MOST_UNITS + 2))


@rule
def count_of(payment: int, kind: int) -> int:
    """Count the units of a kind in a payment."""
    return (payment >> (BITS * kind)) & FULL


@rule
def suits(row: int, units: int, payment: int) -> bool:
    """Tell whether the compass takes a payment (B93E2-CPS-06)."""
    in_1, in_2 = 0, 0
    for kind in range(UNIT_KINDS):
        count = count_of(payment, kind)
        if count > 0:
            if (ALLOWED[row] >> kind) & 1 == 0:
                return False
            in_1 += count if (GROUP_1[row] >> kind) & 1 else 0
            in_2 += count if (GROUP_2[row] >> kind) & 1 else 0
    return in_1 < units and in_2 < units


@rule
def is_forgiven(row: int, units: int, payment: int, mode: int) -> bool:
    """Tell whether card 9 allows a payment in one of its modes (BE-CARD-09)."""
    if mode == PARDON:
        return count_of(payment, Kind.JOKER) == 1 and suits(row, units, payment)
    if suits(row, units, payment):
        return False
    for given in range(NOBLES):
        if count_of(payment, given) > 0:
            for asked in range(NOBLES):
                if asked != given:
                    instead = payment - (1 << (BITS * given)) + (1 << (BITS * asked))
                    if suits(row, units, instead):
                        return True
    return False


@rule
def next_kind(table: Table, s: int, payment: int, held: int) -> int:
    """Return the next unit on the way to a payment, or NOTHING if it cannot be reached.

    The units are paid in the order of kinds, so what was paid must be how the payment begins.
    """
    first, following = 0, NOTHING
    for kind in range(UNIT_KINDS):
        if table.paid[kind] > 0:
            first = kind
    for kind in range(UNIT_KINDS):
        paid, count = int(table.paid[kind]), count_of(payment, kind)
        if count < paid or (kind < first and count > paid):
            return NOTHING
        if count - paid > units_owned(table, s, kind, held):
            return NOTHING
        if count > paid and following == NOTHING:
            following = kind
    return following


@rule
def payable_by_card(table: Table, s: int, row: int, units: int, held: int, mode: int) -> int:
    """Return with which kinds the next unit can be paid with card 9, one bit each."""
    bits = 0
    for k in range(FIRST_PAYMENT[units], FIRST_PAYMENT[units + 1]):
        payment = int(PAYMENTS[k])
        kind = next_kind(table, s, payment, held)
        if kind != NOTHING and (bits >> kind) & 1 == 0:
            if is_forgiven(row, units, payment, mode):
                bits |= 1 << kind
    return bits

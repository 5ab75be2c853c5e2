"""What a position of Paris is worth, for bots and hints.

`evaluate` estimates the final totals: the score sheet as it stands, what each building in reserve
could still bring at the best place that is left for it, and what tokens and rights are good for.
`prior.py` estimates the same for the actions of one decision, without carrying them out.

The weights were found by playing the bots against each other; they are no rules.
"""

from __future__ import annotations

from typing import Any

from horta.core.rule import lookup, rule
from horta.games.paris.bitboards import (
    beside,
    bit,
    built_by,
    count,
    flood,
    lamp_spaces,
    largest,
    open_room,
    spaces_of,
)
from horta.games.paris.building import fitting, own_spaces
from horta.games.paris.components import (
    BUILDINGS,
    PER_BUILDING_AT_FOUNTAIN,
    PER_LAMP_IN_ZONE,
    SEATS,
    SPACES,
    UNBUILT,
    Card,
)
from horta.games.paris.scoring import beside_fountain, lit_by, owes_for_gift, size_of, statue
from horta.games.paris.table import BUILT, ORIENTATIONS, Decision, Table, has_right, holds, shape

# What a building in reserve is worth while the city is being paved, by its size.
PROMISE = lookup([0, 0, 0, 6, 9, 11, 11])

TOKEN = 3.0  # a token that is left
RIGHT = 4.0  # a right of Métropolitain or Chartier that is left
LATER = 0.75  # a place that may be taken before it is one's turn again
CROWDED = 0.85  # each further building in reserve, since the best places overlap
ROOM = 4  # so many buildings of a reserve find a place in most games
STRANDED = 0.6  # the part of the penalty that each further one is charged with beforehand
JOINED = 0.6  # a space added to a group that is not sure to be the largest


@rule
def light(table: Table, s: int, lamps: int) -> int:
    """Return what a seat's buildings score by lamps now (PA-SCO-02..05)."""
    points = 0
    large = int(table.spot[Card.GRA])
    plain = lamps if large < 0 else lamps & ~bit(large)
    near = beside(plain)
    for building in range(BUILT):
        if table.owner[building] == s:
            spaces = spaces_of(table, building)
            if spaces & near:
                points += count(spaces) * count(beside(spaces) & plain)
    if large >= 0:
        lit = lit_by(table, large)
        for building in range(BUILT):
            if (lit >> building) & 1 and table.owner[building] == s:
                points += size_of(table, building)
    return points


@rule
def best_light(table: Table, building: int, own: int, lamps: int) -> int:
    """Return the most lamps that a building can have beside it, or -1 if it fits nowhere.

    The lamps beside every anchor are counted at once, one binary digit in each number.
    """
    most = -1
    for orientation in range(ORIENTATIONS):
        if (table.printed.offered[building] >> orientation) & 1 == 0:
            continue
        fit = fitting(table, building, orientation, own, 0, 0)
        if fit == 0:
            continue
        first = shape(building, orientation)
        ones = twos = fours = 0
        left = lamps
        for _ in range(SPACES):
            if left == 0:
                break
            lamp = left & -left
            left &= ~lamp
            lit = beside(lamp)
            near = 0
            for k in range(table.printed.size[building]):
                near |= lit >> table.printed.cells[first + k]
            carry = ones & near
            ones ^= near
            fours |= twos & carry
            twos ^= carry
        found = 0
        if fit & fours:
            fit &= fours
            found = 4
        if fit & twos:
            fit &= twos
            found += 2
        if fit & ones:
            found += 1
        most = max(most, found)
    return most


@rule
def prospects(table: Table, s: int, lamps: int) -> float:
    """Return what a seat's reserve may still bring, the penalty for what cannot stand included."""
    seat = table.seats[s]
    own = own_spaces(table, s)
    safe = holds(table, s, Card.SAC)
    chimneys = int(seat.chimneys)
    total = float(UNBUILT) if not safe and owes_for_gift(table, s) else 0.0
    weight = LATER
    held = 0
    for k in range(BUILDINGS):
        building = BUILDINGS - 1 - k  # the largest first
        if (seat.reserve >> building) & 1 == 0:
            continue
        held += 1
        if table.phase == 1 and held > ROOM:
            total += 0.0 if safe else STRANDED * UNBUILT
            continue
        most = -1
        if chimneys > 0:
            most = best_light(table, building, own, lamps)
        size = int(table.printed.size[building])
        if most < 0:
            if table.phase == 1:
                total += weight * 0.5 * PROMISE[size]
            elif not safe:
                total += UNBUILT
            continue
        chimneys -= 1
        worth = size * (most + JOINED)
        if table.phase == 1:
            worth = 0.5 * worth + 0.5 * PROMISE[size]
        total += weight * worth
        weight *= CROWDED
    return total


@rule
def ground(table: Table, s: int, lamps: int) -> float:
    """Return the worth of a seat's spaces while the city is being paved: near lamps, together."""
    own = own_spaces(table, s)
    near = beside(lamps)
    return 0.4 * count(own & near) + 0.15 * count(own & beside(own))


@rule
def evaluate(table: Table, values: Any) -> None:
    """Estimate the final totals of both seats."""
    lamps = lamp_spaces(table)
    over = table.decision == Decision.OVER
    for s in range(SEATS):
        built = built_by(table, s)
        total = float(light(table, s, lamps) + largest(built))
        if over:
            if not holds(table, s, Card.SAC):
                total += UNBUILT * count(int(table.seats[s].reserve))
                total += UNBUILT if owes_for_gift(table, s) else 0
        else:
            total += prospects(table, s, lamps)
            total += TOKEN * table.seats[s].tokens
            if has_right(table, s, Card.MET) and table.seats[s].reserve != 0:
                total += RIGHT
            if has_right(table, s, Card.CHA) and table.seats[s].reserve != 0:
                total += RIGHT
            if table.phase == 1:
                total += ground(table, s, lamps)
        total += stamps(table, s, lamps, built, over)
        values[s] = total
    if table.phase == 1 and table.first_done < 0:
        # Whoever lays the eighth tile first begins phase 2.
        ahead = table.seats[0].laid - table.seats[1].laid
        values[0] += 0.3 * ahead
        values[1] -= 0.3 * ahead


@rule
def stamps(table: Table, s: int, lamps: int, built: int, over: bool) -> float:
    """Return what the postcards that pay at the end are worth to a seat."""
    total = 0.0
    rest = 1.0 if over else 0.7  # buildings still narrow the zones
    spot = int(table.spot[Card.PEI])
    if spot >= 0 and holds(table, s, Card.PEI):
        zone = flood(bit(spot), open_room(table, False))
        total += rest * PER_LAMP_IN_ZONE * count(zone & lamps)
    spot = int(table.spot[Card.MOU])
    if spot >= 0 and holds(table, s, Card.MOU):
        zone = flood(bit(spot), open_room(table, True))
        total += rest * count(zone)
    spot = int(table.spot[Card.FON])
    if spot >= 0 and holds(table, s, Card.FON):
        total += PER_BUILDING_AT_FOUNTAIN * count(
            beside_fountain(table, s, spot, int(table.facing[Card.FON]))
        )
    if table.spot[Card.PEN] >= 0 and holds(table, s, Card.PEN):
        total += rest * statue(table)
    return total

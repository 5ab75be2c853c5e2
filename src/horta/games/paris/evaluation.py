"""What a position and an action of Paris are worth, for bots and hints.

`evaluate` estimates the final totals: the score sheet as it stands, what each building in reserve
could still bring at the best place that is left for it, and what tokens and rights are good for.
`prior` estimates the same for the actions of one decision, without carrying them out.

Sets of spaces are packed into the bits of one number, as in `building.py`. The weights were found
by playing the bots against each other; they are no rules.
"""

from __future__ import annotations

from typing import Any

from horta.core.game import Legal
from horta.core.rule import lookup, rule
from horta.games.paris.building import fitting, free_spaces, lamps_for, own_spaces, rivals_for
from horta.games.paris.cards import CARD_WORTH
from horta.games.paris.components import (
    BUILDINGS,
    PER_BUILDING_AT_FOUNTAIN,
    PER_LAMP_IN_ZONE,
    SEATS,
    SPACES,
    TILES,
    UNBUILT,
    Base,
    Card,
)
from horta.games.paris.moves import (
    ACTIVATE,
    BUILD,
    CHOOSE,
    DECLINE,
    PASS,
    build_of,
    put_of,
    tile_of,
)
from horta.games.paris.phase1 import TURNED
from horta.games.paris.postcards import own_building_at, pair_of
from horta.games.paris.scoring import beside_fountain, lit_by, size_of, statue
from horta.games.paris.table import (
    BUILT,
    LARGE_LAMP,
    ORIENTATIONS,
    Decision,
    Table,
    has_right,
    holds,
    neighbour,
    rival,
    shape,
)

NOT_EAST = 0x7F7F7F7F7F7F7F7F  # every column but the last
NOT_SOUTH = 0x00FFFFFFFFFFFFFF  # every row but the last

# What a building in reserve is worth while the city is being paved, by its size.
PROMISE = lookup([0, 0, 0, 6, 9, 11, 11])

# What `prior` thinks of taking a building, by its size.
TAKEN = lookup([0, 0, 0, 5, 4, 3, 6])

HURRY = 6.0  # while both can still build, postcards are wanted by both

INNER = 0x007E7E7E7E7E7E00  # every space that is not at the edge of the city

TOKEN = 3.0  # a token that is left
RIGHT = 4.0  # a right of Métropolitain or Chartier that is left
LATER = 0.75  # a place that may be taken before it is one's turn again
CROWDED = 0.85  # each further building in reserve, since the best places overlap
JOINED = 0.6  # a space added to a group that is not sure to be the largest


@rule
def beside(spaces: int) -> int:
    """Return the spaces that share a side with a set of spaces; some of them may be in it."""
    return (
        ((spaces >> 8) & NOT_SOUTH)
        | ((spaces & NOT_SOUTH) << 8)
        | ((spaces & NOT_EAST) << 1)
        | ((spaces >> 1) & NOT_EAST)
    )


@rule
def count(spaces: int) -> int:
    """Return how many spaces a set has."""
    x = spaces - ((spaces >> 1) & 0x5555555555555555)
    x = (x & 0x3333333333333333) + ((x >> 2) & 0x3333333333333333)
    x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0F
    return ((x * 0x0101010101010101) >> 56) & 0xFF


@rule
def bit(space: int) -> int:
    """Return the set of one space."""
    return 1 << space


@rule
def lamp_spaces(table: Table) -> int:
    """Return the spaces with a lamp (PA-DEF-05)."""
    lamps = free_spaces(table, Base.LAMP)
    if table.spot[Card.LAM] >= 0:
        lamps |= bit(int(table.spot[Card.LAM]))
    if table.spot[Card.GRA] >= 0:
        lamps |= bit(int(table.spot[Card.GRA]))
    return lamps


@rule
def built_by(table: Table, s: int) -> int:
    """Return the spaces of a seat's buildings, garden and annexe included."""
    spaces = 0
    for space in range(SPACES):
        piece = table.piece[space]
        if 0 <= piece < BUILT and table.owner[piece] == s:
            spaces |= 1 << space
    return spaces


@rule
def spaces_of(table: Table, building: int) -> int:
    """Return the spaces of a building on the board, its annexe included."""
    spaces = 0
    for space in range(SPACES):
        if table.piece[space] == building:
            spaces |= 1 << space
    return spaces


@rule
def flood(start: int, room: int) -> int:
    """Return the part of `room` that is connected with `start`."""
    reached = start
    for _ in range(SPACES):
        more = reached | (beside(reached) & room)
        if more == reached:
            break
        reached = more
    return reached


@rule
def largest(spaces: int) -> int:
    """Return the size of the largest connected part of a set (PA-SCO-06)."""
    best = 0
    left = spaces
    for _ in range(SPACES):
        if left == 0:
            break
        part = flood(left & -left, left)
        best = max(best, count(part))
        left &= ~part
    return best


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
def open_room(table: Table, any_piece_bounds: bool) -> int:
    """Return where a pawn's zone may spread (PA-PEI-04, PA-MOU-03)."""
    room = 0
    for base in range(4):
        room |= free_spaces(table, base)
    if not any_piece_bounds:
        for space in range(SPACES):
            if table.piece[space] >= BUILT:
                room |= 1 << space
    return room


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
    total = 0.0
    weight = LATER
    for k in range(BUILDINGS):
        building = BUILDINGS - 1 - k  # the largest first
        if (seat.reserve >> building) & 1 == 0:
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


# Actions


@rule
def prior(table: Table, actions: Legal, n: int, worth: Any) -> None:
    """Estimate what each action of the decision brings the seat to play."""
    decision = table.decision
    if decision == Decision.P1_TURN:
        value_paving(table, actions, n, worth)
    elif decision == Decision.SPECIAL:
        value_puts(table, actions, n, worth)
    else:
        value_builds(table, actions, n, worth)


@rule
def value_paving(table: Table, actions: Legal, n: int, worth: Any) -> None:
    """Lay a tile where it joins own spaces and lamps, away from the edge, or take a building."""
    s = table.to_play
    seat = table.seats[s]
    own = free_spaces(table, s)
    theirs = free_spaces(table, rival(s))
    mixed = free_spaces(table, Base.MIXED)
    lamps = free_spaces(table, Base.LAMP)
    by_lamp = beside(lamps)
    by_own = beside(own | mixed)
    by_theirs = beside(theirs | mixed)
    laid = int(seat.laid)
    both = laid + int(table.seats[rival(s)].laid)
    mine = count(int(seat.reserve))
    others = count(int(table.seats[rival(s)].reserve))
    tile = 1.3 * laid - 0.9 * mine - 0.5 * (2 * laid - both) - 5.6
    take = 0.1 * mine - 0.4 * others - 0.4 * both + 0.7 * laid
    first = 4 * (TILES * s + int(seat.hand))
    for k in range(n):
        action = int(actions[k])
        if action == PASS:
            worth[k] = 0.0
        elif action >= CHOOSE:
            worth[k] = take + TAKEN[table.printed.size[action - CHOOSE]]
        else:
            square, turn = tile_of(action)
            corner_space = 16 * (square // 4) + 2 * (square % 4)
            value = tile
            for corner in range(4):
                base = table.printed.faces[first + TURNED[4 * turn + corner]]
                space = bit(corner_space + 8 * (corner // 2) + corner % 2)
                near = beside(space)
                if base == Base.LAMP:
                    value += 2.9 * count(near & own) - 2.2 * count(near & theirs)
                elif base == s:
                    value += 4.1 * count(near & lamps)
                    if space & by_own:
                        value += 2.8
                    if space & INNER == 0:
                        value -= 3.1
                elif base == Base.MIXED:
                    if space & by_own:
                        value += 3.4
                    if space & by_theirs:
                        value -= 0.9
                    if space & by_lamp:
                        value += 3.2
                else:
                    if space & by_lamp:
                        value -= 1.7
                    if space & INNER == 0:
                        value += 2.4
            worth[k] = value


@rule
def value_builds(table: Table, actions: Legal, n: int, worth: Any) -> None:
    """Build by lamps and the own group, on mixed spaces first; a postcard by what it may bring."""
    s = table.to_play
    lamps = lamp_spaces(table)
    built = built_by(table, s)
    group = largest(built)
    mixed = free_spaces(table, Base.MIXED)
    own = free_spaces(table, s) | mixed
    theirs = free_spaces(table, rival(s))
    can_build = n > 0 and actions[n - 1] >= BUILD
    for k in range(n):
        action = int(actions[k])
        if action >= BUILD:
            building, anchor, orientation = build_of(action)
            first = shape(building, orientation)
            spaces = 0
            size = int(table.printed.size[building])
            for j in range(size):
                spaces |= bit(anchor + table.printed.cells[first + j])
            near = beside(spaces) & ~spaces
            value = float(size * count(near & lamps))
            if near & built:
                value += 0.7 * size
            elif size > group:
                value += 0.7 * (size - group)
            if spaces & lamps:
                # A lamp that is built over lights nobody any more.
                value -= lamp_balance(table, s, spaces & lamps)
            # A mixed space is one that the rival loses; a space left beside is one to lose.
            value += 4.0 * count(spaces & mixed) - 2.1 * count(near & own)
            value += 1.8 * count(near & theirs) - 0.35 * size - 5.8
            worth[k] = value
        elif action in (DECLINE, PASS):
            worth[k] = -4.0
        elif action >= ACTIVATE:
            worth[k] = value_card(table, s, action - ACTIVATE)
            if can_build:
                worth[k] += HURRY
        else:
            worth[k] = value_swap(table, s, action - CHOOSE, lamps)


@rule
def lamp_worth(table: Table, s: int, lamp: int) -> int:
    """Return what a lamp on a space brings a seat now, less what it brings the rival."""
    points = 0
    lit = lit_by(table, lamp)
    for building in range(BUILT):
        if (lit >> building) & 1:
            size = size_of(table, building)
            points += size if table.owner[building] == s else -size
    return points


@rule
def lamp_balance(table: Table, s: int, lamps: int) -> int:
    """Return what these lamps bring a seat now, less what they bring the rival."""
    points = 0
    for space in range(SPACES):
        if (lamps >> space) & 1:
            points += lamp_worth(table, s, space)
    return points


@rule
def value_card(table: Table, s: int, card: int) -> float:
    """Estimate what taking a postcard brings."""
    seat = table.seats[s]
    if card == Card.SAC:
        own = own_spaces(table, s)
        lamps = lamps_for(table, s)
        rivals = rivals_for(table, s)
        stuck = 0
        for building in range(BUILDINGS):
            if (seat.reserve >> building) & 1:
                fits = False
                for orientation in range(ORIENTATIONS):
                    if (table.printed.offered[building] >> orientation) & 1 and fitting(
                        table, building, orientation, own, lamps, rivals
                    ) != 0:
                        fits = True
                        break
                if not fits:
                    stuck += 1
        return 1.0 + 1.5 * stuck
    if card in (Card.MET, Card.CHA, Card.LEV) and seat.reserve == 0:
        return -8.0
    return float(CARD_WORTH[card])


@rule
def value_swap(table: Table, s: int, building: int, lamps: int) -> float:
    """Lévitation: give what fits badly, get what fits well."""
    most = best_light(table, building, own_spaces(table, s), lamps)
    value = float(UNBUILT)
    if most >= 0:
        value = table.printed.size[building] * (most + JOINED)
    return -value if table.decision == Decision.LEV_GIVE else value


@rule
def value_puts(table: Table, actions: Legal, n: int, worth: Any) -> None:
    """Put a special piece where it scores most now."""
    s = table.to_play
    card = table.card
    lamps = lamp_spaces(table)
    room = 0
    zone = 0
    built = 0
    if card == Card.PEI:
        room = open_room(table, False)
    elif card == Card.MOU:
        room = open_room(table, True)
    elif card == Card.JAR:
        built = built_by(table, s)
    own = own_spaces(table, s)
    last = 0.0
    for k in range(n):
        action = int(actions[k])
        if action == DECLINE:
            worth[k] = 0.0
            continue
        space, facing = put_of(action)
        here = bit(space)
        value = 0.0
        if card == Card.PEI:
            if here & zone == 0:
                zone = flood(here, room)
                last = float(PER_LAMP_IN_ZONE * count(zone & lamps))
            # One's own free space is worth keeping where a lamp is beside it.
            value = last - 0.5 * count(beside(here) & lamps) - 0.1 * count(beside(here) & own)
        elif card == Card.MOU:
            if here & zone == 0:
                zone = flood(here, room)
                last = 0.6 * count(zone)
            value = last - 0.5 * count(beside(here) & lamps)
        elif card == Card.JAR:
            both = here | bit(pair_of(space, facing))
            value = 2.0 * count(beside(both) & lamps)
            if beside(both) & built:
                value += 2
        elif card == Card.BOU:
            building = own_building_at(table, s, neighbour(space, facing))
            body = spaces_of(table, building)
            before = count(beside(body) & lamps)
            after = count(beside(body | here) & lamps)
            value = float((count(body) + 1) * after - count(body) * before + 1)
        elif card == Card.LAM:
            value = float(lamp_worth(table, s, space)) + 0.8 * count(beside(here) & own)
        elif card == Card.FON:
            beside_it = beside_fountain(table, s, space, facing)
            value = float(PER_BUILDING_AT_FOUNTAIN * count(beside_it))
            value += 0.8 * count(beside(here) & own)
        elif card == Card.PEN:
            value = 0.8 * count(beside(here) & ~own) + 0.5 * count(beside(here) & own)
        elif card == Card.GRA:
            value = float(reach(table, s, space) - lamp_balance(table, s, here))
        worth[k] = value


@rule
def reach(table: Table, s: int, space: int) -> int:
    """Return what the large lamp on a space would bring a seat, less what it brings the rival."""
    kept = table.piece[space]
    table.piece[space] = LARGE_LAMP
    points = lamp_balance(table, s, bit(space))
    table.piece[space] = kept
    return points

"""What an action of Paris is worth, without carrying it out, for bots and hints.

The weights were found by playing the bots against each other; they are no rules.
"""

from __future__ import annotations

from typing import Any

from horta.core.game import Legal
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
from horta.games.paris.building import fitting, free_spaces, lamps_for, own_spaces, rivals_for
from horta.games.paris.cards import CARD_WORTH
from horta.games.paris.components import (
    BUILDINGS,
    PER_BUILDING_AT_FOUNTAIN,
    PER_LAMP_IN_ZONE,
    SPACES,
    TILES,
    UNBUILT,
    Base,
    Card,
)
from horta.games.paris.evaluation import JOINED, ROOM, best_light
from horta.games.paris.moves import (
    ACTIVATE,
    BUILD,
    CHOOSE,
    DECLINE,
    PASS,
    activated,
    build_of,
    chosen,
    put_of,
    tile_of,
)
from horta.games.paris.phase1 import TURNED
from horta.games.paris.postcards import own_building_at, pair_of
from horta.games.paris.scoring import beside_fountain, lit_by, size_of
from horta.games.paris.table import (
    BUILT,
    LARGE_LAMP,
    ORIENTATIONS,
    Decision,
    Table,
    neighbour,
    rival,
    shape,
)

# What `prior` thinks of taking a building, by its size.
TAKEN = lookup([0, 0, 0, 5, 4, 3, 6])

HURRY = 6.0  # while both can still build, postcards are wanted by both

INNER = 0x007E7E7E7E7E7E00  # every space that is not at the edge of the city


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
    if mine >= ROOM:
        take += UNBUILT
    first = 4 * (TILES * s + int(seat.hand))
    for k in range(n):
        action = int(actions[k])
        if action == PASS:
            worth[k] = 0.0
        elif action >= CHOOSE:
            worth[k] = take + TAKEN[table.printed.size[chosen(action)]]
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
            worth[k] = value_card(table, s, activated(action))
            if can_build:
                worth[k] += HURRY
        else:
            worth[k] = value_swap(table, s, chosen(action), lamps)


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
    if table.decision != Decision.LEV_GIVE:
        return value
    return UNBUILT - value if table.gift_costs else -value


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

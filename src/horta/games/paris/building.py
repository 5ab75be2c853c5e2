"""Building: where a piece may stand, with and without the rights of postcards (PA-PH2-02..05).

The 64 spaces are packed into the bits of one number, so one pass over the cells of a piece answers
for every anchor at once. Bit 63 makes that number negative when compiled and not when uncompiled;
shifting right only blurs bits beyond the anchors that `BOX` allows, so both give the same answer.
"""

from __future__ import annotations

from horta.core.bits import lowest
from horta.core.notes import note
from horta.core.offers import Offers, offer_bits
from horta.core.rule import lookup, rule
from horta.games.paris.components import BUILDINGS, SIDE, Base, Card
from horta.games.paris.moves import build_action
from horta.games.paris.table import (
    ORIENTATIONS,
    Event,
    State,
    Table,
    cover,
    has_right,
    is_base,
    rival,
    shape,
)

# By height and width of a piece: the anchors that keep it on the board. No piece is a single
# space, so bit 63 is never an anchor.
BOX = lookup(
    sum(
        1 << (SIDE * row + column)
        for row in range(SIDE + 1 - height)
        for column in range(SIDE + 1 - width)
        if height * width > 1
    )
    for height in range(1, SIDE + 1)
    for width in range(1, SIDE + 1)
)

ROW_BITS = (1 << SIDE) - 1
APART = lookup(
    sum(((row >> column) & 1) << (ORIENTATIONS * column) for column in range(SIDE))
    for row in range(1 << SIDE)
)
"""The spaces of a row, with room for the orientations of a piece between them."""


@rule
def free_spaces(table: Table, base: int) -> int:
    """Return the free spaces of a colour, one bit each (PA-DEF-01)."""
    spaces = 0
    for row in range(SIDE):
        spaces |= (table.colour[SIDE * base + row] & ~table.covered[row]) << (SIDE * row)
    return spaces


@rule
def own_spaces(table: Table, s: int) -> int:
    """Return the free spaces of the own colour and the mixed ones (PA-PH2-02)."""
    spaces = 0
    for row in range(SIDE):
        coloured = table.colour[SIDE * s + row] | table.colour[SIDE * Base.MIXED + row]
        spaces |= (coloured & ~table.covered[row]) << (SIDE * row)
    return spaces


@rule
def fitting(
    table: Table, building: int, orientation: int, own: int, lamps: int, rivals: int
) -> int:
    """Return the anchors where a building may stand, one bit each; none if it is not offered so.

    Every space is `own` (PA-PH2-02); one of them may be one of `lamps` (PA-MET-03), one may be one
    of `rivals` (PA-CHA-04), and one build may use both (PA-CHA-05).
    """
    height = table.printed.height[building]
    width = table.printed.width[building]
    if orientation & 1:
        height, width = width, height
    offered = (table.printed.offered[building] >> orientation) & 1
    fit = int(BOX[SIDE * (height - 1) + width - 1]) * offered
    good = own | lamps | rivals
    first = shape(building, orientation)
    if lamps | rivals == 0:  # most of the time
        for k in range(table.printed.size[building]):
            fit &= own >> table.printed.cells[first + k]
        return fit
    one_lamp = 0
    one_rival = 0
    for k in range(table.printed.size[building]):
        cell = table.printed.cells[first + k]
        lamp = lamps >> cell
        foreign = rivals >> cell
        fit &= (good >> cell) & ~(one_lamp & lamp) & ~(one_rival & foreign)
        one_lamp |= lamp
        one_rival |= foreign
    return fit


@rule
def can_place(table: Table, buildings: int, own: int, lamps: int, rivals: int) -> bool:
    """Tell whether one of these buildings fits anywhere."""
    for _ in range(BUILDINGS):
        if buildings == 0:
            break
        building = lowest(buildings)
        buildings &= buildings - 1
        for orientation in range(ORIENTATIONS):
            if fitting(table, building, orientation, own, lamps, rivals) != 0:
                return True
    return False


@rule
def lamps_for(table: Table, s: int) -> int:
    """Return the lamp spaces that the seat's right of Métropolitain opens (PA-MET-02, 05)."""
    return free_spaces(table, Base.LAMP) if has_right(table, s, Card.MET) else 0


@rule
def rivals_for(table: Table, s: int) -> int:
    """Return the rival's spaces that the seat's right of Chartier opens (PA-CHA-02, 04)."""
    return free_spaces(table, rival(s)) if has_right(table, s, Card.CHA) else 0


@rule
def can_place_plainly(table: Table, s: int, buildings: int) -> bool:
    """Tell whether one of these buildings fits without a right, and a chimney is left (PH2-05)."""
    return table.seats[s].chimneys > 0 and can_place(table, buildings, own_spaces(table, s), 0, 0)


@rule
def has_plain_build(table: Table, s: int) -> bool:
    """Tell whether the seat can build without a right (PA-PH2-15)."""
    return can_place_plainly(table, s, table.seats[s].reserve)


@rule
def has_build(table: Table, s: int) -> bool:
    """Tell whether the seat can build at all, with the rights that it holds (PA-PH2-16)."""
    seat = table.seats[s]
    return seat.chimneys > 0 and can_place(
        table, seat.reserve, own_spaces(table, s), lamps_for(table, s), rivals_for(table, s)
    )


@rule
def list_builds(
    table: Table, buildings: int, own: int, lamps: int, rivals: int, out: Offers, n: int
) -> int:
    """Write every way to place one of these buildings; return the new length of the list."""
    for _ in range(BUILDINGS):
        if buildings == 0:
            break
        building = lowest(buildings)
        buildings &= buildings - 1
        fits = (
            fitting(table, building, 0, own, lamps, rivals),
            fitting(table, building, 1, own, lamps, rivals),
            fitting(table, building, 2, own, lamps, rivals),
            fitting(table, building, 3, own, lamps, rivals),
            fitting(table, building, 4, own, lamps, rivals),
            fitting(table, building, 5, own, lamps, rivals),
            fitting(table, building, 6, own, lamps, rivals),
            fitting(table, building, 7, own, lamps, rivals),
        )
        anywhere = fits[0] | fits[1] | fits[2] | fits[3] | fits[4] | fits[5] | fits[6] | fits[7]
        for _ in range(SIDE):
            if anywhere == 0:
                break
            row = lowest(anywhere) // SIDE  # most rows have none
            anywhere &= ~(ROW_BITS << (SIDE * row))
            ways = ways_in_row(fits, row)
            n = offer_bits(out, n, build_action(building, SIDE * row, 0), ways)
    return n


@rule
def ways_in_row(fits: tuple[int, int, int, int, int, int, int, int], row: int) -> int:
    """Return how a building fits in a row, one bit for each anchor and each of its orientations."""
    ways = 0
    for orientation in range(ORIENTATIONS):
        ways |= APART[(fits[orientation] >> (SIDE * row)) & ROW_BITS] << orientation
    return ways


@rule
def stand_building(table: Table, s: int, building: int, anchor: int, orientation: int) -> None:
    """Put a building on the board with a chimney of its owner (PA-PH2-04)."""
    table.owner[building] = s
    table.anchor[building] = anchor
    table.orientation[building] = orientation
    table.seats[s].chimneys -= 1
    first = shape(building, orientation)
    for k in range(table.printed.size[building]):
        cover(table, anchor + table.printed.cells[first + k], building)


@rule
def build(table: Table, building: int, anchor: int, orientation: int) -> None:
    """Build; a lamp space below uses Métropolitain, a rival one Chartier (PA-MET-02, CHA-02)."""
    s = table.to_play
    stand_building(table, s, building, anchor, orientation)
    note(table, Event.BUILT, s, building, anchor, orientation)
    first = shape(building, orientation)
    for k in range(table.printed.size[building]):
        space = anchor + table.printed.cells[first + k]
        if is_base(table, Base.LAMP, space):
            table.card_state[Card.MET] = State.USED
            note(table, Event.USED_RIGHT, s, Card.MET, space)
        elif is_base(table, rival(s), space):
            table.card_state[Card.CHA] = State.USED
            note(table, Event.USED_RIGHT, s, Card.CHA, space)

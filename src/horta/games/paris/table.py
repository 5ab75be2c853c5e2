"""What lies on the table of Paris: one record."""

from __future__ import annotations

from enum import IntEnum

from horta.core.dice import Dice
from horta.core.notes import Note
from horta.core.record import Array, i8, i16, i32, of, record
from horta.core.rule import rule
from horta.games.paris.components import (
    BASES,
    BUILDINGS,
    LARGEST,
    LONGEST_RAY,
    MOST_RAYS,
    POSTCARDS,
    SEATS,
    SIDE,
    SPACES,
    SQUARES,
    TILES,
)

NOBODY = -1
NOWHERE = -1
NOTHING = -1
HIDDEN = -2  # a tile in hand that the viewer cannot see

# Whose view a table is: the whole truth, a spectator's, or that of seat s at SIGHT_SEAT + s.
SIGHT_ALL = 0
SIGHT_SEAT = 2

ORIENTATIONS = 8  # four turns, then the same mirrored

# What can stand on a space: buildings 0 to 11 by their number, then the other pieces. The annexe
# is a space of its building (PA-BOU-05), so it carries that building's number.
GARDEN = 12
PAINTER = 13
LAMP_TILE = 14
DANCER = 15
FOUNTAIN = 16
STATUE = 17
LARGE_LAMP = 18
BUILT = 13  # building numbers, the garden included, are below this


class Decision(IntEnum):
    """What the player to play is asked."""

    P1_TURN = 0
    P2_TURN = 1
    LEV_GIVE = 2
    LEV_GET = 3
    LEV_PLACE = 4
    SPECIAL = 5
    OVER = 6


class State(IntEnum):
    """What has become of a postcard."""

    OUT = 0
    OPEN = 1
    USED = 2
    DECLINED = 3
    HELD = 4  # a right of Métropolitain or Chartier that is not used yet


class Event(IntEnum):
    """What the notes tell."""

    STARTED = 0
    LAID = 1  # square, tile, turn
    DREW = 2  # tiles left in the stack
    TOOK = 3  # building
    PASSED = 4
    PHASE_2 = 5
    BUILT = 6  # building, anchor, orientation
    USED_RIGHT = 7  # card, space
    ACTIVATED = 8  # card
    PUT = 9  # card, space, facing
    DECLINED = 10  # card
    GAVE = 11  # building
    GOT = 12  # building
    SKIPPED = 13
    ENDED = 14


@record
class Printed:
    """What is printed on the pieces of this copy of the game."""

    faces: Array[i8] = of(SEATS * TILES * 4)  # by tile and corner
    size: Array[i8] = of(BUILDINGS)
    height: Array[i8] = of(BUILDINGS)
    width: Array[i8] = of(BUILDINGS)
    offered: Array[i16] = of(BUILDINGS)  # bit k: orientation k gives a shape of its own
    cells: Array[i8] = of(BUILDINGS * ORIENTATIONS * LARGEST)  # 8 * row + column
    rays: i8
    ray_length: Array[i8] = of(MOST_RAYS)
    ray_row: Array[i8] = of(MOST_RAYS * LONGEST_RAY)
    ray_column: Array[i8] = of(MOST_RAYS * LONGEST_RAY)


@record
class Seat:
    """What a player has."""

    stack: Array[i8] = of(TILES)  # the next tile first; NOTHING behind the last
    in_stack: i8
    hand: i8
    laid: i8
    tokens: i8
    chimneys: i8
    reserve: i16  # bit b: building b


@record
class Table:
    """The whole table."""

    printed: Printed
    dice: Dice
    noted: i32
    notes: Array[Note] = of(16)

    # options
    card_choice: i16  # bit k: card k is in play; 0: a random eight
    starter_choice: i8  # NOBODY: random
    fountain_cells: i8
    statue_counts_all: i8

    sight: i8  # SIGHT_ALL, or whose view this is
    phase: i8
    decision: i8
    to_play: i8
    starter: i8
    first_done: i8  # who was first to lay his eighth tile
    idle: i8  # turns in a row that were passed or skipped
    card: i8  # the postcard whose effect is being carried out
    transit: i8  # the building between reserve and site, or site and board (Lévitation)

    seats: Array[Seat] = of(SEATS)
    site: i16  # bit b: building b
    square_tile: Array[i8] = of(SQUARES)  # 8 * owner + tile
    square_turn: Array[i8] = of(SQUARES)
    card_state: Array[i8] = of(POSTCARDS)
    card_holder: Array[i8] = of(POSTCARDS)
    spot: Array[i8] = of(POSTCARDS)  # where the special piece of a postcard stands
    facing: Array[i8] = of(POSTCARDS)
    owner: Array[i8] = of(BUILT)
    anchor: Array[i8] = of(BUILT)
    orientation: Array[i8] = of(BUILT)

    # what follows from the above, kept up to date by the rules that place things
    piece: Array[i8] = of(SPACES)
    colour: Array[i16] = of(BASES * SIDE)  # by Base and row: bit c, the space in column c
    covered: Array[i16] = of(SIDE)


@rule
def shape(building: int, orientation: int) -> int:
    """Return where the cells of a building in an orientation begin in `printed.cells`."""
    return LARGEST * (ORIENTATIONS * building + orientation)


@rule
def rival(seat: int) -> int:
    """Return the other seat."""
    return 1 - seat


@rule
def is_base(table: Table, base: int, space: int) -> bool:
    """Tell whether a space is of this colour."""
    return (table.colour[SIDE * base + (space >> 3)] >> (space & 7)) & 1 == 1


@rule
def base_of(table: Table, space: int) -> int:
    """Return the colour of a space, or NOTHING where no tile lies."""
    for base in range(BASES):
        if is_base(table, base, space):
            return base
    return NOTHING


@rule
def is_free(table: Table, space: int) -> bool:
    """A space is free when nothing stands on it (PA-DEF-01); in phase 2 all spaces exist."""
    return table.piece[space] < 0


@rule
def neighbour(space: int, direction: int) -> int:
    """Return the space next to this one: 0 north, 1 east, 2 south, 3 west (PA-DEF-04)."""
    row, column = space >> 3, space & 7
    if direction == 0:
        return space - 8 if row > 0 else NOWHERE
    if direction == 1:
        return space + 1 if column < 7 else NOWHERE
    if direction == 2:
        return space + 8 if row < 7 else NOWHERE
    return space - 1 if column > 0 else NOWHERE


@rule
def holds(table: Table, seat: int, card: int) -> bool:
    """Tell whether the seat's token lies on a postcard whose effect was not declined."""
    return table.card_holder[card] == seat and table.card_state[card] != State.DECLINED


@rule
def has_right(table: Table, seat: int, card: int) -> bool:
    """Tell whether the seat has a right of Métropolitain or Chartier left (MET-02, CHA-02)."""
    return table.card_state[card] == State.HELD and table.card_holder[card] == seat


@rule
def cover(table: Table, space: int, piece: int) -> None:
    """Put a piece on a space: nothing placed is ever moved again (PA-DEF-07)."""
    table.piece[space] = piece
    table.covered[space >> 3] |= 1 << (space & 7)

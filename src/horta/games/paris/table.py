"""What lies on the table of Paris: one record."""

from __future__ import annotations

from enum import IntEnum

from horta.core.dice import Dice
from horta.core.fields import (
    KEEP,
    Rows,
    fixed,
    hidden,
    number,
    one_of,
    records,
    seat,
    some_of,
    told_in,
)
from horta.core.notes import Note
from horta.core.record import Array, i8, i16, i32, of, record
from horta.core.rule import rule
from horta.games.paris.components import (
    BASES,
    BUILDINGS,
    CARD_CODES,
    CHIMNEYS,
    IN_PLAY,
    LARGEST,
    LONGEST_RAY,
    MOST_RAYS,
    POSTCARDS,
    SEATS,
    SIDE,
    SPACES,
    SQUARES,
    TILES,
    TOKENS,
)
from horta.games.paris.moves import BUILDING_NAMES, SPACE_NAMES

NOBODY = -1
NOWHERE = -1
NOTHING = -1
HIDDEN = -2  # a tile in hand that the viewer cannot see

# Whose view a table is: the whole truth, a spectator's, or that of seat s at SEEN_BY_SEAT + s.
SEEN_BY_ALL = 0
SEEN_BY_SEAT = 2

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
    """What is printed on the pieces of this copy of the game.

    Component tables and options are refused that do not fit: no building is larger than `LARGEST`,
    no option has more than `MOST_RAYS` rays or a ray longer than `LONGEST_RAY`.
    """

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


DECISIONS = tuple(decision.name.lower() for decision in Decision)
STATES = {state.name.lower(): int(state) for state in State if state != State.OUT}
ALL_BUILDINGS = (1 << BUILDINGS) - 1
WHO = "0 orange, 1 blue"
WHERE = "column a to h from the left, row 1 at the top"

POSTCARD = Rows(
    "postcards",
    "A postcard in play.",
    model="PostcardModel",
    length=POSTCARDS,
    place=("card", one_of(CARD_CODES)),
    lies=lambda table, card: table.card_state[card] != State.OUT,
    entries=(IN_PLAY, IN_PLAY),
)
BUILDING = Rows(
    "buildings",
    "A building on the board.",
    model="BuildingModel",
    length=BUILT,
    place=("building", one_of(BUILDING_NAMES)),
    lies=lambda table, b: b < BUILDINGS and table.owner[b] != NOBODY,
)


@record
class Seat:
    """What a player has."""

    stack: Array[i8] = told_in("stack", TILES, start=NOTHING, after="hand")  # the next tile first
    in_stack: i8 = number(0, TILES, key="stack_size", after="stack")
    hand: i8 = told_in("hand", start=NOTHING)
    laid: i8 = hidden()
    tokens: i8 = number(0, TOKENS, start=TOKENS, after="reserve")
    chimneys: i8 = number(0, CHIMNEYS, start=CHIMNEYS, after="tokens")
    reserve: i16 = some_of(BUILDING_NAMES)


@record
class Table:
    """What lies on the table."""

    printed: Printed = fixed()
    dice: Dice = told_in("dice", start=KEEP, after="buildings")
    noted: i32 = hidden()
    notes: Array[Note] = hidden(16)

    # options
    card_choice: i16 = fixed()  # bit k: card k is in play; 0: a random eight
    starter_choice: i8 = fixed()  # NOBODY: random
    fountain_cells: i8 = fixed()
    statue_counts_all: i8 = fixed()
    gift_costs: i8 = fixed()  # what Lévitation gave away counts as unbuilt

    seen_by: i8 = hidden(start=SEEN_BY_ALL)  # or whose view this is
    phase: i8 = one_of({1: 1, 2: 2, 3: 3}, "3: the game is over")
    decision: i8 = one_of(DECISIONS, "what the player to play is asked")
    to_play: i8 = seat(SEATS, "whose turn it is, or would be next", item=WHO)
    starter: i8 = seat(SEATS, item=WHO)
    first_done: i8 = seat(SEATS, "who was first to lay their eighth tile", item=WHO, empty=True)
    idle: i8 = number(0, 2, "turns in a row that were passed or skipped")
    card: i8 = one_of(CARD_CODES, "the postcard whose effect is being carried out", empty=True)
    transit: i8 = one_of(  # between reserve and site, or site and board
        BUILDING_NAMES, "the building on its way in Lévitation", empty=True
    )

    seats: Array[Seat] = records(SEATS, least=SEATS, after="board")
    site: i16 = some_of(BUILDING_NAMES, start=ALL_BUILDINGS)
    square_tile: Array[i8] = told_in("squares", SQUARES, start=NOTHING)  # 8 * owner + tile
    square_turn: Array[i8] = told_in("squares", SQUARES)
    card_state: Array[i8] = one_of(
        STATES,
        "held: a right of Métropolitain or Chartier that is not used yet",
        key="state",
        group=POSTCARD,
        start=State.OUT,
    )
    card_holder: Array[i8] = seat(
        SEATS, "whose token lies on it", item=WHO, empty=True, key="holder", group=POSTCARD
    )
    spot: Array[i8] = one_of(
        SPACE_NAMES,
        "where its special piece stands",
        empty=True,
        pattern="^[a-h][1-8]$",
        item=WHERE,
        key="space",
        group=POSTCARD,
        optional=True,
    )
    facing: Array[i8] = number(0, 3, group=POSTCARD, optional=True)
    owner: Array[i8] = seat(SEATS, item=WHO, group=BUILDING, start=NOBODY)
    anchor: Array[i8] = one_of(
        SPACE_NAMES,
        "under the top left corner of the piece's box",
        pattern="^[a-h][1-8]$",
        item=WHERE,
        group=BUILDING,
        start=NOWHERE,
    )
    orientation: Array[i8] = number(0, below=ORIENTATIONS, group=BUILDING)

    # what follows from the above, kept up to date by the rules that place things
    piece: Array[i8] = hidden(SPACES, start=NOTHING)
    colour: Array[i16] = hidden(BASES * SIDE)  # by Base and row: bit c, the space in column c
    covered: Array[i16] = hidden(SIDE)


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

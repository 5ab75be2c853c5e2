"""What lies on the table of Bruxelles 1897: one record, and the plainest questions about it."""

from __future__ import annotations

from enum import IntEnum

from horta.core.dice import Dice
from horta.core.fields import (
    KEEP,
    Group,
    counts,
    each,
    fixed,
    flag,
    hidden,
    listed,
    number,
    one_of,
    records,
    seat,
    some_of,
    split,
    told_in,
)
from horta.core.notes import Note
from horta.core.record import Array, i8, i16, i32, of, record
from horta.core.rule import rule
from horta.games.bruxelles1897.components import (
    ARCHITECTS,
    CELL_NAMES,
    CELLS,
    COLOUR_NAMES,
    COLUMNS,
    DECK_NAMES,
    HOUSE_NAMES,
    HOUSE_START,
    HOUSES,
    IN_DECKS,
    KIND_NAMES,
    KINDS,
    MATERIAL_NAMES,
    MATERIAL_START,
    MATERIALS,
    MAX_PLAYERS,
    MOST_SPACES,
    NOBLE_NAMES,
    NOBLES,
    PLACE_NAMES,
    PLACES,
    ROUNDS,
    TRACKS,
    UPPER_NAMES,
)

NOBODY = -1
NOTHING = -1
MOST_ROWS = CELLS // COLUMNS
NEUTRAL = MAX_PLAYERS  # the owner of the neutral Architects

# Whose view a table is: the whole truth, a spectator's, or that of seat s at SEEN_BY_SEAT + s.
SEEN_BY_ALL = 0
SEEN_BY_SEAT = 2


class Phase(IntEnum):
    """The part of the round. Maintenance asks nobody anything, so it is none of them."""

    ACTION = 0
    MAJORITY = 1
    OVER = 2


class Decision(IntEnum):
    """What the player to play is asked; GO between two questions, while the engine goes on."""

    TURN = 0
    ARCH = 1
    BXARCH = 2
    CINQ = 3
    PICK = 4
    MAT = 5
    ART = 6
    KEEP = 7
    HALL = 8
    FREE = 9
    EXPO = 10
    JAIL = 11
    OVER = 12
    GO = 13


class Event(IntEnum):
    """What the notes tell."""

    ROUND = 0  # round; its first player is the seat
    NO_EXPO = 1
    RESHUFFLED = 2  # deck
    PLACED = 3  # cell, side, card taken
    SENT = 4  # place, number of Architects
    FRANCS = 5  # gained
    KEPT = 6  # artwork or material
    SOLD = 7  # artwork
    WASTED = 8  # card
    FORWENT = 9  # card
    DREW = 10  # card, card or NOTHING
    PICKED = 11  # card, card discarded or NOTHING
    GAVE = 12  # material
    BUILT = 13  # house, price, points
    ACTED = 14  # noble
    RAISED = 15  # track, level
    AT_TOP = 16  # track, level
    FREED = 17  # kind
    NONE_TO_FREE = 18
    NONE_TO_DRAW = 19  # deck
    ENGAGED = 20  # noble
    DISMISSED = 21  # noble, 1: a duplicate
    OPENED = 22
    EXHIBITED = 23  # colour
    DECLINED = 24
    CLOSED = 25
    PASSED = 26  # francs
    MAJORITIES = 27  # round
    COLUMN = 28  # packed: see `majorities.count_column`
    CREST = 29  # packed: see `majorities.score_crest`
    BRUSSELS = 30  # packed: see `majorities.count_brussels`
    JAILED = 31  # kind
    WAGES = 32  # nobles paid, nobles discarded
    ENDED = 33


@record
class Printed:
    """What is printed in this copy of the game, and its options."""

    deck: Array[i8] = of(IN_DECKS)  # cards of each kind
    spaces: Array[i8] = of(TRACKS)  # of each track
    values: Array[i8] = of(TRACKS * MOST_SPACES)
    lower: Array[i8] = of(COLUMNS)  # the lower half of each Bonus card, by its upper half
    players: i8
    forced: i8  # option force_effect
    floor: i16  # option vp_floor


MOST_POINTS = 9999
"""Of a position: far from what an i16 holds, and a game brings less than 4,000 (coats of arms)."""
MOST_COUNT = 99
PHASES = tuple(phase.name.lower() for phase in Phase)
DECISIONS = tuple(decision.name.lower() for decision in Decision if decision != Decision.GO)

POINTS = Group(
    "points", "Victory points gained before the final scoring, by their source.", optional=True
)
UNDER_WAY = Group("under_way", "An action that is not finished.", optional=True)


@record
class Seat:
    """What a player has."""

    francs: i16 = number(0, MOST_POINTS)
    built: i16 = number(0, MOST_POINTS, key="construction", group=POINTS)
    shown: i16 = number(0, MOST_POINTS, key="exhibitions", group=POINTS)
    arms: i16 = number(0, MOST_POINTS, group=POINTS)  # coats of arms
    unpaid: i8 = number(
        0, NOBLES, "nobles that left in the final scoring", optional=True, after="tilted"
    )
    passed: i8 = number(0, MAX_PLAYERS, "the place in the order of passing, or 0", optional=True)
    nobles: i8 = told_in("upright", after="houses")  # bit k: noble k
    tilted: i8 = some_of(NOBLE_NAMES, optional=True, after="upright")
    track: Array[i8] = told_in("tracks", TRACKS)  # the space of each marker, from 0
    hand: Array[i8] = counts(KIND_NAMES, MOST_COUNT)
    prison: Array[i8] = counts(KIND_NAMES, MOST_COUNT)
    sent: Array[i8] = told_in("brussels", PLACES * KINDS)  # in front of the Brussels cards
    cards: Array[i8] = split(  # by Card
        counts(COLOUR_NAMES, MOST_COUNT, key="artworks", optional=True),
        counts(MATERIAL_NAMES, MOST_COUNT, key="materials", optional=True),
        counts(HOUSE_NAMES, MOST_COUNT, key="houses", optional=True),
    )


@record
class Table:
    """What lies on the table."""

    printed: Printed = fixed()
    dice: Dice = told_in("dice", after="under_way", start=KEEP)
    noted: i32 = hidden()
    notes: Array[Note] = hidden(64)

    seen_by: i8 = hidden(start=SEEN_BY_ALL)  # or whose view this is
    round_no: i8 = number(1, ROUNDS, key="round")
    phase: i8 = one_of(PHASES, optional=True)
    decision: i8 = one_of(DECISIONS, "what the player to play is asked", optional=True)
    to_play: i8 = seat(MAX_PLAYERS)
    turn: i8 = seat(MAX_PLAYERS, "whose turn it is, or was last")  # an exhibition asks others too
    first: i8 = seat(MAX_PLAYERS, "the first player of the round")
    passes: i8 = hidden()
    expo: i8 = seat(
        MAX_PLAYERS,
        "who took the Expo card; null: it is in the grid or on the board",
        empty=True,
        key="expo_holder",
        optional=True,
    )
    used: Array[i8] = counts(
        PLACE_NAMES, MOST_COUNT, "how often each Brussels card was used in the round", optional=True
    )
    card: Array[i8] = told_in("grid", CELLS, start=NOTHING)  # the Action card in a cell
    owner: Array[i8] = told_in("grid", CELLS, start=NOBODY)  # of the Architect in a cell
    side: Array[i8] = told_in("grid", CELLS)  # that he shows
    bonus: Array[i8] = each(
        one_of(UPPER_NAMES),
        COLUMNS,
        "the Bonus card below each column, by its upper half",
        start=range(COLUMNS),
    )
    pile: Array[i8] = counts(
        DECK_NAMES, MOST_COUNT, "what the face-down piles contain", key="piles"
    )
    discard: Array[i8] = counts(DECK_NAMES, MOST_COUNT, key="discards", optional=True)
    seats: Array[Seat] = records(MAX_PLAYERS, least=2)

    cell: i8 = one_of(
        CELL_NAMES,
        "the cell chosen for the next Architect",
        empty=True,
        pattern="^[a-d][1-4]$",
        group=UNDER_WAY,
    )
    place: i8 = one_of(PLACE_NAMES, "the Brussels card being used", empty=True, group=UNDER_WAY)
    to_send: i8 = number(0, ARCHITECTS, "Architects still to place there", group=UNDER_WAY)
    least: i8 = number(  # of Architect or material
        0,
        below=MATERIALS,
        about="kinds before this one may not be chosen any more",
        group=UNDER_WAY,
    )
    drawn: Array[i8] = listed(one_of(DECK_NAMES), 2, most=2, group=UNDER_WAY)
    at_hand: i8 = one_of(
        DECK_NAMES,
        "the house being paid for or the noble taking effect",
        empty=True,
        group=UNDER_WAY,
    )
    from_grid: i8 = flag("the card in use was taken from the grid", group=UNDER_WAY)
    paid: Array[i8] = counts(
        MATERIAL_NAMES, MOST_COUNT, "material given for the house at hand", group=UNDER_WAY
    )
    calls: i8 = number(0, MOST_COUNT, "nobles that City Hall may still activate", group=UNDER_WAY)
    called: i8 = number(0, MOST_COUNT, "nobles that it has activated", group=UNDER_WAY)
    showing: i8 = flag(key="exhibition", group=UNDER_WAY)
    shown: i8 = some_of(COLOUR_NAMES, key="exhibited", group=UNDER_WAY)
    waiting: i8 = some_of(
        seat(MAX_PLAYERS),
        "seats still in the exhibition, or still to be served in a majority",
        twice=True,
        group=UNDER_WAY,
    )
    column: i8 = number(
        1,
        COLUMNS + 1,
        "the column whose majority is being settled; 5: Brussels",
        shift=1,
        empty=True,
        group=UNDER_WAY,
    )


@rule
def ask(table: Table, seat: int, decision: int) -> None:
    """Put a question to a seat."""
    table.to_play = seat
    table.decision = decision


@rule
def clockwise(table: Table, seat: int, k: int) -> int:
    """Return the k-th seat clockwise of a seat, up to once around; `%` is ten times slower."""
    other = seat + k
    return int(other - table.printed.players * (other >= table.printed.players))


@rule
def rows(table: Table) -> int:
    """Return the rows of the grid (SET-05)."""
    return MOST_ROWS if table.printed.players == MAX_PLAYERS else MOST_ROWS - 1


@rule
def level(table: Table, s: int, track: int) -> int:
    """Return the value of the space that a marker is on (CMP-10)."""
    return int(table.printed.values[MOST_SPACES * track + table.seats[s].track[track]])


@rule
def in_hand(table: Table, s: int) -> int:
    """Count the Architects in hand."""
    count = 0
    for kind in range(KINDS):
        count += table.seats[s].hand[kind]
    return count


@rule
def in_prison(table: Table, s: int) -> int:
    """Count the Architects under the Prison card."""
    count = 0
    for kind in range(KINDS):
        count += table.seats[s].prison[kind]
    return count


@rule
def in_brussels(table: Table, s: int) -> int:
    """Count the Architects in front of the three Brussels cards (MAJ-09)."""
    count = 0
    for k in range(PLACES * KINDS):
        count += table.seats[s].sent[k]
    return count


@rule
def material_cards(table: Table, s: int) -> int:
    """Count the Material cards of a player."""
    count = 0
    for card in range(MATERIAL_START, MATERIAL_START + MATERIALS):
        count += table.seats[s].cards[card]
    return count


@rule
def houses(table: Table, s: int) -> int:
    """Count the houses of a player."""
    count = 0
    for card in range(HOUSE_START, HOUSE_START + HOUSES):
        count += table.seats[s].cards[card]
    return count


@rule
def upright(table: Table, s: int) -> int:
    """Return the nobles that City Hall can activate, one bit each (NOB-05)."""
    seat = table.seats[s]
    return int(seat.nobles & ~seat.tilted)


@rule
def bits_in(bits: int) -> int:
    """Count the bits of a number below 256."""
    count = 0
    for k in range(8):
        count += (bits >> k) & 1
    return count

"""What lies on the table of Bruxelles 1897: one record, and the plainest questions about it."""

from __future__ import annotations

from enum import IntEnum

from horta.core.dice import Dice
from horta.core.notes import Note
from horta.core.record import Array, i8, i16, i32, of, record
from horta.core.rule import rule
from horta.games.bruxelles1897.components import (
    CELLS,
    COLUMNS,
    HELD,
    HOUSE_START,
    HOUSES,
    IN_DECKS,
    KINDS,
    MATERIAL_START,
    MATERIALS,
    MAX_PLAYERS,
    MOST_SPACES,
    PLACES,
    TRACKS,
)

NOBODY = -1
NOTHING = -1
NEUTRAL = MAX_PLAYERS  # the owner of the neutral Architects

# Whose view a table is: the whole truth, a spectator's, or that of seat s at SIGHT_SEAT + s.
SIGHT_ALL = 0
SIGHT_SEAT = 2


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


@record
class Seat:
    """What a player has."""

    francs: i16
    built: i16  # points from Construction
    shown: i16  # points from exhibitions
    arms: i16  # points from coats of arms
    unpaid: i8  # nobles that left in the final scoring
    passed: i8  # 0, or the place in the order of passing
    nobles: i8  # bit k: noble k
    tilted: i8  # bit k: noble k is tilted
    track: Array[i8] = of(TRACKS)  # the space of each marker, from 0
    hand: Array[i8] = of(KINDS)
    prison: Array[i8] = of(KINDS)
    sent: Array[i8] = of(PLACES * KINDS)  # in front of the Brussels cards
    cards: Array[i8] = of(HELD)  # artworks, materials and houses, by Card


@record
class Table:
    """The whole table."""

    printed: Printed
    dice: Dice
    noted: i32
    notes: Array[Note] = of(64)

    sight: i8  # SIGHT_ALL, or whose view this is
    round_no: i8  # from 1
    phase: i8
    decision: i8
    to_play: i8
    turn: i8  # whose turn it is; an exhibition asks others too
    first: i8  # first player of the round
    passes: i8
    expo: i8  # who holds the Expo card
    used: Array[i8] = of(PLACES)  # how often each Brussels card was used in the round
    card: Array[i8] = of(CELLS)  # the Action card in a cell
    owner: Array[i8] = of(CELLS)  # of the Architect in a cell
    side: Array[i8] = of(CELLS)  # that he shows
    bonus: Array[i8] = of(COLUMNS)  # the Bonus card below a column, by its upper half
    pile: Array[i8] = of(IN_DECKS)  # cards of each kind face down
    discard: Array[i8] = of(IN_DECKS)
    seats: Array[Seat] = of(MAX_PLAYERS)

    # what is under way
    cell: i8  # chosen for the Architect to come
    place: i8  # the Brussels card being used
    to_send: i8  # Architects still to place there
    least: i8  # kinds of Architect or material below this may not be chosen any more
    drawn: Array[i8] = of(2)
    at_hand: i8  # the house being paid for or the noble taking effect
    from_grid: i8  # whether the card in use came from the grid
    paid: Array[i8] = of(MATERIALS)  # material given for the house at hand
    calls: i8  # nobles that may still be activated at City Hall
    called: i8  # nobles activated there
    showing: i8  # 1 while an exhibition is open
    shown: i8  # bit c: colour c has been exhibited
    waiting: i8  # bit s: seat s is still in the exhibition, or still to be served in a majority
    column: i8  # the majority being counted: a column, then COLUMNS for Brussels


@rule
def ask(table: Table, seat: int, decision: int) -> None:
    """Put a question to a seat."""
    table.to_play = seat
    table.decision = decision


@rule
def rows(table: Table) -> int:
    """Return the rows of the grid (SET-05)."""
    return 4 if table.printed.players == 4 else 3


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

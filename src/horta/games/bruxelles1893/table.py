"""What lies on the table of Bruxelles 1893: one record."""

from __future__ import annotations

from enum import IntEnum

from horta.core.dice import Dice
from horta.core.notes import Note
from horta.core.record import Array, i8, i16, i32, of, record
from horta.core.rule import lookup, rule
from horta.games.bruxelles1893.components import (
    BOARDS,
    COLOURED,
    COLOURS,
    CRESTS,
    CUBE_KINDS,
    DECK,
    GRID,
    HOUSES,
    MOST_PRIZES,
    MOST_RING,
    NOBLES,
    NOTABLES,
    PAVILIONS,
    PINK,
    PLACES,
    POWERS,
    ROUNDS,
    ROWS,
    SEATS,
    SIDE,
    SPACES,
    STEPS,
    STOCK_CARDS,
    TILES,
    TRACKS,
    UNIT_KINDS,
    WORKS,
    Colour,
)
from horta.games.bruxelles1893.editions import Edition

NOBODY = -1
NOWHERE = -1
NOTHING = -1
HIDDEN = -2  # something that the viewer cannot see
NEUTRAL = SEATS  # the colour of the neutral assistants

# Who waits on card 22.
ON_CARD_NOBODY = 0
ON_CARD_ASSISTANT = 1
ON_CARD_TRAVELLER = 2

# Whose view a table is: the whole truth, a spectator's, or that of seat s at SIGHT_SEAT + s.
SIGHT_ALL = 0
SIGHT_SEAT = 2

PILE = WORKS * COLOURED
SHOP = WORKS * COLOURS  # room for every work in each of the two stacks
MOST_DRAWN = 1 + ROUNDS

EVERY_SPACE = (1 << SPACES) - 1

# Where a prize lies: unseen (in the pile, or face down before a player), below column c at
# STRIP + c, out of the game, or under row r of seat s at TUCKED + 4 * s + r.
UNSEEN = 0
STRIP = 1
GONE = STRIP + SIDE
TUCKED = GONE + 1


class Decision(IntEnum):
    """What the player to play is asked; from ROUND on, what the game does by itself."""

    BOARD = 0
    START_WORK = 1
    CREST = 2
    NEUTRAL = 3
    # in a turn
    TURN = 4
    BID = 5
    PERFORM = 6
    PARK = 7
    WORK = 8
    SELL = 9
    CURSOR = 10
    SHOP = 11
    THEATRE = 12
    KEEP = 13
    PAY = 14
    BRANCH = 15
    SITE = 16
    GRAND_PLACE = 17
    OWNER_NOTABLE = 18
    TRAVELLERS = 19
    SELL_AS = 20
    TARGET = 21
    TILE = 22
    # in a turn or in a window
    SOLVAY = 23
    CUBE = 24
    WHITE_WORK = 25
    WHITE = 26
    # in a window
    WINDOW = 27
    MARKET_OUT = 28
    DROP = 29
    MODE = 30
    CARD_NOTABLE = 31
    DISMISS = 32
    WITHDRAW = 33
    WITHDRAW_SUM = 34
    BARTER = 35
    GIVE = 36
    GIVE_WORK = 37
    BARTER_WORK = 38
    FIGURE = 39
    COLUMN = 40
    DOUBLE = 41
    # in the closing phase and at the end
    PRIZE = 42
    POWER = 43
    ROW = 44
    UNPAID = 45
    OVER = 46

    ROUND = 64
    REVEAL = 65
    NEUTRALS = 66
    TURNS = 67
    PREPARE = 68
    PLAN = 69
    ATTEMPT = 70
    ACTION = 71
    REFILL = 72
    ACTION_DONE = 73
    EFFECT_DONE = 74
    OWNER = 75
    SPACE_DONE = 76
    PLACE_DONE = 77
    EXTRA = 78
    TURN_DONE = 79
    WINDOWS = 80
    AUCTIONS = 81
    SYMBOLS = 82
    FIRST_PLAYER = 83
    PRIZES = 84
    CRESTS = 85
    MAJORITIES = 86
    BRUSSELS = 87
    JUSTICE = 88
    VISIT = 89
    ROUND_DONE = 90
    TIDY = 91
    CLEAR = 92
    FINAL = 93
    PAYMENT = 94


class By(IntEnum):
    """What led to a notable's effect or to taking cubes."""

    ACTION = 0
    GRAND_PLACE = 1
    OWNER = 2
    SOLVAY = 3
    CARD = 4


class Source(IntEnum):
    """What points on the score track came from."""

    SALE = 0
    OWNER = 1
    CONSTRUCTION = 2
    NOTABLES = 3
    CRESTS = 4
    UNPAID = 5
    CARDS = 6
    VISIT = 7


BASE_SOURCES = 6  # those behind them come with Belle Époque
SOURCES = len(Source)


class Event(IntEnum):
    """What the notes tell."""

    STARTED = 0
    ROUND = 1  # round, value of the stock card
    CREST = 2  # crest
    NEUTRAL = 3  # space
    NO_NEUTRAL = 4
    PLACED = 5  # space, bid
    SKIPPED = 6  # action
    IMPOSSIBLE = 7  # action
    WENT = 8  # place in Brussels, assistants
    JOKERS = 9  # how many
    FRANCS = 10  # how many
    COPIED = 11  # action
    IDLE = 12
    CREATED = 13  # colour, works put back
    STARTING_WORK = 14  # colour
    REBUILT = 15  # coloured works, black works
    SOLD = 16  # colour, francs, points
    HIRED = 17  # notable, price
    KEPT = 18  # notable
    DISCARDED = 19  # notable
    REVEALED = 20  # notable
    RESHUFFLED = 21
    ACTIVATED = 22  # notable
    STEPPED = 23  # track, value now
    RELEASED = 24
    POINTS = 25  # points, source
    CUBE = 26  # kind
    EXCHANGED = 27
    PAID = 28  # kind
    TURNED = 29  # branch, kind shown now
    BUILT = 30  # space, number of the building, points at once
    OWNER = 31  # action
    BLACK_WORK = 32
    PASSED = 33  # francs, 1: first to pass
    WON = 34  # column, bid
    TIED = 35  # column, bid
    FIRST = 36  # Manneken-Pis symbols
    TUCKED = 37  # column, row, symbols
    USED = 38  # column
    MAJORITY = 39  # crest
    DETAINED = 40
    PRIZES = 41
    SETTLED = 42  # francs paid, notables lost
    ENDED = 43
    STOPPED = 44
    DREW = 45  # works, seen by who draws them
    BOARD = 46  # board
    CARD = 47  # card
    TRAVELLER = 48
    WHITE_WORK = 49  # printed colour
    TURNED_UP = 50  # printed colour
    SOLD_WHITE = 51  # colour named, francs, points
    BONUS_SALE = 52  # francs, points
    TARGET = 53  # pavilion
    GLASS = 54  # cubes paid beyond the compass
    PAVILION = 55  # pavilion, number of the building, points at once
    TOOK_CARD = 56  # card
    TILE = 57  # tile
    LEFT_TILES = 58
    SHOWED = 59  # notable
    MODE = 60  # of card 9
    DISMISSED = 61  # notable, francs
    WITHDREW = 62  # space, francs
    GAVE = 63  # kind
    GAVE_WORK = 64  # colour
    EXTRA_TURN = 65  # 0 assistant, 1 traveller
    SWAPPED = 66  # column won, column of the card taken
    SYMBOLS = 67  # symbols more
    DOUBLED = 68  # space
    RECALLED = 69
    WENT_WITH = 70  # place, assistants, travellers
    TRAVELLERS_HOME = 71  # how many
    VISITED = 72  # row, colours
    ROW = 73  # row
    RETURNED = 74  # colour of a work that left the shop


@record
class Board:
    """An architect's board: what is printed on it."""

    levels: Array[i8] = of(TRACKS * (STEPS + 1))  # by track and step
    cost: Array[i8] = of(HOUSES)  # units of each building
    base: i8  # the multiplier of every row without cards


@record
class Printed:
    """What is printed on the pieces of this copy of the game."""

    strips: Array[i8] = of(2 * SIDE * SIDE)  # the plain sides, then the marked ones
    stock_value: Array[i8] = of(STOCK_CARDS)
    stock_crests: Array[i8] = of(2 * STOCK_CARDS)  # for this number of players
    francs: Array[i8] = of(GRID)
    points: Array[i8] = of(GRID)
    corner_row: Array[i8] = of(COLOURS)  # of the cursor, from its centre
    corner_column: Array[i8] = of(COLOURS)
    cost: Array[i8] = of(NOTABLES)
    ring: Array[i8] = of(MOST_RING)
    ring_size: i8
    branch: Array[i8] = of(2)
    choice: Array[i8] = of(MOST_PRIZES)  # 1: one power of those shown
    powers: Array[i8] = of(MOST_PRIZES * POWERS)
    mp: Array[i8] = of(MOST_PRIZES)
    symbols: Array[i8] = of(MOST_PRIZES)
    glass: Array[i8] = of(PAVILIONS)  # of each pavilion
    cross: i32  # bit k: a Belle Époque tile lies on space k; 0 without the expansion


@record
class Seat:
    """What a player has."""

    money: i16
    earned: Array[i16] = of(SOURCES)  # points on the score track, by source
    notables: i16  # bit k: notable k is kept
    tilted: i16  # those of them that were used this round
    cubes: Array[i8] = of(CUBE_KINDS)
    works: Array[i8] = of(COLOURS)
    reserve: i8
    on_board: i8
    brussels: Array[i8] = of(PLACES)
    justice: i8
    step: Array[i8] = of(TRACKS)  # 0 to 5
    built: i8
    symbols: Array[i8] = of(ROWS)
    rows_used: i8  # bit r: a prize went under row r this round
    exhibits: i8  # Exposition tiles, or face-down prestige cards
    passed: i8
    settled: i8  # has paid his notables at the end
    mp_more: i8  # Manneken-Pis symbols that a card adds this round
    white: Array[i8] = of(COLOURED)  # works that lie white side up, by printed colour
    travellers: i8  # those in the reserve
    travelling: Array[i8] = of(PLACES)  # those on the Brussels places
    architect: i8  # whose board this is: `Architect`
    tiles: i16  # bit k: an assistant stands on open tile k


@record
class Table:
    """The whole table."""

    printed: Printed
    boards: Array[Board] = of(SEATS)
    edition: Edition
    dice: Dice
    noted: i32
    notes: Array[Note] = of(128)

    # options
    players: i8
    sides: i8  # 0 plain, 1 marked, 2 random, 3 alternate
    strips_in_order: i8
    starter_choice: i8  # NOBODY: random
    arrow: i8  # 1: the arrow marker keeps the branches off glass

    seats: Array[Seat] = of(SEATS)
    sight: i8  # SIGHT_ALL, or whose view this is
    round_number: i8
    decision: i8
    to_play: i8
    turn: i8  # whose turn it is
    first: i8  # first player of this round
    token: i8  # who holds the Manneken-Pis
    first_out: i8  # who passed first this round
    neutrals: i8  # how many were placed, or could not be, this round
    crest: i8
    zone: i32  # bit k: space k is open

    # the turn
    space: i8  # where the assistant was placed; NOWHERE: the park
    acting: i8  # the action that is carried out
    by: i8  # what led to the effect of `notable`
    cubes_by: i8  # what led to taking cubes
    cubes_due: i8
    cubes_from: i8  # kinds below were passed over
    notable: i8
    sold: i8
    left: i8  # activations left in the Grand-Place
    units: i8  # of the building that is being paid
    paid: Array[i8] = of(UNIT_KINDS)
    drawn: Array[i8] = of(MOST_DRAWN)
    drawn_size: i8

    # the Art Nouveau board
    strip: Array[i8] = of(SIDE)  # which strip lies in each row
    side: Array[i8] = of(SIDE)
    act: Array[i8] = of(SPACES)
    figure: Array[i8] = of(SPACES)
    house: Array[i8] = of(SPACES)
    bid: Array[i16] = of(SPACES)
    figures: i32  # bit k: an assistant stands on space k
    houses: i32

    # the Brussels board
    uses: Array[i8] = of(PLACES)
    supply: Array[i8] = of(CUBE_KINDS)
    cursor: i8  # centre, 5 * row + column of the middle 5 by 5
    branch: Array[i8] = of(2)
    ring: Array[i8] = of(MOST_RING)
    ring_size: i8

    # works: those in the workshop, and the shop with the newest on top
    stacks: Array[i8] = of(COLOURS)  # drawn ones that are not chosen yet included
    pile: Array[i8] = of(PILE)  # first edition: the coloured ones in order, the top first
    pile_seen: Array[i8] = of(PILE)  # who put it back and knows it
    pile_size: i8
    shop: Array[i8] = of(2 * SHOP)
    shop_size: Array[i8] = of(2)

    # notables
    theatre: Array[i8] = of(4)  # by price
    deck: Array[i8] = of(DECK)  # the next card last
    deck_size: i8
    discards: Array[i8] = of(NOTABLES)

    # stock cards, in the order of rounds
    stock: Array[i8] = of(STOCK_CARDS)

    # prizes: bonus cards or prestige cards
    prize: Array[i8] = of(SIDE)  # below each column
    winner: Array[i8] = of(SIDE)
    tied: Array[i8] = of(SIDE)  # bit s: seat s has yet to use the power of a tied column
    column: i8  # of the prize whose power is chosen
    prizes: Array[i8] = of(MOST_PRIZES)  # the pile, the next card last
    prizes_left: i8
    prize_place: Array[i8] = of(MOST_PRIZES)
    face_down: Array[i8] = of(ROUNDS)  # the card of who passed first, by round
    dropped: i16  # notables that the player to play leaves unpaid

    # Belle Époque and the variant: options
    belle_epoque: i8
    asymmetric: i8
    windows: i8  # 1: cards or boards may act in windows
    cast: i8  # how many characters play
    prints: Array[Board] = of(BOARDS + 1)  # side A, and the boards to choose from

    # the Belle Époque board
    tiles: i16  # bit k: tile k lies open
    card: Array[i8] = of(PAVILIONS)  # beside each pavilion
    pavilion: Array[i8] = of(PAVILIONS)  # who built it and owns its card
    card_used: Array[i8] = of(PAVILIONS)  # 1: used this round
    railway: i8  # travellers at the station
    on_card: i8  # who waits on card 22

    # the turn
    window: i8  # which window is open, or NOTHING
    asked: i8  # seats asked in it before the one to play
    place: i8  # where in Brussels this turn goes
    sold_as: i8  # the colour whose price is paid
    more_steps: i8  # of the cursor, by card 3
    target: i8  # 0 a house, k pavilion k
    mode: i8  # of payment, by card 9
    cubes_paid: i8  # for the building of this turn
    turned_first: i8  # 1: a branch was turned before the building
    shown: i8  # the notable on top of the pile that Hankar shows
    dropping: i8  # bit k: card 6 discards the notable at price k

    # closing and end
    doubled: i8  # the space whose assistant counts twice at crests
    row_chosen: i8  # the line that tile 2 raises
    tiles_done: i8  # 1: the end-game tiles have paid their francs


def _zone(crest: int) -> int:
    """The largest of the four rectangles around a crest (B93-STK-04, B93E2-PLAN-04)."""
    row, column = crest // 4 + 1, crest % 4 + 1
    rows = range(row) if row >= 3 else range(row, SIDE)
    columns = range(column) if column >= 3 else range(column, SIDE)
    return sum(1 << (SIDE * r + c) for r in rows for c in columns)


def _around(crest: int) -> list[int]:
    """The four spaces around a crest (B93-CMP-04)."""
    space = SIDE * (crest // 4) + crest % 4
    return [space, space + 1, space + SIDE, space + SIDE + 1]


ZONES = lookup(_zone(crest) for crest in range(CRESTS))
AROUND = lookup(space for crest in range(CRESTS) for space in _around(crest))
AROUND_BITS = lookup(sum(1 << space for space in _around(crest)) for crest in range(CRESTS))


@rule
def coloured_works(table: Table, s: int) -> int:
    """Count the works of a player that lie coloured side up, black ones included."""
    count = 0
    for colour in range(COLOURS):
        count += table.seats[s].works[colour]
    return count


@rule
def white_works(table: Table, s: int) -> int:
    """Count the works of a player that lie white side up."""
    count = 0
    for colour in range(COLOURED):
        count += table.seats[s].white[colour]
    return count


@rule
def works_of(table: Table, s: int) -> int:
    """Count the works of a player, black and white ones included (ruling R-39)."""
    count = coloured_works(table, s)
    return count + white_works(table, s) if table.belle_epoque else count


@rule
def tint(table: Table, colour: int) -> int:
    """Return a colour as this edition tells it."""
    return PINK if colour == Colour.BROWN and table.edition.pink_works else colour


@rule
def nobles_left(table: Table) -> int:
    """Count the noble cubes of the supply."""
    count = 0
    for kind in range(NOBLES):
        count += table.supply[kind]
    return count


@rule
def level(table: Table, s: int, track: int) -> int:
    """Return the value at a player's disc on a track."""
    return int(table.boards[s].levels[(STEPS + 1) * track + table.seats[s].step[track]])


@rule
def upright(table: Table, s: int) -> int:
    """Return the notables that a player can still use this round, one bit each."""
    return int(table.seats[s].notables & ~table.seats[s].tilted)


@rule
def free_sites(table: Table) -> int:
    """Return the spaces with no assistant, building or tile (CON-12, BLD-06, BE-ACT-04)."""
    return int(EVERY_SPACE & ~(table.figures | table.houses | table.printed.cross))


@rule
def has_tile(table: Table, s: int, tile: int) -> bool:
    """Tell whether a player's assistant stands on an end-game tile (BE-ACT-02)."""
    return bool((table.seats[s].tiles >> tile) & 1)


@rule
def assistants_on_tiles(table: Table, s: int) -> int:
    """Count the assistants that stay on end-game tiles."""
    count, tiles = 0, int(table.seats[s].tiles)
    for tile in range(TILES):
        count += (tiles >> tile) & 1
    return count


@rule
def shop_top(table: Table, side: int) -> int:
    """Return the colour that one side of the shop shows (BACK or more: white), or NOTHING."""
    size = table.shop_size[side]
    return int(table.shop[SHOP * side + size - 1]) if size > 0 else NOTHING


@rule
def in_order(table: Table, k: int) -> int:
    """Return the k-th seat clockwise from this round's first player."""
    return int((table.first + k) % table.players)

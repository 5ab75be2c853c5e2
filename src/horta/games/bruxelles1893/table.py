"""What lies on the table of Bruxelles 1893: one record."""

from __future__ import annotations

from horta.core.dice import Dice
from horta.core.fields import (
    KEEP,
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
    told_in,
)
from horta.core.notes import Note
from horta.core.record import Array, i8, i16, i32, of, record
from horta.core.rule import lookup, rule
from horta.games.bruxelles1893.editions import Edition
from horta.games.bruxelles1893.meanings import (
    BELLE,
    BOARD,
    CUBE_NAMES,
    DECISIONS,
    LAST_PRICE,
    LEAST_POINTS,
    MIDDLE,
    MOMENT,
    MOST_FRANCS,
    MOST_UNITS,
    PAVILION,
    PAY_MODES,
    PRIZES,
    SEAT_BELLE,
    SOURCE_NAMES,
    TRACK_NAMES,
    WAYS,
    WINDOW_NAMES,
    WORK_NUMBERS,
    WORKSHOP,
    a_colour,
    a_notable,
    a_prize,
    a_space,
    a_tile,
    count,
    named,
    some,
)
from horta.games.bruxelles1893.moves import COLUMN_NAMES, CREST_NAMES, CURSOR_NAMES, TARGET_NAMES
from horta.games.bruxelles1893.pieces import (
    ACT_NAMES,
    BOARDS,
    CARDS,
    CAST,
    COLOUR_NAMES,
    COLOURED,
    COLOURS,
    CRESTS,
    CUBES,
    DECK,
    GRID,
    HOUSES,
    KIND_NAMES,
    MOST_BID,
    MOST_PRIZES,
    MOST_RING,
    NOBLES,
    NOTABLE_NAMES,
    NOTABLES,
    PAVILIONS,
    PINK,
    PLACE_NAMES,
    POWERS,
    ROUNDS,
    ROW_NAMES,
    ROWS,
    SEATS,
    SIDE,
    SPACES,
    STEPS,
    STOCK_CARDS,
    TILES,
    TRACKS,
    TRAVELLERS,
    UNIT_KINDS,
    WORKS,
    Colour,
)
from horta.games.bruxelles1893.rulings import Rulings
from horta.games.bruxelles1893.vocabulary import BASE_SOURCES, SOURCES, By, Decision, Event, Source

__all__ = ["BASE_SOURCES", "SOURCES", "By", "Decision", "Event", "Source"]

NOBODY = -1
NOWHERE = -1
NOTHING = -1
HIDDEN = -2  # something that the viewer cannot see
NEUTRAL = SEATS  # the colour of the neutral assistants

# Who waits on card 22.
ON_CARD_NOBODY = 0
ON_CARD_ASSISTANT = 1
ON_CARD_TRAVELLER = 2

# Whose view a table is: the whole truth, a spectator's, or that of seat s at SEEN_BY_SEAT + s.
SEEN_BY_ALL = 0
SEEN_BY_SEAT = 2

# Room for the most that can lie there: `check` counts works, cards and Exposition tiles.
PILE = WORKS * COLOURED  # every coloured work
SHOP = WORKS * COLOURS  # room for every work in each of the two stacks
MOST_DRAWN = 1 + ROUNDS  # one more than Exposition tiles, of which each round has one

EVERY_SPACE = (1 << SPACES) - 1

# Where a prize lies: unseen (in the pile, or face down before a player), below column c at
# STRIP + c, out of the game, or under row r of seat s at TUCKED + 4 * s + r.
UNSEEN = 0
STRIP = 1
GONE = STRIP + SIDE
TUCKED = GONE + 1


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

    money: i16 = number(0, MOST_FRANCS)
    earned: Array[i16] = counts(
        SOURCE_NAMES,
        MOST_FRANCS,
        "points on the score track, by source",
        least=LEAST_POINTS,
        all_named=True,
        without=("belle_epoque", BASE_SOURCES),
    )
    notables: i16 = some_of(a_notable(), after="works")
    tilted: i16 = some_of(a_notable(), "those that were used this round", after="notables")
    cubes: Array[i8] = some(CUBE_NAMES)
    works: Array[i8] = some(COLOUR_NAMES)
    reserve: i8 = count("assistants that can be placed")
    on_board: i8 = count("assistants on the board; not read", optional=True, unread=True)
    brussels: Array[i8] = some(PLACE_NAMES, about="assistants on the four places")
    justice: i8 = count()
    step: Array[i8] = counts(
        TRACK_NAMES, STEPS, "0 is the first space", all_named=True, key="tracks"
    )
    built: i8 = count("buildings on the board; not read", optional=True, unread=True)
    symbols: Array[i8] = told_in("rows", ROWS)
    rows_used: i8 = some_of(one_of(ROW_NAMES, pattern=""), "lines that took a card this round")
    exhibits: i8 = count("Exposition tiles, or face-down prestige cards")
    passed: i8 = flag()
    settled: i8 = flag("has paid their notables at the end")
    mp_more: i8 = number(
        0, 2, "symbols that card 26 adds this round", group=SEAT_BELLE, after="tiles"
    )
    white: Array[i8] = some(
        COLOUR_NAMES[:COLOURED], about="white works, by printed colour", group=SEAT_BELLE
    )
    travellers: i8 = number(0, TRAVELLERS, group=SEAT_BELLE)  # those in the reserve
    travelling: Array[i8] = some(
        PLACE_NAMES, about="travellers on the four places", group=SEAT_BELLE
    )
    architect: i8 = told_in("architect", after="belle")  # whose board this is: `Architect`
    tiles: i16 = some_of(a_tile(), "end-game tiles on which an assistant stands", group=SEAT_BELLE)


@record
class Table:
    """What lies on the table."""

    printed: Printed = fixed()
    boards: Array[Board] = fixed(SEATS)
    edition: Edition = fixed()
    rulings: Rulings = fixed()
    dice: Dice = told_in("dice", start=KEEP, after="seats")
    noted: i32 = hidden()
    notes: Array[Note] = hidden(128)

    # options
    players: i8 = fixed()
    sides: i8 = fixed()  # 0 plain, 1 marked, 2 random, 3 alternate
    strips_in_order: i8 = fixed()
    starter_choice: i8 = fixed()  # NOBODY: random
    arrow: i8 = fixed()  # 1: the arrow marker keeps the branches off glass

    seats: Array[Seat] = records(SEATS, least=2, after="prizes")
    seen_by: i8 = hidden(start=SEEN_BY_ALL)  # or whose view this is
    round_number: i8 = number(0, ROUNDS, key="round")
    decision: i8 = one_of(DECISIONS, "what the player to play is asked", start=Decision.OVER)
    to_play: i8 = seat(SEATS)
    turn: i8 = seat(SEATS)  # whose turn it is
    first: i8 = seat(SEATS, "first player of this round")
    token: i8 = seat(SEATS, "holder of the Manneken-Pis")
    first_out: i8 = seat(SEATS, "who passed first this round", empty=True)
    neutrals: i8 = number(0, 2)  # how many were placed, or could not be, this round
    crest: i8 = named(CREST_NAMES, empty=True)
    zone: i32 = told_in("zone")  # bit k: space k is open

    # the turn
    space: i8 = a_space("where the assistant of this turn stands", empty=True)  # null: the park
    acting: i8 = named(ACT_NAMES, empty=True)  # the action that is carried out
    by: i8 = named(WAYS)  # what led to the effect of `notable`
    cubes_by: i8 = named(WAYS)  # what led to taking cubes
    cubes_due: i8 = number(0, 2)
    cubes_from: i8 = named(KIND_NAMES)  # kinds below were passed over
    notable: i8 = a_notable("whose effect is carried out", empty=True)
    sold: i8 = named(WORK_NUMBERS, empty=True)
    left: i8 = count("activations left in the Grand-Place")
    units: i8 = number(0, MOST_UNITS, "price of the building being paid")
    paid: Array[i8] = some(KIND_NAMES[:UNIT_KINDS])
    drawn: Array[i8] = listed(
        a_colour(unseen=True),
        MOST_DRAWN,
        "drawn, one is to be kept",
        size="drawn_size",
        group=WORKSHOP,
        after="seen",
    )
    drawn_size: i8 = hidden()

    # the Art Nouveau board
    strip: Array[i8] = told_in("strips", SIDE, start=range(SIDE))  # which lies in each row
    side: Array[i8] = told_in("strips", SIDE)
    act: Array[i8] = told_in("acts", SPACES)
    figure: Array[i8] = seat(
        SEATS, empty=True, also={NEUTRAL: "neutral"}, optional=True, group=BOARD
    )
    house: Array[i8] = seat(SEATS, empty=True, optional=True, group=BOARD, after="bid")
    bid: Array[i16] = number(0, MOST_BID, optional=True, group=BOARD)
    figures: i32 = hidden()  # bit k: an assistant stands on space k
    houses: i32 = hidden()

    # the Brussels board
    uses: Array[i8] = some(PLACE_NAMES)
    supply: Array[i8] = some(CUBE_NAMES, start=CUBES)
    cursor: i8 = one_of(CURSOR_NAMES, "row and column of its centre, 1 to 5", start=MIDDLE)
    branch: Array[i8] = each(number(0, 6), 2, key="branches", after="ring", start=KEEP)
    ring: Array[i8] = listed(
        named(KIND_NAMES), MOST_RING, "the compass, clockwise", size="ring_size", start=KEEP
    )
    ring_size: i8 = hidden(start=KEEP)

    # works: those in the workshop, and the shop with the newest on top
    stacks: Array[i8] = some(  # drawn ones that are not chosen yet included
        COLOUR_NAMES, about="works in the workshop, by colour", group=WORKSHOP, start=WORKS
    )
    pile: Array[i8] = listed(
        a_colour(unseen=True),
        PILE,
        "first edition: the coloured ones in order, the top first; '?': hidden",
        size="pile_size",
        group=WORKSHOP,
    )
    pile_seen: Array[i8] = listed(
        seat(SEATS, empty=True),
        PILE,
        "who put each of them back and knows it",
        size="pile_size",
        beside=True,
        key="seen",
        group=WORKSHOP,
    )
    pile_size: i8 = hidden()
    shop: Array[i8] = told_in("shop", 2 * SHOP, start=NOTHING, group=WORKSHOP)
    shop_size: Array[i8] = hidden(2)

    # notables
    theatre: Array[i8] = each(a_notable(empty=True), 4, "by price, the free place first")
    deck: Array[i8] = listed(
        a_notable(), DECK, "the next card last; null: hidden", size="deck_size", secret=True
    )
    deck_size: i8 = count(unread=True)
    discards: Array[i8] = some(NOTABLE_NAMES, without=("belle_epoque", CAST))

    # stock cards, in the order of rounds
    stock: Array[i8] = told_in("stock", STOCK_CARDS, start=range(STOCK_CARDS))

    # prizes: bonus cards or prestige cards
    prize: Array[i8] = each(a_prize(empty=True), SIDE, key="strip", group=PRIZES)  # by column
    winner: Array[i8] = each(seat(SEATS, empty=True), SIDE, group=PRIZES)
    tied: Array[i8] = each(  # those who have yet to use the power of a tied column
        some_of(seat(SEATS), twice=True), SIDE, group=PRIZES
    )
    column: i8 = named(COLUMN_NAMES, empty=True, after="paid")  # whose prize's power is chosen
    prizes: Array[i8] = listed(
        a_prize(),
        MOST_PRIZES,
        "the next card last; null: hidden",
        size="prizes_left",
        secret=True,
        key="pile",
        group=PRIZES,
    )
    prizes_left: i8 = count(key="pile_size", unread=True, group=PRIZES)
    prize_place: Array[i8] = told_in("gone", MOST_PRIZES, start=UNSEEN, group=PRIZES, after="tied")
    face_down: Array[i8] = listed(
        a_prize(unseen=True),
        ROUNDS,
        "second edition: the cards of those who passed first, round by round",
        group=PRIZES,
    )
    dropped: i16 = some_of(a_notable(), "what the player to play leaves unpaid", after="column")

    # Belle Époque and the variant: options
    belle_epoque: i8 = fixed()
    asymmetric: i8 = fixed()
    windows: i8 = fixed()  # 1: cards or boards may act in windows
    cast: i8 = fixed()  # how many characters play
    prints: Array[Board] = fixed(BOARDS + 1)  # side A, and the boards to choose from

    # the Belle Époque board
    tiles: i16 = some_of(a_tile(), "open end-game tiles", group=BELLE)
    card: Array[i8] = number(1, CARDS, shift=1, group=PAVILION, start=NOTHING)
    pavilion: Array[i8] = seat(
        SEATS,
        "who built it and owns the card",
        empty=True,
        optional=True,
        key="owner",
        group=PAVILION,
    )
    card_used: Array[i8] = flag(
        "the card was used this round", key="used", optional=True, group=PAVILION
    )
    railway: i8 = number(0, TRAVELLERS, "travellers at the station", group=BELLE, start=KEEP)
    on_card: i8 = named(
        {"assistant": ON_CARD_ASSISTANT, "traveller": ON_CARD_TRAVELLER},
        "the figure on card 22",
        empty=True,
        none=ON_CARD_NOBODY,
        optional=True,
        group=BELLE,
    )

    # the turn
    window: i8 = named(WINDOW_NAMES, "the open window", empty=True, group=MOMENT)
    asked: i8 = number(0, below=SEATS, about="seats that were asked in it before", group=MOMENT)
    place: i8 = named(PLACE_NAMES, "where in Brussels the turn goes", empty=True, group=MOMENT)
    sold_as: i8 = a_colour(empty=True, group=MOMENT)  # whose price is paid
    more_steps: i8 = number(0, 2, group=MOMENT)  # of the cursor, by card 3
    target: i8 = named(TARGET_NAMES, group=MOMENT)
    mode: i8 = named(PAY_MODES, group=MOMENT)  # of payment, by card 9
    cubes_paid: i8 = number(0, MOST_UNITS, "for the building of this turn", group=MOMENT)
    turned_first: i8 = flag(group=MOMENT)  # a branch was turned before the building
    shown: i8 = a_notable("the card that Hankar shows", empty=True, group=MOMENT)
    dropping: i8 = some_of(
        number(0, LAST_PRICE), "prices whose notables card 6 discards", twice=True, group=MOMENT
    )

    # closing and end
    doubled: i8 = a_space("counts twice at crests", empty=True, optional=True, group=BELLE)
    row_chosen: i8 = named(
        ROW_NAMES, "the line that tile 2 raises", empty=True, optional=True, group=BELLE
    )
    tiles_done: i8 = flag("end-game tiles have paid their francs", optional=True, group=BELLE)


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
    seat = table.first + k
    return int(seat - table.players * (seat >= table.players))

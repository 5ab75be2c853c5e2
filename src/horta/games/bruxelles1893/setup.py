"""Setup (B93-SET, B93-2PL, B93E2-SET), and options and components laid into an empty table."""

from __future__ import annotations

from typing import Any

from horta.core.clearing import clearing
from horta.core.dice import pick, roll, seed_dice, shuffle
from horta.core.errors import BadOption, Called
from horta.core.i18n import mark
from horta.core.notes import note
from horta.core.rule import lookup, rule
from horta.games.bruxelles1893.boards import BOARD_ROWS
from horta.games.bruxelles1893.components import Bruxelles1893Components
from horta.games.bruxelles1893.editions import write_edition
from horta.games.bruxelles1893.exchange import begin_round
from horta.games.bruxelles1893.moves import SPACE_NAMES
from horta.games.bruxelles1893.names import SEAT_TITLES
from horta.games.bruxelles1893.options import Bruxelles1893Options
from horta.games.bruxelles1893.pieces import (
    ACT_LETTERS,
    ASSISTANTS,
    CARDS,
    CAST,
    COLOUR_NAMES,
    COPIES,
    DETAINED,
    FIRST_MONEY,
    JOKERS,
    KIND_NAMES,
    MOST_RING,
    NOTABLES,
    OPEN_TILES,
    PAVILIONS,
    POWER_NAMES,
    POWERS,
    SEATS,
    SIDE,
    STEPS,
    STOCK_CARDS,
    TILES,
    TRACKS,
    TRAVELLERS,
    WORKS,
    Architect,
    Kind,
    Notable,
    Track,
)
from horta.games.bruxelles1893.prizes import deal_prizes
from horta.games.bruxelles1893.rulings import write_rulings
from horta.games.bruxelles1893.table import (
    NOBODY,
    PILE,
    Board,
    Decision,
    Event,
    Printed,
    Table,
    tint,
)
from horta.games.bruxelles1893.theatre import refill
from horta.games.bruxelles1893.variant import lay_board
from horta.games.bruxelles1893.workshop import draw_top

SIDES = ("plain", "marked", "random", "alternate")
BUILDING_COSTS = (2, 2, 3, 3, 4, 4)  # B93-CON-02, B93E2-BLD-01
LOOSE_RING = (Kind.WOOD, Kind.STONE, Kind.IRON, Kind.ANY, Kind.FRANCS, Kind.EMPTY)  # B93-CMP-16
CORNERS = ((-1, -1), (-1, 1), (1, -1), (1, 1))
SIDE_RANDOM = 2
SIDE_ALTERNATE = 3
MOST_TILES = lookup([0, 0, *OPEN_TILES])  # by the number of players

clear_fields = clearing(Table)


def lay_out(
    table: Table, players: int, options: Bruxelles1893Options, components: Bruxelles1893Components
) -> None:
    """Write options and components into an empty table."""
    start = options.starting_player
    if start != "random" and start >= players:
        raise BadOption(
            mark("{name}: with {players} players, nobody sits at {seat}"),
            name=Called("starting_player", mark("First player")),
            seat=Called(str(start), SEAT_TITLES[start]),
            players=players,
        )
    table.players = players
    table.sides = SIDES.index(options.strips)
    table.strips_in_order = options.strip_order == "printed"
    table.starter_choice = NOBODY if start == "random" else start
    write_edition(table.edition, options.edition)
    write_rulings(table.rulings, options)
    table.belle_epoque = options.belle_epoque
    table.asymmetric = options.asymmetric
    table.windows = options.belle_epoque or options.asymmetric
    table.cast = NOTABLES if options.belle_epoque else CAST
    # The arrow keeps the branches off glass, which is only used with Belle Époque.
    table.arrow = options.edition == "2023" and not options.belle_epoque  # SET-09, BE-SET-05
    if options.belle_epoque:
        print_belle_epoque(table.printed, components)
    print_boards(table.printed, components, players)
    print_compass(table.printed, components, loose=bool(table.edition.loose_compass))
    print_prizes(table.printed, components, options.edition)
    for s in range(SEATS):
        print_board(table.boards[s], components, Architect.NONE)
    for architect in Architect:
        print_board(table.prints[architect], components, architect)


def print_belle_epoque(printed: Printed, components: Bruxelles1893Components) -> None:
    """Write the glass of the pavilions, and where tiles lie on the board (BE-SET-04)."""
    for k, glass in enumerate(components.belle_epoque.glass):
        printed.glass[k] = glass
    printed.cross = sum(1 << SPACE_NAMES.index(name) for name in components.belle_epoque.cross)


def print_boards(printed: Printed, components: Bruxelles1893Components, players: int) -> None:
    """Write the strips, the stock cards, the price grid and the costs of notables."""
    for k, strip in enumerate(components.strips):
        for side, letters in enumerate((strip.plain, strip.marked)):
            for column, letter in enumerate(letters):
                at = SIDE * (SIDE * side + k) + column
                printed.strips[at] = ACT_LETTERS.index(letter)
    for k, card in enumerate(components.stock_cards):
        printed.stock_value[k] = card.value
        for j, crest in enumerate(card.crests[players - 2].split(" / ")):
            printed.stock_crests[2 * k + j] = 4 * (int(crest[0]) - 1) + int(crest[2]) - 1
    for k, (francs, points) in enumerate(
        zip(components.grid.francs, components.grid.points, strict=True)
    ):
        printed.francs[k] = francs
        printed.points[k] = points
    for name, (row, column) in zip(components.grid.corners, CORNERS, strict=True):
        printed.corner_row[COLOUR_NAMES.index(name)] = row
        printed.corner_column[COLOUR_NAMES.index(name)] = column
    for notable in Notable:
        printed.cost[notable] = getattr(components.costs, notable.name.lower())


def print_compass(printed: Printed, components: Bruxelles1893Components, *, loose: bool) -> None:
    """Write the ring and the starting places of the branches."""
    compass = components.compass
    ring = list(LOOSE_RING) if loose else [KIND_NAMES.index(name) for name in compass.ring]
    printed.ring_size = len(ring)
    for k, kind in enumerate(ring):
        printed.ring[k] = kind
    for b in range(2):
        start = compass.start_2013[b] if loose else compass.ring.index(compass.start_2023[b])
        printed.branch[b] = start


def print_prizes(printed: Printed, components: Bruxelles1893Components, edition: str) -> None:
    """Write the bonus cards of the first edition, or the prestige cards of the second."""
    for k, card in enumerate(components.prizes(edition)):
        printed.choice[k] = card.is_choice
        printed.mp[k] = card.mp
        printed.symbols[k] = card.symbols
        for power, steps in enumerate(card.steps):
            printed.powers[POWERS * k + power] = steps


def print_board(board: Board, components: Bruxelles1893Components, architect: Architect) -> None:
    """Write an architect's board: side A is alike for all (ruling R02), side B is not (AS-03)."""
    tracks = components.tracks
    parts: dict[str, Any] = {
        "town_hall": tracks.town_hall,
        "palace": tracks.palace,
        "architect": tracks.architect,
        "costs": BUILDING_COSTS,
        "lines": 1,
    }
    if architect:
        row = BOARD_ROWS[architect - 1]
        parts[row.other] = getattr(components.boards, row.printed)
    for track, name in enumerate(POWER_NAMES[:TRACKS]):
        for k, value in enumerate(parts[name]):
            board.levels[(STEPS + 1) * track + k] = value
    board.levels[(STEPS + 1) * Track.ARCHITECT + STEPS] = tracks.portrait
    for k, units in enumerate(parts["costs"]):
        board.cost[k] = units
    board.base = parts["lines"]


@rule
def clear(table: Table) -> None:
    """Take everything off the table but options and components."""
    clear_fields(table)
    if not table.belle_epoque:
        table.supply[Kind.GLASS] = 0  # BE-SET-06
    table.supply[Kind.JOKER] = JOKERS
    table.railway = TRAVELLERS if table.belle_epoque else 0  # BE-SET-07
    table.ring_size = table.printed.ring_size
    for k in range(MOST_RING):
        table.ring[k] = table.printed.ring[k]
    for k in range(2):
        table.branch[k] = table.printed.branch[k]
    for s in range(SEATS):
        lay_board(table, s, Architect.NONE)


@rule
def setup(table: Table, seed: int) -> None:
    """Deal a game (B93-SET-01..14, B93E2-SET-01..15)."""
    clear(table)
    seed_dice(table.dice, seed)
    lay_strips(table)
    table.first = table.starter_choice
    if table.first == NOBODY:
        table.first = roll(table.dice, table.players)
    table.token = table.first
    note(table, Event.STARTED, table.first)
    shuffle_notables(table)
    refill(table)
    shuffle(table.dice, table.stock, 0, STOCK_CARDS)
    if table.edition.loose_compass:
        shuffle(table.dice, table.ring, 0, table.ring_size)
    for k in range(table.edition.prizes):
        table.prizes[k] = k
    table.prizes_left = table.edition.prizes
    shuffle(table.dice, table.prizes, 0, table.prizes_left)
    deal_prizes(table)
    for k in range(table.players):
        seat = table.seats[(table.first + k) % table.players]
        seat.money = FIRST_MONEY + k
        seat.reserve = ASSISTANTS - DETAINED
        seat.justice = DETAINED
        seat.notables = 1 << Notable.BRUGMANN
    if table.belle_epoque:
        deal_belle_epoque(table)
    deal_works(table)


@rule
def deal_belle_epoque(table: Table) -> None:
    """Lay five cards beside the pavilions and some tiles open (BE-SET-02, 03).

    What leaves the game unseen, and what lies face down on the board, never matters.
    """
    left = 0
    for k in range(PAVILIONS):
        card = pick(table.dice, left, CARDS)
        left |= 1 << card
        table.card[k] = card
    for _ in range(MOST_TILES[table.players]):
        table.tiles |= 1 << pick(table.dice, int(table.tiles), TILES)


@rule
def lay_strips(table: Table) -> None:
    """Lay the action strips (B93-SET-01, B93E2-SET-01, rulings R07 and R-02)."""
    if not table.strips_in_order:
        shuffle(table.dice, table.strip, 0, SIDE)
    for row in range(SIDE):
        if table.sides == SIDE_RANDOM:
            table.side[row] = roll(table.dice, 2)
        elif table.sides == SIDE_ALTERNATE:
            table.side[row] = row % 2
        else:
            table.side[row] = table.sides
    print_acts(table)


@rule
def print_acts(table: Table) -> None:
    """Read the action of every space off the strips."""
    for row in range(SIDE):
        for column in range(SIDE):
            at = SIDE * (SIDE * table.side[row] + table.strip[row]) + column
            table.act[SIDE * row + column] = table.printed.strips[at]


@rule
def shuffle_notables(table: Table) -> None:
    """Shuffle all notables but Brugmann (B93-SET-08, B93E2-SET-02, BE-SET-08)."""
    table.deck_size = COPIES * (table.cast - 1)
    for k in range(table.deck_size):
        table.deck[k] = 1 + k // COPIES
    shuffle(table.dice, table.deck, 0, table.deck_size)


@rule
def deal_works(table: Table) -> None:
    """Give everybody a work, or let everybody choose one (B93-SET-10, B93E2-SET-07, 11)."""
    if not table.edition.blind_workshop:
        table.decision = Decision.BOARD if table.asymmetric else Decision.START_WORK
        table.to_play = table.first
        return
    for k in range(PILE):
        table.pile[k] = k // WORKS
    table.pile_size = PILE
    shuffle(table.dice, table.pile, 0, PILE)
    for k in range(table.players):
        s = (table.first + k) % table.players
        colour = draw_top(table)
        table.stacks[colour] -= 1
        table.seats[s].works[colour] += 1
        note(table, Event.STARTING_WORK, s, tint(table, colour))
    begin_round(table)


@rule
def choose_start_work(table: Table, colour: int) -> None:
    """Take a first work of any colour but black (B93E2-SET-11)."""
    s = table.to_play
    table.stacks[colour] -= 1
    table.seats[s].works[colour] += 1
    note(table, Event.STARTING_WORK, s, tint(table, colour))
    table.to_play = (s + 1) % table.players
    if table.to_play == table.first:
        table.decision = Decision.ROUND
    elif table.asymmetric:
        table.decision = Decision.BOARD

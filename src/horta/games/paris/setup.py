"""Setup (PA-SET), and the options laid into an empty table."""

from __future__ import annotations

from horta.core.clearing import clearing
from horta.core.dice import pick, roll, seed_dice, shuffle
from horta.core.notes import note
from horta.core.rematch import LastGame, NextGame
from horta.core.rule import rule
from horta.games.paris.components import (
    CARD_CODES,
    IN_PLAY,
    LETTERS,
    LONGEST_RAY,
    POSTCARDS,
    SEATS,
    SIDE,
    STARRED,
    TILES,
    ParisComponents,
    ParisOptions,
)
from horta.games.paris.table import (
    NOBODY,
    NOTHING,
    ORIENTATIONS,
    Event,
    Printed,
    State,
    Table,
    shape,
)

clear = clearing(Table)
"""Take everything off the table but options and components."""


def lay_out(table: Table, players: int, options: ParisOptions, components: ParisComponents) -> None:
    """Write options and components into an empty table."""
    del players  # always two
    cards = {"first": list(STARRED), "random": []}.get(str(options.postcards))
    codes = list(options.postcards) if cards is None else cards
    table.card_choice = sum(1 << CARD_CODES.index(code) for code in codes)
    start = options.starting_player
    table.starter_choice = NOBODY if start == "random" else start
    table.fountain_cells = options.fountain_cells
    table.statue_counts_all = options.statue_neighbours == "all"
    table.gift_costs = options.levitation == "costs"
    print_tiles(table.printed, components)
    print_buildings(table.printed, components, options.allow_flip)
    for k, ray in enumerate(options.rays()):
        table.printed.rays = k + 1
        table.printed.ray_length[k] = len(ray)
        for step, (row, column) in enumerate(ray):
            table.printed.ray_row[LONGEST_RAY * k + step] = row
            table.printed.ray_column[LONGEST_RAY * k + step] = column


def print_tiles(printed: Printed, components: ParisComponents) -> None:
    """Write the tile faces: upper left, upper right, lower left, lower right."""
    for seat, faces in enumerate((components.tiles.orange, components.tiles.blue)):
        for tile, face in enumerate(faces):
            for corner, letter in enumerate(face.replace("/", "")):
                printed.faces[4 * (TILES * seat + tile) + corner] = LETTERS.index(letter)


def print_buildings(printed: Printed, components: ParisComponents, allow_flip: bool) -> None:
    """Write the shape of every building in every orientation.

    Orientations that give the same cells are one; only the lowest is offered (PA-DEF-08, 09).
    """
    for b, building in enumerate(components.buildings):
        printed.size[b] = len(building.cells)
        printed.height[b] = len(building.rows)
        printed.width[b] = len(building.rows[0])
        seen: list[list[tuple[int, int]]] = []
        for k in range(ORIENTATIONS):
            cells = oriented(building.cells, k)
            if cells not in seen and (k < 4 or allow_flip):
                printed.offered[b] |= 1 << k
                seen.append(cells)
            for j, (row, column) in enumerate(cells):
                printed.cells[shape(b, k) + j] = SIDE * row + column


def oriented(cells: list[tuple[int, int]], orientation: int) -> list[tuple[int, int]]:
    """Mirror cells left to right (orientations 4 to 7), then turn them clockwise, sorted."""
    if orientation >= 4:
        right = max(c for _, c in cells)
        cells = [(r, right - c) for r, c in cells]
    for _ in range(orientation % 4):
        bottom = max(r for r, _ in cells)
        cells = [(c, bottom - r) for r, c in cells]
    return sorted(cells)


@rule
def setup(table: Table, seed: int) -> None:
    """Deal a game (PA-SET-01..11)."""
    clear(table)
    seed_dice(table.dice, seed)
    choose_cards(table)
    for s in range(SEATS):
        seat = table.seats[s]
        for k in range(TILES):
            seat.stack[k] = k
        seat.in_stack = TILES
        shuffle(table.dice, seat.stack, 0, TILES)
        draw(table, s)
    table.starter = table.starter_choice
    if table.starter == NOBODY:
        table.starter = roll(table.dice, SEATS)
    table.to_play = table.starter
    note(table, Event.STARTED, table.starter)


def loser_starts(last: LastGame) -> NextGame:
    """Let whoever lost the last game start the next (PA-SET-08); after a tie the seed decides."""
    losers = [seat for seat in range(SEATS) if seat not in last.winners]
    starter = losers[0] if losers else "random"
    options = last.options.model_copy(update={"starting_player": starter})
    return NextGame(tuple(range(SEATS)), options)


@rule
def choose_cards(table: Table) -> None:
    """Open the eight postcards in play (PA-SET-01, 02)."""
    chosen = int(table.card_choice)
    if chosen == 0:
        for _ in range(IN_PLAY):
            chosen |= 1 << pick(table.dice, chosen, POSTCARDS)
    for card in range(POSTCARDS):
        if (chosen >> card) & 1:
            table.card_state[card] = State.OPEN


@rule
def draw(table: Table, s: int) -> None:
    """Draw the next tile, unseen by the rival (PA-SET-07, PA-PH1-03)."""
    seat = table.seats[s]
    seat.hand = seat.stack[0]
    if seat.in_stack > 0:
        for k in range(TILES - 1):
            seat.stack[k] = seat.stack[k + 1]
        seat.stack[TILES - 1] = NOTHING
        seat.in_stack -= 1

"""Setup (SET), and the options laid into an empty table."""

from __future__ import annotations

import numpy as np

from horta.core.clearing import clearing
from horta.core.dice import roll, seed_dice, shuffle
from horta.core.notes import note
from horta.core.rule import lookup, rule
from horta.games.bruxelles1897.components import (
    CELLS,
    COLUMNS,
    FIRST_FRANCS,
    IN_DECKS,
    KIND_COUNTS,
    KINDS,
    LOWER_NAMES,
    MOST_SPACES,
    NO_FLOOR,
    TRACK_NAMES,
    UPPER_NAMES,
    BruxellesComponents,
    BruxellesOptions,
    Card,
    Deck,
    Kind,
    Noble,
)
from horta.games.bruxelles1897.piles import discard, draw
from horta.games.bruxelles1897.table import (
    MOST_ROWS,
    NEUTRAL,
    NOBODY,
    NOTHING,
    Decision,
    Event,
    Table,
    ask,
    rows,
)

COUNT_OF = lookup(KIND_COUNTS)
NEUTRAL_CELLS = lookup([8, 11])
NEUTRAL_SIDE = 2  # a24 showing 2
MIX = 1 + MOST_ROWS * (1 + len(Deck))  # the Expo card; money and each deck once for each row

clear = clearing(Table)
"""Take everything off the table but options and components."""
clear_round = clearing(Table, "grid", "under_way")
"""Leave every cell of the grid empty, and nothing under way."""


def lay_out(
    table: Table, players: int, options: BruxellesOptions, components: BruxellesComponents
) -> None:
    """Write options and components into an empty table."""
    printed = table.printed
    printed.players = players
    printed.forced = options.force_effect
    printed.floor = NO_FLOOR if options.vp_floor is None else options.vp_floor
    for card, count in enumerate(components.decks.counts()):
        printed.deck[card] = count
    for track, name in enumerate(TRACK_NAMES):
        values = getattr(components.tracks, name)
        printed.spaces[track] = len(values)
        for space, value in enumerate(values):
            printed.values[MOST_SPACES * track + space] = value
    for upper, name in enumerate(UPPER_NAMES):
        printed.lower[upper] = LOWER_NAMES.index(getattr(components.bonus_pairs, name))


@rule
def setup(table: Table, seed: int) -> None:
    """Deal a game (SET-01..10)."""
    clear(table)
    seed_dice(table.dice, seed)
    players = table.printed.players
    for card in range(IN_DECKS):
        table.pile[card] = table.printed.deck[card]
    table.first = roll(table.dice, players)
    for s in range(players):
        seat = table.seats[s]
        seat.nobles = 1 << Noble.BRUGMANN
        seat.francs = FIRST_FRANCS + (s - table.first) % players
        jail_at_start(table, s)
    note(table, Event.ROUND, table.first, 1)
    deal_grid(table)
    deal_bonus_cards(table)
    table.turn = table.first
    ask(table, table.first, Decision.TURN)


@rule
def jail_at_start(table: Table, s: int) -> None:
    """Put the first Architects under the Prison card, the others in hand (SET-04)."""
    seat = table.seats[s]
    seat.prison[Kind.A25] = 1
    if table.printed.players > 2:
        seat.prison[Kind.A24] = 1
    for kind in range(KINDS):
        seat.hand[kind] = COUNT_OF[kind] - seat.prison[kind]


@rule
def deal_grid(table: Table) -> None:
    """Lay out the Art Nouveau grid (SET-05, 06, GEN-05)."""
    mix = np.zeros(MIX, np.int64)
    mix[0] = Card.EXPO
    n = 1
    for _ in range(rows(table)):  # as many cards of each type as the grid has rows
        mix[n] = Card.MONEY
        n += 1
    for deck in range(Deck.NOBLE + 1):
        for _ in range(rows(table)):
            card = draw(table, deck)
            if card != NOTHING:
                mix[n] = card
                n += 1
    shuffle(table.dice, mix, 0, n)
    cells = rows(table) * COLUMNS
    for cell in range(min(n, cells)):
        table.card[cell] = int(mix[cell])
    if table.printed.players == 2:
        lay_neutral_architects(table)
    for k in range(cells, n):
        discard(table, int(mix[k]))
    if not expo_in_grid(table):
        note(table, Event.NO_EXPO, NOBODY)


@rule
def lay_neutral_architects(table: Table) -> None:
    """Two players: neutral Architects take the lower corners of the grid (SET-05)."""
    for corner in range(2):
        cell = NEUTRAL_CELLS[corner]
        if table.card[cell] != NOTHING:
            discard(table, table.card[cell])
        table.card[cell] = NOTHING
        table.owner[cell] = NEUTRAL
        table.side[cell] = NEUTRAL_SIDE


@rule
def expo_in_grid(table: Table) -> bool:
    """Tell whether the Expo card can be taken; on the Exhibition area it cannot (SET-06)."""
    found = False
    for cell in range(CELLS):
        if table.card[cell] == Card.EXPO:
            found = True
    return found


@rule
def deal_bonus_cards(table: Table) -> None:
    """Shuffle the Bonus cards, one below each column (SET-07)."""
    shuffle(table.dice, table.bonus, 0, COLUMNS)

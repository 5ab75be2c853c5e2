"""Maintenance, at the start of rounds 2, 3 and 4 (MNT)."""

from __future__ import annotations

from horta.core.notes import note
from horta.core.rule import rule
from horta.games.bruxelles1897.components import CELLS, KINDS, PLACES
from horta.games.bruxelles1897.piles import discard
from horta.games.bruxelles1897.setup import (
    COUNT_OF,
    clear_round,
    deal_bonus_cards,
    deal_grid,
)
from horta.games.bruxelles1897.table import NOBODY, NOTHING, Decision, Event, Phase, Table, ask


@rule
def maintain(table: Table) -> None:
    """Prepare the next round; what is not named here stays (MNT-02..09)."""
    table.round_no += 1
    pass_first_player_on(table)
    note(table, Event.ROUND, table.first, table.round_no)
    for s in range(table.printed.players):
        take_architects_back(table, s)
        table.seats[s].passed = 0
        table.seats[s].tilted = 0
    table.passes = 0
    for place in range(PLACES):
        table.used[place] = 0
    for cell in range(CELLS):
        if table.card[cell] != NOTHING:
            discard(table, table.card[cell])
    clear_round(table)
    deal_grid(table)
    deal_bonus_cards(table)
    table.phase = Phase.ACTION
    table.turn = table.first
    ask(table, table.first, Decision.TURN)


@rule
def pass_first_player_on(table: Table) -> None:
    """The holder of the Expo card is first, or else the left neighbour (MNT-03)."""
    if table.expo != NOBODY:
        table.first = table.expo
        table.expo = NOBODY
    else:
        table.first = (table.first + 1) % table.printed.players


@rule
def take_architects_back(table: Table, s: int) -> None:
    """Everyone but the prisoners comes back to hand (MNT-04)."""
    seat = table.seats[s]
    for kind in range(KINDS):
        seat.hand[kind] = COUNT_OF[kind] - seat.prison[kind]
    for k in range(PLACES * KINDS):
        seat.sent[k] = 0

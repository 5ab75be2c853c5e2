"""Turns and passing (ACT, PAS)."""

from __future__ import annotations

from horta.core.notes import note
from horta.core.rule import rule
from horta.games.bruxelles1897.art_nouveau import arch_options
from horta.games.bruxelles1897.brussels import can_visit
from horta.games.bruxelles1897.components import (
    CELLS,
    FIRST_PASS,
    LATER_PASS,
    PLACES,
)
from horta.games.bruxelles1897.moves import PASS, visit_action
from horta.games.bruxelles1897.table import (
    NOTHING,
    Decision,
    Event,
    Phase,
    Table,
    ask,
    clockwise,
)


@rule
def turn_options(table: Table) -> int:
    """A cell with a card, a Brussels card, or pass (ACT-02, 03, ANV-01)."""
    options = 1 << PASS
    if arch_options(table) != 0:
        for cell in range(CELLS):
            if table.card[cell] != NOTHING:
                options |= 1 << cell
    for place in range(PLACES):
        if can_visit(table, place):
            options |= 1 << visit_action(place)
    return options


@rule
def pass_turn(table: Table) -> None:
    """Pass: 3 francs for the first in the round, 1 for the others (PAS-01..03)."""
    s = table.turn
    francs = FIRST_PASS if table.passes == 0 else LATER_PASS
    table.passes += 1
    table.seats[s].passed = table.passes
    table.seats[s].francs += francs
    note(table, Event.PASSED, s, francs)


@rule
def end_turn(table: Table) -> None:
    """The next player who has not passed is on turn; if there is none, majorities (ACT-01)."""
    table.from_grid = 0
    table.least = 0
    for k in range(1, table.printed.players + 1):
        s = clockwise(table, table.turn, k)
        if table.seats[s].passed == 0:
            table.turn = s
            ask(table, s, Decision.TURN)
            return
    table.phase = Phase.MAJORITY
    note(table, Event.MAJORITIES, -1, table.round_no)

"""Passing (B93-PAS, B93E2-PASS)."""

from __future__ import annotations

from horta.core.notes import note
from horta.core.rule import rule
from horta.games.bruxelles1893.pieces import COLOURS
from horta.games.bruxelles1893.prizes import take_face_down
from horta.games.bruxelles1893.table import NOBODY, Decision, Event, Table, white_works


@rule
def pass_turn(table: Table) -> None:
    """Pass for the round and take the income (B93-PAS-01..05, B93E2-PASS-01..06)."""
    s = table.turn
    seat = table.seats[s]
    seat.passed = 1
    income = 0
    for colour in range(COLOURS):
        income += seat.works[colour] > 0
    income += white_works(table, s) > 0  # white is one more colour: BE-ACT-19, ruling R-43
    is_first = table.first_out == NOBODY
    if is_first:
        table.first_out = s
        seat.exhibits += 1
        income += 1
        if table.edition.pass_cards:
            take_face_down(table)
            income += seat.exhibits - 1
    seat.money += income
    note(table, Event.PASSED, s, income, is_first, is_first * table.edition.pass_cards)
    table.decision = Decision.TURN_DONE

"""The five actions: which of them can be carried out, and how each begins."""

from __future__ import annotations

from horta.core.rule import rule
from horta.games.bruxelles1893.construction import begin_construction, can_build
from horta.games.bruxelles1893.materials import ask_cubes
from horta.games.bruxelles1893.payments import demand
from horta.games.bruxelles1893.pieces import Act
from horta.games.bruxelles1893.sale import can_sell
from horta.games.bruxelles1893.table import By, Decision, Table, nobles_left
from horta.games.bruxelles1893.theatre import begin_theatre, can_hire
from horta.games.bruxelles1893.workshop import begin_workshop, can_create

ACTS = len(Act)


@rule
def can_act(table: Table, s: int, act: int) -> bool:
    """Tell whether a player can carry an action out (B93-ANP-06, B93E2-ACT-07, ruling R-08)."""
    if act == Act.WORKSHOP:
        return can_create(table)
    if act == Act.SALE:
        return can_sell(table, s)
    if act == Act.THEATRE:
        return can_hire(table)
    if act == Act.MATERIALS:
        return nobles_left(table) > 0
    return can_build(table, s, demand(table), table.mode)


@rule
def begin_action(table: Table) -> None:
    """Begin the action of the space, or the one copied in the park."""
    if table.acting == Act.WORKSHOP:
        begin_workshop(table)
    elif table.acting == Act.SALE:
        table.decision = Decision.SELL
    elif table.acting == Act.THEATRE:
        begin_theatre(table)
    elif table.acting == Act.MATERIALS:
        ask_cubes(table, 2, By.ACTION)
    else:
        begin_construction(table)

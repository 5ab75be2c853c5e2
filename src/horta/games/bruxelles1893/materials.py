"""Materials: cubes taken from the supply (B93-MAT, B93E2-MAT)."""

from __future__ import annotations

from horta.core.notes import note
from horta.core.offers import Offers, offer
from horta.core.rule import rule
from horta.games.bruxelles1893.moves import DECLINE, cube_action
from horta.games.bruxelles1893.pieces import NOBLES, Kind
from horta.games.bruxelles1893.table import By, Decision, Event, Table, nobles_left
from horta.games.bruxelles1893.variant import horta_pays


@rule
def gain_cubes(table: Table, s: int, kind: int, most: int) -> None:
    """Take cubes as far as the supply goes (B93-CMP-14, B93E2-CMP-08)."""
    count = min(most, int(table.supply[kind]))
    table.supply[kind] -= count
    table.seats[s].cubes[kind] += count
    if kind == Kind.JOKER:
        note(table, Event.JOKERS, s, count)
    else:
        note(table, Event.CUBE, s, kind)


@rule
def ask_cubes(table: Table, count: int, by: int) -> None:
    """Ask for noble cubes, as many as there are (B93-MAT-01, 02, B93E2-MAT-01, 02)."""
    table.cubes_due = min(count, nobles_left(table))
    table.cubes_by = by
    table.cubes_from = 0
    table.decision = Decision.CUBE


@rule
def list_cubes(table: Table, out: Offers) -> int:
    """List the kinds of the next cube; two kinds come in one order only, each pair once."""
    n = 0
    if table.cubes_by == By.OWNER and table.edition.cube_declinable:
        n = offer(out, n, DECLINE)
    behind = nobles_left(table)
    for kind in range(NOBLES):
        if kind >= table.cubes_from and table.supply[kind] > 0 and behind >= table.cubes_due:
            n = offer(out, n, cube_action(kind))
        behind -= table.supply[kind]
    return n


@rule
def take_cube(table: Table, kind: int) -> None:
    """Take a noble cube of choice (B93-MAT-01, B93E2-MAT-01)."""
    gain_cubes(table, table.to_play, kind, 1)
    table.cubes_from = kind
    table.cubes_due -= 1
    if table.cubes_due == 0:
        end_cubes(table)


@rule
def end_cubes(table: Table) -> None:
    """Go on where the cubes were asked for."""
    table.cubes_due = 0
    table.cubes_from = 0
    if table.cubes_by == By.ACTION:
        horta_pays(table, table.turn)
        table.decision = Decision.ACTION_DONE
    elif table.cubes_by == By.SOLVAY:
        table.decision = Decision.EFFECT_DONE
    elif table.cubes_by == By.CARD:
        table.decision = Decision.WINDOWS
    else:
        table.decision = Decision.SPACE_DONE

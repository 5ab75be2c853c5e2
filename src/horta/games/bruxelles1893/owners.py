"""Secondary actions of the owners of houses (B93-SEC, B93E2-FREE)."""

from __future__ import annotations

from horta.core.notes import note
from horta.core.rule import rule
from horta.games.bruxelles1893.materials import ask_cubes
from horta.games.bruxelles1893.pieces import Act
from horta.games.bruxelles1893.table import (
    NOWHERE,
    By,
    Decision,
    Event,
    Source,
    Table,
    nobles_left,
    upright,
    works_of,
)
from horta.games.bruxelles1893.workshop import take_black


@rule
def owner_profits(table: Table) -> None:
    """Give the owner of the house the secondary action (B93-SEC-01..09, B93E2-FREE-01..07)."""
    table.decision = Decision.SPACE_DONE
    if table.space == NOWHERE:
        return
    owner = int(table.house[table.space])
    if owner < 0 or owner == table.turn:
        return
    seat, act = table.seats[owner], table.acting
    note(table, Event.OWNER, owner, act)
    if act == Act.WORKSHOP:
        take_black(table, owner)
    elif act == Act.SALE:
        owner_scores(table, owner, works_of(table, owner))
    elif act == Act.THEATRE:
        if upright(table, owner) != 0:
            table.to_play = owner
            table.decision = Decision.OWNER_NOTABLE
    elif act == Act.MATERIALS:
        if nobles_left(table) > 0:
            table.to_play = owner
            ask_cubes(table, 1, By.OWNER)
    else:
        owner_scores(table, owner, int(seat.built))


@rule
def owner_scores(table: Table, owner: int, points: int) -> None:
    """Score a secondary action."""
    if points > 0:
        table.seats[owner].earned[Source.OWNER] += points
        note(table, Event.POINTS, owner, points, Source.OWNER)

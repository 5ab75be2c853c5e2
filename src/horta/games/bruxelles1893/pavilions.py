"""The visit of the pavilions (BE-CLO-02, 03); they are built in `construction.py`."""

from __future__ import annotations

from horta.core.notes import note
from horta.core.rule import rule
from horta.games.bruxelles1893.pieces import PAVILIONS, SIDE
from horta.games.bruxelles1893.table import NEUTRAL, NOBODY, Event, Source, Table
from horta.games.bruxelles1893.windows import Window, enter


@rule
def stands_in_row(table: Table, row: int, colour: int) -> bool:
    """Tell whether a colour has a figure in a row."""
    found = 0
    for column in range(SIDE):
        found += table.figure[SIDE * row + column] == colour
    return found > 0


@rule
def colours_in_row(table: Table, row: int) -> int:
    """Count the colours of the figures in a row, the neutral one included (ruling R-61)."""
    count = 0
    for colour in range(NEUTRAL + 1):
        count += stands_in_row(table, row, colour)
    return count


@rule
def visit_pavilions(table: Table) -> None:
    """Score each pavilion by the colours in its row (BE-CLO-02)."""
    if table.belle_epoque:
        for row in range(PAVILIONS):
            owner = int(table.pavilion[row])
            if owner != NOBODY:
                points = colours_in_row(table, row)
                if points > 0:
                    table.seats[owner].earned[Source.VISIT] += points
                    note(table, Event.VISITED, owner, row, points)
    enter(table, Window.VISIT)

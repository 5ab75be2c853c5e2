"""Majorities around crests and on the Brussels board (B93-CRE, B93-JUS, B93E2-CLO-40..52)."""

from __future__ import annotations

from horta.core.notes import note
from horta.core.rule import rule
from horta.games.bruxelles1893.pieces import CRESTS, PLACES, Track
from horta.games.bruxelles1893.table import (
    AROUND,
    AROUND_BITS,
    NEUTRAL,
    NOBODY,
    Decision,
    Event,
    Source,
    Table,
    level,
)
from horta.games.bruxelles1893.windows import Window, enter


@rule
def figures_around(table: Table, crest: int, colour: int) -> int:
    """Count a colour's assistants around a crest; card 27 doubles one (BE-CARD-27)."""
    count = 0
    for k in range(4):
        space = AROUND[4 * crest + k]
        if table.figure[space] == colour:
            count += 1 + (space == table.doubled)
    return count


@rule
def most_around(table: Table, crest: int) -> int:
    """Return the most assistants of a colour around a crest; 0 unless it is surrounded (CLO-40)."""
    if table.figures & AROUND_BITS[crest] != AROUND_BITS[crest]:
        return 0
    most = figures_around(table, crest, NEUTRAL)
    for s in range(table.players):
        most = max(most, figures_around(table, crest, s))
    return most


@rule
def leads(table: Table, crest: int, colour: int) -> bool:
    """Tell whether a colour has most assistants around a crest, alone or not (CLO-41, 42, 44)."""
    most = most_around(table, crest)
    return most > 0 and figures_around(table, crest, colour) == most


@rule
def score_crests(table: Table) -> None:
    """Score every crest between four assistants (B93-CRE-01..05, B93-2PL-05, CLO-40..44)."""
    for crest in range(CRESTS):
        most = most_around(table, crest)
        led = False
        for s in range(table.players):
            if most > 0 and figures_around(table, crest, s) == most:
                points = level(table, s, Track.TOWN_HALL)
                table.seats[s].earned[Source.CRESTS] += points
                note(table, Event.MAJORITY, s, crest, points)
                led = True
        if most > 0 and not led:
            note(table, Event.NEUTRAL_LEADS, NOBODY, crest)
    enter(table, Window.CRESTS_DONE)


@rule
def in_brussels(table: Table, s: int) -> int:
    """Count a player's assistants on the four action places."""
    count = 0
    for place in range(PLACES):
        count += table.seats[s].brussels[place]
    return count


@rule
def send_to_justice(table: Table) -> None:
    """Most assistants in Brussels: one goes to Justice (B93-JUS-01..04, B93E2-CLO-50..52)."""
    most = 0
    for s in range(table.players):
        most = max(most, in_brussels(table, s))
    for s in range(table.players):
        if most > 0 and in_brussels(table, s) == most:
            detain(table, s)
    table.decision = Decision.VISIT


@rule
def detain(table: Table, s: int) -> None:
    """Take an assistant from the Brussels board (B93-JUS-02, B93E2-CLO-51, ruling R-32)."""
    for place in range(PLACES):
        if table.seats[s].brussels[place] > 0:
            table.seats[s].brussels[place] -= 1
            table.seats[s].justice += 1
            note(table, Event.DETAINED, s)
            return

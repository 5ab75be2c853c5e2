"""The three tracks and the Palace of Justice: what moves discs and frees assistants."""

from __future__ import annotations

from horta.core.notes import note
from horta.core.rule import rule
from horta.games.bruxelles1893.pieces import STEPS, Tile, Track
from horta.games.bruxelles1893.table import Event, Table, has_tile, level


@rule
def last_step(table: Table, s: int, track: int) -> int:
    """Return the last space of a track; tile 10 adds one (BE-TILE-10, ruling R-64)."""
    return STEPS if track == Track.ARCHITECT and has_tile(table, s, Tile.PORTRAIT) else STEPS - 1


@rule
def step_forward(table: Table, s: int, track: int) -> None:
    """Move a disc by one space; at the end of the track nothing happens (BON-04, NOB-28)."""
    if table.seats[s].step[track] < last_step(table, s, track):
        table.seats[s].step[track] += 1
        note(table, Event.STEPPED, s, track, level(table, s, track))
    else:
        note(table, Event.AT_END, s, track, level(table, s, track))


@rule
def release(table: Table, s: int) -> None:
    """Free one own assistant from Justice (B93-NOT-06, B93-BON-03, B93E2-NOB-26, CLO-31)."""
    if table.seats[s].justice > 0:
        table.seats[s].justice -= 1
        table.seats[s].reserve += 1
        note(table, Event.RELEASED, s)
    else:
        note(table, Event.NONE_DETAINED, s)

"""Travellers: figures for Brussels alone (BE-ACT-10..12, BE-CLO-01, BE-EOR-02, 03)."""

from __future__ import annotations

from horta.core.notes import note
from horta.core.offers import Offers, offer
from horta.core.rule import rule
from horta.games.bruxelles1893.moves import travellers_action
from horta.games.bruxelles1893.pieces import PLACES
from horta.games.bruxelles1893.table import NOBODY, Event, Table


@rule
def take_traveller(table: Table, s: int) -> None:
    """Take a traveller from the station, if one is there (BE-ACT-10, BE-CARD-19)."""
    if table.railway > 0:
        table.railway -= 1
        table.seats[s].travellers += 1
        note(table, Event.TRAVELLER, s)


@rule
def figures_of(table: Table, s: int) -> int:
    """Count the figures in a player's reserve, travellers included."""
    return int(table.seats[s].reserve + table.seats[s].travellers)


@rule
def fewest_travellers(table: Table, needed: int) -> int:
    """Return how many travellers must go where the assistants do not suffice (BE-ACT-12)."""
    return max(0, needed - int(table.seats[table.turn].reserve))


@rule
def most_travellers(table: Table, needed: int) -> int:
    """Return how many travellers may go (BE-ACT-12)."""
    return min(needed, int(table.seats[table.turn].travellers))


@rule
def list_travellers(table: Table, needed: int, out: Offers) -> int:
    """List how many of the figures needed are travellers (BE-ACT-12, ruling R-38)."""
    n = 0
    for count in range(fewest_travellers(table, needed), most_travellers(table, needed) + 1):
        n = offer(out, n, travellers_action(count))
    return n


@rule
def travellers_at(table: Table, place: int) -> int:
    """Count the travellers on a Brussels place, whoever sent them."""
    count = 0
    for s in range(table.players):
        count += table.seats[s].travelling[place]
    return count


@rule
def travellers_in_brussels(table: Table) -> int:
    """Count the travellers on the four action places (BE-CARD-30, ruling R-60)."""
    count = 0
    for place in range(PLACES):
        count += travellers_at(table, place)
    return count


@rule
def leave_brussels(table: Table) -> None:
    """Travellers leave before the majority is found; they never count for it (BE-CLO-01)."""
    count = travellers_in_brussels(table)
    if count == 0:
        return
    for s in range(table.players):
        for place in range(PLACES):
            table.seats[s].travelling[place] = 0
    table.railway += count
    note(table, Event.TRAVELLERS_HOME, NOBODY, count)


@rule
def send_home(table: Table) -> None:
    """Travellers that were not used go back to the station (BE-EOR-02)."""
    for s in range(table.players):
        table.railway += table.seats[s].travellers
        table.seats[s].travellers = 0

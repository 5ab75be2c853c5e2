"""Turns, placing and bidding (B93-ACT, B93-ANP, B93E2-ACT)."""

from __future__ import annotations

from horta.core.notes import note
from horta.core.offers import Offers, offer, offer_run
from horta.core.rule import rule
from horta.games.bruxelles1893.acts import can_act
from horta.games.bruxelles1893.brussels import assistants_needed
from horta.games.bruxelles1893.moves import (
    DECLINE,
    PASS,
    PERFORM,
    bid_action,
    brussels_action,
    offer_place,
)
from horta.games.bruxelles1893.pieces import MOST_BID, PLACES
from horta.games.bruxelles1893.table import NOTHING, NOWHERE, Decision, Event, Table
from horta.games.bruxelles1893.travellers import figures_of
from horta.games.bruxelles1893.windows import Window, enter


@rule
def begin_turns(table: Table) -> None:
    """The first player begins (B93-ACT-01, B93E2-ACT-01)."""
    table.turn = table.first
    ask_turn(table)


@rule
def ask_turn(table: Table) -> None:
    """Ask whose turn it is: one action, or pass (B93-ACT-02, B93E2-ACT-02)."""
    table.to_play = table.turn
    table.decision = Decision.TURN


@rule
def clockwise(table: Table, seat: int, k: int) -> int:
    """Return the k-th seat clockwise of a seat, up to once around; `%` is ten times slower."""
    other = seat + k
    return int(other - table.players * (other >= table.players))


@rule
def next_turn(table: Table) -> None:
    """The next who has not passed; without one the phase is over (B93-ACT-01, 05)."""
    forget_turn(table)
    for k in range(1, table.players + 1):
        s = clockwise(table, table.turn, k)
        if not table.seats[s].passed:
            table.turn = s
            ask_turn(table)
            return
    table.decision = Decision.AUCTIONS


@rule
def forget_turn(table: Table) -> None:
    """Forget what was under way in the turn."""
    table.space = NOWHERE
    table.acting = NOTHING
    table.notable = NOTHING
    table.by = 0
    table.cubes_by = 0
    table.left = 0
    table.place = NOTHING
    table.cubes_paid = 0
    table.turned_first = 0


@rule
def list_turn(table: Table, out: Offers) -> int:
    """Pass, a space of the zone, or a place in Brussels (B93-ANP-01, 02, BRU-04, ACT-04)."""
    seat = table.seats[table.turn]
    n = offer(out, 0, PASS)
    figures = figures_of(table, table.turn)
    if figures == 0:
        return n
    if seat.reserve > 0 and seat.money > 0:
        n = offer_place(out, n, table.zone & ~table.figures)
    for place in range(PLACES):
        if figures >= assistants_needed(table, place):
            n = offer(out, n, brussels_action(place))
    return n


@rule
def choose_space(table: Table, space: int) -> None:
    """Point at a space; assistant and bid follow together (B93-ANP-01, B93E2-ACT-04)."""
    table.space = space
    table.decision = Decision.BID


@rule
def list_bids(table: Table, out: Offers) -> int:
    """At least 1 FB, at most all own money (B93-ANP-02, B93E2-ACT-04, ruling R14)."""
    return list_francs(int(table.seats[table.turn].money), out)


@rule
def list_francs(most: int, out: Offers) -> int:
    """List the sums from 1 FB on; no bid is higher than all coins of the first edition."""
    return offer_run(out, 0, bid_action(1), min(most, MOST_BID))


@rule
def bid(table: Table, francs: int) -> None:
    """Place the assistant on its bid (B93-ANP-01..04, B93E2-ACT-04)."""
    seat, space = table.seats[table.turn], table.space
    seat.reserve -= 1
    seat.on_board += 1
    seat.money -= francs
    table.figure[space] = table.turn
    table.figures |= 1 << space
    table.bid[space] = francs
    table.acting = table.act[space]
    note(table, Event.PLACED, table.turn, space, francs)
    if table.windows:
        enter(table, Window.PLACED)
    else:
        attempt(table)


@rule
def attempt(table: Table) -> None:
    """Carry the action out if it is possible (B93-ANP-05, 06, B93E2-ACT-07, ruling R-08)."""
    if not can_act(table, table.turn, table.acting):
        note(table, Event.IMPOSSIBLE, table.turn, table.acting)
        # BE-CG-03: no card acts after an action that did not happen.
        table.decision = Decision.OWNER
    elif table.edition.may_skip:
        table.decision = Decision.PERFORM
    else:
        table.decision = Decision.ACTION


@rule
def list_perform(table: Table, out: Offers) -> int:
    """Carry the action out, or leave it (B93-ANP-05)."""
    return offer(out, offer(out, 0, DECLINE), PERFORM)


@rule
def skip(table: Table) -> None:
    """Leave the action of the space (B93-ANP-05)."""
    note(table, Event.SKIPPED, table.turn, table.acting)
    table.decision = Decision.ACTION_DONE

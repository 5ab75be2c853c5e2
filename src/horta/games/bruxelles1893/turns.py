"""Turns: placing with a bid, the Brussels board, passing, the owner's secondary action.

B93-ACT, ANP, BRU, PAS, SEC; B93E2-ACT, BRU, PASS, FREE.
"""

from __future__ import annotations

from horta.core.game import Legal
from horta.core.notes import note
from horta.core.rule import rule
from horta.games.bruxelles1893.components import (
    COLOURS,
    MARKET_JOKERS,
    MOST_BID,
    NOTABLES,
    PLACES,
    Act,
    Kind,
    Place,
    Track,
)
from horta.games.bruxelles1893.construction import can_build
from horta.games.bruxelles1893.exchange import list_spaces, stock_value
from horta.games.bruxelles1893.materials import ask_cubes, gain_cubes
from horta.games.bruxelles1893.moves import (
    ACTIVATE,
    BID,
    BRUSSELS,
    COPY,
    DECLINE,
    PASS,
    PERFORM,
    PLACE,
)
from horta.games.bruxelles1893.prizes import take_face_down
from horta.games.bruxelles1893.sale import can_sell
from horta.games.bruxelles1893.table import (
    NOBODY,
    NOTHING,
    NOWHERE,
    By,
    Decision,
    Event,
    Source,
    Table,
    level,
    nobles_left,
    upright,
    works_of,
)
from horta.games.bruxelles1893.theatre import can_hire
from horta.games.bruxelles1893.workshop import can_create, take_black

ACTS = len(Act)


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
def next_turn(table: Table) -> None:
    """The next who has not passed; without one the phase is over (B93-ACT-01, 05)."""
    table.space = NOWHERE
    table.acting = NOTHING
    table.notable = NOTHING
    table.by = 0
    table.cubes_by = 0
    table.left = 0
    for k in range(1, table.players + 1):
        s = (table.turn + k) % table.players
        if not table.seats[s].passed:
            table.turn = s
            ask_turn(table)
            return
    table.decision = Decision.AUCTIONS


@rule
def assistants_needed(table: Table, place: int) -> int:
    """The k-th use of a place takes k assistants, or half of it (BRU-02, 03)."""
    uses = int(table.uses[place])
    return uses + 1 if table.players <= 3 else uses // 2 + 1


@rule
def list_turn(table: Table, out: Legal) -> int:
    """Pass, a space of the zone, or a place in Brussels (B93-ANP-01, 02, BRU-04, ACT-04)."""
    seat = table.seats[table.turn]
    out[0] = PASS
    n = 1
    if seat.reserve == 0:
        return n
    if seat.money > 0:
        n = list_spaces(table.zone & ~table.figures, PLACE, out, n)
    for place in range(PLACES):
        if seat.reserve >= assistants_needed(table, place):
            out[n] = BRUSSELS + place
            n += 1
    return n


@rule
def choose_space(table: Table, space: int) -> None:
    """Point at a space; assistant and bid follow together (B93-ANP-01, B93E2-ACT-04)."""
    table.space = space
    table.decision = Decision.BID


@rule
def list_bids(table: Table, out: Legal) -> int:
    """At least 1 FB, at most all own money (B93-ANP-02, B93E2-ACT-04, ruling R14)."""
    most = min(int(table.seats[table.turn].money), MOST_BID)
    for k in range(most):
        out[k] = BID + k
    return most


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
    if not can_act(table, table.turn, table.acting):
        note(table, Event.IMPOSSIBLE, table.turn, table.acting)
        table.decision = Decision.ACTION_DONE
    elif table.edition.may_skip:
        table.decision = Decision.PERFORM
    else:
        table.decision = Decision.ACTION


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
    return can_build(table, s)


@rule
def list_perform(out: Legal) -> int:
    """Carry the action out, or leave it (B93-ANP-05)."""
    out[0] = DECLINE
    out[1] = PERFORM
    return 2


@rule
def skip(table: Table) -> None:
    """Leave the action of the space (B93-ANP-05)."""
    note(table, Event.SKIPPED, table.turn, table.acting)
    table.decision = Decision.ACTION_DONE


@rule
def go_to(table: Table, place: int) -> None:
    """Go to a place in Brussels and use it at once (B93-BRU-01..09, B93E2-BRU-01..10)."""
    s = table.turn
    seat = table.seats[s]
    needed = assistants_needed(table, place)
    seat.reserve -= needed
    seat.brussels[place] += needed
    table.uses[place] += 1
    note(table, Event.WENT, s, place, needed)
    table.decision = Decision.TURN_DONE
    if place == Place.MARKET:
        gain_cubes(table, s, Kind.JOKER, MARKET_JOKERS)
    elif place == Place.EXCHANGE:
        seat.money += stock_value(table)
        note(table, Event.FRANCS, s, stock_value(table))
    elif place == Place.PARK:
        for act in range(ACTS):
            if can_act(table, s, act):
                table.decision = Decision.PARK
    elif upright(table, s) != 0:
        # Rulings R36 and R-75: the limit is read when the action is taken.
        table.left = level(table, s, Track.PALACE)
        if table.left > 0:
            table.decision = Decision.GRAND_PLACE


@rule
def list_park(table: Table, out: Legal) -> int:
    """Copy an action that can be carried out (B93-BRU-08, B93E2-BRU-08, 09, ruling R-25)."""
    n = 0
    if table.edition.park_idle:
        out[n] = DECLINE
        n += 1
    for act in range(ACTS):
        if can_act(table, table.turn, act):
            out[n] = COPY + act
            n += 1
    return n


@rule
def copy_act(table: Table, act: int) -> None:
    """Carry out an action without a space (B93-BRU-08, B93E2-BRU-08)."""
    table.acting = act
    note(table, Event.COPIED, table.turn, act)
    table.decision = Decision.ACTION


@rule
def idle(table: Table) -> None:
    """Leave the park unused (B93-BRU-08)."""
    note(table, Event.IDLE, table.turn)
    table.decision = Decision.TURN_DONE


@rule
def list_upright(table: Table, s: int, out: Legal) -> int:
    """List the notables to activate, or stop (B93-BRU-09, 10, B93-SEC-06, B93E2-FREE-04)."""
    out[0] = DECLINE
    n = 1
    usable = upright(table, s)
    for notable in range(NOTABLES):
        if (usable >> notable) & 1:
            out[n] = ACTIVATE + notable
            n += 1
    return n


@rule
def activate(table: Table, notable: int, by: int) -> None:
    """Tilt a notable for its effect (B93-NOT-01, B93E2-NOB-05)."""
    table.seats[table.to_play].tilted |= 1 << notable
    table.notable = notable
    table.by = by
    note(table, Event.ACTIVATED, table.to_play, notable)


@rule
def after_activation(table: Table) -> None:
    """Go on in the Grand-Place while its limit allows (B93-BRU-09, B93E2-BRU-07)."""
    table.decision = Decision.TURN_DONE
    if table.by == By.GRAND_PLACE:
        table.left -= 1
        if table.left > 0 and upright(table, table.turn) != 0:
            table.decision = Decision.GRAND_PLACE


@rule
def stop(table: Table) -> None:
    """Activate no further notable."""
    note(table, Event.STOPPED, table.to_play)
    table.decision = Decision.TURN_DONE


@rule
def pass_turn(table: Table) -> None:
    """Pass for the round and take the income (B93-PAS-01..05, B93E2-PASS-01..06)."""
    s = table.turn
    seat = table.seats[s]
    seat.passed = 1
    income = 0
    for colour in range(COLOURS):
        income += seat.works[colour] > 0
    is_first = table.first_out == NOBODY
    if is_first:
        table.first_out = s
        seat.exhibits += 1
        income += 1
        if table.edition.pass_cards:
            take_face_down(table)
            income += seat.exhibits - 1
    seat.money += income
    note(table, Event.PASSED, s, income, is_first)
    table.decision = Decision.TURN_DONE


@rule
def owner_profits(table: Table) -> None:
    """Give the owner of the house his secondary action (B93-SEC-01..09, B93E2-FREE-01..07)."""
    table.decision = Decision.TURN_DONE
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

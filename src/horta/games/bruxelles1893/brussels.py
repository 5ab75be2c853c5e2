"""The Brussels board and its four places (B93-BRU, B93E2-BRU)."""

from __future__ import annotations

from horta.core.notes import note
from horta.core.offers import Offers, offer
from horta.core.rule import rule
from horta.games.bruxelles1893.acts import ACTS, can_act
from horta.games.bruxelles1893.exchange import stock_value
from horta.games.bruxelles1893.materials import gain_cubes
from horta.games.bruxelles1893.moves import DECLINE, copy_action, offer_activate
from horta.games.bruxelles1893.pieces import MARKET_JOKERS, Act, Kind, Place, Track
from horta.games.bruxelles1893.table import By, Decision, Event, Table, level, upright
from horta.games.bruxelles1893.variant import turns_first


@rule
def assistants_needed(table: Table, place: int) -> int:
    """The k-th use of a place takes k assistants, or half of it (BRU-02, 03)."""
    uses = int(table.uses[place])
    return uses + 1 if table.players <= 3 else uses // 2 + 1


@rule
def choose_place(table: Table, place: int) -> None:
    """Go to a place in Brussels; who has travellers says how many of them go (BE-ACT-12)."""
    table.place = place
    if table.seats[table.turn].travellers > 0:
        table.decision = Decision.TRAVELLERS
    else:
        go_to(table, place, 0)


@rule
def go_to(table: Table, place: int, travellers: int) -> None:
    """Use a place in Brussels at once (B93-BRU-01..09, B93E2-BRU-01..10)."""
    s = table.turn
    seat = table.seats[s]
    needed = assistants_needed(table, place)
    seat.reserve -= needed - travellers
    seat.brussels[place] += needed - travellers
    table.uses[place] += 1
    if travellers > 0:
        seat.travellers -= travellers
        seat.travelling[place] += travellers
        note(table, Event.WENT_WITH, s, place, needed - travellers, travellers)
    else:
        note(table, Event.WENT, s, place, needed)
    table.decision = Decision.PLACE_DONE
    if place == Place.MARKET:
        gain_cubes(table, s, Kind.JOKER, MARKET_JOKERS)
    elif place == Place.EXCHANGE:
        seat.money += stock_value(table)
        note(table, Event.FRANCS, s, stock_value(table))
    elif place == Place.PARK:
        for act in range(ACTS):
            if can_copy(table, s, act):
                table.decision = Decision.PARK
                break
    elif upright(table, s) != 0:
        # Rulings R36 and R-75: the limit is read when the action is taken; as an option Prince
        # Albert raises it at once (`theatre.carry_out`).
        table.left = level(table, s, Track.PALACE)
        if table.left > 0:
            table.decision = Decision.GRAND_PLACE


@rule
def can_copy(table: Table, s: int, act: int) -> bool:
    """An action that is possible, if need be after Saintenoy's turn (B93E2-BRU-09, R-25)."""
    return can_act(table, s, act) or (act == Act.CONSTRUCTION and turns_first(table, s) != 0)


@rule
def list_park(table: Table, out: Offers) -> int:
    """Copy an action that can be carried out (B93-BRU-08, B93E2-BRU-08, 09, ruling R-25)."""
    n = 0
    if table.edition.park_idle:
        n = offer(out, n, DECLINE)
    for act in range(ACTS):
        if can_copy(table, table.turn, act):
            n = offer(out, n, copy_action(act))
    return n


@rule
def copy_act(table: Table, act: int) -> None:
    """Carry out an action without a space (B93-BRU-08, B93E2-BRU-08)."""
    table.acting = act
    note(table, Event.COPIED, table.turn, act)
    table.decision = Decision.PREPARE if table.windows else Decision.ACTION


@rule
def idle(table: Table) -> None:
    """Leave the park unused (B93-BRU-08)."""
    note(table, Event.IDLE, table.turn)
    table.decision = Decision.PLACE_DONE


@rule
def list_upright(table: Table, s: int, out: Offers) -> int:
    """List the notables to activate, or stop (B93-BRU-09, 10, B93-SEC-06, B93E2-FREE-04)."""
    n = offer(out, 0, DECLINE)
    return offer_activate(out, n, upright(table, s))


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
    if table.by == By.CARD:
        table.decision = Decision.WINDOWS
    elif table.by == By.OWNER:
        table.decision = Decision.SPACE_DONE
    else:
        table.decision = Decision.PLACE_DONE
        table.left -= 1
        if table.left > 0 and upright(table, table.turn) != 0:
            table.decision = Decision.GRAND_PLACE


@rule
def stop(table: Table) -> None:
    """Activate no further notable."""
    note(table, Event.STOPPED, table.to_play)
    is_owner = table.decision == Decision.OWNER_NOTABLE
    table.decision = Decision.SPACE_DONE if is_owner else Decision.PLACE_DONE

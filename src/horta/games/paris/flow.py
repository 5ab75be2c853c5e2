"""The flow of Paris: every decision and what follows it."""

from __future__ import annotations

from horta.core.game import Legal
from horta.core.notes import note
from horta.core.rule import rule
from horta.games.paris.building import (
    build,
    has_build,
    has_plain_build,
    lamps_for,
    list_builds,
    own_spaces,
    rivals_for,
)
from horta.games.paris.components import SEATS
from horta.games.paris.moves import ACTIVATE, BUILD, CHOOSE, DECLINE, PASS, PUT, TILE
from horta.games.paris.phase1 import all_laid, legal_phase_1, play_tile, take
from horta.games.paris.postcards import (
    activate,
    decline,
    get,
    give,
    list_activations,
    list_gets,
    list_gives,
    list_levitation_builds,
    list_puts,
    put,
)
from horta.games.paris.table import NOBODY, NOTHING, Decision, Event, Table, rival


@rule
def to_play(table: Table) -> int:
    """Return the seat that decides, or NOBODY when the game is over."""
    return NOBODY if table.decision == Decision.OVER else int(table.to_play)


@rule
def legal(table: Table, out: Legal) -> int:
    """Write the options of the decision of the moment, sorted."""
    decision = table.decision
    if decision == Decision.P1_TURN:
        return legal_phase_1(table, out)
    if decision == Decision.P2_TURN:
        return legal_phase_2(table, out)
    if decision == Decision.LEV_GIVE:
        return list_gives(table, out)
    if decision == Decision.LEV_GET:
        return list_gets(table, out)
    if decision == Decision.LEV_PLACE:
        return list_levitation_builds(table, out)
    if decision == Decision.SPECIAL:
        return list_puts(table, out)
    return 0


@rule
def legal_phase_2(table: Table, out: Legal) -> int:
    """Build or activate; pass only with no token and no plain build (PA-PH2-01, 15, 16)."""
    s = table.to_play
    seat = table.seats[s]
    n = 0
    if seat.tokens == 0 and not has_plain_build(table, s):
        out[n] = PASS
        n += 1
    n = list_activations(table, out, n)
    if seat.chimneys > 0:
        own = own_spaces(table, s)
        lamps, rivals = lamps_for(table, s), rivals_for(table, s)
        n = list_builds(table, seat.reserve, own, lamps, rivals, out, n)
    return n


@rule
def step(table: Table, action: int) -> None:
    """Play an action and all that follows from it, up to the next decision."""
    decision = table.decision
    if decision == Decision.P1_TURN:
        if action == PASS:
            note(table, Event.PASSED, table.to_play)
        elif action < CHOOSE:
            play_tile(table, (action - TILE) // 4, (action - TILE) % 4)
        else:
            take(table, action - CHOOSE)
        end_turn_1(table)
    elif decision == Decision.P2_TURN:
        if action == PASS:
            note(table, Event.PASSED, table.to_play)
            end_turn_2(table, idle=True)
        elif action < PUT:
            activate(table, action - ACTIVATE)
            if table.card == NOTHING:
                end_turn_2(table, idle=False)
        else:
            building = (action - BUILD) // 512
            table.seats[table.to_play].reserve &= ~(1 << building)
            build(table, building, (action - BUILD) // 8 % 64, (action - BUILD) % 8)
            end_turn_2(table, idle=False)
    elif action == DECLINE:
        decline(table)
        end_turn_2(table, idle=False)
    elif decision == Decision.LEV_GIVE:
        give(table, action - CHOOSE)
    elif decision == Decision.LEV_GET:
        get(table, action - CHOOSE)
    elif decision == Decision.LEV_PLACE:
        build(table, table.transit, (action - BUILD) // 8 % 64, (action - BUILD) % 8)
        table.transit = NOTHING
        table.card = NOTHING
        end_turn_2(table, idle=False)
    else:
        put(table, (action - PUT) // 4, (action - PUT) % 4)
        end_turn_2(table, idle=False)


@rule
def end_turn_1(table: Table) -> None:
    """Turns alternate; the 16th tile ends phase 1 at once (PA-PH1-01, 11, 12)."""
    if all_laid(table):
        table.phase = 2
        table.to_play = table.first_done
        note(table, Event.PHASE_2, table.first_done)
        begin_turn_2(table)
    else:
        table.to_play = rival(table.to_play)


@rule
def end_turn_2(table: Table, idle: bool) -> None:
    """Turns alternate; two idle ones in a row end the game (PA-PH2-01, 18)."""
    table.idle = table.idle + 1 if idle else 0
    table.to_play = rival(table.to_play)
    begin_turn_2(table)


@rule
def begin_turn_2(table: Table) -> None:
    """Skip who can neither activate nor build (PA-PH2-17, 18)."""
    for _ in range(SEATS):
        if table.idle >= SEATS:
            break
        s = table.to_play
        if table.seats[s].tokens > 0 or has_build(table, s):
            table.decision = Decision.P2_TURN
            return
        note(table, Event.SKIPPED, s)
        table.idle += 1
        table.to_play = rival(s)
    table.phase = 3
    table.decision = Decision.OVER
    note(table, Event.ENDED, NOBODY)

"""The flow of Paris: every decision and what follows it."""

from __future__ import annotations

from horta.core.flow import Ask, pair
from horta.core.notes import note
from horta.core.offers import Offers, offer
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
from horta.games.paris.moves import (
    CHOOSE,
    DECLINE,
    PASS,
    PUT,
    activated,
    build_of,
    chosen,
    put_of,
    tile_of,
)
from horta.games.paris.phase1 import all_laid, list_turn_1, play_tile, take
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


# Phase 1


@rule
def answer_turn_1(table: Table, action: int) -> None:
    """Lay the tile, take a building, or pass (PA-PH1-02..04, 08)."""
    if action == PASS:
        note(table, Event.PASSED, table.to_play)
    elif action < CHOOSE:
        square, turn = tile_of(action)
        play_tile(table, square, turn)
    else:
        take(table, chosen(action))
    end_turn_1(table)


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


# Phase 2


@rule
def list_turn_2(table: Table, out: Offers) -> int:
    """Build or activate; pass only with no token and no plain build (PA-PH2-01, 15, 16)."""
    s = table.to_play
    seat = table.seats[s]
    n = 0
    if seat.tokens == 0 and not has_plain_build(table, s):
        n = offer(out, n, PASS)
    n = list_activations(table, out, n)
    if seat.chimneys > 0:
        own = own_spaces(table, s)
        lamps, rivals = lamps_for(table, s), rivals_for(table, s)
        n = list_builds(table, seat.reserve, own, lamps, rivals, out, n)
    return n


@rule
def answer_turn_2(table: Table, action: int) -> None:
    """Build, activate a postcard, or pass (PA-PH2-02, 06, 15)."""
    if action == PASS:
        note(table, Event.PASSED, table.to_play)
        end_turn_2(table, idle=True)
    elif action < PUT:
        activate(table, activated(action))
        if table.card == NOTHING:
            end_turn_2(table, idle=False)
    else:
        building, space, orientation = build_of(action)
        table.seats[table.to_play].reserve &= ~(1 << building)
        build(table, building, space, orientation)
        end_turn_2(table, idle=False)


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


# The postcards that ask for more


@rule
def answer_give(table: Table, action: int) -> None:
    """Give a building for Lévitation, or decline (PA-LEV-01, PA-PH2-10)."""
    if action == DECLINE:
        decline(table)
        end_turn_2(table, idle=False)
    else:
        give(table, chosen(action))


@rule
def answer_get(table: Table, action: int) -> None:
    """Take a building of the site for it (PA-LEV-01, 04)."""
    get(table, chosen(action))


@rule
def answer_place(table: Table, action: int) -> None:
    """Build what was taken at once (PA-LEV-02)."""
    _, space, orientation = build_of(action)
    build(table, table.transit, space, orientation)
    table.transit = NOTHING
    table.card = NOTHING
    end_turn_2(table, idle=False)


@rule
def answer_put(table: Table, action: int) -> None:
    """Put the special piece, or decline (PA-PH2-10, 11)."""
    if action == DECLINE:
        decline(table)
    else:
        space, facing = put_of(action)
        put(table, space, facing)
    end_turn_2(table, idle=False)


ASKED = (
    Ask(Decision.P1_TURN, list_turn_1, answer_turn_1),
    Ask(Decision.P2_TURN, list_turn_2, answer_turn_2),
    Ask(Decision.LEV_GIVE, list_gives, answer_give),
    Ask(Decision.LEV_GET, list_gets, answer_get),
    Ask(Decision.LEV_PLACE, list_levitation_builds, answer_place),
    Ask(Decision.SPECIAL, list_puts, answer_put),
)

offered, answered = pair(ASKED, __name__)


@rule
def legal(table: Table, out: Offers) -> int:
    """Write the options of the decision of the moment, sorted."""
    return offered(table.decision, table, out)


@rule
def step(table: Table, action: int) -> None:
    """Play an action and all that follows from it, up to the next decision."""
    answered(table.decision, table, action)

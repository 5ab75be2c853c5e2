"""The flow of Bruxelles 1897: every decision and what follows it.

The options of a decision are the bits of one number, bit k for the k-th action of the decision
(`moves.FIRST`). A decision with a single option is taken by the engine itself.
"""

from __future__ import annotations

from horta.core.game import Legal
from horta.core.rule import rule
from horta.games.bruxelles1897.art_nouveau import (
    arch_options,
    art_options,
    choose_cell,
    give_material,
    mat_options,
    pick,
    place_architect,
    sell_artwork,
)
from horta.games.bruxelles1897.brussels import (
    bxarch_options,
    call_noble,
    cinq_options,
    hall_options,
    next_noble,
    perform,
    send,
    visit,
)
from horta.games.bruxelles1897.components import ROUNDS
from horta.games.bruxelles1897.exhibition import exhibit, expo_options, next_go
from horta.games.bruxelles1897.maintenance import maintain
from horta.games.bruxelles1897.majorities import (
    jail,
    jail_options,
    majorities_are_over,
    next_majority,
)
from horta.games.bruxelles1897.moves import FIRST, PASS, VISIT
from horta.games.bruxelles1897.nobles import (
    KEEP_OPTIONS,
    end_influence,
    is_noble,
    keep_or_dismiss,
    pick_options,
)
from horta.games.bruxelles1897.piles import free, prisoners
from horta.games.bruxelles1897.scoring import end_game
from horta.games.bruxelles1897.table import NOBODY, Decision, Phase, Table
from horta.games.bruxelles1897.turns import end_turn, pass_turn, turn_options

MOST_OPTIONS = 20
"""Of one decision: a turn has 16 cells, 3 places and the pass."""
MOST_STAGES = 10_000
"""More than a whole game has: even a table that no game reaches comes to an end."""


@rule
def to_play(table: Table) -> int:
    """Return the seat that decides, or NOBODY when the game is over."""
    return NOBODY if table.decision == Decision.OVER else int(table.to_play)


@rule
def options(table: Table) -> int:
    """Return the options of the decision of the moment, one bit each."""
    decision = table.decision
    if decision == Decision.TURN:
        return turn_options(table)
    if decision == Decision.ARCH:
        return arch_options(table)
    if decision == Decision.BXARCH:
        return bxarch_options(table)
    if decision == Decision.CINQ:
        return cinq_options(table)
    if decision == Decision.PICK:
        return pick_options(table)
    if decision == Decision.MAT:
        return mat_options(table)
    if decision == Decision.ART:
        return art_options(table)
    if decision == Decision.KEEP:
        return KEEP_OPTIONS
    if decision == Decision.HALL:
        return hall_options(table)
    if decision == Decision.FREE:
        return prisoners(table, table.to_play)
    if decision == Decision.EXPO:
        return expo_options(table)
    if decision == Decision.JAIL:
        return jail_options(table)
    return 0


@rule
def legal(table: Table, out: Legal) -> int:
    """Write the options of the decision of the moment, sorted."""
    bits = options(table)
    action = 0 if bits == 0 else FIRST[table.decision]
    n = 0
    for option in range(MOST_OPTIONS):
        if bits >> option == 0:
            break
        if (bits >> option) & 1:
            out[n] = action + option
            n += 1
    return n


@rule
def step(table: Table, action: int) -> None:
    """Play an action and all that follows from it, up to the next real choice."""
    play(table, action - FIRST[table.decision])
    for _ in range(MOST_STAGES):
        if table.decision == Decision.GO:
            go_on(table)
        else:
            bits = options(table)
            if bits == 0 or bits & (bits - 1) != 0:
                return
            play(table, lowest(bits))


@rule
def lowest(bits: int) -> int:
    """Return the first option of some, given as bits."""
    for option in range(MOST_OPTIONS):
        if (bits >> option) & 1:
            return option
    return 0


@rule
def play(table: Table, option: int) -> None:
    """Carry out an option of the decision of the moment; it may ask the next question itself."""
    decision = table.decision
    table.decision = Decision.GO
    if decision == Decision.TURN:
        if option == PASS:
            pass_turn(table)
        elif option >= VISIT:
            visit(table, option - VISIT)
        else:
            choose_cell(table, option)
    elif decision == Decision.ARCH:
        place_architect(table, option)
    elif decision == Decision.BXARCH:
        send(table, option)
    elif decision == Decision.CINQ:
        perform(table, option)
    elif decision == Decision.PICK:
        pick(table, option)
    elif decision == Decision.MAT:
        give_material(table, option)
    elif decision == Decision.ART:
        sell_artwork(table, option)
    elif decision == Decision.KEEP:
        keep_or_dismiss(table, option)
    elif decision == Decision.HALL:
        call_noble(table, option)
    elif decision == Decision.FREE:
        free(table, option)
    elif decision == Decision.EXPO:
        exhibit(table, option)
    else:
        jail(table, option)


@rule
def go_on(table: Table) -> None:
    """Take the next step that nobody has to decide."""
    if table.phase == Phase.ACTION:
        if table.showing == 1:
            next_go(table)
        elif is_noble(table.at_hand):
            end_influence(table)
        elif table.calls + table.called > 0:
            next_noble(table)
        else:
            end_turn(table)
    elif not majorities_are_over(table):
        next_majority(table)
    elif table.round_no < ROUNDS:
        maintain(table)
    else:
        end_game(table)
        table.decision = Decision.OVER

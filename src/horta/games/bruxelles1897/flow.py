"""The flow of Bruxelles 1897: every decision and what follows it.

The options of a decision are the bits of one number, bit k for the k-th action of the decision
(`moves.list_options`). A decision with a single option is taken by the engine itself.
"""

from __future__ import annotations

from horta.core.bits import lowest
from horta.core.flow import Ask, pair
from horta.core.offers import Offers
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
    can_visit,
    cinq_options,
    hall_options,
    next_noble,
    perform,
    send,
    visit,
)
from horta.games.bruxelles1897.components import ROUNDS, Place
from horta.games.bruxelles1897.exhibition import exhibit, expo_options, next_go
from horta.games.bruxelles1897.maintenance import maintain
from horta.games.bruxelles1897.majorities import (
    jail,
    jail_options,
    majorities_are_over,
    next_majority,
)
from horta.games.bruxelles1897.moves import (
    PASS,
    VISIT,
    cell_of,
    list_options,
    option_of,
    place_of,
)
from horta.games.bruxelles1897.nobles import (
    end_influence,
    is_noble,
    keep_options,
    keep_or_dismiss,
    pick_options,
)
from horta.games.bruxelles1897.piles import free, prisoners
from horta.games.bruxelles1897.scoring import end_game
from horta.games.bruxelles1897.table import NOBODY, Decision, Phase, Table
from horta.games.bruxelles1897.turns import end_turn, pass_turn, turn_options

MOST_STAGES = 10_000
"""More than a whole game has: even a table that no game reaches comes to an end."""


@rule
def to_play(table: Table) -> int:
    """Return the seat that decides, or NOBODY when the game is over."""
    return NOBODY if table.decision == Decision.OVER else int(table.to_play)


@rule
def answer_turn(table: Table, option: int) -> None:
    """Take a card, use a Brussels card, or pass (ACT-02)."""
    if option == PASS:
        pass_turn(table)
    elif option >= VISIT:
        visit(table, place_of(option))
    else:
        choose_cell(table, cell_of(option))


@rule
def free_options(table: Table) -> int:
    """Return the kinds of Architects that can leave prison, one bit each."""
    return prisoners(table, table.to_play)


ASKED = (
    Ask(Decision.TURN, turn_options, answer_turn),
    # Art Nouveau
    Ask(Decision.ARCH, arch_options, place_architect),
    Ask(Decision.MAT, mat_options, give_material),
    Ask(Decision.ART, art_options, sell_artwork),
    # Brussels
    Ask(Decision.BXARCH, bxarch_options, send),
    Ask(Decision.CINQ, cinq_options, perform),
    Ask(Decision.PICK, pick_options, pick),
    Ask(Decision.HALL, hall_options, call_noble),
    # Nobles and the exhibition
    Ask(Decision.KEEP, keep_options, keep_or_dismiss),
    Ask(Decision.FREE, free_options, free),
    Ask(Decision.EXPO, expo_options, exhibit),
    # Majorities
    Ask(Decision.JAIL, jail_options, jail),
)

offered, answered = pair(ASKED, __name__)


@rule
def options(table: Table) -> int:
    """Return the options of the decision of the moment, one bit each."""
    return offered(table.decision, table)


@rule
def legal(table: Table, out: Offers) -> int:
    """Write the options of the decision of the moment, sorted."""
    bits = options(table)
    return 0 if bits == 0 else list_options(table.decision, bits, out)


@rule
def step(table: Table, action: int) -> None:
    """Play an action and all that follows from it, up to the next real choice."""
    play(table, option_of(table.decision, action))
    for _ in range(MOST_STAGES):
        if table.decision == Decision.GO:
            go_on(table)
        elif is_open(table):
            return
        else:
            bits = options(table)
            if bits == 0 or bits & (bits - 1) != 0:
                return
            play(table, lowest(bits))


@rule
def is_open(table: Table) -> bool:
    """Tell of the commonest decision, without its options, that there is more to do than pass."""
    return table.decision == Decision.TURN and can_visit(table, Place.EXCHANGE)


@rule
def play(table: Table, option: int) -> None:
    """Carry out an option of the decision of the moment; it may ask the next question itself."""
    decision = table.decision
    table.decision = Decision.GO
    answered(decision, table, option)


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

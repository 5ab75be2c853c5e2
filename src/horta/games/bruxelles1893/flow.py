"""The flow of Bruxelles 1893: every decision, and everything that follows by itself.

`play` carries out the answer to a decision, `proceed` one stage that nobody decides; both end by
setting the next decision or stage. `step` goes on until somebody has more than one option. A
window in which a card may act is one more stage between two of these.

    START_WORK* -> ROUND -> CREST -> NEUTRALS* -> TURNS
    TURN -> BID -> [PERFORM] -> ACTION ... ACTION_DONE -> owner ... TURN_DONE -> TURN
         -> Brussels ........................................ TURN_DONE
         -> pass ............................................ TURN_DONE
    all passed: AUCTIONS -> FIRST_PLAYER -> PRIZES* -> MAJORITIES -> JUSTICE -> ROUND_DONE
    ROUND_DONE -> ROUND, or after round 5 PAYMENT* -> OVER
"""

from __future__ import annotations

import numpy as np

from horta.core.game import Legal
from horta.core.rule import rule
from horta.games.bruxelles1893.closing import (
    ask_payment,
    end_round,
    leave_unpaid,
    list_unpaid,
)
from horta.games.bruxelles1893.components import Act
from horta.games.bruxelles1893.construction import (
    begin_construction,
    build,
    list_branches,
    list_payments,
    list_sites,
    pay_unit,
    turn_branch,
)
from horta.games.bruxelles1893.exchange import (
    ask_neutrals,
    begin_round,
    choose_crest,
    list_crests,
    list_neutrals,
    place_neutral,
)
from horta.games.bruxelles1893.majorities import score_crests, send_to_justice
from horta.games.bruxelles1893.materials import ask_cubes, end_cubes, list_cubes, take_cube
from horta.games.bruxelles1893.moves import (
    ACTIVATE,
    BID,
    BRANCH,
    BRUSSELS,
    COPY,
    CREST,
    CUBE,
    CURSOR,
    DECLINE,
    MAX_LEGAL,
    NEUTRAL,
    PASS,
    PAY,
    PLACE,
    POWER,
    PRIZE,
    SELL,
    SHOP,
    SITE,
    SOLVAY,
    TAKE,
    UNPAID,
    USES,
    WORK,
)
from horta.games.bruxelles1893.prizes import (
    ask_prizes,
    choose_power,
    find_first_player,
    hold_auctions,
    list_powers,
    list_prizes,
    use_prize,
)
from horta.games.bruxelles1893.sale import (
    choose_sale,
    list_cursors,
    list_sales,
    list_shop,
    move_cursor,
    put_in_shop,
)
from horta.games.bruxelles1893.setup import choose_start_work
from horta.games.bruxelles1893.table import NOBODY, By, Decision, Table
from horta.games.bruxelles1893.theatre import (
    carry_out,
    hire,
    keep_or_discard,
    list_keep,
    list_solvay,
    list_theatre,
    use_solvay,
)
from horta.games.bruxelles1893.turns import (
    activate,
    after_activation,
    begin_turns,
    bid,
    choose_space,
    copy_act,
    go_to,
    idle,
    list_bids,
    list_park,
    list_perform,
    list_turn,
    list_upright,
    next_turn,
    owner_profits,
    pass_turn,
    skip,
    stop,
)
from horta.games.bruxelles1893.workshop import begin_workshop, create, list_works


@rule
def to_play(table: Table) -> int:
    """Return the seat that decides, or NOBODY when the game is over."""
    return NOBODY if table.decision == Decision.OVER else int(table.to_play)


@rule
def legal(table: Table, out: Legal) -> int:
    """Write the options of the decision of the moment, sorted."""
    decision = table.decision
    if decision == Decision.TURN:
        return list_turn(table, out)
    if decision == Decision.BID:
        return list_bids(table, out)
    if decision == Decision.PERFORM:
        return list_perform(out)
    if decision in (Decision.WORK, Decision.START_WORK):
        return list_works(table, out)
    if decision == Decision.SELL:
        return list_sales(table, out)
    if decision == Decision.CURSOR:
        return list_cursors(table, out)
    if decision == Decision.SHOP:
        return list_shop(out)
    if decision == Decision.THEATRE:
        return list_theatre(table, out)
    if decision == Decision.KEEP:
        return list_keep(table, out)
    if decision == Decision.SOLVAY:
        return list_solvay(table, out)
    if decision == Decision.CUBE:
        return list_cubes(table, out)
    if decision == Decision.PAY:
        return list_payments(table, out)
    if decision == Decision.BRANCH:
        return list_branches(table, out)
    if decision == Decision.SITE:
        return list_sites(table, out)
    if decision == Decision.PARK:
        return list_park(table, out)
    if decision in (Decision.GRAND_PLACE, Decision.OWNER_NOTABLE):
        return list_upright(table, table.to_play, out)
    if decision == Decision.PRIZE:
        return list_prizes(table, out)
    if decision == Decision.POWER:
        return list_powers(table, out)
    if decision == Decision.CREST:
        return list_crests(table, out)
    if decision == Decision.NEUTRAL:
        return list_neutrals(table, out)
    if decision == Decision.UNPAID:
        return list_unpaid(table, out)
    return 0


@rule
def step(table: Table, action: int) -> None:
    """Play an action and all that follows from it, up to the next choice."""
    play(table, action)
    options = np.empty(MAX_LEGAL, np.int32)
    while table.decision != Decision.OVER:
        if table.decision > Decision.OVER:
            proceed(table)
        elif legal(table, options) == 1:
            play(table, int(options[0]))
        else:
            return


@rule
def play(table: Table, action: int) -> None:
    """Carry out the answer to a decision."""
    decision = table.decision
    if decision == Decision.TURN:
        if action == PASS:
            pass_turn(table)
        elif action < BRUSSELS:
            choose_space(table, action - PLACE)
        else:
            go_to(table, action - BRUSSELS)
    elif decision == Decision.BID:
        bid(table, action - BID + 1)
    elif decision == Decision.PERFORM:
        if action == DECLINE:
            skip(table)
        else:
            table.decision = Decision.ACTION
    elif decision == Decision.WORK:
        create(table, action - WORK)
    elif decision == Decision.START_WORK:
        choose_start_work(table, action - WORK)
    elif decision == Decision.SELL:
        choose_sale(table, action - SELL)
    elif decision == Decision.CURSOR:
        move_cursor(table, action - CURSOR)
    elif decision == Decision.SHOP:
        put_in_shop(table, action - SHOP)
    elif decision == Decision.THEATRE:
        hire(table, action - TAKE)
        carry_out(table)
    elif decision == Decision.KEEP:
        keep_or_discard(table, action)
    elif decision == Decision.SOLVAY:
        use_solvay(table, action - SOLVAY)
    elif decision == Decision.CUBE:
        if action == DECLINE:
            end_cubes(table)
        else:
            take_cube(table, action - CUBE)
    elif decision == Decision.PAY:
        pay_unit(table, action - PAY)
    elif decision == Decision.BRANCH:
        turn_branch(table, action - BRANCH)
    elif decision == Decision.SITE:
        build(table, action - SITE)
    elif decision == Decision.PARK:
        if action == DECLINE:
            idle(table)
        else:
            copy_act(table, action - COPY)
    elif decision in (Decision.GRAND_PLACE, Decision.OWNER_NOTABLE):
        if action == DECLINE:
            stop(table)
        else:
            by = By.GRAND_PLACE if decision == Decision.GRAND_PLACE else By.OWNER
            activate(table, action - ACTIVATE, by)
            carry_out(table)
    elif decision == Decision.PRIZE:
        use_prize(table, (action - PRIZE) // USES, (action - PRIZE) % USES)
    elif decision == Decision.POWER:
        choose_power(table, action - POWER)
    elif decision == Decision.CREST:
        choose_crest(table, action - CREST)
    elif decision == Decision.NEUTRAL:
        place_neutral(table, action - NEUTRAL)
    elif decision == Decision.UNPAID:
        leave_unpaid(table, action - UNPAID)


@rule
def proceed(table: Table) -> None:
    """Carry out a stage that nobody decides."""
    stage = table.decision
    if stage == Decision.TURN_DONE:
        next_turn(table)
    elif stage == Decision.ACTION:
        begin_action(table)
    elif stage == Decision.ACTION_DONE:
        owner_profits(table)
    elif stage == Decision.EFFECT_DONE:
        if table.by == By.ACTION:
            table.decision = Decision.KEEP
        else:
            after_activation(table)
    elif stage == Decision.AUCTIONS:
        hold_auctions(table)
    elif stage == Decision.FIRST_PLAYER:
        find_first_player(table)
    elif stage == Decision.PRIZES:
        ask_prizes(table)
    elif stage == Decision.MAJORITIES:
        score_crests(table)
    elif stage == Decision.JUSTICE:
        send_to_justice(table)
    elif stage == Decision.ROUND_DONE:
        end_round(table)
    elif stage == Decision.PAYMENT:
        ask_payment(table)
    elif stage == Decision.ROUND:
        begin_round(table)
    elif stage == Decision.NEUTRALS:
        ask_neutrals(table)
    elif stage == Decision.TURNS:
        begin_turns(table)


@rule
def begin_action(table: Table) -> None:
    """Begin the action of the space, or the one copied in the park."""
    if table.acting == Act.WORKSHOP:
        begin_workshop(table)
    elif table.acting == Act.SALE:
        table.decision = Decision.SELL
    elif table.acting == Act.THEATRE:
        table.decision = Decision.THEATRE
    elif table.acting == Act.MATERIALS:
        ask_cubes(table, 2, By.ACTION)
    else:
        begin_construction(table)

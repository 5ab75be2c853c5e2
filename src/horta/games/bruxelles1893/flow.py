"""The flow of Bruxelles 1893: every decision, and everything that follows by itself.

`play` carries out the answer to a decision, `proceed` one stage that nobody decides; both end by
setting the next decision or stage. `step` goes on until somebody has more than one option.

    ([BOARD] START_WORK)* -> ROUND -> {19} REVEAL -> {20} CREST -> NEUTRALS* -> TURNS
    TURN -> BID -> {21} PREPARE -> {4, 6, compass, 9} ATTEMPT -> [PERFORM] -> ACTION ...
              ACTION_DONE -> {1, 2, 7, 8, 10} OWNER ... SPACE_DONE -> [TILE] -> EXTRA -> {22}
         -> Brussels ... PLACE_DONE -> {11 to 18} EXTRA -> {22} TURN_DONE
         -> pass ............................................... TURN_DONE -> TURN
    all passed: AUCTIONS -> {25} SYMBOLS -> {26} FIRST_PLAYER -> PRIZES* -> CRESTS -> {27}
              MAJORITIES -> {28} BRUSSELS -> {29, 30} JUSTICE -> VISIT -> {31, 32}
              ROUND_DONE -> {24} TIDY -> {23} CLEAR -> ROUND
    after round 5: CLEAR -> FINAL -> [ROW] -> PAYMENT* -> OVER

Numbers in braces are the cards of Belle Époque that may act there: a window (see `windows.py`).
Cards 3 and 5 have theirs inside the sale and the theatre. An open window is the stage WINDOWS; it
asks WINDOW, and what a card asks then comes back to WINDOWS.
"""

from __future__ import annotations

import numpy as np

from horta.core.game import Legal
from horta.core.rule import rule
from horta.games.bruxelles1893.acts import begin_action
from horta.games.bruxelles1893.brussels import (
    activate,
    after_activation,
    assistants_needed,
    choose_place,
    copy_act,
    go_to,
    idle,
    list_park,
    list_upright,
    stop,
)
from horta.games.bruxelles1893.cards import (
    choose_barter,
    choose_column,
    choose_mode,
    choose_withdrawal,
    clear_side,
    decline_window,
    dismiss,
    double,
    drop_notable,
    gain_work,
    give_cube,
    give_work,
    list_barters,
    list_card_notables,
    list_columns,
    list_dismissals,
    list_doubles,
    list_drops,
    list_figures,
    list_gifts,
    list_market_out,
    list_modes,
    list_own_works,
    list_sums,
    list_window,
    list_withdrawals,
    new_faces,
    proceed_window,
    take_extra_turn,
    use_card,
    withdraw,
)
from horta.games.bruxelles1893.closing import (
    ask_payment,
    end_round,
    leave_unpaid,
    list_unpaid,
    tidy,
)
from horta.games.bruxelles1893.components import Act
from horta.games.bruxelles1893.construction import (
    build,
    choose_target,
    list_branches,
    list_payments,
    list_sites,
    list_targets,
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
from horta.games.bruxelles1893.materials import end_cubes, list_cubes, take_cube
from horta.games.bruxelles1893.moves import (
    ACTIVATE,
    AS,
    BARTER,
    BID,
    BOARD,
    BRANCH,
    BRUSSELS,
    CARD,
    COLUMN,
    COPY,
    CREST,
    CUBE,
    CURSOR,
    DECLINE,
    DISMISS,
    DROP,
    FIGURE,
    GIVE,
    MAX_LEGAL,
    MODE,
    NEUTRAL,
    PASS,
    PAY,
    PLACE,
    POWER,
    PRIZE,
    RETURN,
    ROW,
    SELL,
    SEND,
    SHOP,
    SITE,
    SOLVAY,
    TAKE,
    TARGET,
    TILE,
    TRAVELLING,
    TURN,
    UNPAID,
    USES,
    WHITE,
    WORK,
)
from horta.games.bruxelles1893.owners import owner_profits
from horta.games.bruxelles1893.passing import pass_turn
from horta.games.bruxelles1893.pavilions import visit_pavilions
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
from horta.games.bruxelles1893.table import NOBODY, NOTHING, NOWHERE, By, Decision, Table
from horta.games.bruxelles1893.theatre import (
    carry_out,
    close_gap,
    hire,
    keep_or_discard,
    list_keep,
    list_solvay,
    list_theatre,
    use_solvay,
)
from horta.games.bruxelles1893.tiles import (
    ask_tile,
    choose_row,
    leave_tiles,
    list_rows,
    list_tiles,
    resolve_tiles,
    take_tile,
)
from horta.games.bruxelles1893.travellers import leave_brussels, list_travellers
from horta.games.bruxelles1893.turns import (
    attempt,
    begin_turns,
    bid,
    choose_space,
    list_bids,
    list_perform,
    list_turn,
    next_turn,
    skip,
)
from horta.games.bruxelles1893.variant import choose_board, list_boards, turn_first
from horta.games.bruxelles1893.whites import (
    choose_white,
    create_white,
    list_names,
    list_whites,
    name_colour,
)
from horta.games.bruxelles1893.windows import Window, enter
from horta.games.bruxelles1893.workshop import create, list_works

MOST_STAGES = 10_000
"""More than a whole game has: even a table that no game reaches comes to an end."""


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
    return legal_more(table, out)


@rule
def legal_more(table: Table, out: Legal) -> int:
    """Write the options of the decisions that Belle Époque and the variant add."""
    decision = table.decision
    if decision == Decision.WINDOW:
        return list_window(table, out)
    if decision == Decision.TARGET:
        return list_targets(table, out)
    if decision == Decision.TILE:
        return list_tiles(table, out)
    if decision == Decision.TRAVELLERS:
        return list_travellers(table, assistants_needed(table, table.place), out)
    if decision in (Decision.WHITE_WORK, Decision.BARTER_WORK):
        return list_works(table, out)
    if decision == Decision.WHITE:
        return list_whites(table, out)
    if decision == Decision.SELL_AS:
        return list_names(table, out)
    if decision == Decision.BOARD:
        return list_boards(table, out)
    if decision == Decision.MARKET_OUT:
        return list_market_out(table, out)
    if decision == Decision.DROP:
        return list_drops(table, out)
    if decision == Decision.MODE:
        return list_modes(table, out)
    if decision == Decision.CARD_NOTABLE:
        return list_card_notables(table, out)
    if decision == Decision.DISMISS:
        return list_dismissals(table, out)
    if decision == Decision.WITHDRAW:
        return list_withdrawals(table, out)
    if decision == Decision.WITHDRAW_SUM:
        return list_sums(table, out)
    if decision == Decision.BARTER:
        return list_barters(table, out)
    if decision == Decision.GIVE:
        return list_gifts(table, out)
    if decision == Decision.GIVE_WORK:
        return list_own_works(table, out)
    if decision == Decision.FIGURE:
        return list_figures(table, out)
    if decision == Decision.COLUMN:
        return list_columns(table, out)
    if decision == Decision.DOUBLE:
        return list_doubles(table, out)
    if decision == Decision.ROW:
        return list_rows(out)
    return 0


@rule
def step(table: Table, action: int) -> None:
    """Play an action and all that follows from it, up to the next choice."""
    play(table, action)
    for _ in range(MOST_STAGES):
        if table.decision == Decision.OVER:
            return
        if table.decision > Decision.OVER:
            proceed(table)
        elif is_open(table):
            return
        else:
            forced = only_option(table)
            if forced == NOTHING:
                return
            play(table, forced)


@rule
def only_option(table: Table) -> int:
    """Return the single option of a decision, or NOTHING if there is a choice."""
    options = np.empty(MAX_LEGAL, np.int32)
    return int(options[0]) if legal(table, options) == 1 else NOTHING


@rule
def is_open(table: Table) -> bool:
    """Tell of the commonest decisions, without a list, that they have more than one option."""
    decision = table.decision
    if decision == Decision.TURN:
        seat = table.seats[table.turn]
        return seat.reserve > 0 and seat.money > 0 and table.zone & ~table.figures != 0
    if decision == Decision.BID:
        return table.seats[table.turn].money > 1
    return decision in (
        Decision.CURSOR,
        Decision.SHOP,
        Decision.PERFORM,
        Decision.GRAND_PLACE,
        Decision.OWNER_NOTABLE,
        Decision.TILE,
    )


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
            choose_place(table, action - BRUSSELS)
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
    else:
        play_more(table, action)


@rule
def play_more(table: Table, action: int) -> None:
    """Carry out the answers that Belle Époque and the variant add."""
    decision = table.decision
    if decision == Decision.WINDOW:
        if action == DECLINE:
            decline_window(table)
        elif action < TILE:
            turn_first(table, action - TURN)
        else:
            use_card(table, action - CARD)
    elif decision == Decision.TARGET:
        choose_target(table, action - TARGET)
    elif decision == Decision.TILE:
        if action == DECLINE:
            leave_tiles(table)
        else:
            take_tile(table, action - TILE)
    elif decision == Decision.TRAVELLERS:
        go_to(table, table.place, action - TRAVELLING)
    elif decision == Decision.WHITE_WORK:
        create_white(table, table.to_play, action - WORK)
        # Card 18 asks in its window, Privat-Livemont anywhere.
        by_card = table.window == Window.MARKET_DONE
        table.decision = Decision.WINDOWS if by_card else Decision.EFFECT_DONE
    elif decision == Decision.WHITE:
        choose_white(table, action - WHITE)
    elif decision == Decision.SELL_AS:
        name_colour(table, action - AS)
    elif decision == Decision.BOARD:
        choose_board(table, action - BOARD)
    elif decision == Decision.MARKET_OUT:
        clear_side(table, action - SHOP)
    elif decision == Decision.DROP:
        if action == DECLINE:
            new_faces(table)
        else:
            drop_notable(table, action - DROP)
    elif decision == Decision.MODE:
        choose_mode(table, action - MODE)
    elif decision == Decision.CARD_NOTABLE:
        activate(table, action - ACTIVATE, By.CARD)
        carry_out(table)
    elif decision == Decision.DISMISS:
        dismiss(table, action - DISMISS)
    elif decision == Decision.WITHDRAW:
        choose_withdrawal(table, action - FIGURE)
    elif decision == Decision.WITHDRAW_SUM:
        withdraw(table, action - BID + 1)
    elif decision == Decision.BARTER:
        choose_barter(table, action - BARTER)
    elif decision == Decision.GIVE:
        give_cube(table, action - GIVE)
    elif decision == Decision.GIVE_WORK:
        give_work(table, action - RETURN)
    elif decision == Decision.BARTER_WORK:
        gain_work(table, action - WORK)
    elif decision == Decision.FIGURE:
        take_extra_turn(table, action - SEND)
    elif decision == Decision.COLUMN:
        choose_column(table, action - COLUMN)
    elif decision == Decision.DOUBLE:
        double(table, action - FIGURE)
    elif decision == Decision.ROW:
        choose_row(table, action - ROW)


@rule
def proceed(table: Table) -> None:
    """Carry out a stage that nobody decides."""
    stage = table.decision
    if stage in (Decision.TURN_DONE, Decision.SPACE_DONE, Decision.PLACE_DONE):
        end_act(table, stage)
    elif stage == Decision.WINDOWS:
        proceed_window(table)
    elif stage == Decision.PREPARE:
        prepare(table)
    elif stage == Decision.ATTEMPT:
        attempt(table)
    elif stage == Decision.ACTION:
        begin_action(table)
    elif stage == Decision.REFILL:
        close_gap(table)
    elif stage == Decision.ACTION_DONE:
        if table.space == NOWHERE:
            table.decision = Decision.PLACE_DONE
        elif table.windows:
            enter(table, Window.WORKSHOP_DONE + table.acting)
        else:
            owner_profits(table)
    elif stage == Decision.OWNER:
        owner_profits(table)
    elif stage == Decision.EFFECT_DONE:
        if table.by == By.ACTION:
            table.decision = Decision.KEEP
        else:
            after_activation(table)
    elif stage == Decision.EXTRA:
        enter(table, Window.EXTRA)
    elif stage == Decision.PLAN:
        enter(table, Window.CONSTRUCTION)
    elif stage == Decision.ROUND:
        enter(table, Window.ROUND)
    elif stage == Decision.REVEAL:
        begin_round(table)
    elif stage == Decision.NEUTRALS:
        ask_neutrals(table)
    elif stage == Decision.TURNS:
        begin_turns(table)
    else:
        close(table, stage)


@rule
def end_act(table: Table, stage: int) -> None:
    """What was done on a space or in Brussels may have a sequel; then the next turn."""
    if stage == Decision.SPACE_DONE and table.belle_epoque:
        ask_tile(table)
    elif stage == Decision.PLACE_DONE and table.windows:
        enter(table, Window.MARKET_DONE + table.place)
    else:
        next_turn(table)


@rule
def prepare(table: Table) -> None:
    """Open what may act before the action (B93E2-ACT-08)."""
    act = table.acting
    if act == Act.SALE:
        enter(table, Window.SALE)
    elif act == Act.THEATRE:
        enter(table, Window.THEATRE)
    elif act == Act.CONSTRUCTION:
        enter(table, Window.COMPASS)
    else:
        table.decision = Decision.ATTEMPT


@rule
def close(table: Table, stage: int) -> None:
    """Carry out a stage of the closing phase, of the end of the round, or of the game."""
    if stage == Decision.AUCTIONS:
        hold_auctions(table)
    elif stage == Decision.SYMBOLS:
        enter(table, Window.SYMBOLS)
    elif stage == Decision.FIRST_PLAYER:
        find_first_player(table)
    elif stage == Decision.PRIZES:
        ask_prizes(table)
    elif stage == Decision.CRESTS:
        enter(table, Window.CRESTS)
    elif stage == Decision.MAJORITIES:
        score_crests(table)
    elif stage == Decision.BRUSSELS:
        enter(table, Window.BRUSSELS)
    elif stage == Decision.JUSTICE:
        if table.belle_epoque:
            leave_brussels(table)
        send_to_justice(table)
    elif stage == Decision.VISIT:
        visit_pavilions(table)
    elif stage == Decision.ROUND_DONE:
        enter(table, Window.UPRIGHT)
    elif stage == Decision.TIDY:
        tidy(table)
    elif stage == Decision.CLEAR:
        end_round(table)
    elif stage == Decision.FINAL:
        resolve_tiles(table)
    elif stage == Decision.PAYMENT:
        ask_payment(table)

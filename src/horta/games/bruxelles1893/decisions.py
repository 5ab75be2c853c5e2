"""The decisions of Bruxelles 1893: what each offers, and what its answer does, side by side.

They stand in the order of the rule book; `flow.py` tells how they follow one another.
"""

from __future__ import annotations

from horta.core.flow import Ask, pair
from horta.core.offers import Offers
from horta.core.rule import rule
from horta.games.bruxelles1893.brussels import (
    activate,
    assistants_needed,
    choose_place,
    copy_act,
    go_to,
    idle,
    list_park,
    list_upright,
    stop,
)
from horta.games.bruxelles1893.card_windows import decline_window, list_window, use_card
from horta.games.bruxelles1893.cards_action import (
    choose_mode,
    clear_side,
    drop_notable,
    list_drops,
    list_market_out,
    list_modes,
    new_faces,
)
from horta.games.bruxelles1893.cards_brussels import (
    choose_barter,
    choose_withdrawal,
    dismiss,
    gain_work,
    give_cube,
    give_work,
    list_barters,
    list_card_notables,
    list_dismissals,
    list_gifts,
    list_own_works,
    list_sums,
    list_withdrawals,
    withdraw,
)
from horta.games.bruxelles1893.cards_round import (
    choose_column,
    double,
    list_columns,
    list_doubles,
    list_figures,
    take_extra_turn,
)
from horta.games.bruxelles1893.closing import leave_unpaid, list_unpaid
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
    choose_crest,
    list_crests,
    list_neutrals,
    place_neutral,
)
from horta.games.bruxelles1893.materials import end_cubes, list_cubes, take_cube
from horta.games.bruxelles1893.moves import (
    ACTIONS,
    BRUSSELS,
    DECLINE,
    PASS,
    TILE,
    card_of,
    copied,
    cube_of,
    dropped,
    notable_of,
    place_of,
    space_of,
    tile_of,
    turn_of,
)
from horta.games.bruxelles1893.passing import pass_turn
from horta.games.bruxelles1893.prizes import choose_power, list_powers, list_prizes, use_prize
from horta.games.bruxelles1893.sale import (
    choose_sale,
    list_cursors,
    list_sales,
    list_shop,
    move_cursor,
    put_in_shop,
)
from horta.games.bruxelles1893.setup import choose_start_work
from horta.games.bruxelles1893.table import By, Decision, Table
from horta.games.bruxelles1893.theatre import (
    carry_out,
    hire,
    keep_or_discard,
    list_keep,
    list_solvay,
    list_theatre,
    use_solvay,
)
from horta.games.bruxelles1893.tiles import (
    choose_row,
    leave_tiles,
    list_rows,
    list_tiles,
    take_tile,
)
from horta.games.bruxelles1893.travellers import list_travellers
from horta.games.bruxelles1893.turns import (
    bid,
    choose_space,
    list_bids,
    list_perform,
    list_turn,
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
from horta.games.bruxelles1893.windows import Window
from horta.games.bruxelles1893.workshop import create, list_works

# The turn


@rule
def answer_turn(table: Table, action: int) -> None:
    """Pass, place an assistant on the board, or go to Brussels (B93-TRN-01)."""
    if action == PASS:
        pass_turn(table)
    elif action < BRUSSELS:
        choose_space(table, space_of(action))
    else:
        choose_place(table, place_of(action))


@rule
def answer_bid(table: Table, k: int) -> None:
    """Bid; the first option is 1 FB."""
    bid(table, k + 1)


@rule
def answer_perform(table: Table, action: int) -> None:
    """Carry out the action of the space, or leave it."""
    if action == DECLINE:
        skip(table)
    else:
        table.decision = Decision.ACTION


# The actions


@rule
def answer_theatre(table: Table, place: int) -> None:
    """Hire a notable; it acts at once."""
    hire(table, place)
    carry_out(table)


@rule
def answer_cube(table: Table, action: int) -> None:
    """Take a cube, or no more."""
    if action == DECLINE:
        end_cubes(table)
    else:
        take_cube(table, cube_of(action))


@rule
def answer_white_work(table: Table, colour: int) -> None:
    """Create a white work: card 18 asks in its window, Privat-Livemont anywhere."""
    create_white(table, table.to_play, colour)
    by_card = table.window == Window.MARKET_DONE
    table.decision = Decision.WINDOWS if by_card else Decision.EFFECT_DONE


# Brussels


@rule
def list_going(table: Table, out: Offers) -> int:
    """List how many travellers stand in for assistants at the place chosen."""
    return list_travellers(table, assistants_needed(table, table.place), out)


@rule
def answer_going(table: Table, travellers: int) -> None:
    """Go to the place chosen, with so many travellers."""
    go_to(table, table.place, travellers)


@rule
def answer_park(table: Table, action: int) -> None:
    """Copy an action, or leave the park unused."""
    if action == DECLINE:
        idle(table)
    else:
        copy_act(table, copied(action))


@rule
def list_own_upright(table: Table, out: Offers) -> int:
    """List the notables of the player to play that have not acted in this round."""
    return list_upright(table, table.to_play, out)


@rule
def answer_grand_place(table: Table, action: int) -> None:
    """Activate a notable at the Grand-Place, or stop."""
    if action == DECLINE:
        stop(table)
    else:
        activate(table, notable_of(action), By.GRAND_PLACE)
        carry_out(table)


@rule
def answer_owner_notable(table: Table, action: int) -> None:
    """Activate a notable as the owner of a house, or stop."""
    if action == DECLINE:
        stop(table)
    else:
        activate(table, notable_of(action), By.OWNER)
        carry_out(table)


# Belle Époque


@rule
def answer_window(table: Table, action: int) -> None:
    """Use a card or Saintenoy's turn, or nothing."""
    if action == DECLINE:
        decline_window(table)
    elif action < TILE:
        branch, back = turn_of(action)
        turn_first(table, branch, back)
    else:
        use_card(table, card_of(action))


@rule
def answer_tile(table: Table, action: int) -> None:
    """Take a tile, or none."""
    if action == DECLINE:
        leave_tiles(table)
    else:
        take_tile(table, tile_of(action))


@rule
def answer_drop(table: Table, action: int) -> None:
    """Discard a notable of the theatre, or no more (card 6)."""
    if action == DECLINE:
        new_faces(table)
    else:
        drop_notable(table, dropped(action))


@rule
def answer_card_notable(table: Table, notable: int) -> None:
    """Activate one more notable (card 13)."""
    activate(table, notable, By.CARD)
    carry_out(table)


@rule
def answer_withdraw_sum(table: Table, k: int) -> None:
    """Take back so many francs of a bid; the first option is 1 FB (card 15)."""
    withdraw(table, k + 1)


ASKED = (
    # Setting up and the round
    Ask(Decision.BOARD, list_boards, choose_board, "board"),
    Ask(Decision.START_WORK, list_works, choose_start_work, "work"),
    Ask(Decision.CREST, list_crests, choose_crest, "crest"),
    Ask(Decision.NEUTRAL, list_neutrals, place_neutral, "neutral"),
    # The turn
    Ask(Decision.TURN, list_turn, answer_turn),
    Ask(Decision.BID, list_bids, answer_bid, "bid"),
    Ask(Decision.PERFORM, list_perform, answer_perform),
    # Workshop
    Ask(Decision.WORK, list_works, create, "work"),
    Ask(Decision.WHITE_WORK, list_works, answer_white_work, "work"),
    # Sale
    Ask(Decision.SELL, list_sales, choose_sale, "sell"),
    Ask(Decision.CURSOR, list_cursors, move_cursor, "cursor"),
    Ask(Decision.SHOP, list_shop, put_in_shop, "shop"),
    Ask(Decision.WHITE, list_whites, choose_white, "white"),
    Ask(Decision.SELL_AS, list_names, name_colour, "as"),
    # Theatre
    Ask(Decision.THEATRE, list_theatre, answer_theatre, "take"),
    Ask(Decision.KEEP, list_keep, keep_or_discard),
    Ask(Decision.SOLVAY, list_solvay, use_solvay, "solvay"),
    # Materials
    Ask(Decision.CUBE, list_cubes, answer_cube),
    # Construction
    Ask(Decision.PAY, list_payments, pay_unit, "pay"),
    Ask(Decision.BRANCH, list_branches, turn_branch, "branch"),
    Ask(Decision.SITE, list_sites, build, "site"),
    Ask(Decision.TARGET, list_targets, choose_target, "build"),
    # Brussels
    Ask(Decision.TRAVELLERS, list_going, answer_going, "travellers"),
    Ask(Decision.PARK, list_park, answer_park),
    Ask(Decision.GRAND_PLACE, list_own_upright, answer_grand_place),
    Ask(Decision.OWNER_NOTABLE, list_own_upright, answer_owner_notable),
    # The end of the round and of the game
    Ask(Decision.PRIZE, list_prizes, use_prize, "prize"),
    Ask(Decision.POWER, list_powers, choose_power, "power"),
    Ask(Decision.ROW, list_rows, choose_row, "row"),
    Ask(Decision.UNPAID, list_unpaid, leave_unpaid, "unpaid"),
    # Belle Époque: the window and the tiles, then what the cards ask
    Ask(Decision.WINDOW, list_window, answer_window),
    Ask(Decision.TILE, list_tiles, answer_tile),
    Ask(Decision.MARKET_OUT, list_market_out, clear_side, "shop"),
    Ask(Decision.DROP, list_drops, answer_drop),
    Ask(Decision.MODE, list_modes, choose_mode, "mode"),
    Ask(Decision.CARD_NOTABLE, list_card_notables, answer_card_notable, "activate"),
    Ask(Decision.DISMISS, list_dismissals, dismiss, "dismiss"),
    Ask(Decision.WITHDRAW, list_withdrawals, choose_withdrawal, "figure"),
    Ask(Decision.WITHDRAW_SUM, list_sums, answer_withdraw_sum, "bid"),
    Ask(Decision.BARTER, list_barters, choose_barter, "barter"),
    Ask(Decision.GIVE, list_gifts, give_cube, "give"),
    Ask(Decision.GIVE_WORK, list_own_works, give_work, "return"),
    Ask(Decision.BARTER_WORK, list_works, gain_work, "work"),
    Ask(Decision.FIGURE, list_figures, take_extra_turn, "send"),
    Ask(Decision.COLUMN, list_columns, choose_column, "column"),
    Ask(Decision.DOUBLE, list_doubles, double, "figure"),
)

offered, answered = pair(ASKED, __name__, ACTIONS)

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

from horta.core.offers import Offers, only_offer
from horta.core.rule import rule
from horta.games.bruxelles1893.acts import begin_action
from horta.games.bruxelles1893.brussels import after_activation
from horta.games.bruxelles1893.card_windows import proceed_window
from horta.games.bruxelles1893.closing import ask_payment, end_round, tidy
from horta.games.bruxelles1893.decisions import answered, offered
from horta.games.bruxelles1893.exchange import ask_neutrals, begin_round
from horta.games.bruxelles1893.majorities import score_crests, send_to_justice
from horta.games.bruxelles1893.moves import ACTION_COUNT
from horta.games.bruxelles1893.owners import owner_profits
from horta.games.bruxelles1893.pavilions import visit_pavilions
from horta.games.bruxelles1893.pieces import Act
from horta.games.bruxelles1893.prizes import ask_prizes, find_first_player, hold_auctions
from horta.games.bruxelles1893.table import NOBODY, NOWHERE, By, Decision, Table
from horta.games.bruxelles1893.theatre import close_gap
from horta.games.bruxelles1893.tiles import ask_tile, resolve_tiles
from horta.games.bruxelles1893.travellers import leave_brussels
from horta.games.bruxelles1893.turns import attempt, begin_turns, next_turn
from horta.games.bruxelles1893.windows import Window, enter

MOST_STAGES = 10_000
"""More than a whole game has: even a table that no game reaches comes to an end."""


@rule
def to_play(table: Table) -> int:
    """Return the seat that decides, or NOBODY when the game is over."""
    return NOBODY if table.decision == Decision.OVER else int(table.to_play)


@rule
def legal(table: Table, out: Offers) -> int:
    """Write the options of the decision of the moment, sorted."""
    return offered(table.decision, table, out)


@rule
def play(table: Table, action: int) -> None:
    """Carry out the answer to a decision."""
    answered(table.decision, table, action)


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
            forced = only_offer(legal, table, ACTION_COUNT)
            if forced < 0:
                return
            play(table, forced)


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

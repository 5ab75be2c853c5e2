"""The stages of a round of Bruxelles 1893, and what of the round is true in each of them.

Decision and window tell where in the flow a table stands. What that says about passes, crest,
prizes and the end of the game is demanded here; what is under way in a turn, in `moments.py`.
"""

from __future__ import annotations

from enum import IntEnum

from horta.core.rule import rule
from horta.games.bruxelles1893.closing import cost_of
from horta.games.bruxelles1893.pieces import (
    CRESTS,
    MOST_PRIZES,
    NOTABLES,
    PLACES,
    ROUNDS,
    ROWS,
    SIDE,
    SPACES,
    STOCK_CARDS,
    Tile,
)
from horta.games.bruxelles1893.table import (
    GONE,
    NOBODY,
    NOTHING,
    NOWHERE,
    ON_CARD_NOBODY,
    STRIP,
    TUCKED,
    UNSEEN,
    ZONES,
    Decision,
    Source,
    Table,
    has_tile,
    in_order,
)
from horta.games.bruxelles1893.windows import IN_TURN, Window


class Stage(IntEnum):
    """Where in the game a table stands."""

    SETUP = 0
    BETWEEN = 1  # the next round is laid out, its stock card lies face down
    OPENING = 2  # crest and neutral assistants
    TURNS = 3
    AUCTIONED = 4  # columns are won, prizes are used
    CLOSED = 5  # prizes are used; crests, Brussels and pavilions
    TIDIED = 6  # figures are home
    ENDING = 7


@rule
def stage_of(table: Table) -> int:
    """Return the stage that decision and window belong to."""
    decision, window = table.decision, table.window
    if decision <= Decision.START_WORK:
        return Stage.SETUP
    if decision >= Decision.ROW:
        return Stage.ENDING
    if window == NOTHING:
        if decision in (Decision.CREST, Decision.NEUTRAL):
            return Stage.OPENING
        return Stage.AUCTIONED if decision >= Decision.PRIZE else Stage.TURNS
    if window == Window.ROUND:
        return Stage.BETWEEN
    if window == Window.CREST:
        return Stage.OPENING
    if IN_TURN[window]:
        return Stage.TURNS
    if window <= Window.SYMBOLS:
        return Stage.AUCTIONED
    return Stage.TIDIED if window == Window.LAST_NOTABLE else Stage.CLOSED


@rule
def check_stage(table: Table) -> int:
    """Return 0, or which of the invariants 12, 16, 17, 18, 19, 20 and 22 the stage breaks."""
    stage = stage_of(table)
    if not round_fits(table, stage):
        return 22
    if not passes_fit(table, stage):
        return 20
    if not zone_fits(table, stage):
        return 18
    if not uses_fit(table, stage):
        return 19
    if not strip_fits(table, stage):
        return 12
    if not rows_fit(table, stage):
        return 16
    if not ending_fits(table, stage):
        return 17
    return 0


@rule
def round_fits(table: Table, stage: int) -> bool:
    """Invariant 22; nobody builds before the first round."""
    seen = 0
    for k in range(STOCK_CARDS):
        if not 0 <= table.stock[k] < STOCK_CARDS:
            return False
        seen |= 1 << table.stock[k]
    if seen != (1 << STOCK_CARDS) - 1:
        return False
    if stage == Stage.SETUP:
        for s in range(table.players):
            if table.seats[s].built != 0:
                return False
        return table.round_number == 0 and table.edition.chosen_start != 0
    if stage == Stage.BETWEEN:
        return 1 <= table.round_number < ROUNDS
    if stage == Stage.ENDING:
        return table.round_number == ROUNDS
    return 1 <= table.round_number <= ROUNDS


@rule
def passes_fit(table: Table, stage: int) -> bool:
    """Invariant 20."""
    passed = 0
    for s in range(table.players):
        if table.seats[s].passed not in (0, 1):
            return False
        passed += table.seats[s].passed
    if (passed > 0) != (table.first_out != NOBODY):
        return False
    if table.first_out != NOBODY and not table.seats[table.first_out].passed:
        return False
    if stage in (Stage.SETUP, Stage.OPENING):
        return passed == 0
    if stage == Stage.TURNS:
        return not table.seats[table.turn].passed
    return passed == table.players


@rule
def zone_fits(table: Table, stage: int) -> bool:
    """Invariant 18, and whether neutral assistants were placed."""
    is_open = stage in (Stage.TURNS, Stage.AUCTIONED, Stage.CLOSED)
    is_open = is_open or table.decision == Decision.NEUTRAL
    if stage == Stage.ENDING:
        is_open = table.edition.tidies_last_round == 0
    if is_open != (table.crest != NOTHING) or not NOTHING <= table.crest < CRESTS:
        return False
    if stage == Stage.OPENING:
        for s in range(table.players):
            if table.seats[s].on_board != 0:
                return False
    if table.decision == Decision.NEUTRAL:
        if table.players != 2 or not 0 <= table.neutrals < 2:
            return False
    elif stage in (Stage.SETUP, Stage.OPENING):
        if table.neutrals != 0:
            return False
    elif table.neutrals != (2 if table.players == 2 else 0):
        return False
    if table.crest == NOTHING:
        return table.zone == 0
    size = 0
    for k in range(SPACES):
        size += (table.zone >> k) & 1
    return table.zone == ZONES[table.crest] and size in (9, 12, 16) and (table.zone >> 12) & 1 == 1


@rule
def uses_fit(table: Table, stage: int) -> bool:
    """Invariant 19; after the majority one assistant of some players is at Justice.

    Travellers leave before the majority, and card 29 may take an assistant back.
    """
    missing = 0
    for place in range(PLACES):
        uses, needed, there = int(table.uses[place]), 0, 0
        if uses < 0 or (uses > 0 and stage in (Stage.SETUP, Stage.OPENING)):
            return False
        for k in range(1, uses + 1):
            needed += k if table.players <= 3 else (k + 1) // 2
        for s in range(table.players):
            there += table.seats[s].brussels[place] + table.seats[s].travelling[place]
        if there > needed:
            return False
        missing += needed - there
    if Window.BRUSSELS <= table.window <= Window.UPRIGHT:
        return True
    if stage in (Stage.BETWEEN, Stage.TIDIED) and table.uses[0] + table.uses[1] != 0:
        return False
    return missing == 0 or (stage == Stage.ENDING and missing <= table.players)


@rule
def strip_fits(table: Table, stage: int) -> bool:
    """Invariant 12: the cards below the columns, and who won them."""
    is_whole = stage <= Stage.TURNS or table.window in (Window.COLUMNS, Window.SYMBOLS)
    for column in range(SIDE):
        card, winner, tied = table.prize[column], table.winner[column], table.tied[column]
        if card == NOTHING:
            if is_whole or winner != NOBODY or tied != 0:
                return False
        elif not 0 <= card < table.edition.prizes or table.prize_place[card] != STRIP + column:
            return False
        if not NOBODY <= winner < table.players or not 0 <= tied < 1 << table.players:
            return False
        if (winner != NOBODY or tied != 0) and stage != Stage.AUCTIONED:
            return False
        if winner != NOBODY and tied != 0:
            return False
    return True


@rule
def rows_fit(table: Table, stage: int) -> bool:
    """Invariant 16: what lasts from the closing phase of a round to its end, and no longer."""
    for s in range(table.players):
        seat = table.seats[s]
        if not 0 <= seat.rows_used < 1 << ROWS or seat.mp_more not in (0, 2):
            return False
        if seat.rows_used != 0 and stage in (Stage.SETUP, Stage.OPENING, Stage.TURNS):
            return False
        if seat.mp_more != 0 and not Stage.AUCTIONED <= stage <= Stage.TIDIED:
            return False
    if table.doubled != NOWHERE:
        if not 0 <= table.doubled < SPACES or not Stage.CLOSED <= stage <= Stage.TIDIED:
            return False
        if (table.printed.cross >> table.doubled) & 1 == 0:
            return False
    return table.on_card == ON_CARD_NOBODY or Stage.TURNS <= stage <= Stage.CLOSED


@rule
def ending_fits(table: Table, stage: int) -> bool:
    """Invariant 17: notables are paid at the end, seat after seat (B93-END-02, B93E2-END-02)."""
    is_end = stage == Stage.ENDING
    if table.tiles_done != (1 if is_end and table.belle_epoque else 0):
        return False
    if table.row_chosen != NOTHING:
        if not 0 <= table.row_chosen < ROWS or table.decision not in (
            Decision.UNPAID,
            Decision.OVER,
        ):
            return False
    if table.decision == Decision.ROW:
        if not table.belle_epoque or not has_tile(table, table.to_play, Tile.RAISED_ROW):
            return False
    if table.dropped != 0 and table.decision != Decision.UNPAID:
        return False
    for s in range(table.players):
        seat = table.seats[s]
        if seat.settled not in (0, 1) or (seat.settled and not is_end):
            return False
        if not seat.settled and seat.earned[Source.UNPAID] != 0:
            return False
    if table.decision == Decision.UNPAID:
        return unpaid_fits(table)
    if is_end:
        for s in range(table.players):
            if table.seats[s].settled != (table.decision == Decision.OVER):
                return False
    return True


@rule
def unpaid_fits(table: Table) -> bool:
    """Tell whether those before the player to play have paid, and that player cannot pay all."""
    s = int(table.to_play)
    seat = table.seats[s]
    start = table.token if table.edition.pays_from_token else table.first
    is_before = True
    for k in range(table.players):
        other = (start + k) % table.players
        if other == s:
            is_before = False
        if table.seats[other].settled != is_before:
            return False
    if not 0 <= table.dropped < 1 << NOTABLES or table.dropped & ~seat.notables != 0:
        return False
    return cost_of(table, s, seat.notables & ~table.dropped) > seat.money


@rule
def architects_fit(table: Table) -> bool:
    """Tell whether boards are chosen one after the other (invariant 28)."""
    is_before = True
    for k in range(table.players):
        s = in_order(table, k)
        has_board = table.seats[s].architect != 0
        if s == table.to_play:
            is_before = False
            if has_board != (table.decision == Decision.START_WORK):
                return False
        elif has_board != is_before:
            return False
    return True


# Prizes


@rule
def check_prizes(table: Table) -> int:
    """Return 0, or which of the invariants 12, 13 and 16 the prizes break."""
    if not prizes_add_up(table):
        return 12
    if not exhibits_add_up(table):
        return 13
    return 0 if symbols_fit(table) else 16


@rule
def prizes_add_up(table: Table) -> bool:
    """Invariant 12."""
    unseen = 0
    for card in range(MOST_PRIZES):
        place = table.prize_place[card]
        if card >= table.edition.prizes or place == UNSEEN:
            unseen += card < table.edition.prizes
        elif place < GONE:
            if table.prize[place - STRIP] != card:
                return False
        elif not place < TUCKED + ROWS * table.players:
            return False
    hidden, seen = 0, 0
    for k in range(table.prizes_left + ROUNDS):
        is_down = k >= table.prizes_left
        card = int(table.face_down[k - table.prizes_left] if is_down else table.prizes[k])
        if is_down and card == NOTHING:
            continue
        if not 0 <= card < table.edition.prizes or table.prize_place[card] != UNSEEN:
            return False
        if (seen >> card) & 1:
            return False
        seen |= 1 << card
        hidden += 1
    passes = hidden - table.prizes_left
    if hidden != unseen:
        return False
    # Before the stock card is turned up, the prizes of the next round lie there already.
    rounds = max(1, int(table.round_number)) + (table.window == Window.ROUND)
    return table.prizes_left == table.edition.prizes - SIDE * rounds - passes


@rule
def exhibits_add_up(table: Table) -> bool:
    """Invariant 13."""
    total = 0
    for s in range(table.players):
        if table.seats[s].exhibits < 0:
            return False
        total += table.seats[s].exhibits
    done = max(0, table.round_number - 1) + (table.first_out != NOBODY)
    passes = 0
    for k in range(ROUNDS):
        passes += table.face_down[k] != NOTHING
    return total == done and passes == (done if table.edition.pass_cards else 0)


@rule
def symbols_fit(table: Table) -> bool:
    """Invariant 16."""
    for s in range(table.players):
        for row in range(ROWS):
            total = 0
            for card in range(table.edition.prizes):
                if table.prize_place[card] == TUCKED + ROWS * s + row:
                    total += table.printed.symbols[card]
            if total != table.seats[s].symbols[row]:
                return False
    return True

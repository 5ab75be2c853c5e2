"""Prizes: auctions of bonus or prestige cards, the first player, and the use of the cards.

B93-AUC, FPL, BON; B93E2-CLO-10..36.
"""

from __future__ import annotations

from horta.core.notes import note
from horta.core.offers import Offers, offer
from horta.core.rule import rule
from horta.games.bruxelles1893.moves import power_action, prize_action
from horta.games.bruxelles1893.pieces import PASS_MP, POWERS, ROWS, SIDE, Track
from horta.games.bruxelles1893.table import (
    GONE,
    NOBODY,
    NOTHING,
    STRIP,
    TUCKED,
    Decision,
    Event,
    Table,
    in_order,
)
from horta.games.bruxelles1893.tracks import release, step_forward
from horta.games.bruxelles1893.windows import Window, enter


@rule
def draw_prize(table: Table) -> int:
    """Take the top card of the pile."""
    table.prizes_left -= 1
    card = int(table.prizes[table.prizes_left])
    table.prizes[table.prizes_left] = NOTHING
    return card


@rule
def deal_prizes(table: Table) -> None:
    """Lay one card below each column (B93-SET-12, B93-EOR-06, B93E2-SET-05, B93E2-EOR-06)."""
    for column in range(SIDE):
        card = draw_prize(table)
        table.prize[column] = card
        table.prize_place[card] = STRIP + column
    note(table, Event.PRIZES, NOBODY)


@rule
def clear_prizes(table: Table) -> None:
    """Discard what is left below the columns (B93-EOR-06, B93E2-EOR-06)."""
    for column in range(SIDE):
        if table.prize[column] != NOTHING:
            discard_prize(table, column)
        table.winner[column] = NOBODY
        table.tied[column] = 0


@rule
def discard_prize(table: Table, column: int) -> None:
    """Put a card out of the game."""
    table.prize_place[table.prize[column]] = GONE
    table.prize[column] = NOTHING


@rule
def take_face_down(table: Table) -> None:
    """Lay the top card face down before who passed first (B93E2-PASS-03, ruling R-26)."""
    table.face_down[table.round_number - 1] = draw_prize(table)


@rule
def bid_sum(table: Table, s: int, column: int) -> int:
    """Add up a player's bids in a column (B93-AUC-01, B93E2-CLO-10)."""
    total = 0
    for row in range(SIDE):
        if table.figure[SIDE * row + column] == s:
            total += table.bid[SIDE * row + column]
    return total


@rule
def auction(table: Table, column: int) -> tuple[int, int, int]:
    """Return a column's highest sum, who alone has it, and who have it, one bit each."""
    best, leader, tied = 0, NOBODY, 0
    for s in range(table.players):
        total = bid_sum(table, s, column)
        if total > best:
            best, leader, tied = total, s, 1 << s
        elif total == best and best > 0:
            leader = NOBODY
            tied |= 1 << s
    return best, leader, tied


@rule
def hold_auctions(table: Table) -> None:
    """Give each column's card to the highest sum (B93-AUC-01..03, B93E2-CLO-10..14)."""
    for column in range(SIDE):
        best, leader, tied = auction(table, column)
        if leader != NOBODY:
            table.winner[column] = leader
            note(table, Event.WON, leader, column, best)
        elif best > 0:
            table.tied[column] = tied
            note(table, Event.TIED, NOBODY, column, best)
    enter(table, Window.COLUMNS)


@rule
def symbols_of(table: Table, s: int) -> int:
    """Count a player's Manneken-Pis of this round (B93-FPL-01, B93E2-CLO-20, BE-CARD-26)."""
    count = int(table.seats[s].mp_more)  # card 26
    count += PASS_MP if table.first_out == s else 0
    for column in range(SIDE):
        if table.winner[column] == s:
            count += table.printed.mp[table.prize[column]]
    return count


@rule
def find_first_player(table: Table) -> None:
    """Most symbols; of the tied, the next after the old holder (B93-FPL-02..05, CLO-21..23)."""
    best, leader = -1, 0
    for k in range(1, table.players + 1):
        s = (table.first + k) % table.players
        count = symbols_of(table, s)
        if count > best:
            best, leader = count, s
    table.token = leader
    note(table, Event.FIRST, leader, best)
    table.decision = Decision.PRIZES


@rule
def ask_prizes(table: Table) -> None:
    """Use the cards: tied columns first, then each player's own (B93-BON-01, rulings R37, R40).

    The option `tied_columns` turns the two round.
    """
    if table.rulings.ties_last and ask_winners(table):
        return
    if ask_tied(table):
        return
    if ask_winners(table):
        return
    table.decision = Decision.CRESTS


@rule
def ask_tied(table: Table) -> bool:
    """Let those tied in a column use its card, column by column (B93-AUC-02, B93E2-CLO-36)."""
    for column in range(SIDE):
        for _ in range(table.players):
            if table.tied[column] == 0:
                break
            s = next_tied(table, column)
            if table.printed.choice[table.prize[column]]:
                ask_power(table, s, column)
                return True
            use_powers(table, s, column)
            drop_tie(table, s, column)
    return False


@rule
def ask_winners(table: Table) -> bool:
    """Ask the next player who has a card to use (B93-BON-01, B93E2-CLO-30, ruling R40)."""
    for k in range(table.players):
        s = in_order(table, k)
        for column in range(SIDE):
            if table.winner[column] == s:
                table.to_play = s
                table.decision = Decision.PRIZE
                return True
    return False


@rule
def next_tied(table: Table, column: int) -> int:
    """Return the first tied player in order (ruling R37)."""
    for k in range(table.players):
        s = in_order(table, k)
        if (table.tied[column] >> s) & 1:
            return s
    return NOBODY


@rule
def drop_tie(table: Table, s: int, column: int) -> None:
    """A tied player used the power; after the last the card is gone (B93-AUC-02, CLO-36)."""
    table.tied[column] &= ~(1 << s)
    if table.tied[column] == 0:
        discard_prize(table, column)


@rule
def ask_power(table: Table, s: int, column: int) -> None:
    """Ask which power of a choice card is taken (B93-BON-03, B93E2-CLO-32)."""
    table.to_play = s
    table.column = column
    table.decision = Decision.POWER


@rule
def list_prizes(table: Table, out: Offers) -> int:
    """Use the power, or slide the card under a free line (B93-BON-01, 05, 06, CLO-30, 33, 35)."""
    s = table.to_play
    n = 0
    for column in range(SIDE):
        if table.winner[column] == s:
            n = offer(out, n, prize_action(column, 0))
            if table.printed.symbols[table.prize[column]] > 0:
                for row in range(ROWS):
                    if (table.seats[s].rows_used >> row) & 1 == 0:
                        n = offer(out, n, prize_action(column, 1 + row))
            if table.edition.prizes_in_order:
                return n
    return n


@rule
def use_prize(table: Table, column: int, use: int) -> None:
    """Use a card that was won (B93-BON-01, 02, B93E2-CLO-30..35)."""
    s = table.to_play
    table.decision = Decision.PRIZES
    if use > 0:
        tuck(table, s, column, use - 1)
    elif table.printed.choice[table.prize[column]]:
        ask_power(table, s, column)
    else:
        use_powers(table, s, column)
        table.winner[column] = NOBODY
        discard_prize(table, column)


@rule
def tuck(table: Table, s: int, column: int, row: int) -> None:
    """Slide a card under a line of the own board (B93-BON-05..07, B93E2-CLO-33..35)."""
    card = table.prize[column]
    table.seats[s].symbols[row] += table.printed.symbols[card]
    table.seats[s].rows_used |= 1 << row
    table.prize_place[card] = TUCKED + ROWS * s + row
    table.prize[column] = NOTHING
    table.winner[column] = NOBODY
    note(table, Event.TUCKED, s, column, row, table.printed.symbols[card])


@rule
def use_powers(table: Table, s: int, column: int) -> None:
    """Use all powers of a card (B93-BON-03, B93E2-CLO-32)."""
    note(table, Event.USED, s, column)
    card = table.prize[column]
    for power in range(POWERS):
        for _ in range(table.printed.powers[POWERS * card + power]):
            use_power(table, s, power)


@rule
def use_power(table: Table, s: int, power: int) -> None:
    """One step on a track, or one assistant freed (B93-BON-03, 04, B93E2-CLO-31)."""
    if power == Track.RELEASE:
        release(table, s)
    else:
        step_forward(table, s, power)


@rule
def list_powers(table: Table, out: Offers) -> int:
    """List the powers of a choice card (B93-BON-03, B93E2-CLO-32)."""
    card = table.prize[table.column]
    n = 0
    for power in range(POWERS):
        if table.printed.powers[POWERS * card + power] > 0:
            n = offer(out, n, power_action(power))
    return n


@rule
def choose_power(table: Table, power: int) -> None:
    """Take one power of a choice card, won or tied."""
    s, column = table.to_play, table.column
    note(table, Event.USED, s, column)
    use_power(table, s, power)
    if table.winner[column] == s:
        table.winner[column] = NOBODY
        discard_prize(table, column)
    else:
        drop_tie(table, s, column)
    table.column = NOTHING
    table.decision = Decision.PRIZES

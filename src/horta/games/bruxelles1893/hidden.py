"""Who may see what (B93-INF, ruling R-73): the order of piles, face-down cards, private draws."""

from __future__ import annotations

from horta.core.dice import MOST_THROWS, hide_dice, roll, seed_dice, shuffle
from horta.core.rule import rule
from horta.games.bruxelles1893.pieces import COPIES, DECK, ROUNDS, STOCK_CARDS
from horta.games.bruxelles1893.table import (
    HIDDEN,
    NOTHING,
    SEEN_BY_ALL,
    SEEN_BY_SEAT,
    UNSEEN,
    Table,
)


@rule
def sees_drawn(table: Table, viewer: int) -> bool:
    """Only the drawer sees the works drawn in the workshop (B93-INF-02, ruling R18)."""
    return viewer == table.turn


@rule
def redact(table: Table, viewer: int) -> None:
    """Blank what a seat cannot know; -1 is a spectator (B93-INF-01, 02)."""
    table.seen_by = SEEN_BY_SEAT + viewer
    hide_dice(table.dice)
    for k in range(table.pile_size):
        if viewer < 0 or table.pile_seen[k] != viewer:
            table.pile[k] = HIDDEN
    if not sees_drawn(table, viewer):
        for k in range(table.drawn_size):
            table.drawn[k] = HIDDEN
    for k in range(table.deck_size):
        table.deck[k] = HIDDEN
    for k in range(table.round_number, STOCK_CARDS):
        table.stock[k] = HIDDEN
    for k in range(table.prizes_left):
        table.prizes[k] = HIDDEN
    for k in range(ROUNDS):
        if table.face_down[k] != NOTHING:
            table.face_down[k] = HIDDEN


@rule
def redeal(table: Table, viewer: int, seed: int) -> None:
    """Resample what a seat cannot know, uniformly, and re-seed the dice.

    It looks at nothing that `redact` would blank, so it works on a redacted table as well.
    """
    table.seen_by = SEEN_BY_ALL
    seed_dice(table.dice, seed)
    redeal_works(table, viewer)
    redeal_notables(table)
    redeal_stock(table)
    redeal_prizes(table)


@rule
def redeal_works(table: Table, viewer: int) -> None:
    """Deal the works that the viewer has not seen over pile and drawn ones.

    That the drawer is asked tells everybody that there was more than one colour.
    """
    if not table.edition.blind_workshop:
        return
    for _ in range(MOST_THROWS):
        deal_unseen_works(table, viewer)
        if table.drawn_size == 0 or not is_one_colour(table):
            return


@rule
def is_one_colour(table: Table) -> bool:
    """Tell whether all drawn works have the same colour."""
    others = 0
    for k in range(table.drawn_size):
        others += table.drawn[k] != table.drawn[0]
    return others == 0


@rule
def deal_unseen_works(table: Table, viewer: int) -> None:
    """Deal the works that the viewer has not seen, each order with the same chance."""
    left_0, left_1 = int(table.stacks[0]), int(table.stacks[1])
    left_2, left_3 = int(table.stacks[2]), int(table.stacks[3])
    for k in range(table.pile_size + table.drawn_size):
        known = NOTHING
        if k < table.pile_size:
            if viewer >= 0 and table.pile_seen[k] == viewer:
                known = int(table.pile[k])
        elif sees_drawn(table, viewer):
            known = int(table.drawn[k - table.pile_size])
        left_0 -= known == 0
        left_1 -= known == 1
        left_2 -= known == 2
        left_3 -= known == 3
    for k in range(table.pile_size + table.drawn_size):
        in_pile = k < table.pile_size
        if in_pile and viewer >= 0 and table.pile_seen[k] == viewer:
            continue
        if not in_pile and sees_drawn(table, viewer):
            continue
        pick = roll(table.dice, left_0 + left_1 + left_2 + left_3)
        if pick < left_0:
            colour = 0
            left_0 -= 1
        elif pick < left_0 + left_1:
            colour = 1
            left_1 -= 1
        elif pick < left_0 + left_1 + left_2:
            colour = 2
            left_2 -= 1
        else:
            colour = 3
            left_3 -= 1
        if in_pile:
            table.pile[k] = colour
        else:
            table.drawn[k - table.pile_size] = colour


@rule
def notables_unseen(table: Table, notable: int) -> int:
    """Count the cards of a character that lie in the pile: all that are nowhere else."""
    count = COPIES - table.discards[notable]
    for k in range(4):
        count -= table.theatre[k] == notable
    for s in range(table.players):
        count -= (table.seats[s].notables >> notable) & 1
    if table.notable == notable and is_taken(table):
        count -= 1
    count -= table.shown == notable
    return int(count)


@rule
def is_taken(table: Table) -> bool:
    """Tell whether `table.notable` was taken in the theatre and is not kept or discarded yet."""
    return table.notable != NOTHING and table.by == 0


@rule
def redeal_notables(table: Table) -> None:
    """Shuffle the pile of notables anew."""
    n = 0
    for notable in range(1, table.cast):
        for _ in range(notables_unseen(table, notable)):
            if n < DECK:
                table.deck[n] = notable
                n += 1
    shuffle(table.dice, table.deck, 0, n)


@rule
def redeal_stock(table: Table) -> None:
    """Shuffle the stock cards of the rounds to come."""
    seen = 0
    for k in range(table.round_number):
        seen |= 1 << table.stock[k]
    n = int(table.round_number)
    for card in range(STOCK_CARDS):
        if (seen >> card) & 1 == 0:
            table.stock[n] = card
            n += 1
    shuffle(table.dice, table.stock, table.round_number, STOCK_CARDS)


@rule
def redeal_prizes(table: Table) -> None:
    """Deal the unseen cards over the pile and the face-down ones (ruling R-26)."""
    n = 0
    for card in range(table.edition.prizes):
        if table.prize_place[card] == UNSEEN:
            table.prizes[n] = card
            n += 1
    shuffle(table.dice, table.prizes, 0, n)
    for k in range(ROUNDS):
        if table.face_down[k] != NOTHING:
            n -= 1
            table.face_down[k] = table.prizes[n]
            table.prizes[n] = NOTHING

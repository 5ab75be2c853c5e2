"""Brussels actions: the Stock Exchange, City Hall and the Cinquantenaire (BXL)."""

from __future__ import annotations

from horta.core.notes import note
from horta.core.rule import lookup, rule
from horta.games.bruxelles1897.art_nouveau import can_build, owned_colours
from horta.games.bruxelles1897.components import (
    EXCHANGE,
    KINDS,
    Deck,
    Deed,
    Place,
    Track,
)
from horta.games.bruxelles1897.moves import STOP
from horta.games.bruxelles1897.nobles import draw_two, use_noble
from horta.games.bruxelles1897.piles import gain, has_card
from horta.games.bruxelles1897.table import (
    NOTHING,
    Decision,
    Event,
    Table,
    ask,
    in_hand,
    level,
    upright,
)

# The pile that each of the Cinquantenaire's offers draws from; a sale draws nothing.
DECK_OF = lookup([Deck.ARTWORK, NOTHING, Deck.MATERIAL, Deck.HOUSE, Deck.NOBLE])


@rule
def architects_needed(table: Table, place: int) -> int:
    """Return how many Architects the next use of a Brussels card takes: one more each (BXL-01)."""
    return int(table.used[place]) + 1


@rule
def can_visit(table: Table, place: int) -> bool:
    """Tell whether the player may use a Brussels card (BXL-01, 02, 07, 11)."""
    s = table.to_play
    if in_hand(table, s) < architects_needed(table, place):
        return False
    if place == Place.HALL:
        return upright(table, s) != 0
    if place == Place.CINQUANTENAIRE:
        # A card to draw is nearly always there, and asked for first.
        return has_card(table, Deck.ARTWORK) or cinq_options(table) != 0
    return True


@rule
def visit(table: Table, place: int) -> None:
    """Use a Brussels card (BXL-01)."""
    table.to_send = architects_needed(table, place)
    table.used[place] += 1
    table.place = place
    ask(table, table.turn, Decision.BXARCH)


@rule
def bxarch_options(table: Table) -> int:
    """The next Architect to place, each combination once (D3, BXL-03)."""
    seat = table.seats[table.turn]
    options = 0
    later = 0
    for kind in range(KINDS - 1, table.least - 1, -1):
        later += seat.hand[kind]
        if seat.hand[kind] > 0 and later >= table.to_send:
            options |= 1 << kind
    return options


@rule
def send(table: Table, kind: int) -> None:
    """Place an Architect; the last one carries the card out (BXL-01, 03, 04, 05, 09)."""
    s = table.turn
    seat = table.seats[s]
    seat.hand[kind] -= 1
    seat.sent[KINDS * table.place + kind] += 1
    table.least = kind
    table.to_send -= 1
    if table.to_send > 0:
        ask(table, s, Decision.BXARCH)
        return
    place = int(table.place)
    table.place = NOTHING
    note(table, Event.SENT, s, place, table.used[place])
    if place == Place.EXCHANGE:
        gain(table, s, EXCHANGE)
    elif place == Place.HALL:
        table.calls = level(table, s, Track.NOBILITY)  # frozen now (BXL-05)
    else:
        ask(table, s, Decision.CINQ)


# City Hall


@rule
def next_noble(table: Table) -> None:
    """Ask for the next noble while the limit and the upright nobles last (BXL-05, 06)."""
    if table.calls > 0 and upright(table, table.turn) != 0:
        ask(table, table.turn, Decision.HALL)
    else:
        leave_hall(table)


@rule
def hall_options(table: Table) -> int:
    """An upright noble, or stop after the first (BXL-05, 06)."""
    options = upright(table, table.turn)
    if table.called > 0:
        options |= 1 << STOP
    return options


@rule
def call_noble(table: Table, option: int) -> None:
    """Tilt and activate a noble, or stop (BXL-05, 06, 08, NOB-05)."""
    if option == STOP:
        leave_hall(table)
        return
    table.calls -= 1
    table.called += 1
    table.seats[table.turn].tilted |= 1 << option
    use_noble(table, option)


@rule
def leave_hall(table: Table) -> None:
    """Nobody acts any more."""
    table.calls = 0
    table.called = 0


# Cinquantenaire


@rule
def cinq_options(table: Table) -> int:
    """What the Cinquantenaire offers, settled before any card is drawn (BXL-09, 11)."""
    s = table.to_play
    options = 0
    if has_card(table, Deck.ARTWORK):
        options |= 1 << Deed.CREATION
    if owned_colours(table, s) != 0:
        options |= 1 << Deed.SALE
    if has_card(table, Deck.MATERIAL):
        options |= 1 << Deed.SUPPLY
    if can_build(table, s) and has_card(table, Deck.HOUSE):
        options |= 1 << Deed.CONSTRUCTION
    if has_card(table, Deck.NOBLE):
        options |= 1 << Deed.INFLUENCE
    return options


@rule
def perform(table: Table, deed: int) -> None:
    """Sell an artwork, or draw two cards of the matching pile (BXL-10, 12, 13)."""
    if deed == Deed.SALE:
        ask(table, table.turn, Decision.ART)
    else:
        draw_two(table, DECK_OF[deed])

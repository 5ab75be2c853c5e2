"""Art Nouveau actions: place an Architect, pay, and carry the card out (ANV)."""

from __future__ import annotations

from horta.core.notes import note
from horta.core.rule import lookup, rule
from horta.games.bruxelles1897.components import (
    COLOURS,
    HOUSE_START,
    MATERIAL_MASKS,
    MATERIAL_START,
    MATERIALS,
    NOBLE_START,
    SALE,
    SIDE_VALUES,
    SIDES,
    Card,
)
from horta.games.bruxelles1897.exhibition import open_exhibition
from horta.games.bruxelles1897.moves import DONE, FORGO_HOUSE, FORGO_SALE
from horta.games.bruxelles1897.nobles import influence
from horta.games.bruxelles1897.piles import discard
from horta.games.bruxelles1897.table import (
    NOTHING,
    Decision,
    Event,
    Table,
    ask,
    bits_in,
    houses,
    material_cards,
)

VALUE = lookup(SIDE_VALUES)
TYPES = lookup(MATERIAL_MASKS)
ALL_TYPES = 7


@rule
def arch_options(table: Table) -> int:
    """Return the sides of Architects in hand that the player can pay for (ANV-01)."""
    seat = table.seats[table.to_play]
    options = 0
    for side in range(SIDES):
        if seat.hand[side // 2] > 0 and seat.francs >= VALUE[side]:
            options |= 1 << side
    return options


@rule
def choose_cell(table: Table, cell: int) -> None:
    """Choose the cell; the Architect and his side come next (ANV-02)."""
    table.cell = cell
    ask(table, table.turn, Decision.ARCH)


@rule
def place_architect(table: Table, side: int) -> None:
    """Put an Architect in the place of the card, pay him, and carry the card out (ANV-02, 03)."""
    s = table.turn
    cell = table.cell
    card = table.card[cell]
    table.card[cell] = NOTHING
    table.owner[cell] = s
    table.side[cell] = side
    table.cell = NOTHING
    table.seats[s].hand[side // 2] -= 1
    table.seats[s].francs -= VALUE[side]
    note(table, Event.PLACED, s, cell, side, card)
    table.from_grid = 1
    if card == Card.EXPO:
        open_exhibition(table)
    elif card == Card.MONEY:
        sell(table)
    else:
        use_card(table, card)


@rule
def use_card(table: Table, card: int) -> None:
    """Creation, Supply, Construction or Influence with a card (ANV-06, 07, 09, 13)."""
    if card < HOUSE_START:
        table.seats[table.turn].cards[card] += 1
        note(table, Event.KEPT, table.turn, card)
    elif card < NOBLE_START:
        construct(table, card)
    else:
        influence(table, card)


@rule
def pick(table: Table, option: int) -> None:
    """Use one of the cards drawn and discard the other (BXL-10, NOB-07)."""
    card = int(table.drawn[option])
    other = int(table.drawn[1 - option])
    table.drawn[0] = NOTHING
    table.drawn[1] = NOTHING
    if other != NOTHING:
        discard(table, other)
    note(table, Event.PICKED, table.turn, card, other)
    use_card(table, card)


@rule
def may_forgo(table: Table) -> bool:
    """Tell whether a card of the grid may be thrown away although it could be used (ANV-05)."""
    return table.printed.forced == 0 and table.from_grid == 1


# Sale


@rule
def owned_colours(table: Table, s: int) -> int:
    """Return the colours of a player's artworks, one bit each."""
    colours = 0
    for colour in range(COLOURS):
        if table.seats[s].cards[colour] > 0:
            colours |= 1 << colour
    return colours


@rule
def sell(table: Table) -> None:
    """Sale: sell an artwork; without one the card goes to the bank (ANV-04, 08)."""
    if owned_colours(table, table.turn) != 0:
        ask(table, table.turn, Decision.ART)
    else:
        note(table, Event.WASTED, table.turn, Card.MONEY)


@rule
def art_options(table: Table) -> int:
    """The colours that can be sold (ANV-05, 08)."""
    options = owned_colours(table, table.turn)
    if may_forgo(table):
        options |= 1 << FORGO_SALE
    return options


@rule
def sell_artwork(table: Table, option: int) -> None:
    """Discard an artwork for 3 francs (ANV-08, BXL-13)."""
    if option == FORGO_SALE:
        note(table, Event.FORWENT, table.turn, Card.MONEY)
        return
    seat = table.seats[table.turn]
    seat.cards[option] -= 1
    discard(table, option)
    seat.francs += SALE
    note(table, Event.SOLD, table.turn, option, SALE)


# Construction


@rule
def price(table: Table, s: int) -> int:
    """A house costs one symbol more than the player has houses (ANV-09)."""
    return houses(table, s) + 1


@rule
def can_build(table: Table, s: int) -> bool:
    """Tell whether the player's material covers the price (ANV-09)."""
    return 2 * material_cards(table, s) >= price(table, s)


@rule
def construct(table: Table, house: int) -> None:
    """Construction: pay for the house, or discard it without the means (ANV-04, 09)."""
    if can_build(table, table.turn):
        table.at_hand = house
        table.least = 0
        ask(table, table.turn, Decision.MAT)
    else:
        discard(table, house)
        note(table, Event.WASTED, table.turn, house)


@rule
def paid_cards(table: Table) -> int:
    """Count the Material cards given for the house at hand."""
    count = 0
    for kind in range(MATERIALS):
        count += table.paid[kind]
    return count


@rule
def mat_options(table: Table) -> int:
    """The next material to give, each set once, or DONE (D6, ANV-10, 11)."""
    seat = table.seats[table.turn]
    cost = price(table, table.turn)
    paid = paid_cards(table)
    options = 0
    if 2 * paid >= cost:
        options |= 1 << DONE
    if paid == 0 and may_forgo(table):
        options |= 1 << FORGO_HOUSE
    if paid < cost:
        later = 0
        for kind in range(MATERIALS - 1, table.least - 1, -1):
            own = seat.cards[MATERIAL_START + kind]
            later += own
            if own > 0 and 2 * (paid + later) >= cost:
                options |= 1 << kind
    return options


@rule
def give_material(table: Table, option: int) -> None:
    """Give a Material card, finish the house, or forgo it (ANV-05, 09..12)."""
    s = table.turn
    if option == FORGO_HOUSE:
        note(table, Event.FORWENT, s, table.at_hand)
        discard(table, table.at_hand)
        table.at_hand = NOTHING
    elif option == DONE:
        finish_house(table)
    else:
        table.seats[s].cards[MATERIAL_START + option] -= 1
        table.paid[option] += 1
        table.least = option
        note(table, Event.GAVE, s, MATERIAL_START + option)
        ask(table, s, Decision.MAT)


@rule
def finish_house(table: Table) -> None:
    """Keep the house, discard what was paid, and score the types used (ANV-09, 10, 12)."""
    s = table.turn
    seat = table.seats[s]
    cost = price(table, s)
    points = types_used(table, cost)
    for kind in range(MATERIALS):
        table.discard[MATERIAL_START + kind] += table.paid[kind]
        table.paid[kind] = 0
    seat.cards[table.at_hand] += 1
    seat.built += points
    note(table, Event.BUILT, s, table.at_hand, cost, points)
    table.at_hand = NOTHING


@rule
def types_used(table: Table, cost: int) -> int:
    """Return the most types that the cards given can show in `cost` symbols (ANV-12).

    One symbol of each card is used in any case, and `cost` less the number of cards of them give
    their second symbol too. With one symbol of each card as many types can be shown as cards can
    be matched with types: by Hall's theorem all types on the cards, less the largest number by
    which some of the types outnumber the cards that show them. A second symbol adds one type, as
    long as one is missing.
    """
    cards = paid_cards(table)
    on_cards = 0
    for kind in range(MATERIALS):
        if table.paid[kind] > 0:
            on_cards |= TYPES[kind]
    missing = 0
    for some in range(1, ALL_TYPES + 1):
        if some & on_cards == some:
            showing = 0
            for kind in range(MATERIALS):
                if TYPES[kind] & some:
                    showing += table.paid[kind]
            missing = max(missing, bits_in(some) - showing)
    all_types = bits_in(on_cards)
    return min(all_types, all_types - missing + cost - cards)

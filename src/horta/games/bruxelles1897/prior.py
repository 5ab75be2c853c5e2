"""What an action of Bruxelles 1897 is worth, without carrying it out, for bots and hints.

Playouts ask at every step, so what several actions share is worked out once.
"""

from __future__ import annotations

from typing import Any

from horta.core.game import Legal
from horta.core.rule import rule
from horta.games.bruxelles1897.art_nouveau import TYPES, can_build, types_used
from horta.games.bruxelles1897.brussels import architects_needed
from horta.games.bruxelles1897.components import (
    COLOURS,
    COLUMNS,
    EXCHANGE,
    EXHIBIT,
    EXPO_POINTS,
    HOUSE_START,
    KINDS,
    MATERIAL_START,
    MATERIALS,
    MOST_ROWS,
    NOBLE_START,
    NOBLES,
    PER_COLOUR,
    PER_HOUSE_KIND,
    SALE,
    UNPAID,
    WAGE,
    Card,
    Deck,
    Deed,
    Lower,
    Place,
    Track,
)
from horta.games.bruxelles1897.exhibition import free_colours
from horta.games.bruxelles1897.moves import (
    DECLINE,
    DISMISS,
    DONE,
    FORGO_HOUSE,
    FORGO_SALE,
    PASS,
    STOP,
    VISIT,
    cell_of,
    option_of,
    place_of,
)
from horta.games.bruxelles1897.nobles import noble_of
from horta.games.bruxelles1897.piles import STARTS
from horta.games.bruxelles1897.scoring import hired
from horta.games.bruxelles1897.table import (
    Decision,
    Table,
    bits_in,
    houses,
    in_brussels,
    in_hand,
    level,
    rows,
)
from horta.games.bruxelles1897.weights import (
    PRISONER,
    SHOW,
    VALUE,
    column_with,
    crest_share,
    effect,
    fame,
    franc,
    is_open_expo,
    keeping,
    lead,
    rounds_left,
    stake,
    supply,
)

COLUMN = sum(1 << (COLUMNS * row) for row in range(MOST_ROWS))  # the cells of column 0
BLOCK = 1 | 2 | 1 << COLUMNS | 2 << COLUMNS  # the cells around the first coat of arms


@rule
def prior(table: Table, actions: Legal, n: int, worth: Any) -> None:
    """Estimate what each action of the decision brings the seat to play."""
    decision = table.decision
    s = int(table.to_play)
    if decision == Decision.TURN:
        value_turn(table, s, actions, n, worth)
        return
    for k in range(n):
        option = option_of(decision, int(actions[k]))
        if decision == Decision.ARCH:
            worth[k] = value_side(table, s, option)
        elif decision == Decision.MAT:
            worth[k] = value_material(table, s, option)
        elif decision == Decision.CINQ:
            worth[k] = value_deed(table, s, option)
        elif decision == Decision.PICK:
            worth[k] = value_card(table, s, int(table.drawn[option]))
        elif decision == Decision.ART:
            worth[k] = value_sale(table, s, option)
        elif decision == Decision.KEEP:
            worth[k] = keeping(table, s, noble_of(table.at_hand)) if option != DISMISS else 0.0
        elif decision == Decision.HALL:
            worth[k] = 0.0 if option == STOP else effect(table, s, option) + 0.05
        elif decision == Decision.EXPO:
            worth[k] = value_exhibit(table, s, option)
        elif decision == Decision.FREE:
            worth[k] = 0.6 * option  # the kinds with the higher sides
        else:
            worth[k] = -0.5 * option  # to Brussels or to prison go those with the lower sides


@rule
def value_turn(table: Table, s: int, actions: Legal, n: int, worth: Any) -> None:
    """A cell by its card and its place in the majorities; Brussels by what it gives."""
    seat = table.seats[s]
    francs = int(seat.francs)
    least = 9
    for kind in range(KINDS):
        if seat.hand[kind] > 0:
            least = min(least, int(VALUE[2 * kind]))
    price = franc(table) * least
    hand = in_hand(table, s)
    # An Architect sent to Brussels cannot be placed in the grid any more.
    scarce = 0.9 if francs > hand else 0.5 if francs > 1 else 0.15
    cells = 0
    for k in range(n):
        action = int(actions[k])
        if action == PASS:
            gain = 3.0 if table.passes == 0 else 1.0
            worth[k] = gain * franc(table) if rounds_left(table) > 0 else 0.5 * gain
        elif action >= VISIT:
            place = place_of(action)
            needed = architects_needed(table, place)
            value = -scarce * needed
            if rounds_left(table) > 0 and is_busiest_with(table, s, needed):
                value -= 0.45 * PRISONER * rounds_left(table)
            if place == Place.EXCHANGE:
                value += value_exchange(table, s, francs)
            elif place == Place.HALL:
                value += value_hall(table, s)
            else:
                value += value_cinquantenaire(table, s)
            worth[k] = value
        else:
            cell = cell_of(action)
            worth[k] = value_card(table, s, int(table.card[cell])) - price
            cells |= 1 << cell
    if cells != 0:
        value_places(table, s, cells, least, actions, n, worth)


@rule
def value_places(
    table: Table, s: int, cells: int, least: int, actions: Legal, n: int, worth: Any
) -> None:
    """Add what an Architect with the lowest side brings in the majorities of each cell."""
    for column in range(COLUMNS):
        if cells & (COLUMN << column):
            up = lead(table, s, column, least) - lead(table, s, column, 0)
            value = 1.2 * up * stake(table, s, column)
            for k in range(n):
                if actions[k] < VISIT and cell_of(actions[k]) % COLUMNS == column:
                    worth[k] += value
    prestige = level(table, s, Track.PRESTIGE) + 0.3
    for row in range(rows(table) - 1):
        for column in range(COLUMNS - 1):
            top = COLUMNS * row + column
            around = BLOCK << top
            if cells & around:
                gain = crest_share(table, s, top, 1) - crest_share(table, s, top, 0)
                if gain > 0.0:
                    for k in range(n):
                        if actions[k] < VISIT and (around >> cell_of(int(actions[k]))) & 1:
                            worth[k] += prestige * gain


@rule
def is_busiest_with(table: Table, s: int, more: int) -> bool:
    """Tell whether a player would be busiest in Brussels with some Architects more."""
    mine = in_brussels(table, s) + more
    for other in range(table.printed.players):
        if other != s and in_brussels(table, other) > mine:
            return False
    return True


@rule
def value_exchange(table: Table, s: int, francs: int) -> float:
    """Five francs are worth most to a player who has Architects left and nothing to pay them."""
    value = EXCHANGE * franc(table)
    if rounds_left(table) == 0:
        unpaid = max(0, hired(table, s) - francs // WAGE)
        value += UNPAID * min(unpaid, 2)
        value += 5.0 * lead(table, s, column_with(table, Lower.MONEY), 0)
    elif francs < 3:
        value += 0.8
    return value


@rule
def value_hall(table: Table, s: int) -> float:
    """Add up the best nobles that can be called."""
    upright = int(table.seats[s].nobles & ~table.seats[s].tilted)
    calls = level(table, s, Track.NOBILITY)
    total = 0.0
    for _ in range(NOBLES):
        if calls <= 0 or upright <= 0:
            break
        best = 0
        most = -1.0
        for noble in range(NOBLES):
            if (upright >> noble) & 1:
                value = effect(table, s, noble)
                if value > most:
                    most = value
                    best = noble
        total += most
        upright &= ~(1 << best)
        calls -= 1
    return total


@rule
def value_cinquantenaire(table: Table, s: int) -> float:
    """Return the best that the Cinquantenaire offers."""
    best = max(value_deed(table, s, Deed.CREATION), value_deed(table, s, Deed.SUPPLY))
    best = max(best, value_deed(table, s, Deed.INFLUENCE))
    if can_build(table, s):
        best = max(best, value_deed(table, s, Deed.CONSTRUCTION))
    return best


@rule
def value_deed(table: Table, s: int, deed: int) -> float:
    """Return what a deed at the Cinquantenaire is worth; the better of two cards is kept."""
    if deed == Deed.SALE:
        return value_card(table, s, Card.MONEY)
    deck = Deck.ARTWORK
    if deed == Deed.SUPPLY:
        return supply(table, s) + 0.2
    if deed == Deed.CONSTRUCTION:
        return value_card(table, s, HOUSE_START) + 0.2
    if deed == Deed.INFLUENCE:
        deck = Deck.NOBLE
    total, cards = 0.0, 0
    for card in range(STARTS[deck], STARTS[deck + 1]):
        count = int(table.pile[card])
        if count > 0:
            total += count * value_card(table, s, card)
            cards += count
    return total / cards + 0.5 if cards > 0 else 0.5


@rule
def value_card(table: Table, s: int, card: int) -> float:
    """Return what it is worth to use an Action card."""
    if card < MATERIAL_START:
        return value_creation(table, s, card)
    if card < HOUSE_START:
        return supply(table, s) + value_types(table, s, card - MATERIAL_START)
    if card < NOBLE_START:
        return value_construction(table, s, card)
    if card == Card.MONEY:
        best = -0.2
        for colour in range(COLOURS):
            if table.seats[s].cards[colour] > 0:
                best = max(best, value_sale(table, s, colour))
        return best
    if card == Card.EXPO:
        return value_expo(table, s)
    noble = noble_of(card)
    value = effect(table, s, noble)
    if (table.seats[s].nobles >> noble) & 1 == 0:
        value += max(0.0, keeping(table, s, noble))
    return value


@rule
def value_creation(table: Table, s: int, colour: int) -> float:
    """Return what one more artwork is worth."""
    left = rounds_left(table)
    if table.seats[s].cards[colour] > 0:
        return 0.7 if left > 0 else 0.1
    value = SHOW * left + (1.1 if is_open_expo(table) else 0.0) + (0.6 if left > 0 else 0.1)
    return value + PER_COLOUR * lead(table, s, column_with(table, Lower.ARTWORKS), 0)


@rule
def value_types(table: Table, s: int, kind: int) -> float:
    """A material with types that the player does not have yet shows more types in a house."""
    types = 0
    for k in range(MATERIALS):
        if table.seats[s].cards[MATERIAL_START + k] > 0:
            types |= TYPES[k]
    return 0.3 * bits_in(int(TYPES[kind]) & ~types)


@rule
def value_construction(table: Table, s: int, house: int) -> float:
    """A house brings its level at the end and its types at once, and takes its material."""
    if not can_build(table, s):
        return -0.5
    need = (houses(table, s) + 2) // 2
    value = fame(table, s) + 1.6 - need * (1.0 if rounds_left(table) == 0 else 1.4)
    if table.seats[s].cards[house] == 0:
        value += 0.3 + 0.9 * PER_HOUSE_KIND * lead(table, s, column_with(table, Lower.HOUSES), 0)
    return value


@rule
def value_sale(table: Table, s: int, colour: int) -> float:
    """Three francs for an artwork; a colour that the player has twice is missed least."""
    if colour == FORGO_SALE:
        return -0.2
    value = SALE * franc(table)
    if table.seats[s].cards[colour] > 1:
        return value - (0.7 if rounds_left(table) > 0 else 0.1)
    return value - value_creation_again(table, s)


@rule
def value_creation_again(table: Table, s: int) -> float:
    """Return what a colour is worth that a player has once."""
    left = rounds_left(table)
    value = SHOW * left + (1.1 if is_open_expo(table) else 0.0)
    return value + PER_COLOUR * lead(table, s, column_with(table, Lower.ARTWORKS), 0)


@rule
def value_expo(table: Table, s: int) -> float:
    """Count what everyone would show in an exhibition: the own exhibits less the best others'."""
    players = int(table.printed.players)
    shown = 0
    mine, others = 0, 0
    for _ in range(COLOURS):  # every round shows a colour, or is the last
        for k in range(players):
            seat = (s + k) % players
            if table.seats[seat].passed > 0:
                continue
            for colour in range(COLOURS):
                if table.seats[seat].cards[colour] > 0 and (shown >> colour) & 1 == 0:
                    shown |= 1 << colour
                    if seat == s:
                        mine += 1
                    else:
                        others += 1
                    break
    value = EXHIBIT * (mine - others / (players - 1.0))
    return value + (0.5 if rounds_left(table) > 0 else float(EXPO_POINTS))


@rule
def value_exhibit(table: Table, s: int, option: int) -> float:
    """Show first what others could show too."""
    if option == DECLINE:
        return -1.0
    value = float(EXHIBIT)
    for other in range(table.printed.players):
        if other != s and (table.waiting >> other) & 1:
            if (free_colours(table, other) >> option) & 1:
                value += 0.8
    return value


@rule
def value_side(table: Table, s: int, side: int) -> float:
    """A higher side costs francs and helps in the column."""
    column = int(table.cell) % COLUMNS
    cost = float(VALUE[side]) * franc(table)
    if rounds_left(table) == 0:
        # The wages must still be paid.
        left = int(table.seats[s].francs) - int(VALUE[side])
        cost += UNPAID * max(0, hired(table, s) - left // WAGE)
        cost += 1.2 * VALUE[side] * lead(table, s, column_with(table, Lower.MONEY), 0)
    value = 1.2 * lead(table, s, column, int(VALUE[side])) * stake(table, s, column)
    return value - cost - 0.15 * (side // 2)


@rule
def value_material(table: Table, s: int, option: int) -> float:
    """Pay with as few cards as possible, unless one more shows one more type."""
    if option == FORGO_HOUSE:
        return -1.0
    cost = houses(table, s) + 1
    paid = 0
    for kind in range(MATERIALS):
        paid += table.paid[kind]
    if option == DONE:
        return float(types_used(table, cost))
    shown = types_used(table, cost) if 2 * paid >= cost else 0
    types = 0
    for kind in range(MATERIALS):
        if table.paid[kind] > 0:
            types |= TYPES[kind]
    fresh = bits_in(int(TYPES[option]) & ~types)
    return shown + 0.8 * fresh - (1.2 if 2 * paid >= cost else 0.0)

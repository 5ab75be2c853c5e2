"""What an action of Belle Époque is worth, without carrying it out, for bots and hints."""

from __future__ import annotations

from horta.core.rule import rule
from horta.games.bruxelles1893.moves import (
    BARTER_WORK,
    DECLINE,
    SEND_TRAVELLER,
    TILE,
    built,
    card_of,
    column_of,
    francs_of,
    given,
    named_as,
    notable_of,
    returned,
    row_of,
    tile_of,
    travellers_of,
)
from horta.games.bruxelles1893.pieces import NOTABLES, TILES, Card, Row
from horta.games.bruxelles1893.scoring import multiplier
from horta.games.bruxelles1893.table import NOTHING, Decision, Table, works_of
from horta.games.bruxelles1893.tiles import free_tiles
from horta.games.bruxelles1893.weights import (
    TO_SELL,
    best_row,
    counted,
    cube,
    effect,
    franc,
    homes,
    keep_work,
    price,
    prize,
    rounds_left,
)
from horta.games.bruxelles1893.weights_belle import (
    AWAY,
    STATION,
    building_pavilion,
    card_worth,
    tile_worth,
)
from horta.games.bruxelles1893.weights_standing import is_busiest
from horta.games.bruxelles1893.windows import Window

PLACED = 2.0  # what an assistant could do in this round
HOUSE_OF_OTHERS = 0.3  # what the visits of others bring a house in a round to come


@rule
def value_belle(table: Table, s: int, decision: int, action: int) -> float:
    """Estimate one action of the decisions that Belle Époque adds."""
    if action == DECLINE:
        return 0.0
    if decision == Decision.WINDOW:
        # Saintenoy's turns of the compass lie before the cards.
        return value_card(table, s, card_of(action)) if action >= TILE else -0.2
    if decision == Decision.TILE:
        return sending(table, s, tile_of(action))
    if decision == Decision.TARGET:
        left = rounds_left(table)
        target = built(action)
        if target == 0:
            return HOUSE_OF_OTHERS * left
        return building_pavilion(table, s, target - 1, left, visited(table))
    if decision == Decision.TRAVELLERS:
        # A traveller keeps an assistant free, and stays out of the majority.
        return (1.0 - STATION) * float(travellers_of(action))
    if decision == Decision.SELL_AS:
        return price(table, named_as(action), works_of(table, s), franc(table, s))
    if decision == Decision.CARD_NOTABLE:
        return effect(table, s, notable_of(action)) + 0.05
    if decision == Decision.BARTER:
        gained = TO_SELL + multiplier(table, s, Row.WORKS) - 2.0 * cube(table, s)
        return -gained if action == BARTER_WORK else gained
    if decision == Decision.GIVE:
        return 0.1 * table.seats[s].cubes[given(action)]
    if decision == Decision.GIVE_WORK:
        return -keep_work(table, s, returned(action))
    if decision == Decision.FIGURE:
        return 0.3 if action == SEND_TRAVELLER else 0.0
    if decision == Decision.COLUMN:
        card = int(table.prize[column_of(action)])
        return prize(table, s, card) if card >= 0 else 0.0
    if decision == Decision.ROW:
        return counted(table, s, row_of(action))
    if decision == Decision.WITHDRAW_SUM:
        return 0.1 * francs_of(action)
    return 0.1


@rule
def value_card(table: Table, s: int, card: int) -> float:
    """Estimate what it is worth to use a card now."""
    if card == Card.LAST_NOTABLE:
        notable = int(table.theatre[0])
        return effect(table, s, notable) - 2.0 * franc(table, s) if notable != NOTHING else -1.0
    if card == Card.RECALL:
        return 1.0 if is_busiest(table, s, 0) else -0.2
    if card == Card.DISMISS:
        return worst_kept(table, s)
    return 0.3 + card_worth(table, s, card)


@rule
def worst_kept(table: Table, s: int) -> float:
    """Return what it is worth to sell the used notable that is worth least for its francs."""
    seat = table.seats[s]
    best = -1.0
    for notable in range(NOTABLES):
        if (seat.notables & seat.tilted) >> notable & 1:
            kept = float(multiplier(table, s, Row.NOTABLES))
            kept += rounds_left(table) * (0.6 + 0.25 * effect(table, s, notable))
            best = max(best, table.printed.cost[notable] * franc(table, s) - kept)
    return best


@rule
def visited(table: Table) -> bool:
    """Tell whether the pavilions have been visited in this round."""
    return table.window > Window.BRUSSELS


@rule
def sending(table: Table, s: int, tile: int) -> float:
    """Return what it is worth to send an assistant to a tile for good."""
    left = rounds_left(table)
    worth = tile_worth(table, s, tile, left, homes(table, s), best_row(table, s))
    worth -= AWAY * left + PLACED
    if not table.rulings.tiles_count:
        worth -= multiplier(table, s, Row.ASSISTANTS)
    return worth


@rule
def best_tile(table: Table, s: int) -> float:
    """Return what the best free tile is worth to a player who comes to a tile space, or 0."""
    if table.seats[s].reserve < 2:
        return 0.0
    best = 0.0
    free = free_tiles(table)
    for tile in range(TILES):
        if (free >> tile) & 1:
            best = max(best, sending(table, s, tile))
    return best

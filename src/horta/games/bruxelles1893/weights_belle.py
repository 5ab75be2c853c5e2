"""What pavilions, tiles, cards and travellers of Belle Époque are worth to a player, for bots.

All values are in points, and guesses: they are no rules. `left` counts the rounds after this one.
"""

from __future__ import annotations

from horta.core.rule import lookup, rule
from horta.games.bruxelles1893.cards import CARD_ROWS
from horta.games.bruxelles1893.closing import cost_of
from horta.games.bruxelles1893.pavilions import colours_in_row
from horta.games.bruxelles1893.pieces import (
    FRANCS_A_POINT,
    PAVILIONS,
    STEPS,
    TILES,
    Card,
    Kind,
    Row,
    Tile,
    Track,
)
from horta.games.bruxelles1893.scoring import multiplier
from horta.games.bruxelles1893.table import NOBODY, SOURCES, Table, level, white_works
from horta.games.bruxelles1893.tiles import (
    BUILDING_POINTS,
    MORE_WORKS,
    NEIGHBOUR_POINTS,
    PALACE_POINTS,
    PASS_POINTS,
    RAISE,
    SHARE,
    TOWN_HALL_FRANCS,
    WHITE_POINTS,
    neighbours,
)
from horta.games.bruxelles1893.windows import cards_of

# Hundredths of a point that a card brings its owner in a round.
CARD_WORTH = lookup(row.worth for row in CARD_ROWS)
# Hundredths of a point of one visit to come, by the number of players.
VISIT = lookup([0, 0, 140, 180, 220, 250])

EARNED = 9.0  # points on the score track in a round to come
CLIMBED = 0.35  # steps on the Town Hall and Palace tracks in a round to come
FIRST_OUT = 0.3  # rounds in which a player passes first
PAIRS = 0.25  # pairs of neighbouring houses in a round to come
WHITES = 0.4  # white works in a round to come
SAVED = 1.5  # what notables to come would cost at the end, in a round to come
STATION = 0.8  # a traveller in the reserve
AWAY = 4.0  # an assistant who stays on a tile, in a round to come
GLASS = 2.2  # a glass cube that a pavilion takes


@rule
def card_worth(table: Table, s: int, card: int) -> float:
    """Return what a card brings its owner in a round."""
    worth = float(CARD_WORTH[card]) / 100.0
    if card in (Card.CARDS_SCORE, Card.CARDS_PAY):
        return worth * cards_of(table, s)
    return worth


@rule
def pavilion_worth(table: Table, s: int, slot: int, left: int) -> float:
    """Return what a pavilion and its card may bring in the rounds to come, this one aside."""
    visits = float(VISIT[table.players]) / 100.0
    return left * (visits + 0.65 * card_worth(table, s, int(table.card[slot])))


@rule
def best_pavilion(table: Table, s: int, left: int, visited: bool) -> float:
    """Return what the best free pavilion is worth for which a player has the glass, or 0."""
    best = 0.0
    glass = int(table.seats[s].cubes[Kind.GLASS])
    for slot in range(PAVILIONS):
        if table.pavilion[slot] == NOBODY and table.printed.glass[slot] <= glass:
            best = max(best, building_pavilion(table, s, slot, left, visited))
    return best


@rule
def building_pavilion(table: Table, s: int, slot: int, left: int, visited: bool) -> float:
    """Return what it is worth to build a pavilion, less its glass; the house itself aside."""
    worth = pavilion_worth(table, s, slot, left) - GLASS * table.printed.glass[slot]
    if not visited:
        worth += colours_in_row(table, slot)
    return worth


@rule
def tile_worth(table: Table, s: int, tile: int, left: int, houses: float, best: float) -> float:
    """Return what an end-game tile may bring at the end.

    `houses` are the buildings at the end, `best` what the line with the most to multiply counts.
    """
    seat = table.seats[s]
    if tile == Tile.SCORE_SHARE:
        scored = EARNED * left
        for source in range(SOURCES):
            scored += max(0, int(seat.earned[source]))
        return scored / SHARE
    if tile == Tile.RAISED_ROW:
        return RAISE * best
    if tile == Tile.TOWN_HALL_PAYS:
        francs = TOWN_HALL_FRANCS * (seat.step[Track.TOWN_HALL] + 1 + CLIMBED * left)
        return francs * max(1.2, float(multiplier(table, s, Row.MONEY))) / FRANCS_A_POINT
    if tile == Tile.FOUR_WORKS:
        return float(MORE_WORKS * multiplier(table, s, Row.WORKS))
    if tile == Tile.PALACE_SCORES:
        return PALACE_POINTS * (seat.step[Track.PALACE] + 1 + CLIMBED * left)
    if tile == Tile.ONE_HOUSE:
        return level(table, s, Track.ARCHITECT) + 1.0 * left
    if tile == Tile.PASSES_SCORE:
        return float(PASS_POINTS[table.players]) * (seat.exhibits + FIRST_OUT * left)
    if tile == Tile.BUILDINGS_MORE:
        return BUILDING_POINTS * houses
    if tile == Tile.NEIGHBOURS:
        return float(NEIGHBOUR_POINTS[table.players]) * (neighbours(table, s) + PAIRS * left)
    if tile == Tile.PORTRAIT:
        at = (STEPS + 1) * Track.ARCHITECT + STEPS
        rise = float(table.boards[s].levels[at] - table.boards[s].levels[at - 1])
        near = min(1.0, max(0.0, (seat.step[Track.ARCHITECT] + 0.55 * left - STEPS + 2.0) / 2.0))
        return rise * houses * near
    if tile == Tile.WHITES_SCORE:
        return WHITE_POINTS * (white_works(table, s) + WHITES * left)
    # Notables that are free: what they cost now is saved, or is counted as saved already.
    return 0.4 * cost_of(table, s, seat.notables) + SAVED * left


@rule
def belle_worth(table: Table, s: int, left: int, houses: float, best: float) -> float:
    """Return what a player has of Belle Époque may still bring; points that are made aside."""
    worth = 0.0
    for slot in range(PAVILIONS):
        if table.pavilion[slot] == s:
            worth += pavilion_worth(table, s, slot, left)
    tiles = int(table.seats[s].tiles)
    if tiles != 0:
        for tile in range(TILES):
            if (tiles >> tile) & 1:
                worth += tile_worth(table, s, tile, left, houses, best) - AWAY * left
    return worth + STATION * table.seats[s].travellers

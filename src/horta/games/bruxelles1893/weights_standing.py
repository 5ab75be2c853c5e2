"""How the auctions and crests of this round stand, and who is busiest in Brussels, for bots."""

from __future__ import annotations

from horta.core.rule import rule
from horta.games.bruxelles1893.majorities import in_brussels
from horta.games.bruxelles1893.pieces import SEATS, SIDE
from horta.games.bruxelles1893.table import AROUND, NOBODY, Table
from horta.games.bruxelles1893.weights import in_turns

SUM_BITS = 12  # of one colour's bids in a column


@rule
def sums(table: Table, column: int) -> int:
    """Return the sums that all colours have bid in a column, packed."""
    packed = 0
    for row in range(SIDE):
        at = SIDE * row + column
        owner = table.figure[at]
        if 0 <= owner < SEATS:
            packed += int(table.bid[at]) << (SUM_BITS * owner)
    return packed


@rule
def best_other(table: Table, packed: int, s: int) -> int:
    """Return the highest sum of another player."""
    best = 0
    for owner in range(table.players):
        if owner != s:
            best = max(best, (packed >> (SUM_BITS * owner)) & ((1 << SUM_BITS) - 1))
    return best


@rule
def room(table: Table, column: int) -> int:
    """Count the spaces of a column where somebody can still bid."""
    count = 0
    if in_turns(table):
        for row in range(SIDE):
            count += ((table.zone & ~table.figures) >> (SIDE * row + column)) & 1
    return count


@rule
def chance(mine: int, other: int, free: int) -> float:
    """Guess the chance to win a column from the own sum and the highest of the others."""
    if mine == 0:
        return 0.0 if free == 0 else 0.12
    ahead = mine - other
    if free == 0:
        return 1.0 if ahead > 0 else 0.4 if ahead == 0 else 0.0
    if ahead > 0:
        return min(0.92, 0.5 + 0.1 * ahead)
    return max(0.04, 0.3 + 0.06 * ahead)


@rule
def crest_share(table: Table, s: int, crest: int, added: int) -> float:
    """Return the share of a crest that a player may expect; with `added`, a free space is taken."""
    mine, others, free, packed = added, 0, -added, 0
    for k in range(4):
        owner = table.figure[AROUND[4 * crest + k]]
        if owner == NOBODY:
            free += 1
            if (table.zone >> AROUND[4 * crest + k]) & 1 == 0:
                return 0.0  # it will never be complete
        elif owner == s:
            mine += 1
        else:
            packed += 1 << (4 * owner)
    for owner in range(SEATS + 1):
        others = max(others, (packed >> (4 * owner)) & 15)
    if free == 0:
        return 1.0 if mine >= others else 0.0
    if not in_turns(table) or mine == 0 or mine + free < others:
        return 0.0
    done = 0.5 if free == 1 else 0.22 if free == 2 else 0.08
    return done if mine >= others else 0.4 * done


@rule
def is_busiest(table: Table, s: int, more: int) -> int:
    """Tell whether a player would lose an assistant to Justice, with some more in Brussels."""
    mine = in_brussels(table, s) + more
    if mine == 0:
        return 0
    for other in range(table.players):
        if other != s and in_brussels(table, other) > mine:
            return 0
    return 1

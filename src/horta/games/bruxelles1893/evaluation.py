"""What a position of Bruxelles 1893 is worth, for bots and hints.

`evaluate` estimates the final totals: what is on the score sheet for good, what buildings, works,
notables, assistants, cubes, levels and francs may still bring in the rounds that are left, and the
auctions and crests of this round as they stand.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from horta.core.rule import rule
from horta.games.bruxelles1893.closing import cost_of
from horta.games.bruxelles1893.pavilions import colours_in_row
from horta.games.bruxelles1893.payments import ALLOWED, demand
from horta.games.bruxelles1893.pieces import (
    COLOURS,
    CRESTS,
    HOUSES,
    NOBLES,
    NOTABLES,
    PAVILIONS,
    ROWS,
    SEATS,
    SIDE,
    STEPS,
    TOKEN_POINTS,
    Kind,
    Track,
)
from horta.games.bruxelles1893.scoring import multiplier, score_seat
from horta.games.bruxelles1893.table import NOBODY, Decision, Table, level, works_of
from horta.games.bruxelles1893.tracks import last_step
from horta.games.bruxelles1893.weights import (
    CALLED,
    CREST_WINS,
    CUBE_USE,
    FRANC,
    HELD,
    IDLE,
    JOKER,
    PALACE,
    RISE,
    SHEET_LINES,
    TO_SELL,
    best_row,
    builds_on,
    counted,
    effect,
    franc,
    homes,
    in_turns,
    power,
    prize,
    rounds_left,
    saved_franc,
    top_row,
)
from horta.games.bruxelles1893.weights_belle import belle_worth, card_worth
from horta.games.bruxelles1893.weights_standing import (
    SUM_BITS,
    best_other,
    chance,
    crest_share,
    is_busiest,
    room,
    sums,
)
from horta.games.bruxelles1893.windows import Window


@rule
def evaluate(table: Table, values: Any) -> None:
    """Estimate the final totals of all seats."""
    if table.decision == Decision.OVER:
        sheet = np.zeros((SEATS, SHEET_LINES), np.int32)
        for s in range(table.players):
            score_seat(table, s, sheet)
            total = 0
            for line in range(SHEET_LINES):
                total += sheet[s, line]
            values[s] = float(total)
        return
    for s in range(table.players):
        values[s] = belongings(table, s)
    if table.decision < Decision.OVER:
        add_prizes(table, values)
        if in_turns(table):
            add_crests(table, values)
            add_token(table, values)
            if table.belle_epoque:
                add_visits(table, values)


@rule
def belongings(table: Table, s: int) -> float:
    """Return what a player has and may still make of it."""
    left = rounds_left(table)
    seat = table.seats[s]
    total = 0.0
    for source in range(len(seat.earned)):
        total += seat.earned[source]
    last = last_step(table, s, Track.ARCHITECT)
    step = min(float(last), seat.step[Track.ARCHITECT] + RISE * left)
    low = int(step)
    at = (STEPS + 1) * Track.ARCHITECT + low
    fame = float(table.boards[s].levels[at])
    if low < last:
        fame += (step - low) * (table.boards[s].levels[at + 1] - table.boards[s].levels[at])
    houses = homes(table, s)
    total += houses * fame + (1.0 + 0.5 * left) * seat.built + top_row(table, s, 0.0)
    for row in range(ROWS):
        total += multiplier(table, s, row) * counted(table, s, row)
    # Money beyond its line: what it buys.
    if left > 0:
        use = float(FRANC[left]) / 100.0 - saved_franc(table, s)
        total += max(0.0, use) * seat.money + 0.3 * min(int(seat.money), 5)
    else:
        short = cost_of(table, s, seat.notables) - seat.money
        if short > 0:
            total -= 1.5 * short
        if in_turns(table) and not seat.passed:
            total += 0.1 * seat.money
    colours = 0
    for colour in range(COLOURS):
        colours += seat.works[colour] > 0
    coming = left + (0.0 if seat.passed else 1.0)
    total += colours * franc(table, s) * coming
    if left > 0 or (in_turns(table) and not seat.passed):
        total += works_of(table, s) * TO_SELL * (0.6 if left > 0 else 0.3)
    total += cubes_worth(table, s)
    for notable in range(NOTABLES):
        if (seat.notables >> notable) & 1:
            total += left * (0.35 * CALLED + 0.25 * effect(table, s, notable))
            if in_turns(table) and not seat.passed and (seat.tilted >> notable) & 1 == 0:
                total += 0.25 * effect(table, s, notable)
    total += left * PALACE * level(table, s, Track.PALACE)
    total += CREST_WINS * left * level(table, s, Track.TOWN_HALL)
    total -= HELD * left * seat.justice
    if in_turns(table):
        if not seat.passed:
            total += IDLE * min(int(seat.reserve), 1 + int(seat.money))
        total -= 0.5 * (HELD * left + 1.0) * is_busiest(table, s, 0)
    total += seat.exhibits * 0.5 * left
    if table.belle_epoque:
        total += belle_worth(table, s, left, houses, best_row(table, s))
    return total


@rule
def cubes_worth(table: Table, s: int) -> float:
    """Return what a player's cubes are worth: a point each, or part of a building."""
    seat = table.seats[s]
    nobles = 0
    for kind in range(NOBLES):
        nobles += seat.cubes[kind]
    worth = float(nobles)
    if builds_on(table, s):
        soon = 1.0 if rounds_left(table) > 0 else 0.4
        units = int(table.boards[s].cost[min(HOUSES - 1, int(seat.built))])
        allowed = ALLOWED[demand(table)]
        fitting = 0
        for kind in range(NOBLES):
            if (allowed >> kind) & 1:
                fitting += seat.cubes[kind]
        worth += soon * (CUBE_USE * min(nobles, units + 3) + 0.5 * min(fitting, units))
        worth += soon * JOKER * min(int(seat.cubes[Kind.JOKER]), 4)
    return worth


@rule
def add_prizes(table: Table, values: Any) -> None:
    """Add what the prizes below the columns may bring."""
    for column in range(SIDE):
        card = int(table.prize[column])
        if card < 0:
            continue
        if not in_turns(table):
            owner = int(table.winner[column])
            if owner >= 0:
                values[owner] += prize(table, owner, card)
            for s in range(table.players):
                if (table.tied[column] >> s) & 1:
                    values[s] += power(table, s, card)
            continue
        packed = sums(table, column)
        if packed == 0:
            continue
        free = room(table, column)
        for s in range(table.players):
            mine = (packed >> (SUM_BITS * s)) & ((1 << SUM_BITS) - 1)
            if mine > 0:
                p = chance(mine, best_other(table, packed, s), free)
                values[s] += p * prize(table, s, card)


@rule
def add_crests(table: Table, values: Any) -> None:
    """Add what the crests of this round may bring."""
    for crest in range(CRESTS):
        for s in range(table.players):
            share = crest_share(table, s, crest, 0)
            if share > 0.0:
                values[s] += share * (level(table, s, Track.TOWN_HALL) + 0.3)


@rule
def add_visits(table: Table, values: Any) -> None:
    """Add what the visit to the pavilions in this round brings as the figures stand."""
    if table.window > Window.BRUSSELS:
        return  # it is over
    for slot in range(PAVILIONS):
        owner = int(table.pavilion[slot])
        if owner != NOBODY:
            values[owner] += colours_in_row(table, slot)
            if table.card_used[slot] == 0:
                values[owner] += 0.4 * card_worth(table, owner, int(table.card[slot]))


@rule
def add_token(table: Table, values: Any) -> None:
    """Add what being first to pass brings: Manneken-Pis symbols for the token."""
    if table.first_out != NOBODY:
        values[table.first_out] += 0.5 if rounds_left(table) > 0 else 0.5 * TOKEN_POINTS

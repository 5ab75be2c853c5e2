"""What is true of every step of Bruxelles 1897, from one table to the next.

The numbers are those of `invariants.py`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from horta.core.rule import rule
from horta.games.bruxelles1897.components import (
    CELLS,
    COLOURS,
    FIRST_PASS,
    HELD,
    HOUSE_START,
    LATER_PASS,
    TRACKS,
    Track,
)
from horta.games.bruxelles1897.majorities import VALUE
from horta.games.bruxelles1897.table import (
    NOBODY,
    Decision,
    Event,
    Phase,
    Table,
    in_prison,
    level,
)

# What the notes of a step add up to for a seat.
FRANCS, BUILT, SHOWN, ARMS, JAILED, PLACED, RAISED = range(7)
SUMS = RAISED + TRACKS


@rule
def follows(before: Table, after: Table) -> int:
    """Return 0, or the number of the first invariant that the step between two tables breaks."""
    broken = check_turn_order(before, after)
    if broken == 0:
        broken = check_stays(before, after)
    if broken == 0:
        broken = check_told(before, after)
    return broken


@rule
def check_turn_order(before: Table, after: Table) -> int:
    """Invariants 19 and 22; whoever has no Architect left passes without being asked."""
    if told_in_part(before, after):
        return 0
    players = before.printed.players
    round_no, first = int(before.round_no), int(before.first)
    holder, passes = int(before.expo), int(before.passes)
    for k in range(before.noted, after.noted):
        entry = after.notes[k % len(after.notes)]
        if entry.kind == Event.OPENED:
            holder = entry.seat
        elif entry.kind == Event.PASSED:
            passes += 1
        elif entry.kind == Event.ROUND:
            round_no += 1
            first = (first + 1) % players if holder == NOBODY else holder
            holder, passes = NOBODY, 0
            if entry.seat != first:
                return 19
    if after.round_no != round_no:
        return 22
    told = after.first == first and after.expo == holder and after.passes == passes
    return 0 if told else 19


@rule
def told_in_part(before: Table, after: Table) -> bool:
    """Tell whether a step told more than the ring of notes holds: they account for nothing then."""
    return bool(after.noted - before.noted > len(after.notes))


@rule
def check_stays(before: Table, after: Table) -> int:
    """Invariants 5, 6, 7, 10 and 11: what never goes back, and what stays within a round."""
    new_round = after.round_no != before.round_no
    for s in range(before.printed.players):
        old, new = before.seats[s], after.seats[s]
        for track in range(TRACKS):
            if new.track[track] < old.track[track]:
                return 5
        if after.phase != Phase.OVER and old.nobles & ~new.nobles != 0:
            return 6
        if not new_round and after.phase != Phase.OVER and old.tilted & ~new.tilted != 0:
            return 6
        for card in range(HOUSE_START, HELD):
            if new.cards[card] < old.cards[card]:
                return 10
        if before.decision == Decision.EXPO and after.decision == Decision.EXPO:
            for colour in range(COLOURS):
                if new.cards[colour] != old.cards[colour]:
                    return 11
    for cell in range(CELLS):
        if new_round or before.owner[cell] == NOBODY:
            continue
        if after.owner[cell] != before.owner[cell] or after.side[cell] != before.side[cell]:
            return 7
    return 0


@rule
def check_told(before: Table, after: Table) -> int:
    """Invariants 4, 5, 7, 9, 10, 11, 12, 15 and 16: the notes account for every change."""
    if told_in_part(before, after):
        return 0
    for s in range(before.printed.players):
        sums = np.zeros(SUMS, np.int64)
        broken = add_notes(before, after, s, sums)
        if broken == 0:
            broken = check_sums(before, after, s, sums)
        if broken != 0:
            return broken
    return 0


@rule
def add_notes(before: Table, after: Table, s: int, sums: Any) -> int:
    """Add up what the notes tell of a seat; return 0, or the invariant that one of them breaks."""
    passes = int(before.passes)
    own_passes = 1 if before.seats[s].passed > 0 else 0
    for k in range(before.noted, after.noted):
        entry = after.notes[k % len(after.notes)]
        if entry.kind == Event.ROUND:
            passes = 0
            own_passes = 0
        if entry.kind == Event.PASSED:
            passes += 1
            own_passes += entry.seat == s
            if own_passes > 1 or entry.a != (FIRST_PASS if passes == 1 else LATER_PASS):
                return 9
        if entry.kind == Event.CREST:
            points = (entry.b & 0xFFFF) | (entry.c & 0xFFFF) << 16
            own = (points >> (7 * s)) & 127
            sums[ARMS] += own
            if own != crest_due(after, s, entry.a & 0xFFFF):
                return 16
        if entry.seat == s:
            broken = add_own_note(before, s, entry, sums)
            if broken != 0:
                return broken
    return 0


@rule
def crest_due(after: Table, s: int, counts: int) -> int:
    """Return what a seat gains at a coat of arms, by the packed counts of all seats."""
    most = 0
    for other in range(after.printed.players):
        most = max(most, (counts >> (4 + 3 * other)) & 7)
    # no step raises Prestige after the coats of arms, so the level still stands
    return level(after, s, Track.PRESTIGE) if counts >> (4 + 3 * s) & 7 == most else 0


@rule
def add_own_note(before: Table, s: int, entry: Any, sums: Any) -> int:
    """Add one note of a seat; return 0, or the invariant that it breaks."""
    kind = entry.kind
    if kind in (Event.FRANCS, Event.PASSED):
        sums[FRANCS] += entry.a
    elif kind == Event.SOLD:
        sums[FRANCS] += entry.b
    elif kind == Event.PLACED:
        sums[FRANCS] -= VALUE[entry.b]
        sums[PLACED] += 1
        if before.seats[s].francs + sums[FRANCS] < 0:
            return 4
    elif kind == Event.WAGES:
        sums[FRANCS] -= 2 * entry.a
    elif kind == Event.BUILT:
        sums[BUILT] += entry.c
        if not 1 <= entry.c <= min(3, entry.b):
            return 10
    elif kind == Event.EXHIBITED:
        sums[SHOWN] += entry.b
        if before.seats[s].passed > 0:
            return 11
    elif kind == Event.RAISED:
        sums[RAISED + entry.a] += 1
    elif kind == Event.JAILED:
        sums[JAILED] += 1
    elif kind == Event.FREED:
        sums[JAILED] -= 1
    return 0


@rule
def check_sums(before: Table, after: Table, s: int, sums: Any) -> int:
    """Compare what was told of a seat with what changed."""
    old, new = before.seats[s], after.seats[s]
    if new.francs != old.francs + sums[FRANCS]:
        return 4
    for track in range(TRACKS):
        if new.track[track] != old.track[track] + sums[RAISED + track]:
            return 5
    if new.built != old.built + sums[BUILT]:
        return 12
    if new.shown != old.shown + sums[SHOWN] or new.arms != old.arms + sums[ARMS]:
        return 12
    if in_prison(after, s) != in_prison(before, s) + sums[JAILED]:
        return 15
    new_round = after.round_no != before.round_no
    if not new_round and in_grid(after, s) != in_grid(before, s) + sums[PLACED]:
        return 7
    return 0


@rule
def in_grid(table: Table, s: int) -> int:
    """Count the Architects of a player in the grid."""
    count = 0
    for cell in range(CELLS):
        if table.owner[cell] == s:
            count += 1
    return count

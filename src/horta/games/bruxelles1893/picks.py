"""The sets of Bruxelles 1893 that are picked one by one, and that people choose in any order.

The decisions D17, D19, D27, D32 and D40 of the ledger: cubes taken and given, payments, the
notables that card 6 discards, and those that stay unpaid.
"""

from __future__ import annotations

from horta.core.picks import Pick
from horta.games.bruxelles1893.closing import cost_of
from horta.games.bruxelles1893.flow import play
from horta.games.bruxelles1893.table import Decision, Table


def pick_one(table: Table, action: int) -> bool:
    """Take, give, pay or discard one thing; the same question comes back while more are due."""
    decision = table.decision
    play(table, action)
    return bool(table.decision == decision)


def leave_one(table: Table, action: int) -> bool:
    """Leave a notable unpaid; the rest may cost too much still (ruling R-34)."""
    play(table, action)
    seat = table.seats[table.to_play]
    left = cost_of(table, table.to_play, seat.notables & ~table.dropped)
    if left > seat.money:
        table.decision = Decision.UNPAID
    return bool(left > seat.money)


PICKS = (
    Pick("cube", pick_one),
    Pick("pay", pick_one),
    Pick("give", pick_one),
    Pick("drop", pick_one, end="decline"),
    Pick("unpaid", leave_one),
)

"""The sets of Bruxelles 1897 that are picked one by one, and that people choose in any order.

The decisions D3 and D6 of the ledger: the Architects that go to Brussels, and the material that
pays for a house.
"""

from __future__ import annotations

from horta.core.picks import Pick
from horta.games.bruxelles1897.flow import play
from horta.games.bruxelles1897.moves import FIRST
from horta.games.bruxelles1897.table import Table


def pick_one(table: Table, action: int) -> bool:
    """Place an Architect, or give a material; the same question comes back while more may come."""
    decision = int(table.decision)
    play(table, action - int(FIRST[decision]))
    return bool(table.decision == decision)


PICKS = (Pick("send", pick_one), Pick("pay", pick_one, end="done"))

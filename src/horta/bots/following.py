"""Following: where in the tree of the last search the table stands now.

A bot that sits at a table keeps its tree. When it is asked again, others may have answered, and it
has made steps that left it no choice. What they played is not told to a bot, but their likely
answers are in the tree: they are carried out on a table dealt from what the bot knew, until the bot
would see what it sees now.

A way through the tree counts only if it leads there on several deals: where a tile was drawn, or an
answer showed what was hidden, most of what the tree holds below is about other tables.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable

from horta.bots.bot import MASK, STREAM, InfoState
from horta.core.contract import Ints
from horta.core.record import Games, copy_table

DEALS = 3
"""A way has to lead to what is seen on so many deals."""
MOST = 200
"""So many tables are looked at: a millisecond or two; the likely answers come first."""

Below = Callable[[tuple[int, ...]], Iterable[tuple[int, int]]]
"""The actions of a tree that follow some others, each with its visits."""


def way(before: InfoState, action: int, now: InfoState, below: Below) -> tuple[int, ...] | None:
    """Return the actions from the last search to what is seen now, or None if it cannot be told.

    They begin with the action that was thought best then; `below` reads the tree.
    """
    if before.seat != now.seat or before.revealed or now.revealed:
        return None
    deals = [before.deal(before.seed + k * STREAM & MASK) for k in range(DEALS)]
    out = now.game.new_list()
    first = _Walk(now, deals[0], out)
    if not first.step(action):
        return None
    waiting: list[tuple[int, int, tuple[int, ...], _Walk]] = [(0, 0, (action,), first)]
    for number in range(1, MOST):
        if not waiting:
            return None
        _, _, path, walk = heapq.heappop(waiting)
        if walk.arrived() and all(
            _leads(_Walk(now, deal, out), path) for deal in map(copy_table, deals[1:])
        ):
            return path
        if not walk.goes_on():
            continue
        for turn, (answer, visits) in enumerate(below(path)):
            further = walk.copy()
            if visits > 0 and further.step(answer):
                heapq.heappush(waiting, (-visits, number << 16 | turn, (*path, answer), further))
    return None


def _leads(walk: _Walk, path: Iterable[int]) -> bool:
    """Tell whether a way can be gone on a deal, and ends where the seat sees what it sees now."""
    return all(walk.step(action) for action in path) and walk.arrived()


class _Walk:
    """A table on the way."""

    def __init__(self, now: InfoState, table: Games, out: Ints) -> None:
        self.now, self.table, self._out = now, table, out

    def copy(self) -> _Walk:
        """Return the same table, to go another way."""
        return _Walk(self.now, copy_table(self.table), self._out)

    def _legal(self) -> list[int]:
        n = self.now.engine.legal(self.table, 0, self._out)
        return [int(action) for action in self._out[:n]]

    def step(self, action: int) -> bool:
        """Carry an action out, if it is legal here."""
        if self.now.engine.to_play(self.table, 0) < 0 or action not in self._legal():
            return False
        self.now.engine.step(self.table, 0, action)
        return True

    def arrived(self) -> bool:
        """Tell whether the seat is to play, and would see what it sees now."""
        if self.now.engine.to_play(self.table, 0) != self.now.seat:
            return False
        seen = copy_table(self.table)
        self.now.engine.redact(seen, 0, self.now.seat)
        return seen.tobytes() == self.now.table.tobytes()

    def goes_on(self) -> bool:
        """Tell whether it goes on without a choice of the seat itself: it has not been asked."""
        mover = self.now.engine.to_play(self.table, 0)
        return mover >= 0 and (mover != self.now.seat or len(self._legal()) == 1)

"""Exhaustive search of small endgames in which nothing is left to luck, for two players.

    python -m tests.bots.solver paris > found.json

looks through the last steps of bot games for positions with one right answer: the best action
leads to a better final margin than every other, whatever the rival does. Cards and works that
nobody has seen are dealt again some times, and every action must have the same value in every
deal: what is hidden makes no difference any more. A choice of the positions is kept in `puzzles/`.
"""

from __future__ import annotations

import json
import random
import sys

import numpy as np

import horta
from horta.bots import info_state, player
from horta.core.engine import engine
from horta.core.record import copy_table


class TooLarge(Exception):
    """The tree has too many positions."""


class Solver:
    """The value of positions: the margin of seat 0 at the end, the tie-break behind the point."""

    def __init__(self, game, most=60_000):
        self.game, self.engine, self.most = game, engine(game), most
        self.known: dict[bytes, float] = {}

    def result(self, table):
        sheet = self.game.new_sheet()
        self.engine.score(table, 0, sheet)
        points = [k for k, line in enumerate(self.game.lines) if not line.tie_break]
        breaks = [k for k, line in enumerate(self.game.lines) if line.tie_break]
        value = float(sheet[0, points].sum() - sheet[1, points].sum())
        for k in breaks:
            if sheet[0, k] != sheet[1, k]:
                return value + (0.1 if sheet[0, k] > sheet[1, k] else -0.1)
        return value

    def value(self, table):
        seat = self.engine.to_play(table, 0)
        if seat < 0:
            return self.result(table)
        key = self.key(table)
        if key not in self.known:
            if len(self.known) >= self.most:
                raise TooLarge
            self.known[key] = 0.0
            values = self.actions(table).values()
            self.known[key] = max(values) if seat == 0 else min(values)
        return self.known[key]

    def key(self, table):
        """The bytes of a table without its notes, which tell how it came about."""
        copy = copy_table(table)
        copy["noted"] = 0
        copy["notes"] = np.zeros((), copy.dtype["notes"].base)
        return copy.tobytes()

    def actions(self, table):
        """The value of each legal action."""
        out = self.game.new_list()
        n = self.engine.legal(table, 0, out)
        values = {}
        for action in out[:n].tolist():
            after = copy_table(table)
            self.engine.step(after, 0, action)
            values[action] = self.value(after)
        return values


DEALS = 4
OPTIONS = {
    "paris": [{"postcards": "first"}, {"postcards": "random"}, {"postcards": "random"}],
    "bruxelles1893": [{"edition": "2013"}, {"edition": "2023"}],
}
LAST = {"paris": 8, "bruxelles1897": 16, "bruxelles1893": 24}
"""How many steps before the end the search for puzzles begins."""


class Luck(Exception):
    """The value of an action depends on what nobody knows."""


def answers(match, most=60_000, deals=DEALS):
    """The value of each action for the seat to play, exactly."""
    sign = 1 if match.to_play == 0 else -1
    seen = info_state(match)
    values = Solver(match.game, most).actions(seen.deal(1))
    for deal in range(2, deals + 1):
        if Solver(match.game, most).actions(seen.deal(deal)) != values:
            raise Luck
    return {action: sign * value for action, value in values.items()}


def puzzles(game_id, wanted=24, seed=1, most=2_500):
    """Look for positions with one right answer at the ends of greedy games with some whims."""
    found, rng, deal = [], random.Random(seed), seed
    variants = OPTIONS.get(game_id, [{}])
    while len(found) < wanted:
        deal += 1
        match = horta.start(game_id, 2, deal, **variants[deal % len(variants)])
        bots = [player("greedy:deals=1,answered=0", match.game, 2) for _ in range(2)]
        positions = []
        while not match.over:
            positions.append(match.copy())
            bold = rng.random() < 0.15
            match.play(
                rng.choice(match.legal) if bold else bots[match.to_play].choose(info_state(match))
            )
        puzzle = None
        for position in reversed(positions[-LAST.get(game_id, 8) : -1]):
            if len(position.legal) < 4:
                continue
            try:
                values = answers(position, most)
            except Luck:
                continue
            except TooLarge:
                break  # and earlier ones are larger still
            ranked = sorted(values.values(), reverse=True)
            if ranked[0] - ranked[1] < 2:
                continue
            best = max(values, key=lambda action: values[action])
            greedy = bots[0].choose(info_state(position))
            # The one farthest from the end is the hardest.
            puzzle = {
                "answer": position.text(best),
                "says": position.label(best),
                "legal": len(values),
                "margin": ranked[0],
                "second": ranked[1],
                "wins": ranked[0] > 0 >= ranked[1],
                "greedy_errs": values[greedy] < ranked[0],
                "position": position.position,
            }
        if puzzle is not None:
            found.append(puzzle)
            told = [puzzle[key] for key in ("says", "margin", "second", "legal", "greedy_errs")]
            print(deal, *told, file=sys.stderr, flush=True)
    return found


if __name__ == "__main__":
    given = sys.argv[1:]
    print(json.dumps(puzzles(given[0], *map(int, given[1:])), indent=1, ensure_ascii=False))

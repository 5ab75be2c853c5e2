"""Information-set tree search, compiled.

Like every loop it is joined to a game by the binder (`core/binding.py`); uncompiled (`HORTA_JIT=0`)
the same source runs on the plain rules and gives the same numbers. It releases the GIL.

The tree is one of a single observer. Each iteration copies the root, has `redeal` fill in what the
observer cannot know, with fresh dice, and walks down by actions alone: a child stands for its
action whatever was drawn or rolled on the way, and only the children that are legal on the table
of this iteration compete. So chance and hidden things are averaged over in proportion to how
often they happen, and nothing in the tree depends on a secret.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from horta.bots.estimates import (
    WORST,
    Rules,
    Scratch,
    expect,
    sample,
    squash,
    try_action,
    weigh_actions,
)
from horta.bots.tuning import Tuning
from horta.core.contract import DoubleRows, Doubles, Ints, Longs, Tables
from horta.core.dice import new_seed, next_word, roll
from horta.core.game import Game
from horta.core.outcome import lead_of, settle
from horta.core.rule import part

WORDS = 4294967296.0  # how many values a random word has
DEEPEST = 512  # no path in the tree is longer: `descend` stops there
STUCK = 20_000  # no playout is longer: a game that does not end must not hang a bot
SURE = 8  # visits from which a node's mean counts for the range of values

ROOT, USED, STAMP = range(3)
"""In `Growth.state`."""


class Tree(NamedTuple):
    """A search tree in flat arrays; node 0 is the empty root, children are linked lists."""

    action: Ints
    first: Ints
    sibling: Ints
    visits: Ints
    seen: Ints
    """How often the node's action was legal while its parent was visited."""
    prior: Doubles
    value: DoubleRows
    """By seat: the sum of the values of the playouts below."""
    wins: DoubleRows
    """By seat: the sum of the shares of victory."""
    margin: Doubles
    """The sum of the observer's leads."""
    lines: DoubleRows
    """By line of the score sheet: sums for the observer; only kept for children of a root."""


class Growth(NamedTuple):
    """What a search remembers beside the nodes."""

    state: Longs
    """The root, the nodes in use, and a stamp for the legal actions of one visit."""
    mark: Longs
    """By action: the stamp of the visit when it was legal last."""
    path: Longs
    """The nodes of this iteration, from the root on."""
    low: Doubles
    """By seat: the least value of the tree."""
    high: Doubles


class Terms(NamedTuple):
    """What does not change while a tree grows from one root."""

    root: Tables
    """One table, as the observer sees it."""
    root_values: Doubles
    """By action: what a short look ahead thinks of it at the root.

    Below the root there is only time for the game's quick estimates.
    """
    breaks: Longs
    seat: int
    """The observer."""
    players: int
    only: int
    """The one action that is looked at in the root; -1: all that are legal."""
    has_prior: bool
    """Whether the game has a quick estimate of actions."""
    revealed: bool
    """Whether the root is whole: then every iteration meets the draws that it holds."""
    tuning: Tuning


def search(  # noqa: PLR0917 - a loop is compiled for its arguments one by one
    rules: Rules, tree: Tree, growth: Growth, scratch: Scratch, terms: Terms, iterations: int
) -> int:
    """Run some iterations; return the steps that were taken, or -1 when the arrays are full."""
    games = scratch.games
    steps = 0
    for _ in range(iterations):
        if growth.state[USED] >= tree.action.shape[0]:
            return -1
        games[0] = terms.root[0]
        if not terms.revealed:
            rules.redeal(games, 0, terms.seat, new_seed(scratch.dice[0]))
        depth = descend(rules, tree, growth, scratch, terms)
        steps += depth + play_out(rules, scratch, terms)
        conclude(rules, scratch, terms)
        learn(tree, growth, scratch, terms, depth)
    return steps


@part
def descend(rules: Rules, tree: Tree, growth: Growth, scratch: Scratch, terms: Terms) -> int:
    """Walk down from the root to a node that is new or seldom visited; return its depth."""
    games, path, visits = scratch.games, growth.path, tree.visits
    tuning = terms.tuning
    start = growth.state[ROOT]
    node = start
    depth = 0
    path[0] = node
    while depth < DEEPEST - 1:
        mover = rules.to_play(games, 0)
        if mover < 0 or (node != start and visits[node] < tuning.expand_at):
            break
        n = rules.legal(games, 0, scratch.out)
        if node == start and terms.only >= 0:
            scratch.out[0] = terms.only
            n = 1
        best, present = select(tree, growth, scratch, tuning, node, mover, n)
        room = tuning.widen * (visits[node] + 1.0) ** tuning.widen_power
        if present < n and (present == 0 or present < room):
            if node == start:
                for k in range(n):
                    scratch.worth[k] = terms.root_values[scratch.out[k]]
            else:
                weigh_actions(rules, scratch, n, terms.players, terms.has_prior)
            best = widen(tree, growth, scratch, terms, node, n)
        fresh = visits[best] == 0
        rules.step(games, 0, tree.action[best])
        node = best
        depth += 1
        path[depth] = node
        if fresh:
            break
    return depth


@part
def select(  # noqa: PLR0917 - a part of a loop takes what it uses of the loop
    tree: Tree, growth: Growth, scratch: Scratch, tuning: Tuning, node: int, mover: int, n: int
) -> tuple[int, int]:
    """Return the most promising child that is legal on this table, and how many are legal.

    The actions that have a child are unmarked.
    """
    out, mark, state = scratch.out, growth.mark, growth.state
    action, visits, seen, value = tree.action, tree.visits, tree.seen, tree.value
    state[STAMP] += 1
    stamp = state[STAMP]
    for k in range(n):
        mark[out[k]] = stamp
    low, high = growth.low[mover], growth.high[mover]
    present = 0
    best = -1
    best_score = WORST
    child = int(tree.first[node])
    while child >= 0:
        if mark[action[child]] == stamp:
            mark[action[child]] = -1
            present += 1
            seen[child] += 1
            tried = visits[child]
            found = (
                (value[child, mover] / tried - low) / max(high - low, tuning.stretch)
                + tuning.explore * math.sqrt(math.log(seen[child] + 1.0) / tried)
                + tuning.bias * tree.prior[child] / (1.0 + tried)
            )
            if found > best_score:
                best_score = found
                best = child
        child = int(tree.sibling[child])
    return best, present


@part
def widen(  # noqa: PLR0917 - a part of a loop takes what it uses of the loop
    tree: Tree, growth: Growth, scratch: Scratch, terms: Terms, node: int, n: int
) -> int:
    """Give a node a child for the best of the actions that have none; return it."""
    out, worth, mark, state = scratch.out, scratch.worth, growth.mark, growth.state
    top = WORST
    chosen = -1
    for k in range(n):
        top = max(top, worth[k])
        if mark[out[k]] == state[STAMP] and (chosen < 0 or worth[k] > worth[chosen]):
            chosen = k
    child = int(state[USED])
    state[USED] += 1
    tree.action[child] = out[chosen]
    tree.first[child] = -1
    tree.sibling[child] = tree.first[node]
    tree.first[node] = child
    tree.visits[child] = 0
    tree.seen[child] = 1
    tree.prior[child] = math.exp((worth[chosen] - top) / terms.tuning.prior_scale)
    for seat in range(terms.players):
        tree.value[child, seat] = 0.0
        tree.wins[child, seat] = 0.0
    tree.margin[child] = 0.0
    return child


@part
def play_out(rules: Any, scratch: Scratch, terms: Terms) -> int:
    """Play on at table 0, to the end or as deep as a playout goes; return the steps."""
    games, out, worth, tuning = scratch.games, scratch.out, scratch.worth, terms.tuning
    dice = scratch.dice[0]
    depth = tuning.depth
    played = 0
    before = -1
    mover = rules.to_play(games, 0)
    while mover >= 0 and played < STUCK:
        if 0.0 < depth <= played and (mover != before or played >= depth + tuning.finish):
            break
        before = mover
        n = rules.legal(games, 0, out)
        chosen = 0
        if n > 1:
            if next_word(dice) >= tuning.heavy * WORDS:
                chosen = roll(dice, n)
            elif terms.has_prior:
                rules.prior(games, 0, out, n, worth)
                chosen = sample(worth, n, tuning.loose, next_word(dice) / WORDS)
            else:
                chosen = best_of_some(rules, scratch, terms, mover, n)
        rules.step(games, 0, out[chosen])
        played += 1
        mover = rules.to_play(games, 0)
    return played


@part
def best_of_some(rules: Any, scratch: Scratch, terms: Terms, mover: int, n: int) -> int:
    """Try some random actions out; return the best of them."""
    best = WORST
    chosen = 0
    for _ in range(int(terms.tuning.samples)):
        k = roll(scratch.dice[0], n)
        found = try_action(rules, scratch, scratch.out[k], 1, mover, terms.players)
        if found > best:
            best = found
            chosen = k
    return chosen


@part
def conclude(rules: Any, scratch: Scratch, terms: Terms) -> None:
    """Write the totals and shares of table 0, estimated if the game is not over."""
    games, totals, shares = scratch.games, scratch.totals, scratch.shares
    rules.score(games, 0, scratch.sheet)
    if rules.to_play(games, 0) < 0:
        settle(scratch.sheet, terms.breaks, terms.players, totals, shares)
    else:
        rules.evaluate(games, 0, totals)
        expect(totals, terms.players, terms.tuning.margin_scale, shares)


@part
def learn(tree: Tree, growth: Growth, scratch: Scratch, terms: Terms, depth: int) -> None:
    """Add what a playout brought to the nodes of the path."""
    path, visits, value = growth.path, tree.visits, tree.value
    totals, shares, players, seat = scratch.totals, scratch.shares, terms.players, terms.seat
    weight, scale = terms.tuning.margin_weight, terms.tuning.margin_scale
    lead = lead_of(totals, players, seat)
    if depth > 0:
        child = path[1]
        for line in range(len(terms.breaks)):
            tree.lines[child, line] += scratch.sheet[seat, line]
    for d in range(depth + 1):
        node = path[d]
        visits[node] += 1
        tree.margin[node] += lead
    for s in range(players):
        gained = (1.0 - weight) * shares[s]
        gained += weight * squash(lead_of(totals, players, s) / scale)
        for d in range(depth + 1):
            node = path[d]
            value[node, s] += gained
            tree.wins[node, s] += shares[s]
            # Where the game is all but decided, values lie close together: what counts is
            # how a value compares with the others of this tree.
            if visits[node] >= SURE:
                mean = value[node, s] / visits[node]
                growth.low[s] = min(growth.low[s], mean)
                growth.high[s] = max(growth.high[s], mean)


def compile_for(game: Game) -> None:
    """Compile the loops of the bots for a game (entry point of the group `horta.warm`)."""
    from horta.bots import guided
    from horta.bots.lookahead import look_ahead
    from horta.core.binding import bind
    from horta.core.engine import compiled_engine

    bind(search, compiled_engine(game))
    bind(look_ahead, compiled_engine(game))
    guided.compile_for(game)

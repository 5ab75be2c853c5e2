"""The tree search with a network: it says where to look, and what a leaf is worth.

The tree, the fresh deals and the learning are those of `search.py`. What differs: a leaf is looked
at once by the network, from the seat that is to play there. Its policy becomes the priors of
the leaf's children, which all come at once; its values, mixed with a playout of the game's own
estimates (`trust`), go up the path. With `trust` 1 there are no playouts at all.

The network sees a table as the observer's deal filled it in, and of that only what the seat
to play would know; so nothing in the tree depends on a secret here either.
"""

from __future__ import annotations

import math
from typing import Annotated, NamedTuple

from horta.bots.estimates import WORST, Scratch
from horta.bots.network import (
    Network,
    Paper,
    read_policy,
    read_values,
    run_trunk,
    softmax,
)
from horta.bots.search import (
    DEEPEST,
    ROOT,
    STAMP,
    USED,
    Growth,
    Terms,
    Tree,
    conclude,
    learn,
    play_out,
)
from horta.bots.tuning import Range
from horta.core.contract import Doubles, Entry, Tables
from horta.core.dice import new_seed
from horta.core.game import Game
from horta.core.rule import part


class Rules(NamedTuple):
    """The rules of a game that the search asks: those of all bots, and the observation."""

    legal: Entry
    step: Entry
    to_play: Entry
    score: Entry
    redeal: Entry
    evaluate: Entry
    prior: Entry
    observe: Entry
    clear: Entry


class Advice(NamedTuple):
    """How the search listens to its network."""

    trust: Annotated[float, Range(0.0, 1.0)] = 0.3
    """The share of the network in the value of a leaf; the rest is a playout's."""
    puct: Annotated[float, Range(0.1, 8.0, log=True)] = 1.5
    """Weight of the network's liking for what was tried seldom."""
    humble: Annotated[float, Range(0.0, 1.0)] = 0.1
    """An action that was not tried yet is thought worse than its parent by so much."""
    children: Annotated[float, Range(1.0, 64.0)] = 16.0
    """Below the root, so many of the best liked actions are looked at first."""
    widening: Annotated[float, Range(0.0, 4.0)] = 0.0
    """So many more, times the root of a node's visits: those liked best on the deal of the moment.

    A node is reached on many deals. Where what is drawn decides what is good, the best liked on the
    first of them are not those of the next.
    """


class Guide(NamedTuple):
    """A network, and what one search needs to ask it."""

    network: Network
    paper: Paper
    shares: Doubles
    totals: Doubles
    sums: Doubles
    """By seat: the sum of the totals of all iterations; who learns from a search reads it."""
    advice: Advice


def guided_search(  # noqa: PLR0917 - a loop is compiled for its arguments one by one
    rules: Rules,
    guide: Guide,
    tree: Tree,
    growth: Growth,
    scratch: Scratch,
    terms: Terms,
    iterations: int,
) -> int:
    """Run some iterations; return the steps that were taken, or -1 when the arrays are full."""
    games = scratch.games
    steps = 0
    most = int(guide.advice.children) + 1
    for _ in range(iterations):
        if growth.state[USED] + most > tree.action.shape[0]:
            return -1
        games[0] = terms.root[0]
        if not terms.revealed:
            rules.redeal(games, 0, terms.seat, new_seed(scratch.dice[0]))
        depth = descend_guided(rules, guide, tree, growth, scratch, terms)
        over = rules.to_play(games, 0) < 0
        steps += depth
        if over or guide.advice.trust < 1.0:
            steps += play_out(rules, scratch, terms)
            conclude(rules, scratch, terms)
        if not over:
            mix(guide, scratch, terms.players)
        for seat in range(terms.players):
            guide.sums[seat] += scratch.totals[seat]
        learn(tree, growth, scratch, terms, depth)
    return steps


@part
def mix(guide: Guide, scratch: Scratch, players: int) -> None:
    """Mix what the network thinks of the leaf into what the playout brought."""
    trust = guide.advice.trust
    for seat in range(players):
        if trust < 1.0:
            scratch.totals[seat] += trust * (guide.totals[seat] - scratch.totals[seat])
            scratch.shares[seat] += trust * (guide.shares[seat] - scratch.shares[seat])
        else:
            scratch.totals[seat] = guide.totals[seat]
            scratch.shares[seat] = guide.shares[seat]


@part
def descend_guided(  # noqa: PLR0917 - a part of a loop takes what it uses of the loop
    rules: Rules, guide: Guide, tree: Tree, growth: Growth, scratch: Scratch, terms: Terms
) -> int:
    """Walk down from the root to a leaf that the network looks at; return its depth."""
    games, path = scratch.games, growth.path
    start = growth.state[ROOT]
    node = start
    depth = 0
    path[0] = node
    while depth < DEEPEST - 1:
        mover = rules.to_play(games, 0)
        if mover < 0:
            break
        n = rules.legal(games, 0, scratch.out)
        if node == start and terms.only >= 0:
            scratch.out[0] = terms.only
            n = 1
        best, present = pick(tree, growth, scratch, terms, guide, node, mover, n)
        if node == start:
            if present < n:
                ask(rules, guide, scratch, mover, n, terms.players)
                add_children(tree, growth, scratch, terms.players, node, n, n)
                best, present = pick(tree, growth, scratch, terms, guide, node, mover, n)
        else:
            most = int(guide.advice.children)
            if present > 0:
                most += int(guide.advice.widening * math.sqrt(tree.visits[node]))
            if present < min(n, most):
                # A leaf, a deal on which much is legal that was not before, or a node that widens.
                ask(rules, guide, scratch, mover, n, terms.players)
                most = min(most - present, int(guide.advice.children))
                add_children(tree, growth, scratch, terms.players, node, n, most)
                break
        rules.step(games, 0, tree.action[best])
        node = best
        depth += 1
        path[depth] = node
    else:
        # So deep that the path has no room: the network looks at where it ends.
        mover = rules.to_play(games, 0)
        if mover >= 0:
            ask(rules, guide, scratch, mover, 0, terms.players)
    return depth


@part
def ask(  # noqa: PLR0917 - a part of a loop takes what it uses of the loop
    rules: Rules, guide: Guide, scratch: Scratch, mover: int, n: int, players: int
) -> None:
    """Let the network look at table 0: values for all seats, chances for the actions in `out`."""
    rules.clear(scratch.games, 0, guide.paper.seen)
    rules.observe(scratch.games, 0, mover, guide.paper.seen)
    run_trunk(guide.network, guide.paper)
    read_values(guide.network, guide.paper, mover, players, guide.shares, guide.totals)
    if n > 0:
        read_policy(guide.network, guide.paper, scratch.out, n, scratch.worth)
        softmax(scratch.worth, n)


@part
def pick(  # noqa: PLR0917 - a part of a loop takes what it uses of the loop
    tree: Tree,
    growth: Growth,
    scratch: Scratch,
    terms: Terms,
    guide: Guide,
    node: int,
    mover: int,
    n: int,
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
    low = growth.low[mover]
    stretch = max(growth.high[mover] - low, terms.tuning.stretch)
    new = value[node, mover] / max(visits[node], 1) - guide.advice.humble * stretch
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
            mean = value[child, mover] / tried if tried > 0 else new
            found = (mean - low) / stretch
            found += guide.advice.puct * tree.prior[child] * math.sqrt(seen[child]) / (1.0 + tried)
            if found > best_score:
                best_score = found
                best = child
        child = int(tree.sibling[child])
    return best, present


@part
def add_children(  # noqa: PLR0917 - a part of a loop takes what it uses of the loop
    tree: Tree, growth: Growth, scratch: Scratch, players: int, node: int, n: int, most: int
) -> None:
    """Give a node children for the best liked of the actions that have none."""
    out, worth, mark, state = scratch.out, scratch.worth, growth.mark, growth.state
    stamp = state[STAMP]
    for _ in range(most):
        chosen = -1
        for k in range(n):
            if mark[out[k]] == stamp and (chosen < 0 or worth[k] > worth[chosen]):
                chosen = k
        if chosen < 0:
            break
        mark[out[chosen]] = -1
        child = int(state[USED])
        state[USED] += 1
        tree.action[child] = out[chosen]
        tree.first[child] = -1
        tree.sibling[child] = tree.first[node]
        tree.first[node] = child
        tree.visits[child] = 0
        tree.seen[child] = 0
        tree.prior[child] = worth[chosen]
        for seat in range(players):
            tree.value[child, seat] = 0.0
            tree.wins[child, seat] = 0.0
        tree.margin[child] = 0.0


def glance(  # noqa: PLR0917 - a loop is compiled for its arguments one by one
    rules: Rules, guide: Guide, scratch: Scratch, root: Tables, seat: int, players: int
) -> int:
    """Ask the network about one table, without a search; return how many actions are legal."""
    scratch.games[0] = root[0]
    n: int = rules.legal(scratch.games, 0, scratch.out)
    ask(rules, guide, scratch, seat, n, players)
    return n


def compile_for(game: Game) -> None:
    """Compile the loops for a game with a network; `search.compile_for` does it with the rest."""
    from horta.core.binding import bind
    from horta.core.engine import compiled_engine

    if game.network is not None:
        bind(guided_search, compiled_engine(game))
        bind(glance, compiled_engine(game))

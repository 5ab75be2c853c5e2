"""The loops of the bots, compiled: information-set tree search, and a look one or two plies ahead.

Like the drivers of the core they take a game's rules as function pointers, so they are compiled
once for each game's record and work for every game; uncompiled (`HORTA_JIT=0`) the same source
runs on the plain rules and gives the same numbers. They release the GIL.

The tree is one of a single observer. Each iteration copies the root, has `redeal` fill in what the
observer cannot know, with fresh dice, and walks down by actions alone: a child stands for its
action whatever was drawn or rolled on the way, and only the children that are legal on the table
of this iteration compete. So chance and hidden things are averaged over in proportion to how
often they happen, and nothing in the tree depends on a secret.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from horta.core.cache import keep
from horta.core.dice import Dice, next_word, roll, seed_dice
from horta.core.engine import compiled_engine, games_type, plain_engine, signature
from horta.core.game import Game
from horta.core.record import at, blank, dtype_of
from horta.core.rule import checked, rule

WORDS = 4294967296.0  # how many values a random word has
DEEPEST = 512  # no path in the tree is longer
STUCK = 20_000  # no playout is longer: a game that does not end must not hang a bot

# Columns of the parameters that the search takes as numbers; `mcts.Tuning` explains them.
EXPLORE, BIAS, PRIOR_SCALE, WIDEN, WIDEN_POWER, EXPAND_AT = range(6)
HEAVY, LOOSE, SAMPLES, DEPTH, MARGIN_WEIGHT, MARGIN_SCALE, JUDGED, STRETCH = range(6, 14)
FINISH = 14
PARAMETERS = 15

SURE = 8  # visits from which a node's mean counts for the range of values


class Tree(NamedTuple):
    """A search tree in flat arrays; node 0 is the empty root, children are linked lists."""

    action: Any
    first: Any
    sibling: Any
    visits: Any
    seen: Any
    """How often the node's action was legal while its parent was visited."""
    prior: Any
    value: Any
    """By seat: the sum of the values of the playouts below."""
    wins: Any
    """The sum of the observer's shares of victory."""
    margin: Any
    """The sum of the observer's margins."""
    lines: Any
    """By line of the score sheet: sums for the observer; only kept for children of a root."""


@rule
def settle(sheet: Any, kinds: Any, players: int, totals: Any, shares: Any) -> None:
    """Write the totals and the shares of victory that a final score sheet gives."""
    lines = kinds.shape[0]
    for s in range(players):
        totals[s] = 0.0
        shares[s] = 0.0
        for k in range(lines):
            if kinds[k] == 0:
                totals[s] += sheet[s, k]
    best = 0
    for s in range(1, players):
        if beats(sheet, kinds, totals, s, best) > 0:
            best = s
    winners = 0
    for s in range(players):
        if beats(sheet, kinds, totals, s, best) == 0:
            winners += 1
    for s in range(players):
        if beats(sheet, kinds, totals, s, best) == 0:
            shares[s] = 1.0 / winners


@rule
def beats(sheet: Any, kinds: Any, totals: Any, a: int, b: int) -> int:
    """Compare two seats by their totals, then by the lines of the tie-break in order."""
    if totals[a] != totals[b]:
        return 1 if totals[a] > totals[b] else -1
    for k in range(kinds.shape[0]):
        if kinds[k] == 1 and sheet[a, k] != sheet[b, k]:
            return 1 if sheet[a, k] > sheet[b, k] else -1
    return 0


@rule
def margin_of(totals: Any, players: int, seat: int) -> float:
    """Return by how much a seat leads the best of the others."""
    best = -1e18
    for s in range(players):
        if s != seat and totals[s] > best:
            best = totals[s]
    return float(totals[seat] - best)


@rule
def squash(x: float) -> float:
    """Map a margin in units of its scale to a number between 0 and 1."""
    return 0.5 + 0.5 * x / (1.0 + abs(x))


@rule
def expect(totals: Any, players: int, scale: float, shares: Any) -> None:
    """Guess the shares of victory from estimates of the totals."""
    best = totals[0]
    for s in range(1, players):
        best = max(best, totals[s])
    total = 0.0
    for s in range(players):
        shares[s] = math.exp(3.0 * (totals[s] - best) / scale)
        total += shares[s]
    for s in range(players):
        shares[s] /= total


@rule
def weigh_actions(
    step: Any,
    to_play: Any,
    evaluate: Any,
    judge: Any,
    games: Any,
    out: Any,
    n: int,
    worth: Any,
    totals: Any,
    players: int,
    judged: bool,
) -> None:
    """Write what each action of table 0 brings the seat to play; table 1 is used to try them."""
    if judged:
        judge(games, 0, out, n, worth)
        return
    mover = to_play(games, 0)
    for k in range(n):
        games[1] = games[0]
        step(games, 1, out[k])
        evaluate(games, 1, totals)
        worth[k] = margin_of(totals, players, mover)


@rule
def sample(worth: Any, n: int, temperature: float, luck: float) -> int:
    """Return an action by its worth: one that is worse by the temperature has 1/e of the chance."""
    top = worth[0]
    for k in range(1, n):
        top = max(top, worth[k])
    total = 0.0
    for k in range(n):
        chance = math.exp((worth[k] - top) / temperature)
        worth[k] = chance
        total += chance
    left = luck * total
    for k in range(n):
        left -= worth[k]
        if left < 0.0:
            return k
    return n - 1


def _search(
    legal: Any,
    step: Any,
    to_play: Any,
    score: Any,
    redeal: Any,
    evaluate: Any,
    judge: Any,
    root: Any,
    games: Any,
    dice: Any,
    out: Any,
    worth: Any,
    sheet: Any,
    kinds: Any,
    mark: Any,
    numbers: Any,
    action: Any,
    first: Any,
    sibling: Any,
    visits: Any,
    seen: Any,
    prior: Any,
    value: Any,
    wins: Any,
    margin: Any,
    lines: Any,
    state: Any,
    path: Any,
    seat: int,
    players: int,
    iterations: int,
    p: Any,
    hunch: Any,
) -> int:
    """Run some iterations from the root `state[0]`; `state[1]` nodes are in use.

    `hunch` holds for each action at the root what a short look ahead thinks of it; below the root
    there is only time for the game's quick estimates.

    Returns the steps that were taken, or -1 when the arrays are full.
    """
    totals, shares = numbers[0], numbers[1]
    start = state[0]
    judged = p[JUDGED] > 0.0
    scale = p[MARGIN_SCALE]
    steps = 0
    for _ in range(iterations):
        if state[1] >= action.shape[0]:
            return -1
        games[0] = root[0]
        # Only 62 bits: a seed is never negative.
        deal = ((next_word(dice[0]) & 0x3FFFFFFF) << 32) | next_word(dice[0])
        redeal(games, 0, seat, deal)
        node = start
        depth = 0
        path[0] = node
        while depth < DEEPEST - 1:
            mover = to_play(games, 0)
            if mover < 0 or (node != start and visits[node] < p[EXPAND_AT]):
                break
            n = legal(games, 0, out)
            state[2] += 1
            stamp = state[2]
            for k in range(n):
                mark[out[k]] = stamp
            # Children that are legal on this table.
            present = 0
            best = -1
            best_score = -1e18
            child = first[node]
            while child >= 0:
                if mark[action[child]] == stamp:
                    mark[action[child]] = -1
                    present += 1
                    seen[child] += 1
                    tried = visits[child]
                    low, high = numbers[2, mover], numbers[3, mover]
                    found = (
                        (value[child, mover] / tried - low) / max(high - low, p[STRETCH])
                        + p[EXPLORE] * math.sqrt(math.log(seen[child] + 1.0) / tried)
                        + p[BIAS] * prior[child] / (1.0 + tried)
                    )
                    if found > best_score:
                        best_score = found
                        best = child
                child = sibling[child]
            room = p[WIDEN] * (visits[node] + 1.0) ** p[WIDEN_POWER]
            if present < n and (present == 0 or present < room):
                if node == start:
                    for k in range(n):
                        worth[k] = hunch[out[k]]
                else:
                    weigh_actions(
                        step,
                        to_play,
                        evaluate,
                        judge,
                        games,
                        out,
                        n,
                        worth,
                        totals,
                        players,
                        judged,
                    )
                top = -1e18
                chosen = -1
                for k in range(n):
                    top = max(top, worth[k])
                    if mark[out[k]] == stamp and (chosen < 0 or worth[k] > worth[chosen]):
                        chosen = k
                child = state[1]
                state[1] += 1
                action[child] = out[chosen]
                first[child] = -1
                sibling[child] = first[node]
                first[node] = child
                visits[child] = 0
                seen[child] = 1
                prior[child] = math.exp((worth[chosen] - top) / p[PRIOR_SCALE])
                for s in range(players):
                    value[child, s] = 0.0
                wins[child] = 0.0
                margin[child] = 0.0
                best = child
            fresh = visits[best] == 0
            step(games, 0, action[best])
            steps += 1
            node = best
            depth += 1
            path[depth] = node
            if fresh:
                break
        # Play on from here.
        played = 0
        mover = to_play(games, 0)
        before = -1
        while mover >= 0 and played < STUCK:
            if 0.0 < p[DEPTH] <= played and (mover != before or played >= p[DEPTH] + p[FINISH]):
                break
            before = mover
            n = legal(games, 0, out)
            chosen = 0
            if n > 1:
                if next_word(dice[0]) < p[HEAVY] * WORDS:
                    if judged:
                        judge(games, 0, out, n, worth)
                        chosen = sample(worth, n, p[LOOSE], next_word(dice[0]) / WORDS)
                    else:
                        best_score = -1e18
                        for _try in range(int(p[SAMPLES])):
                            k = roll(dice[0], n)
                            games[1] = games[0]
                            step(games, 1, out[k])
                            evaluate(games, 1, totals)
                            found = margin_of(totals, players, mover)
                            if found > best_score:
                                best_score = found
                                chosen = k
                else:
                    chosen = roll(dice[0], n)
            step(games, 0, out[chosen])
            played += 1
            mover = to_play(games, 0)
        steps += played
        score(games, 0, sheet)
        if mover < 0:
            settle(sheet, kinds, players, totals, shares)
        else:
            evaluate(games, 0, totals)
            expect(totals, players, scale, shares)
        lead = margin_of(totals, players, seat)
        if depth > 0:
            child = path[1]
            for k in range(kinds.shape[0]):
                lines[child, k] += sheet[seat, k]
        for d in range(depth + 1):
            node = path[d]
            visits[node] += 1
            wins[node] += shares[seat]
            margin[node] += lead
        w = p[MARGIN_WEIGHT]
        for s in range(players):
            gained = (1.0 - w) * shares[s] + w * squash(margin_of(totals, players, s) / scale)
            for d in range(depth + 1):
                node = path[d]
                value[node, s] += gained
                # Where the game is all but decided, values lie close together: what counts is
                # how a value compares with the others of this tree.
                if visits[node] >= SURE:
                    mean = value[node, s] / visits[node]
                    numbers[2, s] = min(numbers[2, s], mean)
                    numbers[3, s] = max(numbers[3, s], mean)
    return steps


def _look(
    legal: Any,
    step: Any,
    to_play: Any,
    score: Any,
    redeal: Any,
    evaluate: Any,
    judge: Any,
    root: Any,
    games: Any,
    dice: Any,
    out: Any,
    more: Any,
    worth: Any,
    sheet: Any,
    kinds: Any,
    numbers: Any,
    actions: Any,
    leads: Any,
    seat: int,
    players: int,
    deals: int,
    reply: bool,
    judged: bool,
) -> int:
    """Try each action on some deals; write the mean margin of the seat after it.

    The seat finishes its own turn as its estimates tell it. With `reply`, the next seat then
    does what is best for itself by one more look. Returns the evaluations.
    """
    totals, shares = numbers[0], numbers[1]
    looked = 0
    n = actions.shape[0]
    for k in range(n):
        leads[k] = 0.0
    for _ in range(deals):
        games[3] = root[0]
        deal = ((next_word(dice[0]) & 0x3FFFFFFF) << 32) | next_word(dice[0])
        redeal(games, 3, seat, deal)
        for k in range(n):
            games[0] = games[3]
            step(games, 0, actions[k])
            follow = 0
            while to_play(games, 0) == seat and follow < 8:
                m = legal(games, 0, out)
                weigh_actions(
                    step, to_play, evaluate, judge, games, out, m, worth, totals, players, judged
                )
                chosen = 0
                for j in range(1, m):
                    if worth[j] > worth[chosen]:
                        chosen = j
                step(games, 0, out[chosen])
                looked += m
                follow += 1
            other = to_play(games, 0)
            if reply and other >= 0 and other != seat:
                m = legal(games, 0, more)
                best = -1e18
                lead = 0.0
                for j in range(m):
                    games[2] = games[0]
                    step(games, 2, more[j])
                    evaluate(games, 2, totals)
                    found = margin_of(totals, players, other)
                    if found > best:
                        best = found
                        lead = margin_of(totals, players, seat)
                looked += m
                leads[k] += lead
            elif other < 0:
                score(games, 0, sheet)
                settle(sheet, kinds, players, totals, shares)
                # A victory by the tie-break is worth more than the same points without it.
                leads[k] += margin_of(totals, players, seat) + shares[seat]
                looked += 1
            else:
                evaluate(games, 0, totals)
                leads[k] += margin_of(totals, players, seat)
                looked += 1
    for k in range(n):
        leads[k] /= deals
    return looked


ENTRIES = ("legal", "step", "to_play", "score", "redeal", "evaluate", "judge")

_LOOPS: dict[str, tuple[Callable[..., int], str]] = {
    "search": (
        _search,
        "games games dice actions floats sheet ints ints rows "
        "actions actions actions actions actions floats rows floats floats rows "
        "ints ints int int int floats floats",
    ),
    "look": (
        _look,
        "games games dice actions actions floats sheet ints rows actions floats "
        "int int int bool bool",
    ),
}


@functools.cache
def loop(name: str, game: Game, *, compiled: bool) -> Callable[..., int]:
    """Return one of the loops with a game's rules bound to it."""
    function, kinds = _LOOPS[name]
    if not compiled:
        plain = plain_engine(game)
        return functools.partial(function, *(getattr(plain, entry) for entry in ENTRIES))
    import numba
    from numba import types

    types_of = {
        "games": games_type(game),
        "dice": types.Array(numba.from_dtype(dtype_of(Dice)), 1, "C"),
        "actions": types.Array(types.int32, 1, "C"),
        "ints": types.Array(types.int64, 1, "C"),
        "floats": types.Array(types.float64, 1, "C"),
        "rows": types.Array(types.float64, 2, "C"),
        "sheet": types.Array(types.int32, 2, "C"),
        "int": types.int64,
        "bool": types.boolean,
    }
    pointers = [types.FunctionType(signature(game, entry)) for entry in ENTRIES]
    dispatcher = numba.njit(nogil=True, boundscheck=checked())(function)
    keep(dispatcher, function)
    dispatcher.compile(types.int64(*pointers, *(types_of[kind] for kind in kinds.split())))
    # Otherwise Numba would compile the rules into the loop again, for their own types.
    dispatcher.disable_compile()
    engine = compiled_engine(game)
    return functools.partial(dispatcher, *(getattr(engine, entry) for entry in ENTRIES))


def compile_for(game: Game) -> None:
    """Compile the loops for a game and save them (entry point of the group `horta.warm`)."""
    for name in _LOOPS:
        loop(name, game, compiled=True)


def new_dice(seed: int, *, compiled: bool) -> Any:
    """Return dice for a loop, seeded: an array for compiled code, a list of structs otherwise."""
    dice = blank(Dice)
    seed_dice(at(Dice, dice), seed)
    return dice if compiled else [at(Dice, dice)]


def line_kinds(game: Game) -> Any:
    """Return for each line of the score sheet whether it is points (0) or a tie-break (1)."""
    return np.array([int(line.tie_break) for line in game.lines], np.int64)

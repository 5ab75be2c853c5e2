"""The loops of a batch of games, compiled: deal, step, show, and choose at random."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from horta.core.ahead import ask_for
from horta.core.contract import (
    Bools,
    ByteRows,
    DoubleRows,
    Doubles,
    Entry,
    FloatRows,
    IntPages,
    IntRows,
    Ints,
    Longs,
    Tables,
)
from horta.core.dice import DiceBatch, new_seed, roll
from horta.core.drivers import MOST_STEPS
from horta.core.game import Game
from horta.core.rule import part
from horta.envs.rewards import rewards_of

# What becomes of a game that is over: it waits for `reset`, begins anew in the next step, or in
# the same step. They are Gymnasium's autoreset modes.
WAIT = 0
NEXT_STEP = 1
SAME_STEP = 2

BLOCK = 64
"""So many games are advanced and then shown, while their tables are still in the cache."""

SHORT = 128
"""A mask of so many places is emptied whole: quicker than to guess how many of them were set."""

MOST_DEALS = 1000
"""So often a game is dealt again that is over before the learner has a decision."""

ENDLESS = -2
"""In the place of the seat to play: the game does not come to the learner, or to its end."""

# Who plays the other seats: the caller too, compiled random players, or bots of Python.
NOBODY_ELSE = 0
RANDOM = 1
BOTS = 2


class Rules(NamedTuple):
    """The rules of a game that the loops call."""

    setup: Entry
    legal: Entry
    step: Entry
    to_play: Entry
    score: Entry
    observe: Entry
    clear: Entry


class State(NamedTuple):
    """The games of a batch and what is shown of them, one row each."""

    start: Tables
    """One table, ready to be dealt."""
    games: Tables
    dice: DiceBatch
    """Of the others' choices and the next deals."""
    seeds: Longs
    learners: Longs
    seats: Longs
    over: Bools
    observations: FloatRows
    masks: ByteRows
    legals: IntRows
    counts: Longs
    out: Ints


class Results(NamedTuple):
    """What a step writes beside them."""

    acted: Longs
    started: Bools
    last: FloatRows
    rewards: DoubleRows
    gains: Doubles
    sheets: IntPages
    totals: IntRows


class Terms(NamedTuple):
    """What does not change while a batch is played."""

    breaks: Longs
    others: int
    players: int
    kind: int
    """Of reward."""
    autoreset: int
    any_seat: bool
    """Whether the learner's seat is drawn for every game."""
    fresh: bool
    """Whether somebody may have written on the arrays that the next observations come into."""
    told: int
    """Where in a table the ring of notes begins, of which a step needs next to nothing."""
    untold: int
    """And where it ends."""


class Share(NamedTuple):
    """The part of a batch that one thread works on, and what it does there."""

    first: int
    stop: int
    check: bool
    """Whether the actions are looked at: in a batch of several threads before any is played."""
    play: bool


@part
def others_play(rules: Rules, state: State, i: int) -> int:
    """Let random others play up to the learner's decision; return who is to play, or ENDLESS."""
    games, dice, out = state.games, state.dice[i], state.out
    seat: int = rules.to_play(games, i)
    steps = 0
    while seat >= 0 and seat != state.learners[i]:
        count = rules.legal(games, i, out)
        if count > 0:
            rules.step(games, i, out[roll(dice, count)])
        seat = rules.to_play(games, i)
        steps += 1
        if count == 0 or steps == MOST_STEPS:
            seat = ENDLESS
    return seat


@part
def deal(rules: Rules, state: State, i: int, others: int) -> int:
    """Deal game i from its seed, up to the first decision of the learner; return whose it is."""
    games = state.games
    seat = ENDLESS
    for _ in range(MOST_DEALS):
        games[i] = state.start[0]
        rules.setup(games, i, state.seeds[i])
        seat = rules.to_play(games, i)
        if others == RANDOM:
            seat = others_play(rules, state, i)
        if seat >= 0 or seat == ENDLESS:
            break
        state.seeds[i] = new_seed(state.dice[i])
    state.seats[i] = max(seat, 0)
    return seat


@part
def empty(state: State, terms: Terms, first: int, stop: int, which: Bools) -> None:
    """Take away what was shown of some games; of a long mask only the bits that were set."""
    masks, legals, counts = state.masks, state.legals, state.counts
    whole = terms.fresh or masks.shape[1] <= SHORT
    for i in range(first, stop):
        if which[i] and whole:
            for k in range(masks.shape[1]):
                masks[i, k] = 0
        elif which[i]:
            for k in range(counts[i]):
                masks[i, np.uint64(legals[i, k])] = 0
        if which[i] and terms.fresh:
            for k in range(state.observations.shape[1]):
                state.observations[i, k] = 0.0


@part
def show(  # noqa: PLR0917 - a part of a loop takes what it uses of the loop
    rules: Rules, state: State, terms: Terms, first: int, stop: int, which: Bools
) -> None:
    """Write the observations and masks of some games for the seats that are to play.

    The loops are apart because the masks are large: so the processor waits for many of them at
    once instead of for one after the other.
    """
    games, masks, legals, counts = state.games, state.masks, state.legals, state.counts
    empty(state, terms, first, stop, which)
    for i in range(first, stop):
        if which[i]:
            counts[i] = rules.legal(games, i, legals[i])
    for i in range(first, stop):
        if which[i]:
            for k in range(counts[i]):
                masks[i, np.uint64(legals[i, k])] = 1
    for i in range(first, stop):
        if which[i]:
            if not terms.fresh:  # else it is empty
                rules.clear(games, i, state.observations[i])
            rules.observe(games, i, state.seats[i], state.observations[i])


def reset_games(rules: Rules, state: State, terms: Terms, which: Bools, share: Share) -> int:
    """Deal the games of a share that `which` marks, from their seeds.

    Return 0, or i + 1 when game i does not come to a decision of the learner.
    """
    for i in range(share.first, share.stop):
        if which[i]:
            state.over[i] = False
            if deal(rules, state, i, terms.others) < 0:
                return i + 1
    show(rules, state, terms, share.first, share.stop, which)
    return 0


def step_games(  # noqa: PLR0917 - a loop is compiled for its arguments one by one
    rules: Rules,
    state: State,
    terms: Terms,
    results: Results,
    actions: Longs,
    which: Bools,
    share: Share,
) -> int:
    """Play one action in every game of a share that `which` marks.

    Return 0, or i + 1 when action i is wrong and none is played; -(i + 1) tells that game i is
    over and waits for `reset`, and with n games, n + i + 1 that game i does not end.
    """
    wrong = first_wrong(state, terms, actions, which, share) if share.check else 0
    if wrong != 0 or not share.play:
        return wrong
    n = len(state.games)
    for first in range(share.first, share.stop, BLOCK):
        stop = min(first + BLOCK, share.stop)
        for i in range(first, stop):
            ask_for(state.games, i + 1, 0, terms.told)
            ask_for(state.games, i + 1, terms.untold, state.games.itemsize)
            if which[i] and step_game(rules, state, terms, results, i, actions[i]) < 0:
                return n + i + 1
        show(rules, state, terms, first, stop, which)
    return 0


@part
def first_wrong(state: State, terms: Terms, actions: Longs, which: Bools, share: Share) -> int:
    """Return what `step_games` returns, before anything is played."""
    over, masks = state.over, state.masks
    for i in range(share.first, share.stop):
        if not which[i]:
            continue
        if over[i] and terms.autoreset == WAIT:
            return -(i + 1)
        if over[i] and terms.autoreset == NEXT_STEP:
            continue
        if not 0 <= actions[i] < masks.shape[1] or not masks[i, actions[i]]:
            return i + 1
    return 0


@part
def step_game(  # noqa: PLR0917 - a part of a loop takes what it uses of the loop
    rules: Rules, state: State, terms: Terms, results: Results, i: int, action: int
) -> int:
    """Play an action in game i, or deal it anew; return a negative number if it does not end."""
    games, seats, over = state.games, state.seats, state.over
    for seat in range(terms.players):
        results.rewards[i, seat] = 0.0
    results.gains[i] = 0.0
    again = over[i] and terms.autoreset == NEXT_STEP
    results.acted[i] = -1 if again else seats[i]
    over[i] = False
    turn = 0
    if not again:
        rules.step(games, i, action)
        turn = rules.to_play(games, i)
        if terms.others == RANDOM:
            turn = others_play(rules, state, i)
        if turn >= 0:
            seats[i] = turn
        elif turn != ENDLESS:
            end(rules, state, terms, results, i)
            again = terms.autoreset == SAME_STEP
            turn = 0
    results.started[i] = again
    if again:
        state.seeds[i] = new_seed(state.dice[i])
        if terms.any_seat:
            state.learners[i] = roll(state.dice[i], terms.players)
        turn = deal(rules, state, i, terms.others)
    return turn


@part
def end(rules: Rules, state: State, terms: Terms, results: Results, i: int) -> None:
    """Write the results of a game that is over."""
    state.over[i] = True
    if terms.others == BOTS:  # the end is shown to the learner, whoever brought it
        state.seats[i] = state.learners[i]
    sheet, rewards = results.sheets[i], results.rewards[i]
    rules.score(state.games, i, sheet)
    rewards_of(sheet, terms.breaks, terms.players, terms.kind, results.totals[i], rewards)
    results.gains[i] = rewards[results.acted[i]]
    if terms.autoreset == SAME_STEP:
        rules.clear(state.games, i, results.last[i])
        rules.observe(state.games, i, state.seats[i], results.last[i])


def sample_actions(
    dice: DiceBatch, legals: IntRows, counts: Longs, actions: Longs, share: Share
) -> int:
    """Write a random legal action for every game of a share; 0 where there is none."""
    for i in range(share.first, share.stop):
        actions[i] = legals[i, roll(dice[i], counts[i])] if counts[i] > 0 else 0
    return 0


def compile_for(game: Game) -> None:
    """Compile the loops for a game (entry point of the group `horta.warm_later`)."""
    from horta.core.binding import bind
    from horta.core.engine import compiled_engine
    from horta.envs.compact import compile_loops

    if game.observation is not None:
        for loop in (reset_games, step_games, sample_actions):
            bind(loop, compiled_engine(game))
        compile_loops()

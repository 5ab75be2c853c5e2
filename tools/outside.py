"""Yardsticks from outside for the arena: searches that know nothing of a game but its rules.

    horta arena paris net:50ms-cpu tools/outside.py:flat:50ms-cpu -n 40
    horta arena paris net:50ms-cpu tools/outside.py:ismcts:50ms-cpu -n 40

`flat` is flat Monte-Carlo: every action gets the same number of random games, each on a fresh deal
of what the seat cannot know. `ismcts` is OpenSpiel's own bot (the one in Python: that
in C++ does not take games written in Python) over the adapter of `horta.envs`, with random
rollouts; it counts simulations, so its pace is measured from step to step.
"""

from __future__ import annotations

import json
import time
from typing import Any, Final

import numpy as np
import pyspiel
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

from horta.bots.bot import Bot, Budget, InfoState
from horta.bots.mcts import MctsBot
from horta.bots.tuning import Tuning
from horta.core.game import Game
from horta.envs import openspiel
from horta.envs.openspiel import CHANCE, HortaState, Place

FLAT: Final = Tuning()._replace(heavy=0.0, depth=0.0, expand_at=1e18)
"""Random games to the end, and no tree below the first action."""
ROUND = 4
"""Random games that each action gets between two looks at the clock."""
EXPLORE = 1.4
"""OpenSpiel's usual weight of what was tried seldom, for rewards from -1 to 1."""
FEWEST = 8
"""Simulations of OpenSpiel's bot in its first step, before its pace is known."""
USUAL = 0.05
"""Seconds for a step where no budget is given."""


def _clock(budget: Budget) -> float:
    return time.thread_time() if budget.processor else time.perf_counter()


class FlatBot:
    """Tries every action equally often, and plays what did best in the mean."""

    def __init__(self, game: Game, players: int) -> None:
        """Make the bot for a seat."""
        self.search = MctsBot(game, players, FLAT, reuse=False)

    def choose(self, info: InfoState, budget: Budget) -> int:
        """Return the action with the best mean of its random games."""
        if len(info.legal) == 1:
            return info.legal[0]
        until = _clock(budget) + (budget.seconds or USUAL)
        trees = [self.search.start(info, k, only) for k, only in enumerate(info.legal)]
        rounds = 0
        while _clock(budget) < until or rounds == 0:
            for tree in trees:
                tree.grow(ROUND)
            rounds += 1
        means = [tree.tree.value[tree.root, info.seat] / tree.visits for tree in trees]
        return info.legal[max(range(len(means)), key=means.__getitem__)]


class OpenSpielBot:
    """OpenSpiel's information-set search, handed the table as its seat sees it."""

    def __init__(self, game: Game, players: int) -> None:
        """Make the bot for a seat."""
        self.game, self.players = game, players
        self.spiel: pyspiel.Game | None = None
        self.pace: float | None = None
        """Seconds of a simulation, as the steps so far have shown."""

    def choose(self, info: InfoState, budget: Budget) -> int:
        """Return what was visited most in about as many simulations as the time allows."""
        if len(info.legal) == 1:
            return info.legal[0]
        if self.spiel is None:
            self.spiel = _load(info)
        seconds = budget.seconds or USUAL
        times = FEWEST if self.pace is None else max(2, round(seconds / self.pace))
        luck = np.random.RandomState(info.seed % 2**32)
        bot = ISMCTSBot(
            game=self.spiel,
            evaluator=RandomRolloutEvaluator(1, luck),
            uct_c=EXPLORE,
            max_simulations=times,
            random_state=luck,
        )
        before = _clock(budget)
        action = bot.step(_state(self.spiel, info))
        took = (_clock(budget) - before) / times
        self.pace = took if self.pace is None else 0.7 * self.pace + 0.3 * took
        return int(action)


def _load(info: InfoState) -> pyspiel.Game:
    """Return OpenSpiel's game with the options of a table."""
    assert info.options is not None
    given: dict[str, Any] = {"players": info.players}
    defaults = type(info.options)()
    for name in type(info.options).model_fields:
        value = getattr(info.options, name)
        if value != getattr(defaults, name):
            plain = isinstance(value, bool | int | str)
            given[name] = value if plain else json.dumps(value)
            if isinstance(value, str) and value.isdecimal():
                given[name] = int(value)
    return pyspiel.load_game(f"python_horta_{info.game.id}", given)


def _state(spiel: pyspiel.Game, info: InfoState) -> HortaState:
    """Return a state of OpenSpiel's in which the seat knows what it knows here."""
    state: HortaState = spiel.new_initial_state()
    while state.current_player() == CHANCE:
        state.apply_action(0)
    state.place = Place(info.deal(info.seed), seat=info.seat)
    return state


def flat(game: Game, players: int) -> Bot:
    """Make flat Monte-Carlo."""
    return FlatBot(game, players)


def ismcts(game: Game, players: int) -> Bot:
    """Make OpenSpiel's search."""
    openspiel.register()
    return OpenSpielBot(game, players)

"""A game of somebody else's that never ends, or in which nobody can go on, is left and named."""

from __future__ import annotations

import dataclasses

import pytest

from horta.bots import play
from horta.core import drivers, registry
from horta.core.dice import Dice
from horta.core.engine import plain_engine
from horta.core.match import Match
from horta.core.observation import Observation, View
from horta.core.offers import offer
from horta.core.record import at, blank
from horta.core.rule import rule
from horta.envs import batch as batches
from horta.envs.batch import Batch
from horta.envs.data import _play

from . import purses

NO_END = "does not end"
NEITHER = "comes neither to its end nor to a decision"


@rule
def go_round(table, action):
    """Play, and nothing has happened."""


@rule
def offer_nothing(table, out):
    """Nobody can go on; `offer` is named all the same."""
    return 0 if table.turn >= 0 else offer(out, 0, 0)


@rule
def right_only(table):
    """The seat on the right alone plays, for ever."""
    return 1


@rule
def wait_for_right(table):
    """The seat on the left plays once, and then the one on the right for ever."""
    return 0 if table.taken[0] == 0 else 1


@rule
def take_once(table, action):
    """Only the first action does something."""
    table.taken[0] = 1


@rule
def over_at_once(table):
    """The game is over when it begins."""
    return -1


@rule
def observe(table, seat, out):
    """The turn."""
    out[0] = table.turn


NEVER = [{"step": go_round}, {"legal": offer_nothing}, {"to_play": right_only}]


def name_of(changed):
    return "-".join(one.function.__name__ for one in changed.values())


def game_of(changed):
    game = purses.game(name_of(changed), observe=None)
    rules = dataclasses.replace(game.rules, observe=observe, **changed)
    return dataclasses.replace(
        game, rules=rules, observation=Observation(0, View("turn", (1,), "the turn"))
    )


@pytest.fixture
def install(monkeypatch):
    """Register a changed game; drivers take the rules as written, and dice as those want them."""
    desk, dice = drivers.new_desk, [at(Dice, blank(Dice))]
    monkeypatch.setattr(drivers, "compiled_engine", plain_engine)
    monkeypatch.setattr(drivers, "new_desk", lambda *given: desk(*given)._replace(dice=dice))
    monkeypatch.setattr(batches, "mode", lambda: "plain")

    def made(**changed):
        game = game_of(changed)
        monkeypatch.setattr(registry, "game", {game.id: game}.get)
        return game

    return made


@pytest.mark.parametrize("changed", NEVER, ids=name_of)
def test_a_random_game_is_left(changed, install):
    game = install(**changed)
    start = game.new_table(2, game.options(), game.components())
    with pytest.raises(drivers.Broken, match=f"seed 7: the game {NO_END}"):
        drivers.play_random(game, start, 7, 2)
    with pytest.raises(drivers.Broken, match=f"seed 7: the game {NO_END}"):
        next(drivers.play_many(game, start, 7, 2))


@pytest.mark.compiled
@pytest.mark.parametrize("changed", NEVER, ids=name_of)
def test_a_random_game_is_left_when_nothing_else_could_stop_it(changed):
    game = game_of(changed)
    start = game.new_table(2, game.options(), game.components())
    with pytest.raises(drivers.Broken, match=f"seed 7: the game {NO_END}"):
        drivers.play_random(game, start, 7, 2)


@pytest.mark.parametrize("to_play", [right_only, over_at_once], ids=str)
def test_a_batch_is_left_whose_caller_is_never_asked(to_play, install):
    batch = Batch(install(to_play=to_play).id, 2, opponents="random", seat=0)
    with pytest.raises(drivers.Broken, match=f"game 0 {NEITHER}"):
        batch.reset(seed=7)


def test_a_batch_is_left_whose_others_play_for_ever(install):
    game = install(to_play=wait_for_right, step=take_once)
    batch = Batch(game.id, 2, opponents="random", seat=0)
    batch.reset(seed=7)
    with pytest.raises(drivers.Broken, match=f"seed 7: game 0 {NEITHER}"):
        batch.step(batch.sample())


@pytest.mark.compiled
def test_a_compiled_batch_is_left_whose_others_play_for_ever(monkeypatch):
    game = game_of({"to_play": wait_for_right, "step": take_once})
    monkeypatch.setattr(registry, "game", {game.id: game}.get)
    batch = Batch(game.id, 2, opponents="random", seat=0)
    batch.reset(seed=7)
    with pytest.raises(drivers.Broken, match=f"seed 7: game 0 {NEITHER}"):
        batch.step(batch.sample())


def test_a_batch_is_left_whose_bots_play_for_ever(install, monkeypatch):
    game = install(to_play=wait_for_right, step=take_once)
    monkeypatch.setattr(batches, "MOST_STEPS", 20)
    batch = Batch(game.id, 2, opponents="greedy", seat=0)
    batch.reset(seed=7)
    with pytest.raises(drivers.Broken, match=f"seed 7: game 0 {NEITHER}"):
        batch.step(batch.sample())


def test_games_for_a_file_are_left(install):
    game = install(step=go_round)
    with pytest.raises(drivers.Broken, match=f"seed 7: the game {NO_END}"):
        _play(Batch(game.id, 2), 7, steps=False)


def test_a_game_among_bots_is_left(install, monkeypatch):
    game = install(step=go_round)
    monkeypatch.setattr(play, "MOST_STEPS", 20)
    monkeypatch.setattr(
        play,
        "start",
        lambda *_, **__: Match(game, 2, game.options(), game.components(), 7),
    )
    with pytest.raises(drivers.Broken, match=f"seed 7: the game {NO_END}"):
        play.play_game(game.id, {}, ["random", "random"], 7, [0, 1])

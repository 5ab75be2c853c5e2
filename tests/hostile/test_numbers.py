"""Numbers that are none, and numbers of other kinds, at every door of a match."""

from __future__ import annotations

import json

import numpy as np
import pytest

import horta
from horta.core.engine import Engine
from horta.core.errors import BadOption, BadText, HortaError, IllegalAction
from horta.core.match import Match
from horta.core.rule import rule

from . import purses

GAMES = horta.games()
NO_NUMBERS = [True, False, np.True_, 2.0, np.float64(2), "2", None, [2], 1 + 0j, np.array([1, 2])]
COMPILED = [False, pytest.param(True, marks=pytest.mark.compiled)]


def state(match):
    return match.table, match.actions, match.transcript(), match.legal, match.tables


@pytest.fixture(params=COMPILED)
def tiny(request):
    """A match of a tiny game, compiled or not."""
    match = Match(purses.GAME, 2, purses.GAME.options(), purses.GAME.components(), 7)
    match._rules = Engine(purses.GAME, compiled=request.param)
    return match


@pytest.mark.parametrize("wrong", NO_NUMBERS, ids=repr)
def test_what_is_no_whole_number_is_no_action(tiny, wrong):
    before = state(tiny)
    with pytest.raises(IllegalAction, match="an action is a whole number, not "):
        tiny.play(wrong)
    with pytest.raises(BadText, match="there is no action "):
        tiny.label(wrong)
    with pytest.raises(BadText, match="there is no action "):
        tiny.text(wrong)
    assert state(tiny) == before


@pytest.mark.parametrize("kind", [int, np.int8, np.int64, np.uint16])
def test_whole_numbers_of_every_kind_are_actions(tiny, kind):
    tiny.play(kind(2))
    assert tiny.actions == [2]
    assert type(tiny.actions[0]) is int
    json.dumps(tiny.transcript())
    assert tiny.text(kind(1)) == "take one"
    assert tiny.label(kind(1)) == "take one"
    assert json.dumps(tiny.view(kind(1)))


@pytest.mark.parametrize("kind", [int, np.int64])
def test_an_illegal_number_of_any_kind_is_named(kind):
    match = horta.start("paris", seed=1)
    before = state(match)
    with pytest.raises(IllegalAction, match=r"'pass' \(0\) is not legal now; the question is: "):
        match.play(kind(0))
    with pytest.raises(IllegalAction, match=r"there is no action -1; they run from 0 to 6489"):
        match.play(kind(-1))
    assert state(match) == before


@rule
def fails(table, action):
    """Change the table, then fail."""
    table.taken[0] += 1
    table.noted += 5
    if table.turn == 1:
        raise AssertionError("the rule is wrong")
    table.turn += 1


@pytest.mark.parametrize("compiled", COMPILED)
def test_a_step_that_fails_leaves_no_trace(compiled):
    game = purses.game("fails", step=fails)
    match = Match(game, 2, game.options(), game.components(), 7)
    match._rules = Engine(game, compiled=compiled)
    match.play(1)
    before = state(match)
    with pytest.raises(AssertionError, match="the rule is wrong"):
        match.play(1)
    assert state(match) == before
    match.undo()
    assert match.actions == []


@pytest.mark.parametrize("wrong", [*NO_NUMBERS[:6], -1, 2, 99, 10**30, np.int64(-1)], ids=repr)
def test_seats_that_do_not_exist_are_refused(tiny, wrong):
    for look in (tiny.view, tiny.scene, tiny.redacted, tiny.svg, tiny.sketch, tiny.hint):
        with pytest.raises(HortaError, match=r"there is no seat .*; seats run from 0 to 1"):
            look(wrong)


@pytest.mark.parametrize("game_id", GAMES)
def test_observations_go_only_where_they_fit(game_id):
    match = horta.start(game_id, seed=3)
    size = match.game.observation_spec.size
    for wrong in (True, -1, 9, 0.0):
        with pytest.raises(HortaError, match="there is no seat"):
            match.observe(wrong)
    for buffer in (
        np.zeros(size - 1, np.float32),
        np.zeros(size + 1, np.float32),
        np.zeros(size, np.float64),
        np.zeros((1, size), np.float32),
        np.zeros(2 * size, np.float32)[::2],
        [0.0] * size,
        np.frombuffer(bytes(4 * size), np.float32),
    ):
        with pytest.raises(HortaError, match="an observation needs a buffer"):
            match.observe(0, buffer)
    out = np.zeros(size, np.float32)
    assert match.observe(np.int64(0), out) is out


@pytest.mark.parametrize("wrong", [True, 1.0, -1, 2, "1"], ids=repr)
def test_moments_that_never_were_are_refused(tiny, wrong):
    tiny.play(1)
    for look in (tiny.back_to, lambda n: tiny.log("en", n), lambda n: list(tiny.events(n))):
        with pytest.raises(
            HortaError, match=r"there is no moment .*; they run from 0, the start, to 1"
        ):
            look(wrong)


@pytest.mark.parametrize("wrong", [True, 2.0, "2", 0, 9, np.float32(2)], ids=repr)
def test_players_are_a_whole_number(wrong):
    with pytest.raises(BadOption, match=r"is for 2 to 4 players, not |a number is needed, not "):
        horta.start("bruxelles1897", players=wrong, seed=1)


@pytest.mark.parametrize("wrong", [True, 1.0, -1, 2**63, "x", np.float64(1), [1]], ids=repr)
def test_seeds_are_whole_numbers(wrong):
    with pytest.raises(HortaError, match="a seed is a whole number"):
        horta.start("paris", seed=wrong)


def test_numbers_of_numpy_start_the_same_game():
    match = horta.start("bruxelles1897", players=np.int64(3), seed=np.uint32(7))
    assert match == horta.start("bruxelles1897", players=3, seed=7)
    assert json.loads(json.dumps(match.transcript())) == match.transcript()


@pytest.mark.parametrize("wrong", [None, 3, ["pass"], b"pass"], ids=repr)
def test_texts_are_texts(tiny, wrong):
    with pytest.raises(BadText, match="an action is written as a text, not as "):
        tiny.parse(wrong)


@pytest.mark.parametrize("game_id", GAMES)
def test_every_action_has_a_label_at_any_time(game_id):
    """One that is not legal has its text: who asks for it learns what it is, and nothing breaks."""
    match = horta.start(game_id, seed=5)
    for step in range(12):
        for action in range(0, len(match.game.actions), 1 if len(match.game.actions) < 999 else 7):
            label = match.label(action)
            assert label if action in match.legal else label == match.text(action)
        match.play(match.legal[step % len(match.legal)])

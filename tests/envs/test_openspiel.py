"""The games in OpenSpiel: its own simulations, saving, resampling and search."""

from __future__ import annotations

import os
import pickle
import random

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (horta[envs])")

import horta
import horta.envs.openspiel
from horta.core import registry
from horta.envs.names import seen_games

NAMES = [f"python_horta_{game.id}" for game in seen_games()]
PLAIN = os.environ["HORTA_JIT"] == "0"


def dealt(game, seed=7):
    state = game.new_initial_state()
    for value in seed.to_bytes(4, "big"):
        assert state.is_chance_node()
        state.apply_action(value)
    return state


def play(state, steps, rng):
    for _ in range(steps):
        if not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("name", NAMES)
def test_openspiels_own_simulations(name):
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)
    game = pyspiel.load_game(f"{name}(reward=margin)")
    pyspiel.random_sim_test(game, num_sims=3, serialize=False, verbose=False)


@pytest.mark.parametrize("game", seen_games(), ids=lambda game: game.id)
def test_simulations_with_every_number_of_players(game):
    variants = [""]
    if game.id == "bruxelles1893":
        variants = [",edition=2013", ",edition=2023,strips=marked"]
        variants += [",belle_epoque=True,asymmetric=True"]
    for players in range(game.min_players, game.max_players + 1):
        variant = variants[players % len(variants)]
        loaded = pyspiel.load_game(f"python_horta_{game.id}(players={players}{variant})")
        assert loaded.num_players() == players
        pyspiel.random_sim_test(loaded, num_sims=1, serialize=False, verbose=False)
        assert str(pyspiel.load_game(str(loaded))) == str(loaded)


@pytest.mark.parametrize("name", NAMES)
def test_wrong_actions_and_steps_after_the_end(name):
    game = pyspiel.load_game(name)
    state = dealt(game)
    before = str(state)
    illegal = next(a for a in range(game.num_distinct_actions()) if a not in state.legal_actions())
    for wrong in (illegal, game.num_distinct_actions()):
        with pytest.raises(pyspiel.SpielError):
            state.apply_action_with_legality_check(wrong)
    assert str(state) == before
    play(state, 1000, random.Random(1))
    assert state.is_terminal()
    assert state.legal_actions() == []
    with pytest.raises(pyspiel.SpielError):
        state.apply_action_with_legality_check(illegal)
    with pytest.raises(pyspiel.SpielError):
        pyspiel.load_game(f"{name}(weather=fine)")
    for wrong in ("players=6", "players=1", "reward=glory"):
        with pytest.raises(pyspiel.SpielError):
            pyspiel.load_game(f"{name}({wrong})")


@pytest.mark.parametrize("name", NAMES)
def test_a_state_is_the_match_of_its_seed(name):
    game = pyspiel.load_game(f"{name}(reward=margin)")
    state = dealt(game, 1234)
    match = horta.start(name.removeprefix("python_horta_"), seed=1234)
    rng = random.Random(2)
    while not state.is_terminal():
        assert state.current_player() == match.to_play
        assert state.legal_actions() == match.legal
        action = rng.choice(match.legal)
        assert state.action_to_string(action) == match.text(action)
        for seat in range(match.players):
            seen = match.observe(seat).tolist()
            assert state.observation_tensor(seat) == seen
            assert state.information_state_tensor(seat) == seen
        state.apply_action(action)
        match.play(action)
    assert match.over
    first = match.scores[0] - sum(match.scores[1:]) / (match.players - 1)
    assert state.returns()[0] == pytest.approx(first)
    assert sum(state.returns()) == pytest.approx(0)


@pytest.mark.parametrize("name", NAMES)
def test_saving_cloning_and_resampling(name):
    game = pyspiel.load_game(name)
    rng = random.Random(3)
    different = 0
    for steps in (0, 5, 17, 30):
        state = play(dealt(game, steps), steps, rng)
        twin = state.clone()
        assert str(twin) == str(state)
        if not twin.is_terminal():
            twin.apply_action(twin.legal_actions()[0])
            assert str(twin) != str(state), "a clone is apart"
        for seat in range(game.num_players()):
            other = state.resample_from_infostate(seat, rng.random)
            different += str(other) != str(state)
            assert other.information_state_string(seat) == state.information_state_string(seat)
            assert other.observation_tensor(seat) == state.observation_tensor(seat)
            assert other.current_player() == state.current_player()
            for saved in (
                pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, other))[
                    1
                ],
                pickle.loads(pickle.dumps(other)),
            ):
                assert str(saved) == str(other)
                for k in range(game.num_players()):
                    now = saved.information_state_string(k), other.information_state_string(k)
                    assert now[0] == now[1]
            pyspiel_end = play(other, 1000, rng)
            assert pyspiel_end.is_terminal(), "a resampled game can be played to its end"
    assert different


def test_information_states_remember_and_observations_do_not():
    game = pyspiel.load_game("python_horta_paris")
    one, two = dealt(game, 1), dealt(game, 1)
    building = registry.game("paris").actions.parse
    # The same three buildings are taken in two orders: the tables differ in nothing but notes.
    for state, order in ((one, ("I3", "T4", "O4", "S4")), (two, ("O4", "S4", "I3", "T4"))):
        for name in order:
            state.apply_action(building(f"choose {name}"))
    for seat in (0, 1):
        assert one.observation_string(seat) == two.observation_string(seat)
        assert one.information_state_string(seat) != two.information_state_string(seat)


def test_a_resampled_past_does_not_tell_what_the_seat_could_not_know():
    game = pyspiel.load_game("python_horta_paris")
    rng = random.Random(5)
    state = play(dealt(game, 9), 6, rng)
    twins = [state.resample_from_infostate(0, rng.random) for _ in range(20)]
    hands = {}
    for twin in twins:
        seen = twin.information_state_string(1)
        memory, shown = seen.split(" ", 2)[1:]
        hands.setdefault(shown, set()).add(memory)
    memories = {memory for found in hands.values() for memory in found}
    assert len(hands) > 1, "the rival's hand was dealt anew"
    assert len(memories) == 1, "the past is the one that seat 0 saw, whatever was dealt"


def test_observers():
    from open_spiel.python.observation import make_observation

    game = pyspiel.load_game("python_horta_paris")
    observer = make_observation(game)
    state = game.new_initial_state()
    observer.set_from(state, 0)
    assert not observer.tensor.any()
    assert observer.string_from(state, 0) == "before the deal"
    state = dealt(game)
    observer.set_from(state, 1)
    assert set(observer.dict) == {view.name for view in registry.game("paris").observation}
    assert np.array_equal(observer.tensor, state.observation_tensor(1))
    assert observer.dict["tokens"].tolist() == [1, 1]


def test_parameters():
    game = pyspiel.load_game(
        "python_horta_paris(fountain_cells=2,postcards=random,allow_flip=True)"
    )
    state = dealt(game, 3)
    same = horta.start("paris", seed=3, fountain_cells=2, postcards="random", allow_flip=True)
    assert state.observation_tensor(0) == same.observe(0).tolist()
    for game in (
        pyspiel.load_game("python_horta_paris", {"starting_player": "1"}),
        pyspiel.load_game("python_horta_paris(starting_player=#1)"),
    ):
        assert {dealt(game, seed).current_player() for seed in range(5)} == {1}
    state = dealt(game)
    saved = pyspiel.serialize_game_and_state(game, state)
    assert str(pyspiel.deserialize_game_and_state(saved)[1]) == str(state)
    for wrong in ("postcards=none", "reward=glory", "players=3"):
        with pytest.raises(pyspiel.SpielError):
            pyspiel.load_game(f"python_horta_paris({wrong})")
    with pytest.raises(pyspiel.SpielError):
        pyspiel.load_game("python_horta_paris(weather=fine)")


@pytest.mark.compiled
def test_openspiels_ismcts_plays_whole_games():
    from open_spiel.python.algorithms import ismcts, mcts

    game = pyspiel.load_game("python_horta_paris(reward=margin)")
    rng = np.random.RandomState(1)
    moves = 0
    for seed in range(2):
        bot = ismcts.ISMCTSBot(
            game=game,
            uct_c=20.0,
            evaluator=mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=rng),
            max_simulations=12,
            random_state=rng,
        )
        state = dealt(game, seed)
        while not state.is_terminal():
            legal = state.legal_actions()
            if state.current_player() == 0:
                state.apply_action(bot.step(state))
            else:
                state.apply_action(int(rng.choice(legal)))
        assert sum(state.returns()) == 0
        moves += len(state.full_history())
    assert moves > 60


PRIVATE = pyspiel.PrivateInfoType


@pytest.mark.parametrize("recall", [False, True])
def test_an_observer_honours_its_type_or_refuses_it(recall):
    game = pyspiel.load_game("python_horta_paris")
    state = dealt(game)
    kind = pyspiel.IIGObservationType(
        perfect_recall=recall, public_info=True, private_info=PRIVATE.SINGLE_PLAYER
    )
    observer = game.make_py_observer(kind)
    wanted = state.information_state_string if recall else state.observation_string
    assert observer.string_from(state, 0) == wanted(0)
    for public, private in (
        (True, PRIVATE.NONE),
        (True, PRIVATE.ALL_PLAYERS),
        (False, PRIVATE.SINGLE_PLAYER),
        (False, PRIVATE.NONE),
    ):
        other = pyspiel.IIGObservationType(
            perfect_recall=recall, public_info=public, private_info=private
        )
        with pytest.raises(
            pyspiel.SpielError, match=f"not public_info={public} with .*{private.name}"
        ):
            game.make_py_observer(other)


@pytest.mark.parametrize("name", ["python_horta_paris", "python_horta_bruxelles1893"])
def test_the_key_of_an_information_state_stands_for_its_string(name):
    state, seen, choice = dealt(pyspiel.load_game(name)), {}, random.Random(4)
    for step in range(25):
        if state.is_terminal():
            break
        player = state.current_player()
        twin = state.resample_from_infostate(player, choice.random)
        assert twin.information_state_string(player) == state.information_state_string(player)
        assert twin.information_state_key(player) == state.information_state_key(player)
        for seat in range(2):
            key, text = state.information_state_key(seat), state.information_state_string(seat)
            assert len(key) == 16
            assert seen.setdefault(key, text) == text, step
        state.apply_action(choice.choice(state.legal_actions()))
    assert len(set(seen.values())) == len(seen) > 20


def test_a_clone_carries_the_future_and_a_resampled_state_does_not():
    state = dealt(pyspiel.load_game("python_horta_bruxelles1893"))
    player = state.current_player()
    assert str(state.clone()) == str(state)
    assert state.clone().place.table["dice"] == state.place.table["dice"]
    twin = state.resample_from_infostate(player, random.Random(1).random)
    assert twin.place.table["dice"] != state.place.table["dice"]

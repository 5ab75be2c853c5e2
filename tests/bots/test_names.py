"""Bots by name: what is written parses back, and what is wrong is said."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from horta.bots import Budget, UnknownBot, bots, parse, player
from horta.bots.levels import LEVELS, USUAL, level, title
from horta.bots.tuning import Tuning
from horta.core import registry


@pytest.mark.parametrize(
    ("text", "name", "budget"),
    [
        ("random", "random", Budget()),
        ("greedy", "greedy", Budget()),
        ("mcts:200ms", "mcts", Budget(seconds=0.2)),
        ("mcts:2000it", "mcts", Budget(iterations=2000)),
        ("mcts:1s,threads=2", "mcts", Budget(seconds=1.0, threads=2)),
        ("mcts:50ms-cpu", "mcts", Budget(seconds=0.05, processor=True)),
        (" MCTS:1.5s ", "mcts", Budget(seconds=1.5)),
        ("master", "master", Budget()),
    ],
)
def test_the_forms_of_a_name(text, name, budget):
    found = parse(text)
    assert (found.name, found.budget) == (name, budget)
    assert parse(str(found)) == found


budgets = st.one_of(
    st.just(Budget()),
    st.builds(Budget, iterations=st.integers(1, 10**9), threads=st.integers(1, 64)),
    st.builds(
        Budget,
        iterations=st.none() | st.integers(1, 10**9),
        seconds=st.integers(1, 10**7).map(lambda ms: ms / 1000),
        threads=st.integers(1, 64),
        processor=st.booleans(),
    ),
)
parameters = st.dictionaries(
    st.sampled_from(["explore", "widen", "loose", "margin_weight"]),
    st.floats(0.3, 0.9) | st.just(1),
)


@given(budgets, parameters)
def test_every_name_parses_back(budget, given_parameters):
    from horta.bots import BotName

    name = BotName("mcts", budget, tuple(sorted(given_parameters.items())))
    assert parse(str(name)) == name


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "not the name of a bot"),
        ("stockfish", "there is no bot 'stockfish'; installed: greedy, mcts"),
        ("mcts:", "not understood"),
        ("mcts:fast", "'fast' is not understood"),
        ("mcts:200", "'200' is not understood"),
        ("mcts:0it", "more than nothing"),
        ("mcts:20it-cpu", "'20it-cpu' is not understood"),
        ("mcts:1s,threads=0", "threads are 1 to 256"),
        ("mcts:1s,threads=two", "threads is a number"),
        ("mcts:1s,explore=nan", "explore is a number"),
        ("mcts:1s,widen=2,widen=3", "not understood"),
    ],
)
def test_a_wrong_name_is_refused_with_a_reason(text, says):
    with pytest.raises(UnknownBot, match=says):
        parse(text)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("greedy:explore=1", "explore"),
        ("mcts:1it,courage=1", "no parameter 'courage'"),
        ("mcts:1it,explore=99", "explore is 0.05 to 1, not 99"),
        ("master:1s", "a level takes no budget"),
    ],
)
def test_a_wrong_parameter_is_refused_with_a_reason(text, says):
    with pytest.raises(ValueError, match=says):
        player(text, registry.game("paris"), 2)


def test_the_bots_of_the_house_are_installed():
    assert {"random", "greedy", "mcts"} <= set(bots())


@pytest.mark.parametrize("game", registry.games())
def test_every_game_has_seven_levels_at_every_number_of_players(game):
    found = registry.game(game)
    seats = range(found.min_players, found.max_players + 1)
    assert set(found.levels) == set(seats)
    for players in seats:
        names = [level(found, name, players) for name in LEVELS]
        assert len(set(names)) == 7
        for name in LEVELS:
            assert player(name, found, players).name == parse(level(found, name, players))


def test_a_game_that_says_nothing_has_the_usual_levels():
    quiet = dataclasses.replace(registry.game("paris"), levels={})
    assert [level(quiet, name, 2) for name in LEVELS] == list(USUAL)
    with pytest.raises(TypeError, match="there are 7 levels"):
        dataclasses.replace(quiet, levels={2: ("random", "greedy")})


def test_levels_have_titles():
    assert title("master") == "Master"
    assert title("master", "fr") == "Maître"
    assert title("journeyman", "de") == "Geselle"
    assert title("grandmaster", "fr") == "Grand maître"


def test_parameters_stay_in_their_ranges():
    tuning = Tuning().replace(explore=0.5)
    assert tuning.explore == 0.5
    with pytest.raises(ValueError, match="heavy is"):
        tuning.replace(heavy=1.5)

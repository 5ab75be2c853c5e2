"""The estimates that games give to bots."""

from __future__ import annotations

import dataclasses
import random

import numpy as np
import pytest
from tests.bots.tables import GAMES, after

import horta
from horta.bots import info_state
from horta.core import registry
from horta.core.engine import Engine, plain_engine
from horta.core.record import at
from horta.games.bruxelles1893.pieces import Row, Tile


def estimates(match, engine):
    values = np.zeros(match.game.max_players)
    engine.evaluate(info_state(match).deal(1), 0, values)
    return values[: match.players]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_estimates_and_priors_change_nothing_on_the_table(game, seed):
    match = after(game, seed, 9 * seed)
    engine = plain_engine(match.game)
    table = info_state(match).deal(1)
    before = table.tobytes()
    engine.evaluate(table, 0, np.zeros(match.game.max_players))
    legal = np.array(match.legal, np.int32)
    engine.prior(table, 0, legal, len(legal), np.zeros(len(legal)))
    assert table.tobytes() == before


ENDS = [
    ("paris", 2, {"postcards": "random"}),
    ("bruxelles1897", 2, {}),
    ("bruxelles1897", 4, {"vp_floor": 0}),
    ("bruxelles1893", 2, {"edition": "2013"}),
    ("bruxelles1893", 5, {"edition": "2023"}),
]


@pytest.mark.parametrize(("game", "players", "options"), ENDS)
@pytest.mark.parametrize("seed", range(4))
def test_at_the_end_the_estimate_is_the_score(game, players, options, seed):
    rng = random.Random(seed)
    match = horta.start(game, players, seed, **options)
    while not match.over:
        match.play(rng.choice(match.legal))
    values = np.zeros(match.game.max_players)
    plain_engine(match.game).evaluate(match.redacted(None), 0, values)
    assert values[:players].tolist() == match.scores


def test_a_game_without_estimates_is_judged_by_its_score_sheet():
    game = registry.game("paris")
    bare = dataclasses.replace(
        game, rules=dataclasses.replace(game.rules, evaluate=None, prior=None)
    )
    match = after("paris", 3, 34)
    values = np.zeros(2)
    Engine(bare, compiled=False).evaluate(match.redacted(0), 0, values)
    assert values.tolist() == match.scores


@pytest.mark.compiled
@pytest.mark.parametrize("game", GAMES)
def test_estimates_are_the_same_as_they_are_written_and_compiled(game):
    from horta.core.engine import compiled_engine

    for seed in range(6):
        match = after(game, seed, 7 * seed)
        one = estimates(match, plain_engine(match.game))
        other = estimates(match, compiled_engine(match.game))
        assert one == pytest.approx(other)
        legal = np.array(match.legal, np.int32)
        table = info_state(match).deal(1)
        worth = [np.zeros(len(legal)) for _ in range(2)]
        plain_engine(match.game).prior(table, 0, legal, len(legal), worth[0])
        compiled_engine(match.game).prior(table, 0, legal, len(legal), worth[1])
        assert worth[0] == pytest.approx(worth[1])


@pytest.mark.compiled
def test_a_game_without_estimates_is_played_too(monkeypatch):
    """A third-party game may leave `evaluate` and `prior` out."""
    from horta.bots import Budget
    from horta.bots.greedy import GreedyBot
    from horta.bots.mcts import MctsBot

    monkeypatch.setenv("HORTA_JIT", "0")
    game = registry.game("paris")
    bare = dataclasses.replace(
        game, rules=dataclasses.replace(game.rules, evaluate=None, prior=None)
    )
    match = after("paris", 3, 34)
    seen = dataclasses.replace(info_state(match), game=bare, engine=Engine(bare, compiled=False))
    assert GreedyBot(1, 0).choose(seen, Budget()) in match.legal
    assert MctsBot(bare, 2).choose(seen, Budget(iterations=3)) in match.legal


@pytest.mark.parametrize("seed", range(4))
def test_the_lights_and_groups_of_the_estimate_are_those_of_the_rules(seed):
    from horta.games.paris.bitboards import built_by, lamp_spaces, largest
    from horta.games.paris.evaluation import light

    match = after("paris", seed, 36 + seed)
    table = at(match.game.table, match.redacted(None))
    for s in range(2):
        assert light(table, s, lamp_spaces(table)) == match.sheet["lit"][s]
        assert largest(built_by(table, s)) == match.sheet["group"][s]


def changed(**options):
    """Return a game of Bruxelles 1893 in its second round, and a way to change its record."""
    match = after("bruxelles1893", 5, 60, 2, **options)
    return match, match.redacted(None)


def worth_of(match, table, seat):
    values = np.zeros(match.game.max_players)
    plain_engine(match.game).evaluate(table, 0, values)
    return values[seat]


def test_a_pavilion_with_its_card_a_tile_and_a_traveller_are_worth_something():
    match, table = changed(belle_epoque=True)
    before = worth_of(match, table, 0)
    table["pavilion"][0][0] = 0
    with_pavilion = worth_of(match, table, 0)
    assert with_pavilion > before + 1
    table["seats"]["travellers"][0][0] += 1
    assert worth_of(match, table, 0) > with_pavilion
    table["round_number"][0] = 5
    before = worth_of(match, table, 0)
    table["seats"]["tiles"][0][0] |= 1 << Tile.PALACE_SCORES
    # In the last round a tile brings its points and costs an assistant of the line.
    assert worth_of(match, table, 0) > before - 3


def test_whoever_has_symbols_under_money_saves():
    match, table = changed(edition="2013")
    seat = table["seats"][0]
    gains = []
    for symbols in (0, 6):
        seat["symbols"][0][Row.MONEY] = symbols
        seat["money"][0] = 8
        poor = worth_of(match, table, 0)
        seat["money"][0] = 20
        gains.append(worth_of(match, table, 0) - poor)
    assert gains[1] > 1.4 * gains[0]


def test_a_card_is_used_rather_than_left_and_a_pavilion_built_by_what_it_brings():
    used, decided = 0, 0
    for seed in range(40):
        match = after("bruxelles1893", seed, 90, 3, belle_epoque=True)
        while not match.over and decided < 60:
            texts = [match.text(action) for action in match.legal]
            if any(text.startswith("card ") for text in texts) and "decline" in texts:
                legal = np.array(match.legal, np.int32)
                worth = np.zeros(len(legal))
                plain_engine(match.game).prior(match.redacted(None), 0, legal, len(legal), worth)
                decided += 1
                used += texts[int(worth.argmax())] != "decline"
            match.play(match.legal[-1 if len(match.legal) < 4 else 1])
    assert decided > 20
    assert used > 0.7 * decided


def test_a_fifth_building_of_a_reserve_is_charged():
    match = after("paris", 3, 0)
    table = match.redacted(None)
    values = np.zeros(2)
    seen = []
    for buildings in range(7):
        table["seats"]["reserve"][0][0] = (1 << buildings) - 1
        plain_engine(match.game).evaluate(table, 0, values)
        seen.append(values[0])
    steps = np.diff(seen)
    assert (steps[:4] > 0).all()
    assert (steps[4:] < 0).all()

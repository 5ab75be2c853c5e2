"""Networks without a library: both forms alike, secrets kept, files that fit."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from tests.bots.tables import GAMES, after, retold

import horta
from horta.bots import Budget, info_state, player
from horta.bots.guided import Advice
from horta.bots.mcts import MctsBot
from horta.bots.net import Guides, Mood, PolicyBot
from horta.bots.network import (
    LANES,
    Network,
    Paper,
    load,
    new_paper,
    origin_of,
    pieces_of,
    read_policy,
    read_values,
    run_trunk,
    save,
)
from horta.core import registry
from horta.core.engine import compiled_engine, plain_engine
from horta.core.errors import HortaError, UnknownBot

WIDTH, BLOCKS = LANES, 2


def random_network(game_id, width=WIDTH):
    """Return a network that likes things at random, the same every time."""
    game, rng = registry.game(game_id), np.random.default_rng(1893)
    pieces, heads = pieces_of(game), 2 * game.max_players
    size, rows = game.observation_spec.size, int(pieces.max()) + 1

    def some(*shape):
        spread = np.sqrt(shape[-2]) if len(shape) > 1 else 10.0
        return (rng.standard_normal(shape) / spread).astype(np.float16).astype(np.float32)

    return Network(
        *(some(size, width), some(width), 1 + some(BLOCKS + 1, width) / 4),
        *(some(BLOCKS, width, width), some(BLOCKS, width)),
        *(some(BLOCKS, width, width), some(BLOCKS, width)),
        *(some(rows, width), some(rows), some(heads, width), some(heads), pieces),
    )


def searcher(match, **advice):
    guides = Guides(random_network(match.game.id), match.game.max_players, Advice(**advice))
    return MctsBot(match.game, match.players, guides=guides)


def looker(game, players, mood=None):
    return PolicyBot(players, Guides(random_network(game.id), game.max_players, Advice()), mood)


def by_matrices(network, seen):
    """Return what the heads read, by NumPy in double precision."""

    def norm(h, gains):
        return h / np.sqrt((h * h).mean() + 1e-6) * gains

    wide = Network(*(array.astype(float) for array in network))
    h = np.maximum(seen @ wide.enter + wide.enter_bias, 0)
    for k in range(BLOCKS):
        inner = np.maximum(norm(h, wide.gains[k]) @ wide.inner[k] + wide.inner_bias[k], 0)
        h = h + inner @ wide.outer[k] + wide.outer_bias[k]
    return norm(h, wide.gains[-1])


@pytest.mark.parametrize("game_id", GAMES)
def test_the_forward_pass_is_that_of_matrices(game_id):
    match = after(game_id, 3, 9)
    network, seat = random_network(game_id), match.to_play
    paper = new_paper(network)
    paper.seen[:] = match.observe(seat)
    run_trunk(network, paper)
    heads = by_matrices(network, paper.seen.astype(float))
    assert np.allclose(paper.normed, heads, atol=1e-4)

    worth = np.zeros(len(match.legal))
    read_policy(network, paper, np.array(match.legal, np.int32), len(match.legal), worth)
    liked = network.policy.astype(float) @ heads + network.policy_bias
    for action, found in zip(match.legal, worth, strict=True):
        wanted = sum(liked[piece] for piece in network.pieces[action] if piece >= 0)
        assert found == pytest.approx(wanted, abs=1e-3)

    players, seats = match.players, match.game.max_players
    shares, totals = np.zeros(seats), np.zeros(seats)
    read_values(network, paper, seat, players, shares, totals)
    values = network.values.astype(float) @ heads + network.values_bias
    chances = np.exp(values[:players]) / np.exp(values[:players]).sum()
    turned = [(seat + k) % players for k in range(players)]
    assert np.allclose(shares[turned], chances, atol=1e-4)
    assert np.allclose(totals[turned], 100 * values[seats : seats + players], atol=0.05)
    assert shares[players:].sum() == 0 == totals[players:].sum()


def test_an_action_has_pieces_of_its_own():
    for game_id in GAMES:
        pieces = pieces_of(registry.game(game_id))
        assert len({tuple(row) for row in pieces.tolist()}) == len(pieces)
        assert set(pieces[pieces >= 0].tolist()) == set(range(int(pieces.max()) + 1))
    assert int(pieces_of(registry.game("paris")).max()) < 2_000  # of 6,490 actions


@pytest.mark.compiled
@pytest.mark.parametrize(
    "advice", [{"trust": 1.0}, {"trust": 0.5}, {"children": 1.0, "widening": 4.0}]
)
@pytest.mark.parametrize("game_id", GAMES)
def test_compiled_and_uncompiled_search_alike(game_id, advice):
    match = after(game_id, 5, 12, registry.game(game_id).max_players)
    info = info_state(match, seed=4)
    thoughts = []
    for engine in (plain_engine(match.game), compiled_engine(match.game)):
        told = dataclasses.replace(info, engine=engine)
        tree = searcher(match, **advice).start(told)
        tree.grow(6)
        used = int(tree.growth.state[1])
        thoughts.append([tree.tree.visits[:used].tolist(), tree.tree.value[:used].tolist()])
    assert thoughts[0] == thoughts[1]


@pytest.mark.parametrize("game_id", GAMES)
def test_the_search_visits_what_it_says(game_id):
    match = after(game_id, 5, 12)
    while len(match.legal) == 1:
        match.play(match.legal[0])
    thoughts = searcher(match, trust=1.0, children=3).think(
        info_state(match, seed=4), Budget(iterations=9)
    )
    assert sum(thought.visits for thought in thoughts) == 9
    assert {thought.action for thought in thoughts} <= set(match.legal)
    assert all(0 <= thought.win <= 1 for thought in thoughts)


def test_a_node_widens_with_its_visits():
    """In Paris a placement names no tile: what the next deal likes best has no child at first."""
    match = after("paris", 5, 12)

    def counted(**advice):
        tree = searcher(match, trust=1.0, children=2, **advice).start(info_state(match, seed=4))
        tree.grow(80)
        below = [node for child in tree.children(tree.root) for node in tree.children(child)]
        nodes = tree.children(tree.root) + below
        return [(int(tree.tree.visits[n]), len(tree.children(n))) for n in nodes]

    assert all(children <= 2 for _, children in counted())
    widened = counted(widening=1.0)
    assert any(children > 2 for _, children in widened)
    assert all(children <= 2 + visits**0.5 for visits, children in widened)


SEATS = [
    (game_id, players)
    for game_id in GAMES
    for players in range(registry.game(game_id).min_players, registry.game(game_id).max_players + 1)
]


@pytest.mark.parametrize(("game_id", "players"), SEATS)
def test_it_plays_at_every_number_of_players(game_id, players):
    """One bot a seat, from a later moment on; each keeps its tree where nothing new was shown."""
    match = after(game_id, 6, 10, players)
    bots = [searcher(match, trust=1.0, children=4) for _ in range(players)]
    for _ in range(8):
        if match.over:
            break
        seat, legal = match.to_play, set(match.legal)
        info = info_state(match, seed=3)
        action = bots[seat].choose(info, Budget(iterations=4))
        assert action in legal
        thoughts = looker(match.game, players).think(info, Budget())
        assert {thought.action for thought in thoughts} == legal
        match.play(action)


@pytest.mark.parametrize("game_id", GAMES)
def test_secrets_do_not_move_it(game_id):
    match = after(game_id, 8, 10)
    told = [info_state(each, seed=2) for each in (match, retold(match, 77))]
    choices = {searcher(match, trust=1.0).choose(info, Budget(iterations=5)) for info in told}
    assert len(choices) == 1
    looks = [looker(match.game, match.players) for _ in told]
    thoughts = [look.think(info, Budget()) for look, info in zip(looks, told, strict=True)]
    assert thoughts[0] == thoughts[1]


@pytest.mark.parametrize("game_id", GAMES)
def test_a_loose_policy_plays_what_is_plausible(game_id):
    """Never an action that is liked far less than the best; and not always the same."""
    match = after(game_id, 9, 20)
    while len(match.legal) < 5:
        match.play(match.legal[0])
    game = match.game

    def played(mood):
        bot = looker(game, match.players, mood)
        return {bot.choose(info_state(match, seed=k), Budget()) for k in range(40)}

    best = looker(game, match.players).think(info_state(match), Budget())[0].action
    assert played(Mood()) == {best}
    assert played(Mood(loose=10.0, least=1.0)) == {best}
    some, many = played(Mood(loose=1.0, least=0.9)), played(Mood(loose=10.0, least=0.0))
    assert best in some
    assert len(some) < len(many)
    assert many <= set(match.legal)


def test_a_policy_says_which_parameters_it_takes():
    with pytest.raises(HortaError, match="policy has no parameter 'trust'"):
        player("policy:trust=1", registry.game("paris"), 2)
    with pytest.raises(HortaError, match="loose is 0 to 10"):
        player("policy:loose=11", registry.game("paris"), 2)


def test_a_policy_goes_from_table_to_table():
    """It writes what it sees on the same paper, also where other options are in force."""
    floor, other = (
        info_state(horta.start("bruxelles1897", 2, 3, vp_floor=floor)) for floor in (-7, None)
    )
    used, new = (looker(floor.game, 2) for _ in range(2))
    used.think(floor, Budget())
    assert used.think(other, Budget()) == new.think(other, Budget())


def test_a_file_gives_the_same_network(tmp_path):
    game = registry.game("paris")
    network = random_network("paris")
    save(tmp_path / "paris.npz", network, origin_of(game, "a test"))
    for name, array in load(tmp_path / "paris.npz", game)._asdict().items():
        assert np.allclose(array, getattr(network, name), atol=1e-3), name


def test_what_games_ship_fits_them():
    """A new version of an observation needs a new network: it says so here first."""
    for game_id in GAMES:
        game = registry.game(game_id)
        load(game.network, game)
        assert game.network.stat().st_size <= 4_000_000


@pytest.mark.parametrize(("game_id", "players"), SEATS)
def test_what_games_ship_plays_at_every_number_of_players(game_id, players, monkeypatch):
    monkeypatch.delenv("HORTA_NETWORKS", raising=False)
    match = after(game_id, 7, 3, players)
    thoughts = player("policy", match.game, players).bot.think(info_state(match), Budget())
    assert {thought.action for thought in thoughts} == set(match.legal)
    assert all(0 <= thought.win <= 1 for thought in thoughts)


def test_files_that_do_not_fit_are_refused(tmp_path):
    game, network = registry.game("paris"), random_network("paris")
    path = tmp_path / "paris.npz"
    path.write_bytes(b"no network")
    with pytest.raises(HortaError, match="no network of Horta's"):
        load(path, game)
    origin = origin_of(game)
    save(path, network, origin)
    with pytest.raises(HortaError, match="for paris, not for bruxelles1897"):
        load(path, registry.game("bruxelles1897"))
    save(path, network, dataclasses.replace(origin, observation=99))
    with pytest.raises(HortaError, match="observation v99"):
        load(path, game)
    pieces = network.pieces.copy()
    pieces[7, 0] = len(network.policy)
    narrow = random_network("paris", width=LANES // 2)
    broken = {
        "pieces that are not there": network._replace(pieces=pieces),
        "'outer' is": network._replace(outer=network.outer[:1]),
        "no number": network._replace(enter=network.enter + np.float32(np.inf)),
        "multiple of": narrow,
    }
    for words, wrong in broken.items():
        save(path, wrong, origin)
        with pytest.raises(HortaError, match=words):
            load(path, game)


def test_bots_by_name_read_the_folder(tmp_path, monkeypatch):
    match = after("bruxelles1897", 5, 4)
    monkeypatch.delenv("HORTA_NETWORKS", raising=False)
    with pytest.raises(UnknownBot, match="comes without a network"):
        player("net:5it", dataclasses.replace(match.game, network=None), 2)
    monkeypatch.setenv("HORTA_NETWORKS", str(tmp_path))
    path = tmp_path / "bruxelles1897.npz"
    save(path, random_network("bruxelles1897"), origin_of(match.game))
    for name in ("policy", "net:3it,trust=1"):
        assert player(name, match.game, match.players).choose(info_state(match)) in match.legal
    with pytest.raises(HortaError, match="trust is 0 to 1, not 2"):
        player("net:5it,trust=2", match.game, match.players)
    with pytest.raises(HortaError, match="has no parameter 'courage'"):
        player("net:5it,courage=2", match.game, match.players)
    path.write_bytes(b"")
    with pytest.raises(UnknownBot, match="no network of Horta's"):
        player("policy", match.game, match.players)


def test_paper_is_as_large_as_the_network():
    network = random_network("bruxelles1893")
    paper = new_paper(network)
    assert isinstance(paper, Paper)
    assert len(paper.lit) >= max(network.enter.shape)
    assert len(paper.liked) == len(paper.marks) == len(network.policy)

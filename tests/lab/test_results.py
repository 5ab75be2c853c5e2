"""Games are measured, kept at once, played over the same deals, and never played twice."""

from __future__ import annotations

import itertools
import json
import random

import pytest
from tests.thirdparty import forget, install_pebbles

import horta
from horta.core import registry
from horta.core.errors import BadFile
from horta.core.traits import traits_of
from horta.games.bruxelles1893.tiles import TILE_ROWS
from horta.lab import Experiment, Results
from horta.lab.measures import measure


def played(game, seed, players=None, **options):
    match, choice = horta.start(game, players, seed, **options), random.Random(seed)
    while not match.over:
        match.play(choice.choice(match.legal))
    return match


@pytest.mark.parametrize("game", horta.games())
def test_a_game_is_measured_as_it_was(game):
    options = {"asymmetric": True} if game == "bruxelles1893" else {}
    match = played(game, 5, **options)
    row = measure(match)
    steps = [match.back_to(k) for k in range(len(match.actions) + 1)]
    choices = [len(step.legal) for step in steps[:-1]]
    assert row["decisions"] == len(choices)
    assert row["branching"] == pytest.approx(sum(choices) / len(choices))
    leaders = [step.winners[0] for step in steps if len(step.winners) == 1]
    assert row["changes"] == sum(a != b for a, b in itertools.pairwise(leaders))
    same = 0
    while steps[-1 - same].winners == match.winners and same < len(choices):
        same += 1
    assert row["decided"] == pytest.approx((len(steps) - same) / len(choices), abs=1e-9)
    assert row["rounds"] == {"paris": 2, "bruxelles1897": 4, "bruxelles1893": 5}[game]
    for seat, one in enumerate(row["seats"]):
        assert one["score"] == match.scores[seat] == sum(one["lines"].values())
        assert set(one["things"]) == {trait.name for trait in traits_of(match.game)}
    assert sum(one["share"] for one in row["seats"]) == pytest.approx(1.0)
    assert json.loads(json.dumps(row)) == row


def test_traits_are_what_seats_have_and_do():
    match = played("bruxelles1893", 5, 3, asymmetric=True, belle_epoque=True)
    row, seats = measure(match), match.position["table"]["seats"]
    for one, shown in zip(row["seats"], seats, strict=True):
        assert one["things"]["board"] == {shown["architect"]: 1}
        assert sum(one["things"]["notable"].values()) == len(shown["notables"])
        assert set(one["things"]["tile"]) == set(map(str, shown["belle"]["tiles"]))
        assert [choice[:3] for choice in one["opening"]] == ["1. ", "2. "]
        assert not any("board" in choice for choice in one["opening"])
        assert set(one["things"]["work"]) == {k for k, n in shown["works"].items() if n} | {
            k for k, n in shown["belle"]["white"].items() if n
        }
    texts = [match.text(action) for action in match.actions]
    uses = sum(sum(one["things"]["prize"].values()) for one in row["seats"])
    assert uses == sum(text.startswith("prize ") for text in texts)
    game = registry.game("bruxelles1893")
    board = next(trait for trait in traits_of(game) if trait.name == "board")
    assert board.called(game, "gauchie", "fr") == "Paul Gauchie"
    tile = next(trait for trait in traits_of(game) if trait.name == "tile")
    assert list(tile.names) == [str(one.tile + 1) for one in TILE_ROWS]
    assert tile.called(game, "12", "en") == "tile 12 (free notables)"
    # What a game's seats have under a name of their own is called by it: works, and tiles laid.
    match = played("bruxelles1897", 3, 2)
    for one, shown in zip(measure(match)["seats"], match.position["table"]["seats"], strict=True):
        assert one["things"]["artwork"] == {k: n for k, n in shown["artworks"].items() if n}
    laid = [one["things"]["tile"] for one in measure(played("paris", 3, 2))["seats"]]
    assert sum(sum(one.values()) for one in laid) == 16


def test_a_game_of_somebody_else_is_measured_by_what_it_declares(tmp_path, monkeypatch):
    folder = tmp_path / "installed"
    folder.mkdir()
    install_pebbles(folder, monkeypatch)
    try:
        results = Experiment("pebbles", bots="random", games=3).run(jobs=0)
        assert len(results.deals) == 3
        assert results.tell()
        assert results.plots()
        row = results.rows[0]
        assert sum(one["share"] for one in row["seats"]) == pytest.approx(1.0)
    finally:
        forget()


@pytest.fixture(scope="module")
def small():
    """Two variants of which one changes nothing, and one that pays more for money."""
    return Experiment(
        "bruxelles1897",
        {"today": {}, "the same": {"options": {"force_effect": True}}},
        players=2,
        bots="random",
        games=4,
        seed=10,
    )


def test_variants_are_played_over_the_same_deals(small):
    results = small.run(jobs=0)
    assert results.deals == [10, 11, 12, 13]
    for deal in results.deals:
        ours, theirs = (dict(results.games[name][deal]) for name in small.variants)
        assert {**ours, "variant": ""} == {**theirs, "variant": ""}
    assert all(one.difference == 0 and not one.told for one in results.compare())


def test_boards_are_dealt_by_the_deal_and_not_chosen():
    mine = {"boards": {"horta_architect": [0, 0, 0, 0, 0, 30]}}
    results = Experiment(
        "bruxelles1893",
        {"today": {}, "mine": {"components": mine}},
        players=5,
        bots="random",
        games=2,
        options={"asymmetric": True},
    ).run(jobs=0)
    boards = [
        [
            [list(one["things"]["board"]) for one in results.games[name][deal]["seats"]]
            for deal in results.deals
        ]
        for name in ("today", "mine")
    ]
    assert boards[0] == boards[1]
    assert boards[0][0] != boards[0][1]
    assert len({board[0] for board in boards[0][0]}) == 5


def test_a_run_that_was_killed_goes_on_where_it_ended(small, tmp_path):
    whole = small.run(jobs=0)
    folder = tmp_path / "results"
    first = Experiment(**{**vars(small), "games": 2})
    first.run(folder, jobs=0)
    file = folder / "games.jsonl"
    kept = file.read_text()
    file.write_text(kept + '{"variant": "today", "deal": 12, "sea')  # somebody pulled the plug
    seen = []
    results = small.run(folder, jobs=0, watch=lambda done, total: seen.append((done, total)))
    assert seen[0] == (4, 8)
    assert seen[-1] == (8, 8)
    assert file.read_text().startswith(kept)
    assert results.games == whole.games == Results.read(folder).games
    assert small.run(folder, jobs=0).games == whole.games
    assert len(file.read_text().splitlines()) == 9  # eight games, and the one that was cut off


def test_another_experiment_does_not_mix_with_what_a_folder_holds(small, tmp_path):
    first = Experiment(**{**vars(small), "games": 1})
    first.run(tmp_path, jobs=0)
    kept = (tmp_path / "games.jsonl").read_bytes()
    other = Experiment(**{**vars(small), "seed": 11})
    with pytest.raises(BadFile, match="'seed' is 10 there, not 11"):
        other.run(tmp_path, jobs=0)
    assert (tmp_path / "games.jsonl").read_bytes() == kept
    with pytest.raises(BadFile, match="no experiment"):
        Results.read(tmp_path / "nowhere")


def test_processes_and_this_one_play_the_same_games(small):
    few = Experiment(**{**vars(small), "games": 2})
    here, there = few.run(jobs=0), few.run(jobs=2)
    assert here.games == there.games


def test_a_cluster_plays_the_same_games(small, monkeypatch):
    ray = pytest.importorskip("ray")
    few = Experiment(**{**vars(small), "games": 1})
    monkeypatch.setenv("HORTA_JIT", "0")
    ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False)
    try:
        assert few.run(cluster=True).games == few.run(jobs=0).games
    finally:
        ray.shutdown()


def test_results_are_data_frames(small):
    pytest.importorskip("pandas")
    results = Experiment(**{**vars(small), "games": 2}).run(jobs=0)
    frame = results.frame()
    assert len(frame) == 2 * 2 * 2
    assert {"variant", "deal", "seat", "bot", "share", "score", "line_houses", "noble"} <= {*frame}
    assert len(results.games_frame()) == 4
    assert set(results.findings_frame()["variant"]) == {"the same"}

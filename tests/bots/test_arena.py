"""The arena: balanced, paired, resumable, and unmoved by bots that misbehave."""

from __future__ import annotations

import json
import math
import os
import sys
from collections import Counter
from dataclasses import replace

import pytest

from horta.bots import names
from horta.bots.arena import Plan, read, read_plan, run, write
from horta.bots.play import MOST_FAULTS, Result, play_game
from horta.bots.statistics import mean_interval, plot, rate, summary
from horta.core.errors import BadFile, HortaError


def plan(*bots, games=4, **more):
    return Plan("paris", bots or ("random", "random"), games, **more).checked()


def seated(*bots, games, players=None):
    """A plan for bots that need not exist."""
    return replace(plan(), bots=bots, games=games, players=players or len(bots))


class TestPlan:
    def test_every_entrant_sits_everywhere_equally_often_on_the_same_deals(self):
        three = Plan("paris", ("random", "greedy", "mcts:10it"), 12).checked()
        tasks = three.tasks()
        seats = Counter((seating[seat], seat) for _, seating in tasks for seat in range(2))
        assert len(set(seats.values())) == 1
        by_deal = Counter(deal for deal, _ in tasks)
        assert set(by_deal.values()) == {6}
        assert len(tasks) == len(set(tasks)) == 12

    def test_the_rotations_of_a_company_share_a_deal(self):
        four = seated("a", "b", "c", "d", games=4)
        assert four.tasks() == [
            (1, (0, 1, 2, 3)),
            (1, (1, 2, 3, 0)),
            (1, (2, 3, 0, 1)),
            (1, (3, 0, 1, 2)),
        ]

    @pytest.mark.parametrize("bots", ["abc", "abcd", "abcde"])
    def test_everyone_sits_behind_everyone_equally_often(self, bots):
        n = len(bots)
        tasks = seated(*bots, games=math.factorial(n)).tasks()
        assert len({seating for _, seating in tasks}) == math.factorial(n)
        behind = Counter(
            (seating[seat], seating[(seat + 1) % n]) for _, seating in tasks for seat in range(n)
        )
        assert len(behind) == n * (n - 1)
        assert len(set(behind.values())) == 1

    def test_few_bots_fill_a_larger_table_in_turn(self):
        five = seated("a", "b", games=10, players=5)
        assert five.tasks()[0] == (1, (0, 1, 0, 1, 0))
        assert len(set(five.tasks())) == 10, "all ways to seat three of one and two of the other"

    def test_bots_of_one_name_are_not_told_apart(self):
        one_of_four = seated("a", "b", "b", "b", games=8)
        assert [deal for deal, _ in one_of_four.tasks()] == [1, 1, 1, 1, 2, 2, 2, 2]

    def test_more_games_begin_with_the_same_ones(self):
        few, many = seated(*"abcd", games=8), seated(*"abcd", games=40)
        assert many.tasks()[:8] == few.tasks()

    def test_the_number_of_games_is_rounded_up_to_whole_deals(self):
        assert len(plan(games=5).tasks()) == 6

    @pytest.mark.parametrize(
        ("given", "says"),
        [
            ({"game": "chess"}, "no game 'chess'"),
            ({"bots": ("random",)}, "at least two bots"),
            ({"bots": ("random", "nobody")}, "no bot 'nobody'"),
            ({"players": 3}, "2 players"),
            ({"games": 0}, "at least one game"),
            ({"options": {"colour": 1}}, "colour"),
        ],
    )
    def test_a_wrong_plan_is_refused_before_anything_is_played(self, given, says):
        wrong = replace(Plan("paris", ("random", "random"), 2), **given)
        with pytest.raises(HortaError, match=says):
            wrong.checked()


class TestResume:
    def test_a_stopped_arena_goes_on_and_ends_as_if_it_had_not_stopped(self, tmp_path):
        whole, half = tmp_path / "whole.json", tmp_path / "half.json"
        ours = plan(games=6)
        list(run(ours, jobs=0, file=whole))
        running = run(ours, jobs=0, file=half)
        first = [next(running) for _ in range(3)]
        running.close()
        assert len(read(half)) == 3
        again = list(run(ours, jobs=0, file=half))
        assert [r.scores for r in again[:3]] == [r.scores for r in first]
        assert _timeless(whole) == _timeless(half)

    def test_more_games_can_be_added(self, tmp_path):
        file = tmp_path / "a.json"
        list(run(plan(games=2), jobs=0, file=file))
        assert len(list(run(plan(games=6), jobs=0, file=file))) == 6
        assert len(read(file)) == 6

    def test_results_of_another_arena_are_refused(self, tmp_path):
        file = tmp_path / "a.json"
        list(run(plan(games=2), jobs=0, file=file))
        with pytest.raises(BadFile, match="another arena: seed is 1 there, not 9"):
            list(run(plan(games=2, seed=9), jobs=0, file=file))

    @pytest.mark.parametrize("content", ["", "[]", '{"kind": "arena"}', '{"horta": 1'])
    def test_a_damaged_file_is_refused_and_kept(self, tmp_path, content):
        file = tmp_path / "a.json"
        file.write_text(content)
        with pytest.raises(BadFile):
            list(run(plan(), jobs=0, file=file))
        assert file.read_text() == content

    def test_plan_and_results_come_back(self, tmp_path):
        file = tmp_path / "a.json"
        results = list(run(plan(), jobs=0, file=file))
        assert read_plan(file) == plan()
        assert read(file) == results
        assert [Result.from_json(result.to_json()) for result in results] == results

    def test_parquet(self, tmp_path):
        parquet = pytest.importorskip("pyarrow.parquet")
        results = list(run(plan(), jobs=0))
        write(tmp_path / "a.parquet", plan(), results)
        table = parquet.read_table(tmp_path / "a.parquet").to_pylist()
        assert len(table) == 8
        assert table[0]["bot"] == "random"


def _timeless(file):
    content = json.loads(file.read_text())
    for game in content["games"]:
        del game["seconds"]
    for row in content["summary"]:
        del row["seconds_per_choice"]
    return content


VILLAINS = """
import os, time
class Bot:
    def __init__(self, deed): self.deed = deed
    def choose(self, info, budget): return self.deed(info)
def crash(info): raise RuntimeError("no idea")
def cheat(info): return -5
def mute(info): return None
def sleep(info): time.sleep(30)
def vanish(info): os._exit(7)
def fine(info): return info.legal[0]
def maker(deed): return lambda game, players: Bot(deed)
crasher, cheater, muter, sleeper, vanisher, honest = map(
    maker, (crash, cheat, mute, sleep, vanish, fine))
def unborn(game, players): raise OSError("no weights file")
"""


@pytest.fixture
def villains(tmp_path, monkeypatch):
    """Third-party bots, installed as another package would install them."""
    (tmp_path / "villains.py").write_text(VILLAINS)
    info = tmp_path / "villains-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: villains\nVersion: 1.0\n")
    kinds = ("crasher", "cheater", "muter", "sleeper", "vanisher", "honest", "unborn")
    lines = [f"{kind} = villains:{kind}" for kind in kinds]
    (info / "entry_points.txt").write_text("[horta.bots]\n" + "\n".join(lines) + "\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    names._entries.cache_clear()
    names.maker.cache_clear()
    yield
    names._entries.cache_clear()
    names.maker.cache_clear()
    sys.modules.pop("villains", None)


@pytest.mark.usefixtures("villains")
class TestFaults:
    @pytest.mark.parametrize(
        ("bot", "kind", "says"),
        [
            ("crasher", "crash", "RuntimeError: no idea"),
            ("cheater", "illegal", "-5 is not one of"),
            ("muter", "illegal", "no action"),
        ],
    )
    def test_a_fault_is_named_and_the_game_goes_on(self, bot, kind, says):
        result = play_game("paris", {}, (bot, "honest"), 1, (0, 1))
        assert result.scores is not None
        assert len(result.faults) == MOST_FAULTS, "then its seat plays at random"
        for fault in result.faults:
            assert (fault.bot, fault.seat, fault.kind) == (bot, 0, kind)
            assert says in fault.message

    def test_a_bot_that_cannot_be_made_is_a_fault_too(self):
        result = play_game("paris", {}, ("honest", "unborn"), 1, (0, 1))
        assert [(f.bot, f.kind, f.message) for f in result.faults] == [
            ("unborn", "crash", "OSError: no weights file")
        ]
        assert result.scores is not None

    def test_overtime_is_stopped_and_named(self):
        result = play_game("paris", {}, ("sleeper", "honest"), 1, (0, 1), limit=0.05)
        assert {fault.kind for fault in result.faults} == {"overtime"}
        assert result.scores is not None

    def test_an_honest_bot_has_no_faults(self):
        assert play_game("paris", {}, ("honest", "random"), 1, (0, 1)).faults == []

    def test_a_bot_that_takes_its_process_down_costs_its_own_game_only(self, monkeypatch):
        monkeypatch.setenv("HORTA_JIT", "0")
        ours = plan("vanisher", "honest", "random", games=6)
        results = list(run(ours, jobs=2))
        assert len(results) == 6
        for result in results:
            sat = [ours.bots[entrant] for entrant in result.seating]
            if "vanisher" in sat:
                assert result.scores is None
                assert result.shares[sat.index("vanisher")] == 0
                assert [(f.bot, f.kind) for f in result.faults] == [("vanisher", "died")]
                assert "code 7" in result.faults[0].message
            else:
                assert result.scores is not None
        rows = {row["bot"]: row for row in summary(ours, results)}
        assert rows["vanisher"]["faults"] == {"died": 4}
        assert rows["honest"]["faults"] == {}


@pytest.mark.usefixtures("villains")
class TestCluster:
    def test_a_bot_that_kills_its_worker_is_named_and_the_others_play_on(self, monkeypatch):
        ray = pytest.importorskip("ray")
        monkeypatch.setenv("HORTA_JIT", "0")
        monkeypatch.setenv("RAY_ENABLE_UV_RUN_RUNTIME_ENV", "0")
        monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
        ours = plan("vanisher", "honest", "random", games=6)
        ray.init(num_cpus=1, log_to_driver=False, include_dashboard=False)
        try:
            results = list(run(ours, cluster=True))
        finally:
            ray.shutdown()
        assert len(results) == 6
        for result in results:
            sat = [ours.bots[entrant] for entrant in result.seating]
            named = [(fault.bot, fault.kind) for fault in result.faults]
            assert named == ([("vanisher", "died")] if "vanisher" in sat else [])
            assert (result.scores is None) == ("vanisher" in sat)


class TestStatistics:
    def test_the_interval_of_a_mean_counts_deals_not_games(self):
        mean, low, high = mean_interval([[1, 1, 1, 1], [3, 3, 3, 3]])
        assert mean == 2
        assert (low, high) == pytest.approx((2 - 1.96, 2 + 1.96), abs=1e-3)

    def test_a_bot_that_always_wins_leads_in_everything(self):
        ours = plan("greedy", "random")
        results = [Result(d, [0, 1], [20, 5], [1.0, 0.0]) for d in range(10)]
        first, second = summary(ours, results)
        assert (first["bot"], first["share"], first["margin"]) == ("greedy", 1.0, 15)
        assert second["share_high"] < first["share_low"]
        assert first["rating"] > second["rating"]

    def test_a_shared_victory_counts_half_and_rates_alike(self):
        ours = plan("greedy", "random")
        results = [Result(d, [0, 1], [5, 5], [0.5, 0.5]) for d in range(4)]
        assert [row["share"] for row in summary(ours, results)] == [0.5, 0.5]
        ratings = rate(ours, results)
        assert ratings["greedy"][0] == pytest.approx(ratings["random"][0])

    def test_the_plot_is_svg_with_every_bot(self):
        from xml.etree import ElementTree

        ours = plan("greedy", "random")
        rows = summary(ours, [Result(1, [0, 1], [20, 5], [1.0, 0.0])])
        drawn = ElementTree.fromstring(plot(ours, rows))
        texts = ["".join(node.itertext()) for node in drawn.iter() if node.tag.endswith("text")]
        assert {"greedy", "random", "100.0 %"} <= set(texts)


class TestCommand:
    def test_horta_arena(self, tmp_path):
        import typer
        from typer.testing import CliRunner

        from horta.bots.cli import register

        app = typer.Typer()
        app.command("other")(lambda: None)
        register(app)
        out, drawn = tmp_path / "a.json", tmp_path / "a.svg"
        arguments = ["arena", "paris", "random", "random", "-n", "2", "--jobs", "0"]
        result = CliRunner().invoke(app, [*arguments, "--out", str(out), "--plot", str(drawn)])
        assert result.exit_code == 0, result.output
        assert len(read(out)) == 2
        assert drawn.read_text().startswith("<svg")
        wrong = CliRunner().invoke(app, ["arena", "paris", "random", "nobody"])
        assert wrong.exit_code == 2
        assert "no bot 'nobody'" in wrong.output

    def test_the_command_line_takes_an_owners_tables(self, tmp_path):
        import typer
        from typer.testing import CliRunner

        from horta.bots.cli import register

        app = typer.Typer()
        app.command("other")(lambda: None)
        register(app)
        tables, out = tmp_path / "mine.json", tmp_path / "out.json"
        arguments = ["arena", "paris", "random", "random", "-n", "2", "--jobs", "0"]
        tables.write_text('{"tiles": {"orange": ["oo/oo", "oo/oo"]}}')
        wrong = CliRunner().invoke(app, [*arguments, "--components", str(tables)])
        assert wrong.exit_code != 0
        assert "tiles.orange" in wrong.output
        tables.write_text(json.dumps({"tiles": {"orange": ["oo/oo"] * 8}}))
        result = CliRunner().invoke(
            app, [*arguments, "--components", str(tables), "--out", str(out)]
        )
        assert result.exit_code == 0, result.output
        assert read_plan(out).components == json.loads(tables.read_text())
        again = CliRunner().invoke(app, [*arguments, "--out", str(out)])
        assert again.exit_code != 0  # the file holds another arena
        assert "components" in again.output


def test_the_same_games_on_a_local_ray_of_two_workers(monkeypatch):
    ray = pytest.importorskip("ray")
    monkeypatch.setenv("HORTA_JIT", "0")
    ours = plan(games=4)
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    try:
        there = {(r.deal, tuple(r.seating)): r.scores for r in run(ours, cluster=True)}
    finally:
        ray.shutdown()
    here = {(r.deal, tuple(r.seating)): r.scores for r in run(ours, jobs=0)}
    assert there == here

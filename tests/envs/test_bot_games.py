"""Games between bots as data: what was thought is told, and a run that stopped goes on."""

from __future__ import annotations

import os

import pytest

pytest.importorskip("pyarrow", reason="pyarrow is not installed (horta[data])")

import pyarrow.parquet
from typer.testing import CliRunner

import horta
from horta.bots import arena
from horta.bots.play import MOST_FAULTS, Keep, play_game
from horta.cli import app
from horta.core.errors import BadFile, BadOption
from horta.envs import bot_games
from horta.envs.bot_games import write_bot_games
from horta.envs.data import card, transcripts, write_games

SEATS = (
    ("mcts:4it,depth=1", "random") if os.environ["HORTA_JIT"] == "0" else ("mcts:50it", "greedy")
)


def rows(path):
    return pyarrow.parquet.read_table(path).to_pylist()


@pytest.mark.compiled
def test_every_step_tells_what_the_search_thought(tmp_path):
    path = tmp_path / "steps.parquet"
    ended = list(write_bot_games(path, "paris", 2, SEATS, seed=3, steps=True, jobs=0))
    assert [(len(game.lengths), game.lost, game.faults) for game in ended] == [(1, 0, ())] * 2
    told = rows(path)
    assert len(told) == sum(game.lengths[0] for game in ended)
    assert card(path)["policy"] == "seat 0: mcts:50it; seat 1: greedy"
    match = horta.start("paris", 2, 3)
    searched = 0
    for row in told[: ended[0].lengths[0]]:
        assert (row["seat"], row["legal"]) == (match.to_play, match.legal)
        assert row["observation"] == match.observe(row["seat"]).tolist()
        if len(row["legal"]) == 1:
            assert row["visits"] == row["hints"] == []
        else:
            assert (
                len(row["visits"])
                == len(row["margins"])
                == len(row["chances"])
                == len(row["legal"])
            )
            assert row["hints"][0] == row["action"], "the bot plays what it thinks best"
            assert set(row["hints"]) <= set(row["legal"])
        if row["seat"] == 0 and len(row["legal"]) > 1:
            searched += 1
            assert sum(row["visits"]) >= 12
            best = row["legal"].index(row["action"])
            assert row["visits"][best] == max(row["visits"])
            assert 0 <= row["chances"][best] <= 1
        match.play(row["action"])
    assert match.over
    assert searched > 5
    for row in told[:2]:
        assert len(match.winners) == 1
        assert row["win"] == (1 if match.winners == [row["seat"]] else -1)


@pytest.mark.compiled
def test_the_bots_play_as_they_do_in_the_arena(tmp_path):
    path = tmp_path / "games.parquet"
    list(write_bot_games(path, "paris", 2, SEATS, seed=3, steps=True, jobs=0))
    plain = play_game("paris", {}, SEATS, 3, (0, 1), keep=Keep.TRANSCRIPT)
    played = [row["action"] for row in rows(path) if row["seed"] == 3]
    assert [horta.start("paris").text(action) for action in played] == plain.transcript["actions"]


def test_one_row_a_game_replays(tmp_path):
    path = tmp_path / "games.parquet"
    list(write_bot_games(path, "paris", 3, ("random", "random"), jobs=0))
    assert [horta.replay(record).over for record in transcripts(path)] == [True] * 3
    assert not path.with_name("games.parquet.parts").exists()


class TestResume:
    def test_a_run_that_stopped_goes_on(self, tmp_path, monkeypatch):
        monkeypatch.setattr(bot_games, "CHUNK", 2)
        whole, half = tmp_path / "whole.parquet", tmp_path / "half.parquet"
        how = ("paris", 5, ("random", "random"))
        lengths = [len(part.lengths) for part in write_bot_games(whole, *how, steps=True, jobs=0)]
        assert lengths == [1] * 5, "each game is told as it ends"
        running = write_bot_games(half, *how, steps=True, jobs=0)
        first = [next(running) for _ in range(3)]
        running.close()
        assert not half.exists()
        # A part whose games are all there, and one of whose games one is there.
        kept = tmp_path / "half.parquet.parts"
        names = ["000000.parquet", "card.json", "game-000002.parquet"]
        assert sorted(path.name for path in kept.iterdir()) == names
        played = []

        def play(plan, tasks, **how):
            played.extend(deal for deal, _ in tasks)
            return play_tasks(plan, tasks, **how)

        play_tasks = arena.play_tasks
        monkeypatch.setattr(arena, "play_tasks", play)
        again = list(write_bot_games(half, *how, steps=True, jobs=0))
        assert played == [3, 4], "no game that had ended is played again"
        assert [len(part.lengths) for part in again] == [2, 1, 1, 1]
        assert again[0].sheets.tolist() == [game.sheets[0].tolist() for game in first[:2]]
        assert pyarrow.parquet.read_table(half).equals(pyarrow.parquet.read_table(whole))
        assert sorted(path.name for path in tmp_path.iterdir()) == ["half.parquet", "whole.parquet"]

    def test_parts_of_other_games_are_refused(self, tmp_path, monkeypatch):
        monkeypatch.setattr(bot_games, "CHUNK", 1)
        path = tmp_path / "a.parquet"
        running = write_bot_games(path, "paris", 2, ("random", "random"), jobs=0)
        next(running)
        running.close()
        with pytest.raises(BadFile, match=r"parts of other games: seeds is \[0, 1\] there"):
            list(write_bot_games(path, "paris", 2, ("random", "random"), seed=9, jobs=0))


CRASH = """
import os
class Bot:
    def choose(self, info, budget): os._exit(7)
def make(game, players): return Bot()
class Raising:
    def choose(self, info, budget): raise OSError("no weights")
def raising(game, players): return Raising()
"""


def test_what_bots_do_wrong_is_told_and_lost_games_are_left_out(tmp_path):
    bot = tmp_path / "bad.py"
    bot.write_text(CRASH)
    path = tmp_path / "games.parquet"
    ended = list(write_bot_games(path, "paris", 2, (f"{bot}:raising", "random"), jobs=0))
    assert [(game.lost, len(game.faults)) for game in ended] == [(0, MOST_FAULTS)] * 2
    assert "OSError: no weights" in ended[0].faults[0]
    (written,) = write_bot_games(path, "paris", 1, (f"{bot}:make", "random"), steps=True, jobs=1)
    assert (written.lost, len(written.lengths), rows(path)) == (1, 0, [])


def test_the_same_games_on_ray(tmp_path, monkeypatch):
    ray = pytest.importorskip("ray")
    monkeypatch.setenv("HORTA_JIT", "0")
    here, there = tmp_path / "here.parquet", tmp_path / "there.parquet"
    at_random = tmp_path / "at-random.parquet", tmp_path / "at-random-there.parquet"
    how = ("paris", 3, ("random", "random"))
    ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False)
    try:
        list(write_bot_games(there, *how, steps=True, cluster=True))
        list(write_games(at_random[1], *how[:2], steps=True, cluster=True))
    finally:
        ray.shutdown()
    list(write_games(at_random[0], *how[:2], steps=True))
    here_too, there_too = (pyarrow.parquet.read_table(path) for path in at_random)
    assert there_too.equals(here_too)
    assert "visits" not in there_too.column_names, "nobody thought"
    list(write_bot_games(here, *how, steps=True, jobs=0))
    assert pyarrow.parquet.read_table(there).equals(pyarrow.parquet.read_table(here))


def test_the_command_line(tmp_path):
    bot = tmp_path / "first.py"
    bot.write_text(
        "class Bot:\n    def choose(self, info, budget): return info.legal[0]\n"
        "def make(game, players): return Bot()\n"
    )
    path = tmp_path / "few.parquet"
    given = ["simulate", "paris", "-n", "2", "--seats", f"{bot}:make,random", "--out", str(path)]
    result = CliRunner().invoke(app, [*given, "--steps"])
    assert result.exit_code == 0, result.output
    assert "2 games" in result.output
    assert card(path)["policy"] == f"seat 0: {bot}:make; seat 1: random"
    wrong = CliRunner().invoke(app, ["simulate", "paris", "--seats", "random,random,random"])
    assert isinstance(wrong.exception, BadOption)
    told = CliRunner().invoke(app, ["--version"])
    assert (told.exit_code, told.output) == (0, f"horta {horta.__version__}\n")

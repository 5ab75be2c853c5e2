"""Games as Parquet: what is written can be played again, and says how it was made."""

from __future__ import annotations

import os
from itertools import groupby

import numpy as np
import pytest

pytest.importorskip("pyarrow", reason="pyarrow is not installed (horta[data])")

import pyarrow.parquet
from typer.testing import CliRunner

import horta
from horta.cli import app
from horta.core.errors import BadFile, BadOption
from horta.envs import data
from horta.envs.data import card, transcripts, write_games
from horta.envs.rewards import Reward
from horta.envs.single import final_rewards

N = 3 if os.environ["HORTA_JIT"] == "0" else 150
OPTIONS = {"postcards": "random", "fountain_cells": 2}


def test_every_row_of_games_replays(tmp_path):
    path = tmp_path / "games.parquet"
    written = list(write_games(path, "paris", N, seed=30, options=OPTIONS))
    assert sum(len(part.lengths) for part in written) == N
    records = list(transcripts(path))
    assert [record["seed"] for record in records] == list(range(30, 30 + N))
    for record in records:
        match = horta.replay(record)  # checks scores and winners
        assert match.over
    made = card(path)
    assert (made["game"], made["players"], made["seeds"]) == ("paris", 2, [30, 29 + N])
    assert made["options"]["fountain_cells"] == 2
    again = tmp_path / "again.parquet"
    list(write_games(again, "paris", N - 1, seed=31, options=OPTIONS))
    whole, part = pyarrow.parquet.read_table(path), pyarrow.parquet.read_table(again)
    assert part.equals(whole.slice(1).replace_schema_metadata(part.schema.metadata))


@pytest.mark.parametrize(
    ("game_id", "players", "options"),
    [
        ("bruxelles1897", 4, {"vp_floor": 0}),
        ("bruxelles1893", 2, {"edition": "2013", "strips": "random"}),
        ("bruxelles1893", 5, {"edition": "2023"}),
    ],
)
def test_every_game_can_be_written(tmp_path, game_id, players, options):
    path, steps = tmp_path / "games.parquet", tmp_path / "steps.parquet"
    n = 2 if N < 10 else 12
    list(write_games(path, game_id, n, players=players, seed=4, options=options))
    lengths = [len(horta.replay(record).actions) for record in transcripts(path)]
    assert len(lengths) == n
    list(write_games(steps, game_id, 2, players=players, seed=4, steps=True, options=options))
    rows = pyarrow.parquet.read_table(steps).to_pylist()
    assert len(rows) == sum(lengths[:2])
    match = horta.start(game_id, players, 4, **options)
    for row in rows[: lengths[0]]:
        assert (row["seat"], row["legal"]) == (match.to_play, match.legal)
        assert np.array_equal(np.float32(row["observation"]), match.observe(row["seat"]))
        match.play(row["action"])
    assert card(steps)["observation"] == f"{game_id}-v0"


def test_every_row_of_steps_is_a_decision_of_its_game(tmp_path):
    path = tmp_path / "steps.parquet"
    n = min(N, 4)
    list(write_games(path, "paris", n, seed=5, steps=True))
    rows = pyarrow.parquet.read_table(path).to_pylist()
    games = 0
    for seed, group in groupby(rows, key=lambda row: row["seed"]):
        steps = list(group)
        match = horta.start("paris", seed=seed)
        for k, row in enumerate(steps):
            assert (row["step"], row["seat"], row["legal"]) == (k, match.to_play, match.legal)
            assert np.array_equal(np.float32(row["observation"]), match.observe(row["seat"]))
            match.play(row["action"])
        assert match.over
        for row in steps:
            for name, kind in (("win", Reward.WIN), ("margin", Reward.MARGIN)):
                assert row[name] == pytest.approx(final_rewards(match, kind)[row["seat"]])
        games += 1
    assert games == n
    with pytest.raises(BadFile, match="one row a step"):
        next(transcripts(path))


def test_pandas_reads_them(tmp_path):
    pandas = pytest.importorskip("pandas", reason="pandas is not installed (horta[data])")
    path = tmp_path / "games.parquet"
    list(write_games(path, "paris", 3))
    frame = pandas.read_parquet(path)
    assert frame["steps"].tolist() == [len(actions) for actions in frame["actions"]]


@pytest.mark.compiled
def test_the_command_line(tmp_path, monkeypatch):
    path = tmp_path / "few.parquet"
    result = CliRunner().invoke(app, ["simulate", "paris", "-n", "5", "--out", str(path)])
    assert result.exit_code == 0, result.output
    assert "5 games" in result.output
    assert len(list(transcripts(path))) == 5
    asked = []

    def in_processes(parts, pieces, jobs):
        asked.append(jobs)
        return (data._write(parts, piece) for piece in pieces)

    monkeypatch.setattr(data, "_in_processes", in_processes)
    given = ["simulate", "paris", "-n", "2", "--jobs", "3", "--out", str(tmp_path / "jobs.parquet")]
    assert CliRunner().invoke(app, given).exit_code == 0
    assert asked == [3]
    result = CliRunner().invoke(app, ["simulate", "paris", "-n", "5", "--steps"])
    assert isinstance(result.exception, BadOption)


def test_what_goes_wrong_is_said(tmp_path):
    with pytest.raises(BadFile, match="cannot be written"):
        list(write_games(tmp_path / "no" / "where.parquet", "paris", 1))
    other = tmp_path / "other.parquet"
    with pytest.raises(BadFile, match="is not a Parquet file"):
        card(other)
    pyarrow.parquet.write_table(pyarrow.table({"a": [1]}), other)
    with pytest.raises(BadFile, match="is not a file of Horta games"):
        card(other)
    broken = write_games(tmp_path / "broken.parquet", "paris", 300)
    next(broken)
    broken.close()
    assert not (tmp_path / "broken.parquet").exists()


def test_a_run_that_was_broken_off_goes_on(tmp_path, monkeypatch):
    monkeypatch.setattr(data, "CHUNK", 2)
    whole, half = tmp_path / "whole.parquet", tmp_path / "half.parquet"
    list(write_games(whole, "paris", 5))
    broken = write_games(half, "paris", 5)
    first = next(broken)
    broken.close()
    again = list(write_games(half, "paris", 5, jobs=2))  # two processes play what is left
    assert (again[0].sheets == first.sheets).all()
    assert [len(part.lengths) for part in again] == [2, 2, 1]
    assert pyarrow.parquet.read_table(half).equals(pyarrow.parquet.read_table(whole))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["half.parquet", "whole.parquet"]

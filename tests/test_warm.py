"""The warm-up compiles all that tables, bots and batches need, in processes side by side."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from tests.thirdparty import install_pebbles

from horta.core import engine, registry, warm
from horta.core.errors import UnknownGame

BATCH = """
import logging, sys
logging.basicConfig(stream=sys.stdout, level=logging.INFO, format="%(message)s")
import horta
from horta.bots import info_state, player
from horta.core import registry
from horta.envs.batch import Batch
batch = Batch("paris", 4)
batch.reset(1)
batch.step(batch.sample())
match = horta.start("paris", seed=1)
for name in ("greedy", "mcts:20it"):
    player(name, registry.game("paris"), 2).choose(info_state(match))
"""


@pytest.fixture
def pebbles(tmp_path, monkeypatch):
    folder = tmp_path / "game"
    folder.mkdir()
    install_pebbles(folder, monkeypatch)
    monkeypatch.setenv("HORTA_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def told(*command: str, **more: str) -> list[str]:
    """Run Python; return the lines that it printed."""
    done = subprocess.run(
        [sys.executable, *command],
        env={**os.environ, **more},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.mark.compiled
def test_a_first_batch_compiles_nothing_after_the_warm_up():
    told("-m", "horta.core.warm", "paris")
    lines = told("-c", BATCH, HORTA_JIT="1")
    assert not [line for line in lines if line.startswith("compiled")]
    for name in ("paris.observe", "step_games", "reset_games", "sample_actions", "search"):
        assert any(line.startswith(f"loaded {name} from") for line in lines), name


@pytest.mark.compiled
def test_processes_side_by_side_compile_what_one_would(pebbles):
    told("-m", "horta.core.warm", "--jobs", "2", "pebbles")
    assert engine.ready_file(registry.game("pebbles")).exists()
    kept = sorted(path.name for path in pebbles.rglob("*.nbc"))
    for name in ("pebbles.step", "pebbles.legal", "pebbles.prior", "playouts", "search"):
        assert len([file for file in kept if f".{name}-" in file]) == 1, name
    before = {path: path.stat().st_mtime_ns for path in pebbles.rglob("*.nb?")}
    told("-m", "horta.core.warm", "--jobs", "1", "pebbles")
    assert before == {path: path.stat().st_mtime_ns for path in pebbles.rglob("*.nb?")}


def test_what_cannot_be_compiled_is_told_and_nobody_is_left_behind(pebbles, capfd):
    with warm._crew(2) as do:
        for _ in range(4):  # the second one is gone, too, and nobody waits for them
            with pytest.raises(RuntimeError, match="pebbles: the rule castle was not compiled"):
                do(warm.Task("pebbles", warm.RULE, "castle"))
    assert "an engine has no rule 'castle'" in capfd.readouterr().err


def test_a_game_that_is_not_installed_is_refused():
    with pytest.raises(UnknownGame):
        warm.warm("chess", jobs=2)
    assert 1 <= warm.usual_jobs() <= warm.MOST_JOBS

"""The example client plays a whole game; the load benchmark measures."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from horta.server import load

EXAMPLE = Path(__file__).parents[2] / "examples" / "client.py"


def test_the_example_client_plays_a_game(server):
    command = [sys.executable, str(EXAMPLE), server.link]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert "/t/" in lines[0]
    assert len(lines) > 10
    assert lines[-1].startswith("Client ")


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read from /proc")
def test_the_load_benchmark_measures():
    report = load.run(load.Plan(tables=3, viewers=3, seconds=2, played=4, reviews=1))
    assert report.full_rate > 0
    assert report.full_cpu_ms > 0
    assert 0 < report.kilobytes < 15  # what an action sends to a viewer
    assert 0 < report.median_ms <= report.p99_ms
    assert min(report.waited_ms, report.load_waited_ms) >= 0
    assert "3 tables with 3 viewers" in str(report)
    assert "of 1 reviews" in str(report)
    assert report.judging_s >= 0

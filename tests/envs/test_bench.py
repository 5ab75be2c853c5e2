"""The benchmark of the environments runs and names what it measured."""

from __future__ import annotations

import pytest
from rich.console import Console

from horta.bench import Report
from horta.envs import bench


@pytest.mark.compiled
def test_the_environments_can_be_measured(monkeypatch):
    monkeypatch.setattr(bench, "SIZES", (1, 1024))
    monkeypatch.setattr(bench, "_pgx", lambda report, seconds: None)  # it compiles for long
    report = Report(Console(quiet=True), 1e6)
    said = []
    bench.measure_envs(report, 0.01, said.append)
    assert "paris-v0 2p: batch of 1,024 with observations and masks" in report.figures
    assert not any("65,536" in str(cell) for one in report.table.columns for cell in one.cells)
    assert all(ratio > 0 for ratio in report.figures.values())
    assert any("paris-v0" in line for line in said)

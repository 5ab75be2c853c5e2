"""The examples run, shortened; each that learns ends with a learning curve as a picture."""

from __future__ import annotations

import os
import runpy
from pathlib import Path
from xml.etree import ElementTree

import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed (horta[examples])")

EXAMPLES = Path(__file__).parent.parent.parent / "examples"

pytestmark = pytest.mark.compiled


def run(monkeypatch, name, tmp_path, *arguments):
    curve = tmp_path / "curve.svg"
    monkeypatch.syspath_prepend(str(EXAMPLES))
    torch.set_num_threads(1)  # tests share the machine
    shares = runpy.run_path(str(EXAMPLES / name))["main"]([*arguments, "--curve", str(curve)])
    assert all(0 <= share <= 1 for share in shares)
    assert ElementTree.parse(curve).getroot().tag.endswith("svg")
    return shares


def test_actor_critic_by_self_play(monkeypatch, tmp_path, capsys):
    small = ["--games=8", "--updates=4", "--every=2", "--tests=8", "--width=16", "--steps=4"]
    assert len(run(monkeypatch, "selfplay_actor_critic.py", tmp_path, *small)) == 3
    assert "against random" in capsys.readouterr().out


def test_maskable_ppo(monkeypatch, tmp_path, capsys):
    pytest.importorskip("sb3_contrib", reason="sb3-contrib is not installed (horta[examples])")
    small = ["--games=8", "--steps=128", "--rounds=2", "--tests=8", "--rollout=8", "--width=16"]
    assert len(run(monkeypatch, "maskable_ppo.py", tmp_path, *small, "--device=cpu")) == 3
    assert "against random" in capsys.readouterr().out


def test_openspiels_policy_gradient(monkeypatch, tmp_path, capsys):
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (horta[envs])")
    small = ["--episodes=4", "--rounds=2", "--tests=3", "--width=16"]
    assert len(run(monkeypatch, "openspiel_policy_gradient.py", tmp_path, *small)) == 3
    assert "against random" in capsys.readouterr().out


def test_the_tour_runs(tmp_path, monkeypatch):
    nbformat = pytest.importorskip("nbformat", reason="nbformat is not installed (horta[examples])")
    nbclient = pytest.importorskip("nbclient", reason="nbclient is not installed (horta[examples])")
    pytest.importorskip("ipykernel", reason="ipykernel is not installed (horta[examples])")
    source = str(EXAMPLES.parent / "src")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([source, os.environ.get("PYTHONPATH", "")]))
    notebook = nbformat.read(EXAMPLES / "tour.ipynb", as_version=4)
    assert not any(cell.get("outputs") for cell in notebook.cells), "kept without outputs"
    done = nbclient.NotebookClient(
        notebook, timeout=600, resources={"metadata": {"path": str(tmp_path)}}
    ).execute()
    shown = [
        kind
        for cell in done.cells
        for output in cell.get("outputs", [])
        for kind in output.get("data", {})
    ]
    assert shown.count("image/svg+xml") >= 3, "two matches and the learning curve"

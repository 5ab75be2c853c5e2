"""The examples run, shortened; each ends with a learning curve as a picture."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

EXAMPLES = Path(__file__).parent.parent.parent / "examples"

pytestmark = pytest.mark.compiled


def run(monkeypatch, name, tmp_path, *arguments):
    curve = tmp_path / "curve.svg"
    monkeypatch.setattr(sys, "argv", [name, *arguments, "--curve", str(curve)])
    monkeypatch.syspath_prepend(str(EXAMPLES))
    shares = runpy.run_path(str(EXAMPLES / name))["main"]()
    assert all(0 <= share <= 1 for share in shares)
    assert ElementTree.parse(curve).getroot().tag.endswith("svg")
    return shares


def test_actor_critic_by_self_play(monkeypatch, tmp_path, capsys):
    pytest.importorskip("torch", reason="PyTorch is not installed")
    small = ["--games=8", "--updates=4", "--every=2", "--tests=8", "--width=16", "--steps=4"]
    assert len(run(monkeypatch, "selfplay_actor_critic.py", tmp_path, *small)) == 3
    assert "against random" in capsys.readouterr().out


def test_maskable_ppo(monkeypatch, tmp_path, capsys):
    pytest.importorskip("sb3_contrib", reason="sb3-contrib is not installed")
    small = ["--steps", "128", "--rounds", "2", "--tests", "2", "--rollout", "64"]
    assert len(run(monkeypatch, "maskable_ppo.py", tmp_path, *small)) == 3
    assert "against random" in capsys.readouterr().out

"""Packages of other people, installed for a test by their own pyproject.toml."""

from __future__ import annotations

import os
import sys
import tomllib
from pathlib import Path

from horta.core import engine, registry

EXAMPLES = Path(__file__).parent.parent.parent / "examples"


def install(package, folder, monkeypatch):
    """Install a package for this process and for those that it starts, without a network."""
    project = tomllib.loads((package / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    name, version = project["name"].replace("-", "_"), project["version"]
    info = folder / f"{name}-{version}.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {version}\n"
    )
    lines = []
    for group, entries in project["entry-points"].items():
        lines += [f"[{group}]", *(f"{key} = {value}" for key, value in entries.items())]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n")
    for place in (package, folder):
        monkeypatch.syspath_prepend(str(place))
    known = os.environ.get("PYTHONPATH", "")
    paths = (str(package), str(folder), known)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, paths)))
    forget(project)
    return project


def forget(project):
    """Let the registry look for games again."""
    for name in project["entry-points"].get("horta.games", {}):
        engine._engines.pop(name, None)
        sys.modules.pop(name, None)
    registry._entries.cache_clear()
    registry.game.cache_clear()

"""Packages of other people, built and installed for a test as pip does it, without a network."""

from __future__ import annotations

import functools
import importlib.util
import os
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

import pytest

from horta.core import engine, registry

EXAMPLES = Path(__file__).parent.parent.parent / "examples"


def install(package, monkeypatch):
    """Install a package for this process and for those that it starts."""
    folder = str(installed(package))
    monkeypatch.syspath_prepend(folder)
    known = os.environ.get("PYTHONPATH", "")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, (folder, known))))
    project = tomllib.loads((package / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    forget(project)
    return project


def installed(package):
    """Return the folder that a package's wheel was installed to, once in a process."""
    if importlib.util.find_spec("hatchling") is None:
        pytest.skip("hatchling is not installed (horta[dev])")
    return Path(_installed(package).name)


@functools.cache
def _installed(package):
    folder = tempfile.TemporaryDirectory(prefix="horta-installed-")
    with tempfile.TemporaryDirectory() as wheels:
        # What builds it is here already, and what it depends on is what is tested.
        pip("wheel", "--no-build-isolation", "--wheel-dir", wheels, str(package))
        pip("install", "--target", folder.name, *map(str, Path(wheels).glob("*.whl")))
    return folder


def pip(*arguments):
    """Let pip do something with what lies here."""
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", *arguments]
    done = subprocess.run(
        [*command, "--no-deps", "--no-index"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def forget(project):
    """Let the registry look for games again."""
    for name in project["entry-points"].get("horta.games", {}):
        engine._engines.pop(name, None)
        sys.modules.pop(name, None)
    registry._entries.cache_clear()
    registry.game.cache_clear()

"""Games of other people, installed for a test as another package would install them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from horta.core import engine, registry

HERE = Path(__file__).parent
VERSIONS = range(1, 5)


def install_pebbles(folder, monkeypatch):
    """Install `pebbles` for this process and for those that it starts.

    The first version of its rules; `with_rules` tells how a process gets another one.
    """
    info = folder / "pebbles-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: pebbles\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[horta.games]\npebbles = pebbles:GAME\n")
    for place in (HERE, folder):
        monkeypatch.syspath_prepend(str(place))
    known = os.environ.get("PYTHONPATH", "")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, (str(HERE), str(folder), known))))
    source = (HERE / "pebbles.py").read_text()
    assert source.count("\nRULES = 1\n") == 1
    for version in VERSIONS:  # files of their own: what a file compiles to is kept by its content
        place = folder / f"rules-{version}"
        place.mkdir()
        (place / "pebbles.py").write_text(source.replace("\nRULES = 1\n", f"\nRULES = {version}\n"))
    monkeypatch.setenv("PEBBLES_VERSIONS", str(folder))
    forget()


def with_rules(version):
    """Return the environment of a process in which the rules of `pebbles` have this version."""
    place = Path(os.environ["PEBBLES_VERSIONS"]) / f"rules-{version}"
    return {"PYTHONPATH": os.pathsep.join((str(place), os.environ["PYTHONPATH"]))}


def compile_pebbles():
    """Have the rules of `pebbles` lie ready, so that workers take them compiled too."""
    if engine.mode() != "plain" and not engine.ready_file(registry.game("pebbles")).exists():
        subprocess.run([sys.executable, "-m", "horta.core.warm", "pebbles"], check=True)


def forget():
    """Let the registry look for games again, and their rules be loaded anew."""
    engine._engines.pop("pebbles", None)
    registry._entries.cache_clear()
    registry.game.cache_clear()
    sys.modules.pop("pebbles", None)

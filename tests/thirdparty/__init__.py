"""Games of other people, installed for a test as another package would install them."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from horta.core import registry

HERE = Path(__file__).parent


def install_pebbles(folder, monkeypatch):
    """Install `pebbles` for this process and for those that it starts."""
    info = folder / "pebbles-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: pebbles\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[horta.games]\npebbles = pebbles:GAME\n")
    for place in (HERE, folder):
        monkeypatch.syspath_prepend(str(place))
    known = os.environ.get("PYTHONPATH", "")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, (str(HERE), str(folder), known))))
    forget()


def forget():
    """Let the registry look for games again."""
    registry._entries.cache_clear()
    registry.game.cache_clear()
    sys.modules.pop("pebbles", None)

"""Work in a process of its own: whatever happens to it, the test lives and says what happened."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
HANGS = 1200
"""Seconds after which a child hangs; compiling a game takes minutes on a small machine."""

MORE = int(os.environ.get("HORTA_MORE", "1"))
"""How many times as much is tried as in the whole suite: `make hostile` takes its time."""


def child(module: str, *arguments: str, **environment: str) -> str:
    """Run a module in a process of its own and return what it printed; it must end well."""
    done = subprocess.run(
        [sys.executable, "-m", module, *arguments],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=HANGS,
        check=False,
    )
    assert done.returncode == 0, f"exit code {done.returncode}\n{done.stdout}\n{done.stderr}"
    return done.stdout.strip()

"""Wheels of compiled rules: what `horta compile` makes, and `core/cache.py` finds.

Such a wheel holds the files of a compile cache that was filled for a target instead of for one
processor. It names the very versions that it was compiled with, since the code fits no others; and
it holds no code of Python, so that wheels for several targets can be installed side by side.
"""

from __future__ import annotations

import base64
import hashlib
import os
import subprocess
import sys
import sysconfig
import tempfile
import zipfile
from collections.abc import Sequence
from pathlib import Path

from horta.core.cache import SHIPPED
from horta.core.errors import HortaError
from horta.core.targets import flags

EPOCH = (1980, 1, 1, 0, 0, 0)
"""The earliest date that a zip file knows: the same rules give the same wheel."""


class NotCompiled(HortaError):
    """The rules could not be compiled for a target."""


def compile_wheel(games: Sequence[str], target: str, out: Path, jobs: int) -> Path:
    """Compile games and all that drives them for a target; return the wheel that holds them."""
    try:  # before minutes of compiling
        out.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise NotCompiled(f"{out}: no wheel can be written there ({problem.strerror})") from None
    with tempfile.TemporaryDirectory() as folder:
        fill(games, target, Path(folder), jobs)
        return pack(Path(folder), target, out)


def fill(games: Sequence[str], target: str, folder: Path, jobs: int) -> None:
    """Fill an empty cache with the rules of games, compiled for a target."""
    environment = {
        **os.environ,
        "HORTA_CACHE": str(folder),
        "NUMBA_CPU_NAME": target,
        "NUMBA_CPU_FEATURES": flags(target),
    }
    command = [sys.executable, "-m", "horta.core.warm", "--jobs", str(jobs), *games]
    if subprocess.run(command, env=environment, check=False).returncode:
        raise NotCompiled(f"the rules were not compiled for {target}")


def pack(folder: Path, target: str, out: Path) -> Path:
    """Pack a cache that was filled for a target; return the wheel."""
    import horta

    name = f"{SHIPPED}_{target.replace('-', '_')}"
    stem = f"{name}-{horta.__version__}"
    files = {
        f"{SHIPPED}/{target}/{path.relative_to(folder).as_posix()}": path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.suffix in (".nbi", ".nbc", ".ready")
    }
    files[f"{stem}.dist-info/METADATA"] = _metadata(name, target).encode()
    files[f"{stem}.dist-info/WHEEL"] = (
        f"Wheel-Version: 1.0\nGenerator: horta {horta.__version__}\n"
        f"Root-Is-Purelib: false\nTag: {tag()}\n"
    ).encode()
    files[f"{stem}.dist-info/RECORD"] = _record(files, f"{stem}.dist-info/RECORD").encode()
    wheel = out / f"{stem}-{tag()}.whl"
    waiting = wheel.with_suffix(f".{os.getpid()}.tmp")
    with zipfile.ZipFile(waiting, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in files.items():
            entry = zipfile.ZipInfo(path, EPOCH)
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            archive.writestr(entry, content)
    waiting.replace(wheel)
    return wheel


def tag() -> str:
    """Return the tag of wheels for this Python and this kind of machine."""
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    return f"{python}-{python}{getattr(sys, 'abiflags', '')}-{platform}"


def _metadata(name: str, target: str) -> str:
    import llvmlite
    import numba
    import numpy as np

    import horta

    needs = {"horta": horta, "llvmlite": llvmlite, "numba": numba, "numpy": np}
    lines = [
        "Metadata-Version: 2.1",
        f"Name: {name.replace('_', '-')}",
        f"Version: {horta.__version__}",
        f"Summary: The rules of Horta's games, compiled for {target}",
        *(f"Requires-Dist: {each}=={module.__version__}" for each, module in needs.items()),
    ]
    return "\n".join(lines) + "\n"


def _record(files: dict[str, bytes], own: str) -> str:
    lines = []
    for path, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        lines.append(f"{path},sha256={digest},{len(content)}")
    return "\n".join([*lines, f"{own},,"]) + "\n"

"""The compile cache: keyed by content, transitively; a bad disk costs nothing but time."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from horta.core import cache

RULES = """
from mygame.other import bonus
from horta.core.rule import rule
@rule
def total(x: int) -> int:
    return x + bonus(x)
"""
OTHER = """
from horta.core.rule import rule
@rule
def bonus(x: int) -> int:
    return {bonus}
"""
RUN = """
import numba, warnings
warnings.simplefilter("error" if {strict} else "ignore")
from horta.core.cache import use_cache
from mygame.rules import total
def entry(x): return total(x)
entry.__module__ = "mygame.rules"
d = numba.njit(entry); use_cache(d, entry)
d.compile(numba.int64(numba.int64))
print(d(1), sum(d.stats.cache_hits.values()))
"""


@pytest.fixture
def package(tmp_path):
    folder = tmp_path / "mygame"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "rules.py").write_text(RULES)
    (folder / "other.py").write_text(OTHER.format(bonus=10))
    return folder


def run(package: Path, cache_folder: Path, strict: bool = True) -> str:
    env = {**os.environ, "PYTHONPATH": str(package.parent), "HORTA_CACHE": str(cache_folder)}
    done = subprocess.run(
        [sys.executable, "-c", RUN.format(strict=strict)],
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.compiled
def test_a_change_in_another_file_is_never_missed(package, tmp_path):
    kept = tmp_path / "cache"
    assert run(package, kept) == "11 0", "the first process compiles"
    assert run(package, kept) == "11 1", "the second one loads"
    (package / "other.py").write_text(OTHER.format(bonus=20))
    assert run(package, kept) == "21 0", "the callee changed, so its caller is compiled anew"
    (package / "other.py").write_text(OTHER.format(bonus=10))
    assert run(package, kept) == "11 1", "the old content finds its old code"


@pytest.mark.compiled
def test_a_cache_that_cannot_be_written_or_read_only_costs_time(package, tmp_path):
    in_the_way = tmp_path / "file"
    in_the_way.touch()
    assert run(package, in_the_way / "cache", strict=False) == "11 0"
    kept = tmp_path / "cache"
    run(package, kept)
    for path in kept.rglob("*.nbi"):
        path.write_bytes(b"damaged")
    assert run(package, kept, strict=False) == "11 0"


def test_sources_are_the_transitive_imports():
    found = cache.sources("horta.games.paris.flow")
    assert {"horta.games.paris.table", "horta.core.dice", "horta.core.record"} <= set(found)
    assert "horta.games.paris.words" not in found, "new words do not compile the rules anew"
    assert "horta.core.match" not in found


def test_prune_keeps_the_newest(tmp_path, monkeypatch):
    monkeypatch.setenv("HORTA_CACHE", str(tmp_path))
    for k in range(6):
        (tmp_path / f"key{k}").mkdir()
        os.utime(tmp_path / f"key{k}", (k, k))
    cache.prune(keep_newest=2)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["key4", "key5"]


@pytest.mark.compiled
def test_what_is_used_counts_as_new(package, tmp_path):
    kept = tmp_path / "kept"
    run(package, kept)
    for folder in filter(Path.is_dir, kept.iterdir()):
        os.utime(folder, (1, 1))
    run(package, kept)
    assert all(path.stat().st_mtime > 1 for path in kept.iterdir() if path.is_dir())

"""The compile cache: compiled rules kept in the user's cache folder, keyed by content.

Numba's own cache looks at one file's time stamp, so a caller keeps stale code of a callee in
another file. Here the key is the content of the rule's file and of every file that it imports,
transitively, within its own package and Horta's core: a fresh clone finds what an older one
compiled, and an edit in any rule file is never missed.
"""

from __future__ import annotations

import ast
import contextlib
import functools
import hashlib
import importlib.util
import os
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

from horta.core.rule import checked


def cache_folder() -> Path:
    """Return the folder of the compile cache (`HORTA_CACHE`, or the user's cache folder)."""
    named = os.environ.get("HORTA_CACHE")
    if named:
        return Path(named)
    import platformdirs

    return Path(platformdirs.user_cache_dir("horta", appauthor=False))


@functools.cache
def sources(module: str) -> dict[str, bytes]:
    """Return the files, by module name, whose content decides what `module` compiles to."""
    found: dict[str, bytes] = {}
    waiting = [module]
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        read = _read(name)
        if read is None:
            continue
        found[name], imported = read
        tops = {module.partition(".")[0], "horta"}
        waiting.extend(target for target in imported if target.partition(".")[0] in tops)
    return found


@functools.cache
def _read(module: str) -> tuple[bytes, list[str]] | None:
    """Return a module's source and what it imports; the rule modules of a game share most."""
    path = _path(module)
    if path is None:
        return None
    content = path.read_bytes()
    return content, _imports(ast.parse(content), module, path.name == "__init__.py")


def _path(module: str) -> Path | None:
    loaded = sys.modules.get(module)
    origin = getattr(loaded, "__file__", None)
    if origin is None:
        try:
            spec = importlib.util.find_spec(module)
        except (ImportError, ValueError):
            return None
        origin = spec.origin if spec else None
    if origin is None or not origin.endswith(".py"):
        return None
    return Path(origin)


def _imports(tree: ast.Module, module: str, is_package: bool) -> list[str]:
    """Return what a module imports when it is loaded; imports inside functions do not count."""
    names: list[str] = []
    for node in tree.body:
        if isinstance(node, ast.Import):
            names.extend(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parts = module.split(".")
                parts = parts[: len(parts) - node.level + (1 if is_package else 0)]
                base = ".".join([*parts, base] if base else parts)
            names.append(base)
            names.extend(f"{base}.{alias.name}" for alias in node.names)
    return names


@functools.cache
def fingerprint(module: str) -> str:
    """Return the key of everything that `module` compiles to, on this machine and Python."""
    import llvmlite
    import llvmlite.binding as llvm
    import numba
    import numpy as np

    digest = hashlib.sha256()
    versions = (sys.version, numba.__version__, llvmlite.__version__, np.__version__)
    machine = (llvm.get_process_triple(), llvm.get_host_cpu_name(), checked())
    digest.update(repr((versions, machine)).encode())
    for name, content in sorted(sources(module).items()):
        digest.update(f"{name} {len(content)}\n".encode() + content)
    return digest.hexdigest()[:20]


def use_cache(dispatcher: Any, function: Callable[..., Any]) -> None:
    """Make a Numba dispatcher load its code from the cache, and save it there."""
    dispatcher._cache = _cache_class()(function)


@functools.cache
def _cache_class() -> Any:
    from numba.core import caching
    from numba.core.runtime.nrt import rtsys

    class Locator(caching._CacheLocator):  # type: ignore[misc]
        """Tells Numba where the compiled form of a function lies."""

        def __init__(self, function: Callable[..., Any]) -> None:
            self._key = fingerprint(function.__module__)
            self._name = hashlib.sha256(function.__qualname__.encode()).hexdigest()[:10]

        def get_cache_path(self) -> str:
            return str(cache_folder() / self._key)

        def get_source_stamp(self) -> str:
            return self._key

        def get_disambiguator(self) -> str:
            return self._name

        @classmethod
        def from_function(cls, function: Callable[..., Any], _file: str) -> Locator:
            return cls(function)

    class Impl(caching.CompileResultCacheImpl):  # type: ignore[misc]
        _locator_classes = (Locator,)

    class RuleCache(caching.FunctionCache):  # type: ignore[misc]
        _impl_class = Impl

        def save_overload(self, signature: Any, data: Any) -> None:
            # A full or read-only disk must not stop a game: it only costs the next start.
            try:
                Path(self._cache_path).mkdir(parents=True, exist_ok=True)
                super().save_overload(signature, data)
            except OSError as error:
                warnings.warn(f"compiled rules were not saved: {error}", stacklevel=2)

        def load_overload(self, signature: Any, context: Any) -> Any:
            # Numba would first load everything that it can compile, half of a whole start; code
            # that is compiled already needs only the runtime. A damaged file in the cache is as
            # good as none, and is written anew.
            try:
                rtsys.initialize(context)
                loaded = self._load_overload(signature, context)
                if loaded is not None:
                    _touch(Path(self._cache_path))
                return loaded
            except Exception as error:
                warnings.warn(f"compiled rules were not loaded: {error}", stacklevel=2)
                with contextlib.suppress(OSError):
                    self.flush()
                return None

    return RuleCache


def _touch(folder: Path) -> None:
    """Note that a folder of the cache was used just now, for `prune`."""
    with contextlib.suppress(OSError):
        os.utime(folder)


def prune(keep_newest: int = 96) -> None:
    """Delete the folders of the cache that were not used for longest: edits leave them behind."""
    import shutil

    try:
        folders = [path for path in cache_folder().iterdir() if path.is_dir()]
        folders.sort(key=lambda path: path.stat().st_mtime, reverse=True)
    except OSError:
        return
    for folder in folders[keep_newest:]:
        shutil.rmtree(folder, ignore_errors=True)

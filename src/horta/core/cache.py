"""The compile cache: compiled rules kept in the user's cache folder, keyed by content.

Numba's own cache looks at one file's time stamp, so a caller keeps stale code of a callee in
another file. Here the key is the content of the rule's file and of every file that it imports,
transitively, within its own package and Horta's core: a fresh clone finds what an older one
compiled, and an edit in any rule file is never missed.

What does not lie there may lie in a wheel that `horta compile` made (`core/shipping.py`): the same
files, for a target that this processor can run. A wheel that does not fit is as good as none.
"""

from __future__ import annotations

import ast
import contextlib
import functools
import hashlib
import importlib.util
import logging
import os
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from horta.core.lowering import gathers
from horta.core.rule import checked
from horta.core.targets import flags, runs, targets

SHIPPED = "horta_compiled"
"""The package in which wheels keep compiled rules, a folder for each target."""
log = logging.getLogger("horta.compile")
"""Tells what is compiled, and what is loaded from where."""


def cache_folder() -> Path:
    """Return the folder of the compile cache (`HORTA_CACHE`, or the user's cache folder)."""
    named = os.environ.get("HORTA_CACHE")
    if named:
        return Path(named)
    import platformdirs

    return Path(platformdirs.user_cache_dir("horta", appauthor=False))


class Store(NamedTuple):
    """A folder of compiled rules; `target` is None where they were compiled for this processor."""

    folder: Path
    target: str | None = None


def own_store() -> Store:
    """Return the store that this machine fills."""
    return Store(cache_folder())


def stores() -> list[Store]:
    """Return where compiled rules may lie: the own cache, then what wheels brought, best first.

    `HORTA_SHIPPED=0` leaves the wheels out, and so does a processor that Numba was told of.
    """
    import numba

    if os.environ.get("HORTA_SHIPPED") == "0" or numba.config.CPU_NAME:
        return [own_store()]
    return [own_store(), *_shipped()]


@functools.cache
def _shipped() -> list[Store]:
    spec = importlib.util.find_spec(SHIPPED)
    places = list(spec.submodule_search_locations or ()) if spec else []
    found = [Store(Path(place) / name, name) for name in reversed(targets()) for place in places]
    return [store for store in found if store.folder.is_dir() and runs(store.target or "")]


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
def fingerprint(module: str, target: str | None = None) -> str:
    """Return the key of everything that `module` compiles to, for this Python and a processor."""
    import llvmlite
    import llvmlite.binding as llvm
    import numba
    import numpy as np

    digest = hashlib.sha256()
    python = (sys.implementation.cache_tag, getattr(sys, "abiflags", ""))
    versions = (python, numba.__version__, llvmlite.__version__, np.__version__)
    processor = target or numba.config.CPU_NAME or llvm.get_host_cpu_name()
    machine = (llvm.get_process_triple(), processor)
    digest.update(repr((versions, machine, checked(), gathers())).encode())
    for name, content in sorted(sources(module).items()):
        digest.update(f"{name} {len(content)}\n".encode() + content)
    return digest.hexdigest()[:20]


def use_cache(dispatcher: Any, function: Callable[..., Any]) -> None:
    """Make a Numba dispatcher load its code from the cache, and save it there."""
    dispatcher._cache = _cache_class(own_store())(function)


def _kept(store: Store) -> Any:
    """Return what tells Numba where the compiled form of a function lies in a store."""
    from numba.core import caching

    class Locator(caching._CacheLocator):  # type: ignore[misc]
        def __init__(self, function: Callable[..., Any]) -> None:
            self._key = fingerprint(function.__module__, store.target)
            self._name = hashlib.sha256(function.__qualname__.encode()).hexdigest()[:10]

        def get_cache_path(self) -> str:
            return str(store.folder / self._key)

        def get_source_stamp(self) -> str:
            return self._key

        def get_disambiguator(self) -> str:
            return self._name

        @classmethod
        def from_function(cls, function: Callable[..., Any], _file: str) -> Locator:
            return cls(function)

    class Impl(caching.CompileResultCacheImpl):  # type: ignore[misc]
        _locator_classes = (Locator,)

        def reduce(self, result: Any) -> Any:
            # The notes on types are long, and nobody reads them again.
            return super().reduce(result._replace(type_annotation=""))

    return Impl


@functools.cache
def _cache_class(store: Store) -> Any:
    from numba.core import caching
    from numba.core.runtime.nrt import rtsys

    class RuleCache(caching.FunctionCache):  # type: ignore[misc]
        _impl_class = _kept(store)

        def save_overload(self, signature: Any, data: Any) -> None:
            log.info("compiled %s", self._py_func.__qualname__)
            # A full or read-only disk must not stop a game: it only costs the next start.
            try:
                Path(self._cache_path).mkdir(parents=True, exist_ok=True)
                super().save_overload(signature, data)
            except OSError as error:
                warnings.warn(f"compiled rules were not saved: {error}", stacklevel=2)

        def load_overload(self, signature: Any, context: Any) -> Any:
            # Numba would first load everything that it can compile, half of a whole start; code
            # that is compiled already needs only the runtime.
            rtsys.initialize(context)
            for each in stores():
                kept = self if each == store else _cache_class(each)(self._py_func)
                loaded = kept.load_here(signature, context)
                if loaded is not None:
                    log.info("loaded %s from %s", self._py_func.__qualname__, each.folder)
                    return loaded
            return None

        def load_here(self, signature: Any, context: Any) -> Any:
            """Load from this store alone; a damaged file is as good as none, and written anew."""
            try:
                loaded = self._load_overload(signature, context)
                if loaded is not None and store.target is None:
                    _touch(Path(self._cache_path))
                return loaded
            except Exception as error:
                warnings.warn(f"compiled rules were not loaded: {error}", stacklevel=2)
                if store.target is None:
                    with contextlib.suppress(OSError):
                        self.flush()
                return None

        def _index_key(self, signature: Any, codegen: Any) -> Any:
            signature, machine, code = super()._index_key(signature, codegen)
            if store.target is not None:
                machine = (machine[0], store.target, flags(store.target))
            return signature, machine, code

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

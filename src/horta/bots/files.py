"""Bots from files: `my_bot.py:make` names a function in a file, which need not be installed."""

from __future__ import annotations

import hashlib
import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from horta.bots.bot import Maker
from horta.core.errors import UnknownBot


def file_maker(path: str, function: str) -> Maker:
    """Return the function of a file that makes bots; `UnknownBot` says why there is none."""
    module = _load(path)
    found: Any = getattr(module, function, None)
    if not callable(found):
        raise UnknownBot(f"{path} has no function '{function}' that makes a bot")
    maker: Maker = found
    return maker


def _load(path: str) -> ModuleType:
    """Run a file as a module of its own; what lies beside it can be imported, as in a script."""
    place = Path(path).resolve()
    if not place.is_file():
        raise UnknownBot(f"there is no file {path}")
    name = f"{place.stem}_{hashlib.sha256(str(place).encode()).hexdigest()[:8]}"
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, place)
    if spec is None or spec.loader is None:
        raise UnknownBot(f"{path} cannot be loaded as a module")
    module = importlib.util.module_from_spec(spec)
    if str(place.parent) not in sys.path:
        sys.path.append(str(place.parent))
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as problem:
        del sys.modules[name]
        raise UnknownBot(f"{path} does not load: {type(problem).__name__}: {problem}") from problem
    return module

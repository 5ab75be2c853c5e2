"""Engines: a game's rules, ready to be called on a batch of tables.

An engine has one callable for each rule of the contract; each takes the batch and an index, since
Numba takes 5 µs to accept a record but only 0.7 µs to accept an array and a number. There are two
engines for every game: the plain one runs at once, the compiled one some hundred times faster.
"""

from __future__ import annotations

import functools
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np

from horta.core.cache import cache_folder, fingerprint, keep
from horta.core.game import Game
from horta.core.record import at, dtype_of
from horta.core.rule import Rule, checked

ENTRIES = ("setup", "legal", "step", "to_play", "score", "redeal", "redact")
"""What a game needs from its first step to its last."""


class Engine:
    """The rules of one game as functions of (games, i, …), each made when first asked for."""

    setup: Callable[..., None]
    legal: Callable[..., int]
    step: Callable[..., None]
    to_play: Callable[..., int]
    score: Callable[..., None]
    redeal: Callable[..., None]
    redact: Callable[..., None]

    def __init__(self, game: Game, *, compiled: bool) -> None:
        self.game = game
        self.compiled = compiled

    def __getattr__(self, name: str) -> Any:
        if name not in ENTRIES:
            raise AttributeError(f"an engine has no rule '{name}'")
        with _lock:
            if name not in self.__dict__:
                setattr(self, name, self._entry(name))
        return self.__dict__[name]

    def complete(self) -> None:
        """Make every entry that a whole game needs."""
        for name in ENTRIES:
            getattr(self, name)

    def _entry(self, name: str) -> Callable[..., Any]:
        rule = getattr(self.game.rules, name)
        if self.compiled:
            return _compiled(self.game, name, rule)
        return (_plain_pair if name == "follows" else _plain)(self.game, rule)

    @functools.cached_property
    def check(self) -> Callable[..., int]:
        """The invariants."""
        return self._entry("check")

    @functools.cached_property
    def observe(self) -> Callable[..., None]:
        """What a seat may know as numbers; `NoObservation` when the game does not say."""
        assert self.game.seen_as
        return self._entry("observe")

    @functools.cached_property
    def follows(self) -> Callable[..., int]:
        """The invariants about one step, as a function of (games, before, after)."""
        return self._entry("follows")

    @functools.cached_property
    def evaluate(self) -> Callable[..., None]:
        """The game's estimate of the final totals; without one, the totals of the moment."""
        if self.game.rules.evaluate is not None:
            return self._entry("evaluate")
        return _totals(self.game, compiled=self.compiled)

    @functools.cached_property
    def judge(self) -> Callable[..., None]:
        """The game's estimate of what each action brings; without one, nothing is written."""
        if self.game.rules.judge is not None:
            return self._entry("judge")
        return _silence(self.game, compiled=self.compiled)

    def __repr__(self) -> str:
        return f"<{'compiled' if self.compiled else 'plain'} engine of {self.game.id}>"


def _plain(game: Game, rule: Rule[..., Any]) -> Callable[..., Any]:
    table, function = game.table, rule.function

    def entry(games: Any, i: int, *args: Any) -> Any:
        return function(at(table, games, i), *args)

    return entry


def _plain_pair(game: Game, rule: Rule[..., Any]) -> Callable[..., Any]:
    table, function = game.table, rule.function

    def entry(games: Any, i: int, j: int) -> Any:
        return function(at(table, games, i), at(table, games, j))

    return entry


# The bodies of compiled entry points: `_rule` is bound to a game's rule by `_compiled`.
_rule: Any = None


def _entry0(games: Any, i: int) -> Any:
    return _rule(games[i])


def _entry1(games: Any, i: int, a: Any) -> Any:
    return _rule(games[i], a)


def _entry2(games: Any, i: int, a: Any, b: Any) -> Any:
    return _rule(games[i], a, b)


def _entry_pair(games: Any, i: int, j: int) -> Any:
    return _rule(games[i], games[j])


def _entry3(games: Any, i: int, a: Any, b: Any, c: Any) -> Any:
    return _rule(games[i], a, b, c)


# What stands in for the rules that a game may leave out; the globals are bound by `_totals`.
SEATS = LINES = 0
POINTS: tuple[int, ...] = ()


def _score_totals(games: Any, i: int, values: Any) -> None:
    sheet = np.zeros((SEATS, LINES), np.int32)
    _rule(games, i, sheet)
    for seat in range(SEATS):
        values[seat] = 0.0
        for line in POINTS:
            values[seat] += sheet[seat, line]


def _judge_nothing(games: Any, i: int, actions: Any, n: int, worth: Any) -> None:
    pass


_BODIES = {
    "setup": _entry1,
    "legal": _entry1,
    "step": _entry1,
    "to_play": _entry0,
    "score": _entry1,
    "redeal": _entry2,
    "redact": _entry1,
    "check": _entry0,
    "follows": _entry_pair,
    "evaluate": _entry1,
    "judge": _entry3,
    "observe": _entry2,
}


def _compiled(game: Game, name: str, rule: Rule[..., Any]) -> Callable[..., Any]:
    function = FunctionType(_BODIES[name].__code__, {"_rule": rule}, name)
    return _compile_entry(game, name, function, rule.function.__module__)


def _compile_entry(
    game: Game, name: str, function: FunctionType, module: str
) -> Callable[..., Any]:
    import numba

    function.__module__ = module
    function.__qualname__ = f"{game.id}.{name}"
    dispatcher = numba.njit(nogil=True, boundscheck=checked())(function)
    keep(dispatcher, function)
    dispatcher.compile(signature(game, name))
    dispatcher.disable_compile()
    return dispatcher  # type: ignore[no-any-return]


def _totals(game: Game, *, compiled: bool) -> Callable[..., None]:
    """Return an `evaluate` that adds up the score sheet of the moment."""
    score = game.rules.score
    names = {
        "np": np,
        "SEATS": game.max_players,
        "LINES": len(game.lines),
        "POINTS": tuple(k for k, line in enumerate(game.lines) if not line.tie_break),
    }
    if not compiled:
        names["_rule"] = _plain(game, score)
        return FunctionType(_score_totals.__code__, names, "evaluate")
    import numba

    names["_rule"] = numba.njit(nogil=True, boundscheck=checked())(
        FunctionType(_entry1.__code__, {"_rule": score}, "score")
    )
    function = FunctionType(_score_totals.__code__, names, "evaluate")
    return _compile_entry(game, "evaluate", function, score.function.__module__)


def _silence(game: Game, *, compiled: bool) -> Callable[..., None]:
    if not compiled:
        return _judge_nothing
    function = FunctionType(_judge_nothing.__code__, {}, "judge")
    return _compile_entry(game, "judge", function, game.rules.legal.function.__module__)


def games_type(game: Game) -> Any:
    """Return Numba's type of a batch of this game's tables."""
    import numba

    return numba.types.Array(numba.from_dtype(dtype_of(game.table)), 1, "C")


def signature(game: Game, name: str) -> Any:
    """Return Numba's signature of an entry point."""
    from numba import types

    games, number = games_type(game), types.int64
    out = types.Array(types.int32, 1, "C")
    sheet = types.Array(types.int32, 2, "C")
    values = types.Array(types.float64, 1, "C")
    return {
        "setup": types.void(games, number, number),
        "legal": types.int64(games, number, out),
        "step": types.void(games, number, number),
        "to_play": types.int64(games, number),
        "score": types.void(games, number, sheet),
        "redeal": types.void(games, number, number, number),
        "redact": types.void(games, number, number),
        "check": types.int64(games, number),
        "follows": types.int64(games, number, number),
        "evaluate": types.void(games, number, values),
        "judge": types.void(games, number, out, number, values),
        "observe": types.void(games, number, number, types.Array(types.float32, 1, "C")),
    }[name]


_lock = threading.RLock()
_engines: dict[str, Engine] = {}
_warming: dict[str, subprocess.Popen[bytes]] = {}
_looked: dict[str, float] = {}


def mode() -> str:
    """Return how rules run: `HORTA_JIT=0` plain, `HORTA_JIT=1` compiled, else `auto`."""
    value = os.environ.get("HORTA_JIT", "")
    return {"": "auto", "0": "plain", "1": "compiled"}.get(value, "auto")


@functools.cache
def plain_engine(game: Game) -> Engine:
    """Return the engine that runs the rules as they are written."""
    return Engine(game, compiled=False)


def compiled_engine(game: Game) -> Engine:
    """Return the compiled engine; its rules come from the cache, or are compiled when asked for."""
    with _lock:
        if game.id not in _engines:
            _engines[game.id] = Engine(game, compiled=True)
        return _engines[game.id]


def engine(game: Game) -> Engine:
    """Return the best engine that is ready now.

    When there is no compiled one yet, another process begins to compile, and a later call
    returns it; a table can switch over between two steps, since both work on the same record.
    """
    loaded = _engines.get(game.id)
    if loaded is not None and mode() != "plain":
        return loaded
    how = mode()
    if how == "plain":
        return plain_engine(game)
    if how == "compiled" or _ready(game):
        return compiled_engine(game)
    _warm_up(game)
    return plain_engine(game)


def _keys(game: Game) -> list[str]:
    """Return the folders of the cache in which the rules of a game and its drivers lie."""
    modules = {getattr(game.rules, name).function.__module__ for name in ENTRIES}
    return sorted({fingerprint(module) for module in (*modules, "horta.core.drivers")})


def ready_file(game: Game) -> Path:
    """Return the file that tells that every rule of the game lies compiled in the cache."""
    return cache_folder() / f"{game.id}-{'-'.join(key[:8] for key in _keys(game))}.ready"


def _ready(game: Game) -> bool:
    now = time.monotonic()
    if now - _looked.get(game.id, -1.0) < 0.25:
        return False
    _looked[game.id] = now
    folders = [cache_folder() / key for key in _keys(game)]
    return ready_file(game).exists() and all(folder.is_dir() for folder in folders)


def mark_ready(game: Game) -> None:
    """Tell the processes that wait for a game's compiled rules that they may load them."""
    try:
        path = ready_file(game)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    except OSError:
        pass  # the next process compiles again; nothing else is lost


def _warm_up(game: Game) -> None:
    """Start a process that fills the cache, at most one for each game."""
    with _lock:
        if game.id not in _warming:
            _warming[game.id] = subprocess.Popen(
                [sys.executable, "-m", "horta.core.warm", game.id],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )

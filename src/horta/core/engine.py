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

from horta.core.binding import compiled, contract, signature, takes_two_tables
from horta.core.cache import Store, fingerprint, own_store, stores
from horta.core.contract import Entries
from horta.core.game import Game
from horta.core.offers import write_offers
from horta.core.outcome import add_up, tie_breaks
from horta.core.record import at
from horta.core.rule import ENTRY, Rule

LOOK_AGAIN = 0.25
"""Seconds until a process looks again whether another has compiled the rules."""
ENTRIES = ("setup", "legal", "step", "to_play", "score", "redeal", "redact")
"""What a game needs from its first step to its last."""


class Engine(Entries):
    """The rules of one game as functions of (games, i, …), each made when first asked for."""

    def __init__(self, game: Game, *, compiled: bool) -> None:
        self.game = game
        self.compiled = compiled

    def __getattr__(self, name: str) -> Any:
        if name not in contract():
            raise AttributeError(f"an engine has no rule '{name}'")
        if name in ("observe", "clear"):
            assert self.game.observation_spec  # raises `NoObservation` when the game has none
        with _lock:
            if name not in self.__dict__:
                setattr(self, name, (_compiled if self.compiled else _plain)(self.game, name))
        return self.__dict__[name]

    def complete(self) -> None:
        """Make every entry that a whole game needs."""
        for name in ENTRIES:
            getattr(self, name)

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel to another process as the engine that the game has there."""
        return (engine if self.compiled else plain_engine), (self.game,)

    def __deepcopy__(self, memo: Any) -> Engine:
        return self

    def __repr__(self) -> str:
        return f"<{'compiled' if self.compiled else 'plain'} engine of {self.game.id}>"


# The bodies of compiled entries: `_rule` is bound to a rule of a game.
_rule: Any = None
_write_offers: Any = write_offers


def _entry0(games: Any, i: int) -> Any:
    return _rule(games[i])


def _entry1(games: Any, i: int, a: Any) -> Any:
    return _rule(games[i], a)


def _entry2(games: Any, i: int, a: Any, b: Any) -> Any:
    return _rule(games[i], a, b)


def _entry3(games: Any, i: int, a: Any, b: Any, c: Any) -> Any:
    return _rule(games[i], a, b, c)


def _entry_pair(games: Any, i: int, j: int) -> Any:
    return _rule(games[i], games[j])


def _entry_legal(games: Any, i: int, out: Any) -> Any:
    return _write_offers(_rule, games[i], out)


def _body(name: str) -> Callable[..., Any]:
    """Return the body of an entry: most hand their arguments on."""
    if name == "legal":
        return _entry_legal
    if takes_two_tables(name):
        return _entry_pair
    return (_entry0, _entry1, _entry2, _entry3)[len(contract()[name][0]) - 2]


def _compiled(game: Game, name: str) -> Callable[..., Any]:
    rule = _rule_of(game, name)
    names = {"_rule": rule, "_write_offers": write_offers}
    function = FunctionType(_body(name).__code__, names, name)
    # Kept with the rules of the game, whose content decides what it compiles to.
    function.__module__ = rule.function.__module__
    function.__qualname__ = f"{game.id}.{name}"
    return compiled(function, signature(game, name), ENTRY)  # type: ignore[no-any-return]


def _plain(game: Game, name: str) -> Callable[..., Any]:
    table, rule = game.table, _rule_of(game, name)
    function = rule.function

    def entry(games: Any, i: int, *args: Any) -> Any:
        return function(at(table, games, i), *args)

    def entry_pair(games: Any, i: int, j: int) -> Any:
        return function(at(table, games, i), at(table, games, j))

    def entry_legal(games: Any, i: int, out: Any) -> Any:
        return write_offers(rule, at(table, games, i), out)

    if name == "legal":
        return entry_legal
    return entry_pair if takes_two_tables(name) else entry


def _rule_of(game: Game, name: str) -> Rule[..., Any]:
    """Return a rule of a game, or what stands in for one that the game leaves out."""
    rule: Rule[..., Any] | None = getattr(game.rules, name)
    if rule is not None:
        return rule
    score = game.rules.score
    names = {"np": np, "_score": score, "add_up": add_up, "BREAKS": tie_breaks(game)}
    names |= {"SEATS": game.max_players, "LINES": len(game.lines)}
    stand_ins = {"evaluate": _totals_now, "prior": _no_prior, "clear": _all_written}
    code = stand_ins[name].__code__
    function = FunctionType(code, names, name)
    function.__module__ = score.function.__module__
    return Rule(function)


# What `_rule_of` binds to a game.
_score: Any = None
SEATS = LINES = 0
BREAKS: Any = None


def _totals_now(table: Any, values: Any) -> None:
    """Estimate the final totals: those of the moment."""
    sheet = np.zeros((SEATS, LINES), np.int32)
    _score(table, sheet)
    add_up(sheet, BREAKS, SEATS, values)


def _no_prior(table: Any, actions: Any, n: int, worth: Any) -> None:
    """Estimate nothing."""


def _all_written(table: Any, out: Any) -> None:
    """Empty nothing: every observation is written whole over the one before it."""


_lock = threading.RLock()
_engines: dict[str, Engine] = {}
_warming: dict[str, subprocess.Popen[bytes]] = {}
_looked: dict[str, float] = {}


def mode() -> str:
    """Return how rules run: `HORTA_JIT=0` plain, `HORTA_JIT=1` compiled, else `auto`.

    `HORTA_JIT=ready` takes the compiled rules if they lie in the cache, and never compiles.
    """
    value = os.environ.get("HORTA_JIT", "")
    return {"0": "plain", "1": "compiled", "ready": "ready"}.get(value, "auto")


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
    if how != "ready":
        _warm_up(game)
    return plain_engine(game)


def _keys(game: Game, target: str | None = None) -> list[str]:
    """Return the folders of a store in which the rules of a game and its drivers lie."""
    modules = {getattr(game.rules, name).function.__module__ for name in ENTRIES}
    return sorted({fingerprint(module, target) for module in (*modules, "horta.core.drivers")})


def ready_file(game: Game, store: Store | None = None) -> Path:
    """Return the file that tells that every rule of the game lies compiled in a store."""
    folder, target = store or own_store()
    return folder / f"{game.id}-{'-'.join(key[:8] for key in _keys(game, target))}.ready"


def _ready(game: Game) -> bool:
    now = time.monotonic()
    if now - _looked.get(game.id, -1.0) < LOOK_AGAIN:
        return False
    _looked[game.id] = now
    return any(_lies_in(store, game) for store in stores())


def _lies_in(store: Store, game: Game) -> bool:
    folders = [store.folder / key for key in _keys(game, store.target)]
    return ready_file(game, store).exists() and all(folder.is_dir() for folder in folders)


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
                [sys.executable, "-m", "horta.core.warm", "--gently", game.id],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )

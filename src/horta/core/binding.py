"""The binder: compiles rules and loops for a game, and joins loops to its rules.

A loop is a function that declares by its annotations what it takes (`core/contract.py`), the rules
that it needs first:

    class Rules(NamedTuple):
        legal: Entry
        step: Entry

    def wander(rules: Rules, games: Tables, out: Ints, steps: int) -> int: ...

    bind(wander, engine(game))(games, out, 100)

Compiled, the rules are function pointers with explicit signatures. So a loop is compiled in about
a second, once for each game's record, and cached; a rule is never compiled into it a second time.
It is called without Numba's look at the types of its arguments, which would take 0.1 ms where
rules are among them. Uncompiled, the arguments are checked against the declaration instead, so
that a test without a compiler finds what compiled code would misread.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, get_args, get_origin, get_type_hints

import numpy as np

from horta.core.cache import use_cache
from horta.core.contract import BoundRule, Entries, GameTable, OtherTable
from horta.core.record import dtype_of
from horta.core.rule import LOOP, jit

if TYPE_CHECKING:
    from horta.core.engine import Engine
    from horta.core.game import Game

R = TypeVar("R")

SCALARS: dict[Any, tuple[type, ...]] = {
    int: (int, np.integer),
    float: (int, float, np.integer, np.floating),
    bool: (bool, np.bool_),
}
"""What a number or a truth value may be given as."""


@functools.cache
def contract() -> dict[str, tuple[tuple[Any, ...], Any]]:
    """Return for each rule of the contract the kinds that it takes, and what it gives."""
    hints = get_type_hints(Entries, include_extras=True)
    return {name: (tuple(get_args(hint)[0]), get_args(hint)[1]) for name, hint in hints.items()}


def takes_two_tables(name: str) -> bool:
    """Tell whether a rule of the contract compares two tables of a batch."""
    return OtherTable in get_args(contract()[name][0][-1])


@functools.cache
def signature(game: Game, name: str) -> Any:
    """Return Numba's signature of a rule of the contract."""
    takes, gives = contract()[name]
    return numba_type(gives, game)(*(numba_type(kind, game) for kind in takes))


@functools.cache
def numba_type(kind: Any, game: Game, name: str = "") -> Any:
    """Return Numba's type of a kind of argument; `name` is the field of a tuple that holds it."""
    import numba
    from numba import types

    kind, notes = _parts(kind)
    scalars = {int: types.int64, float: types.float64, bool: types.boolean}
    if kind in (None, type(None)):
        return types.void
    if kind in scalars:
        return scalars[kind]
    if BoundRule in notes:
        from horta.core.pointers import PointerType

        return PointerType(signature(game, name))
    if _is_tuple(kind):
        fields = [numba_type(hint, game, field) for field, hint in _fields(kind).items()]
        return types.BaseTuple.from_types(fields, kind)
    element, axes = _element(kind, notes, game)
    return types.Array(numba.from_dtype(element), axes, "C")


def _parts(kind: Any) -> tuple[Any, tuple[Any, ...]]:
    """Return a kind without its notes, and the notes."""
    if get_origin(kind) is Annotated:
        bare, *notes = get_args(kind)
        return _spelled_out(bare), tuple(notes)
    return _spelled_out(kind), ()


def _spelled_out(kind: Any) -> Any:
    """Return what an alias stands for: from NumPy 2.5 on, `NDArray` is a name of its own."""
    meaning = getattr(get_origin(kind), "__value__", None)
    return kind if meaning is None else meaning[get_args(kind)]


def _is_tuple(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields")


@functools.cache
def _fields(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)


def _element(kind: Any, notes: tuple[Any, ...], game: Game) -> tuple[np.dtype[Any], int]:
    """Return what an array holds, and how many axes it has."""
    if get_origin(kind) is not np.ndarray:
        raise TypeError(f"{kind!r} is no kind of argument that can be compiled for")
    (scalar,) = get_args(get_args(kind)[1])
    if scalar is not np.void:
        return np.dtype(scalar), notes[0] if notes else 1
    return dtype_of(game.table if notes[0] is GameTable else notes[0]), 1


def compiled(
    function: Callable[..., Any], signature: Any, how: Mapping[str, bool] = MappingProxyType({})
) -> Any:
    """Return a function compiled for one signature and for no other; the cache keeps it."""
    from horta.core.pointers import locate

    dispatcher = jit(function, how)
    use_cache(dispatcher, function)
    dispatcher.compile(signature)
    # Otherwise Numba would compile the rules into a loop again, for their own types.
    dispatcher.disable_compile()
    locate(dispatcher)
    return dispatcher


def entry_point(dispatcher: Any) -> Callable[..., Any]:
    """Return the compiled form of a function, without Numba's look at its arguments.

    That look takes longer than most rules, 0.7 µs. Only for arguments of our own making.
    """
    (result,) = dispatcher.overloads.values()
    return result.entry_point  # type: ignore[no-any-return]


def bind(loop: Callable[..., R], engine: Engine) -> Callable[..., R]:
    """Return a loop joined to the rules of a game, compiled if the engine is."""
    bound: Callable[..., R] = _bind(loop, engine)
    return bound


@functools.cache
def _bind(loop: Callable[..., Any], engine: Engine) -> Any:
    hints = get_type_hints(loop, include_extras=True)
    gives = hints.pop("return")
    kinds = list(hints.values())
    rules = _rules(kinds[0], engine)
    if not engine.compiled:
        return _checked(loop, kinds, rules, engine.game)
    types = [numba_type(kind, engine.game) for kind in kinds]
    entry = entry_point(compiled(loop, numba_type(gives, engine.game)(*types), LOOP))
    return entry if rules is None else functools.partial(entry, rules)


def _rules(kind: Any, engine: Engine) -> Any:
    """Return the rules that a loop declares by its first argument, or None if it needs none."""
    if not _is_tuple(kind) or not all(BoundRule in _parts(k)[1] for k in _fields(kind).values()):
        return None
    return kind(*(getattr(engine, name) for name in _fields(kind)))


def _checked(loop: Callable[..., R], kinds: list[Any], rules: Any, game: Game) -> Callable[..., R]:
    """Return an uncompiled loop that looks at the kinds of its arguments."""
    bound = () if rules is None else (rules,)

    def checked(*args: Any) -> R:
        for kind, value in zip(kinds[len(bound) :], args, strict=True):
            check_kind(kind, value, game, loop.__name__)
        return loop(*bound, *args)

    return checked


def check_kind(kind: Any, value: Any, game: Game, where: str) -> None:
    """Raise a `TypeError` unless a value is what a compiled loop would take it for."""
    kind, notes = _parts(kind)
    if _is_tuple(kind):
        for (name, hint), part in zip(_fields(kind).items(), value, strict=True):
            check_kind(hint, part, game, f"{where}.{name}")
    elif get_origin(kind) is np.ndarray:
        element, axes = _element(kind, notes, game)
        if isinstance(value, list):  # records as plain rules read them (`rows`)
            fits = element.names is not None
        elif not isinstance(value, np.ndarray):
            fits = False
        else:
            fits = value.dtype == element and value.ndim == axes and value.flags.c_contiguous
        if not fits:
            kind_of = "records" if element.names else element.name
            raise TypeError(f"{where}: an array of {kind_of} with {axes} axes is needed")
    elif not isinstance(value, SCALARS[kind]):
        raise TypeError(f"{where}: a number of type {kind.__name__} is needed, not {value!r}")

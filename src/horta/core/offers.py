"""The list of legal actions, and the one way to write it.

    @rule
    def legal(table: Table, out: Offers) -> int:
        n = offer(out, 0, PASS)
        for cell in range(CELLS):
            if table.card[cell] >= 0:
                n = offer(out, n, take_action(cell))
        return n

The list has one place for each action of the game, and `offer` writes an action only if it is one
of the game's and there is a place for it. So whatever lies on the table, no list runs past its
end and none names an action that does not exist: no rule has to count its options, and no table
that an owner or a visitor makes up can lead a rule astray. A rule that lists its options in order
without repetition always has room; one that does not is found out wherever rules run uncompiled
or with `HORTA_CHECK=1`.

Actions that follow one another are written by `offer_run(out, n, action, length)`, and some of 64
that do by `offer_bits(out, n, action, bits)`: both look at the bounds once.

Nothing else can write the list: a rule is handed `Offers`, which has no assignment, compiled or
not. `Game` refuses a `legal` that does not use `offer`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sized
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from horta.core.bits import WORD, how_many, lowest
from horta.core.rule import Rule, checked

NONE = -1
SEVERAL = -2


class Offers:
    """The list that `legal` writes, as uncompiled rules see it."""

    __slots__ = ("_actions", "_places")

    def __init__(self, places: NDArray[np.int32], actions: int) -> None:
        self._places = places
        self._actions = actions


class Unsorted(AssertionError):
    """A rule offered an action that does not exist, or not in order: the rule is wrong."""


def _offer(out: Offers, n: int, action: int) -> int:
    """Write a legal action at place `n`, behind a smaller one; return the length of the list."""
    places = out._places
    if 0 < n == len(places) < out._actions:
        return n  # `only_offer` does not care for more
    before = places[n - 1] if n > 0 else NONE
    if not 0 <= n < len(places) or not before < action < out._actions:
        raise Unsorted(f"action {action} is offered at place {n} of {len(places)}, after {before}")
    places[n] = action
    return n + 1


def _offer_run(out: Offers, n: int, action: int, length: int) -> int:
    """Write legal actions that follow one another from place `n` on; return the list's length."""
    for k in range(length):
        n = _offer(out, n, action + k)
    return n


def _offer_bits(out: Offers, n: int, action: int, bits: int) -> int:
    """Write `action` + k for each bit k of a number, from place `n` on; return the new length."""
    for k in range(WORD):
        if (bits >> k) & 1:
            n = _offer(out, n, action + k)
    return n


def _only_offer(legal: Rule[..., int], table: Any, actions: int) -> int:
    """Return the only action that `legal` offers; NONE if there is none, SEVERAL if there are more.

    Rules that look for forced steps ask this: it needs no list of all `actions` of the game.
    """
    places = np.zeros(2, np.int32)
    n = legal(table, Offers(places, actions))
    return int(places[0]) if n == 1 else SEVERAL if n else NONE


def _write_offers(legal: Rule[..., int], table: Any, places: NDArray[np.int32]) -> int:
    """Have `legal` fill a list with one place for each action of the game; return its length."""
    return legal(table, Offers(places, len(places)))


class _Written(Rule[Any, Any]):
    """A rule whose compiled form is not its own source."""

    @property
    def form(self) -> Callable[..., Any]:
        """What is compiled."""
        return _forms()[self.function.__name__]


offer: Rule[[Offers, int, int], int] = _Written(_offer)
offer_run: Rule[[Offers, int, int, int], int] = _Written(_offer_run)
offer_bits: Rule[[Offers, int, int, int], int] = _Written(_offer_bits)
only_offer: Rule[[Rule[..., int], Any, int], int] = _Written(_only_offer)
write_offers: Rule[[Rule[..., int], Any, NDArray[np.int32]], int] = _Written(_write_offers)


def listed(legal: Rule[..., int], table: Any, actions: Sized) -> list[int]:
    """Return what the rule `legal` of a game with these actions offers on a table, uncompiled."""
    places = np.zeros(len(actions), np.int32)
    return [int(action) for action in places[: write_offers(legal, table, places)]]


class _Access(NamedTuple):
    """What compiled code may do with a list: make one, look at it, write a place."""

    seal: Any
    """Make one of an array."""
    pair: Any
    """Make one of two places, which lie on the stack: to ask for memory would take longer."""
    places: Any
    actions: Any
    read: Any
    write: Any


@functools.cache
def _offers_type() -> Any:
    """Return Numba's type of a list: a bare pointer that rules can do nothing with."""
    from numba.core import types
    from numba.extending import models, register_model

    class OffersType(types.Type):
        """Where the places of a list lie, how many they are, and how many actions there are."""

    @register_model(OffersType)
    class _Model(models.StructModel):  # type: ignore[misc]
        def __init__(self, manager: Any, kind: Any) -> None:
            first = types.CPointer(types.int32)  # type: ignore[attr-defined]
            members = [("first", first), ("places", types.intp), ("actions", types.intp)]
            super().__init__(manager, kind, members)

    return OffersType("horta.Offers")


def _makers() -> tuple[Any, Any]:
    """Return what makes a list: `seal` and `pair`."""
    from numba.core import cgutils, types
    from numba.extending import intrinsic

    offers, size, number = _offers_type(), types.intp, types.int32
    struct = cgutils.create_struct_proxy(offers)

    def seal(_: Any, array: Any, _actions: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:
            made = context.make_array(array)(context, builder, given[0])
            out = struct(context, builder)
            out.first, out.actions = made.data, given[1]
            out.places = builder.extract_value(made.shape, 0)
            return out._getvalue()

        return offers(array, size), generate

    def pair(_: Any, _actions: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:
            two = context.get_constant(size, 2)
            out = struct(context, builder)
            out.first = cgutils.alloca_once(builder, context.get_value_type(number), size=two)
            out.places, out.actions = two, given[0]
            builder.store(context.get_constant(number, 0), out.first)
            return out._getvalue()

        return offers(size), generate

    return intrinsic(seal), intrinsic(pair)


@functools.cache
def _access() -> _Access:
    """Return the access to a compiled list."""
    from numba.core import cgutils, types
    from numba.extending import intrinsic

    offers, size, number = _offers_type(), types.intp, types.int32
    struct = cgutils.create_struct_proxy(offers)

    def places(_: Any, _out: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:
            return struct(context, builder, given[0]).places

        return size(offers), generate

    def actions(_: Any, _out: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:
            return struct(context, builder, given[0]).actions

        return size(offers), generate

    def read(_: Any, _out: Any, _n: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:
            return builder.load(builder.gep(struct(context, builder, given[0]).first, given[1:]))

        return number(offers, size), generate

    def write(_: Any, _out: Any, _n: Any, _action: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:
            first = struct(context, builder, given[0]).first
            builder.store(given[2], builder.gep(first, given[1:2]))
            return context.get_dummy_value()

        return types.void(offers, size, number), generate

    return _Access(*_makers(), *(intrinsic(each) for each in (places, actions, read, write)))


@functools.cache
def _forms() -> dict[str, Callable[..., Any]]:
    """Return what is compiled for the five rules."""
    seal, pair, places_of, actions_of, read, write = _access()
    strict = checked()
    u64 = np.uint64

    def one(out: Any, n: int, action: int) -> int:
        # Unsigned, so that one comparison refuses what is negative too. To look at the place before
        # would cost more than all the rest, so the order is checked together with the bounds.
        if u64(n) < u64(places_of(out)) and u64(action) < u64(actions_of(out)):
            if strict and n > 0 and read(out, n - 1) >= action:
                raise AssertionError("an action is offered out of order")
            write(out, n, action)
            return n + 1
        if strict and places_of(out) == actions_of(out):
            raise AssertionError("an action is offered that does not exist")
        return n

    # A run and bits are looked at once for all, which is quick and the usual case; otherwise they
    # are offered one by one.

    def run(out: Any, n: int, action: int, length: int) -> int:
        room = min(places_of(out) - n, actions_of(out) - action)
        if not strict and n >= 0 and action >= 0 and 0 <= length <= room:
            for k in range(length):
                write(out, n + k, action + k)
            return n + length
        for k in range(length):
            n = offer(out, n, action + k)
        return n

    def some(out: Any, n: int, action: int, bits: int) -> int:
        room = actions_of(out) - action
        fits = room >= WORD or (room > 0 and u64(bits) >> u64(room) == 0)
        if not strict and n >= 0 and action >= 0 and fits and n + how_many(bits) <= places_of(out):
            for _ in range(WORD):
                if bits == 0:
                    break
                write(out, n, action + lowest(bits))
                bits &= bits - 1
                n += 1
            return n
        for k in range(WORD):
            if (bits >> k) & 1:
                n = offer(out, n, action + k)
        return n

    def only(legal: Any, table: Any, actions: int) -> int:
        places = pair(actions)
        n = legal(table, places)
        return int(read(places, 0)) if n == 1 else SEVERAL if n else NONE

    def whole(legal: Any, table: Any, places: Any) -> int:
        return int(min(legal(table, seal(places, len(places))), len(places)))

    written = (_offer, _offer_run, _offer_bits, _only_offer, _write_offers)
    names = [rule.__name__ for rule in written]
    return dict(zip(names, (one, run, some, only, whole), strict=True))

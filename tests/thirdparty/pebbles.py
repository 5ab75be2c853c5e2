"""Pebbles, a game of somebody else: its rules come in versions, and its components have traps.

Two players take one to three pebbles from a heap of fifteen; a pebble is a point, and a lucky
number that only its owner sees counts in the end. `RULES` says which version of the rules it has:

1. as above;
2. the record lies differently in memory, nothing else;
3. three pebbles cannot be taken any more (PEB-02);
4. and a pebble is two points (PEB-03).

An owner's component tables may hold a trap that springs while rules run on them.
"""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable, Mapping
from typing import Any, Literal

import numba
import numba.extending
import numpy as np

from horta.core.actions import ActionSpace, Axis, Span
from horta.core.changes import Change
from horta.core.desk import Desk
from horta.core.dice import Dice, roll, seed_dice
from horta.core.errors import BadPosition
from horta.core.game import Components, Game, Json, Line, Options, Rules, Target
from horta.core.help import Told
from horta.core.notes import Note, clear_notes, note
from horta.core.offers import Offers, offer
from horta.core.record import Array, i8, i16, i32, of, record
from horta.core.rule import rule

RULES = 1
MOST = 3 if RULES < 3 else 2
WORTH = 2 if RULES >= 4 else 1
TOOK = 1
HEAP = 15
TRAPS = ("none", "hang", "sleep", "crash", "memory", "raise")
NONE, HANG, SLEEP, CRASH, MEMORY, RAISE = range(len(TRAPS))
PLACES = ("setup", "step", "score", "draw")
SETUP, STEP, SCORE, DRAW = range(len(PLACES))
FAR = 1 << 60

if RULES == 1:

    @record
    class Table:
        dice: Dice
        notes: Array[Note] = of(8)
        noted: i32
        heap: i8
        taken: Array[i8] = of(2)
        lucky: Array[i8] = of(2)
        to_move: i8
        trap: i8
        where: i8
        old_custom: i16

else:

    @record
    class Table:  # type: ignore[no-redef]
        where: i8
        trap: i8
        to_move: i16
        lucky: Array[i16] = of(3)
        weather: i8
        taken: Array[i16] = of(2)
        heap: i32
        noted: i32
        notes: Array[Note] = of(12)
        dice: Dice


class PebblesOptions(Options):
    quick: bool = False


class PebblesComponents(Components):
    trap: Literal["none", "hang", "sleep", "crash", "memory", "raise"] = "none"
    where: Literal["setup", "step", "score", "draw"] = "setup"


def spring(table: Any, place: int) -> None:
    """Do harm as plain Python can, if the table's trap is set for this place."""
    if table.trap == NONE or table.where != place:
        return
    match TRAPS[table.trap]:
        case "hang":
            while True:
                pass
        case "sleep":
            time.sleep(3600)
        case "crash":
            ctypes.string_at(0)
        case "memory":
            hoard = []
            while True:
                hoard.append(bytearray(1 << 26))
        case "raise":
            raise KeyError("nobody has thought of this")


@numba.extending.overload(spring)
def compiled_spring(table: Any, place: Any) -> Callable[..., None]:
    """Do harm as compiled code can: nobody in the same process could stop it."""

    def sprung(table: Any, place: Any) -> None:
        if table.trap == NONE or table.where != place:
            return
        if table.trap == HANG:
            while table.trap == HANG:
                table.noted ^= 1
        elif table.trap == SLEEP:
            with numba.objmode():
                time.sleep(3600)
        elif table.trap == CRASH:
            # As far outside as no process has memory: the kernel ends it.
            table.taken[FAR + table.where] = 1
        elif table.trap == MEMORY:
            hoard = [np.zeros(1 << 23)]
            while table.trap == MEMORY:
                hoard.append(np.ones(1 << 23))
        elif table.trap == RAISE:
            raise KeyError("nobody has thought of this")

    return sprung


def lay_out(table: Any, players: int, options: Any, components: Any) -> None:
    table.trap = TRAPS.index(components.trap)
    table.where = PLACES.index(components.where)


@rule
def setup(table: Any, seed: int) -> None:
    seed_dice(table.dice, seed)
    clear_notes(table)
    table.heap = HEAP
    table.to_move = 0
    for seat in range(2):
        table.taken[seat] = 0
        table.lucky[seat] = roll(table.dice, 10)
    spring(table, SETUP)


@rule
def to_play(table: Any) -> int:
    return table.to_move if table.heap > 0 else -1


@rule
def legal(table: Any, out: Offers) -> int:
    n = 0
    for k in range(MOST):
        if table.heap > k:
            n = offer(out, n, k)
    return n


@rule
def step(table: Any, action: int) -> None:
    spring(table, STEP)
    table.heap -= action + 1
    table.taken[table.to_move] += action + 1
    note(table, TOOK, table.to_move, action + 1)
    table.to_move = 1 - table.to_move


@rule
def score(table: Any, sheet: Any) -> None:
    spring(table, SCORE)
    for seat in range(2):
        sheet[seat, 0] = WORTH * table.taken[seat]
        sheet[seat, 1] = max(0, table.lucky[seat])


@rule
def redeal(table: Any, seat: int, seed: int) -> None:
    seed_dice(table.dice, seed)
    for other in range(2):
        if other != seat:
            table.lucky[other] = roll(table.dice, 10)


@rule
def redact(table: Any, seat: int) -> None:
    seed_dice(table.dice, 0)
    for other in range(2):
        if other != seat:
            table.lucky[other] = -1


@rule
def check(table: Any) -> int:
    return int(not 0 <= table.heap <= HEAP)


class Words:
    def label(self, table: Any, action: int) -> str:
        return f"take {action + 1}"

    def event(self, event: Any, names: Any) -> str:
        return f"{names[event.seat]} takes {event.a}"

    def question(self, table: Any) -> str:
        return "How many?"

    def line(self, name: str) -> str:
        return name

    def chapter(self, event: Any) -> str:
        return ""

    def seats(self, players: int) -> list[str]:
        return ["First", "Second"]

    def option(self, text: str) -> str:
        return text


class Presentation:
    def words(self, lang: str) -> Words:
        return Words()

    def to_json(self, table: Any) -> Json:
        return {
            "heap": table.heap,
            "taken": list(table.taken),
            "lucky": list(table.lucky)[:2],
            "to_move": table.to_move,
        }

    def from_json(self, position: Json, table: Any) -> None:
        try:
            table.heap, table.to_move = position["heap"], position["to_move"]
            for seat in range(2):
                table.taken[seat] = position["taken"][seat]
                table.lucky[seat] = position["lucky"][seat]
        except (KeyError, TypeError, IndexError) as problem:
            raise BadPosition(f"table: {problem}") from None

    def schema(self) -> Json:
        return {"type": "object"}

    def draw(self, scene: Any) -> str:
        spring(scene.table, DRAW)
        seen = f"{scene.table.heap} {list(scene.table.taken)} {list(scene.table.lucky)[:2]}"
        return (
            '<svg xmlns="http://www.w3.org/2000/svg" role="img" class="pebbles">'
            f'<text data-thing="heap">{seen}</text></svg>'
        )

    def sketch(self, scene: Any, colour: bool) -> str:
        return str(scene.table.heap)

    def target(self, table: Any, action: int) -> Target:
        return Target()

    def refusals(self, table: Any, lang: str) -> Mapping[str, str]:
        return {}

    def rule_of(self, table: Any, element: str) -> str:
        return "PEB-01"

    def idle_lines(self, table: Any) -> frozenset[str]:
        return frozenset()

    def desk(self, components: Any, lang: str) -> Desk:
        return Desk()

    def pictures(self, components: Any) -> Mapping[str, str]:
        return {}

    def explain(self, table: Any, lang: str) -> list[Told]:
        return [Told("Take one pebble or two.", "PEB-01", ("take",))]

    def firsts(self, table: Any, lang: str) -> list[Told]:
        return [Told("Pebbles are points.", "PEB-01", ("take",), name="pebble")]

    def holdings(self, table: Any, seat: int, lang: str) -> Mapping[str, int]:
        return {"pebbles": table.taken[seat]}

    def invariants(self) -> Mapping[int, str]:
        return {1: "the heap has no more than fifteen pebbles"}


def changes() -> dict[int, Any]:
    """Return what each version of the rules changed."""
    said = {
        2: Change((), "the record lies differently in memory"),
        3: Change(("PEB-02",), "three pebbles cannot be taken any more"),
        4: Change(("PEB-03",), "a pebble is two points"),
    }
    return {version: change for version, change in said.items() if version <= RULES}


GAME = Game(
    id="pebbles",
    title="Pebbles",
    rules_version=RULES,
    min_players=2,
    max_players=2,
    table=Table,
    rules=Rules(setup, legal, step, to_play, score, redeal, redact, check),
    actions=ActionSpace(Span("take", Axis("pebbles", ("1", "2", "3")))),
    lines=(Line("pebbles", "Pebbles"), Line("luck", "Luck")),
    options=PebblesOptions,
    components=PebblesComponents,
    provenance={},
    lay_out=lay_out,
    presentation=Presentation(),
    changes=changes(),
)

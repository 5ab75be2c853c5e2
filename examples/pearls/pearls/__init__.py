"""Pearls: take one to three from a heap; a lucky number that only you know counts in the end."""

from pathlib import Path
from typing import Any

from horta.core.actions import ActionSpace, Axis, Span
from horta.core.dice import Dice, roll, seed_dice
from horta.core.game import Game, Line, Rules
from horta.core.notes import Note, clear_notes, note
from horta.core.observation import Observation, View
from horta.core.offers import Offers, offer_run
from horta.core.plain import PlainPresentation
from horta.core.record import Array, i8, i32, of, record
from horta.core.rule import rule

HEAP, MOST, LUCK, UNSEEN, TOOK = 15, 3, 4, -1, 1


@record
class Table:
    """What lies on the table: declared once, for rules, files and pictures."""

    dice: Dice
    notes: Array[Note] = of(8)
    noted: i32
    heap: i8
    taken: Array[i8] = of(2)
    lucky: Array[i8] = of(2)
    to_move: i8


@rule
def setup(table: Table, seed: int) -> None:
    """Deal (PEARL-01)."""
    seed_dice(table.dice, seed)
    clear_notes(table)
    table.heap, table.to_move = HEAP, 0
    for seat in range(2):
        table.taken[seat], table.lucky[seat] = 0, roll(table.dice, 3)


@rule
def to_play(table: Table) -> int:
    """Return who decides."""
    return table.to_move if table.heap > 0 else -1


@rule
def legal(table: Table, out: Offers) -> int:
    """List what can be taken (PEARL-02)."""
    return offer_run(out, 0, 0, min(MOST, table.heap))


@rule
def step(table: Table, action: int) -> None:
    """Take pearls (PEARL-02)."""
    table.heap -= action + 1
    table.taken[table.to_move] += action + 1
    note(table, TOOK, table.to_move, action + 1)
    table.to_move = 1 - table.to_move


@rule
def score(table: Table, sheet: Any) -> None:
    """Count (PEARL-03)."""
    for seat in range(2):
        sheet[seat, 0] = table.taken[seat]
        sheet[seat, 1] = LUCK if table.taken[seat] % 3 == table.lucky[seat] else 0


@rule
def redact(table: Table, seat: int) -> None:
    """Blank what a seat cannot know; -1 is a spectator."""
    seed_dice(table.dice, 0)
    for other in range(2):
        if other != seat:
            table.lucky[other] = UNSEEN


@rule
def redeal(table: Table, seat: int, seed: int) -> None:
    """Draw anew what a seat cannot know."""
    seed_dice(table.dice, seed)
    for other in range(2):
        if other != seat:
            table.lucky[other] = roll(table.dice, 3)


@rule
def check(table: Table) -> int:
    """Return the number of an invariant that is broken."""
    if not 0 <= table.to_move <= 1 or not 0 <= table.heap <= HEAP:
        return 1
    return 2 if table.heap + table.taken[0] + table.taken[1] != HEAP else 0


@rule
def observe(table: Table, seat: int, out: Any) -> None:
    """Write what a network sees."""
    out[0], out[1] = table.heap / HEAP, table.lucky[seat] / 2
    for k in range(2):
        out[2 + k] = table.taken[(seat + k) % 2] / HEAP


ACTIONS = ActionSpace(Span("take", Axis("pearls", ("1", "2", "3"))))
LINES = (Line("pearls", "Pearls"), Line("luck", "Luck"))
PRESENTATION = PlainPresentation(
    Table,
    ACTIONS,
    LINES,
    events={TOOK: "{name} takes {a}."},
    invariants={1: "the heap has 0 to 15 pearls", 2: "no pearl is lost"},
)
GAME = Game(
    id="pearls",
    title="Pearls",
    rules_version=1,
    min_players=2,
    max_players=2,
    table=Table,
    rules=Rules(setup, legal, step, to_play, score, redeal, redact, check, observe=observe),
    actions=ACTIONS,
    lines=LINES,
    presentation=PRESENTATION,
    observation=Observation(
        0,
        View("heap", (1,), "what is left"),
        View("lucky", (1,), "the own lucky number"),
        View("taken", (2,), "pearls: own, the other's"),
    ),
    levels={2: ("random", "greedy", *(f"mcts:{n}it" for n in (8, 20, 50, 125, 300)))},
    tuning=Path(__file__).with_name("tuning.json"),
    rule_page=Path(__file__).with_name("rules.md"),
    lessons=Path(__file__).with_name("lessons"),
)

"""Purses: a tiny game by a third party, with points that only their owner knows.

Each of two players is dealt a purse of 1 to 9 points, unseen by the other. In turn they take a
point or pass; after three turns each the purses are opened. Our own games have no secret points.
"""

from __future__ import annotations

from typing import Any

from horta.core.actions import ActionSpace, Axis, Span
from horta.core.dice import Dice, roll, seed_dice
from horta.core.game import Components, Game, Line, Options, Rules
from horta.core.notes import Note, clear_notes, note
from horta.core.offers import Offers, offer
from horta.core.record import Array, i8, i32, of, record
from horta.core.rule import rule
from horta.core.scene import Scene

PLAYERS = 2
TURNS = 6
MOST = 9
HIDDEN = 0

ACTIONS = ActionSpace(Span("pass"), Span("take", Axis("points", ("one", "two"))))
LINES = (Line("taken", "Taken"), Line("purse", "Purse"))


@record
class Table:
    """The whole table."""

    dice: Dice
    noted: i32
    notes: Array[Note] = of(2)
    turn: i8
    purse: Array[i8] = of(PLAYERS)
    taken: Array[i8] = of(PLAYERS)


@rule
def setup(table: Table, seed: int) -> None:
    """Deal the purses."""
    clear_notes(table)
    seed_dice(table.dice, seed)
    table.turn = 0
    for s in range(PLAYERS):
        table.purse[s] = 1 + roll(table.dice, MOST)
        table.taken[s] = 0


@rule
def legal(table: Table, out: Offers) -> int:
    """Pass, or take one or two."""
    n = 0
    if table.turn < TURNS:
        for action in range(3):
            n = offer(out, n, action)
    return n


@rule
def step(table: Table, action: int) -> None:
    """Take points, and tell of each: three notes in a ring for two."""
    s = table.turn % PLAYERS
    table.taken[s] += action
    for k in range(action + 1):
        note(table, k, s, action)
    table.turn += 1


@rule
def to_play(table: Table) -> int:
    """In turn."""
    return int(table.turn % PLAYERS) if table.turn < TURNS else -1


@rule
def score(table: Table, sheet: Any) -> None:
    """What was taken, and what is in the purse; nothing is known of a hidden one."""
    for s in range(PLAYERS):
        sheet[s, 0] = table.taken[s]
        sheet[s, 1] = table.purse[s]


@rule
def redact(table: Table, viewer: int) -> None:
    """Hide the other purse until the end."""
    table.dice.a = 0
    table.dice.b = 0
    table.dice.c = 0
    table.dice.counter = 0
    for s in range(PLAYERS):
        if s != viewer and table.turn < TURNS:
            table.purse[s] = HIDDEN


@rule
def redeal(table: Table, viewer: int, seed: int) -> None:
    """Deal the other purse anew."""
    seed_dice(table.dice, seed)
    for s in range(PLAYERS):
        if s != viewer and table.turn < TURNS:
            table.purse[s] = 1 + roll(table.dice, MOST)


@rule
def check(table: Table) -> int:
    """Nothing can be wrong."""
    return 0


class Words:
    """A few words in one language."""

    def label(self, table: Any, action: int) -> str:
        """Name an action."""
        return ACTIONS.text(action)

    def event(self, event: Any, names: Any) -> str:
        """Tell an event."""
        return f"{names[event.seat]}: {event.kind} of {event.a}"

    def question(self, table: Any) -> str:
        """Ask."""
        return "How much?"

    def chapter(self, event: Any) -> str:
        """There are none."""
        return ""

    def line(self, name: str) -> str:
        """Name a line."""
        return name

    def seats(self, players: int) -> list[str]:
        """Name the seats."""
        return ["left", "right"]

    def option(self, text: str) -> str:
        """There are none."""
        return text


class Presentation:
    """Words and JSON; the drawing prints the scores that it is shown."""

    def words(self, lang: str) -> Words:
        """Return the words."""
        return Words()

    def to_json(self, table: Any) -> dict[str, Any]:
        """Return the table."""
        return {
            "turn": table.turn,
            "purse": list(table.purse),
            "taken": list(table.taken),
        }

    def from_json(self, position: dict[str, Any], table: Any) -> None:
        """Lay a position out."""
        table.turn = position["turn"]
        for s in range(PLAYERS):
            table.purse[s] = position["purse"][s]
            table.taken[s] = position["taken"][s]

    def draw(self, scene: Scene) -> str:
        """Draw."""
        return f"<svg>{scene.scores} {scene.sheet} {list(scene.table.purse)}</svg>"

    def sketch(self, scene: Scene, colour: bool) -> str:
        """Sketch."""
        return f"{scene.scores}"

    def invariants(self) -> dict[int, str]:
        """There are none."""
        return {}


def lay_out(table: Any, players: int, options: Any, components: Any) -> None:
    """There is nothing to lay out."""


def game(name: str = "purses", **changed: Any) -> Game:
    """Return the game, perhaps with other rules: compiled they are kept under its name."""
    rules = {
        "setup": setup,
        "legal": legal,
        "step": step,
        "to_play": to_play,
        "score": score,
        "redeal": redeal,
        "redact": redact,
        "check": check,
        **changed,
    }
    return Game(
        id=name,
        title="Purses",
        rules_version=1,
        min_players=PLAYERS,
        max_players=PLAYERS,
        table=Table,
        rules=Rules(**rules),
        actions=ACTIONS,
        lines=LINES,
        options=Options,
        components=Components,
        provenance={},
        lay_out=lay_out,
        presentation=Presentation(),  # type: ignore[arg-type]
    )


GAME = game()

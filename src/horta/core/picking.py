"""Picking: the sets that a seat may pick now, in any order, and the actions that pick one of them.

A set is picked by several actions, which the rules ask for in a fixed order (`horta.core.picks`).
The sets are found by going through that order on copies of the table as the seat sees it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from horta.core.engine import Engine, engine
from horta.core.errors import IllegalAction
from horta.core.i18n import mark
from horta.core.picks import Pick
from horta.core.record import Games, at, copy_table, from_bytes

if TYPE_CHECKING:
    from horta.core.game import Game
    from horta.core.match import Match

MOST_SETS = 1000
MOST_TABLES = 3000
"""How many sets, and tables on the way to them, are looked at; beyond that one picks step by step.

The sets of the games of this house are some dozens.
"""


class Step(NamedTuple):
    """One pick on the way to a set."""

    action: int
    options: tuple[int, ...]
    """What could be chosen at that moment; a single option is taken by most games themselves."""


@dataclass(frozen=True)
class Picking:
    """What a seat may pick now."""

    items: tuple[int, ...]
    """The things: every action that lies in some set, sorted."""
    sets: tuple[tuple[int, ...], ...]
    """Every set once, as its things in the order of the rules; a thing may lie in it repeatedly."""
    others: tuple[int, ...]
    """What can be done instead of picking anything."""
    ways: tuple[tuple[Step, ...], ...]
    """For each set, how the rules come to it."""
    scenes: dict[int, Games]
    """For each thing, a table at which it can be picked: for its label and its place."""


def picking(match: Match) -> Picking | None:
    """Return the sets that the seat to play may pick now, or None where nothing is to combine."""
    return picking_at(match.game, match.redacted(match.to_play), match.legal)


def picking_at(game: Game, seen: Games, legal: Sequence[int]) -> Picking | None:
    """Return the same of a table as the seat to play sees it, and of its legal actions."""
    walk = _Walk.begin(game, seen, legal)
    if walk is None:
        return None
    sets: dict[tuple[int, ...], tuple[Step, ...]] = {}
    for way in walk.ways(walk.table, ()):
        sets.setdefault(walk.things(way), way)
        if len(sets) > MOST_SETS:
            return None
    # A single thing is an ordinary choice.
    if walk.exhausted or len(sets) <= 1 or max(map(len, sets)) <= 1:
        return None
    return Picking(
        items=tuple(sorted(walk.scenes)),
        sets=tuple(sets),
        others=tuple(action for action in legal if not walk.belongs(action)),
        ways=tuple(sets.values()),
        scenes=walk.scenes,
    )


def way_to(match: Match, chosen: Sequence[int]) -> tuple[Step, ...]:
    """Return the way to a set, its things in any order; `IllegalAction` if there is no such set.

    Follow it with `is_done` on a match: what the rules do by themselves is not played.
    """
    walk = _Walk.begin(match.game, match.redacted(match.to_play), match.legal)
    if walk is not None:
        walk.wanted = Counter(chosen)
        for way in walk.ways(walk.table, ()):
            if Counter(walk.things(way)) == walk.wanted:
                return way
    raise IllegalAction(mark("{game}: these cannot be picked together now"), game=match.game.title)


def is_done(match: Match, step: Step) -> bool:
    """Tell on the way to a set whether the rules have taken a step by themselves already."""
    return len(step.options) == 1 and tuple(match.legal) != step.options


def pick(match: Match, chosen: Sequence[int]) -> list[int]:
    """Pick a set, its things in any order, and return the actions that were played for it.

    All or nothing: `IllegalAction` leaves the match as it was.
    """
    steps, twin, played = way_to(match, chosen), match.copy(), []
    for step in steps:
        if not is_done(twin, step):
            twin.play(step.action)
            played.append(step.action)
    for action in played:
        match.play(action)
    return played


def before_last(match: Match) -> int:
    """Return how many actions stood before the last thing that was decided.

    A set counts as one: whoever takes it back takes back all of it.
    """
    start = max(0, len(match.actions) - 1)
    while is_within(match, start):
        start -= 1
    return start


def is_within(match: Match, number: int) -> bool:
    """Tell whether the match stood in the middle of a set after so many of its actions."""
    if not 0 < number < len(match.actions):
        return False
    tables, action = match.tables, match.actions[number - 1]
    return _goes_on(match.game, tables[number - 1], action, tables[number])


def _goes_on(game: Game, before: bytes, action: int, after: bytes) -> bool:
    """Tell whether an action left a set open, so that the next one belongs to it."""
    pick = _pick_with(game, action)
    if pick is None:
        return False
    walk = _Walk(game, pick, from_bytes(game.table, before))
    asked = walk.options(from_bytes(game.table, after))
    while pick.answer(at(game.table, walk.table), action):
        options = walk.options(walk.table)
        if len(options) != 1 or options == asked:
            return bool(options)
        action = options[0]  # the rules have gone on by themselves
        if not walk.picks(action):
            return False
    return False


def _pick_with(game: Game, action: int) -> Pick | None:
    """Return the declaration of the sets that an action picks for."""
    for one in game.picks:
        if action in _actions(game, one.span):
            return one
    return None


class _Walk:
    """Goes through the sets that can be picked at a table."""

    def __init__(self, game: Game, pick: Pick, table: Games) -> None:
        self.game, self.pick, self.table = game, pick, table
        self.rules: Engine = engine(game)
        self.out = game.new_list()
        self.span = _actions(game, pick.span)
        self.ends = _actions(game, pick.end) if pick.end else range(0)
        self.wanted: Counter[int] | None = None  # all sets, or this one
        self.scenes: dict[int, Games] = {}
        self.tables = 0
        self.exhausted = False

    @classmethod
    def begin(cls, game: Game, seen: Games, legal: Sequence[int]) -> _Walk | None:
        """Begin at a question, at a table as the seat to play sees it."""
        found = (_pick_with(game, action) for action in legal)
        pick = next((one for one in found if one is not None), None)
        return None if pick is None else cls(game, pick, seen)

    def options(self, table: Games) -> tuple[int, ...]:
        """Return what can be chosen at a table."""
        n = self.rules.legal(table, 0, self.out)
        return tuple(self.out[:n].tolist())

    def picks(self, action: int) -> bool:
        """Tell whether an action picks a thing."""
        return action in self.span

    def belongs(self, action: int) -> bool:
        """Tell whether an action is part of picking: it picks a thing, or ends the set."""
        return action in self.span or action in self.ends

    def things(self, way: Sequence[Step]) -> tuple[int, ...]:
        """Return what is picked on a way."""
        return tuple(step.action for step in way if step.action in self.span)

    def ways(self, table: Games, way: tuple[Step, ...]) -> Iterator[tuple[Step, ...]]:
        """Yield every way that goes on from a table, or those that pick what is wanted."""
        self.tables += 1
        if self.tables > MOST_TABLES:
            self.exhausted = True
            return
        options = self.options(table)
        taken = Counter(self.things(way))
        for action in options:
            step = Step(action, options)
            if action in self.ends:
                yield (*way, step)
            elif action in self.span:
                if self.wanted is not None and taken[action] >= self.wanted[action]:
                    continue
                self.scenes.setdefault(action, table)
                after = copy_table(table)
                if self.pick.answer(at(self.game.table, after), action):
                    yield from self.ways(after, (*way, step))
                else:
                    yield (*way, step)


def _actions(game: Game, name: str) -> range:
    """Return the actions of a span."""
    span = game.actions[name]
    return range(span.start, span.stop)

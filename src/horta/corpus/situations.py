"""Situations: what the first decisions of many games have in common.

Deals are random, so the same position hardly ever comes up twice. A decision is therefore counted
under three names, from the narrow to the wide:

| level | two decisions are the same when the seat |
|---|---|
| `exact` | knows exactly the same |
| `path` | is asked the same in the same round, and has chosen the same sorts of actions so far |
| `like` | is asked the same for the n-th time, and chose the same sort just before in this turn |

What sort an action is says the game (its module `openings`): "place sale" and not "place c4",
since the sale lies elsewhere in every deal. Only what the seat itself knew is looked at.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from horta.core.engine import engine
from horta.core.game import Game
from horta.core.match import Match
from horta.core.plain import PlainPresentation
from horta.core.record import Games, at, from_bytes

LEVELS = ("exact", "path", "like")
"""From the narrow to the wide."""
CHOICES = 16
"""So many choices of each seat are looked at: the opening, and a little more."""
START = "-"
"""The path of who has chosen nothing yet, and the choice before of who begins a turn."""
THEN = " > "


@dataclass(frozen=True)
class Situation:
    """A decision of a seat, as it is counted."""

    step: int
    """So many actions were played before it."""
    seat: int
    choice: int
    """The number of this choice among the seat's own, from 0."""
    moment: str
    board: str
    names: Mapping[str, str]
    """What it is called at each level."""
    sorts: Mapping[str, tuple[int, ...]]
    """The sorts of actions that were offered, each with the legal actions that are of it."""


@dataclass(frozen=True)
class Chosen:
    """A situation, and what was played in it."""

    situation: Situation
    action: int
    sort: str


class Walk:
    """A walk through a match that remembers what each seat chose."""

    def __init__(self, game: Game, players: int) -> None:
        self.game, self.rules = game, engine(game)
        self._speaks: Any = game.presentation
        if not hasattr(self._speaks, "sort"):  # of a game that comes from elsewhere
            self._speaks = PlainPresentation.of(game)
        self._out = game.new_list()
        self._path: list[list[str]] = [[] for _ in range(players)]
        self._asked: list[dict[str, int]] = [{} for _ in range(players)]
        self._turn, self._before = -1, START

    def look(self, table: Games, step: int) -> Situation | None:
        """Return the situation of who is to play; None where there is nothing to choose."""
        seat = int(self.rules.to_play(table, 0))
        if seat < 0:
            return None
        n = self.rules.legal(table, 0, self._out)
        if n == 1:
            return None
        legal = self._out[:n].tolist()
        self.rules.redact(table, 0, seat)
        seen = at(self.game.table, table)
        sorts: dict[str, list[int]] = {}
        for action in legal:
            sorts.setdefault(self._speaks.sort(seen, action), []).append(action)
        moment, path = self._speaks.moment(seen), self._path[seat]
        before = self._before if self._turn == seat else START
        number = self._asked[seat].get(moment, 0) + 1
        names = {
            "exact": hashlib.blake2b(table.tobytes(), digest_size=8).hexdigest(),
            "path": f"{moment}: {THEN.join(path) or START}",
            "like": f"{moment} {number}: {before}",
        }
        return Situation(
            *(step, seat, len(path), moment, self._speaks.board(seen, seat), names),
            {each: tuple(actions) for each, actions in sorts.items()},
        )

    def go(self, situation: Situation | None, seat: int, action: int) -> str:
        """Remember what was played; return its sort, if it was a choice."""
        if seat != self._turn:
            self._turn, self._before = seat, START
        if situation is None:
            return ""
        sort = next(name for name, some in situation.sorts.items() if action in some)
        asked = self._asked[seat]
        asked[situation.moment] = asked.get(situation.moment, 0) + 1
        self._path[seat].append(sort)
        self._before = sort
        return sort


def choices(match: Match, most: int = CHOICES) -> Iterator[Chosen]:
    """Tell the first choices of every seat of a match, in order."""
    walk = Walk(match.game, match.players)
    left = [most] * match.players
    for step, (action, table) in enumerate(zip(match.actions, match.tables, strict=False)):
        games = from_bytes(match.game.table, table)
        seat = int(walk.rules.to_play(games, 0))
        situation = walk.look(games, step)
        sort = walk.go(situation, seat, action)
        if situation is not None and left[seat]:
            left[seat] -= 1
            yield Chosen(situation, action, sort)
        if not any(left):
            return


def situation_of(match: Match) -> Situation | None:
    """Return the situation of who is to play now; None where there is nothing to choose."""
    walk = Walk(match.game, match.players)
    tables = [from_bytes(match.game.table, table) for table in match.tables]
    for step, (action, table) in enumerate(zip(match.actions, tables, strict=False)):
        seat = int(walk.rules.to_play(table, 0))
        walk.go(walk.look(table, step), seat, action)
    found = walk.look(tables[-1], len(match.actions))
    if found is None or match.seed is not None:
        return found
    # What was chosen before a position that somebody set up is not known.
    return replace(found, names={"exact": found.names["exact"]})

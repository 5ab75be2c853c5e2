"""Counts: how often each sort of action was offered and played, and how it scored."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from horta.core.errors import BadFile
from horta.core.game import Game, Json, Options
from horta.corpus.situations import LEVELS
from horta.statistics import Z, wilson

FEW = 30
"""With fewer games the numbers tell little, and it is said."""
RARE = {"exact": 2, "path": 4, "like": 3}
"""A situation that came up less often is left out of a digest."""
NUMBERS = 5


@dataclass
class Count:
    """What became of one sort of action in one situation."""

    offered: int = 0
    played: int = 0
    share: float = 0.0
    """Of the victories, added up over the games in which it was played."""
    score: float = 0.0
    squares: float = 0.0

    def add(self, other: Count) -> None:
        """Add what was counted elsewhere."""
        self.offered += other.offered
        self.played += other.played
        self.share += other.share
        self.score += other.score
        self.squares += other.squares

    def to_json(self) -> list[float]:
        """Return the numbers, short: as few as tell it, and whole where they are whole."""
        if not self.played:
            return [self.offered]
        share = round(self.share, 3)
        return [
            *(self.offered, self.played, int(share) if share == int(share) else share),
            *(round(self.score), round(self.squares)),
        ]

    @classmethod
    def from_json(cls, given: list[float]) -> Count:
        """Read the numbers."""
        if not isinstance(given, list) or len(given) not in (1, NUMBERS):
            raise ValueError(f"{given!r} are not the numbers of an action")
        offered, played, share, score, squares = [*given, 0, 0, 0, 0][:NUMBERS]
        return cls(int(offered), int(played), float(share), float(score), float(squares))

    @property
    def mean(self) -> tuple[float, float, float]:
        """The mean score with its 95 % interval; without games, nothing is known."""
        if not self.played:
            return math.nan, -math.inf, math.inf
        n, mean = self.played, self.score / self.played
        if n == 1:
            return mean, -math.inf, math.inf
        spread = max(0.0, (self.squares - n * mean * mean) / (n - 1))
        half = Z * math.sqrt(spread / n)
        return mean, mean - half, mean + half

    @property
    def won(self) -> tuple[float, float, float]:
        """The share of the victory with Wilson's 95 % interval."""
        share = self.share / self.played if self.played else math.nan
        return share, *wilson(share if self.played else 0.0, self.played)


Situations = dict[str, dict[str, dict[str, Count]]]
"""By the name of a situation, the board of the seat and the sort of the action."""


@dataclass(frozen=True)
class SetUp:
    """How tables were set: what decides which games can be compared."""

    game: str
    players: int
    options: str
    """What differs from the defaults, as JSON with sorted keys."""

    @classmethod
    def of(cls, game: Game, players: int, options: Options) -> SetUp:
        """Return the set-up of a table."""
        return cls(game.id, players, written(options))

    @property
    def chosen(self) -> Json:
        """The options that differ from the defaults."""
        found: Json = json.loads(self.options)
        return found

    def __str__(self) -> str:
        told = ", ".join(f"{name}={value}" for name, value in self.chosen.items())
        return f"{self.game}, {self.players} players" + (f", {told}" if told else "")


IDLE = ("starting_player",)
"""Options that change nothing for who decides: the seat that begins is drawn otherwise."""


def written(options: Options) -> str:
    """Return the options that differ from the defaults, always in the same letters."""
    differs = options.model_dump(mode="json", exclude_defaults=True)
    return json.dumps({k: v for k, v in differs.items() if k not in IDLE}, sort_keys=True)


@dataclass
class Source:
    """Who played some games, and which: the provenance of what was counted."""

    bot: str
    games: int
    deals: tuple[int, int]
    rules_version: int
    made_by: str

    def to_json(self) -> Json:
        """Return it as plain JSON."""
        return {**self.__dict__, "deals": list(self.deals)}

    @classmethod
    def from_json(cls, given: Json) -> Source:
        """Read it."""
        first, last = given["deals"]
        return cls(
            *(str(given["bot"]), int(given["games"]), (int(first), int(last))),
            *(int(given["rules_version"]), str(given["made_by"])),
        )


@dataclass
class Counts:
    """All that was counted of one set-up."""

    sources: list[Source] = field(default_factory=list)
    levels: dict[str, Situations] = field(default_factory=lambda: {each: {} for each in LEVELS})

    @property
    def games(self) -> int:
        """How many games were counted."""
        return sum(source.games for source in self.sources)

    def add(
        self,
        names: Mapping[str, str],
        board: str,
        offered: Iterable[str],
        played: str,
        *,
        share: float,
        score: float,
    ) -> None:
        """Count one decision."""
        for level, name in names.items():
            sorts = self.levels[level].setdefault(name, {}).setdefault(board, {})
            for sort in offered:
                sorts.setdefault(sort, Count()).offered += 1
            sorts.setdefault(played, Count()).add(Count(0, 1, share, score, score * score))

    def merge(self, other: Counts) -> None:
        """Add what was counted elsewhere of the same set-up."""
        self.sources += other.sources
        for level, situations in other.levels.items():
            for name, boards in situations.items():
                for board, sorts in boards.items():
                    ours = self.levels[level].setdefault(name, {}).setdefault(board, {})
                    for sort, count in sorts.items():
                        ours.setdefault(sort, Count()).add(count)

    def found(self, level: str, name: str, board: str | None = None) -> dict[str, Count]:
        """Return what was counted in a situation: with one board, or with all of them."""
        total: dict[str, Count] = {}
        for own, sorts in self.levels[level].get(name, {}).items():
            if board is None or own == board:
                for sort, count in sorts.items():
                    total.setdefault(sort, Count()).add(count)
        return total

    @property
    def boards(self) -> list[str]:
        """The boards that seats had, where boards differ."""
        found = {board for some in self.levels["like"].values() for board in some}
        return sorted(found - {""})

    def to_json(self) -> Json:
        """Return the counts as plain JSON, without what came up too rarely."""
        return {
            "sources": [source.to_json() for source in self.sources],
            **{level: _kept(self.levels[level], RARE[level]) for level in LEVELS},
        }

    @classmethod
    def from_json(cls, given: Json) -> Counts:
        """Read counts; what is none of them is a `BadFile`."""
        try:
            levels = {level: _read(given[level]) for level in LEVELS}
            return cls([Source.from_json(each) for each in given["sources"]], levels)
        except (KeyError, TypeError, ValueError, AttributeError) as problem:
            raise BadFile(f"these are no counts of a corpus: {problem!r}") from None


def decisions(sorts: Mapping[str, Count]) -> int:
    """Return how many decisions were counted: each played one action."""
    return sum(count.played for count in sorts.values())


def _kept(situations: Situations, rare: int) -> Json:
    return {
        name: {
            board: {sort: count.to_json() for sort, count in sorted(sorts.items())}
            for board, sorts in sorted(boards.items())
        }
        for name, boards in sorted(situations.items())
        if sum(decisions(sorts) for sorts in boards.values()) >= rare
    }


def _read(given: Json) -> Situations:
    return {
        name: {
            board: {sort: Count.from_json(count) for sort, count in sorts.items()}
            for board, sorts in boards.items()
        }
        for name, boards in given.items()
    }

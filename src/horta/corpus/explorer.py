"""The explorer: look a decision up among the games that were counted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

from horta.core import registry
from horta.core.errors import HortaError
from horta.core.match import Match
from horta.corpus.counts import FEW, Count, Counts, SetUp, decisions
from horta.corpus.files import DIGEST, read
from horta.corpus.situations import LEVELS, Situation, choices, situation_of
from horta.frames import frame_of

SHIPPED = "shipped"
"""The folder of the digests that come with the package, one for each game."""


@dataclass(frozen=True)
class Move:
    """One sort of action in a situation: how often it was played, and how it scored."""

    sort: str
    actions: tuple[int, ...]
    """The legal actions of the match that are of this sort."""
    offered: int
    """Decisions in which it could be played."""
    played: int
    share: float
    """Of the victory, over the games in which it was played; NaN if it never was."""
    share_from: float
    share_to: float
    """Wilson's 95 % interval."""
    score: float
    score_from: float
    score_to: float

    @property
    def often(self) -> float:
        """How often it was played where it could be, 0 to 1."""
        return self.played / self.offered if self.offered else 0.0

    @property
    def few(self) -> bool:
        """Whether so few games stand behind it that the numbers tell little."""
        return self.played < FEW

    @classmethod
    def of(cls, sort: str, actions: tuple[int, ...], count: Count) -> Move:
        """Return what was counted of a sort."""
        return cls(sort, actions, count.offered, count.played, *count.won, *count.mean)


@dataclass(frozen=True)
class Moves:
    """What was counted at one decision, what was played most often first."""

    set_up: SetUp
    """The set-up of the games that were counted,"""
    differs: tuple[str, ...]
    """and the options in which the match is set otherwise."""
    level: str
    """What was counted as the same decision: see `horta.corpus.situations`."""
    situation: Situation
    decisions: int
    board: str | None
    moves: tuple[Move, ...]
    counted: dict[str, int] = field(default_factory=dict)
    """How many decisions each level has counted."""

    def rows(self) -> list[dict[str, Any]]:
        """Return one plain row for each sort of action."""
        about = {"level": self.level, "decisions": self.decisions}
        return [
            {**about, **move.__dict__, "often": move.often, "few": move.few} for move in self.moves
        ]

    def frame(self) -> Any:
        """Return the same as a data frame of pandas."""
        return frame_of(self.rows())


class Told(NamedTuple):
    """The first choices of a finished match: all that is needed to count it."""

    set_up: SetUp
    rows: list[tuple[Mapping[str, str], str, tuple[str, ...], str, float, int]]
    """Names, board, what was offered, what was played; share of the victory and score."""


def tell(match: Match) -> Told:
    """Return the first choices of a finished match."""
    if not match.over:
        raise HortaError("this game is not over: nobody knows yet how its choices scored")
    outcome, rows = match.outcome, []
    for chosen in choices(match):
        at, seat = chosen.situation, chosen.situation.seat
        end = outcome.shares[seat], outcome.totals[seat]
        rows.append((at.names, at.board, tuple(at.sorts), chosen.sort, *end))
    return Told(SetUp.of(match.game, match.players, match.options), rows)


class Corpus:
    """Games that were counted, by set-up; see `open_corpus`."""

    def __init__(self, found: dict[SetUp, Counts] | None = None) -> None:
        self.set_ups = dict(found or {})

    def merge(self, other: Corpus) -> None:
        """Add the games of another corpus; of the same game twice, both count."""
        for set_up, counts in other.set_ups.items():
            self.set_ups.setdefault(set_up, Counts()).merge(counts)

    def count(self, *matches: Match | Told) -> None:
        """Count finished matches, or what was told of them."""
        for match in matches:
            told = match if isinstance(match, Told) else tell(match)
            counts = self.set_ups.setdefault(told.set_up, Counts())
            for row in told.rows:
                counts.add(*row[:4], share=row[4], score=row[5])

    def of_game(self, game: str) -> list[SetUp]:
        """Return the set-ups of a game that were counted, those with the most games first."""
        own = [each for each in self.set_ups if each.game == game]
        return sorted(own, key=lambda each: (-self.set_ups[each].games, str(each)))

    def nearest(self, wanted: SetUp) -> tuple[SetUp, tuple[str, ...]] | None:
        """Return the set-up most like one that is wanted, and the options in which it differs."""
        near: list[tuple[int, str, SetUp, tuple[str, ...]]] = []
        for each in self.set_ups:
            if (each.game, each.players) == (wanted.game, wanted.players):
                names = sorted({*each.chosen, *wanted.chosen})
                differs = tuple(
                    name for name in names if each.chosen.get(name) != wanted.chosen.get(name)
                )
                near.append((len(differs), str(each), each, differs))
        return min(near)[2:] if near else None

    def moves(
        self, match: Match, level: str | None = None, *, board: str | None = None
    ) -> Moves | None:
        """Look up the decision of the moment; None where nothing of the kind was counted.

        Without a level it is the narrowest that has counted enough, else the widest. The
        match is looked at as its seat to play knows it, and with its own choices alone.
        """
        if level is not None and level not in LEVELS:
            raise HortaError(f"there is no level '{level}'; there are {', '.join(LEVELS)}")
        near = self.nearest(SetUp.of(match.game, match.players, match.options))
        situation = None if near is None else situation_of(match)
        if near is None or situation is None:
            return None
        return self.look_up(near, situation, level, board=board)

    def look_up(
        self,
        near: tuple[SetUp, tuple[str, ...]],
        situation: Situation,
        level: str | None = None,
        *,
        board: str | None = None,
    ) -> Moves:
        """Return what was counted of a situation in a set-up."""
        set_up, differs = near
        counts = self.set_ups.get(set_up) or Counts()
        found = {each: counts.found(each, situation.names.get(each, ""), board) for each in LEVELS}
        counted = {each: decisions(found[each]) for each in LEVELS}
        if level is None:
            level = next((each for each in LEVELS if counted[each] >= FEW), LEVELS[-1])
        moves = [
            Move.of(sort, actions, found[level].get(sort, Count()))
            for sort, actions in situation.sorts.items()
        ]
        moves.sort(key=lambda move: (-move.played, -move.often, move.actions))
        return Moves(
            *(set_up, differs, level, situation, counted[level], board, tuple(moves)),
            counted,
        )


def open_corpus(*paths: str | Path) -> Corpus:
    """Open corpora (`.parquet`) and digests (`.json.gz`) as one; without a path, what is shipped.

    What one game was counted in twice counts twice: merge corpora first (`horta corpus merge`).
    """
    corpus = Corpus()
    for path in paths or shipped():
        corpus.merge(Corpus(read(Path(path))))
    return corpus


def shipped() -> list[Path]:
    """Return the digests that come with the package."""
    folder = Path(str(files("horta.corpus"))) / SHIPPED
    return sorted(path for path in folder.glob(f"*{DIGEST}"))


def outdated(corpus: Corpus) -> list[str]:
    """Return the games whose rules have changed since some of their games were counted."""
    known = registry.games()
    return sorted(
        {
            set_up.game
            for set_up, counts in corpus.set_ups.items()
            for source in counts.sources
            if set_up.game in known
            and source.rules_version != registry.game(set_up.game).rules_version
        }
    )

"""Scoring: what a round is worth, and who stands where.

All tables of a round play the same deal, so whoever sat on the same seat had the same task. What is
compared is the lead over the best of the others at one's table: the points of a round are the share
of those on the same seat elsewhere whose lead was smaller, ties by half, from 0 to 100. So neither
the deal nor the seat decides, and a strong table costs everybody on the other seats the same. A
table that is alone in its round is counted by itself: the share of the others whom one has beaten
there. A bye is worth 50.

Who has the same points is parted by victories at the own tables (the same share, added up), then by
the mean lead, then by the points of those whom one met. Who is equal then shares a place.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from horta.core.outcome import leads

FULL, BYE = 100.0, 50.0
DIGITS = 6
"""Sums of shares are compared to so many digits: in whatever order they were added up."""


@dataclass(frozen=True)
class Done:
    """A table that is over: who sat there, by seat, and what they reached."""

    seats: tuple[int, ...]
    scores: tuple[int, ...]
    shares: tuple[float, ...]
    """Of the victory: it parts those who have the same points."""


@dataclass(frozen=True)
class Round:
    """What a round has brought: its tables, and who had a bye."""

    tables: tuple[Done, ...]
    byes: tuple[int, ...] = ()


@dataclass(frozen=True)
class Earned:
    """What an entrant has earned in a round."""

    points: float
    wins: float
    lead: float


@dataclass(frozen=True)
class Standing:
    """Where an entrant stands."""

    entrant: int
    place: int
    points: float
    wins: float
    lead: float
    """On average."""
    strength: float
    """The points of those whom the entrant met."""
    played: int


def earned(one: Round) -> dict[int, Earned]:
    """Return what everybody has earned in a round that is over."""
    found = {entrant: Earned(BYE, BYE / FULL, 0.0) for entrant in one.byes}
    ahead = {id(table): leads(table.scores) for table in one.tables}
    for table in one.tables:
        own = list(zip(table.shares, table.scores, strict=True))
        for seat, entrant in enumerate(table.seats):
            mine = (ahead[id(table)][seat], table.shares[seat])
            others = [
                (ahead[id(other)][seat], other.shares[seat])
                for other in one.tables
                if other is not table
            ]
            wins = _share(own[seat], [each for k, each in enumerate(own) if k != seat])
            points = FULL * (_share(mine, others) if others else wins)
            found[entrant] = Earned(points, wins, ahead[id(table)][seat])
    return found


def _share(mine: tuple[float, float], others: Sequence[tuple[float, float]]) -> float:
    """Return the share of others that is beaten, ties by half."""
    beaten = sum(1.0 if mine > other else 0.5 if mine == other else 0.0 for other in others)
    return beaten / len(others) if others else 1.0


def standings(entrants: Iterable[int], rounds: Sequence[Round]) -> list[Standing]:
    """Return where everybody stands after some rounds, the first first."""
    by_round = [earned(one) for one in rounds]
    points = {one: sum(each[one].points for each in by_round if one in each) for one in entrants}
    met = _met(rounds)
    rows = []
    for one, total in points.items():
        mine = [each[one] for each in by_round if one in each]
        played = sum(one in table.seats for each in rounds for table in each.tables)
        rows.append(
            Standing(
                one,
                0,
                round(total, DIGITS),
                round(sum(each.wins for each in mine), DIGITS),
                round(sum(each.lead for each in mine) / played, DIGITS) if played else 0.0,
                round(sum(points.get(other, 0.0) for other in met[one]), DIGITS),
                played,
            )
        )
    rows.sort(key=lambda row: (*(-value for value in _worth(row)), row.entrant))
    placed: list[Standing] = []
    for number, row in enumerate(rows, 1):
        same = placed and _worth(placed[-1]) == _worth(row)
        place = placed[-1].place if same else number
        placed.append(Standing(row.entrant, place, *_worth(row), row.played))
    return placed


def _worth(row: Standing) -> tuple[float, float, float, float]:
    return row.points, row.wins, row.lead, row.strength


def _met(rounds: Sequence[Round]) -> Mapping[int, list[int]]:
    met: dict[int, list[int]] = defaultdict(list)
    for one in rounds:
        for table in one.tables:
            for entrant in table.seats:
                met[entrant] += [other for other in table.seats if other != entrant]
    return met

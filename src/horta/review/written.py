"""A review as it is kept: the decisions, what each cost, and what may be read from all of them.

It holds actions by their texts when written down (`to_json`), so that it can be read back as long
as the game knows them, and nothing that a transcript holds already.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from statistics import fmean
from typing import Any

from horta.core import registry
from horta.core.errors import BadFile, HortaError
from horta.core.game import Json
from horta.core.i18n import mark
from horta.review.verdicts import Verdict, accuracy_of, told_apart
from horta.review.weighing import Estimate

FORM = "horta.review/1"
PHASES = ("opening", "middle", "end")
EXPENSIVE = 3


@dataclass(frozen=True)
class Way:
    """One action that could be chosen, and what the searches found."""

    action: int
    value: Estimate
    points: Estimate
    """The lead at the end of the seat that decides."""
    chances: tuple[Estimate, ...]
    """By seat: the share of victory."""
    lines: tuple[float, ...]
    """The final score sheet of the seat that decides."""
    play: tuple[int, ...]
    """The action, and what likely follows."""
    even: bool
    """Whether it cannot be told apart from the best."""


@dataclass(frozen=True)
class Decision:
    """One decision of a game, judged."""

    step: int
    """How many actions were played before."""
    seat: int
    choices: int
    """How many actions were legal."""
    verdict: Verdict
    apart: bool
    """Whether the best can be told apart from what was played."""
    chance: Estimate
    """How much of the victory it cost,"""
    points: Estimate
    """and how much of the lead."""
    ways: list[Way]
    """What was played and its alternatives, the best first."""
    played: int
    """Which of them was played."""

    @property
    def cost(self) -> float:
        """How much of the victory it cost, as far as that can be told."""
        return max(self.chance.mean, 0.0) if self.apart else 0.0


@dataclass(frozen=True)
class Luck:
    """What nobody chose between two decisions: draws, and what came to light."""

    step: int
    """The decision after which it came."""
    chances: tuple[Estimate, ...]
    """By seat: what it brought of the victory."""

    @property
    def told(self) -> bool:
        """Whether it is more than the searches' own error, for some seat."""
        return any(told_apart(Estimate(abs(one.mean), one.error)) for one in self.chances)


@dataclass(frozen=True)
class Review:
    """A whole game, judged."""

    game: str
    players: int
    depth: str
    seed: int
    result: Sequence[float]
    """By seat, the share of the victory; empty for a game that is not over."""
    decisions: list[Decision]

    def of(self, seat: int) -> list[Decision]:
        """Return the decisions of a seat."""
        return [one for one in self.decisions if one.seat == seat]

    def expensive(self, seat: int, most: int = EXPENSIVE) -> list[Decision]:
        """Return the decisions that cost a seat most; only such as certainly cost something."""
        found = [one for one in self.of(seat) if one.cost > 0]
        return sorted(found, key=lambda one: (-one.cost, one.step))[:most]

    def accuracy(self, seat: int) -> dict[str, float | None]:
        """Return how exactly a seat played, from 0 to 1: in all, and in each third of the game.

        None where it had nothing to decide.
        """
        last = max((one.step for one in self.decisions), default=0) + 1
        parts: dict[str, list[float]] = {phase: [] for phase in PHASES}
        for one in self.of(seat):
            parts[PHASES[one.step * len(PHASES) // last]].append(accuracy_of(one.cost))
        everything = [value for values in parts.values() for value in values]
        return {
            name: fmean(values) if values else None
            for name, values in (("all", everything), *parts.items())
        }

    def chances(self) -> list[tuple[int, tuple[float, ...]]]:
        """Return how the game went: after each decision, every seat's share of the victory."""
        found = [
            (one.step + 1, tuple(each.mean for each in one.ways[one.played].chances))
            for one in self.decisions
        ]
        if self.result and found:
            found.append((found[-1][0] + 1, tuple(self.result)))
        return found

    def luck(self) -> list[Luck]:
        """Return what came between the decisions that nobody chose."""
        return [
            Luck(
                before.step,
                tuple(
                    now.less(then)
                    for now, then in zip(
                        after.ways[0].chances, before.ways[before.played].chances, strict=True
                    )
                ),
            )
            for before, after in pairwise(self.decisions)
        ]

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for each decision, for a table."""
        text = registry.game(self.game).actions.text
        return [
            {
                "step": one.step,
                "seat": one.seat,
                "choices": one.choices,
                "played": text(one.ways[one.played].action),
                "best": text(one.ways[0].action),
                "verdict": one.verdict.value,
                "told_apart": one.apart,
                "chance_cost": one.chance.mean,
                "chance_error": one.chance.error,
                "points_cost": one.points.mean,
                "points_error": one.points.error,
                **{
                    f"chance_{seat}": each.mean
                    for seat, each in enumerate(one.ways[one.played].chances)
                },
            }
            for one in self.decisions
        ]

    def frame(self) -> Any:
        """Return the rows as a pandas data frame."""
        try:
            import pandas as pd
        except ImportError:
            raise HortaError(mark("a data frame needs pandas: pip install pandas")) from None
        return pd.DataFrame(self.rows())

    def to_json(self) -> Json:
        """Return the review as JSON; `from_json` reads it back."""
        text = registry.game(self.game).actions.text
        made = asdict(self)
        for decision in made["decisions"]:
            for way in decision["ways"]:
                way["action"] = text(way["action"])
                way["play"] = [text(action) for action in way["play"]]
        return {"form": FORM, **json.loads(json.dumps(made))}

    @classmethod
    def from_json(cls, given: Json) -> Review:
        """Read a review that was written down; `BadFile` says what is wrong with it."""
        if not isinstance(given, dict) or given.get("form") != FORM:
            raise BadFile(mark("this is no review of the form {form}"), form=FORM)
        try:
            game = registry.game(given["game"])
            return cls(
                game.id,
                int(given["players"]),
                str(given["depth"]),
                int(given["seed"]),
                tuple(map(float, given["result"])),
                [_decision(one, game.actions.parse) for one in given["decisions"]],
            )
        except (KeyError, TypeError, ValueError, AttributeError) as problem:
            raise BadFile(mark("the review is damaged: {problem}"), problem=problem) from None


def _decision(given: Json, parse: Any) -> Decision:
    return Decision(
        step=int(given["step"]),
        seat=int(given["seat"]),
        choices=int(given["choices"]),
        verdict=Verdict(given["verdict"]),
        apart=bool(given["apart"]),
        chance=Estimate(**given["chance"]),
        points=Estimate(**given["points"]),
        ways=[
            Way(
                action=parse(one["action"]),
                value=Estimate(**one["value"]),
                points=Estimate(**one["points"]),
                chances=tuple(Estimate(**each) for each in one["chances"]),
                lines=tuple(map(float, one["lines"])),
                play=tuple(map(parse, one["play"])),
                even=bool(one["even"]),
            )
            for one in given["ways"]
        ],
        played=int(given["played"]),
    )

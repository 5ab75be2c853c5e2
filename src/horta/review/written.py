"""A review as it is kept: the decisions, what each cost, and what may be read from all of them.

It holds actions by their texts when written down (`to_json`), so that it can be read back as long
as the game knows them, and nothing that a transcript holds already.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import asdict, dataclass
from statistics import fmean
from typing import Any

from horta.core import registry
from horta.core.errors import BadFile
from horta.core.game import Game, Json
from horta.core.i18n import mark
from horta.core.match import Match
from horta.frames import frame_of
from horta.review.verdicts import Verdict, accuracy_of, certain, judge, told_apart
from horta.review.weighing import Estimate, Weighed, mean_of, sum_of

FORM = "horta.review/2"
"""Raised when numbers mean something else: in the first, chances were as searches count them."""
PHASES = ("opening", "middle", "end")
EXPENSIVE = 3


@dataclass(frozen=True)
class Decision:
    """One decision of a game: what could be done, weighed. All that is said of it follows."""

    step: int
    """How many actions were played before."""
    seat: int
    choices: int
    """How many actions were legal."""
    ways: tuple[Weighed, ...]
    """What was played and its alternatives, the best first."""
    rank: int
    """Which of them was played."""

    @property
    def best(self) -> Weighed:
        """The best that was found."""
        return self.ways[0]

    @property
    def played(self) -> Weighed:
        """What was played."""
        return self.ways[self.rank]

    def way(self, action: int) -> Weighed | None:
        """Return what was found of an action, if it was weighed."""
        return next((one for one in self.ways if one.action == action), None)

    def even(self, way: Weighed) -> bool:
        """Whether an action cannot be told apart from the best."""
        return not told_apart(self.best.value.less(way.value))

    @property
    def apart(self) -> bool:
        """Whether the best can be told apart from what was played."""
        return not self.even(self.played)

    @property
    def outlook(self) -> tuple[Estimate, ...]:
        """By seat: the share of the victory that could be expected before it was decided.

        It is that of the best, and of all that cannot be told apart from it: the luckiest of
        several equals alone would look better than they are.
        """
        equals = [one for one in self.ways if self.even(one)]
        return tuple(
            mean_of([one.chances[seat] for one in equals]) for seat in range(len(self.best.chances))
        )

    @property
    def chance(self) -> Estimate:
        """How much of the victory it cost."""
        return self.best.chances[self.seat].less(self.played.chances[self.seat])

    @property
    def points(self) -> Estimate:
        """How much of the lead it cost."""
        return self.best.points.less(self.played.points)

    @property
    def verdict(self) -> Verdict:
        """What is said of it."""
        if self.rank == 0:
            return Verdict.BEST
        return judge(self.chance, self.points, apart=self.apart)

    @property
    def cost(self) -> float:
        """How much of the victory it cost, as far as that can be told."""
        return certain(self.chance) if self.apart else 0.0

    @property
    def points_cost(self) -> float:
        """How much of the lead it cost, as far as that can be told."""
        return certain(self.points) if self.apart else 0.0


@dataclass(frozen=True)
class Luck:
    """What nobody chose: draws, and what came to light, after a decision and before the next."""

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
    result: tuple[float, ...]
    """By seat, the share of the victory; empty for a game that is not over."""
    decisions: list[Decision]
    drawn: tuple[int, ...] = ()
    """The steps whose action brought something that nobody had chosen: see `draws`."""

    def of(self, seat: int) -> list[Decision]:
        """Return the decisions of a seat."""
        return [one for one in self.decisions if one.seat == seat]

    def expensive(self, seat: int, most: int = EXPENSIVE) -> list[Decision]:
        """Return the decisions that cost a seat most; only such as certainly cost something.

        Points count where no share of the victory can be told.
        """
        found = [one for one in self.of(seat) if one.cost > 0 or one.points_cost > 0]
        return sorted(found, key=lambda one: (-one.cost, -one.points_cost, one.step))[:most]

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
            (one.step + 1, tuple(each.mean for each in one.played.chances))
            for one in self.decisions
        ]
        if self.result and found:
            found.append((found[-1][0] + 1, self.result))
        return found

    def luck(self) -> list[Luck]:
        """Return what came between the decisions that nobody chose.

        Only where something was drawn or came to light: elsewhere the chances after a decision and
        before the next differ by the searches' own error, and by nothing else.
        """
        found = []
        ends = [*self.decisions[1:], None]
        for before, after in zip(self.decisions, ends, strict=False):
            until = after.step if after is not None else math.inf
            if not any(before.step <= step < until for step in self.drawn):
                continue
            if after is not None:
                now = after.outlook
            elif self.result:
                now = tuple(Estimate(share, 0.0) for share in self.result)
            else:
                continue
            then = before.played.chances
            pairs = zip(now, then, strict=True)
            found.append(Luck(before.step, tuple(one.less(other) for one, other in pairs)))
        return found

    def fortune(self, seat: int) -> Estimate:
        """Return what luck brought a seat of the victory in the whole game."""
        return sum_of([one.chances[seat] for one in self.luck()])

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for each decision, for a table."""
        text = registry.game(self.game).actions.text
        return [
            {
                "step": one.step,
                "seat": one.seat,
                "choices": one.choices,
                "played": text(one.played.action),
                "best": text(one.best.action),
                "verdict": one.verdict.value,
                "told_apart": one.apart,
                "chance_cost": one.chance.mean,
                "chance_error": one.chance.error,
                "points_cost": one.points.mean,
                "points_error": one.points.error,
                **{f"chance_{seat}": each.mean for seat, each in enumerate(one.played.chances)},
            }
            for one in self.decisions
        ]

    def frame(self) -> Any:
        """Return the rows as a pandas data frame."""
        return frame_of(self.rows())

    def luck_rows(self) -> list[dict[str, Any]]:
        """Return a row for each seat wherever something was drawn or came to light."""
        return [
            {
                "step": one.step,
                "seat": seat,
                "chance": each.mean,
                "error": each.error,
                "told": one.told,
            }
            for one in self.luck()
            for seat, each in enumerate(one.chances)
        ]

    def luck_frame(self) -> Any:
        """Return what luck brought as a pandas data frame."""
        return frame_of(self.luck_rows())

    def to_json(self) -> Json:
        """Return the review as JSON; `from_json` reads it back."""
        game = registry.game(self.game)
        return {
            "form": FORM,
            "game": self.game,
            "players": self.players,
            "depth": self.depth,
            "seed": self.seed,
            "result": list(self.result),
            "drawn": list(self.drawn),
            "decisions": [_written(game, one) for one in self.decisions],
        }

    @classmethod
    def from_json(cls, given: Json) -> Review:
        """Read a review that was written down; `BadFile` says what is wrong with it."""
        if not isinstance(given, dict) or given.get("form") != FORM:
            raise BadFile(mark("this is no review of the form {form}"), form=FORM)
        try:
            game = registry.game(given["game"])
            players = game.check_players(int(given["players"]))
            return cls(
                game.id,
                players,
                str(given["depth"]),
                int(given["seed"]),
                tuple(map(float, given["result"])),
                [_decision(one, game.actions.parse, players) for one in given["decisions"]],
                tuple(map(int, given.get("drawn", ()))),
            )
        except (KeyError, TypeError, ValueError, AttributeError) as problem:
            raise BadFile(mark("the review is damaged: {problem}"), problem=problem) from None


def draws(match: Match) -> tuple[int, ...]:
    """Return the steps of a match whose action made something drawn, rolled or come to light."""
    told = match.events()
    return tuple(
        sorted({number - 1 for number, one in told if number and one.kind in match.game.reveals})
    )


def write_decision(game: Game, decision: Decision) -> Json:
    """Return a decision as JSON, to be kept by itself; `read_decision` reads it back."""
    return {"form": FORM, **_written(game, decision)}


def _written(game: Game, decision: Decision) -> Json:
    text, made = game.actions.text, asdict(decision)
    for way in made["ways"]:
        way["action"] = text(way["action"])
        way["play"] = [text(action) for action in way["play"]]
    written: Json = json.loads(json.dumps(made))
    return written


def read_decision(game: Game, players: int, given: Json) -> Decision:
    """Read a decision that was written down; `BadFile` says what is wrong with it."""
    if not isinstance(given, dict) or given.get("form") != FORM:
        raise BadFile(mark("this is no review of the form {form}"), form=FORM)
    try:
        return _decision(given, game.actions.parse, players)
    except (KeyError, TypeError, ValueError, AttributeError) as problem:
        raise BadFile(mark("the review is damaged: {problem}"), problem=problem) from None


def _decision(given: Json, parse: Callable[[str], int], players: int) -> Decision:
    ways = tuple(
        Weighed(
            action=parse(one["action"]),
            value=Estimate(**one["value"]),
            points=Estimate(**one["points"]),
            chances=tuple(Estimate(**each) for each in one["chances"]),
            lines=tuple(map(float, one["lines"])),
            play=tuple(map(parse, one["play"])),
            line_errors=tuple(map(float, one.get("line_errors", ()))),
        )
        for one in given["ways"]
    )
    found = Decision(
        int(given["step"]), int(given["seat"]), int(given["choices"]), ways, int(given["rank"])
    )
    if not (0 <= found.rank < len(ways) and 0 <= found.seat < players and found.step >= 0):
        raise ValueError(f"a decision after {found.step} actions")
    if any(len(one.chances) != players for one in ways):
        raise ValueError(f"a decision after {found.step} actions")
    return found

"""Puzzles: find the best action of a position, with what was found about it.

A puzzle asks at the root of its chapter's tree, and the seat that is to play there answers. Who
makes one by hand writes the question, the hint and the reasons; the generator leaves them out and
keeps what its searches found instead (`Evidence`), so that all of it is said in the language of who
reads it.
"""

from __future__ import annotations

from collections.abc import Sequence

import pydantic
from babel.numbers import format_decimal

from horta.bots.bot import Thought
from horta.bots.hints import NOTABLE, reason
from horta.bots.hints import PACKAGE as ADVICE
from horta.core.game import Game
from horta.core.i18n import catalogue, mark
from horta.core.limits import LONGEST_ACTION
from horta.core.match import Match
from horta.review.weighing import Weighed
from horta.study.notes import Text, Written

PACKAGE = "horta.study"
MOST_SOLUTIONS = 12
CLEAR_POINTS = 1.5
"""Fewer points are not worth a question about points."""
MESSAGES = {
    "points": mark("Find the action that is worth about {points} points more than any other."),
    "best": mark("Find the best action."),
    "line": mark("Think of “{line}”."),
    "others": mark("Think of what the others could do next."),
}


class Way(Written):
    """What searches found of one action: means over independent trees, with their errors."""

    action: str = pydantic.Field(max_length=LONGEST_ACTION)
    value: float
    """What the search seeks: the share of victory, and a little of the lead."""
    value_error: float = pydantic.Field(ge=0)
    points: float
    """The lead of the seat at the end."""
    points_error: float = pydantic.Field(ge=0)
    chance: float
    """The share of victory; of puzzles found today it is calibrated, as in reviews."""
    lines: tuple[float, ...] = pydantic.Field(default=(), max_length=64)
    """The score sheet of the seat at the end, in the order of the game's lines."""

    def thought(self, action: int) -> Thought:
        """Return it as what a bot thinks."""
        return Thought(action, self.points, self.chance, lines=self.lines)


class Evidence(Written):
    """Why the answer is the answer: the best action and those behind it, weighed deeply."""

    trees: int = pydantic.Field(ge=2, le=10_000)
    """Independent searches for each action, and"""
    iterations: int = pydantic.Field(ge=1, le=10_000_000)
    """iterations of each of them."""
    ways: tuple[Way, ...] = pydantic.Field(min_length=2, max_length=8)
    """The best first."""
    bots: str = pydantic.Field(default="", max_length=200)
    """Who played the game that it comes from."""


class Solution(Written):
    """An action that solves a puzzle, and why."""

    action: str = pydantic.Field(max_length=LONGEST_ACTION)
    reason: Text = ""


class Puzzle(Written):
    """A question about the position of its chapter; empty texts are said by the house."""

    question: Text = ""
    hint: Text = ""
    solutions: tuple[Solution, ...] = pydantic.Field(min_length=1, max_length=MOST_SOLUTIONS)
    evidence: Evidence | None = None

    def solution(self, match: Match, action: int) -> Solution | None:
        """Return the solution that an action is at the puzzle's position, if it is one."""
        text = match.text(action)
        return next((one for one in self.solutions if one.action == text), None)

    def asked(self, lang: str = "en") -> str:
        """Say what is to be found."""
        if self.question:
            return self.question
        say = catalogue(PACKAGE, lang)
        if self.evidence is not None:
            best, second = self.evidence.ways[:2]
            if best.points - second.points >= CLEAR_POINTS:
                points = format_decimal(round(best.points - second.points), format="0", locale=lang)
                return say(MESSAGES["points"], points=points)
        return say(MESSAGES["best"])

    def hinted(self, match: Match, lang: str = "en") -> str:
        """Say a hint: the author's, or which line of the score sheet the answer is about."""
        if self.hint or self.evidence is None:
            return self.hint
        say, words = catalogue(PACKAGE, lang), match.game.presentation.words(lang)
        best, second = self.evidence.ways[:2]
        gains = _gains(match.game, best.lines, second.lines)
        most, name = max(gains, default=(0.0, ""))
        if most < NOTABLE:
            return say(MESSAGES["others"])
        return say(MESSAGES["line"], line=words.line(name))

    def told(self, match: Match, solution: Solution, lang: str = "en") -> str:
        """Say why a solution is one."""
        if solution.reason or self.evidence is None:
            return solution.reason
        ways = {one.action: one for one in self.evidence.ways}
        if solution.action not in ways:
            return ""
        best = ways.pop(solution.action)
        others = [one.thought(0) for one in ways.values()]
        return reason(match.game, best.thought(0), others, catalogue(ADVICE, lang))


def way_of(match: Match, weighed: Weighed, seat: int) -> Way:
    """Write down what was found of an action."""
    return Way(
        action=match.text(weighed.action),
        value=round(weighed.value.mean, 5),
        value_error=round(weighed.value.error, 6),
        points=round(weighed.points.mean, 3),
        points_error=round(weighed.points.error, 4),
        chance=round(weighed.chances[seat].mean, 4),
        lines=tuple(round(value, 2) for value in weighed.lines),
    )


def _gains(game: Game, best: Sequence[float], second: Sequence[float]) -> list[tuple[float, str]]:
    if not len(best) == len(second) == len(game.lines):
        return []
    return [
        (more - less, line.name)
        for line, more, less in zip(game.lines, best, second, strict=True)
        if not line.tie_break
    ]

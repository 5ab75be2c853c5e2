"""Why an action is better or worse than another: their final score sheets, side by side.

What was played is compared with the best, and everything else with what was played: that is the
question whoever looks at a decision has. A line is named only if the two sheets differ in it by
several of their errors. What the sheets leave of the difference of the leads is the opponents'.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from horta.bots.hints import NOTABLE, points_said
from horta.core.game import Game
from horta.core.i18n import Catalogue, mark
from horta.review.verdicts import SURE, told_apart
from horta.review.weighing import Estimate, Weighed, sum_of
from horta.review.written import Decision

PLAYED, BEST, NEXT = mark("what was played"), mark("the best"), mark("the next best")
"""What an action is compared with."""

FIRST = {
    (True, True): mark("It brings about {points} more in “{line}” than {other}."),
    (True, False): mark("It brings about {points} less in “{line}” than {other}."),
    (False, True): mark("It costs the opponents about {points} more than {other}."),
    (False, False): mark("It leaves the opponents about {points} more than {other}."),
}
"""By whether it is a line of the own sheet, and whether it is for the better."""
ALSO = {
    (True, True): mark("It also brings about {points} more in “{line}”."),
    (True, False): mark("It also brings about {points} less in “{line}”."),
    (False, True): mark("It also costs the opponents about {points}."),
    (False, False): mark("It also leaves the opponents about {points} more."),
}
BUT = {
    (True, True): mark("But it brings about {points} more in “{line}”."),
    (True, False): mark("But it brings about {points} less in “{line}”."),
    (False, True): mark("But it costs the opponents about {points}."),
    (False, False): mark("But it leaves the opponents about {points} more."),
}
IN_ALL = {
    True: mark("No single line tells it: in all it ends about {points} better than {other}."),
    False: mark("No single line tells it: in all it ends about {points} worse than {other}."),
}
UNTOLD = mark("No single line of the score sheet tells it from {other}.")
SAME = mark("As far as can be told, {other} leads to the same score sheet.")


class Part(NamedTuple):
    """What an action has more of than another, for the better."""

    line: str
    """Of the own sheet; empty for what the opponents have less of."""
    gain: float


def reason(game: Game, decision: Decision, way: Weighed, say: Catalogue) -> str:
    """Say why an action is better or worse than what it is compared with; empty if nothing is."""
    if way is not decision.played:
        other, name = decision.played, PLAYED
    elif decision.rank:
        other, name = decision.best, BEST
    elif len(decision.ways) > 1:
        other, name = decision.ways[1], NEXT
    else:
        return ""
    better = decision.ways.index(way) < decision.ways.index(other)
    value = way.value.less(other.value)
    apart = told_apart(value if better else _turned(value))
    lead = way.points.less(other.points)
    lead = lead if better else _turned(lead)
    told = _parts(game, way, other)
    why = [one for one in told if (one.gain > 0) is better]
    if why or (told and not apart):
        return _said(game, why or told, told, say, other=say(name))
    if told_apart(lead) and lead.mean >= NOTABLE:
        points = points_said(lead.mean, say.lang)
        return say(IN_ALL[better], points=points, other=say(name))
    return say(UNTOLD if apart else SAME, other=say(name))


def _said(game: Game, why: Sequence[Part], told: Sequence[Part], say: Catalogue, other: str) -> str:
    """Say the largest difference that is a reason, and the next largest of all."""
    words = game.presentation.words(say.lang)

    def one(messages: dict[tuple[bool, bool], str], part: Part) -> str:
        return say(
            messages[bool(part.line), part.gain > 0],
            points=points_said(abs(part.gain), say.lang),
            line=words.line(part.line) if part.line else "",
            other=other,
        )

    first, *rest = [why[0], *(part for part in told if part is not why[0])]
    sentences = [one(FIRST, first)]
    if rest:
        same = (rest[0].gain > 0) is (first.gain > 0)
        sentences.append(one(ALSO if same else BUT, rest[0]))
    return " ".join(sentences)


def _parts(game: Game, way: Weighed, other: Weighed) -> list[Part]:
    """Return where two actions certainly differ, the largest difference first."""
    lines = [
        (line.name, here.less(there))
        for line, here, there in zip(game.lines, _sheet(way), _sheet(other), strict=False)
        if not line.tie_break
    ]
    own = sum_of([one for _, one in lines])
    parts = [*lines, ("", way.points.less(other.points).less(own))]
    told = [Part(name, one.mean) for name, one in parts if _notable(one)]
    return sorted(told, key=lambda part: -abs(part.gain))


def _sheet(way: Weighed) -> list[Estimate]:
    """Return the final score sheet that is expected, with its errors."""
    errors = way.line_errors or (0.0,) * len(way.lines)
    return [Estimate(*one) for one in zip(way.lines, errors, strict=True)]


def _notable(difference: Estimate) -> bool:
    return abs(difference.mean) >= max(NOTABLE, SURE * difference.error)


def _turned(difference: Estimate) -> Estimate:
    return Estimate(-difference.mean, difference.error)

"""A review in words: what a decision cost, what would have been better, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from babel.numbers import format_decimal, format_percent

from horta.bots.bot import info_state, revealed
from horta.bots.hints import points_said
from horta.core.i18n import Catalogue, catalogue, mark
from horta.core.match import Match
from horta.review.reasons import reason
from horta.review.verdicts import NAMES, Verdict
from horta.review.weighing import Estimate, Weighed
from horta.review.written import Decision, Review

PACKAGE = "horta.review"
MESSAGES = {
    "best": mark("The best that was found."),
    "equals": mark("Nothing better was found; “{other}” is as good, as far as can be told."),
    "even": mark("As good as “{best}”, as far as can be told."),
    "slight": mark("“{best}” would have been a little better."),
    "cost": mark(
        "“{best}” would have been worth {points} and {chance} of the victory more (± {error})."
    ),
    "cost_chance": mark("“{best}” would have been worth {chance} of the victory more (± {error})."),
    "cost_points": mark("“{best}” would have been worth {points} more (± {error})."),
}
LUCK = mark("luck")
PLAYED, LEAD = mark("played"), mark("final lead {points}")
EVEN = mark("cannot be told apart from the best")
LEAST = 0.01
"""An error is not told as smaller than this share, nor as smaller than a tenth of a point."""
PHASES = {
    "all": mark("the whole game"),
    "opening": mark("opening"),
    "middle": mark("middle"),
    "end": mark("end"),
}


@dataclass(frozen=True)
class ToldWay:
    """An action in words: what it is, what the searches expect of it, why, and what may follow."""

    label: str
    chance: str
    error: str
    """Twice the error of the chance."""
    points: str
    points_error: str
    even: bool
    """Whether it cannot be told apart from the best."""
    why: str
    play: list[str]


@dataclass(frozen=True)
class Told:
    """A decision in words."""

    step: int
    seat: str
    played: str
    verdict: Verdict
    name: str
    sentence: str
    ways: list[ToldWay]


def chance_words(value: float, lang: str) -> str:
    """Return a share of the victory as a percentage."""
    return format_percent(value, format="0 %" if lang != "en" else "0%", locale=lang)


def luck_words(luck: Estimate, lang: str) -> str:
    """Return what luck brought of the victory, with the error of saying so."""
    sign = "+" if luck.mean > 0 else "−"
    return f"{sign}{chance_words(abs(luck.mean), lang)} ± {chance_error(luck, lang)}"


def chance_error(estimate: Estimate, lang: str) -> str:
    """Return twice the error of a share; what a percentage cannot show is rounded up."""
    return chance_words(max(2 * estimate.error, LEAST), lang)


def points_words(value: float, lang: str) -> str:
    """Return points with a sign, unless there are none."""
    return format_decimal(
        round(value, 1) + 0.0, format="+0.#;−0.#" if round(value, 1) else "0", locale=lang
    )


def points_error(estimate: Estimate, lang: str) -> str:
    """Return twice the error of points."""
    return format_decimal(max(2 * estimate.error, 10 * LEAST), format="0.#", locale=lang)


def tell(match: Match, decision: Decision, lang: str = "en") -> Told:
    """Say in words what a review found of one decision of a match."""
    return tell_at(match.back_to(decision.step), decision, lang)


def tell_at(before: Match, decision: Decision, lang: str = "en") -> Told:
    """Say the same of a match that stands where it was decided."""
    say = catalogue(PACKAGE, lang)
    return Told(
        decision.step,
        before.names(lang)[decision.seat],
        before.label(decision.played.action, lang),
        decision.verdict,
        say(NAMES[decision.verdict]),
        _sentence(before, decision, say),
        [_tell_way(before, decision, way, lang) for way in decision.ways],
    )


def tell_all(match: Match, review: Review, lang: str = "en") -> Iterator[Told]:
    """Say in words what a review found, decision by decision."""
    for decision in review.decisions:
        yield tell(match, decision, lang)


def _sentence(before: Match, decision: Decision, say: Catalogue) -> str:
    name = before.label(decision.best.action, say.lang)
    if decision.rank == 0:
        equals = [one for one in decision.ways[1:] if decision.even(one)]
        if equals:
            return say(MESSAGES["equals"], other=before.label(equals[0].action, say.lang))
        return say(MESSAGES["best"])
    if not decision.apart:
        return say(MESSAGES["even"], best=name)
    if decision.verdict is Verdict.GOOD:
        return say(MESSAGES["slight"], best=name)
    points = points_said(decision.points.mean, say.lang)
    if not decision.cost:
        error = points_error(decision.points, say.lang)
        return say(MESSAGES["cost_points"], best=name, points=points, error=error)
    return say(
        # Points within their error, or of the other sign, are no part of what it cost.
        MESSAGES["cost" if decision.points_cost else "cost_chance"],
        best=name,
        points=points,
        chance=chance_words(decision.chance.mean, say.lang),
        error=chance_error(decision.chance, say.lang),
    )


def _tell_way(before: Match, decision: Decision, way: Weighed, lang: str) -> ToldWay:
    return ToldWay(
        before.label(way.action, lang),
        chance_words(way.chances[decision.seat].mean, lang),
        chance_error(way.chances[decision.seat], lang),
        points_words(way.points.mean, lang),
        points_error(way.points, lang),
        decision.even(way),
        reason(before.game, decision, way, catalogue(PACKAGE, lang)),
        likely(before, way.play, lang),
    )


def likely(
    before: Match, play: Sequence[int], lang: str = "en", *, as_it_lies: bool = False
) -> list[str]:
    """Say what may follow the first of some actions, on a table that fits what its seat knew.

    `as_it_lies`: on the true table, when everything is revealed.
    """
    info = revealed(before) if as_it_lies else info_state(before)
    twin = Match(
        *(before.game, before.players, before.options, before.components),
        seed=None,
        seats=before.seats,
        table=info.deal(info.seed).tobytes(),
    )
    names, told = twin.names(lang), []
    for number, action in enumerate(play):
        if twin.to_play is None or action not in twin.legal:
            break  # something was drawn that it depends on
        if number:
            told.append(f"{names[twin.to_play]}: {twin.label(action, lang)}")
        twin.play(action)
    return told

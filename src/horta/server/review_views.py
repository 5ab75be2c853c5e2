"""What the page of a review shows: the graph, the seats, the decisions, and one of them in full."""

from __future__ import annotations

import asyncio
from dataclasses import asdict

from horta.bots.hints import points_said
from horta.core.game import Json
from horta.core.i18n import catalogue
from horta.core.match import Match
from horta.core.record import at
from horta.review import Decision, Estimate, Verdict
from horta.review.graph import SIGNS, Size, draw
from horta.review.telling import (
    PACKAGE,
    PHASES,
    chance_error,
    chance_words,
    points_error,
    points_words,
    tell_at,
)
from horta.review.verdicts import NAMES
from horta.review.written import Luck, write_decision
from horta.server import views
from horta.server.i18n import for_people
from horta.server.page import fill
from horta.server.review_jobs import Job
from horta.server.room import Room
from horta.server.workers import Workers

WIDE = Size(width=1000, height=170, scores=44, font=14, legend=False)
NARROW = Size(width=380, height=170, scores=44, font=13, legend=False)
"""A phone gets a graph of its own: shrunk, nobody could read it."""
BADGES = {**SIGNS, Verdict.BEST: "!", Verdict.GOOD: ""}


def overview(job: Job, room: Room, lang: str, seen: int) -> Json:
    """Return all of a review that changes while it is made; rows only from the `seen`th on."""
    review, names = job.review(), room.names(lang)
    scores, steps = room.totals, len(room.acted)
    graphs = [
        draw(review, names, lang, scores=scores, steps=steps + 1, size=size)
        for size in (WIDE, NARROW)
    ]
    decisions, luck = review.decisions, {one.step: one for one in review.luck()}
    rows = [
        _luck_row(room, luck.get(decisions[number - 1].step) if number else None, lang)
        + row(room, one, lang)
        for number, one in enumerate(decisions)
        if number >= seen
    ]
    if job.done and rows:
        rows.append(_luck_row(room, luck.get(decisions[-1].step), lang))
    said = "" if job.problem is None else for_people(job.problem, lang)
    exact = [review.accuracy(seat) for seat in range(room.match.players)]
    return {
        "done": len(decisions),
        "total": None if job.steps is None else len(job.steps),
        "whole": job.done,
        "working": job.working,
        "said": said,
        "graphs": graphs,
        "exact": [_percent(one["all"], lang) for one in exact],
        "phases": fill(
            "part-phases.html.jinja",
            lang,
            names=names,
            rows=_phases(exact, lang),
            luck=[_fortune(review.fortune(seat), lang) for seat in range(room.match.players)],
        ),
        "expensive": fill(
            "part-expensive.html.jinja",
            lang,
            room=room,
            names=names,
            whole=job.done,
            seats=[
                [row_of(room, one, lang) for one in review.expensive(seat)]
                for seat in range(room.match.players)
            ],
        ),
        "rows": "".join(rows),
    }


def _phases(exact: list[dict[str, float | None]], lang: str) -> list[tuple[str, list[str]]]:
    say = catalogue(PACKAGE, lang)
    return [
        (say(name), [_percent(one[key], lang) for one in exact]) for key, name in PHASES.items()
    ]


def _fortune(luck: Estimate, lang: str) -> tuple[str, str]:
    """Return what luck brought a seat in the whole game, and the error of saying so."""
    return _signed(luck.mean, lang), chance_error(luck, lang)


def _percent(value: float | None, lang: str) -> str:
    return "–" if value is None else chance_words(value, lang)


def _luck_row(room: Room, luck: Luck | None, lang: str) -> str:
    """Return what chance brought between two decisions as an item of the list, if it is told."""
    if luck is None or not luck.told:
        return ""
    names = room.names(lang)
    brought = [
        (seat, names[seat], _signed(one.mean, lang)) for seat, one in enumerate(luck.chances)
    ]
    return fill("part-luck.html.jinja", lang, luck=brought)


def row(room: Room, decision: Decision, lang: str) -> str:
    """Return a decision as an item of the list."""
    return fill("part-decided.html.jinja", lang, one=row_of(room, decision, lang))


def row_of(room: Room, decision: Decision, lang: str) -> Json:
    """Return a decision in a few words."""
    before = room.match.back_to(decision.step)
    say, verdict = catalogue(PACKAGE, lang), decision.verdict
    return {
        "step": decision.step,
        "seat": decision.seat,
        "label": before.label(decision.played.action, lang),
        "verdict": verdict.value,
        "name": say(NAMES[verdict]),
        "badge": BADGES[verdict],
        "cost": _least_words(decision, lang) if verdict in SIGNS else "",
    }


def _least_words(decision: Decision, lang: str) -> str:
    """Return in as few words as possible what a decision certainly cost."""
    if decision.cost:
        return f"−{chance_words(decision.cost, lang)}"
    return f"−{points_said(decision.points_cost, lang)}" if decision.points_cost else ""


def _signed(value: float, lang: str) -> str:
    sign = "+" if value > 0 else "−"
    return f"{sign}{chance_words(abs(value), lang)}"


async def in_words(workers: Workers, room: Room, decision: Decision, lang: str) -> Json:
    """Return a decision in words, with the lines of play that were looked at.

    These lines are played on tables dealt anew; of a game from outside, a worker does that.
    """
    match = room.match
    if not room.from_outside:
        before = match.back_to(decision.step)
        before.seats = room.names(lang)
        return asdict(await asyncio.to_thread(tell_at, before, decision, lang))
    given = {
        "game": match.game.id,
        "players": match.players,
        "options": room.header["options"],
        "seats": room.names(lang),
        "decision": write_decision(match.game, decision),
        "lang": lang,
    }
    found, _ = await workers.ask("tell", given, [match.tables[decision.step]], room.owner)
    return dict(found)


def full(room: Room, decision: Decision, words: Json, lang: str) -> Json:
    """Return a decision in full: its panel, and what its ways touch on the drawing."""
    before = room.match.back_to(decision.step)
    ways = [
        {**said, "played": number == decision.rank} for number, said in enumerate(words["ways"])
    ]
    return {
        "step": decision.step,
        "seat": decision.seat,
        "told": {**row_of(room, decision, lang), "sentence": words["sentence"]},
        "html": fill(
            "part-judged.html.jinja",
            lang,
            room=room,
            ways=ways,
            sentence=words["sentence"],
            one=row_of(room, decision, lang),
            choices=decision.choices,
            cost=cost_words(decision, lang),
        ),
        "marks": [
            {
                "names": views.names_touched(before, decision.seat, way.action),
                **_laid(before, way.action, decision.seat),
                "played": number == decision.rank,
            }
            for number, way in enumerate(decision.ways)
        ],
    }


def _laid(before: Match, action: int, seat: int) -> Json:
    """Return the piece that an action moves from its place, if it moves one, and how it lies."""
    table = at(before.game.table, before.redacted(seat))
    target = before.game.presentation.target(table, action)
    return {"piece": target.piece or "", "turn": target.turn}


def cost_words(decision: Decision, lang: str) -> Json:
    """Return what a decision cost, with the error of saying so; only what can be told."""
    told = {}
    if decision.cost:
        told["chance"] = f"−{chance_words(decision.cost, lang)}"
        told["chance_error"] = chance_error(decision.chance, lang)
    if decision.points_cost:
        told["points"] = points_words(-decision.points_cost, lang)
        told["points_error"] = points_error(decision.points, lang)
    return told

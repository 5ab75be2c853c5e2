"""Build a corpus: bots play many deals, and their first choices are written down."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

import horta
from horta.bots.arena import Plan, play_tasks
from horta.bots.play import LIMIT, Keep, Result
from horta.core import registry
from horta.core.game import Game, Json
from horta.core.transcripts import replay
from horta.corpus.counts import SetUp
from horta.corpus.files import ROWS, layout
from horta.corpus.situations import CHOICES, LEVELS, choices
from horta.envs.data import data_card
from horta.envs.parts import Parts, Written

PART = 4
"""So many games are written together: what is lost at most when a run is killed, besides those
that are being played."""


def build(
    path: Path,
    game: str,
    n: int,
    bot: str,
    *,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    seed: int = 1,
    jobs: int = 1,
    cluster: bool = False,
    limit: float = LIMIT,
) -> Iterator[Written]:
    """Let a bot play the deals `seed`, `seed` + 1, … against itself, and write a corpus.

    The file appears when all games are written. A run that is broken off goes on from its parts
    when it is asked for again. A game that a bot took down is left out, and counted.
    """
    found = registry.game(game)
    seats = found.min_players if players is None else players
    found.check_players(seats)
    plan = Plan(
        *(game, (bot,) * max(2, seats), n, seats, dict(options or {}), seed),
        limit=limit,
        keep=Keep.TRANSCRIPT,
    ).checked()
    parts = Parts(path, layout(), _card(found, plan, n))
    left: list[Any] = []
    count = -(-n // PART)
    for number in range(count):
        written = parts.read(number)
        if written is not None:
            yield written
            continue
        deals = range(PART * number, min(n, PART * (number + 1)))
        left += [(seed + k, tuple(range(seats))) for k in deals]
    waiting: dict[int, list[Result]] = {}
    for result in play_tasks(plan, left, jobs=jobs, cluster=cluster):
        number = (result.deal - seed) // PART
        waiting.setdefault(number, []).append(result)
        if len(waiting[number]) == min(n, PART * (number + 1)) - PART * number:
            results = sorted(waiting.pop(number), key=lambda each: each.deal)
            written = _written(found, results)
            parts.write(number, _columns(found, plan, results), written)
            yield written
    parts.join(count)


def _card(game: Game, plan: Plan, n: int) -> Json:
    assert plan.players is not None
    read = game.read_options(plan.options), game.read_components(None)
    how: Json = {"n": n, "seed": plan.seed, "steps": False}
    card = data_card(game, plan.players, *read, **how, policy=f"every seat: {plan.bots[0]}")
    return {**card, "rows": ROWS, "choices": CHOICES}


def _written(game: Game, results: list[Result]) -> Written:
    finished = [result for result in results if result.scores is not None]
    sheets = [result.sheet for result in finished]
    empty = np.zeros((0, game.max_players, len(game.lines)), np.int32)
    return Written(
        np.array(sheets, np.int32) if sheets else empty,
        np.array([result.steps for result in finished], np.int64),
        tuple(
            f"{fault.bot}: {fault.kind} on deal {result.deal}, step {fault.step}: {fault.message}"
            for result in results
            for fault in result.faults
        ),
        len(results) - len(finished),
    )


def _columns(game: Game, plan: Plan, results: list[Result]) -> Json:
    assert plan.players is not None
    set_up = SetUp.of(game, plan.players, game.read_options(plan.options))
    about = {
        "game": game.id,
        "rules_version": game.rules_version,
        "made_by": f"horta {horta.__version__}",
        "players": set_up.players,
        "options": set_up.options,
        "bot": plan.bots[0],
    }
    rows = [row for result in results if result.scores for row in _rows(result)]
    names = layout().names
    return {name: [{**about, **row}[name] for row in rows] for name in names}


def _rows(result: Result) -> Iterator[Json]:
    """Tell the first choices of a game, each with how the game ended for its seat."""
    assert result.transcript is not None
    assert result.scores is not None
    match = replay(result.transcript)
    for chosen in choices(match):
        at = chosen.situation
        yield {
            "deal": result.deal,
            "step": at.step,
            "seat": at.seat,
            "choice": at.choice,
            "board": at.board,
            **{level: at.names[level] for level in LEVELS},
            "action": match.text(chosen.action),
            "sort": chosen.sort,
            "offered": sorted(at.sorts),
            "share": result.shares[at.seat],
            "score": result.scores[at.seat],
        }

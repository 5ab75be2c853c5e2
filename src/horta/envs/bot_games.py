"""Games between bots as data, with what the bots thought: to learn from search.

The files are those of `horta.envs.data`. With one row a step there are four columns more:

| column | type | meaning |
|---|---|---|
| `visits` | list of int32 | how often the search tried each action of `legal` |
| `margins` | list of float32 | the lead in points that the bot expects of each; null: not tried |
| `chances` | list of float32 | the chance to win that it expects of each; null: unknown |
| `hints` | list of int32 | the actions that it would advise, the best first |

They are empty where there was nothing to choose, and where a bot does not tell what it thinks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from horta.core import registry
from horta.core.errors import BadOption
from horta.core.game import Game, Json
from horta.envs.data import data_card, schema
from horta.envs.parts import Parts, Written
from horta.envs.rewards import Reward, rewards_for

CHUNK = 16
"""So many games are written together; a run that is broken off loses no more."""
THOUGHTS = ("visits", "margins", "chances", "hints")


def write_bot_games(
    path: Path | None,
    game: str,
    n: int,
    seats: Sequence[str],
    *,
    seed: int = 0,
    steps: bool = False,
    options: Mapping[str, Any] | None = None,
    components: Mapping[str, Any] | None = None,
    jobs: int = 1,
    cluster: bool = False,
    limit: float | None = None,
) -> Iterator[Written]:
    """Let bots play the deals `seed`, `seed` + 1, … in fixed seats, and write the games as Parquet.

    `jobs` are processes (0: this one), `cluster` is Ray. The file appears when all games are
    written; a run that is broken off goes on from its parts. Without a path nothing is written. A
    game that a bot takes down is left out, and counted.
    """
    arena, play = import_module("horta.bots.arena"), import_module("horta.bots.play")
    found = registry.game(game)
    if steps and found.observation is None:
        raise BadOption(f"--steps: {found.title} has no observation for agents")
    plan = arena.Plan(
        *(game, tuple(seats), n, len(seats), dict(options or {}), seed),
        limit=play.LIMIT if limit is None else limit,
        components=dict(components or {}),
        keep=play.Keep.STEPS if steps else play.Keep.TRANSCRIPT,
    ).checked()
    parts = None if path is None else _parts(path, found, plan, n, steps=steps)
    count = -(-n // CHUNK)
    left: list[Any] = []
    for number in range(count):
        written = None if parts is None else parts.read(number)
        if written is not None:
            yield written
        else:
            first, last = CHUNK * number, min(n, CHUNK * (number + 1))
            left += [(seed + k, tuple(range(len(seats)))) for k in range(first, last)]
    waiting: dict[int, list[Any]] = {}
    for result in arena.play_tasks(plan, left, jobs=jobs, cluster=cluster):
        number = (result.deal - seed) // CHUNK
        waiting.setdefault(number, []).append(result)
        if len(waiting[number]) == min(n, CHUNK * (number + 1)) - CHUNK * number:
            results = sorted(waiting.pop(number), key=lambda each: int(each.deal))
            written = _results(found, results)
            if parts is not None:
                parts.write(number, _columns(found, results, len(seats), steps=steps), written)
            yield written
    if parts is not None:
        parts.join(count)


def _parts(path: Path, game: Game, plan: Any, n: int, *, steps: bool) -> Parts:
    policy = "; ".join(f"seat {seat}: {name}" for seat, name in enumerate(plan.bots))
    read = game.read_options(plan.options), game.read_components(plan.components)
    card = data_card(game, plan.players, *read, n=n, seed=plan.seed, steps=steps, policy=policy)
    size = game.observation_spec.size if steps else 0
    return Parts(path, schema(size, steps=steps, thoughts=True), card)


def _results(game: Game, results: list[Any]) -> Written:
    finished = [result for result in results if result.scores is not None]
    empty = np.zeros((0, game.max_players, len(game.lines)), np.int32)
    return Written(
        np.array([result.sheet for result in finished], np.int32) if finished else empty,
        np.array([result.steps for result in finished], np.int64),
        tuple(
            f"{fault.bot}: {fault.kind} on deal {result.deal}, step {fault.step}: {fault.message}"
            for result in results
            for fault in result.faults
        ),
        len(results) - len(finished),
    )


def _columns(game: Game, results: list[Any], players: int, *, steps: bool) -> Json:
    finished = [result for result in results if result.scores is not None]
    if not steps:
        return {
            "seed": [result.deal for result in finished],
            "actions": [
                [game.actions.parse(text) for text in result.transcript["actions"]]
                for result in finished
            ],
            "steps": [result.steps for result in finished],
            "scores": [result.scores for result in finished],
            "winners": [result.transcript["result"]["winners"] for result in finished],
        }
    rewards = {
        kind: [rewards_for(game, result.sheet, players, kind) for result in finished]
        for kind in (Reward.WIN, Reward.MARGIN)
    }
    rows = [(i, k, step) for i, result in enumerate(finished) for k, step in enumerate(result.told)]
    thoughts = [_thought(step) for _, _, step in rows]
    return {
        "seed": [finished[i].deal for i, _, _ in rows],
        "step": [k for _, k, _ in rows],
        "seat": [step.seat for _, _, step in rows],
        "observation": [step.observation for _, _, step in rows],
        "legal": [step.legal for _, _, step in rows],
        "action": [step.action for _, _, step in rows],
        "win": [rewards[Reward.WIN][i][step.seat] for i, _, step in rows],
        "margin": [rewards[Reward.MARGIN][i][step.seat] for i, _, step in rows],
        **{name: [thought[name] for thought in thoughts] for name in THOUGHTS},
    }


def _thought(step: Any) -> Json:
    """Return what the bot thought, in the order of the legal actions."""
    told = {thought.action: thought for thought in step.thoughts}
    if not told:
        return {name: [] for name in THOUGHTS}
    by_action = [told.get(action) for action in step.legal]
    return {
        "visits": [each.visits if each else 0 for each in by_action],
        "margins": [each.margin if each else None for each in by_action],
        "chances": [each.win if each else None for each in by_action],
        "hints": [thought.action for thought in step.thoughts],
    }

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
"""So many games make a part of the file; until all of them are there, each is kept on its own."""
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

    Each game is told as it ends, and those that an earlier run has written are told first. `jobs`
    are processes (0: this one), `cluster` is Ray. The file appears when all games are written; a
    run that is broken off goes on from the games that have ended. Without a path nothing is
    written. A game that a bot takes down is left out, and counted.
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
    left = {number: set(_chunk(number, n)) for number in range(-(-n // CHUNK))}
    if parts is not None:
        yield from _kept(parts, left, n)
    games = [game for each in left.values() for game in sorted(each)]
    tasks = [(seed + game, tuple(range(len(seats)))) for game in games]
    for result in arena.play_tasks(plan, tasks, jobs=jobs, cluster=cluster):
        written = _result(found, result)
        if parts is not None:
            game_number = result.deal - seed
            number = game_number // CHUNK
            columns = _columns(found, result, len(seats), steps=steps)
            parts.write_game(game_number, columns, written)
            left[number].remove(game_number)
            if not left[number]:
                parts.gather(number, _chunk(number, n))
        yield written
    if parts is not None:
        parts.join(len(left))


def _chunk(number: int, n: int) -> range:
    """Return the games of a part."""
    return range(CHUNK * number, min(n, CHUNK * (number + 1)))


def _kept(parts: Parts, left: dict[int, set[int]], n: int) -> Iterator[Written]:
    """Tell what an earlier run has written, and take it from what is left of each part."""
    for number, games in left.items():
        written = parts.read(number)
        if written is not None:
            games.clear()
            yield written
            continue
        for game in sorted(games):
            written = parts.read_game(game)
            if written is not None:
                games.remove(game)
                yield written
        if not games:
            parts.gather(number, _chunk(number, n))


def _parts(path: Path, game: Game, plan: Any, n: int, *, steps: bool) -> Parts:
    policy = "; ".join(f"seat {seat}: {name}" for seat, name in enumerate(plan.bots))
    read = game.read_options(plan.options), game.read_components(plan.components)
    card = data_card(game, plan.players, *read, n=n, seed=plan.seed, steps=steps, policy=policy)
    size = game.observation_spec.size if steps else 0
    return Parts(path, schema(size, steps=steps, thoughts=True), card)


def _result(game: Game, result: Any) -> Written:
    finished = result.scores is not None
    empty = np.zeros((0, game.max_players, len(game.lines)), np.int32)
    return Written(
        np.array([result.sheet], np.int32) if finished else empty,
        np.array([result.steps] if finished else [], np.int64),
        tuple(
            f"{fault.bot}: {fault.kind} on deal {result.deal}, step {fault.step}: {fault.message}"
            for fault in result.faults
        ),
        int(not finished),
    )


def _columns(game: Game, result: Any, players: int, *, steps: bool) -> Json:
    """Return the rows of a game, none for one that a bot took down."""
    finished = result.scores is not None
    if not steps:
        texts = [result.transcript["actions"]] if finished else []
        won = [result.transcript["result"]["winners"]] if finished else []
        return {
            "seed": [result.deal] * finished,
            "actions": [[game.actions.parse(text) for text in each] for each in texts],
            "steps": [result.steps] * finished,
            "scores": [result.scores] * finished,
            "winners": won,
        }
    told = list(result.told) if finished else []
    rewards = {
        kind: rewards_for(game, result.sheet, players, kind) if finished else ()
        for kind in (Reward.WIN, Reward.MARGIN)
    }
    thoughts = [_thought(step) for step in told]
    return {
        "seed": [result.deal] * len(told),
        "step": list(range(len(told))),
        "seat": [step.seat for step in told],
        "observation": [step.observation for step in told],
        "legal": [step.legal for step in told],
        "action": [step.action for step in told],
        "win": [rewards[Reward.WIN][step.seat] for step in told],
        "margin": [rewards[Reward.MARGIN][step.seat] for step in told],
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

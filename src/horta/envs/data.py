"""Games as data: Parquet files with one row a game, or one row a step.

One row a game (`GAMES`): enough to play it again (`transcripts` turns rows into transcripts).

| column | type | meaning |
|---|---|---|
| `seed` | int64 | the seed of the deal |
| `actions` | list of int32 | every action, in order |
| `steps` | int32 | how many they are |
| `scores` | list of int32 | the final total of each seat |
| `winners` | list of int32 | the seats that won |

One row a step (`STEPS`), the games in order and their steps in order:

| column | type | meaning |
|---|---|---|
| `seed` | int64 | the seed of the deal: which game |
| `step` | int32 | the number of the step, from 0 |
| `seat` | int32 | who decided, and whose observation it is |
| `observation` | float32, fixed size | what the seat knew (docs/reference names the views) |
| `legal` | list of int32 | the legal actions; a mask is 1 at these places |
| `action` | int32 | what was played |
| `win`, `margin` | float32 | value targets: the final reward of this seat |

Games between bots (`horta.envs.bot_games`) have four columns more, which say what the bot thought.

The metadata of the file (`card`) says how it was made: game, rules, observation, players, options,
components, policy and seeds.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import horta
from horta.core import registry
from horta.core.drivers import MOST_STEPS, Broken, settle
from horta.core.envelope import FORMAT
from horta.core.errors import BadFile
from horta.core.game import Components, Game, Json, Options
from horta.envs.batch import Batch
from horta.envs.parts import Parts, Written, arrow
from horta.envs.rewards import Reward, rewards_for

CHUNK = 128
"""So many games are played side by side and written together."""
RANDOM = "every seat plays uniformly at random among its legal actions"


def schema(size: int, *, steps: bool, thoughts: bool = False) -> Any:
    """Return the Arrow schema of a file, for an observation of this size."""
    pa = arrow()
    ints = pa.list_(pa.int32())
    if not steps:
        columns = {"seed": pa.int64(), "actions": ints, "steps": pa.int32()}
        return pa.schema(list({**columns, "scores": ints, "winners": ints}.items()))
    thought = [
        ("visits", ints),
        ("margins", pa.list_(pa.float32())),
        ("chances", pa.list_(pa.float32())),
        ("hints", ints),
    ]
    return pa.schema(
        [
            ("seed", pa.int64()),
            ("step", pa.int32()),
            ("seat", pa.int32()),
            ("observation", pa.list_(pa.float32(), size)),
            ("legal", ints),
            ("action", pa.int32()),
            ("win", pa.float32()),
            ("margin", pa.float32()),
            *(thought if thoughts else []),
        ]
    )


def write_games(
    path: Path,
    game: str,
    n: int,
    *,
    players: int | None = None,
    seed: int = 0,
    steps: bool = False,
    options: Mapping[str, Any] | None = None,
    components: Mapping[str, Any] | None = None,
) -> Iterator[Written]:
    """Play random games with the seeds `seed`, `seed` + 1, … and write them as Parquet.

    The file appears when all games are written. Until then its parts lie in a folder beside it, and
    a run that is broken off goes on from there.
    """
    first = Batch(game, min(n, CHUNK), players, options=options, components=components)
    dealt = first.game, first.players, first.options, first.components
    card = data_card(*dealt, n=n, seed=seed, steps=steps)
    parts = Parts(path, schema(first.observation.size, steps=steps), card)
    starts = range(0, n, CHUNK)
    for number, start in enumerate(starts):
        written = parts.read(number)
        if written is None:
            many = min(CHUNK, n - start)
            batch = first
            if many != first.n:
                batch = Batch(*(game, many, players), options=options, components=components)
            rows, written = _play(batch, seed + start, steps=steps)
            parts.write(number, rows, written)
        yield written
    parts.join(len(starts))


def _play(batch: Batch, seed: int, *, steps: bool) -> tuple[dict[str, Any], Written]:
    batch.reset(seed=seed)
    n = batch.n
    running = np.ones(n, bool)
    told: list[list[tuple[int, int, Any, Any]]] = [[] for _ in range(n)]
    for _ in range(MOST_STEPS):
        if not running.any():
            break
        actions = batch.sample()
        for i in np.flatnonzero(running):
            kept: tuple[Any, Any] = (None, None)
            if steps:
                kept = batch.observations[i].copy(), batch.legal[i, : batch.counts[i]].copy()
            told[i].append((int(batch.seats[i]), int(actions[i]), *kept))
        sheets = batch.sheets.copy()
        batch.step(actions)
        # Where a game is over the next one is played, but not told, until the last is over.
        batch.sheets[~running] = sheets[~running]
        running &= ~batch.over
    else:
        raise Broken(f"{batch.game.id}, seed {seed + running.argmax()}: the game does not end")
    lengths = np.array([len(game) for game in told], np.int64)
    seeds = [seed + i for i in range(n)]
    if steps:
        rewards = {kind: _rewards(batch, kind) for kind in (Reward.WIN, Reward.MARGIN)}
        rows = [(i, k, *step) for i, game in enumerate(told) for k, step in enumerate(game)]
        columns: dict[str, Any] = {
            "seed": [seeds[row[0]] for row in rows],
            "step": [row[1] for row in rows],
            "seat": [row[2] for row in rows],
            "observation": [row[4] for row in rows],
            "legal": [row[5] for row in rows],
            "action": [row[3] for row in rows],
            "win": [rewards[Reward.WIN][row[0], row[2]] for row in rows],
            "margin": [rewards[Reward.MARGIN][row[0], row[2]] for row in rows],
        }
    else:
        totals, shares = settle(batch.game, batch.sheets, batch.players)
        columns = {
            "seed": seeds,
            "actions": [[step[1] for step in game] for game in told],
            "steps": lengths.tolist(),
            "scores": totals.tolist(),
            "winners": [np.flatnonzero(row).tolist() for row in shares],
        }
    return columns, Written(batch.sheets.copy(), lengths)


def _rewards(batch: Batch, kind: Reward) -> NDArray[np.float64]:
    return np.array([rewards_for(batch.game, s, batch.players, kind) for s in batch.sheets])


def data_card(
    game: Game,
    players: int,
    options: Options,
    components: Components,
    *,
    n: int,
    seed: int,
    steps: bool,
    policy: str = RANDOM,
) -> Json:
    """Say how a file was made."""
    return {
        "made_by": f"horta {horta.__version__}",
        "game": game.id,
        "rules_version": game.rules_version,
        "observation": None if game.observation is None else game.env_id,
        "players": players,
        "options": options.model_dump(mode="json"),
        "components": components.model_dump(mode="json", exclude_defaults=True),
        "policy": policy,
        "seeds": [seed, seed + n - 1],
        "games": n,
        "rows": "steps" if steps else "games",
        "hidden": "observations hold only what the seat could know",
    }


def card(path: Path) -> Json:
    """Read how a file was made."""
    pa = arrow()
    try:
        metadata = pa.parquet.read_schema(path).metadata or {}
    except (OSError, pa.ArrowInvalid) as problem:
        raise BadFile(f"{path} is not a Parquet file ({problem})") from None
    if b"horta" not in metadata:
        raise BadFile(f"{path} is not a file of Horta games")
    read: Json = json.loads(metadata[b"horta"])
    return read


def transcripts(path: Path) -> Iterator[Json]:
    """Read a file with one row a game as transcripts, which `horta.replay` plays again."""
    pa = arrow()
    made = card(path)
    if made["rows"] != "games":
        raise BadFile(f"{path}: has one row a step; transcripts come from one row a game")
    game = registry.game(made["game"])
    header = {key: made[key] for key in ("game", "rules_version", "players", "options")}
    for batch in pa.parquet.ParquetFile(path).iter_batches():
        for row in batch.to_pylist():
            yield {
                "horta": FORMAT,
                **header,
                "components": made["components"],
                "seed": row["seed"],
                "position": None,
                "seats": [""] * made["players"],
                "actions": [game.actions.text(action) for action in row["actions"]],
                "result": {"scores": row["scores"], "winners": row["winners"]},
            }

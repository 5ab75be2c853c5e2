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
import signal
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

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
    jobs: int = 1,
    cluster: bool = False,
) -> Iterator[Written]:
    """Play random games with the seeds `seed`, `seed` + 1, … and write them as Parquet.

    So many `jobs` are processes, `cluster` is Ray; what is written does not depend on them. The
    file appears when all games are written. Until then its parts lie in a folder beside it, and a
    run that is broken off goes on from there.
    """
    made_of = json.dumps([players, dict(options or {}), dict(components or {})])
    first = _batch(game, min(n, CHUNK), made_of)  # the other processes find its loops compiled
    dealt = first.game, first.players, first.options, first.components
    card = data_card(*dealt, n=n, seed=seed, steps=steps)
    parts = Parts(path, schema(first.observation.size, steps=steps), card)
    pieces = [
        _Piece(number, game, min(CHUNK, n - start), made_of, seed + start, steps)
        for number, start in enumerate(range(0, n, CHUNK))
    ]
    there = {piece.number: parts.read(piece.number) for piece in pieces}
    left = [piece for piece in pieces if there[piece.number] is None]
    played = _on_ray(parts, left) if cluster else _in_processes(parts, left, jobs)
    for piece in pieces:
        yield there[piece.number] or next(played)
    parts.join(len(pieces))


class _Piece(NamedTuple):
    """Games that make a part of the file."""

    number: int
    game: str
    n: int
    made_of: str
    seed: int
    steps: bool


def _batch(game: str, n: int, made_of: str) -> Batch:
    players, options, components = json.loads(made_of)
    return Batch(game, n, players, options=options, components=components)


def _rows(piece: _Piece) -> tuple[Json, Written]:
    return _play(_batch(piece.game, piece.n, piece.made_of), piece.seed, steps=piece.steps)


def _write(parts: Parts, piece: _Piece) -> Written:
    columns, written = _rows(piece)
    parts.write(piece.number, columns, written)
    return written


def _in_processes(parts: Parts, pieces: list[_Piece], jobs: int) -> Iterator[Written]:
    """Play and write parts, each in one process; tell of them in their order."""
    write = partial(_write, parts)
    if min(jobs, len(pieces)) <= 1:
        yield from map(write, pieces)
        return
    # Whoever interrupts the run waits for the parts that are under way, and keeps them.
    with ProcessPoolExecutor(
        *(min(jobs, len(pieces)), get_context("spawn")),
        initializer=signal.signal,
        initargs=(signal.SIGINT, signal.SIG_IGN),
    ) as pool:
        yield from pool.map(write, pieces)


def _on_ray(parts: Parts, pieces: list[_Piece]) -> Iterator[Written]:
    """Play parts on a cluster and write them here; tell of them in their order."""
    ray: Any = import_module("horta.bots.cluster").join()
    play = ray.remote(_rows)
    most = 2 * max(1, int(ray.cluster_resources().get("CPU", 1)))
    waiting = [play.remote(piece) for piece in pieces[:most]]
    for done, piece in enumerate(pieces):
        columns, written = ray.get(waiting.pop(0))
        waiting += [play.remote(each) for each in pieces[done + most : done + most + 1]]
        parts.write(piece.number, columns, written)
        yield written


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

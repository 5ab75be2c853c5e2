"""How fast the environments are, beside others of their kind that are installed.

    python -m horta.envs.bench           # all of it, without the rest of `horta bench`

Rates are of processor time, so that a busy machine does not make them look slower than they are.
All run in one thread, but Pgx takes as many as it likes; that counts as its processor time. How
much faster several threads are is measured by the clock on the wall.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import random
import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from horta.envs.names import seen_games

if TYPE_CHECKING:
    from horta.bench import Report

SIZES = (1, 32, 1024, 8192, 65_536)
USUAL = 1024
"""The size whose rate and memory are kept."""
SHARED = 4096
"""The size of the batches that threads share."""
TURNS = 8
LARGE = 65_536
"""From this size on, fewer steps drive the games apart."""


def measure_envs(report: Report, seconds: float, say: Callable[[str], None]) -> None:
    """Measure every environment, and name the libraries that are not installed."""
    from horta.bench import VARIANTS, measure_installed

    os.environ["HORTA_JIT"] = "1"
    for game in seen_games():
        for players in sorted({game.min_players, game.max_players}):
            name = f"{game.env_id} {players}p"
            say(f"{name}: vector environment ...")
            _batch(report, name, seconds, (game.id, players, {}), SIZES)
        for players, options in VARIANTS.get(game.id, ()):
            listed = " ".join(f"{option}={value}" for option, value in options.items())
            name = f"{game.env_id} {players}p {listed}"
            say(f"{name}: vector environment ...")
            _batch(report, name, seconds, (game.id, players, options), (USUAL,))
    for game in seen_games():
        say(f"{game.env_id}: threads ...")
        _threads(report, game.id, seconds)
    parts: dict[str, Callable[[Report, float], None]] = {
        "gymnasium": _gymnasium,
        "pettingzoo": _pettingzoo,
        "pyspiel": _open_spiel,
        "pgx": _pgx,
    }
    measure_installed(parts, report, seconds, say, "environments of {}")


def _rate(work: Callable[[], int], seconds: float) -> float:
    """Return the best of three rates a second of processor time."""
    from horta.bench import rate

    return rate(work, seconds, time.process_time)


def _batch(
    report: Report,
    name: str,
    seconds: float,
    variant: tuple[str, int, Mapping[str, Any]],
    sizes: tuple[int, ...],
) -> None:
    """Measure batches of a game, given with its number of players and its options."""
    from horta.envs.batch import Batch

    game, players, options = variant
    for n in sizes:
        batch = Batch(game, n, players, options=options)
        batch.reset(seed=1)
        rounds = max(1, 4096 // n)
        # Games of a fresh batch are all at their beginning: let them drift apart first.
        for _ in range(100 if n < LARGE else 40):
            batch.step(batch.sample())

        def work(batch: Batch = batch, rounds: int = rounds) -> int:
            for _ in range(rounds):
                batch.step(batch.sample())
            return rounds * batch.n

        what = f"{name}: batch of {n:,} with observations and masks"
        report.add(what, _rate(work, seconds), "steps/s", keep=n == USUAL)
        if n == USUAL:
            held = batch.nbytes / n
            report.note(f"{name}: memory of a game in a batch", f"{held:,.0f} bytes")


def _threads(report: Report, game: str, seconds: float) -> None:
    """Measure one batch by one thread and by as many as there are processors, in turn.

    By the clock on the wall, since threads share it, and the best of several turns: whatever else
    the machine does is taken from both, but not at the same moment.
    """
    from horta.envs.batch import Batch

    sizes = sorted({1, 2, os.cpu_count() or 1})
    batches = {threads: Batch(game, SHARED, threads=threads) for threads in sizes}
    best = dict.fromkeys(sizes, 0.0)
    for batch in batches.values():
        batch.reset(seed=1)
        for _ in range(100):
            batch.step(batch.sample())
    for _ in range(TURNS):
        for threads, batch in batches.items():
            done, begin = 0, time.perf_counter()
            while time.perf_counter() - begin < seconds / TURNS:
                batch.step(batch.sample())
                done += SHARED
            best[threads] = max(best[threads], done / (time.perf_counter() - begin))
    for threads in sizes:
        told = f"{best[threads]:,.0f} steps/s, {best[threads] / best[1]:.2f} times one thread"
        report.note(f"{batches[1].game.env_id}: batch of {SHARED:,} by {threads} threads", told)


def _gymnasium(report: Report, seconds: float) -> None:
    import gymnasium
    import numpy as np

    from horta.envs.names import gym_id
    from horta.envs.vector import VectorEnv

    for game in seen_games():
        vector = VectorEnv(game.id, 1024, copy=False)
        vector.reset(seed=1)

        def steps(vector: VectorEnv = vector) -> int:
            vector.step(vector.sample())
            return 1024

        name = f"{game.env_id}: Gymnasium vector of 1,024"
        report.add(name, _rate(steps, seconds), "steps/s")
        env = gymnasium.make(gym_id(game), disable_env_checker=True)
        env.reset(seed=1)

        def episode(env: Any = env) -> int:
            seen, _ = env.reset()
            taken, over = 0, False
            while not over:
                seen, _, over, _, _ = env.step(int(np.argmax(seen["action_mask"])))
                taken += 1
            return taken

        name = f"{game.env_id}: Gymnasium, one agent against random"
        report.add(name, _rate(episode, seconds), "steps/s")


def _aec_episode(env: Any, rng: random.Random) -> int:
    import numpy as np

    env.reset(seed=rng.randrange(2**31))
    turns = 0
    while env.agents:
        seen, _, termination, truncation, _ = env.last()
        if termination or truncation:
            env.step(None)
        else:
            legal = np.flatnonzero(seen["action_mask"])
            env.step(legal[rng.randrange(len(legal))])
            turns += 1
    return turns


def _pettingzoo(report: Report, seconds: float) -> None:
    from horta.envs import pettingzoo as zoo

    rng = random.Random(1)
    for game in seen_games():
        env = getattr(zoo, game.env_id.replace("-", "_")).env()
        figure = _rate(lambda env=env: _aec_episode(env, rng), seconds)  # type: ignore[misc]
        report.add(f"{game.env_id}: PettingZoo AEC", figure, "turns/s")
    for name in ("connect_four_v3", "tictactoe_v3", "leduc_holdem_v4", "go_v5", "chess_v6"):
        try:
            module = importlib.import_module(f"pettingzoo.classic.{name}")
            env = module.env()
            _aec_episode(env, rng)
        except Exception as problem:
            report.note(f"PettingZoo {name}", f"did not run: {type(problem).__name__}")
            continue
        figure = _rate(lambda env=env: _aec_episode(env, rng), seconds)  # type: ignore[misc]
        report.add(f"PettingZoo {name}", figure, "turns/s", keep=False)


def _open_spiel(report: Report, seconds: float) -> None:
    import open_spiel.python.games
    import pyspiel

    import horta.envs.openspiel

    assert open_spiel.python.games
    assert horta.envs.openspiel
    rng = random.Random(1)
    ours = [f"python_horta_{game.id}" for game in seen_games()]
    theirs = [
        "python_tic_tac_toe",
        "python_kuhn_poker",
        "python_block_dominoes",
        "python_team_dominoes",
    ]
    for name in [*ours, *theirs]:
        game = pyspiel.load_game(name)

        def play(game: Any = game) -> int:
            state, steps = game.new_initial_state(), 0
            while not state.is_terminal():
                if state.is_chance_node():
                    state.apply_action(rng.choice(state.chance_outcomes())[0])
                else:
                    state.apply_action(rng.choice(state.legal_actions()))
                    steps += 1
            return steps

        report.add(f"OpenSpiel {name}", _rate(play, seconds), "steps/s", keep=name in ours)


def _pgx(report: Report, seconds: float) -> None:
    import inspect

    import jax
    import jax.numpy as jnp
    import pgx

    n = 1024
    for name in ("backgammon", "connect_four"):
        env = pgx.make(name)
        takes_key = "key" in inspect.signature(env.step).parameters

        def advance(state: Any, key: Any, env: Any = env, takes_key: bool = takes_key) -> Any:
            mask = state.legal_action_mask
            action = jax.random.categorical(key, jnp.where(mask, 0.0, -1e9), axis=-1)
            keys = (jax.random.split(key, n),) if takes_key else ()
            return jax.vmap(env.step)(state, action, *keys)

        step = jax.jit(advance)
        key = jax.random.PRNGKey(1)
        held = [step(jax.jit(jax.vmap(env.init))(jax.random.split(key, n)), key), key]

        def steps(step: Any = step, held: list[Any] = held) -> int:
            held[1], now = jax.random.split(held[1])
            held[0] = jax.block_until_ready(step(held[0], now))
            return n

        figure = _rate(steps, seconds)
        report.add(f"Pgx {name}, batch of {n:,}", figure, "steps/s", keep=False)


def main() -> None:
    """Measure the environments alone and print the figures."""
    from rich.console import Console

    from horta.bench import Report, calibrate

    console = Console()
    with console.status("Measuring ...") as status:
        report = Report(console, calibrate(1.0))
        measure_envs(report, 0.9, status.update)
    console.print(report.table)


if __name__ == "__main__":
    main()

"""Other engines, measured in the same run where they are installed (`horta[bench]`)."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

from horta.bench import Report, measure_installed, rate

ROLLOUTS, SIMULATIONS = 10, 50  # of OpenSpiel's search


def measure_peers(report: Report, seconds: float, say: Callable[[str], None]) -> None:
    """Measure every peer that is installed, and name those that are not."""
    peers: dict[str, Callable[[Report, float], None]] = {
        "pyspiel": _open_spiel,
        "catanatron": _catanatron,
        "pgx": _pgx,
    }
    measure_installed(peers, report, seconds, say)


def _open_spiel(report: Report, seconds: float) -> None:
    import pyspiel

    rng = random.Random(1)
    for name in ("backgammon", "chess", "gin_rummy"):
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

        report.add(f"OpenSpiel {name}, from Python", rate(play, seconds), "steps/s", keep=False)
        bot = pyspiel.MCTSBot(
            game,
            pyspiel.RandomRolloutEvaluator(ROLLOUTS, 1),
            2.0,
            SIMULATIONS,
            100,
            False,
            1,
            False,
        )
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
        lengths = [play() for _ in range(20)]
        mean = sum(lengths) / len(lengths)

        def roll_out(state: Any = state, bot: Any = bot, mean: float = mean) -> int:
            bot.step(state)
            return int(ROLLOUTS * SIMULATIONS * mean)

        report.add(f"OpenSpiel {name}, C++ rollouts", rate(roll_out, seconds), "steps/s", False)


def _catanatron(report: Report, seconds: float) -> None:
    from catanatron import Color, Game, RandomPlayer

    def play() -> int:
        game = Game([RandomPlayer(color) for color in list(Color)[:4]])
        game.play()
        for log in ("action_records", "actions"):
            if hasattr(game.state, log):
                return len(getattr(game.state, log))
        raise AttributeError("no log of actions")

    report.add("Catanatron, random players", rate(play, seconds), "steps/s", keep=False)


def _pgx(report: Report, seconds: float) -> None:
    batch = 1024
    for name in ("backgammon", "connect_four"):
        figure = _pgx_rate(name, batch, seconds)
        report.add(f"Pgx {name}, batch {batch}", figure, "steps/s", keep=False)


def _pgx_rate(name: str, batch: int, seconds: float) -> float:
    import inspect

    import jax
    import jax.numpy as jnp
    import pgx

    env = pgx.make(name)
    takes_key = "key" in inspect.signature(env.step).parameters

    def take_step(state: Any, key: Any) -> Any:
        mask = state.legal_action_mask
        action = jax.random.categorical(key, jnp.where(mask, 0.0, -1e9), axis=-1)
        if takes_key:
            return jax.vmap(env.step)(state, action, jax.random.split(key, batch))
        return jax.vmap(env.step)(state, action)

    advance = jax.jit(take_step)
    key = jax.random.PRNGKey(1)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, batch))
    state = jax.block_until_ready(advance(state, key))
    begin, steps = time.perf_counter(), 0
    while time.perf_counter() - begin < seconds:
        key, now = jax.random.split(key)
        state = jax.block_until_ready(advance(state, now))
        steps += batch
    return steps / (time.perf_counter() - begin)

"""Tune the tree search of a game by playing it: `python -m horta.bots.tune paris`.

A study tries parameters proposed by Optuna against the parameters of today, on paired deals. The
first trials change one parameter each, so that the sampler knows which of them matter. What it
found is kept beside the game in `tuning.json`, where `tuning_of` reads it. After the search the
best few are played again on other deals, since the best of many noisy trials looks
better than it is; they take the place of the parameters of today only if they are surely better.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from horta.bots.bot import Budget, info_state
from horta.bots.mcts import MctsBot
from horta.bots.play import seat_seed
from horta.bots.tuning import Tuning, ranges, tuning_of
from horta.core import registry
from horta.core.errors import HortaError
from horta.core.game import Game
from horta.core.outcome import leads
from horta.core.transcripts import start

SCALE = 15.0
"""A lead of so many points is half way to the best result of a game."""


BEST, AGAIN = 4, 4
"""So many of the best trials are played again, on so many times the deals of a trial."""
SURE = 2.0
"""What is kept instead of the parameters of today is better by so many standard errors."""
NUDGE = 1.7
"""The first trials multiply or divide one parameter by this."""
SHORTEST = 4.0
"""Steps of the shortest playout that a trial proposes; 0, a playout to the end, is for the base."""


class Setting(NamedTuple):
    """A table that deals are played at."""

    players: int
    options: Mapping[str, Any]


class Contest(NamedTuple):
    """What two tunings play against each other."""

    game: Game
    iterations: int
    settings: Sequence[Setting]
    """The deals take them in turn."""


class Result(NamedTuple):
    """How one tuning did at a table of another."""

    gain: float
    """How much better its leads were than the other's in the same seats; leads count from -1 to 1,
    and less the larger they are."""
    error: float
    """The standard error of the gain, deal by deal."""
    share: float
    """Its share of the victories, as a multiple of a fair one."""
    games: int


def duel(contest: Contest, one: Tuning, other: Tuning, deals: Sequence[int]) -> Result:
    """Let one seat after the other be played by `one`, and the rest by `other`, on every deal.

    What `one` makes of a seat is compared with what `other` makes of it where everybody is `other`:
    with more than two at the table the mean lead over the best of the others is below zero.
    """
    gains, shares = [], []
    for deal in deals:
        setting = contest.settings[deal % len(contest.settings)]
        players = setting.players
        usual, _ = _play(contest, setting, deal, [other] * players)
        for seat in range(players):
            tunings = [one if s == seat else other for s in range(players)]
            found, won = _play(contest, setting, deal, tunings)
            gains.append(found[seat] - usual[seat])
            shares.append(won[seat] * players)
    error = np.std(gains, ddof=1) / math.sqrt(len(gains))
    return Result(float(np.mean(gains)), float(error), float(np.mean(shares)), len(gains))


def _play(
    contest: Contest, setting: Setting, deal: int, tunings: Sequence[Tuning]
) -> tuple[list[float], Sequence[float]]:
    """Play a game; return each seat's lead, from -1 to 1, and its share of the victory."""
    players, game = setting.players, contest.game
    match = start(game.id, players, deal, **setting.options)
    bots = [MctsBot(game, players, tuning) for tuning in tunings]
    while match.to_play is not None:
        seat = match.to_play
        seen = info_state(match, seat, seat_seed(deal, seat))
        match.play(bots[seat].choose(seen, Budget(iterations=contest.iterations)))
    outcome = match.outcome
    ahead = [lead / SCALE for lead in leads(outcome.totals)]
    return [lead / (1 + abs(lead)) for lead in ahead], outcome.shares


def suggest(trial: Any, game: Game, base: Tuning) -> Tuning:
    """Return the parameters that a trial proposes."""
    values = {}
    for name, (low, high, log) in ranges().items():
        if name not in _fixed(game):
            least = SHORTEST if name == "depth" else low
            values[name] = trial.suggest_float(name, least, high, log=log)
    return base._replace(**values)


def _fixed(game: Game) -> set[str]:
    """Return the parameters that are not tuned, since they have no effect."""
    unused = {"samples"} if game.rules.prior is not None else {"loose"}
    return unused if game.rules.evaluate is not None else unused | {"depth"}


def _nudged(game: Game, base: Tuning) -> list[dict[str, float]]:
    """Return the parameters of today, then with one of them moved each time."""
    today = {name: value for name, value in base._asdict().items() if name not in _fixed(game)}
    tries = [today]
    for k, (name, now) in enumerate(today.items()):
        low, high, _ = ranges()[name]
        factor = NUDGE if k % 2 else 1 / NUDGE
        value = min(max(now * factor, low), high)
        if value == now:
            value = min(max(now / factor, low), high)
        if value != now:
            tries.append({**today, name: value})
    return tries


def tune(
    game_id: str,
    *,
    minutes: float,
    trials: int | None = None,
    deals: int,
    iterations: int,
    settings: Sequence[Setting],
    seed: int,
    begin: Mapping[str, float],
) -> dict[str, Any]:
    """Run a study and return it as plain JSON; `begin` changes the parameters of today.

    It ends after some minutes, or after so many trials: then it is the same whenever it is run.
    """
    try:
        import optuna
    except ImportError:
        raise HortaError("tuning needs Optuna: pip install 'horta[tune]'") from None
    game = registry.game(game_id)
    base = tuning_of(game).replace(**begin)
    contest = Contest(game, iterations, settings)
    study = _new_study(optuna, seed, _nudged(game, base))

    def objective(trial: Any) -> float:
        first = 10_000 + deals * trial.number
        tuning = suggest(trial, game, base)
        if tuning == base:
            return 0.0  # against itself
        found = duel(contest, tuning, base, range(first, first + deals))
        print(f"{trial.number:4} {_told(found)} {_short(trial.params)}", flush=True)
        return found.gain

    until = time.monotonic() + 60 * minutes
    study.optimize(objective, n_trials=trials, timeout=60 * minutes * 0.7)
    done = [trial for trial in study.trials if trial.value is not None]
    ranked = sorted(done, key=lambda trial: -trial.value)
    again: list[dict[str, float]] = []
    for trial in ranked[:BEST]:
        tuning = suggest(optuna.trial.FixedTrial(trial.params), game, base)
        if tuning == base:
            continue
        found = duel(contest, tuning, base, range(1000, 1000 + AGAIN * deals))
        again.append({**_short(found._asdict()), **_plain(tuning)})
        print(f"again {_told(found)} {_short(trial.params)}", flush=True)
        if time.monotonic() > until:
            break
    return {
        "game": game_id,
        "settings": [{"players": one.players, "options": dict(one.options)} for one in settings],
        "iterations": iterations,
        "deals_of_a_trial": deals,
        "against": _plain(base),
        "best": _best(again, _plain(base)),
        "again": again,
        "trials": [{"gain": trial.value, **_short(trial.params)} for trial in done],
    }


def _best(again: Sequence[Mapping[str, float]], base: dict[str, float]) -> dict[str, float]:
    """Return the best of what was played again, or the base where none is surely better."""
    sure = [one for one in again if one["gain"] > SURE * one["error"]]
    best = max(sure, key=lambda one: one["gain"], default=None)
    return base if best is None else {name: best[name] for name in base}


def _new_study(optuna: Any, seed: int, first: Sequence[Mapping[str, float]]) -> Any:
    """Return a study that begins with some parameters."""
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    study = optuna.create_study(
        direction="maximize",
        sampler=optuna.samplers.TPESampler(seed=seed, multivariate=True, n_startup_trials=6),
    )
    for parameters in first:
        study.enqueue_trial(parameters)
    return study


def _told(found: Result) -> str:
    return f"{found.gain:+.3f} ±{found.error:.3f} {found.share:.2f}"


def _plain(tuning: Tuning) -> dict[str, float]:
    return {name: float(f"{value:.4g}") for name, value in tuning._asdict().items()}


def _short(parameters: Mapping[str, float]) -> dict[str, float]:
    return {name: float(f"{value:.4g}") for name, value in parameters.items()}


def _items(text: str) -> list[str]:
    return [item for item in text.split(",") if item]


def main() -> None:
    """Tune a game and keep the study."""
    parser = argparse.ArgumentParser(prog="python -m horta.bots.tune", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--minutes", type=float, default=15)
    parser.add_argument("--trials", type=int, help="stop after so many")
    parser.add_argument("--deals", type=int, default=10, help="paired deals of one trial")
    parser.add_argument("--iterations", type=int, default=400)
    parser.add_argument(
        "--players", type=int, action="append", help="several are played in turn, deal by deal"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--begin", default="", help="parameters of today to change, as depth=20,explore=0.5"
    )
    parser.add_argument(
        "--option", action="append", help="name=value; several are played in turn, deal by deal"
    )
    parser.add_argument("--out", type=Path, help="default: beside the game")
    given = parser.parse_args()
    begin = {
        name: float(value) for name, value in (item.split("=") for item in _items(given.begin))
    }
    variants = [dict([item.split("=")]) for item in given.option or []] or [{}]
    settings = [
        Setting(players, options) for players in given.players or [2] for options in variants
    ]
    result = tune(
        given.game,
        minutes=given.minutes,
        trials=given.trials,
        deals=given.deals,
        iterations=given.iterations,
        settings=settings,
        seed=given.seed,
        begin=begin,
    )
    out = given.out or registry.game(given.game).tuning or Path("tuning.json")
    out.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    print(f"kept in {out}")


if __name__ == "__main__":
    main()

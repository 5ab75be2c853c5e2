"""Tune the tree search of a game by playing it: `python -m horta.bots.tune paris`.

A study tries parameters proposed by Optuna against the parameters of today, on paired deals. The
first trials change one parameter each, so that the sampler knows which of them matter. What it
found is kept beside the game in `tuning.json`, where `tuning_of` reads it. After the search the
best few are played again on other deals, since the best of many noisy trials looks
better than it is.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

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
"""A margin of so many points is half way to the best result of a game."""


NUDGE = 1.7
"""The first trials multiply or divide one parameter by this."""
SHORTEST = 4.0
"""Steps of the shortest playout that a trial proposes; 0, a playout to the end, is for the base."""

Variants = Sequence[Mapping[str, Any]]
"""Options of the game that the deals take in turn."""


EVEN = 0.5
"""The worth of parameters that are as good as others."""


class Contest(NamedTuple):
    """What two tunings play against each other."""

    game: Game
    players: int
    iterations: int
    variants: Variants


def duel(contest: Contest, one: Tuning, other: Tuning, deals: Sequence[int]) -> tuple[float, float]:
    """Return the worth of `one` against `other` in every seat (0 to 1), and its share of wins."""
    game, players, iterations, variants = contest
    worth = share = 0.0
    for deal in deals:
        for seat in range(players):
            match = start(game.id, players, deal, **variants[deal % len(variants)])
            bots = [MctsBot(game, players, one if s == seat else other) for s in range(players)]
            while match.to_play is not None:
                s = match.to_play
                seen = info_state(match, s, seat_seed(deal, s))
                match.play(bots[s].choose(seen, Budget(iterations=iterations)))
            outcome = match.outcome
            lead = leads(outcome.totals)[seat] / SCALE
            worth += 0.5 + 0.5 * lead / (1 + abs(lead))
            share += outcome.shares[seat]
    n = len(deals) * players
    return worth / n, share / n


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
    deals: int,
    iterations: int,
    players: int,
    seed: int,
    begin: Mapping[str, float],
    variants: Variants = ({},),
) -> dict[str, Any]:
    """Run a study and return it as plain JSON; `begin` changes the parameters of today."""
    try:
        import optuna
    except ImportError:
        raise HortaError("tuning needs Optuna: pip install 'horta[tune]'") from None
    game = registry.game(game_id)
    base = tuning_of(game).replace(**begin)
    contest = Contest(game, players, iterations, variants)
    study = _new_study(optuna, seed, _nudged(game, base))

    def objective(trial: Any) -> float:
        first = 10_000 + deals * trial.number
        some = range(first, first + deals)
        tuning = suggest(trial, game, base)
        worth, share = duel(contest, tuning, base, some)
        print(f"{trial.number:4} {worth:.3f} {share:.2f} {_short(trial.params)}", flush=True)
        return worth

    until = time.monotonic() + 60 * minutes
    study.optimize(objective, timeout=60 * minutes * 0.7)
    ranked = sorted(study.trials, key=lambda trial: -(trial.value or 0.0))
    again = []
    for trial in ranked[:4]:
        tuning = suggest(optuna.trial.FixedTrial(trial.params), game, base)
        others = range(1000, 1000 + 4 * deals)
        worth, share = duel(contest, tuning, base, others)
        again.append(
            {"worth": worth, "share": share, "games": 4 * deals * players, **_plain(tuning)}
        )
        print(f"again {worth:.3f} {share:.2f} {_short(trial.params)}", flush=True)
        if time.monotonic() > until:
            break
    best = max(again, key=lambda each: each["worth"])
    if best["worth"] <= EVEN:
        best = {"worth": EVEN, "share": EVEN, "games": 0, **_plain(base)}
    return {
        "game": game_id,
        "players": players,
        "options": [dict(variant) for variant in variants],
        "iterations": iterations,
        "games_per_trial": deals * players,
        "against": _plain(base),
        "best": {name: best[name] for name in _plain(base)},
        "again": again,
        "trials": [
            {"worth": trial.value, **_short(trial.params)} for trial in study.trials if trial.value
        ],
    }


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


def _plain(tuning: Tuning) -> dict[str, float]:
    return {name: float(f"{value:.4g}") for name, value in tuning._asdict().items()}


def _short(parameters: dict[str, float]) -> dict[str, float]:
    return {name: float(f"{value:.4g}") for name, value in parameters.items()}


def _items(text: str) -> list[str]:
    return [item for item in text.split(",") if item]


def main() -> None:
    """Tune a game and keep the study."""
    parser = argparse.ArgumentParser(prog="python -m horta.bots.tune", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--minutes", type=float, default=15)
    parser.add_argument("--deals", type=int, default=10, help="paired deals of one trial")
    parser.add_argument("--iterations", type=int, default=400)
    parser.add_argument("--players", type=int, default=2)
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
    result = tune(
        given.game,
        minutes=given.minutes,
        deals=given.deals,
        iterations=given.iterations,
        players=given.players,
        seed=given.seed,
        begin=begin,
        variants=variants,
    )
    out = given.out or registry.game(given.game).tuning or Path("tuning.json")
    out.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    print(f"kept in {out}")


if __name__ == "__main__":
    main()

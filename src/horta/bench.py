"""Benchmarks: every figure of one run side by side, with a plain Python loop as the yardstick.

Machines differ and are noisy, so what is kept and compared are ratios to the calibration loop of
the same run, never seconds.
"""

from __future__ import annotations

import importlib.util
import itertools
import json
import math
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from horta.core import registry
from horta.core.binding import bind
from horta.core.drivers import advance, copies, new_desk, play_random
from horta.core.engine import compiled_engine
from horta.core.errors import BadFile
from horta.core.game import Game
from horta.core.match import Match
from horta.core.record import dtype_of
from horta.core.transcripts import start as start_match
from horta.core.warm import usual_jobs
from horta.files import read_json, write_text

ITERATIONS = 200
"""Of the tree search between two looks at the clock."""
ROUND = 100
"""Rates from here on are shown as whole numbers."""
SLOW = 0.7
"""A ratio below this share of the accepted one fails."""


SEARCHED = {"bruxelles1893": (2, 4), "bruxelles1897": (2, 4)}
"""At how many players the search is measured; other games at their smallest table."""


def calibrate(seconds: float) -> float:
    """Return the rounds a second of a fixed loop of plain Python: dice, list, dict, call."""

    def turn(state: dict[str, int], roll: int) -> int:
        state["points"] += roll & 7
        return (roll * 1103515245 + 12345) & 0x7FFFFFFF

    state, roll, rounds = {"points": 0}, 1, 0
    begin = time.perf_counter()
    while time.perf_counter() - begin < seconds:
        for _ in range(1000):
            roll = turn(state, roll)
        rounds += 1000
    return rounds / (time.perf_counter() - begin)


def rate(
    work: Callable[[], int], seconds: float, clock: Callable[[], float] = time.perf_counter
) -> float:
    """Return the best of three rates of a function that returns how much it did."""
    best = 0.0
    for _ in range(3):
        done, begin = 0, clock()
        while clock() - begin < seconds / 3:
            done += work()
        best = max(best, done / (clock() - begin))
    return best


def measure_installed(
    measures: Mapping[str, Callable[[Report, float], None]],
    report: Report,
    seconds: float,
    say: Callable[[str], None],
    title: str = "{}",
) -> None:
    """Measure with every library that is installed, and name those that are not."""
    for module, measure in measures.items():
        name = title.format(module)
        if importlib.util.find_spec(module) is None:
            report.note(name, "not installed")
            continue
        say(f"{name} ...")
        try:
            measure(report, seconds)
        except Exception as problem:
            report.note(name, f"did not run: {problem}")


class Report:
    """Collects the figures of a run and prints them."""

    def __init__(self, console: Console, yardstick: float) -> None:
        self.console = console
        self.yardstick = yardstick
        self.figures: dict[str, float] = {}
        self.table = Table(title="Horta bench")
        for heading in ("what", "figure", "ratio"):
            self.table.add_column(heading, justify="left" if heading == "what" else "right")
        self.add("calibration: plain Python rounds", yardstick, "rounds/s", keep=False)

    def add(self, what: str, figure: float, unit: str, keep: bool = True) -> None:
        """Add a rate; its ratio to the yardstick is kept."""
        ratio = figure / self.yardstick
        if keep:
            self.figures[what] = float(f"{ratio:.4g}")
        digits = 0 if figure >= ROUND else 2
        self.table.add_row(what, f"{figure:,.{digits}f} {unit}", f"{ratio:.3g}")

    def note(self, what: str, figure: str) -> None:
        """Add a figure that has no ratio."""
        self.table.add_row(what, figure, "")


VARIANTS: dict[str, tuple[tuple[int, dict[str, Any]], ...]] = {
    "bruxelles1893": (
        (4, {"edition": "2013"}),
        (4, {"edition": "2023"}),
        (4, {"belle_epoque": True, "asymmetric": True}),
    ),
}
"""Editions and expansions whose random steps are measured besides."""


def measure_steps(
    report: Report, game: Game, players: int, seconds: float, options: dict[str, Any]
) -> None:
    """Measure the random steps of one game with options."""
    prepared = game.new_table(players, game.read_options(options), game.read_components({}))
    seeds = iter(range(0, 10**9, 200))

    def playouts() -> int:
        return int(play_random(game, prepared, next(seeds), 200).lengths.sum())

    name = named(game, players, options)
    report.add(f"{name}: random steps, legal moves included", rate(playouts, seconds), "steps/s")


def named(game: Game, players: int, options: dict[str, Any]) -> str:
    """Name what is measured: the game, its number of players and its options."""
    return " ".join([game.id, f"{players}p", *(f"{k}={v}" for k, v in options.items())])


def measure_game(report: Report, game: Game, players: int, seconds: float, **options: Any) -> None:
    """Measure one game at one number of players."""
    measure_steps(report, game, players, seconds, options)
    name = named(game, players, options)
    prepared = game.new_table(players, game.read_options(options), game.read_components({}))
    seeds = iter(range(0, 10**9, 200))
    tables = np.repeat(prepared, 64)
    engine = compiled_engine(game)
    copy = bind(copies, engine)
    report.add(f"{name}: record copies", rate(lambda: copy(tables, 100_000), seconds), "copies/s")

    def by_hand() -> int:
        match = start_match(game.id, players, next(seeds), **options)
        steps = 0
        while not match.over:
            legal = match.legal
            match.play(legal[(7 * steps) % len(legal)])
            steps += 1
        return steps

    os.environ["HORTA_JIT"] = "1"
    report.add(f"{name}: Match.play, check and undo history", rate(by_hand, seconds), "steps/s")
    report.note(f"{name}: size of the record", f"{dtype_of(game.table).itemsize:,} bytes")
    for n in (1, 100, 10_000, 100_000):
        batch = np.repeat(prepared, n)
        for i in range(n):
            engine.setup(batch, i, i)
        # Whole games, so that all batches go through the same phases of the game.
        rounds = max(60, 200_000 // n)
        desk = new_desk(game, prepared, batch)
        begin = time.perf_counter()
        steps = bind(advance, engine)(desk, rounds)
        cost = 1e9 * (time.perf_counter() - begin) / steps
        report.note(f"{name}: cost of a step in a batch of {n:,}", f"{cost:,.0f} ns")


def quick_game(game: Game, players: int, options: Mapping[str, Any]) -> Match:
    """Return a whole game between quick bots, by the compiled rules."""
    from horta.bots import info_state, player

    os.environ["HORTA_JIT"] = "1"
    whole = start_match(game.id, players, 1, **options)
    quick = player("greedy:deals=1,answered=0", game, players)
    while not whole.over:
        whole.play(quick.choose(info_state(whole)))
    return whole


def measure_review(report: Report, game: Game, seconds: float) -> None:
    """Measure how fast decisions are reviewed at the usual depth, on one core.

    They are taken from all over a game of two, in an order that mixes its phases.
    """
    from horta.review import review_step

    whole = quick_game(game, game.min_players, {})
    asked = [k for k in range(len(whole.actions)) if len(whole.back_to(k).legal) > 1]
    # A stride that shares no factor with their number meets every one of them.
    stride = next(k for k in range(len(asked) // 3 + 1, 0, -1) if math.gcd(k, len(asked)) == 1)
    steps = itertools.cycle(asked[stride * k % len(asked)] for k in range(len(asked)))

    def one() -> int:
        review_step(whole, next(steps))
        return 1

    one()
    name = named(game, game.min_players, {})
    # Single decisions differ in what they take: enough of them to mean something.
    report.add(f"{name}: decisions reviewed", rate(one, 5 * seconds), "decisions/s")


def measure_search(
    report: Report, game: Game, players: int, seconds: float, **options: Any
) -> None:
    """Measure the tree search from the middle of a game between quick bots, on one core."""
    from horta.bots import info_state
    from horta.bots.mcts import MctsBot
    from horta.bots.tuning import tuning_of

    name = " ".join([game.id, f"{players}p", *(f"{v}" for v in options.values())])
    whole = quick_game(game, players, options)
    middle = start_match(game.id, players, 1, **options)
    for action in whole.actions[: len(whole.actions) // 2]:
        middle.play(action)
    while len(middle.legal) == 1:
        middle.play(middle.legal[0])
    seen = info_state(middle)
    own = tuning_of(game)
    playouts = {
        "tree search, as it plays": own,
        "tree search, playouts to the end": own.replace(depth=0.0),
        "tree search, random playouts to the end": own._replace(depth=0.0, heavy=0.0),
    }
    for what, tuning in playouts.items():
        grower = MctsBot(game, players, tuning).start(seen)

        def grow(grower: Any = grower) -> int:
            grower.grow(ITERATIONS)
            return ITERATIONS

        report.add(f"{name}: {what}", rate(grow, seconds), "iterations/s")


def measure_starts(report: Report, game: Game) -> None:
    """Measure cold compile and warm start, in processes of their own."""
    with tempfile.TemporaryDirectory() as cache:
        jobs = usual_jobs()
        cold = _seconds(f"from horta.core.warm import warm; warm('{game.id}', jobs={jobs})", cache)
        what = f"{game.id}: cold compile of rules, bots and environments, {jobs} processes"
        report.note(what, f"{cold:.1f} s")
        code = (
            "import os; os.environ['HORTA_JIT'] = '1'; import horta; "
            f"m = horta.start('{game.id}', seed=1); m.play(m.legal[0])"
        )
        warm = min(_seconds(code, cache) for _ in range(3))
        report.note(f"{game.id}: warm start to the first compiled step", f"{warm:.2f} s")


def _seconds(code: str, cache: str) -> float:
    begin = time.perf_counter()
    environment = {**os.environ, "HORTA_CACHE": cache}
    subprocess.run([sys.executable, "-c", code], check=True, env=environment)
    return time.perf_counter() - begin


def run(*, quick: bool, peers: bool, envs: bool, accept: Path | None, check: Path | None) -> bool:
    """Run all benchmarks; False when a ratio fell below the accepted one."""
    seconds = 0.6 if quick else 3.0
    console = Console()
    with console.status("Measuring ...") as status:
        report = Report(console, calibrate(seconds))
        empty = _seconds("pass", "")
        imported = min(_seconds("import horta", "") for _ in range(3))
        report.note("import horta (over an empty Python)", f"{max(0.0, imported - empty):.3f} s")
        for name in registry.games():
            game = registry.game(name)
            for players in sorted({game.min_players, game.max_players}):
                status.update(f"{game.title}, {players} players ...")
                measure_game(report, game, players, seconds)
            for players, options in VARIANTS.get(name, ()):
                measure_steps(report, game, players, seconds, options)
            for players in SEARCHED.get(name, (game.min_players,)):
                status.update(f"{game.title}, {players} players: search ...")
                measure_search(report, game, players, seconds)
            status.update(f"{game.title}: review ...")
            measure_review(report, game, seconds)
            if not quick:
                status.update(f"{game.title}: cold compile ...")
                measure_starts(report, game)
        if peers:
            from horta.peers import measure_peers

            measure_peers(report, seconds, status.update)
        if envs:
            from horta.envs.bench import measure_envs

            measure_envs(report, seconds, status.update)
    console.print(report.table)
    if accept is not None:
        write_text(accept, json.dumps(report.figures, indent=2) + "\n")
        console.print(f"accepted: {accept}")
    return check is None or _compare(console, report.figures, check)


def _compare(console: Console, figures: dict[str, float], path: Path) -> bool:
    accepted = read_json(path)
    if not isinstance(accepted, dict):
        raise BadFile(f"{path} is not a file of accepted ratios")
    slow = {
        what: (ratio, accepted[what])
        for what, ratio in figures.items()
        if what in accepted and ratio < SLOW * accepted[what]
    }
    for what, (ratio, was) in slow.items():
        console.print(f"[red]slower: {what}: ratio {ratio:.3g}, accepted {was:.3g}[/red]")
    return not slow

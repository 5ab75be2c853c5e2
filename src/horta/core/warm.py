"""Fill the compile cache of the games named on the command line (all games without a name).

    python -m horta.core.warm --jobs 2 paris

What is compiled does not depend on one another but for this: a loop is joined to the rules that it
calls. So processes side by side compile the rules, each of them on its own, and then the loops.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import queue
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from importlib.metadata import entry_points
from typing import NamedTuple

from horta.core import cache, drivers, engine, registry
from horta.core.game import Game
from horta.core.lowering import gathers

GROUP = "horta.warm"
"""The entry-point group of functions that compile what a table needs besides the rules."""
LATER = "horta.warm_later"
"""The group of those that compile what no table waits for."""
RULE, DRIVERS = "rule", "drivers"
"""What a task is beside the loops of the two groups: one rule, the loops of random games."""
RULES = (
    *("step", "legal", "setup", "observe", "prior", "evaluate", "score", "redeal", "redact"),
    "clear",
)
"""The rules that loops call, those that take longest first."""
MOST_JOBS = 4
"""More processes would wait: the two longest rules of a game take half of the whole time."""
GENTLY = 5
"""So much nicer than others a process is that compiles while tables are played."""
SERVE, DONE = "--serve", "done"
"""A process that is started with the one compiles what it is told, and answers with the other."""


class Task(NamedTuple):
    """Something to compile for a game: a rule, or the loops of one kind."""

    game: str
    group: str
    name: str


Do = Callable[[Task], None]


def warm_rules(game_id: str) -> None:
    """Compile a game's rules and the drivers of random games, and save them."""
    game = registry.game(game_id)
    drivers.compile_for(game)
    engine.compiled_engine(game).complete()


def load_drivers(game: Game) -> None:
    """Load what a table needs besides the rules from the cache, or compile and save it."""
    for entry in entry_points(group=GROUP):
        entry.load()(game)


def warm(*game_ids: str, jobs: int = 1) -> None:
    """Compile the rules of games and whatever drives them, and save all of it."""
    # Numba's own way names what is compiled by numbers that two processes would both give.
    jobs = jobs if gathers() else 1
    with _crew(jobs) as do, ThreadPoolExecutor(jobs) as pool:
        for game_id in game_ids:
            _warm(registry.game(game_id), do, pool)


def _warm(game: Game, do: Do, pool: Executor) -> None:
    has = dict.fromkeys(("observe", "clear"), game.observation is not None)
    for _ in pool.map(do, [Task(game.id, RULE, name) for name in RULES if has.get(name, True)]):
        pass
    soon = [pool.submit(do, task) for task in (Task(game.id, DRIVERS, ""), *_loops(game, GROUP))]
    later = [pool.submit(do, task) for task in _loops(game, LATER)]
    for each in soon:
        each.result()
    # Only now: a table that switched over earlier would wait while its bots compile their search.
    engine.mark_ready(game)
    for each in later:
        each.result()


def _loops(game: Game, group: str) -> list[Task]:
    return [Task(game.id, group, name) for name in sorted(entry_points(group=group).names)]


def do_task(task: Task) -> None:
    """Compile something in this process, or find it in the cache."""
    if task.group == DRIVERS:
        warm_rules(task.game)
    elif task.group == RULE:
        getattr(engine.compiled_engine(registry.game(task.game)), task.name)
    else:
        for entry in entry_points(group=task.group, name=task.name):
            entry.load()(registry.game(task.game))


@contextlib.contextmanager
def _crew(jobs: int) -> Iterator[Do]:
    """Start processes that compile; give a function that has one of them do something.

    They end with this process, however it ends: what they are told comes through a pipe.
    """
    if jobs == 1:
        yield do_task
        return
    command = [sys.executable, "-m", "horta.core.warm", SERVE]
    crew = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for _ in range(jobs)
    ]
    idle: queue.SimpleQueue[subprocess.Popen[str]] = queue.SimpleQueue()
    for each in crew:
        idle.put(each)

    def hand_over(task: Task) -> None:
        taken = idle.get()
        try:
            assert taken.stdin
            assert taken.stdout
            with contextlib.suppress(BrokenPipeError):
                print(*task, sep="\t", file=taken.stdin, flush=True)
            if not any(line.strip() == DONE for line in iter(taken.stdout.readline, "")):
                raise RuntimeError(f"{task.game}: the {task.group} {task.name} was not compiled")
        finally:
            idle.put(taken)

    try:
        yield hand_over
    finally:
        for each in crew:
            with contextlib.suppress(BrokenPipeError), each:
                pass


def _serve(lines: Iterable[str]) -> None:
    for line in lines:
        do_task(Task(*line.rstrip("\n").split("\t")))
        print(DONE, flush=True)


def usual_jobs() -> int:
    """Return in how many processes to compile: as many as there are processors for this one."""
    affinity = getattr(os, "sched_getaffinity", None)
    return min(MOST_JOBS, len(affinity(0)) if affinity else os.cpu_count() or 1)


def main() -> None:
    """Fill the cache as the command line says."""
    parser = argparse.ArgumentParser(prog="python -m horta.core.warm", description=__doc__)
    parser.add_argument("games", nargs="*", help="the games; without a name all")
    parser.add_argument("--jobs", type=int, default=usual_jobs(), help="processes")
    parser.add_argument("--gently", action="store_true", help="give way to other processes")
    parser.add_argument(SERVE, action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.gently and hasattr(os, "nice"):
        os.nice(GENTLY)
    # What a wheel brought serves any processor of its level; this is for the one at hand.
    os.environ["HORTA_SHIPPED"] = "0"
    if given.serve:
        _serve(sys.stdin)
        return
    warm(*(given.games or registry.games()), jobs=max(1, given.jobs))
    cache.prune()


if __name__ == "__main__":
    main()

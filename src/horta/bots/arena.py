"""The arena: bots play each other, and statistics tell who is stronger.

All entrants of a table play the same deals, and on each deal every rotation of the seats, so that
neither luck of the deal nor the seat decides. With more than two different bots at a table it
also matters who sits behind whom: the deals take the orders around the table in turn, so that
after (seats - 1)! deals everyone has sat behind everyone equally often. Workers are processes of
their own: a bot that crashes, hangs or takes its process down costs its own game and is named in
the results.
"""

from __future__ import annotations

import itertools
import json
import multiprocessing
import os
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

from horta.bots.names import parse
from horta.bots.play import LIMIT, Fault, Keep, Result, play_game
from horta.core import registry
from horta.core.errors import BadFile, HortaError
from horta.core.limits import LONGEST_NAME
from horta.core.match import Match

FORMAT = 1
FEWEST_BOTS = 2
SAVE_EVERY = 5.0
"""Seconds between two writings of the results file."""
HANGS_AFTER = 10.0
"""Seconds after its limit at which a bot that cannot be interrupted is ended with its process."""

Task = tuple[int, tuple[int, ...]]
"""A deal and the entrants in the order of the seats."""


@dataclass(frozen=True)
class Plan:
    """Who plays what how often."""

    game: str
    bots: tuple[str, ...]
    games: int
    players: int | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 1
    limit: float = LIMIT
    components: Mapping[str, Any] = field(default_factory=dict)
    keep: Keep = Keep.NOTHING
    dealt: tuple[str, ...] = ()
    """Kinds of actions that are dealt at random by the number of the deal, and not chosen."""
    measure: Callable[[Match], Any] | None = None
    """Looks at every finished game, in the process that played it: a function of a module."""

    def checked(self) -> Plan:
        """Check the plan and fill in the number of players and the canonical names of the bots."""
        game = registry.game(self.game)
        if len(self.bots) < FEWEST_BOTS:
            raise HortaError("an arena needs at least two bots")
        players = self.players
        if players is None:
            players = max(game.min_players, min(len(self.bots), game.max_players))
        game.check_players(players)
        game.read_options(self.options)
        game.read_components(self.components)
        if self.games < 1:
            raise HortaError("an arena plays at least one game")
        for text in self.bots:
            parse(text).seat(game, players)
        names = tuple(str(parse(text)) for text in self.bots)
        return replace(self, bots=names, players=players, options=dict(self.options))

    def companies(self) -> list[tuple[int, ...]]:
        """Return who sits down together.

        With more bots than seats every choice of bots meets; with fewer, they sit down again in
        turn.
        """
        assert self.players is not None
        entrants = range(len(self.bots))
        if len(self.bots) >= self.players:
            return list(itertools.combinations(entrants, self.players))
        return [tuple(itertools.islice(itertools.cycle(entrants), self.players))]

    def orders(self, company: tuple[int, ...]) -> list[tuple[int, ...]]:
        """Return the different orders of a company around the table, its own first.

        Bots of the same name are alike, and so are rotations of one order.
        """
        found: dict[tuple[str, ...], tuple[int, ...]] = {}
        for order in itertools.permutations(company):
            names = tuple(self.bots[entrant] for entrant in order)
            found.setdefault(min(_rotations(names)), order)
        return list(found.values())

    def tasks(self) -> list[Task]:
        """Return all games in order; the number is rounded up to whole deals."""
        tasks: list[Task] = []
        orders = [self.orders(company) for company in self.companies()]
        deal = 0
        while len(tasks) < self.games:
            tasks += [
                (self.seed + deal, seating)
                for some in orders
                for seating in _rotations(some[deal % len(some)])
            ]
            deal += 1
        return tasks

    def to_json(self) -> dict[str, Any]:
        """Return the plan as plain JSON."""
        plan = {**asdict(self), "bots": list(self.bots)}
        for name in ("keep", "dealt", "measure"):  # no results file holds what comes of them
            del plan[name]
        if not self.components:
            del plan["components"]
        return plan


Order = tuple[Plan, Task]
"""A game of a plan."""


def _rotations(order: tuple[Any, ...]) -> list[tuple[Any, ...]]:
    """Return the different ways to seat an order around the table."""
    turned = (order[turn:] + order[:turn] for turn in range(len(order)))
    return list(dict.fromkeys(turned))


def run(
    plan: Plan,
    *,
    jobs: int = 1,
    file: Path | None = None,
    cluster: bool = False,
    transcripts: Path | None = None,
) -> Iterator[Result]:
    """Play a plan and yield the results as they come, those of a results file first.

    With `jobs=0` games are played in this process, where a bot that hangs cannot be stopped. The
    folder `transcripts` gets a file for every game; one that it lacks is played again.
    """
    plan = plan.checked()
    done = read(file, plan) if file is not None and file.exists() else []
    if transcripts is not None:
        plan = replace(plan, keep=Keep.TRANSCRIPT)
        done = [result for result in done if is_kept(transcripts, plan, result)]
    results = {_key(result): result for result in done}
    tasks = plan.tasks()
    yield from (results[key] for key in tasks if key in results)
    left = [task for task in tasks if task not in results]
    saved = time.monotonic()
    try:
        for result in play_tasks(plan, left, jobs=jobs, cluster=cluster):
            results[_key(result)] = result
            if transcripts is not None and result.transcript is not None:
                keep_transcript(transcripts, plan, result)
            yield result
            if file is not None and time.monotonic() - saved > SAVE_EVERY:
                write(file, plan, _ordered(tasks, results))
                saved = time.monotonic()
    finally:
        if file is not None:
            write(file, plan, _ordered(tasks, results))


def play_tasks(
    plan: Plan, left: list[Task], *, jobs: int = 1, cluster: bool = False
) -> Iterator[Result]:
    """Play some games of a checked plan, here, in processes or on a cluster, as they come."""
    orders = [(plan, task) for task in left]
    return (result for _, result in play_orders(orders, jobs=jobs, cluster=cluster))


def play_orders(
    orders: Sequence[Order], *, jobs: int = 1, cluster: bool = False
) -> Iterator[tuple[int, Result]]:
    """Play games of several checked plans; yield the number of an order with its result."""
    if orders and jobs > 0 and os.environ.get("HORTA_JIT") != "0":
        for game in {plan.game for plan, _ in orders}:
            _compile(game)
    if cluster:
        from horta.bots.cluster import play_on_ray

        return play_on_ray(orders)
    if jobs == 0:
        return ((number, play_task(*order)) for number, order in enumerate(orders))
    return _work(orders, jobs)


def _key(result: Result) -> Task:
    return result.deal, tuple(result.seating)


def _ordered(tasks: list[Task], results: Mapping[Task, Result]) -> list[Result]:
    return [results[task] for task in tasks if task in results]


def _compile(game_id: str) -> None:
    """Fill the compile cache once, so that the workers load what they would all compile."""
    from horta.bots import search
    from horta.core.engine import compiled_engine

    game = registry.game(game_id)
    compiled_engine(game)
    search.compile_for(game)


def play_task(plan: Plan, task: Task, beat: Any = None) -> Result:
    """Play one game of a plan."""
    deal, seating = task
    return play_game(
        *(plan.game, plan.options, plan.bots, deal, seating),
        limit=plan.limit,
        beat=beat,
        keep=plan.keep,
        components=plan.components,
        dealt=plan.dealt,
        measure=plan.measure,
    )


# Workers


@dataclass
class _Worker:
    process: Any
    pipe: Connection
    number: int = -1
    order: Order | None = None
    seat: int = 0
    deadline: float = float("inf")


def _serve(pipe: Connection) -> None:
    """Play the games that come through a pipe; say before each decision whose it is."""
    os.environ.setdefault("HORTA_JIT", "1")

    def beat(seat: int, allowed: float) -> None:
        pipe.send(("beat", seat, allowed))

    while True:
        try:
            order = pipe.recv()
        except (EOFError, OSError):
            return
        if order is None:
            return
        plan, task = order
        pipe.send(("done", play_task(plan, task, beat)))


def _hire() -> _Worker:
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    process = context.Process(target=_serve, args=(there,), daemon=True)
    process.start()
    there.close()
    return _Worker(process, here)


def _work(orders: Sequence[Order], jobs: int) -> Iterator[tuple[int, Result]]:
    waiting = list(enumerate(orders))[::-1]
    workers = [_hire() for _ in range(min(jobs, len(orders)))]
    try:
        for worker in workers:
            _give(worker, waiting)
        while any(worker.order is not None for worker in workers):
            busy = [worker for worker in workers if worker.order is not None]
            soon = min(worker.deadline for worker in busy) - time.monotonic()
            ready = wait([worker.pipe for worker in busy], timeout=min(max(soon, 0.0), 1.0))
            for k, worker in enumerate(workers):
                if worker.order is None:
                    continue
                result = None
                if worker.pipe in ready:
                    result = _hear(worker)
                elif time.monotonic() > worker.deadline:
                    result = _lost(worker, "hung", "no action, and it cannot be interrupted")
                if result is not None:
                    yield worker.number, result
                    if result.scores is None:
                        _dismiss(worker)
                        workers[k] = _hire()
                    _give(workers[k], waiting)
    finally:
        for worker in workers:
            _dismiss(worker)


def play_apart(plan: Plan, task: Task) -> Result:
    """Play one game in a process of its own, which a bot may take down."""
    ((_, result),) = _work([(plan, task)], 1)
    return result


def _give(worker: _Worker, waiting: list[tuple[int, Order]]) -> None:
    worker.number, worker.order = waiting.pop() if waiting else (-1, None)
    worker.deadline = float("inf")
    if worker.order is not None:
        worker.pipe.send(worker.order)


def _hear(worker: _Worker) -> Result | None:
    try:
        message = worker.pipe.recv()
    except (EOFError, OSError):
        worker.process.join(1.0)
        code = worker.process.exitcode
        return _lost(worker, "died", f"its process ended with the code {code}")
    if message[0] == "done":
        result: Result = message[1]
        return result
    worker.seat = message[1]
    worker.deadline = time.monotonic() + message[2] + HANGS_AFTER
    return None


def _lost(worker: _Worker, kind: str, message: str) -> Result:
    """Return the result of a game that the bot to play took down: the others share the victory."""
    assert worker.order is not None
    plan, (deal, seating) = worker.order
    guilty = worker.seat
    fault = Fault(plan.bots[seating[guilty]], guilty, -1, kind, message)
    shares = [0.0 if seat == guilty else 1 / (len(seating) - 1) for seat in range(len(seating))]
    return Result(deal, list(seating), None, shares, faults=[fault])


def _dismiss(worker: _Worker) -> None:
    worker.pipe.close()
    if worker.process.is_alive():
        worker.process.terminate()
        worker.process.join(2.0)
        if worker.process.is_alive():
            worker.process.kill()


# Files


def transcript_file(folder: Path, plan: Plan, result: Result) -> Path:
    """Return where the transcript of a game lies: by its deal and who sat where."""
    seating = "-".join(map(str, result.seating))
    return folder / f"{plan.game}-{result.deal}-seats-{seating}.json"


def keep_transcript(folder: Path, plan: Plan, result: Result) -> None:
    """Write the transcript of a game; a reader never sees half of it."""
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps(result.transcript, indent=1, ensure_ascii=False)
    _replace(transcript_file(folder, plan, result), text)


def is_kept(folder: Path, plan: Plan, result: Result) -> bool:
    """Tell whether a game has its transcript; one of other bots is refused."""
    file = transcript_file(folder, plan, result)
    if result.scores is None or not file.exists():
        return result.scores is None
    try:
        sat = json.loads(file.read_text(encoding="utf-8"))["seats"]
    except (OSError, ValueError, KeyError, TypeError) as problem:
        raise BadFile(f"{file} cannot be read as a transcript: {problem!r}") from None
    if sat != [plan.bots[entrant][:LONGEST_NAME] for entrant in result.seating]:
        raise BadFile(f"{file} is a game of other bots: {', '.join(map(str, sat))}")
    return True


def _replace(file: Path, text: str) -> None:
    with tempfile.NamedTemporaryFile(
        "w", dir=file.parent, prefix=file.name, suffix=".part", delete=False, encoding="utf-8"
    ) as part:
        part.write(text)
    os.replace(part.name, file)


def write(file: Path, plan: Plan, results: Sequence[Result]) -> None:
    """Write a results file in one go: a reader never sees half of it.

    JSON keeps everything and can be resumed; a name that ends in .parquet gives a table with one
    row for each seat of each game (needs pyarrow).
    """
    if file.suffix == ".parquet":
        _write_parquet(file, plan, results)
        return
    from horta.bots.statistics import summary

    content = {
        "horta": FORMAT,
        "kind": "arena",
        "plan": plan.to_json(),
        "summary": summary(plan, results) if results else [],
        "games": [result.to_json() for result in results],
    }
    file.parent.mkdir(parents=True, exist_ok=True)
    _replace(file, json.dumps(content, indent=1, ensure_ascii=False))


def read(file: Path, plan: Plan | None = None) -> list[Result]:
    """Read a results file; with a plan, it must be of the same plan, but for the games."""
    if file.suffix == ".parquet":
        raise BadFile(f"{file}: a Parquet table cannot be resumed; name a .json file")
    content = _content(file)
    if plan is not None:
        ours, theirs = plan.to_json(), dict(content["plan"])
        for name in ("game", "bots", "players", "options", "seed", "components"):
            if ours.get(name) != theirs.get(name):
                raise BadFile(
                    f"{file} holds another arena: {name} is {theirs.get(name)!r} there, "
                    f"not {ours.get(name)!r}"
                )
    return [Result.from_json(game) for game in content["games"]]


def read_plan(file: Path) -> Plan:
    """Read the plan of a results file."""
    plan = dict(_content(file)["plan"])
    return Plan(**{**plan, "bots": tuple(plan["bots"])})


def _content(file: Path) -> dict[str, Any]:
    try:
        content = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as problem:
        raise BadFile(f"{file} cannot be read: {problem}") from None
    if not isinstance(content, dict) or content.get("kind") != "arena":
        raise BadFile(f"{file} is not the results file of an arena")
    if content.get("horta") != FORMAT:
        raise BadFile(f"{file} has the format {content.get('horta')!r}, not {FORMAT}")
    return content


def _write_parquet(file: Path, plan: Plan, results: Sequence[Result]) -> None:
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise HortaError("Parquet needs pyarrow: pip install 'horta[arena]'") from None
    rows = [
        {
            "game": plan.game,
            "deal": result.deal,
            "seat": seat,
            "bot": plan.bots[entrant],
            "score": None if result.scores is None else result.scores[seat],
            "share": result.shares[seat],
            "seconds": result.seconds[seat] if result.seconds else None,
            "choices": result.choices[seat] if result.choices else None,
            "faults": sum(fault.seat == seat for fault in result.faults),
        }
        for result in results
        for seat, entrant in enumerate(result.seating)
    ]
    file.parent.mkdir(parents=True, exist_ok=True)
    pq.write_table(pa.Table.from_pylist(rows), file)

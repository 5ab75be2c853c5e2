"""A training run: play and learn for some minutes, keep checkpoints, check the strength, report.

A run lives in a folder and can be continued any number of times:

| file | holds |
|---|---|
| `settings.json` | the game, its variants, the size of the network, the seed |
| `checkpoint.pt` | the model and the optimizer, to go on from |
| `history.json` | the figures of every minute and the checks: what the report shows |
| `<game>.npz` | the network, for `net` and `policy` (`HORTA_NETWORKS` names the folder) |
| `report.html` | learning curves, checks, settings |
"""

from __future__ import annotations

import json
import os
import platform
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from pickle import UnpicklingError
from typing import Any

import numpy as np
import torch

from horta.bots.net import FOLDER
from horta.bots.network import LANES, load, origin_of, save
from horta.core import registry
from horta.core.errors import BadFile, BadOption
from horta.core.game import Game
from horta.training.actors import Search
from horta.training.learner import Figures, Learner, Lessons
from horta.training.model import Model, begin_from
from horta.training.report import write_report
from horta.training.searched import Student
from horta.training.tables import Tables, Variant

SAVE_EVERY = 60.0
"""Seconds between two checkpoints."""
TELL_EVERY = 10.0
"""Seconds between two lines of the history."""
SHIPPED = "shipped"
"""Instead of a file: the network that comes with the game."""


@dataclass(frozen=True)
class Settings:
    """What is trained: it stays the same from one run to the next."""

    game: str
    variants: tuple[Variant, ...]
    width: int = 256
    blocks: int = 2
    seed: int = 1
    start: str | None = None
    """The network to begin from: a file, or `SHIPPED` for that of the game."""

    def checked(self) -> Settings:
        """Return the same settings, or say what is wrong with them."""
        game = registry.game(self.game)
        if self.width < LANES or self.width % LANES:
            raise BadOption(f"the width is a multiple of {LANES}, not {self.width}")
        if self.blocks < 1:
            raise BadOption(f"a network has at least one block, not {self.blocks}")
        if not self.variants:
            raise BadOption("there is nothing to play: name a number of players")
        for variant in self.variants:
            game.check_players(variant.players)
            game.read_options(dict(variant.options))
        return self

    @classmethod
    def from_json(cls, given: dict[str, Any]) -> Settings:
        """Read what `asdict` wrote."""
        variants = tuple(Variant(v["players"], v["options"]) for v in given["variants"])
        return cls(**{**given, "variants": variants})


@dataclass(frozen=True)
class Effort:
    """How long and how broadly one run works."""

    minutes: float = 10.0
    threads: int = 2
    games: int = 256
    """Games side by side in each thread."""
    device: str = "cpu"
    lessons: Lessons = field(default_factory=Lessons)
    search: Search | None = None
    """Learn from searched games instead; `threads` are then processes, `games` those of a round."""
    cluster: bool = False
    """Searched games are played on a Ray cluster."""
    iterations: int | None = None
    """Instead of minutes: the run is then the same every time."""


@dataclass(frozen=True)
class Check:
    """A match against a bot that does not learn."""

    against: str = "greedy"
    bot: str = "policy"
    games: int = 40
    jobs: int = 2


Tell = Callable[[str], None]


class Run:
    """A run in its folder."""

    def __init__(self, folder: Path, settings: Settings, effort: Effort) -> None:
        self.folder, self.settings, self.effort = folder, settings.checked(), effort
        self.game: Game = registry.game(settings.game)
        torch.manual_seed(settings.seed)
        self.model = Model(self.game, settings.width, settings.blocks)
        self.history: dict[str, Any] = {"seconds": 0.0, "steps": 0, "games": 0, "runs": []}
        self.history |= {"figures": [], "checks": []}
        folder.mkdir(parents=True, exist_ok=True)
        held = self._resume()
        # Other deals than those of the runs before.
        seed = settings.seed + 7919 * len(self.history["runs"])
        torch.manual_seed(seed)
        self.learner = self._learner(seed)
        # What an optimizer knows of one way to learn is of no use to the other.
        if held is not None and held.get("stage", Learner.stage) == self.learner.stage:
            self.learner.optimizer.load_state_dict(held["optimizer"])

    def _learner(self, seed: int) -> Learner | Student:
        """Return who plays and learns."""
        effort, variants = self.effort, self.settings.variants
        if effort.search is None:
            tables = Tables(self.game, variants, effort.threads, effort.games, seed)
            return Learner(self.model, tables, effort.lessons, effort.device)
        return Student(
            *(self.game, self.model, effort.search, effort.lessons),
            variants=variants,
            processes=effort.threads,
            games=effort.games,
            seed=seed,
            device=effort.device,
            cluster=effort.cluster,
        )

    def _resume(self) -> dict[str, Any] | None:
        """Go on from the checkpoint of the folder, if there is one."""
        path = self.folder / "checkpoint.pt"
        if not path.exists():
            self._begin()
            _write(self.folder / "settings.json", asdict(self.settings))
            return None
        known = read_settings(self.folder)
        if known != self.settings:
            raise BadOption(f"{self.folder} holds another training; see its settings.json")
        try:
            held: dict[str, Any] = torch.load(path, map_location="cpu", weights_only=True)
            self.model.load_state_dict(held["model"])
        except (OSError, RuntimeError, KeyError, ValueError, EOFError, UnpicklingError) as problem:
            why = str(problem).partition("\n")[0]
            raise BadFile(f"{path} cannot be read: {why}") from None
        self.history = json.loads((self.folder / "history.json").read_text(encoding="utf-8"))
        return held

    def _begin(self) -> None:
        """Take the weights of the network that the settings name, if they name one."""
        start = self.settings.start
        if start is None:
            return
        file = self.game.network if start == SHIPPED else Path(start)
        if file is None:
            raise BadOption(f"{self.game.title} comes without a network to begin from")
        network = load(file, self.game)
        found = (network.enter.shape[1], len(network.inner))
        if found != (self.settings.width, self.settings.blocks):
            raise BadOption(
                f"{file} is a network of width {found[0]} with {found[1]} blocks, and one of width "
                f"{self.settings.width} with {self.settings.blocks} was asked for"
            )
        begin_from(self.model, network)

    def train(self, tell: Tell) -> None:
        """Play and learn; an interrupt keeps what was learnt."""
        effort, history = self.effort, self.history
        began = time.perf_counter()
        before = history["seconds"]
        history["runs"].append(_run_of(effort, self.settings))
        told = saved = began
        some: list[Figures] = []
        number = 0
        try:
            for done in self._progress(began):
                some.append(self.learner.iterate(done))
                number += 1
                history["steps"] += some[-1].steps
                history["games"] += some[-1].games
                now = time.perf_counter()
                history["seconds"] = before + now - began
                if now - told >= TELL_EVERY or number == 1:
                    told = now
                    self._tell(some, tell)
                    some = []
                if now - saved >= SAVE_EVERY:
                    saved = now
                    self.keep()
        except KeyboardInterrupt:
            tell("stopped; what was learnt is kept")
        if some:
            self._tell(some, tell)
        self.keep()

    def _progress(self, began: float) -> Iterator[float]:
        """Yield the part of the run that is over, until it is over."""
        if self.effort.iterations is not None:
            for k in range(self.effort.iterations):
                yield k / self.effort.iterations
            return
        seconds = 60.0 * self.effort.minutes
        while (gone := time.perf_counter() - began) < seconds:
            yield gone / seconds

    def _tell(self, some: list[Figures], tell: Tell) -> None:
        """Add a line to the history."""
        history = self.history
        games = sum(figures.games for figures in some)
        row: dict[str, float | None] = {
            name: float(np.mean([getattr(f, name) for f in some])) for name in Figures._fields
        }
        for name in ("total", "best"):
            whole = sum(getattr(f, name) * f.games for f in some)
            row[name] = 100.0 * whole / games if games else None
        row |= {"seconds": history["seconds"], "steps": history["steps"], "games": history["games"]}
        history["figures"].append(row)
        points = "" if not games else f", totals {row['total']:.1f}, winners {row['best']:.1f}"
        tell(
            f"{history['seconds']:.0f} s: {history['steps'] / 1e6:.1f} M steps, "
            f"{history['games']} games, entropy {row['entropy']:.3f}, "
            f"values {row['value_loss']:.4f}{points}"
        )

    def keep(self) -> None:
        """Write the checkpoint, the network, the history and the report, each whole or not."""
        fresh = self.folder / ".checkpoint.new"
        state = {
            "model": self.model.state_dict(),
            "optimizer": self.learner.optimizer.state_dict(),
            "stage": self.learner.stage,
        }
        torch.save(state, fresh)
        fresh.replace(self.folder / "checkpoint.pt")
        note = f"self-play, {self.history['games']} games, {self.history['seconds']:.0f} s"
        if self.settings.start is not None:
            note += f", begun from {Path(self.settings.start).name}"
        network = self.model.network(self.game)
        save(self.folder / f"{self.game.id}.npz", network, origin_of(self.game, note))
        self.tell_all()

    def tell_all(self) -> None:
        """Write the history and the report."""
        _write(self.folder / "history.json", self.history)
        write_report(self.folder / "report.html", asdict(self.settings), self.history)

    def check(self, wanted: Check, tell: Tell) -> None:
        """Let the network play a bot on paired deals, for every variant."""
        from horta.bots.arena import Plan, run
        from horta.bots.statistics import summary

        for variant in self.settings.variants:
            others = (wanted.against,) * (variant.players - 1)
            options = dict(variant.options)
            where = f"{variant.players} players {options or ''}".strip()
            plan = Plan(
                *(self.settings.game, (wanted.bot, *others), wanted.games, variant.players),
                options,
            )
            with _own_networks(self.folder):
                plan = plan.checked()
                results = list(run(plan, jobs=wanted.jobs))
            (row,) = (row for row in summary(plan, results) if row["bot"] == wanted.bot)
            found = {name: row[name] for name in ("share", "share_low", "share_high", "margin")}
            found |= {"bot": wanted.bot, "against": wanted.against, "games": row["games"]}
            found |= {"players": variant.players, "options": options}
            self.history["checks"].append({**found, "seconds": self.history["seconds"]})
            tell(
                f"{wanted.bot} against {wanted.against}, {where}: "
                f"{100 * row['share']:.1f} % ({100 * row['share_low']:.1f} to "
                f"{100 * row['share_high']:.1f}) of {row['games']} games"
            )
        self.tell_all()

    def close(self) -> None:
        """Let the threads or processes that play go."""
        self.learner.close()


def read_settings(folder: Path) -> Settings:
    """Read the settings of a run."""
    path = folder / "settings.json"
    try:
        return Settings.from_json(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, KeyError, TypeError) as problem:
        raise BadFile(f"{path} cannot be read: {problem}") from None


def _run_of(effort: Effort, settings: Settings) -> dict[str, Any]:
    """Return how and where a run was made."""
    on = "cpu" if not effort.device.startswith("cuda") else torch.cuda.get_device_name()
    return {
        **asdict(replace(effort, device=on)),
        "seed": settings.seed,
        "cores": os.cpu_count(),
        "machine": platform.machine(),
        "torch": str(torch.__version__),
    }


@contextmanager
def _own_networks(folder: Path) -> Iterator[None]:
    """Let bots of this process and of those that it starts read the network of the run."""
    before = os.environ.get(FOLDER)
    os.environ[FOLDER] = str(folder)
    try:
        yield
    finally:
        if before is None:
            del os.environ[FOLDER]
        else:
            os.environ[FOLDER] = before


def _write(path: Path, content: Any) -> None:
    fresh = path.with_name(f".{path.name}.new")
    fresh.write_text(json.dumps(content, indent=1), encoding="utf-8")
    fresh.replace(path)

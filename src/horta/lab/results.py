"""The results of an experiment: played, kept game by game, read again and taken up."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from horta.bots.arena import play_orders
from horta.bots.play import Result
from horta.core import limits
from horta.core.errors import BadFile, HortaError
from horta.core.i18n import mark
from horta.frames import frame_of
from horta.lab.experiment import Experiment
from horta.lab.measures import Row

if TYPE_CHECKING:
    from horta.lab.comparing import Finding, Level
    from horta.lab.plots import Plot

EXPERIMENT, GAMES = "experiment.json", "games.jsonl"
MAY_GROW = ("games",)
"""What may differ when an experiment goes on."""

Watch = Callable[[int, int], None]
"""Is told how many games there are, and how many there will be."""
Key = tuple[str, int]
"""A variant and a deal."""


@dataclass(frozen=True)
class Results:
    """The games of an experiment, and what they say."""

    experiment: Experiment
    rows: Sequence[Row] = field(repr=False)
    """A row for each game; see `horta.lab.measures.measure`."""

    @cached_property
    def games(self) -> dict[str, dict[int, Row]]:
        """The games by variant and deal; those that a bot took down are left out."""
        found: dict[str, dict[int, Row]] = {name: {} for name in self.experiment.variants}
        for row in self.rows:
            if "lost" not in row:
                found[row["variant"]][row["deal"]] = row
        return found

    @cached_property
    def deals(self) -> list[int]:
        """The deals that were played in every variant."""
        played = [set(games) for games in self.games.values()]
        return sorted(set.intersection(*played))

    @property
    def lost(self) -> list[Row]:
        """The games that a bot took down, each with the fault."""
        return [row for row in self.rows if "lost" in row]

    def levels(self) -> list[Level]:
        """Return every measure of every variant with its interval."""
        from horta.lab.comparing import levels

        return levels(self)

    def compare(self) -> list[Finding]:
        """Compare every variant with the first, over the same deals."""
        from horta.lab.comparing import compare

        return compare(self)

    def unfair(self) -> list[Finding]:
        """Compare the shares of seats, boards and the like with fair ones."""
        from horta.lab.comparing import unfair

        return unfair(self)

    def tell(self, lang: str = "en") -> list[str]:
        """Say in sentences what the games show."""
        from horta.lab.telling import tell

        return tell(self, lang)

    def plots(self, lang: str = "en") -> dict[str, Plot]:
        """Draw what the games show, by name; a plot shows itself in a notebook."""
        from horta.lab.plots import plots

        return plots(self, lang)

    def seats(self) -> list[dict[str, Any]]:
        """Return a row for each seat of each game, for a table."""
        return [
            {
                "variant": row["variant"],
                "deal": row["deal"],
                "seat": seat,
                **{name: one[name] for name in ("bot", "share", "score")},
                "opening": "; ".join(one["opening"]),
                **{f"line_{name}": value for name, value in one["lines"].items()},
                **{
                    name: ", ".join(
                        thing if n == 1 else f"{thing} {n}" for thing, n in sorted(things.items())
                    )
                    for name, things in one["things"].items()
                },
            }
            for row in self._played()
            for seat, one in enumerate(row["seats"])
        ]

    def _played(self) -> Iterator[Row]:
        return (row for games in self.games.values() for row in games.values())

    def frame(self) -> Any:
        """Return a pandas data frame with a row for each seat of each game."""
        return frame_of(self.seats())

    def games_frame(self) -> Any:
        """Return a pandas data frame with a row for each game."""
        names = ("variant", "deal", "decisions", "rounds", "branching", "changes", "decided")
        return frame_of(
            [{name: row[name] for name in (*names, "margin")} for row in self._played()]
        )

    def findings_frame(self, lang: str = "en") -> Any:
        """Return a pandas data frame with a row for each comparison."""
        from horta.lab.telling import sentence

        return frame_of(
            [{**one.to_json(), "told": sentence(self, one, lang)} for one in self.compare()]
        )

    @classmethod
    def read(cls, folder: Path | str) -> Results:
        """Read the results in a folder; a game that was cut off is left out."""
        experiment = read_plan(Path(folder))
        if experiment is None:
            raise BadFile(mark("{folder}: no experiment was kept there"), folder=folder)
        known = experiment.variants
        rows = [row for row in read_rows(Path(folder)) if row["variant"] in known]
        wanted = experiment.deals
        return cls(experiment, [row for row in rows if row["deal"] in wanted])


# playing


def run(
    experiment: Experiment,
    folder: Path | None = None,
    *,
    jobs: int | None = None,
    cluster: bool = False,
    watch: Watch | None = None,
) -> Results:
    """Play what a folder does not hold yet, and return all results.

    `jobs` are processes: as many as processors without it, and with 0 none but this one; `cluster`
    is Ray. Each game is kept at once: a run that is broken off loses the games in hand alone.
    """
    experiment = experiment.checked()
    rows = [] if folder is None else _taken_up(experiment, folder)
    orders, keys = _orders(experiment, {(row["variant"], row["deal"]) for row in rows})
    total = len(experiment.variants) * experiment.games
    if watch is not None:
        watch(len(rows), total)
    count = (os.cpu_count() or 1) if jobs is None else jobs
    with closing(_Keeping(folder)) as keeping:
        for number, result in play_orders(orders, jobs=count, cluster=cluster):
            rows.append(row_of(experiment, keys[number], result))
            keeping.append(rows[-1])
            if watch is not None:
                watch(len(rows), total)
    return Results(experiment, rows)


def _orders(experiment: Experiment, done: set[Key]) -> tuple[list[Any], list[Key]]:
    """Return what is left to play, deal by deal, so that what there is can be compared."""
    plans = {name: experiment.plan(name).checked() for name in experiment.variants}
    keys = [(name, deal) for deal in experiment.deals for name in plans if (name, deal) not in done]
    return [(plans[name], experiment.task(deal)) for name, deal in keys], keys


def row_of(experiment: Experiment, key: Key, result: Result) -> Row:
    """Return what is kept of a game that was played."""
    variant, deal = key
    if result.scores is None or result.measured is None:
        (fault, *_) = result.faults
        return {
            "variant": variant,
            "deal": deal,
            "lost": f"{fault.bot}: {fault.kind}: {fault.message}",
        }
    row: Row = {"variant": variant, "deal": deal, **result.measured}
    for seat, one in enumerate(row["seats"]):
        one["bot"] = experiment.bots[result.seating[seat]]
    if result.faults:
        row["faults"] = len(result.faults)
    return row


# keeping


class _Keeping:
    """Appends games to a file, each whole."""

    def __init__(self, folder: Path | None) -> None:
        self._file = None
        if folder is None:
            return
        path = folder / GAMES
        try:
            cut = path.exists() and path.stat().st_size and path.read_bytes()[-1:] != b"\n"
            self._file = path.open("a", encoding="utf-8")
            if cut:  # the last line was cut off: the next game begins on its own
                self._file.write("\n")
        except OSError as problem:
            raise BadFile(
                mark("{file}: cannot be written ({problem})"), file=path, problem=problem.strerror
            ) from None

    def append(self, row: Row) -> None:
        if self._file is not None:
            self._file.write(json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n")
            self._file.flush()

    def close(self) -> None:
        if self._file is not None:
            self._file.close()


def _taken_up(experiment: Experiment, folder: Path) -> list[Row]:
    """Return the games that a folder holds of an experiment, and write the experiment there."""
    from horta.files import write_text

    kept = read_plan(folder)
    ours = experiment.to_json()
    if kept is not None:
        theirs = kept.to_json()
        for name in ours.keys() | theirs.keys():
            if name not in MAY_GROW and ours.get(name) != theirs.get(name):
                raise BadFile(
                    mark(
                        "{folder} holds another experiment: '{field}' is {theirs} there, not {ours}"
                    ),
                    folder=folder,
                    field=name,
                    theirs=limits.shown(theirs.get(name)),
                    ours=limits.shown(ours.get(name)),
                )
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise BadFile(
            mark("{file}: cannot be written ({problem})"), file=folder, problem=problem.strerror
        ) from None
    write_text(folder / EXPERIMENT, json.dumps(ours, indent=1, ensure_ascii=False) + "\n")
    known, wanted = experiment.variants, experiment.deals
    return [row for row in read_rows(folder) if row["variant"] in known and row["deal"] in wanted]


def read_plan(folder: Path) -> Experiment | None:
    """Return the experiment of a folder, if there is one."""
    path = folder / EXPERIMENT
    if not path.exists():
        return None
    try:
        return Experiment.from_json(limits.read_json(path.read_bytes()))
    except OSError as problem:
        raise BadFile(
            mark("{file}: cannot be read ({problem})"), file=path, problem=problem.strerror
        ) from None
    except HortaError as problem:
        raise BadFile(mark("{file}: {problem}"), file=path, problem=problem) from None


def read_rows(folder: Path) -> list[Row]:
    """Return the games of a folder, each once; a line that was cut off is left out."""
    path = folder / GAMES
    found: dict[Key, Row] = {}
    for line in path.read_text("utf-8").splitlines() if path.exists() else []:
        try:
            row = json.loads(line)
            found[row["variant"], row["deal"]] = row
        except (ValueError, KeyError, TypeError):
            continue
    return list(found.values())

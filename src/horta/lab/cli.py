"""The commands `horta lab …`; the main command line registers them with `register(app)`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from horta.arguments import Lang

if TYPE_CHECKING:
    from horta.lab.experiment import Experiment
    from horta.lab.results import Results

lab = typer.Typer(
    help="Change a game, let bots play it over the same deals, and see what differs.",
    no_args_is_help=True,
)

File = Annotated[
    Path, typer.Argument(help="the experiment, a .toml or .json file", metavar="EXPERIMENT")
]
Folder = Annotated[
    Path, typer.Argument(help="the folder of the results, as `horta lab run` wrote it")
]
Out = Annotated[Path, typer.Option(help="the folder of the results; a run goes on where it ended")]
Jobs = Annotated[
    int | None, typer.Option(min=0, help="processes; without it, as many as processors")
]
Games = Annotated[int | None, typer.Option("-n", "--games", min=1, help="deals, instead")]
Cluster = Annotated[bool, typer.Option("--cluster", help="spread the work over Ray")]


def register(app: typer.Typer) -> None:
    """Add the commands to the command line."""
    app.add_typer(lab, name="lab")


@lab.command("run")
def run_lab(
    *,
    file: File,
    out: Out,
    jobs: Jobs = None,
    games: Games = None,
    cluster: Cluster = False,
    lang: Lang = "en",
) -> None:
    """Play an experiment, and tell what it shows."""
    from horta.lab.experiment import read_experiment

    _play(read_experiment(file), out, jobs=jobs, games=games, cluster=cluster, lang=lang)


@lab.command()
def sweep(
    *,
    file: File,
    parameter: Annotated[
        str, typer.Option(help="what changes: components.boards.gauchie_palace, options.edition")
    ],
    values: Annotated[
        str,
        typer.Option(help="the values as a JSON list: '[[1, 2, 4, 5, 6, 7], [2, 3, 4, 5, 6, 7]]'"),
    ],
    out: Out,
    jobs: Jobs = None,
    games: Games = None,
    cluster: Cluster = False,
    lang: Lang = "en",
) -> None:
    """Let a parameter go through values, each a variant, and draw what follows it."""
    from horta.core.errors import BadJson, BadOption
    from horta.core.limits import read_json
    from horta.lab.experiment import read_experiment

    try:
        given = read_json(values)
    except BadJson as problem:
        raise BadOption(f"--values: {problem}") from None
    swept = read_experiment(file).swept(parameter, given).checked()
    results = _play(swept, out, jobs=jobs, games=games, cluster=cluster, lang=lang)
    if results is not None:
        _draw(results, out, lang)


@lab.command()
def tell(
    folder: Folder,
    tables: Annotated[
        bool, typer.Option("--tables", help="also the figures, as tables in Markdown")
    ] = False,
    all_of_it: Annotated[
        bool,
        typer.Option("--all", help="a sentence for every comparison, also for those of nothing"),
    ] = False,
    lang: Lang = "en",
) -> None:
    """Say what the games of a folder show."""
    from horta.core.i18n import check_language
    from horta.lab.results import Results

    check_language(lang)
    _show(Results.read(folder), lang, tables=tables, everything=all_of_it)


@lab.command()
def plot(folder: Folder, lang: Lang = "en") -> None:
    """Draw what the games of a folder show, as SVG files beside them."""
    from horta.core.i18n import check_language
    from horta.lab.results import Results

    _draw(Results.read(folder), folder, check_language(lang))


@lab.command()
def notebook(folder: Folder, lang: Lang = "en") -> None:
    """Write a notebook that loads the games of a folder."""
    from horta.core.i18n import check_language
    from horta.files import write_text
    from horta.lab.notebook import notebook as made
    from horta.lab.results import Results

    Results.read(folder)
    path = folder / "results.ipynb"
    text = json.dumps(made(folder.absolute(), check_language(lang)), indent=1, ensure_ascii=False)
    write_text(path, text + "\n")
    typer.echo(str(path))


def _play(
    experiment: Experiment,
    out: Path,
    *,
    jobs: int | None,
    games: int | None,
    cluster: bool,
    lang: str,
) -> Results | None:
    """Play with a bar; who breaks it off is told how to go on."""
    from dataclasses import replace

    from rich.console import Console

    from horta.core.i18n import check_language
    from horta.lab.results import run

    check_language(lang)
    console = Console()
    chosen = experiment if games is None else replace(experiment, games=games)
    with _bar(console) as progress:
        task = progress.add_task(chosen.game, total=None)

        def watch(done: int, total: int) -> None:
            progress.update(task, completed=done, total=total)

        try:
            results = run(chosen, out, jobs=jobs, cluster=cluster, watch=watch)
        except KeyboardInterrupt:
            console.print("stopped; the same command goes on")
            return None
    _show(results, lang)
    return results


def _bar(console: Any) -> Any:
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    return Progress(*columns, TimeRemainingColumn(), console=console)


def _show(results: Results, lang: str, *, tables: bool = False, everything: bool = False) -> None:
    from horta.lab.tables import tables as made
    from horta.lab.telling import sentence

    for line in results.tell(lang):
        typer.echo(line)
    if everything:
        for one in results.compare():
            if not one.told and not one.hinted:
                typer.echo(sentence(results, one, lang))
    for variant in results.experiment.variants if tables else ():
        typer.echo(f"\n## {variant}: {len(results.games[variant])} games")
        for line in made(results, variant, lang):
            typer.echo(line)


def _draw(results: Results, folder: Path, lang: str) -> None:
    from horta.files import write_text

    for name, one in results.plots(lang).items():
        path = folder / ("".join(c if c.isalnum() or c == "-" else "_" for c in name) + ".svg")
        write_text(path, one.svg + "\n")
        typer.echo(str(path))

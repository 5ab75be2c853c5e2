"""The commands `horta study …`; the main command line registers them with `register(app)`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from horta.arguments import GameId, Lang, OptionList

StudyFile = Annotated[Path, typer.Argument(help="a study, as the pages and Python save it")]

study = typer.Typer(help="Check, draw and make studies and puzzles.", no_args_is_help=True)


def register(app: typer.Typer) -> None:
    """Add the commands to the command line."""
    app.add_typer(study, name="study")


@study.command()
def check(file: StudyFile) -> None:
    """Play everything in a study, and say what it holds or what is wrong with it."""
    from horta.study.study import Study

    found = Study.load(file)
    nodes = sum(len(one.tree.nodes) - 1 for one in found.chapters)
    games = sorted({one.tree.game for one in found.chapters})
    typer.echo(
        f"{file}: {len(found.chapters)} chapters, {nodes} actions, {len(found.puzzles)} puzzles"
        + (f" ({', '.join(games)})" if games else "")
    )


@study.command()
def svg(
    file: StudyFile,
    chapter: Annotated[int, typer.Option(min=1, help="the chapter, counted from 1")] = 1,
    node: Annotated[int, typer.Option(min=0, help="the node of its tree; 0: the root")] = 0,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="the SVG file; without it, the screen")
    ] = None,
    lang: Lang = "en",
) -> None:
    """Draw the table of a chapter with its arrows and marks."""
    from horta.files import write_text
    from horta.study.study import Study

    picture = Study.load(file).svg(chapter - 1, node, lang)
    if output is None:
        typer.echo(picture)
    else:
        write_text(output, picture)


@study.command()
def schema() -> None:
    """Print the JSON Schema of study files."""
    from horta.study.study import study_schema

    typer.echo(json.dumps(study_schema(), indent=1, ensure_ascii=False))


@study.command()
def puzzles(
    *,
    game: GameId,
    out: Annotated[Path, typer.Option(help="the study file that is written")],
    games: Annotated[int, typer.Option(min=1, help="bots' games that are searched")] = 20,
    players: Annotated[int | None, typer.Option(help="seats; without it, the fewest")] = None,
    option: OptionList = None,
    bot: Annotated[str, typer.Option(help="who plays; by iterations")] = "mcts:150it",
    seed: Annotated[int, typer.Option(min=0, help="the same seed finds the same")] = 0,
    most: Annotated[int, typer.Option(min=1, help="puzzles from one game")] = 2,
    errors: Annotated[float, typer.Option(min=1, help="how clear: errors of the gap")] = 5.0,
) -> None:
    """Find puzzles in bots' games: one action clearly best, and not the obvious one.

    A run that was stopped goes on where it was, with the same arguments.
    """
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    from horta.core.errors import BadFile
    from horta.core.registry import game as game_of
    from horta.study.mining import Search, run

    found = game_of(game)
    if not out.absolute().parent.is_dir():  # before minutes of work
        raise BadFile(f"{out}: there is no such folder")
    terms = Search(
        game=game,
        players=found.check_players(found.min_players if players is None else players),
        options=found.parse_options(option or []),
        seed=seed,
        bot=bot,
        most=most,
        errors=errors,
    )
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    console = Console()
    with Progress(*columns, TimeRemainingColumn(), console=console, transient=True) as progress:
        task = progress.add_task(found.title, total=games)

        def watch(done: int, puzzles: int) -> None:
            progress.update(task, completed=done, description=f"{found.title}: {puzzles} puzzles")

        made = run(terms, games, out, watch)
    typer.echo(f"{out}: {len(made.chapters)} puzzles from {games} games")

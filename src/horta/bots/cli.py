"""The command `horta arena`; the main command line registers it with `register(app)`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from horta.arguments import ComponentsFile, GameId, OptionList
from horta.core.errors import HortaError

if TYPE_CHECKING:
    from horta.bots.arena import Plan
    from horta.bots.play import Result


def register(app: typer.Typer) -> None:
    """Add the commands of the bots to the command line."""
    app.command("arena")(arena)


def arena(  # noqa: PLR0913 - one for each option of the command
    *,
    game: GameId,
    bots: Annotated[
        list[str],
        typer.Argument(
            help="bots: random, greedy, mcts:200ms, mcts:2000it, master, a function of a file "
            "(my_bot.py:make), a program ('exec:python3 agent.py')"
        ),
    ],
    games: Annotated[int, typer.Option("-n", "--games", min=1, help="games to play")] = 100,
    players: Annotated[int | None, typer.Option(help="seats at the table")] = None,
    jobs: Annotated[int, typer.Option(min=0, help="processes; 0: none but this one")] = 1,
    seed: Annotated[int, typer.Option(min=0, help="the first deal")] = 1,
    out: Annotated[
        Path | None, typer.Option(help="results file (.json); resumed when it exists")
    ] = None,
    transcripts: Annotated[
        Path | None, typer.Option(help="a folder for the transcripts, a file for each game")
    ] = None,
    parquet: Annotated[Path | None, typer.Option(help="also write a Parquet table")] = None,
    plot: Annotated[Path | None, typer.Option(help="also draw the shares as SVG")] = None,
    option: OptionList = None,
    components: ComponentsFile = None,
    limit: Annotated[float, typer.Option(min=0.1, help="seconds that a step may take")] = 60.0,
    cluster: Annotated[bool, typer.Option("--cluster", help="spread the work over Ray")] = False,
) -> None:
    """Let bots play each other: same deals, balanced seats, intervals and a rating."""
    from rich.console import Console

    from horta.bots.arena import Plan, write
    from horta.bots.statistics import plot as draw
    from horta.bots.statistics import summary
    from horta.core import registry
    from horta.files import read_components

    console = Console()
    try:
        options = registry.game(game).parse_options(option or [])
        tables = read_components(components) or {}
        plan = Plan(game, tuple(bots), games, players, options, seed, limit, tables).checked()
        results = _play(console, plan, jobs=jobs, out=out, cluster=cluster, transcripts=transcripts)
        rows = summary(plan, results)
        _show(console, plan, rows, results)
        if parquet is not None:
            write(parquet.with_suffix(".parquet"), plan, results)
        if plot is not None:
            plot.write_text(draw(plan, rows), encoding="utf-8")
    except HortaError as problem:
        console.print(f"[red]{problem}[/red]", highlight=False)
        raise typer.Exit(2) from None


def _play(
    console: Any,
    plan: Plan,
    *,
    jobs: int,
    out: Path | None,
    cluster: bool,
    transcripts: Path | None,
) -> list[Result]:
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    from horta.bots.arena import run

    results: list[Result] = []
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, TimeRemainingColumn(), console=console) as progress:
        task = progress.add_task(plan.game, total=len(plan.tasks()))
        try:
            playing = run(plan, jobs=jobs, file=out, cluster=cluster, transcripts=transcripts)
            for result in playing:
                results.append(result)
                for fault in result.faults:
                    console.print(
                        f"[yellow]{fault.bot}: {fault.kind} on deal {result.deal}, "
                        f"step {fault.step}: {fault.message}[/yellow]",
                        highlight=False,
                    )
                progress.advance(task)
        except KeyboardInterrupt:
            hint = f"; the same command with --out {out} goes on" if out is not None else ""
            console.print(f"stopped after {len(results)} games{hint}")
    order = {task: k for k, task in enumerate(plan.tasks())}
    results.sort(key=lambda result: order[result.deal, tuple(result.seating)])
    return results


def _show(console: Any, plan: Plan, rows: list[dict[str, Any]], results: list[Result]) -> None:
    from rich import box
    from rich.table import Table

    title = f"{plan.game}, {plan.players} players, {len(results)} games"
    note = "intervals: 95 %; ms: the time of a choice"
    table = Table(title=title, caption=note, box=box.SIMPLE_HEAD)
    table.add_column("bot", no_wrap=True)
    for heading in ("games", "victories %", "margin", "score", "rating", "ms"):
        table.add_column(heading, justify="right", no_wrap=True)
    faulty = any(row["faults"] for row in rows)
    if faulty:
        table.add_column("faults")
    for row in rows:
        low, high = row["margin_low"], row["margin_high"]
        pace = row["seconds_per_choice"]
        share, least, most = (100 * row[name] for name in ("share", "share_low", "share_high"))
        cells = [
            row["bot"],
            str(row["games"]),
            f"{share:.1f} ({least:.1f}–{most:.1f})",
            f"{row['margin']:+.1f}" + ("" if low is None else f" ± {(high - low) / 2:.1f}"),
            "" if row["score"] is None else f"{row['score']:.1f}",
            f"{row['rating']:.0f} ± {2 * row['rating_sigma']:.0f}",
            "" if pace is None else f"{1000 * pace:.1f}",
        ]
        faults = ", ".join(f"{kind} {n}" for kind, n in row["faults"].items())
        table.add_row(*cells, *([faults] if faulty else []))
    console.print(table)

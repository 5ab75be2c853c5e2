"""The command `horta simulate`: many games, their statistics, and files to learn from."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from horta.arguments import ComponentsFile, GameId, OptionList
from horta.core.errors import BadOption

if TYPE_CHECKING:
    from horta.core.game import Game

RANDOM = "random"


def simulate(
    *,
    game: GameId,
    n: Annotated[int, typer.Option("-n", "--games", help="how many games", min=1)] = 1000,
    seats: Annotated[
        str, typer.Option(help="who sits where, as bots: mcts:50it,greedy; without it, random")
    ] = "",
    players: Annotated[int | None, typer.Option(help="number of players")] = None,
    jobs: Annotated[
        int, typer.Option(help="threads of random games, processes of bots and files", min=1)
    ] = 1,
    seed: Annotated[int, typer.Option(help="seed of the first game", min=0)] = 0,
    option: OptionList = None,
    components: ComponentsFile = None,
    out: Annotated[
        Path | None,
        typer.Option(
            help="write the games to this Parquet file (horta[data]); a run that was broken off "
            "goes on"
        ),
    ] = None,
    steps: Annotated[
        bool,
        typer.Option(
            "--steps", help="with --out: one row a step, with observations and what bots thought"
        ),
    ] = False,
    cluster: Annotated[bool, typer.Option("--cluster", help="spread the work over Ray")] = False,
    limit: Annotated[
        float, typer.Option(min=0.1, help="seconds that a step of a bot may take")
    ] = 60.0,
) -> None:
    """Play many games and show scores, lengths and how even the seats are."""
    from rich.console import Console

    from horta.core import registry
    from horta.envs.bot_games import write_bot_games
    from horta.files import read_components

    found = registry.game(game)
    bots = _seated(found, seats, players)
    if steps and out is None:
        raise BadOption("--steps: name the file with --out")
    options, tables = found.parse_options(option or []), read_components(components)
    found.read_options(options)
    console = Console()
    how: dict[str, Any] = {"seed": seed, "steps": steps, "jobs": jobs}
    how |= {"options": options, "components": tables}
    if set(bots) == {RANDOM} and (out is not None or not cluster):
        playing = _random_games(console, found, n, len(bots), **how, out=out, cluster=cluster)
    else:
        playing = write_bot_games(out, game, n, bots, **how, cluster=cluster, limit=limit)
    _tell(console, found, n, len(bots), playing)


def _tell(console: Any, game: Game, n: int, players: int, playing: Iterator[Any]) -> None:
    """Show what comes of games while they are played, and in the end."""
    from horta.statistics import Tally

    tally = Tally(game, players)
    lost = _count(console, game, n, playing, tally)
    if lost:
        console.print(f"{lost} games were lost with a bot's process and are left out.")
    if tally.games:
        _show_tally(console, tally)


def _count(console: Any, game: Game, n: int, playing: Iterator[Any], tally: Any) -> int:
    """Add up games as they come, with a bar; return how many were lost."""
    lost = 0
    with progress_bar(console) as progress:
        task = progress.add_task(game.title, total=n)
        for played in playing:
            missing = getattr(played, "lost", 0)
            if len(played.lengths):
                tally.add(played.sheets, played.lengths)
            for fault in getattr(played, "faults", ()):
                console.print(fault, style="yellow", highlight=False, markup=False)
            lost += missing
            progress.advance(task, len(played.lengths) + missing)
    return lost


def _random_games(
    console: Any,
    game: Game,
    n: int,
    players: int,
    *,
    jobs: int,
    seed: int,
    options: dict[str, Any],
    components: dict[str, Any] | None,
    out: Path | None,
    steps: bool,
    cluster: bool,
) -> Iterator[Any]:
    """Play random games inside the compiled rules."""
    from horta.core.drivers import compile_for, play_many

    start = game.new_table(players, game.read_options(options), game.read_components(components))
    with console.status("Compiling the rules (once; they are kept in the cache) ..."):
        compile_for(game)
    if out is None:
        return iter(play_many(game, start, seed, n, jobs))
    from horta.envs.data import write_games

    return write_games(
        *(out, game.id, n),
        players=players,
        seed=seed,
        steps=steps,
        options=options,
        components=components,
        jobs=jobs,
        cluster=cluster,
    )


def _seated(game: Game, seats: str, players: int | None) -> list[str]:
    """Return who sits where, by the bots that are named or by their number."""
    from horta.bots.names import split

    bots = split(seats) if seats else []
    if bots and players is not None and len(bots) != players:
        raise BadOption(f"--seats names {len(bots)} bots for {players} players")
    bots = bots or [RANDOM] * (players or game.min_players)
    game.check_players(len(bots))
    return bots


def progress_bar(console: Any) -> Any:
    """Return a bar that counts games."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = (
        "[progress.description]{task.description}",
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    return Progress(*columns, console=console)


def _show_tally(console: Any, tally: Any) -> None:
    import numpy as np
    from rich.table import Table

    from horta.statistics import wilson

    totals = tally.totals
    names = tally.game.presentation.words("en").seats(tally.players)
    grid = Table(title=f"{tally.game.title}: {tally.games} games")
    grid.add_column("seat")
    for heading in ("mean", "sd", "min", "median", "max", "wins", "95 % interval"):
        grid.add_column(heading, justify="right")
    for seat, name in enumerate(names):
        values = totals[:, seat]
        share = tally.shares[seat] / tally.games
        low, high = wilson(share, tally.games)
        grid.add_row(
            name,
            f"{values.mean():.2f}",
            f"{values.std():.2f}",
            f"{values.min()}",
            f"{np.median(values):.0f}",
            f"{values.max()}",
            f"{100 * share:.1f} %",
            f"{100 * low:.1f} to {100 * high:.1f} %",
        )
    console.print(grid)
    lines = Table(title="Mean of each line")
    lines.add_column("line")
    for name in names:
        lines.add_column(name, justify="right")
    words = tally.game.presentation.words("en")
    for line, means in tally.lines.items():
        lines.add_row(words.line(line), *(f"{mean:.2f}" for mean in means))
    console.print(lines)
    lengths = np.concatenate(tally.lengths)
    console.print(f"Decisions a game: {lengths.mean():.1f} ({lengths.min()} to {lengths.max()})")

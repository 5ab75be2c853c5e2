"""The commands `horta corpus …`; the main command line registers them with `register(app)`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from horta.arguments import GameId, OptionList

if TYPE_CHECKING:
    from rich.console import Console

    from horta.corpus.explorer import Corpus, Moves

FOLDERS = "there is no such folder"


def register(app: typer.Typer) -> None:
    """Add the commands to the command line."""
    own = typer.Typer(help="Corpora of bots' games, for the explorer.", no_args_is_help=True)
    for command in (build, tell, merge, digest):
        own.command()(command)
    app.add_typer(own, name="corpus")


def build(
    *,
    game: GameId,
    out: Annotated[
        Path, typer.Option(help="the corpus (.parquet); a run that was broken off goes on")
    ],
    bot: Annotated[str, typer.Option(help="who plays every seat")] = "mcts:400it",
    games: Annotated[int, typer.Option("-n", "--games", min=1, help="games to play")] = 1000,
    players: Annotated[int | None, typer.Option(help="number of players")] = None,
    option: OptionList = None,
    seed: Annotated[int, typer.Option(min=0, help="the first deal")] = 1,
    jobs: Annotated[int, typer.Option(min=0, help="processes; 0: none but this one")] = 1,
    cluster: Annotated[bool, typer.Option("--cluster", help="spread the work over Ray")] = False,
    limit: Annotated[float, typer.Option(min=0.1, help="seconds that a step may take")] = 60.0,
) -> None:
    """Let a bot play many deals, and write down how its first choices scored."""
    from rich.console import Console

    from horta.core import registry
    from horta.core.errors import BadFile
    from horta.corpus.building import build as play
    from horta.simulate import progress_bar

    found = registry.game(game)
    if out.suffix != ".parquet" or not out.absolute().parent.is_dir():
        why = FOLDERS if out.suffix == ".parquet" else "the name of a corpus ends in .parquet"
        raise BadFile(f"{out}: {why}")
    options = found.parse_options(option or [])
    console, lost = Console(), 0
    playing = play(
        *(out, game, games, bot),
        players=players,
        options=options,
        seed=seed,
        jobs=jobs,
        cluster=cluster,
        limit=limit,
    )
    with progress_bar(console) as progress:
        task = progress.add_task(found.title, total=games)
        for written in playing:
            lost += written.lost
            for fault in written.faults:
                console.print(fault, style="yellow", highlight=False, markup=False)
            progress.advance(task, len(written.lengths) + written.lost)
    if lost:
        console.print(f"{lost} games were lost with a bot's process and are left out.")
    typer.echo(f"{out}: {games - lost} games")


def tell(
    *,
    file: Annotated[Path, typer.Argument(help="a corpus (.parquet) or a digest (.json.gz)")],
    game: Annotated[
        str | None, typer.Argument(help="tell a decision of this game", metavar="[GAME]")
    ] = None,
    players: Annotated[int | None, typer.Option(help="number of players")] = None,
    option: OptionList = None,
    deal: Annotated[int, typer.Option(min=0, help="the deal to look at")] = 1,
    play: Annotated[
        list[str] | None, typer.Option(help="an action to go on with; may be repeated")
    ] = None,
    level: Annotated[str | None, typer.Option(help="exact, path or like")] = None,
    board: Annotated[str | None, typer.Option(help="only seats with this board")] = None,
) -> None:
    """Tell what a corpus holds, or how the actions of a decision scored in it."""
    from rich.console import Console

    from horta.core import registry
    from horta.core.errors import HortaError
    from horta.core.transcripts import start
    from horta.corpus.explorer import open_corpus

    corpus, console = open_corpus(file), Console()
    if game is None:
        _show_set_ups(console, corpus)
        return
    match = start(game, players, deal, **registry.game(game).parse_options(option or []))
    for text in play or []:
        match.play(match.parse(text))
    found = corpus.moves(match, level, board=board)
    if found is None:
        raise HortaError(f"{file}: nothing of the kind was counted there")
    _show_moves(console, match, found)


def merge(
    files: Annotated[list[Path], typer.Argument(help="corpora (.parquet)")],
    out: Annotated[Path, typer.Option(help="the corpus of them all (.parquet)")],
) -> None:
    """Make one corpus of several; a game that several hold is there once."""
    from horta.corpus.files import merge as join

    typer.echo(f"{out}: {join(files, out)} decisions")


def digest(
    files: Annotated[list[Path], typer.Argument(help="corpora and digests of other games")],
    out: Annotated[Path, typer.Option(help="the digest (.json.gz)")],
) -> None:
    """Write the counts alone: small enough to ship, and quick for a server to read."""
    from horta.corpus.explorer import open_corpus
    from horta.corpus.files import write_digest

    corpus = open_corpus(*files)
    write_digest(out, corpus.set_ups)
    games = sum(counts.games for counts in corpus.set_ups.values())
    typer.echo(f"{out}: {games} games, {out.stat().st_size / 1000:.0f} KB")


def _show_set_ups(console: Console, corpus: Corpus) -> None:
    from rich.table import Table

    grid = Table("set-up", "games", "bot", "deals", "rules", "made by")
    for set_up in sorted(corpus.set_ups, key=str):
        for one in corpus.set_ups[set_up].sources:
            deals = f"{one.deals[0]} to {one.deals[1]}"
            about = (one.bot, deals, str(one.rules_version), one.made_by)
            grid.add_row(str(set_up), str(one.games), *about)
    console.print(grid)


def _show_moves(console: Console, match: Any, found: Moves) -> None:
    from rich.markup import escape
    from rich.table import Table

    title = f"{found.set_up}: {found.decisions} decisions ({found.level})"
    grid = Table(title=escape(title))
    for heading in ("action", "played", "could be", "wins", "95 %", "points", "95 %"):
        grid.add_column(heading, justify="left" if heading == "action" else "right")
    for move in found.moves:
        label = match.label(move.actions[0])
        more = f" (and {len(move.actions) - 1} alike)" if len(move.actions) > 1 else ""
        numbers = ("–",) * 4
        if move.played:
            numbers = (
                f"{100 * move.share:.0f} %",
                f"{100 * move.share_from:.0f} to {100 * move.share_to:.0f}",
                f"{move.score:.1f}",
                f"{move.score_from:.1f} to {move.score_to:.1f}" if move.played > 1 else "–",
            )
        grid.add_row(escape(label + more), str(move.played), str(move.offered), *numbers)
    console.print(grid)
    if found.differs:
        console.print(f"The table differs from these games in: {', '.join(found.differs)}.")

"""The command line of Horta."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from horta.arguments import ComponentsFile, GameId, Lang, OptionList
from horta.bots.cli import register as register_arena
from horta.core.errors import BadOption, HortaError
from horta.corpus.cli import register as register_corpus
from horta.lab.cli import register as register_lab
from horta.review.cli import register as register_review
from horta.server.cli import register as register_play
from horta.simulate import simulate
from horta.study.cli import register as register_study
from horta.training.cli import register as register_train

app = typer.Typer(
    help="Play, record, draw and simulate the Belle Époque board games.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def _tell_version(wanted: bool) -> None:
    if wanted:
        import horta

        typer.echo(f"horta {horta.__version__}")
        raise typer.Exit


@app.callback()
def common(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_tell_version, is_eager=True, help="tell the version and end"
        ),
    ] = False,
) -> None:
    """Play, record, draw and simulate the Belle Époque board games."""


def main() -> None:
    """Run the command line; a bad argument gets one clear sentence and exit code 2."""
    try:
        app()
    except HortaError as problem:
        typer.echo(f"horta: {problem}", err=True)
        sys.exit(2)


def read_option_list(game: str, given: list[str] | None) -> dict[str, Any]:
    """Turn NAME=VALUE texts into options of a game."""
    from horta.core import registry

    return registry.game(game).parse_options(given or [])


@app.command()
def games() -> None:
    """List the games, their players and their options."""
    from rich.console import Console
    from rich.table import Table

    from horta.core import registry

    console = Console()
    for name in registry.games():
        game = registry.game(name)
        few, many = game.min_players, game.max_players
        players = f"{few}" if few == many else f"{few} to {many}"
        grid = Table(title=f"{game.id}: {game.title}, {players} players", title_justify="left")
        for heading in ("option", "default", "meaning"):
            grid.add_column(heading)
        for option, declared in game.options.model_fields.items():
            grid.add_row(option, json.dumps(declared.default), declared.description or "")
        console.print(grid)


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="a transcript")],
    lang: Lang = "en",
) -> None:
    """Play a transcript again and tell what happens."""
    from rich.console import Console

    from horta.files import read_match
    from horta.terminal import show_sheet

    match = read_match(file)
    console = Console(highlight=False)
    for number, sentence in zip(
        (number for number, _ in match.events()), match.log(lang), strict=True
    ):
        console.print(f"{number:>4}  {sentence}", markup=False)
    show_sheet(console, match, match.scene(None, lang, revealed=True))


@app.command()
def draw(
    file: Annotated[Path, typer.Argument(help="a transcript or a position")],
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="the SVG file; without it, the screen")
    ] = None,
    seat: Annotated[
        int | None, typer.Option(help="draw what this seat sees; without it, what a spectator sees")
    ] = None,
    step: Annotated[
        int | None, typer.Option(help="draw the table after this many actions", min=0)
    ] = None,
    lang: Lang = "en",
) -> None:
    """Draw a table as SVG."""
    from horta.files import read_match, write_text

    match = read_match(file)
    if step is not None:
        if step > len(match.actions):
            raise BadOption(f"--step: the transcript has {len(match.actions)} actions, not {step}")
        while len(match.actions) > step:
            match.undo()
    picture = match.svg(seat, lang)
    if output is None:
        typer.echo(picture)
    else:
        write_text(output, picture)


@app.command()
def components(
    game: GameId,
    check: Annotated[Path | None, typer.Option(help="check your own tables, a JSON file")] = None,
    schema: Annotated[bool, typer.Option("--schema", help="print the JSON Schema")] = False,
    tables: Annotated[
        bool, typer.Option("--json", help="print our tables as JSON, to start your own from")
    ] = False,
) -> None:
    """Show what is printed on the components, and where each table comes from."""
    from rich.console import Console
    from rich.table import Table

    from horta.core import registry

    found = registry.game(game)
    if check is not None:
        from horta.files import read_components

        found.read_components(read_components(check))
        typer.echo(f"{check}: these tables fit {found.title}")
        return
    if schema:
        typer.echo(json.dumps(found.components.model_json_schema(), indent=2, ensure_ascii=False))
        return
    if tables:
        ours = found.components().model_dump(mode="json")
        typer.echo(json.dumps(ours, indent=2, ensure_ascii=False))
        return
    grid = Table(title=f"{found.title}: where the data comes from")
    for heading in ("table", "degree", "source", "rules"):
        grid.add_column(heading)
    for name, origin in found.provenance.items():
        grid.add_row(name, origin.degree, origin.source, ", ".join(origin.rules))
    Console().print(grid)


@app.command()
def bench(
    quick: Annotated[bool, typer.Option(help="shorter runs, less exact")] = False,
    peers: Annotated[bool, typer.Option(help="measure other engines that are installed")] = True,
    envs: Annotated[bool, typer.Option(help="measure the environments for agents")] = True,
    accept: Annotated[
        Path | None, typer.Option(help="write the ratios to this file as accepted")
    ] = None,
    check: Annotated[
        Path | None, typer.Option(help="fail when a ratio is 30 % below this file's")
    ] = None,
) -> None:
    """Measure the speed of the engine beside a plain Python loop, in one run."""
    from horta.bench import run

    if not run(quick=quick, peers=peers, envs=envs, accept=accept, check=check):
        raise typer.Exit(1)


@app.command(name="compile")
def compile_rules(
    games: Annotated[
        list[str] | None, typer.Argument(help="the games; without a name all", metavar="[GAME]...")
    ] = None,
    target: Annotated[
        str,
        typer.Option(
            help="the processors: x86-64, x86-64-v2, x86-64-v3 or x86-64-v4, generic on others"
        ),
    ] = "x86-64-v3",
    out: Annotated[Path, typer.Option(help="the folder of the wheel")] = Path("wheelhouse"),
    jobs: Annotated[
        int | None, typer.Option(help="processes; without it, as many as processors", min=1)
    ] = None,
) -> None:
    """Compile rules for a kind of processor into a wheel, for containers and notebooks."""
    from horta.core import registry, shipping
    from horta.core.targets import read_target
    from horta.core.warm import usual_jobs

    names = games or registry.games()
    for name in names:
        registry.game(name)
    wheel = shipping.compile_wheel(names, read_target(target), out, jobs or usual_jobs())
    typer.echo(f"{wheel}: {wheel.stat().st_size / 1e6:.1f} MB")


@app.command()
def terminal(
    game: Annotated[str, typer.Argument(help="the game", metavar="[GAME]")] = "paris",
    seed: Annotated[
        str | None, typer.Option(help="seed of the deal: a number, or 32 hexadecimal digits")
    ] = None,
    lang: Lang = "en",
    option: OptionList = None,
    components: ComponentsFile = None,
) -> None:
    """Play in the terminal against a random opponent."""
    from horta.core.seeds import read_seed
    from horta.files import read_components
    from horta.terminal import play_here

    given = None if seed is None else read_seed(seed)
    play_here(game, given, lang, read_option_list(game, option), read_components(components))


app.command()(simulate)
register_play(app)
register_arena(app)
register_train(app)
register_review(app)
register_corpus(app)
register_study(app)
register_lab(app)


if __name__ == "__main__":
    main()

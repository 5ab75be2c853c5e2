"""The house from the command line: `horta play`, `horta worker`, `horta backup` and `restore`."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Annotated

import typer

from horta.core.errors import HortaError
from horta.server.admin.cli import admin


def register(app: typer.Typer) -> None:
    """Add the commands of the house to the command line."""
    app.command("play")(play)
    app.command("worker")(worker)
    app.command("backup")(backup)
    app.command("restore")(restore)
    app.add_typer(admin, name="admin")
    app.command("ratings")(ratings)


DatabaseUrl = Annotated[
    str | None, typer.Option(help="URL of a database: sqlite:///file or postgresql://…")
]
NEEDS_WEB = "The table needs more libraries ({name}): pip install 'horta[web]'"


def play(
    *,
    game: Annotated[str | None, typer.Argument(help="the game to set up; none: choose")] = None,
    host: Annotated[str, typer.Option(help="0.0.0.0 lets others in your network in")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535)] = 1893,
    exact_port: Annotated[
        bool, typer.Option("--exact-port", help="end if the port is in use; without it, the next")
    ] = False,
    browser: Annotated[bool, typer.Option(help="open a browser")] = True,
    database: DatabaseUrl = None,
    components: Annotated[
        list[Path] | None,
        typer.Option(help="your own component tables, a JSON file; may be repeated"),
    ] = None,
) -> None:
    """Open a table in the browser."""
    try:
        from horta.server.run import serve
    except ImportError as problem:
        typer.echo(NEEDS_WEB.format(name=problem.name))
        raise typer.Exit(1) from None
    path = "/"
    if game is not None:
        from horta.core import registry

        try:
            path = f"/new/{registry.game(game).id}"
        except HortaError as problem:
            typer.echo(str(problem), err=True)
            raise typer.Exit(2) from None
    try:
        serve(
            host,
            port,
            open_browser=browser,
            database=database,
            path=path,
            say=typer.echo,
            components=components or (),
            exact_port=exact_port,
        )
    except HortaError as problem:  # a setting that does not fit
        typer.echo(str(problem), err=True)
        raise typer.Exit(2) from None


def worker(database: DatabaseUrl = None) -> None:
    """Do what a house over PostgreSQL has to do, and serve nobody: bots, clocks, reviews."""
    try:
        from horta.server.working import work
    except ImportError as problem:
        typer.echo(NEEDS_WEB.format(name=problem.name))
        raise typer.Exit(1) from None
    try:
        work(database, announce=typer.echo)
    except HortaError as problem:  # a setting that does not fit
        typer.echo(str(problem), err=True)
        raise typer.Exit(2) from None


def backup(
    file: Annotated[Path, typer.Argument(help="the file to write; it must not exist")],
    database: DatabaseUrl = None,
) -> None:
    """Copy all tables to a file, also while people play."""
    keeping = _keeping()
    typer.echo(f"{file}: {keeping.backup(database or _default(), file)} tables")


def restore(
    file: Annotated[Path, typer.Argument(help="a file that `horta backup` wrote")],
    database: DatabaseUrl = None,
) -> None:
    """Put a backup into an empty database, of either kind, while no server runs over it."""
    keeping = _keeping()
    typer.echo(f"{keeping.restore(database or _default(), file)} tables are back")


def ratings(database: DatabaseUrl = None) -> None:
    """Work out all ratings anew from the games that count, in the order of their ending."""
    try:
        from horta.server.ratings.again import rebuild
    except ImportError as problem:
        typer.echo(NEEDS_WEB.format(name=problem.name))
        raise typer.Exit(1) from None
    games, players = rebuild(database or _default())
    typer.echo(f"{players} players are rated by {games} games")


def _keeping() -> ModuleType:
    try:
        from horta.server import backup as module
    except ImportError as problem:
        typer.echo(NEEDS_WEB.format(name=problem.name))
        raise typer.Exit(1) from None
    return module


def _default() -> str:
    from horta.server.settings import default_database

    return default_database()

"""`horta play`: open a table in the browser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from horta.core.errors import HortaError


def register(app: typer.Typer) -> None:
    """Add `play` to the command line."""
    app.command("play")(play)


def play(
    *,
    game: Annotated[str | None, typer.Argument(help="the game to set up; none: choose")] = None,
    host: Annotated[str, typer.Option(help="0.0.0.0 lets others in your network in")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535)] = 1893,
    browser: Annotated[bool, typer.Option(help="open a browser")] = True,
    database: Annotated[
        str | None, typer.Option(help="URL of a database: sqlite:///file or postgresql://…")
    ] = None,
    components: Annotated[
        list[Path] | None,
        typer.Option(help="your own component tables, a JSON file; may be repeated"),
    ] = None,
) -> None:
    """Open a table in the browser."""
    try:
        from horta.server.run import serve
    except ImportError as problem:
        typer.echo(f"The table needs more libraries ({problem.name}): pip install 'horta[web]'")
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
        )
    except HortaError as problem:  # a setting that does not fit
        typer.echo(str(problem), err=True)
        raise typer.Exit(2) from None

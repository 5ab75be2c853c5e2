"""Arguments that several commands take."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

GameId = Annotated[str, typer.Argument(help="the game, as `horta games` lists it", metavar="GAME")]
Lang = Annotated[str, typer.Option(help="language: en, fr or de")]
OptionList = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", help="an option of the game, NAME=VALUE; may be repeated"),
]
ComponentsFile = Annotated[
    Path | None,
    typer.Option("--components", help="your own component tables, a JSON file"),
]

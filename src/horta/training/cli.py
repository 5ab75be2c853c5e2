"""The command `horta train`; the main command line registers it with `register(app)`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from horta.arguments import GameId
from horta.core.errors import BadOption

Players = Annotated[
    list[int] | None, typer.Option(help="seats at the table; may be repeated; default: all")
]
Ways = Annotated[
    list[str] | None,
    typer.Option(help="options of the game, NAME=VALUE,NAME=VALUE; may be repeated"),
]
Threads = Annotated[int, typer.Option(min=1, help="threads that play, or processes that search")]
Games = Annotated[
    int, typer.Option(min=1, help="of each thread, side by side; of each process, in a round")
]
Iterations = Annotated[
    int, typer.Option(min=0, help="learn from searches of so many iterations; 0: from play")
]
Start = Annotated[
    str | None,
    typer.Option(help="begin from a network: its file, or 'shipped' for that of the game"),
]
Trust = Annotated[float, typer.Option(min=0.0, max=1.0, help="of these searches in the network")]

Cluster = Annotated[bool, typer.Option("--cluster", help="play searched games on a Ray cluster")]


def register(app: typer.Typer) -> None:
    """Add the command to the command line."""
    app.command("train")(train)


def train(  # noqa: PLR0913 - one for each option of the command
    *,
    game: GameId,
    out: Annotated[Path, typer.Option(help="the folder of the run; continued when it exists")],
    minutes: Annotated[float, typer.Option(min=0.0, help="how long this run takes")] = 10.0,
    players: Players = None,
    variant: Ways = None,
    width: Annotated[int, typer.Option(help="of the network")] = 256,
    blocks: Annotated[int, typer.Option(help="residual blocks of the network")] = 2,
    start: Start = None,
    threads: Threads = 2,
    games: Games = 256,
    steps: Annotated[int, typer.Option(min=1, help="steps of each game in one rollout")] = 64,
    rate: Annotated[float, typer.Option(help="of learning")] = 5e-4,
    entropy: Annotated[float, typer.Option(help="reward for variety")] = 0.01,
    search: Iterations = 0,
    trust: Trust = 0.5,
    cluster: Cluster = False,
    device: Annotated[str, typer.Option(help="cpu or cuda; auto takes what there is")] = "auto",
    seed: Annotated[int, typer.Option(min=0, help="of the first deals and weights")] = 1,
    check: Annotated[int, typer.Option(min=0, help="games of each check at the end")] = 40,
    against: Annotated[str, typer.Option(help="whom the checks are played against")] = "greedy",
    bot: Annotated[str, typer.Option(help="who plays them: policy, or net with a budget")] = (
        "policy"
    ),
    jobs: Annotated[int, typer.Option(min=0, help="processes for the checks")] = 2,
) -> None:
    """Train a network by self-play; it can be stopped and continued at any time.

    With `--search` the run goes on from searched games: policies from visits, values from roots.
    """
    try:
        from horta.training.actors import Search
        from horta.training.learner import Lessons
        from horta.training.run import Check, Effort, Run, Settings
    except ImportError as problem:
        raise BadOption(f"training needs PyTorch: pip install 'horta[train]' ({problem})") from None
    import torch

    if cluster and not search:
        raise BadOption("a cluster plays searched games: name --search too")
    settings = Settings(game, _variants(game, players, variant), width, blocks, seed, start)
    if device == "auto":
        device = "cuda" if torch.cuda.is_available() else "cpu"
    effort = Effort(
        *(minutes, threads, games, device),
        Lessons(steps=steps, rate=rate, entropy=entropy),
        Search(iterations=search, trust=trust) if search else None,
        cluster,
    )
    work = Run(out, settings, effort)
    try:
        work.train(typer.echo)
        if check:
            work.check(Check(against, bot, check, jobs), typer.echo)
    finally:
        work.close()
    typer.echo(f"{out / f'{game}.npz'}; {out / 'report.html'}")


def _variants(game: str, players: list[int] | None, texts: list[str] | None) -> tuple[Any, ...]:
    """Return every number of players with every set of options."""
    from horta.core import registry
    from horta.training.tables import Variant

    found = registry.game(game)
    seats = players or list(range(found.min_players, found.max_players + 1))
    given = [found.parse_options(text.split(",")) for text in texts or []] or [{}]
    return tuple(Variant(n, options) for n in seats for options in given)

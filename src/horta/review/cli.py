"""The command `horta review`; the main command line registers it with `register(app)`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from horta.arguments import Lang

if TYPE_CHECKING:
    from rich.console import Console

    from horta.core.match import Match
    from horta.review.telling import ToldWay
    from horta.review.written import Review

SIGNS = {"best": "!", "good": "", "inaccuracy": "?!", "mistake": "?", "blunder": "??"}


def register(app: typer.Typer) -> None:
    """Add the command to the command line."""
    app.command("review")(review)


def review(
    *,
    file: Annotated[Path, typer.Argument(help="a transcript, as the table or the arena saves it")],
    depth: Annotated[str, typer.Option(help="glance, quick, usual or deep")] = "usual",
    seat: Annotated[int | None, typer.Option(min=0, help="tell of this seat alone")] = None,
    all_of_it: Annotated[bool, typer.Option("--all", help="tell every decision")] = False,
    seed: Annotated[int, typer.Option(min=0, help="the same seed gives the same review")] = 0,
    jobs: Annotated[int, typer.Option(min=1, max=64, help="decisions looked at side by side")] = 2,
    out: Annotated[Path | None, typer.Option(help="also write the review (.json)")] = None,
    plot: Annotated[Path | None, typer.Option(help="also draw the chances to win (.svg)")] = None,
    lang: Lang = "en",
) -> None:
    """Judge every decision of a game: what it cost, what was better, and why."""
    from rich.console import Console

    from horta.core.errors import BadFile
    from horta.core.i18n import check_language
    from horta.files import read_match, write_text
    from horta.review.graph import draw

    check_language(lang)
    for path in (out, plot):
        if path is not None and not path.absolute().parent.is_dir():  # before minutes of work
            raise BadFile(f"{path}: there is no such folder")
    match = read_match(file)
    if seat is not None:
        match.redacted(seat)  # refuses a seat that there is not
    console = Console()
    found = _look(console, match, depth, seed, jobs)
    _show(console, match, found, seat=seat, everything=all_of_it, lang=lang)
    if out is not None:
        write_text(out, json.dumps(found.to_json(), ensure_ascii=False) + "\n")
    if plot is not None:
        write_text(plot, draw(found, match.names(lang), lang) + "\n")


def _look(console: Console, match: Match, depth: str, seed: int, jobs: int) -> Review:
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, TimeRemainingColumn(), console=console, transient=True) as progress:
        task = progress.add_task(match.game.title, total=None)

        def watch(done: int, total: int) -> None:
            progress.update(task, completed=done, total=total)

        found: Review = match.review(depth, seed=seed, jobs=jobs, watch=watch)
        return found


def _show(
    console: Console,
    match: Match,
    review: Review,
    *,
    seat: int | None,
    everything: bool,
    lang: str,
) -> None:
    from rich.markup import escape
    from rich.table import Table

    from horta.core.i18n import catalogue
    from horta.review.telling import LUCK, PACKAGE, PHASES, chance_words, luck_words, tell

    say, names = catalogue(PACKAGE, lang), match.names(lang)
    seats = range(match.players) if seat is None else [seat]
    table = Table(*("", *(say(PHASES[phase]) for phase in PHASES)))
    table.add_column(say(LUCK))
    for one in seats:
        exact = review.accuracy(one)
        cells = (exact[phase] for phase in PHASES)
        shown = ("–" if each is None else chance_words(each, lang) for each in cells)
        table.add_row(names[one], *shown, luck_words(review.fortune(one), lang))
    console.print(table)
    luck = {one.step: one for one in review.luck() if one.told} if everything else {}
    told = [one for s in seats for one in (review.of(s) if everything else review.expensive(s))]
    for decision in sorted(told, key=lambda each: each.step):
        words = tell(match, decision, lang)
        console.print(
            f"[bold]{words.step + 1}. {escape(words.seat)}: {escape(words.played)} "
            f"{SIGNS[words.verdict]}[/bold] ({words.name})",
            highlight=False,
        )
        console.print(f"   {escape(words.sentence)}", highlight=False)
        for number, way in enumerate(words.ways):
            _show_way(console, way, number, played=number == decision.rank, lang=lang)
        if decision.step in luck:
            brought = luck[decision.step].chances
            each = (f"{names[s]} {luck_words(brought[s], lang)}" for s in seats)
            console.print(f"   {say(LUCK)}: {escape(', '.join(each))}", highlight=False)


def _show_way(console: Console, way: ToldWay, number: int, *, played: bool, lang: str) -> None:
    """Show an alternative, or what was played: its worth, its reason and what might follow."""
    from rich.markup import escape

    from horta.core.i18n import catalogue
    from horta.review.telling import EVEN, LEAD, PACKAGE, PLAYED

    say = catalogue(PACKAGE, lang)
    label = f"{way.label} ({say(PLAYED)})" if played else way.label
    lead = f"{say(LEAD, points=way.points)} ± {way.points_error}"
    told = [f"{label}: {way.chance} ± {way.error}", lead]
    if number and way.even:
        told.append(say(EVEN))
    console.print(f"   {number + 1} {escape(' · '.join(told))}", highlight=False)
    console.print(f"     {escape(way.why)}", highlight=False)
    if way.play:
        console.print(f"     → {escape(' · '.join(way.play))}", highlight=False)

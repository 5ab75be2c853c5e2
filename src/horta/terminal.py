"""A game in the terminal: one person against random opponents, until a better table is at hand.

It works for every game: it shows a sketch of the view, asks the question of the moment, and takes
the number of an option, or the text of an action. A set of things is one option; its things can be
named in any order, too, with commas.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rich.columns import Columns
from rich.console import Console
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from horta.core.errors import BadFile, BadText, IllegalAction
from horta.core.i18n import check_language
from horta.core.match import Match
from horta.core.picking import before_last, pick, picking
from horta.core.record import at
from horta.core.scene import Scene
from horta.core.seeds import Seed
from horta.core.transcripts import start

HELP = """[bold]A number[/bold] plays that option. [bold]A text[/bold] plays the action it names,
[bold]several with commas[/bold] a set of things in any order.
[bold]?[/bold] this help   [bold]l[/bold] the last events   [bold]s[/bold] the score sheet
[bold]f WORD[/bold] only options with that word   [bold]u[/bold] undo
[bold]w FILE[/bold] save the transcript   [bold]d FILE[/bold] draw the table as SVG
[bold]q[/bold] quit (the transcript is offered)"""

Choice = int | tuple[int, ...]
"""An action, or the things of a set."""

SHOWN = 24  # options listed at once
HERE = 0  # the seat of the person in front of the terminal


def play_here(
    game: str,
    seed: Seed | None,
    lang: str,
    options: Mapping[str, Any],
    components: Mapping[str, Any] | None,
) -> None:
    """Play a whole game in this terminal."""
    check_language(lang)
    console = Console(highlight=False)
    match = start(game, seed=seed, components=components, **options)
    rival = random.Random(match.seed)
    console.print(Panel(HELP, title=match.game.title, border_style="green"))
    told = 0
    while not match.over:
        told = _tell(console, match, lang, told)
        if match.to_play != HERE:
            match.play(rival.choice(match.legal))
            continue
        if not _turn(console, match, lang):
            break
        told = min(told, len(match.log(lang)))
    _tell(console, match, lang, told)
    show_sheet(console, match, match.scene(HERE, lang))
    if match.over:
        names = ", ".join(match.names(lang)[seat] for seat in match.winners)
        console.print(f"[bold]{names}[/bold] wins. Seed {match.seed}.")
    _offer_transcript(console, match)


def _tell(console: Console, match: Match, lang: str, told: int) -> int:
    """Print the sentences that were not told yet; return how many there are."""
    sentences = match.log(lang)
    for sentence in sentences[told:]:
        console.print(f"  [dim]·[/dim] {sentence}")
    return len(sentences)


def _turn(console: Console, match: Match, lang: str) -> bool:
    """Ask the person until an action is played; False to quit."""
    console.print()
    console.print(Text.from_ansi(match.sketch(match.to_play, lang, console.is_terminal)))
    wanted = ""
    while True:
        listed = _options(console, match, lang, wanted)
        try:
            said = console.input("[bold green]> [/bold green]").strip()
        except (EOFError, KeyboardInterrupt):
            return False
        word, _, rest = said.partition(" ")
        if word == "q":
            return False
        if said == "" or word == "?":
            console.print(HELP)
        elif word == "f":
            wanted = rest.strip()
        elif word == "l":
            for sentence in match.log(lang)[-12:]:
                console.print(f"  [dim]·[/dim] {sentence}")
        elif word == "s":
            show_sheet(console, match, match.scene(HERE, lang))
        elif word == "u":
            if _undo(console, match):
                return True
        elif word in ("w", "d"):
            _write(console, match, word, rest.strip(), lang)
        elif _play(console, match, listed, said):
            return True


def _play(console: Console, match: Match, listed: list[Choice], said: str) -> bool:
    """Play what was said, by its number or in words; False if it is no option."""
    try:
        choice = listed[int(said) - 1] if said.isdigit() else _read(match, said)
        if isinstance(choice, int):
            match.play(choice)
        else:
            pick(match, choice)
        return True
    except IndexError:
        console.print(f"[red]There are {len(listed)} options.[/red]")
    except (BadText, IllegalAction) as problem:
        console.print(f"[red]{problem}[/red]")
    return False


def _read(match: Match, said: str) -> Choice:
    """Return the action or the set that a text names."""
    things = tuple(match.parse(one.strip()) for one in said.split(","))
    return things if len(things) > 1 else things[0]


def _choices(match: Match, lang: str) -> list[tuple[Choice, str]]:
    """Return what can be chosen now, with its label: actions, or whole sets."""
    found = picking(match)
    if found is None:
        return [(action, match.label(action, lang)) for action in match.legal]
    words, table = match.game.presentation.words(lang), match.game.table
    named = {item: words.label(at(table, found.scenes[item]), item) for item in found.items}
    choices: list[tuple[Choice, str]] = []
    for one, way in zip(found.sets, found.ways, strict=True):
        parts = [
            f"{n} × {named[item]}" if n > 1 else named[item] for item, n in Counter(one).items()
        ]
        choices.append((one, " + ".join(parts) or match.label(way[0].action, lang)))
    return choices + [(action, match.label(action, lang)) for action in found.others]


def _options(console: Console, match: Match, lang: str, wanted: str) -> list[Choice]:
    labels = [
        (one, label) for one, label in _choices(match, lang) if wanted.lower() in label.lower()
    ]
    console.print(f"[bold]{match.question(lang)}[/bold]")
    shown = [f"[green]{k:>3}[/green] {label}" for k, (_, label) in enumerate(labels[:SHOWN], 1)]
    console.print(Columns(shown, padding=(0, 3)))
    if len(labels) > SHOWN:
        console.print(f"[dim]… and {len(labels) - SHOWN} more; f WORD finds them[/dim]")
    return [one for one, _ in labels]


def _undo(console: Console, match: Match) -> bool:
    """Take the last step or set back if that reveals nothing and nobody has answered it."""
    if not match.may_undo:
        console.print("[red]That step showed something, or was answered: it stands.[/red]")
        return False
    start = before_last(match)
    while len(match.actions) > start:
        match.undo()
    return True


def show_sheet(console: Console, match: Match, scene: Scene) -> None:
    """Print the score sheet of a match, line by line, as far as who looks may know it."""
    words = match.game.presentation.words(scene.lang)
    grid = Table(title=match.game.title)
    grid.add_column("")
    for name in scene.names:
        grid.add_column(name, justify="right")
    idle = match.game.presentation.idle_lines(at(match.game.table, match.redacted(None)))
    for line, values in scene.sheet.items():
        if line not in idle:
            grid.add_row(words.line(line), *(str(value) for value in values))
    grid.add_section()
    grid.add_row("=", *(f"[bold]{score}[/bold]" for score in scene.scores))
    console.print(grid)


def _write(console: Console, match: Match, kind: str, name: str, lang: str) -> None:
    import json

    from horta.files import write_text

    if not name:
        console.print("[red]Which file? For example: w game.json[/red]")
        return
    try:
        if kind == "w":
            write_text(Path(name), json.dumps(match.transcript(), ensure_ascii=False, indent=1))
        else:
            write_text(Path(name), match.svg(match.to_play, lang))
        console.print(f"[dim]written: {name}[/dim]")
    except BadFile as problem:
        console.print(f"[red]{problem}[/red]")


def _offer_transcript(console: Console, match: Match) -> None:
    if not match.actions:
        return
    try:
        name = console.input("[dim]Save the transcript as (Enter: no): [/dim]").strip()
    except (EOFError, KeyboardInterrupt):
        return
    if name:
        _write(console, match, "w", name, "en")

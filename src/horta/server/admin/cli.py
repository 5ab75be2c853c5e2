"""The commands of `horta admin`; each tells what it has found as a table, or as JSON."""

from __future__ import annotations

import json
import time
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

if TYPE_CHECKING:
    from horta.core.game import Json
    from horta.server.admin.desk import Desk
    from horta.server.admin.quotas import Whose

admin = typer.Typer(
    help="Look after tables, persons, quotas and reports, also while people play.",
    no_args_is_help=True,
)
tables = typer.Typer(help="Tables: list, show, close, delete.", no_args_is_help=True)
persons = typer.Typer(help="Persons: list, show, end sessions, delete.", no_args_is_help=True)
quotas = typer.Typer(help="Quotas: show, set, reset.", no_args_is_help=True)
reports = typer.Typer(help="Reports of players: list, show, settle.", no_args_is_help=True)
for name, part in (
    *(("tables", tables), ("persons", persons), ("quotas", quotas)),
    ("reports", reports),
):
    admin.add_typer(part, name=name)

NEEDS_WEB = "This needs more libraries ({name}): pip install 'horta[web]'"
TIMES = ("made", "touched", "seen", "used", "at", "said")
"""What is told as a time where people read it."""

IDS = {"ignore_unknown_options": True}
"""Ids are random: one that begins with a dash is no option."""

T = TypeVar("T")

Database = Annotated[
    str | None, typer.Option(help="URL of a database: sqlite:///file or postgresql://…")
]
AsJson = Annotated[bool, typer.Option("--json", help="print JSON")]
Sure = Annotated[bool, typer.Option("--yes", help="do not ask whether it is meant")]
Most = Annotated[int, typer.Option("--limit", help="how many at most", min=1, max=100_000)]
TableId = Annotated[str, typer.Argument(help="the id of a table", metavar="TABLE")]
PersonName = Annotated[
    str, typer.Argument(help="the id of a person, or their mail address", metavar="PERSON")
]


def _work(database: str | None, task: Callable[[Desk], Awaitable[T]]) -> T:
    try:
        from horta.server.admin.desk import work
    except ImportError as problem:
        typer.echo(NEEDS_WEB.format(name=problem.name), err=True)
        raise typer.Exit(1) from None
    return work(database, task, time.time)


def _ask(question: str, sure: bool) -> None:
    """Ask whether something is meant that cannot be taken back."""
    if not sure:
        typer.confirm(question, abort=True)


# what is told


def told(name: str, value: Any) -> str:
    """Return a value for people."""
    if value is None or value == "":
        return "-"
    if name in TIMES and isinstance(value, int | float):
        return f"{datetime.fromtimestamp(value, UTC):%Y-%m-%d %H:%M}"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return json.dumps(value, ensure_ascii=False) if isinstance(value, dict | list) else str(value)


def show_rows(rows: Sequence[Json], as_json: bool, title: str = "") -> None:
    """Print rows as a table, or as JSON."""
    from rich.console import Console
    from rich.table import Table

    if as_json:
        typer.echo(json.dumps(list(rows), ensure_ascii=False, indent=2))
        return
    if not rows:
        typer.echo(f"{title}: none" if title else "none")
        return
    grid = Table(title=title or None, title_justify="left")
    for heading in rows[0]:
        grid.add_column(heading, overflow="fold")
    for row in rows:
        # What people have typed is no markup.
        grid.add_row(*(_plain(told(name, value)) for name, value in row.items()))
    Console().print(grid)


def show_one(one: Json, as_json: bool) -> None:
    """Print one thing line by line, and the lists in it as tables; or as JSON."""
    if as_json:
        typer.echo(json.dumps(one, ensure_ascii=False, indent=2))
        return
    lists = {name: value for name, value in one.items() if isinstance(value, list)}
    for name, value in one.items():
        if name not in lists:
            typer.echo(f"{name:<9} {told(name, value)}")
    for name, rows in lists.items():
        show_rows(rows, False, name)


def _plain(text: str) -> Any:
    from rich.text import Text

    return Text("".join(sign if sign.isprintable() else "?" for sign in text))


# tables


@tables.command("list")
def list_tables(
    *,
    game: Annotated[str | None, typer.Option(help="of this game")] = None,
    state: Annotated[str | None, typer.Option(help="running, over, or open in the lobby")] = None,
    person: Annotated[str | None, typer.Option(help="of the person with this id")] = None,
    idle: Annotated[float, typer.Option(help="nobody has played for so many days", min=0)] = 0,
    limit: Most = 50,
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """List tables, those that were played at last first."""
    from horta.core.errors import BadOption
    from horta.server.admin.tables import STATES, Wanted, listed

    if state is not None and state not in STATES:
        raise BadOption(f"--state: '{state}' is not one of {', '.join(STATES)}")
    wanted = Wanted(game, state, person, idle, limit)
    show_rows(_work(database, lambda desk: listed(desk, wanted)), as_json)


@tables.command("show", context_settings=IDS)
def show_table(table: TableId, database: Database = None, as_json: AsJson = False) -> None:
    """Show a table: its game, its seats, when it was played at; nothing that is hidden there."""
    from horta.server.admin.tables import one

    show_one(_work(database, lambda desk: one(desk, table)), as_json)


@tables.command("close", context_settings=IDS)
def close_table(table: TableId, database: Database = None, sure: Sure = False) -> None:
    """End a running game for good; what was played can be looked at."""
    from horta.server.admin.tables import close

    _ask(f"Close the table {table} for good?", sure)
    _work(database, lambda desk: close(desk, table))
    typer.echo(f"{table} is closed")


@tables.command("delete", context_settings=IDS)
def delete_tables(
    ids: Annotated[list[str], typer.Argument(help="the ids of tables", metavar="TABLE...")],
    database: Database = None,
    sure: Sure = False,
) -> None:
    """Delete tables with all that is theirs: seats, transcript, reviews, branches, chat."""
    from horta.server.admin.tables import remove

    _ask(f"Delete {', '.join(ids)}? Only a backup brings them back.", sure)
    gone = _work(database, lambda desk: remove(desk, ids))
    typer.echo(f"{len(gone)} of {len(set(ids))} deleted")
    if len(gone) < len(set(ids)):
        raise typer.Exit(1)


# persons


@persons.command("list")
def list_persons(
    name: Annotated[str, typer.Option(help="whose name holds this")] = "",
    limit: Most = 50,
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """List persons, the newest first."""
    from horta.server.admin.persons import listed

    show_rows(_work(database, lambda desk: listed(desk, name, limit)), as_json)


@persons.command("show", context_settings=IDS)
def show_person(person: PersonName, database: Database = None, as_json: AsJson = False) -> None:
    """Show a person: mail address, passkeys, devices, number of tables."""
    from horta.server.admin.persons import one

    show_one(_work(database, lambda desk: one(desk, person)), as_json)


@persons.command("end", context_settings=IDS)
def end_devices(
    person: PersonName,
    device: Annotated[
        int | None, typer.Option(help="this one of the list that `show` tells", min=1)
    ] = None,
    database: Database = None,
    sure: Sure = False,
) -> None:
    """Sign a person out, on all devices or one, and void the keys of their open pages."""
    from horta.server.admin.persons import end

    _ask(f"Sign {person} out?", sure)
    number = _work(database, lambda desk: end(desk, person, device))
    typer.echo(f"{number} devices were signed out")


@persons.command("delete", context_settings=IDS)
def delete_person(person: PersonName, database: Database = None, sure: Sure = False) -> None:
    """Delete a person: games stay, with a neutral name, and where one runs a bot plays on."""
    from horta.server.admin.persons import remove

    _ask(f"Delete {person}? Only a backup brings them back.", sure)
    gone = _work(database, lambda desk: remove(desk, person))
    typer.echo(f"{gone.id} is deleted")


# quotas

Address = Annotated[str | None, typer.Option(help="a network address, as 203.0.113.7")]
OfPerson = Annotated[str | None, typer.Option(help="the id of a person, or their mail address")]
Visitor = Annotated[str | None, typer.Option(help="a visitor, as `show` tells them")]


def _whose(address: str | None, person: str | None, visitor: str | None) -> Whose:
    from horta.server.admin.quotas import Whose

    return Whose(address, person, visitor)


@quotas.command("show")
def show_quotas(
    *,
    address: Address = None,
    person: OfPerson = None,
    visitor: Visitor = None,
    limit: Most = 20,
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """Show who has how many tables, studies and trees of how many; those with most first."""
    from horta.server.admin.quotas import shown

    whose = _whose(address, person, visitor) if address or person or visitor else None
    show_rows(_work(database, lambda desk: shown(desk, whose, limit)), as_json)


@quotas.command("set")
def set_quota(
    *,
    kind: Annotated[str, typer.Argument(help="tables, studies or trees")],
    most: Annotated[int, typer.Argument(help="how many they may have", min=0, max=10**9)],
    address: Address = None,
    person: OfPerson = None,
    visitor: Visitor = None,
    database: Database = None,
) -> None:
    """Give a visitor, a person or an address a bound of their own, instead of the setting."""
    from horta.server.admin.quotas import set_to

    whose = _whose(address, person, visitor)
    who = _work(database, lambda desk: set_to(desk, whose, kind, most))
    typer.echo(f"{who} may have {most} {kind}")


@quotas.command("reset")
def reset_quota(
    *,
    address: Address = None,
    person: OfPerson = None,
    visitor: Visitor = None,
    database: Database = None,
    sure: Sure = False,
) -> None:
    """Take a bound of their own away and count anew: what they have stays, and counts no more."""
    from horta.server.admin.quotas import reset

    whose = _whose(address, person, visitor)
    _ask(f"Forget whose the things of {address or person or visitor} are?", sure)
    number = _work(database, lambda desk: reset(desk, whose))
    typer.echo(f"{number} things count no more")


# reports

ReportNumber = Annotated[int, typer.Argument(help="the number of a report", metavar="REPORT")]


@reports.command("list")
def list_reports(
    every: Annotated[bool, typer.Option("--all", help="those that are settled, too")] = False,
    limit: Most = 50,
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """List what players have reported and nobody has settled, the newest first."""
    from horta.server.admin.reports import listed

    show_rows(_work(database, lambda desk: listed(desk, every=every, most=limit)), as_json)


@reports.command("show")
def show_report(report: ReportNumber, database: Database = None, as_json: AsJson = False) -> None:
    """Show a report: what was said, by whom, who reported it and why."""
    from horta.server.admin.reports import one

    show_one(_work(database, lambda desk: one(desk, report)), as_json)


@reports.command("settle")
def settle_report(report: ReportNumber, database: Database = None) -> None:
    """Mark a report as settled; it stays until its game goes."""
    from horta.server.admin.reports import settle

    done = _work(database, lambda desk: settle(desk, report))
    typer.echo(f"report {report} {'is' if done else 'was'} settled{'' if done else ' already'}")

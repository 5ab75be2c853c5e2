"""Measure the balance of what we reconstructed: win shares by architect's board, points by line.

    python -m tools.balance bruxelles1893 -o asymmetric=true --games 1000 --to today.jsonl
    python -m tools.balance bruxelles1893 -o asymmetric=true --components idea.json --to idea.jsonl
    python -m tools.balance --tell today.jsonl idea.jsonl

Every seat is played by the same bot. Where a game asks for boards, they are dealt at random by the
number of the deal, so that no bot's taste decides who plays what, and two tables of components are
compared over the same deals. Each finished game is appended to the file at once: a run that was
stopped goes on where it ended. `docs/balance.md` tells what was found.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import horta
from horta.bots.bot import info_state
from horta.bots.names import parse
from horta.bots.play import seat_seed
from horta.core.match import Match
from horta.statistics import wilson

BOARD, PRIZE = "board ", "prize "
"""How the texts of two kinds of actions begin: to take a board, and to use a won card."""

Row = dict[str, Any]
"""What is kept of a seat: its board, share of the victory, score, lines, tracks, uses of cards."""


def play(game: str, players: int, deal: int, bot: str, given: dict[str, Any]) -> list[Row]:
    """Play one game between equal bots, and return a row for each seat."""
    match = horta.start(game, players, deal, **given)
    seats = [parse(bot).seat(match.game, players) for _ in range(players)]
    chance = random.Random(deal)
    uses: list[Counter[str]] = [Counter() for _ in range(players)]
    while (seat := match.to_play) is not None:
        legal = match.legal
        if match.text(legal[0]).startswith(BOARD):
            action = chance.choice(legal)
        else:
            info = info_state(match, seat, seat_seed(deal, seat))
            action = seats[seat].choose(info)
        if match.text(action).startswith(PRIZE):
            uses[seat][match.text(action).split()[-1]] += 1
        match.play(action)
    return [row_of(match, seat, uses[seat]) for seat in range(players)]


def row_of(match: Match, seat: int, uses: Counter[str]) -> Row:
    """Return what is kept of a seat at the end of a game."""
    shown = match.position["table"]["seats"][seat]
    lines = {line: values[seat] for line, values in match.sheet.items()}
    outcome = match.outcome
    return {
        "board": shown.get("architect"),
        "share": outcome.shares[seat],
        "score": outcome.totals[seat],
        "lines": lines,
        "tracks": shown.get("tracks", {}),
        "uses": dict(uses),
    }


def read(path: Path) -> dict[int, list[Row]]:
    """Return the games of a file by deal; a line that was cut off is played again."""
    games: dict[int, list[Row]] = {}
    for line in path.read_text("utf-8").splitlines() if path.exists() else []:
        try:
            told = json.loads(line)
        except json.JSONDecodeError:
            continue
        games[told["deal"]] = told["seats"]
    return games


def play_on(args: argparse.Namespace) -> None:
    """Play the deals that the file does not hold yet."""
    given: dict[str, Any] = dict(pair.split("=", 1) for pair in args.option)
    given = {name: value == "true" if value in TRUTHS else value for name, value in given.items()}
    if args.components:
        given["components"] = json.loads(args.components.read_text("utf-8"))
    done = read(args.to)
    for deal in range(args.first, args.first + args.games):
        if deal in done:
            continue
        seats = play(args.game, args.players, deal, args.bot, given)
        with args.to.open("a", encoding="utf-8") as out:
            out.write(json.dumps({"deal": deal, "seats": seats}) + "\n")


TRUTHS = ("true", "false")


def told(games: Iterable[list[Row]]) -> Iterator[str]:
    """Tell what games came to: by board, by line of the sheet, by use of won cards, by track."""
    rows = [row for seats in games for row in seats]
    boards: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        boards[row["board"] or "all"].append(row)
    yield "| board | games | victories | 95 % | points |"
    yield "|---|---|---|---|---|"
    for name, own in sorted(boards.items()):
        share = mean(row["share"] for row in own)
        low, high = wilson(share, len(own))
        points = mean(row["score"] for row in own)
        yield (
            f"| {name} | {len(own)} | {100 * share:.1f} % "
            f"| {100 * low:.1f}–{100 * high:.1f} | {points:.1f} |"
        )
    yield from told_lines(boards)
    for what in ("uses", "tracks"):
        yield from told_counts(rows, what)


def told_lines(boards: dict[str, list[Row]]) -> Iterator[str]:
    """Tell how many points each line of the sheet brought, and which part of all that was."""
    every = [row for own in boards.values() for row in own]
    total = sum(row["score"] for row in every)
    yield ""
    yield "| line | of all points | " + " | ".join(sorted(boards)) + " |"
    yield "|---|---|" + "---|" * len(boards)
    for line in every[0]["lines"]:
        part = 100 * sum(row["lines"][line] for row in every) / total
        each = [mean(row["lines"][line] for row in boards[name]) for name in sorted(boards)]
        yield f"| {line} | {part:.1f} % | " + " | ".join(f"{value:.1f}" for value in each) + " |"


def told_counts(rows: list[Row], what: str) -> Iterator[str]:
    """Tell how often seats that did something, or came so far, won."""
    names = sorted({name for row in rows for name in row[what]})
    if not names:
        return
    yield ""
    yield f"| {what} | how often | of the seats | victories | 95 % |"
    yield "|---|---|---|---|---|"
    for name in names:
        for count in sorted({row[what].get(name, 0) for row in rows}):
            own = [row["share"] for row in rows if row[what].get(name, 0) == count]
            low, high = wilson(mean(own), len(own))
            part = 100 * len(own) / len(rows)
            yield (
                f"| {name} | {count} | {part:.1f} % | {100 * mean(own):.1f} % "
                f"| {100 * low:.1f}–{100 * high:.1f} |"
            )


def mean(values: Iterable[float]) -> float:
    """Return the mean of numbers, 0 of none."""
    every = list(values)
    return sum(every) / len(every) if every else 0.0


def main() -> None:
    """Play games and append them to a file, or tell what files of games say."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("game", nargs="?", default="bruxelles1893")
    parser.add_argument("--players", type=int, default=5)
    parser.add_argument("-o", "--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--components", type=Path, metavar="FILE", help="a table of components")
    parser.add_argument("--bot", default="mcts:50it")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0, metavar="DEAL")
    parser.add_argument("--to", type=Path, metavar="FILE", help="where the games are appended")
    parser.add_argument("--tell", nargs="+", type=Path, default=[], metavar="FILE")
    args = parser.parse_args()
    if args.to:
        play_on(args)
    for path in [*args.tell, *([args.to] if args.to else [])]:
        print(f"\n{path.name}: {len(read(path))} games")
        print("\n".join(told(read(path).values())))


if __name__ == "__main__":
    main()

"""How games among equals end: totals by place, and the lines that winners have more of.

    python -m tools.scores bruxelles1893 --players 5 --bot net:800it --games 40 --out five.jsonl

Every seat is played by the same bot, each game on a deal of its own. Games are added to the file as
they end, so that a run that is stopped goes on; what is told is told of the whole file.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from math import sqrt
from pathlib import Path
from statistics import fmean, quantiles, stdev
from typing import Any, NamedTuple

import horta
from horta.bots import info_state, player
from horta.core import registry
from horta.core.match import Match
from horta.statistics import wilson

SEEDS = 1000
"""Between the seeds of the bots of two deals."""


class Ended(NamedTuple):
    """How a game ended."""

    seed: int
    start: int
    """The seat that had the first decision."""
    scores: list[int]
    shares: list[float]
    """Of the victory, by seat."""
    sheet: dict[str, list[int]]
    """By line and seat."""


def play(game: str, players: int, bot: str, seed: int, options: dict[str, Any]) -> Match:
    """Let a bot play a deal on every seat."""
    match = horta.start(game, players, seed, **options)
    seats = [player(bot, match.game, match.players) for _ in range(match.players)]
    while match.to_play is not None:
        seat = match.to_play
        match.play(seats[seat].choose(info_state(match, seed=SEEDS * seed + seat)))
    return match


def ended(match: Match, seed: int) -> Ended:
    """Return how a finished game ended."""
    start = match.back_to(0).to_play
    assert match.outcome is not None
    assert start is not None
    shares = [float(share) for share in match.outcome.shares]
    return Ended(seed, start, list(match.scores), shares, match.sheet)


def tell(games: Sequence[Ended]) -> Iterator[str]:
    """Tell the totals by place, who began, and the lines of winners and of the others."""
    seats = len(games[0].scores)
    yield f"{len(games)} games\n"
    yield "| place | mean | least | quarter | middle | three quarters | most |"
    yield "|---|---|---|---|---|---|---|"
    for place in range(seats):
        found = sorted(sorted(game.scores, reverse=True)[place] for game in games)
        low, middle, high = quantiles(found, n=4) if len(found) > 1 else found * 3
        yield (
            f"| {place + 1} | {fmean(found):.1f} | {found[0]} | {low:.0f} | {middle:.0f} "
            f"| {high:.0f} | {found[-1]} |"
        )
    first = fmean(game.shares[game.start] for game in games)
    low, high = wilson(first, len(games))
    yield f"\nWho begins wins {100 * first:.1f} % ({100 * low:.1f} to {100 * high:.1f}).\n"
    yield "| line | winners | others | difference | most | who alone has most of it wins |"
    yield "|---|---|---|---|---|---|"
    for line in games[0].sheet:
        yield row(line, games)


def row(line: str, games: Sequence[Ended]) -> str:
    """Tell one line of the sheet; the difference is that within a game, with its 95 % interval."""
    won, lost, gaps = [], [], []
    for game in games:
        values = game.sheet[line]
        top = max(game.shares)
        best = [v for v, share in zip(values, game.shares, strict=True) if share == top]
        rest = [v for v, share in zip(values, game.shares, strict=True) if share < top]
        if not rest:
            continue  # all have won
        won.append(fmean(best))
        lost.append(fmean(rest))
        gaps.append(won[-1] - lost[-1])
    error = 1.96 * stdev(gaps) / sqrt(len(gaps)) if len(gaps) > 1 else float("inf")
    most = max(max(game.sheet[line]) for game in games)
    share, number = alone(line, games)
    return (
        f"| {line} | {fmean(won):.1f} | {fmean(lost):.1f} | {fmean(gaps):+.1f} ± {error:.1f} "
        f"| {most} | {100 * share:.1f} % of {number} |"
    )


def alone(line: str, games: Sequence[Ended]) -> tuple[float, int]:
    """Return how often a seat wins that alone has most of a line, and in how many games one has."""
    shares = [
        game.shares[game.sheet[line].index(max(game.sheet[line]))]
        for game in games
        if game.sheet[line].count(max(game.sheet[line])) == 1
    ]
    return (fmean(shares) if shares else 0.0), len(shares)


def read(path: Path) -> list[Ended]:
    """Return the games of a file."""
    if not path.exists():
        return []
    lines = path.read_text(encoding="utf-8").splitlines()
    return [Ended(**json.loads(line)) for line in lines]


def main() -> None:
    """Play what is missing, and tell."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game", choices=registry.games())
    parser.add_argument("--players", type=int)
    parser.add_argument("--bot", default="grandmaster")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--first", type=int, default=7000, help="the seed of the first deal")
    parser.add_argument("--option", action="append", default=[], help="NAME=VALUE")
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    found = registry.game(given.game)
    options = found.parse_options(given.option)
    players = given.players or found.min_players
    games = read(given.out)
    known = {game.seed for game in games}
    with given.out.open("a", encoding="utf-8") as file:
        for seed in range(given.first, given.first + given.games):
            if seed not in known:
                games.append(ended(play(given.game, players, given.bot, seed, options), seed))
                print(json.dumps(games[-1]._asdict()), file=file, flush=True)
    print(*tell(games), sep="\n")


if __name__ == "__main__":
    main()

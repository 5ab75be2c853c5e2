"""Whether a chance to win is one: what hints say of actions that were played, and what happened.

    python -m tools.calibration paris --games 200 --out paris.jsonl

Every seat of a game is played by the same strong bot. At some decisions of it, drawn at random, the
bot of the hints is asked for its chance to win with the action that was played; the end of the
game says what came of it. Decisions are put together by their chance, in tenths: where it is a
probability, the share of victories in each tenth is its mean chance. The expected calibration error
is the mean distance of the two. Results are added to the file as games end, so that a run that
is stopped goes on.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

from horta.bots import info_state, player
from horta.bots.hints import BOT, MOST, SENSIBLE
from horta.core import registry
from horta.core.match import Match
from tools.scores import play

TENTHS = 10


class Said(NamedTuple):
    """A chance that was told, and what happened."""

    seed: int
    step: int
    chance: float
    share: float
    """Of the victory that the seat got in the end."""


class Tenth(NamedTuple):
    """The decisions whose chances lie in one tenth."""

    number: int
    chance: float
    share: float


def ask(match: Match, seed: int, each: int, hinting: str) -> list[Said]:
    """Return what a bot says of some decisions of a finished game."""
    assert match.outcome is not None
    steps = list(range(len(match.actions)))
    random.Random(seed).shuffle(steps)
    found: list[Said] = []
    for step in steps:
        if len(found) == each:
            break
        then = match.back_to(step)
        if then.to_play is None or len(then.legal) == 1:
            continue
        info = info_state(then, seed=seed)
        thoughts = player(hinting, match.game, match.players).think(info)
        # Of an action that it hardly looked at, a hint tells nothing.
        enough = SENSIBLE * thoughts[0].visits
        for thought in thoughts[:MOST]:
            if thought.visits < enough:
                break
            if thought.action == match.actions[step] and thought.win is not None:
                share = float(match.outcome.shares[info.seat])
                found.append(Said(seed, step, round(thought.win, 4), share))
    return found


def tenths(said: Sequence[Said]) -> list[Tenth]:
    """Put decisions together by their chance; a tenth without any is left out."""
    found: list[list[Said]] = [[] for _ in range(TENTHS)]
    for one in said:
        found[min(int(TENTHS * one.chance), TENTHS - 1)].append(one)
    return [
        Tenth(len(some), fmean(one.chance for one in some), fmean(one.share for one in some))
        for some in found
        if some
    ]


def error(said: Sequence[Said]) -> float:
    """Return the expected calibration error."""
    return sum(t.number * abs(t.chance - t.share) for t in tenths(said)) / len(said)


def spread(said: Sequence[Said], times: int = 400) -> tuple[float, float]:
    """Return between which errors 95 % lie when games are drawn again and again."""
    games: dict[int, list[Said]] = {}
    for one in said:
        games.setdefault(one.seed, []).append(one)
    luck, seeds = random.Random(1), list(games)
    found = sorted(
        error([one for seed in luck.choices(seeds, k=len(seeds)) for one in games[seed]])
        for _ in range(times)
    )
    return found[int(0.025 * times)], found[int(0.975 * times)]


def luck_alone(said: Sequence[Said], times: int = 400) -> float:
    """Return the error that as many decisions would show if every chance were exactly right.

    Decisions of one game have one end, so the truth is a little more than this.
    """
    luck = random.Random(2)
    return fmean(
        error([one._replace(share=float(luck.random() < one.chance)) for one in said])
        for _ in range(times)
    )


def tell(said: Sequence[Said]) -> Iterator[str]:
    """Tell the diagram as a table, and the error."""
    games = len({one.seed for one in said})
    low, high = spread(said)
    yield f"{len(said)} decisions of {games} games"
    yield f"expected calibration error: {error(said):.3f} ({low:.3f} to {high:.3f})"
    yield f"right chances would show by luck alone: {luck_alone(said):.3f}"
    yield ""
    yield "| decisions | mean chance | share of victories |"
    yield "|---|---|---|"
    for tenth in tenths(said):
        yield f"| {tenth.number} | {100 * tenth.chance:.1f} % | {100 * tenth.share:.1f} % |"


def read(path: Path) -> list[Said]:
    """Return what a file holds."""
    if not path.exists():
        return []
    return [Said(**json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()]


def main() -> None:
    """Play and ask what is missing, and tell."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game", choices=registry.games())
    parser.add_argument("--players", type=int)
    parser.add_argument("--bot", default="net:100it", help="who plays")
    parser.add_argument("--hint", default=BOT, help="who is asked")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--each", type=int, default=5, help="decisions of a game")
    parser.add_argument("--first", type=int, default=8000, help="the seed of the first deal")
    parser.add_argument("--option", action="append", default=[], help="NAME=VALUE")
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    found = registry.game(given.game)
    options = found.parse_options(given.option)
    players = given.players or found.min_players
    said = read(given.out)
    known = {one.seed for one in said}
    with given.out.open("a", encoding="utf-8") as file:
        for seed in range(given.first, given.first + given.games):
            if seed not in known:
                match = play(given.game, players, given.bot, seed, options)
                for one in ask(match, seed, given.each, given.hint):
                    said.append(one)
                    print(json.dumps(one._asdict()), file=file, flush=True)
    print(*tell(said), sep="\n")


if __name__ == "__main__":
    main()

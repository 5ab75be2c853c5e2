"""How well reviews judge: planted blunders that are found, and good moves that are blamed.

    python -m tools.blunders paris --games 40 --first 9000
    python -m tools.blunders bruxelles1893 --players 4 --option edition=2013 --games 10

Strong bots play games on deals of their own. In each game some decisions are looked at twice, from
fresh seeds. Once as they were played: blame of an inaccuracy or more is a false alarm where a
much deeper look (ten times the iterations of a usual review's first look, four times those of its
second) holds the same action for the best, too, or cannot tell it apart from the best; among what
it weighs is what the review would rather have played. And once with another action in its place,
one that the deeper look is sure costs at least PLANTED of the victory: it must be called a mistake
or a blunder. Results are added to a file line by line, so that a run that is stopped goes on.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import horta
from horta.bots.bot import Budget, InfoState, info_state
from horta.bots.names import player
from horta.core import registry
from horta.core.match import Match
from horta.review.reviewing import review_step
from horta.review.verdicts import SURE, Verdict
from horta.review.weighing import Weighed, searcher, settled, weigh
from horta.statistics import wilson

BOT = "net:400it"
EACH = 4
"""Decisions of a game that are looked at."""
PLANTED = 0.12
"""Of the victory, that a planted blunder costs at least."""
WAYS = 6
"""Actions that the deeper look weighs: the most visited, and some at random."""
TREES, ITERATIONS = 12, 600
"""Of the deeper look at each of them; a game's `scrutiny` multiplies iterations, as in reviews."""
WRONG = {Verdict.INACCURACY, Verdict.MISTAKE, Verdict.BLUNDER}
GRAVE = {Verdict.MISTAKE, Verdict.BLUNDER}


class Kind(NamedTuple):
    """What is played."""

    game: str
    players: int
    options: dict[str, Any]


def strong_game(kind: Kind, seed: int) -> Match:
    """Let strong bots play a game."""
    match = horta.start(kind.game, kind.players, seed, **kind.options)
    bots = [player(BOT, match.game, match.players) for _ in range(match.players)]
    while match.to_play is not None:
        match.play(bots[match.to_play].choose(info_state(match, seed=seed)))
    return match


def deeper(info: InfoState, played: int, choice: random.Random) -> list[Weighed]:
    """Weigh what was played and some other actions with much more time."""
    first = Budget(iterations=1600 * info.game.scrutiny)
    seen = [one.action for one in searcher(info).think(info, first)]
    rest = [one for one in info.legal if one not in seen[: WAYS // 2]]
    some = seen[: WAYS // 2] + choice.sample(rest, min(len(rest), WAYS // 2))
    return [deeply(info, one) for one in dict.fromkeys((played, *some))]


def deeply(info: InfoState, action: int) -> Weighed:
    """Weigh an action as the deeper look does."""
    return weigh(info, action, TREES, ITERATIONS * info.game.scrutiny)


def good(weighed: list[Weighed]) -> bool:
    """Whether the first action is as good as the best, as far as the deeper look can tell."""
    apart = max(weighed, key=lambda one: one.value.mean).value.less(weighed[0].value)
    return apart.mean <= 2 * apart.error


def looks(kind: Kind, seed: int) -> Iterator[dict[str, object]]:
    """Look at some decisions of one strong game; tell each as a row."""
    match, choice = strong_game(kind, seed), random.Random(seed)
    steps = [k for k in range(len(match.actions)) if len(match.back_to(k).legal) > 1]
    for step in sorted(choice.sample(steps, min(EACH, len(steps)))):
        before = match.back_to(step)
        info = settled(info_state(before, seed=seed + 1))
        weighed = deeper(info, match.actions[step], choice)
        row: dict[str, object] = {**kind._asdict(), "seed": seed, "step": step}
        if good(weighed):
            told = review_step(match, step, seed=seed + 2)
            blamed = told.verdict in WRONG
            if blamed and told.best.action not in [one.action for one in weighed]:
                weighed.append(deeply(info, told.best.action))
            # What the review found may be better than all that the deeper look had thought of.
            row["blamed" if good(weighed) else "rightly"] = blamed
        best = max(weighed, key=lambda one: one.value.mean)
        poor = [
            one
            for one in weighed
            if best.chances[info.seat].mean - one.chances[info.seat].mean >= PLANTED
            and best.value.less(one.value).mean > SURE * best.value.less(one.value).error
        ]
        if poor:
            before.play(choice.choice(poor).action)
            row["found"] = review_step(before, step, seed=seed + 3).verdict in GRAVE
        yield row


def kept(out: Path, kind: Kind) -> list[dict[str, Any]]:
    """Return the rows of a file that are of games of that kind; it may hold others."""
    if not out.exists():
        return []
    rows = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    return [row for row in rows if Kind(*(row.get(name) for name in Kind._fields)) == kind]


def main() -> None:
    """Look at games until there are enough, then say how many were found and blamed."""
    parser = argparse.ArgumentParser(description="How well reviews judge.")
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--first", type=int, default=9000, help="the first deal")
    parser.add_argument("--players", type=int, default=None)
    parser.add_argument("--option", "-o", action="append", default=[], help="NAME=VALUE")
    parser.add_argument("--out", type=Path, default=None)
    given = parser.parse_args()
    out = given.out or Path(f"build/blunders-{given.game}.jsonl")
    out.parent.mkdir(parents=True, exist_ok=True)
    found = registry.game(given.game)
    players = found.check_players(given.players or found.min_players)
    kind = Kind(given.game, players, found.parse_options(given.option))
    rows = kept(out, kind)
    known = {row["seed"] for row in rows}
    for seed in range(given.first, given.first + given.games):
        if seed in known:
            continue
        fresh = list(looks(kind, seed))
        rows += fresh
        with out.open("a", encoding="utf-8") as file:
            file.writelines(json.dumps(row) + "\n" for row in fresh)
    for name in ("found", "blamed"):
        told = [bool(row[name]) for row in rows if name in row]
        low, high = wilson(sum(told) / len(told), len(told)) if told else (0.0, 1.0)
        share = f"{sum(told)} of {len(told)} [{low:.1%}, {high:.1%}]"
        print(f"{given.game}, {players} players: {name} {share}")


if __name__ == "__main__":
    main()

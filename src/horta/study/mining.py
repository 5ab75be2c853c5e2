"""Find puzzles in bots' games: one action clearly best, and not the obvious one.

A decision becomes a puzzle when all of this holds:

- neither the greedy bot nor a shallow search picks its best action (it is not obvious);
- several independent searches find it better than every likely alternative, by an amount that
  matters and that is several errors large (`Scales` of `horta.review`);
- many searches, each much deeper, say the same.

All searches know what the seat knows. Everything follows from the seed: a game is found again by
its number, so a run can be stopped and taken up, and two runs find the same.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from horta.bots.bot import MASK, Budget, InfoState, info_state
from horta.bots.greedy import GreedyBot
from horta.bots.mcts import MctsBot
from horta.bots.names import player
from horta.core.errors import HortaError, IllegalAction
from horta.core.game import Json
from horta.core.i18n import mark
from horta.core.match import Match
from horta.core.registry import game as game_of
from horta.core.transcripts import start
from horta.files import write_text
from horta.review.verdicts import SURE
from horta.review.weighing import Estimate, Scales, Weighed, searcher, settled
from horta.study.puzzle import Evidence, Puzzle, Solution, way_of
from horta.study.study import MOST_CHAPTERS, Chapter, Study
from horta.study.tree import Root, Tree

FEWEST = 3
"""A decision between fewer actions is no puzzle."""
RIVALS = 3
"""So many alternatives are weighed, and what looked obvious."""


@dataclass(frozen=True)
class Search:
    """How puzzles are searched for; the same terms find the same puzzles."""

    game: str
    players: int
    options: Mapping[str, Any]
    seed: int = 0
    bot: str = "mcts:150it"
    """Who plays the games, every seat."""
    shallow: int = 60
    """Iterations of the search that stands for the obvious."""
    first: int = 800
    """Iterations that find the likely actions."""
    trees: int = 4
    iterations: int = 250
    """Searches of each of them, and how deep they are: the first sieve."""
    deep_trees: int = 12
    deep_iterations: int = 2500
    """The same for the check."""
    gap: float = 0.04
    """By how much the best must be better, in what the search seeks, and"""
    errors: float = 5.0
    """by how many errors of that difference, in the check; the first sieve is coarser."""
    most: int = 2
    """Puzzles from one game, the clearest ones."""

    def about(self) -> Json:
        """Return the terms as JSON."""
        return {**asdict(self), "options": dict(self.options)}


def play(terms: Search, number: int) -> Match:
    """Play a game between bots: the same for the same seed and number."""
    deal, *seeds = (
        int(word) & MASK
        for word in np.random.SeedSequence([terms.seed, number]).generate_state(
            1 + terms.players, np.uint64
        )
    )
    match = start(terms.game, terms.players, deal, **terms.options)
    bots = [player(terms.bot, match.game, terms.players) for _ in range(terms.players)]
    while match.to_play is not None:
        seat = match.to_play
        match.play(bots[seat].choose(info_state(match, seat, seeds[seat])))
    return match


def find(terms: Search, number: int) -> list[Chapter]:
    """Return the puzzles of a game, the clearest first."""
    match = play(terms, number)
    found: list[tuple[float, Chapter]] = []
    for step in range(len(match.actions)):
        before = match.back_to(step)
        if len(before.legal) >= FEWEST:
            made = look(terms, before)
            if made is not None:
                found.append(made)
    found.sort(key=lambda one: -one[0])
    return [chapter for _, chapter in found[: terms.most]]


def look(terms: Search, before: Match) -> tuple[float, Chapter] | None:
    """Return the puzzle that a decision is, and how large its gap is; None if it is none."""
    info = settled(info_state(before, seed=terms.seed))
    likely = [one.action for one in searcher(info).think(info, Budget(iterations=terms.first))][
        : RIVALS + 1
    ]
    obvious = _obvious(terms, info)
    if len(likely) < FEWEST or likely[0] in obvious:
        return None
    actions = list(dict.fromkeys([*likely, *obvious]))
    best = _sieve(info, actions, terms.trees, terms.iterations, gap=terms.gap, errors=SURE)
    if best is None or best[0].action in obvious:
        return None
    checked = _sieve(
        *(info, actions, terms.deep_trees, terms.deep_iterations),
        gap=terms.gap,
        errors=terms.errors,
    )
    if checked is None or checked[0].action != best[0].action:
        return None
    return apart(checked).mean, _chapter(terms, before, info, checked)


def _obvious(terms: Search, info: InfoState) -> list[int]:
    """Return what somebody would play who does not look closely."""
    shallow = MctsBot(info.game, info.players, reuse=False)
    return [
        GreedyBot().choose(info, Budget()),
        shallow.choose(info, Budget(iterations=terms.shallow)),
    ]


def _sieve(
    info: InfoState,
    actions: list[int],
    trees: int,
    iterations: int,
    *,
    gap: float,
    errors: float,
) -> list[Weighed] | None:
    """Return actions as they were weighed, the best first; None if it is not clearly best."""
    scales = [Scales(info, action) for action in actions]
    for one in scales:
        one.add(trees, iterations)
    weighed = sorted((one.read() for one in scales), key=lambda one: -one.value.mean)
    found = apart(weighed)
    clear = found.mean >= gap and found.mean >= errors * found.error
    return weighed if clear else None


def apart(weighed: list[Weighed]) -> Estimate:
    """Return by how much the best action is better than the next."""
    return weighed[0].value.less(weighed[1].value)


def _chapter(terms: Search, before: Match, info: InfoState, weighed: list[Weighed]) -> Chapter:
    tree = Tree(Root(position=before.position), seed=info.seed & 0xFFFF_FFFF)
    for one in weighed[:2]:
        _follow(tree, one)
    match = tree.match()
    puzzle = Puzzle(
        solutions=(Solution(action=match.text(weighed[0].action)),),
        evidence=Evidence(
            trees=terms.deep_trees,
            iterations=terms.deep_iterations,
            ways=tuple(way_of(match, one, info.seat) for one in weighed),
            bots=terms.bot,
        ),
    )
    return Chapter(tree, view=info.seat, puzzle=puzzle)


def _follow(tree: Tree, weighed: Weighed) -> None:
    """Put what likely follows an action into a tree, as far as its deal allows."""
    node = 0
    for action in weighed.play:
        try:
            node = tree.play(node, action).id
        except IllegalAction:
            return  # something else was drawn


# a run that can be taken up


def run(
    terms: Search, games: int, path: Path, watch: Callable[[int, int], None] | None = None
) -> Study:
    """Search games and write the study of their puzzles; what was searched before is kept.

    Beside the study lies a file with a line for each game that is done. `watch` is told after each
    how many are done, and how many puzzles were found.
    """
    game_of(terms.game).check_players(terms.players)
    done = _taken_up(terms, log := path.with_name(path.name + ".games.jsonl"))
    found = sum(len(each) for each in done.values())
    for number in range(games):
        if number not in done:
            made = [one.to_json() for one in find(terms, number)]
            done[number] = made
            found += len(made)
            with log.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"game": number, "chapters": made}) + "\n")
        if watch is not None:
            watch(number + 1, found)
    chapters = [one for number in range(games) for one in done[number]]
    study = Study(lang=None, chapters=_ordered(chapters))
    study.save(path)
    return study


def _ordered(chapters: list[Json]) -> list[Chapter]:
    """Return chapters from the clearest answer to the closest, as many as a study can hold.

    An answer that stands before already comes later: a series shows many ideas first.
    """

    def gap(chapter: Json) -> float:
        best, second = chapter["puzzle"]["evidence"]["ways"][:2]
        return float(second["value"] - best["value"])

    seen: Counter[str] = Counter()
    placed: list[tuple[int, Json]] = []
    for one in sorted(chapters, key=gap):
        answer = one["puzzle"]["solutions"][0]["action"]
        placed.append((seen[answer], one))
        seen[answer] += 1
    placed.sort(key=lambda each: each[0])
    return [Chapter.from_json(one) for _, one in placed[:MOST_CHAPTERS]]


def _taken_up(terms: Search, log: Path) -> dict[int, list[Json]]:
    """Return the games that a run has done before, and begin its file if there is none."""
    about = json.loads(json.dumps(terms.about()))
    lines = list(_lines(log)) if log.exists() else [about]
    if not lines or lines[0] != about:
        raise HortaError(
            mark("{file} was made by other terms; take it away, or choose another file"),
            file=log,
        )
    write_text(log, "".join(json.dumps(one) + "\n" for one in lines))  # without what was cut off
    return {int(one["game"]): one["chapters"] for one in lines[1:]}


def _lines(log: Path) -> Iterator[Any]:
    for line in log.read_text(encoding="utf-8").splitlines():
        try:
            yield json.loads(line)
        except ValueError:
            return  # the run was stopped while it wrote this one

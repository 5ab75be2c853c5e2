"""Walk through a game and judge every decision of it."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from horta.bots.bot import Budget, InfoState, info_state
from horta.core.errors import HortaError
from horta.core.i18n import mark
from horta.core.match import Match
from horta.review.verdicts import told_apart
from horta.review.weighing import Scales, Weighed, searcher, settled, weigh
from horta.review.written import Decision, Review, draws


@dataclass(frozen=True)
class Depth:
    """How closely a game is looked at."""

    first: int
    """Iterations that find the actions worth weighing."""
    trees: int
    """Searches for each of these, and for what was played."""
    iterations: int
    """Iterations of each of them."""
    glance: int = 6
    """So many alternatives are weighed by two trees each,"""
    ways: int = 3
    """and so many of them, the best, by all."""
    fresh: int = 12
    """Trees of a second look at what was played and at what seems better. They had no part in
    finding it, and theirs is the cost that is told."""
    deeper: int = 150
    """Iterations of each of these."""

    def times(self, scrutiny: int) -> Depth:
        """Return the same with so many times the iterations, for a game with fewer decisions."""
        return dataclasses.replace(
            self,
            first=self.first * scrutiny,
            iterations=self.iterations * scrutiny,
            deeper=self.deeper * scrutiny,
        )


FEWEST = 2
"""Trees that have an error at all."""
MATTERS = 0.015
"""A smaller difference in what the search seeks, or one of less than its error, is not looked at
again."""

DEPTHS = {
    "glance": Depth(30, 3, 10, glance=4, fresh=4, deeper=20),
    "quick": Depth(100, 4, 30, fresh=8, deeper=80),
    "usual": Depth(200, 6, 60, glance=16),
    "deep": Depth(1200, 10, 400, glance=16, fresh=20, deeper=1000),
}


def review(
    match: Match,
    depth: str = "usual",
    *,
    seed: int = 0,
    jobs: int = 1,
    watch: Callable[[int, int], None] | None = None,
) -> Review:
    """Judge every decision of a match so far; the same seed gives the same review.

    `jobs` decisions are looked at side by side; `watch` is told how many are done, and of how many.
    """
    how = depth_of(depth).times(match.game.scrutiny)
    steps = list(_decisions(match, seed))
    found: list[Decision] = []
    with ThreadPoolExecutor(max(1, jobs)) as pool:
        tasks = [pool.submit(_decide, *step, how) for step in steps]
        try:
            for number, task in enumerate(tasks, 1):
                found.append(task.result())
                if watch is not None:
                    watch(number, len(tasks))
        finally:
            for task in tasks:  # whoever stops a review stops all of it
                task.cancel()
    result = tuple(match.outcome.shares) if match.over else ()
    return Review(match.game.id, match.players, depth, seed, result, found, draws(match))


def review_step(match: Match, step: int, depth: str = "usual", *, seed: int = 0) -> Decision:
    """Judge one decision of a match: the one after so many actions."""
    before = match.back_to(step)
    if step == len(match.actions) or len(before.legal) < 2:  # noqa: PLR2004
        raise HortaError(mark("nothing was decided after {step} actions"), step=step)
    return judge_at(before, step, match.actions[step], depth, seed=seed)


def judge_at(
    before: Match, step: int, action: int, depth: str = "usual", *, seed: int = 0
) -> Decision:
    """Judge an action on a match that stands where it was decided, after `step` actions.

    The match need not know these actions: it may begin there.
    """
    how = depth_of(depth).times(before.game.scrutiny)
    return _decide(step, settled(info_state(before, seed=seed, number=step)), action, how)


def weigh_at(
    before: Match, step: int, action: int, depth: str = "usual", *, seed: int = 0
) -> Weighed:
    """Weigh one more action where something was decided, as closely as what would be blamed."""
    how = depth_of(depth).times(before.game.scrutiny)
    info = settled(info_state(before, seed=seed, number=step))
    return weigh(info, action, how.fresh, how.deeper)


def depth_of(name: str) -> Depth:
    """Return a depth by its name."""
    if name not in DEPTHS:
        raise HortaError(
            mark("there is no depth '{depth}'; there are {known}"),
            depth=name,
            known=", ".join(DEPTHS),
        )
    return DEPTHS[name]


def _decisions(match: Match, seed: int) -> Iterator[tuple[int, InfoState, int]]:
    """Tell each decision with a choice: its number, what its seat knew, and what it played."""
    for step, action in enumerate(match.actions):
        before = match.back_to(step)
        if len(before.legal) > 1:
            yield step, settled(info_state(before, seed=seed)), action


def _decide(step: int, info: InfoState, action: int, depth: Depth) -> Decision:
    """Judge one decision."""
    thoughts = searcher(info).think(info, Budget(iterations=depth.first))
    likely = [one.action for one in thoughts if one.action != action][: depth.glance]
    others = [Scales(info, one) for one in likely]
    for one in others:
        one.add(FEWEST, depth.iterations)
    others.sort(key=lambda one: -one.read().value.mean)
    scales = [Scales(info, action), *others[: depth.ways]]
    for one in scales:
        one.add(depth.trees - len(one.found), depth.iterations)
    weighed = [one.read() for one in scales]
    _look_again(scales, weighed, depth)
    return judged(step, info, weighed)


def _look_again(scales: list[Scales], weighed: list[Weighed], depth: Depth) -> None:
    """Weigh anew what seems better than what was played, until the best of all was weighed so.

    Whatever is blamed has gone through this: the best of several looks better than it is, and a
    first look may be too shallow to see what an action leads to.
    """
    known: set[int] = set()
    while True:
        best = max(range(len(weighed)), key=lambda k: weighed[k].value.mean)
        apart = weighed[best].value.less(weighed[0].value)
        open_ = told_apart(apart) or apart.mean > max(MATTERS, apart.error)
        if best == 0 or best in known or not open_:
            return
        fresh = [scales[k] for k in (0, best) if k not in known]
        known |= {0, best}
        _weigh_anew(fresh, scales[0], scales[best], depth)
        weighed[0], weighed[best] = scales[0].read(), scales[best].read()


def _weigh_anew(fresh: list[Scales], played: Scales, best: Scales, depth: Depth) -> None:
    """Weigh scales by fresh trees alone; a few tell already where nothing is to be blamed."""
    few = max(FEWEST, depth.fresh // 3)
    for one in fresh:
        one.anew(few, depth.deeper)
    apart = best.read().value.less(played.read().value)
    if apart.mean < apart.error:
        return
    for one in fresh:
        one.add(depth.fresh - few, depth.deeper)


def judged(step: int, info: InfoState, weighed: list[Weighed]) -> Decision:
    """Return a decision of which some actions were weighed; the first was played."""
    ranked = sorted(weighed, key=lambda one: (-one.value.mean, one.action))
    return Decision(step, info.seat, len(info.legal), tuple(ranked), ranked.index(weighed[0]))

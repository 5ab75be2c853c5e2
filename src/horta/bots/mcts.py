"""The bot that searches: information-set Monte-Carlo tree search.

`search.py` holds the loop. This module gives it memory, time, threads, and reads the result. With
several threads each grows a tree of its own from its own dice, and the roots are added up; so the
choice depends on the seed, the iterations and the number of threads, and on nothing else.
"""

from __future__ import annotations

import dataclasses
import functools
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from horta.bots import greedy
from horta.bots.bot import MASK, STREAM, Bot, Budget, InfoState, Thought
from horta.bots.estimates import new_scratch
from horta.bots.following import way
from horta.bots.guided import Guide, guided_search
from horta.bots.search import DEEPEST, ROOT, USED, Growth, Terms, Tree, search
from horta.bots.tuning import Tuning, tuning_of
from horta.core.binding import bind
from horta.core.contract import Doubles
from horta.core.engine import compiled_engine, mode
from horta.core.game import Game
from horta.core.outcome import tie_breaks

DEFAULT = Budget(seconds=1.0)
FIRST_CHUNK = 32
CHUNK_SECONDS = 0.02
"""Between two looks at the clock."""
FRESH = 4
"""When a tree is taken over, at least 1/FRESH of an iteration budget is still spent on it."""
ROOT_DEALS = 2
"""On so many deals the actions at the root are looked at first."""


def _stream(info: InfoState, k: int) -> int:
    """Return the seed of the dice of thread k."""
    return (info.seed + k * STREAM) & MASK


def _nodes(game: Game, n: int) -> Tree:
    """Return room for a tree of n nodes."""
    return Tree(
        action=np.zeros(n, np.int32),
        first=np.zeros(n, np.int32),
        sibling=np.zeros(n, np.int32),
        visits=np.zeros(n, np.int32),
        seen=np.zeros(n, np.int32),
        prior=np.zeros(n),
        value=np.zeros((n, game.max_players)),
        wins=np.zeros((n, game.max_players)),
        margin=np.zeros(n),
        lines=np.zeros((n, len(game.lines))),
    )


class TreeSearch:
    """One tree and all that one thread needs to grow it."""

    def __init__(
        self,
        info: InfoState,
        tuning: Tuning,
        root_values: Doubles,
        seed: int,
        *,
        guide: Guide | None = None,
        only: int = -1,
    ) -> None:
        """Plant a tree; with `only`, every iteration begins with that action."""
        game = self.game = info.game
        self.tuning, self.only = tuning, only
        self.loop: Callable[..., int] = bind(search, info.engine)
        self.most_children = 1
        if guide is not None:
            self.loop = functools.partial(bind(guided_search, info.engine), guide)
            self.most_children = int(guide.advice.children)
        self.tree = _nodes(game, 256)
        self.tree.first[0] = -1
        self.growth = Growth(
            state=np.array([0, 1, 0], np.int64),
            mark=np.zeros(len(game.actions), np.int64),
            path=np.zeros(DEEPEST, np.int64),
            low=np.ones(game.max_players),
            high=np.zeros(game.max_players),
        )
        self.begin(info, root_values, seed)

    def begin(self, info: InfoState, root_values: Doubles, seed: int, root: int = 0) -> None:
        """Set the table that iterations start from, and what a short look thinks of actions."""
        game, compiled = self.game, info.engine.compiled
        self.scratch = new_scratch(game, 2, seed, compiled=compiled)
        self.choices = len(info.legal)
        self.terms = Terms(
            root=info.table,
            root_values=root_values,
            breaks=tie_breaks(game),
            seat=info.seat,
            players=info.players,
            only=self.only,
            has_prior=game.rules.prior is not None,
            revealed=info.revealed,
            tuning=self.tuning,
        )
        self.growth.state[ROOT] = root

    @property
    def root(self) -> int:
        """The node that iterations start from."""
        return int(self.growth.state[ROOT])

    def grow(self, iterations: int) -> None:
        """Run some iterations, with room in the arrays for every node that they can add."""
        need = int(self.growth.state[USED]) + iterations * self.most_children + self.choices + 1
        have = len(self.tree.action)
        if need > have:
            used = int(self.growth.state[USED])
            bigger = _nodes(self.game, max(need, 2 * have))
            for name, nodes in self.tree._asdict().items():
                getattr(bigger, name)[:used] = nodes[:used]  # to touch the rest would cost memory
            self.tree = bigger
        done = self.loop(self.tree, self.growth, self.scratch, self.terms, iterations)
        assert done >= 0, "a search tree has too little room"

    def grow_for(self, seconds: float, clock: Callable[[], float], most: int | None = None) -> None:
        """Run iterations for so many seconds of a clock, `perf_counter` or `thread_time`.

        With `most`, so many at most.
        """
        deadline = clock() + seconds
        chunk = FIRST_CHUNK if most is None else min(most, FIRST_CHUNK)
        while chunk > 0:
            before = clock()
            if before >= deadline:
                return
            self.grow(chunk)
            pace = (clock() - before) / chunk
            left = min(CHUNK_SECONDS, deadline - clock())
            if most is not None:
                most -= chunk
            chunk = max(1, int(left / max(pace, 1e-7)))
            chunk = chunk if most is None else min(most, chunk)

    @property
    def visits(self) -> int:
        """How often the root was visited."""
        return int(self.tree.visits[self.root])

    def children(self, node: int) -> list[int]:
        """Return the children of a node."""
        found = []
        child = int(self.tree.first[node])
        while child >= 0:
            found.append(child)
            child = int(self.tree.sibling[child])
        return found

    def child(self, action: int, node: int | None = None) -> int:
        """Return a node's child for an action, or -1; without a node, the root's."""
        for child in self.children(self.root if node is None else node):
            if self.tree.action[child] == action:
                return child
        return -1

    def below(self, path: Sequence[int]) -> int:
        """Return the node to which some actions lead from the root, or -1."""
        node = self.root
        for action in path:
            node = self.child(action, node)
            if node < 0:
                break
        return node

    def answers(self, path: Sequence[int]) -> list[tuple[int, int]]:
        """Return the actions that follow some others in the tree, each with its visits."""
        node, tree = self.below(path), self.tree
        below = self.children(node) if node >= 0 else ()
        return [(int(tree.action[child]), int(tree.visits[child])) for child in below]

    def likely(self, action: int, longest: int, trodden: int) -> list[int]:
        """Return an action and what was looked at most after it, each so often at least."""
        found: list[int] = []
        node = self.child(action)
        while node >= 0 and len(found) < longest:
            found.append(int(self.tree.action[node]))
            visits = self.tree.visits
            node = max(self.children(node), key=lambda child: int(visits[child]), default=-1)
            if node >= 0 and visits[node] < trodden:
                break
        return found


class MctsBot:
    """Searches, and plays what it came back to most often."""

    def __init__(
        self,
        game: Game,
        players: int,
        tuning: Tuning | None = None,
        *,
        reuse: bool = True,
        guides: Callable[[], Guide] | None = None,
    ) -> None:
        """Make the bot; `guides` makes what one thread needs to ask a network, if there is one."""
        self.game, self.players = game, players
        self.guides = guides
        self.tuning = tuning_of(game) if tuning is None else tuning
        self.reuse = reuse
        self._searches: list[TreeSearch] = []
        self._last: tuple[InfoState, int] | None = None

    def __getstate__(self) -> dict[str, Any]:
        """Return what a pickle holds: no trees, which a bot can grow again."""
        return {**self.__dict__, "_searches": [], "_last": None}

    def choose(self, info: InfoState, budget: Budget) -> int:
        """Return the action that was tried most."""
        if len(info.legal) == 1:
            return info.legal[0]
        return self.think(info, budget)[0].action

    def think(self, info: InfoState, budget: Budget) -> list[Thought]:
        """Search; return the actions that were tried, the most tried first."""
        if budget.iterations is None and budget.seconds is None:
            budget = Budget(DEFAULT.iterations, DEFAULT.seconds, budget.threads)
        compiled = mode() != "plain"
        if compiled and not info.engine.compiled:
            if budget.seconds is not None:
                # While the rules are being compiled, a clock would run out after a few playouts.
                return greedy.GreedyBot().think(info, budget)
            info = dataclasses.replace(info, engine=compiled_engine(info.game))
        root_values = self._root_values(info)
        searches = self._reuse(info, budget.threads, root_values)
        if not searches:
            searches = [self._start(info, root_values, k) for k in range(budget.threads)]
        self._searches, self._last = searches, None
        self._run(searches, budget)
        thoughts = self._read(searches, info)
        # Should the best be played, the next step can go on from its part of the tree.
        self._last = (info, thoughts[0].action)
        return thoughts

    def likely(self, action: int, longest: int, trodden: int) -> list[int]:
        """Return what the last search looked at most from an action on; see `TreeSearch`."""
        return self._searches[0].likely(action, longest, trodden)

    def start(self, info: InfoState, k: int = 0, only: int = -1) -> TreeSearch:
        """Return a new tree for what a seat sees, to grow it by hand.

        Trees of different numbers `k` are independent of each other. With `only` the tree tells
        of one action alone.
        """
        known = self._root_values(info) if only < 0 else np.zeros(len(self.game.actions))
        return self._start(info, known, k, only)

    def _start(self, info: InfoState, root_values: Doubles, k: int, only: int = -1) -> TreeSearch:
        guide = None if self.guides is None else self.guides()
        seed = _stream(info, k)
        return TreeSearch(info, self.tuning, root_values, seed, guide=guide, only=only)

    def _root_values(self, info: InfoState) -> Doubles:
        """Return what a short look ahead thinks of each action."""
        root_values = np.full(len(self.game.actions), -1e9)
        if self.guides is not None:
            return root_values  # the network's own thoughts take their place
        root_values[list(info.legal)] = greedy.look(info, info.legal, ROOT_DEALS, reply=False)
        return root_values

    def _run(self, searches: list[TreeSearch], budget: Budget) -> None:
        seconds, clock = budget.seconds, time.thread_time if budget.processor else time.perf_counter
        share = -(-(budget.iterations or 0) // len(searches))

        def run(tree_search: TreeSearch) -> None:
            most = max(share - tree_search.visits, share // FRESH, 1) if share else None
            if seconds is not None:
                tree_search.grow_for(seconds, clock, most)
            else:
                tree_search.grow(most or 1)

        if len(searches) == 1:
            run(searches[0])
            return
        with ThreadPoolExecutor(len(searches)) as pool:
            list(pool.map(run, searches))

    def _reuse(self, info: InfoState, threads: int, root_values: Doubles) -> list[TreeSearch]:
        """Return the trees of the last search, if they lead to what is seen now."""
        if not self.reuse or self._last is None or len(self._searches) != threads:
            return []
        before, action = self._last
        path = self._way(before, action, info)
        if path is None:
            return []
        roots = [tree_search.below(path) for tree_search in self._searches]
        if min(roots) < 0:
            return []
        for k, (tree_search, root) in enumerate(zip(self._searches, roots, strict=True)):
            tree_search.begin(info, root_values, _stream(info, k), root)
        return self._searches

    def _way(self, before: InfoState, action: int, info: InfoState) -> tuple[int, ...] | None:
        return way(before, action, info, self._searches[0].answers)

    def _read(self, searches: list[TreeSearch], info: InfoState) -> list[Thought]:
        """Add up the children of all roots."""
        sums: dict[int, list[Any]] = {}
        for tree_search in searches:
            tree = tree_search.tree
            for child in tree_search.children(tree_search.root):
                entry = sums.setdefault(int(tree.action[child]), [0, 0.0, 0.0, 0.0, 0.0])
                entry[0] += int(tree.visits[child])
                entry[1] += float(tree.value[child, info.seat])
                entry[2] += float(tree.wins[child, info.seat])
                entry[3] += float(tree.margin[child])
                entry[4] = entry[4] + tree.lines[child]
        legal = set(info.legal)
        found = [
            (
                visits,
                value / visits,
                Thought(
                    action,
                    margin / visits,
                    wins / visits,
                    visits,
                    tuple((lines / visits).tolist()),
                ),
            )
            for action, (visits, value, wins, margin, lines) in sums.items()
            if visits and action in legal
        ]
        found.sort(key=lambda each: (-each[0], -each[1], each[2].action))
        return [thought for _, _, thought in found]


def make(game: Game, players: int, *, reuse: bool = True, **parameters: float) -> Bot:
    """Make a searching bot; keyword arguments are parameters of `Tuning`."""
    return MctsBot(game, players, tuning_of(game).replace(**parameters), reuse=bool(reuse))

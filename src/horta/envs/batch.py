"""A batch: N games side by side, advanced in one compiled call, with observations and masks.

    batch = Batch("paris", 1024)
    batch.reset(seed=7)
    while True:
        actions = policy(batch.observations, batch.masks, batch.seats)
        batch.step(actions)              # the same arrays hold the next observations now
        batch.rewards[batch.over]        # of the games that ended just now, for every seat

Nothing is copied: `observations`, `masks`, `rewards` and the others are the arrays that the
compiled loop writes. Copy what you keep. Games do not know of each other: the same seeds and
actions give the same games in a batch of any size.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from horta.core import registry
from horta.core.cache import keep
from horta.core.dice import Dice, next_word, roll, seed_dice
from horta.core.engine import (
    compiled_engine,
    engine,
    games_type,
    mode,
    plain_engine,
    signature,
)
from horta.core.errors import BadOption, HortaError, IllegalAction
from horta.core.game import Game
from horta.core.record import Games, at, blank, copy_table, dtype_of
from horta.core.rule import checked, rule
from horta.core.seeds import check_number
from horta.envs.direct import Pointer, entry_point
from horta.envs.opponents import Chooser, chooser, read_opponents
from horta.envs.rewards import point_lines, read_reward, rewards_of, total

# What becomes of a game that is over: it waits for `reset`, begins anew in the next step, or in
# the same step. They are Gymnasium's autoreset modes.
WAIT = 0
NEXT_STEP = 1
SAME_STEP = 2

BLOCK = 64
"""So many games are advanced and then shown, while their tables are still in the cache."""

LINE = 64
"""The bytes of a line of the cache."""

ALL_SEATS = -1
"""The learner of a game of self-play."""

# Who plays the other seats: the caller too, compiled random players, or bots of Python.
NOBODY_ELSE = 0
RANDOM = 1
BOTS = 2


@rule
def new_seed(dice: Any) -> int:
    """Return a seed for the next deal, of 62 bits."""
    return (next_word(dice) & 0x3FFFFFFF) << 32 | next_word(dice)


class Rules(NamedTuple):
    """The rules of a game that the loops call, as function pointers when they are compiled."""

    setup: Any
    legal: Any
    step: Any
    to_play: Any
    score: Any
    observe: Any


class Tables(NamedTuple):
    """The games of a batch and what is shown of them, one row each."""

    start: Any
    games: Any
    dice: Any
    seeds: Any
    learners: Any
    seats: Any
    over: Any
    observations: Any
    masks: Any
    legals: Any
    counts: Any
    out: Any


class Results(NamedTuple):
    """What a step writes beside them."""

    acted: Any
    started: Any
    last: Any
    rewards: Any
    gains: Any
    sheets: Any
    totals: Any


class Terms(NamedTuple):
    """What does not change while a batch is played."""

    points: Any
    others: int
    players: int
    kind: int
    autoreset: int
    any_seat: int


@rule
def others_play(rules: Any, tables: Any, i: int) -> int:
    """Let random others play up to the learner's decision; return who is to play."""
    games, dice, out = tables.games, tables.dice[i], tables.out
    seat: int = rules.to_play(games, i)
    while seat >= 0 and seat != tables.learners[i]:
        count = rules.legal(games, i, out)
        rules.step(games, i, out[roll(dice, count)])
        seat = rules.to_play(games, i)
    return seat


@rule
def deal(rules: Any, tables: Any, i: int, others: int) -> None:
    """Deal game i from its seed, up to the first decision of the learner."""
    games = tables.games
    while True:
        games[i] = tables.start[0]
        rules.setup(games, i, tables.seeds[i])
        seat: int = rules.to_play(games, i)
        if others == RANDOM:
            seat = others_play(rules, tables, i)
        if seat >= 0:
            tables.seats[i] = seat
            return
        tables.seeds[i] = new_seed(tables.dice[i])


@rule
def show(rules: Any, tables: Any, first: int, stop: int, which: Any) -> None:
    """Write the observations and masks of some games for the seats that are to play.

    Only the bits that were set are unset. The loops are apart because the masks are large: so the
    processor waits for many of them at once instead of for one after the other.
    """
    games, masks, legals, counts = tables.games, tables.masks, tables.legals, tables.counts
    for i in range(first, stop):
        if which[i]:
            for k in range(counts[i]):
                masks[i, legals[i, k]] = 0
    for i in range(first, stop):
        if which[i]:
            counts[i] = rules.legal(games, i, legals[i])
    for i in range(first, stop):
        if which[i]:
            for k in range(counts[i]):
                masks[i, legals[i, k]] = 1
    for i in range(first, stop):
        if which[i]:
            rules.observe(games, i, tables.seats[i], tables.observations[i])


def _reset(rules: Any, tables: Any, terms: Any, which: Any) -> int:
    """Deal the games that `which` marks, from their seeds."""
    n = len(tables.games)
    for i in range(n):
        if which[i]:
            deal(rules, tables, i, terms.others)
            tables.over[i] = False
    show(rules, tables, 0, n, which)
    return 0


def _step(rules: Any, tables: Any, terms: Any, results: Any, actions: Any, which: Any) -> int:
    """Play one action in every game that `which` marks.

    Return 0, or i + 1 when action i is wrong and none is played; -(i + 1) tells that game i is
    over and waits for `reset`.
    """
    games, seats, over, masks = tables.games, tables.seats, tables.over, tables.masks
    autoreset = terms.autoreset
    n = len(games)
    for i in range(n):
        if not which[i]:
            continue
        if over[i] and autoreset == WAIT:
            return -(i + 1)
        if over[i] and autoreset == NEXT_STEP:
            continue
        if not 0 <= actions[i] < masks.shape[1] or not masks[i, actions[i]]:
            return i + 1
    for first in range(0, n, BLOCK):
        stop = min(first + BLOCK, n)
        for i in range(first, stop):
            if not which[i]:
                continue
            for seat in range(terms.players):
                results.rewards[i, seat] = 0.0
            results.gains[i] = 0.0
            again = over[i] and autoreset == NEXT_STEP
            results.acted[i] = -1 if again else seats[i]
            over[i] = False
            if not again:
                rules.step(games, i, actions[i])
                turn: int = rules.to_play(games, i)
                if terms.others == RANDOM:
                    turn = others_play(rules, tables, i)
                if turn >= 0:
                    seats[i] = turn
                else:
                    end(rules, tables, terms, results, i)
                    again = autoreset == SAME_STEP
            results.started[i] = again
            if again:
                tables.seeds[i] = new_seed(tables.dice[i])
                if terms.any_seat:
                    tables.learners[i] = roll(tables.dice[i], terms.players)
                deal(rules, tables, i, terms.others)
        show(rules, tables, first, stop, which)
    return 0


@rule
def end(rules: Any, tables: Any, terms: Any, results: Any, i: int) -> None:
    """Write the results of a game that is over."""
    tables.over[i] = True
    if terms.others == BOTS:  # the end is shown to the learner, whoever brought it
        tables.seats[i] = tables.learners[i]
    sheet = results.sheets[i]
    rules.score(tables.games, i, sheet)
    for seat in range(terms.players):
        results.totals[i, seat] = total(sheet, terms.points, seat)
    rewards_of(sheet, terms.points, terms.players, terms.kind, results.rewards[i])
    results.gains[i] = results.rewards[i, results.acted[i]]
    if terms.autoreset == SAME_STEP:
        rules.observe(tables.games, i, tables.seats[i], results.last[i])


def _sample(dice: Any, legals: Any, counts: Any, actions: Any) -> int:
    """Write a random legal action for every game; 0 where there is none."""
    for i in range(len(actions)):
        actions[i] = legals[i, roll(dice[i], counts[i])] if counts[i] > 0 else 0
    return 0


_LOOPS: dict[str, tuple[Callable[..., int], tuple[str, ...]]] = {
    "reset": (_reset, ("rules", "tables", "terms", "flags")),
    "step": (_step, ("rules", "tables", "terms", "results", "ints", "flags")),
    "sample": (_sample, ("dice", "shorts2", "ints", "ints")),
}


def _types(game: Game) -> dict[str, Any]:
    """Return Numba's types of what the loops take."""
    import numba
    from numba import types

    def array(kind: Any, axes: int = 1) -> Any:
        return types.Array(kind, axes, "C")

    games = games_type(game)
    dice = array(numba.from_dtype(dtype_of(Dice)))
    ints, flags = array(types.int64), array(types.boolean)
    shorts2 = array(types.int32, 2)
    floats2, doubles2 = array(types.float32, 2), array(types.float64, 2)
    pointers = [types.FunctionType(signature(game, entry)) for entry in Rules._fields]
    tables = Tables(
        start=games,
        games=games,
        dice=dice,
        seeds=ints,
        learners=ints,
        seats=ints,
        over=flags,
        observations=floats2,
        masks=array(types.int8, 2),
        legals=shorts2,
        counts=ints,
        out=array(types.int32),
    )
    results = Results(
        acted=ints,
        started=flags,
        last=floats2,
        rewards=doubles2,
        gains=array(types.float64),
        sheets=array(types.int32, 3),
        totals=shorts2,
    )
    return {
        "rules": types.NamedTuple(pointers, Rules),
        "tables": types.NamedTuple(tables, Tables),
        "results": types.NamedTuple(results, Results),
        "terms": types.NamedTuple([ints, *[types.int64] * 5], Terms),
        **{"dice": dice, "ints": ints, "flags": flags, "shorts2": shorts2},
    }


@functools.cache
def _compiled_loop(name: str, game: Game) -> Callable[..., int]:
    import numba
    from numba import types

    function, takes = _LOOPS[name]
    kinds = _types(game)
    dispatcher = numba.njit(nogil=True, boundscheck=checked())(function)
    keep(dispatcher, function)
    dispatcher.compile(types.int64(*(kinds[kind] for kind in takes)))
    loop = entry_point(dispatcher)
    if "rules" not in takes:
        return loop
    rules = Rules(*(Pointer(getattr(compiled_engine(game), entry)) for entry in Rules._fields))
    return functools.partial(loop, rules)


def _loop(name: str, game: Game) -> Callable[..., int]:
    if mode() != "plain":
        return _compiled_loop(name, game)
    function, takes = _LOOPS[name]
    if "rules" not in takes:
        return function
    rules = Rules(*(getattr(plain_engine(game), entry) for entry in Rules._fields))
    return functools.partial(function, rules)


class Batch:
    """N games of one kind, advanced together; see the module's docstring."""

    def __init__(
        self,
        game: str,
        n: int,
        players: int | None = None,
        *,
        reward: str = "win",
        opponents: str | Sequence[str] | None = None,
        seat: int | None = None,
        autoreset: int = NEXT_STEP,
        options: Mapping[str, Any] | None = None,
        components: Mapping[str, Any] | None = None,
    ) -> None:
        """Prepare the tables.

        Without `opponents` every decision of every seat is the caller's (self-play). With
        them the caller plays one seat, `seat` or one that is drawn for every game: `"random"` are
        random players inside the compiled loop; any other bot (`"greedy"`, `"mcts:50it"`, or a
        list with one for each other seat) thinks between the steps.
        """
        self.game = found = registry.game(game)
        self.observation = found.seen_as
        self.players = found.min_players if players is None else players
        found.check_players(self.players)
        if n < 1:
            raise BadOption(f"a batch has at least 1 game, not {n}")
        self.opponents = None if opponents is None else read_opponents(opponents, self.players)
        self._others = NOBODY_ELSE
        if self.opponents is not None:
            self._others = RANDOM if set(self.opponents) == {"random"} else BOTS
        if seat is not None and (opponents is None or not 0 <= seat < self.players):
            raise BadOption(f"seat {seat}: 0 to {self.players - 1}, and only with opponents")
        if autoreset not in (WAIT, NEXT_STEP, SAME_STEP):
            raise BadOption(f"there is no autoreset {autoreset}")
        self.n = n
        self.reward = read_reward(reward)
        self.seat = seat
        self.autoreset = autoreset
        self.options = found.read_options(options or {})
        self.components = found.read_components(components)
        self.start = found.new_table(self.players, self.options, self.components)
        block = _block(
            ((n,), self.start.dtype),
            ((n, self.observation.size), np.float32),
            ((n, len(found.actions)), np.int8),
            ((n, found.max_legal), np.int32),
            ((n, *found.new_sheet().shape), np.int32),
        )
        self.tables: Games
        self.tables, self.observations, self.masks, self.legal, self.sheets = block
        self.tables[:] = self.start[0]
        dice = blank(Dice, 2 * n)
        if mode() == "plain":
            dice = dice.view(np.recarray)  # so that the rules find its fields
        self._dice, self._sampling = dice[:n], dice[n:]
        self._any_seat = opponents is not None and seat is None
        self._learners = np.full(n, ALL_SEATS if seat is None else seat, np.int64)
        self.seeds = np.zeros(n, np.int64)
        """The seed that each game was dealt from: `horta.start(…, seed=…)` deals the same."""
        self.seats = np.full(n, -1, np.int64)
        """Whose decision it is, and whose observation; the last one's when the game is over."""
        self.acted = np.full(n, -1, np.int64)
        """Who took the last action; -1 where a game began anew instead."""
        self.started = np.zeros(n, np.bool_)
        """The games that were dealt in the last step."""
        self.over = np.zeros(n, np.bool_)
        """The games that ended with the last action."""
        self.counts = np.zeros(n, np.int64)
        """How many actions are legal in each game: so many of its row in `legal`, sorted."""
        self.last = np.zeros((n if autoreset == SAME_STEP else 0, self.observation.size), "f4")
        """With SAME_STEP: the last observation of the games that are over."""
        self.rewards = np.zeros((n, self.players), np.float64)
        """The rewards of all seats, of the games that ended with the last action."""
        self.gains = np.zeros(n, np.float64)
        """Of these, the reward of who took the last action."""
        self.totals = np.zeros((n, self.players), np.int32)
        """The last totals of each game that ended, by seat."""
        self._points = point_lines(found)
        self._actions = np.zeros(n, np.int64)
        self._loops = {name: _loop(name, found) for name in _LOOPS}
        self._every = np.ones(n, np.bool_)
        self._begun = False
        self._tables = Tables(
            start=self.start,
            games=self.tables,
            dice=self._dice,
            seeds=self.seeds,
            learners=self._learners,
            seats=self.seats,
            over=self.over,
            observations=self.observations,
            masks=self.masks,
            legals=self.legal,
            counts=self.counts,
            out=np.zeros(found.max_legal, np.int32),
        )
        self._results = Results(
            acted=self.acted,
            started=self.started,
            last=self.last,
            rewards=self.rewards,
            gains=self.gains,
            sheets=self.sheets,
            totals=self.totals,
        )
        self._terms = Terms(
            points=self._points,
            others=self._others,
            players=self.players,
            kind=int(self.reward),
            autoreset=autoreset,
            any_seat=int(self._any_seat),
        )
        self._bots: dict[tuple[int, int], Chooser] = {}

    def reset(
        self, seed: int | Sequence[int] | None = None, which: ArrayLike | None = None
    ) -> None:
        """Deal all games anew, or those that `which` marks.

        With a seed, game i is dealt from seed + i, or from its own of a list of seeds, and all
        that follows is the same every time. Without one the dice of each game go on.
        """
        marked = np.ones(self.n, np.bool_)
        if which is not None:
            marked[:] = which
        if not self._begun and (which is not None and not marked.all()):
            raise HortaError("the first reset deals all games")
        rows = [int(i) for i in np.flatnonzero(marked)]
        if seed is None and not self._begun:
            seed = int(np.random.SeedSequence().generate_state(1, np.uint32)[0])
        if seed is not None:
            given = [seed + i for i in range(self.n)] if isinstance(seed, int) else list(seed)
            if len(given) != self.n:
                raise BadOption(f"{len(given)} seeds were given for {self.n} games")
            for i in rows:
                check_number(given[i])
                self.seeds[i] = given[i]
                seed_dice(_record(self._dice, i), given[i] ^ 0x1893)
                seed_dice(_record(self._sampling, i), given[i] ^ 0x1897)
        else:
            for i in rows:
                self.seeds[i] = new_seed(_record(self._dice, i))
        if self._any_seat:
            for i in rows:
                self._learners[i] = roll(_record(self._dice, i), self.players)
        self.rewards[marked] = 0.0
        self.gains[marked] = 0.0
        self.acted[marked] = -1
        self.started[:] = marked
        self._begun = True
        self._loops["reset"](self._tables, self._terms, marked)
        self._forget_bots(marked)
        self._bots_play()

    def step(self, actions: ArrayLike) -> None:
        """Play one action in every game; `IllegalAction` leaves all of them as they were."""
        if not self._begun:
            raise HortaError("reset the batch before its first step")
        given = np.asarray(actions)
        if given.shape != (self.n,) or given.dtype.kind not in "iu":
            raise IllegalAction(
                f"{self.n} whole numbers are needed, not {given.dtype} of shape {given.shape}"
            )
        self._actions[:] = given
        wrong = self._step(self._every)
        if wrong > 0:
            raise IllegalAction(self._why_not(wrong - 1))
        if wrong < 0:
            raise GameOver(f"game {-wrong - 1} is over and must be reset")
        self._forget_bots(self.started)
        self._bots_play()

    def _step(self, which: NDArray[np.bool_]) -> int:
        return self._loops["step"](self._tables, self._terms, self._results, self._actions, which)

    def _forget_bots(self, started: NDArray[np.bool_]) -> None:
        """Send the bots of games that began anew home: some remember what they thought."""
        if self._bots:
            self._bots = {key: bot for key, bot in self._bots.items() if not started[key[0]]}

    def _bots_play(self) -> None:
        """Let bots play up to the caller's next decision in every game."""
        if self._others != BOTS:
            return
        acted, started = self.acted.copy(), self.started.copy()
        over, rewards = self.over.copy(), self.rewards.copy()
        while (waiting := (self.counts > 0) & (self.seats != self._learners)).any():
            for i in np.flatnonzero(waiting):
                self._actions[i] = self._bot_chooses(int(i))
            wrong = self._step(waiting)
            assert wrong == 0, self._why_not(wrong - 1)
            ended = waiting & self.over
            over |= ended
            rewards[ended] = self.rewards[ended]
            started |= waiting & self.started
            self._forget_bots(waiting & self.started)
        self.acted[:], self.started[:] = acted, started
        self.over[:], self.rewards[:] = over, rewards
        self.gains[:] = rewards[np.arange(self.n), np.maximum(acted, 0)]

    def _bot_chooses(self, i: int) -> int:
        assert self.opponents is not None
        seat = int(self.seats[i])
        if (i, seat) not in self._bots:
            name = self.opponents[(seat - int(self._learners[i])) % self.players - 1]
            self._bots[i, seat] = chooser(name, self.game, self.players)
        table = copy_table(self.tables[i : i + 1])
        engine(self.game).redact(table, 0, seat)
        # From the deal's own dice, so that a batch of any size plays the same games.
        seed = new_seed(_record(self._dice, i))
        legal = self.legal[i, : self.counts[i]].tolist()
        return self._bots[i, seat](table, seat, legal, seed)

    def _why_not(self, i: int) -> str:
        action = int(self._actions[i])
        if not 0 <= action < len(self.game.actions):
            last = len(self.game.actions) - 1
            return f"game {i}: there is no action {action}; they run from 0 to {last}"
        return f"game {i}: '{self.game.actions.text(action)}' ({action}) is not legal now"

    def sample(self) -> NDArray[np.int64]:
        """Return a random legal action for every game, in an array of its own."""
        actions = np.zeros(self.n, np.int64)
        self._loops["sample"](self._sampling, self.legal, self.counts, actions)
        return actions

    @property
    def nbytes(self) -> int:
        """The memory of all tables and arrays; of `legal` only a part is ever touched."""
        arrays = (*self._tables, *self._results, self._sampling, self._actions)
        return sum(array.nbytes for array in arrays)


def _block(*wanted: tuple[tuple[int, ...], Any]) -> list[NDArray[Any]]:
    """Return arrays of zeros that lie one after the other in one block of memory.

    NumPy asks for large pages where a block has some megabytes: a step is a few per cent quicker.
    """
    sizes = [math.prod(shape) * np.dtype(kind).itemsize for shape, kind in wanted]
    places = [0, *accumulate((size + LINE - 1) // LINE * LINE for size in sizes)]
    block = np.zeros(places[-1] + LINE, np.uint8)
    begin = -block.ctypes.data % LINE
    return [
        block[begin + place : begin + place + size].view(kind).reshape(shape)
        for place, size, (shape, kind) in zip(places, sizes, wanted, strict=False)
    ]


class GameOver(HortaError):
    """A step was asked of a game that is over."""


def _record(dice: Games, i: int) -> Any:
    return at(Dice, dice, i)

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
from collections.abc import Callable, Mapping, Sequence
from typing import Any

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
from horta.core.match import check_seed
from horta.core.record import Games, at, blank, dtype_of
from horta.core.rule import checked, rule
from horta.envs.opponents import Chooser, chooser, read_opponents
from horta.envs.rewards import point_lines, read_reward, rewards_of

# What becomes of a game that is over: it waits for `reset`, begins anew in the next step, or in
# the same step. They are Gymnasium's autoreset modes.
WAIT = 0
NEXT_STEP = 1
SAME_STEP = 2

BLOCK = 64
"""So many games are advanced and then shown, while their tables are still in the cache."""

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


@rule
def others_play(
    legal: Any,
    step: Any,
    to_play: Any,
    games: Any,
    i: int,
    dice: Any,
    out: Any,
    learner: int,
    others: int,
) -> int:
    """Let random others play up to the learner's decision; return who is to play."""
    seat: int = to_play(games, i)
    while others == RANDOM and seat >= 0 and seat != learner:
        count = legal(games, i, out)
        step(games, i, out[roll(dice, count)])
        seat = to_play(games, i)
    return seat


@rule
def deal(
    setup: Any,
    legal: Any,
    step: Any,
    to_play: Any,
    start: Any,
    games: Any,
    i: int,
    dice: Any,
    seeds: Any,
    out: Any,
    learner: int,
    others: int,
) -> int:
    """Deal game i from `seeds[i]`, up to the first decision of the learner."""
    while True:
        games[i] = start[0]
        setup(games, i, seeds[i])
        seat: int = others_play(legal, step, to_play, games, i, dice, out, learner, others)
        if seat >= 0:
            return seat
        seeds[i] = new_seed(dice)


@rule
def show(
    legal: Any,
    observe: Any,
    games: Any,
    first: int,
    stop: int,
    which: Any,
    seats: Any,
    observations: Any,
    masks: Any,
    legals: Any,
    counts: Any,
) -> None:
    """Write the observations and masks of some games for the seats that are to play.

    Only the bits that were set are unset. The loops are apart because the masks are large: so the
    processor waits for many of them at once instead of for one after the other.
    """
    for i in range(first, stop):
        if which[i]:
            for k in range(counts[i]):
                masks[i, legals[i, k]] = 0
    for i in range(first, stop):
        if which[i]:
            counts[i] = legal(games, i, legals[i])
    for i in range(first, stop):
        if which[i]:
            for k in range(counts[i]):
                masks[i, legals[i, k]] = 1
    for i in range(first, stop):
        if which[i]:
            observe(games, i, seats[i], observations[i])


def _reset(
    setup: Any,
    legal: Any,
    step: Any,
    to_play: Any,
    score: Any,
    observe: Any,
    start: Any,
    games: Any,
    dice: Any,
    seeds: Any,
    learners: Any,
    seats: Any,
    over: Any,
    observations: Any,
    masks: Any,
    legals: Any,
    counts: Any,
    out: Any,
    others: int,
    which: Any,
) -> int:
    """Deal the games that `which` marks, from their seeds."""
    for i in range(len(games)):
        if which[i]:
            seats[i] = deal(
                setup,
                legal,
                step,
                to_play,
                start,
                games,
                i,
                dice[i],
                seeds,
                out,
                learners[i],
                others,
            )
            over[i] = False
    show(legal, observe, games, 0, len(games), which, seats, observations, masks, legals, counts)
    return 0


def _step(
    setup: Any,
    legal: Any,
    step: Any,
    to_play: Any,
    score: Any,
    observe: Any,
    start: Any,
    games: Any,
    dice: Any,
    seeds: Any,
    learners: Any,
    seats: Any,
    over: Any,
    observations: Any,
    masks: Any,
    legals: Any,
    counts: Any,
    out: Any,
    others: int,
    actions: Any,
    acted: Any,
    started: Any,
    last: Any,
    rewards: Any,
    sheets: Any,
    points: Any,
    players: int,
    kind: int,
    autoreset: int,
    any_seat: int,
    which: Any,
) -> int:
    """Play one action in every game that `which` marks.

    Return 0, or i + 1 when action i is wrong and none is played; -(i + 1) tells that game i is
    over and waits for `reset`.
    """
    for i in range(len(games)):
        if not which[i]:
            continue
        if over[i] and autoreset == WAIT:
            return -(i + 1)
        if over[i] and autoreset == NEXT_STEP:
            continue
        if not 0 <= actions[i] < masks.shape[1] or not masks[i, actions[i]]:
            return i + 1
    for first in range(0, len(games), BLOCK):
        stop = min(first + BLOCK, len(games))
        for i in range(first, stop):
            if not which[i]:
                continue
            for seat in range(players):
                rewards[i, seat] = 0.0
            again = over[i] and autoreset == NEXT_STEP
            acted[i] = -1 if again else seats[i]
            over[i] = False
            if not again:
                step(games, i, actions[i])
                turn = others_play(
                    legal, step, to_play, games, i, dice[i], out, learners[i], others
                )
                if turn >= 0:
                    seats[i] = turn
                else:
                    over[i] = True
                    if others == BOTS:  # the end is shown to the learner, whoever brought it
                        seats[i] = learners[i]
                    score(games, i, sheets[i])
                    rewards_of(sheets[i], points, players, kind, rewards[i])
                    if autoreset == SAME_STEP:
                        observe(games, i, seats[i], last[i])
                        again = True
            started[i] = again
            if again:
                seeds[i] = new_seed(dice[i])
                if any_seat:
                    learners[i] = roll(dice[i], players)
                seats[i] = deal(
                    setup,
                    legal,
                    step,
                    to_play,
                    start,
                    games,
                    i,
                    dice[i],
                    seeds,
                    out,
                    learners[i],
                    others,
                )
        show(legal, observe, games, first, stop, which, seats, observations, masks, legals, counts)
    return 0


def _sample(dice: Any, legals: Any, counts: Any, actions: Any) -> int:
    """Write a random legal action for every game; 0 where there is none."""
    for i in range(len(actions)):
        actions[i] = legals[i, roll(dice[i], counts[i])] if counts[i] > 0 else 0
    return 0


_RULES = ("setup", "legal", "step", "to_play", "score", "observe")
_TABLES = (
    *("games", "games", "dice", "ints", "ints", "ints", "flags"),
    *("floats2", "bytes2", "shorts2", "ints", "shorts", "int"),
)
_LOOPS: dict[str, tuple[Callable[..., int], tuple[str, ...], tuple[str, ...]]] = {
    "reset": (_reset, _RULES, (*_TABLES, "flags")),
    "step": (
        _step,
        _RULES,
        (
            *(*_TABLES, "ints", "ints", "flags", "floats2", "doubles2", "shorts3", "ints"),
            *("int", "int", "int", "int", "flags"),
        ),
    ),
    "sample": (_sample, (), ("dice", "shorts2", "ints", "ints")),
}


class _Pointer:
    """A compiled rule that knows its address; a dispatcher looks it up in every call."""

    def __init__(self, dispatcher: Any) -> None:
        (compiled,) = dispatcher.overloads.values()
        name = compiled.fndesc.llvm_cfunc_wrapper_name
        self._address = int(compiled.library.get_pointer_to_function(name))
        self._kept = dispatcher

    def __wrapper_address__(self) -> int:
        return self._address


@functools.cache
def _compiled_loop(name: str, game: Game) -> Callable[..., int]:
    import numba
    from numba import types

    function, entries, rest = _LOOPS[name]
    kinds = {
        "games": games_type(game),
        "dice": types.Array(numba.from_dtype(dtype_of(Dice)), 1, "C"),
        "int": types.int64,
        "ints": types.Array(types.int64, 1, "C"),
        "flags": types.Array(types.boolean, 1, "C"),
        "bytes2": types.Array(types.int8, 2, "C"),
        "floats2": types.Array(types.float32, 2, "C"),
        "doubles2": types.Array(types.float64, 2, "C"),
        "shorts": types.Array(types.int32, 1, "C"),
        "shorts2": types.Array(types.int32, 2, "C"),
        "shorts3": types.Array(types.int32, 3, "C"),
    }
    pointers = [types.FunctionType(signature(game, entry)) for entry in entries]
    dispatcher = numba.njit(nogil=True, boundscheck=checked())(function)
    keep(dispatcher, function)
    dispatcher.compile(types.int64(*pointers, *(kinds[kind] for kind in rest)))
    rules = [_Pointer(getattr(compiled_engine(game), entry)) for entry in entries]
    # Straight to the compiled code: to find it by the types of the arguments takes 300 µs a call
    # when rules are among them, longer than a small batch takes to play. The types are ours.
    (compiled,) = dispatcher.overloads.values()
    return functools.partial(compiled.entry_point, *rules)


def _loop(name: str, game: Game) -> Callable[..., int]:
    if mode() != "plain":
        return _compiled_loop(name, game)
    function, entries, _ = _LOOPS[name]
    return functools.partial(function, *(getattr(plain_engine(game), entry) for entry in entries))


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
        self.tables: Games = np.repeat(self.start, n)
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
        self.observations = np.zeros((n, self.observation.size), np.float32)
        self.masks = np.zeros((n, len(found.actions)), np.int8)
        self.legal = np.zeros((n, found.max_legal), np.int32)
        """The legal actions of each game, sorted; `counts` says how many they are."""
        self.counts = np.zeros(n, np.int64)
        self.last = np.zeros((n if autoreset == SAME_STEP else 0, self.observation.size), "f4")
        """With SAME_STEP: the last observation of the games that are over."""
        self.rewards = np.zeros((n, self.players), np.float64)
        """The rewards of all seats, of the games that ended with the last action."""
        self.sheets = np.zeros((n, *found.new_sheet().shape), np.int32)
        """The last score sheet of each game that ended, by seat and line."""
        self._points = point_lines(found)
        self._actions = np.zeros(n, np.int64)
        self._loops = {name: _loop(name, found) for name in _LOOPS}
        self._every = np.ones(n, np.bool_)
        self._begun = False
        self._tables = (
            *(self.start, self.tables, self._dice, self.seeds, self._learners, self.seats),
            *(self.over, self.observations, self.masks, self.legal, self.counts),
            np.zeros(found.max_legal, np.int32),
            self._others,
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
                check_seed(given[i])
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
        self.acted[marked] = -1
        self.started[:] = marked
        self._begun = True
        self._loops["reset"](*self._tables, marked)
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
        return self._loops["step"](
            *self._tables,
            self._actions,
            self.acted,
            self.started,
            self.last,
            self.rewards,
            self.sheets,
            self._points,
            self.players,
            int(self.reward),
            self.autoreset,
            int(self._any_seat),
            which,
        )

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

    def _bot_chooses(self, i: int) -> int:
        assert self.opponents is not None
        seat = int(self.seats[i])
        if (i, seat) not in self._bots:
            name = self.opponents[(seat - int(self._learners[i])) % self.players - 1]
            self._bots[i, seat] = chooser(name, self.game, self.players)
        table = self.tables[i : i + 1].copy()
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
    def totals(self) -> NDArray[np.int32]:
        """The last totals of each game that ended, by seat."""
        lines = self._points.astype(bool)
        totals: NDArray[np.int32] = self.sheets[:, : self.players, lines].sum(axis=2)
        return totals

    @property
    def nbytes(self) -> int:
        """The memory of all tables and arrays; of `legal` only a part is ever touched."""
        arrays = (*self._tables[:-1], self._sampling, self.last, self.rewards, self.sheets)
        return sum(array.nbytes for array in arrays)


class GameOver(HortaError):
    """A step was asked of a game that is over."""


def _record(dice: Games, i: int) -> Any:
    return at(Dice, dice, i)

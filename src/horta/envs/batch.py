"""A batch: N games side by side, advanced in one compiled call, with observations and masks.

    batch = Batch("paris", 1024)
    batch.reset(seed=7)
    while True:
        actions = policy(batch.observations, batch.masks, batch.seats)
        batch.step(actions)              # the same arrays hold the next observations now
        batch.rewards[batch.over]        # of the games that ended just now, for every seat

Nothing is copied: `observations`, `masks`, `rewards` and the others are the arrays that the
compiled loop writes. Copy what you keep, and do not write on what is shown: a step only takes away
what the step before it has set. Games do not know of each other: the same seeds and
actions give the same games in a batch of any size, and with any number of `threads`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from horta.core import registry
from horta.core.binding import bind
from horta.core.dice import Dice, new_seed, roll, seed_dice
from horta.core.drivers import MOST_STEPS, Broken
from horta.core.engine import compiled_engine, engine, mode, plain_engine
from horta.core.errors import BadOption, HortaError, IllegalAction
from horta.core.notes import ring_of
from horta.core.outcome import tie_breaks
from horta.core.record import Games, at, blank, copy_table, rows
from horta.core.seeds import check_number
from horta.envs.loops import (
    BLOCK,
    BOTS,
    NEXT_STEP,
    NOBODY_ELSE,
    RANDOM,
    SAME_STEP,
    WAIT,
    Results,
    Share,
    State,
    Terms,
    reset_games,
    sample_actions,
    step_games,
)
from horta.envs.memory import SMALL, Allocate, Page, Pages, block, sparse, zeros
from horta.envs.opponents import Chooser, chooser, read_opponents
from horta.envs.rewards import read_reward
from horta.envs.threads import Crew

__all__ = ["NEXT_STEP", "SAME_STEP", "WAIT", "Batch", "GameOver"]

ALL_SEATS = -1
"""The learner of a game of self-play."""


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
        threads: int = 1,
        fresh: bool = False,
        allocate: Allocate = zeros,
    ) -> None:
        """Prepare the tables.

        Without `opponents` every decision of every seat is the caller's (self-play). With
        them the caller plays one seat, `seat` or one that is drawn for every game: `"random"` are
        random players inside the compiled loop; any other bot (`"greedy"`, `"mcts:50it"`, or a
        list with one for each other seat) thinks between the steps.

        With `threads` the games are shared out: so many processors work at a step, each at
        least on a block of 64 games. What is played does not depend on it.

        With `fresh` a step does not write on the arrays that the steps before it have shown:
        `observations`, `masks`, `legal` and `counts` are others after every step, and what
        somebody holds stays as it was.

        `allocate` gives the memory of tables, observations and masks, as an array of so many
        bytes: pinned memory that a device reads without a copy, for example.
        """
        self.game = found = registry.game(game)
        self.observation = found.observation_spec
        self.players = found.min_players if players is None else players
        self.players = found.check_players(self.players)
        self.opponents = None if opponents is None else read_opponents(opponents, self.players)
        if seat is not None and (opponents is None or not 0 <= seat < self.players):
            raise BadOption(f"seat {seat}: 0 to {self.players - 1}, and only with opponents")
        _check_sizes(n, threads, autoreset)
        self.n, self.seat, self.autoreset, self.threads = n, seat, autoreset, threads
        self.reward = read_reward(reward)
        self.options = found.read_options(options or {})
        self.components = found.read_components(components)
        self.start = found.new_table(self.players, self.options, self.components)
        self._allocate, self.fresh = allocate, fresh
        self._terms = self._new_terms(any_seat=opponents is not None and seat is None)
        self._lay_out()
        self._share_out()
        self._pages = Pages(self._new_page) if fresh else None
        self._begun = False
        self._bots: dict[tuple[int, int], Chooser] = {}
        self._bind_loops()

    def _new_terms(self, *, any_seat: bool) -> Terms:
        told, untold = ring_of(self.game.table)
        return Terms(
            breaks=tie_breaks(self.game),
            others=_others(self.opponents),
            players=self.players,
            kind=int(self.reward),
            autoreset=self.autoreset,
            any_seat=any_seat,
            fresh=self.fresh,
            told=told,
            untold=untold,
        )

    def _bind_loops(self) -> None:
        found = self.game
        rules = plain_engine(found) if mode() == "plain" else compiled_engine(found)
        self._reset_loop = bind(reset_games, rules)
        self._step_loop = bind(step_games, rules)
        self._sample_loop = bind(sample_actions, rules)

    def _share_out(self) -> None:
        """Give each thread its games, whole blocks of them, and a list of its own to write on."""
        blocks = -(-self.n // BLOCK)
        shares = min(self.threads, blocks)
        ends = [min(self.n, BLOCK * (blocks * k // shares)) for k in range(shares + 1)]
        self._crew = Crew(self.threads)
        self._spans = list(pairwise(ends))
        self._desks = [
            self._state,
            *(self._state._replace(out=self.game.new_list()) for _ in range(1, shares)),
        ]

    def _together(self, work: Callable[[State, Share], int], *, check: bool, play: bool) -> int:
        """Have all threads work at their games; return what the first of them has to tell."""
        if len(self._spans) == 1:
            return work(self._state, Share(*self._spans[0], check, play))

        def part(k: int) -> int:
            return work(self._desks[k], Share(*self._spans[k], check, play))

        return next((told for told in self._crew.run(part, len(self._spans)) if told), 0)

    def _lay_out(self) -> None:
        """Make the arrays that the loops read and write.

        Each has a row for each game; what a row holds is as long as the game's own contract says:
        its observation, its actions, its score sheet.
        """
        found, n, start = self.game, self.n, self.start
        self.tables: Games
        self.tables, self.sheets = block(
            self._allocate, ((n,), start.dtype), ((n, *found.new_sheet().shape), np.int32)
        )
        page = self._new_page()
        self.observations, self.masks, self.legal, self.counts = page
        """What is shown of each game to the seat that is to play; `counts` tells how many actions
        are legal: so many of its row in `legal`, sorted."""
        self.tables[:] = start[0]
        self._dice, self._sampling = blank(Dice, n), blank(Dice, n)
        compiled = mode() != "plain"
        self._sampling_rows = rows(Dice, self._sampling, compiled=compiled)
        self._actions = np.zeros(n, np.int64)
        self._every = np.ones(n, np.bool_)
        learner = ALL_SEATS if self.seat is None else self.seat
        self._state = State(
            start=start,
            games=self.tables,
            dice=rows(Dice, self._dice, compiled=compiled),
            seeds=np.zeros(n, np.int64),
            learners=np.full(n, learner, np.int64),
            seats=np.full(n, -1, np.int64),
            over=np.zeros(n, np.bool_),
            out=found.new_list(),
            **page._asdict(),
        )
        last = n if self.autoreset == SAME_STEP else 0
        self._results = Results(
            acted=np.full(n, -1, np.int64),
            started=np.zeros(n, np.bool_),
            last=np.zeros((last, self.observation.size), np.float32),
            rewards=np.zeros((n, self.players)),
            gains=np.zeros(n),
            sheets=self.sheets,
            totals=np.zeros((n, self.players), np.int32),
        )
        self._name_arrays()

    def _new_page(self) -> Page:
        n, actions = self.n, len(self.game.actions)
        shown = ((n, self.observation.size), np.float32), ((n, actions), np.int8)
        lists = (n, actions), np.int32
        if actions * np.dtype(np.int32).itemsize < SMALL:  # each page is written on anyway
            observations, masks, legals = block(self._allocate, *shown, lists)
        else:
            observations, masks = block(self._allocate, *shown)
            legals = sparse(n, actions)
        return Page(observations, masks, legals, np.zeros(n, np.int64))

    def _turn_page(self, marked: NDArray[np.bool_]) -> None:
        """Show what comes on arrays that nobody holds; games that are not marked stay as shown."""
        if self._pages is None:
            return
        before = Page(self.observations, self.masks, self.legal, self.counts)
        page = self._pages.next()  # not the one before, which the batch itself holds
        if not marked.all():
            wide = max(1, int(before.counts.max()))
            page.legals[:, :wide] = before.legals[:, :wide]
            for name in ("observations", "masks", "counts"):
                getattr(page, name)[:] = getattr(before, name)
        self.observations, self.masks, self.legal, self.counts = page
        self._desks = [desk._replace(**page._asdict()) for desk in self._desks]
        self._state = self._desks[0]

    def _name_arrays(self) -> None:
        """Give the arrays their public names."""
        state, results = self._state, self._results
        self.seeds = state.seeds
        """The seed that each game was dealt from: `horta.start(…, seed=…)` deals the same."""
        self.seats = state.seats
        """Whose decision it is, and whose observation; the last one's when the game is over."""
        self.over = state.over
        """The games that ended with the last action."""
        self.acted = results.acted
        """Who took the last action; -1 where a game began anew instead."""
        self.started = results.started
        """The games that were dealt in the last step."""
        self.last = results.last
        """With SAME_STEP: the last observation of the games that are over."""
        self.rewards = results.rewards
        """The rewards of all seats, of the games that ended with the last action."""
        self.gains = results.gains
        """Of these, the reward of who took the last action."""
        self.totals = results.totals
        """The last totals of each game that ended, by seat."""
        self._learners = state.learners

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
                seed_dice(at(Dice, self._dice, i), given[i] ^ 0x1893)
                seed_dice(at(Dice, self._sampling, i), given[i] ^ 0x1897)
        else:
            for i in rows:
                self.seeds[i] = new_seed(at(Dice, self._dice, i))
        if self._terms.any_seat:
            for i in rows:
                self._learners[i] = roll(at(Dice, self._dice, i), self.players)
        self.rewards[marked] = 0.0
        self.gains[marked] = 0.0
        self.acted[marked] = -1
        self.started[:] = marked
        self._begun = True

        def deal(state: State, share: Share) -> int:
            return self._reset_loop(state, self._terms, marked, share)

        self._turn_page(marked)
        endless = self._together(deal, check=False, play=True)
        if endless:
            raise self._no_end(endless - 1)
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
        if wrong > self.n:
            raise self._no_end(wrong - self.n - 1)
        if wrong > 0:
            raise IllegalAction(self._why_not(wrong - 1))
        if wrong < 0:
            raise GameOver(f"game {-wrong - 1} is over and must be reset")
        self._forget_bots(self.started)
        self._bots_play()

    def _step(self, which: NDArray[np.bool_]) -> int:
        def step(state: State, share: Share) -> int:
            return self._step_loop(state, self._terms, self._results, self._actions, which, share)

        if len(self._spans) == 1 and self._pages is None:
            return self._together(step, check=True, play=True)
        # All actions are looked at before the first is played.
        wrong = self._together(step, check=True, play=False)
        if wrong:
            return wrong
        if which is self._every:  # and not the bots' answers to it
            self._turn_page(which)
        return self._together(step, check=False, play=True)

    def _forget_bots(self, started: NDArray[np.bool_]) -> None:
        """Send the bots of games that began anew home: some remember what they thought."""
        if self._bots:
            self._bots = {key: bot for key, bot in self._bots.items() if not started[key[0]]}

    def _bots_play(self) -> None:
        """Let bots play up to the caller's next decision in every game."""
        if self._terms.others != BOTS:
            return
        acted, started = self.acted.copy(), self.started.copy()
        over, rewards = self.over.copy(), self.rewards.copy()
        for _ in range(MOST_STEPS):
            waiting = (self.counts > 0) & (self.seats != self._learners)
            if not waiting.any():
                break
            asked = np.flatnonzero(waiting).tolist()
            self._crew.run(partial(self._bots_choose, asked), min(self.threads, len(asked)))
            wrong = self._step(waiting)
            assert wrong == 0, self._why_not(wrong - 1)
            ended = waiting & self.over
            over |= ended
            rewards[ended] = self.rewards[ended]
            started |= waiting & self.started
            self._forget_bots(waiting & self.started)
        else:
            raise self._no_end(int(np.flatnonzero(waiting)[0]))
        self.acted[:], self.started[:] = acted, started
        self.over[:], self.rewards[:] = over, rewards
        self.gains[:] = rewards[np.arange(self.n), np.maximum(acted, 0)]

    def _bots_choose(self, waiting: list[int], k: int) -> None:
        """Let the bots of one thread think: the search of a bot lets go of Python's lock too."""
        for i in waiting[k :: self.threads]:
            self._actions[i] = self._bot_chooses(i)

    def _bot_chooses(self, i: int) -> int:
        assert self.opponents is not None
        seat = int(self.seats[i])
        if (i, seat) not in self._bots:
            name = self.opponents[(seat - int(self._learners[i])) % self.players - 1]
            self._bots[i, seat] = chooser(
                name, self.game, self.players, self.options, self.components
            )
        table = copy_table(self.tables[i : i + 1])
        engine(self.game).redact(table, 0, seat)
        # From the deal's own dice, so that a batch of any size plays the same games.
        seed = new_seed(at(Dice, self._dice, i))
        legal = self.legal[i, : self.counts[i]].tolist()
        return self._bots[i, seat](table, seat, legal, seed)

    def _no_end(self, i: int) -> Broken:
        return Broken(
            f"{self.game.id}, seed {self.seeds[i]}: game {i} comes neither to its end nor to a "
            "decision of the caller"
        )

    def _why_not(self, i: int) -> str:
        action = int(self._actions[i])
        if not 0 <= action < len(self.game.actions):
            last = len(self.game.actions) - 1
            return f"game {i}: there is no action {action}; they run from 0 to {last}"
        return f"game {i}: '{self.game.actions.text(action)}' ({action}) is not legal now"

    def sample(self) -> NDArray[np.int64]:
        """Return a random legal action for every game, in an array of its own."""
        actions = np.zeros(self.n, np.int64)

        def sample(state: State, share: Share) -> int:
            return self._sample_loop(
                self._sampling_rows, state.legals, state.counts, actions, share
            )

        self._together(sample, check=False, play=True)
        return actions

    def listed(self) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        """Return the legal actions of all games one after the other, and where each game's begin.

        The masks of Paris have 6,490 places a game, of which some dozens are set: this is what
        to keep, or to send to a device. Game i has `actions[starts[i]:starts[i + 1]]`.
        """
        starts = np.zeros(self.n + 1, np.int64)
        np.cumsum(self.counts, out=starts[1:])
        wide = self.legal[:, : max(1, int(self.counts.max()))]
        return starts, wide[np.arange(wide.shape[1]) < self.counts[:, None]]

    def _arrays(self) -> dict[str, NDArray[Any]]:
        """Return every array that changes as games go on, by name; tables and dice as bytes.

        Field by field, to copy them would take fifty times as long.
        """
        lists = self.legal[:, : max(1, int(self.counts.max()))]
        state = self._state._replace(dice=self._dice, legals=lists)._asdict()
        fixed = ("start", "out")
        arrays = {name: array for name, array in state.items() if name not in fixed}
        arrays |= {**self._results._asdict(), "sampling": self._sampling}
        return {
            name: array.view(np.uint8) if array.dtype.names else array
            for name, array in arrays.items()
        }

    def _arguments(self) -> dict[str, Any]:
        """Return what the batch was made of."""
        return {
            "game": self.game.id,
            "n": self.n,
            "players": self.players,
            "reward": self.reward.name.lower(),
            "opponents": self.opponents,
            "seat": self.seat,
            "autoreset": self.autoreset,
            "options": self.options.model_dump(mode="json"),
            "components": self.components.model_dump(mode="json", exclude_unset=True),
            "threads": self.threads,
            "fresh": self.fresh,
            "allocate": self._allocate,
        }

    def __getstate__(self) -> dict[str, Any]:
        """Return what a pickle or a copy holds: the arguments, the arrays, and who is seated."""
        arrays = {name: array.copy() for name, array in self._arrays().items()}
        return {
            "arguments": self._arguments(),
            "arrays": arrays,
            "begun": self._begun,
            "bots": self._bots,
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(**state["arguments"])  # type: ignore[misc]
        self._begun, self._bots = state["begun"], state["bots"]
        self.counts[:] = state["arrays"]["counts"]  # it says how wide the lists are
        for name, array in self._arrays().items():
            array[:] = state["arrays"][name]

    @property
    def nbytes(self) -> int:
        """The memory of all tables and arrays; of `legal` only a part is ever touched."""
        state = self._state._replace(dice=self._dice)
        arrays = (*state, *self._results, self._sampling, self._actions)
        return sum(array.nbytes for array in arrays)


def _check_sizes(n: int, threads: int, autoreset: int) -> None:
    if n < 1:
        raise BadOption(f"a batch has at least 1 game, not {n}")
    if threads < 1:
        raise BadOption(f"a batch is advanced by at least 1 thread, not {threads}")
    if autoreset not in (WAIT, NEXT_STEP, SAME_STEP):
        raise BadOption(f"there is no autoreset {autoreset}")


def _others(opponents: Sequence[str] | None) -> int:
    """Return who plays the other seats."""
    if opponents is None:
        return NOBODY_ELSE
    return RANDOM if set(opponents) == {"random"} else BOTS


class GameOver(HortaError):
    """A step was asked of a game that is over."""

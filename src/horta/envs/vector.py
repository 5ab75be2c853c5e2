"""A Gymnasium vector environment that advances N games in one compiled call.

    env = VectorEnv("paris", 1024)                         # self-play: every decision is yours
    env = VectorEnv("paris", 1024, opponents="random")     # one seat is yours
    env = VectorEnv("paris", 16, opponents="mcts:50it")    # the same, against any bot

    observations, infos = env.reset(seed=7)
    observations, rewards, terminations, truncations, infos = env.step(env.sample())

Observations are `{"observation": float32 [N, size], "action_mask": int8 [N, actions]}`, each for
the seat that is to play; `infos` says which one (`seat`, `to_play`). They stay as they are, as
copies would: a step writes on arrays that nobody holds any more. With `copy=False` they are the
arrays that the next step overwrites, which is a little faster. `threads=4` shares the games out to
four threads, which play the same games.

An illegal action is refused and nothing is played (`illegal="raise"`), or a random legal one is
played instead and `infos["illegal"]` tells where (`illegal="random"`): for libraries that try
actions without a look at the masks, as torchrl does when it wraps an environment.

In self-play the reward of a step belongs to the seat that took it (`infos["acted"]`), and
`infos["rewards"]` has those of all seats when a game ends; else it is the reward of your seat.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from horta.core.errors import BadOption, IllegalAction
from horta.envs.batch import NEXT_STEP, SAME_STEP, WAIT, Batch, GameOver
from horta.envs.spaces import observation_space

Observations = dict[str, NDArray[Any]]

ILLEGAL = ("raise", "random")
"""What may become of an illegal action."""

_MODES = {
    AutoresetMode.NEXT_STEP: NEXT_STEP,
    AutoresetMode.SAME_STEP: SAME_STEP,
    AutoresetMode.DISABLED: WAIT,
}


class VectorEnv(gymnasium.vector.VectorEnv[Observations, NDArray[Any], NDArray[Any]]):
    """N games of one kind; see the module's docstring."""

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        players: int | None = None,
        *,
        reward: str = "win",
        opponents: str | Sequence[str] | None = None,
        seat: int | None = None,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        options: Mapping[str, Any] | None = None,
        components: Mapping[str, Any] | None = None,
        copy: bool = True,
        threads: int = 1,
        illegal: str = "raise",
    ) -> None:
        mode = AutoresetMode(autoreset_mode)
        if illegal not in ILLEGAL:
            raise BadOption(f"illegal: {' or '.join(ILLEGAL)}, not '{illegal}'")
        self.batch = Batch(
            game,
            num_envs,
            players,
            reward=reward,
            opponents=opponents,
            seat=seat,
            autoreset=_MODES[mode],
            options=options,
            components=components,
            threads=threads,
            fresh=copy,
        )
        self.metadata = {"autoreset_mode": mode, "render_modes": []}
        self.autoreset_mode = mode
        self.num_envs = num_envs
        self.copy, self.illegal = copy, illegal
        self.single_observation_space = observation_space(self.batch.game)
        self.single_action_space = gymnasium.spaces.Discrete(len(self.batch.game.actions))
        self._lay_out_observations()
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._never = np.zeros(num_envs, np.bool_)
        self._always = np.ones(num_envs, np.bool_)
        self._always.flags.writeable = False  # all infos share it

    def _lay_out_observations(self) -> None:
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)

    def __getstate__(self) -> dict[str, Any]:
        """Return what a pickle holds: not the bounds of every observation of every game."""
        return {name: part for name, part in vars(self).items() if name != "observation_space"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._always.flags.writeable = False
        self._lay_out_observations()

    def reset(
        self,
        *,
        seed: int | list[int] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observations, dict[str, Any]]:
        """Deal all games, or those that `options["reset_mask"]` marks.

        Game i is dealt from seed + i: `horta.start(game, seed=seed + i)` deals the same.
        """
        mask = None if options is None else options.get("reset_mask")
        if seed is None and not self.batch._begun:
            seed = int(self.np_random.integers(2**31))
        elif isinstance(seed, int):
            super().reset(seed=seed)
        self.batch.reset(seed, mask)
        return self._observations(), self._infos()

    def step(
        self, actions: ArrayLike
    ) -> tuple[Observations, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Play one action in every game.

        `InvalidAction` leaves all games as they were; with `illegal="random"` there is none.
        `ResetNeeded` is for a game that is over,
        when it is not reset automatically.
        """
        batch = self.batch
        if not batch._begun:
            raise gymnasium.error.ResetNeeded("call reset before the first step")
        replaced = self._never
        if self.illegal == "random":
            actions, replaced = self._legal_instead(actions)
        try:
            batch.step(actions)
        except IllegalAction as problem:
            raise gymnasium.error.InvalidAction(str(problem)) from problem
        except GameOver as problem:
            raise gymnasium.error.ResetNeeded(str(problem)) from problem
        terminations, truncations = batch.over.copy(), self._never.copy()
        infos = self._infos()
        if self.illegal == "random":
            infos |= {"illegal": replaced, "_illegal": self._always}
        return self._observations(), batch.gains.copy(), terminations, truncations, infos

    def _legal_instead(self, actions: ArrayLike) -> tuple[NDArray[Any], NDArray[np.bool_]]:
        """Put random legal actions in the place of illegal ones; tell where."""
        batch, given = self.batch, np.array(actions)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            return given, self._never  # the batch refuses it as a whole
        known = (given >= 0) & (given < batch.masks.shape[1])
        wrong = batch.masks[np.arange(self.num_envs), np.where(known, given, 0)] == 0
        wrong = (wrong | ~known) & (batch.counts > 0)  # a game that is over takes any action
        if wrong.any():
            given[wrong] = batch.sample()[wrong]
        return given, wrong

    def sample(self) -> NDArray[np.int64]:
        """Return a random legal action for every game, in one compiled call."""
        return self.batch.sample()

    def _observations(self) -> Observations:
        batch = self.batch
        return {"observation": batch.observations, "action_mask": batch.masks}

    def _infos(self) -> dict[str, Any]:
        batch = self.batch
        ended = batch.over.copy()
        seats = batch.seats.copy()
        to_play = seats
        if batch.autoreset != SAME_STEP and ended.any():
            to_play = np.where(ended, -1, seats)
        infos: dict[str, Any] = {
            "seat": seats,
            "_seat": self._always,
            "to_play": to_play,
            "_to_play": self._always,
            "acted": batch.acted.copy(),
            "_acted": self._always,
        }
        if ended.any():
            final = {
                "rewards": batch.rewards.copy(),
                "_rewards": ended,
                "scores": batch.totals.copy(),
                "_scores": ended,
            }
            infos |= final
            if batch.autoreset == SAME_STEP:
                last = np.full(self.num_envs, None, object)
                for i in np.flatnonzero(ended):
                    last[i] = {
                        "observation": batch.last[i].copy(),
                        "action_mask": np.zeros(batch.masks.shape[1], np.int8),
                    }
                infos |= {"final_obs": last, "_final_obs": ended}
                infos |= {"final_info": final, "_final_info": ended}
        return infos

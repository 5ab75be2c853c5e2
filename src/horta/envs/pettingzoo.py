"""PettingZoo environments of the AEC kind, one for every game that has an observation.

from horta.envs.pettingzoo import paris_v0

env = paris_v0.env()
env.reset(seed=7)
for agent in env.agent_iter():
    observation, reward, termination, truncation, info = env.last()
    over = termination or truncation
    mask = observation["action_mask"]
    env.step(None if over else env.action_space(agent).sample(mask))

The rewards (`reward="win"`, `"rank"` or `"margin"`) come at the end; `horta.envs.rewards` tells
what they are. An illegal action ends the game with a reward of -1, as in PettingZoo's classic
games; `raw_env` raises `IllegalAction` instead.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from types import ModuleType
from typing import Any

import gymnasium
import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils.conversions import turn_based_aec_to_parallel
from pettingzoo.utils.env_logger import EnvLogger

from horta.core import registry
from horta.core.errors import IllegalAction
from horta.core.game import Game
from horta.core.match import Match
from horta.core.seeds import check_number
from horta.envs.names import seen_games
from horta.envs.rendering import RENDER_MODES, Screen, check_mode, render
from horta.envs.rewards import read_reward
from horta.envs.single import ILLEGAL_REWARD, final_rewards
from horta.envs.spaces import observation_space


class HortaEnv(AECEnv[str, Any, Any]):
    """The seats of one match as agents `player_0`, `player_1`, …; see the module's docstring.

    What PettingZoo's usual wrappers do (an illegal action ends the game, calls in the wrong order
    are refused) is done here: each wrapper would take longer than the step itself.
    """

    def __init__(
        self,
        game: str,
        players: int | None = None,
        *,
        forgiving: bool = True,
        reward: str = "win",
        options: Mapping[str, Any] | None = None,
        components: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.game = found = registry.game(game)
        self.players = found.min_players if players is None else players
        self.players = found.check_players(self.players)
        check_mode(render_mode)
        self.metadata = {
            "name": found.env_id.replace("-", "_"),
            "render_modes": RENDER_MODES,
            "render_fps": 1,
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.forgiving = forgiving
        self.possible_agents = [f"player_{seat}" for seat in range(self.players)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._reward = read_reward(reward)
        self._options = found.read_options(options or {})
        self._components = found.read_components(components)
        self._rng = np.random.default_rng()
        self._screen = Screen()
        self._spaces = {
            agent: (observation_space(found), gymnasium.spaces.Discrete(len(found.actions)))
            for agent in self.possible_agents
        }
        self.match: Match | None = None

    def __getstate__(self) -> dict[str, Any]:
        """Return what a pickle or a copy holds: all but the window."""
        return {name: value for name, value in self.__dict__.items() if name != "_screen"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._screen = Screen()

    def observation_space(self, agent: str) -> Any:
        """Return the space of observation and action mask."""
        return self._spaces[agent][0]

    def action_space(self, agent: str) -> Any:
        """Return the space of actions."""
        return self._spaces[agent][1]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game; the same seed gives the same games from here on."""
        if seed is not None:
            check_number(seed)
            self._rng = np.random.default_rng(seed)
        deal = int(self._rng.integers(2**53))
        self.match = Match(self.game, self.players, self._options, self._components, deal)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.match.to_play or 0]
        self._show()

    def observe(self, agent: str) -> Any:
        """Return what an agent may know; the mask is empty when it is not its turn."""
        match = self.match
        if match is None:
            EnvLogger.error_observe_before_reset()
            raise AssertionError
        seat = self._seats[agent]
        if agent == self.agent_selection and not self.terminations[agent]:
            mask = match.mask()
        else:
            mask = np.zeros(len(self.game.actions), np.int8)
        return {"observation": match.observe(seat), "action_mask": mask}

    def step(self, action: Any) -> None:
        """Play an action for the agent whose turn it is; None for one that is done."""
        match, agent = self.match, self.agent_selection if self.agents else ""
        if match is None:
            EnvLogger.error_step_before_reset()
            raise AssertionError
        if not agent:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        action = self._checked(action)
        try:
            match.play(action)
        except IllegalAction:
            if not self.forgiving:
                raise
            EnvLogger.warn_on_illegal_move()
            self._end({agent: ILLEGAL_REWARD}, {"illegal": action})
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        seat = match.to_play
        if seat is None:
            rewards = final_rewards(match, self._reward).tolist()
            result = {"scores": match.scores, "winners": match.winners}
            self._end(dict(zip(self.agents, rewards, strict=True)), result)
        else:
            self.agent_selection = self.possible_agents[seat]
        self._show()

    def _checked(self, action: Any) -> int:
        n = len(self.game.actions)
        whole = isinstance(action, int | np.integer) or (
            isinstance(action, np.ndarray) and action.ndim == 0 and action.dtype.kind in "iu"
        )
        inside = whole and 0 <= action < n
        assert inside, f"{action!r} is not an action: they run from 0 to {n - 1}"
        return int(action)

    def _end(self, rewards: dict[str, float], info: dict[str, Any]) -> None:
        self._cumulative_rewards[self.agent_selection] = 0.0
        for agent in self.agents:
            self.rewards[agent] = rewards.get(agent, 0.0)
            self.terminations[agent] = True
            self.infos[agent] = dict(info)
        self._accumulate_rewards()
        self._deads_step_first()

    def render(self) -> Any:
        """Return what a spectator sees, as `render_mode` asks; `human` shows every step."""
        if self.match is None:
            EnvLogger.error_render_before_reset()
            raise AssertionError
        if self.render_mode is None:
            gymnasium.logger.warn("render() without a render_mode shows nothing")
            return None
        return render(self.match, self.render_mode, self._screen, None)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def close(self) -> None:
        """Put the picture away."""
        self._screen.close()


def _module(game: Game) -> ModuleType:
    name = game.env_id.replace("-", "_")
    module = ModuleType(f"{__name__}.{name}", f"{game.title} as a PettingZoo environment.")

    def raw_env(**kwargs: Any) -> HortaEnv:
        """Return the environment that raises `IllegalAction`."""
        return HortaEnv(game.id, forgiving=False, **kwargs)

    def env(**kwargs: Any) -> HortaEnv:
        """Return the environment in which an illegal action ends the game."""
        return HortaEnv(game.id, **kwargs)

    def parallel_env(**kwargs: Any) -> Any:
        """Return the environment for all agents at once; those who wait say None."""
        return turn_based_aec_to_parallel(env(**kwargs))

    module.raw_env, module.env, module.parallel_env = raw_env, env, parallel_env  # type: ignore[attr-defined]
    return module


@functools.cache
def _modules() -> dict[str, ModuleType]:
    return {game.env_id.replace("-", "_"): _module(game) for game in seen_games()}


def __getattr__(name: str) -> ModuleType:
    if not name.startswith("_") and name in _modules():
        return _modules()[name]
    raise AttributeError(f"module '{__name__}' has no attribute '{name}'")


def __dir__() -> list[str]:
    return sorted([*globals(), *_modules()])

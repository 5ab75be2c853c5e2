"""A Gymnasium environment for one agent against bots.

```python
import gymnasium
import horta.envs

env = gymnasium.make("horta/Paris-v0", opponents=["random"])
observation, info = env.reset(seed=7)
action = env.action_space.sample()          # a legal one; or sample(observation["action_mask"])
observation, reward, terminated, truncated, info = env.step(action)
```
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from horta.core import registry
from horta.core.errors import BadOption, IllegalAction
from horta.core.match import Match
from horta.envs.opponents import Opponent, opponent, read_opponents
from horta.envs.rendering import RENDER_MODES, Screen, check_mode, render
from horta.envs.rewards import Reward, read_reward, rewards_for
from horta.envs.spaces import LegalDiscrete, Mask, observation_space

Seen = dict[str, Any]

ILLEGAL = ("terminate", "random", "raise")
"""What may become of an illegal action."""

ILLEGAL_REWARD = -1.0


class SingleEnv(gymnasium.Env[Seen, int]):
    """One seat is the agent's, the others are played by bots.

    `seat` is the agent's; without one, a seat is drawn for every game. The reward comes at the
    end (`horta.envs.rewards`). `match` is the game being played, with its transcript.

    `illegal` says what becomes of an illegal action: it ends the game with a reward of -1
    (`"terminate"`, as in PettingZoo), a random legal one is played instead (`"random"`), or
    `InvalidAction` leaves the game as it was (`"raise"`). `info["illegal"]` tells of the first two.
    Nobody chose what `action_space.sample()` drew: where it was drawn before a reset, as
    Gymnasium's checker does, and is not legal after it, `"raise"` draws another one as well.
    With `show_seed` the seed of the deal stands in `info`, which gives away all that is hidden.
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        opponents: str | Sequence[str] | None = None,
        players: int | None = None,
        *,
        seat: int | None = None,
        reward: str = "win",
        options: Mapping[str, Any] | None = None,
        components: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
        illegal: str = "terminate",
        show_seed: bool = False,
    ) -> None:
        if illegal not in ILLEGAL:
            raise BadOption(f"illegal: {', '.join(ILLEGAL)}, not '{illegal}'")
        self.illegal, self.show_seed = illegal, show_seed
        self.game = found = registry.game(game)
        self.players = found.min_players if players is None else players
        self.players = found.check_players(self.players)
        if seat is not None and not 0 <= seat < self.players:
            raise BadOption(f"there is no seat {seat}; seats run from 0 to {self.players - 1}")
        check_mode(render_mode)
        self.opponents = read_opponents(opponents, self.players)
        self.render_mode = render_mode
        self.observation_space = observation_space(found)
        self.action_space: LegalDiscrete = LegalDiscrete(len(found.actions), self._mask)
        self.match: Match | None = None
        self.seat = -1
        self._reward = read_reward(reward)
        self._own_seat = seat
        self._options = found.read_options(options or {})
        self._components = found.read_components(components)
        self._others: dict[int, Opponent] = {}
        self._screen = Screen()
        self._stopped = False

    def __getstate__(self) -> dict[str, Any]:
        """Return what a pickle or a copy holds: all but the window."""
        return {name: value for name, value in self.__dict__.items() if name != "_screen"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._screen = Screen()
        self.action_space.mask_by(self._mask)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Deal a new game and let the others play up to the agent's first decision."""
        super().reset(seed=seed, options=options)
        self._stopped = False
        while True:
            rng = self.np_random
            self.seat = (
                int(rng.integers(self.players)) if self._own_seat is None else self._own_seat
            )
            deal = int(rng.integers(2**53))
            match = Match(self.game, self.players, self._options, self._components, deal)
            self.match = match
            seats = [(self.seat + k) % self.players for k in range(1, self.players)]
            self._others = {
                seat: opponent(name, match, rng)
                for seat, name in zip(seats, self.opponents, strict=True)
            }
            self._others_play(match)
            if not match.over:
                break
        self._show()
        return self._seen(match), self._info(match)

    def step(self, action: int) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Play an action; what becomes of an illegal one is said when the environment is made."""
        match = self.match
        if match is None or match.over or self._stopped:
            raise gymnasium.error.ResetNeeded("call reset before the first step of a game")
        refused = False
        try:
            match.play(int(action))
        except IllegalAction as problem:
            if self.illegal == "raise" and action is not self.action_space.drawn:
                raise gymnasium.error.InvalidAction(str(problem)) from problem
            refused = True
            if self.illegal == "terminate":
                self._stopped = True
                info = {**self._info(match), "illegal": True}
                return self._seen(match), ILLEGAL_REWARD, True, False, info
            legal = match.legal
            match.play(legal[int(self.np_random.integers(len(legal)))])
        self._others_play(match)
        reward = 0.0
        if match.over:
            reward = float(final_rewards(match, self._reward)[self.seat])
        self._show()
        info = self._info(match)
        if refused:
            info["illegal"] = True
        return self._seen(match), reward, match.over, False, info

    def _others_play(self, match: Match) -> None:
        while (seat := match.to_play) is not None and seat != self.seat:
            match.play(self._others[seat](match))

    def _mask(self) -> Mask | None:
        return None if self.match is None else self.match.mask()

    def _seen(self, match: Match) -> Seen:
        return {
            "observation": match.observe(self.seat),
            "action_mask": match.mask(),
        }

    def _info(self, match: Match) -> dict[str, Any]:
        info: dict[str, Any] = {"seat": self.seat}
        if self.show_seed:
            info["seed"] = match.seed
        if match.over:
            info |= {"scores": match.scores, "winners": match.winners}
        return info

    def action_masks(self) -> Any:
        """Return the mask of the moment, under the name that sb3-contrib looks for."""
        mask = self._mask()
        assert mask is not None, "call reset first"
        return mask.astype(bool)

    def render(self) -> Any:
        """Return what `render_mode` asks for; with `human`, every step shows it by itself."""
        if self.match is None or self.render_mode is None:
            return None
        return render(self.match, self.render_mode, self._screen, self.seat)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def close(self) -> None:
        """Put the picture away."""
        self._screen.close()


def final_rewards(match: Match, kind: Reward) -> NDArray[np.float64]:
    """Return the rewards of all seats of a match that is over."""
    lines = match.sheet
    sheet = np.array([lines[line.name] for line in match.game.lines], np.int32).T
    return rewards_for(match.game, sheet, match.players, kind)

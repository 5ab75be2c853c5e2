"""Gymnasium's spaces of a game: observation with action mask, and actions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from horta.core.game import Game

Mask = NDArray[np.int8]


class LegalDiscrete(spaces.Discrete):
    """The actions of a game. Without a mask of its own, `sample` draws a legal one of the moment.

    Any action belongs to the space; which are legal changes from step to step, as the mask tells.
    `drawn` is what was drawn so last: the very object, so that it can be told from a chosen action.
    """

    def __init__(self, n: int, mask: Callable[[], Mask | None]) -> None:
        super().__init__(n)
        self._mask_of_the_moment = mask
        self.drawn: Any = None

    def mask_by(self, mask: Callable[[], Mask | None]) -> None:
        """Let a game mask a space that came from another process."""
        self._mask_of_the_moment = mask

    def sample(self, mask: Mask | None = None, probability: Any = None) -> Any:
        """Draw an action."""
        of_the_moment = mask is None and probability is None
        if of_the_moment:
            mask = self._mask_of_the_moment()
        if mask is not None and not mask.any():
            mask = None
        action = super().sample(mask, probability)
        if of_the_moment:
            self.drawn = action
        return action

    def __getstate__(self) -> dict[str, Any]:
        """Return what a pickle or a copy holds: the actions, but not the game that masks them."""
        return {**self.__dict__, "_mask_of_the_moment": _no_mask, "drawn": None}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, spaces.Discrete) and (self.n, self.start) == (
            other.n,
            other.start,
        )

    __hash__ = None  # type: ignore[assignment]


def _no_mask() -> None:
    """Mask nothing: a space that came from another process knows no game."""


def observation_space(game: Game) -> spaces.Dict:
    """Return the space of `{"observation": …, "action_mask": …}`."""
    seen = game.observation_spec
    return spaces.Dict(
        {
            "observation": spaces.Box(seen.low, seen.high, dtype=np.float32),
            "action_mask": spaces.Box(0, 1, (len(game.actions),), np.int8),
        }
    )

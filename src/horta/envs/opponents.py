"""Opponents by their names: `random` always, and every bot of `horta.bots` where it is there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

import numpy as np

from horta.core.errors import BadOption
from horta.core.game import Components, Game, Options
from horta.core.match import Match
from horta.core.record import Games

Opponent = Callable[[Match], int]
"""Chooses an action for the seat that is to play."""


def read_opponents(given: str | Sequence[str] | None, players: int) -> list[str]:
    """Return a name for each other seat: one for all, or one for each."""
    names = ["random"] if given is None else [given] if isinstance(given, str) else list(given)
    if len(names) == 1:
        names *= players - 1
    if len(names) != players - 1:
        raise BadOption(f"{len(names)} opponents were named for {players - 1} other seats")
    for name in names:
        _maker(name)
    return names


def _maker(name: str) -> Any:
    if name == "random":
        return None
    if find_spec("horta.bots") is None:
        raise BadOption(f"there is no opponent '{name}'; without horta.bots there is: random")
    from importlib import import_module

    return import_module("horta.bots").parse(name)


def opponent(name: str, match: Match, rng: np.random.Generator) -> Opponent:
    """Seat an opponent at a match."""
    bot = _maker(name)
    if bot is None:
        return RandomOpponent(rng)
    return BotOpponent(bot.seat(match.game, match.players), int(rng.integers(2**53)))


@dataclass(frozen=True)
class RandomOpponent:
    """Any legal action, drawn by the dice of an environment."""

    rng: np.random.Generator

    def __call__(self, match: Match) -> int:
        """Choose an action."""
        legal = match.legal
        return legal[int(self.rng.integers(len(legal)))]


@dataclass(frozen=True)
class BotOpponent:
    """A bot at a match."""

    player: Any
    seed: int

    def __call__(self, match: Match) -> int:
        """Choose an action."""
        from importlib import import_module

        state = import_module("horta.bots").info_state
        return int(self.player.choose(state(match, seed=self.seed)))


Chooser = Callable[[Games, int, list[int], int], int]
"""Chooses for a seat of a redacted table among the legal actions, with a seed of its own."""


def chooser(
    name: str, game: Game, players: int, options: Options, components: Components
) -> Chooser:
    """Seat an opponent at a table of a batch."""
    bot = _maker(name)
    if bot is None:
        return guess
    return BotChooser(game, players, bot.seat(game, players), options, components)


def guess(table: Games, seat: int, legal: list[int], seed: int) -> int:
    """Choose any legal action."""
    return legal[seed % len(legal)]


@dataclass(frozen=True)
class BotChooser:
    """A bot at a table of a batch."""

    game: Game
    players: int
    player: Any
    options: Options
    components: Components

    def __call__(self, table: Games, seat: int, legal: list[int], seed: int) -> int:
        """Choose an action."""
        from importlib import import_module

        state = import_module("horta.bots").InfoState
        info = state(
            *(self.game, self.players, seat, table, tuple(legal), seed),
            options=self.options,
            components=self.components,
        )
        return int(self.player.choose(info))

"""Opponents by their names: `random` always, and every bot of `horta.bots` where it is there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.util import find_spec
from typing import Any

import numpy as np

from horta.core.errors import BadOption
from horta.core.game import Game
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

        def choose(match: Match) -> int:
            legal = match.legal
            return legal[int(rng.integers(len(legal)))]

        return choose
    from importlib import import_module

    state = import_module("horta.bots").info_state
    player = bot.seat(match.game, match.players)
    seed = int(rng.integers(2**53))

    def think(match: Match) -> int:
        return int(player.choose(state(match, seed=seed)))

    return think


Chooser = Callable[[Games, int, list[int], int], int]
"""Chooses for a seat of a redacted table among the legal actions, with a seed of its own."""


def chooser(name: str, game: Game, players: int) -> Chooser:
    """Seat an opponent at a table of a batch."""
    bot = _maker(name)
    if bot is None:

        def guess(table: Games, seat: int, legal: list[int], seed: int) -> int:
            return legal[seed % len(legal)]

        return guess
    from importlib import import_module

    state = import_module("horta.bots").InfoState
    player = bot.seat(game, players)

    def think(table: Games, seat: int, legal: list[int], seed: int) -> int:
        return int(player.choose(state(game, players, seat, table, tuple(legal), seed)))

    return think

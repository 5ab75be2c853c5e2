"""Opponents: the bots of `horta.bots` where they are installed, and a random one otherwise.

A bot never holds the true table: it is handed a copy with everything blanked that its seat cannot
know, and the actions it may choose from.
"""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from horta.core.errors import BadOption
from horta.core.game import Game
from horta.core.record import Games

Choose = Callable[[Game, Games, int, Sequence[int], int], int]
"""(game, the table as the seat sees it, seat, legal actions, seed) -> action"""


@dataclass(frozen=True)
class Opponent:
    """A bot that can be invited to a table."""

    spec: str
    title: str
    choose: Choose


def _random(game: Game, seen: Games, seat: int, legal: Sequence[int], seed: int) -> int:
    return random.Random(seed).choice(list(legal))


RANDOM = Opponent("random", "Random", _random)


def opponents(game: Game) -> list[Opponent]:
    """Return the bots that can play a game, the one to suggest first."""
    return [*_from_bots(game), RANDOM]


def _from_bots(game: Game) -> list[Opponent]:
    """Return what `horta.bots` offers to the server, if it is there: `tables.opponents(game)`."""
    try:
        module = importlib.import_module("horta.bots.tables")
    except ImportError:
        return []
    return [Opponent(spec, title, choose) for spec, title, choose in module.opponents(game)]


def opponent(game: Game, spec: str) -> Opponent:
    """Return a bot by its name."""
    for found in opponents(game):
        if found.spec == spec:
            return found
    known = ", ".join(found.spec for found in opponents(game))
    raise BadOption(f"there is no bot '{spec}' for {game.title}; there are {known}")

"""A rematch: how the next game follows from the last one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from horta.core.game import Options


@dataclass(frozen=True)
class LastGame:
    """What is known of a game that is over."""

    players: int
    options: Options
    scores: Sequence[int]
    winners: Sequence[int]
    """Several share a victory."""


@dataclass(frozen=True)
class NextGame:
    """Who sits where in the next game, and by which options it is played."""

    seats: tuple[int, ...]
    """For each seat, the seat of the last game whose player sits there now."""
    options: Options


Rematch = Callable[[LastGame], NextGame]
"""How a game goes on from one match to the next."""


def one_seat_further(last: LastGame) -> NextGame:
    """Let everybody move one seat further: so each is the first, the second and so on in turn."""
    return NextGame(tuple((seat - 1) % last.players for seat in range(last.players)), last.options)

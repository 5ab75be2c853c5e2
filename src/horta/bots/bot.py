"""What a bot is: it is handed what its seat may know and a budget, and returns an action.

    class Cautious:
        def choose(self, info: InfoState, budget: Budget) -> int:
            return info.legal[0]

A bot never gets the match. Its `InfoState` holds a copy of the table in which everything hidden
from its seat, and the dice, are blanked; whole tables to think about come from `info.deal`, which
resamples the blanks. A bot lives as long as one seat of one match, so it may remember.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import ClassVar, Protocol, runtime_checkable

import numpy as np

from horta.core.engine import Engine, engine
from horta.core.errors import HortaError
from horta.core.game import Components, Game, Options
from horta.core.match import Match
from horta.core.record import Games, copy_table, from_bytes

MASK = (1 << 62) - 1
STREAM = 0x9E3779B97F4A7C15
"""From one seed to the next of several that go with it."""


@dataclass(frozen=True)
class Budget:
    """How much a bot may think about one step: iterations, seconds, or what of both ends first."""

    iterations: int | None = None
    seconds: float | None = None
    threads: int = 1
    limit: float | None = None
    """Seconds after which whoever asks gives the bot up, if somebody does."""
    processor: bool = False
    """Whether seconds are those that the processor works for a thread, and not those of the clock:
    for measuring bots against each other on a machine that has other work."""


class BotFault(Exception):
    """What a bot, or whoever plays for it, did wrong: its kind stands in the arena's results."""

    kind: ClassVar[str] = "crash"


class Overtime(BotFault):
    """A bot thought too long."""

    kind = "overtime"


@dataclass(frozen=True, eq=False)
class InfoState:
    """What a seat that is to play may know."""

    game: Game
    players: int
    seat: int
    table: Games
    """One table, redacted for the seat."""
    legal: tuple[int, ...]
    seed: int = 0
    """For the bot's own random choices in this step."""
    engine: Engine = field(repr=False, default=None)  # type: ignore[assignment]
    options: Options | None = None
    """The options of the game, and"""
    components: Components | None = None
    """its tables of components; None where whoever asks did not tell them."""
    revealed: bool = False
    """Whether the table is whole, as it really lies: then nothing is dealt anew (`revealed`)."""

    def __post_init__(self) -> None:
        if self.engine is None:
            object.__setattr__(self, "engine", engine(self.game))

    def deal(self, seed: int) -> Games:
        """Return a whole table that fits what the seat knows."""
        table = copy_table(self.table)
        if not self.revealed:
            self.engine.redeal(table, 0, self.seat, seed & MASK)
        return table

    def match(self) -> Match:
        """Return a match on the blanked table: for its view, its words and its drawing.

        It holds no seed and nothing that was played before, so it tells no more than the table.
        """
        if self.options is None or self.components is None:
            raise HortaError(f"{self.game.title}: this seat was not told the options of its table")
        return Match(
            *(self.game, self.players, self.options, self.components),
            seed=None,
            table=self.table.tobytes(),
        )


def info_state(
    match: Match, seat: int | None = None, seed: int = 0, number: int | None = None
) -> InfoState:
    """Return what the seat to play may know of a match.

    `number` tells how many actions were played before, where the match does not know them.
    """
    if match.to_play is None:
        raise ValueError("the game is over: nobody is to play")
    seat = match.to_play if seat is None else seat
    return InfoState(
        match.game,
        match.players,
        seat,
        match.redacted(seat),
        tuple(match.legal),
        step_seed(len(match.actions) if number is None else number, seed),
        options=match.options,
        components=match.components,
    )


def revealed(match: Match, seed: int = 0) -> InfoState:
    """Return a match with all that is hidden, draws to come among it, for looking back at a game.

    No bot that plays is ever handed this: it is for games that are over.
    """
    table = from_bytes(match.game.table, match.table)
    return replace(info_state(match, seed=seed), table=table, revealed=True)


def step_seed(number: int, seed: int) -> int:
    """Return a seed for the step that comes after so many actions, from the seed of a bot."""
    mixed = np.random.SeedSequence([seed, number]).generate_state(1, np.uint64)
    return int(mixed[0]) & MASK


@dataclass(frozen=True)
class Thought:
    """What a bot thinks of one action."""

    action: int
    margin: float
    """By how many points it expects to lead the best of the others at the end."""
    win: float | None = None
    """Its chance to win; None if the bot does not know."""
    visits: int = 0
    lines: tuple[float, ...] = ()
    """The final score sheet that it expects for its seat, by line; empty if it does not know."""


@runtime_checkable
class Bot(Protocol):
    """A player."""

    def choose(self, info: InfoState, budget: Budget) -> int:
        """Return one of `info.legal`."""


@runtime_checkable
class Thinker(Bot, Protocol):
    """A player that tells what it thinks."""

    def think(self, info: InfoState, budget: Budget) -> list[Thought]:
        """Return what it thinks of the actions that it looked at, the best first."""


@runtime_checkable
class Closing(Protocol):
    """A player that holds something which must be let go when its match is over."""

    def close(self) -> None:
        """Let it go."""


Maker = Callable[..., Bot]
"""Makes a bot for one seat of one match: `maker(game, players, **parameters)`."""

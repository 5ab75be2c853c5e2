"""Opponents: the levels of `horta.bots` where they are installed, and a random one always.

A bot never holds the true table: it is handed a copy with everything blanked that its seat cannot
know, and the actions it may choose from. Visitors choose from a short list: a bot with a budget
of one's own could keep a shared machine busy for hours.
"""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from horta.core.engine import engine
from horta.core.errors import BadOption
from horta.core.game import Game
from horta.core.i18n import catalogue, mark
from horta.core.record import Games


class Choice(NamedTuple):
    """What a bot is asked: all that its seat may know, and what it may do."""

    game: Game
    players: int
    seen: Games
    """The table as the seat sees it."""
    seat: int
    legal: Sequence[int]
    seed: int
    """Of the bot's own chance."""


Choose = Callable[[Choice], int]


@dataclass(frozen=True)
class Opponent:
    """A bot that can be invited to a table."""

    spec: str
    titled: Callable[[str], str]
    choose: Choose
    seated: Callable[[], Choose] | None = None
    """Makes one that sits at one seat of one match, and remembers what it thought there."""

    def sit(self) -> Choose:
        """Return somebody for one seat of one match."""
        return self.choose if self.seated is None else self.seated()

    def title(self, lang: str = "en") -> str:
        """Return the bot's name in a language."""
        return self.titled(lang)


def _random(asked: Choice) -> int:
    return random.Random(asked.seed).choice(list(asked.legal))


RANDOM = Opponent("random", lambda lang: catalogue("horta.server", lang)(mark("Random")), _random)


def opponents(game: Game) -> list[Opponent]:
    """Return the bots that can play a game, the one to suggest first."""
    return [*_levels(game), RANDOM]


def _levels(game: Game) -> list[Opponent]:
    try:
        bots: Any = importlib.import_module("horta.bots")
        levels: Any = importlib.import_module("horta.bots.levels")
    except ImportError:
        return []

    def made(name: str) -> Opponent:
        def seated() -> Choose:
            sitting: dict[str, Any] = {}

            def choose(asked: Choice) -> int:
                game, players, seen, seat, legal, seed = asked
                # Uncompiled, a search would take minutes; the first level plays until then.
                ready = name if engine(game).compiled else levels.LEVELS[0]
                if ready not in sitting:
                    sitting.clear()
                    sitting[ready] = bots.player(ready, game, players)
                info = bots.InfoState(game, players, seat, seen, tuple(legal), seed)
                return int(sitting[ready].choose(info))

            return choose

        def choose(asked: Choice) -> int:
            return seated()(asked)

        return Opponent(name, lambda lang: str(levels.title(name, lang)), choose, seated)

    return [made(name) for name in levels.LEVELS]


def opponent(game: Game, spec: str) -> Opponent:
    """Return a bot by its name."""
    found = opponents(game)
    for one in found:
        if one.spec == spec:
            return one
    known = ", ".join(one.spec for one in found)
    raise BadOption(
        mark("there is no bot '{bot}' for {game}; there are {known}"),
        bot=spec,
        game=game.title,
        known=known,
    )

"""The bots with a network: `net:200ms` and `net:800it` search with it, `policy` only looks.

`guided.py` holds the search. A game ships its network (`Game.network`); a folder of one's own,
`HORTA_NETWORKS`, comes first: `<folder>/<game>.npz`, as `horta train` writes it.
"""

from __future__ import annotations

import dataclasses
import functools
import os
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import numpy as np

from horta.bots.bot import Bot, Budget, InfoState, Thought
from horta.bots.estimates import new_scratch
from horta.bots.guided import Advice, Guide, glance
from horta.bots.mcts import MctsBot
from horta.bots.network import Network, load, new_paper
from horta.bots.tuning import Range, check, ranges, tuning_of
from horta.core.binding import bind
from horta.core.contract import Doubles, Ints
from horta.core.errors import HortaError, UnknownBot
from horta.core.game import Game
from horta.core.outcome import lead_of

FOLDER = "HORTA_NETWORKS"


def network_file(game: Game) -> Path | None:
    """Return where the network of a game lies: in the folder of one's own, or with the game."""
    folder = os.environ.get(FOLDER)
    if folder:
        own = Path(folder) / f"{game.id}.npz"
        if own.exists():
            return own
    return game.network


def network_of(game: Game) -> Network:
    """Return the network of a game; `UnknownBot` if it has none."""
    path = network_file(game)
    if path is None:
        raise UnknownBot(
            f"{game.title} comes without a network; train one (`horta train {game.id}`) and name "
            f"its folder in {FOLDER}"
        )
    try:
        return _read(path, path.stat().st_mtime_ns, game)
    except (HortaError, OSError) as problem:
        raise UnknownBot(str(problem)) from None


@functools.lru_cache(maxsize=8)
def _read(path: Path, changed: int, game: Game) -> Network:
    del changed  # a file that was written again is read again
    return load(path, game)


@dataclasses.dataclass(frozen=True)
class Guides:
    """Makes what one thread needs to ask a network; it travels to other processes."""

    network: Network
    seats: int
    advice: Advice
    shipped_with: Game | None = None
    """The game whose own network it is: it lies where the game is, so it travels as its name."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel without the megabytes that are there already; one's own network goes whole."""
        if self.shipped_with is not None:
            return _shipped, (self.shipped_with, self.advice)
        return Guides, (self.network, self.seats, self.advice)

    def __call__(self) -> Guide:
        """Return fresh paper and the network."""
        return Guide(
            network=self.network,
            paper=new_paper(self.network),
            shares=np.zeros(self.seats),
            totals=np.zeros(self.seats),
            sums=np.zeros(self.seats),
            advice=self.advice,
        )


def guides_of(game: Game, advice: Advice) -> Guides:
    """Return what asks the network of a game; `UnknownBot` if it has none."""
    network = network_of(game)
    shipped_with = game if network_file(game) == game.network else None
    return Guides(network, game.max_players, advice, shipped_with)


def _shipped(game: Game, advice: Advice) -> Guides:
    """Return what asks the network that came with a game, whatever lies in a folder here."""
    path = game.network
    if path is None:
        raise UnknownBot(f"{game.title} comes without a network here")
    network = _read(path, path.stat().st_mtime_ns, game)
    return Guides(network, game.max_players, advice, game)


class Mood(NamedTuple):
    """How freely the bare policy plays: what it likes best, or what it likes, by its chance."""

    loose: Annotated[float, Range(0.0, 10.0)] = 0.0
    """The temperature: 0 plays the best, 1 by the network's own chances, more evens them out."""
    least: Annotated[float, Range(0.0, 1.0)] = 0.02
    """An action that is liked less than so much of the best is never played: it is a blunder."""


class PolicyBot:
    """Plays what the network likes, without a search."""

    def __init__(self, players: int, guides: Guides, mood: Mood | None = None) -> None:
        self.players, self.mood = players, mood or Mood()
        self.guides, self.guide = guides, guides()

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel without the paper that it writes on."""
        return PolicyBot, (self.players, self.guides, self.mood)

    def choose(self, info: InfoState, budget: Budget) -> int:
        """Return the action that the network likes best, or one that it likes."""
        del budget
        if len(info.legal) == 1:
            return info.legal[0]
        actions, chances = self._look(info)
        loose, least = self.mood
        if loose == 0.0:
            return int(actions[0])
        chances[chances < least * chances[0]] = 0.0
        weights = (chances / chances[0]) ** (1.0 / loose)
        luck = np.random.default_rng(info.seed)
        return int(luck.choice(actions, p=weights / weights.sum()))

    def think(self, info: InfoState, budget: Budget) -> list[Thought]:
        """Return all actions, the best liked first, with what the network thinks of the table."""
        del budget
        actions, _ = self._look(info)
        guide, seat = self.guide, info.seat
        margin = lead_of(guide.totals, self.players, seat)
        win = float(guide.shares[seat])
        return [Thought(int(action), margin, win) for action in actions]

    def _look(self, info: InfoState) -> tuple[Ints, Doubles]:
        """Return all actions, the best liked first, and how likely the network would play each."""
        self.guide.paper.seen.fill(0.0)  # it may hold what was seen in another game
        scratch = new_scratch(info.game, 1, 0, compiled=info.engine.compiled)
        look = bind(glance, info.engine)
        n = look(self.guide, scratch, info.table, info.seat, self.players)
        order = np.argsort(-scratch.worth[:n], kind="stable")
        return scratch.out[order], scratch.worth[order]


def make(game: Game, players: int, *, reuse: bool = True, **parameters: float) -> Bot:
    """Make a bot that searches with a network; parameters are those of `Advice` and `Tuning`."""
    own = ranges(Advice)
    given = {name: value for name, value in parameters.items() if name in own}
    check("net", Advice, given)
    rest: dict[str, Any] = {name: v for name, v in parameters.items() if name not in own}
    tuning = tuning_of(game).replace(**rest)
    guides = guides_of(game, Advice(**given))
    return MctsBot(game, players, tuning, reuse=bool(reuse), guides=guides)


def make_policy(game: Game, players: int, **parameters: float) -> Bot:
    """Make a bot that plays what its network likes; parameters are those of `Mood`."""
    check("policy", Mood, parameters)
    return PolicyBot(players, guides_of(game, Advice()), Mood(**parameters))

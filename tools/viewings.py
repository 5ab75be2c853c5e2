"""Write tests/envs/viewings.json: games in which every number of every observation changes.

    python -m tools.viewings

A number that is 0 in all games of a test proves nothing. Random players seldom build a pavilion or
leave a notable unpaid, so games are searched for in which such things happen, and the few that
are needed are kept: the tests play them again (`play`) and compare what every seat sees with
`match.view`. It takes some minutes; write them anew when a rule, an action or a view changes.
"""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.progress import track

os.environ.setdefault("HORTA_JIT", "1")

import horta
from horta.core import registry
from horta.core.match import Match

VIEWINGS = Path(__file__).resolve().parent.parent / "tests" / "envs" / "viewings.json"
CURIOUS, EAGER = 0.5, 0.9
"""How often a mood has its way."""
MOODS = ("random", "curious", "eager")
"""Plays at random; likes best what it has done least; likes the rare things of its game best."""
RARE = {
    "bruxelles1893": {
        *("build", "card", "tile", "mode", "figure", "column", "drop", "barter", "give", "return"),
        *("dismiss", "send", "white", "pay", "copy", "bid", "take", "unpaid", "site"),
    },
}


@dataclass
class Viewing:
    """A game that is looked at, up to a number of steps."""

    game: str
    players: int
    options: dict[str, Any] = field(default_factory=dict)
    components: dict[str, Any] = field(default_factory=dict)
    mood: str = "random"
    seed: int = 0
    steps: int = 100_000


_BOTH = {"belle_epoque": True, "asymmetric": True}
_RING = ("wood", "any", "stone", "francs", "glass", "iron", "empty")
_TURNED = [{"compass": {"ring": [*_RING[k:], *_RING[:k]]}} for k in range(1, len(_RING))]
KINDS: list[tuple[Viewing, int]] = [
    (Viewing("paris", 2, {"postcards": "random"}), 1500),
    (
        Viewing(
            "paris",
            2,
            {"postcards": "random", "fountain_cells": 2, "statue_neighbours": "all"},
        ),
        1500,
    ),
    (Viewing("bruxelles1897", 2, {"force_effect": False, "vp_floor": -7}), 500),
    (Viewing("bruxelles1897", 3), 500),
    (Viewing("bruxelles1897", 4, {"vp_floor": 0}), 500),
    (Viewing("bruxelles1893", 2, {"edition": "2013", "strips": "random"}), 1800),
    *((Viewing("bruxelles1893", n, {"edition": "2013"}), 600) for n in (3, 4)),
    (Viewing("bruxelles1893", 5, {"edition": "2013"}), 1800),
    (Viewing("bruxelles1893", 4, {"strips": "random"}), 100),
    *((Viewing("bruxelles1893", 3, {}, turned), 1) for turned in _TURNED),
    (Viewing("bruxelles1893", 3, {"asymmetric": True}), 30),
    *((Viewing("bruxelles1893", n, _BOTH), 2400) for n in (2, 3, 4, 5)),
]
"""Kinds of games, and how many of each are searched."""


def play(viewing: Viewing) -> Iterator[Match]:
    """Play a game as its mood says; yield the match at every step, then the end."""
    game = registry.game(viewing.game)
    rng = random.Random(viewing.seed)
    match = horta.start(
        viewing.game,
        viewing.players,
        viewing.seed,
        components=viewing.components,
        **viewing.options,
    )
    kinds = [span.name for span in game.actions for _ in range(span.size)]
    rare = RARE.get(viewing.game, set())
    done = dict.fromkeys(kinds, 0)
    for _ in range(viewing.steps + 1):
        yield match
        if match.over:
            return
        legal = match.legal
        liked = legal
        if viewing.mood == "curious" and rng.random() < CURIOUS:
            fewest = min(done[kinds[action]] for action in legal)
            liked = [action for action in legal if done[kinds[action]] == fewest]
        elif viewing.mood == "eager" and rng.random() < EAGER:
            liked = [action for action in legal if kinds[action] in rare] or legal
        action = rng.choice(liked)
        done[kinds[action]] += 1
        match.play(action)


class Range:
    """The least and the largest value that each number of an observation has shown."""

    def __init__(self, size: int) -> None:
        self.low: NDArray[np.float32] = np.full(size, np.inf, np.float32)
        self.high: NDArray[np.float32] = np.full(size, -np.inf, np.float32)

    def add(self, seen: NDArray[np.float32]) -> bool:
        """Take in an observation; tell whether a number was seen to change for the first time."""
        before = int(self.changing.sum())
        np.minimum(self.low, seen, out=self.low)
        np.maximum(self.high, seen, out=self.high)
        return int(self.changing.sum()) > before

    @property
    def changing(self) -> NDArray[np.bool_]:
        """The numbers that have shown at least two values."""
        return self.low < self.high


def look(viewing: Viewing, seen: Range) -> int:
    """Take in a whole game; return the last step that showed a number change, or -1."""
    last = -1
    buffer = registry.game(viewing.game).observation_spec.new()
    for k, match in enumerate(play(viewing)):
        for seat in range(match.players):
            if seen.add(match.observe(seat, buffer)):
                last = k
    return last


def search(game_id: str) -> list[Viewing]:
    """Return few games in which all numbers change that change in any of those searched."""
    size = registry.game(game_id).observation_spec.size
    rounds = [
        Viewing(kind.game, kind.players, kind.options, kind.components, mood, seed)
        for seed in range(max(many for _, many in KINDS))
        for kind, many in KINDS
        for mood in MOODS
        if kind.game == game_id and 3 * seed < many
    ]
    everything = Range(size)
    useful = [
        viewing for viewing in track(rounds, description=game_id) if look(viewing, everything) >= 0
    ]
    # What is rare came late: with it first, most of the early games are not needed any more.
    kept: list[Viewing] = []
    chosen = Range(size)
    for viewing in reversed(useful):
        last = look(viewing, chosen)
        if last >= 0:
            viewing.steps = last
            kept.append(viewing)
    return kept


def viewings(game_id: str) -> list[Viewing]:
    """Read the games that were kept."""
    listed = json.loads(VIEWINGS.read_text(encoding="utf-8"))
    return [Viewing(**kept) for kept in listed if kept["game"] == game_id]


def main() -> None:
    """Search for all games that have an observation."""
    found = [search(name) for name in sorted({kind.game for kind, _ in KINDS})]
    lines = [json.dumps(asdict(viewing)) for kept in found for viewing in kept]
    VIEWINGS.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")
    for kept in found:
        print(f"{kept[0].game}: {len(kept)} games, {sum(v.steps for v in kept):,} steps at most")


if __name__ == "__main__":
    main()

"""Traits: what seats of a game have or do that is worth counting, as the boards they play.

A game says in its module `traits` what there is to count (`TRAITS`), so that those who study many
games can tell how often who had it won. Nothing of it is known to the rules.

    TRAITS = (
        Trait("board", mark("board"), held="architect", dealt="board"),
        Trait("card", mark("card"), done="activate"),
    )
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from horta.core.game import Game, Json


@dataclass(frozen=True)
class Trait:
    """One kind of things that seats have or do."""

    name: str
    title: str
    """For people; marked for the game's catalogue."""
    held: str = ""
    """Where it stands in a seat of the final position, as `belle.tiles`: a name, a list of names,
    or how many there are by name; places with spaces between them are added up. Seats are the list
    `seats` of the table."""
    done: str = ""
    """Or the kind of actions that do it, as `activate`."""
    word: int = 1
    """Which word of such an action names it."""
    names: Mapping[str, str] = field(default_factory=dict)
    """What the things are called; those without a name are called as in positions and actions."""
    counted: bool = False
    """Whether everybody has it, and how much is the question: a track."""
    dealt: str = ""
    """The kind of actions that choose it, where a study should deal it at random instead: so that
    no player's taste decides who plays what."""

    def of(self, seat: Json, texts: Iterable[str]) -> dict[str, int]:
        """Count what a seat has, from its part of the final position and the actions it took."""
        if self.done:
            words = (text.split() for text in texts)
            return dict(Counter(each[self.word] for each in words if each[0] == self.done))
        total: Counter[str] = Counter()
        for path in self.held.split():
            total.update(_things_at(seat, path))
        return dict(total)

    def called(self, game: Game, thing: str, lang: str) -> str:
        """Return what a thing is called in a language."""
        words = game.presentation.words(lang)
        if thing in self.names:
            return words.option(self.names[thing])
        return thing.replace("_", " ") if self.held else thing


def _things_at(seat: Json, path: str) -> dict[str, int]:
    found: Any = seat
    for part in path.split("."):
        found = found.get(part) if isinstance(found, dict) else None
    if isinstance(found, dict):
        return {str(name): int(count) for name, count in found.items() if count}
    if isinstance(found, list):
        return dict(Counter(map(str, found)))
    return {} if found is None else {str(found): 1}


def traits_of(game: Game) -> tuple[Trait, ...]:
    """Return what a game says is worth counting; nothing if it does not say."""
    told = getattr(game.presentation, "traits", None)
    return tuple(told()) if told else ()

"""Scenes: what a drawing shows, and all that it may show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Scene:
    """A table as somebody sees it, ready to be drawn or sketched; `Match.scene` makes one.

    A drawing reads the record itself, so that it asks the rules instead of computing them again.
    What its viewer cannot know was blanked before, and the points follow from the blanked record
    too: whatever a drawing does, it cannot show a secret.
    """

    table: Any
    """The record, redacted for the viewer unless all is revealed."""
    seat: int | None
    """Who looks; None: a spectator."""
    lang: str
    names: Sequence[str]
    """The names of the seats, in the language of the scene where they are not people's own."""
    to_play: int | None
    """The seat that decides, or None when the game is over."""
    sheet: Mapping[str, Sequence[int]]
    """The score sheet as if the game ended now: each line's value for each seat."""
    scores: Sequence[int]
    winners: Sequence[int]
    """The seats that won; nobody before the end."""
    options: Any
    """The options of the game, and"""
    components: Any
    """its tables of components: what everybody knew before the first deal."""

    @property
    def players(self) -> int:
        """How many seats there are."""
        return len(self.names)

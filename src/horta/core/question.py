"""A question that was asked at a table, for errors that speak every language."""

from __future__ import annotations

from dataclasses import dataclass

from horta.core import registry
from horta.core.record import at, from_bytes


@dataclass(frozen=True)
class Question:
    """What was asked at a table, to be told in any language."""

    game: str
    table: bytes
    """As the seat saw it that was asked."""

    def told(self, lang: str) -> str:
        """Ask it in a language."""
        game = registry.game(self.game)
        table = from_bytes(game.table, self.table)
        return game.presentation.words(lang).question(at(game.table, table))

    def __str__(self) -> str:
        return self.told("en")

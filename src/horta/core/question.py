"""A question that was asked at a table, for errors that speak every language."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from horta.core import registry
from horta.core.game import Words
from horta.core.record import at, from_bytes


def asked(words: Words, table: Any, kinds: Collection[str]) -> str:
    """Ask the decision of the moment; exactly, if the words of a game can (`BaseWords.asks`).

    Where nothing can be built they do not ask to build. The kinds are the first words of the texts
    of what is legal (`Match.kinds`).
    """
    exactly = getattr(words, "asks", None)
    return words.question(table) if exactly is None else str(exactly(table, kinds))


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

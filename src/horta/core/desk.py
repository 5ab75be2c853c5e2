"""The owner's desk: how the component tables of a game look and what they are called.

A game that lets its owner change tables says in its module `desk` what each of them is called
(`desk`), which every page of a table asks, and draws the things that they describe (`pictures`),
which only who looks at the desk asks. Without that module the names of the tables speak for
themselves.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Desk:
    """The component tables of a game as they lie before an owner, in a language.

    A path names a table or a part of it: `tracks.palace`, or `bonus_cards.3` for the fourth card.
    """

    titles: Mapping[str, str] = field(default_factory=dict)
    """By the name of a table, a field or a value; a path is looked up before its last part."""

    options: Mapping[str, Any] = field(default_factory=dict)
    """Options of a table that shows as much of the tables as one table can."""

    def title(self, path: str) -> str:
        """Return what the last part of a path is called."""
        name = path.rpartition(".")[2]
        return self.titles.get(path) or self.titles.get(name) or name.replace("_", " ")

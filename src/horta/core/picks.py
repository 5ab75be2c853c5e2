"""Picks: which actions of a game make up a set, declared by the game (`Game.picks`).

"Two materials of your choice" is two decisions. The rules ask for them in a fixed order, each kind
not before the last one, so that a bot meets every set once. People think otherwise: they take the
stone, then the wood, put the stone back, and say when they are done. From the declaration
`horta.core.picking` works out all sets that can be picked now, and the actions that pick one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Pick:
    """A set that is picked by several actions of one seat, one after the other.

    Nothing hidden may come to light, and nobody else decide anything, before the set is complete.
    """

    span: str
    """The span of the actions that pick something: each such action is one thing of the set."""
    answer: Callable[[Any, int], bool]
    """Carries one pick out on a table, without what follows by itself; tells whether the set goes
    on. The table is redacted for the seat to play, and a copy."""
    end: str = ""
    """The span of the action that ends a set that could go on, if there is one."""

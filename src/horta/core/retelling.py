"""Retelling: a step that told more than the ring of notes holds, played again with room for it all.

See `horta.core.notes`. What a viewer saw of it is read from the table as redacted for that viewer,
as it is for every other step.
"""

from __future__ import annotations

from typing import Any

from horta.core.game import Game
from horta.core.notes import with_room
from horta.core.record import Games
from horta.core.seeds import Seed, lay_seed


def played_again(game: Game, before: Games, action: int, notes: int) -> Any:
    """Return the table after an action, with room for the notes that it made."""
    table = with_room(game.table, before, notes)
    game.rules.step(table, action)
    return table


def dealt_again(game: Game, prepared: Games, seed: Seed, notes: int) -> Any:
    """Return a prepared table after the deal, with room for the notes that it made."""
    table = with_room(game.table, prepared, notes)
    game.rules.setup(table, lay_seed(table, seed))
    return table

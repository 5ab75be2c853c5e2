"""Who may see what (chapter 12): only the order of the face-down piles is hidden.

That order is not kept: which card of a pile comes next is decided by the dice when it is drawn
(`piles.draw`), and what a pile contains is known to anyone who counts cards. So the dice are all
that there is to hide, and all that there is to deal again.
"""

from __future__ import annotations

from horta.core.dice import hide_dice, seed_dice
from horta.core.rule import rule
from horta.games.bruxelles1897.table import SEEN_BY_ALL, SEEN_BY_SEAT, Table


@rule
def redact(table: Table, viewer: int) -> None:
    """Blank what a seat cannot know; -1 is a spectator."""
    table.seen_by = SEEN_BY_SEAT + viewer
    hide_dice(table.dice)


@rule
def redeal(table: Table, viewer: int, seed: int) -> None:
    """Resample what nobody knows: the cards to come are fair draws from the same piles.

    No viewer knows more than the others.
    """
    table.seen_by = SEEN_BY_ALL
    seed_dice(table.dice, seed)

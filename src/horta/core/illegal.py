"""Why a match refuses an action: what was given is no action, or not legal now, or all is over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from horta.core.errors import IllegalAction
from horta.core.i18n import mark
from horta.core.limits import shown
from horta.core.question import Question

if TYPE_CHECKING:
    from horta.core.match import Match


def why_not(match: Match, given: object, action: int | None) -> IllegalAction:
    """Say what is wrong with what was given; `action` is its number if it is a whole one."""
    game, title = match.game, match.game.title
    if action is None:
        return IllegalAction(
            mark("{game}: an action is a whole number, not {given}"), game=title, given=shown(given)
        )
    if not 0 <= action < len(game.actions):
        return IllegalAction(
            mark("{game}: there is no action {action}; they run from 0 to {last}"),
            game=title,
            action=action,
            last=len(game.actions) - 1,
        )
    said = game.actions.text(action)
    if match.over:
        return IllegalAction(
            mark("{game}: '{said}' ({action}) is not possible, the game is over"),
            game=title,
            said=said,
            action=action,
        )
    return IllegalAction(
        mark("{game}: '{said}' ({action}) is not legal now; the question is: {question}"),
        game=title,
        said=said,
        action=action,
        question=Question(game.id, match.redacted(match.to_play).tobytes()),
    )

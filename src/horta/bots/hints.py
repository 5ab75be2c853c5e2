"""Hints: what the sensible actions bring, and why.

A search tells for each action the margin, the chance to win, and the score sheet that the seat may
expect at the end. The sentence compares that sheet with those of the other actions: the line that
differs most is the reason.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from babel.numbers import format_decimal

from horta.bots.bot import Thought, info_state
from horta.bots.names import player
from horta.core.errors import HortaError
from horta.core.game import Game, Hint
from horta.core.i18n import Catalogue, catalogue, mark
from horta.core.match import Match
from horta.core.picking import is_done, picking

PACKAGE = "horta.bots"
BOT = "mcts:600ms,depth=0"
"""With playouts to the end: a reason is a difference between final score sheets."""
MOST = 5
SENSIBLE = 0.05
"""An action is worth a word when it was looked at this often, the best being 1."""
QUICK = "mcts:100ms,depth=0"
"""Who completes a set that begins with an action."""
NOTABLE = 0.4
"""A difference of fewer points is no reason."""

MESSAGES = {
    "only": mark("It is the only action."),
    "even": mark("It is about as good as the others."),
    "feeds": mark("It adds to “{line}”: about {points} points more than the other actions."),
    "feeds_two": mark(
        "It adds to “{line}”, about {points} points more than the other actions, and "
        "“{second}”, about {more} more."
    ),
    "feeds_costs": mark(
        "It adds to “{line}”, about {points} points more than the other actions, but costs "
        "{more} in “{second}”."
    ),
    "feeds_denies": mark(
        "It adds to “{line}”, about {points} points more than the other actions, and costs "
        "the others about {more}."
    ),
    "denies": mark("It costs the others about {points} points."),
    "loses": mark("It gives up about {points} points in “{line}”."),
}


def hint(
    match: Match, seat: int | None = None, lang: str = "en", bot: str = BOT, most: int = MOST
) -> list[Hint]:
    """Rank the sensible actions of the seat to play, the best first, each with its reason.

    Where a set is asked for, each of them tells the set that it begins.
    """
    if match.to_play is None:
        raise HortaError(
            mark("{game}: the game is over, there is nothing to advise"), game=match.game.title
        )
    if seat is not None and seat != match.to_play:
        raise HortaError(
            mark("{game}: it is not the turn of seat {seat}"), game=match.game.title, seat=seat
        )
    say = catalogue(PACKAGE, lang)
    legal = match.legal
    if len(legal) == 1:
        return [Hint(legal[0], None, None, say(MESSAGES["only"]))]
    seen = info_state(match, match.to_play)
    thoughts = player(bot, match.game, match.players).think(seen)
    told = [
        thought for thought in thoughts[:most] if thought.visits >= SENSIBLE * thoughts[0].visits
    ]
    return [
        Hint(
            thought.action,
            round(thought.margin, 2),
            None if thought.win is None else round(thought.win, 3),
            reason(match.game, thought, [other for other in thoughts if other is not thought], say),
            complete(match, thought.action, QUICK if bot == BOT else bot),
        )
        for thought in told
    ]


def complete(match: Match, action: int, bot: str) -> tuple[int, ...]:
    """Return the set that a bot would pick beginning with an action; empty if none is asked for."""
    offered = picking(match)
    if offered is None:
        return ()
    seat, twin = info_state(match, match.to_play).seat, match.copy()
    left = [k for k, way in enumerate(offered.ways) if way[0].action == action]
    for depth in range(1, max(map(len, offered.ways))):
        if len(left) < 2:  # noqa: PLR2004
            break
        last = offered.ways[left[0]][depth - 1]
        if not is_done(twin, last):
            twin.play(last.action)
        steps = {offered.ways[k][depth].action for k in left}
        chosen = steps.pop() if len(steps) == 1 else _best(twin, seat, steps, bot)
        left = [k for k in left if offered.ways[k][depth].action == chosen]
    return offered.sets[left[0]] if left else ()


def _best(match: Match, seat: int, actions: Collection[int], bot: str) -> int:
    """Return what a bot thinks best among some actions."""
    thoughts = player(bot, match.game, match.players).think(info_state(match, seat))
    return next((one.action for one in thoughts if one.action in actions), min(actions))


def reason(game: Game, thought: Thought, others: Sequence[Thought], say: Catalogue) -> str:  # noqa: PLR0911
    """Say which line of the score sheet an action feeds, against the mean of the others."""
    words = game.presentation.words(say.lang)
    known = [other for other in others if other.lines]
    if not thought.lines or not known:
        return say(MESSAGES["even"])

    def points(value: float) -> str:
        return format_decimal(abs(value), format="0.#", locale=say.lang)

    gains = [
        (value - sum(other.lines[k] for other in known) / len(known), words.line(line.name))
        for k, (line, value) in enumerate(zip(game.lines, thought.lines, strict=True))
        if not line.tie_break
    ]
    gains.sort(key=lambda gain: -gain[0])
    most, line = gains[0]
    second, another = gains[1] if len(gains) > 1 else (0.0, "")
    least, worst = gains[-1]
    lead = thought.margin - sum(other.margin for other in known) / len(known)
    denied = lead - sum(gain for gain, _ in gains)
    if most >= NOTABLE:
        if denied >= max(NOTABLE, second):
            return say(
                MESSAGES["feeds_denies"], line=line, points=points(most), more=points(denied)
            )
        if -least >= NOTABLE and -least > second:
            return say(
                MESSAGES["feeds_costs"],
                line=line,
                points=points(most),
                second=worst,
                more=points(least),
            )
        if second >= NOTABLE:
            return say(
                MESSAGES["feeds_two"],
                line=line,
                points=points(most),
                second=another,
                more=points(second),
            )
        return say(MESSAGES["feeds"], line=line, points=points(most))
    if denied >= NOTABLE:
        return say(MESSAGES["denies"], points=points(denied))
    if -least >= NOTABLE:
        return say(MESSAGES["loses"], line=worst, points=points(least))
    return say(MESSAGES["even"])

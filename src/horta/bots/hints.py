"""Hints: what the sensible actions bring, and why.

A search tells for each action the margin, the chance to win, and the score sheet that the seat may
expect at the end. The sentence compares that sheet with those of the other actions: the line that
differs most is the reason.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from decimal import Decimal

from babel import Locale
from babel.numbers import format_decimal

from horta.bots.bot import Thought, info_state
from horta.bots.calibration import calibrated
from horta.bots.names import player
from horta.bots.net import network_file
from horta.core.errors import HortaError
from horta.core.game import Game, Hint
from horta.core.i18n import Catalogue, catalogue, mark
from horta.core.match import Match
from horta.core.picking import is_done, picking

PACKAGE = "horta.bots"
USUAL = "1000it,600ms,depth=0"
"""With playouts to the end: a reason is a difference between final score sheets.

The chances to win are calibrated for so many iterations; a slow machine does what it can in time.
"""
MOST = 5
SENSIBLE = 0.05
"""An action is worth a word when it was looked at this often, the best being 1."""
QUICK = "100ms,depth=0"
"""Who completes a set that begins with an action."""
NOTABLE = 0.4
"""A difference of fewer points is no reason."""

MESSAGES = {
    "only": mark("It is the only action."),
    "even": mark("It is about as good as the others."),
    "feeds": mark("It adds to “{line}”: about {points} more than the other actions."),
    "feeds_two": mark(
        "It adds to “{line}”, about {points} more than the other actions, and "
        "“{second}”, about {more} more."
    ),
    "feeds_costs": mark(
        "It adds to “{line}”, about {points} more than the other actions, but costs "
        "{more} in “{second}”."
    ),
    "feeds_denies": mark(
        "It adds to “{line}”, about {points} more than the other actions, and costs "
        "the others about {more}."
    ),
    "denies": mark("It costs the others about {points}."),
    "loses": mark("It gives up about {points} in “{line}”."),
}
ONE_POINT, POINTS = mark("{number} point"), mark("{number} points")


def adviser(game: Game, budget: str = USUAL) -> str:
    """Return the name of the bot that gives hints: the search with a network, if there is one."""
    return f"mcts:{budget}" if network_file(game) is None else f"net:{budget}"


def hint(
    match: Match,
    seat: int | None = None,
    lang: str = "en",
    bot: str | None = None,
    most: int = MOST,
) -> list[Hint]:
    """Rank the sensible actions of the seat to play, the best first, each with its reason.

    Where a set is asked for, each of them tells the set that it begins. The chance to win is
    calibrated, unless another bot than the usual one is asked: of that one it is what it says.
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
    thoughts = player(bot or adviser(match.game), match.game, match.players).think(seen)
    told = [
        thought for thought in thoughts[:most] if thought.visits >= SENSIBLE * thoughts[0].visits
    ]
    return [
        Hint(
            thought.action,
            round(thought.margin, 2),
            _chance(match, thought, usual=bot is None),
            reason(match.game, thought, [other for other in thoughts if other is not thought], say),
            complete(match, thought.action, bot or adviser(match.game, QUICK)),
        )
        for thought in told
    ]


def _chance(match: Match, thought: Thought, *, usual: bool) -> float | None:
    """Return the chance to win that a thought tells."""
    if thought.win is None:
        return None
    share = calibrated(match.game, match.players, thought.win) if usual else thought.win
    return round(share, 3)


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

    def number(value: float) -> str:
        return format_decimal(abs(value), format="0.#", locale=say.lang)

    def points(value: float) -> str:
        return points_said(abs(value), say.lang)

    gains = [
        (_gain(thought, known, k), words.line(line.name))
        for k, line in enumerate(game.lines)
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
                MESSAGES["feeds_denies"], line=line, points=points(most), more=number(denied)
            )
        if -least >= NOTABLE and -least > second:
            return say(
                MESSAGES["feeds_costs"],
                line=line,
                points=points(most),
                second=worst,
                more=number(least),
            )
        if second >= NOTABLE:
            return say(
                MESSAGES["feeds_two"],
                line=line,
                points=points(most),
                second=another,
                more=number(second),
            )
        return say(MESSAGES["feeds"], line=line, points=points(most))
    if denied >= NOTABLE:
        return say(MESSAGES["denies"], points=points(denied))
    if -least >= NOTABLE:
        return say(MESSAGES["loses"], line=worst, points=points(least))
    return say(MESSAGES["even"])


def points_said(value: float, lang: str) -> str:
    """Return a number of points in words, to a tenth: “1 point”, “1.5 points”."""
    number = Decimal(f"{value:.1f}").normalize()
    single = Locale.parse(lang).plural_form(abs(number)) == "one"
    told = format_decimal(number, format="0.#", locale=lang)
    return catalogue(PACKAGE, lang)(ONE_POINT if single else POINTS, number=told)


def _gain(thought: Thought, others: Sequence[Thought], k: int) -> float:
    """Return by how much a line is better than the mean of the others."""
    return thought.lines[k] - sum(other.lines[k] for other in others) / len(others)

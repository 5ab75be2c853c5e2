"""The history of a rating as a small SVG: a line, and the band in which the truth lies."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup, escape

from horta.core.drawing import number
from horta.core.i18n import Catalogue
from horta.server.ratings.model import Rating

WIDTH, HEIGHT = 420, 180
LEFT, RIGHT, TOP, BOTTOM = 48, 12, 12, 26
TICKS = (50, 100, 200, 500, 1000)
MOST_TICKS = 6


def graph(ratings: Sequence[Rating], title: str, say: Catalogue) -> Markup:
    """Draw a history, from before the first game; the band is where 95 of 100 truths lie."""
    games, ratings = len(ratings), [Rating(), *ratings]
    low = min(one.shown - one.margin for one in ratings)
    high = max(one.shown + one.margin for one in ratings)
    last = max(1, len(ratings) - 1)

    def x(k: int) -> str:
        return number(LEFT + (WIDTH - LEFT - RIGHT) * (k / last if len(ratings) > 1 else 0.5))

    def y(value: float) -> str:
        return number(TOP + (HEIGHT - TOP - BOTTOM) * (high - value) / max(1, high - low))

    tick = next((t for t in TICKS if (high - low) / t <= MOST_TICKS), TICKS[-1])
    parts = []
    for value in range(-(-low // tick) * tick, high + 1, tick):
        parts.append(f'<path class="grid" d="M{LEFT} {y(value)}H{WIDTH - RIGHT}"/>')
        parts.append(f'<text class="tick" x="{LEFT - 6}" y="{y(value)}" dy=".35em">{value}</text>')
    above = [f"{x(k)} {y(one.shown + one.margin)}" for k, one in enumerate(ratings)]
    below = [f"{x(k)} {y(one.shown - one.margin)}" for k, one in enumerate(ratings)]
    middle = [f"{x(k)} {y(one.shown)}" for k, one in enumerate(ratings)]
    parts.append(f'<path class="band" d="M{"L".join([*above, *reversed(below)])}Z"/>')
    parts.append(f'<path class="line" d="M{"L".join(middle)}"/>')
    parts.append(
        f'<circle class="now" cx="{x(len(ratings) - 1)}" cy="{y(ratings[-1].shown)}" r="4"/>'
    )
    foot = escape(say("rated games: {n}", n=games))
    parts.append(f'<text class="foot" x="{WIDTH // 2}" y="{HEIGHT - 8}">{foot}</text>')
    now = ratings[-1]
    told = say("{title}: {rating} ± {margin}", title=title, rating=now.shown, margin=now.margin)
    return Markup(
        f'<svg class="rating-graph" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-label="{escape(told)}">{"".join(parts)}</svg>'
    )

"""The chart of the scores over time, as SVG."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup, escape

from horta.core.drawing import number
from horta.core.i18n import Catalogue

WIDTH, HEIGHT = 640, 260
LEFT, RIGHT, TOP, BOTTOM = 44, 130, 16, 34
DASHES = ("", "9 5", "2 5", "12 4 2 4", "5 3")


def chart(scores: Sequence[Sequence[int]], names: Sequence[str], say: Catalogue) -> Markup:
    """Draw a line for each seat; each has a dash of its own besides its colour."""
    values = [value for row in scores for value in row]
    low, high = min(0, *values), max(1, *values)
    steps = max(1, len(scores) - 1)

    def x(k: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * k / steps

    def y(value: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (high - value) / (high - low)

    parts = []
    tick = _tick(high - low)
    for value in range(-(-low // tick) * tick, high + 1, tick):
        at = number(y(value))
        kind = "axis" if value == 0 else "grid"
        parts.append(f'<path class="{kind}" d="M{LEFT} {at}H{WIDTH - RIGHT}"/>')
        parts.append(f'<text class="tick" x="{LEFT - 8}" y="{at}" dy=".35em">{value}</text>')
    ends: list[float] = []
    last = scores[-1]
    for seat in sorted(range(len(names)), key=lambda s: -last[s]):
        line = " ".join(f"{number(x(k))},{number(y(row[seat]))}" for k, row in enumerate(scores))
        dash = f' stroke-dasharray="{DASHES[seat % 5]}"' if DASHES[seat % 5] else ""
        parts.append(f'<polyline class="line seat-{seat}" points="{line}"{dash}/>')
        end = y(last[seat])
        if ends:  # two names must not lie on each other
            end = max(end, ends[-1] + 17)
        ends.append(end)
        label = escape(f"{last[seat]}  {names[seat]}"[:18])
        right = WIDTH - RIGHT + 10
        parts.append(f'<text class="name" x="{right}" y="{number(end)}" dy=".35em">{label}</text>')
    middle = number(LEFT + (WIDTH - LEFT - RIGHT) / 2)
    parts.append(
        f'<text class="tick middle" x="{middle}" y="{HEIGHT - 8}">{escape(say("actions"))}</text>'
    )
    told = ", ".join(f"{name} {value}" for name, value in zip(names, last, strict=True))
    title = escape(say("Scores over time") + ": " + told)
    return Markup(
        f'<svg class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{title}" '
        f'data-left="{LEFT}" data-right="{WIDTH - RIGHT}" data-steps="{steps}">'
        + "".join(parts)
        + "</svg>"
    )


def _tick(span: int) -> int:
    for tick in (1, 2, 5, 10, 20, 25, 50, 100, 200):
        if span / tick <= 6:
            return tick
    return 500

"""The scores over time, as SVG: the chart of a finished game, and what lies behind a slider."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from markupsafe import Markup, escape

from horta.core.drawing import number, with_minus
from horta.core.i18n import Catalogue

WIDTH, HEIGHT = 240, 172
LEFT, RIGHT, TOP, BOTTOM = 30, 52, 12, 26
"""As wide as the column beside a table, so that nothing on it comes out small there."""
APART = 19  # two names must not lie on each other
Place = Callable[[float], float]
MOST_TICKS = 6
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
        parts.append(
            f'<text class="tick" x="{LEFT - 8}" y="{at}" dy=".35em">{with_minus(value)}</text>'
        )
    last, right = scores[-1], WIDTH - RIGHT + 12
    for seat, end in _ends([y(value) for value in last]):
        parts.append(_line(scores, seat, x, y))
        at = number(end)
        parts.append(f'<g class="end seat-{seat}"><title>{escape(names[seat])}</title>')
        parts.append(f'<circle cx="{right}" cy="{at}" r="8.5"/>')
        parts.append(f'<text class="sign" x="{right}" y="{at}" dy=".35em">{seat + 1}</text>')
        parts.append(
            f'<text class="name" x="{right + 13}" y="{at}" dy=".35em">'
            f"{with_minus(last[seat])}</text></g>"
        )
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


def _ends(wanted: Sequence[float]) -> list[tuple[int, float]]:
    """Return the seats from the top, each with the height at which its line is named."""
    seats = sorted(range(len(wanted)), key=lambda seat: wanted[seat])
    ends: list[float] = []
    for seat in seats:
        ends.append(max(wanted[seat], ends[-1] + APART) if ends else wanted[seat])
    lowest = HEIGHT - BOTTOM + 4.0
    for k in reversed(range(len(ends))):
        ends[k] = min(ends[k], lowest - APART * (len(ends) - 1 - k))
    return list(zip(seats, ends, strict=True))


def backdrop(scores: Sequence[Sequence[int]], steps: int, beginnings: Sequence[int]) -> Markup:
    """Draw the scores behind a slider, which stretches them, with a rule where a chapter begins.

    Without scores, as of a game that is not over, the rules stand alone. What it says in lines, a
    page says in numbers besides, so it is left to the eye.
    """
    values = [value for row in scores for value in row]
    low, high = min(0, *values) if values else 0, max(1, *values) if values else 1

    def x(k: float) -> float:
        return 1000 * k / max(1, steps)

    def y(value: float) -> float:
        return 4 + 92 * (high - value) / (high - low)

    parts = [f'<path class="chapter" d="M{number(x(k))} 0V100"/>' for k in beginnings if k]
    if scores:
        parts.append(f'<path class="axis" d="M0 {number(y(0))}H1000"/>')
        parts += [_line(scores, seat, x, y) for seat in range(len(scores[0]))]
    return Markup(
        '<svg class="chart backdrop" viewBox="0 0 1000 100" preserveAspectRatio="none" '
        'aria-hidden="true">' + "".join(parts) + "</svg>"
    )


def dash(seat: int) -> str:
    """Return the dashes of a seat's line: each has its own besides its colour."""
    return DASHES[seat % len(DASHES)]


def _line(scores: Sequence[Sequence[int]], seat: int, x: Place, y: Place) -> str:
    own = [row[seat] for row in scores]
    last = len(own) - 1
    # Where nothing changes before or after, the line goes straight on.
    bends = [k for k in range(last + 1) if k in (0, last) or own[k - 1 : k + 2] != [own[k]] * 3]
    points = " ".join(f"{number(x(k))},{number(y(own[k]))}" for k in bends)
    dashes = f' stroke-dasharray="{dash(seat)}"' if dash(seat) else ""
    return f'<polyline class="line seat-{seat}" points="{points}"{dashes}/>'


def _tick(span: int) -> int:
    for tick in (1, 2, 5, 10, 20, 25, 50, 100, 200):
        if span / tick <= MOST_TICKS:
            return tick
    return 500

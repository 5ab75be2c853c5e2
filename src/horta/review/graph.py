"""The graph of a review: every seat's chance to win over the game, and where it was given away.

Under it, where the scores are known, lie their lines over the same steps.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape

from horta.core.i18n import catalogue, mark
from horta.review.telling import PACKAGE, chance_words
from horta.review.verdicts import NAMES, Verdict
from horta.review.written import Review

LEFT, RIGHT, TOP, GAP = 56, 14, 12, 14
LEGEND, NO_LEGEND = 30, 8
COLOURS = ("#c7791f", "#2f6ea3", "#4c8a3f", "#b4476b", "#5b5f77")
"""The seats' own; a page may set others by the classes."""
DASHES = ("", "7 4", "2 4", "10 3 2 3", "1 3")
"""Seats are told apart by line, too, not by colour alone."""
SIGNS = {Verdict.INACCURACY: "?!", Verdict.MISTAKE: "?", Verdict.BLUNDER: "??"}
SHAPES = {
    Verdict.INACCURACY: "M0 -11L11 0L0 11L-11 0Z",
    Verdict.MISTAKE: "M-9 -9H9V9H-9Z",
    Verdict.BLUNDER: "M-5 -11H5L11 -5V5L5 11H-5L-11 5V-5Z",
}
"""Verdicts are told apart by shape, too."""
TITLE, SCORES = mark("Chance to win"), mark("Points")
Place = Callable[[float, float], tuple[float, float]]


@dataclass(frozen=True)
class Size:
    """How large a graph is drawn, in units of the drawing."""

    width: int = 720
    height: int = 260
    scores: int = 70
    """Of it for the lines of the scores, where they are known."""
    font: int = 13
    legend: bool = True
    """Whether the seats are named under it."""

    @property
    def bottom(self) -> int:
        """Where the lowest line lies."""
        return self.height - (LEGEND if self.legend else NO_LEGEND)


USUAL = Size()


def draw(
    review: Review,
    names: Sequence[str],
    lang: str = "en",
    *,
    scores: Sequence[Sequence[int]] = (),
    steps: int | None = None,
    size: Size = USUAL,
) -> str:
    """Draw a review as SVG that stands alone.

    `scores` are everybody's points at the start and after each action. `steps` is the length of the
    game where the review has not come to its end yet.
    """
    say, course = catalogue(PACKAGE, lang), review.chances()
    last = steps or max((step for step, _ in course), default=1)
    low = size.bottom - (size.scores + GAP if scores else 0)

    def x(step: float) -> float:
        return LEFT + (size.width - LEFT - RIGHT) * min(step, last) / last

    def place(step: float, share: float) -> tuple[float, float]:
        return x(step), TOP + (low - TOP) * (1.0 - share)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="review-graph" role="img" '
        f'viewBox="0 0 {size.width} {size.height}" font-size="{size.font}" '
        f'aria-label="{escape(say(TITLE))}" data-left="{LEFT}" data-right="{size.width - RIGHT}" '
        f'data-width="{size.width}" data-steps="{last}">'
    ]
    for share in (0.0, 0.5, 1.0):
        _, y = place(0, share)
        parts += _rule(size, y, chance_words(share, lang))
    for seat in range(review.players):
        parts.append(_line("course", seat, [place(step, one[seat]) for step, one in course]))
    if scores:
        parts += _scores(size, scores, x, say(SCORES))
    parts += _signs(review, names, place, lang)
    if size.legend:
        parts += _legend(size, names[: review.players])
    return "\n".join([*parts, "</svg>"])


def _rule(size: Size, y: float, told: str) -> list[str]:
    return [
        f'<path class="rule" d="M{LEFT} {y:.1f}H{size.width - RIGHT}" stroke="#8a7f6a" '
        f'stroke-opacity=".35"/><text class="tick" x="{LEFT - 6}" y="{y + 4:.1f}" '
        f'text-anchor="end" fill="currentColor">{escape(told)}</text>'
    ]


def _line(kind: str, seat: int, points: Sequence[tuple[float, float]], wide: float = 2.5) -> str:
    path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) if points else ""
    return (
        f'<path class="{kind} seat-{seat}" d="{path}" fill="none" stroke="{COLOURS[seat]}" '
        f'stroke-width="{wide}" stroke-dasharray="{DASHES[seat]}" stroke-linejoin="round"/>'
    )


def _scores(
    size: Size, scores: Sequence[Sequence[int]], x: Callable[[float], float], title: str
) -> list[str]:
    values = [value for row in scores for value in row]
    lowest, highest = min(0, *values), max(1, *values)
    bottom = size.bottom

    def y(value: float) -> float:
        return bottom - size.scores * (value - lowest) / (highest - lowest)

    parts = [
        *_rule(size, y(lowest), str(lowest).replace("-", "−")),
        *_rule(size, y(highest), str(highest)),
    ]
    for seat in range(len(scores[0])):
        points = [(x(step), y(row[seat])) for step, row in enumerate(scores)]
        parts.append(_line("score", seat, points, 1.5))
    at = f'x="{LEFT + 6}" y="{y(highest) + size.font + 2:.1f}"'
    parts.append(f'<text class="tick" {at} fill="currentColor">{escape(title)}</text>')
    return parts


def _signs(review: Review, names: Sequence[str], place: Place, lang: str) -> list[str]:
    say, parts = catalogue(PACKAGE, lang), []
    for one in review.decisions:
        if one.verdict not in SIGNS:
            continue
        x, y = place(one.step + 1, one.played.chances[one.seat].mean)
        told = f"{names[one.seat]}: {say(NAMES[one.verdict])}"
        parts.append(
            f'<g class="sign seat-{one.seat}" data-step="{one.step}" '
            f'transform="translate({x:.1f} {y:.1f})"><title>{escape(told)}</title>'
            f'<path d="{SHAPES[one.verdict]}" fill="{COLOURS[one.seat]}"/>'
            f'<text y="4" text-anchor="middle" font-size="11" font-weight="bold" fill="#fff">'
            f"{SIGNS[one.verdict]}</text></g>"
        )
    return parts


def _legend(size: Size, names: Sequence[str]) -> list[str]:
    wide = (size.width - LEFT - RIGHT) / max(1, len(names))
    parts = []
    for seat, name in enumerate(names):
        x, y = LEFT + wide * seat, size.height - 8
        parts.append(
            f'<path class="sample seat-{seat}" d="M{x:.1f} {y - 4}h26" stroke="{COLOURS[seat]}" '
            f'stroke-width="2.5" stroke-dasharray="{DASHES[seat]}"/><text x="{x + 32:.1f}" '
            f'y="{y}" fill="currentColor">{escape(name)}</text>'
        )
    return parts

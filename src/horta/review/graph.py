"""The graph of a review: every seat's chance to win over the game, and where it was given away."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from horta.core.i18n import catalogue, mark
from horta.review.telling import PACKAGE, chance_words
from horta.review.verdicts import NAMES, Verdict
from horta.review.written import Review

WIDTH, HEIGHT = 720, 260
LEFT, RIGHT, TOP, BOTTOM = 46, 14, 16, 54
COLOURS = ("#c7791f", "#2f6ea3", "#4c8a3f", "#b4476b", "#5b5f77")
"""The seats' own; a page may set others by the classes."""
DASHES = ("", "7 4", "2 4", "10 3 2 3", "1 3")
"""Seats are told apart by line, too, not by colour alone."""
SIGNS = {Verdict.INACCURACY: "?!", Verdict.MISTAKE: "?", Verdict.BLUNDER: "??"}
TITLE = mark("Chance to win")


def draw(review: Review, names: Sequence[str], lang: str = "en") -> str:
    """Draw a review as SVG that stands alone."""
    say = catalogue(PACKAGE, lang)
    course = review.chances()
    last = max((step for step, _ in course), default=1)

    def place(step: float, share: float) -> tuple[float, float]:
        x = LEFT + (WIDTH - LEFT - RIGHT) * step / last
        return x, TOP + (HEIGHT - TOP - BOTTOM) * (1.0 - share)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="review-graph" role="img" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}" font-size="13" aria-label="{escape(say(TITLE))}">'
    ]
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        x, y = place(0, share)
        parts.append(
            f'<path class="rule" d="M{x:.1f} {y:.1f}H{WIDTH - RIGHT}" stroke="#8a7f6a" '
            f'stroke-opacity=".35"/><text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end" '
            f'fill="currentColor">{chance_words(share, lang)}</text>'
        )
    for seat in range(review.players):
        points = [place(step, shares[seat]) for step, shares in course]
        path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) if points else ""
        parts.append(
            f'<path class="course seat-{seat}" d="{path}" fill="none" stroke="{COLOURS[seat]}" '
            f'stroke-width="2.5" stroke-dasharray="{DASHES[seat]}" stroke-linejoin="round"/>'
        )
    for one in review.decisions:
        if one.verdict not in SIGNS:
            continue
        x, y = place(one.step + 1, one.played.chances[one.seat].mean)
        told = f"{names[one.seat]}: {say(NAMES[one.verdict])}"
        parts.append(
            f'<g class="sign" data-step="{one.step}"><title>{escape(told)}</title>'
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="9" fill="{COLOURS[one.seat]}"/>'
            f'<text x="{x:.1f}" y="{y + 4:.1f}" text-anchor="middle" font-size="11" '
            f'font-weight="bold" fill="#fff">{SIGNS[one.verdict]}</text></g>'
        )
    wide = (WIDTH - LEFT - RIGHT) / review.players
    for seat, name in enumerate(names):
        x, y = LEFT + wide * seat, HEIGHT - 14
        parts.append(
            f'<path d="M{x:.1f} {y - 4}h26" stroke="{COLOURS[seat]}" stroke-width="2.5" '
            f'stroke-dasharray="{DASHES[seat]}"/><text x="{x + 32:.1f}" y="{y}" '
            f'fill="currentColor">{escape(name)}</text>'
        )
    return "\n".join([*parts, "</svg>"])

"""Pictures: a table with the arrows and marks of an author, as SVG that stands alone."""

from __future__ import annotations

from html import escape
from math import hypot

from horta.core.drawing import number
from horta.core.match import Match
from horta.study.notes import Arrow, Mark, Notes
from horta.study.places import Box, Point, places

STYLES = {
    "plan": ("#2f6b5b", ""),
    "threat": ("#a03040", "22 12"),
    "other": ("#8a6420", "3 14"),
    "ring": ("#2f6b5b", ""),
    "cross": ("#a03040", ""),
    "star": ("#8a6420", ""),
}
"""The colour of each kind, and how its line is broken: kinds are told apart without colours."""
HALO = "#fffaf0"
STAR = "M0-17L4.5-5.5 17-5 7.5 3 10.5 15 0 8-10.5 15-7.5 3-17-5-4.5-5.5Z"
CROSS = "M-13-13L13 13M13-13L-13 13"


def draw(match: Match, view: int | str | None, notes: Notes, lang: str = "en") -> str:
    """Draw a table from a seat's sight, a spectator's (None) or with all revealed ("all").

    What an arrow or a mark names and the drawing does not show is left out.
    """
    seat = view if isinstance(view, int) else None
    scene = match.scene(seat, lang, revealed=view == "all")
    svg = match.game.presentation.draw(scene)
    if not notes.arrows and not notes.marks:
        return svg
    body, end, rest = svg.rpartition("</svg>")
    return f"{body}{signs(places(svg), notes)}\n{end}{rest}"


def signs(where: dict[str, Box], notes: Notes) -> str:
    """Return the arrows and marks as a group of shapes."""
    parts = ['<g class="study-notes" fill="none" stroke-linecap="round" stroke-linejoin="round">']
    for one in notes.arrows:
        if one.start in where and one.end in where and one.start != one.end:
            parts.append(_arrow(one, where[one.start].middle, where[one.end].middle))
    parts += [_mark(each, where[each.at]) for each in notes.marks if each.at in where]
    return "\n".join([*parts, "</g>"])


def _mark(one: Mark, box: Box) -> str:
    colour, _ = STYLES[one.kind]
    if one.kind == "ring":
        left, top, right, bottom = box
        shape = (
            f'<rect x="{number(left - 5)}" y="{number(top - 5)}" rx="12" '
            f'width="{number(right - left + 10)}" height="{number(bottom - top + 10)}"'
        )
        halo = f'{shape} stroke="{HALO}" stroke-width="9"/>'
        return f'{halo}{shape} stroke="{colour}" stroke-width="5"/>'
    x, y = box.middle
    place = f'transform="translate({number(x)} {number(y)})"'
    if one.kind == "star":
        return f'<path d="{STAR}" {place} fill="{colour}" stroke="{HALO}" stroke-width="3"/>'
    cross = f'<path d="{CROSS}" {place}'
    return (
        f'{cross} stroke="{HALO}" stroke-width="12"/>{cross} stroke="{colour}" stroke-width="7"/>'
    )


def _arrow(one: Arrow, start: Point, end: Point) -> str:
    """Draw a curve like a whiplash with a head."""
    colour, dashes = STYLES[one.kind]
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = hypot(dx, dy) or 1.0
    bend = min(120.0, length / 4) / length
    middle = ((start[0] + end[0]) / 2 - dy * bend, (start[1] + end[1]) / 2 + dx * bend)
    far = hypot(end[0] - middle[0], end[1] - middle[1]) or 1.0
    ux, uy = (end[0] - middle[0]) / far, (end[1] - middle[1]) / far

    def at(back: float, aside: float) -> str:
        return (
            f"{number(end[0] - ux * back - uy * aside)} {number(end[1] - uy * back + ux * aside)}"
        )

    line = (
        f'<path d="M{number(start[0])} {number(start[1])}'
        f'Q{number(middle[0])} {number(middle[1])} {at(18, 0)}"'
    )
    broken = f' stroke-dasharray="{dashes}"' if dashes else ""
    head = f'<path d="M{at(0, 0)}L{at(32, 14)}L{at(23, 0)}L{at(32, -14)}Z"'
    return (
        f"<g><title>{escape(one.start)} → {escape(one.end)}</title>"
        f'{line} stroke="{HALO}" stroke-width="12"/>{line} stroke="{colour}" '
        f'stroke-width="7"{broken}/>{head} fill="{colour}" stroke="{HALO}" stroke-width="3"/></g>'
    )

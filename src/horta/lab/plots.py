"""Plots of an experiment, as SVG drawn by ourselves: points with their intervals.

Every variant has its own colour and its own sign. A picture stands alone in a file, and follows the
theme of a page it is laid into (`currentColor`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from textwrap import wrap
from typing import TYPE_CHECKING

from horta.core.drawing import fit
from horta.core.i18n import mark
from horta.lab.comparing import LINE, OPENING, SCORE, WHOLE, Level, Measure
from horta.lab.telling import Teller

if TYPE_CHECKING:
    from horta.lab.results import Results

WIDTH = 440
"""Narrow: on a phone, words of a picture are still 11 pixels high."""
SIZE = 14
TITLE_SIZES = (17, 16, 15, 14, 13)
LONGEST_LABEL = 20
"""Characters in a line of a label; it has two lines at most."""
COLOURS = ("#2f6b5b", "#b98a3a", "#2f6ea3", "#b4476b", "#5b5f77", "#4c8a3f")
MOST_ROWS = 16
"""Rows of a plot; of openings and cards the most frequent are shown."""
VICTORIES_BY = mark("Victories in a hundred, by {kind}")
POINTS_BY_LINE = mark("Points of a seat, by line of the sheet")
FAIR = mark("fair")
FAIR_LINE = 'class="lab-fair" stroke="#7a2e3a" stroke-width="1.5" stroke-dasharray="5 4"'
NICE = (1, 2, 5, 10)
TICKS = 5


@dataclass(frozen=True)
class Plot:
    """A picture; a notebook shows it."""

    title: str
    svg: str

    def _repr_svg_(self) -> str:
        return self.svg


@dataclass(frozen=True)
class Point:
    """A value with its interval, of the variant of some number."""

    series: int
    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Line:
    """A row of a plot: what it is about, and a point for each variant."""

    label: str
    points: tuple[Point, ...]


def plots(results: Results, lang: str = "en") -> dict[str, Plot]:
    """Draw what the games show, by the name of a file."""
    experiment = results.experiment
    if not results.deals:
        return {}
    teller = Teller(experiment.game, experiment.players or 0, lang)
    names, found = list(experiment.variants), results.levels()
    fair = 100 / (experiment.players or 1)
    under = "" if experiment.sweep is None else teller.parameter(experiment.sweep.parameter)
    made = {}
    for kind in dict.fromkeys(one.measure.kind for one in found if one.measure.is_share):
        title = teller.say(VICTORIES_BY, kind=teller.kind(kind))
        rows = _rows(teller, names, [one for one in found if one.measure.kind == kind], 100)
        made[f"victories-{kind}"] = Plot(title, dots(title, rows, names, teller, fair))
    rows = _rows(teller, names, [one for one in found if one.measure.kind == LINE], 1)
    title = teller.say(POINTS_BY_LINE)
    made["lines"] = Plot(title, dots(title, rows, names, teller))
    for kind in (SCORE, *WHOLE):
        own = [one for one in found if one.measure.kind == kind]
        if len(names) > 1 and not _is_fixed(own):
            title, scale = teller.what(Measure(kind)), 100 if kind == "decided" else 1
            svg = response(title, own, names, teller, scale=scale, under=under)
            made[kind] = Plot(title, svg)
    if experiment.sweep is not None:
        for measure in dict.fromkeys(one.measure for one in found if one.measure.is_share):
            own = [one for one in found if one.measure == measure]
            if measure.kind != OPENING and all(one.seats for one in own):
                title = teller.what(measure)
                svg = response(title, own, names, teller, scale=100, fair=fair, under=under)
                made[f"sweep-{measure.kind}-{measure.thing}"] = Plot(title, svg)
    return made


def _is_fixed(found: Sequence[Level]) -> bool:
    """Tell whether a measure is the same in every game of every variant, as the rounds may be."""
    return len({number for one in found for number in (one.value, one.low, one.high)}) <= 1


def _rows(teller: Teller, names: list[str], found: Sequence[Level], scale: float) -> list[Line]:
    """Return a row for each thing; where there are many, those that came up most."""
    things: dict[Measure, list[Level]] = {}
    for one in found:
        things.setdefault(one.measure, []).append(one)
    often = sorted(things, key=lambda each: -sum(one.seats for one in things[each]))[:MOST_ROWS]
    return [
        Line(
            teller.thing(measure),
            tuple(
                Point(
                    names.index(one.variant), *(scale * x for x in (one.value, one.low, one.high))
                )
                for one in things[measure]
                if one.seats
            ),
        )
        for measure in things
        if measure in often
    ]


def _ticks(low: float, high: float) -> list[float]:
    """Return round numbers that cover a range."""
    if not high > low:
        low, high = low - 1, high + 1
    rough = (high - low) / TICKS
    power = 10 ** math.floor(math.log10(rough))
    step = next(nice * power for nice in NICE if nice * power >= rough * (1 - 1e-9))
    first, last = math.floor(low / step), math.ceil(high / step)
    return [k * step for k in range(first, last + 1)]


def _range(points: Sequence[Point], *more: float) -> list[float]:
    known = [x for one in points for x in (one.value, one.low, one.high) if math.isfinite(x)]
    return _ticks(min([*known, *more], default=0.0), max([*known, *more], default=1.0))


def _opening(title: str, height: float) -> list[str]:
    line = fit(title, WIDTH - 16, TITLE_SIZES)
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="lab-plot" role="img" '
        f'viewBox="0 0 {WIDTH} {height:.0f}" font-size="{SIZE}" aria-label="{escape(title)}">',
        f'<text x="8" y="22" font-size="{line.size:g}" font-family="Palatino, Georgia, serif" '
        f'fill="currentColor">{escape(line.lines[0])}</text>',
    ]


def sign(series: int, x: float, y: float) -> str:
    """Draw the sign of a variant."""
    colour = COLOURS[series % len(COLOURS)]
    filled = f'class="lab-fill-{series}" fill="{colour}"'
    drawn = f'class="lab-line-{series}" stroke="{colour}"'
    shapes = (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" {filled}/>',
        f'<path d="M{x:.1f} {y - 6:.1f}l6 6l-6 6l-6-6z" {filled}/>',
        f'<path d="M{x - 5:.1f} {y - 5:.1f}h10v10h-10z" {filled}/>',
        f'<path d="M{x:.1f} {y - 6:.1f}l6 10h-12z" {filled}/>',
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="none" {drawn} stroke-width="3"/>',
    )
    return shapes[series % len(shapes)]


def _legend(names: Sequence[str], y: float) -> list[str]:
    parts, x = [], 16.0
    for series, name in enumerate(names):
        wide = 32 + 8 * len(name)
        if x + wide > WIDTH and series:
            x, y = 16.0, y + 20
        parts.append(
            f'{sign(series, x, y - 4)}<text x="{x + 12:.1f}" y="{y:.1f}" '
            f'fill="currentColor">{escape(name)}</text>'
        )
        x += wide
    return parts


def _legend_height(names: Sequence[str]) -> float:
    wide = sum(32 + 8 * len(name) for name in names)
    return 26 + 20 * (1 + wide // (WIDTH - 16))


def dots(
    title: str,
    rows: Sequence[Line],
    names: Sequence[str],
    teller: Teller,
    fair: float | None = None,
) -> str:
    """Draw a row for each thing and a point for each variant in it, with intervals."""
    ticks = _range([point for row in rows for point in row.points], *([fair] if fair else []))
    left, right, top, pace = 158.0, 18.0, 52.0, 15.0
    tall = max(pace * len(names), 20.0) + 14
    bottom = top + tall * len(rows)
    height = bottom + 30 + _legend_height(names)

    def at(value: float) -> float:
        part = (value - ticks[0]) / (ticks[-1] - ticks[0])
        return left + (WIDTH - left - right) * min(max(part, 0.0), 1.0)

    parts = _opening(title, height)
    for tick in ticks:
        parts.append(
            f'<path d="M{at(tick):.1f} {top}V{bottom:.1f}" stroke="#8a7f6a" stroke-opacity=".35"/>'
            f'<text x="{at(tick):.1f}" y="{bottom + 18:.1f}" text-anchor="middle" '
            f'fill="currentColor">{teller.tick(tick)}</text>'
        )
    if fair is not None:
        parts.append(
            f'<path d="M{at(fair):.1f} {top - 6}V{bottom:.1f}" {FAIR_LINE}/>'
            f'<text x="{at(fair):.1f}" y="{top - 9}" text-anchor="middle" '
            f'fill="currentColor" font-size="13">{escape(teller.say(FAIR))}</text>'
        )
    for k, row in enumerate(rows):
        middle = top + tall * k + tall / 2
        parts.append(_label(row.label, left - 12, middle))
        for point in row.points:
            y = middle + pace * (point.series - (len(names) - 1) / 2)
            parts.append(_bar(point, (at(point.low), y), (at(point.high), y), teller, row.label))
            parts.append(sign(point.series, at(point.value), y))
    return "\n".join([*parts, *_legend(names, bottom + 50), "</svg>"])


def _label(label: str, x: float, middle: float) -> str:
    """Write the label of a row, in two lines where it is long."""
    lines = wrap(label, LONGEST_LABEL, max_lines=2, placeholder="…")
    first = middle + 5 - 7.5 * (len(lines) - 1)
    spans = "".join(
        # A space between the lines, for who reads aloud and for who copies.
        f'<tspan x="{x:.1f}" y="{first + 15 * k:.1f}">{escape(line)}{" " * (k + 1 < len(lines))}'
        "</tspan>"
        for k, line in enumerate(lines)
    )
    return (
        f'<text text-anchor="end" fill="currentColor"><title>{escape(label)}</title>{spans}</text>'
    )


def _bar(
    point: Point, begin: tuple[float, float], end: tuple[float, float], teller: Teller, label: str
) -> str:
    """Draw an interval; its title tells the numbers."""
    value, low, high = (teller.number(x) for x in (point.value, point.low, point.high))
    told = f"{label}: {value} ({low} – {high})"
    return (
        f'<path d="M{begin[0]:.1f} {begin[1]:.1f}L{end[0]:.1f} {end[1]:.1f}" '
        f'class="lab-line-{point.series}" stroke="{COLOURS[point.series % len(COLOURS)]}" '
        f'stroke-width="3" stroke-linecap="round">'
        f"<title>{escape(told)}</title></path>"
    )


def response(
    title: str,
    found: Sequence[Level],
    names: Sequence[str],
    teller: Teller,
    *,
    scale: float,
    fair: float | None = None,
    under: str = "",
) -> str:
    """Draw one measure over the variants, with intervals, in their order.

    `under` names what changes from one to the next; then a line leads from each to the next.
    """
    points = [
        Point(names.index(one.variant), *(scale * x for x in (one.value, one.low, one.high)))
        for one in found
    ]
    ticks = _range(points, *([fair] if fair else []))
    left, right, top, bottom = 46.0, 12.0, 40.0, 200.0
    legend = bottom + (50 if under else 30)
    height = legend - 20 + _legend_height(names)

    def x(series: int) -> float:
        return left + (WIDTH - left - right) * (series + 0.5) / len(names)

    def y(value: float) -> float:
        part = (value - ticks[0]) / (ticks[-1] - ticks[0])
        return bottom - (bottom - top) * min(max(part, 0.0), 1.0)

    parts = _opening(title, height)
    for tick in ticks:
        parts.append(
            f'<path d="M{left} {y(tick):.1f}H{WIDTH - right}" stroke="#8a7f6a" '
            f'stroke-opacity=".35"/><text x="{left - 8}" y="{y(tick) + 4:.1f}" text-anchor="end" '
            f'fill="currentColor">{teller.tick(tick)}</text>'
        )
    if fair is not None:
        parts.append(f'<path d="M{left} {y(fair):.1f}H{WIDTH - right}" {FAIR_LINE}/>')
    if under:  # variants that are no steps of one thing have nothing between them
        line = "L".join(f"{x(one.series):.1f} {y(one.value):.1f}" for one in points)
        parts.append(
            f'<path class="lab-way" d="M{line}" fill="none" stroke="#8a7f6a" stroke-width="2"/>'
        )
    for one in points:
        at = x(one.series)
        parts.append(_bar(one, (at, y(one.low)), (at, y(one.high)), teller, names[one.series]))
        parts.append(sign(one.series, at, y(one.value)))
    if under:
        parts.append(
            f'<text x="16" y="{bottom + 26:.0f}" font-style="italic" fill="currentColor">'
            f"{escape(under)}</text>"
        )
    return "\n".join([*parts, *_legend(names, legend), "</svg>"])

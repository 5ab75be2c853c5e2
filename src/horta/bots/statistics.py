"""What the results of an arena tell: shares of victory, margins, ratings, with their intervals."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from horta.bots.play import Result
from horta.core.outcome import leads as leads_of
from horta.statistics import Z, wilson

if TYPE_CHECKING:
    from horta.bots.arena import Plan


def mean_interval(groups: Sequence[Sequence[float]]) -> tuple[float, float, float]:
    """Return a mean and its 95 % interval; the games of one group (deal) are not independent."""
    values = [sum(group) / len(group) for group in groups if group]
    n = len(values)
    if n == 0:
        return 0.0, 0.0, 0.0
    mean = sum(values) / n
    if n == 1:
        return mean, -math.inf, math.inf
    half = Z * math.sqrt(sum((v - mean) ** 2 for v in values) / (n - 1) / n)
    return mean, mean - half, mean + half


def summary(plan: Plan, results: Sequence[Result]) -> list[dict[str, Any]]:
    """Return a row for each bot, the strongest first; bots of the same name are one."""
    names = list(dict.fromkeys(plan.bots))
    shares: dict[str, list[float]] = defaultdict(list)
    scores: dict[str, list[int]] = defaultdict(list)
    leads: dict[str, dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
    seconds: Counter[str] = Counter()
    choices: Counter[str] = Counter()
    faults: dict[str, Counter[str]] = defaultdict(Counter)
    for result in results:
        for fault in result.faults:
            faults[fault.bot][fault.kind] += 1
        lead = leads_of(result.scores) if result.scores is not None else None
        for seat, entrant in enumerate(result.seating):
            name = plan.bots[entrant]
            shares[name].append(result.shares[seat])
            if result.scores is not None and lead is not None:
                scores[name].append(result.scores[seat])
                leads[name][result.deal].append(lead[seat])
            if result.seconds:
                seconds[name] += result.seconds[seat]  # type: ignore[assignment]
                choices[name] += result.choices[seat]
    ratings = rate(plan, results)
    rows = []
    for name in names:
        n = len(shares[name])
        share = sum(shares[name]) / n if n else 0.0
        # Pairing the deals makes the truth narrower: this interval errs on the safe side.
        low, high = wilson(share, n)
        margin, least, most = mean_interval(list(leads[name].values()))
        rows.append(
            {
                "bot": name,
                "games": n,
                "share": share,
                "share_low": low,
                "share_high": high,
                "fair_share": 1 / plan.players if plan.players else None,
                "margin": margin,
                "margin_low": least if math.isfinite(least) else None,
                "margin_high": most if math.isfinite(most) else None,
                "score": sum(scores[name]) / len(scores[name]) if scores[name] else None,
                "rating": ratings[name][0],
                "rating_sigma": ratings[name][1],
                "seconds_per_choice": seconds[name] / choices[name] if choices[name] else None,
                "faults": dict(faults[name]),
            }
        )
    return sorted(rows, key=lambda row: (-row["rating"], -row["share"]))


def rate(plan: Plan, results: Sequence[Result]) -> dict[str, tuple[float, float]]:
    """Return a Plackett-Luce rating (mean and deviation) for each bot, by OpenSkill.

    The order of games is that of the plan, so the same results give the same ratings.
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    ratings = {name: model.rating(name=name) for name in plan.bots}
    for result in results:
        names = [plan.bots[entrant] for entrant in result.seating]
        if len(set(names)) == 1:  # a bot alone
            continue
        # A bot in several seats counts by the mean of them: a company is rated by names.
        points: dict[str, list[float]] = defaultdict(list)
        for seat, name in enumerate(names):
            total = 0.0 if result.scores is None else result.scores[seat] / 1e6
            points[name].append(result.shares[seat] + total)
        there = list(points)
        values = [sum(points[name]) / len(points[name]) for name in there]
        rated = model.rate([[ratings[name]] for name in there], scores=values)
        for name, (new,) in zip(there, rated, strict=True):
            ratings[name] = new
    return {name: (float(each.mu), float(each.sigma)) for name, each in ratings.items()}


def plot(plan: Plan, rows: Sequence[dict[str, Any]]) -> str:
    """Draw the shares of victory with their intervals as SVG."""
    width, left, bar, top = 640, 220, 26, 44
    height = top + bar * len(rows) + 34
    scale = width - left - 70

    def x(share: float) -> float:
        return left + scale * share

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{width}" height="{height}" fill="#fbf8f1"/>',
        f'<text x="12" y="24" font-size="14">{escape(plan.game)}: share of victories, 95 %</text>',
    ]
    bottom = top + bar * len(rows)
    for tick in range(0, 101, 25):
        at = x(tick / 100)
        parts.append(
            f'<line x1="{at:.1f}" y1="{top - 6}" x2="{at:.1f}" y2="{bottom}" stroke="#d9d2c3"/>'
            f'<text x="{at:.1f}" y="{bottom + 18}" text-anchor="middle">{tick} %</text>'
        )
    for k, row in enumerate(rows):
        y = top + bar * k + bar / 2
        low, high, share = x(row["share_low"]), x(row["share_high"]), x(row["share"])
        parts.append(
            f'<text x="{left - 10}" y="{y + 4}" text-anchor="end">{escape(row["bot"])}</text>'
            f'<line x1="{low:.1f}" y1="{y}" x2="{high:.1f}" y2="{y}" stroke="#2f5d50" '
            'stroke-width="3"/>'
            f'<circle cx="{share:.1f}" cy="{y}" r="5" fill="#2f5d50"/>'
            f'<text x="{width - 60}" y="{y + 4}">{100 * row["share"]:.1f} %</text>'
        )
    return "\n".join([*parts, "</svg>"])

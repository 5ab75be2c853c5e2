"""The report of a training: learning curves and checks, one HTML file that stands alone."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

CURVES = {
    "total": "Mean total of all seats, in points",
    "best": "Mean total of the winners, in points",
    "entropy": "Entropy of the policy",
    "share_error": "Square error of the expected shares of victory",
    "value_loss": "Loss of rewards and totals",
    "policy_loss": "Loss of the policy",
}
WIDTH, HEIGHT, LEFT, BOTTOM = 460, 200, 56, 28
FEWEST = 2
STYLE = (
    "body{font-family:sans-serif;max-width:62em;margin:2em auto;background:#fbf8f1;color:#2b2620}"
    "table{border-collapse:collapse}td,th{padding:.2em .8em;text-align:left;"
    "border-bottom:1px solid #d9d2c3}svg{margin:.5em}pre{white-space:pre-wrap}"
)


def write_report(path: Path, settings: Mapping[str, Any], history: Mapping[str, Any]) -> None:
    """Write the report of a training."""
    game = escape(str(settings["game"]))
    hours = history["seconds"] / 3600
    parts = [
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Training: {game}</title>',
        f"<style>{STYLE}</style><h1>Training: {game}</h1>",
        f"<p>{history['games']:,} games of self-play, {history['steps']:,} steps, "
        f"{hours:.2f} hours in {len(history['runs'])} runs.</p>",
        *(curve(history["figures"], name, title) for name, title in CURVES.items()),
        "<h2>Checks</h2><p>Paired deals; shares of victory with Wilson's 95 % intervals.</p>",
        _checks(history["checks"]),
        f"<h2>Settings</h2><pre>{escape(json.dumps(settings, indent=1))}</pre>",
        f"<h2>Runs</h2><pre>{escape(json.dumps(history['runs'], indent=1))}</pre></html>",
    ]
    fresh = path.with_name(f".{path.name}.new")
    fresh.write_text("\n".join(parts), encoding="utf-8")
    fresh.replace(path)


def curve(rows: Sequence[Mapping[str, Any]], name: str, title: str) -> str:
    """Draw one figure over the minutes of training as SVG."""
    points = [(row["seconds"] / 60, row[name]) for row in rows if row.get(name) is not None]
    head = f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" font-size="11" role="img">'
    label = f'<text x="{LEFT}" y="14" font-size="13">{escape(title)}</text>'
    if len(points) < FEWEST:
        return f"{head}{label}</svg>"
    low, high = min(y for _, y in points), max(y for _, y in points)
    first, last = points[0][0], points[-1][0]
    tall, wide = high - low or 1.0, last - first or 1.0

    def place(x: float, y: float) -> str:
        across = LEFT + (WIDTH - LEFT - 12) * (x - first) / wide
        return f"{across:.1f},{HEIGHT - BOTTOM - (HEIGHT - BOTTOM - 26) * (y - low) / tall:.1f}"

    base = HEIGHT - BOTTOM
    line = " ".join(place(x, y) for x, y in points)
    return (
        f'{head}{label}<path d="M{LEFT} 24V{base}H{WIDTH - 12}" fill="none" stroke="#b9ad97"/>'
        f'<text x="{LEFT - 6}" y="30" text-anchor="end">{high:.4g}</text>'
        f'<text x="{LEFT - 6}" y="{base}" text-anchor="end">{low:.4g}</text>'
        f'<text x="{LEFT}" y="{HEIGHT - 8}">{first:.1f} min</text>'
        f'<text x="{WIDTH - 12}" y="{HEIGHT - 8}" text-anchor="end">{last:.1f} min</text>'
        f'<polyline points="{line}" fill="none" stroke="#2f5d50" stroke-width="2"/></svg>'
    )


def _checks(checks: Sequence[Mapping[str, Any]]) -> str:
    rows = "".join(
        f"<tr><td>{check['seconds'] / 60:.1f}</td><td>{check['players']}</td>"
        f"<td>{escape(json.dumps(check['options']))}</td>"
        f"<td>{escape(check['bot'])} against {escape(check['against'])}</td>"
        f"<td>{check['games']}</td><td>{100 * check['share']:.1f} % "
        f"({100 * check['share_low']:.1f} to {100 * check['share_high']:.1f})</td>"
        f"<td>{check['margin']:+.1f}</td></tr>"
        for check in checks
    )
    head = "".join(
        f"<th>{name}</th>"
        for name in ("minute", "players", "options", "match", "games", "share", "margin")
    )
    return f"<table><tr>{head}</tr>{rows}</table>"

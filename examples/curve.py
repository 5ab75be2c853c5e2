"""A learning curve as an SVG picture, without a library for plots."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

WIDTH, HEIGHT, EDGE = 640, 360, 48


def draw_curve(path: Path, values: Sequence[float], total: int, across: str, title: str) -> None:
    """Draw shares between 0 and 1 against the steps, `total` at the last one."""
    last = max(1, len(values) - 1)

    def place(k: int, value: float) -> tuple[float, float]:
        x = EDGE + (WIDTH - 2 * EDGE) * k / last
        return x, HEIGHT - EDGE - (HEIGHT - 2 * EDGE) * value

    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in (place(k, v) for k, v in enumerate(values)))
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fbf7ec"/>',
        f'<text x="{EDGE}" y="24" font-size="15">{title}</text>',
    ]
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        x, y = place(0, share)
        lines.append(f'<path d="M{x:.0f} {y:.1f}H{WIDTH - EDGE}" stroke="#cbbf9f" fill="none"/>')
        lines.append(f'<text x="8" y="{y + 4:.1f}">{100 * share:.0f} %</text>')
    x, y = place(last, 0)
    end = f"{total:,} {across}"
    lines.append(f'<text x="{x:.0f}" y="{y + 20:.0f}" text-anchor="end">{end}</text>')
    lines.append(f'<polyline points="{points}" fill="none" stroke="#1d5c4d" stroke-width="2.5"/>')
    path.write_text("\n".join([*lines, "</svg>"]) + "\n", encoding="utf-8")

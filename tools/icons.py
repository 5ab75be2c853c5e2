"""Draw the icons of the app from the mark of the house: `python -m tools.icons`.

A launcher cuts a maskable icon to a shape of its own: there the mark stands smaller, on a ground
that fills the square.
"""

from __future__ import annotations

from pathlib import Path

import horta.server
from horta.server.messages.pages import ICONS

SERVER = Path(horta.server.__file__).parent
MARK = SERVER / "templates" / "mark.svg.jinja"
GROUND = "#2F6B5B"
SMALLER = 0.8
SIDE = 64


def drawn(purpose: str) -> str:
    """Return the icon for a purpose as SVG."""
    mark = MARK.read_text(encoding="utf-8")
    if purpose == "any":
        return mark
    inside = mark.partition(">")[2].rpartition("</svg>")[0]
    aside = SIDE * (1 - SMALLER) / 2
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {SIDE}">'
        f'<rect width="{SIDE}" height="{SIDE}" fill="{GROUND}"/>'
        f'<g transform="translate({aside} {aside}) scale({SMALLER})">{inside}</g></svg>'
    )


def main() -> None:
    """Write every icon."""
    import cairosvg

    for size, purpose in ICONS:
        file = SERVER / "static" / f"icon-{purpose}-{size}.png"
        cairosvg.svg2png(drawn(purpose).encode(), write_to=str(file), output_width=size)


if __name__ == "__main__":
    main()

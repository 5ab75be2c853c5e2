"""Pictures of a table for `render`: text, an image, or the drawing on the screen."""

from __future__ import annotations

import re
import tempfile
import webbrowser
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from horta.core.errors import BadOption
from horta.core.match import Match

RENDER_MODES = ["human", "ansi", "rgb_array"]
WIDTH = 960
"""The width of an image in pixels."""


def check_mode(mode: str | None) -> None:
    """Refuse a render mode that is not there."""
    if mode is not None and mode not in RENDER_MODES:
        raise BadOption(f"there is no render_mode '{mode}'; there are: {', '.join(RENDER_MODES)}")


def pixels(svg: str) -> NDArray[np.uint8]:
    """Turn a drawing into an image [height, width, 3]; this needs CairoSVG."""
    if find_spec("cairosvg") is None:
        raise BadOption(
            "render_mode 'rgb_array' needs CairoSVG to turn the drawing into pixels: "
            "pip install horta[images]; 'ansi' and 'human' work without it"
        )
    import io

    import cairosvg
    from PIL import Image

    data = cairosvg.svg2png(
        bytestring=without_variables(svg).encode(), output_width=WIDTH, background_color="white"
    )
    return np.asarray(Image.open(io.BytesIO(data)).convert("RGB"), np.uint8)


def without_variables(svg: str) -> str:
    """Write the values of CSS variables in their places: CairoSVG does not know variables.

    A drawing names its colours by day first, then those by night.
    """
    values: dict[str, str] = {}
    for name, value in re.findall(r"(--[\w-]+)\s*:\s*([^;}]+)", svg):
        values.setdefault(name, value.strip())
    return re.sub(r"var\((--[\w-]+)[^)]*\)", lambda found: values.get(found[1], "none"), svg)


class Screen:
    """Shows the drawing in a browser: one page that is written anew and loads itself again."""

    def __init__(self) -> None:
        self._folder: tempfile.TemporaryDirectory[str] | None = None

    def show(self, svg: str, title: str) -> None:
        """Show a drawing; the first one opens the page."""
        is_new = self._folder is None
        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(prefix="horta-")
        page = Path(self._folder.name) / "table.html"
        page.write_text(
            f"<!doctype html><meta charset=utf-8><meta http-equiv=refresh content=1>"
            f"<title>{title}</title><body style='margin:0'>{svg}",
            encoding="utf-8",
        )
        if is_new and not webbrowser.open(page.as_uri()):
            print(f"The table is drawn at {page.as_uri()}")

    def close(self) -> None:
        """Put the page away."""
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None


def render(match: Match, mode: str | None, screen: Screen, seat: int | None) -> Any:
    """Render what a seat sees, or a spectator, in one of `RENDER_MODES`."""
    if mode == "ansi":
        return match.sketch(seat)
    if mode == "rgb_array":
        return pixels(match.svg(seat))
    if mode == "human":
        screen.show(match.svg(seat), match.game.title)
    return None

"""What all drawings share: templates that escape, numbers that are short, and text that fits.

A game draws its table with a Jinja template beside its code. The template imports the ornaments
of the house (`ornaments.svg.jinja`): the tokens of the look, whiplash corners, paper labels,
medallions.

SVG cannot measure text before it is shown, and a table must look right with whatever system font
the viewer has. So text is measured here with the widths of a wide font, and wrapped or shortened
by hand.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import NamedTuple

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined

ELLIPSIS = "…"

# Widths in thousandths of the font size, those of a wide system font, rounded up.
_NARROW = dict.fromkeys("iíìîïjlI'’|", 300) | dict.fromkeys(".,:;!·‘’ ", 330)
_WIDTHS = (
    _NARROW
    | dict.fromkeys('ft()[]-/r"', 410)
    | dict.fromkeys("cksvxyzçJ?", 560)
    | dict.fromkeys("mMWwÆŒœæ@%…—", 930)
    | dict.fromkeys("ABCDEFGHKLNOPQRSTUVXYZÀÂÄÇÉÈÊËÎÏÔÖÙÛÜ&", 730)
)
_OTHER = 630
_WIDE = 1000  # of scripts that are not Latin


def number(value: float) -> str:
    """Write a number for SVG: at most two decimals, and none that say nothing."""
    short = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if short in ("-0", "") else short


def width(text: str, size: float, *, bold: bool = False) -> float:
    """Return about how wide a text will be, rather too wide than too narrow.

    Bold text stands for a heading: the serifs of the look run narrower than its sans.
    """
    total = sum(_WIDTHS.get(c, _OTHER if ord(c) < 0x2E80 else _WIDE) for c in text)
    return total * size * (0.96 if bold else 1.0) / 1000


def shorten(text: str, size: float, room: float, *, bold: bool = False) -> str:
    """Return the text, or as much of it as there is room for and an ellipsis."""
    if width(text, size, bold=bold) <= room:
        return text
    kept = text
    while kept and width(kept.rstrip() + ELLIPSIS, size, bold=bold) > room:
        kept = kept[:-1]
    return kept.rstrip() + ELLIPSIS


class Fitted(NamedTuple):
    """Text in lines, and the font size at which they fit."""

    lines: list[str]
    size: float


def fit(text: str, room: float, sizes: Sequence[float], *, bold: bool = False) -> Fitted:
    """Fit a text into one line at the first of the sizes that does, or shorten it at the last."""
    for size in sizes:
        if width(text, size, bold=bold) <= room:
            return Fitted([text], size)
    return Fitted([shorten(text, sizes[-1], room, bold=bold)], sizes[-1])


def wrap(text: str, size: float, room: float) -> list[str]:
    """Break a text into lines; a word that is wider than the room gets a line of its own."""
    lines: list[str] = []
    for word in text.split():
        if lines and width(f"{lines[-1]} {word}", size) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def flow(text: str, room: float, most: int, sizes: Sequence[float]) -> Fitted:
    """Fit a text into a few lines at the first of the sizes that does, or shorten it."""
    lines: list[str] = []
    for size in sizes:
        lines = wrap(text, size, room)
        if len(lines) <= most and all(width(line, size) <= room for line in lines):
            return Fitted(lines, size)
    size = sizes[-1]
    kept = [*lines[: most - 1], " ".join(lines[most - 1 :])]
    return Fitted([shorten(line, size, room) for line in kept], size)


@functools.cache
def environment(package: str) -> Environment:
    """Return the template environment of a package; everything it fills in is escaped."""
    made = Environment(
        loader=ChoiceLoader([PackageLoader(package, "."), PackageLoader("horta.core", ".")]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["n"] = number
    return made


def render(package: str, template: str, **values: object) -> str:
    """Fill in a template of a package."""
    return environment(package).get_template(template).render(**values)

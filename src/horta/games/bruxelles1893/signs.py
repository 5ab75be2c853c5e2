"""What the cards, tiles and boards of Belle Époque and the variant do, told in pictures.

A sign is a row of glyphs: things (a coin, a work, a notable), and between them `/` for each,
`>` for what is given and gained, `<>` for one or the other way. `name:3` writes a number on it.
`glyphs.svg.jinja` draws them.
"""

from __future__ import annotations

from horta.core.game import Json

MODES = ("iron <> wood", "pardon")
BARTERS = ("cube:2 > work", "work > cube:2")

# How wide glyphs are where they are not like most.
WIDTHS = {
    "/": 14,
    ">": 20,
    "<>": 24,
    "|": 14,
    "coin": 31,
    "vp": 40,
    "cube": 41,
    "work": 33,
    "white": 33,
    "pawn": 29,
    "traveller": 38,
    "notable": 34,
    "gone": 34,
    "house": 38,
    "pair": 46,
    "pavilion": 40,
    "line": 46,
    "compass": 30,
    "easel": 36,
    "back": 30,
    "card": 34,
    "pass": 38,
    "prize": 40,
    "bid": 34,
}
USUAL = 33
LONG_POINTS = 52  # a wreath around two figures
LETTER = 17
HEIGHT = 42


def glyphs_of(text: str) -> list[tuple[str, str]]:
    """Return the glyphs of a sign, each with the number on it."""
    return [(name, number) for name, _, number in (word.partition(":") for word in text.split())]


def sign(text: str, wide: float, high: float = HEIGHT) -> Json:
    """Lay out a row of glyphs around the middle of a box, as large as they fit."""
    words = glyphs_of(text)
    widths = [_width(name, number) for name, number in words]
    total = sum(widths)
    x, glyphs = -total / 2, []
    for (name, number), room in zip(words, widths, strict=True):
        glyphs.append({"name": name, "text": number, "x": x + room / 2})
        x += room
    return {"glyphs": glyphs, "scale": min(wide / total, high / HEIGHT)}


def _width(name: str, number: str) -> float:
    if _is_text(name):
        return 6 + LETTER * len(name)
    if name == "vp" and len(number) > 1:
        return LONG_POINTS
    return WIDTHS.get(name, USUAL)


def _is_text(name: str) -> bool:
    return name[0] in "+×"

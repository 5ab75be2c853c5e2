"""The ground of Paris as text: its spaces and squares row by row, and what is built on it.

From one step to the next most of the board stays as it is. So `city.svg.jinja` fills in a space, or
a building, once for all tables where it looks the same.
"""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

from markupsafe import Markup

from horta.core.drawing import environment
from horta.games.paris.board import BARE
from horta.games.paris.components import SIDE
from horta.games.paris.moves import SPACE_NAMES, SQUARE_NAMES
from horta.games.paris.roofs import CELL, Roof
from horta.games.paris.words import BASE_EFFECTS, PACKAGE, SQUARE_EFFECT, ParisWords

KEPT = 4096
"""Rows, spaces and buildings that are kept: those of a few hundred tables."""
ABREAST = 4
"""Squares in a row."""
BASE_WORDS = {"o": "orange", "b": "blue", "m": "mixed", "L": "lamp space"}


class Spaces(NamedTuple):
    """A row of spaces: their colours, the signs of those that lie bare, and what is pointed at."""

    ground: Markup
    signs: Markup
    hits: Markup


OPEN = Spaces(Markup(), Markup(), Markup())
"""A row without a tile."""


class Squares(NamedTuple):
    """A row of squares: those without a tile, the paving of the others, and what is pointed at."""

    places: Markup
    paving: Markup
    empty_hits: Markup


@functools.cache
def _art() -> Any:
    return environment(PACKAGE).get_template("city.svg.jinja").module


@functools.lru_cache(maxsize=KEPT)
def spaces(row: int, letters: str, standing: tuple[str, ...], words: ParisWords) -> Spaces:
    """Draw a row of spaces; `standing` tells what stands on each of them, if anything does."""
    shown = [
        _space(row, column, letter, standing[column], words)
        for column, letter in enumerate(letters)
        if letter != BARE
    ]
    return (
        Spaces(*(Markup("".join(texts)) for texts in zip(*shown, strict=True))) if shown else OPEN
    )


@functools.lru_cache(maxsize=KEPT)
def _space(row: int, column: int, letter: str, standing: str, words: ParisWords) -> Spaces:
    """Draw one of them: of most tables of a house the same few hundred."""
    name, say = SPACE_NAMES[SIDE * row + column], words.say
    # What lies bare says what it is good for.
    use = standing or f"{say(BASE_WORDS[letter])} · {say(BASE_EFFECTS[letter])}"
    shown = {
        "name": name,
        "letter": letter,
        "left": CELL * column,
        "top": CELL * row,
        "bare": not standing,
        "title": f"{name} · {use}",
    }
    art = _art()
    return Spaces(art.ground([shown]), art.signs([shown]), art.hits([shown]))


@functools.lru_cache(maxsize=KEPT)
def squares(row: int, laid: tuple[bool, ...], words: ParisWords) -> Squares:
    """Draw a row of squares."""
    shown = [
        {
            "name": SQUARE_NAMES[ABREAST * row + column],
            "laid": here,
            "x": 2 * CELL * column,
            "y": 2 * CELL * row,
        }
        for column, here in enumerate(laid)
    ]
    art = _art()
    effect = words.say(SQUARE_EFFECT)
    return Squares(art.places(shown), art.paving(shown), art.empty_hits(shown, effect))


@functools.lru_cache(maxsize=KEPT)
def house(roof: Roof, night: bool) -> Markup:
    """Draw a building on the board, or the garden."""
    drawn: Markup = _art().building(roof, night)
    return drawn

"""The owner's desk of Bruxelles 1897: what its component tables are called, and how they look."""

from __future__ import annotations

from horta.core.desk import Desk
from horta.core.drawing import render
from horta.core.i18n import mark
from horta.games.bruxelles1897.components import (
    DECK_NAMES,
    TRACK_NAMES,
    UPPER_NAMES,
    BruxellesComponents,
)
from horta.games.bruxelles1897.words import CARD_TITLES, PACKAGE, words

DECKS = ("artworks", "materials", "houses", "nobles")

TITLES = {
    "tracks": mark("Tracks"),
    "tracks?": mark("The value of every space, from the first one on."),
    "architecture": mark("Architecture"),
    "nobility": mark("Nobility"),
    "prestige": mark("Prestige"),
    "bonus_pairs": mark("Bonus cards"),
    "bonus_pairs?": mark("Which lower half stands below each upper half."),
    "prison": mark("Prison"),
    "decks": mark("Decks"),
    "decks?": mark("How many cards of each kind there are."),
    "artworks": mark("Artworks"),
    "materials": mark("Materials"),
    "houses": mark("Houses"),
    "nobles": mark("Nobles"),
    "money": mark("Money"),
    "architects": mark("Architects"),
    "grid": mark("Grid"),
    "cards": mark("Cards"),
}


def desk(components: BruxellesComponents, lang: str) -> Desk:
    """Return the tables of Bruxelles 1897 as they lie before an owner."""
    say = words(lang).say
    titles = {name: say(title) for name, title in TITLES.items()}
    pictures: dict[str, str] = {}
    for track in TRACK_NAMES:
        values = getattr(components.tracks, track)
        pictures[f"tracks.{track}"] = _drawn("track", name=track, values=values)
    for upper in UPPER_NAMES:
        lower = getattr(components.bonus_pairs, upper)
        pictures[f"bonus_pairs.{upper}"] = _drawn("bonus", upper=upper, lower=lower)
    kinds = iter(zip(DECK_NAMES, CARD_TITLES, components.decks.counts(), strict=False))
    for deck in DECKS:
        for k in range(len(getattr(components.decks, deck))):
            name, title, count = next(kinds)
            titles[f"decks.{deck}.{k}"] = say(title)
            symbols = name if deck == "materials" else ""
            pictures[f"decks.{deck}.{k}"] = _drawn("card", name=name, symbols=symbols, count=count)
    return Desk(titles, pictures)


def _drawn(thing: str, **values: object) -> str:
    return render(PACKAGE, "desk.svg.jinja", thing=thing, **values)

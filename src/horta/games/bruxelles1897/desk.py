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
    """Say what the tables of Bruxelles 1897 are called."""
    say = words(lang).say
    titles = {name: say(title) for name, title in TITLES.items()}
    cards = _places(components)
    titles |= {at: say(title) for at, title in zip(cards, CARD_TITLES, strict=False)}
    return Desk(titles)


def _places(components: BruxellesComponents) -> list[str]:
    """Return the path of every kind of card, in the order of the decks."""
    decks = components.decks
    return [f"decks.{deck}.{k}" for deck in DECKS for k in range(len(getattr(decks, deck)))]


def pictures(components: BruxellesComponents) -> dict[str, str]:
    """Draw the tracks and cards of some tables."""
    drawn: dict[str, str] = {}
    for track in TRACK_NAMES:
        values = getattr(components.tracks, track)
        drawn[f"tracks.{track}"] = _drawn("track", name=track, values=values)
    for upper in UPPER_NAMES:
        lower = getattr(components.bonus_pairs, upper)
        drawn[f"bonus_pairs.{upper}"] = _drawn("bonus", upper=upper, lower=lower)
    cards = zip(_places(components), DECK_NAMES, components.decks.counts(), strict=False)
    for at, name, count in cards:
        symbols = name if at.startswith("decks.materials") else ""
        drawn[at] = _drawn("card", name=name, symbols=symbols, count=count)
    return drawn


def _drawn(thing: str, **values: object) -> str:
    return render(PACKAGE, "desk.svg.jinja", thing=thing, **values)

"""The owner's desk of Bruxelles 1893: what its component tables are called, and how they look."""

from __future__ import annotations

from horta.core.desk import Desk
from horta.core.drawing import render
from horta.core.i18n import mark
from horta.games.bruxelles1893.components import Bruxelles1893Components, Prize
from horta.games.bruxelles1893.words import PACKAGE, words

ACTS = {"A": "workshop", "V": "sale", "T": "theatre", "M": "materials", "C": "construction"}
FLEUR, CROWN, SQUARE = "town_hall", "palace", "architect"

TITLES = {
    "strips": mark("Action strips"),
    "strips?": mark(
        "The actions of a strip from left to right: A workshop, V sale, T theatre, M materials, "
        "C construction."
    ),
    "plain": mark("regular side"),
    "marked": mark("other side"),
    "stock_cards": mark("Stock cards"),
    "stock_cards?": mark(
        "The money on each card, and its two crests for 2, 3, 4 and 5 players: row and column."
    ),
    "value": mark("money"),
    "crests": mark("crests for 2, 3, 4 and 5 players"),
    "grid": mark("Prices of works"),
    "grid?": mark("What a work brings on each of seven steps, and the colours of the cursor."),
    "francs": mark("francs"),
    "points": mark("points"),
    "corners": mark("corners of the cursor"),
    "tracks": mark("Tracks"),
    "tracks?": mark("The values of the six spaces of each track."),
    "town_hall": mark("Town Hall"),
    "palace": mark("Royal Palace"),
    "architect": mark("Architect"),
    "release": mark("release from Justice"),
    "portrait": mark("seventh space of tile 10"),
    "costs": mark("Costs of notables"),
    "costs?": mark("What each notable costs at the end of the game."),
    "compass": mark("Compass"),
    "compass?": mark("The ring, and the two places where the branches start."),
    "ring": mark("ring of the second edition"),
    "start_2023": mark("start, second edition"),
    "start_2013": mark("start, first edition"),
    "bonus_cards": mark("Bonus cards, first edition"),
    "bonus_cards?": mark(
        "The power of each card: one, two joined by +, or a choice with |. Then its Manneken-Pis "
        "and its point symbols."
    ),
    "prestige_cards": mark("Prestige cards, second edition"),
    "prestige_cards?": mark(
        "The power of each card: one, two joined by +, or a choice with |. Then its Manneken-Pis "
        "and its point symbols."
    ),
    "power": mark("power"),
    "mp": mark("Manneken-Pis"),
    "symbols": mark("point symbols"),
    "belle_epoque": mark("Belle Époque board"),
    "glass": mark("glass"),
    "belle_epoque.glass": mark("glass of the five pavilions"),
    "cross": mark("spaces with a tile"),
    "boards": mark("Asymmetric boards"),
    "boards?": mark("What each of the five boards changes."),
    "hankar_town_hall": mark("Hankar: Town Hall"),
    "gauchie_palace": mark("Gauchie: Royal Palace"),
    "horta_architect": mark("Horta: Architect"),
    "saintenoy_multiplier": mark("Saintenoy: multiplier"),
    "strauven_costs": mark("Strauven: costs of the houses"),
    "wood": mark("wood"),
    "iron": mark("iron"),
    "stone": mark("stone"),
    "any": mark("any material"),
    "empty": mark("the empty place"),
    "brown": mark("brown"),
    "yellow": mark("yellow"),
    "green": mark("green"),
    "blue": mark("blue"),
    "cards_and_tiles": mark("Belle Époque cards and tiles"),
    "notables": mark("Notables"),
    "works": mark("Works"),
    "pieces": mark("Pieces, prices and points"),
    "lengths": mark("Lengths of the tracks, size of the price grid"),
}

PRIZES = ("bonus_cards", "prestige_cards")

SHOWN = {"edition": "2023", "belle_epoque": True}
"""The table with every piece on it."""

NOTABLES = {
    "brugmann": "Brugmann",
    "empain": "Empain",
    "solvay": "Solvay",
    "buls": "Buls",
    "albert": "Albert",
    "van_de_velde": "Van de Velde",
    "vandervelde": "Vandervelde",
    "maeterlinck": "Maeterlinck",
    "nagelmackers": "Nagelmackers",
    "privat_livemont": "Privat-Livemont",
}


def desk(components: Bruxelles1893Components, lang: str) -> Desk:
    """Say what the tables of Bruxelles 1893 are called."""
    say = words(lang).say
    titles = {name: say(title) for name, title in TITLES.items()} | NOTABLES
    for k in range(len(components.strips)):
        titles[f"strips.{k}"] = say("strip {number}", number=k + 1)
    for table in ("stock_cards", *PRIZES):
        for k in range(len(getattr(components, table))):
            titles[f"{table}.{k}"] = say("card {number}", number=k + 1)
    return Desk(titles, SHOWN)


def pictures(components: Bruxelles1893Components) -> dict[str, str]:
    """Draw the strips, cards, tracks and notables of some tables."""
    drawn: dict[str, str] = {}
    for k, strip in enumerate(components.strips):
        for side in ("plain", "marked"):
            acts = [ACTS[letter] for letter in getattr(strip, side)]
            drawn[f"strips.{k}.{side}"] = _drawn("strip", acts=acts)
    for k, card in enumerate(components.stock_cards):
        drawn[f"stock_cards.{k}"] = _drawn("stock", value=card.value, crests=card.crests)
    grid, compass = components.grid, components.compass
    drawn["grid"] = _drawn("grid", francs=grid.francs, points=grid.points, corners=grid.corners)
    for track in (FLEUR, CROWN, SQUARE):
        values = getattr(components.tracks, track)
        drawn[f"tracks.{track}"] = _drawn("track", power=track, values=values)
    for name in NOTABLES:
        cost = getattr(components.costs, name)
        drawn[f"costs.{name}"] = _drawn("notable", name=name, cost=cost)
    drawn["compass"] = _drawn("compass", ring=compass.ring, start=compass.start_2023)
    for table in PRIZES:
        for k, prize in enumerate(getattr(components, table)):
            drawn[f"{table}.{k}"] = _prize(prize)
    boards = components.boards
    for path, power, values in (
        ("hankar_town_hall", FLEUR, boards.hankar_town_hall),
        ("gauchie_palace", CROWN, boards.gauchie_palace),
        ("horta_architect", SQUARE, boards.horta_architect),
    ):
        drawn[f"boards.{path}"] = _drawn("track", power=power, values=values)
    return drawn


def _prize(prize: Prize) -> str:
    return _drawn(
        "prize",
        powers=prize.powers,
        choice=prize.is_choice,
        mp=prize.mp,
        symbols=prize.symbols,
    )


def _drawn(thing: str, **values: object) -> str:
    return render(PACKAGE, "desk.svg.jinja", thing=thing, **values)

"""How the things of Bruxelles 1893 are called, for people."""

from __future__ import annotations

from horta.core.i18n import mark
from horta.games.bruxelles1893.pieces import PINK, WHITE, Act, Colour, Kind, Place, Row, Track
from horta.games.bruxelles1893.table import Source

SEAT_TITLES = (mark("Ochre"), mark("Blue"), mark("Green"), mark("Rose"), mark("Slate"))

ACTS = {
    Act.WORKSHOP: mark("workshop"),
    Act.SALE: mark("sale"),
    Act.THEATRE: mark("theatre"),
    Act.MATERIALS: mark("materials"),
    Act.CONSTRUCTION: mark("construction"),
}

PLACES = {
    Place.MARKET: mark("Place Sainte-Catherine market"),
    Place.EXCHANGE: mark("Stock Exchange"),
    Place.PARK: mark("Cinquantenaire park"),
    Place.GRAND_PLACE: mark("Grand-Place"),
}

COLOURS = {
    Colour.BLUE: mark("blue"),
    Colour.BROWN: mark("brown"),
    Colour.YELLOW: mark("yellow"),
    Colour.GREEN: mark("green"),
    Colour.BLACK: mark("black"),
    PINK: mark("pink"),
    WHITE: mark("white"),
}

KINDS = {
    Kind.WOOD: mark("wood"),
    Kind.IRON: mark("iron"),
    Kind.STONE: mark("stone"),
    Kind.GLASS: mark("glass"),
    Kind.JOKER: mark("joker"),
    Kind.FRANCS: mark("3 FB"),
    Kind.ANY: mark("any material"),
    Kind.EMPTY: mark("the empty place"),
}

TRACKS = {
    Track.TOWN_HALL: mark("Town Hall"),
    Track.PALACE: mark("Royal Palace"),
    Track.ARCHITECT: mark("Architect"),
    Track.RELEASE: mark("release from Justice"),
}

ROWS = {
    Row.MONEY: mark("money"),
    Row.WORKS: mark("works"),
    Row.NOTABLES: mark("notables"),
    Row.ASSISTANTS: mark("assistants"),
}

SOURCES = {
    Source.SALE: mark("sale"),
    Source.OWNER: mark("a house used by another player"),
    Source.CONSTRUCTION: mark("construction"),
    Source.NOTABLES: mark("Maeterlinck"),
    Source.CRESTS: mark("crests"),
    Source.UNPAID: mark("unpaid notables"),
    Source.CARDS: mark("a Belle Époque card"),
    Source.VISIT: mark("visit to the pavilions"),
}

SHOP_SIDES = (mark("left"), mark("right"))
MODES = (mark("another kind for one cube"), mark("one joker forgiven"))
FIGURES = (mark("assistant"), mark("traveller"))

# What the sketch and the drawing say besides.
DRAWING = (
    mark("Round {a} of 5"),
    mark("Round {a}"),
    mark("FB"),
    mark("travellers"),
    mark("Crest"),
    mark("Theatre"),
    mark("Shop"),
    mark("Cursor"),
    mark("Compass"),
    mark("Supply"),
    mark("Cards below the columns"),
    mark("Works"),
    mark("Cubes"),
    mark("Justice"),
    mark("houses"),
    mark("exhibitions"),
    mark("passed"),
    mark("to play"),
    mark("Ochre"),
    mark("Rose"),
    mark("Slate"),
    mark("{a} FB"),
    mark("{a} VP"),
    mark("{seat} to play"),
    mark("{seat} wins"),
    mark("Shared victory"),
    mark("wins"),
    mark("Bruxelles 1893: the table"),
    mark("Total"),
    mark("Points"),
    mark("Column"),
    mark("assistant"),
    mark("neutral assistant"),
    mark("house"),
    mark("Stock card"),
    mark("For the first to pass"),
    mark("Workshop"),
    mark("Discarded"),
    mark("at the end"),
    mark("Setup"),
    mark("Zone"),
    mark("Turns"),
    mark("Cards"),
    mark("Payment"),
    mark("End"),
    mark("Take 3 jokers."),
    mark("Take the francs on the stock card."),
    mark("Copy one of the five actions."),
    mark("Activate notables: at most as many as your Royal Palace says."),
    # the lines of the score sheet
    mark("Sales"),
    mark("Own houses used by others"),
    mark("Construction"),
    mark("Crests"),
    mark("Unpaid notables"),
    mark("Buildings"),
    mark("Money"),
    mark("Notables"),
    mark("Assistants"),
    mark("Noble cubes"),
    mark("Manneken-Pis"),
    mark("Belle Époque cards"),
    mark("Visits to the pavilions"),
    mark("End-game tiles"),
    # Belle Époque and the variant
    mark("Pavilions"),
    mark("Station"),
    mark("travellers"),
    mark("used"),
    mark("white"),
    mark("Pavilion"),
    mark("visit"),
    mark("Card"),
    mark("Tile"),
    mark("tile space"),
    mark("Brussels"),
)

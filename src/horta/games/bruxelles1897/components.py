"""What is printed on the cards and the board of Bruxelles 1897, with the provenance of every table.

`docs/rules/bruxelles1897.md` gives the reasons. The books show the tracks and the bonus cards as
pictures, so two of the three tracks and the pairing of the bonus halves are our own reconstruction,
and the make-up of the decks is reported; an owner of the game can replace them.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated, Literal

from pydantic import Field, field_validator, model_validator

from horta.core.errors import BadComponents
from horta.core.game import Components, Options, Provenance, option
from horta.core.i18n import mark

MAX_PLAYERS = 4
ROUNDS = 4
COLUMNS = 4
MOST_ROWS = 4
CELLS = MOST_ROWS * COLUMNS
KINDS = 3  # of Architects
SIDES = 2 * KINDS
ARCHITECTS = 7  # of each player
COLOURS = 4  # of artworks
MATERIALS = 6
HOUSES = 4
NOBLES = 6  # Brugmann included
TRACKS = 3
MOST_SPACES = 12  # of a track
HIGHEST_LEVEL = 99

# Francs and points (PAS-01, ANV-08, BXL-04, NOB-01, EXH-03, END-02..06).
FIRST_PASS = 3
LATER_PASS = 1
SALE = 3
EXCHANGE = 5
BRUGMANN = 4
EXHIBIT = 2
WAGE = 2
UNPAID = 3
EXPO_POINTS = 2
PER_NOBLE = 2
PER_COLOUR = 2
PER_HOUSE_KIND = 2
PER_PURSE = 3
PURSE = 2  # francs
MOST_PURSES = 5
FIRST_FRANCS = 4  # of the first player; the next ones have one more each (SET-09)


class Kind(IntEnum):
    """The kinds of Architect, named by the values of their two sides (CMP-01)."""

    A13 = 0
    A24 = 1
    A25 = 2


KIND_NAMES = ("a13", "a24", "a25")
KIND_TITLES = ("1/3", "2/4", "2/5")  # as players read the two sides of a card
SIDE_NAMES = ("a13/1", "a13/3", "a24/2", "a24/4", "a25/2", "a25/5")
SIDE_VALUES = (1, 3, 2, 4, 2, 5)
KIND_COUNTS = (4, 2, 1)


class Deck(IntEnum):
    """The four piles of Action cards (SET-03)."""

    ARTWORK = 0
    MATERIAL = 1
    HOUSE = 2
    NOBLE = 3


class Card(IntEnum):
    """The Action cards: the four decks one after the other, then money and the Expo card."""

    YELLOW = 0
    GREEN = 1
    BLUE = 2
    RED = 3
    WW = 4
    BB = 5
    MM = 6
    WB = 7
    WM = 8
    BM = 9
    HOUSE_A = 10
    HOUSE_B = 11
    HOUSE_C = 12
    HOUSE_D = 13
    HORTA = 14
    ALBERT = 15
    BULS = 16
    VANDERVELDE = 17
    HANKAR = 18
    MONEY = 19
    EXPO = 20


CARD_NAMES = tuple(
    card.name if Card.WW <= card <= Card.BM else card.name.lower().replace("_", "-")
    for card in Card
)
CARDS = len(Card)
DECK_STARTS = (0, 4, 10, 14, 19)
"""Where each deck begins among the cards; the last number is where the decks end."""
IN_DECKS = 19
HELD = 14  # artworks, materials and houses: what players hold in any number
MATERIAL_START = DECK_STARTS[Deck.MATERIAL]
HOUSE_START = DECK_STARTS[Deck.HOUSE]
NOBLE_START = DECK_STARTS[Deck.NOBLE]
COLOUR_NAMES = CARD_NAMES[:COLOURS]
MATERIAL_NAMES = CARD_NAMES[MATERIAL_START:HOUSE_START]
HOUSE_NAMES = CARD_NAMES[HOUSE_START:HELD]
DECK_NAMES = CARD_NAMES[:IN_DECKS]
CELL_NAMES = tuple(f"{'abcd'[k % COLUMNS]}{k // COLUMNS + 1}" for k in range(CELLS))
MATERIAL_MASKS = (1, 2, 4, 1 | 2, 1 | 4, 2 | 4)
"""The types on each kind of material: wood 1, stone 2, metal 4 (CMP-04)."""


class Noble(IntEnum):
    """The nobles; a player has at most one of each name (NOB-01, NOB-04)."""

    BRUGMANN = 0
    HORTA = 1
    ALBERT = 2
    BULS = 3
    VANDERVELDE = 4
    HANKAR = 5


NOBLE_NAMES = tuple(noble.name.lower() for noble in Noble)


class Track(IntEnum):
    """The three tracks (CMP-10)."""

    ARCHITECTURE = 0
    NOBILITY = 1
    PRESTIGE = 2


TRACK_NAMES = tuple(track.name.lower() for track in Track)


class Upper(IntEnum):
    """The upper halves of the Bonus cards; the first three raise the track of their number."""

    ARCHITECTURE = 0
    NOBILITY = 1
    PRESTIGE = 2
    PRISON = 3


UPPER_NAMES = tuple(upper.name.lower() for upper in Upper)


class Lower(IntEnum):
    """The lower halves of the Bonus cards (END-06)."""

    HOUSES = 0
    NOBLES = 1
    ARTWORKS = 2
    MONEY = 3


LOWER_NAMES = tuple(lower.name.lower() for lower in Lower)


class Place(IntEnum):
    """The three Brussels cards (CMP-09)."""

    EXCHANGE = 0
    HALL = 1
    CINQUANTENAIRE = 2


PLACES = 3
PLACE_NAMES = tuple(place.name.lower() for place in Place)


class Deed(IntEnum):
    """What the Cinquantenaire offers (BXL-09)."""

    CREATION = 0
    SALE = 1
    SUPPLY = 2
    CONSTRUCTION = 3
    INFLUENCE = 4


DEED_NAMES = tuple(deed.name.lower() for deed in Deed)

NO_FLOOR = -1000
"""Below every total that wages can lead to."""


class BruxellesOptions(Options):
    """The options of Bruxelles 1897."""

    force_effect: Annotated[
        bool,
        option(
            mark("Forced effects"),
            mark("a player who can sell or build with a card of the grid must do so"),
            ruling="R-10",
            rules=("B97-ANV-05",),
        ),
    ] = True
    vp_floor: Annotated[
        Annotated[int, Field(ge=-100, le=100)] | None,
        option(
            mark("Lowest total"),
            mark("the lowest total that unpaid wages can lead to; none: no floor"),
            ruling="R-30",
            rules=("B97-END-08",),
        ),
    ] = None


Level = Annotated[int, Field(ge=0, le=HIGHEST_LEVEL)]
Levels = Annotated[tuple[Level, ...], Field(min_length=1, max_length=MOST_SPACES)]
Count = Annotated[int, Field(ge=0)]
LowerName = Literal["houses", "nobles", "artworks", "money"]


class Tracks(Components):
    """The values on the spaces of the three tracks, from the first space on (CMP-10)."""

    architecture: Levels = (1, 2, 3, 4, 5)
    nobility: Levels = (1, 2, 3, 4, 5)
    prestige: Levels = (1, 2, 3, 4, 5)

    @field_validator("architecture", "nobility", "prestige")
    @classmethod
    def _never_falls(cls, values: tuple[int, ...]) -> tuple[int, ...]:
        if list(values) != sorted(values):
            raise BadComponents(
                mark("no value of a track is lower than the one before it (B97-CMP-10)")
            )
        return values

    @field_validator("nobility")
    @classmethod
    def _lets_a_noble_act(cls, values: tuple[int, ...]) -> tuple[int, ...]:
        if values[0] < 1:
            raise BadComponents(mark("City Hall activates at least one noble (B97-BXL-05)"))
        return values


class Pairs(Components):
    """The lower half below each upper half of the four Bonus cards (CMP-08)."""

    architecture: LowerName = "houses"
    nobility: LowerName = "nobles"
    prestige: LowerName = "artworks"
    prison: LowerName = "money"

    @model_validator(mode="after")
    def _all_four(self) -> Pairs:
        halves = [getattr(self, name) for name in UPPER_NAMES]
        if sorted(halves) != sorted(LOWER_NAMES):
            raise BadComponents(mark("each lower half is on one Bonus card (B97-CMP-08)"))
        return self


class Decks(Components):
    """How many cards of each kind the four decks have (CMP-03..06)."""

    artworks: Annotated[tuple[Count, Count, Count, Count], Field(description="by colour")] = (
        3,
        3,
        3,
        3,
    )
    materials: Annotated[
        tuple[Count, Count, Count, Count, Count, Count],
        Field(description="WW, BB, MM, WB, WM, BM"),
    ] = (2, 2, 2, 2, 2, 2)
    houses: Annotated[tuple[Count, Count, Count, Count], Field(description="by kind")] = (
        4,
        4,
        4,
        4,
    )
    nobles: Annotated[
        tuple[Count, Count, Count, Count, Count],
        Field(description="Horta, Albert, Buls, Vandervelde, Hankar"),
    ] = (3, 3, 3, 3, 3)

    @model_validator(mode="after")
    def _add_up(self) -> Decks:
        for name, total in DECK_SIZES.items():
            if sum(getattr(self, name)) != total:
                raise BadComponents(
                    mark("'{name}' must add up to {total} (B97-CMP-02)"), name=name, total=total
                )
        return self

    def counts(self) -> tuple[int, ...]:
        """Return the number of cards of each kind, in the order of `Card`."""
        return self.artworks + self.materials + self.houses + self.nobles


DECK_SIZES = {"artworks": 12, "materials": 12, "houses": 16, "nobles": 15}


class BruxellesComponents(Components):
    """The tables of Bruxelles 1897 that an owner of the printed game can replace."""

    tracks: Tracks = Tracks()
    bonus_pairs: Pairs = Pairs()
    decks: Decks = Decks()


PROVENANCE = {
    "tracks.prestige": Provenance(
        "reconstructed",
        mark(
            "the board is a lost picture; 1 to 5, because the texts treat the three tracks "
            "alike. That the values 2 and 3 occur is printed in an example."
        ),
        ("B97-CMP-10",),
    ),
    "tracks.architecture": Provenance(
        "reconstructed",
        mark(
            "the board is a lost picture; 1 to 5, because the texts treat the three tracks alike."
        ),
        ("B97-CMP-10",),
    ),
    "bonus_pairs": Provenance(
        "reconstructed",
        mark(
            "all eight halves are printed; which two share a card is lost with the pictures, so "
            "they are paired by theme."
        ),
        ("B97-CMP-08",),
    ),
    "tracks.nobility": Provenance(
        "inferred",
        mark("the book gives the range 1 to 5; one space for each value is assumed."),
        ("B97-CMP-10",),
    ),
    "decks": Provenance(
        "reported",
        mark(
            "card counts from a public repository with a card list of the game; the totals, the "
            "artwork colours and the names of the nobles are printed."
        ),
        ("B97-CMP-03", "B97-CMP-04", "B97-CMP-05", "B97-CMP-06"),
    ),
    "architects": Provenance(
        "reported",
        mark(
            "four cards 1/3, two 2/4 and one 2/5 in each colour; the last two are printed, the "
            "first and the counts come from a public repository. Not replaceable: actions name "
            "them."
        ),
        ("B97-CMP-01",),
    ),
    "grid": Provenance(
        "inferred",
        mark("four Bonus cards, one below each column; published reviews agree on four columns."),
        ("B97-SET-05",),
    ),
    "cards": Provenance(
        "printed",
        mark(
            "the numbers of Action cards of each type, the three Brussels cards and all "
            "effects, prices and points are in the texts."
        ),
        ("B97-CMP-02", "B97-CMP-07", "B97-CMP-09", "B97-NOB-01"),
    ),
}

"""What is printed on the boards and cards of Bruxelles 1893, with the provenance of every table.

`docs/rules/bruxelles1893.md` gives the reasons. Both books print most of their data as pictures,
so most tables are reconstructed: they fit every hint of the texts, and an owner of the printed
game can replace each of them.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, field_validator

from horta.core.errors import BadComponents
from horta.core.game import Components, Provenance
from horta.core.i18n import mark
from horta.games.bruxelles1893.pieces import COLOURED, MOST_RING, POWER_NAMES, SIDE, STOCK_CARDS


class Strip(Components):
    """An action strip, left to right: A workshop, V sale, T theatre, M material, C construction."""

    plain: Annotated[str, Field(pattern=r"^[AVTMC]{5}$")]
    marked: Annotated[str, Field(pattern=r"^[AVTMC]{5}$")]


Pair = Annotated[
    str, Field(pattern=r"^[1-4]-[1-4] / [1-4]-[1-4]$", description="two crests, row and column")
]


class StockCard(Components):
    """A stock card: its money, and two crests for 2, 3, 4 and 5 players."""

    value: Annotated[int, Field(ge=0, le=20)]
    crests: tuple[Pair, Pair, Pair, Pair]


Level = Annotated[int, Field(ge=0, le=30)]
Levels = tuple[Level, Level, Level, Level, Level, Level]


class Tracks(Components):
    """The values of the three tracks, from the first space to the last."""

    town_hall: Levels = (1, 2, 3, 4, 5, 6)
    palace: Levels = (1, 2, 3, 4, 5, 6)
    architect: Levels = (1, 2, 4, 6, 8, 10)
    portrait: Level = Field(default=15, description="the seventh space of tile 10 (BE-TILE-10)")


Value = Annotated[int, Field(ge=0, le=20)]
Values = tuple[Value, Value, Value, Value, Value, Value, Value]
Corner = Literal["blue", "brown", "yellow", "green"]


class Grid(Components):
    """The price grid of the sale, and the colours at the corners of its cursor."""

    francs: Values = (6, 4, 2, 0, 2, 4, 6)
    points: Values = (6, 4, 2, 0, 2, 4, 6)
    corners: tuple[Corner, Corner, Corner, Corner] = Field(
        default=("blue", "brown", "green", "yellow"),
        description="top left, top right, bottom left, bottom right; black is the centre",
    )

    @field_validator("corners")
    @classmethod
    def _four_colours(cls, corners: tuple[str, ...]) -> tuple[str, ...]:
        if len(set(corners)) != COLOURED:
            raise BadComponents(mark("each of the four colours has one corner (B93-SAL-06)"))
        return corners


Power = Annotated[
    str,
    Field(
        pattern=r"^(town_hall|palace|architect|release)"
        r"((\+(town_hall|palace|architect|release))?|(\|(town_hall|palace|architect|release)){0,3})$",
        description="one power, two of them (`palace+palace`), or a choice (`palace|release`)",
    ),
]


class Prize(Components):
    """A bonus or prestige card: its power, its Manneken-Pis symbols and its point symbols."""

    power: Power
    mp: Annotated[int, Field(ge=0, le=4)]
    symbols: Annotated[int, Field(ge=0, le=4)]

    @property
    def powers(self) -> list[str]:
        """The powers on the card, as they stand there."""
        return self.power.replace("|", "+").split("+")

    @property
    def is_choice(self) -> bool:
        """Whether one of several powers is taken."""
        return "|" in self.power

    @property
    def steps(self) -> list[int]:
        """How often each power stands on the card."""
        return [self.powers.count(name) for name in POWER_NAMES]


def _prize(power: str, mp: int, symbols: int) -> Prize:
    return Prize(power=power, mp=mp, symbols=symbols)


def _card(value: int, *crests: str) -> StockCard:
    return StockCard.model_validate({"value": value, "crests": crests})


_SINGLES = ("palace", "town_hall", "architect", "release")
_PAIRS = (
    ("town_hall", "palace"),
    ("town_hall", "architect"),
    ("town_hall", "release"),
    ("palace", "architect"),
    ("palace", "release"),
    ("architect", "release"),
)

BONUS_CARDS = (
    *(_prize(power, k, 2 - k) for power in _SINGLES for k in range(3)),
    _prize("palace+palace", 0, 1),
    _prize("town_hall+town_hall", 1, 0),
    _prize("architect+architect", 0, 1),
    _prize("release+release", 1, 0),
    _prize("palace|town_hall", 1, 1),
    _prize("palace|town_hall", 0, 1),
    _prize("palace|architect", 0, 2),
    _prize("palace|architect", 1, 0),
    _prize("town_hall|architect", 1, 1),
    _prize("town_hall|architect", 0, 1),
    _prize("palace|release", 1, 1),
    _prize("town_hall|release", 1, 0),
    _prize("architect|release", 0, 2),
)

PRESTIGE_CARDS = (
    *(_prize(power, 1, 1) for power in POWER_NAMES),
    *(_prize(power, 0, 2) for power in POWER_NAMES),
    *(_prize(power, 2, 1) for power in POWER_NAMES),
    *(_prize("|".join(pair), 1, 1) for pair in _PAIRS),
    *(_prize(f"{power}+{power}", 0, 1) for power in POWER_NAMES),
    *(_prize("+".join(pair), 0, 1) for pair in _PAIRS),
    *(_prize("|".join(POWER_NAMES), 2, 0) for _ in range(2)),
)

Cost = Annotated[int, Field(ge=0, le=20)]
RingKind = Literal["wood", "iron", "stone", "glass", "francs", "any", "empty"]


class Costs(Components):
    """What each notable costs at the end of the game."""

    brugmann: Cost = 2
    empain: Cost = 2
    solvay: Cost = 3
    buls: Cost = 4
    albert: Cost = 3
    van_de_velde: Cost = 4
    vandervelde: Cost = 2
    maeterlinck: Cost = 5
    nagelmackers: Cost = 2
    privat_livemont: Cost = 2


class Compass(Components):
    """The compass: the printed ring of the second edition, and where the branches start."""

    ring: tuple[RingKind, ...] = ("wood", "any", "stone", "francs", "glass", "iron", "empty")
    start_2023: tuple[RingKind, RingKind] = ("wood", "stone")
    start_2013: tuple[Annotated[int, Field(ge=0, le=5)], Annotated[int, Field(ge=0, le=5)]] = (0, 2)

    @field_validator("ring")
    @classmethod
    def _seven_kinds(cls, ring: tuple[str, ...]) -> tuple[str, ...]:
        if len(ring) != MOST_RING or len(set(ring)) != MOST_RING:
            raise BadComponents(mark("the ring shows each of its seven kinds once (B93E2-CPS-01)"))
        return ring

    @field_validator("start_2023", "start_2013")
    @classmethod
    def _apart(cls, start: tuple[object, object]) -> tuple[object, object]:
        if start[0] == start[1] or "glass" in start:
            raise BadComponents(
                mark("the branches start at two different places, none of them glass")
            )
        return start


Glass = Annotated[int, Field(ge=0, le=4)]
Cross = Annotated[str, Field(pattern=r"^[a-e][1-5]$", description="a space, `c3` is the centre")]


class BelleEpoque(Components):
    """The Belle Époque board: the glass of its pavilions, and where tiles lie on the spaces."""

    glass: tuple[Glass, Glass, Glass, Glass, Glass] = (0, 1, 2, 1, 0)
    cross: tuple[Cross, Cross, Cross, Cross, Cross] = ("c3", "c2", "c4", "b3", "d3")

    @field_validator("cross")
    @classmethod
    def _five_spaces(cls, cross: tuple[str, ...]) -> tuple[str, ...]:
        if len(set(cross)) != len(cross):
            raise BadComponents(mark("the tiles lie on five different spaces (BE-SET-04)"))
        return cross


Units = Annotated[int, Field(ge=1, le=6)]
CostsOfHouses = tuple[Units, Units, Units, Units, Units, Units]


class Boards(Components):
    """What the five boards of the variant change; all else is as on side A (AS-05..13).

    `docs/balance.md` tells how the tracks of Hankar, Gauchie and Horta were chosen.
    """

    hankar_town_hall: Levels = (2, 3, 4, 5, 7, 8)
    gauchie_palace: Levels = (1, 1, 3, 5, 6, 7)
    horta_architect: Levels = (1, 2, 3, 4, 6, 10)
    saintenoy_multiplier: Annotated[int, Field(ge=1, le=4)] = 2
    strauven_costs: CostsOfHouses = (2, 2, 3, 3, 3, 3)


class Bruxelles1893Components(Components):
    """The tables of Bruxelles 1893 that an owner of the printed game can replace."""

    strips: Annotated[tuple[Strip, ...], Field(min_length=SIDE, max_length=SIDE)] = (
        Strip(plain="AVTMC", marked="CAMVT"),
        Strip(plain="TMCAV", marked="CMATV"),
        Strip(plain="CAVTM", marked="VATMC"),
        Strip(plain="VTMCA", marked="TVMAC"),
        Strip(plain="MCAVT", marked="MTVCA"),
    )
    stock_cards: Annotated[
        tuple[StockCard, ...], Field(min_length=STOCK_CARDS, max_length=STOCK_CARDS)
    ] = (
        _card(4, "2-4 / 4-2", "2-2 / 3-3", "2-2 / 3-3", "1-2 / 2-1"),
        _card(4, "2-3 / 3-2", "1-3 / 3-1", "3-4 / 4-3", "1-1 / 4-4"),
        _card(4, "1-2 / 2-1", "2-3 / 3-2", "2-4 / 4-2", "1-4 / 4-1"),
        _card(5, "2-2 / 3-3", "3-4 / 4-3", "1-1 / 4-4", "1-3 / 3-1"),
        _card(5, "3-4 / 4-3", "1-2 / 2-1", "2-3 / 3-2", "1-4 / 4-1"),
        _card(5, "2-3 / 3-2", "1-4 / 4-1", "1-2 / 2-1", "2-4 / 4-2"),
        _card(6, "1-3 / 3-1", "2-4 / 4-2", "1-4 / 4-1", "1-1 / 4-4"),
        _card(6, "2-2 / 3-3", "2-3 / 3-2", "1-3 / 3-1", "3-4 / 4-3"),
        _card(6, "2-4 / 4-2", "1-2 / 2-1", "1-1 / 4-4", "1-4 / 4-1"),
        _card(7, "2-3 / 3-2", "3-4 / 4-3", "2-4 / 4-2", "1-2 / 2-1"),
        _card(7, "2-2 / 3-3", "1-1 / 4-4", "3-4 / 4-3", "1-1 / 4-4"),
        _card(7, "3-4 / 4-3", "2-2 / 3-3", "1-4 / 4-1", "1-3 / 3-1"),
    )
    grid: Grid = Grid()
    tracks: Tracks = Tracks()
    costs: Costs = Costs()
    compass: Compass = Compass()
    bonus_cards: Annotated[tuple[Prize, ...], Field(min_length=25, max_length=25)] = BONUS_CARDS
    prestige_cards: Annotated[tuple[Prize, ...], Field(min_length=30, max_length=30)] = (
        PRESTIGE_CARDS
    )
    belle_epoque: BelleEpoque = BelleEpoque()
    boards: Boards = Boards()

    def prizes(self, edition: str) -> tuple[Prize, ...]:
        """Return the bonus cards of the first edition, or the prestige cards of the second."""
        return self.bonus_cards if edition == "2013" else self.prestige_cards


PROVENANCE = {
    "boards": Provenance(
        "reconstructed",
        mark(
            "what each board changes, and Saintenoy's multipliers, are printed; the numbers are "
            "ours. The tracks of Hankar, Gauchie and Horta were chosen by games of equal bots, so "
            "that no board wins far more often than another."
        ),
        ("AS-05", "AS-07", "AS-09", "AS-11", "AS-13"),
    ),
    "prestige_cards": Provenance(
        "reconstructed",
        mark(
            "30 cards and the kinds of bonuses and symbols are printed; which card has what is "
            "ours."
        ),
        ("B93E2-CMP-11",),
    ),
    "bonus_cards": Provenance(
        "reconstructed",
        mark(
            "25 cards and the kinds of powers and symbols are printed; which card has what is ours."
        ),
        ("B93-CMP-09",),
    ),
    "tracks": Provenance(
        "reconstructed",
        mark(
            "six spaces each and some of the values are printed in the second edition; a "
            "published score sheet fits the rest."
        ),
        ("B93-SET-04", "B93E2-NOB-28"),
    ),
    "stock_cards": Provenance(
        "reconstructed",
        mark(
            "one card is printed in the text of the second edition (our first one), a line of "
            "another in the first; the rest keeps what they share: both crests open zones of "
            "one size."
        ),
        ("B93-CMP-10", "B93E2-CMP-12"),
    ),
    "grid": Provenance(
        "reconstructed",
        mark(
            "a 7 by 7 grid with a 3 by 3 cursor is reported by a review; the values fit the "
            "examples of both books and the printed limit of 4 and 4 for black."
        ),
        ("B93-SAL-06", "B93E2-SAL-05", "B93E2-SAL-06"),
    ),
    "strips": Provenance(
        "reconstructed",
        mark(
            "that every strip shows each of the five actions once is reported by a review; the "
            "order on the strips is ours. Regular sides make a Latin square."
        ),
        ("B93-CMP-02", "B93-CMP-03", "B93E2-CMP-03"),
    ),
    "costs": Provenance(
        "reconstructed",
        mark("sums of four and five cards are printed in the scoring examples of both books."),
        ("B93-END-02", "B93E2-END-02"),
    ),
    "compass": Provenance(
        "reconstructed",
        mark(
            "the kinds, the second edition's start and iron after glass are printed; the rest "
            "of the ring and the first edition's start are ours."
        ),
        ("B93-SET-11", "B93E2-SET-09", "B93E2-CPS-01"),
    ),
    "belle_epoque": Provenance(
        "reconstructed",
        mark(
            "that the third pavilion takes two glass cubes and that five tiles lie as a cross "
            "is printed; the glass of the others and which way the cross stands are ours."
        ),
        ("BE-SET-04", "BE-ACT-31"),
    ),
    "cards_and_tiles": Provenance(
        "printed",
        mark(
            "the effects of the 32 cards and the 12 tiles of Belle Époque are in the text of "
            "the book."
        ),
        ("B93E2-CMP-13", "BE-SET-02", "BE-SET-03"),
    ),
    "notables": Provenance(
        "inferred",
        mark(
            "the effects are printed; three copies of each of seven characters follow from 21 "
            "cards."
        ),
        ("B93-CMP-08", "B93E2-CMP-10"),
    ),
    "works": Provenance(
        "inferred",
        mark(
            "six of each colour are printed in the second edition; the first gives 30 in five "
            "colours."
        ),
        ("B93-CMP-11", "B93E2-CMP-07"),
    ),
    "pieces": Provenance(
        "printed",
        mark(
            "assistants, houses, cubes, costs of buildings, prices of the theatre and all "
            "points are in the text of the books."
        ),
        ("B93-CMP-07", "B93-CMP-14", "B93-CMP-15", "B93E2-CMP-04", "B93E2-CMP-08"),
    ),
    "lengths": Provenance(
        "inferred",
        mark(
            "six spaces on each track, seven by seven prices and a cursor of three by three: "
            "the rules count on them, so no table changes them."
        ),
        ("B93-SET-04", "B93-SAL-06"),
    ),
}

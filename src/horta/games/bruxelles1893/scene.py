"""What the parts of the drawing share: a view, its words, and what follows from the board."""

from __future__ import annotations

from typing import NamedTuple

from horta.core.game import Json
from horta.games.bruxelles1893 import effects
from horta.games.bruxelles1893.components import (
    ACT_NAMES,
    CAST,
    COLOUR_NAMES,
    CRESTS,
    KIND_NAMES,
    NOTABLE_NAMES,
    NOTABLE_TITLES,
    PINK,
    POWER_NAMES,
    SIDE,
    WHITE,
    Act,
    Bruxelles1893Components,
    Colour,
    Kind,
    Notable,
    Prize,
    Track,
)
from horta.games.bruxelles1893.editions import DIFFERENCES
from horta.games.bruxelles1893.moves import CREST_NAMES, SPACE_NAMES
from horta.games.bruxelles1893.table import AROUND
from horta.games.bruxelles1893.words import (
    ACTS,
    COLOURS,
    KINDS,
    SEAT_TITLES,
    TRACKS,
    Bruxelles1893Words,
    words,
)

FEW = 3  # so many players pay a figure more at every use of a place
NEUTRAL_SIGN = 5  # after the signs of the seats


class Point(NamedTuple):
    """A place in a region."""

    x: float
    y: float


class Scene:
    """A view, read once, in one language."""

    def __init__(self, view: Json, lang: str) -> None:
        self.view = view
        self.table: Json = view["table"]
        self.lang = lang
        self.words: Bruxelles1893Words = words(lang)
        self.say = self.words.say
        self.components = Bruxelles1893Components.model_validate(view["components"])
        self.edition: str = view["options"]["edition"]
        self.seats: list[Json] = self.table["seats"]
        self.players = len(self.seats)
        self.belle: bool = view["options"]["belle_epoque"]
        self.asymmetric: bool = view["options"]["asymmetric"]
        self.moment: Json = self.table.get("moment") or {}
        self.cast = NOTABLE_NAMES if self.belle else NOTABLE_NAMES[:CAST]
        self.decision: str = self.table["decision"]
        self.names = [self.say(name) if name in SEAT_TITLES else name for name in view["names"]]
        self.on_board: dict[str, Json] = {entry["space"]: entry for entry in self.table["board"]}

    def is_so(self, difference: str) -> bool:
        """Tell whether the edition decides something."""
        return bool(DIFFERENCES[difference][self.edition])

    @property
    def prizes(self) -> tuple[Prize, ...]:
        """The bonus cards of the first edition, or the prestige cards of the second."""
        given = self.components
        return given.bonus_cards if self.edition == "2013" else given.prestige_cards

    def shade(self, colour: str) -> str:
        """Return how a work is painted: brown is pink in the first edition."""
        return "pink" if colour == "brown" and self.is_so("pink_works") else colour

    def colour(self, colour: str) -> str:
        """Name a colour."""
        if self.shade(colour) == "pink":
            return self.say(COLOURS[PINK])
        white, _, printed = colour.partition("-")
        if white == "white":
            name = self.say(COLOURS[WHITE])
            return f"{name} ({self.colour(printed)})" if printed else name
        return self.say(COLOURS[Colour(COLOUR_NAMES.index(colour))])

    def kind(self, kind: str) -> str:
        """Name a kind of material."""
        return self.say(KINDS[Kind(KIND_NAMES.index(kind))])

    def act(self, act: str) -> str:
        """Name an action of the Art Nouveau board."""
        return self.say(ACTS[Act(ACT_NAMES.index(act))])

    def act_effect(self, act: str) -> str:
        """Say what an action does."""
        blind = act == "workshop" and self.is_so("blind_workshop")
        return self.say(effects.BLIND_WORKSHOP if blind else effects.ACT_EFFECTS[act])

    def power_tag(self, power: str) -> str:
        """Name a track, or the release, and say what it is for."""
        return f"{self.power(power)} · {self.say(effects.POWER_EFFECTS[power])}"

    def power(self, power: str) -> str:
        """Name a track, or the release."""
        return self.say(TRACKS[Track(POWER_NAMES.index(power))])

    def notable(self, name: str) -> str:
        """Name a notable."""
        return NOTABLE_TITLES[NOTABLE_NAMES.index(name)]

    def effect(self, name: str) -> str:
        """Say what a notable does."""
        return self.words.effect(Notable(NOTABLE_NAMES.index(name)))

    def francs(self, count: int) -> str:
        """Say a sum of money."""
        return self.say("{a} FB", a=count)

    def points(self, count: int) -> str:
        """Say a number of points."""
        return self.say("{a} VP", a=count)

    def cost(self, name: str) -> int:
        """Return what a notable costs at the end."""
        return int(getattr(self.components.costs, name))

    def prize_title(self, card: Prize) -> str:
        """Say what a card below a column brings."""
        joint = " / " if card.is_choice else " + "
        powers = joint.join(self.power(name) for name in card.power.replace("|", "+").split("+"))
        manneken, points = self.say("Manneken-Pis"), self.say("Points")
        return f"{powers} · {manneken}: {card.mp} · {points}: +{card.symbols}"

    def bids(self, column: int) -> list[tuple[int, int]]:
        """Return the sums of the bids in a column, as sum and seat, the highest first."""
        sums = dict.fromkeys(range(self.players), 0)
        for row in range(SIDE):
            entry = self.on_board.get(SPACE_NAMES[SIDE * row + column])
            if entry is not None and isinstance(entry["figure"], int):
                sums[entry["figure"]] += entry["bid"]
        return sorted(((total, s) for s, total in sums.items() if total), key=lambda b: -b[0])

    def crest_leaders(self, crest: int) -> list[int] | None:
        """Return who leads at a crest between four assistants; None: it is not surrounded."""
        around: list[int] = []
        for k in range(4):
            entry = self.on_board.get(SPACE_NAMES[int(AROUND[4 * crest + k])])
            if entry is None or entry["figure"] is None:
                return None
            who = NEUTRAL_SIGN if entry["figure"] == "neutral" else entry["figure"]
            around += [who] * (2 if entry["space"] == self.doubled else 1)
        most = max(around.count(s) for s in around)
        return sorted({s for s in around if around.count(s) == most})

    @property
    def extended(self) -> bool:
        """Whether the expansion or the variant is on the table."""
        return self.belle or self.asymmetric

    @property
    def doubled(self) -> str | None:
        """The space whose assistant card 27 counts twice at crests."""
        belle = self.table.get("belle")
        return belle["doubled"] if belle else None

    def needed(self, place: str) -> int:
        """Return how many figures the next use of a place takes."""
        uses: int = self.table["uses"][place]
        return uses + 1 if self.players <= FEW else uses // 2 + 1

    def offered_crests(self) -> list[str]:
        """Return the two crests on this round's stock card."""
        if not self.table["round"]:
            return []
        card = self.components.stock_cards[self.table["stock"][-1] - 1]
        line: str = card.crests[self.players - 2]
        return line.split(" / ")


CREST_POINTS = {CREST_NAMES[k]: (k // 4 + 1, k % 4 + 1) for k in range(CRESTS)}

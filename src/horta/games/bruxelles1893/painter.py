"""What the parts of the drawing share: the table, its words, and what it takes to name things."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from horta.core.regions import kept
from horta.core.scene import Scene
from horta.games.bruxelles1893 import effects
from horta.games.bruxelles1893.components import Bruxelles1893Components, Prize
from horta.games.bruxelles1893.exchange import offered_crest, stock_value
from horta.games.bruxelles1893.names import ACTS, KINDS, TRACKS
from horta.games.bruxelles1893.notables import NOTABLE_TITLES
from horta.games.bruxelles1893.options import Bruxelles1893Options
from horta.games.bruxelles1893.pieces import (
    ACT_NAMES,
    BACK,
    COLOUR_NAMES,
    PINK,
    POWER_NAMES,
    Act,
    Architect,
    Kind,
    Track,
)
from horta.games.bruxelles1893.table import NOBODY, Decision, Table, tint
from horta.games.bruxelles1893.words import Bruxelles1893Words, words

T = TypeVar("T")


def seat_or_none(seat: int) -> int | None:
    """Return how the templates call a seat, or nobody."""
    return seat if seat != NOBODY else None


class Painter:
    """A scene of Bruxelles 1893 and how its things are called."""

    def __init__(self, scene: Scene) -> None:
        options: Bruxelles1893Options = scene.options
        self.scene = scene
        self.table: Table = scene.table
        self.players = scene.players
        self.words: Bruxelles1893Words = words(scene.lang)
        self.say = self.words.say
        self.edition = options.edition
        self.belle = bool(self.table.belle_epoque)
        self.asymmetric = bool(self.table.asymmetric)
        self.extended = self.belle or self.asymmetric
        self.cast = range(self.table.cast)

    @property
    def names(self) -> Sequence[str]:
        """The names of the seats: read where they are shown, so that all else can be shared."""
        return self.scene.names

    @property
    def decision(self) -> Decision:
        """What is asked now."""
        return Decision(self.table.decision)

    @property
    def prizes(self) -> Sequence[Prize]:
        """The cards below the columns."""
        components: Bruxelles1893Components = self.scene.components
        return components.prizes(self.edition)

    def keep(self, name: str, make: Callable[[Painter], T]) -> T:
        """Work out a thing of the drawing, unless nothing that it reads has changed."""
        return kept(self.scene, name, lambda scene: make(Painter(scene)))

    def shade(self, work: int) -> str:
        """Return how a work is painted: brown is pink in the first edition."""
        if work >= BACK:
            return f"white-{COLOUR_NAMES[work - BACK]}"
        return "pink" if tint(self.table, work) == PINK else COLOUR_NAMES[work]

    def colour(self, work: int) -> str:
        """Name the colour of a work."""
        return self.words.work(self.table, work)

    def kind(self, kind: int) -> str:
        """Name a kind of material."""
        return self.say(KINDS[Kind(kind)])

    def act(self, act: int) -> str:
        """Name an action of the Art Nouveau board."""
        return self.say(ACTS[Act(act)])

    def act_effect(self, act: int) -> str:
        """Say what an action does."""
        blind = act == Act.WORKSHOP and self.table.edition.blind_workshop
        return self.say(effects.BLIND_WORKSHOP if blind else effects.ACT_EFFECTS[ACT_NAMES[act]])

    def power(self, power: str) -> str:
        """Name a track, or the release."""
        return self.say(TRACKS[Track(POWER_NAMES.index(power))])

    def power_tag(self, power: str) -> str:
        """Name a track, or the release, and say what it is for."""
        effect = effects.power_effect(power, self.table.belle_epoque == 1)
        return f"{self.power(power)} · {self.say(effect)}"

    def notable(self, notable: int) -> str:
        """Name a notable, and say what it does and what it costs."""
        cost = self.francs(self.table.printed.cost[notable])
        return (
            f"{NOTABLE_TITLES[notable]} · {self.words.effect(notable)} · "
            f"{self.say('at the end')}: {cost}"
        )

    def francs(self, count: int) -> str:
        """Say a sum of money."""
        return self.say("{a} FB", a=count)

    def points(self, count: int) -> str:
        """Say a number of points."""
        return self.say("{a} VP", a=count)

    def prize_title(self, card: Prize) -> str:
        """Say what a card below a column brings."""
        joint = " / " if card.is_choice else " + "
        powers = joint.join(self.power(name) for name in card.powers)
        manneken, points = self.say("Manneken-Pis"), self.say("Points")
        return f"{powers} · {manneken}: {card.mp} · {points}: +{card.symbols}"

    def offered_crests(self) -> list[int]:
        """Return the two crests on this round's stock card."""
        if not self.table.round_number:
            return []
        return [offered_crest(self.table, k) for k in range(2)]

    @property
    def stock_pays(self) -> int:
        """What the stock card of the round pays; 0 before the first is turned up."""
        return stock_value(self.table) if self.table.round_number else 0

    def architect(self, s: int) -> Architect:
        """Return whose board a player has."""
        return Architect(self.table.seats[s].architect)

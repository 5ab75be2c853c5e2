"""What is worth counting in Bruxelles 1897: nobles, houses, artworks, materials and tracks."""

from __future__ import annotations

from horta.core.i18n import mark
from horta.core.traits import Trait
from horta.games.bruxelles1897.components import CARD_NAMES, NOBLE_NAMES, TRACK_NAMES
from horta.games.bruxelles1897.desk import TITLES
from horta.games.bruxelles1897.words import CARD_TITLES, NOBLE_TITLES

_cards = dict(zip(CARD_NAMES, CARD_TITLES, strict=True))

TRAITS = (
    Trait(
        "noble",
        mark("noble"),
        held="upright tilted",
        names=dict(zip(NOBLE_NAMES, NOBLE_TITLES, strict=True)),
    ),
    Trait("house", mark("house"), held="houses", names=_cards),
    Trait("artwork", mark("artwork"), held="artworks", names=_cards),
    Trait("material", mark("material"), held="materials", names=_cards),
    Trait(
        "track",
        mark("track"),
        held="levels",
        names={name: TITLES[name] for name in TRACK_NAMES},
        counted=True,
    ),
)

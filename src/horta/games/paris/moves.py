"""The action space of Paris, as in `docs/rules/paris.md`."""

from __future__ import annotations

from horta.core.actions import ActionSpace, Axis, Span
from horta.games.paris.components import BUILDINGS, CARD_CODES, SIDE, ParisComponents

SPACE_NAMES = tuple(f"{'abcdefgh'[k % SIDE]}{k // SIDE + 1}" for k in range(SIDE * SIDE))
SQUARE_NAMES = tuple(f"{'ABCD'[k % 4]}{k // 4 + 1}" for k in range(16))
# Buildings keep the names of our own table in texts, whatever an owner calls them.
BUILDING_NAMES = tuple(building.name for building in ParisComponents().buildings)
assert len(BUILDING_NAMES) == BUILDINGS

_building = Axis("building", BUILDING_NAMES)
_space = Axis("space", SPACE_NAMES)

ACTIONS = ActionSpace(
    Span("pass"),
    Span("decline"),
    Span("tile", Axis("square", SQUARE_NAMES), Axis("turn", 4)),
    Span("choose", _building),
    Span("activate", Axis("postcard", CARD_CODES)),
    Span("put", _space, Axis("facing", 4)),
    Span("build", _building, _space, Axis("orientation", 8)),
)

PASS = ACTIONS.parse("pass")
DECLINE = ACTIONS.parse("decline")

# Where the next kind begins among the options of a turn.
CHOOSE = ACTIONS["choose"].start  # take, give or get a building
ACTIVATE = ACTIONS["activate"].start
PUT = ACTIONS["put"].start
BUILD = ACTIONS["build"].start

tile_of = ACTIONS["tile"].decoder()  # (square, turn)
chosen = ACTIONS["choose"].decoder()  # the building
activated = ACTIONS["activate"].decoder()  # the postcard
put_of = ACTIONS["put"].decoder()  # (space, facing)
build_of = ACTIONS["build"].decoder()  # (building, space, orientation)
put_action = ACTIONS["put"].encoder()
build_action = ACTIONS["build"].encoder()
tile_action = ACTIONS["tile"].encoder()
choose_action = ACTIONS["choose"].encoder()
offer_choose = ACTIONS["choose"].offering()  # buildings, given as bits
activate_action = ACTIONS["activate"].encoder()

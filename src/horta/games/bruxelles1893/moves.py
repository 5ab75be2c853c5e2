"""The action space of Bruxelles 1893, as in `docs/rules/bruxelles1893.md`."""

from __future__ import annotations

from horta.core.actions import ActionSpace, Axis, Span
from horta.core.rule import rule
from horta.games.bruxelles1893.pieces import (
    ACT_NAMES,
    BOARD_NAMES,
    CARD_NAMES,
    COLOUR_NAMES,
    CRESTS,
    KIND_NAMES,
    MOST_BID,
    NOBLES,
    NOTABLE_NAMES,
    PAVILION_NAMES,
    PLACE_NAMES,
    POWER_NAMES,
    ROW_NAMES,
    SIDE,
    SPACES,
    TILE_NAMES,
    TRAVELLERS,
    UNIT_KINDS,
)

SPACE_NAMES = tuple(f"{'abcde'[k % SIDE]}{k // SIDE + 1}" for k in range(SPACES))
CREST_NAMES = tuple(f"{k // 4 + 1}-{k % 4 + 1}" for k in range(CRESTS))
COLUMN_NAMES = tuple("abcde")
CURSOR_NAMES = tuple(f"{k // SIDE + 1}-{k % SIDE + 1}" for k in range(SPACES))

MODE_NAMES = ("substitution", "pardon")  # of card 9
BARTER_NAMES = ("cubes", "work")  # what card 17 gives away
FIGURE_NAMES = ("assistant", "traveller")
TARGET_NAMES = ("house", *PAVILION_NAMES)
WAY_NAMES = ("on", "back")  # of Saintenoy's turn

_space = Axis("space", SPACE_NAMES)
_colour = Axis("colour", COLOUR_NAMES)

ACTIONS = ActionSpace(
    Span("pass"),
    Span("decline"),
    Span("perform"),
    Span("crest", Axis("crest", CREST_NAMES)),
    Span("neutral", _space),
    Span("place", _space),
    Span("brussels", Axis("place", PLACE_NAMES)),
    Span("bid", Axis("francs", tuple(str(k + 1) for k in range(MOST_BID)))),
    Span("copy", Axis("action", ACT_NAMES)),
    Span("work", Axis("colour", COLOUR_NAMES[:4])),
    Span("sell", Axis("colour", (*COLOUR_NAMES, "white"))),
    Span("cursor", Axis("centre", CURSOR_NAMES)),
    Span("shop", Axis("side", ("left", "right"))),
    Span("take", Axis("price", ("0", "1", "2", "3", "shown"))),
    Span("keep"),
    Span("discard"),
    Span("solvay", Axis("mode", ("one", "exchange"))),
    Span("cube", Axis("kind", KIND_NAMES[:NOBLES])),
    Span("pay", Axis("kind", KIND_NAMES[:UNIT_KINDS])),
    Span("branch", Axis("branch", 2)),
    Span("site", _space),
    Span("activate", Axis("notable", NOTABLE_NAMES)),
    Span("prize", Axis("column", COLUMN_NAMES), Axis("use", ("power", *ROW_NAMES))),
    Span("power", Axis("power", POWER_NAMES)),
    Span("unpaid", Axis("notable", NOTABLE_NAMES)),
    # Belle Époque and the variant
    Span("board", Axis("architect", BOARD_NAMES)),
    Span("travellers", Axis("count", TRAVELLERS + 1)),
    Span("white", Axis("colour", COLOUR_NAMES[:4])),
    Span("as", _colour),
    Span("build", Axis("target", TARGET_NAMES)),
    Span("turn", Axis("branch", 2), Axis("way", WAY_NAMES)),
    Span("tile", Axis("tile", TILE_NAMES)),
    Span("card", Axis("card", CARD_NAMES)),
    Span("drop", Axis("price", 4)),
    Span("mode", Axis("mode", MODE_NAMES)),
    Span("dismiss", Axis("notable", NOTABLE_NAMES)),
    Span("figure", _space),
    Span("barter", Axis("given", BARTER_NAMES)),
    Span("give", Axis("kind", KIND_NAMES[:NOBLES])),
    Span("return", _colour),
    Span("send", Axis("figure", FIGURE_NAMES)),
    Span("column", Axis("column", COLUMN_NAMES)),
    Span("row", Axis("row", ROW_NAMES)),
)

ACTION_COUNT = len(ACTIONS)

# Actions that are alone in their span, or named one by one.
PASS = ACTIONS.parse("pass")
DECLINE = ACTIONS.parse("decline")
PERFORM = ACTIONS.parse("perform")
KEEP = ACTIONS.parse("keep")
DISCARD = ACTIONS.parse("discard")
SOLVAY_ONE = ACTIONS.parse("solvay one")
SOLVAY_EXCHANGE = ACTIONS.parse("solvay exchange")
BARTER_CUBES = ACTIONS.parse("barter cubes")
BARTER_WORK = ACTIONS.parse("barter work")
SEND_ASSISTANT = ACTIONS.parse("send assistant")
SEND_TRAVELLER = ACTIONS.parse("send traveller")

# Where the next kind begins among the options of a turn, and of a window.
BRUSSELS = ACTIONS["brussels"].start
TILE = ACTIONS["tile"].start

# From coordinates to actions.
crest_action = ACTIONS["crest"].encoder()
brussels_action = ACTIONS["brussels"].encoder()
copy_action = ACTIONS["copy"].encoder()
work_action = ACTIONS["work"].encoder()
sell_action = ACTIONS["sell"].encoder()
cursor_action = ACTIONS["cursor"].encoder()
shop_action = ACTIONS["shop"].encoder()
take_action = ACTIONS["take"].encoder()
cube_action = ACTIONS["cube"].encoder()
branch_action = ACTIONS["branch"].encoder()
prize_action = ACTIONS["prize"].encoder()
power_action = ACTIONS["power"].encoder()
unpaid_action = ACTIONS["unpaid"].encoder()
board_action = ACTIONS["board"].encoder()
travellers_action = ACTIONS["travellers"].encoder()
white_action = ACTIONS["white"].encoder()
as_action = ACTIONS["as"].encoder()
build_action = ACTIONS["build"].encoder()
drop_action = ACTIONS["drop"].encoder()
mode_action = ACTIONS["mode"].encoder()
give_action = ACTIONS["give"].encoder()
return_action = ACTIONS["return"].encoder()
row_action = ACTIONS["row"].encoder()

# Rules that offer several actions, given as bits.
offer_neutral = ACTIONS["neutral"].offering()
offer_place = ACTIONS["place"].offering()
offer_pay = ACTIONS["pay"].offering()
offer_site = ACTIONS["site"].offering()
offer_activate = ACTIONS["activate"].offering()
offer_turn = ACTIONS["turn"].offering()
offer_tile = ACTIONS["tile"].offering()
offer_card = ACTIONS["card"].offering()
offer_dismiss = ACTIONS["dismiss"].offering()
offer_figure = ACTIONS["figure"].offering()
offer_column = ACTIONS["column"].offering()

# From actions to coordinates, for decisions whose options lie in several spans, and for bots.
crest_of = ACTIONS["crest"].decoder()
neutral_of = ACTIONS["neutral"].decoder()  # the space
space_of = ACTIONS["place"].decoder()
place_of = ACTIONS["brussels"].decoder()
copied = ACTIONS["copy"].decoder()  # the action copied
colour_of = ACTIONS["work"].decoder()
sale_of = ACTIONS["sell"].decoder()  # the colour, or WHITE_SALE
centre_of = ACTIONS["cursor"].decoder()
price_of = ACTIONS["take"].decoder()  # the price, or SHOWN
cube_of = ACTIONS["cube"].decoder()  # its kind
payment_of = ACTIONS["pay"].decoder()  # the kind of the unit
branch_of = ACTIONS["branch"].decoder()
site_of = ACTIONS["site"].decoder()  # the space
notable_of = ACTIONS["activate"].decoder()
prize_of = ACTIONS["prize"].decoder()  # (column, use)
power_of = ACTIONS["power"].decoder()
unpaid_of = ACTIONS["unpaid"].decoder()  # the notable
turn_of = ACTIONS["turn"].decoder()  # (branch, way)
tile_of = ACTIONS["tile"].decoder()
card_of = ACTIONS["card"].decoder()
dropped = ACTIONS["drop"].decoder()  # the price
built = ACTIONS["build"].decoder()  # 0 for a house, or a pavilion, counted from 1
travellers_of = ACTIONS["travellers"].decoder()  # how many
named_as = ACTIONS["as"].decoder()  # the colour
given = ACTIONS["give"].decoder()  # the kind of the cube
returned = ACTIONS["return"].decoder()  # the colour of the work
column_of = ACTIONS["column"].decoder()
row_of = ACTIONS["row"].decoder()

_BID = ACTIONS["bid"].start

SHOWN = 4  # the place of the notable that Hankar shows, after the four prices
WHITE_SALE = 5  # a white work to sell, after the five colours


@rule
def bid_action(francs: int) -> int:
    """Return the bid of so many francs: 1 FB is the first of them."""
    return _BID + francs - 1


@rule
def francs_of(action: int) -> int:
    """Return the francs of a bid."""
    return action - _BID + 1

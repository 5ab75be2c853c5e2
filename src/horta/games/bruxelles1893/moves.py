"""The action space of Bruxelles 1893, as in `docs/rules/bruxelles1893.md`."""

from __future__ import annotations

from horta.core.actions import ActionSpace, Axis, Span
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

PASS = ACTIONS["pass"].start
DECLINE = ACTIONS["decline"].start
PERFORM = ACTIONS["perform"].start
CREST = ACTIONS["crest"].start
NEUTRAL = ACTIONS["neutral"].start
PLACE = ACTIONS["place"].start
BRUSSELS = ACTIONS["brussels"].start
BID = ACTIONS["bid"].start  # a bid of k FB is BID + k - 1
COPY = ACTIONS["copy"].start
WORK = ACTIONS["work"].start
SELL = ACTIONS["sell"].start
CURSOR = ACTIONS["cursor"].start
SHOP = ACTIONS["shop"].start
TAKE = ACTIONS["take"].start
KEEP = ACTIONS["keep"].start
DISCARD = ACTIONS["discard"].start
SOLVAY = ACTIONS["solvay"].start
CUBE = ACTIONS["cube"].start
PAY = ACTIONS["pay"].start
BRANCH = ACTIONS["branch"].start
SITE = ACTIONS["site"].start
ACTIVATE = ACTIONS["activate"].start
PRIZE = ACTIONS["prize"].start
POWER = ACTIONS["power"].start
UNPAID = ACTIONS["unpaid"].start
BOARD = ACTIONS["board"].start
TRAVELLING = ACTIONS["travellers"].start
WHITE = ACTIONS["white"].start
AS = ACTIONS["as"].start
TARGET = ACTIONS["build"].start
TURN = ACTIONS["turn"].start
TILE = ACTIONS["tile"].start
CARD = ACTIONS["card"].start
DROP = ACTIONS["drop"].start
MODE = ACTIONS["mode"].start
DISMISS = ACTIONS["dismiss"].start
FIGURE = ACTIONS["figure"].start
BARTER = ACTIONS["barter"].start
GIVE = ACTIONS["give"].start
RETURN = ACTIONS["return"].start
SEND = ACTIONS["send"].start
COLUMN = ACTIONS["column"].start
ROW = ACTIONS["row"].start

# Rules that take an action apart, for decisions whose options lie in several spans.
space_of = ACTIONS["place"].decoder()
place_of = ACTIONS["brussels"].decoder()
copied = ACTIONS["copy"].decoder()
cube_of = ACTIONS["cube"].decoder()
notable_of = ACTIONS["activate"].decoder()
tile_of = ACTIONS["tile"].decoder()
card_of = ACTIONS["card"].decoder()
dropped = ACTIONS["drop"].decoder()

USES = 5  # of a prize: its power, or one of four rows
SHOWN = 4  # the place of the notable that Hankar shows, after the four prices
WHITE_SALE = 5  # a white work to sell, after the five colours

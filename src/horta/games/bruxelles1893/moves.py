"""The action space of Bruxelles 1893, as in `docs/rules/bruxelles1893.md`."""

from __future__ import annotations

from horta.core.actions import ActionSpace, Axis, Span
from horta.games.bruxelles1893.components import (
    ACT_NAMES,
    COLOUR_NAMES,
    CRESTS,
    KIND_NAMES,
    MOST_BID,
    NOBLES,
    NOTABLE_NAMES,
    PLACE_NAMES,
    POWER_NAMES,
    ROW_NAMES,
    SIDE,
    SPACES,
    UNIT_KINDS,
)

SPACE_NAMES = tuple(f"{'abcde'[k % SIDE]}{k // SIDE + 1}" for k in range(SPACES))
CREST_NAMES = tuple(f"{k // 4 + 1}-{k % 4 + 1}" for k in range(CRESTS))
COLUMN_NAMES = tuple("abcde")
CURSOR_NAMES = tuple(f"{k // SIDE + 1}-{k % SIDE + 1}" for k in range(SPACES))

_space = Axis("space", SPACE_NAMES)

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
    Span("sell", Axis("colour", COLOUR_NAMES)),
    Span("cursor", Axis("centre", CURSOR_NAMES)),
    Span("shop", Axis("side", ("left", "right"))),
    Span("take", Axis("price", 4)),
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
)

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

USES = 5  # of a prize: its power, or one of four rows

MAX_LEGAL = MOST_BID + 4  # the longest list is that of bids

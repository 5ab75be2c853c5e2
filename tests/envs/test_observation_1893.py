"""Bruxelles 1893: every view of the observation worked out again from what `match.view` tells."""

from __future__ import annotations

import numpy as np
import pytest
from observed import (
    around,
    check_constant,
    compare,
    compare_viewings,
    counts,
    marks,
    one_of,
    places,
    tables,
    who,
)

from horta.games.bruxelles1893.components import (
    BONUS_CARDS,
    PRESTIGE_CARDS,
    Bruxelles1893Components,
)

ACTS = ["workshop", "sale", "theatre", "materials", "construction"]
COLOURS = ["blue", "brown", "yellow", "green", "black"]
KINDS = ["wood", "iron", "stone", "glass", "joker", "francs", "any", "empty"]
PLACES = ["market", "exchange", "park", "grand-place"]
POWERS = ["town_hall", "palace", "architect", "release"]
ROWS = ["money", "works", "notables", "assistants"]
SOURCES = ["sale", "owner", "construction", "notables", "crests", "unpaid", "cards", "visit"]
WAYS = ["action", "grand_place", "owner", "solvay", "card"]
NOTABLES = [
    *("brugmann", "empain", "solvay", "buls"),
    *("albert", "van_de_velde", "vandervelde", "maeterlinck", "nagelmackers"),
    "privat_livemont",
]
DECISIONS = [
    *("board", "start_work", "crest", "neutral", "turn", "bid", "perform", "park", "work", "sell"),
    *("cursor", "shop", "theatre", "keep", "pay", "branch", "site", "grand_place"),
    *("owner_notable", "travellers", "sell_as", "target", "tile", "solvay", "cube"),
    *("white_work", "white", "window", "market_out", "drop", "mode", "card_notable", "dismiss"),
    *("withdraw", "withdraw_sum", "barter", "give", "give_work", "barter_work", "figure"),
    *("column", "double", "prize", "power", "row", "unpaid", "over"),
]
WINDOWS = [
    *("round", "crest", "placed", "sale", "price", "theatre", "discard", "compass"),
    *("construction", "workshop_done", "sale_done", "theatre_done", "materials_done"),
    *("construction_done", "market_done", "exchange_done", "park_done", "grand_place_done"),
    *("extra", "columns", "symbols", "crests", "crests_done", "brussels", "visit", "upright"),
    "last_notable",
]
BOARDS = ["hankar", "gauchie", "horta", "saintenoy", "strauven"]
WORKS = [*COLOURS, *(f"white-{colour}" for colour in COLOURS[:4])]
TARGETS = ["house", *(f"pavilion-{k}" for k in range(1, 6))]
MODES = ["plain", "substitution", "pardon"]
SPACES = [f"{'abcde'[k % 5]}{k // 5 + 1}" for k in range(25)]
CURSORS = [f"{k // 5 + 1}-{k % 5 + 1}" for k in range(25)]
CRESTS = [f"{k // 4 + 1}-{k % 4 + 1}" for k in range(16)]
STOCK = Bruxelles1893Components().stock_cards
# may_skip, blind_workshop, chosen_start, shop_covers, pass_cards, reshuffles_at_once,
# loose_compass, any_pays_francs, cube_declinable, park_idle, prizes_in_order,
# tidies_last_round, pays_from_token, pink_works
EDITIONS = {"2013": "11010110111011", "2023": "00101001000100"}


BOTH = {"belle_epoque": True, "asymmetric": True}


def board(values):
    return np.array(values, float).reshape(5, 5)


def expected(view):
    """The views of `bruxelles1893-v0` for the seat of a view."""
    table, me, edition = view["table"], view["seat"], view["options"]["edition"]
    seats, stock = table["seats"], table["stock"]
    n = len(seats)
    prizes = BONUS_CARDS if edition == "2013" else PRESTIGE_CARDS

    def each(value):
        return around([value(seat) for seat in seats], me, 5)

    def named(*listed):
        return who(listed, me, n, 5)

    figures, houses, bids = np.zeros((6, 25)), np.zeros((5, 25)), np.zeros(25)
    for place in table["board"]:
        k, figure = SPACES.index(place["space"]), place["figure"]
        if figure is not None:
            figures[5 if figure == "neutral" else (figure - me) % n, k] = 1
            bids[k] = place["bid"] / 10
        if place["house"] is not None:
            houses[(place["house"] - me) % n, k] = 1
    card = STOCK[stock[-1] - 1] if stock else None
    crests = card.crests[n - 2].split(" / ") if card else []
    work = table["workshop"]
    pile_known, pile_seen = np.zeros((24, 4)), np.zeros((24, 5))
    for k, (colour, seen) in enumerate(zip(work["pile"], work["seen"], strict=True)):
        assert (colour == "?") == (seen != me)
        if seen is not None:
            pile_seen[k, (seen - me) % n] = 1
        if colour != "?":
            pile_known[k, COLOURS.index(colour)] = 1
    strip = [None if number is None else prizes[number - 1] for number in table["prizes"]["strip"]]
    lying = {number for number in table["prizes"]["strip"] if number is not None}
    lying |= {number for seat in seats for row in seat["rows"].values() for number in row}
    lying |= set(table["prizes"]["gone"])
    face_down = np.zeros(5)
    if edition == "2023":
        # One card a round goes face down, to who passes first.
        face_down[: len(table["prizes"]["face_down"])] = 1
    return {
        "acts": [board([table["acts"][k] == act for k in range(25)]) for act in ACTS],
        "figures": figures.reshape(6, 5, 5),
        "bids": bids.reshape(5, 5),
        "houses": houses.reshape(5, 5, 5),
        "zone": board(marks(SPACES, table["zone"])),
        "space": board(one_of(SPACES, table["space"])),
        "cursor": board(one_of(CURSORS, table["cursor"])),
        "players": one_of([2, 3, 4, 5], n),
        "edition": [float(bit) for bit in EDITIONS[edition]],
        "round": one_of([1, 2, 3, 4, 5], table["round"]),
        "decision": one_of(DECISIONS, table["decision"]),
        "to_play": named(table["to_play"]),
        "turn": named(table["turn"]),
        "first": named(table["first"]),
        "token": named(table["token"]),
        "first_out": named(table["first_out"]),
        "neutrals": [table["neutrals"] / 2],
        "crest": one_of(CRESTS, table["crest"]),
        "stock_seen": marks(range(1, 13), stock),
        "stock_value": [table["stock_value"] / 10],
        "stock_crests": marks(CRESTS, crests),
        "acting": one_of(ACTS, table["acting"]),
        "by": one_of(WAYS, table["by"]),
        "cubes_by": one_of(WAYS, table["cubes_by"]),
        "cubes_due": [table["cubes_due"] / 2],
        "cubes_from": one_of(KINDS, table["cubes_from"]),
        "notable": one_of(NOTABLES, table["notable"]),
        "sold": one_of(WORKS, table["sold"]),
        "left": [table["left"] / 10],
        "units": [table["units"] / 4],
        "paid": counts(KINDS[:6], table["paid"], 4),
        "column": one_of("abcde", table["column"]),
        "dropped": marks(NOTABLES, table["dropped"]),
        "uses": counts(PLACES, table["uses"], 7),
        "supply": counts(KINDS[:5], table["supply"], 10),
        "ring": [one_of(KINDS, kind) for kind in [*table["ring"], *([None] * 7)][:7]],
        "branches": [one_of(range(7), place) for place in table["branches"]],
        "stacks": counts(COLOURS, work["stacks"], 6),
        "pile_size": [len(work["pile"]) / 24],
        "pile_known": pile_known,
        "pile_seen": pile_seen,
        "drawn": [work["drawn"].count(colour) / 6 for colour in COLOURS[:4]],
        "drawn_size": [len(work["drawn"]) / 6],
        "shop_top": [one_of(WORKS, side[-1] if side else None) for side in work["shop"]],
        "shop": [[side.count(kind) / 6 for kind in WORKS] for side in work["shop"]],
        "theatre": [one_of(NOTABLES, notable) for notable in table["theatre"]],
        "deck_size": [table["deck_size"] / 27],
        "discards": counts(NOTABLES, table["discards"], 3),
        "prize_powers": [[0] * 4 if p is None else np.array(p.steps) / 2 for p in strip],
        "prize_choice": [p is not None and p.is_choice for p in strip],
        "prize_mp": [0 if p is None else p.mp / 2 for p in strip],
        "prize_symbols": [0 if p is None else p.symbols / 2 for p in strip],
        "winner": [named(winner) for winner in table["prizes"]["winner"]],
        "tied": [named(*tied) for tied in table["prizes"]["tied"]],
        "prizes_unseen": [float(k < len(prizes) and k + 1 not in lying) for k in range(30)],
        "prizes_left": [table["prizes"]["pile_size"] / 30],
        "face_down": face_down,
        "money": each(lambda seat: seat["money"] / 20),
        "earned": each(lambda seat: counts(SOURCES, seat["earned"], 20)),
        "cubes": each(lambda seat: counts(KINDS[:5], seat["cubes"], 5)),
        "works": each(lambda seat: counts(COLOURS, seat["works"], 6)),
        "notables": each(lambda seat: marks(NOTABLES, seat["notables"])),
        "tilted": each(lambda seat: marks(NOTABLES, seat["tilted"])),
        "reserve": each(lambda seat: seat["reserve"] / 7),
        "on_board": each(lambda seat: seat["on_board"] / 7),
        "brussels": each(lambda seat: counts(PLACES, seat["brussels"], 7)),
        "justice": each(lambda seat: seat["justice"] / 7),
        "tracks": each(lambda seat: counts(POWERS[:3], seat["tracks"], 6)),
        "levels": each(lambda seat: counts(POWERS[:3], seat["levels"], 10)),
        "built": each(lambda seat: seat["built"] / 6),
        "multipliers": each(lambda seat: counts(ROWS, seat["multipliers"], 5)),
        "rows_used": each(lambda seat: marks(ROWS, seat["rows_used"])),
        "exhibits": each(lambda seat: seat["exhibits"] / 5),
        "passed": each(lambda seat: float(seat["passed"])),
        "settled": each(lambda seat: float(seat["settled"])),
        **expected_of_variants(view, each, named),
    }


def expected_of_variants(view, each, named):
    """The views of Belle Époque and of the asymmetric boards; all 0 without them."""
    table, options = view["table"], view["options"]
    belle, moment = table.get("belle"), table.get("moment")
    assert (belle is not None) == options["belle_epoque"]
    board_of = each(lambda seat: one_of(BOARDS, seat.get("architect")))
    lots = belle or {
        "tiles": [],
        "pavilions": [{"card": 0, "owner": None, "used": False}] * 5,
        "railway": 0,
        "on_card": None,
        "doubled": None,
        "row_chosen": None,
        "tiles_done": False,
    }
    now = moment or {
        "window": None,
        "asked": 0,
        "place": None,
        "sold_as": None,
        "more_steps": 0,
        "target": None,
        "mode": None,
        "cubes_paid": 0,
        "turned_first": False,
        "shown": None,
        "dropping": [],
    }

    def mine(seat, name, nothing):
        return (seat.get("belle") or {}).get(name, nothing)

    return {
        "variants": [options["belle_epoque"], options["asymmetric"]],
        "tiles": marks(range(1, 13), lots["tiles"]),
        "cards": [one_of(range(1, 33), place["card"]) for place in lots["pavilions"]],
        "pavilions": [named(place["owner"]) for place in lots["pavilions"]],
        "cards_used": [float(place["used"]) for place in lots["pavilions"]],
        "railway": [lots["railway"] / 4],
        "on_card": one_of(["assistant", "traveller"], lots["on_card"]),
        "doubled": board(one_of(SPACES, lots["doubled"])),
        "row_chosen": one_of(ROWS, lots["row_chosen"]),
        "tiles_done": [lots["tiles_done"]],
        "window": one_of(WINDOWS, now["window"]),
        "asked": [now["asked"] / 5],
        "place": one_of(PLACES, now["place"]),
        "sold_as": one_of(COLOURS, now["sold_as"]),
        "more_steps": [now["more_steps"] / 2],
        "target": one_of(TARGETS, now["target"]),
        "mode": one_of(MODES, now["mode"]),
        "cubes_paid": [now["cubes_paid"] / 4],
        "turned_first": [now["turned_first"]],
        "shown": one_of(NOTABLES, now["shown"]),
        "dropping": marks(range(4), now["dropping"]),
        "mp_more": each(lambda seat: mine(seat, "mp_more", 0) / 2),
        "white": each(lambda seat: counts(COLOURS[:4], mine(seat, "white", {}), 6)),
        "travellers": each(lambda seat: mine(seat, "travellers", 0) / 4),
        "travelling": each(lambda seat: counts(PLACES, mine(seat, "travelling", {}), 4)),
        "architect": board_of,
        "seat_tiles": each(lambda seat: marks(range(1, 13), mine(seat, "tiles", []))),
    }


@pytest.mark.parametrize("edition", ["2013", "2023"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_view_says_what_match_view_says(edition, players):
    matches = tables(
        "bruxelles1893",
        [70 + players],
        every=4,
        players=players,
        edition=edition,
        strips="random",
    )
    assert compare(matches, expected) > 30


@pytest.mark.parametrize("options", [{"belle_epoque": True}, {"asymmetric": True}, BOTH])
def test_every_view_of_the_variants(options):
    for players in (2, 4):
        matches = tables("bruxelles1893", [80], every=6, players=players, **options)
        assert compare(matches, expected) > 30


CONSTANT = {
    "by": (places(5, 3), "Solvay lets take cubes, but no notable acts through him"),
    "cubes_by": (places(5, 1), "in the Grand-Place cubes come from a notable: that is his way"),
    "cubes_from": (
        places(8, np.s_[3:]),
        "two cubes come in the order of their kinds, and where only glass is left nothing is asked",
    ),
    "dropped": (
        places(10, [8, 9]),
        "notables are left in their order: behind these two nothing is left to choose",
    ),
    "ring": (places((7, 8), np.s_[:, 4]), "no place of the compass shows a joker"),
    "pile_known": (
        places((24, 4), np.s_[21:]),
        "of 24 works two go to two players and one is taken before the others are put back",
    ),
    "pile_seen": (
        places((24, 5), np.s_[21:], np.s_[20, 2:], np.s_[19, 3:], np.s_[18, 4:]),
        "likewise, and each other player begins with a work of it",
    ),
    "theatre": (places((4, 10), np.s_[:, 0]), "Brugmann is with every player from the start"),
    "discards": (places(10, 0), "who leaves Brugmann unpaid puts him back in the box"),
    "shown": (places(10, 0), "Hankar shows a notable of the theatre"),
    "doubled": (
        ~places((5, 5), np.s_[2, 1:4], np.s_[1:4, 2]),
        "only assistants on the spaces of the cross can count twice",
    ),
    "window": (
        places(27, [WINDOWS.index("sale_done"), WINDOWS.index("theatre_done")]),
        "no card is for these moments",
    ),
    "dropping": (places(4, 3), "behind the last price nothing is left to choose"),
}
FOLLOWS = {"strips": "`acts` says what the strips show"}


@pytest.mark.compiled
def test_every_number_changes_and_is_true():
    constant, unread = compare_viewings("bruxelles1893", expected)
    check_constant(constant, CONSTANT)
    assert unread == set(FOLLOWS), "fields of the view that the observation says nothing about"

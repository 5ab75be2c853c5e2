"""The left of the drawing: the Art Nouveau board as a house front, and the cards at its foot."""

from __future__ import annotations

import math

from horta.core.game import Json
from horta.games.bruxelles1893 import effects, signs
from horta.games.bruxelles1893.brussels import assistants_needed
from horta.games.bruxelles1893.drawing_belle_epoque import plate
from horta.games.bruxelles1893.majorities import leads
from horta.games.bruxelles1893.messages import LABELS
from horta.games.bruxelles1893.moves import (
    BARTER_NAMES,
    COLUMN_NAMES,
    CREST_NAMES,
    MODE_NAMES,
    SPACE_NAMES,
)
from horta.games.bruxelles1893.names import MODES
from horta.games.bruxelles1893.painter import Painter, seat_or_none
from horta.games.bruxelles1893.pieces import (
    ACT_NAMES,
    BOARD_NAMES,
    CRESTS,
    EXHIBITIONS,
    MOST_BID,
    ROUNDS,
    SIDE,
    SPACES,
)
from horta.games.bruxelles1893.prizes import auction, bid_sum
from horta.games.bruxelles1893.table import NEUTRAL, NOBODY, NOTHING, Decision
from horta.games.bruxelles1893.travellers import fewest_travellers, most_travellers
from horta.games.bruxelles1893.variant import is_taken

LEFT, TOP = 28, 66  # where the windows begin
BAY, FLOOR = 124, 90  # from window to window
BID_ROOM = (616.0, 52.0)
CHOICE, CHOICE_WIDE = 128, 120  # from choice to choice, and one of them
COIN_SIZES = (40.0, 34.0, 30.0, 27.0, 24.0, 21.0, 19.0, 17.0, 15.0, 13.0)


def facade(painter: Painter) -> Json:
    """Work out the board: windows, crests, the zone, and the cards of the ground floor."""
    played = painter.table.round_number
    return {
        "windows": painter.keep("windows", lambda one: [_window(one, k) for k in range(SPACES)]),
        "crests": painter.keep("crests", lambda one: [_crest(one, k) for k in range(CRESTS)]),
        "zone": _zone(painter),
        "shops": painter.keep("shops", lambda one: [_shop(one, c) for c in range(SIDE)]),
        "year": year(painter),
        "rounds": [k < played for k in range(ROUNDS)],
        "bids": _bid_coins(painter),
        "choices": _choices(painter),
    }


def year(painter: Painter) -> int:
    """Return the year of the round."""
    return EXHIBITIONS[max(1, painter.table.round_number) - 1]


def corner(k: int) -> tuple[int, int]:
    """Return the upper left corner of a space."""
    return LEFT + BAY * (k % SIDE), TOP + FLOOR * (k // SIDE)


def _window(painter: Painter, k: int) -> Json:
    table, say = painter.table, painter.say
    x, y = corner(k)
    act, figure, house, bid = table.act[k], table.figure[k], table.house[k], table.bid[k]
    parts = [SPACE_NAMES[k], painter.act(act), painter.act_effect(act)]
    if figure == NEUTRAL:
        parts.append(say("neutral assistant"))
    elif figure != NOBODY:
        parts.append(f"{say('assistant')}: {painter.names[figure]}, {painter.francs(bid)}")
    if house != NOBODY:
        parts.append(f"{say('house')}: {painter.names[house]}")
        parts.append(say(effects.owner_effect(ACT_NAMES[act], table.belle_epoque == 1)))
    tile = (table.printed.cross >> k) & 1 == 1
    if tile:
        parts += [say("tile space"), say(effects.TILE)]
    return {
        "name": SPACE_NAMES[k],
        "x": x,
        "y": y,
        "act": ACT_NAMES[act],
        "open": (table.zone >> k) & 1 == 1,
        "here": table.space == k,
        "figure": seat_or_none(figure),
        "bid": bid,
        "house": seat_or_none(house),
        "tile": tile,
        "doubled": table.doubled == k,
        "title": " · ".join(parts),
    }


def crest_leaders(painter: Painter, crest: int) -> list[int]:
    """Return the colours that lead at a crest, the neutral one included."""
    colours = (*range(painter.players), NEUTRAL)
    return [colour for colour in colours if leads(painter.table, crest, colour)]


def _crest(painter: Painter, k: int) -> Json:
    name = CREST_NAMES[k]
    leaders = crest_leaders(painter, k)
    called = painter.words.crest(k)
    title = f"{painter.say('Crest')} {called}"
    if leaders:
        neutral = painter.say("neutral assistant")
        title += " · " + ", ".join(neutral if s == NEUTRAL else painter.names[s] for s in leaders)
    title += f" · {painter.say(effects.CREST)}"
    return {
        "name": name,
        "called": called,
        "x": LEFT + BAY * (k % 4 + 1),
        "y": TOP + FLOOR * (k // 4 + 1),
        "chosen": painter.table.crest == k,
        "offered": painter.decision == Decision.CREST and k in painter.offered_crests(),
        "leaders": leaders,
        "title": title,
    }


def _zone(painter: Painter) -> Json | None:
    spaces = [k for k in range(SPACES) if (painter.table.zone >> k) & 1]
    if not spaces:
        return None
    rows, columns = {k // SIDE for k in spaces}, {k % SIDE for k in spaces}
    return {
        "x": LEFT + BAY * min(columns),
        "y": TOP + FLOOR * min(rows),
        "wide": BAY * len(columns),
        "high": FLOOR * len(rows),
    }


def bids(painter: Painter, column: int) -> list[tuple[int, int]]:
    """Return the sums of the bids in a column, as sum and seat, the highest first."""
    sums = [(bid_sum(painter.table, s, column), s) for s in range(painter.players)]
    return sorted((bid for bid in sums if bid[0]), key=lambda bid: -bid[0])


def _shop(painter: Painter, c: int) -> Json:
    """Work out a card at the foot of a column, and who bids for it."""
    table = painter.table
    _, leader, _ = auction(table, c)
    column = COLUMN_NAMES[c]
    shop: Json = {
        "column": column,
        "x": LEFT + BAY * c,
        "card": None,
        "bids": [{"seat": s, "sum": total, "leads": s == leader} for total, s in bids(painter, c)],
        "winner": seat_or_none(table.winner[c]),
        "tied": [s for s in range(painter.players) if (table.tied[c] >> s) & 1],
        "active": table.column == c,
        "title": f"{painter.say('Column')} {column}",
    }
    if table.prize[c] != NOTHING:
        card = painter.prizes[table.prize[c]]
        shop["card"] = {
            "powers": card.powers,
            "choice": card.is_choice,
            "mp": card.mp,
            "symbols": card.symbols,
            "titles": [painter.power_tag(power) for power in card.powers],
        }
        shop["title"] += f" · {painter.prize_title(card)} · {painter.say(effects.PRIZE)}"
    return shop


def _bid_coins(painter: Painter) -> Json | None:
    """Lay a coin out for every bid that the player can pay, as large as they fit."""
    table = painter.table
    if painter.decision == Decision.BID:
        count = min(table.seats[table.turn].money, MOST_BID)
    elif painter.decision == Decision.WITHDRAW_SUM:  # card 15 takes some of a bid back
        count = table.bid[table.space]
    else:
        return None
    wide, high = BID_ROOM
    for size in COIN_SIZES:
        per_row = int(wide / size)
        rows = math.ceil(count / per_row)
        if rows * size <= high:
            break
    per_row = math.ceil(count / rows)
    coins = []
    for k in range(min(count, rows * per_row)):
        row = k // per_row
        in_row = min(per_row, count - row * per_row)
        coins.append(
            {
                "francs": k + 1,
                "title": painter.francs(k + 1),
                "x": LEFT + BAY * SIDE / 2 + size * (k % per_row - (in_row - 1) / 2),
                "y": 34 + size * (row - (rows - 1) / 2),
            }
        )
    return {"coins": coins, "size": size, "wide": size * per_row + 28, "high": size * rows + 12}


def _choices(painter: Painter) -> list[Json]:
    """Lay out what has no place of its own on the table, in pictures under the gable."""
    made = _offers(painter)
    middle = LEFT + BAY * SIDE / 2
    return [
        {
            "target": target,
            "title": title,
            "x": middle + CHOICE * (k - (len(made) - 1) / 2) - CHOICE_WIDE / 2,
            "wide": CHOICE_WIDE,
            "seat": painter.table.to_play,
            "plate": None,
            "sign": None,
            "figures": None,
            **shown,
        }
        for k, (target, shown, title) in enumerate(made)
    ]


def _offers(painter: Painter) -> list[tuple[str, Json, str]]:
    """Return what is chosen in pictures: targets, pictures and titles."""
    table, made = painter.table, []
    if painter.decision == Decision.BOARD:
        for board in range(len(BOARD_NAMES)):
            if not is_taken(table, board + 1):
                shown = plate(painter, board + 1)
                made.append((shown["target"], {"plate": shown}, shown["tag"]))
    elif painter.decision == Decision.TRAVELLERS:
        needed = assistants_needed(table, table.place)
        for count in range(fewest_travellers(table, needed), most_travellers(table, needed) + 1):
            title = f"{painter.say('travellers')}: {count}"
            figures = {"assistants": needed - count, "travellers": count}
            made.append((f"travel-{count}", {"figures": figures}, title))
    elif painter.decision == Decision.MODE:
        for name, text, title in zip(MODE_NAMES, signs.MODES, MODES, strict=True):
            made.append((f"mode-{name}", {"sign": _sign(text)}, painter.say(title)))
    elif painter.decision == Decision.BARTER:
        for k, (name, text) in enumerate(zip(BARTER_NAMES, signs.BARTERS, strict=True)):
            title = painter.say(LABELS[("barter_cubes", "barter_work")[k]])
            made.append((f"barter-{name}", {"sign": _sign(text)}, title))
    return made


def _sign(text: str) -> Json:
    return signs.sign(text, CHOICE_WIDE - 16)

"""The left of the drawing: the Art Nouveau board as a house front, and the cards at its foot."""

from __future__ import annotations

import math

from horta.core.game import Json
from horta.games.bruxelles1893 import effects, signs
from horta.games.bruxelles1893.components import (
    BOARD_NAMES,
    EXHIBITIONS,
    MOST_BID,
    ROUNDS,
    SIDE,
)
from horta.games.bruxelles1893.moves import (
    BARTER_NAMES,
    COLUMN_NAMES,
    CREST_NAMES,
    MODE_NAMES,
    SPACE_NAMES,
)
from horta.games.bruxelles1893.scene import CREST_POINTS, NEUTRAL_SIGN, Scene
from horta.games.bruxelles1893.wing import plate
from horta.games.bruxelles1893.words import LABELS, MODES

LEFT, TOP = 28, 66  # where the windows begin
BAY, FLOOR = 124, 90  # from window to window
BID_ROOM = (616.0, 52.0)
CHOICE, CHOICE_WIDE = 128, 120  # from choice to choice, and one of them
COIN_SIZES = (40.0, 34.0, 30.0, 27.0, 24.0, 21.0, 19.0, 17.0, 15.0, 13.0)


def facade(scene: Scene) -> Json:
    """Work out the board: windows, crests, the zone, and the cards of the ground floor."""
    table = scene.table
    return {
        "windows": [_window(scene, k) for k in range(SIDE * SIDE)],
        "crests": [_crest(scene, k) for k in range(len(CREST_NAMES))],
        "zone": _zone(scene),
        "shops": [_shop(scene, c) for c in range(SIDE)],
        "year": EXHIBITIONS[max(1, table["round"]) - 1],
        "rounds": [k < table["round"] for k in range(ROUNDS)],
        "bids": _bid_coins(scene),
        "choices": _choices(scene),
    }


def corner(k: int) -> tuple[int, int]:
    """Return the upper left corner of a space."""
    return LEFT + BAY * (k % SIDE), TOP + FLOOR * (k // SIDE)


def _window(scene: Scene, k: int) -> Json:
    table, name = scene.table, SPACE_NAMES[k]
    x, y = corner(k)
    entry = scene.on_board.get(name, {"figure": None, "bid": 0, "house": None})
    figure, house = entry["figure"], entry["house"]
    act = table["acts"][k]
    parts = [name, scene.act(act), scene.act_effect(act)]
    if figure == "neutral":
        parts.append(scene.say("neutral assistant"))
    elif figure is not None:
        parts.append(
            f"{scene.say('assistant')}: {scene.names[figure]}, {scene.francs(entry['bid'])}"
        )
    if house is not None:
        parts.append(f"{scene.say('house')}: {scene.names[house]}")
        parts.append(scene.say(effects.OWNER_EFFECTS[act]))
    tile = scene.belle and name in scene.components.belle_epoque.cross
    if tile:
        parts += [scene.say("tile space"), scene.say(effects.TILE)]
    return {
        "name": name,
        "x": x,
        "y": y,
        "act": act,
        "open": name in table["zone"],
        "here": table["space"] == name,
        "figure": NEUTRAL_SIGN if figure == "neutral" else figure,
        "bid": entry["bid"],
        "house": house,
        "tile": tile,
        "doubled": name == scene.doubled,
        "title": " · ".join(parts),
    }


def _crest(scene: Scene, k: int) -> Json:
    name = CREST_NAMES[k]
    row, column = CREST_POINTS[name]
    leaders = scene.crest_leaders(k)
    title = f"{scene.say('Crest')} {name}"
    if leaders:
        who = [scene.names[s] for s in leaders if s != NEUTRAL_SIGN]
        title += " · " + (", ".join(who) or scene.say("neutral assistant"))
    title += f" · {scene.say(effects.CREST)}"
    return {
        "name": name,
        "x": LEFT + BAY * column,
        "y": TOP + FLOOR * row,
        "chosen": scene.table["crest"] == name,
        "offered": scene.decision == "crest" and name in scene.offered_crests(),
        "leaders": leaders or [],
        "title": title,
    }


def _zone(scene: Scene) -> Json | None:
    spaces = [SPACE_NAMES.index(name) for name in scene.table["zone"]]
    if not spaces:
        return None
    rows, columns = {k // SIDE for k in spaces}, {k % SIDE for k in spaces}
    return {
        "x": LEFT + BAY * min(columns),
        "y": TOP + FLOOR * min(rows),
        "wide": BAY * len(columns),
        "high": FLOOR * len(rows),
    }


def _shop(scene: Scene, c: int) -> Json:
    """Work out a card at the foot of a column, and who bids for it."""
    prizes = scene.table["prizes"]
    number = prizes["strip"][c]
    bids = scene.bids(c)
    leads = bids and (len(bids) == 1 or bids[0][0] > bids[1][0])
    column = COLUMN_NAMES[c]
    shop: Json = {
        "column": column,
        "x": LEFT + BAY * c,
        "card": None,
        "bids": [
            {"seat": s, "sum": total, "leads": k == 0 and leads}
            for k, (total, s) in enumerate(bids)
        ],
        "winner": prizes["winner"][c],
        "tied": prizes["tied"][c],
        "active": scene.table["column"] == column,
        "title": f"{scene.say('Column')} {column}",
    }
    if number is not None:
        card = scene.prizes[number - 1]
        powers = card.power.replace("|", "+").split("+")
        shop["card"] = {
            "powers": powers,
            "choice": card.is_choice,
            "mp": card.mp,
            "symbols": card.symbols,
            "titles": [scene.power_tag(p) for p in powers],
        }
        shop["title"] += f" · {scene.prize_title(card)} · {scene.say(effects.PRIZE)}"
    return shop


def _bid_coins(scene: Scene) -> Json | None:
    """Lay a coin out for every bid that the player can pay, as large as they fit."""
    if scene.decision == "bid":
        count = min(scene.seats[scene.table["turn"]]["money"], MOST_BID)
    elif scene.decision == "withdraw_sum":  # card 15 takes some of a bid back
        count = scene.on_board[scene.table["space"]]["bid"]
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
                "title": scene.francs(k + 1),
                "x": LEFT + BAY * SIDE / 2 + size * (k % per_row - (in_row - 1) / 2),
                "y": 34 + size * (row - (rows - 1) / 2),
            }
        )
    return {"coins": coins, "size": size, "wide": size * per_row + 28, "high": size * rows + 12}


def _choices(scene: Scene) -> list[Json]:
    """Lay out what has no place of its own on the table, in pictures under the gable."""
    made: list[tuple[str, Json, str]] = []
    if scene.decision == "board":
        taken = {seat["architect"] for seat in scene.seats}
        for name in BOARD_NAMES:
            if name not in taken:
                shown = plate(scene, name)
                made.append((shown["target"], {"plate": shown}, shown["tag"]))
    elif scene.decision == "travellers":
        needed = scene.needed(scene.moment["place"])
        seat = scene.seats[scene.table["turn"]]
        for count in range(max(0, needed - seat["reserve"]), seat["belle"]["travellers"] + 1):
            if count <= needed:
                title = f"{scene.say('travellers')}: {count}"
                figures = {"assistants": needed - count, "travellers": count}
                made.append((f"travel-{count}", {"figures": figures}, title))
    elif scene.decision == "mode":
        for name, text, title in zip(MODE_NAMES, signs.MODES, MODES, strict=True):
            made.append((f"mode-{name}", {"sign": _sign(text)}, scene.say(title)))
    elif scene.decision == "barter":
        for k, (name, text) in enumerate(zip(BARTER_NAMES, signs.BARTERS, strict=True)):
            title = scene.say(LABELS[("barter_cubes", "barter_work")[k]])
            made.append((f"barter-{name}", {"sign": _sign(text)}, title))
    middle = LEFT + BAY * SIDE / 2
    return [
        {
            "target": target,
            "title": title,
            "x": middle + CHOICE * (k - (len(made) - 1) / 2) - CHOICE_WIDE / 2,
            "wide": CHOICE_WIDE,
            "seat": scene.table["to_play"],
            "plate": None,
            "sign": None,
            "figures": None,
            **shown,
        }
        for k, (target, shown, title) in enumerate(made)
    ]


def _sign(text: str) -> Json:
    return signs.sign(text, CHOICE_WIDE - 16)

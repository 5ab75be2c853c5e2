"""What lies at the places of the drawing, for the position editor."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from horta.core.game import Json
from horta.core.spots import Spot

_SPACE = re.compile(r"space-([a-e][1-5])\Z")
_HELD = re.compile(r"(cube|own|notable)-(\d)-(\w+)\Z")
_SUPPLY = re.compile(r"supply-(\w+)\Z")
_PRICE = re.compile(r"grid-([1-5])-([1-5])\Z")
_SEATED = re.compile(r"(money|assistants|travellers|board)-(\d)(-\w+)?\Z")
_NUMBERED = re.compile(r"(theatre|prize|pavilion|line|place|track)-([\w-]+)\Z")
COLUMNS = "abcde"
SEATED = {
    "money": ("money",),
    "assistants": ("reserve",),
    "travellers": ("belle.travellers",),
    "board": ("architect",),
}
OF_ALL = {"reserve": "reserve", "justice": "justice", "exhibits": "exhibits", "house": "rows"}
"""Things of every seat that the drawing does not number."""
ALONE = {
    "deck": ("deck", "deck_size"),
    "discards": ("discards",),
    "stock": ("stock", "stock_pile"),
    "crest": ("crest",),
    "pass": ("first_out",),
    "token": ("token", "first"),
    "compass": ("ring", "branches"),
    "prices": ("cursor",),
    "work": ("workshop.stacks",),
    "shop-left": ("workshop.shop.0",),
    "shop-right": ("workshop.shop.1",),
    "station": ("belle.railway",),
}


def spot(place: str, table: Json) -> Spot | None:
    """Return which field tells what lies at a place."""
    if found := _SPACE.match(place):
        for number, entry in enumerate(table["board"]):
            if entry["space"] == found[1]:
                return Spot("piece", f"board.{number}.space", found[1], "board")
        return Spot("place", "", found[1], "board")
    if found := _PRICE.match(place):
        there = f"{found[1]}-{found[2]}"
        if table["cursor"] == there:
            return Spot("piece", "cursor", there, "prices")
        return Spot("place", "", there, "prices")
    if found := _SUPPLY.match(place):
        return Spot("count", f"supply.{found[1]}") if found[1] in table["supply"] else None
    found = _HELD.match(place)
    if found is None or int(found[2]) >= len(table["seats"]):
        return None
    kind, seat, name = found[1], int(found[2]), found[3]
    if kind == "notable":
        return Spot("member", f"seats.{seat}.notables", name)
    group = "cubes" if kind == "cube" else "works"
    return (
        Spot("count", f"seats.{seat}.{group}.{name}")
        if name in table["seats"][seat][group]
        else None
    )


def direct(place: str, table: Json) -> Sequence[str]:
    """Return the fields that are set by hand at a place."""
    if place in ALONE:
        return [path for path in ALONE[place] if _there(table, path)]
    seats = range(len(table["seats"]))
    if place in OF_ALL:
        return [f"seats.{seat}.{OF_ALL[place]}" for seat in seats]
    if (found := _SEATED.match(place)) and int(found[2]) in seats:
        own = table["seats"][int(found[2])]
        return [f"seats.{found[2]}.{path}" for path in SEATED[found[1]] if _there(own, path)]
    found = _NUMBERED.match(place)
    if found is None:
        return ()
    kind, name = found[1], found[2]
    if kind == "track":
        return [f"seats.{seat}.tracks.{name}" for seat in seats]
    if kind == "place":
        return [f"uses.{name}", *(f"seats.{seat}.brussels.{name}" for seat in seats)]
    if kind == "line":
        seat, _, row = name.partition("-")
        return [f"seats.{seat}.rows.{row}"]
    if kind == "prize" and name in COLUMNS:
        at = COLUMNS.index(name)
        return [f"prizes.{part}.{at}" for part in ("strip", "winner", "tied")]
    if kind == "pavilion":
        return [f"belle.pavilions.{int(name) - 1}"]
    return [f"theatre.{name}"] if kind == "theatre" else ()


def _there(held: Any, path: str) -> bool:
    """Tell whether there is such a field."""
    for key in path.split("."):
        if isinstance(held, list):
            held = held[int(key)] if int(key) < len(held) else None
        elif isinstance(held, dict) and key in held:
            held = held[key]
        else:
            return False
    return True

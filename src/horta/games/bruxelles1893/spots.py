"""What lies at the places of the drawing, for the position editor."""

from __future__ import annotations

import re

from horta.core.game import Json
from horta.core.spots import Spot

_SPACE = re.compile(r"space-([a-e][1-5])\Z")
_HELD = re.compile(r"(cube|own|notable)-(\d)-(\w+)\Z")
_SUPPLY = re.compile(r"supply-(\w+)\Z")


def spot(place: str, table: Json) -> Spot | None:
    """Return which field tells what lies at a place."""
    if found := _SPACE.match(place):
        for number, entry in enumerate(table["board"]):
            if entry["space"] == found[1]:
                return Spot("piece", f"board.{number}.space", found[1])
        return Spot("place", "", found[1])
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

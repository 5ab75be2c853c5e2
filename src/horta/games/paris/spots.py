"""What lies at the places of the drawing, for the position editor."""

from __future__ import annotations

import re
from collections.abc import Sequence

from horta.core.game import Json
from horta.core.spots import Spot

_SQUARE = re.compile(r"square-([A-D])([1-4])\Z")
_SPACE = re.compile(r"space-([a-h][1-8])\Z")
_BUILDING = re.compile(r"building-(\w+)\Z")
_POSTCARD = re.compile(r"postcard-(\w+)\Z")
_PIECE = re.compile(r"piece-(\w+)\Z")


def spot(place: str, table: Json) -> Spot | None:
    """Return which field tells what lies at a place."""
    if found := _SQUARE.match(place):
        return Spot("cell", f"squares.{4 * (int(found[2]) - 1) + 'ABCD'.index(found[1])}")
    if found := _SPACE.match(place):
        return Spot("place", "", found[1])
    if found := _BUILDING.match(place):
        for number, entry in enumerate(table["buildings"]):
            if entry["building"] == found[1]:
                return Spot("piece", f"buildings.{number}.anchor", str(entry["anchor"]))
    if found := _PIECE.match(place):
        for number, entry in enumerate(table["postcards"]):
            if entry["card"] == found[1] and entry["space"]:
                return Spot("piece", f"postcards.{number}.space", str(entry["space"]))
    return None


def direct(place: str, table: Json) -> Sequence[str]:
    """Return the fields that are set by hand at a place."""
    if found := _POSTCARD.match(place):
        cards = enumerate(table["postcards"])
        return [f"postcards.{number}" for number, entry in cards if entry["card"] == found[1]]
    if found := _BUILDING.match(place):
        stands = [
            f"buildings.{number}"
            for number, entry in enumerate(table["buildings"])
            if entry["building"] == found[1]
        ]
        reserves = [f"seats.{seat}.reserve" for seat in range(len(table["seats"]))]
        return stands or ["site", *reserves]
    return ()

"""What lies at the places of the drawing, for the position editor."""

from __future__ import annotations

import re
from collections.abc import Sequence

from horta.core.game import Json
from horta.core.spots import Spot

_CELL = re.compile(r"cell-([a-d])([1-9])\Z")
_HELD = re.compile(r"(held|hand|prison|noble)-(\d)-([\w-]+)\Z")
_NAMED = re.compile(r"(track|place|pile|sent)-([\w-]+)\Z")
PILES = {
    "artworks": ("yellow", "green", "blue", "red"),
    "materials": ("WW", "BB", "MM", "WB", "WM", "BM"),
    "houses": ("house-a", "house-b", "house-c", "house-d"),
    "nobles": ("horta", "albert", "buls", "vandervelde", "hankar"),
}
ARTWORKS = ("yellow", "green", "blue", "red")


def spot(place: str, table: Json) -> Spot | None:
    """Return which field tells what lies at a place."""
    if found := _CELL.match(place):
        row, column = int(found[2]) - 1, "abcd".index(found[1])
        return Spot("cell", f"grid.{row}.{column}") if row < len(table["grid"]) else None
    found = _HELD.match(place)
    if found is None or int(found[2]) >= len(table["seats"]):
        return None
    kind, seat, name = found[1], f"seats.{found[2]}", found[3]
    if kind == "noble":
        return Spot("member", f"{seat}.upright", name)
    if kind in ("hand", "prison"):
        return Spot("count", f"{seat}.{kind}.{name}")
    group = (
        "houses" if name.startswith("house-") else "artworks" if name in ARTWORKS else "materials"
    )
    return Spot("count", f"{seat}.{group}.{name}")


def direct(place: str, table: Json) -> Sequence[str]:
    """Return the fields that are set by hand at a place."""
    seats = range(len(table["seats"]))
    if place == "money":
        return [f"seats.{seat}.francs" for seat in seats]
    if place == "jail":
        return [f"seats.{seat}.prison" for seat in seats]
    if place == "bonus":
        return ["bonus"]
    if place == "expo":
        return ["expo_holder"]
    found = _NAMED.match(place)
    if found is None:
        return ()
    kind, name = found[1], found[2]
    if kind == "track":
        return [f"seats.{seat}.tracks.{name}" for seat in seats]
    if kind == "place":
        return [f"used.{name}", *(f"seats.{seat}.brussels.{name}" for seat in seats)]
    if kind == "pile":
        return [f"piles.{card}" for card in PILES.get(name, ())]
    return ()

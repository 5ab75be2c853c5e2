"""What a button shows for an action that no thing of the table pictures: shapes of the drawing."""

from __future__ import annotations

from horta.games.bruxelles1893.pieces import (
    ACT_NAMES,
    COLOUR_NAMES,
    NOTABLE_NAMES,
    PINK,
    PLACE_NAMES,
    POWER_NAMES,
)
from horta.games.bruxelles1893.table import Decision, Table, tint
from horta.games.bruxelles1893.windows import Window

Icon = tuple[str, bool]
"""The id of a shape, and whether it is struck out."""

ALWAYS = {
    "pass": "orn-pass",
    "neutral": "b93-neutral",
    "site": "b93-act-construction",
    "cursor": "b93-cursor",
}
"""Kinds of actions that are pictured alike whatever they are about."""

WITHOUT = {
    Decision.PARK: "b93-view-park",
    Decision.CUBE: "b93-kind-any",
    Decision.GRAND_PLACE: "b93-somebody",
    Decision.OWNER_NOTABLE: "b93-somebody",
    Decision.DROP: "b93-somebody",
    Decision.TILE: "b93-assistant",
}
"""What is done without, where an action is declined."""


def icon(table: Table, kind: str, values: tuple[int, ...]) -> Icon:
    """Return the picture of an action; none if its place on the table has one of its own."""
    first = values[0] if values else 0
    if kind in ALWAYS:
        return ALWAYS[kind], False
    if kind == "decline":
        return _without(table), True
    if kind == "place":
        return f"b93-act-{ACT_NAMES[table.act[first]]}", False
    if kind == "perform":
        return f"b93-act-{ACT_NAMES[table.acting]}", False
    if kind == "brussels":
        return f"b93-view-{PLACE_NAMES[first]}", False
    if kind == "as":
        pink = tint(table, first) == PINK
        return f"b93-work-{'pink' if pink else COLOUR_NAMES[first]}", False
    if kind == "power":
        return f"b93-badge-{POWER_NAMES[first]}", False
    if kind == "discard":
        return f"b93-face-{NOTABLE_NAMES[table.notable]}", True
    if kind == "solvay" and not first:
        return "b93-kind-any", False
    if kind == "build" and not first:
        return "b93-act-construction", False
    if kind == "figure":
        return ("b93-assistant" if table.decision == Decision.DOUBLE else "b93-coin"), False
    return "", False


def _without(table: Table) -> str:
    decision = Decision(table.decision)
    if decision == Decision.PERFORM:
        return f"b93-act-{ACT_NAMES[table.acting]}"
    if decision == Decision.WINDOW:
        return "b93-legs" if table.window == Window.COMPASS else "b93-belle-back"
    return WITHOUT[decision]

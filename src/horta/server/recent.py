"""What has happened since a seat's last turn: in words for the band, and marked on the drawing."""

from __future__ import annotations

from collections.abc import Sequence

from horta.core.game import Json
from horta.core.regions import Region
from horta.server.room import Room
from horta.server.views import shown, touched_by

MOST_TOLD = 12
"""How many moves are told at most; the log has them all."""
MOST_MARKED = 6
"""How many moves are marked on the drawing at most."""


def recent(room: Room, seat: int | None, log: Sequence[Json], drawn: Sequence[Region]) -> Json:
    """Return the others' moves since the seat's last turn; to a spectator, the last one that told.

    `told` are their words, the newest last; `marks` are the things on the viewer's own drawing that
    each of them touched, with who touched them.
    """
    if seat is None:
        told = [one for one in log if one["lines"] and one["seat"] is not None][-1:]
        numbers = [len(room.acted)] if room.acted else []
    else:
        fresh = [one for one in log if one["fresh"] and one["seat"] is not None]
        told = [one for one in fresh if one["lines"]][-MOST_TOLD:]
        numbers = [one["action"] for one in fresh if one["seat"] != seat][-MOST_MARKED:]
    marks = [
        {"seat": room.acted[number - 1], "names": shown(touched_by(room, number), drawn)}
        for number in numbers
    ]
    return {
        "told": [{"seat": one["seat"], "lines": one["lines"]} for one in told],
        "marks": [mark for mark in marks if mark["names"]],
    }

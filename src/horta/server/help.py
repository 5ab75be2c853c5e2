"""Help beside a table: what can be done now, and what is explained once when it comes up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from horta.core.game import Json
from horta.core.help import Told
from horta.server import views
from horta.server.room import Room


def told(room: Room, seat: int | None, lang: str) -> Json:
    """Return the help of the moment for a seat: what it can do, what not now, what to know.

    Which options there are may be a secret of the seat to play: to all others every way is told.
    """
    table = views.redacted(room, seat)
    mine = seat is not None and room.match.to_play == seat and room.pending is None
    offered: Counter[str] = Counter()
    if mine:
        offered.update(room.match.text(action).partition(" ")[0] for action in room.match.legal)
    can: list[Json] = []
    cannot: list[Json] = []
    know: list[Json] = []
    for one in _of_game(room, "explain", table, lang):
        count = sum(offered[span] for span in one.spans)
        way = {
            "text": one.text,
            "rule": one.rule,
            "count": count,
            "picture": Markup(one.picture),  # drawn by the game's own templates
        }
        kind = know if not one.spans else can if count or not mine else cannot
        kind.append(way)
    question = "" if room.over else views.question(room, seat, lang)
    return {"question": question, "mine": mine, "can": can, "cannot": cannot, "know": know}


def firsts(room: Room, seat: int | None, lang: str) -> list[Json]:
    """Return what a page explains once, and by what it sees that it has come up."""
    table = views.redacted(room, seat)
    return [
        {
            "name": f"{room.game.id}-{one.name}",
            "text": one.text,
            "rule": one.rule,
            "spans": list(one.spans),
            "shows": list(one.shows),
        }
        for one in _of_game(room, "firsts", table, lang)
    ]


def _of_game(room: Room, what: str, table: Any, lang: str) -> Sequence[Told]:
    """Return what a game tells; one that was made before there was help tells nothing."""
    found = getattr(room.game.presentation, what, None)
    return () if found is None else found(table, lang)

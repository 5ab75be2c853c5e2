"""What can be planned: moves of the others and one's own, on a table as a seat may imagine it.

Everything that the seat cannot know is dealt again by chance. So what is offered here tells
nothing; whether a move can be played is found out when it comes up.
"""

from __future__ import annotations

import random
from typing import Any

from horta.core.engine import engine
from horta.core.game import Json
from horta.core.match import Match
from horta.core.record import at, from_bytes
from horta.server.room import Room

FURTHEST = 200
"""Steps after which nobody looks any further for the seat's own turn."""
SEEDS = 2**63


def imagined(room: Room, seat: int, seed: int) -> Match:
    """Return a match that stands where this one does, as far as a seat knows."""
    dealt = from_bytes(room.game.table, room.match.redacted(seat).tobytes())
    engine(room.game).redeal(dealt, 0, seat, seed)
    twin = room.match.copy()
    twin.recall([], [dealt.tobytes()], [])
    return twin


def options(room: Room, seat: int, given: str, lang: str) -> Json:
    """Return what others may play next, and what the seat may play then, if `given` was played."""
    nothing: Json = {"theirs": [], "mine": []}
    # Rules that nobody of the house has made are not asked what might be.
    if room.from_outside or room.to_act is None or room.to_act == seat or room.pending is not None:
        return nothing
    dice = random.SystemRandom()
    twin = imagined(room, seat, dice.randrange(SEEDS))
    theirs = _shown(twin, lang)
    known = {one["action"] for one in theirs}
    if given in known:
        twin.play(twin.parse(given))
    for _ in range(FURTHEST):
        if twin.to_play is None or twin.to_play == seat:
            break
        twin.play(dice.choice(twin.legal))
    mine = _shown(twin, lang) if twin.to_play == seat else []
    return {"theirs": theirs, "mine": mine}


def _shown(twin: Match, lang: str) -> list[Json]:
    words, table = twin.game.presentation.words(lang), _table(twin)
    return [
        {"action": twin.text(action), "label": words.label(table, action)} for action in twin.legal
    ]


def _table(twin: Match) -> Any:
    return at(twin.game.table, from_bytes(twin.game.table, twin.table))

"""What might follow a decision of a review, step by step on the table.

A line was played by the search on tables that were dealt anew from what the seat knew. One such
table stands here, the same that the line is told of, and is shown as that seat would see it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from horta.bots.bot import info_state
from horta.core.errors import HortaError
from horta.core.game import Json
from horta.core.i18n import mark
from horta.core.match import Match
from horta.review import Decision
from horta.server.i18n import words
from horta.server.room import Room
from horta.server.thing_rules import rules_on
from horta.server.views import drawn_in_regions, touched
from horta.server.workers import Workers


class LineEnds(HortaError):
    """A line is not as long as somebody wants to go."""

    def __init__(self) -> None:
        super().__init__(mark("what might follow ends before that"))


async def after(  # noqa: PLR0917 - what a request brings
    workers: Workers, room: Room, decision: Decision, way: int, number: int, lang: str
) -> Json:
    """Return the table after the first actions of a line; of a game from outside, by a worker."""
    play = decision.ways[way].play[:number] if way < len(decision.ways) else ()
    if len(play) < number:
        raise LineEnds
    match, names, seat = room.match, room.names(lang), decision.seat
    if not room.from_outside:
        before = match.back_to(decision.step)
        before.seats = names
        return await asyncio.to_thread(stand, before, play, seat, lang)
    given = {
        "game": match.game.id,
        "players": match.players,
        "options": room.header["options"],
        "seats": names,
        "play": list(play),
        "seat": seat,
        "lang": lang,
    }
    found, _ = await workers.ask("line", given, [match.tables[decision.step]], room.owner)
    return dict(found)


def stand(before: Match, play: Sequence[int], seat: int, lang: str) -> Json:
    """Play a line on a table that fits what its seat knew, and return the table as it sees it."""
    info = info_state(before)
    twin = Match(
        *(before.game, before.players, before.options, before.components),
        seed=None,
        seats=before.seats,
        table=info.deal(info.seed).tobytes(),
    )
    for action in play:
        if twin.to_play is None or action not in twin.legal:
            raise LineEnds  # something was drawn that it depends on
        label, actor = twin.label(action, lang), twin.to_play
        twin.play(action)
    names, scene = twin.names(lang), twin.scene(seat, lang)
    drawn = drawn_in_regions(twin.game, replace(scene, names=names))
    last = twin.back_to(len(play) - 1)
    return {
        "svg": "\n".join(drawn),
        "rules": dict(rules_on(twin.game, scene, drawn)),
        "last": touched(last, actor, play[-1], drawn),
        "actor": actor,
        "said": words(lang)("{name}: {choice}", name=names[actor], choice=label),
    }

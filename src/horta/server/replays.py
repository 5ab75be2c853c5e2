"""A replay: a game that is over is looked at again, step by step, from anybody's sight.

A viewer is a seat, nobody (a spectator), or `ALL`, who sees everything revealed. Everything is read
from the table as the viewer saw it then; see `visits.check_replay` for who may be which viewer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from horta.core.game import Json
from horta.core.match import Match
from horta.core.notes import Event
from horta.core.record import at
from horta.server.i18n import words as own_words
from horta.server.room import Room
from horta.server.thing_rules import rules_on
from horta.server.views import drawn_in_regions, touched

ALL: Literal["all"] = "all"
Viewer = int | Literal["all"] | None


def frame(room: Room, number: int, viewer: Viewer, lang: str) -> Json:
    """Return the table after so many actions, as a viewer saw it."""
    match, seat = room.match.back_to(number), _seat(viewer)
    scene = match.scene(seat, lang, revealed=viewer == ALL)
    drawn = drawn_in_regions(room.game, replace(scene, names=room.names(lang)))
    last: list[str] = []
    if number:
        before, actor = room.match.back_to(number - 1), room.acted[number - 1]
        last = touched(before, actor, room.match.actions[number - 1], drawn)
    return {
        "number": number,
        "svg": "\n".join(drawn),
        "log": step_lines(room, number, viewer, lang)[0],
        "scores": room.totals[number] if room.over else list(scene.scores),
        "rules": rules_on(room.game, match.scene(seat, lang), drawn),
        "last": last,
        "actor": room.acted[number - 1] if number else None,
    }


def course(room: Room, viewer: Viewer, lang: str) -> Json:
    """Return the whole course of a game as a viewer saw it: its chapters, and every step in words.

    A step of which the viewer saw nothing has no words. A choice on the way to what happens is told
    to who made it and to who sees everything.
    """
    steps: list[Json] = []
    for number in range(len(room.acted) + 1):
        lines, choice = step_lines(room, number, viewer, lang)
        actor = room.acted[number - 1] if number else None
        steps.append({"number": number, "seat": actor, "lines": lines, "choice": choice})
    return {"steps": steps, "chapters": chapters(room, _seat(viewer), lang)}


def chapters(room: Room, seat: int | None, lang: str) -> list[Json]:
    """Return the rounds or phases of a game by name, each with the step that begins it."""
    words, say = room.game.presentation.words(lang), own_words(lang)
    found: list[Json] = []
    for number, news in enumerate(room.told[seat]):
        for name in filter(None, map(words.chapter, news)):
            # Two that begin at one step are one place on the way: the later one names it.
            if found and found[-1]["number"] == number:
                found.pop()
            found.append({"number": number, "name": name})
    if found and found[0]["number"]:
        found.insert(0, {"number": 0, "name": say("Setup")})
    return found


def step_lines(room: Room, number: int, viewer: Viewer, lang: str) -> tuple[list[str], bool]:
    """Tell a step as a viewer saw it, and whether it was no more than a choice."""
    words, names = room.game.presentation.words(lang), room.names(lang)
    news: Sequence[Event] = room.told[_seat(viewer)][number]
    if news:
        return [words.event(event, names) for event in news], False
    actor = room.acted[number - 1] if number else None
    if actor is None or viewer not in (ALL, actor):
        return [], False
    before = room.match.back_to(number - 1)
    label = words.label(_seen(before, actor), room.match.actions[number - 1])
    say = own_words(lang)
    return [say("{name}: {choice}", name=names[actor], choice=label)], True


def _seen(match: Match, seat: int) -> object:
    return at(match.game.table, match.redacted(seat))


def _seat(viewer: Viewer) -> int | None:
    return viewer if isinstance(viewer, int) else None

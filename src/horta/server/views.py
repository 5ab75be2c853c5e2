"""What a visitor is sent: always derived from the table as their seat sees it.

Labels, targets, questions and the log are read from the redacted table, never from the true one,
so a slip of a game's words cannot show a secret.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, NamedTuple

from horta.core.engine import engine
from horta.core.errors import BadOption
from horta.core.game import Game, Hint, Json, Target
from horta.core.match import Match
from horta.core.parts import KnownDict, KnownList
from horta.core.picking import is_within
from horta.core.question import asked
from horta.core.record import Games, at, from_bytes
from horta.core.regions import NotingScene, Region, Sight, cut
from horta.core.scene import Scene
from horta.server.consent import is_granted, may_ask, pending
from horta.server.forced import last_decision
from horta.server.happenings import ASKED, CLOSED, Happening
from horta.server.happenings import told as told_happening
from horta.server.i18n import told, words
from horta.server.keeping import CLOSE, SIGNS, UNDO
from horta.server.opponents import opponent
from horta.server.room import Room
from horta.server.thing_rules import joined, rules_by_region

CACHED = 24
OPTIONS = 2048
"""Actions of a game and a language that are remembered as they were shown last."""


class _Option(NamedTuple):
    """An action as it is shown, and what that was made from."""

    label: str
    target: Target
    shown: Json
    """Shared by all tables: nobody changes it."""


_options: dict[tuple[str, str], dict[int, _Option]] = {}


def view(room: Room, seat: int | None, lang: str = "en") -> Json:
    """Return what a seat may know, with the names that people have taken."""
    return {**room.match.view(seat), "names": room.names(lang)}


def redacted(room: Room, seat: int | None) -> Any:
    """Return the table as a seat sees it, with plain fields; nobody may change it."""
    key = ("table", seat)
    if key not in room.seen:
        room.seen[key] = at(room.game.table, room.match.redacted(seat))
    return room.seen[key]


def scene(room: Room, seat: int | None, lang: str) -> Scene:
    """Return what is drawn and counted for a seat, with the names that people have taken."""
    key = ("scene", seat, lang)
    if key not in room.seen:
        made = replace(room.match.scene(seat, lang), names=room.names(lang))
        sight, before = Sight.of(made), room.sights.get((seat, lang))
        if before is not None:
            sight.follow(before)
        room.seen[key], room.sights[seat, lang] = made, sight
    found: Scene = room.seen[key]
    return found


def question(room: Room, seat: int | None, lang: str) -> str:
    """Return the question of the moment in the game's words."""
    words = room.game.presentation.words(lang)
    return asked(words, redacted(room, seat), room.match.kinds)


def actions(room: Room, seat: int | None, lang: str) -> list[Json]:
    """Return what a seat can do now: the actions with their labels and targets."""
    if seat is None or room.match.to_play != seat or room.pending is not None:
        return []
    table, presentation = redacted(room, seat), room.game.presentation
    words = presentation.words(lang)
    known = _options.setdefault((room.game.id, lang), {})
    found = []
    for action in room.match.legal:
        label, target = words.label(table, action), presentation.target(table, action)
        option = known.get(action)
        if option is None or option.target is not target or option.label != label:
            text = room.match.text(action)
            shown = {"action": action, "text": text, "label": label, "target": target_json(target)}
            option = _Option(label, target, shown)
            if len(known) < OPTIONS or action in known:
                known[action] = option
        found.append(option.shown)
    return found


def refused(room: Room, seat: int | None, lang: str) -> dict[str, str]:
    """Return why things that look like options cannot be chosen, for the seat to play alone."""
    if seat is None or room.match.to_play != seat or room.pending is not None:
        return {}
    return dict(room.game.presentation.refusals(redacted(room, seat), lang))


def rules(room: Room, seat: int | None, lang: str) -> dict[str, str]:
    """Return the id of the rule for each thing on a seat's drawing."""
    viewer = viewer_of(room, seat)
    key = ("rules", viewer, lang)
    if key not in room.seen:
        noting = NotingScene(scene(room, viewer, lang))
        room.seen[key] = joined(rules_by_region(room.game, noting, regions(room, seat, lang)))
    found: dict[str, str] = room.seen[key]
    return found


def target_json(target: Target) -> Json:
    """Return a target without what it leaves empty; a button has no element."""
    full: Json = {
        "element": target.element,
        "piece": target.piece,
        "turn": target.turn,
        "cells": list(target.cells),
        "icon": target.icon,
        "crossed": target.crossed,
    }
    return {key: value for key, value in full.items() if value or key == "element"}


def hints(room: Room, seat: int, found: Sequence[Hint], lang: str) -> list[Json]:
    """Return advice with the labels and targets of its actions."""
    known = {one["action"]: one for one in actions(room, seat, lang)}
    return [
        {**known[hint.action], "margin": hint.margin, "win": hint.win, "why": hint.why}
        for hint in found
    ]


def log(room: Room, seat: int | None, lang: str, since: int = 0) -> list[Json]:
    """Tell what happened, action by action; `fresh` marks what came after the seat's last turn."""
    last = last_turn(room, seat)
    floor = room.undo_floor(seat)
    said = []
    for k, lines in enumerate(spoken(room, seat, lang, since), since):
        said.append(
            {
                "action": k,
                "kind": "action",
                "seat": room.acted[k - 1] if k else None,
                "lines": lines,
                "fresh": seat is not None and k - 1 > last,
                "back": floor <= k < len(room.acted) and not is_within(room.match, k),
            }
        )
    return said


def whole_log(room: Room, log: Sequence[Json], lang: str) -> list[Json]:
    """Return a log, or the end of one, with what happened at the table besides the actions."""
    if not room.happened and room.closed is None:
        return list(log)
    seats = room.game.presentation.words(lang).seats(room.match.players)
    happened, last = list(room.happened), len(room.acted)
    if room.entries and room.entries[-1].text == CLOSE:
        happened.append(Happening(CLOSED, 0, room.step, last, room.entries[-1].at))
    by_place: dict[int, list[Json]] = {}
    first = log[0]["action"]
    for one in happened:
        # What stood then may have been taken back: then it is told where the game goes on.
        place = min(one.standing, last)
        if place < first:
            continue
        row = {
            "action": place,
            "kind": "table",
            "seat": None if one.kind == CLOSED else one.seat,
            "lines": [told_happening(one, seats, lang), *_ended(room, one, lang)],
            "fresh": log[place - first]["fresh"],
            "back": False,
        }
        by_place.setdefault(place, []).append(row)
    return [row for one in log for row in (one, *by_place.get(one["action"], ()))]


def last_turn(room: Room, seat: int | None) -> int:
    """Return the number of a seat's last action of those that stand, from 0; -1: there is none."""
    acted = room.acted
    return next((k for k in range(len(acted) - 1, -1, -1) if acted[k] == seat), -1)


def settled(room: Room, seat: int | None) -> int:
    """Return how much of the log is told for good: neither fresh nor the newest, nor taken back."""
    newest = len(room.told[seat]) - 1
    fresh = newest if seat is None else last_turn(room, seat) + 2
    return max(0, min(newest, fresh, room.undo_floor(seat)))


def _ended(room: Room, one: Happening, lang: str) -> list[str]:
    """Say how a question ended that somebody asked."""
    ended = is_granted(room, one) if one.kind == ASKED else None
    if ended is None:
        return []
    say = words(lang)
    return [say("It is taken back.") if ended else say("The question has lapsed.")]


def spoken(room: Room, seat: int | None, lang: str, since: int = 0) -> list[list[str]]:
    """Return what a seat saw happen in words, action by action; each is put into words once."""
    words, names = room.game.presentation.words(lang), room.names(lang)
    known = room.spoken.setdefault((lang, *names), {})
    said = []
    for news in islice(room.told[seat], since, None):
        # Who saw the same shares one list of it, which lives as long as the action stands.
        if id(news) not in known:
            known[id(news)] = [words.event(event, names) for event in news]
        said.append(known[id(news)])
    return said


def sheet(room: Room, seat: int | None, lang: str) -> Json:
    """Return the score sheet as if the game ended now, as far as a seat can know it."""
    viewer = viewer_of(room, seat)
    key = ("sheet", viewer, lang)
    if key not in room.seen:
        room.seen[key] = _sheet(room, scene(room, viewer, lang))
    found: Json = room.seen[key]
    return found


def _sheet(room: Room, shown: Scene) -> Json:
    words = room.game.presentation.words(shown.lang)
    idle = room.game.presentation.idle_lines(redacted(room, None))
    made = {
        "lines": [
            {
                "name": line.name,
                "title": words.line(line.name),
                "tie_break": line.tie_break,
                "idle": line.name in idle,
                "values": shown.sheet[line.name],
            }
            for line in room.game.lines
        ],
        "totals": shown.scores,
        "winners": shown.winners if room.over else [],
    }
    return KnownDict(made)


def regions(room: Room, seat: int | None, lang: str) -> list[Region]:
    """Return the table as SVG in regions, as a seat sees it."""
    viewer = viewer_of(room, seat)
    key = ("svg", viewer, lang)
    if key not in room.drawn:
        room.drawn[key] = drawn_in_regions(room.game, scene(room, viewer, lang))
        room.drawn.trim(CACHED)
    found: list[Region] = room.drawn[key]
    return found


def drawn_in_regions(game: Game, shows: Scene) -> list[Region]:
    """Draw a scene; a game that was made before there were regions is cut into them."""
    made = getattr(game.presentation, "regions", None)
    found: list[Region] = cut(game.presentation.draw(shows)) if made is None else made(shows)
    return found


def drawing(room: Room, seat: int | None, lang: str) -> str:
    """Return the table as SVG, as a seat sees it."""
    return "\n".join(regions(room, seat, lang))


def viewer_of(room: Room, seat: int | None) -> int | None:
    """Return for whom a seat's drawing is made: None if it is the one that a spectator gets.

    That is so where a game draws alike for all who know the same, and the seat knows no more.
    """
    key = ("viewer", seat)
    if key not in room.seen:
        alike = seat is not None and getattr(room.game.presentation, "draws_alike", False)
        room.seen[key] = None if alike and knows_no_more(room, seat) else seat
    found: int | None = room.seen[key]
    return found


def knows_no_more(room: Room, seat: int | None) -> bool:
    """Tell whether a seat knows no more of the table than a spectator."""
    mine, public = room.match.redacted(seat), room.match.redacted(None)
    mine["seen_by"] = public["seen_by"]
    return bool(mine.tobytes() == public.tobytes())


def last_elements(room: Room, seat: int | None, lang: str) -> list[str]:
    """Return the elements that the last action touched, as far as they are on this drawing."""
    if not room.acted:
        return []
    return shown(touched_by(room, len(room.acted)), regions(room, seat, lang))


def touched_by(room: Room, number: int) -> list[str]:
    """Return the names of what an action that stands touched; it is worked out once."""
    if number not in room.touched:
        match, game = room.match, room.game
        seen = from_bytes(game.table, match.tables[number - 1])
        engine(game).redact(seen, 0, room.acted[number - 1])
        room.touched[number] = _names_touched(game, seen, match.actions[number - 1])
    return room.touched[number]


def names_touched(before: Match, seat: int, action: int) -> list[str]:
    """Return the names of what an action touches, for the seat that plays it."""
    return _names_touched(before.game, before.redacted(seat), action)


def _names_touched(game: Game, seen: Games, action: int) -> list[str]:
    target = game.presentation.target(at(game.table, seen), action)
    return [name for name in dict.fromkeys([target.element, *target.cells]) if name]


def shown(names: Sequence[str], drawn: Sequence[Region]) -> list[str]:
    """Return those of some names that a drawing holds: a viewer gets no other."""
    # What can be chosen no more, as a square with a tile, may still be there to be marked.
    wanted = frozenset(names)
    here = {name for region in drawn for name in wanted & region.marked}
    return [name for name in names if name in here]


def touched(before: Match, seat: int, action: int, drawn: Sequence[Region]) -> list[str]:
    """Return the elements of a drawing that an action touched."""
    return shown(names_touched(before, seat, action), drawn)


def entry_events(room: Room, seat: int | None, lang: str, since: int) -> list[Json]:
    """Return the entries after a step as events, each with what the seat saw of it."""
    standing: list[int] = []
    for entry in room.entries:
        if entry.text == UNDO:
            standing.pop()
        elif entry.text not in SIGNS:
            standing.append(entry.step)
    index = {step: k + 1 for k, step in enumerate(standing)}
    words, names = room.game.presentation.words(lang), room.names(lang)
    said = []
    for entry in room.entries[since:]:
        kind = entry.text if entry.text in SIGNS else "action"
        news = room.told[seat][index[entry.step]] if entry.step in index else []
        data: Json = {
            "step": entry.step,
            "kind": kind,
            "seat": entry.seat,
            "log": [words.event(event, names) for event in news],
        }
        # A choice may be secret; its consequences are told by the log as far as they are seen.
        if kind == "action" and (entry.seat == seat or room.over):
            data["action"] = entry.text
        said.append(data)
    return said


def summary(room: Room, seat: int | None, lang: str) -> Json:
    """Return where a table stands, without the view."""
    return {
        "id": room.id,
        "game": room.game.id,
        "title": room.game.title,
        "players": room.match.players,
        "step": room.step,
        "standing": len(room.acted),
        "to_act": room.to_act,
        "ends_turn": room.pending is not None,
        "over": room.over,
        "closed": room.closed is not None,
        "seat": seat,
        "question": question(room, seat, lang),
        "seats": seats_told(room, lang),
        "undo_to": room.undo_floor(seat),
        "undo_last": undo_last(room, seat),
        "may_ask": may_ask(room, seat),
        "asked": asked_json(room),
        "compiled": engine(room.game).compiled,
        "hints": room.hints,
        "explorer": room.house_rules.explorer,
        "rated": room.house_rules.rated and not room.unrated,
        "rematch": room.rematch,
        "dealt": room.dealt,
        "options": room.options,
        "moved": room.entries[-1].at if room.entries else room.made,
        "notice": "" if room.notice is None else told(room.notice, lang),
    }


def seats_told(room: Room, lang: str) -> list[Json]:
    """Return who sits where; it is put together anew when somebody comes, goes or fails."""
    known, told = room.sitting.get(lang, ((), KnownList()))
    now = (*room.seats, *map(room.fails, range(len(room.seats))))
    if known != now:
        told = KnownList(
            {
                "name": name,
                "bot": one.bot,
                "bot_title": bot_title(room, one.bot, lang),
                "joined": one.joined or bool(one.bot),
                "hints": one.hints,
                "counted": one.counted,
                "fails": room.fails(number),
            }
            for number, (name, one) in enumerate(zip(room.names(lang), room.seats, strict=True))
        )
        room.sitting[lang] = now, told
    return told


def asked_json(room: Room) -> Json | None:
    """Return what somebody asks to take back now."""
    asked = pending(room) if room.happened else None
    if asked is None:
        return None
    return {"seat": asked.seat, "number": asked.number, "waiting": list(asked.waiting)}


def undo_last(room: Room, seat: int | None) -> int:
    """Return how many actions stand when a seat takes back what was decided last.

    A set that was picked is taken back as a whole, and so is what followed without a choice.
    """
    floor, standing = room.undo_floor(seat), len(room.acted)
    return standing if floor == standing else last_decision(room.match, floor)


def bot_title(room: Room, bot: str, lang: str) -> str:
    """Return what people call a bot; one that is gone keeps its name."""
    try:
        return opponent(room.game, bot).title(lang) if bot else ""
    except BadOption:
        return bot


def hides_hands(room: Room) -> bool:
    """Tell whether two seats see different things now: then a shared screen needs a curtain."""
    if room.match.players == 1:
        return False
    views = [room.match.view(seat)["table"] for seat in range(room.match.players)]
    return any(one != views[0] for one in views[1:])


def scores_over_time(room: Room) -> list[list[int]]:
    """Return the totals after each action that stands, once nothing is secret any more."""
    return room.totals if room.over else []

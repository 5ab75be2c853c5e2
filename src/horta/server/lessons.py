"""Lessons at the table: a room that stands where a lesson stands, and the panel beside it.

Nothing is kept here. Where a learner stands (chapter, moment, and which of the right actions they
chose) is kept by their browser, and the table is made anew from the lesson at every request.
"""

from __future__ import annotations

import functools
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from markupsafe import Markup, escape
from pydantic import BaseModel, Field

from horta.core import registry
from horta.core.errors import BadLesson
from horta.core.game import Game, Json
from horta.core.lesson_course import Course, Moment, glowing, moments, names_on
from horta.core.lessons import Lesson, Step, Text, lesson_of, lessons_of
from horta.core.match import Match
from horta.core.notes import clear_notes
from horta.core.record import at, from_bytes
from horta.server import views
from horta.server.book import book
from horta.server.page import fill
from horta.server.room import HouseRules, Room
from horta.server.seats import Seat
from horta.server.stored import Entry
from horta.server.table_pages import make_state
from horta.server.tokens import Claim, Visitor

ROOM = "lesson"
"""The name of every lesson's room: it is in no store, and no address leads to it."""
MOST_PLAYED, LONGEST_ACTION = 60, 100
COURSES = 64

_STRONG = re.compile(r"\*\*(.+?)\*\*")


def offered(game: Game, lang: str) -> list[Json]:
    """Return the lessons of a game for a list of them; one that cannot be read is left out."""
    try:
        found = lessons_of(game)
    except BadLesson:
        return []
    return [
        {
            "name": one.name,
            "title": one.title.said(lang),
            "about": one.about.said(lang),
            "link": f"/learn/{game.id}/{one.name}",
            "key": f"{game.id}/{one.name}",
            "minutes": max(1, round(sum(chapter.minutes() for chapter in one.chapter))),
            "chapters": [(chapter.name, chapter.title.said(lang)) for chapter in one.chapter],
        }
        for one in found
    ]


class Standing(BaseModel):
    """Where a learner stands, as their browser says it."""

    chapter: int = Field(0, ge=0, le=99)
    moment: int = Field(0, ge=0, le=999)
    played: list[Annotated[str, Field(max_length=LONGEST_ACTION)]] = Field(
        default_factory=list, max_length=MOST_PLAYED
    )
    """The learner's actions in this chapter."""


class LessonRoom(Room):
    """A table of a lesson: nothing plays itself, and nothing is taken back."""

    plays_itself = False

    @property
    def hints(self) -> bool:
        """Whether hints are given."""
        return False

    def lawful_floor(self, seat: int | None) -> int:
        """Return how many actions must stand: all of them."""
        return len(self.acted)


@functools.lru_cache(maxsize=COURSES)
def course(game_id: str, name: str, tables: str = "") -> Course:
    """Return a lesson at the table; an owner's tables, as an address holds them, fit it already."""
    from horta.server.desk import unwrapped

    game = registry.game(game_id)
    return Course(game, lesson_of(game, name), unwrapped(tables))


@dataclass(frozen=True)
class Here:
    """A learner's place in a lesson, with its table."""

    course: Course
    standing: Standing
    room: LessonRoom

    @property
    def lesson(self) -> Lesson:
        """The lesson."""
        return self.course.lesson

    @property
    def step(self) -> Step:
        """The step of the moment."""
        return self.lesson.chapter[self.standing.chapter].step[self.moment.step]

    @property
    def moment(self) -> Moment:
        """The moment."""
        return moments(self.lesson.chapter[self.standing.chapter])[self.standing.moment]

    @property
    def asks(self) -> bool:
        """Whether the learner has something to do."""
        return bool(self.step.expect) and not self.moment.after


def stand(found: Course, standing: Standing) -> Here:
    """Set the table up where a learner stands; `BadLesson` if nothing leads there."""
    chapter = min(standing.chapter, len(found.lesson.chapter) - 1)
    standing = standing.model_copy(update={"chapter": chapter})
    match = found.stand(chapter, standing.moment, standing.played)
    return Here(found, standing, _room(found, chapter, match))


def _room(found: Course, chapter: int, match: Match) -> LessonRoom:
    """Return a room for a match of which only this chapter is told."""
    before = found.opening(chapter)
    fresh = from_bytes(match.game.table, before.table)
    clear_notes(at(match.game.table, fresh))
    start = Match(
        *(match.game, match.players, match.options, match.components, match.seed),
        table=fresh.tobytes(),
    )
    seats = [Seat(joined=True) for _ in range(match.players)]
    header = {"components": found.components}
    room = LessonRoom(ROOM, start, seats, HouseRules(), made=time.time(), header=header)
    for action in match.actions[len(before.actions) :]:
        text, seat = room.match.text(action), room.match.to_play
        room.apply(Entry(room.step + 1, text, -1 if seat is None else seat, time.time()))
    return room


def table_state(here: Here, lang: str) -> Json:
    """Return what the table's page shows at a moment of a lesson."""
    seat = here.lesson.seat
    visitor = Visitor((Claim(ROOM, seat, 0),))
    state = make_state(here.room, visitor, seat, None, lang)
    state["picks"] = {"things": [], "sets": [], "others": []}  # a step is one action
    state["svg"] = "\n".join(state["svg"])
    state["parts"] = {**state["parts"], "after": ""}
    if not here.asks:  # what is read is not played meanwhile
        state |= {"actions": [], "refused": {}, "mine": False}
        state["parts"]["question"] = ""
    return state


def guide(here: Here, lang: str) -> Json:
    """Return what the script of a lesson needs to know about the moment."""
    found = here.course
    svg = views.drawing(here.room, here.lesson.seat, lang)
    names = names_on(svg)
    step, after = here.step, here.moment.after
    told: Json = {
        "chapter": here.standing.chapter,
        "moment": here.standing.moment,
        "played": here.standing.played,
        "kind": "told" if after else "do" if step.expect else "read",
        "next": following(found.lesson, here.standing),
        "back": preceding(found.lesson, here.standing),
        "show": [] if after else glowing(names, step.show),
        "arrows": [] if after else [list(arrow) for arrow in step.arrows],
        "wanted": None,
    }
    if here.asks:
        action = found.shown(here.room.match, here.standing.chapter, here.moment.step)
        actions = views.actions(here.room, here.lesson.seat, lang)
        told["wanted"] = next(one for one in actions if one["action"] == action)
    told["html"] = panel(here, lang)
    return told


def following(lesson: Lesson, standing: Standing) -> Json | None:
    """Return where a learner stands after this moment; None after the last."""
    if standing.moment + 1 < len(moments(lesson.chapter[standing.chapter])):
        place = {"chapter": standing.chapter, "moment": standing.moment + 1}
        return {**place, "played": standing.played}
    if standing.chapter + 1 < len(lesson.chapter):
        return {"chapter": standing.chapter + 1, "moment": 0, "played": []}
    return None


def preceding(lesson: Lesson, standing: Standing) -> Json | None:
    """Return where a learner stood before this moment of the chapter; None at its first."""
    if not standing.moment:
        return None
    chapter = lesson.chapter[standing.chapter]
    there = moments(chapter)[standing.moment - 1]
    done = [step for step in chapter.step[: there.step + there.after] if step.expect]
    place = {"chapter": standing.chapter, "moment": standing.moment - 1}
    return {**place, "played": standing.played[: len(done)]}


def rich(text: Text | None, lang: str) -> Markup:
    """Return a text with its terms marked."""
    if text is None:
        return Markup()
    return Markup(_STRONG.sub(r"<strong>\1</strong>", str(escape(text.said(lang)))))


def panel(here: Here, lang: str) -> str:
    """Return the panel of a moment: chapters, the idea, what is asked, what happened."""
    lesson, standing, step = here.lesson, here.standing, here.step
    chapter = lesson.chapter[standing.chapter]
    after = here.moment.after
    all_steps = len(chapter.step)
    return str(
        fill(
            "part-lesson.html.jinja",
            lang,
            game=here.course.game,
            lesson=lesson,
            chapters=[one.title.said(lang) for one in lesson.chapter],
            number=standing.chapter,
            step=here.moment.step + 1,
            steps=all_steps,
            text=rich(step.told if after else step.text, lang),
            ask=Markup() if after else rich(step.ask, lang),
            kind="told" if after else "do" if step.expect else "read",
            last=following(lesson, standing) is None,
            back=standing.moment > 0,
            opens=standing.moment + 1 == len(moments(chapter)),
            rules=rule_links(here.course.game.id, step.rules, lang),
        )
    )


def rule_links(game_id: str, rules: Sequence[str], lang: str) -> list[tuple[str, str]]:
    """Return the rules of a step, each with the title of its place in the rule book."""
    found = book(game_id, lang)
    links: dict[str, str] = {}
    for rule in rules:
        section = None if found is None else found.section_of(rule)
        links.setdefault(rule if section is None else section.title, rule)
    return [(rule, title) for title, rule in links.items()]


def answered(here: Here, action: int) -> tuple[Standing | None, Text | None]:
    """Return where a right action leads, or the kind answer to another one."""
    match = here.room.match
    if not here.asks or action not in match.legal:
        return None, None
    answer = here.course.answer(match, here.step, action)
    if answer is not None:
        return None, answer
    played = [*here.standing.played, match.text(action)]
    now = following(here.lesson, here.standing.model_copy(update={"played": played}))
    return None if now is None else Standing(**now), None

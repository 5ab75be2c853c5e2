"""Lessons: guided first games, as data beside a game.

A lesson is a TOML file in the folder that its game names (`Game.lessons`). It says where the table
begins, and leads a learner through chapters of steps: an idea, something to do, what happened.
Actions are written as transcripts write them (`tile B2 1`); in what is expected and in what is
answered specially a word may be `*`. `lesson_course` plays lessons and checks them.
"""

from __future__ import annotations

import functools
import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from horta.core.errors import BadLesson, HortaError, NoLesson
from horta.core.game import Game, Json
from horta.core.i18n import LANGUAGES, mark
from horta.core.validation import first_problem

NAME = r"^[a-z0-9]+(-[a-z0-9]+)*$"
LONGEST_TEXT, LONGEST_ASK, LONGEST_TITLE = 400, 160, 60
WORDS_A_MINUTE = 150
MINUTES_AN_ACTION = 8 / 60


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Text(_Part):
    """A text in the languages of the house; where one is missing, English is read."""

    en: str = Field(min_length=1)
    fr: str = ""
    de: str = ""

    def said(self, lang: str) -> str:
        """Return the text in a language."""
        return str(getattr(self, lang)) or self.en

    def missing(self) -> list[str]:
        """Return the languages that it lacks."""
        return [lang for lang in LANGUAGES if not getattr(self, lang)]

    def longest(self) -> int:
        """Return the length of the longest of its versions."""
        return max(len(getattr(self, lang)) for lang in LANGUAGES)


def _within(most: int) -> Any:
    def check(text: Text) -> Text:
        if text.longest() > most:
            raise ValueError(f"at most {most} characters, not {text.longest()}: one idea a step")
        return text

    from pydantic import AfterValidator

    return AfterValidator(check)


Title = Annotated[Text, _within(LONGEST_TITLE)]
Said = Annotated[Text, _within(LONGEST_TEXT)]
Asked = Annotated[Text, _within(LONGEST_ASK)]
Name = Annotated[str, Field(pattern=NAME, max_length=40)]


class Start(_Part):
    """Where a lesson or a chapter begins: dealt from a seed, or a position in a file."""

    players: int | None = None
    seed: int = 1
    options: Json = Field(default_factory=dict)
    position: str = ""
    """A file with a position, relative to the lesson's."""
    actions: tuple[str, ...] = ()
    """What was played before."""

    @model_validator(mode="after")
    def _one_way(self) -> Start:
        if self.position and {"players", "seed", "options"} & self.model_fields_set:
            raise ValueError("a position has its own players and options, and needs no seed")
        return self


class Answer(_Part):
    """A kind answer to certain moves that were not asked for."""

    actions: tuple[str, ...] = Field(min_length=1)
    answer: Said


class Step(_Part):
    """One idea: something to read, or something to do."""

    text: Said | None = None
    ask: Asked | None = None
    expect: tuple[str, ...] = ()
    """The actions that are right; the first is shown to who asks for it."""
    told: Said | None = None
    """What happened, explained after it."""
    then: tuple[str, ...] = ()
    """What the others play before the next step."""
    otherwise: Said | None = None
    wrong: tuple[Answer, ...] = ()
    show: tuple[str, ...] = ()
    """The things that glow, by their names on the drawing; `*` at the end stands for any rest."""
    arrows: tuple[tuple[str, str], ...] = ()
    rules: tuple[str, ...] = ()
    """The rules behind it: the page links to their paragraphs of the rule book."""

    @model_validator(mode="after")
    def _whole(self) -> Step:
        if self.text is None and self.ask is None:
            raise ValueError("a step has a text, or something to ask")
        if (self.ask is None) != (not self.expect):
            raise ValueError("what is asked and what is expected come together")
        if not self.expect and (self.told or self.wrong or self.otherwise):
            raise ValueError("a step to read expects nothing, so it answers nothing")
        return self

    def texts(self) -> Iterator[Text]:
        """Yield everything that it says."""
        yield from (one for one in (self.text, self.ask, self.told, self.otherwise) if one)
        yield from (one.answer for one in self.wrong)


class Chapter(_Part):
    """A chapter: two or three minutes at the table."""

    name: Name
    title: Title
    start: Start | None = None
    """Its own position; without one it goes on where the last chapter ended."""
    before: tuple[str, ...] = ()
    """What is played before its first step."""
    step: tuple[Step, ...] = Field(min_length=1)

    def minutes(self, lang: str = "en") -> float:
        """Estimate how long it takes."""
        read = [one for step in self.step for one in (step.text, step.ask, step.told) if one]
        words = sum(len(one.said(lang).split()) for one in read)
        return words / WORDS_A_MINUTE + MINUTES_AN_ACTION * sum(
            bool(step.expect) for step in self.step
        )


class Lesson(_Part):
    """A guided first game."""

    name: Name
    folder: Path
    title: Title
    about: Said
    wrong: Said
    """The answer to a move that was not asked for, where a step has none of its own."""
    end: Said
    start: Start
    chapter: tuple[Chapter, ...] = Field(min_length=1)
    order: int = 1
    seat: int = Field(0, ge=0)
    after: str = ""
    """A lesson that is better done first."""
    play_on: str = ""
    """The chapter at whose end a game against bots goes on; without one, the last."""

    @model_validator(mode="after")
    def _joined(self) -> Lesson:
        names = [chapter.name for chapter in self.chapter]
        if len(set(names)) != len(names):
            raise ValueError("two chapters have the same name")
        if self.play_on and self.play_on not in names:
            raise ValueError(f"'play_on' names no chapter: {self.play_on}")
        last = self.chapter[-1].step[-1]
        if last.expect and last.told is None:
            raise ValueError("the last step of a lesson is one to read, or tells what happened")
        return self

    @property
    def last(self) -> int:
        """The number of the chapter at whose end people play on."""
        names = [chapter.name for chapter in self.chapter]
        return names.index(self.play_on) if self.play_on else len(names) - 1

    def number(self, name: str) -> int:
        """Return the number of a chapter."""
        for number, chapter in enumerate(self.chapter):
            if chapter.name == name:
                return number
        raise NoLesson(mark("this lesson has no chapter '{name}'"), name=name)

    def texts(self) -> Iterator[tuple[str, Text]]:
        """Yield every text with where it stands."""
        for field in ("title", "about", "wrong", "end"):
            yield field, getattr(self, field)
        for chapter in self.chapter:
            yield chapter.name, chapter.title
            for number, step in enumerate(chapter.step, 1):
                for text in step.texts():
                    yield f"{chapter.name}, step {number}", text

    def position(self, start: Start) -> Json:
        """Read the position that a start names."""
        path = self.folder / start.position
        try:
            found: Json = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as problem:
            raise BadLesson(f"{self.name}: position '{start.position}': {problem}") from None
        return found


def read_lesson(path: Path) -> Lesson:
    """Read a lesson; `BadLesson` names the file, the field and what is wrong there."""
    try:
        given = tomllib.loads(path.read_text(encoding="utf-8"))
        clash = {"name", "folder"} & set(given)
        if clash:
            raise BadLesson(f"{path.name}: '{min(clash)}': the file says it by where it lies")
        return Lesson.model_validate({"name": path.stem, "folder": path.parent, **given})
    except ValidationError as wrong:
        raise BadLesson("{file}: {problem}", file=path.name, problem=_place(wrong)) from None
    except (OSError, ValueError) as problem:
        if isinstance(problem, BadLesson):
            raise
        raise BadLesson(f"{path.name}: {problem}") from None


def _place(wrong: ValidationError) -> HortaError:
    """Say where the first problem lies, with chapters and steps counted from one."""
    found = first_problem(wrong)
    place = found.values.get("place")
    if not isinstance(place, str):
        return found
    parts = [str(int(part) + 1) if part.isdigit() else part for part in place.split(".")]
    values = {**found.values, "place": " ".join(parts)}
    return HortaError(found.message, **values)


@functools.cache
def lessons_of(game: Game) -> tuple[Lesson, ...]:
    """Return the lessons of a game, in the order in which they are offered."""
    if game.lessons is None:
        return ()
    found = [read_lesson(path) for path in sorted(game.lessons.glob("*.toml"))]
    return tuple(sorted(found, key=lambda lesson: (lesson.order, lesson.name)))


def lesson_of(game: Game, name: str) -> Lesson:
    """Return a lesson of a game by its name."""
    for lesson in lessons_of(game):
        if lesson.name == name:
            return lesson
    raise NoLesson(mark("{game} has no lesson '{name}'"), game=game.title, name=name)

"""Studies: chapters with text, a table with arrows and marks, variations and puzzles, in one file.

    study = Study.load("openings.study.json")
    study.chapters[0].tree.line()            # the main line of its first chapter
    study.svg(0, node=3)                     # the table there, with its arrows and marks
    study.save("openings.study.json")

A study is read whole or refused: every node of every chapter is played by the rules, every solution
of a puzzle must be legal, and `BadStudy` names the place that does not fit. Text is the author's
own, in the language that the study says; it is shown as plain text, paragraph by paragraph.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import pydantic

from horta.core.errors import BadFile, BadJson, BadStudy, BadText
from horta.core.game import Json
from horta.core.i18n import mark
from horta.core.limits import LARGEST_JSON, check_json, read_json
from horta.frames import frame_of
from horta.study.notes import Name, Text, Written, naming, read_as
from horta.study.pictures import draw
from horta.study.puzzle import Puzzle
from horta.study.tree import ROOT, Tree, WrittenTree

FORMAT = 1
"""The version of study files."""
MOST_CHAPTERS = 64
MOST_PARAGRAPHS = 40

Paragraphs = tuple[Text, ...]
Viewer = int | Literal["all"] | None
"""Whose sight a table is drawn from: a seat, a spectator (None), or with everything revealed."""


class WrittenChapter(Written):
    """A chapter of a study file."""

    title: Name = ""
    text: Paragraphs = pydantic.Field(default=(), max_length=MOST_PARAGRAPHS)
    """Paragraphs of plain text."""
    view: Viewer = "all"
    """Whose sight the table is drawn from: a seat's number, null for a spectator, or "all"."""
    tree: WrittenTree
    """The position or moment of a game, and the variations from there."""
    puzzle: Puzzle | None = None
    """A question about the root of the tree."""


class WrittenStudy(Written):
    """A study file."""

    horta_study: Literal[1]
    """The version of this format."""
    title: Name = ""
    author: Name = ""
    lang: Literal["en", "fr", "de"] | None = None
    """The language that the author writes in; null: no text of an author's."""
    text: Paragraphs = pydantic.Field(default=(), max_length=MOST_PARAGRAPHS)
    """What the study is about, in paragraphs."""
    chapters: tuple[WrittenChapter, ...] = pydantic.Field(default=(), max_length=MOST_CHAPTERS)


@dataclass
class Chapter:
    """A table to look at: its variations, what is written about it, and perhaps a puzzle."""

    tree: Tree
    title: str = ""
    text: tuple[str, ...] = ()
    view: Viewer = "all"
    puzzle: Puzzle | None = None

    def svg(self, node: int = ROOT, lang: str = "en") -> str:
        """Draw the table at a node, with its arrows and marks."""
        return draw(self.tree.match(node), self.view, self.tree.node(node).notes, lang)

    def to_json(self) -> Json:
        """Return the chapter as JSON."""
        made: Json = {"title": self.title, "text": list(self.text), "view": self.view}
        made["tree"] = self.tree.to_json()
        if self.puzzle is not None:
            made["puzzle"] = self.puzzle.model_dump(mode="json", exclude_defaults=True)
        return made

    @classmethod
    def from_json(cls, given: Any) -> Chapter:
        """Read a chapter and play all of it; `BadStudy` names the place of what does not fit."""
        return cls.read(read_as(WrittenChapter, given))

    @classmethod
    def read(cls, written: WrittenChapter) -> Chapter:
        """Play all of a chapter whose form was checked."""
        with naming("tree"):
            tree = Tree.read(written.tree)
        match = tree.match()
        if isinstance(written.view, int):
            with naming("view"):
                match.redacted(written.view)  # refuses a seat that there is not
        if written.puzzle is not None:
            with naming("puzzle"):
                check_puzzle(tree, written.puzzle)
        return cls(tree, written.title, written.text, written.view, written.puzzle)


def check_puzzle(tree: Tree, puzzle: Puzzle) -> None:
    """Refuse a puzzle with a solution that the rules do not allow at the root of its tree."""
    match = tree.match()
    if match.over:
        raise BadStudy(mark("the game is over at this position: there is nothing to find"))
    named = [(f"solutions.{k}", one.action) for k, one in enumerate(puzzle.solutions)]
    if puzzle.evidence is not None:
        ways = puzzle.evidence.ways
        named += [(f"evidence.ways.{k}", one.action) for k, one in enumerate(ways)]
    for place, text in named:
        with naming(place):
            if match.parse(text) not in match.legal:
                raise BadText(mark("“{action}” is not legal at this position"), action=text)


@dataclass
class Study:
    """Chapters; see the module's docstring."""

    title: str = ""
    author: str = ""
    lang: str | None = None
    text: tuple[str, ...] = ()
    chapters: list[Chapter] = field(default_factory=list)

    def add(self, tree: Tree, title: str = "", **more: Any) -> Chapter:
        """Add a chapter at the end, and return it."""
        if len(self.chapters) >= MOST_CHAPTERS:
            raise BadStudy(mark("a study has at most {most} chapters"), most=MOST_CHAPTERS)
        made = Chapter.from_json(Chapter(tree, title, **more).to_json())
        self.chapters.append(made)
        return made

    def chapter(self, number: int) -> Chapter:
        """Return a chapter by its number from 0; `BadStudy` if there is none."""
        if not 0 <= number < len(self.chapters):
            raise BadStudy(
                mark("there is no chapter {number}; there are {all}"),
                number=number + 1,
                all=len(self.chapters),
            )
        return self.chapters[number]

    def svg(self, number: int = 0, node: int = ROOT, lang: str = "en") -> str:
        """Draw the table of a chapter at a node, with its arrows and marks."""
        return self.chapter(number).svg(node, lang)

    @property
    def puzzles(self) -> list[Chapter]:
        """The chapters that ask something."""
        return [one for one in self.chapters if one.puzzle is not None]

    def _repr_svg_(self) -> str:
        return self.svg()

    # as tables

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for each place of each chapter: its root, and every action after it."""
        return [
            {
                "chapter": number,
                "title": one.title,
                "game": one.tree.game,
                "node": node.id,
                "after": node.parent,
                "action": node.action,
                "name": node.notes.name,
                "comment": node.notes.comment,
                "arrows": len(node.notes.arrows),
                "marks": len(node.notes.marks),
            }
            for number, one in enumerate(self.chapters)
            for node in (one.tree.node(ROOT), *one.tree.walk())
        ]

    def frame(self) -> Any:
        """Return the rows as a pandas data frame."""
        return frame_of(self.rows())

    def puzzle_rows(self) -> list[dict[str, Any]]:
        """Return a row for each action that was weighed for a puzzle, the best first."""
        return [
            {
                "chapter": number,
                "solution": any(way.action == each.action for each in one.puzzle.solutions),
                **way.model_dump(exclude={"lines"}),
            }
            for number, one in enumerate(self.chapters)
            if one.puzzle is not None and one.puzzle.evidence is not None
            for way in one.puzzle.evidence.ways
        ]

    def puzzle_frame(self) -> Any:
        """Return what the searches found of the puzzles as a pandas data frame."""
        return frame_of(self.puzzle_rows())

    # write down

    def to_json(self) -> Json:
        """Return the study as JSON; `from_json` reads it back."""
        return {
            "horta_study": FORMAT,
            "title": self.title,
            "author": self.author,
            "lang": self.lang,
            "text": list(self.text),
            "chapters": [one.to_json() for one in self.chapters],
        }

    @classmethod
    def from_json(cls, given: Any) -> Study:
        """Read a study and play all of it; `BadStudy` names the place of what does not fit."""
        try:
            check_json(given)
        except BadJson as problem:
            raise BadStudy(problem.message, **problem.values) from None
        if not isinstance(given, dict) or "horta_study" not in given:
            raise BadStudy(mark("this is no study of Horta: it needs 'horta_study'"))
        written = read_as(WrittenStudy, given)
        chapters = []
        for number, one in enumerate(written.chapters):
            with naming(f"chapters.{number}"):
                chapters.append(Chapter.read(one))
        return cls(written.title, written.author, written.lang, written.text, chapters)

    def save(self, path: str | Path) -> None:
        """Write the study to a file, whole or not at all."""
        from horta.files import write_text

        text = written_down(self.to_json())
        write_text(Path(path), text)

    @classmethod
    def load(cls, path: str | Path) -> Study:
        """Read a study from a file; `BadFile` or `BadStudy` says what is wrong with it."""
        from horta.files import read_json as read_file

        try:
            return cls.from_json(read_file(Path(path)))
        except BadStudy as problem:
            raise BadStudy(f"{path}: {problem}") from None


def written_down(study: Json) -> str:
    """Return a study as the text of its file, which `Study.load` takes back."""
    text = json.dumps(study, ensure_ascii=False, indent=1) + "\n"
    if len(text.encode()) > LARGEST_JSON:
        text = json.dumps(study, ensure_ascii=False) + "\n"
    try:
        read_json(text)
    except BadJson as problem:
        raise BadFile(
            mark("the study is too large for a file: {problem}"), problem=problem
        ) from None
    return text


def study_schema() -> Json:
    """Return the JSON Schema of study files."""
    schema = WrittenStudy.model_json_schema(by_alias=True)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **schema,
        "title": "Horta: study",
    }

"""A study at the table: the room of a node, and the panel beside it.

Nothing is kept here. Where a reader stands (chapter, node, and what they played from there) is kept
by their browser; the table is made anew by a worker at every request.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Annotated

from babel.numbers import format_decimal
from pydantic import BaseModel, Field

from horta.core import limits, registry
from horta.core.game import Json
from horta.core.i18n import mark
from horta.core.limits import LONGEST_ACTION
from horta.core.match import Match
from horta.core.notes import clear_notes
from horta.core.record import at, from_bytes
from horta.server import views
from horta.server.i18n import words
from horta.server.lessons import ROOM, LessonRoom
from horta.server.page import fill
from horta.server.room import HouseRules
from horta.server.seats import Seat
from horta.server.stored import Entry
from horta.server.study_store import Kept, NoStudy
from horta.server.table_pages import make_state
from horta.server.tokens import Claim, Visitor
from horta.server.workers import Workers
from horta.study.notes import Notes, read_as
from horta.study.puzzle import Puzzle

MOST_PLAYED = 200
CLOSE = 0.3
"""Points that are too few to be told as a difference."""


class Standing(BaseModel):
    """Where a reader stands, as their browser says it."""

    chapter: int = Field(0, ge=0, le=99)
    node: int = Field(0, ge=0, le=2**31)
    played: list[Annotated[str, Field(max_length=LONGEST_ACTION)]] = Field(
        default_factory=list, max_length=MOST_PLAYED
    )
    """What they played from there that is not in the study."""
    solved: bool = False
    """Whether they have found the answer to the chapter's puzzle, or asked for it."""


@dataclass
class Here:
    """A reader's place in a study, with its table."""

    kept: Kept
    standing: Standing
    chapter: Json
    told: Json
    """What the worker said of it; see `study_work.study_stand`."""
    room: LessonRoom
    notes: Notes = field(default_factory=Notes)

    @property
    def seat(self) -> int:
        """The seat that the table is seen from: the chapter's, or whoever is to play."""
        view = self.chapter.get("view")
        if isinstance(view, int):
            return view
        now = self.room.match.to_play
        return self.told["root_seat"] or 0 if now is None else now

    @property
    def puzzle(self) -> Puzzle | None:
        """The puzzle of the chapter."""
        given = self.chapter.get("puzzle")
        return None if given is None else Puzzle.model_validate(given)

    @property
    def asks(self) -> bool:
        """Whether the answer to a puzzle is looked for."""
        start = self.standing.node == 0 and not self.standing.played
        return start and not self.standing.solved and self.chapter.get("puzzle") is not None


def read_standing(where: str) -> Standing:
    """Read where a reader stands from a form; `BadStudy` says what does not fit."""
    return read_as(Standing, limits.read_json(where))


def chapter_of(kept: Kept, number: int) -> Json:
    """Return a chapter; `NoStudy` if the study has no such chapter."""
    chapters = kept.body["chapters"]
    if number >= len(chapters):
        raise NoStudy(mark("this study has no chapter {number}"), number=number + 1)
    found: Json = chapters[number]
    return found


def game_of(chapter: Json) -> str:
    """Return the id of a chapter's game."""
    root = chapter["tree"]["root"]
    return str((root.get("position") or root.get("transcript"))["game"])


async def stand(workers: Workers, kept: Kept, standing: Standing, lang: str, owner: str) -> Here:
    """Set the table up where a reader stands; `BadStudy` if nothing leads there."""
    standing = Standing.model_validate(standing.model_dump())  # without what was done there
    chapter = chapter_of(kept, standing.chapter)
    asked = {
        "game": game_of(chapter),
        "chapter": chapter,
        "node": standing.node,
        "played": standing.played,
        "lang": lang,
    }
    told, tables = await workers.ask("study_stand", asked, owner=owner)
    notes = Notes() if standing.played else _notes(chapter["tree"], standing.node)
    return Here(kept, standing, chapter, told, _room(told, tables), notes)


def _notes(tree: Json, node: int) -> Notes:
    given = next((one for one in tree["nodes"] if one["id"] == node), tree)
    return Notes.model_validate({key: given[key] for key in Notes.model_fields if key in given})


def _room(told: Json, tables: list[bytes]) -> LessonRoom:
    """Return a room that stands on a table which a worker has tried, with its last action."""
    header = told["header"]
    game = registry.game(header["game"])
    first = from_bytes(game.table, tables[0])
    clear_notes(at(game.table, first))
    options, components = (
        game.read_options(header["options"]),
        game.read_components(header["components"]),
    )
    match = Match(game, header["players"], options, components, None, table=first.tobytes())
    seats = [Seat(joined=True) for _ in range(match.players)]
    made = {"components": header["components"], "position": {}}
    room = LessonRoom(ROOM, match, seats, HouseRules(), made=time.time(), header=made)
    if told["last"] is not None:
        seat = match.to_play
        room.apply(Entry(1, told["last"], -1 if seat is None else seat, time.time()))
    return room


def table_state(here: Here, lang: str) -> Json:
    """Return what the table's page shows where a reader stands."""
    seat = here.seat
    state = make_state(here.room, Visitor((Claim(ROOM, seat, 0),)), seat, None, lang)
    state["picks"] = {"things": [], "sets": [], "others": []}  # a step is one action
    state["svg"] = "\n".join(state["svg"])
    state["parts"] = {**state["parts"], "after": ""}
    return state


def guide(here: Here, lang: str, *, edits: bool) -> Json:
    """Return what the script of a study needs to know about the place."""
    wanted = None
    if here.asks:
        actions = views.actions(here.room, here.seat, lang)
        wanted = next((one for one in actions if one["action"] == here.told["wanted"]), None)
    return {
        **here.standing.model_dump(),
        "kind": "do" if here.asks else "read",
        "version": here.kept.version,
        "wanted": wanted,
        "hint": hint(here, lang),
        "show": [],
        "arrows": [],
        "drawn": {
            "marks": [one.model_dump() for one in here.notes.marks],
            "arrows": [one.model_dump(by_alias=True) for one in here.notes.arrows],
        },
        "back": back(here),
        "edit": written(here) if edits else {},
        "html": panel(here, lang, edits=edits),
    }


def written(here: Here) -> Json:
    """Return what stands in the author's forms."""
    puzzle = here.puzzle
    return {
        "note": {"name": here.notes.name, "comment": here.notes.comment},
        "chapter": {
            "title": here.chapter.get("title", ""),
            "text": "\n\n".join(here.chapter.get("text", ())),
        },
        "puzzle": {
            "question": "" if puzzle is None else puzzle.question,
            "hint": "" if puzzle is None else puzzle.hint,
            "reason": "" if puzzle is None else puzzle.solutions[0].reason,
        },
    }


def back(here: Here) -> Json | None:
    """Return where one step is taken back to; None at the beginning of a chapter."""
    at = here.standing
    if at.played:
        return at.model_copy(update={"played": at.played[:-1]}).model_dump()
    found = [one["after"] for one in here.chapter["tree"]["nodes"] if one["id"] == at.node]
    return at.model_copy(update={"node": found[0]}).model_dump() if found else None


def hint(here: Here, lang: str) -> str:
    """Return the hint of a puzzle."""
    puzzle = here.puzzle
    return "" if puzzle is None else puzzle.hinted(here.room.match, lang)


def panel(here: Here, lang: str, *, edits: bool) -> str:
    """Return the panel: chapters, text, the question or what is written here, and where to go."""
    puzzle, at = here.puzzle, here.standing
    chapters = here.kept.body["chapters"]
    return str(
        fill(
            "part-study.html.jinja",
            lang,
            here=here,
            body=here.kept.body,
            names=[title_of(one, number, lang) for number, one in enumerate(chapters)],
            asks=here.asks,
            asked="" if puzzle is None else puzzle.asked(lang),
            reason=reason(here, puzzle, lang) if puzzle is not None and at.solved else "",
            puzzle=puzzle,
            notes=here.notes,
            follows=[] if here.asks else here.told["follows"],
            labels=here.told["labels"],
            back=back(here) is not None,
            last=at.chapter + 1 == len(chapters),
            edits=edits,
            over=here.room.match.over,
        )
    )


def title_of(chapter: Json, number: int, lang: str) -> str:
    """Return the title of a chapter: its author's, or its number."""
    say = words(lang)
    if chapter.get("title"):
        return str(chapter["title"])
    return say("Puzzle {n}" if chapter.get("puzzle") else "Chapter {n}", n=number + 1)


TITLES = (mark("Puzzle {n}"), mark("Chapter {n}"))


def reason(here: Here, puzzle: Puzzle, lang: str) -> str:
    """Say why the answer is one: the one that was played, or the first."""
    at, nodes = here.standing, {one["id"]: one for one in here.chapter["tree"]["nodes"]}
    node, text = at.node, at.played[0] if at.played else ""
    while node in nodes:
        node, text = nodes[node]["after"], nodes[node]["action"]
    found = next((one for one in puzzle.solutions if one.action == text), puzzle.solutions[0])
    return puzzle.told(here.room.match, found, lang)


def answered(here: Here, action: int, lang: str) -> tuple[Standing | None, str]:
    """Return where an action leads a reader, or the answer to one that is not looked for."""
    match, say, at = here.room.match, words(lang), here.standing
    if action not in match.legal:
        return None, say("Look again: that cannot be done here.")
    text = match.text(action)
    if here.asks:
        found = None if here.puzzle is None else here.puzzle.solution(match, action)
        if found is None:
            return None, _not_this(here.puzzle, text, lang)
        at = at.model_copy(update={"solved": True})
    if not at.played:
        for one in here.chapter["tree"]["nodes"]:
            if one["after"] == at.node and one["action"] == text:
                return at.model_copy(update={"node": one["id"]}), ""
    return at.model_copy(update={"played": [*at.played, text]}), ""


def _not_this(puzzle: Puzzle | None, text: str, lang: str) -> str:
    """Say that an action is not the answer, and by how much, where that is known."""
    say = words(lang)
    ways = () if puzzle is None or puzzle.evidence is None else puzzle.evidence.ways
    for one in ways[1:]:
        less = ways[0].points - one.points
        if one.action == text and less >= CLOSE:
            points = format_decimal(less, format="0.#", locale=lang)
            return say(
                "Not this: it is worth about {points} points less. Try again.", points=points
            )
    return say("Not this. Try again.")

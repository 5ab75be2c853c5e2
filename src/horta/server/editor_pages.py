"""The position editor: fields beside the drawn table, and pieces that can be moved on it."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Form, Query, Request, Response, UploadFile
from fastapi.responses import JSONResponse
from markupsafe import Markup
from pydantic import BaseModel, Field

from horta.core import limits, registry
from horta.core.errors import BadPosition, HortaError
from horta.core.game import Game, Json
from horta.core.i18n import mark
from horta.core.terms import BETWEEN, SEATS, Terms, holds_seat, named, value_named
from horta.server import wire
from horta.server.bodies import CheckedRoute
from horta.server.house import House
from horta.server.i18n import for_people, words
from horta.server.opponents import opponents
from horta.server.page import fill, know_again, language, page, safe_json
from horta.server.study_pages import (
    Lang,
    keep_study,
    opened,
    table_from,
)
from horta.server.uploads import STUDY, read_upload
from horta.server.visits import CallerHere, GameId, HouseHere
from horta.study.editor import new_position
from horta.study.study import Study

router = APIRouter()
moves = APIRouter(route_class=CheckedRoute)

FIRST = 1893
"""The deal that the editor begins with."""


class Change(BaseModel):
    """One change of a position."""

    do: Annotated[str, Field(pattern="^(set|move|add|remove)$")]
    path: Annotated[str, Field(max_length=200)]
    """A field; for a move, the place where something lies."""
    value: Annotated[str, Field(max_length=limits.LONGEST_TEXT)] = ""
    """What stands in a form; for a move, the place where it goes."""


class EditForm(BaseModel):
    """A position, and what is to be changed in it."""

    position: Json
    change: Change | None = None


async def _edited(
    house: House, caller: str, game_id: str, *, position: Json, change: Json | None, lang: str
) -> Json:
    """Return a position after a change, with its fields, its drawing and its fault in words."""
    game = registry.game(game_id)
    if position.get("game") != game.id:
        raise BadPosition(mark("this position is not one of {game}"), game=game.title)
    asked = {"game": game.id, "position": position, "change": change, "lang": lang}
    made, _ = await house.workers.ask("edit_position", asked, owner=caller)
    if made["fault"] is not None:
        problem: HortaError = wire.read_error(made["fault"]["problem"])
        made["fault"] = {"paths": made["fault"]["paths"], "said": for_people(problem, lang)}
    made["html"] = _form(game, made, lang)
    del made["fields"]
    return dict(made)


def _form(game: Game, made: Json, lang: str) -> str:
    """Return the fields as a form, in groups by where they stand, by the names of the game."""
    shows: Any = game.presentation
    terms: Terms = shows.terms() if hasattr(shows, "terms") else Terms()
    say, seats = shows.words(lang).option, shows.words(lang).seats(game.max_players)
    there = len(made["position"]["table"].get(SEATS, seats))
    groups: dict[str, tuple[str, list[Json]]] = {}
    for one in made["fields"]:
        keys = one["path"].split(".")
        seated = keys[0] == SEATS and len(keys) > 1
        begin = 2 if seated else 1 if len(keys) > 1 else 0
        group = ".".join(keys[:begin])
        title = seats[int(keys[1])] if seated else named(terms, say, group) if group else ""
        name = named(terms, say, one["path"], begin) or title
        row = {
            **one,
            "name": name,
            "full": BETWEEN.join(filter(None, dict.fromkeys((title, name)))),
        }
        if one["kind"] == "number" and holds_seat(terms, one["path"]):
            row |= {"kind": "choice", "options": _seats(one, seats[:there])}
        else:
            row["options"] = [
                (value, value_named(terms, say, one["path"], value)) for value in one["choices"]
            ]
        groups.setdefault(group, (title, []))[1].append(row)
    fault = made["fault"] or {"paths": [], "said": ""}
    return str(fill("part-editor.html.jinja", lang, groups=groups, fault=fault))


def _seats(one: Json, names: list[str]) -> list[tuple[str, str]]:
    """Return what can be chosen for a field that holds a seat; nobody, where that is so now."""
    chosen = [(str(number), name) for number, name in enumerate(names)]
    return chosen if one["filled"] else [("", ""), *chosen]


@router.get("/editor")
async def show_games(request: Request, house: HouseHere) -> Response:
    """Show of which games positions can be set up."""
    return page(request, "editors.html.jinja", games=house.games)


@router.get("/editor/{game_id}")
async def show_editor(
    *,
    request: Request,
    house: HouseHere,
    caller: CallerHere,
    game_id: GameId,
    study: Annotated[str, Query(pattern=limits.TABLE_ID + "|^$")] = "",
) -> Response:
    """Show the editor with a new game; for a study, if its author comes from there."""
    game = registry.game(game_id)
    position = await asyncio.to_thread(new_position, game, FIRST)
    return await _page(request, house, caller, position, study)


@router.post("/editor/{game_id}")
async def open_position(
    *,
    request: Request,
    house: HouseHere,
    caller: CallerHere,
    game_id: GameId,
    position: UploadFile,
) -> Response:
    """Show the editor with a position from a file."""
    registry.game(game_id)
    return await _page(request, house, caller, await read_upload(STUDY, position), "")


async def _page(
    request: Request, house: House, caller: str, position: Json, study: str
) -> Response:
    lang, game = language(request), registry.game(str(position.get("game")))
    made = await _edited(house, caller, game.id, position=position, change=None, lang=lang)
    if made["svg"] is None:
        raise BadPosition(mark("the position: {problem}"), problem=made["fault"]["said"])
    say = words(lang)
    data = {
        **{key: made[key] for key in ("position", "spots", "direct")},
        "words": {
            "moving": say("In hand. Choose where it goes; Escape puts it back."),
            "less": say("One less: {name}", name="{name}"),
            "more": say("One more: {name}", name="{name}"),
            "close": say("Close"),
            "lost": say("The connection is lost; try again in a moment."),
            "fits": say("The rules take this position."),
        },
    }
    answer = page(
        request,
        "editor.html.jinja",
        game=game,
        svg=Markup(made["svg"]),
        form=Markup(made["html"]),
        data=safe_json(data),
        bots=opponents(game),
        seats=game.presentation.words(lang).seats(int(made["position"]["players"])),
        to_play=made["to_play"],
        study=study,
    )
    return know_again(request, house, answer)


@moves.post("/editor/{game_id}/change")
async def change_position(
    *,
    house: HouseHere,
    caller: CallerHere,
    game_id: GameId,
    form: EditForm,
    lang: Lang = "en",
) -> Response:
    """Change one field, or move one piece."""
    change = None if form.change is None else form.change.model_dump()
    edited = await _edited(house, caller, game_id, position=form.position, change=change, lang=lang)
    return JSONResponse(edited)


Written = Annotated[str, Form(max_length=200_000)]


def _read(position: str) -> Json:
    found: Any = limits.read_json(position)
    if not isinstance(found, dict):
        raise BadPosition(mark("the position has no 'table'"))
    return found


@router.post("/editor/{game_id}/play")
async def play_on(
    *,
    request: Request,
    house: HouseHere,
    caller: CallerHere,
    game_id: GameId,
    position: Written,
    seat: Annotated[int, Form(ge=0, lt=limits.MOST_SEATS)] = 0,
    bot: Annotated[str, Form(max_length=limits.LONGEST_BOT)] = "",
) -> Response:
    """Play on from a position against bots; what the rules refuse is not played."""
    registry.game(game_id)
    given = _read(position)
    return await table_from(request, house, caller, position=given, seat=seat, bot=bot)


@router.post("/editor/{game_id}/chapter")
async def use_as_chapter(
    *,
    request: Request,
    house: HouseHere,
    caller: CallerHere,
    game_id: GameId,
    position: Written,
) -> Response:
    """Begin a study with a position."""
    registry.game(game_id)
    root = {"position": _read(position)}
    made, _ = await house.workers.ask(
        "study_chapter", {"game": game_id, "root": root}, owner=caller
    )
    body = Study(lang=language(request)).to_json() | {"chapters": [made["chapter"]]}
    return await opened(request, house, await keep_study(house, body, caller))


router.include_router(moves)

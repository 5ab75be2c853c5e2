"""Studies for their authors: whoever has a study's key changes it, others only read."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Form, Path, Request, Response, UploadFile
from fastapi.responses import RedirectResponse
from pydantic import Field

from horta.core import limits
from horta.core.errors import BadStudy
from horta.core.game import Json
from horta.core.i18n import LANGUAGES, mark
from horta.server import study_view
from horta.server.bodies import CheckedRoute
from horta.server.house import House
from horta.server.room import NotAllowed
from horta.server.study_pages import (
    Lang,
    StudyId,
    found_study,
    keep_key,
    may_edit,
    shown,
)
from horta.server.study_store import Kept, Studies
from horta.server.study_view import Standing
from horta.server.uploads import STUDY, read_upload
from horta.server.visits import CallerHere, HouseHere
from horta.study.study import MOST_CHAPTERS, Study, written_down

router = APIRouter()
moves = APIRouter(route_class=CheckedRoute)
"""What the script of a study asks, in JSON."""

Number = Annotated[int, Path(ge=0, le=MOST_CHAPTERS)]


class EditForm(Standing):
    """Where an author stands, and what is to be changed."""

    version: int = Field(0, ge=0)
    change: Json


def _author(request: Request, house: House, study: Kept) -> None:
    if not may_edit(request, house, study):
        raise NotAllowed(mark("only who has the key of this study can change it"))


@router.get("/studies/{study_id}/key/{key}")
async def take_key(request: Request, house: HouseHere, study_id: StudyId, key: str) -> Response:
    """Let another device of the author change the study."""
    claim = house.tokens.read(key)
    if claim is None or claim.table != f"study {study_id}":
        raise NotAllowed(mark("this is not the key of this study"))
    answer = RedirectResponse(f"/studies/{study_id}", 303)
    await keep_key(request, answer, house, study_id)
    return answer


@moves.post("/studies/{study_id}/edit")
async def edit(
    *,
    request: Request,
    house: HouseHere,
    caller: CallerHere,
    study_id: StudyId,
    form: EditForm,
    lang: Lang = "en",
) -> Response:
    """Change a chapter where its author stands."""
    study = await found_study(house, study_id)
    _author(request, house, study)
    chapter = study_view.chapter_of(study, form.chapter)
    asked = {"game": study_view.game_of(chapter), "chapter": chapter}
    change = {**form.change, "node": form.node, "played": form.played}
    made, _ = await house.workers.ask("study_edit", {**asked, "change": change}, owner=caller)
    chapters = list(study.body["chapters"])
    chapters[form.chapter] = made["chapter"]
    now = await _changed(house, study, form.version, {**study.body, "chapters": chapters})
    there = Standing(chapter=form.chapter, node=made["node"], solved=True)
    here = await study_view.stand(house.workers, now, there, lang, caller)
    return await shown(request, house, here, lang)


async def _changed(house: House, study: Kept, version: int, body: Json) -> Kept:
    written_down(body)
    new = await Studies(house.store.database).change(study.id, version, body)
    return Kept(study.id, body, new, study.made)


@router.post("/studies/{study_id}/about")
async def change_about(
    *,
    request: Request,
    house: HouseHere,
    study_id: StudyId,
    title: Annotated[str, Form(max_length=80)] = "",
    author: Annotated[str, Form(max_length=80)] = "",
    lang: Annotated[str, Form(max_length=2)] = "en",
    text: Annotated[str, Form(max_length=20_000)] = "",
) -> Response:
    """Change what a study is called and says of itself."""
    study = await found_study(house, study_id)
    _author(request, house, study)
    parts = [one.strip() for one in text.replace("\r\n", "\n").split("\n\n") if one.strip()]
    about: Json = {"title": title, "author": author, "text": parts}
    about["lang"] = lang if lang in LANGUAGES else "en"
    body = {**study.body, **about}
    Study.from_json({**body, "chapters": []})  # refuses what does not fit
    await _changed(house, study, study.version, body)
    return RedirectResponse(f"/studies/{study_id}", 303)


@router.post("/studies/{study_id}/chapters")
async def add_chapter(
    *,
    request: Request,
    house: HouseHere,
    caller: CallerHere,
    study_id: StudyId,
    where: Annotated[str, Form(max_length=60_000)] = "",
    position: Annotated[str, Form(max_length=200_000)] = "",
    step: Annotated[int | None, Form(ge=0, le=limits.MOST_ACTIONS)] = None,
    file: UploadFile | None = None,
) -> Response:
    """Add a chapter: where the author stands, a position, or what a file holds."""
    study = await found_study(house, study_id)
    _author(request, house, study)
    root: Json
    if file is not None and file.size:
        given = await read_upload(STUDY, file)
        root = {"transcript": given} if "actions" in given else {"position": given}
        if "actions" in given and step is not None:
            root["step"] = step
    elif position:
        root = {"position": limits.read_json(position)}
    else:
        standing = study_view.read_standing(where)
        here = await study_view.stand(house.workers, study, standing, "en", caller)
        root = {"position": here.room.match.position}
    return await append_chapter(house, caller, study, root)


async def append_chapter(house: House, caller: str, study: Kept, root: Json) -> Response:
    """Add a chapter about a position or a moment of a game, and go there."""
    chapters: list[Any] = list(study.body["chapters"])
    if len(chapters) >= MOST_CHAPTERS:
        raise BadStudy(mark("a study has at most {most} chapters"), most=MOST_CHAPTERS)
    held = root.get("position") or root.get("transcript")
    game = held.get("game", "") if isinstance(held, dict) else ""
    asked = {"game": game, "root": root}
    made, _ = await house.workers.ask("study_chapter", asked, owner=caller)
    body = {**study.body, "chapters": [*chapters, made["chapter"]]}
    await _changed(house, study, study.version, body)
    return RedirectResponse(f"/studies/{study.id}?chapter={len(chapters) + 1}", 303)


@router.post("/studies/{study_id}/chapters/{number}/remove")
async def remove_chapter(
    request: Request, house: HouseHere, study_id: StudyId, number: Number
) -> Response:
    """Take a chapter out; with its last chapter, the study goes."""
    study = await found_study(house, study_id)
    _author(request, house, study)
    study_view.chapter_of(study, number)
    chapters = [one for k, one in enumerate(study.body["chapters"]) if k != number]
    if not chapters:
        await Studies(house.store.database).remove(study_id)
        return RedirectResponse("/studies", 303)
    await _changed(house, study, study.version, {**study.body, "chapters": chapters})
    return RedirectResponse(f"/studies/{study_id}", 303)


router.include_router(moves)

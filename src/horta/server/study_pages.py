"""The pages of studies: the list, a study at its table, its file and pictures, and its author."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import json
from typing import Annotated

from fastapi import APIRouter, Form, Path, Query, Request, Response, UploadFile
from fastapi.responses import JSONResponse, RedirectResponse
from markupsafe import Markup

from horta.core import limits, registry
from horta.core.errors import BadStudy
from horta.core.game import Json
from horta.core.i18n import mark
from horta.core.seeds import draw_seed
from horta.core.transcripts import start
from horta.server import previews, study_view
from horta.server.allowances import bounds
from horta.server.bodies import CheckedRoute
from horta.server.database import StoreAway
from horta.server.house import House
from horta.server.i18n import words
from horta.server.invitations import base_link
from horta.server.keeping import from_message
from horta.server.opponents import opponents
from horta.server.page import YEAR, hand_over, know_again, language, page, safe_json
from horta.server.people.holdings import STUDY
from horta.server.people.known import held_here, known_here
from horta.server.room import HOST, HouseRules, NotAllowed
from horta.server.seats import Seat
from horta.server.study_store import Kept, NoStudy, Studies
from horta.server.study_view import Standing
from horta.server.table_pages import client_words, table_options, table_sources
from horta.server.tokens import Claim
from horta.server.uploads import STUDY as STUDY_FILE
from horta.server.uploads import read_upload
from horta.server.visits import CallerHere, HouseHere
from horta.study.study import MOST_CHAPTERS, Study, written_down

router = APIRouter()
moves = APIRouter(route_class=CheckedRoute)
"""What the script of a study asks, in JSON."""

StudyId = Annotated[str, Path(pattern=limits.TABLE_ID)]
Lang = Annotated[str, Query(pattern="^(en|fr|de)$")]
SHIPPED = "puzzles-"
"""The names of the series that games bring begin so."""
SHOWN_ELSEWHERE = {
    # Pages of other sites may show the picture of a study: whoever has its link may see it.
    "cross-origin-resource-policy": "cross-origin",
    "cache-control": "max-age=60",
    "vary": "accept-language, cookie",
}


class StandingForm(Standing):
    """Where a reader stands, and what they do there."""

    action: int | None = None


# who may do what


def key_name(study_id: str) -> str:
    """Return the name of the cookie that holds a study's key."""
    return f"horta-study-{study_id}"


def key_of(house: House, study_id: str) -> str:
    """Return the key of a study: who has it, may change it."""
    return house.tokens.sign(STUDY + study_id, HOST, 0)


def may_edit(request: Request, house: House, study: Kept) -> bool:
    """Tell whether the visitor holds the key of a study."""
    claim = house.tokens.read(request.cookies.get(key_name(study.id), ""))
    claims = held_here(request) if claim is None else (claim, *held_here(request))
    return not study.shipped and any(one.table == STUDY + study.id for one in claims)


async def keep_key(request: Request, answer: Response, house: House, study_id: str) -> None:
    """Keep the key of a study: with the person, or in the visitor's browser."""
    known = known_here(request)
    if known is not None and house.people is not None:
        with contextlib.suppress(StoreAway):  # the cookie holds it, then
            await house.people.holdings.hold(known.person.id, [Claim(STUDY + study_id, HOST, 0)])
            return
    answer.set_cookie(
        key_name(study_id),
        key_of(house, study_id),
        max_age=YEAR,
        path=f"/studies/{study_id}",
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )


@functools.cache
def shipped(game_id: str) -> Json | None:
    """Return the series of puzzles that a game brings."""
    path = registry.game(game_id).puzzles
    if path is None:
        return None
    found: Json = json.loads(path.read_text(encoding="utf-8"))
    return found


async def found_study(house: House, study_id: str) -> Kept:
    """Return the study that an address names."""
    if study_id.startswith(SHIPPED):
        body = shipped(study_id.removeprefix(SHIPPED))
        if body is None:
            raise NoStudy(mark("there is no study at this address"))
        return Kept(study_id, body, made=0.0, shipped=True)
    return await Studies(house.store.database).load(study_id)


async def keep_study(house: House, body: Json, caller: str) -> Kept:
    """Keep a new study; what would not be read again is refused."""
    written_down(body)
    database = house.store.database
    most = await bounds(database, house.settings, "studies", caller)
    return await Studies(database).add(body, caller, *most)


# the list


@router.get("/studies")
async def show_studies(request: Request, house: HouseHere) -> Response:
    """Show the series of puzzles, the studies of this device, and how to begin one."""
    series = [
        {"game": game, "id": SHIPPED + game.id, "count": len(body["chapters"])}
        for game in house.games
        if (body := shipped(game.id)) is not None
    ]
    found = page(request, "studies.html.jinja", series=series, games=house.games)
    return know_again(request, house, found)


@router.post("/studies")
async def new_study(
    *,
    request: Request,
    house: HouseHere,
    caller: CallerHere,
    game: Annotated[str, Form(max_length=limits.LONGEST_GAME)],
    title: Annotated[str, Form(max_length=80)] = "",
    author: Annotated[str, Form(max_length=80)] = "",
) -> Response:
    """Begin a study with the deal of a game."""
    match = await asyncio.to_thread(start, registry.game(game).id, None, draw_seed())
    root = {"transcript": match.transcript(), "step": 0}
    made, _ = await house.workers.ask(
        "study_chapter", {"game": game, "root": root, "title": ""}, owner=caller
    )
    lang = language(request)
    body = Study(title, author, lang).to_json() | {"chapters": [made["chapter"]]}
    return await opened(request, house, await keep_study(house, body, caller))


async def opened(request: Request, house: House, study: Kept) -> Response:
    """Lead to a new study, with its key."""
    answer = RedirectResponse(f"/studies/{study.id}", 303)
    await keep_key(request, answer, house, study.id)
    return answer


@router.post("/studies/upload")
async def upload_study(
    request: Request, house: HouseHere, caller: CallerHere, study: UploadFile
) -> Response:
    """Keep a study from a file."""
    given = await read_upload(STUDY_FILE, study)
    made, _ = await house.workers.ask(
        "study_check", {"game": _game_in(given), "study": given}, owner=caller
    )
    return await opened(request, house, await keep_study(house, made["study"], caller))


def _game_in(study: Json) -> str:
    """Return the game of a study's first chapter, whose compiled rules are to be loaded."""
    try:
        return study_view.game_of(study["chapters"][0])
    except (AttributeError, KeyError, IndexError, TypeError):
        return ""


# a study


@router.get("/studies/{study_id}")
async def show_study(
    *,
    request: Request,
    house: HouseHere,
    caller: CallerHere,
    study_id: StudyId,
    chapter: Annotated[int, Query(ge=1, le=MOST_CHAPTERS)] = 1,
    node: Annotated[int, Query(ge=0, le=2**31)] = 0,
) -> Response:
    """Show a chapter of a study at the table."""
    lang, study = language(request), await found_study(house, study_id)
    standing = Standing(chapter=chapter - 1, node=node, solved=node > 0)
    edits = may_edit(request, house, study)
    here = await study_view.stand(house.workers, study, standing, lang, caller)
    state = await asyncio.to_thread(study_view.table_state, here, lang)
    guide = await asyncio.to_thread(study_view.guide, here, lang, edits=edits)
    data = {key: value for key, value in state.items() if key not in ("svg", "parts")}
    base = f"{base_link(request, house.settings)}/studies/{study_id}"
    answer = page(
        request,
        "study-chapter.html.jinja",
        room=here.room,
        state=state,
        svg=Markup(state["svg"]),
        data=safe_json(
            {**data, "lang": lang, "pass": "", "words": client_words(lang) | own_words(lang)}
        ),
        guide=safe_json(guide),
        panel=Markup(guide["html"]),
        is_host=False,
        options=table_options(here.room, lang),
        sources=table_sources(here.room, lang),
        study=study,
        title=study.body["title"]
        or (words(lang)("Puzzles") if study.shipped else words(lang)("Study")),
        edits=edits,
        base=base,
        key=key_of(house, study_id) if edits else "",
        bots=opponents(here.room.game),
    )
    held = request.cookies.get(key_name(study_id), "")
    if edits and held != house.tokens.renewed(held):  # the key of the house has changed
        await keep_key(request, answer, house, study_id)
    return know_again(request, house, answer)


def own_words(lang: str) -> dict[str, str]:
    """Return the words that the script of a study says itself."""
    say = words(lang)
    return {
        "shown": say("This is it: {choice}", choice="{choice}"),
        "point": say("Choose a place on the table."),
        "kept": say("Kept."),
        "sure": say("Take this away?"),
    }


@moves.post("/studies/{study_id}/at")
async def go(
    *,
    request: Request,
    house: HouseHere,
    caller: CallerHere,
    study_id: StudyId,
    form: StandingForm,
    lang: Lang = "en",
) -> Response:
    """Show a place of a study, or answer what the reader did there."""
    study = await found_study(house, study_id)
    here = await study_view.stand(house.workers, study, form, lang, caller)
    if form.action is not None:
        now, answer = study_view.answered(here, form.action, lang)
        if now is None:
            return JSONResponse({"answer": answer})
        here = await study_view.stand(house.workers, study, now, lang, caller)
    return await shown(request, house, here, lang)


async def shown(request: Request, house: House, here: study_view.Here, lang: str) -> Response:
    """Return the table and the panel where a reader stands."""
    edits = may_edit(request, house, here.kept)

    def draw() -> Json:
        guide = study_view.guide(here, lang, edits=edits)
        return {"state": study_view.table_state(here, lang), "guide": guide}

    return JSONResponse(await asyncio.to_thread(draw))


@moves.post("/studies/{study_id}/preview")
async def preview(
    *,
    house: HouseHere,
    caller: CallerHere,
    study_id: StudyId,
    form: StandingForm,
    lang: Lang = "en",
) -> Json:
    """Say what an action would bring; a puzzle does not tell."""
    study = await found_study(house, study_id)
    here = await study_view.stand(house.workers, study, form, lang, caller)
    if form.action is None or here.asks:
        return previews.NOTHING
    return await previews.of_action(house.workers, here.room, here.seat, form.action, lang)


@router.get("/studies/{study_id}/file.json")
async def show_file(house: HouseHere, study_id: StudyId) -> Response:
    """Return the study as one file."""
    study = await found_study(house, study_id)
    return Response(
        written_down(study.body),
        media_type="application/json",
        headers={"content-disposition": f'attachment; filename="{study_id}.study.json"'},
    )


@router.get("/studies/{study_id}/{number}.svg")
async def show_picture(
    *,
    request: Request,
    house: HouseHere,
    caller: CallerHere,
    study_id: StudyId,
    number: Annotated[int, Path(ge=1, le=MOST_CHAPTERS)],
    node: Annotated[int, Query(ge=0, le=2**31)] = 0,
) -> Response:
    """Show the table of a chapter with its arrows and marks, to be shown elsewhere."""
    study = await found_study(house, study_id)
    chapter = study_view.chapter_of(study, number - 1)
    asked = {"game": study_view.game_of(chapter), "chapter": chapter, "node": node}
    told, _ = await house.workers.ask(
        "study_picture", {**asked, "lang": language(request)}, owner=caller
    )
    return Response(told["svg"], media_type="image/svg+xml", headers=SHOWN_ELSEWHERE)


@router.post("/studies/{study_id}/on")
async def play_on(
    *,
    request: Request,
    house: HouseHere,
    caller: CallerHere,
    study_id: StudyId,
    where: Annotated[str, Form(max_length=60_000)],
    bot: Annotated[str, Form(max_length=limits.LONGEST_BOT)] = "",
) -> Response:
    """Make a table of its own from where a reader stands, against bots."""
    study = await found_study(house, study_id)
    standing = study_view.read_standing(where)
    here = await study_view.stand(house.workers, study, standing, "en", caller)
    if here.room.match.over:
        raise BadStudy(mark("the game is over here: there is nothing to play"))
    position = here.room.match.position
    return await table_from(request, house, caller, position=position, seat=here.seat, bot=bot)


async def table_from(
    request: Request, house: House, caller: str, *, position: Json, seat: int, bot: str
) -> Response:
    """Make a table that begins with a position, the visitor on one seat and bots on the others."""
    game = registry.game(str(position.get("game")))
    asked = {key: value for key, value in position.items() if key != "table"}
    asked |= {"position": position.get("table"), "actions": [], "seats": None}
    chosen = bot or opponents(game)[0].spec
    async with house.quotas.place(caller):
        kept = from_message(*await house.workers.ask("take_up", asked, owner=caller))
        players = int(kept.header["players"])
        if seat >= players:
            raise NotAllowed(
                mark("there is no seat {seat}; seats run from 0 to {last}"),
                seat=seat,
                last=players - 1,
            )
        sitting = [Seat(joined=True) if k == seat else Seat(bot=chosen) for k in range(players)]
        room = await house.rooms.make(kept, sitting, HouseRules(), owner=caller)
    return await hand_over(request, house, room, seats=[seat])


router.include_router(moves)

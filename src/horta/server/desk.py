"""The owner's desk: the component tables of a game, where they come from, a form to change them.

Tables travel as a short text in the address (`wrapped`): a link shares them, starts a table with
them and opens the desk on them, and the house keeps nothing. A browser keeps them under a name; a
file holds them as `horta components --json` prints them.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import functools
import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response, UploadFile
from fastapi.responses import JSONResponse
from markupsafe import Markup

from horta.core import limits, registry
from horta.core import transcripts as matches
from horta.core.desk import Desk
from horta.core.errors import BadComponents, HortaError
from horta.core.game import Game, Json, Provenance
from horta.core.i18n import mark
from horta.server.component_fields import (
    Field,
    as_text,
    changed_tables,
    check_tables,
    component_fields,
    read_fields,
)
from horta.server.house import House
from horta.server.i18n import for_people, words
from horta.server.page import know_again, language, page, safe_json
from horta.server.uploads import COMPONENTS, read_upload
from horta.server.visits import CallerHere, GameId, HouseHere

router = APIRouter()

LONGEST_LINK = 16_000
"""Characters of wrapped tables; all tables of the largest game, each changed, take 3,000."""
Wrapped = Annotated[str, Query(alias="tables", max_length=LONGEST_LINK)]

DEGREES = {
    "reconstructed": mark("reconstructed"),
    "inferred": mark("inferred"),
    "reported": mark("reported"),
    "printed": mark("printed"),
}
"""From the least certain on: that is the order in which an owner's look helps most."""


# tables in an address


def wrapped(tables: Mapping[str, Any]) -> str:
    """Return component tables as a short text for an address; nothing for our own."""
    if not tables:
        return ""
    plain = json.dumps(tables, separators=(",", ":"), ensure_ascii=False).encode()
    return base64.urlsafe_b64encode(zlib.compress(plain, 9)).decode().rstrip("=")


def unwrapped(text: str) -> Json:
    """Return the component tables of an address."""
    if not text:
        return {}
    broken = BadComponents(mark("the link is damaged: it holds no component tables"))
    try:
        packed = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        opened = zlib.decompressobj()
        plain = opened.decompress(packed, limits.LARGEST_JSON)
        read = limits.read_json(plain)
    except (ValueError, zlib.error, binascii.Error):
        raise broken from None
    if not isinstance(read, dict) or opened.unconsumed_tail:
        raise broken
    return read


# where the data comes from


@dataclass(frozen=True)
class Origin:
    """Where one table comes from, told in a language."""

    name: str
    title: str
    degree: str
    said: str
    """The degree in words."""
    source: str
    rules: tuple[str, ...]
    changed: bool
    fixed: bool
    """Whether no owner can change it."""


def origins(game: Game, lang: str, changed: Mapping[str, Any]) -> list[Origin]:
    """Return where every table of a game comes from, the least certain first."""
    desk = game.presentation.desk(game.components(), lang)
    say, told_by = words(lang), game.presentation.words(lang)
    known = game.components.model_fields
    ordered = sorted(game.provenance.items(), key=lambda one: list(DEGREES).index(one[1].degree))

    def origin(name: str, found: Provenance) -> Origin:
        table = name.partition(".")[0]
        return Origin(
            name,
            desk.title(name),
            found.degree,
            say(DEGREES[found.degree]),
            told_by.option(found.source),
            found.rules,
            table in changed,
            table not in known and table not in game.options.model_fields,
        )

    return [origin(name, found) for name, found in ordered]


def uncertain(game: Game, lang: str, changed: Mapping[str, Any]) -> str:
    """Say in one line that a table plays with an owner's data, or with data that is not certain."""
    say = words(lang)
    found = origins(game, lang, changed)
    own = [one.title for one in found if one.changed]
    if changed:
        return say("An owner's data: {tables}", tables=", ".join(own) or ", ".join(changed))
    shaky = sum(one.degree in ("reconstructed", "inferred") for one in found)
    return say("{n} of {all} tables are reconstructed or inferred", n=shaky, all=len(found))


# the page


@router.get("/desk/{game_id}")
async def show_desk(
    request: Request, house: HouseHere, caller: CallerHere, game_id: GameId, tables: Wrapped = ""
) -> Response:
    """Show the component tables of a game, ours or those in the address."""
    game = registry.game(game_id)
    return await desk_page(request, house, caller, game, unwrapped(tables))


@router.post("/desk/{game_id}")
async def show_changed(
    request: Request, house: HouseHere, caller: CallerHere, game_id: GameId
) -> Response:
    """Show the desk as the form was filled in: how browsers without scripts change a value."""
    game = registry.game(game_id)
    given = {k: v for k, v in (await request.form()).items() if isinstance(v, str)}
    return await desk_page(request, house, caller, game, read_fields(game, given))


@router.post("/desk/{game_id}/open")
async def open_file(
    request: Request, house: HouseHere, caller: CallerHere, game_id: GameId, file: UploadFile
) -> Response:
    """Show the desk with the tables of a file."""
    game = registry.game(game_id)
    read = await read_upload(COMPONENTS, file)
    return await desk_page(request, house, caller, game, read)


async def desk_page(
    request: Request, house: House, caller: str, game: Game, tables: Json
) -> Response:
    """Return the desk with tables that may not fit; what is wrong stands at its field."""
    lang = language(request)
    shown = await look_at(house, caller, game, tables, lang)
    answer = page(
        request,
        "desk.html.jinja",
        422 if shown.problems or shown.lost else 200,
        game=game,
        sections=sections(shown.groups, origins(game, lang, shown.changed)),
        problems=shown.problems,
        lost=shown.lost,
        pictures=shown.pictures,
        changed=shown.changed,
        link=wrapped(shown.changed),
        svg=Markup(shown.svg),
        lessons=game.lessons is not None,
        words=safe_json(desk_words(lang)),
    )
    return know_again(request, house, answer)


def desk_words(lang: str) -> dict[str, str]:
    """Return the words that the script of the desk says itself."""
    say = words(lang)
    return {
        "saved": say("Saved on this device as “{name}”.", name="{name}"),
        "copied": say("The link is copied."),
        "wrong": say("Something does not fit; it stands at its field."),
        "fits": say("All tables fit."),
        "lost": say("The connection is lost; try again in a moment."),
        "none": say("nothing saved yet"),
        "changed": say("changed"),
    }


@router.post("/desk/{game_id}/check")
async def check_form(
    request: Request, house: HouseHere, caller: CallerHere, game_id: GameId
) -> Response:
    """Say what is wrong with the tables of the form, and draw the others again."""
    game, lang = registry.game(game_id), language(request)
    given = {k: v for k, v in (await request.form()).items() if isinstance(v, str)}
    tables = read_fields(game, given)
    found = check_tables(game, tables)
    if found:
        problems, lost = placed(component_fields(game, tables, Desk()), found, lang)
        return JSONResponse({"problems": problems, "lost": lost})
    changed = changed_tables(game, tables)
    with_table = given.get("drawn") == "table"
    drawn = await laid(house, caller, game, changed, lang, with_table=with_table)
    return JSONResponse(
        {
            "problems": {},
            "lost": [],
            "pictures": drawn.pictures,
            "changed": sorted(changed),
            "link": wrapped(changed),
            "file": as_text(changed),
            "table": drawn.svg,
        }
    )


@dataclass(frozen=True)
class Shown:
    """What the desk shows of some tables."""

    groups: list[Field]
    problems: dict[str, str]
    lost: list[str]
    """Problems that lie at no field of the form."""
    changed: Json
    pictures: Mapping[str, str]
    svg: str


async def look_at(house: House, caller: str, game: Game, tables: Json, lang: str) -> Shown:
    """Check tables and draw them; where they do not fit, the pictures are those of ours."""
    found = check_tables(game, tables)
    changed = {} if found else changed_tables(game, tables)
    desk = game.presentation.desk(game.read_components(changed), lang)
    groups = component_fields(game, tables, desk)
    problems, lost = placed(groups, found, lang)
    drawn = await laid(house, caller, game, changed, lang)
    return Shown(groups, problems, lost, changed, drawn.pictures, drawn.svg)


def placed(
    groups: Sequence[Field], found: Mapping[str, HortaError], lang: str
) -> tuple[dict[str, str], list[str]]:
    """Return problems by the field that they stand at, and those that stand at none."""
    fields = {path for group in groups for path in _paths(group)}
    at: dict[str, str] = {}
    lost = []
    for path, problem in found.items():
        place = path
        while place and place not in fields:
            place = place.rpartition(".")[0]
        if place:
            at.setdefault(place, for_people(problem, lang))
        else:
            lost.append(
                f"{path}: {for_people(problem, lang)}" if path else for_people(problem, lang)
            )
    return at, lost


def _paths(field: Field) -> list[str]:
    return [field.path, *(path for inner in field.fields for path in _paths(inner))]


def sections(
    groups: Sequence[Field], found: Sequence[Origin]
) -> list[tuple[Origin | None, Field | None]]:
    """Return the parts of the page: where a table comes from, and the fields that change it."""
    fields = {group.path: group for group in groups}
    for group in groups:
        fields |= {inner.path: inner for inner in group.fields}
    covered = {one.name.partition(".")[0] for one in found}
    rest: list[tuple[Origin | None, Field | None]] = [
        (None, group) for group in groups if group.path not in covered
    ]
    return [(one, fields.get(one.name)) for one in found] + rest


@dataclass(frozen=True)
class Laid:
    """Component tables as they look."""

    pictures: dict[str, str]
    """SVG by path."""
    svg: str
    """A table that is laid with them, if it was asked for."""


async def laid(
    house: House, caller: str, game: Game, changed: Json, lang: str, *, with_table: bool = True
) -> Laid:
    """Draw component tables: ours once, and those of an owner where hostile ones can do no harm."""
    if not changed:
        pictures = await asyncio.to_thread(our_pictures, game.id)
        svg = await asyncio.to_thread(_our_table, game.id, lang) if with_table else ""
        return Laid(pictures, svg)
    given = {"game": game.id, "components": changed, "lang": lang, "table": with_table}
    answer, _ = await house.workers.ask("lay_out", given, owner=caller)
    return Laid(answer["pictures"], str(answer["svg"]))


@functools.cache
def our_pictures(game_id: str) -> dict[str, str]:
    """Draw what our own tables describe."""
    return draw_pictures(game_id, {})


@functools.cache
def _our_table(game_id: str, lang: str) -> str:
    return draw_table(game_id, {}, lang)


def draw_pictures(game_id: str, components: Json) -> dict[str, str]:
    """Draw what component tables describe, by path."""
    game = registry.game(game_id)
    return dict(game.presentation.pictures(game.read_components(components)))


def draw_table(game_id: str, components: Json, lang: str) -> str:
    """Draw a table that is laid with component tables, the same deal every time."""
    game = registry.game(game_id)
    shown = game.presentation.desk(game.read_components(components), lang).options
    match = matches.start(game_id, game.max_players, 1893, components=components, **shown)
    return match.svg(None, lang)


def own_tables(house: House, game: Game, given: str) -> Json:
    """Return the tables for a new table: those of an address, or those that the house has."""
    return changed_tables(game, unwrapped(given) if given else house.components.get(game.id, {}))

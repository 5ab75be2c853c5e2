"""The first page, and the pages that put up a table."""

from __future__ import annotations

import asyncio
import functools
import random
from collections import defaultdict
from collections.abc import Mapping
from typing import Annotated

from fastapi import APIRouter, Form, Query, Request, Response, UploadFile
from fastapi.responses import RedirectResponse
from pydantic import ValidationError

from horta.core import limits, registry
from horta.core import transcripts as matches
from horta.core.errors import BadComponents, HortaError
from horta.core.game import Game, Json
from horta.core.i18n import mark
from horta.core.validation import first_problem
from horta.server import forms
from horta.server.clocks.pace import read_choice
from horta.server.database import StoreAway
from horta.server.desk import Wrapped, own_tables, uncertain, unwrapped, wrapped
from horta.server.house import House
from horta.server.i18n import for_people, words
from horta.server.lessons import offered
from horta.server.new_tables import make_from_transcript, make_table
from horta.server.opponents import opponents
from horta.server.option_fields import of_rows, option_fields, read_options
from horta.server.page import environment, hand_over, keep_seats, know_again, language, page, theme
from horta.server.people.known import person_here
from horta.server.quotas import TooManyTables
from horta.server.settings import Settings
from horta.server.study_rooms import CARDS
from horta.server.uploads import TRANSCRIPT, read_upload
from horta.server.visits import CallerHere, GameId, HouseHere

router = APIRouter()


# the first page


@router.get("/")
async def home(request: Request, house: HouseHere) -> Response:
    """Show the games: one click starts, another makes a table for friends."""
    shown = [
        {
            "game": game,
            "bots": opponents(game),
            "about": about(game, language(request)),
            "lessons": offered(game, language(request)),
            "players": range(game.min_players, game.max_players + 1),
        }
        for game in sorted(house.games, key=lambda game: (game.weight, game.minutes or (0, 0)))
    ]
    held = await tables_of(request, house)
    made = page(
        request,
        "home.html.jinja",
        shown=shown,
        study_rooms=CARDS,
        held=held,
        ratings=house.ratings is not None,
    )
    return know_again(request, house, made)


MOST_HELD = 12
"""Tables of a person that the first page lists."""


async def tables_of(request: Request, house: House) -> list[Json]:
    """Return the tables that a person holds, wherever they were begun."""
    person = person_here(request)
    if person is None or house.people is None:
        return []
    titles = {game.id: game.title for game in house.games}
    found = await house.people.holdings.tables(person.id, MOST_HELD)
    return [
        {"id": one.id, "title": titles.get(one.game, one.game), "over": one.over} for one in found
    ]


PICTURED = 34
"""The steps of a game that its picture shows the table after."""
WEIGHTS = (mark("easy"), mark("medium"), mark("demanding"))


def about(game: Game, lang: str) -> str:
    """Say for how many people a game is, how long it takes, and how much there is to learn."""
    say, few, many = words(lang), game.min_players, game.max_players
    told = [
        say("{n} players", n=few)
        if few == many
        else say("{few} to {many} players", few=few, many=many)
    ]
    if game.minutes is not None:
        short, long = game.minutes
        told.append(
            say("{n} min", n=short)
            if short == long
            else say("{short} to {long} min", short=short, long=long)
        )
    return " · ".join([*told, say(WEIGHTS[min(max(game.weight, 1), len(WEIGHTS)) - 1])])


@functools.cache
def picture(game_id: str, lang: str) -> str:
    """Draw a game's table in the middle of a game, for the first page."""
    game = registry.game(game_id)
    match = matches.start(game_id, game.min_players, seed=1893)
    choice = random.Random(12)
    for _ in range(PICTURED):
        if not match.over:
            match.play(choice.choice(match.legal))
    return match.svg(None, lang)


@router.get("/pictures/{game_id}.svg")
async def show_picture(request: Request, game_id: GameId) -> Response:
    """Show a game's picture."""
    registry.game(game_id)
    svg = await asyncio.to_thread(picture, game_id, language(request))
    look = theme(request)
    if look != "auto":  # a picture stands alone and does not see the page's theme
        svg = svg.replace('class="', f'class="{look} ', 1)
    return Response(svg, media_type="image/svg+xml", headers={"cache-control": "max-age=600"})


@router.get("/pieces/mark.svg")
async def mark_of_the_house() -> Response:
    """Show the sign of the house, for the browser's tab."""
    svg = environment().get_template("mark.svg.jinja").render()
    return Response(svg, media_type="image/svg+xml", headers={"cache-control": "max-age=86400"})


# new tables


@router.post("/play/{game_id}")
async def play_now(
    *,
    request: Request,
    house: HouseHere,
    caller: CallerHere,
    game_id: GameId,
    bot: Annotated[str, Form(max_length=limits.LONGEST_BOT)] = "",
    players: Annotated[int | None, Form()] = None,
) -> Response:
    """Start a table against bots at once."""
    game = registry.game(game_id)
    chosen = bot or opponents(game)[0].spec
    count = game.check_players(game.min_players if players is None else players)
    seats = [forms.SeatForm(bot=chosen) for _ in range(count)]
    mine = random.SystemRandom().randrange(len(seats))
    seats[mine] = forms.SeatForm(name=own_name(request))
    tables = own_tables(house, game, "")
    form = forms.TableForm(game=game_id, seats=seats, components=tables)
    room = await make_table(house, form, caller, [mine])
    answer = RedirectResponse(f"/t/{room.id}", 303)
    tokens = [house.tokens.seat(room, mine), house.tokens.host(room)]
    await keep_seats(request, answer, house, room, tokens)
    return answer


@router.get("/new/{game_id}")
async def new_form(
    *,
    request: Request,
    house: HouseHere,
    game_id: GameId,
    bot: Annotated[str, Query(max_length=limits.LONGEST_BOT)] = "",
    players: int | None = None,
    tables: Wrapped = "",
    is_open: Annotated[bool, Query(alias="open")] = False,
) -> Response:
    """Show the form for a table: who plays, and by which options.

    With a bot it is filled in for one person against so many of that kind.
    """
    game = registry.game(game_id)
    given = {"tables": wrapped(own_tables(house, game, tables)), "name0": own_name(request)}
    given["open"] = "1" if is_open else ""
    if bot:
        count = game.check_players(game.min_players if players is None else players)
        given |= {f"who{k}": "nobody" for k in range(count, game.max_players)}
        given |= {f"who{k}": f"bot:{bot}" for k in range(1, count)}
    return know_again(request, house, table_form(request, game, given, house.settings))


def table_form(
    request: Request,
    game: Game,
    given: Mapping[str, str],
    settings: Settings,
    problem: HortaError | None = None,
) -> Response:
    """Return the form for a table, as it was filled in, with what is wrong with it."""
    lang = language(request)
    try:
        changed = unwrapped(given.get("tables", ""))
    except BadComponents:
        changed = {}  # `problem` says it
    return page(
        request,
        "new.html.jinja",
        200 if problem is None else 422,
        game=game,
        bots=opponents(game),
        options=option_fields(game, lang),
        given=defaultdict(str, given),
        said="" if problem is None else for_people(problem, lang),
        titles=game.presentation.words(lang).seats(game.max_players),
        data=uncertain(game, lang, changed),
        lessons=offered(game, lang),
        clocks=bool(settings.clocks),
        lobby=bool(settings.lobby),
        ratings=bool(settings.ratings),
    )


@router.post("/new/{game_id}")
async def new_table(
    request: Request, house: HouseHere, caller: CallerHere, game_id: GameId
) -> Response:
    """Make the table that the form describes."""
    game = registry.game(game_id)
    given = {k: v for k, v in (await request.form()).items() if isinstance(v, str)}
    try:
        form = read_form(game, given)
        persons = [k for k, seat in enumerate(form.seats or []) if not seat.bot]
        mine = persons if form.together else persons[:1]
        room = await make_table(house, form, caller, mine)
    except ValidationError as wrong:
        return table_form(request, game, given, house.settings, first_problem(wrong))
    except (StoreAway, TooManyTables):  # the form is as it should be
        raise
    except HortaError as wrong:
        return table_form(request, game, given, house.settings, wrong)
    return await hand_over(
        request, house, room, "" if len(mine) == len(persons) else "/seats", mine
    )


def read_form(game: Game, given: Mapping[str, str]) -> forms.TableForm:
    """Read the form for a new table."""
    seats, rows = [], []
    for k in range(game.max_players):
        who = given.get(f"who{k}", "")
        if who == "nobody" or (not who and k >= game.min_players):
            continue
        bot = who.removeprefix("bot:") if who.startswith("bot:") else ""
        seats.append(forms.SeatForm(name=given.get(f"name{k}", ""), bot=bot))
        rows.append(k)
    return forms.TableForm(
        game=game.id,
        seats=seats,
        options=of_rows(game, read_options(game, given), rows),
        components=unwrapped(given.get("tables", "")),
        confirm="confirm" in given,
        explorer="explorer" in given,
        together=given.get("where") == "together",
        pace=read_choice(given),
        open=given.get("open") == "1",
        rated="unrated" not in given,
    )


def own_name(request: Request) -> str:
    """Return how a person is called at a new table; guests have no name yet."""
    person = person_here(request)
    return "" if person is None else person.name


@router.post("/upload")
async def upload(
    request: Request, house: HouseHere, caller: CallerHere, transcript: UploadFile
) -> Response:
    """Put up a transcript from a file."""
    form = forms.TranscriptForm(transcript=await read_upload(TRANSCRIPT, transcript))
    room = await make_from_transcript(house, form, caller, sitting=True)
    return await hand_over(request, house, room)

"""The pages of tournaments: all of them, a new one, and one to share."""

from __future__ import annotations

import functools
import secrets
from collections import defaultdict
from collections.abc import Mapping
from typing import Annotated

from babel.numbers import format_decimal
from fastapi import APIRouter, Form, Path, Request, Response
from fastapi.responses import JSONResponse, RedirectResponse

from horta.core import limits, registry
from horta.core.errors import BadOption, HortaError
from horta.core.game import Game
from horta.core.i18n import mark
from horta.server.clocks.pace import HOUR, read_choice
from horta.server.contests.director import Contests
from horta.server.contests.pairing import ROBIN, SWISS
from horta.server.contests.store import OPEN, RUNNING, Contest, NoContest, NotNow
from horta.server.contests.told import about, shown
from horta.server.database import StoreAway
from horta.server.house import House
from horta.server.i18n import for_people
from horta.server.invitations import base_link
from horta.server.new_tables import deal
from horta.server.opponents import RANDOM, opponent, opponents
from horta.server.option_fields import option_fields, read_options
from horta.server.page import language, page
from horta.server.people.known import must_be_known, person_here
from horta.server.people.pages import day
from horta.server.room import NotAllowed
from horta.server.seat_pages import qr_code
from horta.server.visits import CallerHere, GameId, HouseHere

router = APIRouter()

ContestId = Annotated[str, Path(pattern=limits.TABLE_ID)]
Number = Annotated[int, Path(ge=1, le=10_000)]
MOST_ROUNDS, MOST_HOURS = 99, 24 * 60
LONGEST_TITLE = 60


def contests_of(house: House) -> Contests:
    """Return the tournaments; `NoContest` in a house that has none."""
    if house.contests is None:
        raise NoContest(mark("this house has no tournaments"))
    return house.contests


def check_holder(request: Request, contest: Contest) -> None:
    """Refuse whoever does not hold the tournament."""
    if contest.host is None or must_be_known(request).person.id != contest.host:
        raise NotAllowed(mark("only who holds the tournament can do that"))


def to_contest(contest: Contest) -> Response:
    """Lead back to the page of a tournament."""
    return RedirectResponse(f"/contests/{contest.id}", 303)


@router.get("/contests")
async def show_contests(request: Request, house: HouseHere) -> Response:
    """List tournaments: those that wait for players, that run, and that are over."""
    contests, lang, person = contests_of(house), language(request), person_here(request)
    found = await contests.store.listed(None if person is None else person.id)
    return page(
        request,
        "contests.html.jinja",
        contests=[about(one, lang) for one in found],
        games={game.id: game.title for game in house.games},
    )


# a new one


@router.get("/contests/new/{game_id}")
async def new_form(request: Request, house: HouseHere, game_id: GameId) -> Response:
    """Show the form for a tournament."""
    contests_of(house)
    must_be_known(request)
    return contest_form(request, house, registry.game(game_id), {})


def contest_form(
    request: Request,
    house: House,
    game: Game,
    given: Mapping[str, str],
    problem: HortaError | None = None,
) -> Response:
    """Return the form as it was filled in, with what is wrong with it."""
    lang = language(request)
    return page(
        request,
        "contest-new.html.jinja",
        200 if problem is None else 422,
        game=game,
        bots=levels(game),
        options=option_fields(game, lang),
        given=defaultdict(str, given),
        said="" if problem is None else for_people(problem, lang),
        ratings=house.ratings is not None,
    )


def levels(game: Game) -> list[object]:
    """Return the bots that may take part: the levels, and not chance."""
    return [one for one in opponents(game) if one is not RANDOM]


@router.post("/contests/new/{game_id}")
async def new_contest(
    request: Request, house: HouseHere, caller: CallerHere, game_id: GameId
) -> Response:
    """Keep the tournament that the form describes; its host takes part."""
    contests, known, game = contests_of(house), must_be_known(request), registry.game(game_id)
    given = {k: v for k, v in (await request.form()).items() if isinstance(v, str)}
    try:
        made = read_form(game, given, known.person.id, contests.now())
        # Whatever the options are, a deal tells whether they fit.
        await deal(
            house, game.id, made.players, None, components={}, options=made.options, owner=caller
        )
    except StoreAway:
        raise
    except HortaError as wrong:
        return contest_form(request, house, game, given, wrong)
    await contests.store.add(made)
    if given.get("plays", "1") == "1":
        await contests.store.enter(made.id, known.person.id, "", contests.now())
    return to_contest(made)


def read_form(game: Game, given: Mapping[str, str], host: str, now: float) -> Contest:
    """Read the form for a tournament; `BadOption` says what does not fit."""
    players = game.check_players(_number(given, "players", game.min_players))
    pace = read_choice(given)
    if not pace:
        raise BadOption(mark("a tournament needs a clock, so that it comes to its end"))
    bot = given.get("bot", "")
    if bot:
        opponent(game, bot)
        if bot == RANDOM.spec:
            raise BadOption(mark("a tournament is filled up by a level of the bots"))
    title = limits.read_name(given.get("title", "").strip()) or game.title
    rounds, hours = _number(given, "rounds", 0), _number(given, "hours", 0)
    if rounds > MOST_ROUNDS or hours > MOST_HOURS:
        raise BadOption(
            mark("{rounds} rounds at most, and {hours} hours for each"),
            rounds=MOST_ROUNDS,
            hours=MOST_HOURS,
        )
    wait = _number(given, "begins", 0)
    return Contest(
        id=secrets.token_urlsafe(9),
        title=title[:LONGEST_TITLE],
        game=game.id,
        players=players,
        options=read_options(game, given),
        system=SWISS if given.get("system") == SWISS else ROBIN,
        rounds=rounds,
        pace=pace,
        hours=float(hours),
        bot=bot,
        rated="unrated" not in given,
        listed=given.get("listed", "1") == "1",
        state=OPEN,
        round=0,
        host=host,
        made=now,
        begins=now + wait * HOUR if wait else None,
        ended=None,
    )


def _number(given: Mapping[str, str], name: str, default: int) -> int:
    text, most = given.get(name, "").strip(), 4
    if not text:
        return default
    if not (text.isascii() and text.isdigit() and len(text) <= most):
        raise BadOption(mark("rounds, players and hours are whole numbers"))
    return int(text)


# one of them


@router.get("/contests/{contest_id}")
async def show_contest(request: Request, house: HouseHere, contest_id: ContestId) -> Response:
    """Show a tournament: who takes part, who stands where, and the rounds."""
    contests, lang, person = contests_of(house), language(request), person_here(request)
    contest = await contests.store.find(contest_id)
    game, link = (
        registry.game(contest.game),
        f"{base_link(request, house.settings)}{request.url.path}",
    )
    seats = await contests.store.entrants(contest.id)
    me = next((one for one in seats if person and one.person == person.id), None)
    return page(
        request,
        "contest.html.jinja",
        contest=await shown(contests.store, contest, lang),
        is_host=person is not None and contest.host == person.id,
        me=me,
        mine=await _own_tables(contests, contest, me.number if me else None),
        there=await house.store.there([one.id for one in await contests.store.tables(contest.id)]),
        bots=levels(game),
        link=link,
        code=qr_code(link),
        day=day,
        decimal=functools.partial(decimal, lang),
        ratings=house.ratings is not None,
    )


def decimal(lang: str, number: float, form: str = "0.0") -> str:
    """Return a number as it is written in a language."""
    return format_decimal(number, format=f"{form};−{form}", locale=lang)


async def _own_tables(contests: Contests, contest: Contest, number: int | None) -> list[str]:
    """Return the tables of an entrant, those of a round that is played too."""
    tables = await contests.store.tables(contest.id)
    return [one.id for one in tables if number in one.seats]


@router.get("/contests/{contest_id}/export.json")
async def export(request: Request, house: HouseHere, contest_id: ContestId) -> Response:
    """Return everything that is told of a tournament as a file."""
    store = contests_of(house).store
    content = {
        "horta": "contest",
        **await shown(store, await store.find(contest_id), language(request)),
    }
    headers = {"content-disposition": f'attachment; filename="contest-{contest_id}.json"'}
    return JSONResponse(content, headers=headers)


@router.post("/contests/{contest_id}/enter")
async def enter(request: Request, house: HouseHere, contest_id: ContestId) -> Response:
    """Take part."""
    contests, known = contests_of(house), must_be_known(request)
    contest = await contests.store.find(contest_id)
    if not await contests.store.enter(contest.id, known.person.id, "", contests.now()):
        raise NotNow(mark("this tournament has begun, or is full: nobody can enter any more"))
    return to_contest(contest)


@router.post("/contests/{contest_id}/leave")
async def leave(request: Request, house: HouseHere, contest_id: ContestId) -> Response:
    """Take part no longer."""
    contests, known = contests_of(house), must_be_known(request)
    contest = await contests.store.find(contest_id)
    for one in await contests.store.entrants(contest.id):
        if one.person == known.person.id:
            await contests.withdraw(contest, one.number)
    return to_contest(contest)


@router.post("/contests/{contest_id}/bots")
async def add_bot(
    request: Request,
    house: HouseHere,
    contest_id: ContestId,
    bot: Annotated[str, Form(max_length=limits.LONGEST_BOT)] = "",
) -> Response:
    """Let a bot take part, as the host."""
    contests = contests_of(house)
    contest = await contests.store.find(contest_id)
    check_holder(request, contest)
    opponent(registry.game(contest.game), bot)
    if bot == RANDOM.spec:
        raise BadOption(mark("a tournament is filled up by a level of the bots"))
    if not await contests.store.enter(contest.id, None, bot, contests.now()):
        raise NotNow(mark("this tournament has begun, or is full: nobody can enter any more"))
    return to_contest(contest)


@router.post("/contests/{contest_id}/entrants/{number}/remove")
async def remove(
    request: Request, house: HouseHere, contest_id: ContestId, number: Number
) -> Response:
    """Let somebody play no further round, as the host."""
    contests = contests_of(house)
    contest = await contests.store.find(contest_id)
    check_holder(request, contest)
    if contest.state not in (OPEN, RUNNING):
        raise NotNow(mark("this tournament is over"))
    await contests.withdraw(contest, number)
    return to_contest(contest)


@router.post("/contests/{contest_id}/begin")
async def begin(request: Request, house: HouseHere, contest_id: ContestId) -> Response:
    """Begin, as the host."""
    contests = contests_of(house)
    contest = await contests.store.find(contest_id)
    check_holder(request, contest)
    await contests.begin(contest)
    return to_contest(contest)


@router.post("/contests/{contest_id}/off")
async def call_off(request: Request, house: HouseHere, contest_id: ContestId) -> Response:
    """Call it off before it begins, as the host."""
    contests = contests_of(house)
    contest = await contests.store.find(contest_id)
    check_holder(request, contest)
    await contests.call_off(contest)
    return RedirectResponse("/contests", 303)

"""The pages of the explorer: walk the first decisions of a game, with what was counted of each."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import HTMLResponse
from markupsafe import Markup

from horta.core import limits, registry
from horta.core import transcripts as matches
from horta.core.errors import BadOption
from horta.core.game import Json
from horta.core.i18n import mark
from horta.core.match import Match
from horta.core.record import at
from horta.corpus import Corpus, Moves, SetUp
from horta.server import explorer
from horta.server.contests.seal import check_open, look_at_seal
from horta.server.house import House
from horta.server.i18n import words
from horta.server.option_fields import option_fields, option_lines
from horta.server.page import fill, language, page
from horta.server.room import NotAllowed, Room, Stale
from horta.server.table_pages import interactive, sits
from horta.server.visits import GameId, HouseHere, RoomHere, SeatChosen, VisitorHere

router = APIRouter()

MOST_DEAL = 10**9
DOT = "."
PLAYED = r"^([0-9]{1,6}(\.[0-9]{1,6}){0,199})?$"
"""The choices of a walk, as numbers of actions: two hundred at most."""
LEVEL = "^(exact|path|like)?$"
OPTION = "o-"
NOTHING = mark("nobody has counted games of this kind yet")


@router.get("/explorer")
async def choose_game(request: Request, house: HouseHere) -> Response:
    """Show the games whose first decisions were counted."""
    corpus = await house.explorer.corpus()
    shown = []
    for game in sorted(house.games, key=lambda each: (each.weight, each.title)):
        set_ups = corpus.of_game(game.id)
        if set_ups:
            games = sum(corpus.set_ups[each].games for each in set_ups)
            shown.append({"game": game, "games": games, "set_ups": len(set_ups)})
    return page(request, "explorer.html.jinja", shown=shown)


@dataclass(frozen=True)
class Walk:
    """Where a visitor stands: a deal, or a moment of a finished game, and on from there."""

    start: Match
    match: Match
    played: tuple[int, ...]
    """The choices since the start; what has no choice is played by itself."""
    query: Json

    def link(self, **changes: Any) -> str:
        """Return the address of another place; what is empty is left out."""
        query = {**self.query, "played": DOT.join(map(str, self.played)), **changes}
        kept = {name: value for name, value in query.items() if value not in ("", None)}
        return f"/explorer/{self.match.game.id}?{urlencode(kept)}"

    def after(self, action: int) -> str:
        """Return the address of where an action leads."""
        return self.link(played=DOT.join(map(str, (*self.played, action))))

    def trail(self, lang: str) -> list[Json]:
        """Tell the choices since the start, each with the way back to it."""
        told, match = [], self.start.copy()
        say, names = match.game.presentation.words(lang), match.names(lang)
        play_forced(match)
        for number, action in enumerate(self.played):
            seat = match.to_play
            assert seat is not None
            seen = at(match.game.table, match.redacted(seat))
            told.append(
                {
                    "seat": seat,
                    "name": names[seat],
                    "label": say.label(seen, action),
                    "link": self.link(played=DOT.join(map(str, self.played[:number]))),
                }
            )
            match.play(action)
            play_forced(match)
        return told


def walk_on(start: Match, played: tuple[int, ...], query: Json) -> Walk:
    """Play choices from a start on; one that is not legal is refused by the rules' own words."""
    match = start.copy()
    play_forced(match)
    for action in played:
        match.play(action)
        play_forced(match)
    return Walk(start, match, played, query)


def play_forced(match: Match) -> None:
    """Play what has no choice, up to the next decision."""
    while not match.over and len(match.legal) == 1:
        match.play(match.legal[0])


@router.get("/explorer/{game_id}")
async def explore(
    *,
    request: Request,
    house: HouseHere,
    game_id: GameId,
    players: Annotated[int | None, Query(ge=1, le=limits.MOST_SEATS)] = None,
    deal: Annotated[int, Query(ge=0, le=MOST_DEAL)] = 1,
    played: Annotated[str, Query(pattern=PLAYED, max_length=1500)] = "",
    level: Annotated[str, Query(pattern=LEVEL)] = "",
    board: Annotated[str, Query(max_length=40)] = "",
    table: Annotated[str, Query(pattern=f"^$|{limits.TABLE_ID}")] = "",
    step: Annotated[int, Query(ge=0, le=limits.MOST_STEPS)] = 0,
) -> Response:
    """Show a decision of a game: the table, and how often each action was played."""
    corpus, lang = await house.explorer.corpus(), language(request)
    registry.game(game_id)
    steps = tuple(int(number) for number in played.split(DOT) if number)
    query: Json = {"level": level, "board": board}
    room, missing = None, False
    if table:
        room = await house.rooms.get(table)
        await look_at_seal(house.store.database, room)
        check_open(room)
        start = _moment(room, game_id, step)
        query |= {"table": table, "step": step}
    else:
        set_up, missing = _chosen(corpus, game_id, players, request)
        start = matches.start(game_id, set_up.players, deal, **set_up.chosen)
        asked = {f"{OPTION}{name}": json.dumps(value) for name, value in set_up.chosen.items()}
        query |= {"players": set_up.players, "deal": deal, **asked}
    near = corpus.nearest(SetUp.of(start.game, start.players, start.options))
    if near is None:
        raise NotAllowed(NOTHING)
    walk = await asyncio.to_thread(walk_on, start, steps, query)
    found = await asyncio.to_thread(corpus.moves, walk.match, level or None, board=board or None)
    beside, own = await _of_house(house, walk.match, found, board or None)
    shown = await asyncio.to_thread(_shown, walk, found, beside, lang)
    chosen = _filters(corpus, near[0], lang) if room is None else None
    return page(
        *(request, "explore.html.jinja"),
        walk=walk,
        missing=missing,
        deal=deal,
        room=room,
        step=step,
        actual=_actual(walk, room),
        near=_told(start, near, corpus, lang),
        filters=chosen,
        boards=corpus.set_ups[near[0]].boards,
        board=board,
        level=level,
        house_games=own,
        **shown,
    )


@router.get("/t/{table_id}/explorer")
async def beside_the_table(
    request: Request,
    house: HouseHere,
    room: RoomHere,
    visitor: VisitorHere,
    seat: SeatChosen = None,
) -> Response:
    """Show whoever decides what was counted of such decisions, where the table allows it."""
    if not room.house_rules.explorer:
        raise NotAllowed(mark("this table does not allow the explorer"))
    mine, lang = sits(room, visitor, seat)[0], language(request)
    if mine is None or room.match.to_play != mine or room.pending is not None:
        raise NotAllowed(mark("what bots did is shown to whoever decides"))
    changed = room.match.components.model_dump(exclude_defaults=True)
    match, step = room.match.copy(), room.step
    found = near = None
    if not changed:
        corpus = await house.explorer.corpus()
        found = await asyncio.to_thread(corpus.moves, match)
    if found is not None:
        near = _told(match, (found.set_up, found.differs), corpus, lang)
    beside, own = await _of_house(house, match, found)
    rows = []
    if found is not None:
        rows = await asyncio.to_thread(explorer.told, match, found, beside, lang)
    if room.step != step:
        raise Stale(room.step)
    html = fill(
        *("part-panel.html.jinja", lang),
        rows=rows,
        found=found,
        near=near,
        even=100 / match.players,
        question=match.question(lang),
        house_games=own,
        said="" if found is None else words(lang)(explorer.LEVEL_HELP[found.level]),
    )
    return HTMLResponse(html)


async def _of_house(
    house: House, match: Match, found: Moves | None, board: str | None = None
) -> tuple[Moves | None, int]:
    """Return what was counted of the house's own games, and how many of this set-up there are."""
    if found is None:
        return None, 0
    own = house.own_games
    await own.look()
    set_up = SetUp.of(match.game, match.players, match.options)
    beside = own.corpus.look_up((set_up, ()), found.situation, found.level, board=board)
    return beside, own.games[set_up]


def _moment(room: Room, game_id: str, step: int) -> Match:
    """Return the table of a finished game before one of its steps."""
    if not room.over or room.closed is not None or room.game.id != game_id:
        raise NotAllowed(mark("only a game that is over, by the rules of now, can be explored"))
    if room.from_outside:  # the house itself plays nothing on that came from outside
        raise NotAllowed(mark("games with tables or positions of their own are not counted"))
    return room.match.back_to(min(step, len(room.match.actions)))


def _actual(walk: Walk, room: Room | None) -> int | None:
    """Return what was played at this moment of the game that is looked at."""
    done = len(walk.match.actions)
    if room is None or room.match.actions[:done] != walk.match.actions:
        return None
    return next(iter(room.match.actions[done : done + 1]), None)


def _chosen(
    corpus: Corpus, game_id: str, players: int | None, request: Request
) -> tuple[SetUp, bool]:
    """Return the set-up that the address asks for, or the nearest, and whether that is another."""
    known, game = corpus.of_game(game_id), registry.game(game_id)
    if not known:
        raise NotAllowed(NOTHING)
    counts = [each.players for each in known]
    seats = players if players in counts else known[0].players
    options: Json = {}
    for name in explorer.varied(known):
        text = request.query_params.get(f"{OPTION}{name}", "")
        values = {json.dumps(each.chosen[name]) for each in known if name in each.chosen}
        if text in values:
            options[name] = json.loads(text)
    try:
        wanted = SetUp.of(game, seats, game.read_options(options))
    except BadOption:  # no table can be set so
        wanted = SetUp(game_id, seats, json.dumps(options, sort_keys=True))
    near = corpus.nearest(wanted)
    assert near is not None  # some set-up has so many players
    return near[0], bool(near[1]) or players not in (None, seats)


def _filters(corpus: Corpus, shown: SetUp, lang: str) -> Json:
    known = corpus.of_game(shown.game)
    return {
        "players": sorted({each.players for each in known}),
        "chosen": shown.players,
        "options": explorer.filters(known, shown, lang),
    }


def _told(start: Match, near: tuple[SetUp, tuple[str, ...]], corpus: Corpus, lang: str) -> Json:
    """Say which games were counted, and in what they differ from the table."""
    set_up, differs = near
    titles = {field["name"]: field["title"] for field in option_fields(start.game, lang)}
    full = start.game.read_options(set_up.chosen).model_dump(mode="json")
    lines = dict(option_lines(start.game, full, lang))
    differing = [titles[name] for name in differs if name in titles]
    counts = corpus.set_ups[set_up]
    return {
        "games": counts.games,
        "bots": sorted({source.bot for source in counts.sources}),
        "old": any(each.rules_version != start.game.rules_version for each in counts.sources),
        "differs": [f"{title}: {lines[title]}" for title in differing],
    }


def _shown(walk: Walk, found: Moves | None, beside: Moves | None, lang: str) -> Json:
    """Return what the page shows of a decision: the table, the question and the rows."""
    match = walk.match
    seat = match.to_play
    svg = interactive(match.svg(seat, lang))
    rows = [] if found is None else explorer.told(match, found, beside, lang)
    return {
        "svg": Markup(svg),
        "seat": seat,
        "name": "" if seat is None else match.names(lang)[seat],
        "question": "" if seat is None else match.question(lang),
        "trail": walk.trail(lang),
        "rows": rows,
        "found": found,
        "even": 100 / match.players,
        "levels": [] if found is None else explorer.levels(found, lang),
        "said": "" if found is None else words(lang)(explorer.LEVEL_HELP[found.level]),
    }

"""The page of a table: drawn by the server from the same routes and the same views as the API."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse, RedirectResponse
from markupsafe import Markup

from horta.core.engine import engine
from horta.core.game import Json
from horta.server import picks, views
from horta.server.about import keeping
from horta.server.chart import chart
from horta.server.clocks.pace import Pace
from horta.server.desk import origins, uncertain, wrapped
from horta.server.help import firsts
from horta.server.i18n import words
from horta.server.keeping import UNDO
from horta.server.log_rows import log_rows
from horta.server.option_fields import option_lines
from horta.server.page import fill_all, keep_seats, language, page, renew_seats, safe_json
from horta.server.pieces import Piece, cut, join, size_of
from horta.server.ratings.told import rated_told
from horta.server.recent import recent
from horta.server.rematches import go_on
from horta.server.room import Room
from horta.server.tokens import Visitor
from horta.server.visits import (
    CallerHere,
    HouseHere,
    Language,
    RoomHere,
    SeatChosen,
    VisitorHere,
)

PARTS = ("question", "recent", "seats", "sheet", "log", "after")
"""The parts of the page beside the drawing."""
BUTTONS = 8
"""So many options all have buttons in the band; of more, those that lie nowhere on the table."""
NEWS = 12
"""How many of the last actions a page says aloud, if it has not told them yet."""
_TEMPLATES = [f"part-{name}.html.jinja" for name in PARTS]

router = APIRouter()


def sits(room: Room, visitor: Visitor, chosen: int | None) -> tuple[int | None, int | None]:
    """Return the seat that the screen shows, and the seat that a curtain waits for.

    Who holds one seat sees it. On a shared screen the seat that has to act comes into view by
    itself, unless hands are hidden: then a curtain falls, and nothing secret is sent, until the
    next player says that they are there (`chosen`).
    """
    held = visitor.seats(room)
    if not held:
        return None, None
    if len(held) == 1:
        return held[0], None
    to_act = room.to_act
    if room.over:
        return held[0], None
    if not views.hides_hands(room):
        return (to_act if to_act in held else held[0]), None
    if to_act in held and to_act != chosen:
        return None, to_act
    return (chosen if chosen in held else None), None


def state_key(
    room: Room, visitor: Visitor, seat: int | None, curtain: int | None, lang: str
) -> tuple[Any, ...]:
    """Return what tells one page of a table from another at the same step."""
    home, compiled = next(iter(visitor.seats(room)), None), engine(room.game).compiled
    return (seat, home, curtain, visitor.is_host(room), lang, compiled)


def state(room: Room, visitor: Visitor, chosen: int | None, lang: str) -> Json:
    """Return everything that a table's page shows now."""
    seat, curtain = sits(room, visitor, chosen)
    key = ("state", *state_key(room, visitor, seat, curtain, lang))
    if key not in room.drawn:
        pieces = state_pieces(room, visitor, chosen, lang)
        room.drawn[key] = join({name: piece.text for name, piece in pieces.items()})
    found: Json = room.drawn[key]
    return found


def make_state(
    room: Room, visitor: Visitor, seat: int | None, curtain: int | None, lang: str
) -> Json:
    """Put together what a page shows; `svg` is the drawing in regions."""
    home = next(iter(visitor.seats(room)), None)
    summary = views.summary(room, seat, lang)
    actions = views.actions(room, seat, lang)
    offered = picks.shown(room, seat, lang)
    log = views.log(room, seat, lang, since=needed(room, seat))
    drawn = views.regions(room, seat, lang)
    shared: dict[str, Any] = {
        "room": room,
        "table": summary,
        "actions": actions,
        "buttons": buttons(actions),
        "rows": log_rows(room, seat, log, lang),
        "sheet": views.sheet(room, seat, lang),
        "seat": seat,
        "home": home,
        "curtain": curtain,
        "is_host": visitor.is_host(room),
        "plays": bool(visitor.seats(room)),
        "forced": is_forced(room, actions),
        "chart": "",
        "recent": recent(room, seat, log, drawn),
    }
    if room.over:
        shared["chart"] = chart(views.scores_over_time(room), room.names(lang), words(lang))
    parts = dict(zip(PARTS, fill_all(_TEMPLATES, lang, **shared), strict=True))
    return {
        "step": room.step,
        "seat": seat,
        "home": home,
        "curtain": curtain,
        "mine": seat is not None and room.to_act == seat,
        "over": room.over,
        "names": room.names(lang),
        "forced": shared["forced"],
        "compiled": summary["compiled"],
        "title": page_title(room, summary, lang),
        "svg": [interactive(drawn[0]), *drawn[1:]],
        "parts": parts,
        "actions": actions,
        "picks": offered,
        "refused": picks.refused(offered, views.refused(room, seat, lang)),
        "rules": views.rules(room, seat, lang),
        "last": views.last_elements(room, seat, lang),
        "actor": room.acted[-1] if room.acted else None,
        "marks": shared["recent"]["marks"],
        "totals": shared["sheet"]["totals"],
        "news": [{"action": one["action"], "lines": one["lines"]} for one in log[-NEWS:]],
    }


def buttons(actions: list[Json]) -> list[Json]:
    """Return the options that have buttons in the band."""
    few = len(actions) <= BUTTONS
    return [one for one in actions if few or not one["target"]["element"]]


def needed(room: Room, seat: int | None) -> int:
    """Return from which action on a page looks at the log: what is not settled, and its news."""
    told = room.told[seat]
    first = max(0, min(views.settled(room, seat), len(told) - NEWS))
    if seat is None:  # the last action that told something is in the band
        first = min(first, next((k for k in range(len(told) - 1, 0, -1) if told[k]), 0))
    return first


def state_pieces(
    room: Room,
    visitor: Visitor,
    chosen: int | None,
    lang: str,
    before: Mapping[str, Piece] | None = None,
) -> Mapping[str, Piece]:
    """Return the same in pieces; see `pieces`."""
    seat, curtain = sits(room, visitor, chosen)
    key = ("pieces", *state_key(room, visitor, seat, curtain, lang))
    if key not in room.drawn:
        made = cut(make_state(room, visitor, seat, curtain, lang), before)
        room.drawn.keep(key, made, size_of(made))
    found: Mapping[str, Piece] = room.drawn[key]
    return found


def is_forced(room: Room, actions: list[Json]) -> bool:
    """Tell whether a page plays the next step by itself: the only one, and not just taken back."""
    return (
        room.plays_itself
        and len(actions) == 1
        and not (room.entries and room.entries[-1].text == UNDO)
    )


def interactive(svg: str) -> str:
    """Return a drawing as a group of things instead of one image, so that they can be reached."""
    return svg.replace('role="img"', 'role="group"', 1)


def page_title(room: Room, summary: Json, lang: str) -> str:
    """Return the title of the tab: it tells whose turn it is."""
    say = words(lang)
    if room.over:
        return say("{game}: over", game=room.game.title)
    if summary["seat"] is not None and summary["seat"] == room.to_act:
        return say("Your turn: {game}", game=room.game.title)
    return str(room.game.title)


@router.get("/t/{table_id}")
async def show_table(
    request: Request,
    house: HouseHere,
    room: RoomHere,
    visitor: VisitorHere,
    seat: SeatChosen = None,
) -> Response:
    """Show a table."""
    lang = language(request)
    shown = state(room, visitor, seat, lang)
    data = {key: value for key, value in shown.items() if key not in ("svg", "parts")}
    pieces = state_pieces(room, visitor, seat, lang)
    say, told = words(lang), keeping(house.settings, lang)
    kept = [(say("Kept"), " ".join(told))] if told else []
    if rated := await rated_told(house, room, lang):
        kept = [(say("Rated"), rated), *kept]
    answer = page(
        request,
        "table.html.jinja",
        room=room,
        bell=house.bell if visitor.seats(room) else "",
        state={**shown, "parts": {name: Markup(html) for name, html in shown["parts"].items()}},
        svg=Markup(shown["svg"]),
        data=safe_json(
            {
                **data,
                "lang": lang,
                "pass": house.tokens.watching(room, visitor),
                "words": client_words(lang),
                "firsts": firsts(room, shown["seat"], lang),
                "pieces": {
                    name: [piece.tag, piece.text.count("\n") + 1] for name, piece in pieces.items()
                },
            }
        ),
        is_host=visitor.is_host(room),
        chat=house.chat is not None and has_company(room, visitor),
        shows_presence=house.presence is not None and has_company(room, visitor),
        plans=room.to_act is not None and bool(visitor.seats(room)) and has_company(room, visitor),
        options=[*table_options(room, lang), *kept],
        sources=table_sources(room, lang),
        unrated=bool(rated) and (bool(room.unrated) or not room.house_rules.rated),
    )
    renew_seats(request, answer, house, room)
    return answer


def has_company(room: Room, visitor: Visitor) -> bool:
    """Tell whether a visitor plays or hosts here, and several persons at screens of their own."""
    persons = sum(not seat.bot for seat in room.seats)
    apart = persons > 1 and not room.house_rules.together
    return apart and (bool(visitor.seats(room)) or visitor.is_host(room))


def table_sources(room: Room, lang: str) -> Json:
    """Say in one line where a table's data comes from, with the list behind it."""
    changed = room.match.components.model_dump(mode="json", exclude_defaults=True)
    return {
        "line": uncertain(room.game, lang, changed),
        "list": origins(room.game, lang, changed),
        "link": f"/desk/{room.game.id}" + (f"?tables={wrapped(changed)}" if changed else ""),
    }


def table_options(room: Room, lang: str) -> list[tuple[str, str]]:
    """Say by which options and house rules a table plays, for everybody at it."""
    say = words(lang)
    ends = say("yes") if room.house_rules.confirm else say("no")
    chosen = option_lines(room.game, room.options, lang)
    looks = say("yes") if room.house_rules.explorer else say("no")
    told = [*chosen, (say("End turns yourself"), ends), (say("Explorer allowed"), looks)]
    if room.house_rules.pace:
        pace = Pace.read(room.house_rules.pace)
        told.append((say("Pace"), f"{pace.told(lang)}. {pace.told_end(lang)}"))
    return told


def client_words(lang: str) -> dict[str, str]:
    """Return the words that the page's script says itself."""
    say = words(lang)
    return {
        "pick": say("Pick up"),
        "turn": say("Turn"),
        "place": say("Place"),
        "back": say("Put back"),
        "lost": say("The connection is lost. Trying again…"),
        "offline": say("The connection is lost; try again in a moment."),
        "stale": say("The table has moved on; look again."),
        "confirm": say("Confirm"),
        "unpick": say("Not this: {choice}", choice="{choice}"),
        "apart": say("This does not go with what you have chosen; take something back first."),
        "points": say("{points} points now", points="{points}"),
        "nothing": say("no points now"),
        "moves": say("All moves as a list ({n})", n="{n}"),
        "beyond": say("Too many tables are open in this browser: this one does not follow."),
        "gone": say("This page no longer holds its seat; load it again."),
        "holding": say("In hand. Choose where it goes; R turns it, Escape puts it back."),
        "copied": say("Copied"),
        "rule": say("The rule"),
        "rules": say("Rules"),
        "help": say("What can I do here?"),
        "again": say("New things are explained once more."),
        "thinking": say("Thinking it over…"),
        "advice": say("Advice"),
        "win": say("{percent} % to win", percent="{percent}"),
        "lead": say("final lead {points}", points="{points}"),
        "close": say("Close"),
        "gain": say("{points} points", points="{points}"),
        "gain_brief": say("VP"),
        "alike": say("each:"),
        "gain_one": say("{points} point", points="{points}"),
        "more": say("{n} more options", n="{n}"),
        "fewer": say("Fewer options"),
        "forced": say("The only option: {choice}", choice="{choice}"),
        "fast": say("The compiled rules have taken over."),
        "turnNow": say("It is your turn."),
        "denied": say("This browser does not allow notifications here; you will hear a sound."),
    }


@router.get("/t/{table_id}/summary")
async def show_summary(request: Request, room: RoomHere, visitor: VisitorHere) -> Json:
    """Say where a table stands, for the list of a visitor's tables on the first page."""
    mine = visitor.seats(room)
    seat = room.to_act if room.to_act in mine else (mine[0] if mine else None)
    return views.summary(room, seat, language(request))


@router.get("/t/{table_id}/state")
async def show_state(
    request: Request,
    room: RoomHere,
    visitor: VisitorHere,
    seat: SeatChosen = None,
    lang: Language = "en",
) -> Response:
    """Return what the page shows, for a page that has to catch up."""
    return JSONResponse(state(room, visitor, seat, lang))


@router.post("/t/{table_id}/again")
async def play_again(
    request: Request, house: HouseHere, room: RoomHere, visitor: VisitorHere, caller: CallerHere
) -> Response:
    """Go on to the rematch with the same people."""
    made, tokens, host = await go_on(house, room, visitor, caller)
    answer = RedirectResponse(f"/t/{made.id}", 303)
    await keep_seats(request, answer, house, made, [*tokens.values(), *([host] if host else [])])
    return answer

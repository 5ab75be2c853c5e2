"""The pages: drawn by the server from the same routes and the same sight as the API."""

from __future__ import annotations

import functools
import io
import json
import random
import re
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Form, Query, Request, Response, UploadFile
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from pydantic import ValidationError

import horta
from horta.core import match as matches
from horta.core import registry
from horta.core.engine import engine
from horta.core.errors import BadTranscript, HortaError, UnknownGame
from horta.core.faults import first_problem
from horta.core.game import Game, Json
from horta.core.words import LANGUAGES, mark
from horta.server import forms, sight
from horta.server.api import (
    HouseHere,
    Language,
    RoomHere,
    SeatChosen,
    Teller,
    VisitorHere,
    check_host,
    check_seat,
    cookie_name,
    language_from,
    make_from_transcript,
    make_rematch,
    make_table,
    table_made,
    watch,
)
from horta.server.chart import chart
from horta.server.house import House
from horta.server.opponents import opponents
from horta.server.rooms import HOST, NotAllowed, Room
from horta.server.telling import PACKAGE, told, words
from horta.server.tokens import Visitor

YEAR = 365 * 24 * 3600
THEMES = ("auto", "light", "dark")
LANGUAGE_TITLES = {"en": "English", "fr": "Français", "de": "Deutsch"}

router = APIRouter()


@functools.cache
def environment() -> Environment:
    """Return the templates of the pages; everything they fill in is escaped."""
    made = Environment(
        loader=PackageLoader(PACKAGE, "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals.update(LANGUAGES=LANGUAGE_TITLES, THEMES=THEMES, version=horta.__version__)
    return made


def fill(template: str, lang: str, **values: Any) -> Markup:
    """Fill in a template in a language."""
    return Markup(environment().get_template(template).render(_=words(lang), lang=lang, **values))


def language(request: Request) -> str:
    """Return the visitor's language: chosen in the address, kept in a cookie, or the browser's."""
    chosen = request.query_params.get("lang") or request.cookies.get("horta-lang", "")
    if chosen in LANGUAGES:
        return chosen
    return language_from(request.headers.get("accept-language"))


def theme(request: Request) -> str:
    """Return the visitor's theme."""
    chosen = request.query_params.get("theme") or request.cookies.get("horta-theme", "")
    return chosen if chosen in THEMES else "auto"


def page(request: Request, template: str, status: int = 200, **values: Any) -> HTMLResponse:
    """Return a page; a language or theme chosen in the address is kept."""
    lang, look = language(request), theme(request)

    def here(**changes: str) -> str:
        kept = {k: v for k, v in request.query_params.items() if k not in ("lang", "theme")}
        return f"{request.url.path}?{urlencode({**kept, **changes})}"

    html = fill(template, lang, theme=look, here=here, **values)
    answer = HTMLResponse(html, status)
    for name, value in (("lang", lang), ("theme", look)):
        if name in request.query_params:
            answer.set_cookie(f"horta-{name}", value, max_age=YEAR, samesite="lax")
    return answer


def problem(request: Request, status: int, said: str) -> HTMLResponse:
    """Return a page that says what went wrong."""
    return page(request, "problem.html.jinja", status, number=status, said=said)


def keep_seats(request: Request, answer: Response, room: Room, tokens: list[str]) -> None:
    """Keep seats in the visitor's cookie for a table; it goes to this table's pages only."""
    held = [token for token in request.cookies.get(cookie_name(room.id), "").split("~") if token]
    answer.set_cookie(
        cookie_name(room.id),
        "~".join(dict.fromkeys([*held, *tokens])),
        max_age=YEAR,
        path=f"/t/{room.id}",
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )


# the first page


@router.get("/")
async def home(request: Request, house: HouseHere) -> Response:
    """Show the games: one click starts, another makes a table for friends."""
    shown = [
        {"game": game, "bots": opponents(game), "about": about(game, language(request))}
        for game in house.games
    ]
    return page(request, "home.html.jinja", shown=shown)


def about(game: Game, lang: str) -> str:
    """Say for how many people a game is."""
    few, many = game.min_players, game.max_players
    say = words(lang)
    if few == many:
        return say("{n} players", n=few)
    return say("{few} to {many} players", few=few, many=many)


@functools.cache
def picture(game_id: str, lang: str) -> str:
    """Draw a game's table in the middle of a game, for the first page."""
    game = registry.game(game_id)
    match = matches.start(game_id, game.min_players, seed=1893)
    choice = random.Random(12)
    steps = 0
    while not match.over and steps < 34:
        match.play(choice.choice(match.legal))
        steps += 1
    return match.svg(None, lang)


@router.get("/pictures/{game_id}.svg")
async def show_picture(request: Request, game_id: str) -> Response:
    """Show a game's picture."""
    registry.game(game_id)
    svg = picture(game_id, language(request))
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
    request: Request,
    house: HouseHere,
    game_id: str,
    bot: Annotated[str, Form(max_length=60)] = "",
) -> Response:
    """Start a table against bots at once."""
    game = registry.game(game_id)
    chosen = bot or opponents(game)[0].spec
    seats = [forms.SeatForm(bot=chosen) for _ in range(game.min_players)]
    mine = random.SystemRandom().randrange(len(seats))
    seats[mine] = forms.SeatForm()
    room = await make_table(house, forms.TableForm(game=game_id, seats=seats))
    await house.rooms.sit(room, mine, joined=True)
    answer = RedirectResponse(f"/t/{room.id}", 303)
    keep_seats(request, answer, room, [house.tokens.seat(room, mine), house.tokens.host(room)])
    return answer


@router.get("/new/{game_id}")
async def new_form(request: Request, game_id: str) -> Response:
    """Show the form for a table: who plays, and by which options."""
    return table_form(request, registry.game(game_id), {})


def table_form(
    request: Request, game: Game, given: Mapping[str, str], problem: HortaError | None = None
) -> Response:
    """Return the form for a table, as it was filled in, with what is wrong with it."""
    lang = language(request)
    return page(
        request,
        "new.html.jinja",
        200 if problem is None else 422,
        game=game,
        bots=opponents(game),
        options=option_fields(game, lang),
        given=defaultdict(str, given),
        said="" if problem is None else told(problem, lang),
        titles=game.telling.words(lang).seats(game.max_players),
    )


def option_fields(game: Game, lang: str = "en") -> list[Json]:
    """Return the options of a game that a form can offer: switches and short lists."""
    fields, told = [], game.telling.words(lang)
    seats = told.seats(game.max_players)
    for name, spec in game.options.model_json_schema().get("properties", {}).items():
        values: list[Any] = []
        if spec.get("type") == "boolean":
            values = [False, True]
        for part in [spec, *spec.get("anyOf", [])]:
            values += part.get("enum", [])
            if "const" in part:
                values.append(part["const"])
        if len(values) < 2:
            continue
        titles = {k: told.option(v) for k, v in spec.get("titles", {}).items()}
        if spec.get("of_seats"):
            titles |= {str(k): title for k, title in enumerate(seats)}
        fields.append(
            {
                "name": name,
                "title": told.option(spec.get("title", name)),
                "about": told.option(spec.get("description", "")),
                "boolean": spec.get("type") == "boolean",
                "values": [
                    (json.dumps(value), titles.get(str(value), str(value))) for value in values
                ],
                "default": json.dumps(spec.get("default")),
            }
        )
    return fields


@router.post("/new/{game_id}")
async def new_table(request: Request, house: HouseHere, game_id: str) -> Response:
    """Make the table that the form describes."""
    game = registry.game(game_id)
    given = {k: v for k, v in (await request.form()).items() if isinstance(v, str)}
    try:
        room = await make_table(house, read_form(game, given))
    except ValidationError as wrong:
        return table_form(request, game, given, first_problem(wrong))
    except HortaError as wrong:
        return table_form(request, game, given, wrong)
    persons = [k for k, seat in enumerate(room.seats) if not seat.bot]
    mine = persons if room.table.together else persons[:1]
    for seat in mine:
        await house.rooms.sit(room, seat, joined=True)
    to = f"/t/{room.id}" if len(mine) == len(persons) else f"/t/{room.id}/seats"
    answer = RedirectResponse(to, 303)
    tokens = [house.tokens.seat(room, seat) for seat in mine]
    keep_seats(request, answer, room, [*tokens, house.tokens.host(room)])
    return answer


def read_form(game: Game, given: Mapping[str, str]) -> forms.TableForm:
    """Read the form for a new table."""
    seats = []
    for k in range(game.max_players):
        who = given.get(f"who{k}", "")
        if who == "nobody" or (not who and k >= game.min_players):
            continue
        bot = who.removeprefix("bot:") if who.startswith("bot:") else ""
        name = forms.clean_name(given.get(f"name{k}", ""))[:40]
        seats.append(forms.SeatForm(name=name, bot=bot))
    options = {}
    for field in option_fields(game):
        value = given.get(f"option-{field['name']}")
        if value is not None and value in [one for one, _ in field["values"]]:
            options[field["name"]] = json.loads(value)
    return forms.TableForm(
        game=game.id,
        seats=seats,
        options=options,
        confirm="confirm" in given,
        together=given.get("where") == "together",
    )


@router.post("/upload")
async def upload(request: Request, house: HouseHere, transcript: UploadFile) -> Response:
    """Put up a transcript from a file."""
    try:
        read = json.loads((await transcript.read()).decode("utf-8"))
    except ValueError:
        raise BadTranscript(mark("the file is no transcript: it is not JSON")) from None
    if not isinstance(read, dict):
        raise BadTranscript(mark("the file is no transcript of Horta"))
    room = await make_from_transcript(house, forms.TranscriptForm(transcript=read))
    answer = RedirectResponse(f"/t/{room.id}", 303)
    tokens = [house.tokens.seat(room, seat) for seat in range(room.match.players)]
    keep_seats(request, answer, room, [*tokens, house.tokens.host(room)])
    return answer


# seats and links


@router.get("/t/{table_id}/seats")
async def show_seats(
    request: Request, house: HouseHere, room: RoomHere, visitor: VisitorHere
) -> Response:
    """Show the host a link and a QR code for every seat."""
    check_host(room, visitor)
    made = table_made(request, house, room)
    names = room.names(language(request))
    for one, seat, name in zip(made["seats"], room.seats, names, strict=True):
        one["name"] = name
        one["joined"] = seat.joined
        one["mine"] = one["seat"] in visitor.seats(room)
        one["code"] = qr_code(one["link"]) if one["link"] else ""
    return page(request, "seats.html.jinja", room=room, made=made, bots=opponents(room.game))


def qr_code(link: str) -> Markup:
    """Draw a link as a QR code."""
    import segno

    out = io.BytesIO()
    segno.make(link, error="m").save(
        out, kind="svg", xmldecl=False, svgns=True, border=2, omitsize=True, dark="#2B2118"
    )
    return Markup(out.getvalue().decode())


@router.post("/t/{table_id}/seats/{number}/revoke")
async def revoke(house: HouseHere, room: RoomHere, visitor: VisitorHere, number: int) -> Response:
    """Take a seat's link back and make another."""
    check_host(room, visitor)
    check_seat(room, number)
    epoch = room.seats[number].epoch + 1
    await house.rooms.sit(room, number, epoch=epoch, joined=False)
    return RedirectResponse(f"/t/{room.id}/seats", 303)


@router.post("/t/{table_id}/seats/{number}/sit")
async def sit_here(
    request: Request, house: HouseHere, room: RoomHere, visitor: VisitorHere, number: int
) -> Response:
    """Let the host sit on a seat at this screen too."""
    check_host(room, visitor)
    check_seat(room, number)
    await house.rooms.sit(room, number, joined=True)
    answer = RedirectResponse(f"/t/{room.id}", 303)
    keep_seats(request, answer, room, [house.tokens.seat(room, number)])
    return answer


@router.post("/t/{table_id}/seats/{number}/bot")
async def seat_bot(
    house: HouseHere,
    room: RoomHere,
    visitor: VisitorHere,
    number: int,
    bot: Annotated[str, Form(max_length=60)] = "",
) -> Response:
    """Give a seat to a bot, or back to a person."""
    check_host(room, visitor)
    check_seat(room, number)
    await house.rooms.sit(room, number, bot=bot, joined=False)
    return RedirectResponse(f"/t/{room.id}/seats", 303)


@router.get("/join/{token}")
async def join_form(request: Request, house: HouseHere, token: str) -> Response:
    """Show what the link of a seat leads to."""
    room, seat = await _read_link(house, token)
    return page(request, "join.html.jinja", room=room, seat=seat, token=token)


@router.post("/join/{token}")
async def join(
    request: Request,
    house: HouseHere,
    token: str,
    name: Annotated[str, Form(max_length=200)] = "",
) -> Response:
    """Sit down."""
    room, seat = await _read_link(house, token)
    chosen = forms.clean_name(name)[:40] or room.seats[seat].name
    await house.rooms.sit(room, seat, joined=True, name=chosen)
    answer = RedirectResponse(f"/t/{room.id}", 303)
    keep_seats(request, answer, room, [token])
    return answer


async def _read_link(house: House, token: str) -> tuple[Room, int]:
    claim = house.tokens.read(token)
    if claim is None or claim.seat == HOST:
        raise NotAllowed(mark("this link is not valid; ask the host of the table for a new one"))
    room = await house.rooms.get(claim.table)
    if claim.seat not in Visitor((claim,)).seats(room):
        raise NotAllowed(mark("this link was taken back; ask the host of the table for a new one"))
    return room, claim.seat


# the table


def sits(room: Room, visitor: Visitor, chosen: int | None) -> tuple[int | None, int | None]:
    """Return the seat that the screen shows, and the seat that a curtain waits for.

    Who holds one seat sees it. On a shared screen the seat that has to act comes into view by
    itself, unless hands are hidden: then a curtain falls, and nothing secret is sent, until the
    next player says that he is there (`chosen`).
    """
    held = visitor.seats(room)
    if not held:
        return None, None
    if len(held) == 1:
        return held[0], None
    to_act = room.to_act
    if room.over:
        return held[0], None
    if not sight.hides_hands(room):
        return (to_act if to_act in held else held[0]), None
    if to_act in held and to_act != chosen:
        return None, to_act
    return (chosen if chosen in held else None), None


def state(room: Room, visitor: Visitor, chosen: int | None, lang: str) -> Json:
    """Return everything that a table's page shows now."""
    seat, curtain = sits(room, visitor, chosen)
    key = ("state", seat, curtain, visitor.is_host(room), lang, engine(room.game).compiled)
    if key in room.drawn:
        found: Json = room.drawn[key]
        return found
    summary = sight.summary(room, seat, lang)
    actions = sight.actions(room, seat, lang)
    log = sight.log(room, seat, lang)
    shared: dict[str, Any] = {
        "room": room,
        "table": summary,
        "actions": actions,
        "log": log,
        "sheet": sight.sheet(room, lang),
        "seat": seat,
        "curtain": curtain,
        "is_host": visitor.is_host(room),
        "plays": bool(visitor.seats(room)),
        "chart": "",
    }
    if room.over:
        shared["chart"] = chart(sight.scores_over_time(room), room.names(lang), words(lang))
    parts = {
        name: fill(f"part-{name}.html.jinja", lang, **shared)
        for name in ("question", "seats", "sheet", "log", "after")
    }
    made: Json = {
        "step": room.step,
        "seat": seat,
        "curtain": curtain,
        "mine": seat is not None and room.to_act == seat,
        "over": room.over,
        "compiled": summary["compiled"],
        "title": page_title(room, summary, lang),
        "svg": interactive(sight.drawing(room, seat, lang)),
        "parts": parts,
        "actions": actions,
        "refused": sight.refused(room, seat, lang),
        "rules": sight.rules(room, seat, lang),
        "last": sight.last_elements(room, seat, lang),
        "actor": room.acted[-1] if room.acted else None,
        "totals": shared["sheet"]["totals"],
        "news": [{"action": one["action"], "lines": one["lines"]} for one in log[-12:]],
    }
    room.drawn[key] = made
    return made


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
    request: Request, room: RoomHere, visitor: VisitorHere, seat: int | None = None
) -> Response:
    """Show a table."""
    lang = language(request)
    shown = state(room, visitor, seat, lang)
    data = {key: value for key, value in shown.items() if key not in ("svg", "parts")}
    return page(
        request,
        "table.html.jinja",
        room=room,
        state=shown,
        svg=Markup(shown["svg"]),
        data=safe_json({**data, "lang": lang, "words": client_words(lang)}),
        is_host=visitor.is_host(room),
    )


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
        "points": say("{points} points now", points="{points}"),
        "nothing": say("no points now"),
        "moves": say("All moves as a list ({n})", n="{n}"),
        "gone": say("The host has taken this seat's link back."),
        "holding": say("In hand. Choose where it goes; R turns it, Escape puts it back."),
        "copied": say("Copied"),
        "rule": say("Rule {id}", id="{id}"),
        "thinking": say("Thinking it over…"),
        "advice": say("Advice"),
        "win": say("{percent} % to win", percent="{percent}"),
        "lead": say("lead at the end {points}", points="{points}"),
        "close": say("Close"),
        "fast": say("The compiled rules have taken over."),
    }


def safe_json(value: Any) -> Markup:
    """Return JSON that can stand inside a script element."""
    text = json.dumps(value, ensure_ascii=False)
    for sign in "<>&\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return Markup(text)


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


class _States(Teller):
    """Tells whole states, for pages."""

    def __init__(self, room: Room, visitor: Visitor, chosen: int | None, lang: str) -> None:
        self.room, self.visitor, self.chosen, self.lang = room, visitor, chosen, lang
        self.sent: Any = None

    def news(self) -> list[Json]:
        now = (self.room.step, self.room.revision)
        if now == self.sent:
            return []
        self.sent = now
        data = json.dumps(state(self.room, self.visitor, self.chosen, self.lang))
        return [{"event": "state", "id": f"{now[0]}-{now[1]}", "data": data}]


@router.get("/t/{table_id}/live")
async def live(
    house: HouseHere,
    room: RoomHere,
    visitor: VisitorHere,
    seat: SeatChosen = None,
    lang: Language = "en",
) -> Response:
    """Send the page anew whenever the table changes."""
    held = visitor.seats(room)
    watched = held[0] if len(held) == 1 else None
    return watch(house, room, visitor, watched, _States(room, visitor, seat, lang))


@router.post("/t/{table_id}/again")
async def play_again(
    request: Request, house: HouseHere, room: RoomHere, visitor: VisitorHere
) -> Response:
    """Go on to the rematch with the same seats."""
    held, is_host = visitor.seats(room), visitor.is_host(room)
    if not held and not is_host:
        raise NotAllowed(mark("only who played can ask for a rematch"))
    made = await make_rematch(house, room)
    answer = RedirectResponse(f"/t/{made.id}", 303)
    tokens = [house.tokens.seat(made, seat) for seat in held if not made.seats[seat].bot]
    for seat in held:
        await house.rooms.sit(made, seat, joined=True)
    keep_seats(request, answer, made, [*tokens, *([house.tokens.host(made)] if is_host else [])])
    return answer


@router.get("/t/{table_id}/replay")
async def show_replay(
    request: Request,
    room: RoomHere,
    visitor: VisitorHere,
    number: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
    view_from: Annotated[str, Query(alias="from", pattern="^(all|none|[0-9]{1,2})$")] = "all",
) -> Response:
    """Show a finished game again, step by step."""
    if not room.over:
        raise NotAllowed(mark("a game can be replayed when it is over"))
    lang = language(request)
    number = min(number, len(room.acted))
    chosen: int | str | None = "all"
    if view_from == "none":
        chosen = None
    elif view_from != "all":
        check_seat(room, int(view_from))
        chosen = int(view_from)
    frame = sight.frame(room, number, chosen, lang)
    return page(
        request,
        "replay.html.jinja",
        room=room,
        frame=frame,
        svg=Markup(interactive(frame["svg"])),
        data=safe_json(
            {"rules": frame["rules"], "last": frame["last"], "words": client_words(lang)}
        ),
        number=number,
        view_from=view_from,
        names=room.names(lang),
        chart=chart(sight.scores_over_time(room), room.names(lang), words(lang)),
    )


# the rules


@router.get("/rules/{game_id}")
async def show_rules(request: Request, game_id: str) -> Response:
    """Show our rule reference of a game."""
    game = registry.game(game_id)
    html = rules_html(game_id)
    if html is None:
        raise UnknownGame(mark("the rule reference is not installed"))
    return page(request, "rules.html.jinja", game=game, html=html)


@functools.cache
def rules_html(game_id: str) -> Markup | None:
    """Return the rule reference of a game, with an anchor at every rule's id."""
    from markdown_it import MarkdownIt

    home = Path(horta.__file__).parent
    for folder in (home / "rules", home.parents[1] / "docs" / "rules"):
        files = sorted(folder.glob(f"{game_id}*.md"))
        if files:
            text = "\n\n".join(file.read_text(encoding="utf-8") for file in files)
            html = MarkdownIt("commonmark", {"html": False}).enable("table").render(text)
            html = html.replace("<pre>", '<pre tabindex="0">').replace(
                "<table>", '<table tabindex="0">'
            )
            # Pictures of the documents are not installed with the house; the table is one itself.
            return Markup(_anchored(_PICTURE.sub("", html)))
    return None


_ANCHOR = re.compile(r"&lt;a id=&quot;([A-Za-z0-9-]+)&quot;&gt;&lt;/a&gt;")
_RULE = re.compile(r"<strong>([A-Z][A-Z0-9]*(?:-[A-Z0-9]+)?-[0-9]{2})</strong>")
_PICTURE = re.compile(r"<p><img [^>]*></p>\n?")
_HEADING = re.compile(r"<(h[2-4])>(.*?)</\1>")


def _anchored(html: str) -> str:
    """Make the anchors of a page work: those of its text, of its headings, and every rule's id.

    The text is rendered without its own HTML, so that no file can bring a script; of that HTML
    only the anchors come back.
    """
    seen: set[str] = set()

    def rule(found: re.Match[str]) -> str:
        name = found.group(1)
        if name in seen:
            return found.group(0)
        seen.add(name)
        return f'<strong id="{name}">{name}</strong>'

    def heading(found: re.Match[str]) -> str:
        tag, words = found.groups()
        plain = re.sub(r"<[^>]+>|&[a-z]+;", "", _ANCHOR.sub("", words)).lower()
        slug = first = re.sub(r"\s", "-", re.sub(r"[^\w\s-]", "", plain).strip())
        again = 0
        while slug in seen:
            again += 1
            slug = f"{first}-{again}"
        seen.add(slug)
        return f'<{tag} id="{slug}">{words}</{tag}>'

    html = _HEADING.sub(heading, html)
    return _ANCHOR.sub(r'<span id="\1"></span>', _RULE.sub(rule, html))

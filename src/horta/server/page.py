"""A page: the templates, and the visitor's language and theme."""

from __future__ import annotations

import contextlib
import functools
import json
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from fastapi import Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse
from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup

import horta
from horta.core.drawing import with_minus
from horta.core.i18n import LANGUAGES
from horta.core.parts import Parts
from horta.core.templates import Templates, context_of
from horta.server.addresses import is_foreign
from horta.server.callers import COOKIE, KEPT
from horta.server.database import StoreAway
from horta.server.house import House
from horta.server.i18n import PACKAGE, words
from horta.server.people.known import OPEN, THEMES, known_here, person_here
from horta.server.room import Room
from horta.server.static_files import files
from horta.server.tokens import Visitor
from horta.server.visits import cookie_name, language_from

YEAR = 365 * 24 * 3600
LANGUAGE_TITLES = {"en": "English", "fr": "Français", "de": "Deutsch"}


@functools.cache
def environment() -> Environment:
    """Return the templates of the pages; everything they fill in is escaped."""
    made = Templates(
        loader=PackageLoader(PACKAGE, "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        extensions=[Parts],
    )
    made.globals.update(LANGUAGES=LANGUAGE_TITLES, THEMES=THEMES, version=horta.__version__)
    made.globals["static"] = files().address
    made.filters["minus"] = with_minus
    return made


def fill(template: str, lang: str, **values: Any) -> Markup:
    """Fill in a template in a language."""
    return Markup(environment().get_template(template).render(_=words(lang), lang=lang, **values))


@functools.cache
def template_of(name: str) -> Template:
    """Return a template of the pages."""
    return environment().get_template(name)


def fill_all(templates: Sequence[str], lang: str, **values: Any) -> list[Markup]:
    """Fill in several templates from the same values; none of them may extend another."""
    made = [template_of(name) for name in templates]
    context = context_of(made[0], {"_": words(lang), "lang": lang, **values})
    return [Markup("".join(one.root_render_func(context))) for one in made]


def language(request: Request) -> str:
    """Return the visitor's language: chosen in the address, kept before, or the browser's."""
    person = person_here(request)
    kept = request.cookies.get("horta-lang", "") if person is None else person.lang
    chosen = request.query_params.get("lang") or kept
    if chosen in LANGUAGES:
        return chosen
    return language_from(request.headers.get("accept-language"))


def theme(request: Request) -> str:
    """Return the visitor's theme."""
    person = person_here(request)
    kept = request.cookies.get("horta-theme", "") if person is None else person.theme
    chosen = request.query_params.get("theme") or kept
    return chosen if chosen in THEMES else "auto"


def page(request: Request, template: str, status: int = 200, **values: Any) -> HTMLResponse:
    """Return a page; a language or theme chosen in the address is kept.

    By a link of another site it is chosen for this page alone.
    """
    lang, look = language(request), theme(request)

    def here(**changes: str) -> str:
        kept = {k: v for k, v in request.query_params.items() if k not in ("lang", "theme")}
        return f"{request.url.path}?{urlencode({**kept, **changes})}"

    state = request.app.state
    who: dict[str, Any] = {"installable": state.installable, "rooms": state.rooms}
    who["at"] = request.url.path
    who |= {"persons": request.scope.get(OPEN, False), "person": person_here(request)}
    html = fill(template, lang, theme=look, here=here, **who, **values)
    answer = HTMLResponse(html, status)
    own = not is_foreign(dict(request.headers.raw))
    for name, value in (("lang", lang), ("theme", look)):
        if own and name in request.query_params:
            answer.set_cookie(f"horta-{name}", value, max_age=YEAR, samesite="lax")
    return answer


def problem_page(request: Request, status: int, said: str) -> HTMLResponse:
    """Return a page that says what went wrong."""
    return page(request, "problem.html.jinja", status, number=status, said=said)


async def keep_seats(
    request: Request, answer: Response, house: House, room: Room, tokens: list[str]
) -> None:
    """Keep seats: with the person, or in the visitor's cookie, which goes to this table only."""
    known = known_here(request)
    if known is not None and house.people is not None:
        claims = [claim for token in tokens if (claim := house.tokens.read(token)) is not None]
        with contextlib.suppress(StoreAway):  # the cookie holds them, then
            await house.people.holdings.hold(known.person.id, claims)
            return
    held = []
    for token in request.cookies.get(cookie_name(room.id), "").split("~"):
        claim = house.tokens.read(token)
        holder = Visitor(() if claim is None else (claim,))
        if holder.seats(room) or holder.is_host(room):  # what opens nothing any more is left out
            held.append(house.tokens.renewed(token))
    _set_seats(request, answer, room, [*held, *tokens])


def renew_seats(request: Request, answer: Response, house: House, room: Room) -> None:
    """Sign the seats in a visitor's cookie anew, if the key of the house has changed."""
    held = request.cookies.get(cookie_name(room.id), "").split("~")
    renewed = [house.tokens.renewed(token) for token in held]
    if renewed != held:
        _set_seats(request, answer, room, renewed)


def _set_seats(request: Request, answer: Response, room: Room, tokens: list[str]) -> None:
    answer.set_cookie(
        cookie_name(room.id),
        "~".join(dict.fromkeys(tokens)),
        max_age=YEAR,
        path=f"/t/{room.id}",
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )


async def hand_over(
    request: Request, house: House, room: Room, to: str = "", seats: Sequence[int] | None = None
) -> RedirectResponse:
    """Lead to a table, or a page of it, with some or all of its seats and the host's rights."""
    answer = RedirectResponse(f"/t/{room.id}{to}", 303)
    mine = range(room.match.players) if seats is None else seats
    tokens = [house.tokens.seat(room, seat) for seat in mine]
    await keep_seats(request, answer, house, room, [*tokens, house.tokens.host(room)])
    return answer


def know_again(request: Request, house: House, answer: Response) -> Response:
    """Give a browser that has none a number, so that it has a share of its own; see `callers`."""
    if not house.callers.knows(request.cookies.get(COOKIE, "")):
        answer.set_cookie(
            COOKIE,
            house.callers.renewed(request.cookies.get(COOKIE, "")),
            max_age=KEPT,
            httponly=True,
            samesite="lax",
            secure=request.url.scheme == "https",
        )
    return answer


def safe_json(value: Any) -> Markup:
    """Return JSON that can stand inside a script element."""
    text = json.dumps(value, ensure_ascii=False)
    for sign in "<>&\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return Markup(text)

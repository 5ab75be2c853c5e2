"""The pages of messages: what a person chooses, a guest's bell, the worker, and the way out."""

from __future__ import annotations

import secrets
from typing import Annotated

from fastapi import APIRouter, Form, Path, Request, Response
from fastapi.responses import JSONResponse, RedirectResponse

from horta.core import limits
from horta.core.errors import HortaError
from horta.core.game import Json
from horta.core.i18n import mark
from horta.server.callers import where
from horta.server.house import House
from horta.server.i18n import words
from horta.server.messages.choices import Choices, told_time
from horta.server.messages.keeper import Messages
from horta.server.messages.outside import LONGEST_URL, read_url
from horta.server.messages.push import LONGEST_ANSWER, BadBrowser, Place
from horta.server.messages.rows import BrowserRow, HookRow
from horta.server.messages.ways import HOOK, MAIL, PUSH, Hook
from horta.server.page import language, page
from horta.server.people.devices import device_title
from horta.server.people.known import Known, known_here, must_be_known
from horta.server.room import NotAllowed
from horta.server.static_files import FOLDER, files
from horta.server.tokens import Claim
from horta.server.visits import CallerHere, HouseHere, RoomHere, VisitorHere

router = APIRouter()
guests = APIRouter()
"""What is there for guests as well."""

WORKER = "sw.js"
ICONS = ((192, "any"), (512, "any"), (512, "maskable"))
NOT_TAKEN = mark("nobody takes messages at this address; nothing was kept")
NO_LINK = mark("this link stops nothing; it is incomplete, or of another house")

Answer = Annotated[str, Form(max_length=LONGEST_ANSWER)]
Id = Annotated[str, Path(pattern=limits.TABLE_ID)]
Short = Annotated[str, Form(max_length=100)]


def messages_of(house: House) -> Messages:
    """Return the messages of a house that sends some."""
    assert house.messages is not None  # there are no such routes otherwise
    return house.messages


def to_choices() -> Response:
    """Lead back to what a person has chosen."""
    return RedirectResponse("/you#turns", 303)


async def shown(house: House, known: Known) -> Json | None:
    """Return what the page of a person shows of messages; None where there are none."""
    if house.messages is None:
        return None
    ways, person = house.messages.ways, known.person
    choices, signer = await ways.choices(person.id), house.messages.senders.signer
    browsers = await ways.browsers(person.id)
    return {
        "fresh": choices == Choices(),
        "mail": choices.mail,
        "digest_at": told_time(choices.digest_at),
        "quiet_from": told_time(choices.quiet_from) if _has_quiet(choices) else "",
        "quiet_until": told_time(choices.quiet_until) if _has_quiet(choices) else "",
        "zone": choices.zone,
        "key": "" if signer is None else signer.public,
        "browsers": browsers,
        "here": [one.id for one in browsers if one.session == known.device.digest],
        "hooks": await ways.hooks(person.id),
    }


def _has_quiet(choices: Choices) -> bool:
    return choices.quiet_from != choices.quiet_until


# what a person chooses


@router.post("/you/messages")
async def choose(
    request: Request,
    house: HouseHere,
    *,
    mail: Short = "",
    digest_at: Short = "08:00",
    quiet_from: Short = "",
    quiet_until: Short = "",
    zone: Short = "UTC",
) -> Response:
    """Keep how a person wants to hear of turns."""
    person = must_be_known(request).person
    chosen = Choices.read(
        mail=mail, digest_at=digest_at, quiet=(quiet_from, quiet_until), zone=zone
    )
    await messages_of(house).ways.choose(person.id, chosen)
    return to_choices()


@router.post("/you/messages/browsers")
async def add_browser(request: Request, house: HouseHere, answer: Answer) -> Response:
    """Let this browser take the messages of the person."""
    known = must_be_known(request)
    await subscribe(request, house, Place.read(answer), known)
    return JSONResponse({"to": "/you#turns"})


@router.post("/you/messages/browsers/{browser}/remove")
async def remove_browser(request: Request, house: HouseHere, browser: Id) -> Response:
    """Let a browser of the person take no more messages."""
    person = must_be_known(request).person
    await messages_of(house).ways.unsubscribe(
        BrowserRow.id == browser, BrowserRow.person == person.id
    )
    return to_choices()


@router.post("/you/messages/hooks")
async def add_hook(
    request: Request,
    house: HouseHere,
    caller: CallerHere,
    url: Annotated[str, Form(max_length=LONGEST_URL)],
) -> Response:
    """Let a chat room hear of the person's turns; it is greeted, so that a wrong address shows."""
    messages, person = messages_of(house), must_be_known(request).person
    assert house.people is not None  # somebody is known
    house.people.asks.check(where(caller))
    hook = Hook(secrets.token_urlsafe(9), person.id, read_url(url).geturl(), house.people.clock())
    await messages.ways.add_hook(hook)
    taken = False
    try:
        taken = await messages.senders.greet(hook, person, language(request))
    finally:
        if not taken:
            await messages.ways.remove_hook(HookRow.id == hook.id)
    if not taken:
        raise HortaError(NOT_TAKEN)
    return to_choices()


@router.post("/you/messages/hooks/{hook}/remove")
async def remove_hook(request: Request, house: HouseHere, hook: Id) -> Response:
    """Let a chat room hear no more of the person."""
    person = must_be_known(request).person
    await messages_of(house).ways.remove_hook(HookRow.id == hook, HookRow.person == person.id)
    return to_choices()


# a browser


async def subscribe(
    request: Request, house: House, place: Place, known: Known | None, *seats: Claim
) -> None:
    """Let a browser take messages, if the house sends any to browsers."""
    messages = messages_of(house)
    if messages.senders.signer is None:
        raise BadBrowser
    await messages.ways.subscribe(
        place,
        device_title(request.headers.get("user-agent", "")),
        language(request),
        device=None if known is None else known.device,
        seats=seats,
    )


@guests.post("/t/{table_id}/bell")
async def ring(
    request: Request, house: HouseHere, room: RoomHere, visitor: VisitorHere, answer: Answer
) -> Response:
    """Let this browser hear of the turns of the seats that it holds, also when it is closed."""
    held, known = visitor.seats(room), known_here(request)
    if not held:
        raise NotAllowed(mark("a spectator cannot play; open the link of a seat"))
    seats = [Claim(room.id, seat, room.seats[seat].epoch) for seat in held]
    await subscribe(request, house, Place.read(answer), known, *(() if known else seats))
    return Response(status_code=204)


@guests.post("/bell/off")
async def fall_silent(house: HouseHere, answer: Answer) -> Response:
    """Send nothing more to a browser; only it knows where its messages go."""
    place = Place.read(answer)
    await messages_of(house).ways.unsubscribe(
        BrowserRow.digest == place.digest, BrowserRow.auth == place.auth
    )
    return Response(status_code=204)


@guests.post("/bell/moved")
async def move_on(house: HouseHere, old: Answer, new: Answer) -> Response:
    """Let a browser move on to another place; only it knows the old one."""
    if not await messages_of(house).ways.renew(Place.read(old), Place.read(new)):
        raise BadBrowser
    return Response(status_code=204)


# the worker and the app


@guests.get(f"/{WORKER}")
async def worker() -> Response:
    """Hand out the service worker, which stands at the top so that it may serve every page."""
    text = (FOLDER / WORKER).read_bytes()
    return Response(text, media_type="text/javascript", headers={"cache-control": "no-cache"})


@guests.get("/manifest.webmanifest")
async def manifest(request: Request) -> Response:
    """Say how the house looks as an app."""
    lang = language(request)
    told = {
        "name": "Horta",
        "short_name": "Horta",
        "description": words(lang)("Belle Époque board games, at a table of your own."),
        "lang": lang,
        "id": "/",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#F4EBD9",
        "theme_color": "#2F6B5B",
        "icons": [
            {
                "src": files().address(f"icon-{purpose}-{size}.png"),
                "sizes": f"{size}x{size}",
                "type": "image/png",
                "purpose": purpose,
            }
            for size, purpose in ICONS
        ],
    }
    return JSONResponse(told, media_type="application/manifest+json")


# the way out


@guests.get("/stop/{token}")
async def ask_to_stop(request: Request, house: HouseHere, token: str) -> Response:
    """Show what a link stops; nothing happens yet: programs look at links, too."""
    found = messages_of(house).senders.stops.read(token)
    if found is None:
        raise NotAllowed(NO_LINK)
    return page(request, "stop.html.jinja", way=found[0], token=token, done=False)


@guests.post("/stop/{token}")
async def stop(request: Request, house: HouseHere, token: str) -> Response:
    """Stop what a link stops. Mail programs and browsers ask for it by themselves (RFC 8058)."""
    messages = messages_of(house)
    found = messages.senders.stops.read(token)
    if found is None:
        raise NotAllowed(NO_LINK)
    way, target = found
    if way == MAIL:
        await messages.ways.stop_mail(target)
    elif way == PUSH:
        await messages.ways.unsubscribe(BrowserRow.id == target)
    elif way == HOOK:
        await messages.ways.remove_hook(HookRow.id == target)
    return page(request, "stop.html.jinja", way=way, token=token, done=True)

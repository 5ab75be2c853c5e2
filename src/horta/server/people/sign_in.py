"""Signing in: by a passkey, by a link in a mail, or by a code from another device.

What is answered never tells whether a mail address is known: a letter goes out in either case, and
only who has it learns what it leads to.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import JSONResponse, RedirectResponse

from horta.core import limits
from horta.core.errors import HortaError
from horta.core.game import Json
from horta.core.i18n import mark
from horta.server.callers import where
from horta.server.house import House
from horta.server.i18n import words
from horta.server.page import language, page, theme
from horta.server.people import notices
from horta.server.people.devices import device_title
from horta.server.people.errors import BadMail
from horta.server.people.house import People
from horta.server.people.known import COOKIE, known_here, must_be_known, person_here
from horta.server.people.mail import LONGEST_ADDRESS, Mailer, read_address
from horta.server.people.passkeys import LONGEST_ANSWER, Site
from horta.server.people.store import SESSION_SECONDS, Person
from horta.server.people.tickets import ADDRESS, CODE, LINK, read_code
from horta.server.room import NotAllowed
from horta.server.visits import CallerHere, HouseHere

router = APIRouter()

NOT_GOOD = mark("this link is no longer valid; ask for a new one")
WRONG_CODE = mark("this code is not valid, or no longer; ask your other device for a new one")

Name = Annotated[str, Form(max_length=limits.LONGEST_TEXT)]
Answer = Annotated[str, Form(max_length=LONGEST_ANSWER)]


def people_of(house: House) -> People:
    """Return the persons of a house that keeps some."""
    assert house.people is not None  # there are no such routes otherwise
    return house.people


def site_of(request: Request) -> Site:
    """Return where the browser is."""
    return Site(str(request.base_url).rstrip("/"))


def read_own_name(given: str) -> str:
    """Return the name of a person; there must be one."""
    name = limits.read_name(given)
    if not name:
        raise HortaError(mark("a name is needed; others see it at the table"))
    return name


async def welcome(request: Request, people: People, person: Person, answer: Response) -> Response:
    """Sign this device in; whoever was signed in here before is signed out."""
    before = known_here(request)
    if before is not None:
        await people.persons.sign_out(before.person.id, before.device.digest)
    title = device_title(request.headers.get("user-agent", ""))
    answer.set_cookie(
        COOKIE,
        await people.persons.sign_in(person.id, title),
        max_age=int(SESSION_SECONDS),
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )
    return answer


# passkeys


@router.post("/you/passkeys/new")
async def ask_new(request: Request, house: HouseHere, caller: CallerHere, name: Name = "") -> Json:
    """Ask the browser for a new passkey: of the person, or of one who is new as well."""
    people, person = people_of(house), person_here(request)
    people.asks.check(where(caller))
    own = read_own_name(name) if person is None else person.name
    return await people.passkeys.ask_new(
        site_of(request), own, None if person is None else person.id
    )


@router.post("/you/passkeys/made")
async def made_new(request: Request, house: HouseHere, answer: Answer) -> Response:
    """Keep a passkey; with the first one begins a person."""
    people, known = people_of(house), known_here(request)
    ticket, passkey = await people.passkeys.check_new(site_of(request), answer)
    if ticket.person != (known and known.person.id):
        raise NotAllowed(mark("somebody else is signed in here by now; load the page again"))
    title = device_title(request.headers.get("user-agent", ""))
    done = JSONResponse({"to": "/you"})
    if known is not None:
        await people.passkeys.add(replace(passkey, person=known.person.id, title=title))
        (await notices.hearers(house, known)).tell(house, notices.PASSKEY)
        return done
    person = await people.persons.create(
        str(ticket.body["name"]), language(request), theme(request)
    )
    try:
        await people.passkeys.add(replace(passkey, person=person.id, title=title))
    except HortaError:
        await people.persons.remove(person.id)
        raise
    return await welcome(request, people, person, done)


@router.post("/you/sign-in/ask")
async def ask(request: Request, house: HouseHere, caller: CallerHere) -> Json:
    """Ask the browser for a passkey of this house."""
    people = people_of(house)
    people.asks.check(where(caller))
    return await people.passkeys.ask(site_of(request))


@router.post("/you/sign-in/answer")
async def answered(request: Request, house: HouseHere, answer: Answer) -> Response:
    """Sign in by a passkey."""
    people = people_of(house)
    passkey = await people.passkeys.check(site_of(request), answer)
    person = await people.persons.find(passkey.person)
    assert person is not None  # a passkey goes with its person
    return await welcome(request, people, person, JSONResponse({"to": "/you"}))


# links by mail


@router.post("/you/mail")
async def send_link(
    request: Request,
    house: HouseHere,
    caller: CallerHere,
    mail: Annotated[str, Form(max_length=LONGEST_ADDRESS)],
) -> Response:
    """Send a link: to a guest one that signs in, to a person one that proves the address."""
    people, person = people_of(house), person_here(request)
    if people.mailer is None:
        raise BadMail(mark("this house sends no mails"))
    to = read_address(mail)
    people.mails.check(where(caller))
    known = await people.persons.by_mail(to) is not None
    # Nobody's letter box is filled from here.
    if (people.letters if known else people.first_letters).allows(to):
        await post_link(request, house, people.mailer, to, person)
    return page(request, "you-sent.html.jinja", mail=to)


async def post_link(
    request: Request, house: House, mailer: Mailer, to: str, person: Person | None
) -> None:
    """Write the letter and send it."""
    people, say = people_of(house), words(language(request))
    kind = LINK if person is None else ADDRESS
    ticket = await people.tickets.give(kind, None if person is None else person.id, mail=to)
    base = house.settings.address.rstrip("/")
    asked = (
        say("Somebody wants to sign in at {house} with this address.", house=base)
        if person is None
        else say("Somebody wants to use this address for signing in at {house}.", house=base)
    )
    once = say("The link works once, and for 15 minutes. If it was not you, do nothing.")
    link = f"{base}/you/{kind}/{ticket}"
    mailer.send(to, say("Your link to Horta"), f"{asked}\n\n{link}\n\n{once}\n")


@router.get("/you/link/{ticket}")
async def show_link(request: Request, house: HouseHere, ticket: str) -> Response:
    """Show what a link in a mail leads to; nothing happens yet: programs look at links, too."""
    people = people_of(house)
    found = await people.tickets.look(LINK, ticket)
    if found is None:
        raise NotAllowed(NOT_GOOD)
    mail = str(found.body["mail"])
    person = await people.persons.by_mail(mail)
    return page(request, "you-link.html.jinja", ticket=ticket, mail=mail, whose=person)


@router.post("/you/link/{ticket}")
async def use_link(request: Request, house: HouseHere, ticket: str, name: Name = "") -> Response:
    """Sign in by a link, which is used up; a new person has to give a name."""
    people = people_of(house)
    found = await people.tickets.look(LINK, ticket)
    if found is None:
        raise NotAllowed(NOT_GOOD)
    mail = str(found.body["mail"])
    person = await people.persons.by_mail(mail)
    own = read_own_name(name) if person is None else ""
    if await people.tickets.take(LINK, ticket) is None:
        raise NotAllowed(NOT_GOOD)
    if person is None:
        person = await people.persons.create(own, language(request), theme(request), mail)
    return await welcome(request, people, person, RedirectResponse("/you", 303))


@router.get("/you/address/{ticket}")
async def show_address(request: Request, house: HouseHere, ticket: str) -> Response:
    """Show the address that a link in a mail proves."""
    known, found = must_be_known(request), await people_of(house).tickets.look(ADDRESS, ticket)
    if found is None or found.person != known.person.id:
        raise NotAllowed(NOT_GOOD)
    mail = str(found.body["mail"])
    return page(request, "you-address.html.jinja", ticket=ticket, mail=mail)


@router.post("/you/address/{ticket}")
async def use_address(request: Request, house: HouseHere, ticket: str) -> Response:
    """Keep an address: whoever reads its mails may sign in."""
    people, known = people_of(house), must_be_known(request)
    found = await people.tickets.look(ADDRESS, ticket)
    if found is None or found.person != known.person.id:
        raise NotAllowed(NOT_GOOD)
    if await people.tickets.take(ADDRESS, ticket) is None:
        raise NotAllowed(NOT_GOOD)
    mail = str(found.body["mail"])
    told = await notices.hearers(house, known)
    await people.persons.change(known.person.id, mail=mail)
    if mail != known.person.mail:
        told.tell(house, notices.MAIL)
    return RedirectResponse("/you", 303)


# codes


@router.post("/you/code/use")
async def use_code(
    request: Request,
    house: HouseHere,
    caller: CallerHere,
    code: Annotated[str, Form(max_length=100)],
) -> Response:
    """Sign in by the code that another device shows."""
    people = people_of(house)
    with people.codes.trying(where(caller)):
        taken = await people.tickets.take(CODE, read_code(code))
        person = taken and taken.person and await people.persons.find(taken.person)
        if not person:
            raise NotAllowed(WRONG_CODE)
    return await welcome(request, people, person, RedirectResponse("/you", 303))

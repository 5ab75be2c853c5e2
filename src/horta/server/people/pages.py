"""The page of a person: name and look, ways to sign in, devices, and everything to take along."""

from __future__ import annotations

import time
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response
from fastapi.responses import RedirectResponse, StreamingResponse

from horta.core import limits
from horta.core.i18n import mark
from horta.server.about import keeping_persons
from horta.server.chat.talk import own_up
from horta.server.house import House
from horta.server.invitations import base_link
from horta.server.messages.pages import shown as shown_turns
from horta.server.page import page
from horta.server.people import leaving, notices
from horta.server.people.holdings import STUDY
from horta.server.people.known import COOKIE, Known, known_here, must_be_known
from horta.server.people.sign_in import Name, people_of, read_own_name
from horta.server.people.tickets import CODE, CODE_LENGTH
from horta.server.room import HOST, NotAllowed
from horta.server.seat_pages import qr_code
from horta.server.study_pages import StudyId, key_name
from horta.server.tokens import Claim, Visitor
from horta.server.visits import HouseHere, RoomHere, claims_in_cookie, cookie_name

router = APIRouter()

ONLY_WAY = mark("this is your only way to sign in; add another first")

Digest = Annotated[str, Path(pattern="^[0-9a-f]{64}$")]
KeyId = Annotated[str, Path(pattern=limits.TABLE_ID)]


def to_you() -> Response:
    """Lead back to the person's page."""
    return RedirectResponse("/you", 303)


@router.get("/you")
async def show_you(request: Request, house: HouseHere) -> Response:
    """Show a guest how to keep a person, and a person what is kept."""
    known = known_here(request)
    if known is None:
        mails = people_of(house).mailer is not None
        return page(request, "you-guest.html.jinja", mails=mails)
    return await person_page(request, house, known)


async def person_page(request: Request, house: House, known: Known, code: str = "") -> Response:
    """Show what is kept of a person."""
    people, person = people_of(house), known.person
    half = CODE_LENGTH // 2
    shown = f"{code[:half]}-{code[half:]}" if code else ""
    link = f"{base_link(request, house.settings)}/you#code={shown}"
    return page(
        request,
        "you.html.jinja",
        device=known.device,
        devices=await people.persons.devices(person.id),
        passkeys=await people.passkeys.all_of(person.id),
        mails=people.mailer is not None,
        code=shown,
        code_link=qr_code(link) if code else "",
        held=await people.holdings.things(person.id),
        invitations=await people.invites.of(person.id),
        titles={game.id: game.title for game in house.games},
        turns=await shown_turns(house, known),
        keeping=keeping_persons(house.settings, person.lang),
        day=day,
    )


def day(seconds: float) -> str:
    """Return a day as it stands in HTML; the page's script says it in the reader's language."""
    return time.strftime("%Y-%m-%dT%H:%MZ", time.gmtime(seconds))


# what is kept


@router.post("/you/name")
async def change_name(request: Request, house: HouseHere, name: Name = "") -> Response:
    """Change the name; tables where the person sits keep the one of then."""
    known = must_be_known(request)
    await people_of(house).persons.change(known.person.id, name=read_own_name(name))
    return to_you()


@router.post("/you/code")
async def show_code(request: Request, house: HouseHere) -> Response:
    """Show a code for another device."""
    known = must_be_known(request)
    code = await people_of(house).tickets.give(CODE, known.person.id)
    return await person_page(request, house, known, code)


@router.post("/you/passkeys/{passkey}/remove")
async def remove_passkey(request: Request, house: HouseHere, passkey: KeyId) -> Response:
    """Forget a passkey, unless nothing else opens the door."""
    people, person = people_of(house), must_be_known(request).person
    others = [one for one in await people.passkeys.all_of(person.id) if one.id != passkey]
    if not others and not (person.mail and people.mailer):
        raise NotAllowed(ONLY_WAY)
    await people.passkeys.remove(person.id, passkey)
    return to_you()


@router.post("/you/mail/remove")
async def remove_mail(request: Request, house: HouseHere) -> Response:
    """Forget the mail address, unless nothing else opens the door."""
    people, known = people_of(house), must_be_known(request)
    person = known.person
    if not await people.passkeys.all_of(person.id):
        raise NotAllowed(ONLY_WAY)
    told = await notices.hearers(house, known)
    await people.persons.change(person.id, mail=None)
    told.tell(house, notices.NO_MAIL)
    return to_you()


# devices


@router.post("/you/devices/{digest}/end")
async def end_device(request: Request, house: HouseHere, digest: Digest) -> Response:
    """Sign one device out."""
    known = must_be_known(request)
    await leaving.sign_out(house, people_of(house), known.person, digest)
    return _gone_out("/") if digest == known.device.digest else to_you()


@router.post("/you/others/end")
async def end_others(request: Request, house: HouseHere) -> Response:
    """Sign all other devices out."""
    people, known = people_of(house), must_be_known(request)
    devices = await people.persons.devices(known.person.id)
    others = [one.digest for one in devices if one.digest != known.device.digest]
    await leaving.sign_out(house, people, known.person, *others)
    return to_you()


def _gone_out(to: str) -> Response:
    answer = RedirectResponse(to, 303)
    answer.delete_cookie(COOKIE)
    return answer


# what this browser held before


@router.post("/t/{table_id}/keep")
async def keep_table(request: Request, house: HouseHere, room: RoomHere) -> Response:
    """Move the seats that this browser holds as a guest to the person."""
    known = must_be_known(request)
    claims = claims_in_cookie(request, house, room.id)
    good = [one for one in claims if _opens(Visitor((one,)), room)]
    await people_of(house).holdings.hold(known.person.id, good)
    await own_up(house.store.database, known.person.id)
    answer = Response(status_code=204)
    answer.delete_cookie(cookie_name(room.id), path=f"/t/{room.id}")
    return answer


def _opens(visitor: Visitor, room: Any) -> bool:
    return bool(visitor.seats(room)) or visitor.is_host(room)


@router.post("/studies/{study_id}/keep")
async def keep_study(request: Request, house: HouseHere, study_id: StudyId) -> Response:
    """Move the key of a study that this browser holds as a guest to the person."""
    known, name = must_be_known(request), STUDY + study_id
    claim = house.tokens.read(request.cookies.get(key_name(study_id), ""))
    if claim is not None and claim.table == name:
        await people_of(house).holdings.hold(known.person.id, [Claim(name, HOST, 0)])
    answer = Response(status_code=204)
    answer.delete_cookie(key_name(study_id), path=f"/studies/{study_id}")
    return answer


# everything, and the end


@router.get("/you/export.json")
async def export(request: Request, house: HouseHere) -> Response:
    """Hand out everything that the person has written and played, in one file."""
    people, known = people_of(house), must_be_known(request)
    people.exports.check(known.person.id)
    return StreamingResponse(
        leaving.exported(house, people, known.person),
        media_type="application/json",
        headers={"content-disposition": 'attachment; filename="horta.json"'},
    )


@router.get("/you/delete")
async def show_delete(request: Request, house: HouseHere) -> Response:
    """Say what is deleted and what stays."""
    must_be_known(request)
    return page(request, "you-delete.html.jinja")


@router.post("/you/delete")
async def delete(request: Request, house: HouseHere) -> Response:
    """Delete the person."""
    known = must_be_known(request)
    told = await notices.hearers(house, known)
    await leaving.delete_person(house, people_of(house), known.person)
    told.tell(house, notices.DELETED)
    return _gone_out("/")

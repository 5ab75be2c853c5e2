"""The short way: what pages ask for with every action is answered before FastAPI is asked.

To play and to see what the options bring takes FastAPI longer than the rules. Whoever asks as pages
do is answered here, behind the same guards, by the same functions; whatever is unusual, and with it
most of what is to be refused, goes the long way and is answered alike.
"""

from __future__ import annotations

import re

import orjson
from fastapi import Request, Response
from pydantic import ValidationError
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from horta.core.errors import HortaError
from horta.core.i18n import LANGUAGES
from horta.core.limits import MOST_SEATS, TABLE_ID
from horta.server import forms
from horta.server.api import act, show_previews
from horta.server.bodies import CheckedRequest
from horta.server.house import House
from horta.server.problems import on_horta_error
from horta.server.room import Room
from horta.server.tokens import Visitor
from horta.server.visits import house_of, visitor_of

JSON = "application/json"
SEATS = frozenset(map(str, range(MOST_SEATS)))
_ID = TABLE_ID.strip("^$")
_ASKED = re.compile(rf"(?:/t/({_ID})/api|/api/tables/({_ID}))/(actions|previews)")


async def _act(request: Request, table_id: str) -> Response | None:
    """Play an action whose form is in order."""
    if request.headers.get("content-type") != JSON or not await request.body():
        return None
    try:
        form = forms.ActionForm.model_validate(await request.json())
    except ValidationError:
        return None
    moved = await act(*await _here(request, table_id), form)
    return Response(b'{"step":%d}' % moved["step"], media_type=JSON)


async def _previews(request: Request, table_id: str) -> Response | None:
    """Say what the options bring."""
    asked = request.query_params
    seat, lang = asked.get("seat", ""), asked.get("lang", "en")
    if lang not in LANGUAGES or (seat and seat not in SEATS):
        return None
    here = await _here(request, table_id)
    told = await show_previews(*here, int(seat) if seat else None, lang)
    return Response(orjson.dumps(told, option=orjson.OPT_NON_STR_KEYS), media_type=JSON)


async def _here(request: Request, table_id: str) -> tuple[House, Room, Visitor]:
    house = await house_of(request)
    room = await house.rooms.get(table_id)
    key = request.headers.get("authorization")
    return house, room, await visitor_of(request, house, table_id, key)


WAYS = {("POST", "actions"): _act, ("GET", "previews"): _previews}


class Quick:
    """Answers what is asked for most, and passes all the rest on."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or pass it on."""
        asked = _ASKED.fullmatch(scope["path"]) if scope["type"] == "http" else None
        way = WAYS.get((scope["method"], asked[3])) if asked else None
        if asked is None or way is None:
            await self.app(scope, receive, send)
            return
        table_id = asked[1] or asked[2]
        read = _Kept(receive)
        request = CheckedRequest(scope, read.receive)
        try:
            answer = await way(request, table_id)
        except HortaError as problem:
            answer = await on_horta_error(request, problem)
        if answer is None:
            await self.app(scope, read.again, send)
            return
        # So the request is counted as any other is; see `operators`.
        scope.update(route=self, path_params={"table_id": table_id})
        await answer(scope, receive, send)


class _Kept:
    """Keeps what was received, for who has to read it again."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._kept: list[Message] = []

    async def receive(self) -> Message:
        """Receive something."""
        self._kept.append(await self._receive())
        return self._kept[-1]

    async def again(self) -> Message:
        """Receive the same again, and then what follows."""
        return self._kept.pop(0) if self._kept else await self._receive()

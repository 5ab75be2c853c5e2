"""The page that explains a decision, to be read beside the table."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse

from horta.server.help import told
from horta.server.page import fill
from horta.server.table_pages import sits
from horta.server.visits import Language, RoomHere, SeatChosen, VisitorHere

router = APIRouter()


@router.get("/t/{table_id}/help")
async def show_help(
    request: Request,
    room: RoomHere,
    visitor: VisitorHere,
    seat: SeatChosen = None,
    lang: Language = "en",
) -> Response:
    """Say what can be done at the decision of the moment, to be read beside the table."""
    shown, _ = sits(room, visitor, seat)
    said = told(room, shown, lang)
    return HTMLResponse(fill("part-help.html.jinja", lang, game=room.game, **said))

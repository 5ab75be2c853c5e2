"""Problems: what a visitor is answered when something is refused, as a page or as JSON."""

from __future__ import annotations

from typing import Any

from fastapi import Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from horta.core.errors import HortaError, NoLesson, UnknownGame
from horta.core.i18n import mark
from horta.core.validation import explain
from horta.server.branch_store import BranchesChanged, TooManyBranches
from horta.server.chat.talk import NoChat, NoMessage
from horta.server.contests.store import NoContest, NotNow, TooManyContests
from horta.server.database import StoreAway
from horta.server.i18n import for_people, told
from horta.server.lab_runs import NoRun, TooManyRuns
from horta.server.lobby.sitting import NoLobby, NotOpen
from horta.server.messages.ways import TooManyWays
from horta.server.page import language, problem_page
from horta.server.people.errors import BadPasskey, MailBusy, MailTaken, TooManyTries
from horta.server.quotas import TooManyTables
from horta.server.ratings.book import NoRatings
from horta.server.review_waits import TooManyReviews
from horta.server.room import NoTable, NotAllowed, SeatChanged, Stale
from horta.server.study_store import NoStudy, StudyChanged, TooManyStudies
from horta.server.watchers import Crowded

STATUS: dict[type[HortaError], int] = {
    NoTable: 404,
    NoStudy: 404,
    UnknownGame: 404,
    NoLesson: 404,
    NotAllowed: 403,
    Stale: 409,
    SeatChanged: 409,
    StudyChanged: 409,
    BranchesChanged: 409,
    Crowded: 429,
    TooManyTables: 429,
    TooManyStudies: 429,
    TooManyBranches: 429,
    NoLobby: 404,
    NoChat: 404,
    NoMessage: 404,
    NoRatings: 404,
    NoContest: 404,
    NotNow: 409,
    TooManyContests: 429,
    NotOpen: 409,
    NoRun: 404,
    TooManyRuns: 429,
    TooManyReviews: 429,
    TooManyTries: 429,
    TooManyWays: 409,
    MailBusy: 429,
    MailTaken: 409,
    BadPasskey: 403,
    StoreAway: 503,
}
"""What else is refused does not fit (422)."""

NOTHING = mark("there is nothing at this address")
NOT_HERE = mark("this cannot be done here")


def answer(request: Request, status: int, problem: HortaError, **more: Any) -> Response:
    """Answer in the visitor's language: with a page where a browser wants one, else with JSON."""
    program = "/api" in request.url.path
    said = (told if program else for_people)(problem, language(request))
    if not program and "text/html" in request.headers.get("accept", ""):
        return problem_page(request, status, said)
    return JSONResponse({"error": said, **more}, status_code=status)


async def on_horta_error(request: Request, problem: Exception) -> Response:
    """Answer what the house or the rules refuse."""
    assert isinstance(problem, HortaError)
    more = {"step": problem.step} if isinstance(problem, Stale) else {}
    status = next((code for kind, code in STATUS.items() if isinstance(problem, kind)), 422)
    made = answer(request, status, problem, **more)
    if isinstance(problem, StoreAway):
        made.headers["retry-after"] = str(problem.retry_after)
    return made


async def on_bad_form(request: Request, problem: Exception) -> Response:
    """Answer a form or an address that does not fit."""
    assert isinstance(problem, RequestValidationError)
    first = problem.errors()[0]
    # An address that cannot name anything is not found; everything else does not fit.
    status = 404 if first["loc"][:1] == ("path",) else 422
    return answer(request, status, explain(first))


async def on_http(request: Request, problem: Exception) -> Response:
    """Answer an address where there is nothing, or not this."""
    assert isinstance(problem, HTTPException)
    known = {404: NOTHING, 405: NOT_HERE}
    said = HortaError(known.get(problem.status_code, problem.detail))
    made = answer(request, problem.status_code, said)
    for name, value in (problem.headers or {}).items():
        made.headers[name] = value
    return made

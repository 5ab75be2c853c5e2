"""The review of a finished game for clients of the API."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter
from pydantic import BaseModel, Field

from horta.core.game import Json
from horta.server.api import REFUSALS
from horta.server.i18n import told
from horta.server.visits import CallerHere, HouseHere, Language, RoomHere

router = APIRouter(tags=["table"], responses=REFUSALS)


class ReviewMade(BaseModel):
    """How far a review has come, and what it has found."""

    done: Annotated[int, Field(description="decisions that were judged")]
    total: Annotated[int | None, Field(description="decisions of the game; null: not known yet")]
    working: Annotated[
        bool, Field(description="it goes on for some seconds after the last request for it")
    ]
    said: Annotated[str, Field(description="why it does not go on, if it does not")]
    review: Annotated[dict[str, object], Field(description="`horta.review/2`; see the docs")]


@router.get("/review", response_model=ReviewMade)
async def review(
    house: HouseHere, room: RoomHere, caller: CallerHere, lang: Language = "en"
) -> Json:
    """Return the review of a finished game as far as it has come.

    It is judged in the background while somebody asks for it, and kept: ask again until `done` is
    `total`.
    """
    job = await house.reviews.open(room, caller)
    return {
        "done": len(job.found),
        "total": None if job.steps is None else len(job.steps),
        "working": job.working,
        "said": "" if job.problem is None else told(job.problem, lang),
        "review": job.review().to_json(),
    }

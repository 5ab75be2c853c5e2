"""Tournaments in the API: which there are, and all that everybody may know of one."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path
from pydantic import BaseModel, Field

from horta.core import limits
from horta.core.game import Json
from horta.server.api import REFUSALS
from horta.server.bodies import CheckedRoute
from horta.server.contests.pages import contests_of
from horta.server.contests.told import about, shown
from horta.server.visits import HouseHere, Language

router = APIRouter(
    prefix="/api/contests", tags=["contests"], responses=REFUSALS, route_class=CheckedRoute
)


class ContestListed(BaseModel):
    """A tournament."""

    id: str
    title: str
    game: str
    game_title: str
    players: Annotated[int, Field(description="at each table")]
    system: Annotated[str, Field(description="robin or swiss")]
    rounds: Annotated[int, Field(description="0: as many as it takes, known when it begins")]
    round: Annotated[int, Field(description="the one that is played, or was played last")]
    state: Annotated[str, Field(description="open, running, over or off")]
    rated: bool
    options: list[str]
    pace: str
    pace_end: str
    hours: Annotated[float, Field(description="that a round may take; 0: no limit")]
    bot: Annotated[str, Field(description="the level that fills tables up; empty: there are byes")]
    begins: float | None
    ended: float | None
    made: float
    says: str


class EntrantShown(BaseModel):
    """Somebody who takes part."""

    number: int
    name: str
    bot: str
    plays: bool


class PlaceShown(BaseModel):
    """Where somebody stands after the rounds that have ended."""

    entrant: int
    name: str
    place: int
    points: Annotated[float, Field(description="0 to 100 a round: the paired comparison")]
    wins: float
    lead: float
    strength: float
    played: int


class ContestShown(ContestListed):
    """A tournament with its standings and rounds; of a round that is played, no score."""

    entrants: list[EntrantShown]
    standings: list[PlaceShown]
    results: list[dict[str, Any]]


@router.get("", response_model=list[ContestListed])
async def show_contests(house: HouseHere, lang: Language = "en") -> list[Json]:
    """List the tournaments that everybody may see. 404 in a house without tournaments."""
    return [about(one, lang) for one in await contests_of(house).store.listed(None)]


@router.get("/{contest_id}", response_model=ContestShown)
async def show_contest(
    house: HouseHere,
    contest_id: Annotated[str, Path(pattern=limits.TABLE_ID)],
    lang: Language = "en",
) -> Json:
    """Tell all that everybody may know of a tournament now."""
    store = contests_of(house).store
    return await shown(store, await store.find(contest_id), lang)

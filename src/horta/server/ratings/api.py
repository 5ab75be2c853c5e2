"""Ratings in the API: who stands where, and how a player came there."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query
from pydantic import BaseModel, Field

from horta.core import limits
from horta.core.game import Json
from horta.server.api import REFUSALS
from horta.server.bodies import CheckedRoute
from horta.server.ratings.pages import ratings_of
from horta.server.ratings.told import shown, told_player, told_version
from horta.server.visits import HouseHere, Language

router = APIRouter(
    prefix="/api/ratings", tags=["ratings"], responses=REFUSALS, route_class=CheckedRoute
)


class RatingShown(BaseModel):
    """How a player is rated."""

    id: str
    name: str
    bot: Annotated[str, Field(description="the level of a bot; empty: a person")]
    version: Annotated[str, Field(description="what plays that level: bot, settings, network")]
    rating: Annotated[int, Field(description="around 1000")]
    margin: Annotated[int, Field(description="how far the truth may be from it, 95 % of the time")]
    provisional: Annotated[bool, Field(description="too few games are known yet")]
    games: int


class KindShown(BaseModel):
    """The players of a game with so many players, the best first, provisional ratings last."""

    game: str
    players: int
    ratings: list[RatingShown]


class PlayedShown(BaseModel):
    """A rated game, and the rating after it."""

    table: Annotated[str, Field(description="its id; the game itself may be gone")]
    ended: Annotated[float, Field(description="in Unix seconds")]
    score: int
    share: Annotated[float, Field(description="of the victory")]
    rating: int
    margin: int


class HistoryShown(RatingShown):
    """A rating and the games that led to it, in the order of their ending."""

    game: str
    players: int
    history: list[PlayedShown]


class PlayerRatings(BaseModel):
    """Everything that a player is rated at."""

    id: str
    name: str
    bot: str
    version: str
    kinds: list[HistoryShown]


@router.get("", response_model=list[KindShown])
async def show_ratings(
    house: HouseHere,
    game: Annotated[str, Query(max_length=limits.LONGEST_GAME)] = "",
    players: Annotated[int, Query(ge=0, le=limits.MOST_SEATS)] = 0,
    lang: Language = "en",
) -> list[Json]:
    """List who is rated, by game and number of players. 404 in a house without ratings."""
    ratings = ratings_of(house)
    return [
        {
            "game": kind[0],
            "players": kind[1],
            "ratings": [shown(one, lang) for one in await ratings.best(*kind)],
        }
        for kind in await ratings.kinds()
        if game in ("", kind[0]) and players in (0, kind[1])
    ]


@router.get("/{player}", response_model=PlayerRatings)
async def show_player(
    house: HouseHere,
    player: Annotated[str, Path(pattern=limits.TABLE_ID)],
    lang: Language = "en",
) -> Json:
    """Tell how a player came to the ratings of now: the latest 500 games of each kind."""
    ratings = ratings_of(house)
    who = await ratings.player(player)
    kinds = []
    for one in await ratings.of_player(player):
        history = [
            {
                "table": each.table,
                "ended": each.ended,
                "score": each.score,
                "share": each.share,
                "rating": each.rating.shown,
                "margin": each.rating.margin,
            }
            for each in await ratings.history(player, one.game, one.players)
        ]
        kinds.append(
            {**shown(one, lang), "game": one.game, "players": one.players, "history": history}
        )
    name = told_player(who, lang)
    return {
        "id": who.id, "name": name, "bot": who.bot, "version": told_version(who), "kinds": kinds
    }  # fmt: skip

"""The pages of ratings: who stands where, and the history of a player."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response

from horta.core import limits
from horta.core.i18n import mark
from horta.server.house import House
from horta.server.i18n import words
from horta.server.page import language, page
from horta.server.people.known import person_here
from horta.server.people.pages import day
from horta.server.ratings.book import NoRatings, Ratings
from horta.server.ratings.graph import graph
from horta.server.ratings.told import shown, told_kind, told_player, told_version
from horta.server.visits import HouseHere

router = APIRouter()

PlayerName = Annotated[str, Path(pattern=limits.TABLE_ID)]
GameAsked = Annotated[str, Query(max_length=limits.LONGEST_GAME)]
PlayersAsked = Annotated[int, Query(ge=0, le=limits.MOST_SEATS)]
LATEST = 20
"""Games that a player's page lists of each kind."""


def ratings_of(house: House) -> Ratings:
    """Return the ratings; `NoRatings` in a house that has none."""
    if house.ratings is None:
        raise NoRatings(mark("this house has no ratings"))
    return house.ratings


@router.get("/ratings")
async def show_ratings(
    request: Request, house: HouseHere, game: GameAsked = "", players: PlayersAsked = 0
) -> Response:
    """Show who stands where, by game and number of players."""
    ratings, lang = ratings_of(house), language(request)
    kinds = await ratings.kinds()
    fitting = [one for one in kinds if game in ("", one[0]) and players in (0, one[1])]
    tables = [
        {
            "title": told_kind(*kind, lang),
            "rows": [shown(one, lang) for one in await ratings.best(*kind)],
        }
        for kind in fitting
    ]
    person = person_here(request)
    return page(
        request,
        "ratings.html.jinja",
        tables=tables,
        games={one.id: one.title for one in house.games},
        game=game,
        players=players,
        counts=sorted(
            {n for one in house.games for n in range(one.min_players, one.max_players + 1)}
        ),
        mine=None if person is None else await ratings.name_of(person.id),
    )


@router.get("/ratings/{player}")
async def show_player(request: Request, house: HouseHere, player: PlayerName) -> Response:
    """Show how a player came to the ratings of now."""
    ratings, lang = ratings_of(house), language(request)
    who, say = await ratings.player(player), words(language(request))
    kinds = []
    for one in await ratings.of_player(player):
        games = await ratings.history(player, one.game, one.players)
        title = told_kind(one.game, one.players, lang)
        there = await house.store.there([each.table for each in games[-LATEST:]])
        kinds.append(
            {
                **shown(one, lang),
                "title": title,
                "graph": graph([each.rating for each in games], title, say),
                "latest": [
                    {
                        "table": each.table if each.table in there else "",
                        "day": day(each.ended),
                        "score": each.score,
                        "won": each.share > 0,
                        "rating": each.rating.shown,
                    }
                    for each in reversed(games[-LATEST:])
                ],
            }
        )
    name = told_player(who, lang)
    return page(
        request,
        "rating.html.jinja",
        name=name,
        bot_version=told_version(who),
        kinds=kinds,
        bot=who.bot,
    )

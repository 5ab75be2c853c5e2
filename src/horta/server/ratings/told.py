"""Ratings in words: why a table does not count, and what a player is called."""

from __future__ import annotations

from horta.bots.levels import title
from horta.core import registry
from horta.core.errors import HortaError
from horta.core.i18n import mark
from horta.server.house import House
from horta.server.i18n import words
from horta.server.ratings import sitting
from horta.server.ratings.book import Player, Rated
from horta.server.room import Room

WHY = {
    sitting.GUEST: mark("a guest played: only who is signed in is rated"),
    sitting.REPLACED: mark("somebody was replaced"),
    sitting.NO_LEVEL: mark("a bot played that is none of the levels"),
    sitting.ALONE: mark("nobody played against another player who is rated"),
    sitting.HINTS: mark("a hint was asked for"),
    sitting.STAND_IN: mark("a simpler bot stood in for another"),
    sitting.CLOSED: mark("the host closed the table before the end"),
    sitting.UNDONE: mark("something was taken back by consent"),
}
"""Why a table that was to count does not."""


def told_rated(why: str | None, lang: str) -> str:
    """Say whether a table counts; `why` is what `Ratings.why_not` says."""
    say = words(lang)
    if why is None:
        return say("no")
    if why:
        return say("no: {reason}", reason=say(WHY.get(why, why)))
    return say("yes; a guest, a hint or a player who is replaced make it unrated")


async def rated_told(house: House, room: Room, lang: str) -> str:
    """Say whether a table counts; nothing in a house without ratings."""
    if house.ratings is None:
        return ""
    why = await house.ratings.why_not(room.id) if room.house_rules.rated else None
    room.unrated = why or ""
    return told_rated(why, lang)


def told_player(player: Player, lang: str) -> str:
    """Say what a player is called; whoever has left has no name any more."""
    if player.bot:
        return title(player.bot, lang)
    return player.name or words(lang)("Somebody who has left")


def told_kind(game: str, players: int, lang: str) -> str:
    """Say a kind of game."""
    say = words(lang)
    try:
        known = registry.game(game).title
    except HortaError:  # one that is gone keeps its name
        known = game
    return say("{game}, {n} players", game=known, n=players)


def told_version(player: Player) -> str:
    """Return what tells versions of a bot apart."""
    return player.version if player.bot else ""


def shown(one: Rated, lang: str) -> dict[str, object]:
    """Return a rating as pages and programs see it."""
    return {
        "id": one.player.id,
        "name": told_player(one.player, lang),
        "bot": one.player.bot,
        "version": told_version(one.player),
        "rating": one.rating.shown,
        "margin": one.rating.margin,
        "provisional": one.rating.provisional,
        "games": one.games,
    }

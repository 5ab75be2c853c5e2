"""What the lobby says of an open table, for pages and programs."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence

from horta.core import registry
from horta.core.errors import BadOption
from horta.core.game import Game, Json
from horta.server.clocks.pace import DAY, HOUR, MINUTE, Pace, told_time
from horta.server.desk import uncertain
from horta.server.house import House
from horta.server.i18n import words
from horta.server.lobby.listing import OpenTable
from horta.server.lobby.sitting import is_free, listing_of
from horta.server.opponents import opponent
from horta.server.option_fields import option_fields, option_lines


async def all_shown(house: House, tables: Sequence[OpenTable], lang: str) -> list[Json]:
    """Return open tables as everybody sees them, and who is looking there, in any process."""
    now, looking = listing_of(house).now(), dict[str, set[int]]()
    if house.presence is not None:
        looking = await house.presence.at([one.id for one in tables])
    return [shown(one, now, lang, looking.get(one.id, ())) for one in tables]


def shown(table: OpenTable, now: float, lang: str, looking: Collection[int] = ()) -> Json:
    """Return an open table as everybody sees it; at some seats somebody is looking now."""
    game = registry.game(table.game)
    pace = str(table.settings.get("pace", ""))
    titles = game.presentation.words(lang).seats(len(table.seats))
    return {
        "id": table.id,
        "game": game.id,
        "title": game.title,
        "seats": [
            {
                "name": seat.name or title,
                "bot_title": _bot_title(game, seat.bot, lang),
                "free": is_free(seat),
                "looking": seat.joined and not seat.bot and number in looking,
            }
            for number, (seat, title) in enumerate(zip(table.seats, titles, strict=True))
        ],
        "options": rules_told(game, table.options, table.changed, table.settings, lang),
        "pace": Pace.read(pace).told(lang) if pace else "",
        "rated": table.rated,
        "dealt": table.dealt,
        "since": table.since,
        "age": told_age(now - table.since, lang),
    }


def rules_told(game: Game, options: Json, changed: Json, house_rules: Json, lang: str) -> list[str]:
    """Say by which rules a table plays that are not the usual ones."""
    say = words(lang)
    usual = {one["name"]: json.loads(one["default"]) for one in option_fields(game)}
    chosen = [options.get(name, default) != default for name, default in usual.items()]
    lines = option_lines(game, options, lang)
    told = [
        say("{title}: {value}", title=title, value=value)
        for (title, value), differs in zip(lines, chosen, strict=True)
        if differs
    ]
    if house_rules.get("confirm"):
        told.append(say("End turns yourself"))
    if house_rules.get("explorer"):
        told.append(say("Explorer allowed"))
    if changed:
        told.append(uncertain(game, lang, changed))
    return told


def told_age(seconds: float, lang: str) -> str:
    """Say for how long a table has been open, in its largest unit."""
    say, whole = words(lang), max(0, int(seconds))
    if whole < MINUTE:
        return say("just opened")
    unit = next(one for one in (DAY, HOUR, MINUTE) if whole >= (2 * one if one == DAY else one))
    return say("open for {time}", time=told_time(whole // unit * unit, lang))


def _bot_title(game: Game, bot: str, lang: str) -> str:
    try:
        return opponent(game, bot).title(lang) if bot else ""
    except BadOption:  # one that is gone keeps its name
        return bot

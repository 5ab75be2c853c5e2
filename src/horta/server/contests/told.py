"""What is told of a tournament, for pages, programs and the file that can be shared.

Of a round that is played nothing is told but who sits where and which tables are over: not the
deal, not a score. Whoever still plays the same deal must not learn what others made of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from horta.core import registry
from horta.core.errors import HortaError
from horta.core.game import Game, Json
from horta.server.clocks.pace import Pace
from horta.server.contests.scoring import Earned, Round, Standing, earned, standings
from horta.server.contests.store import Contest, ContestStore, Entrant, RoundOf, TableOf, counted
from horta.server.i18n import words
from horta.server.lobby.told import rules_told
from horta.server.opponents import opponent
from horta.server.option_fields import decided

ONE_DIGIT = 1


def told_entrant(game: Game | None, one: Entrant, lang: str) -> str:
    """Say what an entrant is called; whoever has left the house has no name any more."""
    say = words(lang)
    if not one.bot:
        return one.name or say("Somebody who has left")
    try:
        title = one.bot if game is None else opponent(game, one.bot).title(lang)
    except HortaError:
        title = one.bot
    return say("{bot} {n}", bot=title, n=one.number)


def game_of(contest: Contest) -> Game | None:
    """Return the game of a tournament, if it is still played here."""
    try:
        return registry.game(contest.game)
    except HortaError:
        return None


def about(contest: Contest, lang: str) -> Json:
    """Return what a tournament is: for a list, and for the head of its page."""
    game, say = game_of(contest), words(lang)
    options = {} if game is None else decided(game, contest.options)
    rules = [] if game is None else rules_told(game, options, {}, {}, lang)
    pace = Pace.read(contest.pace)
    return {
        "id": contest.id,
        "title": contest.title,
        "game": contest.game,
        "game_title": contest.game if game is None else game.title,
        "players": contest.players,
        "system": contest.system,
        "rounds": contest.rounds,
        "round": contest.round,
        "state": contest.state,
        "rated": contest.rated,
        "options": rules,
        "pace": pace.told(lang),
        "pace_end": pace.told_end(lang),
        "hours": contest.hours,
        "bot": contest.bot,
        "begins": contest.begins,
        "ended": contest.ended,
        "made": contest.made,
        "says": say("{n} at a table", n=contest.players),
    }


async def shown(store: ContestStore, contest: Contest, lang: str) -> Json:
    """Return all that everybody may know of a tournament now."""
    game = game_of(contest)
    # It may go on while it is read: a round that has ended has its results, and a table has its
    # entrants, if they are read in this order and each once.
    rounds = await store.rounds(contest.id)
    tables = await store.tables(contest.id)
    entrants = await store.entrants(contest.id)
    names = {one.number: told_entrant(game, one, lang) for one in entrants}
    past = counted(rounds, tables)
    playing = [one.number for one in entrants if one.plays or past]
    return {
        **about(contest, lang),
        "entrants": [
            {"number": one.number, "name": names[one.number], "bot": one.bot, "plays": one.plays}
            for one in entrants
        ],
        "standings": [_place(one, names) for one in standings(playing, past)],
        "results": [
            _round(one, [table for table in tables if table.round == one.number], past, names)
            for one in rounds
        ],
    }


def _place(one: Standing, names: Mapping[int, str]) -> Json:
    return {
        "entrant": one.entrant,
        "name": names[one.entrant],
        "place": one.place,
        "points": round(one.points, ONE_DIGIT),
        "wins": round(one.wins, ONE_DIGIT),
        "lead": round(one.lead, ONE_DIGIT),
        "strength": round(one.strength, ONE_DIGIT),
        "played": one.played,
    }


def _round(
    one: RoundOf, tables: Sequence[TableOf], past: Sequence[Round], names: Mapping[int, str]
) -> Json:
    """Return what is told of a round: the deal and the scores once it is over."""
    over = one.ended is not None
    gained = earned(past[one.number - 1]) if over else {}
    return {
        "number": one.number,
        "over": over,
        "seed": one.seed if over else None,
        "byes": [names[number] for number in one.byes],
        "tables": [
            {
                "id": table.id,
                "number": table.number,
                "over": table.result is not None,
                "seats": [
                    {
                        "entrant": number,
                        "name": names[number],
                        "score": table.result["scores"][seat] if over and table.result else None,
                        "points": _points(gained, number),
                    }
                    for seat, number in enumerate(table.seats)
                ],
            }
            for table in tables
        ],
    }


def _points(gained: Mapping[int, Earned], number: int) -> float | None:
    found = gained.get(number)
    return None if found is None else round(found.points, ONE_DIGIT)

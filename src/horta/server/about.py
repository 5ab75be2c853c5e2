"""What is kept here and for how long, told from the settings that are in force.

`TOLD` names the part that speaks of each table of the database, and `BROWSER` what pages keep in
the browser itself: a test demands that whatever is added is told as well.
"""

from __future__ import annotations

from collections.abc import Iterator

from fastapi import APIRouter, Request, Response

from horta.server.callers import KEPT as NUMBER_KEPT
from horta.server.clocks.pace import DAY, told_time
from horta.server.i18n import words
from horta.server.lab_store import KEPT as RUNS_KEPT
from horta.server.page import YEAR, language, page
from horta.server.people.store import SESSION_SECONDS
from horta.server.retention import OWNERS_KEPT
from horta.server.settings import Settings
from horta.server.visits import HouseHere

router = APIRouter()

Part = tuple[str, str, list[str]]
"""What a part of the page is called by programs and by people, and its sentences."""

TOLD = {
    "matches": "tables",
    "layouts": "tables",
    "seats": "tables",
    "actions": "tables",
    "lobby": "tables",
    "happenings": "tables",
    "plans": "tables",
    "chat": "chat",
    "mutes": "chat",
    "reports": "chat",
    "clocks": "clocks",
    "clock_events": "clocks",
    "reviews": "reviews",
    "judged": "reviews",
    "review_waits": "reviews",
    "branches": "branches",
    "studies": "studies",
    "lab_runs": "lab",
    "persons": "persons",
    "passkeys": "persons",
    "sessions": "persons",
    "tickets": "persons",
    "held": "persons",
    "invitations": "persons",
    "message_choices": "messages",
    "push_browsers": "messages",
    "push_seats": "messages",
    "hooks": "messages",
    "messages": "messages",
    "messages_seen": "messages",
    "rated": "ratings",
    "rated_players": "ratings",
    "rated_seats": "ratings",
    "ratings": "ratings",
    "contests": "contests",
    "entrants": "contests",
    "contest_rounds": "contests",
    "contest_tables": "contests",
    "secrets": "house",
    "allowances": "house",
}
"""The part of the page that tells of each table of the database."""
BROWSER = {
    "horta-tables": "your tables",
    "horta-tables-": "component tables of your own",
    "horta-read": "what you have read at tables",
    "horta-studies": "your studies",
    "horta-lessons": "how far you are in the lessons",
    "horta-explained": "what was explained to you",
    "horta-bell": "sound",
    "horta-column": "how the page looks",
    "horta-follow": "how the page looks",
}
"""What scripts write into the browser's own memory, and the words of the page that tell of it."""


def days(number: int, lang: str) -> str:
    """Say a number of days."""
    return told_time(number * DAY, lang)


def keeping(settings: Settings, lang: str) -> list[str]:
    """Say how long the house keeps games, for whoever plays one; nothing if there is no limit."""
    say, told = words(lang), []
    if settings.keep_days:
        time = days(settings.keep_days, lang)
        told.append(say("This house keeps finished games for {time}.", time=time))
    if settings.keep_idle_days:
        time = days(settings.keep_idle_days, lang)
        told.append(say("A game at which nobody plays is deleted after {time}.", time=time))
        if settings.clocks:
            told.append(say("A clock that runs keeps a game."))
    return told


def keeping_persons(settings: Settings, lang: str) -> str:
    """Say how long the house keeps a person."""
    say = words(lang)
    if not settings.keep_person_days:
        return say("A person is kept without a limit, also one who does not come back.")
    return say(
        "A person whom no device has seen for {time} is deleted for good.",
        time=days(settings.keep_person_days, lang),
    )


def parts(settings: Settings, lang: str) -> list[Part]:
    """Return everything that the page tells, part by part."""
    return [
        *_games(settings, lang),
        *_rooms(settings, lang),
        *_people(settings, lang),
        *_messages(settings, lang),
        *_contests(settings, lang),
        *_house(settings, lang),
    ]


def _games(settings: Settings, lang: str) -> Iterator[Part]:
    say, told = words(lang), keeping(settings, lang)
    if not settings.keep_days:
        told.append(say("Finished games are kept without a limit."))
    if not settings.keep_idle_days:
        told.append(say("Unfinished games are kept without a limit."))
    lobby = [say("Of a table that is open to everybody: since when.")] if settings.lobby else []
    yield (
        "tables",
        say("Tables"),
        [
            say("Of a game: every action, who did it and when, the deal and the options."),
            say("Of its players: the names that they typed, and who agreed to what."),
            say("Besides: who sat down or was replaced, who asked to take something back."),
            say("What a player plans ahead is for that player alone, and goes with the game."),
            *lobby,
            *told,
            say("Whatever belongs to a game goes with it: seats, reviews, branches, clocks."),
            say(
                "Whose a running game is, is kept as two hashes that name nobody: of the network "
                "address and of a random number. They go with the end of the game, or after {time} "
                "in which nobody played.",
                time=told_time(int(OWNERS_KEPT), lang),
            ),
            say("A finished game counts in the explorer while everybody who played agrees."),
        ],
    )
    if settings.chat:
        yield (
            "chat",
            say("Talk at the table"),
            [
                say("What players say at a table, with their names; players and host read it."),
                say("It goes with its game; what you wrote, with your person too."),
                say("Whom you do not want to read. Messages that somebody reported, as a copy."),
            ],
        )
    if settings.clocks:
        said = say("Of a game with a clock: when a seat's time was up, and its time off.")
        yield "clocks", say("Clocks"), [said, say("They go with their game.")]


def _rooms(settings: Settings, lang: str) -> Iterator[Part]:
    say = words(lang)
    said = say("A review that somebody asked for is kept with its game, and goes with it.")
    waits = say("Who waits for one is kept as hashes that name nobody, until it is whole.")
    asked = [waits if settings.review_workers else say("No new ones are made here.")]
    yield "reviews", say("Reviews"), [said, *asked]
    who = say("Who began one is kept as hashes that name nobody.")
    branches = say("Branches that were explored belong to a game, and go with it.")
    yield "branches", say("Branches"), [branches, who]
    studies = say("A study is kept until somebody who has its key deletes it.")
    yield "studies", say("Studies"), [studies, who]
    runs = say("The latest {n} runs are kept; older ones go.", n=RUNS_KEPT)
    closed = [] if settings.lab_games else [say("The lab is closed here.")]
    yield "lab", say("The lab"), [runs, who, *closed]


def _people(settings: Settings, lang: str) -> Iterator[Part]:
    say = words(lang)
    time = told_time(int(SESSION_SECONDS), lang)
    if not settings.persons:
        yield "persons", say("Persons"), [say("Everybody is a guest: there are no accounts here.")]
    else:
        told = [
            say("Whoever wants keeps a person: name, language, theme, tables and studies."),
            say("Of a passkey its public half; of a device its kind and when it was last used."),
            say("A device that nobody uses is signed out after {time}.", time=time),
            say("Codes and links to sign in are good for minutes, and once."),
            say("Invitations by name wait on your page, until somebody has the seat."),
        ]
        if settings.smtp_url:
            told.append(
                say("Your mail address, if you give it; it serves to send links to sign in.")
            )
            if settings.messages:
                told.append(say("Mails about your turns go there, too, if you ask for them."))
        told.append(keeping_persons(settings, lang))
        told.append(say("You can take everything along as a file, or delete it, at any time."))
        yield "persons", say("Persons"), told
    year, month = told_time(YEAR, lang), told_time(NUMBER_KEPT, lang)
    cookies = [
        say("Language and theme, once you choose them: {time}.", time=year),
        say("The keys of your seats and studies: {time}.", time=year),
        say("A random number, so that everybody has a fair share: {time}.", time=month),
    ]
    if settings.persons:
        cookies.append(say("The key of this device, if you sign in: {time}.", time=time))
    memory = say(
        "Your browser itself remembers, until you clear it, and tells nobody: your tables, what "
        "you have read at tables, your studies, how far you are in the lessons, what was explained "
        "to you, component tables of your own, sound, and how the page looks."
    )
    yield "cookies", say("Cookies"), [*cookies, memory]


def _messages(settings: Settings, lang: str) -> Iterator[Part]:
    say = words(lang)
    if not settings.messages:
        return
    told = []
    if settings.persons:
        told += [
            say("How you want to hear of your turns: by mail, quiet hours, your time zone."),
            say("The webhooks that you name, until you remove them."),
        ]
    if settings.vapid_key:
        told.append(
            say(
                "Of a browser that you ask to tell you: where its messages go and their key, until "
                "you stop them or sign out; of a guest's browser, until its games are over."
            )
        )
    told += [
        say("That a message was sent, until the turn that it was about is over."),
        say("A message tells the game, the names of the players and a link; nothing of the table."),
    ]
    yield "messages", say("Messages"), told


def _contests(settings: Settings, lang: str) -> Iterator[Part]:
    say = words(lang)
    if not settings.ratings:
        yield "ratings", say("Ratings"), [say("Nobody is rated here.")]
    else:
        yield (
            "ratings",
            say("Ratings"),
            [
                say("Of a rated game: who played, the points, and the ratings after it."),
                say("Everybody can see who is rated, under the name that the person has."),
                say("They are kept without a limit, even when the games are gone."),
                say("Whoever deletes the account leaves them behind without a name."),
            ],
        )
    if not settings.tournaments:
        yield "contests", say("Tournaments"), [say("There are no tournaments here.")]
        return
    kept = say("Tournaments are kept without a limit.")
    if settings.keep_days:
        kept = say("They go {time} after their end.", time=days(settings.keep_days, lang))
    yield (
        "contests",
        say("Tournaments"),
        [
            say("Of a tournament: who takes part, the deals, who met whom, and the results."),
            say("Whoever has its address can see that, under the names that the persons have."),
            kept,
            say("Whoever deletes the account leaves them behind without a name."),
        ],
    )


def _house(settings: Settings, lang: str) -> Iterator[Part]:
    say = words(lang)
    log = [say("It tells of trouble, without addresses, names or keys.")]
    if settings.log_requests:
        log.append(say("It has a line for each request: which kind of page, when, how it went."))
    log.append(say("How long it is kept, whoever runs this house decides."))
    yield "log", say("The log"), log
    kept = [say("A key of the house, with which it signs seats and makes hashes.")]
    kept.append(
        say("A share of their own, if somebody was given one, by a hash that names nobody.")
    )
    kept.append(say("Backups, if somebody makes them, hold everything as it was then."))
    yield "house", say("The house"), kept
    outside = [
        say("No page asks anything of other servers: nobody counts you, nobody follows you.")
    ]
    if settings.smtp_url:
        outside.append(say("Letters go through a mail server."))
    if settings.messages and settings.vapid_key:
        outside.append(
            say(
                "Messages to a browser go through the service of its maker, which cannot read them."
            )
        )
    if settings.messages and settings.persons:
        outside.append(say("Messages to a chat room go to the webhook that a player has named."))
    yield "others", say("Others"), outside


@router.get("/about/data")
async def show_kept(request: Request, house: HouseHere) -> Response:
    """Say what is kept here, and for how long."""
    told = parts(house.settings, language(request))
    return page(request, "about.html.jinja", parts=told)

"""Every route of the house: who may use it, and what it is sent when a test tries.

`test_routes.py` walks them. Whoever adds a route adds a line here; which one, the test says.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import get_type_hints

from horta.server.settings import Settings

from .receiving import VAPID, Keys

ANYBODY = "anybody"
"""Strangers too: it shows what is public, or makes something new of their own;"""
SEAT = "who holds a seat"
HOST = "the host of the table"
PERSON = "a person who is signed in"
AUTHOR = "who has the key of the study"
OWNER = "who began it"
LINK = "who has the link: the address itself holds a key"
OPERATOR = "addresses that a setting names"

LEGAL, MINE = "a legal action", "the seat of who asks"
"""In the place of a value: what the table has."""
BROWSER = Keys().subscription("https://push.example/x")
"""A place that a browser takes messages at."""
AT_TABLE = ("/api/tables/{table_id}", "/t/{table_id}/api")
"""Where the API of tables is offered, to programs and to pages."""


@dataclass(frozen=True)
class Way:
    """Who may use a route, and a request that would be good if it came from them."""

    who: str
    json: dict | None = None
    form: dict = field(default_factory=dict)
    query: dict = field(default_factory=dict)
    names: dict = field(default_factory=dict)
    """What the address names, where it is not the usual."""
    at_end: bool = False
    """It is about a game that is over."""
    proved: str = ""
    """The test that shows that who may can, where that takes more than a request."""


def everything_on(**more):
    """Return settings with every room of the house switched on: all that are 0 by default."""
    kinds = get_type_hints(Settings)
    on = {one.name: 1 for one in fields(Settings) if kinds[one.name] is int and one.default == 0}
    on |= {"address": "https://horta.test", "smtp_url": "smtp://127.0.0.1:9", "vapid_key": VAPID}
    return {**on, **more}


def routes_of(app):
    """Return every route of an application as `METHOD /address`."""
    return sorted(set(_walk(app.routes)))


def _walk(routes, prefix=""):
    for route in routes:
        inner = getattr(route, "original_router", None)
        if inner is not None:
            yield from _walk(inner.routes, prefix + route.include_context.prefix)
            continue
        for method in getattr(route, "methods", None) or ():
            if method != "HEAD":
                yield f"{method} {prefix}{route.path}"


def _open(*routes):
    return dict.fromkeys(routes, Way(ANYBODY))


def _table_api():
    ways = {
        "GET ": Way(ANYBODY),
        "GET /summary": Way(ANYBODY),
        "GET /actions": Way(ANYBODY),
        "GET /log": Way(ANYBODY),
        "GET /sheet": Way(ANYBODY),
        "GET /drawing.svg": Way(ANYBODY),
        "GET /events": Way(ANYBODY),
        "GET /transcript": Way(ANYBODY),
        "GET /replay": Way(ANYBODY),
        "GET /replay/{number}": Way(ANYBODY),
        "GET /review": Way(ANYBODY),
        "POST /actions": Way(SEAT, {"step": 0, "action": LEGAL}),
        "GET /picks": Way(ANYBODY),
        "POST /picks": Way(SEAT, {"step": 0, "things": []}),
        "GET /picks/preview": Way(SEAT, query={"thing": 0}),
        "GET /preview": Way(SEAT, query={"action": LEGAL}),
        "GET /previews": Way(SEAT),
        "GET /hints": Way(SEAT),
        "POST /hints": Way(SEAT, {"allow": True}),
        "POST /counted": Way(SEAT, {"allow": True}),
        "POST /undo": Way(SEAT, {"step": 0}),
        "POST /end": Way(SEAT, {"step": 0}),
        "POST /undo/ask": Way(SEAT, {"step": 0}),
        "POST /undo/answer": Way(SEAT, {"step": 0, "agree": True}),
        "POST /name": Way(SEAT, {"name": "Mallory"}),
        "POST /rematch": Way(SEAT, at_end=True),
        "GET /seats": Way(HOST),
        "PUT /seats/{number}": Way(HOST, {"name": "", "bot": "random"}),
        "POST /seats/{number}/revoke": Way(HOST),
        "POST /close": Way(HOST, {"step": 0}),
        "POST /seats/{number}/invite": Way(HOST, {"name": "Ada"}),
        "GET /plans": Way(SEAT),
        "PUT /plans": Way(SEAT, {"passes": True}),
        "GET /plans/options": Way(SEAT),
        "GET /chat": Way(SEAT),
        "POST /chat": Way(SEAT, {"text": "Hello"}),
        "PUT /chat/muted": Way(SEAT, {"other": 1, "muted": True}),
        "POST /chat/{message}/report": Way(SEAT, {}, names={"message": 1}),
    }
    for one, way in ways.items():
        method, _, path = one.partition(" ")
        for place in AT_TABLE:
            yield f"{method} {place}{path}", way


WAYS = {
    # the house
    **_open(
        *("GET /", "GET /about/data", "GET /healthz", "GET /readyz", "GET /api/openapi.json"),
        *("GET /api/games", "GET /api/games/{game_id}", "GET /pieces/mark.svg"),
        *("GET /pictures/{game_id}.svg", "GET /rules/{game_id}", "GET /rules/{game_id}/summary"),
        *("GET /rules/{game_id}/passage/{name}", "GET /rules/{game_id}/pictures/{name}.svg"),
        *("GET /rules/{game_id}/reference", "GET /learn/{game_id}", "GET /learn/{game_id}/{name}"),
        *("POST /learn/{game_id}/{name}/at", "POST /learn/{game_id}/{name}/on"),
        *("POST /learn/{game_id}/{name}/preview", "GET /explorer", "GET /explorer/{game_id}"),
    ),
    "GET /metrics": Way(OPERATOR),
    # new tables
    **_open(
        *("POST /api/tables", "POST /api/transcripts", "POST /upload", "POST /play/{game_id}"),
        *("GET /new/{game_id}", "POST /new/{game_id}", "GET /desk/{game_id}"),
        *("POST /desk/{game_id}", "POST /desk/{game_id}/check", "POST /desk/{game_id}/open"),
        *("GET /editor", "GET /editor/{game_id}", "POST /editor/{game_id}"),
        *("POST /editor/{game_id}/change", "POST /editor/{game_id}/chapter"),
        "POST /editor/{game_id}/play",
    ),
    # a table
    **dict(_table_api()),
    **_open(
        *("GET /t/{table_id}", "GET /t/{table_id}/state", "GET /t/{table_id}/summary"),
        *("GET /t/{table_id}/help", "GET /t/{table_id}/explorer", "POST /live"),
        *("POST /t/{table_id}/live", "GET /t/{table_id}/replay"),
    ),
    "POST /api/tables/{table_id}/join": Way(LINK, {"name": "Mallory"}),
    "POST /api/tables/{table_id}/host": Way(LINK, {}),
    "POST /t/{table_id}/again": Way(SEAT, at_end=True),
    "GET /t/{table_id}/seats": Way(HOST),
    "POST /t/{table_id}/seats/{number}/bot": Way(HOST, form={"bot": "random", "epoch": 0}),
    "POST /t/{table_id}/seats/{number}/revoke": Way(HOST),
    "POST /t/{table_id}/seats/{number}/sit": Way(HOST, form={"epoch": 0}),
    "POST /t/{table_id}/host": Way(HOST),
    "POST /t/{table_id}/close": Way(HOST, form={"step": 0}),
    **dict.fromkeys(
        (
            *("GET /join/{token}", "POST /join/{token}"),
            *("GET /t/{table_id}/join/{token}", "POST /t/{table_id}/join/{token}"),
            *("GET /t/{table_id}/host/{token}", "POST /t/{table_id}/host/{token}"),
        ),
        Way(LINK),
    ),
    # the time of a table
    "GET /t/{table_id}/pace": Way(ANYBODY),
    "POST /t/{table_id}/pace/off": Way(SEAT, form={"seat": MINE, "days": 1}),
    "POST /t/{table_id}/pace/on": Way(SEAT, form={"seat": MINE}),
    "POST /t/{table_id}/pace/back": Way(SEAT, form={"seat": MINE}, proved="test_clocks.py"),
    # the lobby: a free seat is for everybody
    **_open(
        *("GET /lobby", "GET /api/lobby", "GET /t/{table_id}/lobby", "POST /t/{table_id}/lobby"),
        "POST /api/tables/{table_id}/lobby",
    ),
    "GET /t/{table_id}/here": Way(SEAT),
    "POST /t/{table_id}/lobby/open": Way(HOST, form={"open": "true"}),
    "PUT /api/tables/{table_id}/lobby": Way(HOST, {"open": True}),
    # ratings
    **_open("GET /ratings", "GET /api/ratings"),
    "GET /ratings/{player}": Way(ANYBODY, names={"player": "nobody"}),
    "GET /api/ratings/{player}": Way(ANYBODY, names={"player": "nobody"}),
    # tournaments: their pages are for everybody, persons take part, and who holds one gives orders
    **_open("GET /contests", "GET /api/contests"),
    **dict.fromkeys(
        (
            *("GET /contests/{contest_id}", "GET /contests/{contest_id}/export.json"),
            "GET /api/contests/{contest_id}",
        ),
        Way(ANYBODY, names={"contest_id": "nothing"}),
    ),
    "GET /contests/new/{game_id}": Way(PERSON),
    "POST /contests/new/{game_id}": Way(
        PERSON, form={"pace": "live", "live-turn": "3", "live-reserve": "0"}
    ),
    **dict.fromkeys(
        (
            *("POST /contests/{contest_id}/enter", "POST /contests/{contest_id}/leave"),
            *("POST /contests/{contest_id}/begin", "POST /contests/{contest_id}/off"),
            "POST /contests/{contest_id}/bots",
            "POST /contests/{contest_id}/entrants/{number}/remove",
        ),
        Way(
            PERSON,
            form={"bot": "apprentice"},
            names={"contest_id": "nothing", "number": 1},
            proved="test_contests.py",
        ),
    ),
    # finished games, and what is made of them
    **_open(
        *("GET /review", "POST /review", "GET /explore", "POST /explore"),
        *("GET /t/{table_id}/review", "GET /t/{table_id}/review/at/{step}"),
        "GET /t/{table_id}/review/at/{step}/line",
        *("GET /t/{table_id}/review/find/{step}", "POST /t/{table_id}/review/find/{step}/at"),
        *("POST /t/{table_id}/review/find/{step}/preview", "GET /t/{table_id}/review/news"),
        *("GET /t/{table_id}/explore", "POST /t/{table_id}/explore/at"),
        *("POST /t/{table_id}/explore/opinion", "POST /t/{table_id}/explore/study"),
        *("POST /t/{table_id}/explore/worth", "GET /study"),
    ),
    # studies: whoever has the address reads, whoever has the key writes
    **_open(
        *("GET /studies", "POST /studies", "POST /studies/upload", "GET /studies/{study_id}"),
        *("POST /studies/{study_id}/at", "GET /studies/{study_id}/file.json"),
        *("POST /studies/{study_id}/on", "POST /studies/{study_id}/preview"),
        "GET /studies/{study_id}/{number}.svg",
    ),
    "GET /studies/{study_id}/key/{key}": Way(LINK),
    "POST /studies/{study_id}/about": Way(
        AUTHOR, form={"title": "Mallory's", "author": "Mallory", "lang": "en", "text": ""}
    ),
    "POST /studies/{study_id}/chapters": Way(AUTHOR, form={"where": "paris", "position": ""}),
    "POST /studies/{study_id}/chapters/{number}/remove": Way(AUTHOR),
    "POST /studies/{study_id}/edit": Way(AUTHOR, {"version": 1, "change": {"do": "nothing"}}),
    "POST /studies/{study_id}/keep": Way(PERSON),
    "POST /t/{table_id}/keep": Way(PERSON),
    # the lab
    **_open("GET /lab", "GET /lab/{game_id}", "POST /lab/{game_id}", "GET /lab/runs/{run_id}"),
    **_open("GET /lab/runs/{run_id}/progress", "GET /lab/runs/{run_id}/results.zip"),
    "POST /lab/runs/{run_id}/stop": Way(OWNER),
    # persons: whoever is not signed in may do so
    **_open(
        *("GET /you", "POST /you/sign-in/ask", "POST /you/passkeys/new", "POST /you/mail"),
    ),
    "POST /you/sign-in/answer": Way(LINK, form={"answer": "{}"}),
    "POST /you/passkeys/made": Way(LINK, form={"answer": "{}"}),
    "POST /you/code/use": Way(LINK, form={"code": "AAAAAAAA"}),
    **dict.fromkeys(
        (
            *("GET /you/link/{ticket}", "POST /you/link/{ticket}"),
            *("GET /you/address/{ticket}", "POST /you/address/{ticket}"),
        ),
        Way(LINK),
    ),
    "GET /you/export.json": Way(PERSON),
    "GET /you/delete": Way(PERSON),
    "POST /t/{table_id}/seats/{number}/invite": Way(HOST, form={"name": "Ada"}),
    "POST /you/invitations/{table_id}/{number}/accept": Way(PERSON, proved="test_invites.py"),
    "POST /you/invitations/{table_id}/{number}/decline": Way(PERSON),
    "POST /you/name": Way(PERSON, form={"name": "Mallory"}),
    "POST /you/code": Way(PERSON),
    "POST /you/devices/{digest}/end": Way(PERSON),
    "POST /you/others/end": Way(PERSON),
    "POST /you/mail/remove": Way(PERSON),
    "POST /you/passkeys/{passkey}/remove": Way(PERSON),
    "POST /you/delete": Way(PERSON),
    # messages
    **_open("GET /sw.js", "GET /manifest.webmanifest"),
    "POST /t/{table_id}/bell": Way(SEAT, form={"answer": BROWSER}),
    # a browser shows its own secret, and there is nothing to be found out by showing another
    "POST /bell/off": Way(ANYBODY, form={"answer": BROWSER}),
    "POST /bell/moved": Way(LINK, form={"old": BROWSER, "new": BROWSER}),
    "GET /stop/{token}": Way(LINK),
    "POST /stop/{token}": Way(LINK),
    "POST /you/messages": Way(PERSON, form={"mail": "now"}),
    "POST /you/messages/browsers": Way(PERSON, form={"answer": BROWSER}),
    "POST /you/messages/browsers/{browser}/remove": Way(PERSON),
    "POST /you/messages/hooks": Way(
        PERSON, form={"url": "https://127.0.0.1/x"}, proved="test_messages.py"
    ),
    "POST /you/messages/hooks/{hook}/remove": Way(PERSON),
}
"""Who may use which route."""

SAYS = """
{route} is not in tests/server/routes.py. Add a line to WAYS that says who may use it:
  ANYBODY           strangers too; nothing but what is public, or what they make themselves
  SEAT, HOST        by the token of a seat or of the host     PERSON  by being signed in
  AUTHOR, OWNER     by the key of a study, or having begun it OPERATOR  by a setting
  LINK              by a key in the address or the form itself
with the JSON (second argument), `form` or `query` that would be good if it came from them: the test
sends it as a stranger, which must be refused without a trace, and as who may, which must not be."""


def unclassified(app):
    """Return what to do about the routes of an application that `WAYS` does not fit."""
    there = routes_of(app)
    unknown = [SAYS.format(route=one) for one in there if one not in WAYS]
    gone = sorted(set(WAYS) - set(there))
    return unknown + [f"{one} is in tests/server/routes.py and nowhere else" for one in gone]

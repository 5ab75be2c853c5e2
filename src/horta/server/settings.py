"""The settings of the server: read once from the environment, then handed around."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, get_type_hints

from horta.core.errors import BadOption
from horta.core.i18n import mark

PREFIX = "HORTA_"
DATABASE = "HORTA_DATABASE"
SECRET = "HORTA_SECRET"


def data_folder() -> Path:
    """Return the folder of the user's data, where the SQLite file lies by default."""
    from platformdirs import user_data_path

    return user_data_path("horta", appauthor=False)


def default_database() -> str:
    """Return the URL of the database: `HORTA_DATABASE`, or a file in the user's data folder."""
    given = os.environ.get(DATABASE, "")
    return given or f"sqlite:///{data_folder() / 'tables.sqlite'}"


@dataclass(frozen=True)
class Settings:
    """How the server runs.

    Each field can be given in the environment: `rate` as `HORTA_RATE`, and so on; see `read`.
    """

    # what is kept, and for whom
    database: str = field(default_factory=default_database)
    """`sqlite:///file` or `postgresql://user:password@host/name`."""
    database_seconds: float = 10.0
    """Seconds that the database may take for a connection, a statement or a lock."""
    secret: str = field(default_factory=lambda: os.environ.get(SECRET, ""))
    """Signs seat tokens; without one, the store draws one and keeps it."""
    accepted_secrets: tuple[str, ...] = ()
    """Further keys by which something may be signed, while one takes the place of another: the one
    of before, or of after; `database` is the one that the store has drawn."""
    proxies: tuple[str, ...] = ()
    """Addresses and networks of proxies that are believed whom they speak for; none by default."""
    address: str = ""
    """How others reach us, as `http://192.168.0.7:1893`: for the links that somebody hands out who
    asks at `localhost`. `horta play --host` finds it by itself."""

    metrics: tuple[str, ...] = ()
    """Addresses and networks that may read `/metrics`; none by default."""
    worker_address: str = ""
    """Where `horta worker` answers `/healthz`, `/readyz` and `/metrics`, as `127.0.0.1:1899`; by
    default nowhere."""
    log: str = "text"
    """How the log is written: `text` or `json`."""
    log_requests: int = 0
    """1 writes a line about every request: its route, status, time and id, and no address."""

    # many processes over one database
    jobs: int = 1
    """0 leaves what is to be done (bots, clocks, reviews, messages, what is deleted) to
    `horta worker`, over PostgreSQL."""

    components: tuple[str, ...] = ()
    """Files with an owner's component tables, which new tables are laid with."""
    corpus: tuple[str, ...] = ()
    """Corpora and digests that the explorer looks decisions up in, instead of those shipped."""

    # persons
    persons: int = 0
    """1 lets whoever wants keep a person: a name, a language and tables on several devices."""
    smtp_url: str = ""
    """The mail server for sign-in links, as `smtps://user:password@host`; none by default."""
    mail_from: str = ""
    """Whom such mails come from; without it, `horta@` and the host of `address`."""

    # messages
    messages: int = 0
    """1 lets players hear that it is their turn: by mail, webhook, or push (with `vapid_key`)."""
    vapid_key: str = ""
    """The private key that push messages are signed with; none: there is no push."""
    messages_networks: tuple[str, ...] = ()
    """Networks of your own that messages may go to, also without https; none by default."""
    messages_seconds: float = 60.0
    """Seconds that a turn waits for a player before a message goes out."""

    # clocks
    clocks: int = 0
    """1 lets whoever puts up a table give it a clock, and keeps the time."""

    # the lobby
    lobby: int = 0
    """1 lets whoever puts up a table open it to everybody, and lists such tables."""

    # talk at the table
    chat: int = 0
    """1 lets players talk at their table; spectators do not read it."""

    # ratings
    ratings: int = 0
    """1 rates persons and bots by the games that they play here; it needs persons."""

    # tournaments
    tournaments: int = 0
    """1 lets persons hold tournaments, which the house runs; it needs persons and clocks."""
    entrants: int = 256
    """Who may take part in one tournament, 10,000 at the most."""

    # how long tables and persons are kept
    keep_days: int = 0
    """Days after which a finished game is deleted; 0: never."""
    keep_idle_days: int = 0
    """Days after which an unfinished game is deleted at which nobody has played; 0: never."""
    keep_person_days: int = 0
    """Days after which a person is deleted whom no device has seen; 0: never."""

    # what one visitor may ask
    rate: float = 30.0
    """Requests a second that one address may send on average."""
    burst: int = 240
    """Requests that one address may send at once."""
    connections: int = 256
    """Connections that one address may hold open at once."""
    largest_body: int = 1 << 20
    """Bytes; a transcript of a long game is a hundred times smaller."""
    largest_head: int = 32 << 10
    """Bytes of a request's address and headers."""
    head_seconds: float = 15.0
    """Seconds in which the headers of a request have to be there."""
    body_seconds: float = 60.0
    """Seconds in which the body of a request has to be there."""
    idle_seconds: int = 30
    """Seconds that a connection may stay open between two requests."""
    stall_seconds: float = 60.0
    """Seconds that a visitor may take none of what is sent to them."""

    # tables and who looks at them
    open_tables: int = 50
    """Tables that one visitor may have open at a time."""
    address_tables: int = 500
    """Tables that all visitors from one address may have open at a time."""
    studies: int = 50
    """Studies that one visitor may keep."""
    address_studies: int = 500
    """Studies that all visitors from one address may keep."""
    trees: int = 200
    """Trees of explored branches that one visitor may begin."""
    address_trees: int = 2000
    """Trees of explored branches that all visitors from one address may begin."""
    memory: int = 512
    """Mebibytes for tables in memory; those that leave come back from the store when asked for."""
    most_watchers: int = 64
    """Open event streams of spectators for one table; seats always get in."""

    # bots
    bot_pause: float = 0.6
    """Seconds that a bot takes at least, so that people can follow."""
    bot_threads: int = 2
    """Bots that think at the same time."""
    bot_seconds: float = 60.0
    """Seconds after which a bot that does not answer is given up, and a simpler one moves."""
    attention: float = 60.0
    """Seconds after the last request for a table that its bots play on when nobody listens."""

    # reviews, and positions that are explored
    review_workers: int = 1
    """Processes that look at decisions; 0: there are no reviews."""
    review_nice: int = 19
    """How far they give way to everything else that wants the processor: 0 to 19, as `nice`."""
    review_depth: str = "usual"
    """How closely games are reviewed: `glance`, `quick`, `usual` or `deep`."""
    review_seconds: float = 120.0
    """Seconds of processor time that one decision may take."""
    review_attention: float = 10.0
    """Seconds after which a review that nobody looks at pauses; it goes on when somebody does."""
    open_reviews: int = 3
    """Reviews that one visitor may have under way at a time."""
    address_reviews: int = 20
    """Reviews that all visitors from one address may have under way at a time."""

    # what comes from outside
    workers: int = 2
    """Processes that check what comes from outside: positions, component tables, transcripts."""
    workers_ready: int = 1
    """How many of them start with the server; the others start when they are needed."""
    work_seconds: float = 10.0
    """Seconds of processor time that one piece of such work may take."""
    work_patience: float = 30.0
    """Seconds that somebody waits for it by the clock, once it has begun."""
    work_memory: int = 1 << 30
    """Bytes that it may take beyond what a worker holds when it is idle."""
    work_waiting: int = 64
    """Pieces of such work that may wait; who comes then is asked to try again."""

    # the lab
    lab_games: int = 400
    """Games of one run of the lab, all variants together; 0 closes the lab."""
    lab_runs: int = 16
    """Runs of the lab that go on at the same time, of all visitors; each visitor has one."""
    lab_workers: int = 1
    """Processes that play them, behind everybody else."""
    lab_seconds: float = 60.0
    """Seconds of processor time that one game of the lab may take."""

    @classmethod
    def read(cls, environment: Mapping[str, str] | None = None) -> Settings:
        """Read the settings from the environment; `BadOption` names a value that does not fit."""
        given = os.environ if environment is None else environment
        hints = get_type_hints(cls)
        found = {}
        for one in fields(cls):
            name = variable(one.name)
            if given.get(name, "").strip():
                found[one.name] = _value(name, given[name].strip(), hints[one.name])
        return cls(**found)


def variable(setting: str) -> str:
    """Return the name of the environment variable for a setting."""
    return PREFIX + setting.upper()


def _value(name: str, text: str, kind: Any) -> Any:
    if kind is str:
        return text
    if kind not in (int, float):
        return tuple(part.strip() for part in text.split(",") if part.strip())
    try:
        number = kind(text)
    except ValueError:
        number = -1
    if not 0 <= number < float("inf"):
        raise BadOption(
            mark("{name}: '{value}' is not a number of 0 or more"), name=name, value=text
        )
    return number


def async_url(url: str) -> str:
    """Return the URL with the driver that SQLAlchemy needs for asyncio."""
    for plain, driver in (
        ("sqlite:", "sqlite+aiosqlite:"),
        ("postgresql:", "postgresql+asyncpg:"),
        ("postgres:", "postgresql+asyncpg:"),
    ):
        if url.startswith(plain):
            return driver + url[len(plain) :]
    return url

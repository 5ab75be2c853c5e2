"""The tables of the database."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Float,
    ForeignKey,
    Integer,
    LargeBinary,
    String,
    Text,
    UniqueConstraint,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from horta.core.game import Json

NUMBER = BigInteger().with_variant(Integer, "sqlite")
"""The number of a row in the order in which rows come; SQLite counts with its own integers."""


class Base(DeclarativeBase):
    """The tables of the database."""


class MatchRow(Base):
    """A match: what its transcript begins with, the host's epoch, and what follows it."""

    __tablename__ = "matches"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    game: Mapped[str] = mapped_column(String(64), index=True)
    header: Mapped[Json] = mapped_column(JSON)
    """The transcript without its actions: game, options, seed, or the position it starts from."""
    settings: Mapped[Json] = mapped_column(JSON)
    host_epoch: Mapped[int] = mapped_column(Integer, default=0)
    host_key: Mapped[str] = mapped_column(String(64), default="")
    over: Mapped[bool] = mapped_column(Boolean, default=False)
    rematch: Mapped[str | None] = mapped_column(String(32), nullable=True)
    made: Mapped[float] = mapped_column(Float)
    touched: Mapped[float] = mapped_column(Float, index=True)
    origin: Mapped[str | None] = mapped_column(String(24), nullable=True, index=True)
    """Where it was put up from, as a keyed hash; forgotten when the game is over."""
    owner: Mapped[str | None] = mapped_column(String(24), nullable=True)
    """Who put it up there, the same way."""
    first: Mapped[bytes | None] = mapped_column(LargeBinary, nullable=True)
    """The table before the first action, packed; see `horta.core.kept`."""
    layout: Mapped[str | None] = mapped_column(String(32), nullable=True)
    """How the records of the kept tables lie in memory: a key of `layouts`."""
    result: Mapped[Json | None] = mapped_column(JSON(none_as_null=True), nullable=True)
    """Scores, winners and score sheet as they were when the game ended."""


class LayoutRow(Base):
    """How a record lay in memory when tables were kept: names, types and places of its fields."""

    __tablename__ = "layouts"

    key: Mapped[str] = mapped_column(String(32), primary_key=True)
    layout: Mapped[Json] = mapped_column(JSON)


class SeatRow(Base):
    """One seat of a match; see `seats.Seat` for what its columns mean."""

    __tablename__ = "seats"

    match_id: Mapped[str] = mapped_column(
        String(32), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True
    )
    seat: Mapped[int] = mapped_column(Integer, primary_key=True)
    name: Mapped[str] = mapped_column(Text)
    bot: Mapped[str] = mapped_column(Text)
    epoch: Mapped[int] = mapped_column(Integer)
    joined: Mapped[bool] = mapped_column(Boolean)
    hints: Mapped[bool] = mapped_column(Boolean)
    key: Mapped[str] = mapped_column(String(64))
    counted: Mapped[bool] = mapped_column(Boolean)
    version: Mapped[int] = mapped_column(Integer)


class ActionRow(Base):
    """One entry of a match: an action, an undo, or the end of a turn."""

    __tablename__ = "actions"

    match_id: Mapped[str] = mapped_column(
        String(32), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True
    )
    step: Mapped[int] = mapped_column(Integer, primary_key=True)
    text: Mapped[str] = mapped_column(String(200))
    seat: Mapped[int] = mapped_column(Integer)
    at: Mapped[float] = mapped_column(Float)
    kept: Mapped[bytes | None] = mapped_column(LargeBinary, nullable=True)
    """What an action changed on the table, packed; an undo or the end of a turn has nothing."""


class SecretRow(Base):
    """The key that signs seat tokens, when no setting gives one."""

    __tablename__ = "secrets"

    id: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    value: Mapped[str] = mapped_column(String(128))


class StudyRow(Base):
    """A study: what its file holds, and who put it up, as keyed hashes."""

    __tablename__ = "studies"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    body: Mapped[Json] = mapped_column(JSON)
    version: Mapped[int] = mapped_column(Integer)
    made: Mapped[float] = mapped_column(Float)
    touched: Mapped[float] = mapped_column(Float)
    origin: Mapped[str] = mapped_column(String(24), index=True)
    owner: Mapped[str] = mapped_column(String(24))


class PersonRow(Base):
    """A person: somebody who wants to be known on several devices; see `horta.server.people`."""

    __tablename__ = "persons"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    name: Mapped[str] = mapped_column(Text)
    lang: Mapped[str] = mapped_column(String(8))
    theme: Mapped[str] = mapped_column(String(8))
    mail: Mapped[str | None] = mapped_column(String(254), nullable=True, unique=True)
    made: Mapped[float] = mapped_column(Float)
    seen: Mapped[float | None] = mapped_column(Float, nullable=True, index=True)
    """When a device of theirs was last used; it outlives the devices. Nothing: when it was made."""


class PasskeyRow(Base):
    """A passkey of a person: what a device answers is checked by its public half."""

    __tablename__ = "passkeys"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    person: Mapped[str] = mapped_column(
        String(32), ForeignKey("persons.id", ondelete="CASCADE"), index=True
    )
    credential: Mapped[str] = mapped_column(String(1400), unique=True)
    """The name that the device gave it, in base64url."""
    public_key: Mapped[bytes] = mapped_column(LargeBinary)
    count: Mapped[int] = mapped_column(BigInteger)
    """How often it was used, as the device counts; many do not count at all."""
    title: Mapped[str] = mapped_column(Text)
    made: Mapped[float] = mapped_column(Float)
    used: Mapped[float] = mapped_column(Float)


class SessionRow(Base):
    """A device on which a person is signed in; of its key the digest alone is kept."""

    __tablename__ = "sessions"

    digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    person: Mapped[str] = mapped_column(
        String(32), ForeignKey("persons.id", ondelete="CASCADE"), index=True
    )
    title: Mapped[str] = mapped_column(Text)
    made: Mapped[float] = mapped_column(Float)
    seen: Mapped[float] = mapped_column(Float, index=True)


class TicketRow(Base):
    """Something that is good once and for a short time: a challenge, a link, a code."""

    __tablename__ = "tickets"

    digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    kind: Mapped[str] = mapped_column(String(16))
    person: Mapped[str | None] = mapped_column(
        String(32), ForeignKey("persons.id", ondelete="CASCADE"), nullable=True, index=True
    )
    body: Mapped[Json] = mapped_column(JSON)
    until: Mapped[float] = mapped_column(Float, index=True)


class HeldRow(Base):
    """A key that a person holds: of a seat, of a table's host, or of a study."""

    __tablename__ = "held"

    person: Mapped[str] = mapped_column(
        String(32), ForeignKey("persons.id", ondelete="CASCADE"), primary_key=True
    )
    thing: Mapped[str] = mapped_column(String(64), primary_key=True)
    """The id of a table, or `study` and the id of a study."""
    seat: Mapped[int] = mapped_column(Integer, primary_key=True)
    epoch: Mapped[int] = mapped_column(Integer)
    since: Mapped[float] = mapped_column(Float)


class ClockRow(Base):
    """A table with a clock that runs: when to look at it next; see `horta.server.clocks`."""

    __tablename__ = "clocks"

    match_id: Mapped[str] = mapped_column(
        String(32), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True
    )
    look: Mapped[float] = mapped_column(Float, index=True)


class ClockEventRow(Base):
    """Something about the time of a seat that the transcript does not tell."""

    __tablename__ = "clock_events"

    match_id: Mapped[str] = mapped_column(
        String(32), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True
    )
    seat: Mapped[int] = mapped_column(Integer, primary_key=True)
    kind: Mapped[str] = mapped_column(String(8), primary_key=True)
    since: Mapped[float] = mapped_column(Float, primary_key=True)
    until: Mapped[float] = mapped_column(Float)


class AllowanceRow(Base):
    """A bound that a visitor or an address has of their own; see `horta.server.allowances`."""

    __tablename__ = "allowances"

    who: Mapped[str] = mapped_column(String(24), primary_key=True)
    """Who, or where, as a keyed hash."""
    kind: Mapped[str] = mapped_column(String(16), primary_key=True)
    most: Mapped[int] = mapped_column(Integer)


class LobbyRow(Base):
    """A table that is open to everybody; see `horta.server.lobby`."""

    __tablename__ = "lobby"

    match_id: Mapped[str] = mapped_column(
        String(32), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True
    )
    since: Mapped[float] = mapped_column(Float, index=True)
    touched: Mapped[float] = mapped_column(Float)
    """When somebody last sat down there from the lobby, or its host opened it."""


class HappeningRow(Base):
    """Something that happened at a table and is no action; see `horta.server.happenings`."""

    __tablename__ = "happenings"

    id: Mapped[int] = mapped_column(NUMBER, primary_key=True, autoincrement=True)
    match_id: Mapped[str] = mapped_column(
        String(32), ForeignKey("matches.id", ondelete="CASCADE"), index=True
    )
    kind: Mapped[str] = mapped_column(String(16))
    seat: Mapped[int] = mapped_column(Integer)
    step: Mapped[int] = mapped_column(Integer)
    standing: Mapped[int] = mapped_column(Integer)
    """How many actions stood then: where the log tells it."""
    at: Mapped[float] = mapped_column(Float)
    name: Mapped[str] = mapped_column(Text)
    """What the player of the seat was called then."""
    number: Mapped[int] = mapped_column(Integer)


class ChatRow(Base):
    """Something that was said at a table: a phrase of the house, or a text; see `server.chat`."""

    __tablename__ = "chat"

    id: Mapped[int] = mapped_column(NUMBER, primary_key=True, autoincrement=True)
    match_id: Mapped[str] = mapped_column(
        String(32), ForeignKey("matches.id", ondelete="CASCADE"), index=True
    )
    seat: Mapped[int] = mapped_column(Integer)
    key: Mapped[str] = mapped_column(String(64))
    """That of the seat then: who sits there later has not said it."""
    person: Mapped[str | None] = mapped_column(
        String(32), ForeignKey("persons.id", ondelete="CASCADE"), nullable=True, index=True
    )
    name: Mapped[str] = mapped_column(Text)
    at: Mapped[float] = mapped_column(Float)
    phrase: Mapped[str] = mapped_column(String(16))
    text: Mapped[str] = mapped_column(Text)


class MuteRow(Base):
    """A player whom a reader at a table does not want to read; both known by their seats' keys."""

    __tablename__ = "mutes"

    match_id: Mapped[str] = mapped_column(
        String(32), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True
    )
    reader: Mapped[str] = mapped_column(String(64), primary_key=True)
    seat: Mapped[int] = mapped_column(Integer, primary_key=True)
    key: Mapped[str] = mapped_column(String(64))


class ReportRow(Base):
    """A message that a player reported to whoever runs the house.

    It holds a copy of what was said (`text`, by whom and when), who reported it (`by_…`), why, and
    whether somebody has looked at it: `state` is `open` until then. It goes with its game, or when
    its writer deletes their person.
    """

    __tablename__ = "reports"
    __table_args__ = (UniqueConstraint("message", "by_seat", name="uq_reports_message"),)

    id: Mapped[int] = mapped_column(NUMBER, primary_key=True, autoincrement=True)
    match_id: Mapped[str] = mapped_column(
        String(32), ForeignKey("matches.id", ondelete="CASCADE"), index=True
    )
    message: Mapped[int] = mapped_column(NUMBER)
    """The id of the message in `chat`."""
    seat: Mapped[int] = mapped_column(Integer)
    person: Mapped[str | None] = mapped_column(
        String(32), ForeignKey("persons.id", ondelete="CASCADE"), nullable=True
    )
    name: Mapped[str] = mapped_column(Text)
    text: Mapped[str] = mapped_column(Text)
    said: Mapped[float] = mapped_column(Float)
    by_seat: Mapped[int] = mapped_column(Integer)
    by_person: Mapped[str | None] = mapped_column(
        String(32), ForeignKey("persons.id", ondelete="SET NULL"), nullable=True
    )
    by_name: Mapped[str] = mapped_column(Text)
    why: Mapped[str] = mapped_column(Text)
    at: Mapped[float] = mapped_column(Float)
    state: Mapped[str] = mapped_column(String(16), index=True)


class PlanRow(Base):
    """What a player wants to have played in their absence; see `horta.server.plans`."""

    __tablename__ = "plans"

    match_id: Mapped[str] = mapped_column(
        String(32), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True
    )
    seat: Mapped[int] = mapped_column(Integer, primary_key=True)
    key: Mapped[str] = mapped_column(String(64))
    epoch: Mapped[int] = mapped_column(Integer)
    passes: Mapped[bool] = mapped_column(Boolean)
    lines: Mapped[list[Json]] = mapped_column(JSON)
    told: Mapped[list[Json]] = mapped_column(JSON)
    """What was dropped, and why."""
    version: Mapped[int] = mapped_column(Integer)


class InvitationRow(Base):
    """A person who is invited to a seat, while its key is still that of the epoch."""

    __tablename__ = "invitations"

    match_id: Mapped[str] = mapped_column(
        String(32), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True
    )
    seat: Mapped[int] = mapped_column(Integer, primary_key=True)
    person: Mapped[str] = mapped_column(
        String(32), ForeignKey("persons.id", ondelete="CASCADE"), primary_key=True, index=True
    )
    epoch: Mapped[int] = mapped_column(Integer)
    since: Mapped[float] = mapped_column(Float)


class RatedRow(Base):
    """A table that counts for ratings, or was to; it outlives its match. See `ratings`."""

    __tablename__ = "rated"

    match_id: Mapped[str] = mapped_column(String(32), primary_key=True)
    game: Mapped[str] = mapped_column(String(64))
    players: Mapped[int] = mapped_column(Integer)
    why: Mapped[str] = mapped_column(String(16))
    """Why it does not count; nothing: it does."""
    ended: Mapped[float | None] = mapped_column(Float, nullable=True, index=True)
    """When the game ended; nothing until it is settled."""


class RatedPlayerRow(Base):
    """Somebody who is rated: a person, a bot, or whoever has left."""

    __tablename__ = "rated_players"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    person: Mapped[str | None] = mapped_column(
        String(32), ForeignKey("persons.id", ondelete="SET NULL"), nullable=True, unique=True
    )
    bot: Mapped[str] = mapped_column(String(64))
    """The level of a bot; nothing: a person."""
    version: Mapped[str] = mapped_column(String(64))
    """What plays that level: a bot with its settings, and the digest of its network."""


class RatedSeatRow(Base):
    """What somebody reached at a rated table, and how they were rated then."""

    __tablename__ = "rated_seats"

    match_id: Mapped[str] = mapped_column(
        String(32), ForeignKey("rated.match_id", ondelete="CASCADE"), primary_key=True
    )
    seat: Mapped[int] = mapped_column(Integer, primary_key=True)
    player: Mapped[str] = mapped_column(String(32), ForeignKey("rated_players.id"), index=True)
    score: Mapped[int] = mapped_column(Integer)
    share: Mapped[float] = mapped_column(Float)
    """Of the victory."""
    mu: Mapped[float] = mapped_column(Float)
    sigma: Mapped[float] = mapped_column(Float)


class RatingRow(Base):
    """How somebody is rated now, at a game with so many players."""

    __tablename__ = "ratings"

    player: Mapped[str] = mapped_column(
        String(32), ForeignKey("rated_players.id"), primary_key=True
    )
    game: Mapped[str] = mapped_column(String(64), primary_key=True)
    players: Mapped[int] = mapped_column(Integer, primary_key=True)
    mu: Mapped[float] = mapped_column(Float)
    sigma: Mapped[float] = mapped_column(Float)
    games: Mapped[int] = mapped_column(Integer)
    touched: Mapped[float] = mapped_column(Float)


class BranchesRow(Base):
    """A tree that was explored from a step of a match, and who began it, as keyed hashes."""

    __tablename__ = "branches"

    match_id: Mapped[str] = mapped_column(
        String(32), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True
    )
    step: Mapped[int] = mapped_column(Integer, primary_key=True)
    known: Mapped[str] = mapped_column(String(8), primary_key=True)
    """`seat` or `all`."""
    nodes: Mapped[list[Json]] = mapped_column(JSON)
    """As `horta.study.tree` writes them, each with who grew it (`by`)."""
    version: Mapped[int] = mapped_column(Integer)
    touched: Mapped[float] = mapped_column(Float)
    origin: Mapped[str] = mapped_column(String(24), index=True)
    owner: Mapped[str] = mapped_column(String(24), index=True)


class LabRow(Base):
    """A run of the lab: its experiment, and the games that were played of it so far."""

    __tablename__ = "lab_runs"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    owner: Mapped[str] = mapped_column(String(64))
    experiment: Mapped[Json] = mapped_column(JSON)
    state: Mapped[str] = mapped_column(String(16))
    problem: Mapped[Json | None] = mapped_column(JSON(none_as_null=True), nullable=True)
    rows: Mapped[bytes] = mapped_column(LargeBinary)
    """The games as JSON, packed."""
    played: Mapped[int] = mapped_column(Integer)
    version: Mapped[int] = mapped_column(Integer)
    touched: Mapped[float] = mapped_column(Float, index=True)

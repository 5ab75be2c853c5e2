"""The tables of the database that messages need."""

from __future__ import annotations

from sqlalchemy import Boolean, Float, ForeignKey, Integer, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from horta.server.rows import Base


class ChoicesRow(Base):
    """How a person wants to hear of a turn; see `horta.server.messages.choices`."""

    __tablename__ = "message_choices"

    person: Mapped[str] = mapped_column(
        String(32), ForeignKey("persons.id", ondelete="CASCADE"), primary_key=True
    )
    mail: Mapped[str] = mapped_column(String(8))
    digest_at: Mapped[int] = mapped_column(Integer)
    """Minutes after midnight, as all times of a day here."""
    quiet_from: Mapped[int] = mapped_column(Integer)
    quiet_until: Mapped[int] = mapped_column(Integer)
    zone: Mapped[str] = mapped_column(String(64))


class BrowserRow(Base):
    """A browser that takes messages by push: of a person's device, or of a guest."""

    __tablename__ = "push_browsers"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    digest: Mapped[str] = mapped_column(String(64), unique=True)
    """Of the endpoint, which is too long for a key."""
    endpoint: Mapped[str] = mapped_column(Text)
    public: Mapped[str] = mapped_column(String(100))
    """The key by which messages to it are encrypted,"""
    auth: Mapped[str] = mapped_column(String(32))
    """and the secret that it shares with us; both in base64url."""
    person: Mapped[str | None] = mapped_column(
        String(32), ForeignKey("persons.id", ondelete="CASCADE"), nullable=True, index=True
    )
    session: Mapped[str | None] = mapped_column(
        String(64),
        ForeignKey("sessions.digest", ondelete="CASCADE", onupdate="CASCADE"),
        nullable=True,
        index=True,
    )
    """A device that is signed out is told nothing any more."""
    title: Mapped[str] = mapped_column(Text)
    lang: Mapped[str] = mapped_column(String(8))
    made: Mapped[float] = mapped_column(Float)


class BrowserSeatRow(Base):
    """A seat that a guest's browser holds, and wants to hear of."""

    __tablename__ = "push_seats"

    browser: Mapped[str] = mapped_column(
        String(32), ForeignKey("push_browsers.id", ondelete="CASCADE"), primary_key=True
    )
    match_id: Mapped[str] = mapped_column(
        String(32), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True, index=True
    )
    seat: Mapped[int] = mapped_column(Integer, primary_key=True)
    epoch: Mapped[int] = mapped_column(Integer)


class HookRow(Base):
    """A webhook of a chat room that hears of a person's turns."""

    __tablename__ = "hooks"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    person: Mapped[str] = mapped_column(
        String(32), ForeignKey("persons.id", ondelete="CASCADE"), index=True
    )
    url: Mapped[str] = mapped_column(Text)
    made: Mapped[float] = mapped_column(Float)


class MessageRow(Base):
    """A message about the turn that a table is at: to be sent, or sent."""

    __tablename__ = "messages"

    way: Mapped[str] = mapped_column(String(8), primary_key=True)
    """`push`, `mail` or `hook`."""
    target: Mapped[str] = mapped_column(String(32), primary_key=True)
    """The id of the browser or webhook; for mails that of the person."""
    match_id: Mapped[str] = mapped_column(
        String(32), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True, index=True
    )
    seat: Mapped[int] = mapped_column(Integer, primary_key=True)
    turn: Mapped[int] = mapped_column(Integer, primary_key=True)
    """The step after which the turn began."""
    person: Mapped[str | None] = mapped_column(
        String(32), ForeignKey("persons.id", ondelete="CASCADE"), nullable=True, index=True
    )
    due: Mapped[float] = mapped_column(Float, index=True)
    """When to send it, or to look at it again."""
    tries: Mapped[int] = mapped_column(Integer)
    done: Mapped[bool] = mapped_column(Boolean)
    """Sent, or given up: it stays until the turn is over, so that no other is made."""


class SeenRow(Base):
    """How far actions have been looked at for messages: one row."""

    __tablename__ = "messages_seen"

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    until: Mapped[float] = mapped_column(Float)

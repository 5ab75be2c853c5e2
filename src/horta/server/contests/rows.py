"""The tables of the database for tournaments."""

from __future__ import annotations

from sqlalchemy import JSON, Boolean, Float, ForeignKey, Integer, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from horta.core.game import Json
from horta.server.rows import Base


class ContestRow(Base):
    """A tournament; see `horta.server.contests`."""

    __tablename__ = "contests"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    title: Mapped[str] = mapped_column(Text)
    game: Mapped[str] = mapped_column(String(64))
    players: Mapped[int] = mapped_column(Integer)
    """At each table."""
    options: Mapped[Json] = mapped_column(JSON)
    system: Mapped[str] = mapped_column(String(8))
    rounds: Mapped[int] = mapped_column(Integer)
    """How many there are; 0 until it begins: as many as it takes."""
    pace: Mapped[str] = mapped_column(String(40))
    hours: Mapped[float] = mapped_column(Float)
    """That a round may take; 0: as long as its clocks allow."""
    bot: Mapped[str] = mapped_column(String(64))
    """The level that fills tables up; nothing: somebody has a bye."""
    rated: Mapped[bool] = mapped_column(Boolean)
    listed: Mapped[bool] = mapped_column(Boolean)
    state: Mapped[str] = mapped_column(String(8), index=True)
    round: Mapped[int] = mapped_column(Integer)
    """The one that is played, or was played last."""
    host: Mapped[str | None] = mapped_column(
        String(32), ForeignKey("persons.id", ondelete="SET NULL"), nullable=True, index=True
    )
    made: Mapped[float] = mapped_column(Float)
    begins: Mapped[float | None] = mapped_column(Float, nullable=True)
    """When it begins by itself."""
    ended: Mapped[float | None] = mapped_column(Float, nullable=True, index=True)


class EntrantRow(Base):
    """Somebody who takes part in a tournament: a person, a bot, or whoever has left."""

    __tablename__ = "entrants"

    contest: Mapped[str] = mapped_column(
        String(32), ForeignKey("contests.id", ondelete="CASCADE"), primary_key=True
    )
    number: Mapped[int] = mapped_column(Integer, primary_key=True)
    person: Mapped[str | None] = mapped_column(
        String(32), ForeignKey("persons.id", ondelete="SET NULL"), nullable=True, index=True
    )
    bot: Mapped[str] = mapped_column(String(64))
    since: Mapped[float] = mapped_column(Float)
    left: Mapped[bool] = mapped_column(Boolean)
    """Plays no further round."""


class ContestRoundRow(Base):
    """A round of a tournament: the deal that all its tables play, secret until it has ended."""

    __tablename__ = "contest_rounds"

    contest: Mapped[str] = mapped_column(
        String(32), ForeignKey("contests.id", ondelete="CASCADE"), primary_key=True
    )
    number: Mapped[int] = mapped_column(Integer, primary_key=True)
    seed: Mapped[str] = mapped_column(String(32))
    byes: Mapped[list[int]] = mapped_column(JSON)
    begun: Mapped[float] = mapped_column(Float)
    ended: Mapped[float | None] = mapped_column(Float, nullable=True)


class ContestTableRow(Base):
    """A table of a round, and in the end what was reached there; it outlives its match."""

    __tablename__ = "contest_tables"

    match_id: Mapped[str] = mapped_column(String(32), primary_key=True)
    contest: Mapped[str] = mapped_column(
        String(32), ForeignKey("contests.id", ondelete="CASCADE"), index=True
    )
    round: Mapped[int] = mapped_column(Integer)
    number: Mapped[int] = mapped_column(Integer)
    seats: Mapped[list[int]] = mapped_column(JSON)
    """The numbers of the entrants."""
    result: Mapped[Json | None] = mapped_column(JSON(none_as_null=True), nullable=True)
    """Scores and winners, when it is over."""

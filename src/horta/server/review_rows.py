"""The tables of the database for reviews."""

from __future__ import annotations

from sqlalchemy import JSON, Float, ForeignKey, Integer, LargeBinary, String
from sqlalchemy.orm import Mapped, mapped_column

from horta.core.game import Json
from horta.server.rows import Base


class ReviewRow(Base):
    """The review of a match at one depth: which of its steps are decisions."""

    __tablename__ = "reviews"

    match_id: Mapped[str] = mapped_column(
        String(32), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True
    )
    depth: Mapped[str] = mapped_column(String(16), primary_key=True)
    steps: Mapped[Json] = mapped_column(JSON)
    made: Mapped[float] = mapped_column(Float)


class JudgedRow(Base):
    """One decision of a review, judged: JSON, packed; see `horta.review.written`."""

    __tablename__ = "judged"

    match_id: Mapped[str] = mapped_column(
        String(32), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True
    )
    depth: Mapped[str] = mapped_column(String(16), primary_key=True)
    step: Mapped[int] = mapped_column(Integer, primary_key=True)
    found: Mapped[bytes] = mapped_column(LargeBinary)


class ReviewWaitRow(Base):
    """That somebody waits for a review, known by keyed hashes, and why it does not go on."""

    __tablename__ = "review_waits"

    match_id: Mapped[str] = mapped_column(
        String(32), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True
    )
    depth: Mapped[str] = mapped_column(String(16), primary_key=True)
    origin: Mapped[str] = mapped_column(String(24), index=True)
    owner: Mapped[str] = mapped_column(String(24))
    until: Mapped[float] = mapped_column(Float, index=True)
    problem: Mapped[Json | None] = mapped_column(JSON(none_as_null=True), nullable=True)
    stopped: Mapped[float] = mapped_column(Float)

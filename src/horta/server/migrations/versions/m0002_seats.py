"""One row a seat, in the place of one JSON list for all of them, and the last key of the host."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

BATCH = 500


def upgrade() -> None:
    """Make the table of seats and move what the matches hold into it."""
    seats = op.create_table(
        "seats",
        sa.Column(
            "match_id",
            sa.String(32),
            sa.ForeignKey("matches.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("bot", sa.Text, nullable=False),
        sa.Column("epoch", sa.Integer, nullable=False),
        sa.Column("joined", sa.Boolean, nullable=False),
        sa.Column("hints", sa.Boolean, nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
    )
    _move(seats)
    # Not by Alembic's batch mode: in SQLite that makes the table anew, and when the old one is
    # dropped, its actions go with it. SQLite drops columns itself since 3.35.
    op.execute("ALTER TABLE matches DROP COLUMN seats")
    op.execute("ALTER TABLE matches ADD COLUMN host_key VARCHAR(64) NOT NULL DEFAULT ''")


def _move(seats: Any) -> None:
    connection = op.get_bind()
    matches = sa.table("matches", sa.column("id", sa.String), sa.column("seats", sa.JSON))
    last = ""
    while True:
        found = connection.execute(
            sa.select(matches.c.id, matches.c.seats)
            .where(matches.c.id > last)
            .order_by(matches.c.id)
            .limit(BATCH)
        ).all()
        if not found:
            return
        last = found[-1].id
        rows = [
            _row(match_id, number, seat)
            for match_id, held in found
            for number, seat in enumerate(held)
        ]
        if rows:
            connection.execute(seats.insert(), rows)


def _row(match_id: str, number: int, seat: dict[str, Any]) -> dict[str, Any]:
    return {
        "match_id": match_id,
        "seat": number,
        "name": str(seat.get("name", "")),
        "bot": str(seat.get("bot", "")),
        "epoch": int(seat.get("epoch", 0)),
        "joined": bool(seat.get("joined", False)),
        "hints": bool(seat.get("hints", False)),
        "key": "",
        "version": 0,
    }


def downgrade() -> None:
    """Put the seats back into the matches."""
    op.execute("ALTER TABLE matches ADD COLUMN seats JSON NOT NULL DEFAULT '[]'")
    connection = op.get_bind()
    matches = sa.table("matches", sa.column("id", sa.String), sa.column("seats", sa.JSON))
    seats = sa.table(
        "seats",
        *(
            sa.column(name)
            for name in ("match_id", "seat", "name", "bot", "epoch", "joined", "hints")
        ),
    )
    held: dict[str, list[dict[str, Any]]] = {}
    for row in connection.execute(sa.select(seats).order_by(seats.c.match_id, seats.c.seat)):
        kept = {name: getattr(row, name) for name in ("name", "bot", "epoch")}
        kept |= {name: bool(getattr(row, name)) for name in ("joined", "hints")}
        held.setdefault(row.match_id, []).append(kept)
    for match_id, kept_seats in held.items():
        connection.execute(
            sa.update(matches).where(matches.c.id == match_id).values(seats=kept_seats)
        )
    op.execute("ALTER TABLE matches DROP COLUMN host_key")
    op.drop_table("seats")

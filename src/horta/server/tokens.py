"""Tokens: who holds a seat, signed, so that nobody can guess or forge one.

A token names the table, the seat and the seat's epoch; the host takes a link back by counting the
epoch up. A spectator has none.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from itsdangerous import BadData, URLSafeSerializer

from horta.server.room import HOST, Room


@dataclass(frozen=True)
class Claim:
    """What a token says."""

    table: str
    seat: int
    epoch: int


class Tokens:
    """Signs and reads the tokens of a house."""

    def __init__(self, secret: str) -> None:
        self._signer = URLSafeSerializer(
            secret, salt="horta seat", signer_kwargs={"digest_method": hashlib.sha256}
        )

    def sign(self, table: str, seat: int, epoch: int) -> str:
        """Return the token of a seat; `HOST` is the seat of the host."""
        return str(self._signer.dumps([table, seat, epoch]))

    def seat(self, room: Room, seat: int) -> str:
        """Return the token that holds a seat now."""
        return self.sign(room.id, seat, room.seats[seat].epoch)

    def host(self, room: Room) -> str:
        """Return the token of the host."""
        return self.sign(room.id, HOST, room.host_epoch)

    def read(self, token: str) -> Claim | None:
        """Return what a token says, or None if this house did not sign it."""
        try:
            table, seat, epoch = self._signer.loads(token)
        except (BadData, ValueError, TypeError):
            return None
        if not (isinstance(table, str) and isinstance(seat, int) and isinstance(epoch, int)):
            return None
        return Claim(table, seat, epoch)


@dataclass(frozen=True)
class Visitor:
    """Somebody at a table: the seats that the tokens hold, and whether one is the host's."""

    tokens: tuple[Claim, ...] = ()

    def seats(self, room: Room) -> list[int]:
        """Return the seats that are held now; a link that was taken back holds nothing."""
        held = {
            claim.seat
            for claim in self.tokens
            if claim.table == room.id
            and 0 <= claim.seat < len(room.seats)
            and room.seats[claim.seat].epoch == claim.epoch
            and not room.seats[claim.seat].bot
        }
        return sorted(held)

    def is_host(self, room: Room) -> bool:
        """Tell whether this is the host."""
        return any(
            claim.table == room.id and claim.seat == HOST and claim.epoch == room.host_epoch
            for claim in self.tokens
        )

"""Tokens: who holds a seat, signed, so that nobody can guess or forge one.

A token names the table, the seat and the seat's epoch. The one that a link of the seats page holds
is an invitation: who sits down with it gets the token of the next epoch, and the link is void. The
host takes a seat back by counting the epoch up. A spectator has no token.

A pass lets a page watch what its visitor may see, and nothing else: all tables of a browser share
one stream, whose address gets no table's cookie. It ends with the epochs of the tokens behind it,
and is written differently each time: the pages that hold it are packed (see `compression`).
"""

from __future__ import annotations

import base64
import functools
import hashlib
import secrets
import time
from dataclasses import dataclass

from itsdangerous import BadData, URLSafeSerializer

from horta.server.room import HOST, Room

HOST_LINK = -2
"""In the place of a seat: who brings this token becomes the host, once."""
KNOWN, LONGEST = 4096, 256
"""Tokens of which it is remembered what they say: the same few come with every action. One that is
longer than any of ours is not kept."""
HOST_LINK_SECONDS = 3600
"""How long such a link waits: it is made to be opened on the next device at once."""


@dataclass(frozen=True)
class Claim:
    """What a token says."""

    table: str
    seat: int
    epoch: int
    until: int = 0
    """When the token expires, in seconds since 1970; 0: never."""

    @property
    def expired(self) -> bool:
        """Whether its time is over."""
        return bool(self.until) and self.until < time.time()


class Tokens:
    """Signs and reads the tokens of a house."""

    def __init__(self, secret: str, *accepted: str) -> None:
        """Sign by a secret, and read what is signed by it or by others that are accepted."""
        self._signer = signer("horta seat", secret, *accepted)
        self._known = functools.lru_cache(maxsize=KNOWN)(self._read)
        self._passes = signer("horta watching", secret, *accepted)

    def sign(self, table: str, seat: int, epoch: int) -> str:
        """Return the token of a seat; `HOST` is the seat of the host."""
        return str(self._signer.dumps([table, seat, epoch]))

    def seat(self, room: Room, seat: int) -> str:
        """Return the token that holds a seat now."""
        return self.sign(room.id, seat, room.seats[seat].epoch)

    def host(self, room: Room) -> str:
        """Return the token of the host."""
        return self.sign(room.id, HOST, room.host_epoch)

    def host_link(self, room: Room) -> str:
        """Return a token that moves the host's rights to whoever brings it first."""
        until = int(time.time()) + HOST_LINK_SECONDS
        return str(self._signer.dumps([room.id, HOST_LINK, room.host_epoch, until]))

    def read(self, token: str) -> Claim | None:
        """Return what a token says, or None if this house did not sign it."""
        return self._known(token) if len(token) <= LONGEST else self._read(token)

    def _read(self, token: str) -> Claim | None:
        try:
            table, *numbers = self._signer.loads(token)
        except (BadData, ValueError, TypeError):
            return None
        if not isinstance(table, str) or not all(isinstance(n, int) for n in numbers):
            return None
        return Claim(table, *numbers) if len(numbers) in (2, 3) else None

    def renewed(self, token: str) -> str:
        """Return a token as it is signed now; one that says nothing stays as it is."""
        claim = self.read(token)
        if claim is None:
            return token
        until = [claim.until] if claim.until else []
        return str(self._signer.dumps([claim.table, claim.seat, claim.epoch, *until]))

    def watching(self, room: Room, visitor: Visitor) -> str:
        """Return the pass of a visitor for watching a table; a spectator needs none."""
        held = [[claim.seat, claim.epoch] for claim in visitor.tokens if claim.table == room.id]
        return masked(str(self._passes.dumps([room.id, held]))) if held else ""

    def watcher(self, table: str, given: str) -> Visitor:
        """Return who watches a table by a pass; a pass for another one, or none, opens nothing."""
        try:
            named, held = self._passes.loads(unmasked(given))
            claims = tuple(Claim(named, int(seat), int(epoch)) for seat, epoch in held)
        except (BadData, ValueError, TypeError):
            return Visitor()
        return Visitor(claims) if named == table else Visitor()


def signer(salt: str, secret: str, *accepted: str) -> URLSafeSerializer:
    """Return what signs by a secret, and reads what is signed by it or by others."""
    # The last one signs.
    return URLSafeSerializer(
        [*accepted, secret], salt=salt, signer_kwargs={"digest_method": hashlib.sha256}
    )


def masked(text: str) -> str:
    """Write a text so that no two of its copies have anything in common."""
    plain = text.encode()
    mask = secrets.token_bytes(len(plain))
    return base64.urlsafe_b64encode(mask + _xor(mask, plain)).decode()


def unmasked(text: str) -> str:
    """Read what was masked (`ValueError` if it was not)."""
    both = base64.urlsafe_b64decode(text.encode())
    half = len(both) // 2
    return _xor(both[:half], both[half:]).decode()


def _xor(one: bytes, other: bytes) -> bytes:
    return bytes(a ^ b for a, b in zip(one, other, strict=False))


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

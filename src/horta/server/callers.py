"""Callers: who asks, so that everybody gets a fair share, in a form that names nobody.

A caller is where a request comes from, and who it is there: several people may share one address
(a family, a school), so pages give each browser a random number to keep in a signed cookie. What is
remembered are hashes of both, with a key of the house.
"""

from __future__ import annotations

import base64
import hashlib
import secrets

from itsdangerous import BadData

from horta.server.addresses import counted_as
from horta.server.tokens import signer

COOKIE = "horta-visitor"
KEPT = 30 * 24 * 3600
LONGEST_COOKIE = 200
"""Seconds that a browser keeps its number."""


class Callers:
    """Tells callers apart, by a key of the house."""

    def __init__(self, secret: str, *accepted: str) -> None:
        """Know callers by a secret; cookies may be signed by others that are accepted."""
        self._keys = [
            hashlib.sha256(b"horta callers " + one.encode()).digest() for one in (secret, *accepted)
        ]
        self._signer = signer("horta visitor", secret, *accepted)

    def owner(self, host: str, cookie: str = "") -> str:
        """Return a caller as `where:who`; without a cookie of ours it is nobody in particular."""
        number = self._read(cookie)
        return f"{self._hash(counted_as(host))}:{self._hash(number) if number else ''}"

    def owner_of(self, host: str, person: str) -> str:
        """Return a person who calls, as `where:who`."""
        return f"{self._hash(counted_as(host))}:{self.person(person)}"

    def person(self, person: str) -> str:
        """Return who a person is, wherever they call from."""
        return self._hash(f"person {person}")

    def person_ever(self, person: str) -> list[str]:
        """Return who a person is, and was by the keys that are still accepted."""
        return [self._hash(f"person {person}", key) for key in self._keys]

    def renewed(self, cookie: str) -> str:
        """Return a cookie of ours as it is signed now; in the place of any other, a new one."""
        number = self._read(cookie)
        return str(self._signer.dumps(number)) if number else self.new_cookie()

    def new_cookie(self) -> str:
        """Return the cookie of a new visitor."""
        return str(self._signer.dumps(secrets.token_urlsafe(12)))

    def knows(self, cookie: str) -> bool:
        """Tell whether a cookie is one of ours, as it is signed now."""
        return bool(self._read(cookie)) and self.renewed(cookie) == cookie

    def _read(self, cookie: str) -> str:
        if not cookie or len(cookie) > LONGEST_COOKIE:
            return ""
        try:
            number = self._signer.loads(cookie)
        except BadData:
            return ""
        return number if isinstance(number, str) else ""

    def _hash(self, text: str, key: bytes | None = None) -> str:
        digest = hashlib.blake2b(text.encode(), key=key or self._keys[0], digest_size=12).digest()
        return base64.urlsafe_b64encode(digest).decode()


def where(owner: str) -> str:
    """Return where a caller comes from, without who it is there."""
    return owner.partition(":")[0]

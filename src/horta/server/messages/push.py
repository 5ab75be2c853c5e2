"""Push: messages to browsers, encrypted for them alone (RFC 8291), signed by us (RFC 8292).

The service that carries a message can read neither what it says nor for whom it is.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from horta.core.errors import BadOption, HortaError
from horta.core.game import Json
from horta.core.i18n import mark
from horta.core.limits import read_json
from horta.server.messages.outside import read_url
from horta.server.settings import Settings

LONGEST_ANSWER = 4000
POINT, SECRET = 65, 16
"""Bytes of a browser's public key, and of the secret that it shares with us."""
SIGNED_SECONDS = 12 * 3600
"""For how long a signature is good; services refuse more than a day."""
LARGEST = 2000
"""Bytes that a message may say; services carry about four thousand."""
BAD_KEY = mark(
    "HORTA_VAPID_KEY: a private key of the curve P-256 in base64 is needed, raw or as DER"
)


class BadBrowser(HortaError):
    """What a browser has given is no place for messages."""

    def __init__(self) -> None:
        super().__init__(mark("this browser did not say where messages go"))


@dataclass(frozen=True)
class Place:
    """Where a browser takes messages, and how they are encrypted for it."""

    endpoint: str
    public: str
    auth: str

    @classmethod
    def read(cls, answer: str) -> Place:
        """Read a subscription as browsers write it (`PushSubscription.toJSON`)."""
        try:
            given: Any = read_json(answer.encode())
            keys = given["keys"]
            endpoint, public, auth = str(given["endpoint"]), keys["p256dh"], keys["auth"]
            read_url(endpoint)
            if len(unbase(auth)) != SECRET:
                raise ValueError
            _point(public)
        except (HortaError, ValueError, KeyError, TypeError, AttributeError):
            raise BadBrowser from None
        return cls(endpoint, public.rstrip("="), auth.rstrip("="))

    @property
    def digest(self) -> str:
        """What an endpoint is found by."""
        return hashlib.sha256(self.endpoint.encode()).hexdigest()


class Signer:
    """The key of the house, by which push services know it."""

    def __init__(self, key: str, contact: str) -> None:
        from py_vapid import Vapid02

        self._contact = contact
        try:
            self._key = Vapid02.from_string(key)
            point = _uncompressed(self._key.public_key)
        except Exception:  # whatever the library makes of it; and what was given is not repeated
            raise BadOption(BAD_KEY) from None
        if len(point) != POINT:
            raise BadOption(BAD_KEY)
        self._key.conf["no-strict"] = True  # an address of our own may be one of a home network
        self.public = base(point)
        """What pages give to browsers, so that nobody else can send them messages."""

    @classmethod
    def read(cls, settings: Settings) -> Signer | None:
        """Return the key of the settings; None where there is none, and no push."""
        if not settings.vapid_key:
            return None
        contact = f"mailto:{settings.mail_from}" if settings.mail_from else settings.address
        return cls(settings.vapid_key, contact)

    def packed(
        self, place: Place, said: Json, *, now: float, seconds: int, topic: str
    ) -> tuple[dict[str, str], bytes]:
        """Return the headers and the body of a message; a later one of a topic replaces it."""
        import http_ece
        from cryptography.hazmat.primitives.asymmetric import ec

        plain = json.dumps(said, ensure_ascii=False).encode()
        assert len(plain) <= LARGEST  # names and titles are short
        parts = urlsplit(place.endpoint)
        claims = {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": int(now) + SIGNED_SECONDS,
            "sub": self._contact,
        }
        body: bytes = http_ece.encrypt(
            plain,
            salt=os.urandom(16),
            private_key=ec.generate_private_key(ec.SECP256R1()),
            dh=unbase(place.public),
            auth_secret=unbase(place.auth),
            version="aes128gcm",
        )
        return {
            "Content-Type": "application/octet-stream",
            "Content-Encoding": "aes128gcm",
            "TTL": str(seconds),
            "Urgency": "normal",
            "Topic": hashlib.sha256(topic.encode()).hexdigest()[:32],
            **self._key.sign(claims),
        }, body


def _point(text: str) -> None:
    """Refuse what is no point of the curve (`ValueError`)."""
    from cryptography.hazmat.primitives.asymmetric import ec

    given = unbase(text)
    if len(given) != POINT:
        raise ValueError
    ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), given)


def _uncompressed(key: Any) -> bytes:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    found: bytes = key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return found


def base(plain: bytes) -> str:
    """Write bytes as browsers do."""
    return base64.urlsafe_b64encode(plain).decode().rstrip("=")


def unbase(text: str) -> bytes:
    """Read bytes that browsers have written (`ValueError` if they have not)."""
    given = text.rstrip("=").encode()
    return base64.b64decode(given + b"=" * (-len(given) % 4), altchars=b"-_", validate=True)

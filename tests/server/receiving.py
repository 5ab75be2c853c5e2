"""What messages come to in tests: a push service, a browser's keys, and chat rooms."""

from __future__ import annotations

import json
import os
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from horta.server.messages.push import base

VAPID = base((12345).to_bytes(32, "big"))
NEAR = ("127.0.0.0/8",)
"""The network that the test's own servers are in."""


class Service(ThreadingHTTPServer):
    """A push service, or a chat room's: it keeps what comes, and answers as it is told."""

    daemon_threads = True

    def __init__(self):
        self.came, self.status, self.headers = [], 201, {}
        super().__init__(("127.0.0.1", 0), Door)
        threading.Thread(target=self.serve_forever, args=(0.02,), daemon=True).start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_address[1]}"

    def __exit__(self, *_):
        self.shutdown()
        self.server_close()


class Door(BaseHTTPRequestHandler):
    """One request."""

    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        self.server.came.append((self.path, dict(self.headers), body))
        self.send_response(self.server.status)
        for name, value in self.server.headers.items():
            self.send_header(name, value)
        self.end_headers()

    def log_message(self, *_):
        pass


class Keys:
    """The keys of a browser: it alone reads what is encrypted for it."""

    def __init__(self):
        self._private, self._auth = ec.generate_private_key(ec.SECP256R1()), os.urandom(16)

    def subscription(self, endpoint):
        """Return what the browser tells a page, as JSON."""
        point = self._private.public_key().public_bytes(
            Encoding.X962, PublicFormat.UncompressedPoint
        )
        keys = {"p256dh": base(point), "auth": base(self._auth)}
        return json.dumps({"endpoint": endpoint, "expirationTime": None, "keys": keys})

    def read(self, body):
        """Return what a message says."""
        plain = http_ece.decrypt(
            body, private_key=self._private, auth_secret=self._auth, version="aes128gcm"
        )
        return json.loads(plain)


def is_signed(headers):
    """Tell whether a push service would take a message as one of the house with our key."""
    ours = Vapid02.from_string(VAPID).public_key
    point = base(ours.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))
    said = headers["Authorization"]
    return said.endswith(f"k={point}") and Vapid02.verify(said)

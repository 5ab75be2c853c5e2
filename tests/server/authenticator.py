"""What tests of persons need: an authenticator made of software, and a mail server."""

from __future__ import annotations

import base64
import email
import email.policy
import hashlib
import json
import re
import secrets
import socketserver
import threading

import pytest

cbor2 = pytest.importorskip("cbor2", reason="persons need webauthn: pip install 'horta[people]'")
from cryptography.hazmat.primitives import hashes  # noqa: E402
from cryptography.hazmat.primitives.asymmetric import ec  # noqa: E402

PRESENT, VERIFIED, ATTESTED = 1, 4, 64


def text(raw):
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


class Authenticator:
    """Keeps one passkey and answers as a browser would; what a test changes is a lie."""

    def __init__(self, origin="http://horta.test", flags=PRESENT | VERIFIED):
        self.origin, self.flags = origin, flags
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id = secrets.token_bytes(32)
        self.count = 0

    def _about(self, site, flags):
        self.count += 1
        return (
            hashlib.sha256(site.encode()).digest() + bytes([flags]) + self.count.to_bytes(4, "big")
        )

    def _client(self, kind, challenge):
        told = {"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}
        return json.dumps(told).encode()

    def _answer(self, **response):
        parts = {name: text(raw) for name, raw in response.items()}
        made = {"id": text(self.id), "rawId": text(self.id), "type": "public-key"}
        return json.dumps({**made, "response": parts, "clientExtensionResults": {}})

    def create(self, asked):
        numbers = self.key.public_key().public_numbers()
        sides = {-2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        public = cbor2.dumps({1: 2, 3: -7, -1: 1, **sides})
        about = self._about(asked["rp"]["id"], self.flags | ATTESTED)
        about += bytes(16) + len(self.id).to_bytes(2, "big") + self.id + public
        packed = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": about})
        client = self._client("webauthn.create", asked["challenge"])
        return self._answer(clientDataJSON=client, attestationObject=packed)

    def get(self, asked):
        about = self._about(asked["rpId"], self.flags)
        client = self._client("webauthn.get", asked["challenge"])
        signed = self.key.sign(about + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        return self._answer(clientDataJSON=client, authenticatorData=about, signature=signed)


class Letters(socketserver.ThreadingTCPServer):
    """A mail server of the test's own: it takes every letter and sends none on."""

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self):
        self.taken, self.came = [], threading.Condition()
        super().__init__(("127.0.0.1", 0), Talk)
        threading.Thread(target=self.serve_forever, args=(0.02,), daemon=True).start()

    @property
    def url(self):
        return f"smtp://127.0.0.1:{self.server_address[1]}"

    def letter(self, number=0):
        """Wait for a letter; return whom it is to, its subject, and the link in it."""
        with self.came:
            assert self.came.wait_for(lambda: len(self.taken) > number, 60)
        to, raw = self.taken[number]
        message = email.message_from_bytes(raw, policy=email.policy.default)
        said = message.get_content().replace("\r\n", "\n")
        return to, message["subject"], re.search(r"https?://\S+", said.split("\n\n")[1])[0], said

    def __exit__(self, *_):
        self.shutdown()
        self.server_close()


class Talk(socketserver.StreamRequestHandler):
    """One conversation with a mail program."""

    def handle(self):
        self._say("220 letters")
        to = ""
        while line := self.rfile.readline():
            verb = line.split()[0].upper() if line.split() else b""
            if verb == b"RCPT":
                to = re.search(rb"<(.*?)>", line)[1].decode()
            if verb == b"DATA":
                self._say("354 go on")
                raw = b""
                while not raw.endswith(b"\r\n.\r\n"):
                    raw += self.rfile.readline()
                with self.server.came:
                    self.server.taken.append((to, raw[:-5]))
                    self.server.came.notify_all()
            self._say("221 bye" if verb == b"QUIT" else "250 ok")
            if verb == b"QUIT":
                return

    def _say(self, line):
        self.wfile.write(f"{line}\r\n".encode())

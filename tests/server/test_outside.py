"""Outside: what visitors name is reached only if it is public, and only where it was checked."""

from __future__ import annotations

import asyncio
import datetime
import ipaddress
import socket
import ssl
import threading

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID
from hypothesis import given
from hypothesis import strategies as st

from horta.server.addresses import Networks
from horta.server.messages.outside import (
    BadAddress,
    NoAnswer,
    Outside,
    is_public,
    read_url,
    resolve,
)

from .receiving import NEAR, Service

INSIDE = [
    "127.0.0.1", "127.8.8.8", "0.0.0.0", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1",
    "169.254.169.254", "100.64.0.1", "192.0.2.1", "198.18.0.1", "224.0.0.1", "240.0.0.1",
    "255.255.255.255", "::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1", "fd12::1", "fec0::1",
    "ff02::1", "2001:db8::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:a9fe:a9fe",
    "64:ff9b::7f00:1", "64:ff9b::a00:1", "64:ff9b:1::a00:1", "2002:7f00:1::", "2002:a00:1::1",
    "2001:0:7f00:1::", "::7f00:1", "nonsense", "",
]  # fmt: skip
PUBLIC = ["93.184.215.14", "8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808"]


@pytest.mark.parametrize("address", INSIDE)
def test_what_is_inside_is_not_public(address):
    assert not is_public(address)


@pytest.mark.parametrize("address", PUBLIC)
def test_what_is_public_is(address):
    assert is_public(address)


@given(st.ip_addresses(v=4))
def test_wrapping_an_address_makes_it_no_more_public(address):
    number = int(address)
    wrapped = [
        ipaddress.IPv6Address(0xFFFF << 32 | number),
        ipaddress.IPv6Address(0x64FF9B << 96 | number),
        ipaddress.IPv6Address(0x2002 << 112 | number << 80),
    ]
    if not is_public(str(address)):
        assert not any(is_public(str(one)) for one in wrapped)


def outside(*answers, allowed=()):
    """Return a way out whose names mean something else each time they are looked up."""
    asked = []

    async def find(host, port):
        asked.append((host, port))
        return answers[min(len(asked), len(answers)) - 1]

    made = Outside(Networks(allowed, "TEST"), find, seconds=5)
    made.asked = asked
    return made


def post(way, url="https://room.example/hook", body=b"{}"):
    return asyncio.run(way.post(url, {"Content-Type": "application/json"}, body))


@pytest.fixture
def lines(monkeypatch):
    """Count the lines that are opened: where to, and for which name. None is answered."""
    opened = []

    async def no_line(host, port, **how):
        opened.append((host, port, how.get("server_hostname")))
        raise OSError

    monkeypatch.setattr(asyncio, "open_connection", no_line)
    return opened


@pytest.mark.parametrize("address", INSIDE)
def test_nothing_goes_inside(lines, address):
    for found in ([address], ["8.8.8.8", address], [address, "8.8.8.8"]):
        with pytest.raises(BadAddress):
            post(outside(found))
    assert lines == []


@pytest.mark.parametrize(
    "url",
    ["https://127.0.0.1/x", "https://[::1]/x", "https://localhost/x", "https://2130706433/x",
     "https://0x7f.1/x", "https://017700000001/", "https://[::ffff:127.0.0.1]:8443/x"],
)  # fmt: skip
def test_however_it_is_written_this_machine_is_inside(lines, url):
    with pytest.raises((BadAddress, NoAnswer)):
        post(Outside(Networks((), "TEST"), resolve), url)
    assert lines == []


def test_a_name_that_means_something_else_the_second_time_leads_nowhere(lines):
    way = outside(["8.8.8.8", "2606:4700::1111"], ["127.0.0.1"])
    with pytest.raises(NoAnswer):
        post(way)
    assert way.asked == [("room.example", 443)]  # and never again
    name = "room.example"
    assert lines == [("8.8.8.8", 443, name), ("2606:4700::1111", 443, name)]


@pytest.mark.parametrize(
    "url",
    ["", "x", "//room.example/x", "ftp://room.example/", "file:///etc/passwd", "https://",
     "https://a@room.example/", "https://room.example/a b", "https://room.example/\r\nX: y",
     "https://room.example:0/", "https://room.example:99999/", "https://" + "a" * 1000,
     "javascript:alert(1)", "https://[::1", "https://röom.example/"],
)  # fmt: skip
def test_what_is_no_address_is_refused(url):
    with pytest.raises(BadAddress):
        read_url(url)


def test_plain_lines_go_only_where_the_operator_allows_it(lines):
    with pytest.raises(BadAddress):
        post(outside(["8.8.8.8"]), "http://room.example/")
    with pytest.raises(BadAddress):
        post(outside(["127.0.0.1", "10.0.0.1"], allowed=NEAR), "http://room.example/")
    assert lines == []


def test_what_the_operator_allows_is_reached_and_nothing_followed():
    with Service() as room, Service() as inner:
        port = room.server_address[1]
        room.status, room.headers = 302, {"Location": f"{inner.url}/inside"}
        way = outside(["127.0.0.1"], ["10.0.0.1"], allowed=NEAR)
        answer = post(way, f"http://room.example:{port}/hook?a=1", b'{"text": "x"}')
        assert answer.status == 302
        [(path, headers, body)] = room.came
        assert (path, body) == ("/hook?a=1", b'{"text": "x"}')
        assert headers["Host"] == f"room.example:{port}"
        assert inner.came == []


class Drip(threading.Thread):
    """A server that says something, piece by piece and without end."""

    def __init__(self, first, more):
        super().__init__(daemon=True)
        self.first, self.more, self.sent = first, more, 0
        self.door = socket.create_server(("127.0.0.1", 0))
        self.over = threading.Event()
        self.start()

    def run(self):
        line, _ = self.door.accept()
        with line:
            try:
                line.sendall(self.first)
                while not self.over.is_set():
                    line.sendall(self.more)
                    self.sent += len(self.more)
                    if len(self.more) < 10:
                        self.over.wait(0.02)
            except OSError:
                pass


@pytest.mark.parametrize(
    ("first", "more"),
    [(b"", b"H"), (b"HTTP/1.1 200 OK\r\n", b"a: b\r\n"), (b"HTTP/1.1 200 OK\r\n", b"x" * 65536)],
)
def test_an_answer_without_end_is_given_up(first, more):
    drip = Drip(first, more)
    way = Outside(Networks(NEAR, "TEST"), seconds=0.3)
    with pytest.raises(NoAnswer):
        post(way, f"http://127.0.0.1:{drip.door.getsockname()[1]}/")
    drip.over.set()
    drip.join(10)
    assert drip.sent < 20 << 20


def test_of_a_long_answer_the_head_is_enough():
    drip = Drip(b"HTTP/1.1 201 Created\r\nretry-after: 30\r\n\r\n", b"x" * 65536)
    way = Outside(Networks(NEAR, "TEST"), seconds=30)
    answer = post(way, f"http://127.0.0.1:{drip.door.getsockname()[1]}/")
    assert (answer.status, answer.wait) == (201, 30.0)
    drip.over.set()


def certificate(folder, name):
    """Make a key and a certificate for a name; return the file of both."""
    key = ec.generate_private_key(ec.SECP256R1())
    who = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(who)
        .issuer_name(who)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    file = folder / "both.pem"
    written = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    file.write_bytes(written + made.public_bytes(Encoding.PEM))
    return file


def test_the_certificate_is_that_of_the_name_although_the_line_goes_to_an_address(tmp_path):
    file = certificate(tmp_path, "room.example")
    with Service() as room:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(file)
        room.socket = context.wrap_socket(room.socket, server_side=True)
        port = room.server_address[1]
        for name, trusted, good in (
            ("room.example", True, True),
            ("other.example", True, False),
            ("room.example", False, False),
        ):
            way = outside(["127.0.0.1"], allowed=NEAR)
            if trusted:
                way._tls.load_verify_locations(file)
            if good:
                assert post(way, f"https://{name}:{port}/").status == 201
            else:
                with pytest.raises(NoAnswer):
                    post(way, f"https://{name}:{port}/")
        assert len(room.came) == 1

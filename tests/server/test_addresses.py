"""Who is counted: the visitor behind trusted proxies, and nobody whom he names himself."""

from __future__ import annotations

import logging

import pytest
from starlette.testclient import TestClient

from horta.server.addresses import Proxies, counted_as
from horta.server.app import create_app
from horta.server.quiet import Quiet, quieten

from .conftest import make_table, settings_for

TRUSTED = ("10.0.0.0/8", "2001:db8:ff::1")
VISITS = [
    # peer, X-Forwarded-For, the visitor
    ("198.51.100.7", "1.2.3.4", "198.51.100.7"),  # nobody asked him
    ("10.0.0.1", "", "10.0.0.1"),
    ("10.0.0.1", "203.0.113.9", "203.0.113.9"),
    ("10.0.0.1", "1.2.3.4, 203.0.113.9", "203.0.113.9"),  # the left part is his own invention
    ("10.0.0.1", "1.2.3.4, 203.0.113.9, 10.9.9.9", "203.0.113.9"),
    ("10.0.0.1", "10.1.1.1, 10.2.2.2", "10.1.1.1"),
    ("10.0.0.1", "203.0.113.9:4711", "203.0.113.9"),
    ("10.0.0.1", "[2001:db8::7]:4711", "2001:db8::7"),
    ("10.0.0.1", "2001:db8::7", "2001:db8::7"),
    ("10.0.0.1", "203.0.113.9, unknown", "10.0.0.1"),
    ("10.0.0.1", "," * 5000, "10.0.0.1"),
    ("2001:db8:ff::1", "203.0.113.9", "203.0.113.9"),
    ("::ffff:10.0.0.1", "203.0.113.9", "203.0.113.9"),
    ("testclient", "203.0.113.9", "testclient"),
]


@pytest.mark.parametrize(("peer", "forwarded", "visitor"), VISITS)
def test_the_visitor_is_the_last_one_whom_no_trusted_proxy_is(peer, forwarded, visitor):
    assert Proxies(TRUSTED).visitor(peer, forwarded) == visitor


def test_nobody_is_trusted_unasked():
    assert Proxies(()).visitor("127.0.0.1", "1.2.3.4") == "127.0.0.1"


def test_a_network_of_ipv6_is_one_visitor():
    assert counted_as("2001:db8:1:2::1") == counted_as("2001:db8:1:2:ffff::9")
    assert counted_as("2001:db8:1:2::1") != counted_as("2001:db8:1:3::1")
    assert counted_as("192.0.2.1") == counted_as("::ffff:192.0.2.1") == "192.0.2.1"
    assert counted_as("192.0.2.1") != counted_as("192.0.2.2")


def client_of(app, peer):
    return TestClient(app, client=(peer, 4711))


def ask(client, forwarded=None, times=1):
    headers = {"x-forwarded-for": forwarded} if forwarded else {}
    return [client.get("/api/games", headers=headers).status_code for _ in range(times)]


def test_the_rate_counts_the_visitor_behind_a_trusted_proxy(tmp_path):
    app = create_app(settings_for(tmp_path, rate=0.01, burst=3, proxies=("10.0.0.1",)))
    with client_of(app, "10.0.0.1") as proxy:
        assert ask(proxy, "203.0.113.1", 4) == [200, 200, 200, 429]
        assert ask(proxy, "203.0.113.2", 3) == [200, 200, 200]
        # who writes something to the left of himself is still himself
        assert ask(proxy, "203.0.113.77, 203.0.113.1") == [429]


def test_the_rate_does_not_believe_anybody_else(tmp_path):
    app = create_app(settings_for(tmp_path, rate=0.01, burst=3, proxies=("10.0.0.1",)))
    with client_of(app, "127.0.0.1") as visitor:
        codes = [ask(visitor, f"203.0.113.{k}")[0] for k in range(4)]
        assert codes == [200, 200, 200, 429]


def test_an_ipv6_visitor_has_one_share(tmp_path):
    app = create_app(settings_for(tmp_path, rate=0.01, burst=3, proxies=("10.0.0.1",)))
    with client_of(app, "10.0.0.1") as proxy:
        codes = [ask(proxy, f"2001:db8:1:2::{k:x}")[0] for k in range(4)]
        assert codes == [200, 200, 200, 429]
        assert ask(proxy, "2001:db8:1:3::1") == [200]


@pytest.mark.parametrize(("proxies", "scheme"), [((), "http"), (("10.0.0.1",), "https")])
def test_the_scheme_comes_from_a_trusted_proxy(tmp_path, proxies, scheme):
    app = create_app(settings_for(tmp_path, proxies=proxies))
    with client_of(app, "10.0.0.1") as client:
        client.headers["x-forwarded-proto"] = "https"
        client.headers["x-forwarded-for"] = "203.0.113.1"
        assert make_table(client)["link"].startswith(f"{scheme}://")


# the log


def test_a_failure_behind_a_link_does_not_write_the_token_down(tmp_path, monkeypatch, caplog):
    app = create_app(settings_for(tmp_path))
    with TestClient(app, raise_server_exceptions=False) as client:
        token = make_table(client)["seats"][0]["token"]
        monkeypatch.setattr(app.state.house.rooms, "get", None)
        for _ in range(20):
            assert client.get(f"/join/{token}").status_code == 500
    written = [record for record in caplog.records if record.name == "horta.server"]
    assert len(written) == 1  # once, although it happened twenty times
    text = logging.Formatter().format(written[0])
    assert "Traceback" in text
    assert "/join/" in text
    assert token not in text


def test_an_access_log_holds_no_token(caplog):
    quieten()
    with caplog.at_level(logging.INFO, "uvicorn.access"):
        logging.getLogger("uvicorn.access").info(
            '%s - "%s %s HTTP/%s" %d',
            "1.2.3.4:5",
            "GET",
            "/join/WyJ0Ii-x_y.abc?lang=de",
            "1.1",
            200,
        )
    assert "WyJ0Ii" not in caplog.text
    assert "/join/" in caplog.text


def test_a_thing_is_said_again_after_a_while(caplog):
    now = [0.0]
    quiet = Quiet(60, clock=lambda: now[0])
    assert [quiet.error("away", "it is away") for _ in range(3)] == [True, False, False]
    now[0] = 61.0
    assert quiet.error("away", "it is away")
    assert quiet.error("other", "something else")
    assert len(caplog.records) == 3

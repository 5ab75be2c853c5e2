"""Guards at the door: headers, size, rate, and no orders from other sites."""

from __future__ import annotations

import json

import pytest
from starlette.testclient import TestClient

from horta.server.addresses import is_foreign
from horta.server.app import create_app

from .conftest import make_table, settings_for

PAGES = ["/", "/new/paris", "/api/games", "/static/table.js", "/nothing", "/pictures/paris.svg"]


@pytest.mark.parametrize("path", PAGES)
def test_every_answer_has_the_security_headers(client, path):
    headers = client.get(path).headers
    policy = dict(
        part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";")
    )
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == "'self'"  # no inline scripts, no eval
    assert policy["frame-ancestors"] == "'none'"
    assert policy["form-action"] == "'self'"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"


def test_pages_hold_no_inline_script(client):
    import re

    made = make_table(client)
    for path in ("/", "/new/paris", f"/t/{made['id']}"):
        html = client.get(path).text
        for tag in re.findall(r"<script[^>]*>", html):
            assert "src=" in tag or 'type="application/json"' in tag
        assert not re.search(r"\son[a-z]+=", html)
        assert "javascript:" not in html


def test_a_large_body_is_refused(tmp_path):
    with TestClient(create_app(settings_for(tmp_path, largest_body=2000))) as client:
        form = {"game": "paris", "options": {"x": "y" * 4000}}
        assert client.post("/api/tables", json=form).status_code == 413

        def chunks():  # without a content length
            yield b'{"game": "paris", "options": {"x": "'
            for _ in range(10):
                yield b"y" * 1000
            yield b'"}}'

        headers = {"content-type": "application/json"}
        answer = client.post("/api/tables", content=chunks(), headers=headers)
        assert answer.status_code == 413
        assert "larger" in answer.json()["error"]
        small = json.dumps({"game": "paris"})
        assert client.post("/api/tables", content=small, headers=headers).status_code == 201


def test_who_is_too_fast_has_to_wait(tmp_path):
    with TestClient(create_app(settings_for(tmp_path, rate=0.01, burst=5))) as client:
        codes = [client.get("/api/games").status_code for _ in range(7)]
        assert codes == [200] * 5 + [429] * 2
        answer = client.get("/api/games")
        assert int(answer.headers["retry-after"]) > 1
        assert answer.json()["error"]


FOREIGN = [
    ({"sec-fetch-site": "cross-site"}, True),
    ({"sec-fetch-site": "same-site"}, True),
    ({"sec-fetch-site": "same-origin"}, False),
    ({"sec-fetch-site": "none"}, False),
    ({"origin": "https://evil.test", "host": "horta.test"}, True),
    ({"origin": "null", "host": "horta.test"}, True),
    ({"origin": "http://horta.test", "host": "horta.test"}, False),
    ({"host": "horta.test"}, False),
]


@pytest.mark.parametrize(("headers", "foreign"), FOREIGN)
def test_an_order_from_another_site_is_known(headers, foreign):
    raw = {name.encode(): value.encode() for name, value in headers.items()}
    assert is_foreign(raw) is foreign


@pytest.mark.parametrize("path", ["/play/paris", "/new/paris", "/upload", "/api/tables"])
def test_an_order_from_another_site_is_not_carried_out(client, path):
    headers = {"sec-fetch-site": "cross-site", "origin": "https://evil.test"}
    assert client.post(path, headers=headers).status_code == 403


def test_a_cookie_from_another_site_moves_nothing(client):
    client.post("/play/paris", follow_redirects=False)
    answer = client.post("/play/paris", follow_redirects=False)
    path = answer.headers["location"]
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert f"path={path}".lower() in cookie  # it goes to this table's pages only
    foreign = {"origin": "https://evil.test"}
    form = {"step": 0, "action": 0}
    assert client.post(f"{path}/api/actions", json=form, headers=foreign).status_code == 403


def test_a_failure_shows_no_trace(tmp_path, monkeypatch):
    app = create_app(settings_for(tmp_path))
    with TestClient(app, raise_server_exceptions=False) as client:
        monkeypatch.setattr(app.state.house, "games", None)
        answer = client.get("/api/games")
        assert answer.status_code == 500
        assert answer.json().keys() == {"error"}
        assert "Traceback" not in answer.text
        assert "content-security-policy" in answer.headers


def test_too_many_watchers_are_refused(tmp_path):
    with TestClient(create_app(settings_for(tmp_path, most_watchers=0))) as client:
        made = make_table(client)
        assert client.get(f"/api/tables/{made['id']}/events").status_code == 429

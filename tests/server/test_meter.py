"""What operators are told: health, readiness, counts and the log, and never a secret."""

from __future__ import annotations

import json
import logging
import re
import time

import pytest
from starlette.testclient import TestClient

from horta.core.errors import BadOption
from horta.server import journal
from horta.server.app import create_app
from horta.server.settings import Settings

from .conftest import SLOW, Sitting, settings_for

VALUE = re.compile(r"^(\w+)(?:\{(.*)\})? (\S+)$")


def opened(tmp_path, **changes):
    app = create_app(settings_for(tmp_path, **changes))
    return TestClient(app, base_url="http://horta.test", client=("192.0.2.7", 1))


def counts(client):
    """Return the samples that `/metrics` tells, by name and labels."""
    answer = client.get("/metrics")
    assert answer.status_code == 200
    found = {}
    for line in answer.text.splitlines():
        if not line.startswith("#"):
            name, labels, value = VALUE.match(line).groups()
            found[name, labels or ""] = float(value)
    return found


def test_a_house_that_serves_is_well_and_ready(client):
    assert client.get("/healthz").json() == {"status": "ok"}
    assert client.get("/readyz").json() == {"status": "ok"}


def test_without_its_store_a_house_is_alive_and_not_ready(tmp_path):
    with opened(tmp_path, database="postgresql://nobody@127.0.0.1:1/none") as client:
        assert client.get("/healthz").status_code == 200
        answer = client.get("/readyz")
        assert answer.status_code == 503
        assert answer.headers["retry-after"]


def test_counts_are_for_those_whom_the_setting_names(tmp_path):
    with opened(tmp_path) as client:
        assert client.get("/metrics").status_code == 404
    with opened(tmp_path, metrics=("198.51.100.0/24",)) as client:
        assert client.get("/metrics").status_code == 404
    with opened(tmp_path, metrics=("192.0.2.0/24",)) as client:
        assert client.get("/metrics").headers["content-type"].startswith("text/plain")
    with pytest.raises(BadOption, match="HORTA_METRICS: 'here' is not a list of addresses"):
        create_app(settings_for(tmp_path, metrics=("here",)))


def test_actions_requests_and_thoughts_are_counted(tmp_path, choice):
    with opened(tmp_path, metrics=("192.0.2.7",)) as client:
        before = counts(client)
        assert before["horta_tables", ""] == 0
        assert before["horta_store_reachable", ""] == 1
        sitting = Sitting(client, seed=1893)
        sitting.play_random(choice, steps=4)
        made = client.post(
            "/api/tables",
            json={
                "game": "paris",
                "seats": [{"bot": "apprentice"}, {"bot": "apprentice"}],
                "seed": 3,
            },
        )
        assert made.status_code == 201, made.text
        found = counts(client)
        assert found["horta_actions_total", 'by="person",game="paris"'] == 4
        route = 'method="POST",route="/api/tables/{table_id}/actions",status="200"'
        assert found["horta_request_seconds_count", route] == 4
        assert found["horta_tables", ""] == 2
        assert {labels for name, labels in found if name == "horta_waiting"} == {
            'queue="bots"',
            'queue="checks"',
            'queue="jobs"',
            'queue="reviews"',
        }
        thought = ("horta_thinking_seconds_count", 'bot="apprentice",game="paris"')
        until = time.monotonic() + SLOW
        while counts(client).get(thought, 0) < 1 and time.monotonic() < until:
            client.get(f"/api/tables/{made.json()['id']}")
            time.sleep(0.05)
        assert counts(client)[thought] >= 1
        told = client.get("/metrics").text
        assert sitting.id not in told
        assert sitting.keys[0] not in told


def test_addresses_that_lead_nowhere_are_one_route(tmp_path):
    with opened(tmp_path, metrics=("192.0.2.7",)) as client:
        for k in range(5):
            assert client.get(f"/nothing-{k}").status_code == 404
        client.get("/static/nothing.js")
        found = counts(client)
        assert found["horta_request_seconds_count", 'method="GET",route="none",status="404"'] == 5
        assert (
            "horta_request_seconds_count",
            'method="GET",route="/static/",status="404"',
        ) in found


def test_every_answer_has_an_id_and_a_proxy_may_give_it(client):
    first, second = (client.get("/healthz").headers["x-request-id"] for _ in range(2))
    assert first != second
    given = client.get("/healthz", headers={"x-request-id": "edge-7"})
    assert given.headers["x-request-id"] == "edge-7"
    bad = client.get("/healthz", headers={"x-request-id": "a b\t<script>"})
    assert re.fullmatch(r"[0-9a-f]{16}", bad.headers["x-request-id"])


def test_a_line_about_a_request_holds_no_token(tmp_path, caplog):
    with opened(tmp_path, log_requests=1) as client, caplog.at_level("INFO", "horta.requests"):
        sitting = Sitting(client, seed=1893)
        client.get(f"/t/{sitting.id}/join/{sitting.keys[0]}", follow_redirects=False)
        client.get("/nothing")
    lines = [record.getMessage() for record in caplog.records if record.name == "horta.requests"]
    assert re.match(r"POST /api/tables 201 \d+\.\d ms$", lines[0])
    assert any(line.startswith("GET none 404 ") for line in lines)
    assert not any(sitting.keys[0] in line or sitting.id in line for line in lines)


def record(message, **more):
    made = logging.LogRecord("horta.server", logging.ERROR, "", 1, message, (), None)
    made.__dict__.update(more)
    return made


def test_lines_carry_the_request_they_were_written_in():
    with journal.Request(b"edge-7"):
        line = journal.Text().format(record("it failed"))
        told = json.loads(journal.AsJson().format(record("il a échoué")))
    assert line.endswith("Z error [edge-7] it failed")
    assert (told["level"], told["request"], told["message"]) == ("error", "edge-7", "il a échoué")
    assert "request" not in json.loads(journal.AsJson().format(record("later")))
    try:
        raise ValueError("why")
    except ValueError as problem:
        failed = record("it failed", exc_info=(ValueError, problem, problem.__traceback__))
    assert "ValueError: why" in json.loads(journal.AsJson().format(failed))["exception"]
    assert journal.Text().format(failed).endswith("ValueError: why")


def test_the_log_has_a_form(monkeypatch):
    monkeypatch.setenv("HORTA_LOG", "yaml")
    with pytest.raises(BadOption, match="HORTA_LOG: 'yaml' is not one of text, json"):
        journal.set_up(Settings.read().log)

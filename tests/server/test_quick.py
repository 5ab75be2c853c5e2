"""Playing an action goes a short way, which answers whatever FastAPI's own would answer."""

from __future__ import annotations

import json

import pytest

from horta.server import quick

from .conftest import Sitting, bearer

SHORT, LONG = "application/json", "application/json; charset=utf-8"
"""The short way takes the form of the first kind only."""


def answered(table, kind, body, who=None, path="/actions"):
    headers = {"content-type": kind} | (bearer(table.keys[who]) if who is not None else {})
    answer = table.client.post(table.base + path, headers=headers, content=body)
    kept = {name: answer.headers.get(name) for name in ("content-type", "content-length")}
    return answer.status_code, answer.text, kept


@pytest.fixture
def table(client):
    return Sitting(client, seed=17)


@pytest.fixture
def taken(monkeypatch):
    """Return of each request that may go the short way whether it did."""
    seen = []

    def watched(way):
        async def asked(request, table_id):
            answer = await way(request, table_id)
            seen.append(answer is not None)
            return answer

        return asked

    for what, way in quick.WAYS.items():
        monkeypatch.setitem(quick.WAYS, what, watched(way))
    return seen


def test_an_action_is_answered_alike(table, taken):
    answers = []
    for step, kind in enumerate((SHORT, LONG)):
        seat = table.show()["to_act"]
        action = table.get("/actions", seat).json()["actions"][0]["action"]
        body = json.dumps({"step": step, "action": action})
        status, text, headers = answered(table, kind, body, seat)
        answers.append((status, text.replace(str(step + 1), "N"), headers))
    assert answers[0] == answers[1]
    assert answers[0][0] == 200
    assert taken == [True, False]


def test_previews_are_answered_alike(table, taken, monkeypatch):
    def told():
        seat = table.show()["to_act"]
        asked = [{}, {"lang": "fr", "seat": seat}, {"seat": 99}, {"lang": "xx"}, {"seat": "one"}]
        answers = [table.get("/previews", who, **one) for who in (seat, None) for one in asked]
        return [(one.status_code, one.json()) for one in answers]

    short = told()
    assert {True, False} == set(taken)
    monkeypatch.setattr(quick, "WAYS", {})
    assert short == told()
    assert {status for status, _ in short} == {200, 403, 422}


def test_both_ways_are_counted_as_the_same_address(table):
    seat = table.show()["to_act"]
    for kind in (SHORT, LONG):
        answered(table, kind, '{"step": 99, "action": 0}', seat)
    meter = table.client.app.state.meter.registry
    route = {"method": "POST", "route": "/api/tables/{table_id}/actions", "status": "409"}
    assert meter.get_sample_value("horta_request_seconds_count", route) == 2


@pytest.mark.parametrize(
    "body",
    [
        "",
        "[]",
        "{}",
        "{",
        "\xff",
        '{"step": 0}',
        '{"step": -1, "action": 0}',
        '{"step": 0, "action": 0, "more": 1}',
        '{"step": 0, "action": "nothing of the kind"}',
        '{"step": 7, "action": 0}',
        '{"step": 0, "action": 99999}',
        '{"step": NaN, "action": 0}',
    ],
)
def test_whatever_is_refused_is_refused_alike(table, body):
    seat = table.show()["to_act"]
    for who in (None, seat, 1 - seat):
        short, long = (answered(table, kind, body.encode("latin-1"), who) for kind in (SHORT, LONG))
        assert short == long
        assert short[0] >= 400


def test_tables_and_tokens_that_do_not_exist_are_refused_alike(table):
    body = '{"step": 0, "action": 0}'
    for base in ("/api/tables/nosuchtable", "/api/tables/a%0A", "/api/tables/short", table.base):
        table.base, table.keys[0] = base, "forged"
        short, long = (answered(table, kind, body, 0) for kind in (SHORT, LONG))
        assert short == long
        assert short[0] in (403, 404)

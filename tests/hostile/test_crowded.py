"""A visitor plays Paris with more legal actions than anybody counted, over the API.

So many builds once ended the server: they were written past the end of a list.
"""

from __future__ import annotations

import httpx
import pytest
from tests.server.conftest import SLOW, Server, Sitting

from .crowded import ACTIONS, COMPONENTS, MOST, OPTIONS


def crowd(client):
    """Play up to the crowded decision, each seat by its own link; return what is offered there."""
    table = Sitting(client, game="paris", seed=1, components=COMPONENTS, options=OPTIONS)
    for step, text in enumerate(ACTIONS):
        seat = table.show()["to_act"]
        answer = table.post("/actions", seat, step=step, action=text)
        assert answer.status_code == 200, (step, text, answer.text)
    seat = table.show()["to_act"]
    return table, seat, table.get("/actions", seat).json()["actions"]


def check_crowd(client):
    table, seat, offered = crowd(client)
    assert len(offered) == MOST
    assert len({each["action"] for each in offered}) == MOST
    last = offered[-1]["action"]
    answer = table.post("/actions", seat, step=len(ACTIONS), action=last)
    assert answer.status_code == 200, answer.text
    assert table.show()["step"] == len(ACTIONS) + 1


def test_a_visitor_is_offered_as_many_builds_as_there_are(client):
    check_crowd(client)


@pytest.mark.long
@pytest.mark.compiled
@pytest.mark.parametrize("check", ["0", "1"])
def test_a_server_with_compiled_rules_lives_on(tmp_path, check):
    server = Server(f"sqlite:///{tmp_path}/tables.sqlite", HORTA_JIT="1", HORTA_CHECK=check).start()
    try:
        with httpx.Client(base_url=server.link, timeout=SLOW) as client:
            check_crowd(client)
            assert server.process.poll() is None
            assert client.get("/api/games").status_code == 200
    finally:
        server.stop()

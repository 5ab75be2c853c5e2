"""`horta play`: what it opens and what it refuses."""

from __future__ import annotations

import socket

import pytest
import typer
from typer.testing import CliRunner

from horta.server import run
from horta.server.cli import register


@pytest.fixture
def served(monkeypatch):
    calls = []
    monkeypatch.setattr(run, "serve", lambda *args, **given: calls.append((*args, given)))
    app = typer.Typer()
    app.callback()(lambda: None)
    register(app)
    return app, calls


def test_play_opens_the_first_page(served):
    app, calls = served
    done = CliRunner().invoke(app, ["play"])
    assert done.exit_code == 0, done.output
    ((host, port, given),) = calls
    assert (host, port) == ("127.0.0.1", 1893)
    assert (given["open_browser"], given["path"]) == (True, "/")
    assert given["database"] is None


def test_play_opens_a_game(served):
    app, calls = served
    args = ["play", "paris", "--port", "0", "--no-browser", "--database", "sqlite:///x"]
    assert CliRunner().invoke(app, args).exit_code == 0
    _, port, given = calls[0]
    assert port == 0
    assert (given["open_browser"], given["path"]) == (False, "/new/paris")
    assert given["database"] == "sqlite:///x"


def test_play_refuses_what_it_does_not_know(served):
    app, calls = served
    done = CliRunner().invoke(app, ["play", "chess"])
    assert done.exit_code == 2
    assert "no game 'chess'" in done.output
    assert calls == []


def test_a_port_in_use_is_left_alone():
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        door.listen()
        taken = door.getsockname()[1]
        assert run.free_port("127.0.0.1", taken) != taken

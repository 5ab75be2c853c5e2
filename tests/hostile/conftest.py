"""The same house as for the tests of the server, for visitors who mean harm."""

from __future__ import annotations

import pytest
from tests.server.conftest import (  # noqa: F401
    choice,
    client,
    postgres,
    sitting,
)
from tests.thirdparty import compile_pebbles, forget, install_pebbles


@pytest.fixture
def pebbles(tmp_path, monkeypatch):
    """A game of somebody else, with traps in its component tables."""
    folder = tmp_path / "installed"
    folder.mkdir()
    install_pebbles(folder, monkeypatch)
    compile_pebbles()
    yield
    forget()

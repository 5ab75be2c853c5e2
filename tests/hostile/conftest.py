"""The same house as for the tests of the server, for visitors who mean harm."""

from __future__ import annotations

from tests.server.conftest import (  # noqa: F401
    choice,
    client,
    postgres,
    sitting,
)

"""What all tests share.

The suite runs in two forms. With HORTA_JIT=0 (`make quick`) rules run as they are written, and
tests marked `compiled` are skipped; otherwise the compiled rules are loaded before the first test.
"""

from __future__ import annotations

import os

import pytest

os.environ.setdefault("HORTA_JIT", "1")


def pytest_collection_modifyitems(items):
    if os.environ["HORTA_JIT"] != "0":
        return
    skip = pytest.mark.skip(reason="needs the compiled rules; HORTA_JIT=0 is set")
    for item in items:
        if "compiled" in item.keywords:
            item.add_marker(skip)

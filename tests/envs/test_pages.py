"""The pages for people who build agents are true: their examples run."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

pytest.importorskip("gymnasium", reason="Gymnasium is not installed (horta[envs])")

DOCS = Path(__file__).parent.parent.parent / "docs"
NEEDED = {
    "agents.md": ("pettingzoo", "pyspiel"),
    "data.md": ("pandas", "pyarrow"),
}

pytestmark = pytest.mark.compiled


def blocks_of(page):
    blocks = re.findall(r"```python\n(.*?)```", (DOCS / page).read_text("utf-8"), re.S)
    assert blocks
    return blocks


@pytest.mark.parametrize("page", NEEDED)
def test_the_examples_of_a_page_run(page, tmp_path, monkeypatch, capsys):
    for library in NEEDED[page]:
        if find_spec(library) is None:
            pytest.skip(f"{library} is not installed (horta[envs,data])")
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    for block in blocks_of(page):
        if "needs torch" not in block:  # tests/learning runs those
            exec(block, names)

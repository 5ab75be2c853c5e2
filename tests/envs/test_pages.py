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


@pytest.mark.parametrize("page", NEEDED)
def test_the_examples_of_a_page_run(page, tmp_path, monkeypatch, capsys):
    for library in NEEDED[page]:
        if find_spec(library) is None:
            pytest.skip(f"{library} is not installed (horta[envs,data])")
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    left_out = 0
    blocks = re.findall(r"```python\n(.*?)```", (DOCS / page).read_text("utf-8"), re.S)
    assert blocks
    for block in blocks:
        if "needs torch" in block and find_spec("torch") is None:
            left_out += 1
            continue
        exec(block, names)
    if left_out:
        pytest.skip(f"PyTorch is not installed: {left_out} of {len(blocks)} examples left out")

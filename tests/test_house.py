"""Files and functions that can be read in one go."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import horta

HOUSE = Path(horta.__file__).parent
LONGEST_FILE = 500
LONGEST_FUNCTION = 60
FILES = sorted(HOUSE.rglob("*.py"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(HOUSE)))
def test_files_and_functions_are_short(path):
    source = path.read_text(encoding="utf-8")
    assert len(source.splitlines()) <= LONGEST_FILE
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert node.end_lineno - node.lineno < LONGEST_FUNCTION, node.name

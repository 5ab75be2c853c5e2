"""Files that can be read in one go, actions made by name, and routes that say who may."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import horta

HOUSE = Path(horta.__file__).parent
LONGEST_FILE = 500
LONGEST_FUNCTION = 60
FILES = sorted(HOUSE.rglob("*.py"))
RULES = sorted(path for path in HOUSE.glob("games/*/*.py") if path.name != "moves.py")


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(HOUSE)))
def test_files_and_functions_are_short(path):
    source = path.read_text(encoding="utf-8")
    assert len(source.splitlines()) <= LONGEST_FILE
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert node.end_lineno - node.lineno < LONGEST_FUNCTION, node.name


TAKES_ACTIONS = ("offer", "only_offer")  # the second takes their count


def by_hand(source: str) -> list[int]:
    """Return the lines that reckon with the number of an action, or hand on where a span begins.

    Such a number may be offered, compared, or be a bit among options. Whatever else is done with
    it is the work of the encoders and decoders in `moves.py`.
    """
    tree = ast.parse(source)
    numbers = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").endswith(".moves")
        for alias in node.names
        if alias.name.isupper() and alias.name != "ACTIONS" and not alias.name.endswith("_NAMES")
    }
    found = []
    for node in ast.walk(tree):
        parts: list[ast.expr] = []
        if isinstance(node, ast.BinOp) and not isinstance(node.op, ast.LShift):
            parts = [node.left, node.right]
        elif isinstance(node, ast.Call):
            called = ast.unparse(node.func)
            parts = [] if called in TAKES_ACTIONS or called.endswith("_action") else node.args
        if any(isinstance(part, ast.Name) and part.id in numbers for part in parts):
            found.append(node.lineno)
        if isinstance(node, ast.Attribute) and ast.unparse(node).startswith("ACTIONS["):
            found.append(node.lineno)
    return found


@pytest.mark.parametrize("path", RULES, ids=lambda path: str(path.relative_to(HOUSE)))
def test_rules_make_actions_by_name(path):
    assert by_hand(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "line",
    [
        "n = offer(out, n, TAKE + cell)",
        "cell = int(actions[k]) - TAKE",
        "n = list_cells(cells, TAKE, out, n)",
        'n = offer(out, n, ACTIONS["take"].start)',
    ],
)
def test_an_action_made_by_hand_is_found(line):
    source = f"from horta.games.paris.moves import ACTIONS, TAKE\n{line}\n"
    assert by_hand(source) == [2]


@pytest.mark.parametrize(
    "line",
    ["n = offer(out, n, TAKE)", "if action < TAKE: pass", "options |= 1 << TAKE"],
)
def test_a_named_action_is_no_arithmetic(line):
    source = f"from horta.games.paris.moves import TAKE\n{line}\n"
    assert by_hand(source) == []


def test_every_route_of_the_house_says_who_may_use_it():
    """`tests/server/test_routes.py` then tries each of them."""
    for needed in ("fastapi", "webauthn"):
        pytest.importorskip(needed)
    from tests.server.routes import everything_on, unclassified

    from horta.server.app import create_app
    from horta.server.settings import Settings

    found = unclassified(create_app(Settings(**everything_on(database="sqlite://"))))
    assert not found, "\n".join(found)

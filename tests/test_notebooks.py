"""The notebooks of the examples run, shortened, cell by cell; the site shows them."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest
from tools.documentation import NOTEBOOKS, notebook_page

from horta.review import Depth, reviewing

EXAMPLES = Path(__file__).parent.parent / "examples"


def cells(name):
    """Return the code of a notebook, cell by cell."""
    told = json.loads((EXAMPLES / f"{name}.ipynb").read_text(encoding="utf-8"))
    assert not any(cell.get("outputs") for cell in told["cells"]), "kept without outputs"
    return ["".join(cell["source"]) for cell in told["cells"] if cell["cell_type"] == "code"]


def run(name, **shorter):
    """Run a notebook with some of its words replaced; return what it holds, and what each shows."""
    code = cells(name)
    for old, new in shorter.values():
        assert any(old in cell for cell in code), old
        code = [cell.replace(old, new) for cell in code]
    held: dict[str, object] = {}
    shown = []
    for cell in code:
        tree = ast.parse(cell)
        last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, name, "exec"), held)
        shown.append(
            eval(compile(ast.Expression(last.value), name, "eval"), held) if last else None
        )
    return held, shown


def pictures(shown):
    return [one._repr_svg_() for one in shown if hasattr(one, "_repr_svg_")]


def test_a_board_is_balanced(capsys):
    pytest.importorskip("pandas")
    held, shown = run(
        "balance",
        deals=('DEALS, BOT = 200, "mcts:25it"', 'DEALS, BOT = 2, "random"'),
        here=(".run()", ".run(jobs=0)"),
    )
    assert len(pictures(shown)) == 2
    assert held["chosen"] in held["wins"]
    assert len(held["wins"]) == 3
    assert held["sweep"].deals == [0, 1]
    assert held["test"].deals == [2, 3]
    assert "2 games" in capsys.readouterr().out


@pytest.mark.compiled
def test_a_game_is_reviewed(monkeypatch):
    pytest.importorskip("pandas")
    monkeypatch.setitem(reviewing.DEPTHS, "quick", Depth(first=6, trees=2, iterations=4, glance=3))
    held, shown = run("review")
    assert len(pictures(shown)) == 3  # the end of the game, the chances, the table before the worst
    assert len(held["frame"]) == len(held["review"].decisions) > 20


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_the_site_shows_every_cell(name):
    page = notebook_page(name)
    assert page.startswith("# ")
    for cell in cells(name):
        assert f"```python\n{cell}\n```" in page

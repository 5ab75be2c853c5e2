"""The documents are true: their examples run, their links lead somewhere."""

from __future__ import annotations

import ast
import doctest
import importlib
import inspect
import json
import re
from pathlib import Path

import pytest
from tools import api_pages

import horta

ROOT = Path(__file__).parent.parent
PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]


@pytest.mark.compiled
def test_the_tour_in_the_readme_runs():
    failed, tried = doctest.testfile(
        str(ROOT / "README.md"), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE
    )
    assert tried > 15
    assert failed == 0


@pytest.fixture(scope="module")
def reference():
    """The modules of the API reference can be imported."""
    for library in ("gymnasium", "pettingzoo", "pyspiel", "pyarrow"):
        pytest.importorskip(library, reason=f"{library} is not installed (horta[envs,data])")


@pytest.mark.usefixtures("reference")
def test_every_public_name_has_an_example():
    sections = api_pages.examples()
    public = {
        f"{name}.{each}" for name in api_pages.modules() for each, _ in api_pages.public(name)
    }
    # One is a package that answers to a call, the other a table of constants.
    assert set(sections) - public == {"horta.games", "horta.review.DEPTHS"}
    assert public <= set(sections)
    in_order = sorted(sections, key=lambda name: (name.rpartition(".")[0], name))
    assert list(sections) == in_order
    for name, section in sections.items():
        used = name.rpartition(".")[2]
        assert re.search(rf"^(>>>|\.\.\.) .*\b{used}\b", section, re.M), (
            f"{name}: its example does not use it"
        )


def imported(source):
    """Yield what a text imports of Horta, outside of the games: modules by their names alone."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("horta"):
            yield from ((node.module, name.name) for name in node.names)


def shown_to_makers():
    """Yield what the games, the examples and the documents import."""
    own = [
        path for folder in ("src/horta/games", "examples") for path in (ROOT / folder).rglob("*.py")
    ]
    sources = [path.read_text("utf-8") for path in own]
    for path in (ROOT / "examples").rglob("*.ipynb"):
        cells = json.loads(path.read_text("utf-8"))["cells"]
        sources += ["".join(each["source"]) for each in cells if each["cell_type"] == "code"]
    for page in PAGES:
        for block in re.findall(r"```python\n(.*?)```", page.read_text("utf-8"), re.S):
            told = re.findall(r"^(?:>>>|\.\.\.) ?(.*)$", block, re.M)
            sources.append("\n".join(told) if told else block)
    for source in sources:
        yield from imported(source)


@pytest.mark.usefixtures("reference")
def test_all_that_makers_use_is_public():
    shown = [thing for name in api_pages.modules() for _, thing in api_pages.public(name)]
    used = set(shown_to_makers())
    assert len(used) > 100
    inside = set()
    for module, name in used:
        if module.startswith("horta.games"):
            continue
        thing = api_pages.bare(getattr(importlib.import_module(module), name, None))
        if (inspect.isfunction(thing) or inspect.isclass(thing)) and thing not in shown:
            inside.add(f"{module}.{name}")
    assert not inside, "used by games, examples or documents, and not in the API reference"


@pytest.mark.compiled
@pytest.mark.usefixtures("reference")
def test_the_examples_of_public_names_run():
    failed, tried = doctest.testfile(str(ROOT / "docs/examples.md"), module_relative=False)
    assert tried > 400
    assert failed == 0


@pytest.mark.parametrize(
    "block", re.findall(r"```python\n(.*?)```", (ROOT / "docs/how-to.md").read_text("utf-8"), re.S)
)
def test_the_how_to_examples_run(block):
    names: dict[str, object] = {}
    exec(block, names)
    if "best_next" in names:
        match = horta.start("paris", seed=3)
        for _ in range(20):
            match.play(match.legal[0])
        assert names["best_next"](match, samples=1) in match.legal


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page):
    text = page.read_text(encoding="utf-8")
    anchors = set(re.findall(r'<a id="([^"]+)">', text))
    anchors |= {
        re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")
        for heading in re.findall(r"^#+ (.+)$", text, re.M)
    }
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if target.startswith("http"):
            continue
        path, _, anchor = target.partition("#")
        if path:
            assert (page.parent / path).exists(), target
        elif anchor:
            assert anchor in anchors, target


def test_the_project_speaks_of_itself_alone():
    """No workplace, no machine, no package host stands in what the repository contains."""
    hosts = "|".join(("py" + "pi.org", "files.python" + "hosted", "registry.npm" + "js"))
    # Put together here, so that this file may be searched like all others.
    places = "|".join((r"\.\./sha" + "red", "/wo" + "rk/", "/ro" + "ot/", "/ho" + r"me/\w"))
    banned = re.compile(f"{places}|{hosts}")
    import subprocess

    names = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout.split("\n")
    for name in filter(None, names):
        path = ROOT / name
        if path.suffix in (".png", ".ico", ".npz", ".gz") or not path.is_file():
            continue
        text = path.read_text(encoding="utf-8")
        assert not banned.search(text), f"{name}: {banned.search(text)}"

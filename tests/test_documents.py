"""The documents are true: their examples run, their links lead somewhere."""

from __future__ import annotations

import doctest
import importlib
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


def test_every_public_name_has_an_example():
    sections = api_pages.examples()
    packages = ("horta", "horta.bots", "horta.testing", *api_pages.FACES)
    public = [
        f"{package}.{name}"
        for package in packages
        for name in importlib.import_module(package).__all__
    ]
    envs = ("batch", "bot_games", "compact", "single", "vector")
    public += [
        f"horta.envs.{module}.{name}"
        for module in envs
        for name, _ in api_pages.public(f"horta.envs.{module}")
    ]
    assert set(public) <= set(sections)
    in_order = sorted(sections, key=lambda name: (name.rpartition(".")[0], name))
    assert list(sections) == in_order
    for name, section in sections.items():
        used = name.rpartition(".")[2]
        assert re.search(rf"^(>>>|\.\.\.) .*\b{used}\b", section, re.M), (
            f"{name}: its example does not use it"
        )


@pytest.mark.compiled
def test_the_examples_of_public_names_run():
    failed, tried = doctest.testfile(str(ROOT / "docs/examples.md"), module_relative=False)
    assert tried > 50
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

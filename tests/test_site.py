"""The documentation site: built without a warning, complete, and usable without a network."""

from __future__ import annotations

import importlib
import inspect
import os
import re
from pathlib import Path

import pytest

pytest.importorskip("sphinx", reason="Sphinx is not installed (horta[docs])")
pytest.importorskip("myst_parser", reason="MyST is not installed (horta[docs])")
pytest.importorskip("furo", reason="Furo is not installed (horta[docs])")
for library in ("gymnasium", "pettingzoo", "pyspiel"):
    pytest.importorskip(library, reason=f"{library} is not installed (horta[envs])")

from sphinx.util.inventory import InventoryFile
from tools import api_pages
from tools.documentation import build_site

import horta


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    if "HORTA_SITE" in os.environ:  # `make test` has just built it
        return Path(os.environ["HORTA_SITE"])
    build = tmp_path_factory.mktemp("site")
    assert build_site(build) == 0, "Sphinx warned; see above"
    return build / "html"


@pytest.mark.long
def test_every_public_name_is_in_the_api_reference(site):
    with (site / "objects.inv").open("rb") as file:
        known = InventoryFile.load(file, "", lambda base, name: name)
    names = {name for kind, found in known.items() if kind.startswith("py:") for name in found}
    for module in api_pages.modules():
        shown = (site / "api" / f"{module}.html").read_text(encoding="utf-8")
        wanted = {f"{module}.{name}" for name, _ in api_pages.public(module)}
        assert wanted <= names
        assert shown.count("highlight-python") >= len(wanted), "an example each"
    assert {"horta.core.dice.roll", "horta.corpus.open", "horta.envs.batch.Batch.step"} <= names
    public = [
        name
        for name, value in vars(horta.Match).items()
        if not name.startswith("_") and inspect.getdoc(value)
    ]
    assert {f"horta.Match.{name}" for name in public} <= names


@pytest.mark.long
def test_three_doors_lead_to_every_page(site):
    front = (site / "index.html").read_text(encoding="utf-8")
    for door in ("Play", "Study", "Build"):
        assert f"<h2>{door}" in front
    pages = {str(path.relative_to(site)) for path in site.rglob("*.html")}
    wanted = {"tutorial", "operators", "benchmarks", "protocol", "rules/paris", "reference/paris"}
    assert {f"{page}.html" for page in wanted | {"api/horta", "changelog"}} <= pages


@pytest.mark.long
def test_links_inside_lead_somewhere(site):
    anchors = {}
    for page in site.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        anchors[page.resolve()] = set(re.findall(r'\bid="([^"]+)"', text))
    for page in site.rglob("*.html"):
        if page.name in ("genindex.html", "py-modindex.html", "search.html"):
            continue
        main = page.read_text(encoding="utf-8").partition('role="main"')[2]
        for target in re.findall(r'<a [^>]*href="([^"]+)"', main):
            path, _, anchor = target.partition("#")
            if re.match(r"[a-z]+:", path):
                continue
            place = (page.parent / path).resolve() if path else page.resolve()
            assert place.exists(), f"{page.name}: {target}"
            if anchor and place in anchors:
                assert anchor in anchors[place], f"{page.name}: {target}"


@pytest.mark.long
def test_it_needs_no_network(site):
    assert (site / "searchindex.js").exists()
    index = (site / "search.html").read_text(encoding="utf-8")
    loaded = re.findall(r'<(?:script|link|img)[^>]*(?:src|href)="([^"]+)"', index)
    assert loaded
    assert not [address for address in loaded if re.match(r"(?:https?:)?//", address)]


def test_every_module_has_a_docstring_and_public_names():
    names = api_pages.modules()
    assert {"horta", "horta.core.game", "horta.corpus", "horta.testing"} <= set(names)
    for name in names:
        assert inspect.getdoc(importlib.import_module(name)), name

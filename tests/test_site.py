"""The documentation site: built without a warning, complete, and usable without a network."""

from __future__ import annotations

import importlib
import inspect
import os
import re
from html import unescape
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
from horta.core import registry
from horta.core.i18n import LANGUAGES
from horta.core.lessons import lessons_of
from horta.server.book import book

GAMES = ("paris", "bruxelles1897", "bruxelles1893")


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
    wanted |= {"api/horta", "changelog", "notebooks/tour", "notebooks/review", "books/paris"}
    assert {f"{page}.html" for page in wanted} <= pages
    for page in ("lessons/index", "books/index", "notebooks/tour"):
        assert f'href="{page}.html"' in front


def shown(site, kind, game, lang):
    """Return what a page for players says, and the drawings that it shows."""
    name = game if lang == "en" else f"{game}-{lang}"
    page = (site / kind / f"{name}.html").read_text(encoding="utf-8")
    assert f'lang="{lang}"' in page.partition("<head>")[0]
    main = page.partition('role="main"')[2].partition("<aside")[0]
    drawings = re.findall(r'<img[^>]*src="([^"]+\.svg)"', main)
    assert len(set(drawings)) == len(drawings)
    for drawing in drawings:
        drawn = (site / kind / drawing).read_text(encoding="utf-8")
        assert drawn.startswith("<svg")
    return main, drawings


def headings(page):
    return {(int(level), bare(said)) for level, said in re.findall(r"<h(\d)>(.*?)<a", page)}


def bare(text):
    """Return the words of a text: no tags, no signs that a page writes in its own way."""
    text = re.sub(r"<[^>]+>|§", "", unescape(text).replace("**", ""))
    return re.sub(r"\W+", " ", text)


@pytest.mark.long
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_rule_books_of_the_players_are_there_with_their_drawings(site, game, lang):
    page, drawings = shown(site, "books", game, lang)
    told = book(game, lang)
    pictures = [name for section in told.sections for name in section.pictures]
    assert len(drawings) == len(pictures) > 0
    said = bare(page)
    for section in told.sections:
        assert (section.level, bare(section.title)) in headings(page)
        for paragraph in re.findall(r"<(?:p|li|td|figcaption)>([^<].*?)</", section.html):
            assert bare(paragraph).strip() in said
        for rule in section.rules[:1]:
            assert f"../rules/{game}.html#{rule.lower()}" in page


@pytest.mark.long
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_lesson_is_there_with_a_picture_of_each_chapter(site, game, lang):
    page, drawings = shown(site, "lessons", game, lang)
    lessons = lessons_of(registry.game(game))
    assert len(drawings) == sum(len(lesson.chapter) for lesson in lessons) > 0
    ringed = [(site / "lessons" / one).read_text().count('book-mark"') for one in drawings]
    assert sum(map(bool, ringed)) > len(drawings) / 2, "what is spoken of stands out"
    said = bare(page)
    for lesson in lessons:
        for chapter in lesson.chapter:
            assert (3, bare(chapter.title.said(lang))) in headings(page)
            for step in chapter.step:
                for text in (step.text, step.ask, step.told):
                    assert text is None or bare(text.said(lang)).strip() in said


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
        for target in re.findall(r'<(?:a|img) [^>]*(?:href|src)="([^"]+)"', main):
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
    found = (site / "searchindex.js").read_text(encoding="utf-8")
    for page in ("books/paris-fr", "lessons/bruxelles1893-de", "notebooks/tour", "api/horta"):
        assert f'"{page}"' in found
    assert '"lampadair' in found, "words of a rule book"


def test_every_module_has_a_docstring_and_public_names():
    names = api_pages.modules()
    assert {"horta", "horta.core.game", "horta.corpus", "horta.testing"} <= set(names)
    for name in names:
        assert inspect.getdoc(importlib.import_module(name)), name

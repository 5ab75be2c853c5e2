"""The rule books: whole in three languages, with nothing in them that the engine does not say."""

import re

import pytest
from tests.server.test_pages import HTML
from tools.rules import ROOT, RULE

import horta
from horta.core.i18n import LANGUAGES
from horta.server.book import SUMMARY, book, expand, folder
from horta.server.book_pictures import draw, measure, pictures, position, size_of

BOOKS = [game for game in horta.games() if folder(game) is not None]
EVERYWHERE = [(game, lang) for game in BOOKS for lang in LANGUAGES]


def rules_of(game):
    """Return the ids of the reference."""
    return RULE.findall((ROOT / "docs" / "rules" / f"{game}.md").read_text(encoding="utf-8"))


def test_references_name_one_rule_or_a_range():
    assert expand("PA-SCO-02") == ["PA-SCO-02"]
    assert expand("PA-SCO-09..11") == ["PA-SCO-09", "PA-SCO-10", "PA-SCO-11"]


@pytest.mark.parametrize(("game", "lang"), EVERYWHERE)
def test_a_book_explains_every_rule_of_the_reference_and_no_other(game, lang):
    assert (folder(game) / f"{lang}.md").is_file()
    explained = {rule for section in book(game, lang).sections for rule in section.rules}
    known = rules_of(game)
    assert explained - set(known) == set()
    assert [rule for rule in known if rule not in explained] == []


@pytest.mark.parametrize("game", BOOKS)
def test_every_language_has_the_same_chapters_references_and_pictures(game):
    shapes = [
        [(one.name, one.level, one.rules, one.pictures) for one in book(game, lang).sections]
        for lang in LANGUAGES
    ]
    assert shapes[0] == shapes[1] == shapes[2]
    assert {name for section in shapes[0] for name in section[3]} == set(pictures(game))


@pytest.mark.parametrize(("game", "lang"), EVERYWHERE)
def test_no_language_is_left_in_english(game, lang):
    english = book(game, "en")
    for mine, theirs in zip(book(game, lang).sections, english.sections, strict=True):
        if lang != "en" and len(theirs.html) > 200:
            assert mine.html != theirs.html


SPELT = {
    "en": "zero one two three four five six seven eight nine ten",
    "fr": "zéro un deux trois quatre cinq six sept huit neuf dix",
    "de": "null ein zwei drei vier fünf sechs sieben acht neun zehn",
}


def numbers_told(game, lang, name, section):
    """Return the numbers in the caption of a picture, or in the section that tells them."""
    if section is not None:
        words = next(one.html for one in book(game, lang).sections if one.name == section)
    else:
        text = (folder(game) / f"{lang}.md").read_text(encoding="utf-8")
        words = re.search(rf"^!\[(.*)\]\(picture:{name}\)$", text, re.M).group(1)
    found = {int(one) for one in re.findall(r"[0-9]+", words)}
    return found | {
        k for k, one in enumerate(SPELT[lang].split()) if re.search(rf"\b{one}", words, re.I)
    }


@pytest.mark.parametrize("game", BOOKS)
def test_what_a_worked_example_states_is_what_the_engine_counts(game):
    checked = 0
    for name, picture in pictures(game).items():
        match = position(game, picture["position"]).copy()
        for text in picture.get("then", ()):
            match.play(match.parse(text))
        stated = dict(picture.get("sheet", {}))
        for line, values in stated.items():
            assert match.sheet[line] == values, (name, line)
        if "totals" in picture:
            assert match.scores == picture["totals"], name
            stated["totals"] = picture["totals"]
        for values in stated.values():
            for lang in LANGUAGES:
                told = numbers_told(game, lang, name, picture.get("told"))
                assert {abs(one) for one in values if one} <= told, (name, lang)
            checked += 1
    assert checked >= 5


@pytest.mark.parametrize(("game", "lang"), EVERYWHERE)
def test_every_picture_is_drawn(game, lang):
    whole = len(position(game, pictures(game)["table"]["position"]).svg(None, lang))
    for name, picture in pictures(game).items():
        svg = draw(game, name, lang)
        assert svg.startswith("<svg")
        assert measure(svg) == size_of(game, name), name
        assert svg.count("<svg") == svg.count("</svg>") == 1
        assert svg.count("<g") - svg.count("<g/") >= svg.count("</g>") > 0
        assert svg.count(" book-mark") + svg.count('"book-mark') == len(picture.get("mark", ()))
        if "part" in picture:
            assert len(svg) < whole


@pytest.mark.parametrize(("game", "lang"), EVERYWHERE)
def test_the_page_of_a_book_has_no_dead_link_and_no_stray_sign(client, game, lang):
    page = client.get(f"/rules/{game}", params={"lang": lang}, headers=HTML).text
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]+)"', page)) <= set(ids)
    assert "picture:" not in page
    article = page[page.index("<article") :]
    assert "**" not in article
    assert "{" not in article
    reference = client.get(f"/rules/{game}/reference", headers=HTML).text
    anchors = set(re.findall(r' id="([^"]+)"', reference))
    linked = set(re.findall(rf'href="/rules/{game}/reference#([^"]+)"', page))
    assert linked <= anchors
    for address in set(re.findall(r'<img src="([^"]+)"', page)):
        shown = client.get(address.replace("&amp;", "&"))
        assert shown.headers["content-type"] == "image/svg+xml"


@pytest.mark.parametrize(("game", "lang"), EVERYWHERE)
def test_the_summary_stands_alone_and_the_index_is_sorted(client, game, lang):
    title = book(game, lang).part(SUMMARY)[0].title
    page = client.get(f"/rules/{game}/summary", params={"lang": lang}, headers=HTML).text
    assert title in page
    assert "<figure" not in page
    letters = [letter for letter, _ in book(game, lang).index()]
    assert letters == sorted(set(letters))
    assert sum(len(words) for _, words in book(game, lang).index()) > 30


@pytest.mark.parametrize("game", BOOKS)
def test_a_passage_explains_its_rule_in_the_language_of_the_visitor(client, game):
    rule = rules_of(game)[0]
    said = {
        client.get(f"/rules/{game}/passage/{rule}", params={"lang": lang}).text
        for lang in LANGUAGES
    }
    assert len(said) == 3
    assert all(f'id="{rule}"' in one for one in said)
    assert client.get(f"/rules/{game}/passage/NO-SUCH-01").status_code == 404
    chapter = book(game, "en").sections[-1].name
    assert client.get(f"/rules/{game}/passage/{chapter}").status_code == 200


def test_a_picture_that_the_book_does_not_have_is_refused(client):
    assert client.get("/rules/paris/pictures/nothing.svg").status_code == 404

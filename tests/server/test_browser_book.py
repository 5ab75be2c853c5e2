"""The rule book beside the table, in a real browser: by mouse, by keyboard, in any language."""

from __future__ import annotations

import pytest

from .browsing import Visit, check_axe, needs_chromium, set_up

pytestmark = needs_chromium


def sit(page, join, lang):
    page.goto(f"{join}?lang={lang}")
    page.locator("form .primary").click()


@pytest.mark.parametrize(
    ("lang", "words"),
    [("en", "Lay a tile"), ("fr", "Poser une tuile"), ("de", "Ein Plättchen legen")],
)
def test_the_rule_of_the_question_opens_beside_the_table(
    browser, house, axe, artefacts, lang, words
):
    join = set_up(house, "paris", 7, 4, "p1_turn")
    with Visit(browser, house) as visit:
        page = visit.page
        sit(page, join, lang)
        visit.ready()
        before, step = page.url, visit.step
        link = page.locator(".ask .help-link")
        link.focus()
        page.keyboard.press("Enter")
        panel = page.locator("#book")
        panel.locator(".way-rule").first.click()
        panel.locator(".here").wait_for()
        assert words in panel.locator(".here").inner_text()
        assert page.url == before
        assert len(page.context.pages) == 1
        board, book = page.locator("#board").bounding_box(), panel.bounding_box()
        assert board["x"] + board["width"] <= book["x"] + 1, "the board is not covered"
        page.screenshot(path=artefacts / f"book-beside-{lang}.png")
        assert page.evaluate("document.activeElement.id") == "book"
        page.keyboard.press("h")  # a key of the table: nothing is asked for while somebody reads
        assert page.locator("#hints").is_hidden()
        if lang == "en":
            assert check_axe(page, axe, "book") == []
        page.keyboard.press("Escape")
        assert panel.is_hidden()
        assert "help-link" in page.evaluate("document.activeElement.outerHTML.slice(0, 300)")
        assert visit.step == step


def test_a_tag_and_a_refusal_lead_to_their_rule(browser, house, artefacts):
    join = set_up(house, "paris", 7, 4, "p1_turn")
    with Visit(browser, house) as visit:
        page = visit.page
        sit(page, join, "en")
        visit.ready()
        card = page.locator('[data-target="postcard-SAC"]')
        card.click()
        page.locator("#notice .rule-cited").click()
        page.locator("#book .here", has_text="cost you nothing").wait_for()
        page.locator("#book [data-close]").click()
        assert page.locator("#book").is_hidden()
        page.mouse.move(2, 400)
        card.hover()
        page.locator("#tag a").click()
        page.locator("#book .here", has_text="cost you nothing").wait_for()
        with page.context.expect_page() as opened:
            page.locator("#book .passage-more a").first.click()
        opened.value.wait_for_load_state()
        assert opened.value.url.endswith("/rules/paris#PA-SAC-01")
        opened.value.screenshot(path=artefacts / "book-page.png")
        opened.value.close()
        assert page.locator("#book").is_visible()


def test_the_whole_book_is_read_beside_a_table_on_a_phone(browser, house, artefacts):
    join = set_up(house, "paris", 7, 4, "p1_turn")
    with Visit(browser, house, width=390, height=800, touch=True, color_scheme="dark") as visit:
        page = visit.page
        sit(page, join, "de")
        visit.ready()
        page.locator(".top-link", has_text="Regeln").tap()
        book = page.locator("#book")
        book.locator("text=Erste Hälfte.").wait_for()
        book.locator(".passage-contents summary").tap()
        book.locator(".passage-contents a", has_text="Die zwölf Postkarten").tap()
        book.locator("h2", has_text="Lévitation").wait_for()
        page.wait_for_function("() => document.querySelector('#book img').complete")
        page.screenshot(path=artefacts / "book-sheet.png")
        sheet = book.bounding_box()
        assert sheet["y"] > 200
        assert sheet["width"] == 390
        book.locator("[data-close]").tap()
        assert book.is_hidden()
        assert len(page.context.pages) == 1

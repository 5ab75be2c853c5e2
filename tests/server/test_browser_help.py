"""Help where it is needed, in a real browser: at a decision, and once for something new."""

from __future__ import annotations

import random

import horta

from .browsing import Visit, check_axe, needs_chromium, put_up

pytestmark = needs_chromium


def upto(game, players, asked, **options):
    """A match after some random choices, when a decision is asked."""
    match, choice = horta.start(game, players, seed=7, **options), random.Random(7)
    while len(match.actions) < 10 or match.position["table"]["decision"] != asked:
        match.play(choice.choice(match.legal))
    return match


def sit(visit, join, lang):
    visit.page.goto(f"{join}?lang={lang}")
    visit.page.locator("form .primary").click()
    visit.ready()


def test_a_laptop_explains_a_decision_and_something_new_once(browser, house, axe, artefacts):
    match = upto("bruxelles1893", 4, "bid", belle_epoque=True)
    with Visit(browser, house, width=1440, height=757) as visit:
        page = visit.page
        sit(visit, put_up(house, match), "en")
        note, panel = page.locator("#first-time"), page.locator("#book")
        assert "An auction" in note.inner_text()
        board = page.locator("#board").bounding_box()
        assert note.bounding_box()["x"] >= board["x"] + board["width"] - 1, "in the column"
        page.screenshot(path=artefacts / "help-new.png")
        note.locator("a").click()
        panel.locator(".here").wait_for()
        page.keyboard.press("Escape")
        assert panel.is_hidden()
        # The key asks what can be done; a sentence leads to its rule, and back.
        page.mouse.move(700, 730)
        page.keyboard.press("?")
        panel.locator(".ways.can li").first.wait_for()
        assert "What can I do here?" in panel.inner_text()
        assert "francs under your assistant" in panel.locator(".ways.can").inner_text()
        page.screenshot(path=artefacts / "help.png")
        assert check_axe(page, axe, "help") == []
        panel.locator(".way-rule").first.click()
        panel.locator(".here").wait_for()
        panel.locator("[data-help]").click()
        panel.locator(".ways.can").wait_for()
        page.keyboard.press("Escape")
        # Never again: not after a reload, unless everything is to be explained once more.
        page.reload()
        visit.ready()
        assert note.is_hidden()
        page.locator(".ask .help-link").click()
        panel.locator("[data-again]").click()
        page.reload()
        visit.ready()
        note.wait_for()
        # Switched off, nothing is explained by itself.
        page.locator(".ask .help-link").click()
        panel.locator("[data-new]").uncheck()
        assert note.is_hidden()
        panel.locator("[data-again]").click()
        assert panel.locator("[data-new]").is_checked(), "who wants it all again wants it told"
        panel.locator("[data-new]").uncheck()
        page.reload()
        visit.ready()
        assert note.is_hidden()
        # With the column folded, the sentence stands where nothing can be chosen.
        page.locator(".ask .help-link").click()
        panel.locator("[data-new]").check()
        page.keyboard.press("Escape")
        page.locator("#fold").click()
        page.reload()
        visit.ready()
        note.wait_for()
        covered = page.evaluate(
            """() => {
              const own = document.querySelector("#first-time").getBoundingClientRect();
              return [...document.querySelectorAll("#board .lit")].some((node) => {
                const box = node.getBoundingClientRect();
                return box.right > own.left && box.left < own.right
                  && box.bottom > own.top && box.top < own.bottom;
              });
            }"""
        )
        assert not covered


def test_a_phone_explains_in_the_band_and_on_a_sheet(browser, house, artefacts):
    cards = ["LEV", "JAR", "BOU", "LAM", "MOU", "FON", "PEN", "GRA"]
    match = upto("paris", 2, "p2_turn", postcards=cards, large_lamp_rays="diamond")
    match.play(match.parse("activate GRA"))
    with Visit(browser, house, width=390, height=844, touch=True, color_scheme="dark") as visit:
        page = visit.page
        sit(visit, put_up(house, match), "de")
        note = page.locator(".ask #first-time")
        assert "besondere Figur" in note.inner_text()
        page.screenshot(path=artefacts / "help-new-phone.png")
        note.locator("[data-enough]").tap()
        assert note.is_hidden()
        page.locator(".ask .help-link").tap()
        ways = page.locator("#book .ways.can")
        ways.wait_for()
        assert "La Grande Lumière" in ways.inner_text()
        assert page.locator("#book .way-picture svg").is_visible()
        assert page.locator("#book").bounding_box()["width"] == 390
        page.screenshot(path=artefacts / "help-phone.png")
        ways.locator(".way-rule").first.tap()
        page.locator("#book .here").wait_for()

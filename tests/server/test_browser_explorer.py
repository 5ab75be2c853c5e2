"""The explorer in a real browser: walked by mouse, keys and touch, in three languages."""

from __future__ import annotations

import pytest

from .browsing import Visit, check_axe, needs_chromium
from .sizes import LETTERED

pytestmark = needs_chromium

WIDE = """() => [...document.querySelectorAll('main *')].filter((one) => !one.closest('svg'))
    .filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
    .map((one) => one.outerHTML.slice(0, 80))"""
SMALL = """() => [...document.querySelectorAll('main .explored, main .button, main summary')]
    .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 43)
    .map((one) => one.outerHTML.slice(0, 80))"""


def test_walking_the_first_decisions_by_mouse_and_keys(browser, house, axe):
    with Visit(browser, house) as visit:
        page = visit.page
        page.goto("/study?lang=en")
        page.get_by_role("link", name="Explorer").click()
        page.get_by_role("link", name="Bruxelles 1893").click()
        first = page.locator(".openings tbody tr").first
        assert "of" in first.locator(".often").inner_text()
        page.wait_for_selector(".explored .icon")
        assert page.locator(".openings .explored:has(.icon)").count() >= 4
        link = first.locator("a.explored")
        link.hover()
        page.wait_for_selector("#board .shown-box", state="attached")
        assert check_axe(page, axe, "explorer") == []
        assert page.evaluate(LETTERED, "#board") > 11.9
        page.screenshot(path=visit.artefacts / "explorer-1893.png")
        link.focus()
        page.keyboard.press("Enter")
        page.wait_for_selector(".trail li")
        page.locator(".openings a.explored").first.click()
        page.wait_for_function("() => document.querySelectorAll('.trail li').length === 2")
        page.locator(".levels a").nth(2).click()
        assert "level=like" in page.url
        page.locator(".trail a").first.click()
        page.wait_for_function("() => !document.querySelector('.trail')")
        for lang in ("de", "fr"):
            page.goto(f"/explorer/paris?lang={lang}&theme=dark")
            assert page.evaluate(WIDE) == []
            assert check_axe(page, axe, f"explorer {lang}") == []
        page.screenshot(path=visit.artefacts / "explorer-paris-dark.png")


@pytest.mark.parametrize(("width", "height"), [(360, 740)])
def test_on_a_phone_nothing_is_cut_off_and_everything_can_be_touched(
    browser, house, axe, width, height
):
    with Visit(browser, house, width=width, height=height, touch=True) as visit:
        page = visit.page
        page.goto("/explorer/bruxelles1893?lang=en")
        page.locator(".openings a.explored").first.tap()
        page.wait_for_selector(".trail li")
        assert page.evaluate(WIDE) == []
        assert page.evaluate(SMALL) == []
        assert check_axe(page, axe, "explorer on a phone") == []
        assert page.evaluate(LETTERED, "#board") > 11.9
        page.screenshot(path=visit.artefacts / "explorer-phone.png", full_page=True)


def test_beside_the_table_the_panel_follows_the_decisions_of_its_seat(browser, house, axe):
    with Visit(browser, house) as visit:
        page = visit.page
        page.goto("/new/bruxelles1893?lang=en&bot=random")
        page.get_by_label("Explorer allowed").check()
        page.get_by_role("button", name="Set the table").click()
        visit.ready()
        page.locator("#explorer summary").click()
        page.wait_for_selector("#explorer .explored .icon")
        first = page.locator("#explorer caption").text_content()
        assert "games of net" in page.locator("#explorer").inner_text()
        assert check_axe(page, axe, "explorer beside the table") == []
        page.screenshot(path=visit.artefacts / "explorer-panel.png")
        box = page.locator("[data-counted]")
        assert not box.is_checked()
        assert box.bounding_box()["height"] >= 24
        box.check()
        page.wait_for_function("() => document.querySelector('.counted .quiet')")
        assert box.is_checked()
        page.locator("#part-question [data-action]").first.click()
        page.wait_for_function(
            "was => { const now = document.querySelector('#explorer caption')?.textContent;"
            " return now && now !== was; }",
            arg=first,
        )

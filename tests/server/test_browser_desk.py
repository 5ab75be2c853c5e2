"""The owner's desk in a browser: a value is changed, drawn again, kept, and played with."""

from __future__ import annotations

import pytest

from .browsing import Visit, needs_chromium

pytestmark = needs_chromium

CHANGES = {
    "paris": ("tiles.orange.0", "oo/oo", "not a tile"),
    "bruxelles1897": ("tracks.prestige", "0 1 2 3", "3 2 1"),
    "bruxelles1893": ("boards.gauchie_palace.0", "2", "-4"),
}


@pytest.mark.parametrize("game", CHANGES)
def test_an_owner_changes_keeps_and_plays(browser, house, artefacts, game):
    path, value, wrong = CHANGES[game]
    with Visit(browser, house) as visit:
        page = visit.page
        page.goto(f"/desk/{game}")
        page.wait_for_selector("[data-said]:not(:empty)")
        field = page.locator(f'[name="{path}"]')
        drawn = "[...document.querySelectorAll('[data-picture]')].map(one => one.innerHTML).join()"
        before = page.evaluate(drawn)
        field.fill(wrong)
        page.wait_for_selector(f'[data-problem="{path}"]:not([hidden])')
        assert page.locator(f'[data-problem="{path}"]').inner_text().strip()
        assert page.evaluate(drawn) == before
        field.focus()
        page.keyboard.press("Control+a")
        page.keyboard.type(value)
        page.wait_for_selector(f'[data-problem="{path}"]', state="hidden")
        page.wait_for_selector("[data-changed]:not([hidden])")
        assert page.evaluate(drawn) != before
        page.screenshot(path=artefacts / f"desk-{game}.png", full_page=True)
        page.locator("[data-name]").fill("mine")
        page.locator("[data-save]").click()
        page.goto(f"/desk/{game}")
        assert field.input_value() != value
        page.locator("[data-saved]").select_option("mine")
        page.wait_for_url("**tables=**")
        assert field.input_value() == value
        page.wait_for_selector("[data-changed]:not([hidden])")
        with page.expect_download() as loading:
            page.locator("[data-download]").click()
        assert loading.value.suggested_filename == f"{game}.components.json"
        page.locator("[data-play]").click()
        page.wait_for_url(f"**/new/{game}?tables=**")
        page.locator('[name="where"][value="together"]').check()
        page.locator("form .primary").click()
        visit.ready()
        assert page.locator("#sources").count() == 1


def test_the_desk_fits_a_phone(browser, house, artefacts):
    with Visit(browser, house, width=390, height=844, touch=True) as visit:
        visit.page.goto("/desk/bruxelles1893")
        visit.page.wait_for_selector("[data-said]:not(:empty)")
        visit.page.screenshot(path=artefacts / "desk-phone.png")
        assert visit.page.evaluate("document.documentElement.scrollWidth") <= 390

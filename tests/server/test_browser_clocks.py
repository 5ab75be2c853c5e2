"""A real browser puts up a table with a clock, takes time off, and comes back after a bot."""

from __future__ import annotations

import random

import pytest
from tests.server.browsing import Visit, check_axe, needs_chromium

from .conftest import Server

pytestmark = needs_chromium


@pytest.fixture(scope="module")
def club(tmp_path_factory):
    folder = tmp_path_factory.mktemp("clocks")
    made = Server(f"sqlite:///{folder}/tables.sqlite", HORTA_CLOCKS=1).start()
    yield made
    made.stop()


def test_a_table_by_correspondence(browser, club, artefacts, axe):
    with Visit(browser, club) as visit:
        page = visit.page
        page.goto("/new/paris")
        page.get_by_label("By correspondence").check()
        page.get_by_label("hours a turn").fill("48")
        found = check_axe(page, axe, "new table with a clock")
        for width in (1440, 360):
            page.set_viewport_size({"width": width, "height": 900})
            page.screenshot(path=artefacts / f"clocks-new-{width}.png", full_page=True)
            assert page.evaluate("() => document.documentElement.scrollWidth") <= width
        page.set_viewport_size({"width": 1440, "height": 900})
        page.get_by_label("Around this screen").check()
        page.get_by_role("button", name="Set the table").click()
        visit.ready()
        page.get_by_text("The clock stands.").wait_for()
        before = visit.step
        page.locator(".curtain button").click()  # the first player is there
        page.wait_for_selector(".asked.mine")
        visit.by_keys(random.Random(7))
        assert visit.step > before
        page.wait_for_function("() => /left/.test(document.querySelector('.pace-now').textContent)")
        told = page.locator("#pace").inner_text()
        assert "1 day 23" in told
        assert "a bot plays on until the player is back" in told
        page.get_by_label("Days off").fill("2")
        page.get_by_role("button", name="Take").press("Enter")
        page.get_by_role("button", name="End my time off").wait_for()
        assert "has time off until" in page.locator(".pace-now").inner_text()
        found += check_axe(page, axe, "table with a clock")
        for width in (1440, 360):
            page.set_viewport_size({"width": width, "height": 900})
            page.screenshot(path=artefacts / f"clocks-table-{width}.png")
            assert page.evaluate("() => document.documentElement.scrollWidth") <= width
        page.set_viewport_size({"width": 1440, "height": 900})
        page.get_by_role("button", name="End my time off").press("Enter")
        page.get_by_role("button", name="Take").wait_for()
        assert found == [], found

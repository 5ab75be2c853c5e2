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


def nearly_up(route):
    """Answer as if less than three minutes were left."""
    answer = route.fetch()
    told = answer.json()
    told["clock"] |= {"turn": 170.0, "left": 170.0}
    route.fulfill(response=answer, json=told)


def check_seat_time(page, figures, kind, artefacts=None):
    """Check that the time stands at the seat that acts, in every layout of the table."""
    place = page.locator("#part-seats .active .seat-time")
    for width, height in ((1440, 900), (360, 740), (740, 360)):
        page.set_viewport_size({"width": width, "height": height})
        place.locator(".figures").wait_for()
        assert place.locator(".figures").inner_text().startswith(figures)
        assert place.get_attribute("data-kind") == kind
        box, chip = place.bounding_box(), page.locator(".active .medallion").bounding_box()
        assert 0 <= box["x"] <= width - box["width"]
        assert 0 <= box["y"] - chip["y"] <= chip["height"] - box["height"]
        if artefacts:
            page.screenshot(path=artefacts / f"clocks-{kind}-{width}.png")
    page.set_viewport_size({"width": 1440, "height": 900})
    page.locator("#fold").click()  # the strip of medallions
    assert place.locator(".figures").is_visible()
    page.locator("#fold").click()


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
        check_seat_time(page, "1d 23h", "turn")
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
        check_seat_time(page, "1d 23h", "off")
        page.get_by_role("button", name="End my time off").press("Enter")
        page.get_by_role("button", name="Take").wait_for()
        # Time runs short: another sign, and one sentence for whoever has to act.
        page.route("**/pace?*", nearly_up)
        page.emulate_media(color_scheme="dark")
        page.reload()
        page.locator(".seat-time[data-kind=short]").wait_for()
        assert page.locator("#pace-live").text_content().startswith("Your time runs short: 2 min")
        found += check_axe(page, axe, "time runs short")
        check_seat_time(page, "2:", "short", artefacts)
        assert found == [], found

"""Everything at the table can be read and hit, on every screen, in every game at its largest."""

from __future__ import annotations

import pytest

from .browsing import GAMES, Visit, needs_chromium, put_up
from .sizes import MEASURE, SIZES, large_table, too_small

pytestmark = needs_chromium


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_everything_can_be_read_and_hit(browser, house, artefacts, game, size):
    width, height, touch = SIZES[size]
    for steps in (4, 22, 30 if game == "paris" else 60):
        join = put_up(house, large_table(game, steps))
        with Visit(browser, house, width=width, height=height, touch=touch) as visit:
            page = visit.page
            page.goto(join)
            page.locator("form .primary").click()
            visit.ready()
            page.wait_for_timeout(300)
            found = page.evaluate(MEASURE)
            page.screenshot(path=artefacts / f"{game}-{size}-{steps}.png")
            assert len(found["texts"]) > 20
            assert found["lit"]
            assert too_small(found, touch) == []
            hidden = [one["name"] for one in found["lit"] if not one["shown"]]
            if touch:  # what a finger can scroll to may wait below, but something is in view
                assert len(hidden) < len(found["lit"])
            else:
                assert hidden == []
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            assert page.evaluate("document.documentElement.scrollHeight") <= height

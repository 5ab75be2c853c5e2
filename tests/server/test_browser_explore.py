"""Exploring in a real browser: from a replay to branches, bots, names and the search."""

from __future__ import annotations

import httpx
import pytest

from .browsing import HANG, Visit, check_axe, needs_chromium
from .conftest import Server
from .reviewing import put_up, short_game

pytestmark = [needs_chromium, pytest.mark.compiled]
LEFT = 12


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    folder = tmp_path_factory.mktemp("house")
    made = Server(f"sqlite:///{folder}/tables.sqlite", HORTA_REVIEW_NICE=0).start()
    yield made
    made.stop()


@pytest.fixture(scope="module")
def table(house):
    with httpx.Client(base_url=house.link, timeout=HANG) as client:
        return put_up(client, short_game(left=LEFT, seed=4))


def wait_for(page, nodes):
    """Wait until the tree has so many actions, or more."""
    page.wait_for_function(
        "n => Number(document.querySelector('#explore').dataset.nodes) >= n", arg=nodes
    )


def node(page):
    return int(page.locator("#explore").get_attribute("data-node"))


def test_branches_bots_names_and_the_search(browser, house, table, artefacts, axe):
    with Visit(browser, house, height=757, bypass_csp=True) as visit:
        page = visit.page
        page.goto(f"/t/{table}/replay?number=2&lang=en")
        page.wait_for_selector("#course [aria-current]", state="attached")
        page.locator("#play-on").click()
        visit.ready()
        assert "step=2" in page.url

        # a first branch by keys, taken back, and another one
        visit.page.locator("#moves summary").click()
        moves = page.locator("#moves .moves-list button")
        moves.first.focus()
        page.keyboard.press("Enter")
        wait_for(page, 1)
        first = node(page)
        assert first
        page.keyboard.press("u")
        page.wait_for_selector("#explore[data-node='0']")
        moves.nth(1).click()
        page.wait_for_function("() => document.querySelectorAll('.branch .branch').length === 1")
        second = node(page)
        assert second not in (0, first)

        # it gets a name, and is still there after a reload
        page.locator("[data-explored=promote]").click()
        page.wait_for_function(
            "id => document.querySelectorAll('#branches button')[1].dataset.node == id", arg=second
        )
        page.locator("#naming input").fill("The other way")
        page.locator("#naming input").press("Enter")
        page.wait_for_selector("#branches strong")
        page.reload()
        visit.ready()
        page.wait_for_selector("#branches strong")
        assert page.locator("#branches strong").inner_text() == "The other way"
        assert node(page) == second

        # the search's opinion grows while it is watched
        page.keyboard.press("o")
        page.wait_for_function("() => document.querySelector('#opinion').dataset.iterations >= 400")
        assert page.locator("#opinion li").count() >= 1
        page.screenshot(path=artefacts / "explore-wide.png")
        assert check_axe(page, axe, "explore") == []
        page.keyboard.press("o")

        # bots play on to the end
        page.locator("#bots summary").click()
        page.locator("#strength").select_option("random")
        for box in page.locator("[data-bot]").all():
            box.check()
        page.wait_for_function(
            "() => document.querySelector('#part-question').textContent.includes('over')",
            timeout=HANG,
        )

        # everything revealed is another tree; the list of what was explored has the first
        page.locator(".explore-known a").nth(1).click()
        visit.ready()
        assert page.locator("#explore").get_attribute("data-nodes") == "0"
        page.goto("/explore?lang=fr")
        page.wait_for_selector("#explored li a")
        assert check_axe(page, axe, "explorations") == []


def test_exploring_fits_a_phone_and_goes_by_touch(browser, house, table, artefacts, axe):
    how = {"width": 390, "height": 844, "touch": True, "color_scheme": "dark"}
    with Visit(browser, house, **how, bypass_csp=True) as visit:
        page = visit.page
        page.goto(f"/t/{table}/explore?step=3&known=all&lang=de")
        visit.ready()
        page.locator("[data-explored=opinion]").tap()
        page.wait_for_selector("#opinion li button")
        assert page.evaluate("document.documentElement.scrollWidth") <= 391
        page.screenshot(path=artefacts / "explore-phone.png")
        assert check_axe(page, axe, "explore on a phone") == []
        page.locator("#opinion li button").first.tap()
        wait_for(page, 1)

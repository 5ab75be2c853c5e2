"""Everything at the table can be read and hit, on every screen, in every game at its largest."""

from __future__ import annotations

import pytest

from .browsing import GAMES, Visit, needs_chromium, put_up
from .sizes import HIDDEN, MEASURE, SIZES, large_table, position, too_small

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


def sit_down(visit, join):
    visit.page.goto(join)
    visit.page.locator("form .primary").click()
    visit.ready()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_what_the_drawing_has_no_room_for_is_said_in_words(browser, house, artefacts, game, size):
    """No word of a player's mat or of a card is simply hidden: it stands in the column as text."""
    width, height, touch = SIZES[size]
    join = put_up(house, large_table(game, 22))
    with Visit(browser, house, width=width, height=height, touch=touch) as visit:
        page = visit.page
        sit_down(visit, join)
        medallions = page.locator("[data-words]")
        if page.locator(".room.folded").count():
            medallions.first.click()
        page.evaluate("document.querySelectorAll('#side details').forEach(one => one.open = true)")
        for number in range(medallions.count()):
            button = page.locator(f'[data-words="{number}"]')
            if button.get_attribute("aria-pressed") != "true":
                button.click()
            found = page.evaluate(HIDDEN)
            mine = [one["words"] for one in found if f"seat-{number}" in one["region"]]
            assert mine == [[]]
            assert too_small(page.evaluate(MEASURE), touch) == []
        assert [one for one in found if one["words"] and "seat-" not in one["region"]] == []
        page.locator("#holdings").scroll_into_view_if_needed()
        page.screenshot(path=artefacts / f"{game}-{size}-words.png")


CHOICES = {
    "boards": ("bruxelles1893", 0, 0),
    "tiles": ("bruxelles1893", 0, 16),
    "notables": ("bruxelles1893", 0, 186),
    "nobles": ("bruxelles1897", 0, 61),
    "postcards": ("paris", 0, 30),
}
"""Choices among cards or boards: the game, the seed and the number of choices before."""


@pytest.mark.parametrize("size", SIZES)
def test_choices_of_cards_are_laid_out_large(browser, house, artefacts, size):
    width, height, touch = SIZES[size]
    for name, where in CHOICES.items():
        match = position(*where)
        join = put_up(house, match)
        with Visit(browser, house, width=width, height=height, touch=touch) as visit:
            page = visit.page
            sit_down(visit, join)
            cards = page.locator("#choice .choice-card")
            assert cards.count() >= 2
            page.screenshot(path=artefacts / f"choice-{name}-{size}.png")
            assert too_small(page.evaluate(MEASURE), touch) == []
            picture = cards.first.locator("svg").bounding_box()
            assert min(picture["width"], picture["height"]) >= 60
            assert cards.first.locator(".effect").inner_text()
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            # Folded, the table can be looked at, and chosen from.
            page.locator("[data-fold]").click()
            assert not cards.first.is_visible()
            assert visit.lit()
            page.locator("[data-fold]").click()
            before = visit.step
            if touch:
                cards.last.tap()
            else:
                cards.first.focus()
                page.keyboard.press("ArrowLeft")
                page.keyboard.press("Enter")
            visit.wait_for_step(before)

"""A real browser plays whole games: by mouse, by keyboard, on a phone."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest

from .browsing import GAMES, Visit, needs_chromium, sync_api

pytestmark = needs_chromium


HOLDS = """() => {
  // What must be true at every question; what is not.
  const broken = [], ask = document.querySelector("#part-question");
  const box = (one) => (one.querySelector(":scope > .hit") ?? one).getBoundingClientRect();
  const within = (a, b) => a.left > b.left - 2 && a.right < b.right + 2
    && a.top > b.top - 2 && a.bottom < b.bottom + 2;
  const apart = (a, b) => a.right < b.left + 2 || a.left > b.right - 2
    || a.bottom < b.top + 2 || a.top > b.bottom - 2;
  if (ask.querySelector(".primary[data-action]")) broken.push("an option is put before the others");
  for (const one of ask.querySelectorAll(".pick[data-action]"))
    if (!one.querySelector(".icon")) broken.push(`no picture: ${one.innerText}`);
  const seen = document.querySelector("#board").getBoundingClientRect();
  const band = ask.getBoundingClientRect();
  const lit = [...document.querySelectorAll("#board:not([inert]) .lit")].map(box)
    .filter((one) => one.width);
  const shown = lit.filter((one) => within(one, seen) && apart(one, band));
  if (lit.length && !shown.length) broken.push("nothing that can be chosen is in sight: "
    + lit.map((one) => `${one.x},${one.y} ${one.width}x${one.height}`)
    + ` of ${seen.x},${seen.y} ${seen.width}x${seen.height} above ${band.y}`);
  if (shown.length < lit.length && !document.querySelector("#board > svg.narrow"))
    broken.push(`${lit.length - shown.length} things that can be chosen are out of sight`);
  return broken;
}"""


def check_question(page):
    """Check that a question holds what it must, once what its options bring is told in the bar."""
    if page.evaluate(HOLDS):
        with suppress(
            sync_api.TimeoutError
        ):  # the bar may still be growing, and the board makes way for it
            page.wait_for_function(f"() => ({HOLDS})().length === 0")
    assert page.evaluate(HOLDS) == []


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_mouse(browser, house, artefacts, game):
    with Visit(browser, house) as visit:
        visit.start(game)

        def each(number):
            check_question(visit.page)
            if number in (3, 12, 20):
                visit.page.screenshot(path=artefacts / f"{game}-mouse-{number}.png")

        assert visit.play(visit.by_mouse, random.Random(1), each) > 5
        visit.page.screenshot(path=artefacts / f"{game}-mouse-end.png")
        assert visit.page.locator("table.sheet .total td").count() >= 2
        assert visit.page.locator(".chart .line").count() >= 2


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_keyboard(browser, house, artefacts, game):
    with Visit(browser, house, color_scheme="dark") as visit:
        visit.start(game)

        def each(number):
            lost = visit.page.evaluate("document.activeElement === document.body")
            assert not (lost and number), "the keyboard has lost its place"
            if number == 8:
                visit.page.screenshot(path=artefacts / f"{game}-keys-{number}.png")

        visit.play(visit.by_keys, random.Random(2), each)
        told = visit.page.locator("#live").inner_text()
        assert told  # the last news went to the screen reader


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_on_a_phone(browser, house, artefacts, game):
    with Visit(browser, house, width=360, height=740, touch=True, device_scale_factor=2) as visit:
        visit.start(game)

        def each(number):
            width = visit.page.evaluate("document.documentElement.scrollWidth")
            assert width <= 360, f"the page is {width} wide"
            check_question(visit.page)
            if number in (2, 15):
                visit.page.screenshot(path=artefacts / f"{game}-phone-{number}.png")

        visit.play(visit.by_touch, random.Random(3), each)
        visit.page.screenshot(path=artefacts / f"{game}-phone-end.png")

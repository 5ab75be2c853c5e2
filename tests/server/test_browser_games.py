"""A real browser plays games: by mouse, by keyboard, on a phone.

Every game is played whole, and begun by every device; `make walks` plays each by each.
"""

from __future__ import annotations

import random
from contextlib import suppress

import pytest

from .browsing import EVERY, GAMES, Visit, needs_chromium, sync_api

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


WHOLE = {"mouse": "bruxelles1897", "keyboard": "bruxelles1893", "phone": "paris"}
"""The game that is played to its end by each device."""
BEGUN = 14
"""So many choices of the other games; `make walks` plays all of them to their ends."""


def check_question(page):
    """Check that a question holds what it must, once what its options bring is told in the bar."""
    broken = page.evaluate(HOLDS)
    if broken:  # the bar may still be growing, and the board makes way for it
        with suppress(sync_api.TimeoutError):
            page.wait_for_function(f"() => ({HOLDS})().length === 0")
        broken = page.evaluate(HOLDS)
    assert broken == []


def play(visit, device, game, choice, each):
    """Play a game to its end, or begin it where another is played whole by this device."""
    how = {"mouse": visit.by_mouse, "keyboard": visit.by_keys, "phone": visit.by_touch}[device]
    visit.start(game)
    whole = EVERY or WHOLE[device] == game
    assert visit.play(how, choice, each, None if whole else BEGUN) > 5
    if not whole:
        return
    visit.page.screenshot(path=visit.artefacts / f"{game}-{device}-end.png")
    assert visit.page.locator("table.sheet .total td").count() >= 2
    assert visit.page.locator(".chart .line").count() >= 2


def test_every_game_is_played_whole_and_by_every_device():
    assert sorted(WHOLE.values()) == sorted(GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_by_mouse(browser, house, artefacts, game):
    with Visit(browser, house) as visit:

        def each(number):
            check_question(visit.page)
            if number in (3, 12, 20):
                visit.page.screenshot(path=artefacts / f"{game}-mouse-{number}.png")

        play(visit, "mouse", game, random.Random(1), each)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_by_keyboard(browser, house, artefacts, game):
    with Visit(browser, house, color_scheme="dark") as visit:

        def each(number):
            lost = visit.page.evaluate("document.activeElement === document.body")
            assert not (lost and number), "the keyboard has lost its place"
            check_question(visit.page)
            if number == 8:
                visit.page.screenshot(path=artefacts / f"{game}-keys-{number}.png")

        play(visit, "keyboard", game, random.Random(2), each)
        told = visit.page.locator("#live").inner_text()
        assert told  # the last news went to the screen reader


@pytest.mark.parametrize("game", GAMES)
def test_a_game_on_a_phone(browser, house, artefacts, game):
    with Visit(browser, house, width=360, height=740, touch=True, device_scale_factor=2) as visit:

        def each(number):
            width = visit.page.evaluate("document.documentElement.scrollWidth")
            assert width <= 360, f"the page is {width} wide"
            check_question(visit.page)
            if number in (2, 13):
                visit.page.screenshot(path=artefacts / f"{game}-phone-{number}.png")

        play(visit, "phone", game, random.Random(3), each)

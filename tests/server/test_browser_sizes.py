"""Everything at the table can be read and hit, on every screen, in every game at its largest."""

from __future__ import annotations

import random

import pytest

from .browsing import GAMES, Visit, needs_chromium, put_up
from .sizes import (
    CROWDED,
    HIDDEN,
    MEASURE,
    NAMELESS,
    SIZES,
    TORN,
    UNSAID,
    large_table,
    position,
    too_small,
)

pytestmark = needs_chromium


COUNTED = """() => {
  // The edges whose sign does not count what can be chosen beyond them.
  const view = document.querySelector("#board").getBoundingClientRect();
  const beyond = { top: new Set(), bottom: new Set(), left: new Set(), right: new Set() };
  for (const one of document.querySelectorAll("#board .lit")) {
    const box = (one.querySelector(":scope > .hit") ?? one).getBoundingClientRect();
    const x = box.left + box.width / 2, y = box.top + box.height / 2;
    const side = y < view.top ? "top" : y > view.bottom ? "bottom"
      : x < view.left ? "left" : x > view.right ? "right" : null;
    if (side && box.width) beyond[side].add(one.dataset.target);
  }
  return Object.entries(beyond).filter(([side, names]) => {
    const sign = document.querySelector(`.beyond[data-side=${side}]`);
    return names.size !== (sign.checkVisibility() ? Number(sign.textContent.slice(2)) : 0);
  }).map(([side, names]) => `${side}: ${[...names]}`);
}"""


TAKEN = """() => {
  // How high the line about the others lies on the table: none in the bar or above the seats.
  const told = document.querySelector("#part-recent"), box = told.getBoundingClientRect();
  const board = document.querySelector("#board").getBoundingClientRect();
  const beside = box.left >= board.right - 1 || box.bottom <= board.top + 1;
  return told.matches(".in-bar") || beside ? 0 : box.height;
}"""
ASIDE = """() => {
  // How far the site lies from the middle of Paris' board, above it.
  const middle = (what) => {
    const box = document.querySelector(`#board ${what}`).getBoundingClientRect();
    return box.left + box.width / 2;
  };
  return document.querySelector(".site") ? Math.abs(middle(".site") - middle(".board")) : 0;
}"""
OUT_OF_REACH = """() => {
  // What can be chosen, lies beyond the edge and has no button; many things at once have none.
  if (document.querySelector("#part-question .pick.on-table")) return []; // all options have one
  const view = document.querySelector("#board").getBoundingClientRect();
  const lit = [...document.querySelectorAll("#board .lit")].filter((one) => {
    const box = (one.querySelector(":scope > .hit") ?? one).getBoundingClientRect();
    const x = box.left + box.width / 2, y = box.top + box.height / 2;
    return box.width && (y < view.top || y > view.bottom || x < view.left || x > view.right);
  });
  const away = [...new Set(lit.map((one) => one.dataset.target))];
  const named = [...document.querySelectorAll(".out-of-sight > *")].map((one) => one.dataset.thing);
  return away.length > 12 ? [] : away.filter((name) => !named.includes(name));
}"""
BEFORE = """() => {
  // The seats that lie above the own one.
  const { home } = JSON.parse(document.querySelector("#data").textContent);
  const region = (seat) => document.querySelector(`#board > svg > .region.seat-${seat}`);
  const top = (seat) => region(seat)?.getBoundingClientRect().top;
  return [0, 1, 2, 3, 4].filter((seat) => top(seat) < top(home));
}"""


def sit_down(visit, join, lang="en"):
    visit.page.goto(f"{join}?lang={lang}")
    visit.page.locator("form .primary").click()
    visit.ready()


def check_screen(page, name, artefacts, size):
    """Check a table as it is seen from across it, and leaning in."""
    width, height, touch = size
    found = page.evaluate(MEASURE)
    page.screenshot(path=artefacts / f"{name}.png")
    assert len(found["texts"]) > 20
    laid = page.locator(".choosing .choice-card").count()  # the targets lie on cards
    thumb = page.locator(".picks.many > .pick").count()  # or under the thumb
    assert found["lit"] or laid or thumb
    assert too_small(found, touch) == []
    assert page.evaluate(UNSAID)["unsaid"] == []
    assert page.evaluate(CROWDED) == []
    assert page.evaluate(NAMELESS) == []
    assert page.evaluate(TORN) == []
    hidden = [one["name"] for one in found["lit"] if not one["shown"]]
    if touch:  # what waits beyond the edge lies under the thumb, too, if it is not too much
        assert laid or thumb or len(hidden) < len(found["lit"])
        assert laid or page.evaluate(COUNTED) == []
        assert laid or page.evaluate(OUT_OF_REACH) == []
    else:
        assert hidden == []
        assert page.evaluate(TAKEN) == 0
        if width < 1200:  # folded, the strip of medallions lies above the table
            assert page.evaluate("document.querySelector('#board').clientWidth") == width
        assert page.evaluate(ASIDE) < 2
    if height > width:
        assert page.evaluate(BEFORE) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate("document.documentElement.scrollHeight") <= height
    far = page.evaluate(UNSAID)["hidden"]
    page.locator("#lens").click()
    assert too_small(page.evaluate(MEASURE), touch) == []
    near = page.evaluate(UNSAID)
    assert near["unsaid"] == []
    assert near["hidden"] <= far, "what is enlarged shows more, not less"
    page.screenshot(path=artefacts / f"{name}-near.png")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_everything_can_be_read_and_hit(browser, house, artefacts, game, size):
    """From across the table, and leaning in, in each language; nothing that is left out is lost."""
    width, height, touch = SIZES[size]
    with Visit(browser, house, width=width, height=height, touch=touch) as visit:
        for lang, steps in (("en", 4), ("de", 22), ("fr", 30 if game == "paris" else 60)):
            sit_down(visit, put_up(house, large_table(game, steps)), lang)
            visit.page.wait_for_timeout(300)
            check_screen(visit.page, f"{game}-{size}-{steps}", artefacts, SIZES[size])
            visit.leave()


NAMES = """one => [...one.querySelectorAll("text.fore, text.name")]
  .map((text) => text.dataset.whole ?? text.textContent)"""
"""Of a notable, in full."""


@pytest.mark.parametrize("size", SIZES)
def test_what_is_left_out_is_one_touch_away(browser, house, size):
    """A name that the drawing has no room for is in the tag, by mouse, by key and by a tap."""
    width, height, touch = SIZES[size]
    join = put_up(house, large_table("bruxelles1893", 60))
    with Visit(browser, house, width=width, height=height, touch=touch) as visit:
        page = visit.page
        sit_down(visit, join)
        thing = page.locator('[data-target^="theatre-"]:has(.far)').first
        assert thing.count(), "a notable's name has no room here"
        names = thing.evaluate(NAMES)
        thing.scroll_into_view_if_needed()
        box = thing.bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        tag = page.locator("#tag")
        if touch:
            page.touchscreen.tap(x, y)
        else:
            page.mouse.move(x, y)
        tag.wait_for(state="visible")
        assert all(name in tag.inner_text() for name in names)
        assert too_small(page.evaluate(MEASURE), touch) == []
        page.keyboard.press("Escape")
        tag.wait_for(state="hidden")
        thing.evaluate("one => { one.tabIndex = -1; one.focus(); }")
        tag.wait_for(state="visible")
        assert all(name in tag.inner_text() for name in names)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_what_the_drawing_has_no_room_for_is_said_in_words(browser, house, artefacts, game, size):
    """No word of a player's mat or of a card is simply hidden: it stands in the column as text."""
    width, height, touch = SIZES[size]
    join = put_up(house, large_table(game, 22))
    with Visit(browser, house, width=width, height=height, touch=touch) as visit:
        page = visit.page
        sit_down(visit, join)
        if page.locator("#part-recent summary").count():
            page.locator("#part-recent summary").click()
            assert too_small(page.evaluate(MEASURE), touch) == []
            page.locator("#part-recent summary").click()
        page.locator("#part-question .help-link").click()
        page.locator("#book .help .way-rule").first.wait_for()
        assert too_small(page.evaluate(MEASURE), touch) == []
        page.locator("#book .help .way-rule").first.click()
        page.locator("#book .here").wait_for()
        assert too_small(page.evaluate(MEASURE), touch) == []
        page.screenshot(path=artefacts / f"{game}-{size}-rules.png")
        page.locator("#book [data-close]").click()
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


@pytest.mark.parametrize("game", GAMES)
def test_the_end_and_the_replay_can_be_read(browser, house, artefacts, game):
    """The chart of the scores too, which stands in a narrow column."""
    import httpx

    match = position(game, 3, 0)
    choice = random.Random(3)
    while not match.over:
        match.play(choice.choice(match.legal))
    with httpx.Client(base_url=house.link, timeout=120) as client:
        made = client.post("/api/transcripts", json={"transcript": match.transcript()}).json()
    for size, (width, height, touch) in SIZES.items():
        with Visit(browser, house, width=width, height=height, touch=touch) as visit:
            page = visit.page
            page.goto(f"/t/{made['id']}")
            visit.ready()
            page.locator(".chart").wait_for()
            assert too_small(page.evaluate(MEASURE), touch) == []
            page.screenshot(path=artefacts / f"{game}-{size}-end.png")
            page.goto(f"/t/{made['id']}/replay?number=20")
            page.locator("#board svg").wait_for()
            page.wait_for_timeout(300)
            assert too_small(page.evaluate(MEASURE), touch) == []
            page.screenshot(path=artefacts / f"{game}-{size}-replay.png")


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
    with Visit(browser, house, width=width, height=height, touch=touch) as visit:
        for name, where in CHOICES.items():
            sit_down(visit, put_up(house, position(*where)))
            page = visit.page
            cards = page.locator("#choice .choice-card")
            assert cards.count() >= 2
            page.screenshot(path=artefacts / f"choice-{name}-{size}.png")
            assert too_small(page.evaluate(MEASURE), touch) == []
            picture = cards.first.locator("svg").bounding_box()
            assert min(picture["width"], picture["height"]) >= 60 or picture["width"] >= 120
            assert cards.first.locator(".effect").inner_text()
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            # Folded, the table can be looked at, and chosen from.
            page.locator("[data-fold]").click()
            assert not cards.first.is_visible()
            assert visit.lit()
            assert too_small(page.evaluate(MEASURE), touch) == []
            assert page.evaluate(TORN) == []
            page.locator("[data-fold]").click()
            before = visit.step
            if touch:
                cards.last.tap()
            else:
                cards.first.focus()
                page.keyboard.press("ArrowLeft")
                page.keyboard.press("Enter")
            visit.wait_for_step(before)
            visit.leave()


@pytest.mark.parametrize("size", [name for name, (_, _, touch) in SIZES.items() if touch])
def test_what_lies_beyond_the_edge_is_counted_there_and_comes_by_a_tap(browser, house, size):
    width, height, touch = SIZES[size]
    with Visit(browser, house, width=width, height=height, touch=touch) as visit:
        page = visit.page
        sit_down(visit, put_up(house, position("bruxelles1893", 21, 186)))
        place = page.locator('#board [data-target="place-market"].lit')
        assert not place.evaluate(IN_VIEW)
        sign = page.locator(".beyond[data-side=bottom]")
        below = [one.get_attribute("data-thing") for one in page.locator(".out-of-sight > *").all()]
        assert {"place-market", "place-exchange", "place-park", "place-grand-place"} <= {*below}
        assert sign.inner_text() == f"↓ {len(below)}"
        aside = page.locator(
            "#part-question [data-action]"
        )  # what is chosen on the table comes first
        assert [one.get_attribute("class") for one in aside.all()] == ["pick aside"]
        sign.tap()
        page.wait_for_function(f"({IN_VIEW})(document.querySelector('[data-target=place-market]'))")
        page.wait_for_function(f"({COUNTED})().length === 0")
        sign.wait_for(state="hidden")
        before = visit.step
        page.locator('.out-of-sight [data-thing="place-market"]').tap()
        visit.wait_for_step(before)


IN_VIEW = """one => {
  const view = document.querySelector("#board").getBoundingClientRect();
  const box = one.getBoundingClientRect();
  return box.top >= view.top - 2 && box.bottom <= view.bottom + 2;
}"""


@pytest.mark.parametrize("size", [name for name, (_, _, touch) in SIZES.items() if touch])
def test_many_bids_lie_under_the_thumb(browser, house, artefacts, size):
    """A row of coins is too long for a phone: the band has them all, large enough for a finger."""
    width, height, touch = SIZES[size]
    match = position("bruxelles1893", 21, 40)
    while len(match.legal) <= 8 or not match.text(match.legal[0]).startswith("bid"):
        match.play(match.legal[-1])
    with Visit(browser, house, width=width, height=height, touch=touch) as visit:
        page = visit.page
        sit_down(visit, put_up(house, match))
        buttons = page.locator("#part-question .picks.many > .pick")
        assert buttons.count() == len(match.legal)
        said = [one.get_attribute("aria-label") for one in buttons.all()]
        assert said == [match.label(action) for action in match.legal]
        assert [one.inner_text() for one in buttons.all()] == [
            str(k + 1) for k in range(len(match.legal))
        ]
        for box in [one.bounding_box() for one in buttons.all()]:
            assert min(box["width"], box["height"]) >= 44
            assert box["y"] + box["height"] <= height
        assert too_small(page.evaluate(MEASURE), touch) == []
        page.screenshot(path=artefacts / f"bids-{size}.png")
        before = visit.step
        buttons.nth(2).tap()
        visit.wait_for_step(before)
        match.play(match.legal[2])
        told = page.locator("#part-log .log li").first.inner_text()
        assert match.log("en")[-1] in told

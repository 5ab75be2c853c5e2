"""Using the room: notices, labels, focus, scrolling and names, in a real browser."""

from __future__ import annotations

import random

import pytest

from .browsing import Visit, needs_chromium, set_up

pytestmark = needs_chromium


def sit_down(visit, join):
    visit.page.goto(join)
    visit.page.locator("form .primary").click()
    visit.ready()


def test_a_notice_goes_away_although_something_else_is_said(browser, house):
    """What is told to screen readers meanwhile must not keep it on the screen."""
    join = set_up(house, "paris", 3, 5, "p1_turn")
    with Visit(browser, house) as visit:
        sit_down(visit, join)
        page = visit.page
        page.locator('[data-target="postcard-SAC"]').click(position={"x": 20, "y": 20})
        notice = page.locator("#notice")
        assert notice.is_visible()
        before = visit.step
        visit.by_mouse(random.Random(2))
        visit.wait_for_step(before)
        notice.wait_for(state="hidden", timeout=15_000)


@pytest.mark.parametrize(
    ("game", "steps", "asked", "lang", "name", "read"),
    [
        ("paris", 20, "p2_turn", "en", "postcard-LEV", "reserve for"),
        ("bruxelles1893", 6, "turn", "fr", "place-market", "Marché Sainte-Catherine"),
    ],
)
def test_lines_of_a_drawing_do_not_run_together(
    browser, house, game, steps, asked, lang, name, read
):
    join = set_up(house, game, 7, steps, asked)
    with Visit(browser, house) as visit:
        sit_down(visit, f"{join}?lang={lang}")
        visit.page.goto(f"{visit.page.url}?lang={lang}")
        visit.ready()
        label = visit.page.locator(f'[data-target="{name}"].lit').first.get_attribute("aria-label")
        assert read.replace(" ", "") not in label
        assert read in label


@pytest.mark.parametrize("game", ["paris", "bruxelles1897"])
def test_the_keyboard_keeps_its_place(browser, house, game):
    """After a move the focus is on what comes next, or waits at the question."""
    choice = random.Random(5)
    with Visit(browser, house) as visit:
        visit.start(game)
        lost = []
        for number in range(12):
            visit.wait_for_turn()
            if visit.over:
                break
            if number == 0:
                visit._tab_to_target()
            at = "document.activeElement.closest('.lit, #part-question') !== null"
            if not visit.page.evaluate(at):
                lost.append(number)
            visit.by_keys(choice)
        assert lost == []
        assert visit.page.evaluate("document.activeElement !== document.body")


def test_a_name_from_the_join_page_arrives_everywhere(browser, house):
    with Visit(browser, house) as ann, Visit(browser, house) as bob:
        ann.page.goto("/new/paris")
        ann.page.locator("form.label-form .primary").click()
        ann.page.wait_for_selector(".qr svg")
        link = ann.page.locator(".link input").first.input_value()
        ann.page.locator("p.form-end .primary").click()
        ann.ready()
        bob.page.goto(link)
        bob.page.locator('[name="name"]').fill("Victor")
        bob.page.locator("form .primary").click()
        bob.ready()
        for one in (ann, bob):  # on the drawing too, before anybody has moved
            one.page.wait_for_function(
                "document.querySelector('#board').textContent.includes('Victor')", timeout=10_000
            )
            one.page.locator("#part-seats >> text=Victor").first.wait_for()


SCROLLED = """() => {
  const scrolls = (one) => /auto|scroll/.test(getComputedStyle(one).overflowY)
    && one.scrollHeight > one.clientHeight + 1;
  const root = document.scrollingElement;
  return [...document.querySelectorAll("body *")].filter(scrolls).filter((one) => {
    for (let up = one.parentElement; up; up = up.parentElement)
      if (up !== document.body && scrolls(up)) return true;
    return root.scrollHeight > root.clientHeight + 1;
  }).map((one) => one.className || one.id);
}"""

BROKEN = """() => {
  const broken = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node.parentElement.closest("svg, script, style, .sr, [hidden]")) continue;
    for (const found of node.textContent.matchAll(/[\\p{L}]+/gu)) {
      const range = document.createRange();
      range.setStart(node, found.index);
      range.setEnd(node, found.index + found[0].length);
      const tops = new Set([...range.getClientRects()].map((box) => Math.round(box.top)));
      if (tops.size > 1) broken.push(found[0]);
    }
  }
  return broken;
}"""


@pytest.mark.parametrize("size", [(1440, 757), (1024, 768), (390, 844), (844, 390)])
def test_nothing_scrolls_twice_and_no_word_is_broken(browser, house, size):
    with Visit(browser, house, width=size[0], height=size[1]) as visit:
        page = visit.page
        page.goto("/new/bruxelles1893")
        for seat in range(1, 5):
            page.locator(f'[name="who{seat}"]').select_option(index=1)
        page.locator("form.label-form .primary").click()
        visit.ready()
        for _ in range(6):
            visit.wait_for_turn()
            before = visit.step
            visit.by_mouse(random.Random(before))
            visit.wait_for_step(before)
        page.evaluate("document.querySelectorAll('details.fold').forEach(one => one.open = true)")
        assert page.evaluate(SCROLLED) == []
        assert page.evaluate(BROKEN) == []

"""The band where it is full: options are told apart, and none is out of sight."""

from __future__ import annotations

from functools import cache

import pytest

from .browsing import Visit, needs_chromium, put_up
from .test_browser_buttons import questions

pytestmark = needs_chromium

LAPTOPS = ((1440, 757), (1280, 720), (1024, 768))

SEEN = """() => [...document.querySelectorAll("#part-question .picks > .pick")].map((one) => {
  // The letters of its name that can be seen: neither cut off by its edge nor said only aloud.
  const label = one.querySelector(".label"), edge = label.getBoundingClientRect();
  const walker = document.createTreeWalker(label, NodeFilter.SHOW_TEXT);
  let seen = "";
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const own = node.parentElement, aside = (at) => getComputedStyle(at).position === "absolute";
    if (aside(own) || aside(label) || !own.checkVisibility()) continue;
    for (let k = 0; k < node.length; k += 1) {
      const letter = document.createRange();
      letter.setStart(node, k);
      letter.setEnd(node, k + 1);
      const box = letter.getBoundingClientRect();
      if (box.right < edge.right + 1 && box.bottom < edge.bottom + 4) seen += node.data[k];
    }
  }
  return {
    name: seen.replace(/\\s+/g, " ").trim(),
    picture: one.querySelector(".icon")?.innerHTML.replace(/ (?:transform|x|y|cx|cy)="[^"]*"/g, ""),
  };
})"""

ALIKE = """() => {
  const told = document.querySelector("#part-question .alike");
  return {
    apart: document.querySelector(".picks.apart") !== null,
    shown: told?.checkVisibility() ? told.innerText.replace(/\\s+/g, " ") : "",
    same: [...new Set([...document.querySelectorAll(".picks .same")]
      .map((one) => one.textContent))],
  };
}"""

TRAY = """() => {
  const tray = document.querySelector(".tray"), view = tray.getBoundingClientRect();
  const things = [...tray.children], band = document.querySelector("#part-question");
  return {
    number: things.length,
    cut: things.filter((one) => {
      const box = one.getBoundingClientRect();
      return box.right > view.right + 1 || box.bottom > view.bottom + 1 || box.left < view.left - 1;
    }).map((one) => one.textContent),
    small: [...tray.querySelectorAll("button")].filter((one) => {
      const box = one.getBoundingClientRect();
      return Math.min(box.width, box.height) < 23.5;
    }).length,
    height: band.getBoundingClientRect().height,
  };
}"""


@cache
def asked(game, word):
    """Return the longest short question in which such a thing can be done."""
    return next(
        match
        for match in questions(game, most=40)
        if any(match.text(action).startswith(word) for action in match.legal)
    )


def sit_down(visit, match):
    visit.page.goto(put_up(visit.house, match))
    visit.page.locator("form .primary").click()
    visit.ready()
    fold = visit.page.locator("#choice [data-fold]")
    if fold.is_visible():
        fold.click()
    visit.page.wait_for_timeout(600)  # what the options bring is fetched


@pytest.fixture
def laptop(browser, house):
    with Visit(browser, house, width=1440, height=757) as visit:
        visit.house = house
        yield visit


def each_laptop(visit):
    for width, height in LAPTOPS:
        visit.page.set_viewport_size({"width": width, "height": height})
        visit.page.wait_for_timeout(300)
        yield width


@pytest.mark.parametrize(
    ("game", "word"),
    [("bruxelles1893", "prize"), ("bruxelles1893", "pass"), ("bruxelles1897", "take")],
)
def test_no_two_options_look_alike(laptop, artefacts, game, word):
    """What differs stands where it is seen, and not behind an ellipsis."""
    sit_down(laptop, asked(game, word))
    for width in each_laptop(laptop):
        seen = [(one["picture"], one["name"]) for one in laptop.page.evaluate(SEEN)]
        assert len(seen) > 3
        assert len(set(seen)) == len(seen), (width, [name for _, name in seen])
        laptop.page.screenshot(path=artefacts / f"band-{game}-{word}-{width}.png")


def test_a_shared_end_is_left_out_whole(laptop):
    """ "Give the O of 4 to the site" is no "O of 4 to"."""
    match = asked("paris", "choose")
    sit_down(laptop, match)
    seen = [one["name"] for one in laptop.page.evaluate(SEEN)]
    labels = [match.label(action) for action in match.legal]
    assert all(name in label for name, label in zip(seen, labels, strict=True))
    assert not [name for name in seen if name.split()[-1] in {"from", "to", "the"}]


def test_what_all_options_change_alike_is_told_once(laptop):
    """Where the buttons leave it out, it stands below the question."""
    sit_down(laptop, asked("bruxelles1893", "bid"))
    left_out = 0
    for _ in each_laptop(laptop):
        found = laptop.page.evaluate(ALIKE)
        assert found["same"] == ["assistants\xa0−1"]
        assert bool(found["shown"]) == found["apart"]
        if found["apart"]:
            assert found["shown"].startswith("each:")
            assert found["shown"].endswith("−1")
            left_out += 1
    assert left_out


def test_everything_that_can_be_paid_with_is_in_sight(laptop, artefacts):
    sit_down(laptop, asked("bruxelles1893", "pay"))
    for width in each_laptop(laptop):
        found = laptop.page.evaluate(TRAY)
        assert found["number"] >= 5
        assert (found["cut"], found["small"]) == ([], 0), width
        assert found["height"] < 56
        laptop.page.screenshot(path=artefacts / f"tray-{width}.png")


@pytest.mark.parametrize("word", ["bid", "prize"])
def test_a_phone_held_across_shows_options_side_by_side(browser, house, artefacts, word):
    """Their names stand on them where there is room beside the picture."""
    with Visit(browser, house, width=844, height=390, touch=True) as visit:
        visit.house = house
        sit_down(visit, asked("bruxelles1893", word))
        seen = [(one["picture"], one["name"]) for one in visit.page.evaluate(SEEN)]
        assert len(set(seen)) == len(seen)
        assert all(name for _, name in seen)
        boxes = [one.bounding_box() for one in visit.page.locator(".picks > .pick").all()]
        assert len({round(box["y"]) for box in boxes}) < len(boxes)
        assert all(min(box["width"], box["height"]) >= 43.5 for box in boxes)
        band = visit.page.locator("#part-question").bounding_box()
        assert max(box["y"] + box["height"] for box in boxes) <= band["y"] + band["height"] + 1
        visit.page.screenshot(path=artefacts / f"across-{word}.png")

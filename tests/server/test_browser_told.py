"""What is told of an option is what a click plays; nothing that can be chosen is covered."""

from __future__ import annotations

import json

import pytest

from .browsing import GAMES, Visit, needs_chromium, set_up

pytestmark = needs_chromium

STATES = {
    "paris": [(3, 5, "p1_turn"), (3, 30, "p2_turn")],
    "bruxelles1897": [(3, 6, "turn"), (5, 40, "turn")],
    "bruxelles1893": [(7, 6, "turn"), (7, 60, "turn"), (9, 20, "bid")],
}

TOLD = """() => {
    const tag = document.querySelector('#tag'), hold = document.querySelector('#hold');
    const box = tag.hidden ? null : tag.getBoundingClientRect();
    const over = (one) => box.left < one.right && box.right > one.left
        && box.top < one.bottom && box.bottom > one.top;
    const lit = [...document.querySelectorAll('#board .lit')]
        .map(one => [one.dataset.target, (one.querySelector(':scope > .hit') ?? one)])
        .filter(([, one]) => box && over(one.getBoundingClientRect())).map(([name]) => name);
    const band = hold && !hold.hidden ? hold : null;
    return {
        tag: box ? tag.innerText : '', covered: lit,
        action: (box && tag.dataset.tells) || band?.dataset.tells || '',
        worth: (box ? tag : band)?.querySelector('.worth')?.innerText ?? '',
    };
}"""


class Table(Visit):
    """A page at a table whose actions are written down instead of played."""

    def sit(self, join):
        self.page.goto(join)
        self.page.locator("form .primary").click()
        self.ready()
        self.played = []
        self.page.route("**/api/actions?*", self._write_down)

    def _write_down(self, route):
        sent = json.loads(route.request.post_data)
        self.played.append(str(sent["action"]))
        route.fulfill(json={"step": sent["step"]})

    def told(self):
        """Return what is told when it has come to rest: what an option brings is fetched."""
        found = None
        for _ in range(100):
            before, found = found, self.page.evaluate(TOLD)
            if found == before and found["worth"] != "…":
                return found
            self.page.wait_for_timeout(120)
        pytest.fail("the tag does not come to rest")

    def places(self, most=14):
        """Return the middle of some things that can be chosen."""
        names = self.lit()
        return names[:: -(-len(names) // most)]

    def middle(self, name):
        box = self._at_rest(name)
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def settle(self, number):
        """Wait for an action to be written down, and for the page to be still again."""
        for _ in range(60):
            if len(self.played) > number and not self.page.locator("main[aria-busy]").count():
                return
            self.page.wait_for_timeout(50)


@pytest.mark.parametrize("game", GAMES)
def test_the_tag_under_the_mouse_is_of_what_a_click_plays(browser, house, game):
    told = 0
    for seed, steps, asked in STATES[game]:
        with Table(browser, house, height=757) as visit:
            visit.sit(set_up(house, game, seed, steps, asked))
            for name in visit.places():
                x, y = visit.middle(name)
                visit.page.mouse.move(2, 400)
                visit.page.wait_for_timeout(300)
                visit.page.mouse.move(x - 3, y - 2)
                visit.page.mouse.move(x, y)
                visit.page.wait_for_timeout(200)
                found = visit.told()
                assert found["covered"] == [], name
                number = len(visit.played)
                visit.page.mouse.click(x, y)
                if not found["action"]:  # it was picked up, or is a thing of a set
                    visit.page.wait_for_timeout(150)
                    assert len(visit.played) == number, name
                    visit.page.keyboard.press("Escape")
                    continue
                visit.settle(number)
                assert visit.played[number:] == [found["action"]], (name, found)
                assert "now" in found["worth"], (name, found)
                told += 1
    assert told > 10


def test_every_symbol_on_the_brussels_board_answers(browser, house):
    """Also those that lie on a square: they belong to it."""
    with Table(browser, house, height=757) as visit:
        visit.sit(set_up(house, "bruxelles1893", 7, 60, "turn"))
        silent = visit.page.eval_on_selector_all(
            "#board .region.brussels use",
            """all => all.filter(one => !one.getAttribute('href').startsWith('#orn'))
                .map(one => [one.getAttribute('href'), one.getBoundingClientRect()])
                .filter(([, box]) => {
                    const at = document.elementFromPoint(
                        box.x + box.width / 2, box.y + box.height / 2);
                    return !at.closest('[data-tip], .lit');
                }).map(([name]) => name)""",
        )
        assert silent == []
        page = visit.page
        joker = page.locator("#board .region.brussels [href='#b93-kind-joker']").first
        box = joker.bounding_box()
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.wait_for_selector("#tag:not([hidden])")
        square = page.locator("[data-target='place-market']").get_attribute("aria-label")
        assert visit.told()["tag"].split("\n")[0] in square


@pytest.mark.parametrize("game", GAMES)
def test_the_tag_of_the_focus_is_of_what_enter_plays(browser, house, game):
    seed, steps, asked = STATES[game][-1]
    with Table(browser, house, height=757) as visit:
        visit.sit(set_up(house, game, seed, steps, asked))
        visit._tab_to_target()
        told = 0
        for way in [
            "ArrowRight",
            "ArrowDown",
            "ArrowRight",
            "ArrowDown",
            "ArrowLeft",
            "ArrowUp",
        ] * 2:
            visit.page.keyboard.press(way)
            found = visit.told()
            assert found["covered"] == []
            if not found["action"]:
                continue
            number = len(visit.played)
            visit.page.keyboard.press("Enter")
            visit.settle(number)
            assert visit.played[number:] == [found["action"]]
            assert "now" in found["worth"], found
            told += 1
        assert told


@pytest.mark.parametrize("game", GAMES)
def test_what_a_finger_touches_is_told_before_it_is_played(browser, house, game):
    told = 0
    for seed, steps, asked in STATES[game][-2:]:
        with Table(browser, house, width=390, height=844, touch=True) as visit:
            visit.sit(set_up(house, game, seed, steps, asked))
            for name in visit.places(8):
                number = len(visit.played)
                visit.page.touchscreen.tap(*visit.middle(name))
                found = visit.told()
                assert found["covered"] == []
                assert len(visit.played) == number, name  # the first touch only shows
                place = visit.page.locator("#hold .place:not([disabled])")
                if not found["action"]:
                    visit.page.keyboard.press("Escape")
                    continue
                place.tap()
                visit.settle(number)
                assert visit.played[number:] == [found["action"]], name
                assert "now" in found["worth"], found
                visit.page.keyboard.press("Escape")
                told += 1
    assert told > 3

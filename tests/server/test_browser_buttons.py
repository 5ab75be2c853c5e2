"""The buttons of the band: a picture, what it costs and what it brings, on a laptop and a phone."""

from __future__ import annotations

import random

import pytest

import horta

from .browsing import GAMES, Visit, needs_chromium, put_up
from .sizes import LARGEST

pytestmark = needs_chromium

BUTTONS = """() => [...document.querySelectorAll('#part-question .picks > .pick')].map(one => {
    const icon = one.querySelector('.icon'), box = icon?.getBoundingClientRect();
    const told = [...one.querySelectorAll('.figure')].map(each => each.textContent);
    return {
        action: one.dataset.action, name: one.querySelector('.label').textContent.trim(), told,
        icon: icon?.innerHTML ?? '', size: box ? Math.min(box.width, box.height) : 0,
        // A sign or its name is seen; what all options change alike may go where there is no room.
        hidden: [...one.querySelectorAll(
            '.picks:not(.apart) .figure, .figure:not(.same)')].filter(each => {
            const { width, height } = each.getBoundingClientRect();
            return width < 12 || height < 8;
        }).length,
    };
})"""


WAITING = """() => {
    const more = document.querySelector('#part-question [data-more]');
    const row = document.querySelector('.picks');
    if (!row) return 0;
    const { right, bottom } = row.getBoundingClientRect();
    const cut = [...row.children].filter(one => {
        const box = one.getBoundingClientRect();
        return box.right > right + 1 || box.bottom > bottom + 1 || box.height < 24;
    }).length;
    return more.hidden ? cut : Math.max(cut, 1);
}"""


def questions(game, most=7):
    """Return matches with short questions, each of another kind."""
    seen, found = set(), []
    for seed in range(9):
        match = horta.start(game, seed=seed, **LARGEST[game])
        choice = random.Random(seed)
        while not match.over and len(found) < most:
            if 2 <= len(match.legal) <= 8:
                kinds = {match.text(action).split()[0] for action in match.legal}
                if kinds - seen:
                    seen |= kinds
                    found.append(match.back_to(len(match.actions)))
            match.play(choice.choice(match.legal))
    return found


def signed(number):
    return f"−{-number}" if number < 0 else f"+{number}"


def check_band(page):
    """Check that eight options or fewer all stand in the band, whole, on every laptop."""
    bars = []
    for width, height in ((1440, 757), (1280, 720), (1024, 768)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(f"() => ({WAITING})() === 0")
        bars.append(page.locator("#part-question").bounding_box()["height"])
    assert max(bars) < 90  # a line, and one for what the others did


@pytest.mark.parametrize("size", [(1440, 757, False), (390, 844, True)])
@pytest.mark.parametrize("game", GAMES)
def test_every_button_has_its_picture_cost_and_gain(browser, house, artefacts, game, size):
    width, height, touch = size
    seen = told = 0
    for match in questions(game):
        with Visit(browser, house, width=width, height=height, touch=touch) as visit:
            page = visit.page
            page.goto(put_up(house, match))
            page.locator("form .primary").click()
            visit.ready()
            fold = page.locator("#choice [data-fold]")
            if fold.is_visible():  # cards are laid out large: the same buttons, over the table
                fold.click()
            page.wait_for_function(
                """() => !document.querySelector('.picks > .pick')
                    || document.querySelector('.picks .told')"""
            )
            previews = page.evaluate(
                """async () => (await fetch(location.pathname + '/api/previews'
                    + location.search)).json()"""
            )["previews"]
            if touch:  # there the buttons lie in rows, with their whole names
                assert page.locator(".picks.short").count() == 0
            for button in page.evaluate(BUTTONS):
                found = previews[button["action"]]
                assert button["icon"], button["name"]
                assert button["size"] > 15, button["name"]
                assert button["hidden"] == 0, button
                figures = [one.replace("\xa0", " ") for one in button["told"]]
                for name, by in found["changes"].items():
                    assert f"{name} {signed(by)}" in figures, button
                if found["points"]:
                    assert figures[-1].startswith(signed(found["points"])), button
                assert len(figures) == len(found["changes"]) + bool(found["points"])
                seen += 1
                told += bool(figures)
            if not touch:
                check_band(page)
    assert seen > 8
    assert told > 3

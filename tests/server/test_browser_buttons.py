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


def questions(game, most=8):
    """Return matches with short questions, each of another kind and as long as it comes."""
    found = {}
    for seed in range(9):
        match = horta.start(game, seed=seed, **LARGEST[game])
        choice = random.Random(seed)
        while not match.over:
            if 2 <= len(match.legal) <= 8:
                kinds = frozenset(match.text(action).split()[0] for action in match.legal)
                if kinds not in found or len(match.legal) > len(found[kinds].legal):
                    found[kinds] = match.back_to(len(match.actions))
            match.play(choice.choice(match.legal))
    return sorted(found.values(), key=lambda match: -len(match.legal))[:most]


def signed(number):
    return f"−{-number}" if number < 0 else f"+{number}"


def check_band(page):
    """Check that eight options or fewer all stand in the band, whole, on every laptop."""
    bars = []
    for width, height in ((1440, 757), (1280, 720), (1024, 768)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(f"() => ({WAITING})() === 0")
        bars.append(page.locator("#part-question").bounding_box()["height"])
    # A line and one for what the others did; four low ones, where eight options have many words.
    assert max(bars) < 145


def check_buttons(visit, join, touch):
    """Check the buttons of a question; return how many there are, and how many tell a change."""
    page, seen, told = visit.page, 0, 0
    page.goto(join)
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
    return seen, told


@pytest.mark.parametrize("size", [(1440, 757, False), (390, 844, True)])
@pytest.mark.parametrize("game", GAMES)
def test_every_button_has_its_picture_cost_and_gain(browser, house, artefacts, game, size):
    width, height, touch = size
    seen = told = 0
    with Visit(browser, house, width=width, height=height, touch=touch) as visit:
        for match in questions(game):
            options, gains = check_buttons(visit, put_up(house, match), touch)
            seen, told = seen + options, told + gains
            visit.leave()
            visit.page.set_viewport_size({"width": width, "height": height})
    assert seen > 8
    assert told > 3

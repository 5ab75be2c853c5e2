"""A replay in a real browser: slider, rounds, seats and the log, by mouse, touch and keys."""

from __future__ import annotations

import random

import pytest

import horta

from .browsing import Visit, check_axe, needs_chromium

pytestmark = needs_chromium


@pytest.fixture(scope="module")
def replayed(house):
    """A finished game of four seats: its address, and its course as everybody knows it now."""
    import httpx

    match, choice = horta.start("bruxelles1893", players=4, seed=11), random.Random(7)
    while not match.over:
        match.play(choice.choice(match.legal))
    with httpx.Client(base_url=house.link, timeout=120) as client:
        made = client.post("/api/transcripts", json={"transcript": match.transcript()}).json()
        course = client.get(f"/api/tables/{made['id']}/replay").json()
    return f"/t/{made['id']}/replay", course


def open_replay(visit, replayed, number=0):
    visit.page.goto(f"{replayed[0]}?number={number}&lang=en")
    visit.page.wait_for_selector("#course [aria-current]", state="attached")


def wait_for(page, number):
    """Wait until a step is shown everywhere: slider, table, log."""
    page.wait_for_function(
        "n => location.search.includes(`number=${n}&`)"
        " && document.querySelector('#number').value == n",
        arg=number,
    )


def told(page):
    """Return the step that the log marks, and whether it is in sight."""
    return page.evaluate(
        """() => {
            const row = document.querySelector('#course [aria-current=step]');
            const box = row.getBoundingClientRect();
            const view = document.querySelector('#course').getBoundingClientRect();
            const seen = box.top >= view.top - 1 && box.bottom <= view.bottom + 1;
            return [Number(row.dataset.to), seen];
        }"""
    )


def test_rounds_seats_and_the_log_lead_through_a_game(browser, house, replayed):
    course = replayed[1]
    begins = [one["number"] for one in course["chapters"]]
    acted = [step["seat"] for step in course["steps"]]
    with Visit(browser, house) as visit:
        page = visit.page
        open_replay(visit, replayed)
        page.locator(".chapters button").nth(3).click()
        wait_for(page, begins[3])
        assert told(page) == [begins[3], True]
        assert page.locator(".chapters [aria-current]").inner_text() == "Round 3"
        page.locator("[data-go=round-forward]").click()
        wait_for(page, begins[4])
        page.keyboard.press("PageUp")
        wait_for(page, begins[3])
        page.locator("[data-go=forward]").click()
        page.locator("[data-go=round-back]").click()  # to the beginning of the same round
        wait_for(page, begins[3])
        later = next(k for k in range(begins[3] + 1, len(acted)) if acted[k] == 2)
        page.locator(".seat-next[data-by='2']").click()
        wait_for(page, later)
        assert page.locator(".by-seat [aria-current]").get_attribute("data-by") == "2"
        page.keyboard.press("Shift+Digit1")
        wait_for(page, max(k for k in range(1, later) if acted[k] == 0))
        page.locator("[data-go=last]").click()
        wait_for(page, len(acted) - 1)
        page.keyboard.press("Home")
        wait_for(page, 0)
        page.locator(f"#course [data-to='{begins[2] + 5}']").click()
        wait_for(page, begins[2] + 5)
        assert told(page) == [begins[2] + 5, True]
        expected = " ".join(course["steps"][begins[2] + 5]["lines"])
        page.wait_for_function(
            "text => document.querySelector('#told').textContent === text", arg=expected
        )


def test_the_slider_is_as_wide_as_the_board_and_its_marks_lie_true(browser, house, replayed):
    """A click on the scores goes to the step that is drawn there."""
    course = replayed[1]
    last = len(course["steps"]) - 1
    with Visit(browser, house, height=757) as visit:
        page = visit.page
        open_replay(visit, replayed)
        track, board = (page.locator(one).bounding_box() for one in (".track", "#board"))
        assert track["width"] > 0.96 * board["width"]
        chart = page.locator(".backdrop").bounding_box()
        assert page.locator(".backdrop .line").count() == 4
        number = course["chapters"][4]["number"]
        x = chart["x"] + chart["width"] * number / last
        mark = page.locator(".backdrop .chapter").nth(3).bounding_box()
        assert abs(mark["x"] + mark["width"] / 2 - x) < 2
        page.mouse.click(x, chart["y"] + 8)
        wait_for(page, number)


def test_what_the_slider_passes_over_is_not_fetched(browser, house, replayed):
    with Visit(browser, house) as visit:
        page = visit.page
        open_replay(visit, replayed)
        page.wait_for_load_state("networkidle")
        asked = []
        page.on("request", lambda one: asked.append(one.url) if "/api/replay/" in one.url else None)
        page.evaluate(
            """() => { const slider = document.querySelector('#number');
                for (let k = 1; k <= 60; k += 1) {
                    slider.value = k; slider.dispatchEvent(new Event('input'));
                } }"""
        )
        wait_for(page, 60)
        page.wait_for_load_state("networkidle")
        assert 1 <= len(asked) <= 6  # the first, the last, and its neighbours
        asked.clear()
        page.keyboard.press("ArrowRight")  # a neighbour is here already
        wait_for(page, 61)
        assert not any("/replay/61?" in one for one in asked)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [(1440, 757), (1024, 768), (390, 844), (844, 390)])
def test_a_replay_fits_every_screen(browser, house, artefacts, axe, replayed, size, theme):
    width, height = size
    touch = width < 1000
    with Visit(
        browser, house, width=width, height=height, touch=touch, color_scheme=theme, bypass_csp=True
    ) as visit:
        page = visit.page
        open_replay(visit, replayed, 90)
        page.screenshot(path=artefacts / f"bruxelles1893-replay-{width}-{theme}.png")
        assert page.evaluate("document.documentElement.scrollWidth") <= width + 1
        track, board = (page.locator(one).bounding_box() for one in (".track", "#board"))
        assert track["width"] > 0.94 * board["width"]
        if size != (390, 844):  # there it opens over the table
            here = page.locator("#course [aria-current]").bounding_box()
            assert here["x"] >= board["x"] + board["width"] - 1
            assert here["y"] + here["height"] <= height + 1
        small = page.eval_on_selector_all(
            ".time button, .by-seat button",
            """(all, least) => all.map(one => [one.title, one.getBoundingClientRect()])
                .filter(([, box]) => box.width && (box.width < least || box.height < least))
                .map(([name, box]) => [name, box.width, box.height])""",
            43.9 if touch else 24,
        )
        assert small == []
        assert check_axe(page, axe, "replay") == []


def test_the_log_opens_over_the_table_on_a_phone(browser, house, artefacts, replayed):
    course = replayed[1]
    with Visit(browser, house, width=390, height=844, touch=True) as visit:
        page = visit.page
        open_replay(visit, replayed, 90)
        acted = [step["seat"] for step in course["steps"]]
        later = next(k for k in range(91, len(acted)) if acted[k] == 1)
        page.locator(".seat-next[data-by='1']").tap()
        wait_for(page, later)
        page.locator("#fold").tap()
        assert told(page) == [later, True]
        page.screenshot(path=artefacts / "bruxelles1893-replay-log-phone.png")
        page.locator(f"#course li:not(.chapter) [data-to='{later + 1}']").tap()
        wait_for(page, later + 1)

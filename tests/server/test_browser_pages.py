"""Every page in every size and theme: replays, fit, and what axe-core finds."""

from __future__ import annotations

import random

import pytest

import horta

from .browsing import GAMES, Visit, check_axe, needs_chromium, set_up

pytestmark = needs_chromium


@pytest.mark.parametrize("game", GAMES)
def test_a_finished_game_is_replayed(browser, house, artefacts, game):
    import httpx

    match = horta.start(game, seed=11)
    choice = random.Random(7)
    while not match.over:
        match.play(choice.choice(match.legal))
    with httpx.Client(base_url=house.link, timeout=120) as client:
        made = client.post("/api/transcripts", json={"transcript": match.transcript()}).json()
    with Visit(browser, house) as visit:
        page = visit.page
        page.goto(f"/t/{made['id']}/replay")
        first = page.locator("#board").inner_html()
        page.keyboard.press("ArrowRight")
        page.wait_for_function(
            "() => document.querySelector('#count').textContent.startsWith('1 ')"
        )
        page.wait_for_function(
            "old => document.querySelector('#board').innerHTML != old", arg=first
        )
        page.keyboard.press("End")
        last = str(len(match.actions))
        page.wait_for_function(f"() => document.querySelector('#number').value == '{last}'")
        page.wait_for_function(
            "scores => [...document.querySelectorAll('[data-score]')]"
            ".every((one, k) => one.textContent == scores[k])",
            arg=[f"{score}".replace("-", "−") for score in match.scores],
        )
        page.screenshot(path=artefacts / f"{game}-replay.png")
        page.locator("#board [data-tip]").first.evaluate(
            "one => { one.tabIndex = -1; one.focus(); }"
        )
        assert page.locator("#tag a").get_attribute("href").startswith(f"/rules/{game}#")
        page.wait_for_selector(f'.menu-sheet a[lang="fr"][href*="number={last}"]', state="attached")
        page.locator("#from").select_option("0")
        page.wait_for_function("() => location.search.includes('from=0')")
        page.keyboard.press("Escape")
        page.locator("#number").evaluate(
            "one => { one.value = 0; one.dispatchEvent(new Event('input')); }"
        )
        page.locator("#auto").click()
        page.wait_for_function("() => Number(document.querySelector('#number').value) >= 2")
        page.locator("#auto").click()
        assert page.locator("#auto").get_attribute("aria-pressed") == "false"


def test_a_hint_is_asked_and_taken(browser, house, artefacts):
    with Visit(browser, house) as visit:
        visit.start("paris")
        visit.wait_for_turn()
        visit.page.keyboard.press("h")
        visit.page.wait_for_selector("#hints li .worth")
        visit.page.screenshot(path=artefacts / "paris-hints.png")
        assert visit.page.locator("#hints li").count() >= 1
        before = visit.step
        visit.page.locator("#hints li button").first.click()
        visit.wait_for_step(before)
        assert visit.page.locator("#hints").is_hidden()


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_motion_explains_and_can_be_switched_off(browser, house, artefacts, motion):
    """A coin goes to what was chosen, and points rise; with less motion neither is made."""
    watch = """() => { window.seen = new Set(); new MutationObserver((all) => {
        for (const one of all) for (const node of one.addedNodes)
          for (const kind of ["flying", "risen"])
            if (node.classList?.contains(kind)) seen.add(kind);
    }).observe(document.body, { childList: true, subtree: true }); }"""
    choice = random.Random(9)
    with Visit(browser, house, motion=motion) as visit:
        visit.start("bruxelles1893")
        visit.page.evaluate(watch)
        for _ in range(12):
            visit.wait_for_turn()
            before = visit.step
            visit.by_mouse(choice)
            visit.wait_for_step(before)
        seen = set(visit.page.evaluate("[...window.seen]"))
        assert seen == ({"flying", "risen"} if motion == "no-preference" else set())


SIZES = {"phone": (360, 740), "tablet": (820, 1180), "wide": (1440, 900)}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_screen_fits(browser, house, artefacts, game, theme):
    """Pictures of every page in every size; none scrolls sideways, also with large text."""
    import httpx

    match = horta.start(game, seed=21)
    choice = random.Random(8)
    for _ in range(22):
        match.play(choice.choice(match.legal))
    for size, (width, height) in SIZES.items():
        with httpx.Client(base_url=house.link, timeout=120) as client:
            made = client.post("/api/transcripts", json={"transcript": match.transcript()}).json()
        join = made["seats"][match.to_play]["link"].replace("localhost", "127.0.0.1")
        with Visit(browser, house, width=width, height=height, color_scheme=theme) as visit:
            page = visit.page
            page.goto(join)
            page.locator("form .primary").click()
            visit.ready()
            shown = [(page.url, "table")]
            shown += [("/", "home"), (f"/new/{game}", "new"), (f"/rules/{game}", "rules")]
            for link, name in shown:
                page.goto(link)
                page.wait_for_load_state("networkidle") if name != "table" else visit.ready()
                page.screenshot(path=artefacts / f"{game}-{name}-{size}-{theme}.png")
                assert page.evaluate("document.documentElement.scrollWidth") <= width
                page.evaluate("document.documentElement.style.fontSize = '200%'")
                assert page.evaluate("document.documentElement.scrollWidth") <= width, (
                    f"{name} scrolls sideways with text of 200 %"
                )


def finished(house, game):
    """Put a finished game up; return the way to its replay."""
    import httpx

    match, choice = horta.start(game, seed=11), random.Random(7)
    while not match.over:
        match.play(choice.choice(match.legal))
    with httpx.Client(base_url=house.link, timeout=120) as client:
        made = client.post("/api/transcripts", json={"transcript": match.transcript()}).json()
    return f"/t/{made['id']}/replay"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious(browser, house, axe, game, theme):
    with Visit(browser, house, color_scheme=theme, bypass_csp=True) as visit:
        page = visit.page
        pages = ["/", f"/new/{game}", f"/rules/{game}"]
        visit.start(game)
        visit.wait_for_turn()
        found = check_axe(page, axe, "table")
        before = visit.step
        visit.by_mouse(random.Random(3))
        visit.wait_for_step(before)
        visit.wait_for_turn()
        page.keyboard.press("h")
        page.wait_for_selector("#hints li .worth")
        page.evaluate("document.querySelectorAll('main details').forEach(one => one.open = true)")
        page.locator("#board [data-tip]").first.evaluate(
            "one => { one.tabIndex = -1; one.focus(); }"
        )
        found += check_axe(page, axe, "table with its panels")
        page.locator("#part-question .help-link").click()
        page.locator("#book .help .way-rule").first.wait_for()
        found += check_axe(page, axe, "table with help")
        page.locator("#book .help .way-rule").first.click()
        page.locator("#book .passage > *").first.wait_for()
        found += check_axe(page, axe, "table with the rules")
        pages.append(finished(house, game))
        for link in pages:
            page.goto(link)
            found += check_axe(page, axe, link)
        assert not found, "\n".join(map(str, found))


def boxes(page):
    """Where everything on the table lies."""
    return page.eval_on_selector_all(
        "#board [data-target], #board",
        "all => all.map(one => one.getBoundingClientRect().toJSON())",
    )


def test_a_tag_tells_the_effect_the_reason_and_the_rule(browser, house):
    join = set_up(house, "paris", 3, 5, "p1_turn")
    with Visit(browser, house) as visit:
        page = visit.page
        page.goto(join)
        page.locator("form .primary").click()
        visit.ready()
        before = boxes(page)
        tag = page.locator("#tag")
        card = page.locator('[data-target="postcard-SAC"]')
        why = "Postcards are used in phase 2."
        assert card.get_attribute("aria-label").endswith(why)
        # by mouse: the tag appears, stays while the pointer goes to it, and its link opens the rule
        card.hover()
        tag.wait_for(state="visible")
        assert tag.locator("strong").inner_text() == "Sacré-Cœur"
        assert "Your unbuilt buildings cost nothing." in tag.inner_text()
        assert tag.locator("em").inner_text() == why
        link = tag.locator("a")
        assert (link.inner_text(), link.get_attribute("title")) == ("The rule", "PA-SAC-01")
        box = link.bounding_box()
        page.mouse.move(box["x"] + 8, box["y"] + box["height"] / 2, steps=6)
        page.wait_for_timeout(600)
        assert tag.is_visible()
        assert tag.locator("strong").inner_text() == "Sacré-Cœur"
        page.mouse.click(box["x"] + 8, box["y"] + box["height"] / 2)
        page.locator("#book .here", has_text="cost you nothing").wait_for()
        page.locator("#book [data-close]").click()
        # a click on the thing itself says why in the notice and in the live region
        page.mouse.move(5, 5)
        tag.wait_for(state="hidden")
        card.click(position={"x": 20, "y": 20})
        assert page.locator("#notice").inner_text() == f"{why} The rule"
        assert page.locator("#live").inner_text() == why
        assert visit.step == 5
        assert boxes(page) == before, "nothing moved"


def test_keys_reach_what_cannot_be_chosen(browser, house):
    join = set_up(house, "bruxelles1893", 7, 6, "turn")
    with Visit(browser, house) as visit:
        page = visit.page
        page.goto(join)
        page.locator("form .primary").click()
        visit.ready()
        refused = page.evaluate("JSON.parse(document.querySelector('#data').textContent).refused")
        found = None
        snake = [*["ArrowRight"] * 8, "ArrowDown", *["ArrowLeft"] * 8, "ArrowDown"] * 3
        for way in snake:
            page.keyboard.press(f"Shift+{way}")
            name = page.evaluate("document.activeElement.dataset.target ?? ''")
            if name in refused:
                found = name
                break
        assert found, "Shift and arrows reach a thing that is refused"
        assert page.locator("#tag em").inner_text() == refused[found]
        page.keyboard.press("Enter")
        assert page.locator("#notice").inner_text() == f"{refused[found]} The rule"
        page.keyboard.press("?")
        page.locator("#book").wait_for()
        assert "B93" in page.locator("#book .passage-more").inner_text()
        page.keyboard.press("Escape")
        assert page.evaluate("document.activeElement.dataset.target") == found
        assert page.locator(".keys kbd", has_text="?").count() == 1


def test_a_long_touch_shows_the_tag_and_chooses_nothing(browser, house):
    join = set_up(house, "bruxelles1897", 7, 4, "turn")
    with Visit(browser, house, width=390, height=800, touch=True) as visit:
        page = visit.page
        page.goto(join)
        page.locator("form .primary").click()
        visit.ready()
        before = visit.step
        node = page.locator('[data-target="place-exchange"]')
        node.scroll_into_view_if_needed()
        box = node.bounding_box()
        point = [{"x": box["x"] + 20, "y": box["y"] + 20}]
        wire = page.context.new_cdp_session(page)
        wire.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": point})
        page.wait_for_timeout(700)
        wire.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        page.wait_for_timeout(200)
        assert "Gain 5 FB." in page.locator("#tag").inner_text()
        assert visit.step == before
        assert page.locator("#hold:not([hidden])").count() == 0
        page.locator("#tag a").tap()
        page.locator("#book .here", has_text="5 francs").wait_for()
        sheet = page.locator("#book").bounding_box()
        assert sheet["y"] > 200, "the table stays in sight above the sheet"
        assert sheet["y"] + sheet["height"] <= 801

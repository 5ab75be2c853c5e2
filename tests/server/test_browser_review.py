"""A review in a real browser: from the end of a game to an exercise that is found."""

from __future__ import annotations

import re
from itertools import pairwise

import httpx
import pytest

from .browsing import HANG, Visit, check_axe, needs_chromium
from .conftest import Server
from .reviewing import put_up, short_game

pytestmark = [needs_chromium, pytest.mark.compiled]


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    folder = tmp_path_factory.mktemp("house")
    quickly = {"HORTA_REVIEW_DEPTH": "glance", "HORTA_REVIEW_NICE": 0}
    made = Server(f"sqlite:///{folder}/tables.sqlite", **quickly).start()
    yield made
    made.stop()


@pytest.fixture(scope="module")
def table(house):
    with httpx.Client(base_url=house.link, timeout=HANG) as client:
        return put_up(client, short_game(left=16, seed=4))


def wait_for(page, step):
    page.wait_for_selector(f"#board[data-step='{step}']", timeout=HANG)


def whole(page):
    page.wait_for_selector("main[data-whole=true]", state="attached", timeout=HANG)
    page.wait_for_selector("#board[data-step]", timeout=HANG)


def find_by_keys(visit, label):
    """Choose an action by nothing but keys, from the list of all moves."""
    page = visit.page
    page.locator("#moves summary").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#moves .moves-list button")
    page.locator("#moves .moves-list button", has_text=re.compile(f"^{re.escape(label)}$")).focus()
    page.keyboard.press("Enter")


def follow_what_might_come(page, step):
    """Step along a line on the table, back to the decision, and lay the piece of an alternative."""
    fold = page.locator(".way-line").first
    fold.locator("summary").click()
    fold.locator("[data-line]").first.click()
    first = fold.locator("button").first
    way, number = (int(first.get_attribute(f"data-{name}")) for name in ("line", "number"))
    page.wait_for_selector(f"#board[data-line='{way} {number}']")
    assert page.locator("#board .way-mark").count() == 0
    page.keyboard.press("ArrowRight")
    page.wait_for_selector(f"#board[data-line='{way} {number + 1}']")
    assert "What might follow" in page.locator("#told").inner_text()
    page.keyboard.press("Escape")
    page.wait_for_selector("#board[data-line='']")
    assert page.locator("#board").get_attribute("data-step") == str(step)
    assert page.locator("#board .way-mark").count() >= 1
    assert fold.locator("li").first.is_visible()


def check_layout(page):
    """On a laptop the ways to go stand beside the graph; names and numbers lie on nothing."""
    graph, controls = (page.locator(one).bounding_box() for one in (".graph.wide", ".controls"))
    assert controls["x"] >= graph["x"] + graph["width"] - 1
    assert "Accuracy" in page.locator("#part-seats").inner_text()
    found = page.evaluate(
        """async () => {
            const from = document.querySelector("script[src*=review]").src;
            const { legible } = await import(from.replace("review.js", "legible.js"));
            const { freeCorner } = await import(from.replace("review.js", "ways.js"));
            const { Left } = await import(from.replace("review.js", "left.js"));
            const time = new Left(), rest = [[4, 0], [6, 1000], [8, 8000]];
            const seconds = rest.map(([done, now]) => time.seconds(done, 48, now));
            const board = document.querySelector("#board");
            const name = board.querySelector("[data-cut]");
            const coin = name.parentElement.querySelector(".score");
            name.lastChild.data = "Wilhelmina-Charlotte von Hohenlohe";
            legible(board);
            const { left } = coin.getBoundingClientRect();
            const free = name.getBoundingClientRect().right <= left;
            const coins = [], box = (x) => ({ x, y: 0, width: 30, height: 30 });
            for (const x of [0, 12, 0, 4]) coins.push(freeCorner(box(x), coins));
            return [free, name.classList.contains("far"), coins.map((one) => one.x), seconds];
        }"""
    )
    assert found[:2] == [True, False]
    assert found[3] == [None, None, 80], "what is left, once three decisions have come"
    corners = sorted(found[2])
    assert all(b - a >= 20 for a, b in pairwise(corners))


def test_from_the_end_of_a_game_to_a_decision_and_an_exercise_that_is_found(
    browser, house, table, artefacts, axe
):
    with Visit(browser, house, height=757, bypass_csp=True) as visit:
        page = visit.page
        page.goto(f"/t/{table}?lang=en")
        page.locator("#part-after a", has_text="Review this game").click()
        page.wait_for_selector("#progress-said:not(:empty)")
        whole(page)
        assert "complete" in page.locator("#progress-said").inner_text()
        rows = page.locator("#course button")
        steps = rows.evaluate_all("all => all.map(one => Number(one.dataset.to))")
        assert steps == sorted(steps)
        assert page.locator(".graph.wide .course").count() == 2
        assert page.locator(".graph.wide .score").count() == 2

        # by keys from decision to decision; each has its ways, marked on the table
        here = int(page.locator("#board").get_attribute("data-step"))
        page.keyboard.press("ArrowRight")
        after = steps[steps.index(here) + 1]
        wait_for(page, after)
        assert f"step={after}" in page.url
        assert page.locator("#judged .way").count() >= 2
        assert page.locator("#board .way-mark").count() >= 1
        page.locator("#judged [data-way]").first.focus()
        page.keyboard.press("Enter")
        assert page.locator("#board .way-mark").count() == 1
        page.keyboard.press("Enter")
        follow_what_might_come(page, after)
        assert check_axe(page, axe, "review") == []
        check_layout(page)

        # by mouse on the graph: to the sign that is drawn there
        sign = page.locator(".graph.wide .sign").last
        wanted = int(sign.get_attribute("data-step"))
        sign.click()
        wait_for(page, wanted)
        page.screenshot(path=artefacts / "review-wide.png")

        # the most expensive decision again, until something better is found
        first = page.locator("#expensive [data-found]").first
        step = int(first.get_attribute("href").rsplit("/", 1)[1])
        with httpx.Client(base_url=house.link, timeout=HANG) as client:
            told = client.get(f"/t/{table}/review/at/{step}", params={"lang": "en"}).json()
        ways = re.findall(r'<li class="way(?: played)?">.*?way-label">([^<]*)', told["html"], re.S)
        played = re.search(r'<li class="way played">.*?way-label">([^<]*?)\s*<', told["html"], re.S)
        first.focus()
        page.keyboard.press("Enter")
        visit.ready()
        answer = page.locator(".lesson-answer")
        find_by_keys(visit, played[1].strip())
        page.wait_for_selector(".lesson-answer:not([hidden])")
        assert "was played" in answer.inner_text()
        page.keyboard.press("s")  # a hint: what it is about, then what it is
        page.wait_for_function("() => document.querySelector('#lesson').dataset.answers >= 2")
        page.keyboard.press("s")
        page.wait_for_selector("[data-lesson=do]:not([hidden])")
        assert ways[0].strip() in answer.inner_text()
        assert check_axe(page, axe, "exercise") == []
        page.locator("#moves summary").focus()
        page.keyboard.press("Enter")
        find_by_keys(visit, ways[0].strip())
        page.wait_for_selector(".lesson-well")
        page.screenshot(path=artefacts / "review-found.png")
        page.locator("#lesson a", has_text="Back to the review").click()
        whole(page)
        assert page.locator(f"[data-found$='/{step}'] .found").is_visible()


@pytest.mark.parametrize(
    ("size", "theme", "lang"), [((390, 844), "dark", "fr"), ((844, 390), "light", "de")]
)
def test_a_review_fits_a_phone(browser, house, table, artefacts, axe, size, theme, lang):
    width, height = size
    how = {"width": width, "height": height, "touch": True, "color_scheme": theme}
    with Visit(browser, house, **how, bypass_csp=True) as visit:
        page = visit.page
        page.goto(f"/t/{table}/review?lang={lang}")
        whole(page)
        before = page.locator("#board").get_attribute("data-step")
        page.locator("[data-go=forward]").tap()
        page.wait_for_selector(f"#board:not([data-step='{before}'])")
        assert page.evaluate("document.documentElement.scrollWidth") <= width + 1
        page.screenshot(path=artefacts / f"review-phone-{width}.png")
        if width < height:  # the other way round it lies beside the table
            page.locator("#fold").tap()
        page.locator("#judged .ways").wait_for(state="visible")
        page.screenshot(path=artefacts / f"review-phone-{width}-open.png")
        small = page.eval_on_selector_all(
            ".controls button, #judged button, #expensive button, #expensive .button",
            """all => all.map(one => [one.textContent, one.getBoundingClientRect()])
                .filter(([, box]) => box.width && (box.width < 43.9 || box.height < 43.9))
                .map(([name, box]) => [name.trim(), box.width, box.height])""",
        )
        assert small == []
        assert check_axe(page, axe, "review on a phone") == []


def test_a_transcript_is_brought_by_the_page(browser, house, tmp_path, axe):
    import json

    file = tmp_path / "game.json"
    file.write_text(json.dumps(short_game(left=3, seed=6)))
    with Visit(browser, house, bypass_csp=True) as visit:
        page = visit.page
        page.goto("/review?lang=de")
        assert check_axe(page, axe, "bring") == []
        page.locator("input[type=file]").set_input_files(file)
        page.locator("form button.primary").click()
        whole(page)
        assert page.title().startswith("Analyse")

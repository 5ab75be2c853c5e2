"""Every page of reviews, studies, explorer and lab, in both themes, on a desk and on a phone."""

from __future__ import annotations

import httpx
import pytest

from .browsing import HANG, Visit, check_axe, needs_chromium
from .conftest import Server
from .reviewing import put_up, short_game

pytestmark = needs_chromium

SIZES = {"wide": (1440, 900), "phone": (390, 844)}
LANGUAGES = ("en", "fr", "de")
READY = {
    "/review?": "main[data-whole=true]",
    "/explore?": "#explore[data-node]",
    "/studies/": "#lesson[data-at]",
    "/editor/": "main[data-changed]",
}
"""Where scripts build a page: what stands there when it is built, by a part of its address."""
PAGES = (
    "/study",
    "/review",
    "/t/{table}/review",
    "{exercise}",
    "/t/{table}/explore?step=3",
    "/explore",
    "/studies",
    "/studies/puzzles-paris",
    "/studies/puzzles-bruxelles1893",
    "{study}",
    "/editor",
    "/editor/paris",
    "/editor/bruxelles1897",
    "/editor/bruxelles1893",
    "/explorer",
    "/explorer/bruxelles1893",
    "/lab",
    "/lab/bruxelles1893",
)


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


def write_study(page):
    """Begin a study as its author and return its address."""
    page.goto("/studies")
    page.fill("[name=title]", "Débuts")
    page.select_option("[name=game]", "bruxelles1897")
    page.click("form[action='/studies'] button")
    page.wait_for_selector("#lesson[data-at]")
    return page.url.partition("?")[0]


def find_exercise(page, table):
    """Wait for the review of a table and return the address of its first exercise."""
    page.goto(f"/t/{table}/review")
    page.wait_for_selector("main[data-whole=true]", state="attached", timeout=HANG)
    return page.locator("#expensive [data-found]").first.get_attribute("href")


def open_page(page, address, lang):
    """Open a page in a language and wait until its script has built it, with all that it folds."""
    page.goto(f"{address}{'&' if '?' in address else '?'}lang={lang}")
    for part, sign in READY.items():
        if part in f"{address}?" and address != part.rstrip("?"):
            page.wait_for_selector(sign, state="attached", timeout=HANG)
    page.evaluate(
        "() => document.querySelectorAll('main details').forEach(one => { one.open = true; })"
    )


@pytest.mark.parametrize("size", SIZES)
def test_axe_finds_nothing_serious_and_nothing_is_cut_off(
    *, browser, house, table, artefacts, axe, size
):
    width, height = SIZES[size]
    found = []
    with Visit(browser, house, width=width, height=height, touch=size == "phone") as visit:
        page = visit.page
        places = {
            "table": table,
            "study": write_study(page),
            "exercise": find_exercise(page, table),
        }
        for number, pattern in enumerate(PAGES):
            open_page(page, pattern.format(**places), LANGUAGES[number % len(LANGUAGES)])
            for theme in ("light", "dark"):
                page.emulate_media(color_scheme=theme)
                found += check_axe(page, axe, f"{pattern} {theme}")
                page.screenshot(path=artefacts / f"learning-{number:02}-{size}-{theme}.png")
            wide = page.evaluate("() => document.documentElement.scrollWidth")
            assert wide <= width, f"{pattern} is wider than its screen"
    assert not found, "\n".join(map(str, found))

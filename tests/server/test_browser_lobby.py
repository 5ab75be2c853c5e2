"""A real browser opens a table to everybody, and another takes a seat from the lobby."""

from __future__ import annotations

import pytest
from tests.server.browsing import HANG, Visit, check_axe, needs_chromium

from .conftest import Server

pytestmark = needs_chromium

TITLES = {"en": "Open tables", "fr": "Tables ouvertes", "de": "Offene Tische"}


@pytest.fixture(scope="module")
def club(tmp_path_factory):
    folder = tmp_path_factory.mktemp("lobby")
    database = f"sqlite:///{folder}/tables.sqlite"
    made = Server(database, HORTA_LOBBY=1, HORTA_CLOCKS=1).start()
    yield made
    made.stop()


def test_a_seat_is_found_in_the_lobby(browser, club, artefacts, axe):
    with Visit(browser, club) as host, Visit(browser, club) as guest:
        mine, theirs = host.page, guest.page
        theirs.goto("/")
        theirs.get_by_role("link", name="Open tables").click()
        theirs.get_by_text("No table is open at the moment.").wait_for()
        found = check_axe(theirs, axe, "empty lobby")

        mine.goto("/lobby")
        mine.get_by_role("link", name="Paris").click()
        assert mine.get_by_label("Everybody").is_checked()
        mine.get_by_label("Name of seat 1").fill("Ada")
        mine.get_by_label("Live").check()
        found += check_axe(mine, axe, "new table with a lobby")
        mine.get_by_role("button", name="Set the table").click()
        mine.get_by_role("button", name="Take the table out of the lobby").wait_for()
        found += check_axe(mine, axe, "seats of an open table")

        # it comes by itself, and what had the focus keeps it
        seat = theirs.get_by_role("link", name="Take a seat")
        seat.wait_for()
        assert "has changed" in theirs.locator("#lobby-news").inner_text()
        assert "3 min a turn" in theirs.locator(".open-table").inner_text()
        seat.focus()
        mine.goto("/new/bruxelles1897?open=1")
        mine.get_by_role("button", name="Set the table").click()
        theirs.locator(".open-table").nth(1).wait_for()
        focused = theirs.evaluate("() => document.activeElement.closest('li').textContent")
        assert "Ada" in focused
        for lang, title in TITLES.items():
            theirs.goto(f"/lobby?lang={lang}")
            assert theirs.get_by_role("heading", level=1).inner_text() == title
            found += check_axe(theirs, axe, f"lobby, {lang}")
            for width in (1440, 360):
                theirs.set_viewport_size({"width": width, "height": 900})
                theirs.screenshot(path=artefacts / f"lobby-{lang}-{width}.png", full_page=True)
                assert theirs.evaluate("() => document.documentElement.scrollWidth") <= width
        theirs.set_viewport_size({"width": 1440, "height": 900})
        theirs.goto("/lobby?lang=en")
        theirs.locator(".open-table", has_text="Ada").get_by_role("link", name="Take").click()
        theirs.get_by_label("Your name").fill("Bob")
        found += check_axe(theirs, axe, "a seat from the lobby")
        theirs.screenshot(path=artefacts / "lobby-sit.png", full_page=True)
        table = theirs.url.split("/")[-2]
        theirs.get_by_role("button", name="Sit down").click()
        guest.ready()
        shown = theirs.evaluate("async (id) => (await fetch(`/t/${id}/summary`)).json()", table)
        assert (shown["seat"], [one["name"] for one in shown["seats"]]) == (1, ["Ada", "Bob"])
        mine.goto(f"/t/{table}")
        host.ready()
        mine.locator("#part-seats .coin.seat-1.here").wait_for()  # Bob is there, and Ada reads it
        assert "looking now" in mine.locator("#part-seats li").nth(1).inner_text()
        found += check_axe(mine, axe, "who is looking")
        mine.goto("/lobby")
        assert mine.locator(f"#table-{table}").count() == 0
        assert found == [], found


def test_the_lobby_needs_no_scripts(browser, club):
    context = browser.new_context(base_url=club.link, java_script_enabled=False)
    try:
        page = context.new_page()
        page.set_default_timeout(HANG)
        page.goto("/new/paris?open=1")
        page.get_by_role("button", name="Set the table").click()
        table = page.url.split("/")[-2]
        context.clear_cookies()
        page.goto("/lobby")
        page.locator(f"#sit-{table}").click()
        page.get_by_label("Your name").fill("Eve")
        page.get_by_role("button", name="Sit down").click()
        assert page.url.endswith(f"/t/{table}")
        page.goto("/lobby")
        page.get_by_role("link", name="Look again").click()
        assert page.locator(f"#table-{table}").count() == 0
    finally:
        context.close()

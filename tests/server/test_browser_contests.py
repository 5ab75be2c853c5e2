"""A real browser: persons hold a tournament, enter it and play; ratings follow."""

from __future__ import annotations

import pytest
from tests.server.browsing import check_axe, needs_chromium

from .conftest import Server, free_port
from .test_browser_people import Device

pytestmark = needs_chromium

FITS = "all => all.length > 0 && all.every(one => one.scrollWidth <= one.clientWidth)"
TITLES = {"en": "Tournaments", "fr": "Tournois", "de": "Turniere"}


@pytest.fixture(scope="module")
def club(tmp_path_factory):
    folder, port = tmp_path_factory.mktemp("contests"), free_port()
    on = {f"HORTA_{one}": 1 for one in ("PERSONS", "CLOCKS", "RATINGS", "TOURNAMENTS", "LOBBY")}
    link = f"http://localhost:{port}"  # passkeys need a name
    made = Server(f"sqlite:///{folder}/tables.sqlite", port, HORTA_ADDRESS=link, **on).start()
    made.link = link
    yield made
    made.stop()


def become(device, name):
    """Keep a person by a passkey."""
    page = device.page
    page.goto("/you")
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Make a passkey").press("Enter")
    device.on_you()


def play_out(pages, table):
    """Play a game to its end by the pages' own cookies."""
    script = """async (id) => {
      const list = await (await fetch(`/t/${id}/api/actions`)).json();
      if (!list.actions.length) return false;
      const form = { step: list.step, action: list.actions.at(-1).action };
      const headers = { "content-type": "application/json" };
      await fetch(`/t/${id}/api/actions`, { method: "POST", headers, body: JSON.stringify(form) });
      return true;
    }"""
    while any(page.evaluate(script, table) for page in pages):
        continue


def test_persons_hold_a_tournament_and_play_it(browser, club, artefacts, axe):
    with Device(browser, club) as host, Device(browser, club) as guest:
        mine, theirs = host.page, guest.page
        become(host, "Ada")
        become(guest, "Bob")
        mine.goto("/")
        mine.get_by_role("link", name="Tournaments").click()
        found = check_axe(mine, axe, "no tournaments")
        mine.get_by_role("link", name="Paris").click()
        mine.get_by_label("Title").fill("Coupe Horta")
        mine.get_by_role("spinbutton", name="rounds").fill("1")
        found += check_axe(mine, axe, "form of a tournament")
        mine.screenshot(path=artefacts / "contest-form.png", full_page=True)
        mine.get_by_role("button", name="Announce it").click()
        mine.get_by_role("heading", name="It waits for players").wait_for()
        found += check_axe(mine, axe, "tournament that is open")
        link = mine.url

        theirs.goto("/contests")
        theirs.get_by_role("link", name="Look at it").click()
        theirs.get_by_role("button", name="Take part", exact=True).click()
        theirs.get_by_role("button", name="Take part no longer").wait_for()
        mine.get_by_text("Who takes part (2)").wait_for()  # the page looks again by itself
        mine.get_by_role("button", name="Begin").click()
        theirs.get_by_role("link", name="To your table").first.wait_for()
        found += check_axe(theirs, axe, "tournament under way")
        theirs.get_by_role("link", name="To your table").first.click()
        guest.ready()
        table = theirs.url.rpartition("/")[2]
        play_out((mine, theirs), table)
        mine.goto(link)
        mine.get_by_role("heading", name="It is over").wait_for()
        mine.get_by_role("link", name="Replay").wait_for()
        for lang, title in TITLES.items():
            for page, way in ((mine, link), (theirs, "/ratings"), (theirs, "/contests")):
                page.goto(f"{way}?lang={lang}")
                found += check_axe(page, axe, f"{way}, {lang}")
                for width in (1440, 360):
                    page.set_viewport_size({"width": width, "height": 900})
                    name = "contest" if way == link else way[1:]
                    page.screenshot(path=artefacts / f"{name}-{lang}-{width}.png", full_page=True)
                    assert page.evaluate("() => document.documentElement.scrollWidth") <= width
                    if way == "/ratings":  # no column is cut off
                        assert page.locator(".rating-scroll").evaluate_all(FITS)
            assert theirs.get_by_role("heading", level=1).inner_text() == title
        theirs.goto("/ratings?lang=en&theme=dark")
        theirs.get_by_role("link", name="Your ratings").click()
        theirs.locator(".rating-graph").wait_for()
        found += check_axe(theirs, axe, "a player's ratings")
        theirs.screenshot(path=artefacts / "rating-dark.png", full_page=True)
        assert found == [], found

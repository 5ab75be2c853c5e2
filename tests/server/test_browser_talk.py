"""Real browsers: two players talk at their table, in two languages, on a laptop and a phone."""

from __future__ import annotations

import random

import httpx
import pytest
from tests.server.browsing import Visit, check_axe, needs_chromium

from .conftest import SLOW, Server, make_table

pytestmark = needs_chromium


@pytest.fixture(scope="module")
def club(tmp_path_factory):
    folder = tmp_path_factory.mktemp("talk")
    settings = {"HORTA_CHAT": 1, "HORTA_CLOCKS": 1, "HORTA_PERSONS": 1}
    made = Server(f"sqlite:///{folder}/tables.sqlite", **settings).start()
    yield made
    made.stop()


def put_up(club, **form):
    with httpx.Client(base_url=club.link, timeout=SLOW) as client:
        return make_table(client, **form)


def sit(visit, made, seat, name):
    visit.page.goto(f"/t/{made['id']}/join/{made['seats'][seat]['token']}")
    visit.page.locator("input[name=name]").fill(name)
    visit.page.locator("main form button").click()
    visit.ready()


def beside_the_drawing(found):
    """Return what axe-core finds beside the drawing of the game, which has tests of its own."""
    return [one for one in found if "data-target=" not in one[2]]


def overlap(page, one, other):
    return page.evaluate(
        """([one, other]) => {
          const box = (name) => document.querySelector(name).getBoundingClientRect();
          const [a, b] = [box(one), box(other)];
          return Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left))
            * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
        }""",
        [one, other],
    )


def test_two_players_talk(browser, club, artefacts, axe):
    made = put_up(club, seed=1893)
    with (
        Visit(browser, club) as ann,
        Visit(browser, club, width=360, height=740, touch=True, locale="fr-FR") as ben,
        Visit(browser, club) as eve,
    ):
        sit(ann, made, 1, "Ann")
        sit(ben, made, 0, "Ben")
        eve.page.goto(f"/t/{made['id']}")
        eve.ready()
        assert eve.page.locator("#chat").count() == 0, "spectators have no part in it"
        ann.page.locator("#chat summary").press("Enter")
        ann.page.get_by_text("Nothing was said yet.").wait_for()
        field = ann.page.get_by_label("Your message")
        field.fill("<b>Hello</b> & welcome")
        field.press("Enter")
        ann.page.locator(".chat-words", has_text="<b>Hello</b> & welcome").wait_for()
        assert ann.page.locator(".chat-words b").count() == 0
        # On a phone the board stays free; a point says that there is something to read.
        ben.page.wait_for_selector("#fold.has-news")
        heard = ben.page.locator("#chat-live")
        assert "Ann\u202f: <b>Hello</b> & welcome" in heard.inner_text()
        assert heard.get_attribute("aria-live") == "polite"
        assert not ben.page.locator("#side").is_visible()
        ben.page.screenshot(path=artefacts / "talk-phone-closed.png")
        ben.page.locator("#fold").tap()
        ben.page.locator("#chat summary").tap()
        ben.page.locator(".chat-words").first.wait_for()
        assert ben.page.locator("#fold.has-news").count() == 0
        ben.page.get_by_role("button", name="Joli coup\u202f!").tap()
        ann.page.locator(".chat-words", has_text="Nice move!").wait_for()
        assert overlap(ben.page, "#side", "#part-question") == 0
        found = check_axe(ben.page, axe, "talk on a phone")
        ben.page.screenshot(path=artefacts / "talk-phone.png")
        # Ann reads Ben no more, reports what he said, and reads him again.
        more = ann.page.locator(".chat-more")
        more.press("Enter")
        ann.page.get_by_label("What is wrong with it?").fill("rude")
        found += check_axe(ann.page, axe, "talk")
        ann.page.screenshot(path=artefacts / "talk-laptop.png")
        ann.page.get_by_role("button", name="Report this message to the house", exact=True).press(
            "Enter"
        )
        ann.page.locator(".chat-ways", has_text="Reported.").wait_for()
        more.press("Enter")
        more.press("Enter")
        ann.page.get_by_role("button", name="Read nothing more of Ben", exact=True).press("Enter")
        again = ann.page.get_by_role("button", name="Read Ben again")
        again.wait_for()
        assert ann.page.locator(".chat-words", has_text="Nice move!").count() == 0
        again.press("Enter")
        ann.page.locator(".chat-words", has_text="Nice move!").wait_for()
        # What is said while somebody is away waits for them, until they have opened the talk.
        ben.page.goto("about:blank")
        field.fill("While you were away")
        field.press("Enter")
        ann.page.locator(".chat-words", has_text="While you were away").wait_for()
        ben.page.goto(f"/t/{made['id']}")
        ben.page.wait_for_selector("#fold.has-news")
        assert ben.page.locator(".chat-unread").text_content() == "nouveaux\u202f: 1"
        assert "nouveaux\u202f: 1" in ben.page.locator("#chat-live").text_content()
        ben.page.locator("#fold").tap()
        ben.page.locator("#chat summary").tap()
        ben.page.wait_for_selector("#fold:not(.has-news)")
        ben.page.reload()
        ben.page.locator(".chat-words", has_text="While you were away").wait_for(state="attached")
        assert ben.page.locator("#fold.has-news").count() == 0
        for visit, width in ((ann, 1440), (ben, 360)):
            assert visit.page.evaluate("() => document.documentElement.scrollWidth") <= width
        assert beside_the_drawing(found) == []


def first_move(visit):
    """Play whatever comes first, until the word has passed."""
    visit.by_keys(random.Random(7))


def test_players_plan_and_ask_to_take_back(browser, club, artefacts, axe):
    made = put_up(club, seed=1893)
    with (
        Visit(browser, club) as ann,
        Visit(browser, club, width=360, height=740, touch=True, locale="de-DE") as ben,
    ):
        sit(ann, made, 0, "Ann")
        sit(ben, made, 1, "Ben")
        # Ben plans whatever he can, whatever happens.
        ben.page.locator("#fold").tap()
        ben.page.locator("#plans summary").tap()
        ben.page.get_by_label("Für mich passen, solange ich nichts tun kann").check()
        ben.page.locator(".plans-form button").wait_for()
        found = check_axe(ben.page, axe, "plans")
        ben.page.locator(".plans-form button").tap()
        ben.page.locator(".plans-lines li").wait_for()
        ben.page.screenshot(path=artefacts / "plans-phone.png")
        assert ben.page.locator(".plans-lines li").count() == 1
        ben.page.locator(".plans-lines button").tap()
        ben.page.wait_for_selector(".plans-lines", state="hidden")
        ben.page.locator("#fold").tap()
        # Ann plays, thinks better of it, and asks.
        before = ann.step
        first_move(ann)
        ann.wait_for_step(before)
        asks = ann.page.get_by_role("button", name="Ask to take back")
        asks.wait_for()
        asks.press("Enter")
        ann.page.locator(".wish", has_text="You ask to take back what you played.").wait_for()
        wish = ben.page.locator(".wish")
        wish.wait_for()
        assert "Ann bittet, Gespieltes zurückzunehmen" in wish.inner_text()
        ben.page.wait_for_function(
            "() => document.querySelector('#live').textContent.includes('Ann bittet')"
        )
        found += check_axe(ben.page, axe, "asked to take back")
        found += check_axe(ann.page, axe, "asking to take back")
        ben.page.screenshot(path=artefacts / "consent-phone.png")
        ann.page.screenshot(path=artefacts / "consent-laptop.png")
        ben.page.get_by_role("button", name="Einverstanden", exact=True).tap()
        ann.page.wait_for_selector(".asked.mine")
        ann.page.locator(".log", has_text="It is taken back.").wait_for()
        assert beside_the_drawing(found) == []

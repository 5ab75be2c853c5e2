"""Browsers against each other, around one screen, and taking turns back."""

from __future__ import annotations

import random
import time

import httpx
import pytest

import horta
from horta.server.live import MOST_TABLES
from horta.server.static_files import files

from .browsing import EVERY, GAMES, MOST, Visit, needs_chromium
from .conftest import SLOW, Sitting

pytestmark = needs_chromium


@pytest.mark.parametrize("game", GAMES)
def test_two_browsers_against_each_other(browser, house, artefacts, game):
    """One makes the table, the other comes by the link; the server is killed on the way."""
    choice = random.Random(4)
    if horta.start(game).players > 2:
        pytest.skip(f"{game} needs more than two people")
    with Visit(browser, house) as ann, Visit(browser, house, width=1000) as bob:
        for one in (ann, bob):  # a page without a worker has a line of its own, which can be cut
            one.page.add_init_script("delete window.SharedWorker")
        ann.page.goto(f"/new/{game}")
        ann.page.locator('[name="name0"]').fill("Ann")
        ann.page.locator("form.label-form .primary").click()
        ann.page.wait_for_selector(".qr svg")
        ann.page.screenshot(path=artefacts / f"{game}-seats.png", full_page=True)
        link = ann.page.locator(".link input").first.input_value()
        ann.page.locator("p.form-end .primary").click()
        ann.ready()
        bob.page.goto(link)
        bob.page.locator('[name="name"]').fill("Bob")
        bob.page.locator("form .primary").click()
        bob.ready()
        ann.page.wait_for_selector("#part-seats >> text=Bob", state="attached")
        # The shortest to the end; the others as long as it takes to see that both pages keep up.
        whole = EVERY or game == "paris"
        cuts = (3, 9) if whole else (3,)
        turn, most = 0, MOST if whole else 24
        while turn < most and not (ann.over and bob.over):
            active = next((one for one in (ann, bob) if one.mine), None)
            if active is None:
                time.sleep(0.02)
                continue
            other = bob if active is ann else ann
            cut = turn in cuts
            turn += 1
            if cut:
                other.page.route("**/live", lambda route: route.abort())
                house.kill()
                house.start()
            before = active.step
            active.by_mouse(choice)
            active.wait_for_step(before)
            if cut:
                assert other.step == before
                assert other.page.locator("#notice").is_visible()
                other.page.unroute("**/live")
            other.wait_for_step(before)  # comes back by itself, and misses nothing
        assert ann.over == bob.over
        assert ann.over or not whole
        assert ann.step == bob.step
        totals = [one.page.locator("table.sheet .total").text_content() for one in (ann, bob)]
        assert totals[0] == totals[1]


@pytest.mark.parametrize("game", GAMES)
def test_around_one_screen_with_a_curtain(browser, house, artefacts, game):
    choice = random.Random(5)
    with Visit(browser, house) as visit:
        visit.page.goto(f"/new/{game}")
        visit.page.locator('[value="together"]').check()
        visit.page.locator("form.label-form .primary").click()
        visit.ready()
        lifted = 0
        for _ in range(16):
            visit.wait_for_turn()
            if visit.page.locator(".curtain").count():
                assert visit.lit() == []
                if not lifted:
                    visit.page.screenshot(path=artefacts / f"{game}-curtain.png")
                visit.page.locator("[data-lift]").click()
                visit.page.wait_for_selector(".asked.mine")
                lifted += 1
            before = visit.step
            visit.by_mouse(choice)
            visit.wait_for_step(before)
        if game == "paris":
            assert lifted > 5


@pytest.mark.parametrize("game", GAMES)
def test_a_turn_is_taken_back(browser, house, game):
    choice = random.Random(6)
    with Visit(browser, house) as visit:
        visit.page.goto(f"/new/{game}")
        visit.page.locator('[name="who1"]').select_option("bot:random")
        visit.page.locator('[name="confirm"]').check()
        visit.page.locator("form.label-form .primary").click()
        visit.ready()
        for _ in range(60):
            visit.wait_for_turn()
            before = visit.step
            undo = visit.page.locator("#part-question [data-undo]")
            if undo.count():
                board = visit.page.locator("#board").inner_html()
                visit.page.keyboard.press("u")
                visit.wait_for_step(before)
                assert visit.mine
                assert visit.page.locator("#board").inner_html() != board
                return
            visit.by_mouse(choice)
            visit.wait_for_step(before)
        pytest.fail("nothing could be taken back")


def test_a_browser_asks_for_no_more_tables_than_it_is_told_of(browser, house):
    """Who came first stays live, the others are told; when somebody leaves, the next one is."""
    with Visit(browser, house) as visit:
        visit.page.goto("/")
        found = visit.page.evaluate(
            """async ([address, most]) => {
              const { Hub } = await import(address);
              const asked = [], told = {};
              globalThis.fetch = async (_, { body }) => {
                asked.push(JSON.parse(body).tables.map((one) => one.key));
                return { ok: true, body: new ReadableStream() };
              };
              const hub = new Hub();
              const open = async () => { hub.open(); await new Promise((go) => setTimeout(go)); };
              for (let k = 0; k < most + 2; k++) {
                hub.follow(`${k}`, { id: "t" }, ({ kind }) => { told[k] = kind; });
              }
              await open();
              const first = { ...told };
              hub.leave("3");
              await open();
              return { asked, first, then: told };
            }""",
            [files().address("hub.js"), MOST_TABLES],
        )
    first, then = ([int(key) for key in keys] for keys in found["asked"])
    assert first == list(range(MOST_TABLES))
    assert then == [k for k in range(MOST_TABLES + 1) if k != 3]
    assert found["first"] == {str(k): "open" for k in first} | {"48": "beyond", "49": "beyond"}
    assert found["then"]["48"] == "open"
    assert found["then"]["49"] == "beyond"


def test_twelve_tables_in_twelve_tabs_stay_live(browser, house):
    """Browsers open six connections to a host: all tabs share one stream."""
    choice = random.Random(6)
    with Visit(browser, house) as visit, httpx.Client(base_url=house.link, timeout=SLOW) as client:
        tables = [Sitting(client, seed=seed) for seed in range(12)]
        tabs = []
        for table in tables:
            tab = visit.context.new_page()
            tab.goto(f"/t/{table.id}")
            tab.wait_for_selector("#board[data-shown]")
            tabs.append(tab)
        for step in (1, 2):
            for table, tab in zip(reversed(tables), reversed(tabs), strict=True):
                table.play_random(choice, 1)
                tab.wait_for_function(
                    "step => Number(document.querySelector('#board').dataset.shown) === step",
                    arg=step,
                )
        # A page is still served while all of them listen, and one that closes takes nobody along.
        tabs.pop(0).close()
        visit.page.goto("/")
        tables[-1].play_random(choice, 1)
        tabs[-1].wait_for_function("() => document.querySelector('#board').dataset.shown === '3'")

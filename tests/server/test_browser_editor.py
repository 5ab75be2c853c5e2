"""A real browser sets up a position: by fields, by the pointer and by keys."""

from __future__ import annotations

import json

import httpx
import pytest
from tests.server.browsing import Visit, check_axe, needs_chromium
from tests.server.sizes import LETTERED

import horta

pytestmark = needs_chromium


class Editor(Visit):
    """Somebody who sets up a position."""

    def changes(self, act):
        before = self.page.get_attribute("main", "data-changed")
        act()
        self.page.wait_for_function(
            "before => document.querySelector('main').dataset.changed !== before", arg=before
        )

    def put(self, path, value):
        field = self.page.locator(f'#fields [name="{path}"]')
        field.evaluate("one => { one.closest('details').open = true; }")
        self.changes(lambda: (field.fill(value), field.press("Tab")))

    def spot(self, name):
        return self.page.locator(f'#drawing [data-spot="{name}"]').first

    def middle(self, name):
        box = self.spot(name).bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def drag(self, start, end):
        self.page.mouse.move(*self.middle(start))
        self.page.mouse.down()
        self.page.mouse.move(*self.middle(end), steps=4)
        assert self.spot(start).evaluate("one => one.classList.contains('in-hand')")
        assert self.spot(end).evaluate("one => one.classList.contains('over')")
        self.page.mouse.up()

    def drag_by_finger(self, start, end):
        wire = self.context.new_cdp_session(self.page)
        (x, y), to = self.middle(start), self.middle(end)
        for kind, points in (
            ("touchStart", [{"x": x, "y": y}]),
            ("touchMove", [{"x": (x + to[0]) / 2, "y": (y + to[1]) / 2}]),
            ("touchMove", [{"x": to[0], "y": to[1]}]),
            ("touchEnd", []),
        ):
            wire.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def test_a_position_is_set_up_and_played(browser, house, artefacts, axe):
    with Editor(browser, house) as visit:
        page = visit.page
        page.goto("/editor")
        assert check_axe(page, axe, "editors") == []
        page.click("a[href='/editor/bruxelles1897']")
        page.wait_for_selector("main[data-changed]")
        # Money by its field; what cannot be is told at once, and then nothing can be played.
        visit.put("seats.0.francs", "17")
        assert page.locator("#fault").is_hidden()
        visit.put("seats.0.francs", "-3")
        assert page.locator(".editor-field.faulty").count() == 1
        assert page.locator("[data-uses] button").first.is_disabled()
        assert check_axe(page, axe, "fault") == []
        page.screenshot(path=artefacts / "editor-fault.png")
        visit.put("seats.0.francs", "17")
        visit.put("piles.house-a", "60")
        assert "no game can reach" in page.inner_text("#fault")
        assert "no game can reach" in page.inner_text(".editor-field.faulty >> nth=0")
        assert page.locator("#drawing .broken").count() >= 1
        visit.changes(lambda: page.click("#back"))
        assert page.locator("#fault").is_hidden()
        # Two cards change places by the pointer, and back again by keys.
        cells = [page.input_value(f'[name="grid.{r}.{c}"]') for r, c in ((0, 0), (1, 1))]
        visit.changes(lambda: visit.drag("cell-a1", "cell-b2"))
        moved = [page.input_value(f'[name="grid.{r}.{c}"]') for r, c in ((0, 0), (1, 1))]
        assert moved == cells[::-1]
        visit.spot("cell-a1").focus()
        page.keyboard.press("Enter")
        assert visit.spot("cell-a1").get_attribute("aria-pressed") == "true"
        visit.spot("cell-b2").focus()
        visit.changes(lambda: page.keyboard.press("Enter"))
        assert page.input_value('[name="grid.0.0"]') == cells[0]
        # Money where it stands, by the pointer and by keys; a track; a noble of a list.
        page.keyboard.press("Escape")
        visit.spot("money").click()
        visit.changes(page.locator("#tag [data-by='1']").first.click)
        assert page.input_value('#fields [name="seats.0.francs"]') == "18"
        visit.changes(lambda: page.keyboard.press("Enter"))
        assert page.input_value('#fields [name="seats.0.francs"]') == "19"
        page.keyboard.press("Escape")
        assert page.locator("#tag").is_hidden()
        visit.changes(lambda: page.keyboard.press("-"))
        visit.changes(lambda: page.keyboard.press("-"))
        assert page.input_value('#fields [name="seats.0.francs"]') == "17"
        visit.spot("track-nobility").focus()
        page.keyboard.press("Enter")
        page.wait_for_selector("#tag:not([hidden]) :focus")
        assert check_axe(page, axe, "editor") == []
        page.keyboard.press("Escape")
        for width, height in ((1440, 900), (820, 1180), (360, 740)):
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(200)
            page.screenshot(path=artefacts / f"editor-{width}.png")
            if width < 640:  # the whole table is to point at; made large it is to be read
                page.click("#lens")
            assert page.evaluate(LETTERED, "#drawing") > 11.9
            assert page.evaluate("() => document.documentElement.scrollWidth") <= width
        page.set_viewport_size({"width": 1440, "height": 900})
        page.locator("form[action$='/play'] button").click()
        visit.ready()
        table = page.url.rpartition("/t/")[2].partition("?")[0]
        view = httpx.get(f"{house.link}/api/tables/{table}", timeout=120).json()["view"]
        assert view["table"]["seats"][0]["francs"] == 17
        page.go_back()
        page.wait_for_selector("main[data-changed]")
        page.locator("form[action$='/chapter'] button").click()
        page.wait_for_selector("#lesson[data-at]")
        assert "/studies/" in page.url


@pytest.mark.parametrize(("game", "lang"), [("paris", "fr"), ("bruxelles1893", "de")])
def test_every_game_can_be_edited_by_touch(browser, house, artefacts, game, lang):
    with Editor(browser, house, width=390, height=844, touch=True) as visit:
        page = visit.page
        page.goto(f"/editor/{game}?lang={lang}")
        page.wait_for_selector("main[data-changed]")
        assert page.locator("#fields [name]").count() > 20
        piece = {"paris": "square-A1", "bruxelles1893": "space-a1"}[game]
        page.touchscreen.tap(*visit.middle(piece))
        page.wait_for_selector("#drawing .in-hand")
        page.touchscreen.tap(*visit.middle(piece))
        stands = {"paris": "postcard-LEV", "bruxelles1893": "track-palace"}[game]
        page.touchscreen.tap(*visit.middle(stands))
        page.wait_for_selector("#tag:not([hidden]) .editor-field")
        if game == "bruxelles1893":
            visit.changes(page.locator("#tag [data-by='1']").first.tap)
            assert page.input_value('#fields [name="seats.0.tracks.palace"]') == "1"
        told = page.locator("#fields").inner_text()
        assert "_" not in told
        assert {"fr": "À qui de jouer", "de": "Am Zug"}[lang] in told
        page.screenshot(path=artefacts / f"editor-{game}.png")


def test_cards_are_dragged_by_a_finger(browser, house):
    with Editor(browser, house, width=390, height=844, touch=True) as visit:
        page = visit.page
        page.goto("/editor/bruxelles1897")
        page.wait_for_selector("main[data-changed]")
        wide = visit.spot("cell-a1").bounding_box()["width"]
        page.locator("#lens").tap()
        assert visit.spot("cell-a1").bounding_box()["width"] > 2 * wide
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        page.locator("#lens").tap()
        names = [f'#fields [name="grid.{r}.{c}"]' for r, c in ((0, 0), (1, 1))]
        before = [page.input_value(name) for name in names]
        visit.changes(lambda: visit.drag_by_finger("cell-a1", "cell-b2"))
        assert [page.input_value(name) for name in names] == before[::-1]
        assert page.locator("#drawing .in-hand, #drawing .over").count() == 0


def test_what_the_rules_refuse_is_neither_kept_nor_played(house):
    position = horta.start("bruxelles1897", seed=1).position
    position["table"]["piles"]["house-a"] = 60
    with httpx.Client(base_url=house.link, timeout=120) as client:
        for use in ("play", "chapter"):
            form = {"position": json.dumps(position)}
            answer = client.post(f"/editor/bruxelles1897/{use}", data=form)
            assert answer.status_code == 422
            assert "no game can reach this position" in answer.json()["error"]
        told = client.post("/editor/bruxelles1897/change", json={"position": position}).json()
        assert "no game can reach" in told["fault"]["said"]
        assert told["svg"] is None
        other = client.post("/editor/paris/change", json={"position": position})
        assert other.status_code == 422

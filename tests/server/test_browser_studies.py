"""A real browser solves puzzles and writes a study, by mouse, touch and keyboard."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import httpx
import pytest
from tests.server.browsing import Visit, check_axe, needs_chromium

from horta.study import Study

pytestmark = needs_chromium


class Reader(Visit):
    """Somebody who reads or writes a study."""

    def open(self, path):
        self.page.goto(path)
        self.page.wait_for_selector("#lesson[data-at]")

    @property
    def at(self):
        return self.page.get_attribute("#lesson", "data-at")

    def moves(self, act):
        """Do something that leads to another place of the study, and wait until it is there."""
        before = self.at
        act()
        self.page.wait_for_function(
            "at => document.querySelector('#lesson').dataset.at !== at"
            " && !document.querySelector('main').hasAttribute('aria-busy')",
            arg=before,
        )

    def press(self, name):
        self.page.locator(f"#study-panel [data-lesson={name}]").click()

    def sizes(self, axe, name, folder):
        """Look at the page at three sizes, and return what axe-core finds."""
        found = check_axe(self.page, axe, name)
        for width, height in ((1440, 900), (820, 1180), (360, 740)):
            self.page.set_viewport_size({"width": width, "height": height})
            self.page.wait_for_timeout(300)
            self.page.screenshot(path=folder / f"study-{name}-{width}.png")
            wide = self.page.evaluate("() => document.documentElement.scrollWidth")
            assert wide <= width, f"{name} is wider than a screen of {width}"
        self.page.set_viewport_size({"width": 1440, "height": 900})
        return found


def test_a_series_of_puzzles(browser, house, artefacts, axe):
    body = json.loads(
        httpx.get(f"{house.link}/studies/puzzles-bruxelles1897/file.json", timeout=120).text
    )
    first = body["chapters"][0]["puzzle"]
    with Reader(browser, house) as visit:
        page = visit.page
        page.goto("/")
        page.click("a[href='/study']")
        assert check_axe(page, axe, "study") == []
        page.click("a[href='/studies']")
        assert visit.sizes(axe, "studies", artefacts) == []
        page.click("a[href='/studies/puzzles-bruxelles1897']")
        page.wait_for_selector("#lesson[data-at]")
        assert visit.sizes(axe, "puzzle", artefacts) == []
        # A wrong answer is told so, and may be tried again.
        right = first["solutions"][0]["action"]
        moves = page.locator("#moves")
        moves.locator("summary").click()
        wrong = page.evaluate(
            "right => JSON.parse(document.querySelector('#data').textContent)"
            ".actions.find(one => one.text !== right).label",
            right,
        )
        moves.get_by_role("button", name=wrong, exact=True).first.click()
        page.wait_for_selector(".lesson-answer:not([hidden])")
        assert "Not this" in page.inner_text(".lesson-answer")
        # A hint in words, then the answer, which leads on by itself into its line.
        visit.press("hint")
        assert "Think of" in page.inner_text(".lesson-answer")
        page.keyboard.press("Enter")  # on “Show me”
        page.wait_for_selector(".lesson-ring")
        visit.moves(lambda: visit.press("do"))
        assert "This is the answer." in page.inner_text(".lesson-now")
        assert page.locator(".lesson-chapters .done").count() == 1
        visit.moves(lambda: page.keyboard.press("ArrowLeft"))
        visit.moves(lambda: page.keyboard.press("ArrowRight"))
        page.click(".lesson-chapters summary")
        visit.moves(lambda: page.locator(".lesson-chapters [data-chapter='1']").click())
        assert page.locator("[data-lesson=hint]").is_visible()
        assert "chapter=2" in page.url


@pytest.mark.parametrize("lang", ["fr", "de"])
def test_a_puzzle_is_solved_by_touch_in_other_languages(browser, house, artefacts, lang):
    with Reader(browser, house, width=390, height=844, touch=True) as visit:
        visit.open(f"/studies/puzzles-paris?lang={lang}")
        asked = visit.page.inner_text(".lesson-ask")
        assert "Find the" not in asked
        visit.page.locator("[data-lesson=hint]").tap()
        visit.page.locator("[data-lesson=show]").tap()
        visit.moves(lambda: visit.page.locator("[data-lesson=do]").tap())
        visit.page.screenshot(path=artefacts / f"study-puzzle-{lang}.png")


def write(visit, form, **values):
    """Fill in one of the author's forms and send it."""
    place = visit.page.locator(f"#study-edit [data-do={form}]")
    for name, value in values.items():
        field = place.locator(f"[name={name}]")
        if field.evaluate("one => one.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
    version = visit.page.evaluate("() => document.querySelector('#study-edit').dataset.of")
    place.locator("button:not([type=button])").click()
    visit.page.wait_for_function(
        "of => document.querySelector('#study-edit').dataset.of !== of", arg=version
    )


class Elsewhere(BaseHTTPRequestHandler):
    """A page of another site."""

    body = b""

    def do_GET(self):
        self.send_response(200)
        self.send_header("content-type", "text/html")
        self.end_headers()
        self.wfile.write(self.body)

    def log_message(self, *_):
        pass


def seen_elsewhere(context, html):
    """Return how wide each picture is on a page of another origin; 0 if the browser refuses it."""
    with ThreadingHTTPServer(
        ("127.0.0.1", 0), type("Here", (Elsewhere,), {"body": html.encode()})
    ) as site:
        threading.Thread(target=site.serve_forever, args=(0.02,), daemon=True).start()
        page = context.new_page()
        page.goto(f"http://127.0.0.1:{site.server_address[1]}/")
        wide = page.eval_on_selector_all("img", "all => all.map(one => one.naturalWidth)")
        page.close()
        site.shutdown()
    return wide


def test_a_study_is_written_shared_and_read(browser, house, artefacts, axe, tmp_path):
    with Reader(browser, house) as visit:
        page = visit.page
        page.goto("/studies")
        page.fill("[name=title]", "Mes débuts")
        page.select_option("[name=game]", "bruxelles1897")
        page.click("form[action='/studies'] button")
        page.wait_for_selector("#lesson[data-at]")
        link = page.url.partition("?")[0]
        visit.moves(lambda: visit.target(visit.lit()[0]).click())
        assert "not in the study" in page.inner_text(".lesson-now")
        page.click("#study-edit > summary")
        write(visit, "branch")
        assert "not in the study" not in page.inner_text(".lesson-now")
        write(visit, "note", name="La voie calme", comment="<b>Elle</b> garde l’argent.")
        assert "<b>Elle</b> garde" in page.inner_text(".lesson-now")
        places = page.locator("[data-do=sign] select[name=from] option")
        here, there = (places.nth(k).get_attribute("value") for k in (3, 12))
        write(visit, "sign", kind="star", **{"from": here})
        write(visit, "sign", kind="threat", **{"from": here, "to": there})
        assert page.locator(".study-layer .star, .study-layer .threat").count() == 2
        assert visit.sizes(axe, "author", artefacts) == []
        visit.moves(lambda: visit.press("start"))
        write(visit, "chapter", title="Le début", text="Un.\n\nDeux.")
        assert page.locator(".lesson-now .lesson-text").count() == 2
        assert page.locator(".study-follows b").inner_text() == "La voie calme"
        page.locator(".study-share summary").click()
        picture = httpx.get(f"{link}/1.svg?node=1", timeout=120)
        assert picture.headers["content-type"] == "image/svg+xml"
        assert "study-notes" in picture.text
        snippet = page.input_value("[data-shared=html]")
        assert page.input_value("[data-shared=markdown]").startswith(f"[![Le début]({link}/1.svg)")
        ours = f'<img src="{house.link}/pictures/paris.svg">'
        shown, refused = seen_elsewhere(page.context, snippet + ours)
        assert shown > 0
        assert refused == 0
    with Reader(browser, house) as visit:  # somebody else, by the link: to read and to play on
        page = visit.page
        visit.open(link)
        assert page.locator("#study-edit").count() == 0
        visit.moves(lambda: page.locator(".study-follows button").click())
        assert page.locator(".study-layer .threat").count() == 1
        refused = httpx.post(f"{link}/edit", json={"change": {"do": "remove"}}, timeout=120)
        assert refused.status_code == 403
        given = httpx.get(f"{link}/file.json", timeout=120).text
        study = Study.from_json(json.loads(given))
        assert study.chapters[0].tree.node(1).notes.name == "La voie calme"
        path = tmp_path / "a.study.json"
        path.write_text(given, encoding="utf-8")
        page.locator(".study-share summary").click()
        page.click("form[action$='/on'] button")
        visit.ready()
        assert "/t/" in page.url
        page.goto("/studies")
        page.set_input_files("[name=study]", path)
        page.click("form[action='/studies/upload'] button")
        page.wait_for_selector("#study-edit")
        assert page.url.partition("?")[0] != link
        page.goto("/studies")
        assert page.locator("#mine a").count() == 2

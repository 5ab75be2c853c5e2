"""A real browser plays whole games: by mouse, by keyboard, on a phone, against each other.

Screenshots go to the folder that HORTA_ARTEFACTS names, or to a temporary one.
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import time
from pathlib import Path

import pytest

import horta

from .conftest import Server

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
# A whole game of Bruxelles takes a browser minutes; their pages are tested without one.
GAMES = ["paris"]
MOST = 1200  # choices in one game; a game that needs more is stuck

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no chromium is installed")


@pytest.fixture(scope="module")
def browser():
    with sync_api.sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGS)
        yield made
        made.close()


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    folder = tmp_path_factory.mktemp("house")
    made = Server(f"sqlite:///{folder}/tables.sqlite").start()
    yield made
    made.stop()


@pytest.fixture(scope="session")
def artefacts(tmp_path_factory):
    given = os.environ.get("HORTA_ARTEFACTS")
    folder = Path(given) if given else tmp_path_factory.mktemp("screenshots")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


class Visit:
    """A page at a table, and the ways to act on it."""

    def __init__(self, browser, house, *, width=1440, height=900, touch=False, **more):
        self.context = browser.new_context(
            viewport={"width": width, "height": height},
            has_touch=touch,
            is_mobile=touch,
            base_url=house.link,
            reduced_motion="reduce",
            **more,
        )
        self.page = self.context.new_page()
        self.problems = []
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on("console", self._on_console)

    def _on_console(self, message):
        # A broken connection is the server's doing where a test restarts it, and told as such.
        if message.type == "error" and "net::ERR_" not in message.text:
            self.problems.append(message.text)

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        if kind is None:
            assert self.problems == []
        self.context.close()

    def start(self, game):
        self.page.goto("/")
        self.page.locator(f'form[action="/play/{game}"] button').click()
        self.ready()

    def ready(self):
        self.page.wait_for_selector("#board[data-shown]")

    @property
    def step(self):
        return int(self.page.evaluate("document.querySelector('#board').dataset.shown"))

    def lit(self):
        return self.page.eval_on_selector_all(
            "#board .lit", "all => [...new Set(all.map(one => one.dataset.target))]"
        )

    def buttons(self):
        return self.page.locator("#part-question [data-action], #part-question [data-end]")

    @property
    def over(self):
        return self.page.locator(".after").count() > 0

    @property
    def mine(self):
        return self.page.locator(".asked.mine").count() > 0

    def wait_for_turn(self):
        self.page.wait_for_selector(".asked.mine, .after, .curtain", timeout=60_000)

    def wait_for_step(self, old):
        self.page.wait_for_function(
            "old => Number(document.querySelector('#board').dataset.shown) > old",
            arg=old,
            timeout=60_000,
        )

    def target(self, name):
        return self.page.locator(f'#board [data-target="{name}"].lit').first

    # ways to choose

    def by_mouse(self, choice):
        names = self.lit()
        buttons = self.buttons()
        if not names or (buttons.count() and choice.random() < 0.1):
            buttons.first.click()
            return
        name = choice.choice(names)
        self._click(name)
        if self.page.locator("#board.holding").count():
            for _ in range(choice.randrange(3)):
                self.page.keyboard.press("r")
            rest = [one for one in self.lit() if one != name]
            self._click(choice.choice(rest))

    def _click(self, name):
        box = self.target(name).bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        self.page.mouse.move(x - 4, y - 4)
        self.page.mouse.move(x, y)
        self.page.mouse.click(x, y)

    def by_touch(self, choice):
        names = self.lit()
        if not names:
            self.buttons().first.tap()
            return
        name = choice.choice(names)
        self._tap(name)
        if self.page.locator("#board.holding").count():
            rest = [one for one in self.lit() if one != name]
            self._tap(choice.choice(rest))
        place = self.page.locator("#hold .place:not([disabled])")
        if place.count():
            turn = self.page.locator("#hold button").first
            for _ in range(choice.randrange(2)):
                turn.tap()
            place.tap()

    def _tap(self, name):
        node = self.target(name)
        node.scroll_into_view_if_needed()
        box = node.bounding_box()
        self.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def by_keys(self, choice):
        """Nothing but keys: Tab to the targets or buttons, arrows, R, Enter."""
        press = self.page.keyboard.press
        if not self.lit():
            self.buttons().first.focus()
            press("Enter")
            return
        self._tab_to_target()
        for _ in range(choice.randrange(7)):
            press(choice.choice(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]))
        assert self._focused()
        before = self.step
        press("Enter")
        if self.page.locator("#board.holding").count():
            assert self._focused()  # the focus goes to where the piece can lie
            for _ in range(choice.randrange(5)):
                press(choice.choice(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "r"]))
            if self.page.evaluate("document.activeElement.classList.contains('held')"):
                press("Escape")  # back on the piece itself: put it back, and begin anew
                return
            press("Enter")
        self.wait_for_step(before)

    def _focused(self):
        return self.page.evaluate("document.activeElement.matches('#board .lit')")

    def _tab_to_target(self):
        for _ in range(400):
            if self._focused():
                return
            self.page.keyboard.press("Tab")
        pytest.fail("no target can be reached with Tab")

    def play(self, how, choice, each=None):
        """Play on until the game is over."""
        for number in range(MOST):
            self.wait_for_turn()
            if self.over:
                return number
            before = self.step
            if each:
                each(number)
            how(choice)
            if how != self.by_keys:
                self.wait_for_step(before)
        pytest.fail("the game does not end")


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_mouse(browser, house, artefacts, game):
    with Visit(browser, house) as visit:
        visit.start(game)

        def each(number):
            if number in (3, 12, 20):
                visit.page.screenshot(path=artefacts / f"{game}-mouse-{number}.png")

        assert visit.play(visit.by_mouse, random.Random(1), each) > 5
        visit.page.screenshot(path=artefacts / f"{game}-mouse-end.png")
        assert visit.page.locator("table.sheet .total td").count() >= 2
        assert visit.page.locator(".chart .line").count() >= 2


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_keyboard(browser, house, artefacts, game):
    with Visit(browser, house, color_scheme="dark") as visit:
        visit.start(game)

        def each(number):
            if number == 8:
                visit.page.screenshot(path=artefacts / f"{game}-keys-{number}.png")

        visit.play(visit.by_keys, random.Random(2), each)
        told = visit.page.locator("#live").inner_text()
        assert told  # the last news went to the screen reader


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_on_a_phone(browser, house, artefacts, game):
    with Visit(browser, house, width=360, height=740, touch=True, device_scale_factor=2) as visit:
        visit.start(game)

        def each(number):
            width = visit.page.evaluate("document.documentElement.scrollWidth")
            assert width <= 360, f"the page is {width} wide"
            if number in (2, 15):
                visit.page.screenshot(path=artefacts / f"{game}-phone-{number}.png")

        visit.play(visit.by_touch, random.Random(3), each)
        visit.page.screenshot(path=artefacts / f"{game}-phone-end.png")


@pytest.mark.parametrize("game", GAMES)
def test_two_browsers_against_each_other(browser, house, artefacts, game):
    """One makes the table, the other comes by the link; the server is killed on the way."""
    choice = random.Random(4)
    if horta.start(game).players > 2:
        pytest.skip(f"{game} needs more than two people")
    with Visit(browser, house) as ann, Visit(browser, house, width=1000) as bob:
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
        ann.page.wait_for_selector("text=Bob")
        for turn in range(MOST):
            if ann.over and bob.over:
                break
            active = next((one for one in (ann, bob) if one.mine), None)
            if active is None:
                time.sleep(0.02)
                continue
            other = bob if active is ann else ann
            cut = turn in (3, 9)
            if cut:
                other.page.route("**/live?*", lambda route: route.abort())
                house.kill()
                house.start()
            before = active.step
            active.by_mouse(choice)
            active.wait_for_step(before)
            if cut:
                assert other.step == before
                assert other.page.locator("#notice").is_visible()
                other.page.unroute("**/live?*")
            other.wait_for_step(before)  # comes back by itself, and misses nothing
        assert ann.over
        assert bob.over
        totals = [one.page.locator("table.sheet .total").inner_text() for one in (ann, bob)]
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


@pytest.mark.parametrize("game", GAMES)
def test_a_finished_game_is_replayed(browser, house, artefacts, game):
    import httpx

    match = horta.start(game, seed=11)
    choice = random.Random(7)
    while not match.over:
        match.play(choice.choice(match.legal))
    with httpx.Client(base_url=house.link) as client:
        made = client.post("/api/transcripts", json={"transcript": match.record()}).json()
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
            arg=match.scores,
        )
        page.screenshot(path=artefacts / f"{game}-replay.png")
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
    with httpx.Client(base_url=house.link) as client:
        made = client.post("/api/transcripts", json={"transcript": match.record()}).json()
    join = made["seats"][match.to_play]["link"].replace("localhost", "127.0.0.1")
    for size, (width, height) in SIZES.items():
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


@pytest.fixture(scope="session")
def axe(tmp_path_factory):
    """The source of axe-core, fetched from the npm registry when the tests run."""
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("axe-core needs npm to be fetched")
    folder = tmp_path_factory.mktemp("axe")
    command = [npm, "pack", "axe-core@4", "--silent", "--pack-destination", str(folder)]
    done = subprocess.run(command, cwd=folder, capture_output=True, timeout=120, check=False)
    packed = list(folder.glob("*.tgz"))
    if done.returncode or not packed:
        pytest.skip("axe-core cannot be fetched from the npm registry")
    import tarfile

    with tarfile.open(packed[0]) as archive:
        return archive.extractfile("package/axe.min.js").read().decode()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious(browser, house, axe, game, theme):
    with Visit(browser, house, color_scheme=theme, bypass_csp=True) as visit:
        page = visit.page
        pages = ["/", f"/new/{game}", f"/rules/{game}"]
        visit.start(game)
        visit.wait_for_turn()
        found = check_axe(page, axe, "table")
        for link in pages:
            page.goto(link)
            found += check_axe(page, axe, link)
        assert not found, "\n".join(map(str, found))


def check_axe(page, axe, name):
    page.evaluate(axe)
    result = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        (name, one["id"], one["nodes"][0]["html"][:160], one["nodes"][0]["failureSummary"][:300])
        for one in result["violations"]
        if one["impact"] in ("serious", "critical")
    ]

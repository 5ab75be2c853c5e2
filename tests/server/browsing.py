"""A real browser at a table: what the browser tests do with it.

Screenshots go to the folder that HORTA_ARTEFACTS names, or to a temporary one.
"""

from __future__ import annotations

import os
import random
import shutil
import tempfile
import time
from pathlib import Path

import pytest

import horta

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")


def chromium():
    """Return the system's Chromium, or the one that Playwright brought (`tools/system.sh`)."""
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    if found is not None:
        return found
    home = os.environ.get("PLAYWRIGHT_BROWSERS_PATH") or Path.home() / ".cache" / "ms-playwright"
    own = sorted(Path(home).glob("chromium-*/chrome-linux*/chrome"))
    return str(own[-1]) if own else None


CHROMIUM = chromium()
ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
GAMES = horta.games()
HANG = 120_000  # milliseconds after which a page has come to a stop, on however busy a machine
MOST = 1200  # choices in one game; a game that needs more is stuck

EVERY = os.environ.get("HORTA_WALKS") == "all"
"""Whether games and lessons are walked in every way there is (`make walks`)."""

needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="no chromium is installed")


_kept = []
"""Playwright and its browser, while they run."""


def kept_browser():
    """Return the browser of this process; start one where there is none, or none any more."""
    if _kept and not _kept[1].is_connected():
        close_browser()
    if not _kept:
        playwright = sync_api.sync_playwright().start()
        _kept.append(playwright)
        _kept.append(playwright.chromium.launch(executable_path=CHROMIUM, args=ARGS))
    return _kept[1]


def close_browser():
    """Close the browser of this process, if there is one."""
    for browser in _kept[1:]:
        browser.close()
    for playwright in _kept[:1]:
        playwright.stop()
    _kept.clear()


class Visit:
    """A page at a table, and the ways to act on it."""

    artefacts = Path(tempfile.gettempdir())

    def __init__(
        self, browser, house, *, width=1440, height=900, touch=False, motion="reduce", **more
    ):
        self.context = browser.new_context(
            viewport={"width": width, "height": height},
            has_touch=touch,
            is_mobile=touch,
            base_url=house.link,
            reduced_motion=motion,
            **more,
        )
        self.context.set_default_timeout(HANG)
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
        try:
            if kind is not None:  # what was on the screen when it went wrong
                self.page.screenshot(path=self.artefacts / f"failed-{time.time_ns()}.png")
            else:
                assert self.problems == [], self.problems
        finally:
            self.context.close()

    def leave(self):
        """Forget where this page has been: the next table is a stranger's, in a warm browser."""
        self.page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
        self.page.goto("about:blank")
        self.context.clear_cookies()

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
        """Name what can be chosen on the board; while cards are laid out over it, nothing can."""
        return self.page.eval_on_selector_all(
            "#board:not([inert]) .lit", "all => [...new Set(all.map(one => one.dataset.target))]"
        )

    def buttons(self):
        if self.page.locator(".choosing").count():
            return self.page.locator("#choice [data-action]")
        return self.page.locator("#part-question [data-action], #part-question [data-end]")

    @property
    def over(self):
        return self.page.locator(".after").count() > 0

    @property
    def mine(self):
        return self.page.locator(".asked.mine").count() > 0

    def wait_for_turn(self):
        self.page.wait_for_selector(".asked.mine, .after, .curtain", timeout=HANG)

    def wait_for_step(self, old):
        self.page.wait_for_function(
            "old => Number(document.querySelector('#board').dataset.shown) > old",
            arg=old,
            timeout=HANG,
        )

    def target(self, name):
        return self.page.locator(f'#board [data-target="{name}"].lit').first

    # ways to choose

    def picks(self):
        """Whether a set is asked for, and not a single thing."""
        return self.page.locator(".tray").count() > 0

    def pick_set(self, choice, press):
        """Pick the things of a set in the band, in any order, and confirm it."""
        confirm = self.page.locator(".confirm:not([disabled])")
        more = self.page.locator(".tray .more:not([disabled]):not([aria-pressed=true])")
        for _ in range(60):
            if confirm.count() and (not more.count() or choice.randrange(2)):
                press(confirm)
                return
            if not more.count():  # the band is being made anew
                self.page.wait_for_timeout(50)
                if not self.picks():
                    return
                continue
            press(more.nth(choice.randrange(more.count())))
        pytest.fail("the set is never complete")

    def by_mouse(self, choice):
        if self.picks():
            names = self.lit()
            if names and choice.randrange(2):
                self._click(choice.choice(names))
            self.pick_set(choice, lambda button: button.click())
            return
        names = self.lit()
        buttons = self.buttons()
        if not names or (buttons.count() and choice.random() < 0.1):
            buttons.nth(choice.randrange(buttons.count())).click()
            return
        name = choice.choice(names)
        self._click(name)
        if self.page.locator("#board.holding").count():
            for _ in range(choice.randrange(3)):
                self.page.keyboard.press("r")
            rest = [one for one in self.lit() if one != name]
            self._click(choice.choice(rest))

    def _at_rest(self, name):
        """Return where a target lies once it has come to rest: the room follows the question."""
        node = self.target(name)
        node.scroll_into_view_if_needed()
        box = None
        for _ in range(100):
            before, box = box, node.bounding_box()
            if box == before:
                break
            self.page.wait_for_timeout(30)
        return box

    def _click(self, name):
        box = self._at_rest(name)
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        self.page.mouse.move(x - 4, y - 4)
        self.page.mouse.move(x, y)
        self.page.mouse.click(x, y)

    def by_touch(self, choice):
        if self.picks():
            self.pick_set(choice, lambda button: button.tap())
            return
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
            turn = self.page.locator("#hold .turn")
            if turn.is_visible() and choice.randrange(2):
                turn.tap()
            place.tap()

    def _tap(self, name):
        box = self._at_rest(name)
        self.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def by_keys(self, choice):
        """Nothing but keys: Tab to the targets or buttons, arrows, R, Enter."""
        press = self.page.keyboard.press
        before = self.step
        if self.picks():
            self.pick_set(choice, lambda button: (button.focus(), press("Enter")))
            self.wait_for_step(before)
            return
        if not self.lit():
            self.buttons().first.focus()
            press("Enter")
            self.wait_for_step(before)
            return
        self._tab_to_target()
        for _ in range(choice.randrange(7)):
            press(choice.choice(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]))
        assert self._focused()
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

    def play(self, how, choice, each=None, steps=None):
        """Play on until the game is over, or for some choices; return how many there were."""
        for number in range(steps or MOST):
            self.wait_for_turn()
            if self.over:
                return number
            before = self.step
            if each:
                each(number)
            how(choice)
            if how != self.by_keys:
                self.wait_for_step(before)
        if steps is None:
            pytest.fail("the game does not end")
        return steps


def put_up(house, match):
    """Put a match up as a table; return the link of who is to play."""
    import httpx

    with httpx.Client(base_url=house.link, timeout=120) as client:
        made = client.post("/api/transcripts", json={"transcript": match.transcript()}).json()
    return made["seats"][match.to_play]["link"].replace("localhost", "127.0.0.1")


def set_up(house, game, seed, steps, asked):
    """Put a game up after some random choices, when a turn is asked; return the player's link."""
    match = horta.start(game, seed=seed)
    choice = random.Random(seed)
    while len(match.actions) < steps or match.position["table"]["decision"] != asked:
        match.play(choice.choice(match.legal))
    return put_up(house, match)


def check_axe(page, axe, name):
    """Return what axe-core finds on a page, of whatever weight."""
    page.evaluate(axe)
    result = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        (name, one["id"], one["nodes"][0]["html"][:160], one["nodes"][0]["failureSummary"][:300])
        for one in result["violations"]
    ]

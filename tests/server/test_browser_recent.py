"""What happened stays in sight: in words, on the board, and by a bell for one's own turn."""

from __future__ import annotations

import pytest

from .browsing import Visit, needs_chromium, set_up

pytestmark = needs_chromium

STUBS = """
window.tones = 0; window.notes = []; window.asked = 0;
window.AudioContext = class {
    constructor() { this.state = 'running'; this.currentTime = 0; this.destination = {}; }
    resume() {}
    createGain() {
        const gain = { setValueAtTime() {}, exponentialRampToValueAtTime() {} };
        return { gain, connect: (to) => to };
    }
    createOscillator() {
        return { frequency: {}, connect: (to) => to, start() { window.tones += 1; }, stop() {} };
    }
};
window.Notification = class {
    static permission = 'granted';
    static async requestPermission() { window.asked += 1; return 'granted'; }
    constructor(title, how) { window.notes.push([title, how]); }
    addEventListener() {}
};
"""

COVERED = """() => {
    const own = document.querySelector('.recent summary').getBoundingClientRect();
    return [...document.querySelectorAll('.ask button, .top-menu > *, .asked')]
        .map(one => [one.className, one.getBoundingClientRect()])
        .filter(([, box]) => box.width && box.left < own.right && box.right > own.left
            && box.top < own.bottom - 1 && box.bottom > own.top + 1)
        .map(([name]) => name); }"""
"""What the line lies over that it must not."""


class Two:
    """A table of two people: one at a page, the other one somewhere else."""

    def __init__(self, house, game="paris", seed=3):
        import httpx

        self.client = httpx.Client(base_url=house.link, timeout=120)
        self.made = self.client.post("/api/tables", json={"game": game, "seed": seed}).json()
        self.base = f"/api/tables/{self.made['id']}"
        self.keys = [seat["token"] for seat in self.made["seats"]]

    def now(self):
        return self.client.get(self.base).json()

    def play(self, seat, number=0):
        """Play for a seat as long as it is asked, at least once; return the last step."""
        headers = {"authorization": f"Bearer {self.keys[seat]}"}
        now = self.now()
        assert now["to_act"] == seat
        while now["to_act"] == seat:
            listed = self.client.get(f"{self.base}/actions", headers=headers).json()
            action = listed["actions"][number % len(listed["actions"])]["action"]
            sent = {"step": listed["step"], "action": action}
            answer = self.client.post(f"{self.base}/actions", headers=headers, json=sent)
            assert answer.status_code == 200, answer.text
            now = self.now()
        return now["step"]

    def sit(self, visit, seat):
        """Sit down at a page; the key of the seat stays with the page from then on."""
        visit.page.goto(self.made["seats"][seat]["link"].replace("localhost", "127.0.0.1"))
        visit.page.locator("form .primary").click()
        visit.ready()


def shown(page, step):
    page.wait_for_function(
        "step => Number(document.querySelector('#board').dataset.shown) >= step", arg=step
    )


def play_here(visit):
    """Play one's own turn at the page, by whatever comes first."""
    from random import Random

    while visit.mine:
        before = visit.step
        visit.by_mouse(Random(before))
        visit.wait_for_step(before)
        visit.page.wait_for_timeout(100)


@pytest.mark.parametrize(
    ("width", "height", "touch"), [(1440, 757, 0), (1024, 768, 0), (390, 844, 1), (844, 390, 1)]
)
def test_the_others_moves_stand_in_words_above_the_fold(
    browser, house, artefacts, width, height, touch
):
    two = Two(house)
    rival = two.now()["to_act"]
    with Visit(browser, house, width=width, height=height, touch=bool(touch)) as visit:
        page = visit.page
        two.sit(visit, 1 - rival)
        assert page.locator(".recent").count() == 0  # nothing happened yet
        shown(page, two.play(rival))
        line = page.locator(".recent summary")
        line.wait_for()
        log = two.client.get(f"{two.base}/log").json()
        assert log[-1]["lines"][-1] in page.locator(".recent-line").inner_text()
        box = line.bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= height
        assert box["x"] + box["width"] <= width
        covered = page.evaluate(COVERED)
        assert covered == []
        line.click()
        items = page.locator(".recent .log li")
        assert items.count() == len([one for one in log if one["seat"] == rival and one["lines"]])
        page.screenshot(path=artefacts / f"paris-recent-{width}.png")
        page.keyboard.press("Escape")
        assert page.locator(".recent[open]").count() == 0


def test_the_line_makes_way_when_the_options_say_what_they_bring(browser, house):
    """Their buttons grow when that is fetched."""
    with Visit(browser, house, height=757) as visit:
        page = visit.page
        held = []
        page.route("**/api/preview*", lambda route: held.append(route))  # noqa: PLW0108
        page.goto(set_up(house, "bruxelles1893", 7, 60, "turn"))
        page.locator("form .primary").click()
        visit.ready()
        page.wait_for_timeout(1500)
        for route in held:
            route.continue_()
        page.wait_for_function("() => document.querySelector('.ask .pick .gain')?.innerText")
        page.wait_for_timeout(200)
        assert page.locator(".recent summary").is_visible()
        assert page.evaluate(COVERED) == []


def test_what_the_others_moved_is_outlined_in_their_colour(browser, house):
    two = Two(house)
    rival = two.now()["to_act"]
    with Visit(browser, house) as visit:
        page = visit.page
        two.sit(visit, 1 - rival)
        shown(page, two.play(rival))
        mark = page.locator(f"#board .moved.seat-{rival}").first
        mark.wait_for(state="attached")
        assert mark.locator("text").text_content() == str(rival + 1)
        name = page.evaluate(
            "id => fetch(`/t/${id}/state?lang=en`).then(all => all.json())"
            ".then(all => all.marks[0].names[0])",
            two.made["id"],
        )
        thing = page.locator(f'#board [data-mark="{name}"]').first.bounding_box()
        drawn = mark.locator("rect").first.bounding_box()
        assert abs(thing["x"] - drawn["x"]) < 8
        assert abs(thing["y"] - drawn["y"]) < 8
        play_here(visit)  # after one's own turn nothing of it is left
        assert page.locator("#board .moved").count() == 0


def test_a_bell_tells_of_the_turn_and_is_silent_after_one_click(browser, house):
    two = Two(house)
    rival = two.now()["to_act"]
    with Visit(browser, house) as visit:
        page = visit.page
        page.add_init_script(STUBS)
        two.sit(visit, 1 - rival)
        told = "() => [window.tones, window.notes.length]"
        page.evaluate("document.hasFocus = () => false")
        bell = page.locator("#bell")
        assert bell.get_attribute("aria-pressed") == "false"
        shown(page, two.play(rival))
        assert page.evaluate(told) == [0, 0]  # off until it is switched on
        bell.click()
        assert bell.get_attribute("aria-pressed") == "true"
        assert page.evaluate("[window.tones, window.asked]") == [2, 1]
        play_here(visit)
        assert page.evaluate(told) == [2, 0]
        shown(page, two.play(rival))
        page.wait_for_function("window.notes.length === 1")
        assert page.evaluate(told) == [4, 1]
        title, how = page.evaluate("window.notes[0]")
        assert title == "Paris: La Cité de la Lumière"
        assert how == {"body": "It is your turn.", "tag": two.made["id"], "silent": True}
        page.reload()
        visit.ready()
        assert bell.get_attribute("aria-pressed") == "true"  # it is remembered
        bell.click()
        assert bell.get_attribute("aria-pressed") == "false"
        page.evaluate("document.hasFocus = () => false")
        play_here(visit)
        shown(page, two.play(rival))
        visit.wait_for_turn()
        assert page.evaluate(told) == [0, 0]


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_the_way_of_a_move_is_drawn_where_motion_is_allowed(browser, house, motion):
    two = Two(house)
    rival = two.now()["to_act"]
    with Visit(browser, house, motion=motion) as visit:
        page = visit.page
        two.sit(visit, 1 - rival)
        page.evaluate(
            """() => { window.ways = []; new MutationObserver((all) => {
                for (const one of all) for (const node of one.addedNodes)
                    if (node.classList?.contains('way')) ways.push(node.getAttribute('class'));
            }).observe(document.body, { childList: true, subtree: true }); }"""
        )
        shown(page, two.play(rival, 1))
        page.wait_for_timeout(300)
        ways = set(page.evaluate("window.ways"))
        assert ways == ({f"way seat-{rival}"} if motion == "no-preference" else set())

"""Using the room: notices, labels, focus, scrolling and names, in a real browser."""

from __future__ import annotations

import random

import pytest

import horta

from .browsing import Visit, needs_chromium, put_up, set_up

pytestmark = needs_chromium


def sit_down(visit, join):
    visit.page.goto(join)
    visit.page.locator("form .primary").click()
    visit.ready()


SHAPES = """() => [...document.querySelectorAll("#board svg > .region *")].map((one) => [
  one.tagName, ...["d", "x", "y", "href", "data-target"].map((name) => one.getAttribute(name)),
  one.children.length ? "" : one.textContent].join(" "))"""
"""What is drawn on the board."""


@pytest.mark.parametrize("game", horta.games())
def test_a_page_goes_on_from_what_it_came_with(browser, house, game):
    """The stream brings what has changed since the page was made, and the page is the same."""
    choice, asked = random.Random(3), []
    with Visit(browser, house) as visit:
        page = visit.page
        # Without the worker of all tabs, what the page asks for can be seen here.
        page.add_init_script("delete window.SharedWorker")
        page.on("request", lambda one: asked.append(one) if one.url.endswith("/live") else None)
        visit.start(game)
        visit.wait_for_turn()
        for _ in range(6):
            if visit.over:
                break
            step = visit.step
            visit.by_mouse(choice)
            visit.wait_for_step(step)
            visit.wait_for_turn()
        page.wait_for_timeout(300)
        followed, step = page.evaluate(SHAPES), visit.step
        page.reload()
        visit.ready()
        assert visit.step == step
        assert page.evaluate(SHAPES) == followed
        for one in asked:
            have = one.post_data_json["tables"][0]["have"]
            assert {"json/", "json/rules", "svg/0", "part/log"} <= set(have)
            assert all(have.values())


def test_a_notice_goes_away_although_something_else_is_said(browser, house):
    """What is told to screen readers meanwhile must not keep it on the screen."""
    join = set_up(house, "paris", 3, 5, "p1_turn")
    with Visit(browser, house) as visit:
        sit_down(visit, join)
        page = visit.page
        page.locator('[data-target="postcard-SAC"]').click(position={"x": 20, "y": 20})
        notice = page.locator("#notice")
        assert notice.is_visible()
        before = visit.step
        visit.by_mouse(random.Random(2))
        visit.wait_for_step(before)
        notice.wait_for(state="hidden")


@pytest.mark.parametrize(
    ("game", "steps", "asked", "lang", "name", "read"),
    [
        ("paris", 20, "p2_turn", "en", "postcard-LEV", "reserve for"),
        ("bruxelles1893", 6, "turn", "fr", "place-market", "Marché Sainte-Catherine"),
    ],
)
def test_lines_of_a_drawing_do_not_run_together(
    browser, house, game, steps, asked, lang, name, read
):
    join = set_up(house, game, 7, steps, asked)
    with Visit(browser, house) as visit:
        sit_down(visit, f"{join}?lang={lang}")
        visit.page.goto(f"{visit.page.url}?lang={lang}")
        visit.ready()
        label = visit.page.locator(f'[data-target="{name}"].lit').first.get_attribute("aria-label")
        assert read.replace(" ", "") not in label
        assert read in label


@pytest.mark.parametrize("game", ["paris", "bruxelles1897"])
def test_the_keyboard_keeps_its_place(browser, house, game):
    """After a move the focus is on what comes next, or waits at the question."""
    choice = random.Random(5)
    with Visit(browser, house) as visit:
        visit.start(game)
        lost = []
        for number in range(12):
            visit.wait_for_turn()
            if visit.over:
                break
            if number == 0:
                visit._tab_to_target()
            at = "document.activeElement.closest('.lit, .choice-card, #part-question') !== null"
            if not visit.page.evaluate(at):
                lost.append(number)
            visit.by_keys(choice)
        assert lost == []
        assert visit.page.evaluate("document.activeElement !== document.body")


def test_a_name_from_the_join_page_arrives_everywhere(browser, house):
    with Visit(browser, house) as ann, Visit(browser, house) as bob:
        ann.page.goto("/new/paris")
        ann.page.locator("form.label-form .primary").click()
        ann.page.wait_for_selector(".qr svg")
        link = ann.page.locator(".link input").first.input_value()
        ann.page.locator("p.form-end .primary").click()
        ann.ready()
        bob.page.goto(link)
        bob.page.locator('[name="name"]').fill("Victor")
        bob.page.locator("form .primary").click()
        bob.ready()
        for one in (ann, bob):  # on the drawing too, before anybody has moved
            one.page.wait_for_function(
                "() => document.querySelector('#board').textContent.includes('Victor')"
            )
            one.page.locator("#part-seats >> text=Victor").first.wait_for()


SCROLLED = """() => {
  const scrolls = (one) => /auto|scroll/.test(getComputedStyle(one).overflowY)
    && one.scrollHeight > one.clientHeight + 1;
  const root = document.scrollingElement;
  return [...document.querySelectorAll("body *")].filter(scrolls).filter((one) => {
    for (let up = one.parentElement; up; up = up.parentElement)
      if (up !== document.body && scrolls(up)) return true;
    return root.scrollHeight > root.clientHeight + 1;
  }).map((one) => one.className || one.id);
}"""

BROKEN = """() => {
  const broken = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node.parentElement.closest("svg, script, style, .sr, [hidden]")) continue;
    for (const found of node.textContent.matchAll(/[\\p{L}]+/gu)) {
      const range = document.createRange();
      range.setStart(node, found.index);
      range.setEnd(node, found.index + found[0].length);
      const tops = new Set([...range.getClientRects()].map((box) => Math.round(box.top)));
      if (tops.size > 1) broken.push(found[0]);
    }
  }
  return broken;
}"""


OFFERED = "list => [...list.options].filter(one => !one.disabled).map(one => one.text)"


@pytest.mark.parametrize("size", [(1440, 757), (1024, 768), (390, 844), (844, 390)])
def test_nothing_scrolls_twice_and_no_word_is_broken(browser, house, size):
    with Visit(browser, house, width=size[0], height=size[1]) as visit:
        page = visit.page
        page.goto("/new/bruxelles1893")
        begins = page.locator("[data-of-seats]")
        assert begins.evaluate(OFFERED) == ["at random", "Ochre", "Blue"]  # who sits there
        for seat in range(1, 5):
            page.locator(f'[name="who{seat}"]').select_option(index=1)
        begins.select_option("Slate")
        page.locator('[name="who4"]').select_option("nobody")
        assert begins.input_value() == '"random"'
        page.locator('[name="who4"]').select_option(index=1)
        page.locator("form.label-form .primary").click()
        visit.ready()
        for _ in range(6):
            visit.wait_for_turn()
            before = visit.step
            visit.by_mouse(random.Random(before))
            visit.wait_for_step(before)
        page.evaluate("document.querySelectorAll('details.fold').forEach(one => one.open = true)")
        assert page.evaluate(SCROLLED) == []
        assert page.evaluate(BROKEN) == []


def test_few_options_are_buttons_with_picture_and_gain(browser, house):
    """Eight options or fewer stand in the band; none of them is put before the others."""
    join = set_up(house, "bruxelles1897", 21, 0, "pick")
    with Visit(browser, house) as visit:
        sit_down(visit, join)
        page = visit.page
        picks = page.locator("#part-question .pick")
        page.locator("#choice [data-fold]").click()  # cards are laid out large over the table
        actions = page.evaluate("JSON.parse(document.querySelector('#data').textContent).actions")
        assert 2 <= len(actions) <= 8
        assert picks.count() == len(actions)
        assert [one.inner_text().split("\n")[0] for one in picks.all()]
        assert page.locator("#part-question .pick svg.icon").count() == len(actions)
        assert page.locator("#part-question .primary").count() == 0
        # a button shows on the table what it stands for
        picks.first.hover()
        assert page.locator("#board .cover-box").count() >= 1
        before = visit.step
        picks.last.click()
        visit.wait_for_step(before)


def test_a_forced_step_plays_itself(browser, house):
    """Whoever has one option only is not asked; what was played is said and in the log."""
    import horta

    choice, match = random.Random(5), horta.start("paris", seed=5)
    while [match.text(one) for one in match.legal] != ["pass"]:
        if match.over:
            match = horta.start("paris", seed=choice.randrange(10**6))
        match.play(choice.choice(match.legal))
    with Visit(browser, house) as visit:
        sit_down(visit, put_up(house, match))
        visit.wait_for_step(len(match.actions))
        assert visit.step == len(match.actions) + 1
        rows = [row.strip() for row in visit.page.locator(".log li").all_inner_texts()]
        # The step was played as soon as the table was there, so who sits down comes after it.
        assert rows[0].endswith("sits down.")
        assert rows[1].endswith("passes.")


def test_the_column_folds_and_remembers(browser, house):
    with Visit(browser, house, width=1440, height=757) as visit:
        visit.start("paris")
        page = visit.page
        wide = page.locator("#board").bounding_box()["width"]
        assert page.locator("#side").is_visible()
        page.locator("#fold").click()
        assert not page.locator("#side").is_visible()
        assert page.locator("#fold").get_attribute("aria-expanded") == "false"
        assert page.locator("#board").bounding_box()["width"] > wide + 150
        assert page.locator("#part-seats .points").first.is_visible()  # the medallions stay
        page.reload()
        visit.ready()
        assert not page.locator("#side").is_visible()
        page.keyboard.press("c")
        assert page.locator("#side").is_visible()


def drawn_width(page):
    return page.locator("#board > svg").bounding_box()["width"]


def test_the_table_grows_by_wheel_buttons_key_and_pan(browser, house):
    with Visit(browser, house, width=1440, height=757) as visit:
        visit.start("bruxelles1897")
        visit.wait_for_turn()
        page = visit.page
        whole = drawn_width(page)
        page.locator(".menu summary").click()
        page.locator("#larger").click()
        assert drawn_width(page) > 1.2 * whole
        page.locator("#smaller").click()
        assert abs(drawn_width(page) - whole) < 2
        page.locator(".menu summary").click()
        # the wheel leaves what lies under the pointer where it is
        node = page.locator('[data-target="place-exchange"]').first
        box = node.bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.mouse.move(x, y)
        page.mouse.wheel(0, -400)
        page.wait_for_function(
            "old => document.querySelector('#board > svg').clientWidth > 1.4 * old", arg=whole
        )
        now = node.bounding_box()
        assert abs(now["x"] + now["width"] / 2 - x) < 12
        assert abs(now["y"] + now["height"] / 2 - y) < 12
        # words that were too small from across the table are there now
        page.keyboard.press("z")
        assert abs(drawn_width(page) - whole) < 2
        page.keyboard.press("z")
        assert drawn_width(page) > 1.9 * whole


FAR_FROM_TARGETS = """() => {
    const board = document.querySelector('#board').getBoundingClientRect();
    const lit = [...document.querySelectorAll('#board .lit')]
        .map((one) => one.getBoundingClientRect());
    const near = (y) => lit.some((box) => box.left < 60 && box.top - 60 < y && y < box.bottom + 60);
    for (let y = board.top + 10; y < board.bottom - 10; y += 5) if (!near(y)) return y;
    return board.top + 10;
}"""
"""Where the left edge of the table holds nothing that a finger could choose."""


def test_two_fingers_and_a_double_tap_grow_the_table(browser, house):
    with Visit(browser, house, width=390, height=844, touch=True) as visit:
        visit.start("bruxelles1893")
        visit.wait_for_turn()
        page = visit.page
        start = drawn_width(page)
        wire = page.context.new_cdp_session(page)

        def fingers(kind, *points):
            given = [{"x": x, "y": y, "id": k} for k, (x, y) in enumerate(points)]
            wire.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": given})

        fingers("touchStart", (150, 400), (230, 400))
        for wide in range(45, 100, 10):
            fingers("touchMove", (190 - wide, 400), (190 + wide, 400))
        fingers("touchEnd")
        page.wait_for_function(
            "old => document.querySelector('#board > svg').clientWidth > 1.5 * old", arg=start
        )
        for goal in (1.0, 2.0):  # twice at the same point: back to the whole, and large again
            free = page.evaluate(FAR_FROM_TARGETS)
            for _ in range(2):
                page.touchscreen.tap(6, free)
            page.wait_for_function(
                "([old, goal]) => Math.abs(document.querySelector('#board > svg').clientWidth"
                " / innerWidth - goal) < 0.05",
                arg=[start, goal],
            )


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390)])
def test_a_phone_has_the_question_in_reach_and_the_own_seat_fixed(browser, house, width, height):
    choice = random.Random(3)
    how = {"width": width, "height": height, "touch": True, "locale": "de-DE"}
    with Visit(browser, house, **how) as visit:
        visit.start("bruxelles1897")
        order = set()
        for _ in range(5):
            visit.wait_for_turn()
            ask = visit.page.locator("#part-question").bounding_box()
            strip = visit.page.locator("#part-seats").bounding_box()
            assert ask["y"] + ask["height"] <= height + 1
            assert strip["y"] < 120
            if height > width:
                assert ask["y"] > height / 2
            order.add(
                visit.page.evaluate(
                    "[...document.querySelectorAll('#board .region.seat')]"
                    ".map((one) => one.getAttribute('transform')).join()"
                    ".replace(/-?[\\d.]+/g, (n) => Math.round(n))"
                )
            )
            before = visit.step
            visit.by_touch(choice)
            visit.wait_for_step(before)
        assert len(order) == 1, "the seats keep their places"
        menu = visit.page.locator(".top-menu").bounding_box()
        assert menu["x"] + menu["width"] <= width, "a long word leaves the menu in sight"


ONE_LINE = """() => {
  const asked = document.querySelector("#part-question .asked strong");
  const words = document.createRange();
  words.selectNodeContents(asked);
  const tops = new Set([...words.getClientRects()].map((box) => Math.round(box.top)));
  const cut = (one) => one.scrollWidth > one.clientWidth + 1;
  const ask = document.querySelector("#part-question");
  const edges = [...ask.querySelectorAll(".asked, .buttons > *")]
    .map((one) => one.getBoundingClientRect());
  return {
    lines: tops.size, cut: cut(ask),
    high: Math.max(...edges.map((box) => box.bottom)) - Math.min(...edges.map((box) => box.top)),
    over: asked.getBoundingClientRect().right
      > document.querySelector("#part-question .ask-row").getBoundingClientRect().left + 1,
  };
}"""


@pytest.mark.parametrize("width", [1440, 1280])
@pytest.mark.parametrize(
    ("game", "asked"), [("bruxelles1897", "turn"), ("bruxelles1893", "turn"), ("paris", "p1_turn")]
)
def test_the_longest_question_stays_on_one_line(browser, house, artefacts, game, asked, width):
    """In German, where the questions are longest."""
    join = set_up(house, game, 7, 6, asked)
    with Visit(browser, house, width=width, height=757) as visit:
        sit_down(visit, join)
        visit.page.goto(f"{visit.page.url}?lang=de")
        visit.ready()
        visit.page.wait_for_timeout(800)
        visit.page.screenshot(path=artefacts / f"{game}-band-{width}.png")
        found = visit.page.evaluate(ONE_LINE)
        assert found["high"] <= 51
        assert found == {**found, "lines": 1, "cut": False, "over": False}


SEATS = """() => [...document.querySelectorAll("#board .region.seat")]
  .map((one) => `${/seat-\\d/.exec(one.className.baseVal)} ${one.getAttribute("transform")}`)
  .sort()"""
# What can be chosen is moved to the lower edge of the board, and the question grows.
GROW = """() => {
  const board = document.querySelector("#board");
  const lowest = Math.min(...[...board.querySelectorAll(".lit")].map((one) =>
    (one.querySelector(":scope > .hit") ?? one).getBoundingClientRect().bottom));
  board.scrollTop -= board.getBoundingClientRect().bottom - lowest - 4;
  document.querySelector("#part-question").style.minHeight = "420px";
}"""
SEEN = """() => {
  const view = document.querySelector("#board").getBoundingClientRect();
  return view.height < 360 && [...document.querySelectorAll("#board .lit")].some((one) => {
    const box = (one.querySelector(":scope > .hit") ?? one).getBoundingClientRect();
    return box.top >= view.top - 2 && box.bottom <= view.bottom + 2;
  });
}"""


def before_cards_are_laid_out(seed):
    """Return a match at the last choice before its player picks among cards, and that choice."""
    match = horta.start("bruxelles1897", seed=seed)
    choice = random.Random(seed)
    while True:
        action, player = choice.choice(match.legal), match.to_play
        after = match.copy()
        after.play(action)
        if after.to_play == player and after.position["table"]["decision"] == "pick":
            return match, action
        match = after


def test_a_phone_moves_no_seat_for_cards_that_are_laid_out_and_keeps_them_in_sight(browser, house):
    """They come below the seats, and stay above the question when it grows."""
    match, action = before_cards_are_laid_out(7)
    with Visit(browser, house, width=390, height=844, touch=True) as visit:
        sit_down(visit, put_up(house, match))
        places = visit.page.evaluate(SEATS)
        match.play(action)
        sit_down(visit, put_up(house, match))
        assert visit.page.locator("#board .region.laid").count() == 1
        assert visit.page.evaluate(SEATS) == places
        visit.page.evaluate(GROW)
        visit.page.wait_for_function(SEEN)
